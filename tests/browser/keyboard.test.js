// The puzzle by keyboard alone: every stop shows where the focus is, in the order of the eye.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import {
  DESKTOP, PHONE, focused, launch, legendOf, navigate, openPuzzle, rightPair, runDownTo, stopClock, truthOf, watchedPage,
  wrongPair,
} from "./browser.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => ([browser, server] = await Promise.all([launch(), Server.start()])));
after(() => Promise.all([browser?.close(), server?.down()]));

/** @param {Page} page @param {string} key @param {string | RegExp} id */
async function press(page, key, id) {
  await page.keyboard.press(key);
  const now = await focused(page);
  assert.match(now.id, id instanceof RegExp ? id : new RegExp(`^${id}$`), `after ${key}`);
  assert.deepEqual({ ...now, checked: true }, { id: now.id, checked: true, outlined: true, inside: true, uncovered: true });
  return now;
}

/** From the focus in a legend to the move, by arrow keys. @param {Page} page @param {string} name @param {string} slug */
async function arrowTo(page, name, slug) {
  const slugs = await legendOf(page);
  await press(page, "Space", `${name}-${slugs[0]}`);
  for (const passed of slugs.slice(1, slugs.indexOf(slug) + 1)) {
    const now = await press(page, "ArrowRight", `${name}-${passed}`);
    assert.ok(now.checked);
  }
}

for (const [name, options] of /** @type {[string, import("./browser.js").ContextOptions][]} */ ([
  ["phone, light", { viewport: PHONE }],
  ["desktop, dark", { viewport: DESKTOP, colorScheme: "dark" }],
  ["without JavaScript", { viewport: PHONE, javaScriptEnabled: false }],
  ["1280 x 1024 at 400%", { viewport: { width: 320, height: 256 } }],
  ["1280 x 720 at 300%", { viewport: { width: 427, height: 240 } }],
])) {
  test(`${name}: from the page's load to the success page`, async () => {
    const { context, page, faults } = await watchedPage(browser, server, { reducedMotion: "reduce", ...options });
    const isScripted = options.javaScriptEnabled !== false;
    const truth = await openPuzzle(page);
    const [wrongFirst, wrongSecond] = await wrongPair(page, truth);
    if (isScripted) await press(page, "Tab", "describe"); // before the moves: it says what these are about
    await press(page, "Tab", "first-shift-up");
    await arrowTo(page, "first", wrongFirst);
    await press(page, "Tab", "second-shift-up");
    await arrowTo(page, "second", wrongSecond);
    await press(page, "Tab", "submit");
    // Back, as one does who sees a mistake: to the choice, and on again.
    await press(page, "Shift+Tab", `second-${wrongSecond}`);
    await press(page, "Tab", "submit");
    await navigate(page, () => page.keyboard.press("Enter"));
    assert.equal(await page.locator("#message").textContent(), "Incorrect.");

    await press(page, "Tab", "way-on");
    const fresh = truthOf(await navigate(page, () => page.keyboard.press("Enter")));
    const [first, second] = await rightPair(page, fresh);
    if (isScripted) await press(page, "Tab", "describe");
    await press(page, "Tab", "first-shift-up");
    await arrowTo(page, "first", first);
    await press(page, "Tab", "second-shift-up");
    await arrowTo(page, "second", second);
    if (isScripted) { // by keys the moves change places, and back
      await press(page, "Shift+Tab", `first-${first}`);
      await press(page, "Shift+Tab", "swap");
      for (const [one, other] of [[second, first], [first, second]]) {
        await press(page, "Enter", "swap");
        assert.ok(await page.locator(`#first-${one}`).isChecked() && await page.locator(`#second-${other}`).isChecked());
      }
      await press(page, "Tab", `first-${first}`);
      await press(page, "Tab", `second-${second}`);
    }
    await press(page, "Tab", "submit");
    const reply = await navigate(page, () => page.keyboard.press("Space"));
    assert.equal(reply.status(), 200); // PUZ-17
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("more time, and a new challenge after the end, by keyboard", async () => {
  const { context, page } = await watchedPage(browser, server, { reducedMotion: "reduce" });
  await stopClock(page);
  await openPuzzle(page);
  await runDownTo(page, 20);
  await press(page, "Tab", "describe");
  await press(page, "Tab", "first-shift-up");
  await press(page, "Tab", "second-shift-up");
  await press(page, "Tab", "submit"); // first in the page: Enter in the form means this one
  await press(page, "Tab", "more-time");
  await page.keyboard.press("Enter");
  await page.locator("[data-time=extended]").waitFor();
  assert.equal((await focused(page)).id, "notice"); // the button is gone, the place is kept
  await press(page, "Tab", "submit");
  await runDownTo(page, 0);
  await press(page, "Shift+Tab", "new-challenge");
  truthOf(await navigate(page, () => page.keyboard.press("Enter")));
  await context.close();
});

test("the demo's stops, in order", async () => {
  const { context, page } = await watchedPage(browser, server, { viewport: DESKTOP, reducedMotion: "reduce" });
  await page.goto("/");
  for (const place of [".letter", "#stage"]) await page.locator(`${place} .box`).waitFor();
  const seen = [];
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => {
      let held = document.activeElement;
      while (held?.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
      const element = /** @type {HTMLInputElement} */ (held);
      return element.id || element.value || element.className || element.tagName;
    }));
  }
  assert.deepEqual(seen, [
    "button large", "try", "letter-name", "letter-words", "box", "button", // hero and form
    "hidden", "medium", "served", "auto", "lang", "box", // one stop for each switch
    "PRE", "copy", "PRE", "copy", "PRE", "copy", "A", "A",
  ]);
  await context.close();
});
