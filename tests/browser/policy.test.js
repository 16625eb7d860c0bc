// What the pages may do: nothing inline, nothing from elsewhere, no complaint of the browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, eventually } from "../lib/tessera.js";
import {
  PUZZLE_PATH, choose, launch, navigate, openPuzzle, rightPair, runDownTo, solve, stopClock, truthOf, watchedPage,
  wrongPair,
} from "./browser.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Server} without test mode */
let closed;
before(async () => ([browser, server, closed] =
  await Promise.all([launch(), Server.start(), Server.start({ config: "" })])));
after(() => Promise.all([browser?.close(), server?.down(), closed?.down()]));

test("the watch sees what it watches for", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await openPuzzle(page);
  await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.evil = 1" }));
    document.body.append(Object.assign(new Image(), { src: "http://127.0.0.2:9/x.png" }));
  });
  for (const directive of ["style-src-attr", "script-src-elem", "img-src"]) {
    const isSeen = () => faults.some((fault) => fault.startsWith(`console: CSP: ${directive}`));
    assert.ok(await eventually(isSeen), `${directive}: ${faults}`);
  }
  assert.equal(await page.evaluate(() => "evil" in window), false);
  await context.close();
});

test("no page breaks the policy, logs an error or asks another origin", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await stopClock(page);
  /** @type {Promise<string>[]} */
  const pages = [];
  page.on("response", (response) => {
    if (!response.request().isNavigationRequest()) return;
    const policy = response.headers()["content-security-policy"] ?? "";
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*|data:|blob:/);
    pages.push(response.text());
  });

  /** What a page is can be read while it is there. @param {() => Promise<unknown>} act */
  const go = async (act) => {
    await Promise.all(pages);
    return navigate(page, act);
  };

  await page.goto("/");
  truthOf(await go(() => page.locator("#try").click()));
  await runDownTo(page, 20);
  await page.locator("#more-time").click();
  await page.locator("[data-time=extended]").waitFor();
  await runDownTo(page, 0);
  let truth = truthOf(await go(() => page.locator("#new-challenge").click()));
  await choose(page, await wrongPair(page, truth));
  await go(() => page.locator("#submit").click()); // Incorrect.
  await go(() => page.reload()); // Expired
  truth = truthOf(await go(() => page.locator("#way-on").click()));
  await choose(page, await rightPair(page, truth));
  await go(() => page.locator("#submit").click()); // You're through.
  await go(() => page.locator("#way-on").click());
  assert.equal(new URL(page.url()).pathname, "/");
  assert.deepEqual(faults, []);

  assert.equal(pages.length, 8);
  for (const html of await Promise.all(pages)) {
    assert.doesNotMatch(html, /<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:|data:|https?:\/\/(?!127\.0\.0\.1:)/i);
    for (const [tag] of html.matchAll(/<script[^>]*>/gi)) assert.match(tag, /src="\/(static\/|tessera\.js")/);
  }
  await context.close();
});

// PUZ-6: outside test mode there is nothing for those whom nobody sent.
test("outside test mode the puzzle's page is not there", async () => {
  const { context, page, faults } = await watchedPage(browser, closed);
  const reply = await page.goto(PUZZLE_PATH);
  assert.equal(reply?.status(), 404);
  assert.equal(reply?.headers()["tessera-truth"], undefined);
  assert.equal(await page.locator("#message").textContent(), "Nothing here.");
  assert.equal(await page.locator("#way-on").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

// PUZ-6, PUZ-8, PUZ-17: the demo sends its visitors to the same page, through their ticket, and back.
test("from the demo to the puzzle, through it, and back", async () => {
  const { context, page, faults } = await watchedPage(browser, closed);
  await page.goto("/");
  let truth = truthOf(await navigate(page, () => page.locator("#try").click()));
  assert.equal(new URL(page.url()).pathname, PUZZLE_PATH);
  await choose(page, await wrongPair(page, truth)); // a wrong answer does not lose the way
  await navigate(page, () => page.locator("#submit").click());
  truth = truthOf(await navigate(page, () => page.locator("#way-on").click()));
  assert.equal((await solve(page, truth)).status(), 200);
  assert.equal(await page.locator("#way-on").textContent(), "Continue");
  await navigate(page, () => page.locator("#way-on").click());
  assert.equal(page.url(), `${closed.url}/`);
  assert.ok(await page.locator("#try").isVisible());
  assert.deepEqual(faults, []);
  await context.close();
});

// PUZ-8, PUZ-24: the gate steps up, and lets through whoever solved the puzzle.
test("the gate's redirect, the puzzle, and the way on", async () => {
  const gated = await Server.start({ config: "challenge: {risk_threshold: 0}\n" });
  const { context, page, faults } = await watchedPage(browser, gated, {
    extraHTTPHeaders: { "X-Original-URI": "/?wanted=1" },
  });
  const reply = await page.goto("/gate?redirect=1");
  assert.equal(reply?.status(), 200);
  assert.equal(new URL(page.url()).pathname, PUZZLE_PATH);
  assert.equal((await solve(page, truthOf(reply))).status(), 200);
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.name, cookie.httpOnly, cookie.sameSite], ["tessera_pass", true, "Lax"]);
  await navigate(page, () => page.locator("#way-on").click());
  assert.equal(page.url(), `${gated.url}/?wanted=1`);
  assert.equal((await context.request.get("/gate")).status(), 200);
  assert.deepEqual(faults, []);
  await context.close();
  await gated.down();
});

test("the demo's copy buttons copy", async () => {
  const { context, page, faults } = await watchedPage(browser, server);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  for (const id of ["code-page", "call-verify", "call-site"]) {
    const button = page.locator(`button.copy[data-copies=${id}]`);
    await button.click();
    await button.filter({ hasText: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator(`#${id}`).textContent());
  }
  assert.deepEqual(faults, []);
  await context.close();
});
