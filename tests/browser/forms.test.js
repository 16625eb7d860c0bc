// Forms without JavaScript: a challenge at /challenge, a code, and a form that takes it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { FAST, kinds, Server } from "../lib/tessera.js";
import { assertAccessible } from "./axe.js";
import { DESKTOP, launch, PHONE, SCHEMES, VIEWPORTS, watchedPage } from "./browser.js";
import { ENGINES } from "./engines.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}demo: true\n` })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

const PLAIN = { javaScriptEnabled: false };
const pathOf = (/** @type {string} */ type, more = "") => `/challenge?sitekey=${server.sitekey}&type=${type}${more}`;

/** Opens a challenge; its answer. @param {Page} page @param {string} path */
async function open(page, path) {
  const reply = await page.goto(path);
  assert.equal(reply?.status(), 200);
  return /** @type {string} */ (reply?.headers()["tessera-truth"]);
}

/** Clicks there on the picture, as a visitor does, or on the word. @param {Page} page @param {string} truth */
async function choose(page, truth) {
  for (const cell of truth.split(",")) await page.locator(".raster label").nth(Number(cell)).click();
}

/** @param {Page} page */
const codeOn = (page) => page.locator("#code").inputValue();

test("the demo's form, without JavaScript, from the first page to the verified one", async () => {
  const { context, page, faults } = await watchedPage(browser, server, PLAIN);
  await page.goto("/");
  const [challenge] = await Promise.all([context.waitForEvent("page"), page.locator("#letter-challenge").click()]);
  await challenge.waitForLoadState();
  const truth = await open(challenge, `${new URL(challenge.url()).pathname}?sitekey=demo&type=human`);
  await choose(challenge, truth);
  await challenge.locator("#submit").click();
  const code = await codeOn(challenge);
  assert.match(code, /^\w{4}-\w{4}-\w{4}$/);
  await challenge.reload();
  assert.equal(await codeOn(challenge), code, "the same again");
  await challenge.close();
  await page.locator("#letter-name").fill("Zoë");
  await page.locator("#letter-code").fill(code.toLowerCase());
  await page.locator(".letter button").click();
  assert.equal(await page.locator("#message").textContent(), "Sent, and verified.");
  await page.locator("#way-on").click();
  await page.locator("#letter-code").fill(code);
  await page.locator(".letter button").click();
  assert.match(await page.locator("#detail").textContent() ?? "", /redeemed before/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("with JavaScript the demo's form has one field for the pass", async () => {
  const { context, page } = await watchedPage(browser, server);
  await page.goto("/");
  await page.locator("#letter-box [name=tessera-response]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".letter [name=tessera-response]").count(), 1);
  await context.close();
});

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  for (const type of kinds().filter((kind) => kind !== "puzzle")) {
    test(`${size}: ${type} is answered on its picture`, async () => {
      const { context, page, faults } = await watchedPage(browser, server, { ...PLAIN, viewport });
      await choose(page, await open(page, pathOf(type)));
      await page.locator("#submit").click();
      assert.match(await codeOn(page), /-/);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }
}

/** Of the page: how far each field is from the place of its cell on the picture, at most, in pixels, and whether the page is too wide.
 * Run in every engine, as a text. */
const MISPLACED = `(() => {
  const picture = document.querySelector("#picture").getBoundingClientRect();
  const cells = document.querySelector(".cells");
  const columns = Number(/columns-(\\d+)/.exec(cells.className)[1]);
  const fields = [...cells.querySelectorAll("input")].map((field) => field.getBoundingClientRect());
  const rows = Math.ceil(fields.length / columns);
  const above = document.querySelector(".above")?.getAttribute("viewBox").split(" ");
  const top = picture.top + (above ? picture.width * above[3] / above[2] : 0);
  const width = picture.width / columns, height = (picture.bottom - top) / rows;
  const off = fields.flatMap((box, i) => [
    box.left - (picture.left + i % columns * width), box.top - (top + Math.floor(i / columns) * height),
    box.width - width, box.height - height]);
  return { off: Math.max(...off.map(Math.abs)), fields: fields.length, wide: document.documentElement.scrollWidth > innerWidth };
})()`;

describe("fields lie on their cells", () => {
  for (const [name, start] of Object.entries(ENGINES)) {
    test(name, { timeout: 120_000 }, async () => {
      const window = await start({});
      try {
        for (const size of [DESKTOP, PHONE, { width: 320, height: 480 }]) {
          await window.resize(size);
          for (const [type, more, count] of /** @type {[string, string, number][]} */ (
            [["hidden", "", 12], ["human", "&lang=ar", 100], ["predator", "", 10], ["spatial", "", 4]])) {
            await window.goTo(server.url + pathOf(type, more));
            const { off, fields, wide } = await window.read(MISPLACED);
            assert.ok(off < 3, `${type} at ${size.width}: ${off} px`);
            assert.deepEqual([fields, wide], [count, false], `${type} at ${size.width}`);
          }
        }
      } finally {
        await window.close();
      }
    });
  }
});

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  for (const colorScheme of SCHEMES) {
    test(`no violation: ${size}, ${colorScheme}`, { timeout: 120_000 }, async () => {
      const { context, page } = await watchedPage(browser, server, { viewport, colorScheme });
      for (const path of [pathOf("hidden"), pathOf("scene", "&lang=he"), pathOf("scene", "&alternative=audio"), pathOf("predator")]) {
        await open(page, path);
        await assertAccessible(page, path);
      }
      await choose(page, await open(page, pathOf("human")));
      await assertAccessible(page, "chosen");
      await page.locator("#submit").click();
      await page.locator("#code").waitFor();
      await assertAccessible(page, "code");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
      const { width, inner } = await page.locator("#code").evaluate((field) => ({
        width: field.scrollWidth, inner: field.clientWidth }));
      assert.ok(width <= inner, "the whole code is seen");
      await context.close();
    });
  }
}

test("by keys alone, to a code that is selected when it is come to", async () => {
  const { context, page } = await watchedPage(browser, server);
  const truth = await open(page, pathOf("human"));
  await page.locator(".cells input").first().focus();
  for (let i = 0; i < Number(truth); i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".cells input:checked").getAttribute("value"), truth);
  await page.keyboard.press("Enter");
  await page.locator("#code").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("getSelection().toString()"), await codeOn(page));
  const spelled = await page.locator("#spelled").textContent();
  assert.equal(spelled?.replace(/[ ,]/g, ""), (await codeOn(page)).replaceAll("-", ""));
  await context.close();
});
