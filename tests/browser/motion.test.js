// Pictures that move, in a real browser: it takes them for an animation, and neither the widget nor the standalone mode
// has any where the visitor's system is set to less motion. That setting may change while the page is open.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { PUZZLE_PATH, launch, watchedPage } from "./browser.js";
import { open, startSite as startStandalone } from "./standalone.js";
import { startSite, visit } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
/** @type {import("../lib/static.js").StaticServer} */
let alone;
before(async () => {
  [browser, server, alone] = await Promise.all([launch(), Server.start(), startStandalone()]);
  site = await startSite(server);
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down(), alone?.down()]));

test("the browser plays the picture, once, for as long as told", async () => { /* S3D-28 */
  let challenge;
  do challenge = await server.challenge({ type: "scene" });
  while (!challenge.view.animation);
  const { context, page, faults } = await watchedPage(browser, server);
  await page.goto(PUZZLE_PATH);
  const seen = await page.evaluate(async (/** @type {string} */ src) => {
    const reply = await fetch(src);
    // TypeScript's own types of the DOM don't have it yet.
    const decoder = new /** @type {any} */ (window).ImageDecoder({ data: reply.body, type: "image/png" });
    await decoder.completed;
    const { animated, frameCount, repetitionCount } = decoder.tracks.selectedTrack;
    let milliseconds = 0, width = 0;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      milliseconds += image.duration / 1000;
      width = image.displayWidth;
      image.close();
    }
    return { animated, frameCount, repetitionCount, milliseconds, width };
  }, challenge.view.image.src);
  assert.equal(seen.animated, true);
  assert.ok(seen.frameCount > 20, `${seen.frameCount} frames`);
  assert.equal(seen.repetitionCount, 0);
  assert.equal(seen.width, challenge.view.image.width);
  assert.ok(seen.milliseconds <= 4500 && Math.ceil(seen.milliseconds / 1000) - challenge.view.animation.seconds <= 1);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
  test(`widget: ${reducedMotion} is what it asks for`, async () => {
    const { context, page, visitor, faults } = await visit(browser, site, "/puzzle", { reducedMotion });
    const [order] = await Promise.all([page.waitForRequest((request) => request.url().endsWith("/v1/challenge")), visitor.open()]);
    assert.equal(order.postDataJSON().motion, reducedMotion === "reduce" ? "reduce" : undefined);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

/** What the setting becomes while a page is open, one after the other. */
const SWITCHES = /** @type {const} */ (["reduce", "no-preference", "reduce", "no-preference"]);

/** How long a button takes to change its colour. @param {import("playwright-core").Locator} button */
const transitionOf = (button) => button.evaluate((element) => getComputedStyle(element).transitionDuration);

test("widget: a setting that changes while the dialog is open holds from the next challenge on", async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/human", { reducedMotion: SWITCHES[0] });
  const renew = () => visitor.press("reload");
  const ways = [renew, renew, () => page.locator(".link.instead").click(), renew];
  const nextOrder = () => page.waitForRequest((request) => request.url().endsWith("/v1/challenge"));
  await visitor.open();
  for (const [at, reducedMotion] of SWITCHES.entries()) {
    await page.emulateMedia({ reducedMotion });
    const { token } = visitor.challenge;
    const [order] = await Promise.all([nextOrder(), ways[at]()]);
    assert.equal(order.postDataJSON().motion, reducedMotion === "reduce" ? "reduce" : undefined, `${at}: ${reducedMotion}`);
    await visitor.shown(token);
    assert.equal(await transitionOf(visitor.submitButton) === "0s", reducedMotion === "reduce", `${at}: ${reducedMotion}`);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("standalone: a setting that changes while the page is open holds from the next challenge on", async () => {
  const { context, page, faults } = await open(browser, alone, { reducedMotion: SWITCHES[0] });
  for (const reducedMotion of SWITCHES) {
    await page.emulateMedia({ reducedMotion });
    // One question of seven moves: that none of 160 does happens once in 50 thousand million times.
    const moving = await page.evaluate((most) => {
      const { SceneChallenge } = /** @type {any} */ (window).standalone;
      for (let made = 0; made < most; made++) if (SceneChallenge.generate({}).prompt.question === "motion") return true;
      return false;
    }, reducedMotion === "reduce" ? 80 : 160);
    assert.equal(moving, reducedMotion === "no-preference", reducedMotion);
  }
  assert.deepEqual(faults, []);
  await context.close();
});
