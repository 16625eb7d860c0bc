// @mcaptcha/vanilla-glue, unmodified, told the address of the widget's page: it frames that page, sandboxed, and takes the token that it
// posts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../browser/browser.js";
import { Server, eventually } from "../../lib/tessera.js";
import { Customer, QUICK, Shop } from "../lib/shop.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Shop} */
let shop;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: QUICK })]);
  shop = await Shop.start(server, { "vanilla-glue": `<label data-mcaptcha_url="${server.url}/widget/?sitekey=${server.sitekey}" for="mcaptcha__token"
    id="mcaptcha__token-label">Token: <input type="text" name="mcaptcha__token" id="mcaptcha__token"></label><div id="mcaptcha__widget-container"></div>` });
});
after(() => Promise.all([browser?.close(), server?.down(), shop?.down()]));

/** @param {string} token */
const verify = (token) => server.post("/api/v1/pow/siteverify", { token, key: server.sitekey, secret: server.secret });

/** The token that the site's field gets, once it has one. @param {Customer} visitor @returns {Promise<string>} */
async function tokenOf({ page }) {
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("mcaptcha__token")).value !== "");
  return page.locator("#mcaptcha__token").inputValue();
}

/** @param {Customer} visitor */
const boxOf = ({ page }) => page.frameLocator("#mcaptcha-widget__iframe").getByRole("checkbox");

/** The token is good once. @param {string} token */
async function redeems(token) {
  assert.match(token, /^[A-Za-z0-9_-]+$/);
  const [first, second] = [await verify(token), await verify(token)];
  assert.deepEqual([first.status, first.json, second.status, second.json], [200, { valid: true }, 200, { valid: false }]);
}

test("@mcaptcha/vanilla-glue: in the small frame that it makes, the challenge opens in a window, and the field gets the token", async (t) => {
  const visitor = await shop.visit(t, browser, "vanilla-glue");
  const window = await Customer.inWindow(visitor.page, shop.origin, () => boxOf(visitor).click());
  await window.shown();
  assert.equal(await visitor.page.locator("#mcaptcha__token").inputValue(), "", "nothing but a token is posted");
  const closed = window.page.waitForEvent("close");
  await window.choose(window.right());
  await window.submit();
  await closed;
  await redeems(await tokenOf(visitor));
  await visitor.page.frameLocator("#mcaptcha-widget__iframe").locator("[role=checkbox][aria-checked=true]").waitFor();
  assert.deepEqual(visitor.faults, []);
});

test("@mcaptcha/vanilla-glue: where the page gives the frame room, the challenge opens in it", async (t) => {
  const visitor = await shop.visit(t, browser, "vanilla-glue", {}, { viewport: { width: 1000, height: 900 } });
  await visitor.page.locator("#mcaptcha__widget-container").evaluate((place) => {
    place.style.height = "800px";
  });
  await boxOf(visitor).click();
  const frame = visitor.page.frameLocator("#mcaptcha-widget__iframe");
  await frame.locator(".panel[data-state=ready]").waitFor();
  assert.ok(await eventually(() => visitor.challenge !== null), "the reply with the answer was seen");
  for (const index of visitor.right()) await frame.locator(`[data-index="${index}"]`).click();
  await frame.locator(".primary.submit").click();
  await redeems(await tokenOf(visitor));
  assert.deepEqual(visitor.faults, []);
});
