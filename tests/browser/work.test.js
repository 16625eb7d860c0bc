// The work of the visitor's device in the widget: in a worker on the server's own origin, in slices on pages of another,
// without WebAssembly where a policy forbids it; what is seen of it, and that it ends when nobody wants it any more.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server, eventually } from "../lib/tessera.js";
import { launch, watchedPage } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @type {Server} */ let server;
/** @type {import("playwright-core").Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof startSite>>} */ let own;

const EVALUATIONS = 4;

before(async () => {
  server = await Server.start({ config: FAST.replace("{submit", "{work_min: 3, submit") });
  own = await startSite(server, { "/human": bodyOf(server, 'data-type="human"') });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await own?.down();
  await server?.down();
});

/** A page of another origin. @param {string} policy */
const elsewhere = (policy) => startSite(server,
  { "/human": bodyOf(server, 'data-type="human"').replace("/tessera.js", `${server.url}/tessera.js`) }, { policy, upstream: "" });

/** What a site names for the widget, and what it adds for quick work. */
const policyOf = (more = "") => `default-src 'none'; script-src 'self' ${server.url}${more}; connect-src ${server.url}; img-src ${server.url}; media-src ${server.url}`;

/** What was sent as work. @param {import("./browser.js").Page} page */
function workSent(page) {
  /** @type {string[]} */
  const sent = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/answer") && request.method() === "POST") sent.push(request.postDataJSON().work);
  });
  return sent;
}

/** Whether the challenge is passed, what did the work, and with what. @param {Awaited<ReturnType<typeof startSite>>} site */
async function solveAt(site) {
  const { page, visitor, faults, context } = await visit(browser, site, "/human");
  const sent = workSent(page);
  /** @type {string[]} */
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  let workers = 0;
  page.on("worker", () => workers++);
  await visitor.open();
  await visitor.solve();
  assert.equal(sent.length, 1);
  assert.equal(Buffer.from(sent[0] ?? "", "base64url").length, 4 * EVALUATIONS);
  await context.close();
  return { workers, loaded, faults: faults.filter((fault) => !fault.startsWith(`foreign: ${server.url}`)) };
}

test("on the server's own origin a worker does it, and one module is loaded", async () => {
  const { workers, loaded, faults } = await solveAt(own);
  assert.equal(workers, 1);
  assert.ok(loaded.includes("/static/tessera-work.js"));
  assert.deepEqual(faults, []);
});

test("on a page of another origin it is done in slices, by WebAssembly where the policy allows it", async () => {
  const site = await elsewhere(policyOf(" 'wasm-unsafe-eval'"));
  const { workers, loaded, faults } = await solveAt(site);
  await site.down();
  assert.equal(workers, 0);
  assert.ok(loaded.includes("/static/tessera-work-simd.wasm"));
  assert.ok(!loaded.includes("/static/tessera-work.wasm"));
  assert.deepEqual(faults, []);
});

test("where the policy forbids WebAssembly, JavaScript does it", async () => {
  const site = await elsewhere(policyOf());
  const { workers, faults } = await solveAt(site);
  await site.down();
  assert.equal(workers, 0);
  assert.ok(faults.length > 0 && faults.every((fault) => /WebAssembly|wasm/.test(fault)), faults.join("\n")); // that it was tried, once
});

test("a browser without vectors takes the other module", async () => {
  const site = await elsewhere(policyOf(" 'wasm-unsafe-eval'"));
  const { page, visitor, context } = await visit(browser, site, "/human", {
    prepare: (one) => one.route("**/tessera-work-simd.wasm", (route) => route.fulfill({ body: "none of these" })) });
  const sent = workSent(page);
  await visitor.open();
  await visitor.solve();
  assert.equal(sent.length, 1);
  await context.close();
  await site.down();
});

test("who answers first sees how far it is, and nobody else sees anything", async () => {
  const site = await elsewhere(policyOf(" 'wasm-unsafe-eval'"));
  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((resolve) => (go = () => resolve(null)));
  const { page, visitor, context } = await visit(browser, site, "/human", {
    prepare: (one) => one.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    }) });
  await visitor.open();
  assert.equal(await page.locator("progress").count(), 0);
  await visitor.choose(visitor.right());
  await visitor.submit();
  const bar = page.locator("progress.effort");
  await bar.waitFor();
  assert.equal(await bar.getAttribute("aria-label"), "Your device is working");
  assert.match(await visitor.live.textContent() ?? "", /Your device is working/);
  assert.equal(await page.locator(".panel").getAttribute("data-state"), "sending");
  go();
  await visitor.passed();
  assert.equal(await bar.count(), 0);
  await context.close();
  await site.down();
});

test("who closes, or asks for another challenge, stops the work", async () => {
  const { page, visitor, context } = await visit(browser, own, "/human", {
    prepare: (one) => one.route("**/v1/challenge", async (route) => {
      const reply = await route.fetch();
      const json = await reply.json();
      await route.fulfill({ response: reply, json: { ...json, work: { ...json.work, evaluations: 1e6 } } });
    }) });
  let begun = 0, ended = 0;
  page.on("worker", (worker) => {
    begun++;
    worker.on("close", () => ended++);
  });
  await visitor.open();
  assert.ok(await eventually(() => begun === 1));
  const { token } = visitor.challenge;
  await visitor.press("reload");
  await visitor.shown(token);
  assert.ok(await eventually(() => begun === 2 && ended === 1), `${begun} begun, ${ended} ended`);
  await page.keyboard.press("Escape");
  assert.ok(await eventually(() => ended === 2));
  await context.close();
});

test("without a script the wait goes on by itself", async () => {
  const { page, context } = await watchedPage(browser, server, { javaScriptEnabled: false });
  /** @type {() => void} */
  let goOn = () => {};
  const looked = new Promise((resolve) => (goOn = () => resolve(null)));
  let visits = 0;
  await page.route("**/challenge/puzzle**", async (route) => {
    if (visits++ > 0) await looked; // a slow machine has time to look
    await route.continue();
  });
  await page.goto("/challenge/puzzle");
  assert.match(await page.locator("#wait").textContent() ?? "", /^Time to wait: \d s$/);
  goOn();
  await page.locator("form.board #submit").waitFor();
  assert.equal(await page.locator("#wait").count(), 0);
  await context.close();
});
