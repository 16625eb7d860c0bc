// The puzzle with JavaScript: the preview, and the time that is left, warned of, extended and over.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import {
  SLUGS, card, choose, launch, legendOf, listenTo, moved, navigate, openPuzzle, readGrid, rightPair, rowsInWords, runDownTo,
  secondsLeft, solve, stopClock, truthOf, watchedPage,
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

/** @typedef {import("./browser.js").Page} Page */

/** What the page says of the boards. @param {Page} page */
const verdictOf = async (page) => [await page.locator("#trial").getAttribute("data-verdict"), await page.locator("#verdict").textContent()];

const CHOOSE = ["none", "Please choose a 1st and a 2nd move."];
const OTHER = ["other", "That is not After yet."];
const SAME = ["same", "That is the same as After."];

// PUZ-1, PUZ-5, R8: the question is how Before becomes After; what is submitted is made on a grid of the visitor's own.
test("every move of the legend is made on Before, compared with After, and made on the visitor's own grid", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  const truth = await openPuzzle(page);
  const [before, after, start] = await Promise.all(["before", "after", "start"].map((name) => readGrid(page, `grid-${name}`)));
  assert.deepEqual(await legendOf(page), SLUGS);
  assert.equal(await readGrid(page, "grid-preview"), before); // nothing is moved yet
  assert.equal(await page.locator("#grid-preview.waiting").count(), 1);
  assert.deepEqual(await verdictOf(page), CHOOSE);

  for (const first of SLUGS) {
    await card(page, "first", first).click();
    assert.equal(await readGrid(page, "grid-preview"), moved(before, first), first);
    assert.equal(await readGrid(page, "grid-result"), moved(start, first), first);
    assert.deepEqual(await verdictOf(page), moved(before, first) === after ? SAME : OTHER);
  }
  assert.equal(await page.locator(".waiting").count(), 0);
  const [right] = await rightPair(page, truth);
  await card(page, "first", right).click();
  let matches = 0;
  for (const second of SLUGS) {
    await card(page, "second", second).click();
    const both = moved(moved(before, right), second);
    assert.equal(await readGrid(page, "grid-preview"), both, second);
    assert.equal(await readGrid(page, "grid-result"), moved(moved(start, right), second), second);
    assert.deepEqual(await verdictOf(page), both === after ? SAME : OTHER);
    // By more than words and colour: of three signs one is seen.
    assert.deepEqual(await page.locator(".sign path:visible").evaluateAll((paths) => paths.map((path) => path.classList[1])), [both === after ? "same" : "other"]);
    if (both === after) {
      matches++;
      assert.equal(await readGrid(page, "grid-result"), truth); // what fits is what passes
    }
  }
  assert.ok(matches > 0);
  // What a screen reader finds in the cells is as new as what the eye sees.
  const words = await page.locator("#grid-preview tbody td").allTextContents();
  assert.equal(words.map((word) => ["empty", "black", "pink"].indexOf(word)).join(""), await readGrid(page, "grid-preview"));
  for (const [name, grid] of /** @type {const} */ ([["before", before], ["after", after], ["start", start]])) {
    assert.equal(await readGrid(page, `grid-${name}`), grid);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("one move alone shows what it does, and the two change places", async () => {
  const { context, page } = await watchedPage(browser, server);
  await openPuzzle(page);
  const before = await readGrid(page, "grid-before");
  const swap = page.locator("#swap");
  assert.ok(await swap.isDisabled()); // there is nothing to swap
  await card(page, "second", "shift-down").click();
  assert.equal(await readGrid(page, "grid-preview"), moved(before, "shift-down"));
  await swap.click();
  assert.equal(await page.locator("#first-shift-down").isChecked(), true);
  assert.equal(await page.locator("[name=second]:checked").count(), 0);
  await card(page, "second", "90-clockwise").click();
  assert.equal(await readGrid(page, "grid-preview"), moved(moved(before, "shift-down"), "90-clockwise"));
  await swap.press("Enter"); // presses the button, and sends nothing
  assert.equal(await page.locator("#first-90-clockwise").isChecked(), true);
  assert.equal(await page.locator("#second-shift-down").isChecked(), true);
  assert.equal(await readGrid(page, "grid-preview"), moved(moved(before, "90-clockwise"), "shift-down"));
  assert.ok(await swap.evaluate((button) => button === document.activeElement));
  await context.close();
});

test("arrow keys through the moves tell no cells, and once at rest whether the boards are the same", async () => {
  const { context, page } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page);
  const told = await listenTo(page.locator("#preview-status"));
  await page.locator("#first-shift-up").focus();
  await page.keyboard.press("Space");
  for (let i = 0; i < 2 * SLUGS.length; i++) await page.keyboard.press("ArrowRight");
  await page.clock.runFor(5000);
  assert.deepEqual(await told(), [], "one move is not yet an answer");
  const [first, second] = await rightPair(page, truth);
  await card(page, "first", first).click();
  await page.locator("#second-shift-up").focus();
  await page.keyboard.press("Space");
  const round = [...SLUGS.slice(1), ...SLUGS];
  if (round.at(-1) === second) round.push(SLUGS[0]); // another is chosen at its end
  for (const slug of round) {
    await page.keyboard.press("ArrowRight");
    await page.clock.runFor(100);
    assert.equal(await page.locator("[name=second]:checked").inputValue(), slug);
  }
  assert.deepEqual(await told(), [], "while the keys are pressed");
  await page.clock.runFor(700);
  assert.equal((await told()).length, 1);
  await card(page, "second", second).click();
  await page.clock.runFor(700);
  assert.equal((await told()).at(-1), SAME[1]);
  await card(page, "second", second).click(); // again: nothing has changed
  await page.clock.runFor(700);
  assert.equal((await told()).length, 2);
  assert.ok((await told()).every((words) => [SAME[1], OTHER[1]].includes(words)), String(await told()));
  await context.close();
});

test("the boards in words, when they are asked for", async () => {
  const { context, page } = await watchedPage(browser, server);
  await stopClock(page);
  await openPuzzle(page);
  const told = await listenTo(page.locator("#preview-status"));
  const button = page.getByRole("button", { name: "Describe in words" });
  assert.equal(await page.locator("#description").isVisible(), false);
  await card(page, "first", "shift-up").click();
  await button.press("Enter");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  const boards = { Before: await readGrid(page, "grid-before"), "Before, with your moves": await readGrid(page, "grid-preview"), After: await readGrid(page, "grid-after") };
  assert.deepEqual(await page.locator("#description li").allInnerTexts(), Object.values(boards).flatMap(rowsInWords));
  assert.deepEqual(await told(), [Object.entries(boards).map(([name, grid]) => `${name}. ${rowsInWords(grid).join(", ")}`).join(" ")]);
  // It follows the moves, for the eye; aloud it was said once.
  await card(page, "first", "shift-down").click();
  await page.clock.runFor(5000);
  assert.deepEqual((await page.locator("#description li").allInnerTexts()).slice(4, 8), rowsInWords(moved(boards.Before, "shift-down")));
  assert.equal((await told()).length, 1);
  await button.click();
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator("#description").isVisible(), false);
  await context.close();
});

test("a browser that kept the choices shows what they make", async () => {
  const { context, page } = await watchedPage(browser, server);
  await page.addInitScript(() => document.addEventListener("readystatechange", () => {
    /** @type {HTMLInputElement | null} */ const input = document.querySelector("#first-shift-left");
    if (input) input.checked = true;
  }));
  await openPuzzle(page);
  assert.equal(await readGrid(page, "grid-preview"), moved(await readGrid(page, "grid-before"), "shift-left"));
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
  assert.match(await notice.innerText(), /^Less than 30 s left\. “More time” gives you more\.$/);
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
    assert.equal(await notice.innerText(), "You have more time now.");
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
  assert.equal(await page.locator("#notice").innerText(), "The time can’t be extended any more.");
  assert.equal(await page.locator("#more-time").count(), 0);
  await runDownTo(page, 5);
  assert.equal(await page.locator("#notice").innerText(), "The time can’t be extended any more.");
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
  await page.locator("#notice", { hasText: "No connection to the server." }).waitFor();
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
  assert.equal(await page.locator("#notice").innerText(), "The time is up.");
  assert.equal(await page.locator("#more-time").isVisible(), false);
  assert.equal(await page.locator("#countdown").isVisible(), false);
  const fresh = truthOf(await navigate(page, () => page.locator("#new-challenge").click()));
  assert.equal(await secondsLeft(page), 300);
  assert.equal(await page.locator(":checked").count(), 0);
  assert.equal((await solve(page, fresh)).status(), 200);
  assert.deepEqual(faults, []);
  await context.close();
});
