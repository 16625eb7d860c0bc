// What has to hold in every language: the tests of this folder look at those with the longest words, those of slow/ at all of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { LANGUAGES, ROOT } from "../lib/tessera.js";
import { localeOf, wordsOf } from "../lib/words.js";
import { PUZZLE_PATH, arranged, stopClock, watchedPage } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("../lib/tessera.js").Server} Server */

/** How many languages are taken by each measure. */
const MOST = 4;

/** The languages whose layout can fail first, as the fonts of this machine measure them: those with the widest words, with the widest
 * lines and with the most text, one from right to left and one each that breaks lines by rules of its own. @param {Browser} browser @returns {Promise<string[]>} */
export async function extremeLanguages(browser) {
  const page = await browser.newPage();
  const measured = await page.evaluate((all) => {
    const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    context.font = "16px system-ui, sans-serif";
    const widthOf = (/** @type {string} */ text) => context.measureText(text).width;
    return all.map(([lang, lines]) => ({ lang: String(lang),
      word: Math.max(.../** @type {string[]} */ (lines).flatMap((line) => line.split(/\s+/)).map(widthOf)),
      line: Math.max(.../** @type {string[]} */ (lines).map(widthOf)),
      text: widthOf(/** @type {string[]} */ (lines).join(" ")) }));
  }, LANGUAGES.map((lang) => [lang, Object.values(wordsOf(lang))]));
  await page.close();
  const widest = (/** @type {"word" | "line" | "text"} */ measure) => [...measured].sort((one, other) => other[measure] - one[measure]).map(({ lang }) => lang);
  const mirrored = widest("word").filter((lang) => localeOf(lang).direction === "rtl").slice(0, 1);
  return [...new Set([...widest("word").slice(0, MOST), ...widest("line").slice(0, MOST), ...widest("text").slice(0, MOST), ...mirrored,
    "ja", "ko", "th"].filter((lang) => LANGUAGES.includes(lang)))];
}

/** The words of the page, of scripts with blanks, that are broken, though nothing that is seen says so. @param {import("./browser.js").Page} page */
const brokenIn = (page) => page.evaluate(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    if (!text.parentElement?.checkVisibility() || text.parentElement.closest(".aloud, script")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\s\-\u00ad\u0E00-\u0E7F\u3000-\u30FF\u4E00-\u9FFF]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  }
  return found;
});

/** On phones of 320 and 360 pixels no word of the puzzle's page is broken, and Japanese breaks between phrases.
 * @param {Browser} browser @param {Server} server @param {string[]} langs */
export async function assertPuzzlePageFits(browser, server, langs) {
  const { context, page } = await watchedPage(browser, server);
  for (const lang of langs) {
    await page.goto(`${PUZZLE_PATH}?lang=${lang}`);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      assert.deepEqual(await brokenIn(page), [], `${lang}, ${width}`);
    }
    const expected = { ja: "auto-phrase", ko: "keep-all" }[lang] ?? "normal";
    assert.equal(await page.locator("h1").evaluate((title) => getComputedStyle(title).wordBreak), expected, lang);
  }
  await context.close();
}

/** What is cut off, sticks out or breaks inside of a word in the dialog. @param {import("./browser.js").Page} page */
function flaws(page) {
  return page.evaluate(() => {
    const root = /** @type {ShadowRoot} */ (document.querySelector("[data-tessera]")?.shadowRoot);
    const dialog = /** @type {HTMLElement} */ (root.querySelector("dialog"));
    /** @type {string[]} */
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("button, h2, p, .timer, label"))) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(".aloud")) continue;
      if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`sticks out: ${element.textContent}`);
      if (element.scrollWidth > element.clientWidth + 1) found.push(`is cut off: ${element.textContent}`);
    }
    // A word (of scripts with blanks) that fits into a line stands in one.
    const question = /** @type {HTMLElement} */ (dialog.querySelector(".instructions"));
    const node = /** @type {Text} */ (question.firstChild);
    for (const match of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !/[\u0E00-\u0E7F\u3040-\u30FF\u4E00-\u9FFF]/.test(match[0])) found.push(`breaks inside of a word: ${match[0]}`);
    }
    return found;
  });
}

/** On a phone of 320 pixels the dialog fits, runs its way, breaks its lines as the language does and is marked as what it is.
 * @param {Browser} browser @param {Server} server @param {string[]} langs */
export async function assertDialogFits(browser, server, langs) {
  const site = await startSite(server, Object.fromEntries(langs.map((lang) => [`/${lang}`, bodyOf(server, `data-type="human" data-lang="${lang}"`)])));
  const { context, page, faults, visitor } = await visit(browser, site, `/${langs[0]}`, { viewport: { width: 320, height: 640 } });
  for (const lang of langs) {
    await page.goto(`/${lang}`);
    await visitor.open();
    assert.deepEqual(await flaws(page), [], lang);
    const dialog = await page.locator("dialog .panel").evaluate((panel) => [panel.getAttribute("lang"), getComputedStyle(panel).direction]);
    assert.deepEqual(dialog, [lang, localeOf(lang).direction]);
    const breaks = { ja: "auto-phrase", ko: "keep-all" }[lang] ?? "normal";
    for (const place of [".instructions", ".primary.submit", ".label"]) {
      assert.equal(await page.locator(place).evaluate((element) => getComputedStyle(element).wordBreak), breaks, `${lang} ${place}`);
    }
  }
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
}

/** What may hide in a film, by its key. */
export const SHAPES = [...readFileSync(`${ROOT}/src/challenge/hidden_shapes.def`, "utf8").matchAll(/^SHAPE\((\w+)/gm)].map(([, key]) => String(key));

/** Of the page: what of the film and its drawings is cut off, too small or sticks out. */
export const filmFlawsIn = () => {
  const root = document.querySelector("[data-tessera]")?.shadowRoot;
  /** @type {string[]} */
  const found = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push("the page scrolls sideways");
  for (const one of root?.querySelectorAll(".film, .cell, .word, .badge, .link") ?? []) {
    const box = one.getBoundingClientRect();
    if (box.width === 0) continue;
    if (box.left < -0.5 || box.right > width + 0.5) found.push(`${one.className} sticks out`);
    if (one.matches(".film, .cell") && (box.width < 44 || box.height < 44)) found.push(`${one.className}: ${box.width} x ${box.height}`);
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.className} is cut off: ${one.textContent}`);
    const cell = one.closest(".cell")?.getBoundingClientRect();
    if (cell && box.bottom > cell.bottom + 0.5) found.push(`${one.textContent} leaves its cell`);
  }
  return found;
};

/** Of the page: words that are wider than their cells, and would be broken somewhere. */
const wideWordsIn = () => {
  const words = /** @type {HTMLElement[]} */ ([...document.querySelector("[data-tessera]")?.shadowRoot?.querySelectorAll(".word") ?? []]);
  for (const word of words) Object.assign(word.style, { overflowWrap: "normal", hyphens: "manual" });
  return words.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent);
};

/** A film at 320 pixels, with the longest words of each language, in drawings that fit fingers.
 * @param {Browser} browser @param {Server} server @param {string[]} langs */
export async function assertFilmWordsFit(browser, server, langs) {
  const site = await startSite(server);
  /** @type {any} */
  let challenge;
  let words = wordsOf("en");
  const { context, page, faults } = await visit(browser, site, "/hidden", { reducedMotion: "no-preference", viewport: { width: 320, height: 568 }, prepare: async (page) => {
    await stopClock(page);
    await page.route("**/v1/challenge", async (route) => {
      challenge ??= await (await route.fetch()).json();
      const options = [...SHAPES].sort((one, other) => words[other].length - words[one].length).slice(0, 12);
      await route.fulfill({ json: { ...challenge, instructions: words["ask-hidden"], view: { ...challenge.view, options } } });
    });
  } });
  for (const lang of langs) {
    words = wordsOf(lang);
    await page.evaluate(([sitekey, language]) => {
      document.querySelector(".tessera, tessera-captcha")?.remove();
      const element = document.createElement("tessera-captcha");
      Object.entries({ sitekey, lang: language, type: "hidden" }).forEach(([name, value]) => element.setAttribute(name, value));
      document.body.append(element);
    }, [server.sitekey, lang]);
    await page.getByText(words.label, { exact: true }).click();
    await page.locator(".panel[data-state=ready]").waitFor();
    await arranged(page);
    const shown = await page.locator(".word").allTextContents();
    assert.deepEqual(shown.filter((word) => !SHAPES.some((shape) => words[shape] === word)), [], lang);
    assert.equal(await page.locator(".instructions").textContent(), words["ask-hidden"]);
    assert.deepEqual(await page.evaluate(filmFlawsIn), [], lang);
    assert.deepEqual(await page.evaluate(wideWordsIn), [], lang);
    const { width } = /** @type {any} */ (await page.locator(".film").boundingBox());
    assert.ok(width >= 250, `the film is ${width} wide`);
    await page.locator(".film").click();
    await page.getByRole("button", { name: words.pause, exact: true }).waitFor();
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
}
