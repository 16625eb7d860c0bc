// The widget's dialog where there is little height, or where text is large (WCAG 1.4.4, 1.4.10, 2.4.11): all of it can be scrolled to,
// by wheel, finger and keys, nothing scrolls sideways, and what has the focus is seen. Also the sizes of its text and what its
// controls are called, in every state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server } from "../../lib/tessera.js";
import { LIMIT, PHONE, arranged, launch } from "../browser.js";
import { FORMS, KINDS, bodyOf, startSite, visit } from "../widget.js";

/** @typedef {import("../browser.js").Page} Page */
/** @typedef {import("../widget.js").Visitor} Visitor */
/** @typedef {{width: number, height: number}} Size */


/** 1280 x 1024 at 400%, other large zooms, and phones on their side. @type {Size[]} */
const SHORT = [[320, 256], [427, 240], [455, 220], [640, 320], [740, 360]].map(([width, height]) => ({ width, height }));
/** @type {Size[]} */
const ROOMY = [{ width: 320, height: 568 }, { width: 1280, height: 900 }];

/** The smallest text, in CSS pixels. */
const LEAST_TEXT = 12;

/** @type {import("playwright-core").Browser} */
let browser;
/** With the visitor's own font size set to twice the usual. @type {import("playwright-core").Browser} */
let large;
/** @type {Server} */
let server;
/** @type {import("../../lib/site.js").Site} */
let site;
before(async () => {
  const config = `${FAST.replace("{submit", "{pow_work: 4, submit")}accessibility: {fallback_method: human_review}\n`;
  [browser, large, server] = await Promise.all([launch(), launch("--blink-settings=defaultFontSize=32"), Server.start({ config })]);
  const inGerman = KINDS.map((kind) => [`/german-${kind}`, bodyOf(server, `data-type="${kind}" data-lang="de"`)]);
  site = await startSite(server, Object.fromEntries(inGerman));
});
after(() => Promise.all([browser?.close(), large?.close(), server?.down(), site?.down()]));

/** @param {Visitor} visitor */
async function toWays({ page }) {
  await page.locator(".link.ways").click();
  await page.locator(".way").first().waitFor();
}

/** Every state: the kind of challenge that it begins with, the way there, and the control that has to be reached.
 * @type {Record<string, {kind: string, goal: string, go?: (visitor: Visitor) => Promise<unknown>}>} */
const STATES = {
  ...Object.fromEntries(KINDS.filter((kind) => kind !== "scene").map((kind) => [kind, { kind, goal: ".submit" }])),
  ...Object.fromEntries(Object.entries(FORMS).map(([form, isForm]) =>
    [`scene of ${form}`, { kind: "scene", goal: ".submit", go: (/** @type {Visitor} */ visitor) => visitor.until(isForm) }])),
  audio: { kind: "human", goal: ".submit", go: async (visitor) => {
    const { token } = visitor.challenge;
    await visitor.page.locator(".link.listen").click();
    await visitor.shown(token);
  } },
  "giving up": { kind: "human", goal: ".sure button:last-child", go: async (visitor) => {
    await visitor.press("give-up");
    await visitor.page.locator(".sure").waitFor(); // which asks whether it is meant, is loaded
  } },
  "other ways": { kind: "human", goal: "li:last-child > .way", go: toWays },
  pow: { kind: "human", goal: ".work .replay", go: async (visitor) => {
    await visitor.page.route("**/v1/challenge", async (route) => { // work that does not end meanwhile
      const reply = await route.fetch();
      const json = await reply.json();
      if (json.work) json.work.evaluations = 1e6;
      await route.fulfill({ response: reply, json });
    });
    await toWays(visitor);
    await visitor.page.locator(".way.pow").click();
    await visitor.page.locator(".work progress").waitFor();
  } },
  review: { kind: "human", goal: ".screen button:last-of-type", go: async (visitor) => {
    await toWays(visitor);
    await visitor.page.locator(".way.review").click();
    await visitor.page.locator(".code").waitFor();
  } },
  error: { kind: "human", goal: ".again", go: async (visitor) => {
    await visitor.page.route("**/v1/challenge", (route) => route.abort());
    await visitor.press("reload");
    await visitor.page.locator(".panel[data-state=error]").waitFor();
  } },
};

/** Of the page: whether an element is seen whole, and nothing lies above it. @param {string} goal */
const isSeenIn = (goal) => {
  const root = document.querySelector("[data-tessera]")?.shadowRoot;
  const element = root?.querySelector(goal);
  if (!root || !element) throw new Error(`no ${goal}`);
  const { left, top, width, height, right, bottom } = element.getBoundingClientRect();
  if (height === 0 || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
  return [0.2, 0.5, 0.8].every((part) => { // corners are round
    const front = root.elementFromPoint(left + part * width, top + part * height);
    return front === element || element.contains(front);
  });
};

/** Of the page: what is wrong with it as it stands. @param {number} leastText */
const flawsIn = (leastText) => {
  const root = /** @type {ShadowRoot} */ (document.querySelector("[data-tessera]")?.shadowRoot);
  /** @type {string[]} */
  const found = [];
  for (const element of root.querySelectorAll(".dialog, .panel, .body")) {
    const { left, right } = element.getBoundingClientRect();
    if (left < 0 || right > innerWidth) found.push(`${element.className} sticks out: ${left} to ${right}`);
    for (const part of element.querySelectorAll("button, .timer, .instructions, .hint")) { // what sticks out at the start can't be scrolled to
      const box = part.getBoundingClientRect();
      if (box.width > 0 && !part.closest("[data-zoom] .body") && (box.left < left - 1 || box.right > right + 1)) found.push(`${part.className} sticks out: ${box.left} to ${box.right}`);
    }
    if (element.scrollWidth > element.clientWidth + 1) found.push(`${element.className} scrolls sideways: ${element.scrollWidth} in ${element.clientWidth}`);
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: holder, data } = /** @type {Text} */ (texts.currentNode);
    if (!holder?.getClientRects().length || !data.trim() || holder.closest(".aloud")) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size < leastText) found.push(`"${data}" has ${size} px`);
  }
  return found;
};

/** Of the page: words of choices and buttons that go on in the next line. Those of sentences may, behind a hyphen, where a browser knows how. */
const brokenIn = () => {
  const root = /** @type {ShadowRoot} */ (document.querySelector("[data-tessera]")?.shadowRoot);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {string[]} */
  const found = [];
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    if (!node.parentElement?.closest(".face, button:not(.way)") || !node.parentElement.getClientRects().length) continue;
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
    }
  }
  return found;
};

/** Changes the window, and waits until grids have chosen their columns. @param {Page} page @param {Size} size */
async function resize(page, size) {
  await page.setViewportSize(size);
  await arranged(page);
}

/** Turns the wheel above the panel's middle until something is seen whole. @param {Page} page @param {string} goal @param {number} by */
async function wheelTo(page, goal, by) {
  const box = await page.locator(".panel").boundingBox();
  const { width, height } = page.viewportSize() ?? PHONE;
  await page.mouse.move(width / 2, Math.min(height - 8, Math.max(8, (box?.y ?? 0) + (box?.height ?? height) / 2)));
  for (let turns = 0; turns < 60; turns++) {
    if (await page.evaluate(isSeenIn, goal)) return;
    await page.mouse.wheel(0, by);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  assert.fail(`the wheel does not reach ${goal}`);
}

/** Of the page: what has the focus, whether it is the goal, and whether it is seen: not below something else, nor out of sight.
 * @param {string} goal */
const focusIn = (goal) => {
  const root = /** @type {ShadowRoot} */ (document.querySelector("[data-tessera]")?.shadowRoot);
  const held = root.activeElement;
  const shown = held instanceof HTMLInputElement ? held.nextElementSibling : held; // a radio button lies below its face
  const { left, top, right, bottom } = /** @type {Element} */ (shown ?? root.host).getBoundingClientRect();
  const [x, y] = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
  const front = root.elementFromPoint(x, y);
  return { name: `${held?.className || held?.localName}`, isGoal: Boolean(held?.matches(goal)),
    isSeen: Boolean(front && (held?.contains(front) || shown?.contains(front))) };
};

/** Tab leads to the goal; what has the focus is seen, on the way and there. @param {Page} page @param {string} goal */
async function tabTo(page, goal) {
  const names = [];
  for (let stops = 0; stops < 25; stops++) {
    await page.keyboard.press("Tab");
    const { name, isSeen, isGoal } = await page.evaluate(focusIn, goal);
    assert.ok(isSeen, `${name} has the focus and is not seen`);
    if (isGoal) return assert.ok(await page.evaluate(isSeenIn, goal), `${goal} has the focus and is not seen whole`);
    names.push(name);
  }
  assert.fail(`Tab does not lead to ${goal}, but to ${names.join(", ")}`);
}

/** @param {Visitor} visitor @param {{goal: string}} state @param {Size[]} sizes */
async function check({ page }, { goal }, sizes) {
  for (const size of sizes) {
    await resize(page, size);
    try {
      await wheelTo(page, goal, 250);
      assert.deepEqual(await page.evaluate(flawsIn, LEAST_TEXT), []);
      await wheelTo(page, ".instructions", -250);
    } catch (error) {
      throw new Error(`${size.width} x ${size.height}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  }
}

for (const [name, state] of Object.entries(STATES)) {
  test(`${name}: all of it can be reached, however little height there is`, LIMIT, async () => {
    const { context, page, visitor, faults } = await visit(browser, site, `/${state.kind}`, { viewport: PHONE });
    await visitor.open();
    await state.go?.(visitor);
    await check(visitor, state, [...SHORT, ...ROOMY]);
    await resize(page, SHORT[0]);
    await tabTo(page, state.goal);
    assert.deepEqual(faults.filter((fault) => name !== "error" || !fault.includes("net::ERR_FAILED")), []);
    await context.close();
  });

  test(`${name}: all of it can be reached with text twice as large, in German`, LIMIT, async () => {
    const { context, page, visitor } = await visit(large, site, `/german-${state.kind}`, { viewport: PHONE });
    await visitor.open();
    assert.equal(await page.locator(".instructions").evaluate((element) => parseFloat(getComputedStyle(element).fontSize) >= 32), true);
    await state.go?.(visitor);
    await check(visitor, state, [PHONE, { width: 720, height: 450 }]);
    await resize(page, PHONE);
    assert.deepEqual(await page.evaluate(brokenIn), []);
    await tabTo(page, state.goal);
    await context.close();
  });
}
