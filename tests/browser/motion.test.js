// Pictures that move, in a real browser: it takes them for an animation, and the widget asks for none where the
// visitor's system is set to less motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { PUZZLE_PATH, launch, watchedPage } from "./browser.js";
import { startSite, visit } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  site = await startSite(server);
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

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
