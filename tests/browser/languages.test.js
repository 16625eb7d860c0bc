// Every language as it is seen: the fonts of the test set-up have its letters, lines break where its readers expect, nothing is cut
// off or sticks out on a small phone, and a form of address is what the site asked for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { localeOf, wordsOf } from "../lib/words.js";
import { PUZZLE_PATH, launch, watchedPage } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

const SMALL = { width: 320, height: 640 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  const pages = LANGUAGES.map((lang) => [`/${lang}`, bodyOf(server, `data-type="human" data-lang="${lang}"`)]);
  site = await startSite(server, { ...Object.fromEntries(pages),
    "/formal": bodyOf(server, 'data-type="human" data-lang="de-AT" data-address="formal"'),
    "/unknown-form": bodyOf(server, 'data-type="human" data-lang="ja" data-address="informal"') });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

test("the set-up has fonts for every letter of every language, so that screenshots show what visitors see", async () => {
  const page = await browser.newPage();
  const letters = LANGUAGES.map((lang) => [lang, [...new Set(Object.values(wordsOf(lang)).join(""))].filter((one) => /[\p{L}\p{N}\p{P}]/u.test(one)).join("")]);
  const missing = await page.evaluate((all) => {
    const canvas = document.createElement("canvas");
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    [canvas.width, canvas.height] = [40, 40];
    const drawn = (/** @type {string} */ letter) => {
      context.clearRect(0, 0, 40, 40);
      context.font = "24px system-ui, sans-serif";
      context.fillText(letter, 4, 28);
      return context.getImageData(0, 0, 40, 40).data.join();
    };
    const hollow = ["\u0378", "\uFFFF", "\u{10FFFE}"].map(drawn); // nothing has these
    return all.map(([lang, text]) => [lang, [...String(text)].filter((letter) => hollow.includes(drawn(letter))).join("")]).filter(([, text]) => text);
  }, letters);
  assert.deepEqual(missing, []);
  await page.close();
});

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

test("on phones of 320 and 360 pixels no word of the puzzle's page is broken, and Japanese breaks between phrases", { timeout: 120_000 }, async () => {
  const { context, page } = await watchedPage(browser, server);
  for (const lang of LANGUAGES) {
    await page.goto(`${PUZZLE_PATH}?lang=${lang}`);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      assert.deepEqual(await brokenIn(page), [], `${lang}, ${width}`);
    }
    const expected = { ja: "auto-phrase", ko: "keep-all" }[lang] ?? "normal";
    assert.equal(await page.locator("h1").evaluate((title) => getComputedStyle(title).wordBreak), expected, lang);
  }
  await context.close();
});

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

test("on a phone of 320 pixels every language fits, runs its way and is marked as what it is", { timeout: 240_000 }, async () => {
  for (const lang of LANGUAGES) {
    const { context, page, faults, visitor } = await visit(browser, site, `/${lang}`, { viewport: SMALL });
    await visitor.open();
    assert.deepEqual(await flaws(page), [], lang);
    const dialog = await page.locator("dialog .panel").evaluate((panel) => [panel.getAttribute("lang"), getComputedStyle(panel).direction]);
    assert.deepEqual(dialog, [lang, localeOf(lang).direction]);
    assert.deepEqual(faults, [], lang);
    await context.close();
  }
});

test("Japanese breaks between phrases and Korean between words", async () => {
  for (const [lang, value] of [["ja", "auto-phrase"], ["ko", "keep-all"], ["de", "normal"]]) {
    const { context, page, visitor } = await visit(browser, site, `/${lang}`, { viewport: SMALL });
    await visitor.open();
    for (const place of [".instructions", ".primary.submit", ".label"]) {
      assert.equal(await page.locator(place).evaluate((element) => getComputedStyle(element).wordBreak), value, `${lang} ${place}`);
    }
    await context.close();
  }
});

test("a site's form of address is used, and asked for; one that a language has not is left out", async () => {
  const { context, visitor, page } = await visit(browser, site, "/formal");
  const asked = page.waitForRequest("**/v1/challenge");
  await visitor.open();
  assert.equal((await asked).postDataJSON().lang, "de-x-formal");
  assert.equal(await page.locator(".instructions").textContent(), "Wählen Sie den Menschen aus");
  assert.equal(await visitor.panel.getAttribute("lang"), "de");
  await context.close();

  const other = await visit(browser, site, "/unknown-form");
  await other.visitor.open();
  assert.equal(await other.page.locator(".instructions").textContent(), wordsOf("ja")["ask-human"]);
  await other.context.close();
});
