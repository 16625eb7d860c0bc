// What a site's settings make of the widget: its theme, where the page has none, and keys for tests, which ask nothing.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server } from "../lib/tessera.js";
import { launch } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;

/** @param {string} key */
const withKey = (key) => bodyOf(server, "").replace(server.sitekey, key);

before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}vendor: {test_keys: true}\n` })]);
  site = await startSite(server, {
    "/none": bodyOf(server, 'data-type="human"'), "/light": bodyOf(server, 'data-type="human" data-theme="light"'),
    "/auto": bodyOf(server, 'data-type="human" data-theme="auto"'),
    "/passes": withKey("1x00000000000000000000AA"), "/fails": withKey("2x00000000000000000000AB"), "/asks": withKey("3x00000000000000000000FF"),
  });
  await server.set("--theme", "dark");
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

test("the site's theme is that of box and dialog, unless the page has one", async () => {
  for (const [path, theme] of [["/none", "dark"], ["/light", "light"], ["/auto", "auto"]]) {
    const { context, page, visitor } = await visit(browser, site, path);
    await visitor.open();
    assert.equal(await page.locator(".tes").getAttribute("class"), `tes ${theme}`, path);
    await context.close();
  }
});

test("a key for tests that passes does so without a dialog, however often it is pressed; one that asks, asks", async () => {
  const { context, page, visitor } = await visit(browser, site, "/passes");
  await page.evaluate(() => {
    const open = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () {
      /** @type {any} */ (window).told.push(["dialog"]);
      open.call(this);
    };
  });
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/v1/challenge"))));
  await visitor.box.dblclick();
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
  assert.deepEqual((await visitor.told()).map(([name]) => name), ["verified", "callback"]);
  assert.equal(await visitor.field(), "XXXX.DUMMY.TOKEN.XXXX");
  assert.equal(await visitor.box.getAttribute("aria-checked"), "true");
  assert.equal(asked, 1);
  await context.close();

  const asks = await visit(browser, site, "/asks");
  await asks.visitor.open();
  await asks.visitor.solve();
  assert.equal(await asks.visitor.field(), "XXXX.DUMMY.TOKEN.XXXX");
  await asks.context.close();
});

test("a key for tests that fails says so, and the page is told", async () => {
  const { context, page, visitor } = await visit(browser, site, "/fails");
  await visitor.box.click();
  await page.locator(".panel[data-state=error]").waitFor();
  await visitor.notice.waitFor();
  assert.deepEqual((await visitor.told()).map(([name]) => name), ["error", "error-callback"]);
  await context.close();
});
