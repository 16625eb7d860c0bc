// The widget in every state, looked at by axe-core, measured for fingers and small screens, and watched for motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { assertAccessible } from "./axe.js";
import { DESKTOP, PHONE, SCHEMES, VIEWPORTS, launch, stopClock } from "./browser.js";
import { FORMS, KINDS, bodyOf, startSite, visit } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("./widget.js").Visitor} Visitor */

const LIMIT = { timeout: 120_000 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
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

/** Through every state. @param {Visitor} visitor @param {(state: string) => Promise<void>} check */
async function tour(visitor, check) {
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
  await check("ready");
  await visitor.choose(visitor.wrong());
  await check("chosen");
  const { token } = visitor.challenge;
  await visitor.submit();
  await visitor.shown(token);
  await check("wrong");
  await page.locator(".tool.more").click();
  await page.locator(".notice[data-tone=good]").waitFor();
  await check("more time");
  await visitor.giveUp();
  await page.locator(".right").first().waitFor();
  await check("revealed");
  await page.route("**/v1/challenge", (route) => route.abort());
  await page.locator(".primary.reload").click();
  await page.locator(".panel[data-state=error]").waitFor();
  await check("error");
  await page.keyboard.press("Escape");
  await check("closed on an error");
  await page.unroute("**/v1/challenge");
  await visitor.open();
  await visitor.solve();
  await check("verified");
}

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  for (const colorScheme of SCHEMES) {
    // Each kind in light and in dark, small and large; three of them in all four.
    const both = (size === "phone") === (colorScheme === "light");
    for (const kind of both ? KINDS : /** @type {const} */ (["human", "scene", "puzzle"])) {
      test(`${size}, ${colorScheme}: ${kind}`, LIMIT, async () => {
        const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport, colorScheme });
        await tour(visitor, async (state) => {
          await assertAccessible(page, state);
          await measure(page, state);
        });
        await context.close();
      });
    }
  }
}

for (const [name, path, options] of /** @type {[string, string, import("./browser.js").ContextOptions][]} */ ([
  ["forced colours", "/emotions", { forcedColors: "active" }],
  ["forced colours, dark, puzzle", "/puzzle", { forcedColors: "active", colorScheme: "dark" }],
  ["more contrast", "/predator", { contrast: "more" }],
  ["from right to left", "/arabic", {}],
  ["from right to left, scene", "/arabic-scene", {}],
  ["forced colours, scene", "/scene", { forcedColors: "active" }],
  ["long words", "/german", {}],
  ["long words, scene", "/german-scene", {}],
  ["compact", "/compact", {}],
])) {
  test(name, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, path, { viewport: PHONE, ...options });
    await tour(visitor, async (state) => {
      await assertAccessible(page, state);
      await measure(page, state);
    });
    await context.close();
  });
}

test("the last seconds, in red", async () => {
  for (const colorScheme of SCHEMES) {
    const { context, page, visitor } = await visit(browser, site, "/human", { colorScheme, prepare: async (page) => {
      await stopClock(page); // however long the look takes, they are not over
      await page.route("**/v1/challenge", async (route) => {
        const reply = await route.fetch();
        await route.fulfill({ response: reply, json: { ...await reply.json(), timeLimit: 9 } });
      });
    } });
    await visitor.open();
    await page.locator(".timer.urgent").waitFor();
    await assertAccessible(page, "urgent", () => page.clock.runFor(1));
    await context.close();
  }
});

for (const [width, height] of [[320, 568], [740, 360], [768, 1024], [1920, 1080]]) {
  test(`${width} x ${height}`, LIMIT, async () => {
    for (const kind of KINDS) {
      const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport: { width, height } });
      await visitor.open();
      await visitor.choose(visitor.wrong());
      await measure(page, kind);
      await context.close();
    }
  });
}

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

for (const [form, isForm] of Object.entries(FORMS)) {
  test(`a scene of ${form} is seen as a whole on a phone, with all that there is to choose from`, LIMIT, async () => {
    /* S3D-28: on small screens */
    for (const path of ["/scene", "/german-scene"]) {
      const { context, page, visitor } = await visit(browser, site, path, { viewport: PHONE, colorScheme: "dark" });
      await visitor.open();
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
        if (i === 4) break;
        const { token } = visitor.challenge;
        await visitor.press("reload");
        await visitor.shown(token);
      }
      await context.close();
    }
  });
}

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
