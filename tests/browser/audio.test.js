// Challenges that are heard, in a real browser: the player loads and plays them, by mouse, finger and keyboard.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, eventually } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";
import { assertAccessible } from "./axe.js";
import { DESKTOP, PHONE, caughtUp, launch, stopClock } from "./browser.js";
import { open, startSite as startStandalone } from "./standalone.js";
import { voiceScript } from "./voice.js";
import { bodyOf, startSite, visit } from "./widget.js";

const ENGLISH = wordsOf("en");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
/** @type {Awaited<ReturnType<typeof startStandalone>>} */
let alone;
before(async () => {
  [browser, server] = await Promise.all([launch("--autoplay-policy=user-gesture-required"), Server.start()]);
  site = await startSite(server, { "/german": bodyOf(server, 'data-type="human" data-lang="de"') });
  alone = await startStandalone();
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down(), alone?.down()]));

/** @param {import("./widget.js").Visitor} visitor @param {string} name of the button */
async function listen(visitor, name) {
  const { token } = visitor.challenge;
  await visitor.page.getByRole("button", { name })[visitor.hands]();
  await visitor.shown(token);
  assert.equal(visitor.challenge.view.prompt.question, "heard");
}

/** How the player is. @param {import("playwright-core").Page} page */
const player = (page) => page.locator("audio").evaluate((element) => {
  const { readyState, duration, currentTime, paused, playbackRate } = /** @type {HTMLAudioElement} */ (element);
  return { readyState, duration, currentTime, paused, playbackRate };
});

for (const [name, options] of Object.entries({
  "mouse, 1280 px": { viewport: DESKTOP },
  "finger, 360 px": { viewport: PHONE, hasTouch: true, isMobile: true },
})) {
  test(`a visitor listens and answers: ${name}`, async () => { /* S3D-28 */
    const { context, page, faults, visitor } = await visit(browser, site, "/human", options);
    await visitor.open();
    await listen(visitor, ENGLISH.listen);
    await page.waitForFunction(() => {
      const root = document.querySelector("[data-tessera]")?.shadowRoot;
      return /** @type {HTMLAudioElement} */ (root?.querySelector("audio"))?.readyState >= 2;
    });
    const before = await player(page);
    assert.ok(before.duration >= 4 && before.duration <= 20 && before.paused, JSON.stringify(before));
    await page.getByRole("button", { name: ENGLISH.play, exact: true })[visitor.hands]();
    await page.waitForFunction(() => {
      const root = document.querySelector("[data-tessera]")?.shadowRoot;
      return /** @type {HTMLAudioElement} */ (root?.querySelector("audio"))?.currentTime > 0.3;
    });
    assert.equal(await page.locator(".link.listen").isVisible(), false);
    assert.equal(await page.locator(".link.instead").isVisible(), true);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await visitor.solve();
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("by keyboard: playing, slower, stopping, then the words; the names stay, and nothing is said aloud meanwhile", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/human", { viewport: DESKTOP });
  await visitor.box.focus();
  await page.keyboard.press("Space");
  await visitor.shown();
  const { token } = visitor.challenge;
  await page.locator(".link.listen").focus();
  await page.keyboard.press("Enter");
  await visitor.shown(token);
  const sound = page.locator("audio");
  const held = () => page.evaluate(() => document.querySelector("[data-tessera]")?.shadowRoot?.activeElement?.textContent);
  const names = () => page.locator(".player button:visible").allTextContents();
  const buttons = [ENGLISH.play, ENGLISH["play-slower"], ENGLISH.stop];
  assert.deepEqual(await names(), buttons);
  assert.equal(await held(), ENGLISH.play);
  assert.equal((await player(page)).paused, true, "it plays at a press, not by itself");
  const asked = await visitor.live.textContent();
  for (const [speed] of [[1], [0.75]]) {
    await page.keyboard.press("Enter");
    await page.waitForFunction((rate) => {
      const audio = document.querySelector("[data-tessera]")?.shadowRoot?.querySelector("audio");
      return audio && audio.currentTime > 0.2 && audio.playbackRate === rate && !audio.paused;
    }, speed);
    assert.deepEqual(await names(), buttons);
    await page.keyboard.press("Tab");
  }
  assert.equal(await held(), ENGLISH.stop);
  assert.equal(await visitor.live.textContent(), asked);
  await page.keyboard.press("Enter");
  assert.equal((await player(page)).paused, true);
  await page.keyboard.press("Tab");
  assert.equal(await visitor.focus(), "0"); // the words to choose from come next
  assert.equal(await sound.getAttribute("controls"), null);
  await assertAccessible(page);
  const right = Number(visitor.right()[0]);
  await visitor.cell(0).focus();
  await page.keyboard.press("Space");
  if (right >= 3) await page.keyboard.press("ArrowDown");
  for (let column = 0; column < right % 3; column++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await visitor.passed();
  assert.deepEqual(faults, []);
  await context.close();
});

test("in the visitor's language, and the next one is heard as well", async () => {
  const { context, page, visitor } = await visit(browser, site, "/german");
  await visitor.open();
  const [request] = await Promise.all([page.waitForRequest((one) => one.url().includes("/v1/audio/")), listen(visitor, wordsOf("de").listen)]);
  assert.match(request.url(), /\?lang=de$/);
  assert.match(await page.locator(".instructions").textContent() ?? "", /^Hör dir/);
  const { token } = visitor.challenge;
  await visitor.choose(visitor.wrong());
  await visitor.submit();
  await visitor.shown(token);
  assert.equal(visitor.challenge.view.prompt.question, "heard");
  await context.close();
});

test("a sound that does not come is not asked for again by who has closed the dialog", async () => {
  let requests = 0;
  /** @type {(value?: unknown) => void} */
  let letGo = () => {};
  const isClosed = new Promise((resolve) => (letGo = resolve));
  const { context, page, visitor } = await visit(browser, site, "/human", {
    prepare: async (page) => {
      await stopClock(page);
      await page.route("**/v1/audio/**", async (route) => {
        if (++requests === 2) await isClosed;
        await route.abort();
      });
    },
  });
  await visitor.open();
  await listen(visitor, ENGLISH.listen);
  const isAskedAgain = async () => {
    await page.clock.runFor(100);
    return requests === 2;
  };
  assert.ok(await eventually(isAskedAgain), "it is asked for again while the dialog is open");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/audio/"));
  await page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "hidden" });
  letGo();
  await failed;
  for (let times = 0; times < 3; times++) {
    await caughtUp(page);
    await page.clock.runFor(60_000);
  }
  await caughtUp(page);
  assert.equal(requests, 2);
  await context.close();
});

test("a sound that does not come is asked for again, then told, and can be had by a button", async () => {
  let requests = 0, isOpen = false;
  const { context, page, visitor } = await visit(browser, site, "/human", {
    prepare: (page) => page.route("**/v1/audio/**", (route) => {
      requests++;
      return isOpen ? route.continue() : route.abort();
    }),
  });
  await visitor.open();
  await listen(visitor, ENGLISH.listen);
  const told = page.getByText("The sound could not be played.");
  await told.waitFor();
  assert.equal(requests, 3);
  isOpen = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => {
    const root = document.querySelector("[data-tessera]")?.shadowRoot;
    return /** @type {HTMLAudioElement} */ (root?.querySelector("audio"))?.readyState >= 2;
  });
  assert.equal(await told.isVisible(), false);
  await context.close();
});

test("standalone: the browser's own voice says what the engine tells", async () => {
  const { context, page } = await open(browser, alone, { script: voiceScript(["de-DE", "en-GB"]), stopClock: true });
  const said = await page.evaluate(async () => {
    const { SceneChallenge } = /** @type {any} */ (window).standalone;
    const challenge = SceneChallenge.generate({ heard: true });
    SceneChallenge.render(challenge, document.querySelector("#stage"));
    document.querySelector("#stage")?.querySelector("button")?.click();
    return { heard: /** @type {any} */ (window).voice.said, expected: SceneChallenge.describe(challenge, "en"), shown: document.querySelector("#stage")?.textContent };
  });
  assert.deepEqual(said.heard, [{ text: said.expected, lang: "en-GB", rate: 1 }]);
  const cancels = () => page.evaluate(() => /** @type {any} */ (window).voice.state.cancels);
  const before = await cancels();
  await page.evaluate(() => document.querySelector("#stage")?.replaceChildren());
  await page.clock.runFor(10_000);
  assert.equal(await cancels() - before, 1); // what is gone speaks no more
  await page.clock.runFor(60_000);
  assert.equal(await cancels() - before, 1, "once is enough");
  assert.ok(!said.shown?.includes(said.expected));
  await context.close();
});

test("standalone: what moves moves once, ends, and can be played again", async () => {
  const { context, page } = await open(browser, alone, { reducedMotion: "no-preference", stopClock: true });
  await page.evaluate(() => {
    const { SceneChallenge } = /** @type {any} */ (window).standalone;
    let challenge;
    do challenge = SceneChallenge.generate({});
    while (challenge.prompt.question !== "motion");
    SceneChallenge.render(challenge, document.querySelector("#stage"));
  });
  const canvas = page.locator("#stage canvas").first();
  const look = () => canvas.evaluate((one) => /** @type {HTMLCanvasElement} */ (one).toDataURL());
  const first = await look();
  const pictures = new Set();
  for (let i = 0; i < 50; i++) {
    await page.clock.runFor(100);
    pictures.add(await look());
  }
  const last = await look();
  assert.ok(pictures.size > 8, `${pictures.size} pictures`);
  assert.notEqual(last, first);
  await page.clock.runFor(30_000);
  assert.equal(await look(), last, "it stays at its end");
  await page.locator("#stage button").first().click();
  assert.equal(await look(), first, "it begins again");
  await context.close();
});

test("standalone: nothing moves where the visitor wants less motion", async () => {
  const { context, page } = await open(browser, alone, { reducedMotion: "reduce" });
  const questions = await page.evaluate(() => {
    const { SceneChallenge } = /** @type {any} */ (window).standalone;
    return Array.from({ length: 80 }, () => SceneChallenge.generate({}).prompt.question);
  });
  assert.ok(!questions.includes("motion") && new Set(questions).size > 3);
  await context.close();
});
