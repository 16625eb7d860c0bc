// Long forms: a pass that is about to end is renewed in the field, without a word, and the field never holds one that has ended. The
// page's clock is the test's; the server's is the real one, so that what is renewed is still good there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { say } from "../lib/words.js";
import { caughtUp, launch, stopClock } from "./browser.js";
import { startSite, visit } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;

/** Before the end of a pass of 300 s, of which the widget leaves 5, it is renewed; and it ends. */
const RENEWED_MS = 206_000, OVER_MS = 91_000;

/** Notes what the site is told, and counts as `answered` what came of /v1/renew, replies and failures: bodies are read before, so that the
 * widget waits for nothing behind that. */
const NOTES = `window.told = [];
window.answered = 0;
const ask = window.fetch;
window.fetch = async (...request) => {
  if (!String(request[0]).endsWith("/v1/renew")) return ask(...request);
  try {
    const reply = await ask(...request);
    const text = await reply.text();
    return Object.assign(reply, { json: async () => JSON.parse(text) });
  } finally {
    answered++;
  }
};
window.onPassed = (response) => told.push(["callback", response]);
window.onRenewed = (response) => told.push(["renewed-callback", response]);
window.onExpired = () => told.push(["expired-callback"]);
document.addEventListener("renewed", (event) => told.push(["renewed", event.detail.response]), true);
document.addEventListener("expired", () => told.push(["expired"]), true);`;

/** @param {string} attributes */
const formOf = (attributes) => `<form action="/sent"><div class="tessera" data-sitekey="${server.sitekey}" data-type="human" data-callback="onPassed" ${attributes}></div>
<button id="send">Send</button></form><script src="/long.js"></script><script src="/tessera.js" async></script>`;

before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  site = await startSite(server, {
    "/long": formOf('data-renewed-callback="onRenewed" data-expired-callback="onExpired"'),
    "/plain": formOf(""),
    "/expires": formOf('data-expired-callback="onExpired"'),
    "/off": formOf('data-renew="off"'),
  }, { scripts: { "/long.js": NOTES } });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

/** Opens a page, passes, and counts what is asked of /v1/renew. @param {string} path */
async function pass(path) {
  const stage = await visit(browser, site, path, { prepare: stopClock });
  /** @type {string[]} */
  const renewals = [];
  stage.page.on("request", (request) => request.url().endsWith("/v1/renew") && renewals.push(request.postDataJSON().response));
  await stage.visitor.open();
  await stage.visitor.solve();
  const note = stage.page.locator(".note");
  const live = stage.page.locator(".control [role=status]");
  return { ...stage, renewals, note, live, first: await stage.visitor.field() };
}

/** Waits until the widget has dealt with so many replies to /v1/renew, or failures. @param {import("./browser.js").Page} page @param {number} count */
const answered = (page, count) => page.waitForFunction((wanted) => /** @type {any} */ (window).answered >= wanted, count, { polling: 20 });

/** Waits until the field holds something else. @param {import("./widget.js").Visitor} visitor @param {string} before */
async function changed(visitor, before) {
  await visitor.page.waitForFunction((value) => /** @type {HTMLInputElement} */ (document.querySelector("[name=tessera-response]")).value !== value, before);
  return visitor.field();
}

test("a pass is renewed in the field before it ends, and nobody is told aloud", async () => {
  const { context, page, visitor, note, live, first, renewals } = await pass("/long");
  assert.equal(await note.textContent(), say("en", "verified"), "no time that would not be true for long");
  await page.clock.fastForward(RENEWED_MS - 2000);
  assert.deepEqual(renewals, []);
  await page.clock.fastForward(2000);
  const second = await changed(visitor, first);
  assert.deepEqual(renewals, [first]);
  assert.match(second, /^[\w-]{100,}$/);
  assert.deepEqual((await visitor.told()).slice(-2), [["renewed", second], ["renewed-callback", second]]);
  assert.equal(await live.textContent(), "");
  assert.equal(await note.textContent(), say("en", "verified"));
  assert.equal(await visitor.box.getAttribute("aria-checked"), "true");
  await page.clock.fastForward(RENEWED_MS); // and again, past the end of the first
  const third = await changed(visitor, second);
  assert.deepEqual(renewals, [first, second]);
  assert.equal((await server.verify({ response: third })).success, true);
  assert.equal((await server.verify({ response: first })).success, false, "they are one");
  assert.equal((await visitor.told()).some(([name]) => name.startsWith("expired")), false);
  await context.close();
});

test("who is told when a pass expires, and not when it is renewed, gets it expired; so does who wants it so", async () => {
  for (const path of ["/expires", "/off"]) {
    const { context, page, visitor, note, renewals } = await pass(path);
    assert.match(String(await note.textContent()), /Valid for 5 minutes\.$/, path);
    await page.clock.fastForward(236_000);
    await page.waitForFunction(() => document.querySelector("[data-tessera]")?.shadowRoot?.querySelector(".note")?.textContent?.includes("60 more seconds"));
    await page.clock.fastForward(60_000);
    assert.equal(await visitor.field(), "", path);
    assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
    assert.deepEqual(renewals, [], path);
    await context.close();
  }
});

test("a network that fails is tried again until the end; then the pass expires", async () => {
  const { context, page, visitor, live, first, renewals } = await pass("/plain");
  await page.route("**/v1/renew", (route) => route.abort());
  await page.clock.fastForward(RENEWED_MS);
  for (let tries = 1; tries < 4; tries++) {
    await answered(page, tries);
    await page.clock.fastForward(5000);
  }
  assert.deepEqual(new Set(renewals), new Set([first]));
  assert.equal(await visitor.field(), first, "which is still good");
  await page.clock.fastForward(30_000);
  await page.waitForFunction(() => /more second/.test(document.querySelector("[data-tessera]")?.shadowRoot?.querySelector(".control [role=status]")?.textContent ?? ""));
  await page.clock.fastForward(OVER_MS);
  assert.equal(await visitor.field(), "");
  assert.equal(await live.textContent(), say("en", "expired"));
  await context.close();
});

test("a server that can't be reached for a while renews when it can", async () => {
  const { context, page, visitor, first, renewals } = await pass("/plain");
  await page.route("**/v1/renew", (route) => (renewals.length < 2 ? route.fulfill({ status: 503, body: "" }) : route.continue()));
  await page.clock.fastForward(RENEWED_MS);
  await answered(page, 1);
  await page.clock.fastForward(5000);
  assert.match(await changed(visitor, first), /^[\w-]{100,}$/);
  assert.equal(renewals.length, 2);
  await context.close();
});

test("what comes after the end is not put into the field, and what is refused is not asked for again", async () => {
  const late = await pass("/plain");
  /** @type {() => void} */
  let letGo = () => {};
  const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
  let isHeld = false;
  await late.page.route("**/v1/renew", async (route) => {
    if (!isHeld) return route.abort();
    await held;
    await route.continue();
  });
  await late.page.clock.fastForward(RENEWED_MS);
  await answered(late.page, 1);
  isHeld = true;
  const asked = late.page.waitForRequest("**/v1/renew");
  await late.page.clock.fastForward(80_000); // and nine seconds before the end once more
  await asked;
  assert.equal(await late.visitor.field(), late.first);
  await late.page.clock.fastForward(12_000);
  assert.equal(await late.visitor.field(), "");
  const reply = late.page.waitForResponse("**/v1/renew");
  letGo();
  assert.equal((await reply).status(), 200);
  await answered(late.page, 2);
  assert.equal(await late.visitor.field(), "");
  assert.equal(await late.visitor.box.getAttribute("aria-checked"), "false");
  await late.context.close();

  const refused = await pass("/plain");
  await refused.page.route("**/v1/renew", (route) => route.fulfill({ status: 403, json: { error: { code: "no-renewal" } } }));
  await refused.page.clock.fastForward(RENEWED_MS);
  await answered(refused.page, 1);
  await refused.page.clock.fastForward(31_000);
  assert.match(String(await refused.live.textContent()), /60 more seconds/);
  await refused.page.clock.fastForward(OVER_MS);
  assert.equal(await refused.visitor.field(), "");
  assert.equal(refused.renewals.length, 1);
  await refused.context.close();
});

test("a page that slept holds no stale pass, whatever wakes it: a look, the way back to it, a key, a form that is sent", async () => {
  const sleep = (/** @type {import("./browser.js").Page} */ page, /** @type {number} */ ms) => page.evaluate((slept) => {
    const before = Date.now;
    Date.now = () => before() + slept; // no timer has run meanwhile
  }, ms);
  /** @type {Record<string, (page: import("./browser.js").Page) => Promise<unknown>>} */
  const wakers = {
    look: (page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))),
    back: (page) => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))),
    key: (page) => page.keyboard.press("Tab"),
  };
  for (const [name, wake] of Object.entries(wakers)) {
    const { context, page, visitor } = await pass("/plain");
    await sleep(page, 400_000);
    assert.notEqual(await visitor.field(), "", "nothing has run yet");
    await wake(page);
    assert.equal(await visitor.field(), "", name);
    await context.close();
  }
  const sent = await pass("/plain");
  await sleep(sent.page, 400_000);
  await sent.page.evaluate(() => /** @type {HTMLFormElement} */ (document.forms[0]).requestSubmit());
  await sent.page.waitForURL("**/sent?*");
  assert.equal(new URL(sent.page.url()).searchParams.get("tessera-response"), "");
  await sent.context.close();

  const soon = await pass("/plain");
  await sleep(soon.page, 250_000); // not over yet: it is renewed at once
  await wakers.look(soon.page);
  await changed(soon.visitor, soon.first);
  assert.deepEqual(soon.renewals, [soon.first]);
  await soon.context.close();
});

test("what is asked for by a script is not renewed, nor what was reset or removed", async () => {
  const { context, page, visitor } = await visit(browser, site, "/plain", { prepare: stopClock });
  let renewals = 0;
  page.on("request", (request) => (renewals += Number(request.url().endsWith("/v1/renew"))));
  await page.waitForFunction(() => "tessera" in window);
  await page.evaluate(() => void /** @type {any} */ (window).tessera.execute());
  await visitor.shown();
  await visitor.solve();
  await page.clock.fastForward(RENEWED_MS);
  await caughtUp(page);
  assert.equal(renewals, 0);
  await page.clock.fastForward(OVER_MS);
  assert.equal(await visitor.field(), "");
  await visitor.open();
  await visitor.solve();
  await page.evaluate(() => /** @type {any} */ (window).tessera.reset());
  await page.clock.fastForward(RENEWED_MS);
  await caughtUp(page);
  assert.equal(renewals, 0);
  await context.close();
});
