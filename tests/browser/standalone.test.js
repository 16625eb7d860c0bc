// The standalone mode's challenges in a page: how they look, how they are answered, what they keep to
// themselves, and what happens without their pictures. Files come from a plain static server under the
// strictest policy.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER } from "../lib/standalone.js";
import { ROOT, Server, kinds } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";
import { LIMIT, launch } from "./browser.js";
import {
  CELL, MOST_DRAWS, SHEET_NAMES, assertSpritesShown, call, cell, choose, chosen, colourNamed, colourOf, lastChallenge, look, looks, makeSheet,
  nextChallenge, open, render, settle, sheetPath, startSite,
} from "./standalone.js";
import { voiceScript } from "./voice.js";
import { png, readPng } from "../lib/png.js";

/** @typedef {import("./standalone.js").Page} Page */

const KINDS = kinds();

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/static.js").StaticServer} */
let site;
before(async () => ([browser, site] = await Promise.all([launch(), startSite()])));
after(() => Promise.all([browser?.close(), site?.down()]));

/** The page that tests without options share: each loads it anew. @type {Awaited<ReturnType<typeof open>> | undefined} */
let shared;

/** Runs in a page in which nothing may go wrong, and which is a test's own where it has options.
 * @param {string} name @param {(page: Page) => Promise<void>} check @param {Parameters<typeof open>[2]} [options] */
function inPage(name, check, options) {
  test(name, LIMIT, async () => {
    const isFirst = !shared;
    const { context, page, faults } = options ? await open(browser, site, options) : shared ??= await open(browser, site);
    if (!options && !isFirst) {
      await page.goto("/");
      await page.waitForFunction(() => "standalone" in window);
    }
    await check(page);
    assert.deepEqual(faults.splice(0), []);
    if (options) await context.close();
  });
}

/** @param {Page} page @param {number} index @returns {Promise<{x: number, y: number, width: number, height: number}>} */
async function boxOf(page, index) {
  const box = await cell(page, index).boundingBox();
  assert.ok(box);
  return box;
}

/** Asserts that the instructions stand right above the grid, in letters that are not small. @param {Page} page */
async function assertInstructionsAbove(page) {
  const [instructions, grid] = await Promise.all([".instructions", ".cells"].map((part) => page.locator(part).boundingBox()));
  assert.ok(instructions && grid);
  const gap = grid.y - (instructions.y + instructions.height);
  assert.ok(gap >= 0 && gap < 40, `${gap} pixels between the instructions and the grid`);
  const text = await page.locator(".instructions").evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    const { fontSize, visibility, opacity } = getComputedStyle(element);
    return { left, right, size: parseFloat(fontSize), visibility, opacity };
  });
  assert.ok(text.left >= 0 && text.left < grid.x + grid.width && text.right > grid.x,
    `the words stand from ${text.left} to ${text.right}, the grid from ${grid.x} to ${grid.x + grid.width}`);
  assert.ok(text.size >= 16, `${text.size} pixels`);
  assert.deepEqual([text.visibility, text.opacity], ["visible", "1"]);
}

/** How many cells stand in each row, by where they are seen. @param {Page} page */
async function rowsSeen(page) {
  const tops = await page.locator("[data-index]").evaluateAll((cells) => cells.map((one) => Math.round(one.getBoundingClientRect().top)));
  /** @type {Map<number, number>} */
  const rows = new Map();
  for (const top of tops) rows.set(top, (rows.get(top) ?? 0) + 1);
  return [...rows.values()];
}

/** Asserts that what is seen amid each cell is its sprite: nothing hides it. @param {Page} page @param {{spriteSource: string, spriteIndex: number}[]} sprites */
async function assertSpritesSeen(page, sprites) {
  const boxes = await page.locator("[data-index]").evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().toJSON()));
  const { width, colours } = readPng(await page.screenshot());
  for (const [index, { spriteSource, spriteIndex }] of sprites.entries()) {
    const { x, y, width: side } = boxes[index];
    const at = 3 * (Math.round(y + side / 2) * width + Math.round(x + side / 2));
    const wanted = colourOf(spriteSource, spriteIndex);
    const seen = [...colours.subarray(at, at + 3)];
    assert.ok(seen.every((value, part) => Math.abs(value - wanted[part]) <= 2), `cell ${index}: ${seen}, not ${wanted}`);
  }
}

/** What a cell looks like, as bytes. @param {Page} page @param {number} index */
const shotOf = async (page, index) => (await cell(page, index).screenshot()).toString("base64");

/** Choosing shows, by colour and width, with a transition; so does the mouse. @param {Page} page
 * @param {boolean} [keeps] whether a choice stays until there is another */
async function assertFeedback(page, keeps = false) {
  const plain = await look(page, 2);
  const seen = new Set([await shotOf(page, 2)]); // what computed styles say may be covered, or not be drawn at all
  await cell(page, 2).hover();
  await settle(page);
  const hovered = await look(page, 2);
  assert.notDeepEqual(hovered, plain, "hover");
  assert.notEqual(hovered.width, plain.width, "by its border: all that the widget shows");
  assert.equal(await cell(page, 2).evaluate((element) => getComputedStyle(element).cursor), "pointer"); // SPA-3-7, PRE-3.3-3, HUM-3.3-3
  seen.add(await shotOf(page, 2));
  assert.equal(seen.size, 2, "hovering is seen");
  await cell(page, 2).click();
  await page.mouse.move(0, 0);
  await settle(page);
  const selected = await look(page, 2);
  seen.add(await shotOf(page, 2));
  assert.equal(seen.size, 3, "a choice is seen");
  assert.notEqual(selected.colour, plain.colour);
  assert.notEqual(selected.background, plain.background);
  assert.equal(selected.colour, await colourNamed(page, "--accent"));
  assert.equal(await cell(page, 2).locator(".tick").evaluate((tick) => getComputedStyle(tick).opacity), "1"); // PRE-3.3-5, HUM-3.3-5
  assert.ok(selected.transition.split(",").some((duration) => parseFloat(duration) > 0), selected.transition);
  await cell(page, keeps ? 3 : 2).click();
  const isAtOnce = await cell(page, 2).evaluate((found, isKept) => {
    const element = /** @type {HTMLElement} */ (found);
    const wasChosen = element.ariaSelected === "true";
    element.click();
    const isChosen = element.ariaSelected === "true";
    element.click();
    return !wasChosen && isChosen && element.ariaSelected === String(isKept);
  }, keeps);
  assert.ok(isAtOnce); // PRE-4.1-5, HUM-4.1-5
}

/** What is right stands in the success colour, whatever was chosen; the rest does not.
 * @param {Page} page @param {string} name @param {number[]} right */
async function assertRevealed(page, name, right) {
  await page.mouse.move(0, 0);
  await settle(page);
  const before = await shotOf(page, right[0]);
  await call(page, name, "revealAnswer");
  await settle(page);
  assert.notEqual(await shotOf(page, right[0]), before, "what is right is seen");
  const success = await colourNamed(page, "--success");
  const accent = await colourNamed(page, "--accent");
  assert.notEqual(success, accent);
  for (const [index, { colour, width, label }] of (await looks(page)).entries()) {
    assert.equal(colour === success && parseFloat(width) >= 3, right.includes(index), `cell ${index}: ${colour}`);
    assert.notEqual(colour, accent, `cell ${index} still looks chosen`);
    assert.equal(label.includes("correct"), right.includes(index));
  }
}

/** What each class is to get right. @type {Record<string, number | null>} how many options it has, if they are counted */
const CLASSES = { SpatialChallenge: 4, PredatorChallenge: 10, HumanChallenge: 100, EmotionsChallenge: 16, PuzzleChallenge: null, SceneChallenge: 6,
  HiddenChallenge: 12 };

for (const [name, count] of Object.entries(CLASSES)) {
  inPage(`${name}: from generate() to revealAnswer()`, async (page) => {
    // SPA-6-3, PRE-6.3-2, HUM-6.3-2, SPA-8-2, SPA-8-3, SPA-8-4, SPA-8-5, PRE-8.2-2, PRE-8.2-3, PRE-8.2-4, PRE-8.2-5,
    // HUM-8.2-2, HUM-8.2-3, HUM-8.2-4, HUM-8.2-5
    const isRight = () => page.evaluate((className) => {
      const { standalone } = /** @type {any} */ (window);
      const kind = standalone[className];
      return kind.validate(standalone.last, kind.getAnswer(standalone.last));
    }, name);
    for (const wanted of [true, false]) {
      const challenge = await render(page, name);
      assert.equal(await page.locator(".tessera-challenge").count(), 1); // in place of the one before
      if (count) assert.equal(await page.locator("[data-index]").count(), count);
      assert.equal(await call(page, name, "getAnswer"), "");
      assert.equal(await isRight(), false);
      await choose(page, challenge, wanted);
      const chosen = await call(page, name, "getAnswer");
      if (wanted && name !== "PuzzleChallenge") assert.equal(chosen, challenge.answer);
      assert.notEqual(chosen, "");
      assert.equal(await isRight(), wanted);
      assert.equal(await page.locator(".right").count(), 0);
      await call(page, name, "revealAnswer");
      assert.equal(await page.locator(".right").count(), name === "PuzzleChallenge" ? 2 : challenge.answer.split(",").length);
    }
  });
}

// ------------------------------------------------------------------- spatial

inPage("spatial: characters, rotated", async (page) => {
  const seen = new Set();
  for (let i = 0; i < 300 && seen.size < 8; i++) { // 8 (7/8)^300 is 3.2e-17
    const challenge = await render(page, "SpatialChallenge");
    const { targetShape, targetRotation, isClockwise, options } = challenge;
    seen.add(`${targetRotation} ${isClockwise}`);
    assert.equal(await page.locator(".spatial-container [data-index]:visible").count(), 4); // SPA-3-1
    const shown = await page.locator(".spatial-container [data-index] .glyph").evaluateAll((glyphs) =>
      glyphs.map((glyph) => ({ text: glyph.textContent, transform: /** @type {HTMLElement} */ (glyph).style.transform })));
    for (const [index, { shape, rotation }] of options.entries()) {
      assert.equal(shown[index].text, shape); // SPA-3-2
      assert.equal(shown[index].transform, isClockwise || rotation === 0 ? `rotate(${rotation}deg)` : `rotate(-${rotation}deg)`); // SPA-3-3, SPA-3-4
    }
    const instructions = (await page.locator(".instructions").textContent()) ?? "";
    const direction = isClockwise ? " clockwise" : "anticlockwise";
    for (const part of [targetShape, `${targetRotation}°`, direction]) {
      assert.ok(instructions.includes(part), instructions); // SPA-3-8
    }
  }
  assert.equal(seen.size, 8); // SPA-1-7, SPA-1-8
  await assertInstructionsAbove(page);
  const glyph = cell(page, 0).locator(".glyph");
  const rotated = await shotOf(page, 0);
  await glyph.evaluate((element) => Object.assign(element, { textContent: "▲" }).style.setProperty("transform", "rotate(90deg)"));
  const right = await shotOf(page, 0);
  await glyph.evaluate((element) => element.style.setProperty("transform", "rotate(0deg)"));
  const up = await shotOf(page, 0);
  await glyph.evaluate((element) => (element.textContent = ""));
  const empty = await shotOf(page, 0);
  assert.equal(new Set([right, up, empty]).size, 3); // SPA-3-1, SPA-3-2: glyphs are seen, and so is their rotation
  assert.notEqual(rotated, empty);
  const { width, height } = await boxOf(page, 0);
  assert.ok(width >= 119 && width <= 126 && Math.abs(width - height) < 1, `${width} x ${height}`); // SPA-3-6
  const [grid, room] = await Promise.all([".cells", ".tessera-challenge"].map((part) => page.locator(part).boundingBox()));
  assert.ok(grid && room && grid.width <= 4 * 126 && room.width > 1.5 * grid.width); // SPA-3-5: its container has a rule of its own
  assert.ok(Math.abs((grid.x + grid.width / 2) - (room.x + room.width / 2)) < 1); // amid its room
});

inPage("spatial: one option at a time", async (page) => {
  const challenge = await render(page, "SpatialChallenge");
  assert.equal(await call(page, "SpatialChallenge", "getAnswer"), ""); // SPA-5-3
  await assertFeedback(page, true); // SPA-3-7, SPA-4-3
  for (const index of [3, 0, 2]) {
    await cell(page, index).click(); // SPA-4-1
    assert.deepEqual(await chosen(page), [index]); // SPA-4-2, SPA-4-4
    assert.equal(await call(page, "SpatialChallenge", "getAnswer"), String(index));
    await cell(page, index).click(); // again, or with the keyboard: an option stays chosen until another is
    await page.keyboard.press("Space");
    assert.deepEqual(await chosen(page), [index]);
    assert.equal(await call(page, "SpatialChallenge", "getAnswer"), String(index));
  }
  await cell(page, 2).evaluate((element) => (element.dataset.index = "1"));
  assert.equal(await call(page, "SpatialChallenge", "getAnswer"), "1"); // SPA-5-4
  await render(page, "SpatialChallenge");
  await cell(page, (challenge.correctIndex + 1) % 4).click();
  const { correctIndex } = await page.evaluate(() => /** @type {any} */ (window).standalone.last);
  await cell(page, correctIndex).click(); // chosen and right: still in the colour of success
  await assertRevealed(page, "SpatialChallenge", [correctIndex]); // SPA-7-1, SPA-7-2, SPA-7-3
});

inPage("spatial, hard: figures, cut from the engine's picture", async (page) => {
  const challenge = await render(page, "SpatialChallenge", { difficulty: "hard" });
  assert.equal(await page.locator("[data-index] canvas").count(), 8);
  assert.equal(await page.locator(".head canvas").count(), 1);
  const pictures = await page.locator("[data-index] canvas").evaluateAll((canvases) =>
    canvases.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()));
  assert.equal(new Set(pictures).size, 8);
  await cell(page, (challenge.correctIndex + 1) % 8).click();
  await assertRevealed(page, "SpatialChallenge", [challenge.correctIndex]);
});

// ------------------------------------------------------------------ predator

inPage("predator: ten sprites in a grid", async (page) => {
  const challenge = await render(page, "PredatorChallenge");
  assert.equal(await page.locator("[data-index] canvas:visible").count(), 10); // PRE-3.1-1
  assert.deepEqual(await rowsSeen(page), [5, 5]);
  await assertSpritesSeen(page, challenge.sprites);
  await assertSpritesShown(page, challenge.sprites); // PRE-1.1-1, PRE-1.1-4, PRE-1.3-1, PRE-1.3-3, PRE-3.1-4
  const sizes = await page.evaluate(() => /** @type {any} */ (window).standalone.last.sprites.map(
    (/** @type {any} */ { sprite }) => [sprite instanceof HTMLCanvasElement, sprite.width, sprite.height]));
  for (const size of sizes) assert.deepEqual(size, [true, CELL, CELL]); // PRE-1.1-3, PRE-1.3-4, PRE-8.1-2
  assert.equal(await page.locator(".instructions").textContent(), "Click on the predators that are safe to approach."); // PRE-3.2-1, PRE-3.2-2
  const [first, second] = await Promise.all([boxOf(page, 0), boxOf(page, 1)]);
  await assertInstructionsAbove(page); // PRE-3.2-3
  assert.ok(Math.abs(first.width - 100) < 4, String(first.width)); // PRE-3.1-3
  assert.ok(second.x - (first.x + first.width) >= 4); // PRE-3.1-5
});

inPage("predator: any combination can be chosen and given back", async (page) => {
  const { correctIndices } = await render(page, "PredatorChallenge");
  const answer = () => call(page, "PredatorChallenge", "getAnswer");
  assert.equal(await answer(), ""); // PRE-5.3-2
  await assertFeedback(page); // PRE-3.3-1, PRE-3.3-2, PRE-3.3-3, PRE-3.3-4
  for (const index of [7, 1, 4]) await cell(page, index).click(); // PRE-4.1-1, PRE-4.1-3
  assert.equal(await answer(), "1,4,7"); // PRE-4.1-4, PRE-5.3-1
  const flags = () => page.evaluate(() => /** @type {any} */ (window).standalone.last.sprites.flatMap(
    (/** @type {any} */ { selected }, /** @type {number} */ index) => (selected ? [index] : [])));
  assert.deepEqual(await flags(), [1, 4, 7]); // PRE-8.3-4
  await cell(page, 4).click(); // PRE-4.1-2
  assert.equal(await answer(), "1,7");
  assert.deepEqual(await flags(), [1, 7]);
  for (let index = 0; index < 10; index++) if (![1, 7].includes(index)) await cell(page, index).click();
  assert.equal(await answer(), "0,1,2,3,4,5,6,7,8,9"); // PRE-4.2-1, PRE-4.2-3
  await assertRevealed(page, "PredatorChallenge", correctIndices); // PRE-7.1-2, PRE-7.1-3, PRE-7.1-4, PRE-7.2-1, PRE-7.2-2
  await cell(page, 0).click({ force: true });
  assert.equal(await answer(), "0,1,2,3,4,5,6,7,8,9");
});

inPage("predator: on a phone", async (page) => {
  await render(page, "PredatorChallenge");
  assert.deepEqual(await rowsSeen(page), [3, 3, 3, 1]); // PRE-3.1-2
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 360, height: 740 } });

// --------------------------------------------------------------------- human

for (const [name, viewport] of Object.entries({ desktop: { width: 1000, height: 1100 }, phone: { width: 360, height: 740 }, small: { width: 320, height: 480 } })) {
  inPage(`human: ten by ten squares, ${name}`, async (page) => {
    const challenge = await render(page, "HumanChallenge");
    assert.equal(await page.locator("[data-index] canvas:visible").count(), 100); // HUM-3.1-1
    assert.deepEqual(await rowsSeen(page), Array(10).fill(10)); // HUM-3.1-6, HUM-3.1-2
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await assertSpritesShown(page, challenge.grid); // HUM-1.1-1, HUM-1.1-4, HUM-1.3-1, HUM-1.3-3, HUM-3.1-4, HUM-8.1-6
    const { width } = await boxOf(page, 55);
    if (name === "desktop") {
      assert.ok(Math.abs(width - 80) < 3, String(width)); // HUM-3.1-3
      await assertSpritesSeen(page, challenge.grid);
    }
    assert.ok(width >= 24, String(width));
    assert.equal(await page.locator(".instructions").textContent(), "Select the human"); // HUM-3.2-1, HUM-3.2-2
    await assertInstructionsAbove(page); // HUM-3.2-3
    const [first, second] = [await boxOf(page, 0), await boxOf(page, 1)];
    assert.ok(second.x > first.x + first.width); // HUM-3.1-5
  }, { viewport });
}

inPage("human: the sprites are cut in their original size", async (page) => {
  await render(page, "HumanChallenge");
  const sizes = await page.evaluate(() => /** @type {any} */ (window).standalone.last.grid.map(
    (/** @type {any} */ { sprite }) => [sprite instanceof HTMLCanvasElement, sprite.width, sprite.height].join()));
  assert.deepEqual(new Set(sizes), new Set([`true,${CELL},${CELL}`])); // HUM-1.1-3, HUM-1.3-4, HUM-8.1-2, HUM-8.3-5
});

inPage("human: one square at a time, any of them", async (page) => {
  const { correctIndex } = await render(page, "HumanChallenge");
  const answer = () => call(page, "HumanChallenge", "getAnswer");
  assert.equal(await answer(), ""); // HUM-5.3-2
  await assertFeedback(page); // HUM-3.3-1, HUM-3.3-2, HUM-3.3-3, HUM-3.3-4
  for (const index of [0, 99, 45, correctIndex, (correctIndex + 1) % 100]) { // HUM-4.2-1, HUM-4.2-3
    await cell(page, index).click(); // HUM-4.1-1
    assert.deepEqual(await chosen(page), [index]); // HUM-4.1-3, HUM-4.1-4
    assert.equal(await answer(), String(index)); // HUM-5.3-1
  }
  await cell(page, (correctIndex + 1) % 100).click(); // HUM-4.1-2
  assert.equal(await answer(), "");
  await cell(page, (correctIndex + 1) % 100).click();
  await assertRevealed(page, "HumanChallenge", [correctIndex]); // HUM-7.1-2, HUM-7.1-3, HUM-7.1-4, HUM-7.2-1, HUM-7.2-2, HUM-7.2-3, HUM-7.2-4, PRE-7.2-3
});

inPage("human: what is right is scrolled to, from wherever the page stands", async (page) => { // HUM-7.1-2
  for (let i = 0; i < 6; i++) {
    const { correctIndex } = await render(page, "HumanChallenge");
    const isBelow = correctIndex >= 50;
    await page.evaluate((toTop) => scrollTo(0, toTop ? 0 : document.body.scrollHeight), isBelow);
    const before = await boxOf(page, correctIndex);
    assert.ok(isBelow ? before.y + before.height > 200 : before.y < 0, "the page is long enough for this test");
    await call(page, "HumanChallenge", "revealAnswer");
    const { y, height } = await boxOf(page, correctIndex);
    assert.ok(y >= 0 && y + height <= 200, `cell ${correctIndex} at ${y}`);
  }
}, { viewport: { width: 800, height: 200 } });

// ---------------------------------------------------------- emotions, puzzle

inPage("emotions: sixteen faces, one chosen", async (page) => {
  const challenge = await render(page, "EmotionsChallenge");
  assert.deepEqual(await rowsSeen(page), [4, 4, 4, 4]);
  await assertSpritesShown(page, challenge.sprites);
  assert.ok((await page.locator(".instructions").textContent())?.includes(wordsOf("en")[challenge.emotion]));
  await cell(page, 5).click();
  await cell(page, 6).click();
  assert.equal(await call(page, "EmotionsChallenge", "getAnswer"), "6");
  await assertRevealed(page, "EmotionsChallenge", [challenge.correctIndex]);
});

inPage("puzzle: two moves", async (page) => {
  const { first, second } = await render(page, "PuzzleChallenge");
  assert.equal(await page.locator(".instructions").textContent(), "Which two moves turn Before into After?"); // as in the widget
  assert.equal(await call(page, "PuzzleChallenge", "getAnswer"), "");
  const move = (/** @type {string} */ place, /** @type {string} */ name) =>
    page.locator(`[data-place=${place}] .move`, { has: page.locator(`[data-name="${name}"]`) });
  await move("first", first).click();
  assert.equal(await call(page, "PuzzleChallenge", "getAnswer"), "");
  await move("second", second).click();
  assert.equal(await call(page, "PuzzleChallenge", "getAnswer"), `${first},${second}`);
  await call(page, "PuzzleChallenge", "revealAnswer");
  assert.equal(await page.locator(".move.right").count(), 2);
});

/** Renders scenes until one has options of that form. @param {Page} page @param {boolean} isWords @param {object} [options] */
async function renderScene(page, isWords, options) {
  for (;;) {
    const challenge = await render(page, "SceneChallenge", options);
    if ((challenge.options !== null) === isWords) return challenge;
  }
}

/** Whether a canvas shows a picture and not one colour. @param {Page} page @param {string} selector */
const coloursIn = (page, selector) => page.locator(selector).first().evaluate((canvas) => {
  const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
  const context = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext("2d"));
  return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
});

for (const [name, viewport] of Object.entries({ desktop: { width: 1000, height: 1100 }, phone: { width: 360, height: 740 } })) {
  inPage(`scene: words below a picture, ${name}`, async (page) => {
    for (const difficulty of ["easy", "medium", "hard"]) {
      const challenge = await renderScene(page, true, { difficulty }); /* S3D-5 */
      assert.equal(await page.locator(".instructions").textContent(), challenge.instructions);
      assert.deepEqual(await page.locator(".choice .face").allTextContents(), challenge.options);
      assert.ok((await coloursIn(page, "canvas.whole")) > 50); /* S3D-3 */
      assert.equal(await page.getByRole("img").getAttribute("aria-label"), "Picture for the question");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)); /* S3D-28 */
      assert.equal(await call(page, "SceneChallenge", "getAnswer"), "");
      for (const index of [0, 5, challenge.correctIndex, (challenge.correctIndex + 1) % 6]) {
        await cell(page, index).click();
        assert.equal(await call(page, "SceneChallenge", "getAnswer"), String(index));
      }
      await call(page, "SceneChallenge", "revealAnswer");
      assert.deepEqual(await page.locator(".move.right .face").allTextContents(), [challenge.options[challenge.correctIndex]]);
      assert.equal(await cell(page, 0).isDisabled(), true);
    }
  }, { viewport });

  inPage(`scene: pictures below a picture, ${name}`, async (page) => {
    for (const difficulty of ["easy", "medium", "hard"]) {
      const challenge = await renderScene(page, false, { difficulty });
      assert.deepEqual(await rowsSeen(page), [3, 3]);
      assert.ok((await coloursIn(page, ".head canvas")) > 20);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await cell(page, 5).click();
      await cell(page, 4).click();
      assert.equal(await call(page, "SceneChallenge", "getAnswer"), "4");
      await assertRevealed(page, "SceneChallenge", [challenge.correctIndex]);
    }
  }, { viewport });
}

inPage("scene: the document tells no answer", async (page) => {
  for (const isWords of [true, false]) {
    const challenge = await renderScene(page, isWords);
    const { properties, options, text } = await page.locator("#stage").evaluate((stage) => ({
      properties: [stage, ...stage.querySelectorAll("*")].flatMap((element) => Object.getOwnPropertyNames(element)),
      options: new Set([...stage.querySelectorAll(".move, .cell")].map((option) => option.outerHTML
        .replace(/ (data-index|aria-label|tabindex)="[^"]*"/g, "").replace(/<span>[^<]*<\/span>/, ""))).size,
      text: stage.outerHTML,
    }));
    assert.deepEqual(properties, []);
    assert.equal(options, 1); // they differ by where they stand, their word and their pixels alone
    for (const word of [challenge.id, "answer", "correct"]) assert.ok(!text.includes(word), word);
  }
});

// ------------------------------------------------------------- what is kept

const SPRITE_KINDS = ["PredatorChallenge", "HumanChallenge", "EmotionsChallenge"];

inPage("the document tells no answer, nor does the page's global object", async (page) => {
  // PRE-S-2, HUM-S-2, SPA-S-2, R1
  for (const [name, difficulty] of [...SPRITE_KINDS, "SpatialChallenge"].flatMap((kind) => ["easy", "medium", "hard"].map((level) => [kind, level]))) {
    const before = await page.evaluate(() => Object.getOwnPropertyNames(window).sort());
    await render(page, name, { difficulty });
    const kinds = await page.locator("[data-index]").evaluateAll((cells) => cells.map((one) => {
      const copy = /** @type {HTMLElement} */ (one.cloneNode(true));
      for (const attribute of ["data-index", "aria-label", "tabindex"]) copy.removeAttribute(attribute);
      const glyph = copy.querySelector(".glyph");
      if (glyph?.textContent?.length === 1) glyph.textContent = ""; // the one character that is shown
      return copy.outerHTML;
    }));
    assert.equal(new Set(kinds).size, 1, `${name}, ${difficulty}`); // cells differ by where they stand, by their glyph and by their pixels alone
    const { labels, properties, text } = await page.evaluate(() => {
      const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
      return {
        labels: [...stage.querySelectorAll("[data-index]")].map((one) => one.getAttribute("aria-label")),
        properties: [stage, ...stage.querySelectorAll("*")].flatMap((element) => Object.getOwnPropertyNames(element)),
        text: stage.outerHTML,
      };
    });
    labels.forEach((label) => assert.match(label ?? "", /^Row \d+, column \d+$/));
    assert.deepEqual(properties, []);
    const id = await page.evaluate(() => /** @type {any} */ (window).standalone.last.id);
    for (const word of [id, "safe\"", "isHuman", "isSafe", "male", "item_", "answer", "correct"]) {
      assert.ok(!text.includes(word), `${name}: ${word}`);
    }
    assert.deepEqual(await page.evaluate(() => Object.getOwnPropertyNames(window).sort()), before);
  }
});

inPage("missing containers are no error", async (page) => {
  // SPA-8-7
  for (const name of ["SpatialChallenge", "PuzzleChallenge", "SceneChallenge", "HiddenChallenge", ...SPRITE_KINDS]) {
    const results = await page.evaluate((className) => {
      const kind = /** @type {any} */ (window).standalone[className];
      const challenge = kind.generate();
      const absent = document.querySelector("#nowhere");
      return [kind.render(challenge, absent), kind.getAnswer(challenge), kind.revealAnswer(challenge, absent) ?? null,
        kind.revealAnswer(challenge, document.body) ?? null];
    }, name);
    assert.deepEqual(results, [null, "", null, null]);
  }
});

// ----------------------------------------------------------------- pictures

test("each sheet is asked for once, however many challenges there are", async () => {
  const site = await startSite();
  const { context, page, faults } = await open(browser, site);
  await page.evaluate(async () => {
    const { standalone } = /** @type {any} */ (window);
    const names = ["PredatorChallenge", "HumanChallenge", "EmotionsChallenge"];
    const made = names.flatMap((name) => Array.from({ length: 10 }, () => standalone[name].generate()));
    await Promise.all(made.map(({ ready }) => ready));
    for (const name of names) await standalone[name].generate().ready;
    await standalone.SpriteLoader.shared.preload();
  });
  for (const name of SHEET_NAMES) assert.equal(site.count(sheetPath(name)), 1, name); // PRE-1.2-5, HUM-1.2-6, PRE-8.1-4, HUM-8.1-4, PRE-10-2, HUM-10-2
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

inPage("nobody has to wait while a sheet is on its way", async (page) => {
  // PRE-8.1-3, HUM-8.1-3, PRE-1.2-4, HUM-1.2-5, PRE-10-1, HUM-10-1
  /** @type {() => void} */
  let letGo = () => {};
  const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
  await page.route(/item_sprites/, async (route) => {
    await held;
    await route.continue();
  });
  const early = await page.evaluate(async () => {
    const { standalone } = /** @type {any} */ (window);
    const { HumanChallenge, SpriteLoader } = standalone;
    const challenge = HumanChallenge.generate(); // does not wait
    HumanChallenge.render(challenge, document.getElementById("stage"));
    const promises = [challenge.ready, SpriteLoader.shared.loadSheet("item"), SpriteLoader.shared.preload()];
    standalone.settled = [];
    promises.forEach((promise, index) => promise.then(() => standalone.settled.push(index)));
    await new Promise((resolve) => setTimeout(resolve)); // the page goes on
    const { sprite } = challenge.grid.find((/** @type {any} */ { isHuman }) => !isHuman);
    return { arePromises: promises.every((promise) => promise instanceof Promise), settled: [...standalone.settled],
      isEmpty: sprite.getContext("2d").getImageData(0, 0, 1, 1).data[3] === 0 };
  });
  assert.deepEqual(early, { arePromises: true, settled: [], isEmpty: true });
  assert.ok(await page.locator(".notice", { hasText: "Loading" }).isVisible());
  letGo();
  await page.waitForFunction(() => /** @type {any} */ (window).standalone.settled.length === 3);
  await page.locator(".notice").waitFor({ state: "detached" });
  await assertSpritesShown(page, await page.evaluate(() => JSON.parse(JSON.stringify(/** @type {any} */ (window).standalone.last.grid))));
}, {});

inPage("once the sheets are there, a grid is made at once, by no more work than it needs", async (page) => {
  // PRE-10-3, HUM-10-3: what cutting costs is counted, as time depends on the machine.
  await page.addInitScript(() => { // before the module is loaded
    const work = /** @type {any} */ (window).work = { images: 0, canvases: 0, contexts: 0, cuts: 0, pixels: 0, others: 0, engine: 0 };
    window.Image = class extends Image {
      constructor() {
        super();
        work.images++;
      }
    };
    const { createElement } = Document.prototype;
    Document.prototype.createElement = function (/** @type {[string]} */ ...given) {
      if (given[0] === "canvas") work.canvases++;
      return createElement.apply(this, given);
    };
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = /** @type {any} */ (function (/** @type {any[]} */ ...given) {
      work.contexts++;
      // @ts-ignore: `this` is a canvas, and the arguments are the caller's
      return getContext.apply(this, given);
    });
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (/** @type {any[]} */ ...given) {
      work.cuts++;
      work.pixels += given.length === 9 ? given[3] * given[4] + given[7] * given[8] : Infinity;
      return drawImage.apply(this, /** @type {any} */ (given));
    };
    for (const name of ["getImageData", "putImageData", "createImageData"]) {
      const method = /** @type {any} */ (CanvasRenderingContext2D.prototype)[name];
      /** @type {any} */ (CanvasRenderingContext2D.prototype)[name] = function (/** @type {any[]} */ ...given) {
        work.others++;
        return method.apply(this, given);
      };
    }
    for (const name of /** @type {const} */ (["instantiate", "instantiateStreaming"])) {
      const instantiate = /** @type {any} */ (WebAssembly[name]);
      WebAssembly[name] = async (/** @type {any} */ source) => {
        const { exports } = (await instantiate(source)).instance;
        const generate = (/** @type {number[]} */ ...given) => {
          work.engine++;
          return exports.generate(...given);
        };
        return /** @type {any} */ ({ instance: { exports: { ...exports, generate } } });
      };
    }
  });
  const profiler = await page.context().newCDPSession(page);
  await profiler.send("Profiler.enable");
  await profiler.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true }); // counts in what is compiled from now on
  await page.reload();
  await page.waitForFunction(() => "standalone" in window);
  for (const [name, count] of /** @type {const} */ ([["PredatorChallenge", 10], ["HumanChallenge", 100]])) {
    await page.evaluate(async (className) => {
      const { standalone } = /** @type {any} */ (window);
      await standalone.SpriteLoader.shared.preload();
      await standalone[className].generate().ready; // what is done once is done
    }, name);
    await profiler.send("Profiler.takePreciseCoverage"); // from 0 again
    const { made, shown, isPainted } = await page.evaluate(async (className) => {
      const page_ = /** @type {any} */ (window);
      const kind = page_.standalone[className];
      /** Counts from 0 again. */
      const countWork = () => {
        const work = { ...page_.work };
        for (const counter of Object.keys(work)) page_.work[counter] = 0;
        return work;
      };
      countWork();
      const challenge = kind.generate();
      const made = countWork();
      const isPainted = (challenge.grid ?? challenge.sprites).every((/** @type {any} */ { sprite }) => // HUM-10-5: when generate() returns
        sprite.getContext("2d").getImageData(0, 0, 1, 1).data[3] === 255);
      countWork();
      kind.render(challenge, document.getElementById("stage"));
      await challenge.ready;
      while (document.querySelector(".notice")) await new Promise((resolve) => setTimeout(resolve));
      return { made, shown: countWork(), isPainted };
    }, name);
    const { result } = await profiler.send("Profiler.takePreciseCoverage");
    assert.ok(isPainted);
    const wanted = { images: 0, canvases: count, contexts: count, cuts: count, pixels: count * 2 * CELL * CELL, others: 0 };
    assert.deepEqual(made, { ...wanted, engine: 1 }, name);
    assert.deepEqual(shown, { ...wanted, engine: 0 }, name);
    // How often each block of the module ran, taken together: loops show there that call nothing of the browser.
    const blocks = result.filter(({ url }) => url.endsWith("/standalone.js")).flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges).reduce((sum, range) => sum + range.count, 0);
    // Ten sprites need some 2,400 and a hundred some 5,200; a loop of 40 for each sprite adds 80 a sprite.
    assert.ok(blocks > count && blocks < 2700 + 45 * count, `${name}: ${blocks} blocks`);
  }
});

inPage("pictures come through the browser's own Image and Canvas", async (page) => {
  // PRE-8.4-1, HUM-8.4-1, HUM-8.1-1
  await page.addInitScript(() => { // before the module is loaded
    const uses = /** @type {any} */ (window).uses = { images: 0, cuts: 0 };
    window.Image = class extends Image {
      constructor() {
        super();
        uses.images++;
      }
    };
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (/** @type {any[]} */ ...given) {
      uses.cuts++;
      return drawImage.apply(this, /** @type {any} */ (given));
    };
  });
  await page.reload();
  await page.waitForFunction(() => "standalone" in window);
  const uses = await page.evaluate(async () => {
    const { HumanChallenge } = /** @type {any} */ (window).standalone;
    await HumanChallenge.generate().ready;
    return /** @type {any} */ (window).uses;
  });
  assert.deepEqual(uses, { images: 2, cuts: 100 }); // the items' sheet, and that of the one human
}, {});

test("the sheets of this build are good ones", async () => {
  const site = await startSite();
  for (const name of SHEET_NAMES) site.files.set(sheetPath(name), { body: readFileSync(join(FOLDER, sheetPath(name))) });
  const { context, page, faults } = await open(browser, site);
  const cells = await page.evaluate(async (names) => {
    const loader = /** @type {any} */ (window).standalone.SpriteLoader.shared;
    return Promise.all(names.map(async (name) => (await loader.loadSheet(name)).cell));
  }, SHEET_NAMES);
  assert.equal(new Set(cells).size, 1);
  for (const name of ["predator", "safe", "male", "female", "item"]) { // sixteen pictures, none like another
    const pictures = await page.evaluate(async (sheetName) => {
      const loader = /** @type {any} */ (window).standalone.SpriteLoader.shared;
      const sheet = await loader.loadSheet(sheetName);
      return Array.from({ length: 16 }, (_, place) => loader.extract(sheet, place).toDataURL());
    }, name);
    assert.equal(new Set(pictures).size, 16, name);
  }
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

test("what is loaded works offline", async () => {
  const { context, page, faults } = await open(browser, site);
  await page.evaluate(() => /** @type {any} */ (window).standalone.SpriteLoader.shared.preload());
  await context.setOffline(true);
  for (const name of ["SpatialChallenge", "PuzzleChallenge", "SceneChallenge", "HiddenChallenge", ...SPRITE_KINDS]) {
    const challenge = await render(page, name); // PRE-8.4-4, HUM-8.4-4, SPA-S-1
    assert.ok(await page.evaluate(([className, answer]) => {
      const { standalone } = /** @type {any} */ (window);
      return standalone[/** @type {string} */ (className)].validate(standalone.last, answer);
    }, /** @type {const} */ ([name, challenge.answer])));
  }
  assert.deepEqual(faults, []);
  await context.close();
});

/** Answers the shown challenge rightly and goes on. @param {Page} page @param {any} challenge */
async function pass(page, challenge) {
  await choose(page, challenge, true);
  await page.locator("button.submit").click(); // it waits for its time by itself
  await page.locator(".notice[data-tone=good]").waitFor();
}

for (const lang of ["en", "de", "ar"]) {
  test(`a session works offline once it is ready, ${lang}`, LIMIT, async () => {
    const { context, page, faults } = await open(browser, site, { script: voiceScript(["en", "de", "ar"]) });
    await page.evaluate(async (tag) => {
      const { Captcha } = /** @type {any} */ (window).standalone;
      /** @type {any} */ (window).captcha = new Captcha(document.getElementById("stage"), { lang: tag, rounds: 100 });
      await /** @type {any} */ (window).captcha.ready;
    }, lang);
    await context.setOffline(true);
    await page.evaluate(() => void /** @type {any} */ (window).captcha.start());
    await page.locator("button.alone-start").click();
    const words = wordsOf(lang);
    const seen = new Set();
    for (let i = 0, id = ""; i < MOST_DRAWS && seen.size < KINDS.length; i++) {
      const challenge = await nextChallenge(page, id);
      id = challenge.id;
      assert.equal(await page.locator("button.submit").innerText(), words.submit);
      if (!seen.has(challenge.type)) await assertDrawn(page);
      seen.add(challenge.type);
      if (i === 0) await pass(page, challenge);
      else await page.evaluate((word) => { // another session: quicker than to solve it, and its first word of chance picks the kind
        /** @type {any} */ (window).captcha.stop();
        /** @type {any} */ (window).spied.words = [word];
        void /** @type {any} */ (window).captcha.start();
      }, i).then(() => page.locator("button.alone-start").click());
    }
    assert.deepEqual([...seen].sort(), [...KINDS].sort());
    for (const [way, type] of [["listen", "scene"], ["instead", "puzzle"]]) {
      const { id } = await lastChallenge(page);
      await page.getByRole("button", { name: words[way], exact: true }).click();
      assert.equal((await nextChallenge(page, id)).type, type);
    }
    assert.equal((await page.locator(".move").first().innerText()).trim(), words["shift-up"]);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

/** Asserts that what is shown is there: no canvas is empty. @param {Page} page */
async function assertDrawn(page) {
  const empty = await page.locator(".body canvas").evaluateAll((canvases) => canvases.filter((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const context = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext("2d"));
    return width === 0 || !context.getImageData(0, 0, width, height).data.some((value) => value !== 0);
  }).length);
  assert.equal(empty, 0);
}

test("ready says when something could not be loaded", async () => {
  for (const missing of [sheetPath("item"), "/static/locales/de.json", "/static/locales/standalone/de.json", "/static/locales/more/de.json"]) {
    const site = await startSite();
    const lost = site.files.get(missing);
    assert.ok(lost);
    site.files.delete(missing);
    const { context, page } = await open(browser, site);
    const isReady = () => page.evaluate(() => new /** @type {any} */ (window).standalone.Captcha(document.getElementById("stage"), { lang: "de" })
      .ready.then(() => true, (/** @type {Error} */ error) => error.message));
    assert.match(String(await isReady()), missing.endsWith("json") ? /"de" could not be loaded/ : /not found/, missing);
    site.files.set(missing, lost);
    assert.equal(await isReady(), true, missing); // what failed is tried again
    await context.close();
    await site.down();
  }
});

inPage("revealAnswer() without an element reveals wherever the challenge is shown", async (page) => {
  for (const [name, count] of [["SpatialChallenge", 1], ["PredatorChallenge", 3], ["HumanChallenge", 1], ["PuzzleChallenge", 2], ["HiddenChallenge", 1]]) {
    await render(page, String(name));
    const marked = await page.evaluate((className) => {
      const { standalone } = /** @type {any} */ (window);
      const kind = standalone[className];
      const elsewhere = document.createElement("div");
      kind.revealAnswer(standalone.last, elsewhere); // not there
      kind.revealAnswer(standalone.last, null); // an element that is missing is nowhere
      const before = document.querySelectorAll(".right").length;
      kind.revealAnswer(standalone.last);
      return [before, document.querySelectorAll(".right").length];
    }, String(name));
    assert.deepEqual(marked, [0, count], String(name));
  }
});

inPage("render() speaks the language that is asked for, or that of its container", async (page) => {
  const german = wordsOf("de");
  for (const how of ["asked for", "the container's"]) {
    const shown = await page.evaluate(async (isAsked) => {
      const { HumanChallenge } = /** @type {any} */ (window).standalone;
      const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
      stage.lang = isAsked ? "" : "de-CH";
      if (isAsked) stage.removeAttribute("lang");
      const challenge = HumanChallenge.generate();
      const element = HumanChallenge.render(challenge, stage, isAsked ? { lang: "de" } : undefined);
      await challenge.ready;
      const instructions = stage.querySelector(".instructions")?.textContent;
      const cell = /** @type {HTMLElement} */ (stage.querySelector("[data-index]"));
      cell.click();
      return { isIn: stage.contains(element), lang: element.lang, dir: element.dir, busy: element.getAttribute("aria-busy"), instructions,
        label: cell.getAttribute("aria-label"), answer: HumanChallenge.getAnswer(challenge), painted: stage.querySelectorAll("canvas").length };
    }, how === "asked for");
    assert.deepEqual(shown, { isIn: true, lang: "de", dir: "ltr", busy: null, instructions: german["ask-human"],
      label: String(german.cell).replace("{row}", "1").replace("{column}", "1"), answer: "0", painted: 100 }, how);
  }
  const arabic = await page.evaluate(async () => {
    const { PuzzleChallenge } = /** @type {any} */ (window).standalone;
    const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
    const challenge = PuzzleChallenge.generate();
    const element = PuzzleChallenge.render(challenge, stage, { lang: "ar" });
    await challenge.ready;
    PuzzleChallenge.render(challenge, stage, { lang: "en" }); // anew, over it
    const isEnglish = stage.querySelector(".instructions")?.textContent;
    return { dir: element.dir, isEnglish, count: stage.querySelectorAll(".instructions").length };
  });
  assert.deepEqual(arabic, { dir: "rtl", isEnglish: "Which two moves turn Before into After?", count: 1 });
});

test("on a plain-http page", async () => {
  const plain = await launch("--host-resolver-rules=MAP plain.example 127.0.0.1");
  const { context, page, faults } = await open(plain, /** @type {any} */ ({ url: site.url.replace("127.0.0.1", "plain.example") }));
  assert.equal(await page.evaluate(() => isSecureContext), false);
  for (const name of ["SpatialChallenge", "PuzzleChallenge", "SceneChallenge", "HiddenChallenge", ...SPRITE_KINDS]) await render(page, name);
  assert.deepEqual(faults, []);
  await context.close();
  await plain.close();
});

test("from another origin, which is a server of ours", async () => {
  const [site, server] = await Promise.all([startSite(), Server.start()]);
  site.policy = `default-src 'self' ${server.url}; script-src 'self' ${server.url} 'wasm-unsafe-eval'`;
  const script = site.files.get("/page.js");
  assert.ok(script);
  script.body = String(script.body).replace('"/standalone.js"', `"${server.url}/standalone.js"`);
  const { context, page, faults } = await open(browser, site);
  for (const name of ["SpatialChallenge", "PuzzleChallenge", "SceneChallenge", "HiddenChallenge", ...SPRITE_KINDS]) await render(page, name);
  await page.evaluate(() => {
    const { Captcha } = /** @type {any} */ (window).standalone;
    void new Captcha(document.getElementById("stage"), { lang: "fr" }).start();
  });
  await page.locator("button.alone-start", { hasText: "Commencer" }).waitFor();
  assert.deepEqual(faults.filter((fault) => !fault.startsWith(`foreign: ${server.url}/`)), []);
  assert.deepEqual(site.requests.filter((path) => path !== "/icon.png"), ["/", "/page.js", "/spy.js"]); // all else is the server's
  await context.close();
  await Promise.all([site.down(), server.down()]);
});

test("the engine loads under a wrong media type, too", async () => {
  const site = await startSite();
  const engine = site.files.get("/tessera-core.wasm");
  assert.ok(engine);
  engine.type = "application/octet-stream";
  const { context, page, faults } = await open(browser, site);
  assert.equal((await render(page, "SpatialChallenge")).options.length, 4);
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

test("a page without the engine says what is missing", async () => {
  const site = await startSite();
  site.files.delete("/tessera-core.wasm");
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto("/");
  const message = await page.evaluate(() => import(/** @type {any} */ ("/standalone.js")).catch((error) => error.message));
  assert.equal(message, "tessera-core.wasm was not found next to standalone.js.");
  await context.close();
  await site.down();
});

test("a sheet that can't be used is refused in plain words", async () => {
  const site = await startSite();
  const sheets = {
    "/bad/text.png": Buffer.from("this is no picture"),
    "/bad/odd.png": png(130, 130),
    "/bad/oblong.png": png(256, 128),
    "/bad/small.png": png(64, 64),
    "/bad/large.png": png(2056, 2056),
    "/good.png": makeSheet("item", 32),
  };
  for (const [path, body] of Object.entries(sheets)) site.files.set(path, { body });
  const { context, page, faults } = await open(browser, site);
  const load = (/** @type {string} */ url) => page.evaluate((given) => {
    const { SpriteLoader, SpriteError } = /** @type {any} */ (window).standalone;
    return SpriteLoader.shared.loadSheet(given).then(
      (/** @type {any} */ sheet) => ({ cell: sheet.cell }),
      (/** @type {any} */ error) => ({ code: error.code, message: error.message, isOurs: error instanceof SpriteError }));
  }, url);
  // PRE-8.1-5, HUM-8.1-5, PRE-9-1, HUM-9-1, PRE-1.1-2, HUM-1.1-2, PRE-1.2-3, HUM-1.2-4
  for (const [path, code, words] of [
    ["/bad/none.png", "not-found", /not found/],
    ["/bad/text.png", "not-an-image", /not an image/],
    ["/bad/odd.png", "not-divisible", /divisible by 4/],
    ["/bad/oblong.png", "not-square", /square/],
    ["/bad/small.png", "too-small", /32 pixels wide at least/],
    ["/bad/large.png", "too-large", /512 pixels wide at most/],
  ]) {
    const { message, ...rest } = await load(String(path));
    assert.deepEqual(rest, { code, isOurs: true }, message);
    assert.match(message, /** @type {RegExp} */ (words));
    assert.doesNotMatch(message, /http|127|\/|png|Error/); // PRE-9-4, HUM-9-4
  }
  assert.deepEqual(await load("/good.png"), { cell: 32 });
  site.files.set("/bad/none.png", { body: makeSheet("safe") });
  assert.deepEqual(await load("/bad/none.png"), { cell: CELL }); // what failed is tried again
  const places = await page.evaluate(async () => {
    const { SpriteLoader } = /** @type {any} */ (window).standalone;
    const loader = new SpriteLoader({ base: "/sprites" });
    const sheet = await loader.loadSheet("female");
    return [-1, 16, 1.5].map((place) => {
      try {
        return loader.extract(sheet, place);
      } catch (error) {
        return /** @type {any} */ (error).code;
      }
    });
  });
  assert.deepEqual(places, ["no-such-place", "no-such-place", "no-such-place"]);
  assert.deepEqual(faults.filter((fault) => !fault.includes("404")), []);
  await context.close();
  await site.down();
});

inPage("every place of a sheet is cut where it is", async (page) => {
  const colours = await page.evaluate(async () => {
    const loader = /** @type {any} */ (window).standalone.SpriteLoader.shared;
    const sheet = await loader.loadSheet("male");
    return Array.from({ length: 16 }, (_, place) => {
      const canvas = loader.extract(sheet, place);
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const pixels = new Set();
      for (let at = 0; at < data.length; at += 4) pixels.add([...data.slice(at, at + 3)].join());
      return [...pixels];
    });
  });
  assert.deepEqual(colours, Array.from({ length: 16 }, (_, place) => [colourOf("male", place).join()])); // PRE-1.3-3, HUM-1.3-3
});

test("sprites keep every pixel of their sheet", async (t) => {
  // PRE-1.3-2, HUM-1.3-2, PRE-1.3-3, HUM-1.3-3: cut whole, unscaled and unmixed
  const site = await startSite();
  t.after(() => site.down()); // also after a failure: a server that still listens keeps the whole file from ending
  const colourAt = (/** @type {number} */ x, /** @type {number} */ y) => [x % 256, y % 256, (7 * x + 13 * y) % 256];
  site.files.set(sheetPath("safe"), { body: png(4 * CELL, 4 * CELL, colourAt) });
  const { context, page, faults } = await open(browser, site);
  const pixelsOf = () => page.evaluate(async () => {
    const { SpriteLoader } = /** @type {any} */ (window).standalone;
    const sheet = await SpriteLoader.shared.loadSheet("safe");
    return Array.from({ length: 16 }, (_, place) => {
      const canvas = SpriteLoader.shared.extract(sheet, place);
      return [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data];
    });
  });
  const expected = Array.from({ length: 16 }, (_, place) => Array.from({ length: CELL * CELL }, (__, at) =>
    [...colourAt(CELL * (place % 4) + at % CELL, CELL * Math.floor(place / 4) + Math.floor(at / CELL)), 255]).flat());
  /** Where the first difference is; assert's own comparison of so many numbers takes minutes to print. @param {number[]} one @param {number[]} other */
  const differsAt = (one, other) => (one.length === other.length ? one.findIndex((value, at) => value !== other[at]) : -2);
  for (const [place, pixels] of (await pixelsOf()).entries()) assert.equal(differsAt(pixels, expected[place]), -1, `place ${place}`);
  const { sprites } = await render(page, "PredatorChallenge"); // and in the page's cells
  for (const [index, { spriteSource, spriteIndex }] of sprites.entries()) {
    if (spriteSource !== "safe") continue;
    const shown = await cell(page, index).locator("canvas").evaluate((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const drawn = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext("2d"));
      return [...drawn.getImageData(0, 0, width, height).data];
    });
    assert.equal(differsAt(shown, expected[spriteIndex]), -1, `cell ${index}`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("without its pictures a challenge says so, and tries again when asked to", async () => {
  const site = await startSite();
  const lost = site.files.get(sheetPath("item"));
  assert.ok(lost);
  site.files.delete(sheetPath("item"));
  const { context, page, faults } = await open(browser, site);
  const rejected = await page.evaluate(async () => {
    const { HumanChallenge } = /** @type {any} */ (window).standalone;
    const challenge = HumanChallenge.generate();
    HumanChallenge.render(challenge, document.getElementById("stage"));
    return challenge.ready.then(() => "", (/** @type {any} */ error) => error.code);
  });
  assert.equal(rejected, "not-found");
  const notice = page.locator(".notice");
  await notice.filter({ hasText: "The pictures could not be loaded." }).waitFor(); // PRE-9-2, HUM-9-2, PRE-9-3, HUM-9-3
  const words = (await page.locator("#stage").innerText()).trim();
  assert.equal(words.replace(/\s+/g, " "), "Select the human The pictures could not be loaded. Try again"); // HUM-9-4
  await cell(page, 0).click({ force: true });
  assert.equal(await call(page, "HumanChallenge", "getAnswer"), "");
  site.files.set(sheetPath("item"), lost);
  await notice.getByRole("button").click();
  await notice.waitFor({ state: "detached" });
  await assertSpritesShown(page, await page.evaluate(() => JSON.parse(JSON.stringify(/** @type {any} */ (window).standalone.last.grid))));
  await cell(page, 0).click();
  assert.equal(await call(page, "HumanChallenge", "getAnswer"), "0");
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

test("sheets of different sizes look alike in the page", async () => {
  const site = await startSite();
  site.files.set(sheetPath("item"), { body: makeSheet("item", 40) });
  const { context, page, faults } = await open(browser, site);
  const { grid } = await render(page, "HumanChallenge");
  const sizes = await page.locator("[data-index] canvas").evaluateAll((canvases) =>
    canvases.map((canvas) => `${canvas.getAttribute("width")}x${canvas.getAttribute("height")}`));
  assert.deepEqual(new Set(sizes), new Set([`${CELL}x${CELL}`]));
  await assertSpritesShown(page, grid);
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

inPage("puzzle: the original's names of all eight moves, with what mirrors do beside them", async (page) => { // PUZ-5
  const { options } = await render(page, "PuzzleChallenge", { transformCount: 8 });
  assert.deepEqual(options.slice(6), ["mirror horizontal", "mirror vertical"]);
  const seen = await page.locator(".moves").first().locator(".face").evaluateAll((faces) => faces.map((face) => {
    const [name, meaning] = [face.querySelector("span")?.firstChild, face.querySelector("small")];
    return [name?.textContent?.toLowerCase(), meaning?.checkVisibility() ? meaning.textContent : undefined];
  }));
  assert.deepEqual(seen.map(([name]) => name), options);
  assert.deepEqual(seen.map(([, meaning]) => meaning), [...Array(6).fill(undefined), "top and bottom change places", "left and right change places"]);
});

inPage("the classes that the docs name are there, and a challenge that is only rendered has no clock", async (page) => {
  const [, table = ""] = readFileSync(join(ROOT, "docs/standalone.md"), "utf8").split("\n| class | element |\n");
  const named = table.split("\n\n")[0].split("\n").slice(1).flatMap((row) => [...row.split("|")[1].matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
  const seen = new Set();
  for (const name of KINDS.map((kind) => `${kind[0].toUpperCase()}${kind.slice(1)}Challenge`)) {
    await render(page, name);
    await call(page, name, "revealAnswer");
    for (const one of await page.locator("#stage *").evaluateAll((all) => all.flatMap((element) => [...element.classList]))) seen.add(one);
    assert.equal(await page.locator("#stage [role=timer]").count(), 0, name);
  }
  assert.ok(named.length >= 16, named.join());
  for (const name of named) assert.ok(seen.has(name), name);
});

inPage("a page's own styles and ours stay apart", async (page) => {
  const before = await page.evaluate(() => {
    const own = document.createElement("div");
    own.className = "row cell panel notice";
    own.id = "own";
    document.body.append(own);
    const { display, position, backgroundColor } = getComputedStyle(own);
    return [display, position, backgroundColor];
  });
  await render(page, "SpatialChallenge");
  assert.deepEqual(await page.locator("#own").evaluate((own) => {
    const { display, position, backgroundColor } = getComputedStyle(own);
    return [display, position, backgroundColor];
  }), before);
});
