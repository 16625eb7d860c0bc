// What has to hold with any font: every challenge is seen on every screen, no word is broken, nothing sticks out, and a frame of 304 x 78
// pixels shows all that the box can say. Run in Chromium by tests/browser/slow/fonts.test.js, and in each engine by tests/engines.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { withFonts } from "../lib/environment.js";
import { LANGUAGES } from "../lib/tessera.js";
import { notesIn, wordsOf } from "../lib/words.js";
import { PATIENCE_MS, PUZZLE_PATH } from "./browser.js";
import { assertSeen, inPage, wordFlaws } from "./sight.js";
import { bodyOf } from "./widget.js";
import { FLOWS, WindowVisitor, seeEverywhere } from "./window-visitor.js";

/** @typedef {import("../lib/tessera.js").Server} Server */
/** @typedef {import("./windows.js").Window} Window */
/** @typedef {import("../lib/environment.js").FontSet} FontSet */

/** Its film stands still: nobody starts it. */
const HIDDEN = { name: "hidden", kind: "hidden", isWanted: () => true };

/** The time limit of a test, which only ends one that hangs. */
const LIMIT = { timeout: 20 * PATIENCE_MS };

/** The length of a language's longest word, in scripts with blanks. @param {string} lang */
const longest = (lang) => Math.max(...Object.values(wordsOf(lang)).flatMap((line) => line.split(/[\s\-{}\u0E00-\u0E7F\u3000-\u9FFF]+/u)).map((word) => word.length));

/** Languages with the longest words. @param {number} count */
export const longWorded = (count) => [...LANGUAGES].sort((a, b) => longest(b) - longest(a)).slice(0, count);

/** What sticks out or is broken on the puzzle's page. @param {Window} window @param {boolean} mayHyphen whether the engine knows where
 * @returns {Promise<string[]>} */
const pageFlaws = (window, mayHyphen) => inPage(window, (hyphenates) => {
  /** @type {string[]} */
  const found = [];
  const { clientWidth } = document.documentElement;
  for (const one of document.querySelectorAll("body *:not(.aloud, .aloud *, pre *, .sprite *, tbody *)")) {
    const { left, right, width } = one.getBoundingClientRect();
    if (width > 0 && (left < -0.5 || right > clientWidth + 0.5)) found.push(`${one.outerHTML.slice(0, 80)} sticks out: ${left} to ${right}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    if (!text.parentElement?.getClientRects().length || text.parentElement.closest(".aloud, script")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\s\-\u00ad\u0E00-\u0E7F\u3000-\u30FF\u4E00-\u9FFF]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const boxes = [...range.getClientRects()]; // more than one in a line, where the first letter has a style of its own
      const mayHyphenate = hyphenates && getComputedStyle(text.parentElement).hyphens === "auto";
      if (!mayHyphenate && boxes.some(({ top, height }) => top - boxes[0].top > height / 2)) found.push(`"${word}" is broken`);
    }
  }
  return found;
}, mayHyphen);

/** How wide a line is in the font of the page. @param {Window} window @returns {Promise<number>} */
const lineWidth = (window) => inPage(window, () => {
  const line = document.createElement("span");
  line.textContent = "Select the predator with the widest eyes";
  line.style.font = "16px system-ui, sans-serif";
  line.style.whiteSpace = "nowrap";
  document.body.append(line);
  const { width } = line.getBoundingClientRect();
  line.remove();
  return width;
});

/** How wide that line is in each set, in pixels, so that a set which is not used is noticed. @type {Record<FontSet, [number, number]>} */
const WIDTHS = { narrow: [260, 305], usual: [320, 350], wide: [365, 400] };

/** What is not seen of the box in a frame of that size, of all that it can say. @param {Window} window @param {string} src @param {string[]} notes
 * @returns {Promise<string[]>} */
const frameFlaws = (window, src, notes) => inPage(window, async (address, lines) => {
  const frame = document.createElement("iframe");
  [frame.width, frame.height, frame.src] = ["304", "78", address];
  frame.style.border = "0";
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener("load", resolve));
  const inner = /** @type {Document} */ (frame.contentDocument);
  const controlOf = () => [...inner.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot?.querySelector(".control")).find(Boolean);
  while (!controlOf()?.querySelector(".note")) await new Promise((resolve) => setTimeout(resolve, 10));
  const control = /** @type {Element} */ (controlOf());
  const cut = lines.filter((words) => {
    const note = /** @type {HTMLElement} */ (control.querySelector(".note"));
    note.textContent = words;
    control.setAttribute("data-state", "error"); // what is said while nothing has happened is short
    const { scrollWidth, scrollHeight } = inner.documentElement;
    const { left, right, top, bottom } = note.getBoundingClientRect();
    return scrollWidth > 304 || scrollHeight > 78 || note.scrollWidth > note.clientWidth + 1 || left < 0 || right > 304 || top < 0 || bottom > 78;
  });
  frame.remove();
  return cut;
}, src, notes);

/**
 * @param {FontSet} fonts @param {() => Promise<Window>} start of a browser whose visitor has nothing against motion @param {() => Server} server which has started when tests run
 * @param {{languages: string[], hyphenates: boolean}} options the languages that the dialog and the puzzle's page are looked at in;
 *   whether the engine hyphenates words: Debian's Chromium does not
 */
export function testFonts(fonts, start, server, { languages, hyphenates }) {
  describe(`${fonts} fonts`, () => {
    /** @type {WindowVisitor} */
    let visitor;
    before(async () => {
      const pages = languages.map((lang) => [`/in-${lang}`, bodyOf(server(), `data-type="human" data-lang="${lang}"`)]);
      visitor = await withFonts(fonts, () => WindowVisitor.with(server(), start, Object.fromEntries(pages)));
    });
    after(() => visitor?.end());

    test("the font is the one that is meant", LIMIT, async () => {
      await visitor.goTo(`${visitor.site.url}/sent`);
      const [least, most] = WIDTHS[fonts];
      const width = await lineWidth(visitor.window);
      assert.ok(width >= least && width <= most, `a line is ${width} px wide`);
    });

    for (const flow of [...FLOWS, HIDDEN]) {
      test(`${flow.name} is seen on every screen, and no word is broken or sticks out`, LIMIT, async () => {
        await seeEverywhere(visitor, flow, async (screen) => assert.deepEqual(await wordFlaws(visitor.window), [], screen));
      });
    }

    test("on small phones the dialog fits in languages with long words", LIMIT, async () => {
      for (const lang of languages) {
        await visitor.resize({ width: 320, height: 640 });
        await visitor.goTo(`${visitor.site.url}/in-${lang}`);
        await visitor.open();
        assert.deepEqual(await wordFlaws(visitor.window), [], lang);
        await visitor.resize({ width: 320, height: 480 });
        await assertSeen(visitor.window, lang, false);
      }
    });

    test("on small phones no word of the puzzle's page is broken, and nothing sticks out", LIMIT, async () => {
      for (const lang of languages) {
        await visitor.goTo(`${visitor.site.url}${PUZZLE_PATH}?lang=${lang}`);
        for (const width of [320, 360]) {
          await visitor.resize({ width, height: 640 });
          assert.deepEqual(await pageFlaws(visitor.window, hyphenates), [], `${lang}, ${width}`);
        }
      }
    });

    test("in a frame of 304 x 78 pixels all that the box can say is seen, in every language", LIMIT, async () => {
      await visitor.resize({ width: 740, height: 360 });
      await visitor.goTo(`${visitor.site.url}/sent`);
      for (const lang of LANGUAGES) {
        assert.deepEqual(await frameFlaws(visitor.window, `/widget?sitekey=${server().sitekey}&lang=${lang}`, notesIn(lang)), [], lang);
      }
    });
  });
}
