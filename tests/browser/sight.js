// What a visitor sees of a page, in any engine: where things are, whether anything covers them, and whether the pixels
// of a screenshot show them. Boxes alone do not tell: a dialog can have its size and not be drawn.
import assert from "node:assert/strict";
import { readPng } from "../lib/png.js";
import { wait } from "../lib/tessera.js";
import { PATIENCE_MS } from "./browser.js";

/** @typedef {import("./windows.js").Window} Window */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {ReturnType<typeof readPng>} Picture */
/**
 * @typedef {object} Scene  a panel and what is in it
 * @property {{width: number, height: number}} window
 * @property {Record<string, Box>} parts  by their selectors
 * @property {Box[]} pictures
 * @property {number[]} card  the colour of the panel's ground
 * @property {string[]} covered  what something else lies above, or what lies outside of the window
 * @property {number} scrolled  how much higher the body's content is than the body
 * @property {boolean} scrolls  whether there is so little height that all of the panel scrolls
 */

/** Runs a function of the page, which sees nothing of the test. @template {any[]} A @template T
 * @param {Window} window @param {(...given: A) => T} act @param {A} given @returns {Promise<Awaited<T>>} */
export const inPage = (window, act, ...given) => window.read(`(${act})(...${JSON.stringify(given)})`);

/** Asks until there is something. @template T @param {string} what @param {() => Promise<T>} ask @returns {Promise<NonNullable<T>>} */
export async function until(what, ask) {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const found = await ask();
    if (found) return found;
    assert.ok(Date.now() < end, `never came: ${what}`);
    await wait(20);
  }
}

/**
 * The boxes of the elements that are shown, in the document and in its shadow roots.
 * @param {Window} window @param {string} selector @returns {Promise<Box[]>}
 */
export const boxesOf = (window, selector) => inPage(window, (wanted) => {
  const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
  return [document, ...shadows].flatMap((root) => [...root.querySelectorAll(wanted)])
    .map((element) => element.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
}, selector);

/** Clicks the middle of the only such element that is shown. @param {Window} window @param {string} selector */
export async function clickOn(window, selector) {
  const { x, y, width, height } = await until(selector, async () => {
    const boxes = await boxesOf(window, selector);
    assert.ok(boxes.length < 2, `${selector}: ${boxes.length} of them`);
    return boxes[0];
  });
  await window.click(Math.round(x + width / 2), Math.round(y + height / 2));
}

/** @param {Window} window @returns {Promise<Scene>} */
const scan = (window) => inPage(window, () => {
  const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
  const root = shadows.find((shadow) => shadow.querySelector(".panel"));
  if (!root) throw new Error("there is no panel");
  const boxOf = (/** @type {Element} */ element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const names = [".dialog", ".panel", ".top", ".instructions", ".timer", ".body", ".foot", ".submit", ".tool.more", ".tool.close", ".head", ".shown", ".boards", ".film"];
  const parts = Object.fromEntries(names.flatMap((name) => [...root.querySelectorAll(name)].map((one) => [name, boxOf(one)])));
  const body = /** @type {HTMLElement} */ (root.querySelector(".body"));
  const room = body.getBoundingClientRect();
  const panel = /** @type {HTMLElement} */ (root.querySelector(".panel"));
  const scrolls = panel.scrollHeight > panel.clientHeight + 1;
  const end = Math.min(room.bottom, panel.getBoundingClientRect().bottom);
  const targets = [...root.querySelectorAll(".submit, .tool.more, .tool.close, .body .cell, .body .move")]
    .filter((one) => !(scrolls || body.contains(one)) || one.getBoundingClientRect().bottom <= end); // the rest is scrolled to
  // A scrollbar that takes no room lies over what scrolls: in WebKitGTK 21 pixels wide, seen or not. No engine may rely on having another.
  const scrolling = [body, panel].filter((one) => one.scrollHeight > one.clientHeight + 1 && one.offsetWidth === one.clientWidth && matchMedia("(any-hover: hover)").matches);
  const isRightToLeft = getComputedStyle(panel).direction === "rtl";
  const isUnderScrollbar = (/** @type {Element} */ target) => scrolling.filter((one) => one.contains(target)).some((one) => {
    const [{ x, width }, edge] = [boxOf(target), one.getBoundingClientRect()];
    const middle = x + width / 2;
    return (isRightToLeft ? middle - edge.left : edge.right - middle) < 21;
  });
  const covered = targets.filter((one) => {
    const { x, y, width, height } = boxOf(one);
    if (isUnderScrollbar(one)) return true;
    const top = root.elementFromPoint(x + width / 2, y + height / 2);
    return !top || !(one === top || one.contains(top));
  }).map((one) => one.className);
  const card = /** @type {RegExpMatchArray} */ (getComputedStyle(/** @type {Element} */ (root.querySelector(".panel"))).backgroundColor.match(/\d+/g));
  return {
    window: { width: innerWidth, height: innerHeight }, parts, covered, card: card.slice(0, 3).map(Number),
    pictures: [...body.querySelectorAll(".picture:not([hidden]), .tiles")].map(boxOf),
    scrolled: Math.max(0, body.scrollHeight - body.clientHeight), scrolls,
  };
});

/** @param {Box} inner @param {Box} outer */
const isWithin = (inner, outer) => inner.x >= outer.x - 1 && inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 && inner.y + inner.height <= outer.y + outer.height + 1;

/** The part of a box that lies in another. @param {Box} box @param {Box} room @returns {Box} */
function cut(box, room) {
  const [x, y] = [Math.max(box.x, room.x), Math.max(box.y, room.y)];
  return { x, y, width: Math.min(box.x + box.width, room.x + room.width) - x, height: Math.min(box.y + box.height, room.y + room.height) - y };
}

/** A colour as one number. @param {ArrayLike<number>} colours @param {number} at */
const colourAt = (colours, at) => colours[at] << 16 | colours[at + 1] << 8 | colours[at + 2];

/** How many pixels of a box have each colour. @param {Picture} picture @param {Box} box */
export function coloursIn({ width, height, colours }, box) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let y = Math.max(0, Math.ceil(box.y)); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, Math.ceil(box.x)); x < Math.min(width, box.x + box.width); x++) {
      const colour = colourAt(colours, 3 * (y * width + x));
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return counts;
}

/** The share of a box that has one colour. @param {Picture} picture @param {Box} box @param {readonly number[]} colour */
function shareOf(picture, box, colour) {
  const counts = coloursIn(picture, box);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : (counts.get(colourAt(colour, 0)) ?? 0) / all;
}

/** What the question is about: it is seen at once, though it may be higher than a small screen. */
const ASKED = [".head", ".shown", ".boards", ".film"];

/** Nothing is cut off, squeezed or covered. @param {Scene} scene @param {string} what */
function assertPlaces({ window, parts, covered, pictures, scrolls }, what) {
  const { ".dialog": dialog, ".panel": panel, ".top": top, ".body": body, ".foot": foot } = parts;
  assert.ok(isWithin(dialog, { x: 0, y: 0, ...window }), `${what}: the dialog lies outside of the window: ${JSON.stringify(dialog)}`);
  assert.ok(panel.width >= 300 && panel.height >= 200, `${what}: the panel has ${panel.width} x ${panel.height}`);
  assert.ok(body.height >= 128, `${what}: its body is ${body.height} high`);
  const below = scrolls ? [...ASKED, ".panel", ".body", ".foot", ".submit", ".tool.more"] : ASKED;
  for (const name of Object.keys(parts).filter((one) => !below.includes(one))) {
    assert.ok(isWithin(parts[name], dialog), `${what}: ${name} is cut off: ${JSON.stringify(parts[name])}`);
  }
  for (const name of ASKED.filter((one) => parts[one] && !scrolls)) {
    const { height } = cut(parts[name], body);
    assert.ok(parts[name].y >= body.y - 1 && height >= Math.min(parts[name].height, 90) - 1, `${what}: of ${name} only ${height} px are seen`);
  }
  assert.ok(top.y + top.height <= body.y + 1 && body.y + body.height <= foot.y + 1, `${what}: head, body and foot overlap`);
  assert.ok(parts[".instructions"].height >= 18 && parts[".submit"].height >= 40, `${what}: words or buttons are squeezed`);
  assert.ok(pictures.length > 0 && pictures.every(({ width, height }) => width >= 24 && height >= 24), `${what}: pictures are missing`);
  assert.deepEqual(covered, [], `${what}: covered`);
}

/** It is drawn: the ground in its colour, words, buttons and each picture with more than one. @param {Picture} picture @param {Scene} scene @param {string} what */
function assertDrawn(picture, { window, parts, pictures, card }, what) {
  assert.deepEqual([picture.width, picture.height], [window.width, window.height], `${what}: the screenshot's size`);
  const { ".dialog": dialog, ".top": top, ".foot": foot, ".body": body } = parts;
  const isInWindow = (/** @type {Box} */ box) => box.y + box.height <= window.height;
  for (const [name, box] of Object.entries({ head: top, foot }).filter(([, box]) => isInWindow(box))) {
    const share = shareOf(picture, box, card);
    assert.ok(share > 0.3 && share < 0.98, `${what}: ${Math.round(share * 100)}% of its ${name} are empty ground`);
  }
  for (const name of [".instructions", ".submit"].filter((one) => isInWindow(parts[one]))) {
    assert.ok(coloursIn(picture, parts[name]).size > 3, `${what}: nothing is written in ${name}`);
  }
  for (const box of pictures) {
    const seen = cut(cut(box, body), dialog);
    if (seen.width < box.width / 2 || seen.height < box.height / 2) continue; // to be scrolled to; its rim may well be empty
    assert.ok(coloursIn(picture, seen).size > 1, `${what}: a picture at ${Math.round(box.x)}, ${Math.round(box.y)} is empty`);
  }
  const above = { x: 0, y: 0, width: window.width, height: Math.floor(dialog.y) - 1 };
  if (above.height > 0) assert.ok(shareOf(picture, above, card) < 0.02, `${what}: the panel does not end where it should`);
}

/**
 * Asserts that the panel in its dialog is seen.
 * @param {Window} window @param {string} what @param {boolean} isWhole so that nothing has to be scrolled to
 */
export async function assertSeen(window, what, isWhole) {
  // What a window's new size does is laid out a little later, and painted later still: on a busy machine not at once.
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const scene = await scan(window);
      assertPlaces(scene, what);
      if (isWhole) assert.ok(scene.scrolled <= 1, `${what}: ${scene.scrolled} px have to be scrolled to`);
      return assertDrawn(readPng(await window.picture()), scene, what);
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(100);
    }
  }
}

/**
 * What is wrong with the words of the dialog: they stick out, are cut off, or break inside of a word without a hyphen.
 * @param {Window} window @returns {Promise<string[]>}
 */
export const wordFlaws = (window) => inPage(window, () => {
  const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
  const dialog = roots.map((root) => root.querySelector(".dialog")).find(Boolean);
  if (!dialog) throw new Error("there is no dialog");
  /** @type {string[]} */
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  const { left, right } = dialog.getBoundingClientRect();
  for (const one of /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll(".panel, .body, button, .timer, .instructions, .hint, label, p")])) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || one.closest(".aloud")) continue;
    const what = `${one.className} "${one.textContent?.trim().slice(0, 40)}"`;
    if (box.left < left - 1 || box.right > right + 1) found.push(`${what} sticks out: ${box.left} to ${box.right}`);
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${what} is cut off: ${one.scrollWidth} in ${one.clientWidth}`);
  }
  const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    const holder = /** @type {Element} */ (text.parentElement);
    if (!holder.getClientRects().length || holder.closest(".aloud, style")) continue;
    const mayHyphenate = getComputedStyle(holder).hyphens === "auto";
    // Scripts without blanks break where their readers expect it.
    for (const { 0: word, index } of text.data.matchAll(/[^\s\-\u00ad\u0E00-\u0E7F\u3000-\u30FF\u4E00-\u9FFF]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()]; // more than one in a line, where the first letter has a style of its own
      if (!mayHyphenate && boxes.some(({ top, height }) => top - boxes[0].top > height / 2)) found.push(`"${word}" is broken`);
    }
  }
  return found;
});

/** What holds the focus: how its ring is drawn. @param {Window} window @returns {Promise<{style: string, width: number, shape: string}>} */
export const ring = (window) => inPage(window, () => {
  let held = document.activeElement;
  while (held?.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
  const shown = held instanceof HTMLInputElement && held.type === "radio" ? held.nextElementSibling : held;
  const { outlineStyle, outlineWidth } = getComputedStyle(/** @type {Element} */ (shown));
  return { style: outlineStyle, width: parseFloat(outlineWidth), shape: /** @type {Element} */ (shown).className };
});
