// Every page in every state, looked at by axe-core: no violation, in light and dark, small and large.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { ALL_COLOURS, DARK, assertAccessible, assertAccessibleInLooks } from "./axe.js";
import {
  LIMIT, PUZZLE_PATH, VIEWPORTS, choose, launch, navigate, openPuzzle, rightPair, runDownTo, stopClock, truthOf,
  watchedPage, wrongPair,
} from "./browser.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Server} without test mode */
let closed;
/** @type {Server} whose budget is spent with the first challenge */
let spent;
before(async () => {
  const budget = "budget: {challenge: 1, window_s: 3600}\nchallenge: {test_mode: true}\n";
  [browser, server, closed, spent] = await Promise.all(
    [launch(), Server.start(), Server.start({ config: "" }), Server.start({ config: budget })]);
});
after(() => Promise.all([browser?.close(), server?.down(), closed?.down(), spent?.down()]));

/** The states of the puzzle's page, one after the other. @param {Page} page @param {(page: Page, state: string) => Promise<void>} inspect */
async function inspectPuzzle(page, inspect) {
  await stopClock(page);
  const truth = await openPuzzle(page);
  await inspect(page, "before the choice");
  await choose(page, await rightPair(page, truth));
  await inspect(page, "after the choice");
  await runDownTo(page, 25);
  await inspect(page, "warning");
  await runDownTo(page, 8);
  await inspect(page, "urgent");
  await page.locator("#more-time").click();
  await page.locator("[data-time=extended]").waitFor();
  await inspect(page, "extended");
  await runDownTo(page, 0);
  await inspect(page, "expired");
}

/** Every message, each where it really comes from: its heading and the way to it. @type {[string, number, (page: Page) => Promise<import("./browser.js").Response>][]} */
const MESSAGES = [
  ["You’re through.", 200, async (page) => {
    await choose(page, await rightPair(page, await openPuzzle(page)));
    return submit(page);
  }],
  ["Incorrect.", 403, async (page) => {
    await choose(page, await wrongPair(page, await openPuzzle(page)));
    return submit(page);
  }],
  ["Expired", 403, (page) => navigate(page, () => page.reload())], // the wrong answer once more
  ["Forbidden. Please request a new challenge.", 403, async (page) => {
    await openPuzzle(page);
    await choose(page, ["shift-up", "shift-up"]);
    await setField(page, "[name=seed]", "nonsense");
    return submit(page);
  }],
  ["Invalid output", 400, async (page) => {
    await openPuzzle(page);
    await choose(page, ["shift-up", "shift-up"]);
    await setField(page, "#first-shift-up", "stand-on-its-head");
    return submit(page);
  }],
  ["Nothing here.", 404, (page) => navigate(page, () => page.goto(closed.url + PUZZLE_PATH))],
  ["A little slower, please.", 429, async (page) => {
    await fetch(spent.url + PUZZLE_PATH); // each hour has a budget of its own
    return navigate(page, () => page.goto(spent.url + PUZZLE_PATH));
  }],
];

/** @param {Page} page */
const submit = (page) => navigate(page, () => page.locator("#submit").click());

/** @param {Page} page @param {string} selector @param {string} value */
const setField = (page, selector, value) =>
  page.locator(selector).evaluate((field, text) => (/** @type {HTMLInputElement} */ (field).value = text), value);

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  test(`${size}: no violation in any state`, LIMIT, async () => {
    const { context, page } = await watchedPage(browser, server, { viewport, reducedMotion: "reduce" });
    const inspect = (/** @type {Page} */ one, /** @type {string} */ state) => assertAccessibleInLooks(one, state, size === "phone" ? ALL_COLOURS : DARK);
    await inspectPuzzle(page, inspect);
    truthOf(await navigate(page, () => page.locator("#new-challenge").click()));
    for (const [heading, status, go] of MESSAGES) {
      assert.equal((await go(page)).status(), status, heading);
      assert.equal(await page.locator("#message").textContent(), heading);
      await assertAccessibleInLooks(page, heading);
    }
    await page.goto("/");
    await inspect(page, "demo");
    await context.close();
  });
}

test("without JavaScript", LIMIT, async () => {
  const { context, page } = await watchedPage(browser, server, { javaScriptEnabled: false });
  await openPuzzle(page);
  // axe itself is a script: what the page looks like is carried over to one where it may run.
  const html = await page.content();
  const stage = await watchedPage(browser, server);
  await stage.page.route(`**${PUZZLE_PATH}`, (route) =>
    route.fulfill({ contentType: "text/html", body: html.replace(/<script[^>]*><\/script>/, "") }));
  await stopClock(stage.page);
  await stage.page.goto(PUZZLE_PATH);
  assert.ok(await stage.page.locator("#time-note").isVisible());
  await assertAccessible(stage.page, "no JavaScript");
  await stage.context.close();
  await context.close();
});
