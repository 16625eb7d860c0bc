// The page of a study, as volunteers use it: consent, practice, items, ways out, thanks; by mouse, touch and keyboard, on a
// phone and in the dark; what it sends and what it leaves on the device.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Server, eventually } from "../../lib/tessera.js";
import { assertAccessible } from "../axe.js";
import { DESKTOP, LIMIT, PHONE, launch, watchedPage } from "../browser.js";

/** @typedef {import("../browser.js").Page} Page */


/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} each type and level */
let all;
/** @type {Server} three items of one type */
let short;
before(async () => {
  const start = (/** @type {string[]} */ ...more) => Server.start({ config: "", command: ["study", "serve", ...more] });
  [browser, all, short] = await Promise.all([launch(), start(), start("--types", "spatial")]);
});
after(() => Promise.all([browser?.close(), all?.down(), short?.down()]));

/** @param {Server} server @returns {any[]} */
const kept = (server) => readFileSync(join(server.data, "study.jsonl"), "utf8").trim().split("\n")
  .map((line) => JSON.parse(line)).filter(({ type }) => type);

/** A volunteer in front of the page. @param {Server} server @param {import("../browser.js").ContextOptions} [options] */
async function volunteer(server, options = {}) {
  const { context, page, faults } = await watchedPage(browser, server, options);
  /** What was sent, and the item on the screen with its answer. */
  const state = { sent: /** @type {any[]} */ ([]), item: /** @type {any} */ (null), truth: "" };
  page.on("request", (request) => {
    if (request.method() === "POST") state.sent.push(request.postDataJSON());
  });
  page.on("response", async (reply) => {
    if (!reply.url().includes("/study/") || reply.status() !== 200) return;
    const { item } = await reply.json();
    [state.truth, state.item] = [reply.headers()["tessera-truth"] ?? "", item];
  });
  await page.goto("/study");
  return { context, page, faults, state };
}

/** An item is there whose answer is known. @param {Page} page @param {{item: any}} state @param {string} [before] the token of the one before */
async function shown(page, state, before) {
  assert.ok(await eventually(() => state.item && state.item.token !== before), "an item came");
  await page.locator(".panel[data-state=ready]").waitFor();
  return /** @type {string} */ (state.item.token);
}

/** @param {Page} page @param {string} what */
async function assertFine(page, what) {
  await assertAccessible(page, what);
  const { scrollWidth, clientWidth } = await page.evaluate(() =>
    ({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth }));
  assert.ok(scrollWidth <= clientWidth, `${what}: ${scrollWidth} of ${clientWidth} pixels`);
}

for (const [name, options] of /** @type {[string, any][]} */ ([
  ["on a phone", { viewport: PHONE, hasTouch: true, isMobile: true }],
  ["on a desk, in the dark", { viewport: DESKTOP, colorScheme: "dark" }],
])) {
  test(`a run ${name}: consent first, practice shows what is right, items tell nothing, and thanks`, LIMIT, async () => {
    const { context, page, faults, state } = await volunteer(short, options);
    const before = kept(short).length;
    const press = (/** @type {import("playwright-core").Locator} */ what) => (options.hasTouch ? what.tap() : what.click());
    await assertFine(page, "consent");
    assert.match(String(await page.locator("#welcome").textContent()), /no address of your device, no name of your browser, no cookie/);
    assert.deepEqual(state.sent, [], "nothing is sent before somebody agrees");
    await press(page.locator("#begin"));
    let token = await shown(page, state);
    assert.equal(await page.locator("#count").textContent(), "Practice, not counted");
    await assertFine(page, "practice");
    await press(page.locator(`.cell[data-index="${state.truth}"]`));
    await press(page.locator(".primary.submit"));
    await page.locator(".panel[data-state=revealed]").waitFor();
    assert.equal(await page.locator(".notice").textContent(), "That is right. The next one counts.");
    assert.equal(await page.locator(".cell.right").count(), 1);
    await assertFine(page, "what was right");
    assert.equal(kept(short).length, before, "practice is not kept");
    await press(page.locator(".primary.reload"));
    for (const number of [1, 2, 3]) {
      token = await shown(page, state, number === 1 ? undefined : token);
      assert.ok(await eventually(async () => await page.locator("#count").textContent() === `${number} of 3`));
      assert.equal(await page.locator(".timer").isVisible(), false, "no clock");
      assert.equal(await page.locator(".tool.reload").isVisible(), false, "nobody picks another");
      if (number === 1) await assertFine(page, "an item");
      if (number === 3) {
        await press(page.locator("#unseen"));
        break;
      }
      const right = Number(state.truth);
      await press(page.locator(`.cell[data-index="${number === 1 ? right : (right + 1) % 4}"]`));
      await press(page.locator(".primary.submit"));
      await eventually(() => state.item?.token !== token);
      assert.equal(await page.locator(".cell.right").count(), 0, "nobody is told");
    }
    await page.locator("#end").waitFor();
    assert.equal(await page.locator("#end-heading").textContent(), "Thank you!");
    assert.ok(await page.evaluate(() => document.activeElement?.id === "end-heading"), "those who listen hear it");
    await assertFine(page, "thanks");
    const rows = kept(short).slice(before);
    assert.deepEqual(rows.map(({ outcome }) => outcome), ["right", "wrong", "unseen"]);
    for (const { input, screen, ms, outcome } of rows) {
      assert.deepEqual([input, screen], options.hasTouch ? ["touch", "small"] : ["mouse", "large"]);
      assert.equal(ms !== null && ms > 0 && ms < 60_000, outcome !== "unseen");
    }
    assert.deepEqual([...new Set(state.sent.flatMap((body) => Object.keys(body)))].sort(), ["answer", "input", "ms", "screen", "skip", "token"]);
    assert.deepEqual(await context.cookies(), []);
    assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("by keyboard alone, and stopping half-way", LIMIT, async () => {
  const { context, page, faults, state } = await volunteer(short, { viewport: DESKTOP });
  const before = kept(short).length;
  await page.locator("#begin").focus();
  await page.keyboard.press("Enter");
  const token = await shown(page, state);
  /** Chooses a cell with arrows, from the first. @param {number} index */
  const choose = async (index) => {
    await page.locator(".cell[tabindex='0']").focus();
    const { columns } = state.item.challenge.view; // eight at hard lie in two rows
    await page.keyboard.press("Control+Home");
    for (let i = 0; i < Math.floor(index / columns); i++) await page.keyboard.press("ArrowDown");
    for (let i = 0; i < index % columns; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press(" ");
    await page.keyboard.press("Enter");
  };
  await choose(Number(state.truth));
  await page.locator(".panel[data-state=revealed]").waitFor();
  await page.keyboard.press("Enter"); // "Go on" has the focus
  const next = await shown(page, state, token);
  await choose(Number(state.truth));
  await shown(page, state, next);
  await page.locator("#stop").focus();
  await page.keyboard.press("Enter");
  await page.locator("#end").waitFor();
  assert.equal(await page.locator("#end-words").textContent(), "What you did so far is counted.");
  assert.deepEqual(kept(short).slice(before).map(({ outcome, input }) => [outcome, input]), [["right", "keyboard"], ["stopped", "keyboard"]]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("every type is shown and can be left out; what moves can be refused", LIMIT, async () => {
  const { context, page, faults, state } = await volunteer(all, { viewport: DESKTOP, reducedMotion: "no-preference" });
  await page.locator("#begin").click();
  const seen = new Set();
  let token = await shown(page, state);
  for (let i = 0; i < 60 && state.item; i++) {
    const { challenge, practice } = state.item;
    seen.add(challenge.type);
    assert.equal(await page.locator(".panel").getAttribute("data-type"), challenge.type);
    assert.ok(await page.locator(".panel canvas, .panel img, .panel .tiles").first().isVisible(), challenge.type);
    assert.ok(await eventually(async () => await page.locator("#motion").isVisible() === Boolean(challenge.view.animation)), challenge.type);
    await page.locator(challenge.view.animation ? "#motion" : "#unseen").click();
    if (practice) token = await shown(page, state, token);
    else {
      await eventually(() => state.item === null || state.item.token !== token);
      if (state.item) token = await shown(page, state, token);
    }
  }
  await page.locator("#end").waitFor();
  const rows = kept(all);
  assert.deepEqual([...seen].sort(), [...new Set(rows.map(({ type }) => type))].sort());
  assert.equal(rows.length, 3 * seen.size);
  assert.ok(rows.every(({ outcome }) => outcome === "unseen" || outcome === "motion"));
  assert.deepEqual(faults, []);
  await context.close();
});

test("who wants less motion is told so, and asks for nothing that moves; a page out of sight sends no time", LIMIT, async () => {
  const { context, page, state } = await volunteer(short, { reducedMotion: "reduce" });
  const before = kept(short).length;
  assert.equal(await page.locator("#still").isVisible(), true);
  await page.locator("#begin").click();
  const token = await shown(page, state);
  assert.deepEqual(state.sent[0], { motion: "reduce" });
  await page.locator("#unseen").click();
  const next = await shown(page, state, token);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  await page.locator(`.cell[data-index="${state.truth}"]`).click();
  await page.locator(".primary.submit").click();
  await shown(page, state, next);
  assert.deepEqual(kept(short).slice(before).map(({ outcome, ms }) => [outcome, ms]), [["right", null]]);
  await context.close();
});

test("what goes wrong is said, and can be tried again", LIMIT, async () => {
  const { context, page, state } = await volunteer(short, { viewport: DESKTOP });
  await page.route("**/study/begin", (route) => route.abort());
  await page.locator("#begin").click();
  await page.getByText("There is no connection. Please try again.").waitFor();
  await page.unroute("**/study/begin");
  await page.locator("#begin").click();
  const token = await shown(page, state);
  await page.route("**/study/answer", (route) => route.fulfill({ status: 503, json: { error: { code: "unavailable" } } }));
  await page.locator(`.cell[data-index="${state.truth}"]`).click();
  await page.locator(".primary.submit").click();
  await page.locator(".notice").getByText("That did not work. Please try again.").waitFor();
  await page.unroute("**/study/answer");
  await page.locator(".primary.submit").click();
  await page.locator(".panel[data-state=revealed]").waitFor();
  await page.locator(".primary.reload").click();
  const counted = await shown(page, state, token);
  // Answered in another tab.
  await short.post("/study/answer", { token: counted, skip: "unseen", input: "mouse", screen: "large" });
  await page.locator("#unseen").click();
  await page.locator(".notice").getByText("This run can’t go on").waitFor();
  await context.close();
});
