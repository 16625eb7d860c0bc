// What the tests of the standalone mode share: a static server with its files, sheets whose sprites are
// known by their colours, and a page that lets the tests see what it made.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { png } from "../lib/png.js";
import { FOLDER } from "../lib/standalone.js";
import { StaticServer } from "../lib/static.js";
import { arranged, moved, watchedPage } from "./browser.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */

/** Of pages whose tests ask for no other. */
export const VIEWPORT = { width: 1000, height: 900 };

export const CELL = 64;
export const SHEETS = { predator: "predator", safe: "safe", male: "emotion_male", female: "emotion_female", item: "item" };
export const SHEET_NAMES = /** @type {(keyof typeof SHEETS)[]} */ (Object.keys(SHEETS));

/** In so many draws of one of seven kinds each has come: 7 (6/7)^220 is 1.3e-14. */
export const MOST_DRAWS = 220;

/** @param {string} name */
export const sheetPath = (name) => `/sprites/${SHEETS[/** @type {keyof typeof SHEETS} */ (name)]}_sprites.png`;

/** The colour that fills a sprite of the test's sheets. @param {string} sheet @param {number} place */
export const colourOf = (sheet, place) =>
  [8 + 15 * place, 40 * SHEET_NAMES.indexOf(/** @type {any} */ (sheet)), 255 - 15 * place];

/** @param {string} name @param {number} cell */
export const makeSheet = (name, cell = CELL) =>
  png(4 * cell, 4 * cell, (x, y) => colourOf(name, Math.floor(x / cell) + 4 * Math.floor(y / cell)));

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Standalone</title><link rel="icon" href="/icon.png"></head>
<body><main><h1>Standalone</h1><div id="stage"></div></main><script type="module" src="/page.js"></script></body></html>`;

// A session tells nobody its answers, once the module is loaded. Who was there before it can listen: what the engine
// says goes through JSON.parse. Likewise for chance: words that are given, the last again and again,
// take the place of those that are drawn, and a number that is given fills the seeds.
export const SPY = `const spied = { truth: null, words: [], seed: null };
const { parse } = JSON;
JSON.parse = (text, ...rest) => {
  const read = parse(text, ...rest);
  if (read?.id && read.answer !== undefined) spied.truth = parse(text);
  return read;
};
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (array) => {
  if (spied.seed !== null && array instanceof Uint8Array) return array.fill(0).map((_, at) => spied.seed >> (8 * (at % 3)));
  if (spied.words.length === 0 || !(array instanceof Uint32Array)) return draw(array);
  return array.fill(spied.words.length > 1 ? spied.words.shift() : spied.words[0]);
};
window.spied = spied;
`;

// The last challenge that a test asked a class for is kept.
const SCRIPT = `import "/spy.js";
import * as standalone from "/standalone.js";
const kept = { ...standalone, last: null };
for (const [name, kind] of Object.entries(standalone).filter(([, value]) => value.type)) {
  kept[name] = class extends kind {
    static generate(options) {
      return (kept.last = kind.generate(options));
    }
  };
}
window.standalone = kept;
`;

export function startSite() {
  const bundle = (/** @type {string} */ name) => readFileSync(join(FOLDER, name));
  return StaticServer.start({
    "/": PAGE,
    "/page.js": SCRIPT,
    "/spy.js": SPY,
    "/icon.png": png(16, 16),
    "/standalone.js": bundle("standalone.js"),
    "/tessera-core.wasm": bundle("tessera-core.wasm"),
    ...Object.fromEntries(["", "more/", "standalone/"].flatMap((part) => ["de", "ar"].map((lang) => `static/locales/${part}${lang}.json`))
      .map((path) => [`/${path}`, bundle(path)])),
    ...Object.fromEntries(SHEET_NAMES.map((name) => [sheetPath(name), makeSheet(name)])),
  });
}

/**
 * A watched page with the module loaded.
 * @param {Browser} browser @param {StaticServer} site
 * @param {import("./browser.js").ContextOptions & {stopClock?: boolean, script?: string}} [options] a script runs before the page's
 */
export async function open(browser, site, { stopClock = false, script = "", ...options } = {}) {
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site),
    { viewport: VIEWPORT, ...options });
  if (script) await page.addInitScript(script);
  if (stopClock) {
    const noon = Date.parse("2030-01-01T12:00:00Z");
    await page.clock.install({ time: noon });
    await page.goto("/");
    await page.clock.pauseAt(noon + 60_000);
  } else {
    await page.goto("/");
  }
  await page.waitForFunction(() => "standalone" in window, undefined, { polling: stopClock ? 50 : "raf" });
  return { context, page, faults };
}

/**
 * Generates and renders a challenge, waits for its pictures and for its columns, which are chosen when the browser
 * tells how much room there is, and gives back a copy of its plain members.
 * @param {Page} page @param {string} name of its class @param {object} [options]
 * @returns {Promise<any>}
 */
export async function render(page, name, options = {}) {
  const made = await page.evaluate(async ([className, given]) => {
    const { standalone } = /** @type {any} */ (window);
    const kind = standalone[/** @type {string} */ (className)];
    const challenge = kind.generate(given);
    kind.render(challenge, document.getElementById("stage"));
    await challenge.ready;
    const { ready, ...members } = challenge;
    return JSON.parse(JSON.stringify(members));
  }, /** @type {const} */ ([name, options]));
  await arranged(page);
  return made;
}

/** Calls a static method of a class on the last challenge. @param {Page} page @param {string} name @param {string} method */
export function call(page, name, method) {
  return page.evaluate(([className, methodName]) => {
    const { standalone } = /** @type {any} */ (window);
    return standalone[/** @type {string} */ (className)][/** @type {string} */ (methodName)](standalone.last, document.getElementById("stage"));
  }, /** @type {const} */ ([name, method]));
}

/** @param {Page} page @param {number} index */
export const cell = (page, index) => page.locator(`[data-index="${index}"]`);

/** The indices of the cells that look chosen. @param {Page} page @returns {Promise<number[]>} */
export const chosen = (page) => page.locator("[data-index][aria-selected=true]").evaluateAll((cells) =>
  cells.map((one) => Number(/** @type {HTMLElement} */ (one).dataset.index)));

/** How the cells look, where feedback shows, and what they are called. @param {Page} page */
export const looks = (page) => page.locator("[data-index]").evaluateAll((cells) => cells.map((element) => {
  const frame = getComputedStyle(element, "::before");
  return {
    colour: frame.borderTopColor,
    width: frame.borderTopWidth,
    style: frame.borderTopStyle,
    background: `${frame.backgroundColor} ${getComputedStyle(element).backgroundColor}`,
    transition: frame.transitionDuration,
    label: element.getAttribute("aria-label") ?? "",
  };
}));

/** @param {Page} page @param {number} index */
export const look = async (page, index) => (await looks(page))[index];

/** Waits until the transitions of the page have ended. @param {Page} page */
export const settle = (page) => page.evaluate(() =>
  Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));

/** A colour of the style sheet, as computed styles spell it. @param {Page} page @param {string} name */
export const colourNamed = (page, name) => page.locator(".tes").first().evaluate((element, property) => {
  const probe = document.createElement("i");
  element.append(probe);
  probe.style.color = `var(${property})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}, name);

/** The colour amid each canvas of the page's cells. @param {Page} page @returns {Promise<number[][]>} */
export const coloursShown = (page) => page.locator("[data-index] canvas").evaluateAll((canvases) => canvases.map((canvas) => {
  const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
  const context = /** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext("2d"));
  return [...context.getImageData(width >> 1, height >> 1, 1, 1).data].slice(0, 3);
}));

/** Asserts that the sprites of a challenge are shown, each in its place. @param {Page} page @param {{spriteSource: string, spriteIndex: number}[]} sprites */
export async function assertSpritesShown(page, sprites) {
  const shown = await coloursShown(page);
  assert.deepEqual(shown, sprites.map(({ spriteSource, spriteIndex }) => colourOf(spriteSource, spriteIndex)));
}

// ---------------------------------------------------------------------- flow

/** Starts a flow; a session's result arrives in `window.result`, what start() resolves with in `window.started`. @param {Page} page @param {object} options */
export async function startFlow(page, options) {
  await page.evaluate((given) => {
    const page_ = /** @type {any} */ (window);
    page_.result = page_.started = undefined;
    page_.events = [];
    const captcha = new page_.standalone.Captcha(document.getElementById("stage"), given);
    page_.captcha = captcha;
    captcha.addEventListener("result", (/** @type {any} */ event) => page_.events.push(page_.result = event.detail));
    captcha.start().then((/** @type {any} */ result) => (page_.started = result));
  }, options);
}

/** @param {Page} page */
export const resultOf = (page) => page.evaluate(() => /** @type {any} */ (window).result);

/** A challenge of a session, with the members that a class would give it. @param {any} truth what the engine said */
function membersOf({ view, sprites = [], ...truth }) {
  const { type, answer, targetShape, targetRotation, isClockwise } = truth;
  const cells = sprites.map((/** @type {any} */ { sheet, place }) => ({ spriteSource: sheet, spriteIndex: place }));
  const isGlyph = type === "spatial" && truth.difficulty !== "hard";
  return {
    options: view.options, grids: view.grids, prompt: view.prompt, correctIndex: Number(answer), sprites: cells, grid: cells, ...truth,
    ...(isGlyph ? { instructions: `Select the shape ${targetShape} rotated ${targetRotation}° ${isClockwise ? "" : "anti"}clockwise.` } : {}),
  };
}

/** The last challenge that was made. @param {Page} page @returns {Promise<any>} */
export const lastChallenge = async (page) => membersOf(await page.evaluate(() => /** @type {any} */ (window).spied.truth));

/** Waits, by the real clock, until a challenge other than that one can be answered. @param {Page} page @param {string} [not] its id */
export async function nextChallenge(page, not = "") {
  await page.locator(".panel[data-state=ready]").waitFor();
  await page.waitForFunction((id) => /** @type {any} */ (window).spied.truth?.id !== id, not, { polling: 20 });
  await arranged(page);
  return lastChallenge(page);
}

/** Chooses what is right, or wrong. @param {Page} page @param {any} challenge @param {boolean} isRight @param {"click" | "tap"} [how] */
export async function choose(page, challenge, isRight, how = "click") {
  if (challenge.type === "puzzle") {
    const { first, second, options, grids, answer } = challenge;
    const slug = (/** @type {string} */ name) => name.replace("°", "").replaceAll(" ", "-");
    const other = options.find((/** @type {string} */ name) => moved(moved(grids.start, slug(first)), slug(name)) !== answer);
    await page.locator("[data-place=first] .move", { has: page.locator(`[data-name="${first}"]`) })[how]();
    await page.locator("[data-place=second] .move", { has: page.locator(`[data-name="${isRight ? second : other}"]`) })[how]();
    return;
  }
  const right = challenge.answer.split(",").map(Number);
  const count = await page.locator("[data-index]").count();
  const wrong = Array.from({ length: count }, (_, index) => index).filter((index) => !right.includes(index)).slice(0, right.length);
  for (const index of isRight ? right : wrong) await cell(page, index)[how]();
}

/** Lets the page's stopped clock run. @param {Page} page @param {number} ms */
export const run = (page, ms) => page.clock.runFor(ms);
