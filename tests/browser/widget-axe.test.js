// The widget in every state, looked at by axe-core, measured for fingers and small screens, and watched for motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, stoppedClock } from "../lib/tessera.js";
import { ALL_COLOURS, DARK, assertAccessible, assertAccessibleInLooks } from "./axe.js";
import { DESKTOP, LIMIT, PHONE, arranged, launch, stopClock, stretchTime } from "./browser.js";
import { FORMS, KINDS, bodyOf, startSite, visit } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("./widget.js").Visitor} Visitor */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ env: stoppedClock().env })]);
  site = await startSite(server, {
    "/arabic": bodyOf(server, 'data-type="predator" data-lang="ar"'),
    "/compact": bodyOf(server, 'data-size="compact"'),
    "/german": bodyOf(server, 'data-type="puzzle" data-lang="de"'),
    "/german-scene": bodyOf(server, 'data-type="scene" data-lang="de" data-difficulty="hard"'),
    "/arabic-scene": bodyOf(server, 'data-type="scene" data-lang="ar"'),
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

/** What sticks out, is cut off or too small for a finger. @param {Page} page @param {string} state */
async function measure(page, state) {
  const flaws = await page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const root = document.querySelector("[data-tessera]")?.shadowRoot;
    for (const element of root?.querySelectorAll("*") ?? []) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.matches(".aloud, svg *")) continue;
      const name = `${element.localName}.${element.getAttribute("class")}`;
      if (box.right > width + 0.5 || box.left < -0.5) found.push(`${name} sticks out`);
      // Where there is little height all of it scrolls; reflow.test.js looks at that.
      const isShort = matchMedia("(max-height: 26em)").matches;
      if (element.matches(isShort ? ".dialog" : ".dialog, .top, .foot") && (box.top < 0 || box.bottom > innerHeight + 0.5)) found.push(`${name} is out of sight`);
      if (element.matches(".instructions, .primary, .face, .notice, .label, .note") && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${name} is cut off`);
      }
      if (element.matches("button:not(.box, .link), .face") && (box.width < 44 || box.height < 44)) found.push(`${name} is ${box.width} x ${box.height}`);
      if (element.matches(".link") && (box.width < 44 || box.height < 28)) found.push(`${name} is ${box.width} x ${box.height}`);
      if (element.matches(".cell") && (box.width < 28 || box.height < 28)) found.push(`a cell is ${box.width} x ${box.height}`);
    }
    return found;
  });
  assert.deepEqual(flaws, [], state);
}

/** Through the states that depend on what is asked. @param {Visitor} visitor @param {(state: string) => Promise<void>} check */
async function tourChallenge(visitor, check) {
  const { page } = visitor;
  await visitor.open();
  await check("ready");
  const { token } = visitor.challenge;
  await visitor.choose(visitor.wrong());
  await visitor.submit();
  await visitor.shown(token);
  await visitor.choose(visitor.wrong());
  await check("wrong, and chosen again");
  await visitor.giveUp();
  await page.locator(".right").first().waitFor();
  await check("revealed");
  const last = visitor.challenge.token;
  await page.locator(".primary.reload").click();
  await visitor.shown(last);
  await visitor.solve(); // else the server counts failures, and offers other ways after two
}

/** Through all others. @param {Visitor} visitor @param {(state: string) => Promise<void>} check */
async function tourRest(visitor, check) {
  const { page } = visitor;
  await visitor.box.waitFor();
  await check("idle");
  /** @type {() => void} */
  let goOn = () => {};
  const looked = new Promise((resolve) => (goOn = () => resolve(undefined)));
  await page.route("**/v1/challenge", async (route) => {
    await looked;
    await route.continue();
  });
  await visitor.box.click();
  await page.locator(".panel[data-state=loading]").waitFor();
  await check("loading");
  goOn();
  await visitor.shown();
  await page.unroute("**/v1/challenge");
  await visitor.choose(visitor.wrong());
  await check("chosen");
  await page.locator(".tool.more").click();
  await page.locator(".notice[data-tone=good]").waitFor();
  await check("more time");
  await page.route("**/v1/challenge", (route) => route.abort());
  await visitor.press("reload");
  await page.locator(".panel[data-state=error]").waitFor();
  await check("error");
  await page.keyboard.press("Escape");
  await check("closed on an error");
  await page.unroute("**/v1/challenge");
  await visitor.open();
  await visitor.solve();
  await check("verified");
}

/** Screens on which nothing may stick out. */
const SIZES = [[320, 568], [740, 360], [768, 1024], [1920, 1080]].map(([width, height]) => ({ width, height }));

/** Looks at a page on a desktop and on a phone, in light and in dark, and there in other colours.
 * @param {Page} page @param {string} state @param {typeof DARK} looks on the phone */
async function inspect(page, state, looks) {
  await page.setViewportSize(DESKTOP);
  await arranged(page);
  await assertAccessibleInLooks(page, `${state}, desktop`, DARK);
  await measure(page, `${state}, desktop`);
  await page.setViewportSize(PHONE);
  await arranged(page);
  await assertAccessibleInLooks(page, `${state}, phone`, looks);
  await measure(page, `${state}, phone`);
  await page.emulateMedia({ forcedColors: "active" });
  await measure(page, `${state}, phone, forced colours`);
  await page.emulateMedia({ forcedColors: "none" });
}

/** The kinds that have all there is to colour: cells of pictures, one and several of them, words and moves. */
const COLOURFUL = ["emotions", "predator", "puzzle", "scene"];

for (const kind of KINDS) {
  test(`${kind}: on a phone, on a desktop and between, in all colours`, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport: PHONE, prepare: stretchTime });
    await tourChallenge(visitor, async (state) => {
      await inspect(page, state, COLOURFUL.includes(kind) ? ALL_COLOURS : DARK);
      if (!state.startsWith("wrong")) return;
      for (const viewport of [...SIZES, PHONE]) {
        await page.setViewportSize(viewport);
        await arranged(page);
        await measure(page, `${state}, ${viewport.width} x ${viewport.height}`);
      }
    });
    await context.close();
  });
}

test("the box, a challenge that is loaded, more time, an error, a pass: on a phone and on a desktop, in all colours", LIMIT, async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: PHONE, prepare: stretchTime });
  await tourRest(visitor, (state) => inspect(page, state, ALL_COLOURS));
  await context.close();
});

for (const [name, path, isWhole] of /** @type {[string, string, boolean][]} */ ([
  ["from right to left", "/arabic", true],
  ["from right to left, scene", "/arabic-scene", false],
  ["long words", "/german", true],
  ["long words, scene", "/german-scene", false],
  ["compact", "/compact", true],
])) {
  test(name, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, path, { viewport: PHONE, prepare: stretchTime });
    const check = async (/** @type {string} */ state) => {
      await assertAccessible(page, state);
      await measure(page, state);
    };
    await tourChallenge(visitor, check);
    if (isWhole) {
      await page.goto(path);
      await tourRest(visitor, check);
    }
    await context.close();
  });
}

test("the last seconds, in red", LIMIT, async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: async (page) => {
    await stopClock(page); // however long the look takes, they are not over
    await page.route("**/v1/challenge", async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...await reply.json(), timeLimit: 9 } });
    });
  } });
  await visitor.open();
  await page.locator(".timer.urgent").waitFor();
  await assertAccessibleInLooks(page, "urgent");
  await context.close();
});

test("cells are as large as the screen allows: ten by ten at 360 px, and fewer, larger ones of few", async () => {
  const sizes = async (/** @type {string} */ path, /** @type {{width: number, height: number}} */ viewport) => {
    const { context, page, visitor } = await visit(browser, site, path, { viewport });
    await visitor.open();
    const found = await page.locator(".cells").evaluate((grid) => ({
      columns: grid.querySelectorAll(".row:first-child > .cell").length,
      width: grid.querySelector(".cell")?.getBoundingClientRect().width ?? 0,
    }));
    const last = visitor.cell(visitor.challenge.view.count - 1);
    const [row, column] = /** @type {string} */ (await last.getAttribute("aria-label")).match(/\d+/g)?.map(Number) ?? [];
    assert.equal((row - 1) * found.columns + column, visitor.challenge.view.count, "names follow what is shown");
    await context.close();
    return found;
  };
  const human = await sizes("/human", PHONE);
  assert.equal(human.columns, 10);
  assert.ok(human.width >= 30, `${human.width} px`);
  const predator = await sizes("/predator", PHONE);
  assert.equal(predator.columns, 3);
  assert.ok(predator.width >= 100, `${predator.width} px`);
  assert.equal((await sizes("/predator", DESKTOP)).columns, 5);
  assert.equal((await sizes("/emotions", PHONE)).columns, 4);
  assert.equal((await sizes("/spatial", PHONE)).columns, 2);
});

test("scenes of every form are seen as a whole on a phone, with all that there is to choose from", LIMIT, async () => {
  /* S3D-28: on small screens */
  for (const path of ["/scene", "/german-scene"]) {
    const { context, page, visitor } = await visit(browser, site, path, { viewport: PHONE, colorScheme: "dark" });
    await visitor.open();
    for (const isForm of Object.values(FORMS)) {
      for (let i = 0; i < 5; i++) {
        await visitor.until(isForm);
        const { scrolls, picture, options } = await page.locator(".panel .body").evaluate((body) => ({
          scrolls: body.scrollHeight > body.clientHeight + 1,
          picture: body.querySelector(".whole, .head canvas")?.getBoundingClientRect().width ?? 0,
          options: [...body.querySelectorAll(".face, .cell")].map((option) => option.getBoundingClientRect().toJSON()),
        }));
        assert.equal(scrolls, false, visitor.challenge.instructions);
        assert.ok(picture >= 320, `${picture} px`);
        assert.equal(options.length, visitor.challenge.view.count);
        for (const { width, height } of options) assert.ok(width >= 100 && height >= 44, `${width} x ${height}`);
        await measure(page, visitor.challenge.instructions);
        const { token } = visitor.challenge;
        await visitor.press("reload");
        await visitor.shown(token);
      }
    }
    await context.close();
  }
});

test("the box is 300 x 74", async () => {
  const { context, page } = await visit(browser, site, "/human");
  const box = await page.locator(".control").boundingBox();
  assert.deepEqual([box?.width, box?.height], [300, 74]);
  await context.close();
});

test("text at 200%, as the browser's own setting makes it, keeps everything usable", LIMIT, async (context) => {
  const large = await launch("--blink-settings=defaultFontSize=32");
  context.after(() => large.close());
  for (const kind of KINDS) {
    const { page, visitor } = await visit(large, site, `/${kind}`, { viewport: { width: 720, height: 900 } });
    await visitor.open();
    assert.equal(await visitor.submitButton.evaluate((button) => getComputedStyle(button).fontSize), "32px");
    await measure(page, kind);
    await visitor.solve();
    await page.close();
  }
});

test("nothing moves for those who want less motion, and something does for the others", async () => {
  for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
    const { context, page, visitor } = await visit(browser, site, "/human", { reducedMotion });
    await visitor.open();
    await visitor.choose(visitor.right());
    const moving = await page.evaluate(() =>
      [...document.querySelector("[data-tessera]")?.shadowRoot?.querySelectorAll("*") ?? []].flatMap((element) =>
        ["", "::before", "::after"].map((part) => getComputedStyle(element, part))
          .filter((style) => style.transitionDuration !== "0s" || style.animationName !== "none")).length);
    if (reducedMotion === "reduce") assert.equal(moving, 0);
    else assert.ok(moving > 0);
    await context.close();
  }
});
