// The page at /widget, framed as mCaptcha's sites frame it: each pass is posted to the page around as {token}, also out of a sandbox.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Site, pageOf } from "../lib/site.js";
import { LANGUAGES, Server, eventually } from "../lib/tessera.js";
import { notesIn } from "../lib/words.js";
import { assertAccessible } from "./axe.js";
import { DESKTOP, LIMIT, PHONE, launch, stopClock } from "./browser.js";
import { Visitor, solveInWindow } from "./widget.js";

/** What sites do: the field takes what the frame posts. */
const GLUE = `
window.told = [];
addEventListener("message", ({ data, origin, source }) => {
  if (source !== document.querySelector("iframe").contentWindow) return;
  told.push([origin, data]);
  document.querySelector("[name=mcaptcha__token]").value = data.token;
});`;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;

/** @param {string} attributes @param {string} [query] */
const framed = (attributes, query = "&type=human") => pageOf(`<form action="/sent"><input name="mcaptcha__token" id="mcaptcha__token" required>
<iframe title="mCaptcha" src="${server.url}/widget/?sitekey=${server.sitekey}${query}" ${attributes}></iframe></form><script src="/glue.js"></script>`);

before(async () => {
  server = await Server.start({ hostnames: ["localhost"] });
  browser = await launch();
  site = await Site.start({
    pages: {
      "/small": framed('width="304" height="78" sandbox="allow-same-origin allow-scripts allow-popups"'),
      "/large": framed('width="600" height="760" sandbox="allow-same-origin allow-scripts"'),
      "/opaque": framed('width="600" height="760" sandbox="allow-scripts"'),
      "/silent": framed('width="600" height="760" referrerpolicy="no-referrer"'),
    },
    scripts: { "/glue.js": GLUE },
    policy: "default-src 'self'; frame-src http:",
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

/** @param {string} path @param {{host?: string, prepare?: (page: import("./browser.js").Page) => Promise<unknown>, viewport?: typeof DESKTOP}} [options] */
async function open(path, { host = "localhost", prepare, viewport = DESKTOP } = {}) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  await prepare?.(page);
  const visitor = new Visitor(page, { click: "click" });
  await page.goto(`${site.url.replace("127.0.0.1", host)}${path}`);
  const inside = page.frameLocator("iframe");
  return { context, page, visitor, inside, box: inside.getByRole("checkbox") };
}

/** Solves the challenge in the frame. @param {Awaited<ReturnType<typeof open>>} stage */
async function solveInside({ page, visitor, inside, box }) {
  await box.click();
  await inside.locator(".panel[data-state=ready]").waitFor();
  assert.ok(await eventually(() => Boolean(visitor.challenge)), "no challenge came");
  for (const index of visitor.right()) await inside.locator(`[data-index="${index}"]`).click();
  await inside.locator(".primary.submit").click();
  await inside.getByRole("dialog").waitFor({ state: "hidden" });
}

const field = (/** @type {import("./browser.js").Page} */ page) => page.locator("[name=mcaptcha__token]").inputValue();

for (const [path, origin] of [["/large", "the server's"], ["/opaque", "null"]]) {
  test(`the pass is posted to the page around, which verifies it with its own host: ${path}`, async () => {
    const stage = await open(path);
    const { context, page, box } = stage;
    await solveInside(stage);
    await page.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
    const [[from, data], ...rest] = await page.evaluate(() => /** @type {any} */ (window).told);
    assert.equal(from, origin === "null" ? "null" : server.url);
    assert.deepEqual(Object.keys(data), ["token"]);
    assert.deepEqual(rest, [], "the glue takes any other message for a token, too");
    assert.equal(await field(page), data.token);
    assert.equal(await box.getAttribute("aria-checked"), "true");
    const verified = await server.verify({ response: data.token });
    assert.equal(verified.success, true, JSON.stringify(verified));
    assert.equal(verified.hostname, "localhost", "the page's, not the frame's");
    await context.close();
  });
}

test("a page on another host, or one that does not say who it is, gets no challenge", async () => {
  for (const [path, host] of [["/large", "127.0.0.1"], ["/silent", "localhost"]]) {
    const { context, box, inside } = await open(path, { host });
    await box.click();
    await inside.getByText(/This site key is not for this address/).first().waitFor();
    await context.close();
  }
});

test("in the frame that mCaptcha's sites have, a window of its own asks, for the same host", async () => {
  const { context, page, box } = await open("/small");
  assert.deepEqual(await box.evaluate((one) => [document.documentElement.scrollWidth, document.documentElement.scrollHeight].every((size, at) => size <= [304, 78][at])), true);
  await solveInWindow(context, () => box.click());
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
  const verified = await server.verify({ response: await field(page) });
  assert.equal(verified.success, true);
  assert.equal(verified.hostname, "localhost");
  await context.close();
});

test("in that frame all that the box can say is seen, in every language", LIMIT, async () => {
  const context = await browser.newContext({ viewport: { width: 304, height: 78 } });
  const page = await context.newPage();
  for (const lang of LANGUAGES) {
    await page.goto(`${server.url}/widget?sitekey=${server.sitekey}&lang=${lang}`);
    await page.getByRole("checkbox").waitFor();
    const cut = await page.locator(".control").evaluate((control, notes) => notes.filter((words) => {
      const note = /** @type {HTMLElement} */ (control.querySelector(".note"));
      note.textContent = words;
      control.setAttribute("data-state", "error"); // what is said while nothing has happened is short
      const { scrollWidth, scrollHeight } = document.documentElement;
      const { left, right, top, bottom } = note.getBoundingClientRect();
      return scrollWidth > 304 || scrollHeight > 78 || note.scrollWidth > note.clientWidth + 1 || left < 0 || right > 304 || top < 0 || bottom > 78;
    }), notesIn(lang));
    assert.deepEqual(cut, [], lang);
  }
  await context.close();
});

test("a pass that is renewed is posted again, and one that has ended is taken back", async () => {
  const stage = await open("/large", { prepare: stopClock });
  const { context, page } = stage;
  await solveInside(stage);
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
  const first = await field(page);
  await page.clock.fastForward(206_000);
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 1);
  assert.notEqual(await field(page), first);
  await page.route("**/v1/renew", (route) => route.fulfill({ status: 403, json: { error: { code: "no-renewal" } } }));
  const refused = page.waitForResponse("**/v1/renew");
  await page.clock.fastForward(206_000);
  await (await refused).finished();
  await page.clock.fastForward(91_000);
  await page.waitForFunction(() => /** @type {any} */ (window).told.length > 2);
  assert.equal(await field(page), "");
  await context.close();
});

test("the page has no violation that axe finds, framed and in a window", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(`${server.url}/widget?sitekey=${server.sitekey}`);
    await page.getByRole("checkbox").waitFor();
    await assertAccessible(page, `/widget, ${viewport.width}`);
    await context.close();
  }
});
