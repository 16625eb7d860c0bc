// @marsidev/react-turnstile, unmodified: with a script tag of the page's own, and where Cloudflare's name leads to Tessera.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../browser/browser.js";
import { Server } from "../../lib/tessera.js";
import { QUICK, Shop } from "../lib/shop.js";
import { behindTls } from "../lib/tls.js";

const CLOUDFLARE = "https://challenges.cloudflare.com";
const FIELD = "cf-turnstile-response";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** The page's own tag, or none: the component puts it there. @type {Shop} */
let shop;
/** @type {Shop} */
let bare;
before(async () => {
  server = await Server.start({ config: QUICK });
  const port = await behindTls(server, `DNS:${new URL(CLOUDFLARE).host}`);
  browser = await launch(`--host-resolver-rules=MAP ${new URL(CLOUDFLARE).host}:443 127.0.0.1:${port}`);
  [shop, bare] = await Promise.all([
    Shop.start(server, { "react-turnstile": `<script id="cf-turnstile-script" src="${server.url}/turnstile/v0/api.js?render=explicit" async></script>` }),
    Shop.start(server, { "react-turnstile": "" }, { origin: CLOUDFLARE }),
  ]);
});
after(() => Promise.all([browser?.close(), server?.down(), shop?.down(), bare?.down()]));

/** Solves the challenge that comes by a press on the box. @param {import("../lib/shop.js").Customer} visitor @returns {Promise<string>} */
async function solve(visitor) {
  await visitor.open();
  await visitor.answer();
  await visitor.passed();
  const [success, ...more] = (await visitor.hears(1)).filter(([what]) => !what.endsWith("-interactive"));
  assert.deepEqual([success[0], more], ["success", []]);
  assert.match(success[1], /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await visitor.fields(FIELD), [success[1]]);
  return success[1];
}

for (const [how, query] of /** @type {[string, Record<string, string>][]} */ ([["", {}], [" in strict mode", { strict: "" }]])) {
  test(`@marsidev/react-turnstile${how}: solved, verified, reset, removed, rendered, unmounted, mounted again`, async (t) => {
    const visitor = await shop.visit(t, browser, "react-turnstile", { ...query, action: "comment", cData: "order_7" });
    const [[what, id]] = await visitor.hears(1);
    assert.deepEqual([what, typeof id], ["load", "string"]);
    assert.equal(await visitor.box.count(), 1);
    assert.equal(await visitor.call("response"), undefined);
    await visitor.begin("responsePromise");
    await visitor.open();
    await visitor.answer();
    const told = (await visitor.hears(2)).filter(([name]) => !name.endsWith("-interactive"));
    const [[, first]] = told;
    assert.deepEqual(told.slice(0, 1), [["success", first]]);
    assert.deepEqual([...told.slice(1), ...(told.length < 2 ? await visitor.hears(1) : [])], [["resolved", first]]);
    assert.deepEqual(await visitor.fields(FIELD), [first]);
    assert.deepEqual([await visitor.call("response"), await visitor.call("isExpired")], [first, false]);
    const { action, cdata, hostname } = await shop.verify("turnstile", first);
    assert.deepEqual({ action, cdata, hostname }, { action: "comment", cdata: "order_7", hostname: "127.0.0.1" });

    await visitor.call("reset");
    assert.deepEqual([await visitor.fields(FIELD), await visitor.box.getAttribute("aria-checked")], [[""], "false"]);
    assert.notEqual(await solve(visitor), first);
    await visitor.call("remove");
    assert.deepEqual([await visitor.fields(FIELD), await visitor.box.count()], [[], 0]);
    await visitor.call("render");
    await visitor.hears(1);
    await solve(visitor);
    await visitor.call("unmount");
    assert.deepEqual([await visitor.fields(FIELD), await visitor.box.count()], [[], 0]);
    await visitor.call("mount");
    await visitor.hears(1);
    assert.equal(await visitor.box.count(), 1);
    await shop.redeems("turnstile", await solve(visitor));
    assert.deepEqual(visitor.faults, []);
  });
}

test("@marsidev/react-turnstile: its box is no larger than the room that the component makes for it", async (t) => {
  for (const [size, width, height] of /** @type {[string, number, number][]} */ ([["normal", 300, 65], ["compact", 150, 140], ["flexible", 1000, 65]])) {
    const visitor = await shop.visit(t, browser, "react-turnstile", { size }, { viewport: { width: 1000, height: 600 } });
    await visitor.hears(1);
    const room = visitor.page.locator(".control");
    const before = await room.boundingBox();
    await visitor.open();
    await visitor.answer();
    const after = await room.boundingBox();
    for (const box of [before, after]) {
      assert.ok(box && box.width <= width && box.width > width - 30 && box.height <= height, `${size}: ${JSON.stringify(box)}`);
    }
  }
});

test("@marsidev/react-turnstile: execution on demand, in a container without any size", async (t) => {
  const visitor = await shop.visit(t, browser, "react-turnstile", { execution: "execute" });
  await visitor.hears(1);
  assert.equal(await visitor.dialog.isVisible(), false);
  await visitor.call("execute");
  await visitor.shown();
  await visitor.answer();
  const [[, response]] = (await visitor.hears(1)).filter(([what]) => what === "success");
  await shop.redeems("turnstile", response);
  assert.deepEqual(visitor.faults, []);
});

test("@marsidev/react-turnstile: a response is renewed before it ends, or taken back where the page wants that", async (t) => {
  const visitor = await shop.visit(t, browser, "react-turnstile", { refreshExpired: "manual" }, { prepare: (page) => page.clock.install() });
  await visitor.hears(1);
  const response = await solve(visitor);
  await visitor.page.clock.fastForward(3600_000);
  assert.deepEqual(await visitor.hears(1), [["expire", response]]);
  assert.deepEqual([await visitor.fields(FIELD), await visitor.call("isExpired")], [[""], true]);
  await solve(visitor);
  assert.deepEqual(visitor.faults, []);
});

test("@marsidev/react-turnstile: a site key that nobody has is an error, which the visitor is told too", async (t) => {
  const visitor = await shop.visit(t, browser, "react-turnstile", { sitekey: "ts_nobody" });
  await visitor.hears(1);
  await visitor.box.click();
  const told = await visitor.hears(1);
  assert.deepEqual(told.filter(([what]) => what === "error"), [["error", "110100"]]);
  await visitor.page.getByText("owner").first().waitFor();
});

test("@marsidev/react-turnstile: with the script that it loads itself, where Cloudflare's name leads here", async (t) => {
  const visitor = await bare.visit(t, browser, "react-turnstile", { inject: "" }, { ignoreHTTPSErrors: true });
  await visitor.hears(1);
  await bare.redeems("turnstile", await solve(visitor));
  assert.deepEqual(visitor.faults, []);
});
