// hCaptcha's own components, unmodified, told where their script lies: React (in strict mode too), Vue, and the element.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../browser/browser.js";
import { Server } from "../../lib/tessera.js";
import { QUICK, Shop } from "../lib/shop.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Shop} */
let shop;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: QUICK })]);
  shop = await Shop.start(server, { "react-hcaptcha": "", "vue3-hcaptcha": "", "vanilla-hcaptcha": "" });
});
after(() => Promise.all([browser?.close(), server?.down(), shop?.down()]));

const FIELDS = ["h-captcha-response", "g-recaptcha-response"];

/** How each says what, and what it says beside. @type {{name: string, app: string, query: Record<string, string>, ready: string[], verified: string,
 *   opened: string, closed: string, expired: string[][], error: string, resets: string[][]}[]} */
const COMPONENTS = [
  { name: "@hcaptcha/react-hcaptcha", app: "react-hcaptcha", query: {}, ready: ["load"], verified: "verify", opened: "open", closed: "close", expired: [["expire"]], error: "error", resets: [] },
  { name: "@hcaptcha/react-hcaptcha in strict mode", app: "react-hcaptcha", query: { strict: "" }, ready: ["load"], verified: "verify", opened: "open", closed: "close", expired: [["expire"]], error: "error", resets: [] },
  { name: "@hcaptcha/vue3-hcaptcha", app: "vue3-hcaptcha", query: {}, ready: ["rendered"], verified: "verify", opened: "opened", closed: "closed", expired: [["expired"]], error: "error", resets: [["reset"]] },
  { name: "@hcaptcha/vanilla-hcaptcha", app: "vanilla-hcaptcha", query: {}, ready: ["loaded"], verified: "verified", opened: "opened", closed: "closed", expired: [["expired"]], error: "error", resets: [] },
];

for (const component of COMPONENTS) {
  const { name, app, query } = component;
  /** Solves the challenge that comes by a press on the box; the response, which the component told and the form holds.
   * @param {import("../lib/shop.js").Customer} visitor */
  const solve = async (visitor) => {
    await visitor.open();
    await visitor.answer();
    await visitor.passed();
    const [opened, verified, ...more] = await visitor.hears(2);
    assert.deepEqual([opened, more], [[component.opened], []]);
    const [what, token, key] = verified;
    assert.equal(what, component.verified);
    assert.match(token, /^[A-Za-z0-9_-]+$/);
    assert.match(key, /./);
    for (const field of FIELDS) assert.deepEqual(await visitor.fields(field), [token]);
    return token;
  };

  test(`${name}: solved, verified, reset, unmounted, mounted again`, async (t) => {
    const visitor = await shop.visit(t, browser, app, query);
    assert.deepEqual(await visitor.hears(1), [component.ready]);
    const first = await solve(visitor);
    await shop.redeems("hcaptcha", first);
    await visitor.call("reset");
    for (const field of FIELDS) assert.deepEqual(await visitor.fields(field), [""]);
    assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
    if (component.resets.length > 0) assert.deepEqual(await visitor.hears(1), component.resets);
    const second = await solve(visitor);
    assert.notEqual(second, first);
    await visitor.call("unmount");
    assert.equal(await visitor.box.count(), 0);
    await visitor.call("mount");
    await visitor.box.waitFor();
    await visitor.hears(0);
    assert.equal(await visitor.box.count(), 1);
    if (app === "vanilla-hcaptcha") { // the element is the same one, keeps what it has, and complains of being put somewhere else
      assert.deepEqual(await visitor.fields(FIELDS[0]), [second]);
      assert.deepEqual(visitor.faults.map((fault) => /JS API attributes cannot change/.test(fault)), [true]);
      await shop.redeems("hcaptcha", second);
    } else {
      assert.deepEqual(await visitor.fields(FIELDS[0]), [""]);
      assert.deepEqual(visitor.faults, []);
      await shop.redeems("hcaptcha", await solve(visitor));
    }
  });

  test(`${name}: invisible, executed for a promise, closed, reset meanwhile`, async (t) => {
    const visitor = await shop.visit(t, browser, app, { ...query, size: "invisible" });
    assert.deepEqual(await visitor.hears(1), [component.ready]);
    assert.equal(await visitor.box.count(), 0);
    /** What is told without what a component says of itself. */
    const hears = async (/** @type {number} */ count) => (await visitor.hears(count)).filter(([what]) => what !== "executed");
    await visitor.begin("executeAsync");
    await visitor.shown();
    await visitor.answer();
    const told = await hears(3);
    const { response, key } = told.find(([what]) => what === "resolved")?.[1];
    assert.deepEqual(told.filter(([what]) => what !== "resolved"), [[component.opened], [component.verified, response, key]]);
    await shop.redeems("hcaptcha", response);

    await visitor.call("reset");
    await visitor.begin("executeAsync");
    await visitor.shown();
    await visitor.page.keyboard.press("Escape");
    await visitor.dialog.waitFor({ state: "hidden" });
    const closed = await hears(3);
    assert.deepEqual(closed.filter(([what]) => what === component.closed || what === "rejected").sort(), [[component.closed], ["rejected", "challenge-closed"]].sort());

    await visitor.call("execute"); // nobody waits for it: nobody is told in the console either
    await visitor.shown();
    await visitor.call("reset");
    await visitor.dialog.waitFor({ state: "hidden" });
    assert.deepEqual(visitor.faults, []);
  });

  test(`${name}: a response that has expired is taken back, and another one can be had`, async (t) => {
    const visitor = await shop.visit(t, browser, app, query, { prepare: (page) => page.clock.install() });
    await visitor.hears(1);
    await solve(visitor);
    await visitor.page.clock.fastForward(3600_000);
    assert.deepEqual((await visitor.hears(1)), component.expired);
    for (const field of FIELDS) assert.deepEqual(await visitor.fields(field), [""]);
    assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
    await visitor.page.getByText("Expired. Please tick the box again.").first().waitFor(); // also where the component resets it at once
    await solve(visitor);
    assert.deepEqual(visitor.faults, []);
  });

  test(`${name}: a site key that nobody has is an error, which the visitor is told too`, async (t) => {
    const key = app === "vanilla-hcaptcha" ? "site-key" : "sitekey";
    const visitor = await shop.visit(t, browser, app, { ...query, [key]: "ts_nobody" });
    await visitor.hears(1);
    await visitor.box.click();
    const told = await visitor.hears(2);
    assert.deepEqual(told.filter(([what]) => what === component.error), [[component.error, "invalid-data"]]);
    await visitor.page.getByText("owner").first().waitFor();
  });
}
