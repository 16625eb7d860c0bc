// The pages on small screens, under large text, for fingers, and for those who want no motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import {
  DESKTOP, PHONE, choose, launch, navigate, openPuzzle, rightPair, runDownTo, solve, stopClock, truthOf, watchedPage,
  wrongPair,
} from "./browser.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Server} */
let eight;
before(async () => {
  const config = "budget: {enabled: false}\nchallenge: {test_mode: true, transform_count: 8}\n";
  [browser, server, eight] = await Promise.all([launch(), Server.start(), Server.start({ config })]);
});
after(() => Promise.all([browser?.close(), server?.down(), eight?.down()]));

/**
 * What is wrong with the page as it stands: things that stick out at the side or are cut off, and controls that are
 * smaller than a fingertip.
 * @param {Page} page
 */
function flaws(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll("body *:not(.aloud, pre *, .sprite *, tbody *)")) {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5)) found.push(`${element.outerHTML.slice(0, 80)} sticks out`);
      if (element.matches(".move-name, .button, legend, caption, #notice p, h1") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) {
        found.push(`${element.outerHTML.slice(0, 80)} is cut off`);
      }
      if (element.matches("a, button, label.move") && box.width > 0 && (box.width < 44 || box.height < 44)) {
        found.push(`${element.outerHTML.slice(0, 80)} is ${box.width} x ${box.height}`);
      }
    }
    return found;
  });
}

/** Through every state. @param {Page} page @param {() => Promise<unknown>} [prepare] done on each page */
async function tour(page, prepare = async () => {}) {
  /** @param {string} state */
  const check = async (state) => {
    await prepare();
    assert.deepEqual(await flaws(page), [], state);
  };
  await stopClock(page);
  let truth = await openPuzzle(page);
  await check("before the choice");
  await choose(page, await rightPair(page, truth));
  await check("after the choice");
  await runDownTo(page, 20);
  await check("warning");
  await runDownTo(page, 0);
  await check("expired");
  truth = truthOf(await navigate(page, () => page.locator("#new-challenge").click()));
  await prepare();
  await choose(page, await wrongPair(page, truth));
  await navigate(page, () => page.locator("#submit").click());
  await check("incorrect");
  truth = truthOf(await navigate(page, () => page.locator("#way-on").click()));
  await prepare();
  assert.equal((await solve(page, truth)).status(), 200);
  await check("passed");
  await page.goto("/");
  await check("demo");
}

for (const [name, viewport] of /** @type {const} */ ([
  ["320 px", { width: 320, height: 640 }], ["360 px", PHONE], ["1280 px", DESKTOP],
  ["a phone on its side", { width: 740, height: 360 }], // and 1280 zoomed to 200%, more or less
  ["768 px, where the layout turns", { width: 768, height: 1024 }],
])) {
  test(`${name}: nothing sticks out, targets fit fingers`, async () => {
    const { context, page, faults } = await watchedPage(browser, server, { viewport, reducedMotion: "reduce" });
    await tour(page);
    assert.deepEqual(faults, []);
    await context.close();
    const more = await watchedPage(browser, eight, { viewport, reducedMotion: "reduce" });
    await openPuzzle(more.page);
    assert.deepEqual(await flaws(more.page), [], "eight moves");
    await more.context.close();
  });
}

test("browsers without container units see the grids", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { context, page } = await watchedPage(browser, server, { viewport });
    await page.route("**/static/puzzle.css", async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: (await reply.text()).replaceAll("cqi", "nounit").replaceAll("@container", "@nothing") });
    });
    await openPuzzle(page);
    assert.deepEqual(await flaws(page), []);
    const sides = await page.locator(".trial .grid:visible tbody td").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    assert.ok(sides.length >= 48 && sides.every((side) => side >= 16), `cells of ${Math.min(...sides)} px`);
    await context.close();
  }
});

test("text at 200%, as the browser's own setting makes it, keeps everything usable", async (context) => {
  const large = await launch("--blink-settings=defaultFontSize=32");
  context.after(() => large.close());
  for (const viewport of [PHONE, DESKTOP]) {
    const { page } = await watchedPage(large, server, { viewport, reducedMotion: "reduce" });
    await page.goto("/");
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontSize), "32px");
    await tour(page, async () => {
      // The bar of actions must leave room to see what one chooses.
      const bar = await page.evaluate(() => {
        const actions = document.querySelector(".actions");
        return actions && getComputedStyle(actions).position === "sticky" ? actions.clientHeight : 0;
      });
      assert.ok(bar < viewport.height / 2, `the bar of actions is ${bar} px high`);
    });
  }
});

test("nothing moves for those who want less motion", async () => {
  const { context, page } = await watchedPage(browser, server, { reducedMotion: "reduce" });
  const truth = await openPuzzle(page);
  await choose(page, await rightPair(page, truth));
  const moving = await page.evaluate(() => [
    ...document.getAnimations().map(String),
    ...[...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].map((part) => getComputedStyle(element, part))
        .filter((style) => style.transitionDuration !== "0s" || style.animationName !== "none")
        .map((style) => `${element.tagName}: ${style.transitionDuration} ${style.animationName}`)),
  ]);
  assert.deepEqual(moving, []);
  await context.close();
});
