// The puzzle with JavaScript: the preview, and the time that is left, warned of, extended and over.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import {
  SLUGS, card, choose, launch, legendOf, moved, navigate, openPuzzle, readGrid, rightPair, runDownTo, secondsLeft,
  solve, stopClock, truthOf, watchedPage,
} from "./browser.js";

const EXTENSIONS = 2;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  const config = "budget: {enabled: false}\n" +
    `challenge: {test_mode: true, transform_count: 8, extensions_max: ${EXTENSIONS}}\n`;
  [browser, server] = await Promise.all([launch(), Server.start({ config })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

/** What the live region should say of a grid. @param {string} grid */
const told = (grid) =>
  [0, 1, 2, 3].map((row) => {
    const cells = [...grid.slice(row * 4, row * 4 + 4)].map((digit) => ["empty", "black", "pink"][Number(digit)]);
    return `row ${row + 1}: ${cells.join(", ")}`;
  }).join("; ");

/** @param {import("./browser.js").Page} page @param {string} id */
const isWaiting = (page, id) => page.locator(`#${id}.waiting`).count().then((count) => count === 1);

test("the preview makes every move of the legend, for the eye and aloud", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await openPuzzle(page);
  const start = await readGrid(page, "grid-start");
  assert.deepEqual(await legendOf(page), SLUGS); // PUZ-5
  assert.ok(await isWaiting(page, "grid-first"));
  assert.ok(await isWaiting(page, "grid-second"));
  assert.equal(await page.locator("#preview-status").textContent(), "");

  const status = page.locator("#preview-status");
  for (const first of SLUGS) {
    await card(page, "first", first).click();
    assert.equal(await readGrid(page, "grid-first"), moved(start, first), first);
    assert.equal(await isWaiting(page, "grid-first"), false);
    assert.ok(await isWaiting(page, "grid-second"));
    assert.equal(await status.textContent(), `After the 1st move. ${told(moved(start, first))}`);
  }
  const first = SLUGS[SLUGS.length - 1];
  for (const second of SLUGS) {
    await card(page, "second", second).click();
    const both = moved(moved(start, first), second);
    assert.equal(await readGrid(page, "grid-first"), moved(start, first));
    assert.equal(await readGrid(page, "grid-second"), both, second);
    assert.equal(await isWaiting(page, "grid-second"), false);
    assert.equal(await status.textContent(), `After both moves. ${told(both)}`);
  }
  // What a screen reader finds in the grid itself is as new as what the eye sees.
  const words = await page.locator("#grid-second td").allTextContents();
  assert.equal(words.map((word) => ["empty", "black", "pink"].indexOf(word)).join(""),
    await readGrid(page, "grid-second"));
  assert.equal(await readGrid(page, "grid-start"), start);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the second move alone previews nothing", async () => {
  const { context, page } = await watchedPage(browser, server);
  await openPuzzle(page);
  const start = await readGrid(page, "grid-start");
  await card(page, "second", "shift-down").click();
  assert.ok(await isWaiting(page, "grid-first"));
  assert.ok(await isWaiting(page, "grid-second"));
  await card(page, "first", "shift-left").click();
  assert.equal(await readGrid(page, "grid-second"), moved(moved(start, "shift-left"), "shift-down"));
  await context.close();
});

// PUZ-12: five minutes; the page warns in time and more can be had.
test("the time runs, warns, is extended by the server, and the form still passes", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page);
  const form = page.locator("#puzzle");
  const notice = page.locator("#notice");
  const more = page.locator("#more-time");
  const face = page.locator("#countdown");
  const stage = () => form.getAttribute("data-time");
  const isUrgent = () => face.evaluate((element) => element.classList.contains("urgent"));
  const colour = () => face.evaluate((element) => getComputedStyle(element).color);

  assert.equal(await form.getAttribute("data-seconds"), "300");
  assert.equal(await secondsLeft(page), 300);
  assert.equal(await page.locator("#time-note").isVisible(), false);
  assert.equal(await stage(), "running");
  assert.equal(await more.isVisible(), false);
  await runDownTo(page, 299);
  await runDownTo(page, 31);
  assert.equal(await stage(), "running");
  assert.equal(await notice.isVisible(), false);
  const calm = await colour();

  await runDownTo(page, 30);
  assert.equal(await stage(), "warning");
  assert.match(await notice.innerText(), /^Less than 30 seconds left\.$/);
  assert.ok(await more.isVisible());
  await runDownTo(page, 11);
  assert.equal(await isUrgent(), false);
  await runDownTo(page, 10);
  assert.equal(await isUrgent(), true);
  assert.notEqual(await colour(), calm);

  const before = await page.locator("[name=seed]").inputValue();
  for (let left = EXTENSIONS - 1; left >= 0; left--) {
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/v1/extend")),
      more.click(),
    ]);
    assert.equal((await reply.json()).extensionsLeft, left);
    await page.locator("[data-time=extended]").waitFor();
    assert.equal(await notice.innerText(), "You have more time.");
    assert.ok(await notice.evaluate((element) => element === document.activeElement));
    assert.ok((await secondsLeft(page)) > 300);
    assert.equal(await isUrgent(), false);
    await runDownTo(page, 20);
    assert.equal(await stage(), "warning");
    assert.equal(await more.isVisible(), left > 0); // the last one is not offered in vain
  }
  assert.notEqual(await page.locator("[name=seed]").inputValue(), before);

  assert.equal((await solve(page, truth)).status(), 200); // PUZ-17
  assert.deepEqual(faults, []);
  await context.close();
});

test("an extension that the server refuses is told, and what is chosen still counts", async () => {
  const { context, page } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page);
  // Elsewhere, in another tab say, all of them were used up.
  let token = await page.locator("[name=seed]").inputValue();
  for (let i = 0; i < EXTENSIONS; i++) token = (await server.post("/v1/extend", { token })).json.token;
  await page.locator("[name=seed]").evaluate((field, value) => {
    /** @type {HTMLInputElement} */ (field).value = value;
  }, token);
  await runDownTo(page, 25);
  await page.locator("#more-time").click();
  await page.locator("[data-time=refused]").waitFor();
  assert.equal(await page.locator("#notice").innerText(), "No more time can be had.");
  assert.equal(await page.locator("#more-time").count(), 0);
  await runDownTo(page, 5);
  assert.equal(await page.locator("#notice").innerText(), "No more time can be had.");
  assert.equal((await solve(page, truth)).status(), 200);
  await context.close();
});

test("a server that cannot be reached is told, and asked again", async () => {
  const { context, page } = await watchedPage(browser, server);
  await stopClock(page);
  await openPuzzle(page);
  await runDownTo(page, 25);
  await page.route("**/v1/extend", (route) => route.abort());
  await page.locator("#more-time").click();
  await page.locator("#notice", { hasText: "The server could not be reached." }).waitFor();
  await page.unroute("**/v1/extend");
  await page.locator("#more-time").click();
  await page.locator("[data-time=extended]").waitFor();
  await context.close();
});

test("when the time is over a new challenge is the way on", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page);
  await choose(page, await rightPair(page, truth));
  await runDownTo(page, 0);
  assert.equal(await page.locator("#puzzle").getAttribute("data-time"), "expired");
  assert.equal(await page.locator("#notice").innerText(), "This challenge has expired.");
  assert.equal(await page.locator("#more-time").isVisible(), false);
  assert.equal(await page.locator("#countdown").isVisible(), false);
  const fresh = truthOf(await navigate(page, () => page.locator("#new-challenge").click()));
  assert.equal(await secondsLeft(page), 300);
  assert.equal(await page.locator(":checked").count(), 0);
  assert.equal((await solve(page, fresh)).status(), 200);
  assert.deepEqual(faults, []);
  await context.close();
});
