// What docs/accessibility.md claims of the pages for people without JavaScript and of those that sites frame: each is opened once, and looked
// at as people with each need have it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server } from "../lib/tessera.js";
import { LIMIT, launch, watchedPage } from "./browser.js";
import { coveredFocus, cutWhenSpaced, ringOfFocus, smallIn, wideIn } from "./criteria.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}demo: true\n` })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

/** 1280 by 1024 pixels at 400%. */
const ZOOMED = { width: 320, height: 256 };
const PLAIN = { javaScriptEnabled: false };

/** Opens a code's page. @param {Page} page @param {string} lang */
async function openCode(page, lang) {
  const reply = await page.goto(`/challenge?sitekey=${server.sitekey}&type=human&lang=${lang}`);
  await page.locator(".cells input").nth(Number(reply?.headers()["tessera-truth"])).check({ force: true });
  await page.locator("#submit").click();
  await page.locator("#code").waitFor();
}

/** Opens the page of a wrong answer. @param {Page} page @param {string} lang */
async function openWrong(page, lang) {
  const reply = await page.goto(`/challenge?sitekey=${server.sitekey}&type=hidden&lang=${lang}`);
  await page.locator(".options input").nth((Number(reply?.headers()["tessera-truth"]) + 1) % 12).check();
  await page.locator("#submit").click();
  await page.locator("#message").waitFor();
}

const challenge = (/** @type {string} */ query) => (/** @type {Page} */ page, /** @type {string} */ lang) =>
  page.goto(`/challenge?sitekey=${server.sitekey}&lang=${lang}&${query}`);

/** By name: opens it in a language, and the fewest stops that Tab has there. @type {[string, (page: Page, lang: string) => Promise<unknown>, number, object][]} */
const SURFACES = [
  ["pictures to choose from", challenge("type=predator"), 14, PLAIN],
  ["a film, and what may hide in it", challenge("type=hidden"), 7, PLAIN],
  ["words to choose from", challenge("type=scene&alternative=audio"), 6, PLAIN],
  ["a wrong answer", openWrong, 3, PLAIN],
  ["the puzzle", challenge("type=puzzle"), 5, PLAIN],
  ["the code", openCode, 1, PLAIN],
  ["the frame of a noscript", (page, lang) => page.goto(`/recaptcha/api/fallback?k=${server.sitekey}&hl=${lang}`), 1, PLAIN],
  ["the framed box", async (page, lang) => {
    await page.goto(`/widget?sitekey=${server.sitekey}&lang=${lang}`);
    await page.getByRole("checkbox").waitFor();
  }, 1, {}],
];

/** As the browser's own setting makes it: pages measure in rem. @param {Page} page @param {string} size */
const setText = (page, size) => page.evaluate(`{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { font-size: ${size} }");
  document.adoptedStyleSheets = [sheet];
}`);

/** Targets, stops of Tab with their rings, text of 32 pixels, and words further apart. @param {Page} page @param {number} stops the fewest */
async function assertUsable(page, stops) {
  assert.deepEqual(await smallIn(page), [], "targets");
  let count = 0;
  for (; count < 25; count++) {
    await page.keyboard.press("Tab");
    const ring = await ringOfFocus(page);
    if (ring === null) break;
    assert.equal(ring, true);
    assert.equal(await coveredFocus(page), null, `stop ${count}`);
  }
  assert.ok(count >= stops && count < 25, `${count} stops, and no trap`);
  await page.setViewportSize({ width: 360, height: 740 });
  await setText(page, "32px");
  assert.deepEqual(await wideIn(page), [], "text of 32 pixels");
  await setText(page, "16px");
  assert.deepEqual(await cutWhenSpaced(page), []);
}

for (const [name, open, stops, options] of SURFACES) {
  test(`${name}: with little room, large text, other scripts and keys alone`, LIMIT, async () => {
    const { context, page, faults } = await watchedPage(browser, server, { ...options, viewport: ZOOMED, reducedMotion: "reduce" });
    for (const lang of ["de", "th", "ar", "en"]) {
      await open(page, lang);
      assert.deepEqual(await wideIn(page), [], `${lang} at 400%`);
      assert.match(await page.title(), /\S/);
      assert.deepEqual(await page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), [lang, lang === "ar" ? "rtl" : "ltr"]);
    }
    await assertUsable(page, stops); // English is open
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("the study's page: with little room, large text and keys alone, before anything is asked and while it is", LIMIT, async (t) => {
  const study = await Server.during(t, { config: "", command: ["study", "serve", "--types", "spatial"] });
  for (const isAsked of [false, true]) {
    const { context, page, faults } = await watchedPage(browser, study, { viewport: ZOOMED, reducedMotion: "reduce" });
    await page.goto("/study");
    await page.locator("#begin").waitFor();
    if (isAsked) {
      await page.locator("#begin").click();
      await page.locator(".panel[data-state=ready]").waitFor();
    }
    assert.deepEqual(await wideIn(page), []);
    await assertUsable(page, isAsked ? 3 : 1); // the question has the focus
    assert.deepEqual(faults, []);
    await context.close();
  }
});

test("what is chosen and what has the focus look different, by more than colour, in all colours", LIMIT, async () => {
  const { context, page } = await watchedPage(browser, server, PLAIN);
  const forced = /** @type {const} */ ({ colorScheme: "light", forcedColors: "active" });
  for (const [query, selector, colorScheme] of /** @type {const} */ ([["type=predator", ".cells label", "light"], ["type=scene&alternative=audio", ".options label", "dark"], ["type=hidden", ".options label", "dark"]])) {
    await challenge(query)(page, "en");
    const cell = page.locator(selector).nth(1);
    const clip = await cell.evaluate((one) => {
      one.scrollIntoView({ block: "center" });
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x - 4, y: y - 4, width: width + 8, height: height + 8 };
    });
    for (const media of [{ colorScheme, forcedColors: /** @type {const} */ ("none") }, forced]) {
      await page.emulateMedia(media);
      /** @type {Set<string>} */
      const looks = new Set();
      for (const [chosen, focused] of [[false, false], [true, false], [false, true], [true, true]]) {
        await cell.locator("input").evaluate((/** @type {HTMLInputElement} */ input, [isChosen, isFocused]) => {
          input.checked = isChosen;
          if (isFocused) input.focus({ focusVisible: true });
          else input.blur();
        }, [chosen, focused]);
        looks.add((await page.screenshot({ clip, style: "* { filter: grayscale(1); }" })).toString("base64"));
      }
      assert.equal(looks.size, 4, `${selector}, ${JSON.stringify(media)}`);
    }
  }
  await context.close();
});

test("by keys alone, from what is missing to a code: what was chosen stays so", async () => {
  const { context, page, faults } = await watchedPage(browser, server, { viewport: ZOOMED });
  const reply = await challenge("type=predator")(page, "en");
  const right = String(reply?.headers()["tessera-truth"]).split(",").map(Number);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.textContent"), "If you can’t see the picture: Other ways in.", "the first stop");
  assert.ok(((await page.locator(".skip").boundingBox())?.height ?? 0) > 16, "which is seen while it has the focus");
  await page.keyboard.press("Tab"); // "Enlarge"
  for (let cell = 0; cell <= right[0]; cell++) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.locator("#missing").waitFor();
  assert.equal(await page.locator("#missing").textContent(), "Please choose 3. Chosen so far: 1.");
  assert.match(await page.title(), /^Please choose 3\./, "what is said first");
  assert.deepEqual(await page.locator(".cells :checked").evaluateAll((fields) => fields.map((field) => field.getAttribute("name"))), [`cell-${right[0]}`]);
  for (const _ of ["the link", "Enlarge"]) await page.keyboard.press("Tab");
  for (let cell = 0; cell <= right[2]; cell++) {
    await page.keyboard.press("Tab");
    if (cell === right[1] || cell === right[2]) await page.keyboard.press("Space");
  }
  await page.keyboard.press("Enter");
  await page.locator("#code").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
