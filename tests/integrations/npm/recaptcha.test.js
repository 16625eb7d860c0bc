// reCAPTCHA's components, unmodified: react-google-recaptcha with a script tag of the page's own and where Google's name leads to
// Tessera; vue-recaptcha, which is told a host; and ng-recaptcha-2, which is told an address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../browser/browser.js";
import { Server } from "../../lib/tessera.js";
import { QUICK, Shop } from "../lib/shop.js";
import { behindTls } from "../lib/tls.js";

const GOOGLE = "https://www.google.com";
const FIELD = "g-recaptcha-response";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** With the page's own tag. @type {Shop} */
let shop;
/** @type {Shop} */
let angular;
/** Without: the component asks for Google's, or for that of a host behind TLS. @type {Record<"google" | "host", Shop>} */
const bare = /** @type {any} */ ({});
before(async () => {
  server = await Server.start({ config: QUICK });
  const port = await behindTls(server, `DNS:${new URL(GOOGLE).host},IP:127.0.0.1`);
  browser = await launch(`--host-resolver-rules=MAP ${new URL(GOOGLE).host}:443 127.0.0.1:${port}`);
  [shop, angular, bare.google, bare.host] = await Promise.all([
    Shop.start(server, { "react-google-recaptcha": `<script src="${server.url}/recaptcha/api.js?render=explicit"></script>` }),
    Shop.start(server, { "ng-recaptcha-2": "" }, { scripts: "'unsafe-eval'" }),
    Shop.start(server, { "react-google-recaptcha": "" }, { origin: GOOGLE }),
    Shop.start(server, { "vue-recaptcha": "" }, { origin: `https://127.0.0.1:${port}` }),
  ]);
});
after(() => Promise.all([browser?.close(), server?.down(), shop?.down(), angular?.down(), bare.google?.down(), bare.host?.down()]));

/** Solves the challenge that comes by a press on the box; `name` is what the component then says.
 * @param {import("../lib/shop.js").Customer} visitor @param {string} name @returns {Promise<string>} */
async function solve(visitor, name) {
  await visitor.open();
  await visitor.answer();
  await visitor.passed();
  const told = await visitor.hears(1);
  assert.deepEqual(told, [[name, told[0][1]]]);
  assert.match(told[0][1], /^[A-Za-z0-9_-]+$/);
  return told[0][1];
}

for (const [how, query] of /** @type {[string, Record<string, string>][]} */ ([["", {}], [" in strict mode", { strict: "" }]])) {
  test(`react-google-recaptcha${how}: solved, verified, reset, unmounted, mounted again`, async (t) => {
    const visitor = await shop.visit(t, browser, "react-google-recaptcha", query);
    await visitor.box.waitFor();
    await visitor.hears(1);
    assert.equal(await visitor.box.count(), 1);
    assert.equal(await visitor.call("value"), "");
    const first = await solve(visitor, "change");
    assert.deepEqual([await visitor.call("value"), await visitor.fields(FIELD)], [first, [first]]);
    await shop.redeems("recaptcha", first);
    await visitor.call("reset");
    assert.deepEqual([await visitor.call("value"), await visitor.fields(FIELD), await visitor.box.getAttribute("aria-checked")], ["", [""], "false"]);
    assert.notEqual(await solve(visitor, "change"), first);
    await visitor.call("forceReset");
    assert.equal(await visitor.call("value"), "");
    await visitor.open();
    await visitor.call("unmount"); // the component calls nobody: the dialog goes with its element
    await visitor.dialog.waitFor({ state: "hidden" });
    assert.deepEqual([await visitor.fields(FIELD), await visitor.box.count()], [[], 0]);
    await visitor.call("mount");
    await visitor.box.waitFor();
    await visitor.hears(1);
    await shop.redeems("recaptcha", await solve(visitor, "change"));
    assert.deepEqual(visitor.faults, []);
  });
}

test("react-google-recaptcha: invisible, executed for a promise, and for nobody", async (t) => {
  const visitor = await shop.visit(t, browser, "react-google-recaptcha", { size: "invisible" });
  await visitor.hears(1);
  await visitor.begin("executeAsync");
  await visitor.shown();
  await visitor.answer();
  const told = await visitor.hears(2);
  assert.deepEqual(told, [["change", told[0][1]], ["resolved", told[0][1]]]);
  await shop.redeems("recaptcha", told[0][1]);
  await visitor.call("reset");
  await visitor.call("execute");
  await visitor.shown();
  await visitor.page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "hidden" });
  assert.deepEqual(visitor.faults, []);
});

test("react-google-recaptcha: a response that has expired is taken back: as a change to null, or as the page wants to hear it", async (t) => {
  for (const [query, told] of /** @type {[Record<string, string>, any[]][]} */ ([[{}, ["change", null]], [{ expired: "" }, ["expired"]]])) {
    const visitor = await shop.visit(t, browser, "react-google-recaptcha", query, { prepare: (page) => page.clock.install() });
    await visitor.box.waitFor();
    await visitor.hears(1);
    await solve(visitor, "change");
    await visitor.page.clock.fastForward(3600_000);
    assert.deepEqual(await visitor.hears(1), [told]);
    assert.deepEqual(await visitor.fields(FIELD), [""]);
    await solve(visitor, "change");
    assert.deepEqual(visitor.faults, []);
  }
});

test("react-google-recaptcha: a site key that nobody has is an error, which the visitor is told too", async (t) => {
  const visitor = await shop.visit(t, browser, "react-google-recaptcha", { sitekey: "ts_nobody" });
  await visitor.box.click();
  assert.deepEqual((await visitor.hears(2)).filter(([what]) => what === "errored"), [["errored"]]);
  await visitor.page.getByText("owner").first().waitFor();
});

test("react-google-recaptcha: with the script that it loads itself, where Google's name leads here", async (t) => {
  const visitor = await bare.google.visit(t, browser, "react-google-recaptcha", {}, { ignoreHTTPSErrors: true });
  await visitor.box.waitFor();
  await visitor.hears(1);
  await bare.google.redeems("recaptcha", await solve(visitor, "change"));
  assert.deepEqual(visitor.faults, []);
});

test("vue-recaptcha: solved, verified, reset, unmounted, mounted again", async (t) => {
  const visitor = await bare.host.visit(t, browser, "vue-recaptcha", {}, { ignoreHTTPSErrors: true });
  assert.deepEqual(await visitor.hears(1), [["render", 0]]);
  const first = await solve(visitor, "verify");
  assert.deepEqual(await visitor.fields(FIELD), [first]);
  await bare.host.redeems("recaptcha", first);
  await visitor.call("reset");
  assert.deepEqual(await visitor.fields(FIELD), [""]);
  await solve(visitor, "verify");
  await visitor.call("unmount");
  assert.equal(await visitor.box.count(), 0);
  await visitor.call("mount");
  assert.deepEqual((await visitor.hears(1)).map(([what, id]) => [what, typeof id]), [["render", "number"]]);
  await bare.host.redeems("recaptcha", await solve(visitor, "verify"));
  assert.deepEqual(visitor.faults, []);
});

test("vue-recaptcha: invisible, on a button of the page", async (t) => {
  const visitor = await bare.host.visit(t, browser, "vue-recaptcha", { size: "invisible", button: "" }, { ignoreHTTPSErrors: true });
  await visitor.hears(1);
  await visitor.page.locator("#send").click();
  await visitor.shown();
  await visitor.answer();
  const [[what, response]] = await visitor.hears(1);
  assert.equal(what, "verify");
  assert.equal(new URL(visitor.page.url()).pathname, "/vue-recaptcha", "the form is sent by the page, when it has the response");
  await bare.host.redeems("recaptcha", response);
  await visitor.call("reset");
  await visitor.call("execute");
  await visitor.shown();
  assert.deepEqual(visitor.faults, []);
});

test("vue-recaptcha: expiry and errors", async (t) => {
  const visitor = await bare.host.visit(t, browser, "vue-recaptcha", {}, { ignoreHTTPSErrors: true, prepare: (page) => page.clock.install() });
  await visitor.hears(1);
  await solve(visitor, "verify");
  await visitor.page.clock.fastForward(3600_000);
  assert.deepEqual(await visitor.hears(1), [["expired"]]);
  const stranger = await bare.host.visit(t, browser, "vue-recaptcha", { sitekey: "ts_nobody" }, { ignoreHTTPSErrors: true });
  await stranger.hears(1);
  await stranger.box.click();
  assert.deepEqual(await stranger.hears(1), [["error"]]);
});

test("ng-recaptcha-2: solved, verified, reset, expired, destroyed, made again", async (t) => {
  const visitor = await angular.visit(t, browser, "ng-recaptcha-2", {}, { prepare: (page) => page.clock.install() });
  await visitor.box.waitFor();
  await visitor.hears(1);
  const first = await solve(visitor, "resolved-with");
  assert.deepEqual(await visitor.fields(FIELD), [first]);
  await angular.redeems("recaptcha", first);
  await visitor.call("reset");
  assert.deepEqual([await visitor.hears(1), await visitor.fields(FIELD)], [[["resolved-with", null]], [""]]);
  await solve(visitor, "resolved-with");
  await visitor.page.clock.fastForward(3600_000);
  assert.deepEqual([await visitor.hears(1), await visitor.fields(FIELD)], [[["resolved-with", null]], [""]]);
  await visitor.open();
  await visitor.call("unmount");
  assert.deepEqual([await visitor.dialog.count(), await visitor.box.count()], [0, 0]);
  await visitor.call("mount");
  await visitor.box.waitFor();
  await visitor.hears(1);
  await angular.redeems("recaptcha", await solve(visitor, "resolved-with"));
  assert.deepEqual(visitor.faults, []);
});

test("ng-recaptcha-2: invisible, and errors", async (t) => {
  const visitor = await angular.visit(t, browser, "ng-recaptcha-2", { size: "invisible" });
  await visitor.hears(1);
  await visitor.call("execute");
  await visitor.shown();
  await visitor.answer();
  const [[what, response]] = await visitor.hears(1);
  assert.equal(what, "resolved-with");
  await angular.redeems("recaptcha", response);
  assert.deepEqual(visitor.faults, []);
  const stranger = await angular.visit(t, browser, "ng-recaptcha-2", { sitekey: "ts_nobody" });
  await stranger.box.click();
  assert.deepEqual(await stranger.hears(2), [["mounted"], ["errored"]]);
});
