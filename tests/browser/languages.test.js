// Every language as it is seen: the fonts of the test set-up have its letters, lines break where its readers expect, nothing is cut
// off or sticks out on a small phone, and a form of address is what the site asked for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";
import { LIMIT, launch } from "./browser.js";
import { assertDialogFits, assertPuzzlePageFits, extremeLanguages } from "./language-checks.js";
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
  site = await startSite(server, {
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

test("on phones of 320 and 360 pixels no word of the puzzle's page is broken, and Japanese breaks between phrases: languages with the longest words", LIMIT, async () => {
  await assertPuzzlePageFits(browser, server, await extremeLanguages(browser));
});

test("on a phone of 320 pixels the dialog fits, runs its way and is marked as what it is: languages with the longest words", LIMIT, async () => {
  await assertDialogFits(browser, server, await extremeLanguages(browser));
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
