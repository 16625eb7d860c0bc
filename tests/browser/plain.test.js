// The puzzle without JavaScript, from the page to each outcome.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TRANSFORMS } from "../lib/puzzle.js";
import { Server } from "../lib/tessera.js";
import {
  PUZZLE_PATH, SLUGS, VIEWPORTS, choose, launch, navigate, openPuzzle, readGrid, rightPair, truthOf, watchedPage,
  wrongPair,
} from "./browser.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => ([browser, server] = await Promise.all([launch(), Server.start()])));
after(() => Promise.all([browser?.close(), server?.down()]));

/** @typedef {{name: string, how: "click" | "tap", options: import("./browser.js").ContextOptions}} Hand */
/** @type {Hand[]} */
const HANDS = [
  ...Object.entries(VIEWPORTS).map(([name, viewport]) =>
    ({ name, how: /** @type {const} */ ("click"), options: { viewport, javaScriptEnabled: false } })),
  { name: "touch", how: "tap", options: { hasTouch: true, isMobile: true, javaScriptEnabled: false } },
];

for (const { name, how, options } of HANDS) {
  test(`${name}: right, wrong and replayed answers`, async () => {
    const { context, page, faults } = await watchedPage(browser, server, options);
    const submit = () => navigate(page, () => page.locator("#submit")[how]());

    // PUZ-1, PUZ-2, PUZ-3: one worked example, one attempt, on grids of 16 cells with both tones.
    let truth = await openPuzzle(page);
    for (const id of ["grid-before", "grid-start"]) {
      const grid = await readGrid(page, id);
      const active = [...grid].filter((digit) => digit !== "0").length;
      assert.ok(active >= 7 && active <= 9, `${id}: ${active} active cells`);
      assert.ok(grid.includes("1") && grid.includes("2"), `${id}: both tones`);
    }
    await page.locator("#time-note").waitFor(); // told in words: there is no countdown
    assert.equal(await page.locator("#countdown").isVisible(), false);
    assert.equal(await page.locator(".when-previewed:visible").count(), 0);

    // PUZ-4, PUZ-7, PUZ-18: choosing two cards, and being wrong.
    await choose(page, await wrongPair(page, truth), how);
    let reply = await submit();
    assert.equal(reply.status(), 403);
    assert.equal(await page.locator("#message").textContent(), "Incorrect.");
    const wayOn = page.locator("#way-on");
    assert.equal(await wayOn.textContent(), "Request new challenge.");
    assert.equal(await page.locator("main.tone-bad").count(), 1);

    // PUZ-14, PUZ-19: the same form once more.
    reply = await navigate(page, () => page.reload());
    assert.equal(reply.request().method(), "POST");
    assert.equal(reply.status(), 403);
    assert.equal(await page.locator("#message").textContent(), "Expired");

    // PUZ-17: the link leads to a fresh challenge, and a right answer to the success page.
    truth = truthOf(await navigate(page, () => wayOn[how]()));
    const token = await page.locator("[name=seed]").inputValue();
    await choose(page, await rightPair(page, truth), how);
    reply = await submit();
    assert.equal(reply.status(), 200);
    assert.equal(await page.locator("main.tone-good #message").textContent(), "You’re through.");

    // PUZ-19: Chromium keeps nothing of the page, so that "back" brings a fresh challenge; a browser that
    // did keep it would send the old token.
    truth = truthOf(await navigate(page, () => page.goBack()));
    const field = page.locator("[name=seed]");
    assert.notEqual(await field.inputValue(), token);
    assert.equal(await page.locator(":checked").count(), 0);
    await field.evaluate((input, value) => (/** @type {HTMLInputElement} */ (input).value = value), token);
    await choose(page, await rightPair(page, truth), how);
    reply = await submit();
    assert.equal(reply.status(), 403);
    assert.equal(await page.locator("#message").textContent(), "Expired");

    assert.deepEqual(faults, []);
    await context.close();
  });
}

// The browser itself asks for both moves.
test("a form that is not filled in is not sent", async () => {
  const { context, page } = await watchedPage(browser, server, { javaScriptEnabled: false });
  await openPuzzle(page);
  /** @type {string[]} */
  const posts = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.locator("#submit").click();
  await page.locator("label.move").first().click();
  await page.locator("#submit").click();
  await page.locator("label.move:has([name=second])").first().click();
  await navigate(page, () => page.locator("#submit").click());
  assert.equal(posts.length, 1, "only what is filled in");
  await context.close();
});

// Nobody needs scripts to get more time, and nothing that was chosen is lost.
test("more time", async () => {
  const { context, page, faults } = await watchedPage(browser, server, { javaScriptEnabled: false });
  const truth = await openPuzzle(page);
  const [first, second] = await rightPair(page, truth);
  const before = await readGrid(page, "grid-before");
  await page.locator(`label.move:has(#first-${first})`).click();
  await navigate(page, () => page.locator("#more-time").click());
  assert.equal(await readGrid(page, "grid-before"), before);
  assert.match((await page.locator("#time-note").textContent()) ?? "", /^Time to answer: (9|10) min$/);
  assert.equal(await page.locator(`#first-${first}`).isChecked(), true);
  await page.locator(`label.move:has(#second-${second})`).click();
  const reply = await navigate(page, () => page.locator(`#second-${second}`).press("Enter"));
  assert.equal(reply.status(), 200); // Enter means Submit, not "More time"
  assert.equal(await page.locator("main.tone-good").count(), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

// PUZ-20: a token that was changed on its way.
test("a tampered token is forbidden", async () => {
  const { context, page } = await watchedPage(browser, server);
  const truth = await openPuzzle(page);
  await choose(page, await rightPair(page, truth));
  await page.locator("[name=seed]").evaluate((field) => {
    const input = /** @type {HTMLInputElement} */ (field);
    input.value = input.value.slice(0, -2) + (input.value.endsWith("AA") ? "BB" : "AA");
  });
  const reply = await navigate(page, () => page.locator("#submit").click());
  assert.equal(reply.status(), 403);
  assert.equal(await page.locator("#message").textContent(), "Forbidden. Please request a new challenge.");
  truthOf(await navigate(page, () => page.locator("#way-on").click()));
  await context.close();
});

// PUZ-5, PUZ-23: the legend shows as many moves as the config says, in their order, and takes them all.
test("legends of four and of eight moves", async () => {
  for (const count of [4, 8]) {
    const other = await Server.start({
      config: `budget: {enabled: false}\nchallenge: {test_mode: true, transform_count: ${count}}\n`,
    });
    const { context, page, faults } = await watchedPage(browser, other, { javaScriptEnabled: false });
    const truth = await openPuzzle(page);
    for (const name of ["first", "second"]) {
      const ids = await page.locator(`[name=${name}]`).evaluateAll((radios) => radios.map((radio) => radio.id));
      assert.deepEqual(ids, SLUGS.slice(0, count).map((slug) => `${name}-${slug}`));
      const faces = page.locator(`.moves:has([name=${name}]) .face`);
      const named = await faces.locator(".move-name").allInnerTexts();
      assert.deepEqual(named.map((text) => text.toLowerCase()), TRANSFORMS.slice(0, count));
      assert.deepEqual(await faces.locator(".move-meaning:visible").allInnerTexts(), count === 8 ? ["top and bottom change places", "left and right change places"] : []);
    }
    await choose(page, await rightPair(page, truth));
    assert.equal((await navigate(page, () => page.locator("#submit").click())).status(), 200);
    assert.deepEqual(faults, []);
    await context.close();
    await other.down();
  }
});
