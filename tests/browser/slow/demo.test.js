// The demo at `/`: the form that is really verified, the playground with every type, difficulty, mode, theme and
// language, the code to copy; and the example of a site of one's own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FAST, ROOT, Server, cleanEnvironment } from "../../lib/tessera.js";
import { DESKTOP, PHONE, arranged, launch, navigate, watchedPage } from "../browser.js";
import { KINDS, Visitor } from "../widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  // As by default, visitors of other sites may not choose.
  [browser, server] = await Promise.all([launch(), Server.start({ config: FAST.replace("client_may_choose: true, ", "") })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

/** The demo, and a visitor of the box in `place`. @param {string} place @param {import("../browser.js").ContextOptions} [options] */
async function open(place, options = { viewport: DESKTOP }) {
  const watched = await watchedPage(browser, server, options);
  const visitor = new Visitor(watched.page, { click: options.hasTouch ? "tap" : "click" });
  visitor.box = watched.page.locator(place).getByRole("checkbox");
  await watched.page.goto("/");
  return { ...watched, visitor };
}

/** @param {import("../browser.js").Page} page @param {Record<string, string>} choices */
async function choose(page, choices) {
  const { lang, ...chips } = choices;
  for (const [name, value] of Object.entries(chips)) await page.locator(`input[name=${name}][value="${value}"]`).check();
  if (lang) await page.locator("#lang").selectOption(lang);
}

test("the form is taken with a pass, once, and refused without", async () => {
  const { context, page, faults, visitor } = await open(".letter");
  const send = () => navigate(page, () => page.getByRole("button", { name: "Send" }).click());
  assert.equal((await send()).status(), 403);
  assert.equal(await page.locator("#message").textContent(), "Not verified.");

  await page.goto("/");
  await visitor.open();
  await visitor.solve();
  const pass = await page.locator(".letter [name=tessera-response]").inputValue();
  assert.equal((await send()).status(), 200);
  assert.equal(await page.locator("#message").textContent(), "Sent, and verified.");
  const again = await server.form("/demo/form", { "tessera-response": pass });
  assert.equal(again.status, 403);
  assert.match(again.text, /redeemed before/);
  await navigate(page, () => page.locator("#way-on").click());
  assert.equal(new URL(page.url()).pathname, "/");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the demo's passes are worth nothing elsewhere, and nobody else's are here", async () => {
  const { json } = await server.post("/v1/challenge", { sitekey: "demo", type: "spatial" });
  assert.equal(json.type, "spatial");
  const theirs = await server.pass({ type: "spatial" });
  assert.equal((await server.form("/demo/form", { "tessera-response": theirs })).status, 403);
  const ours = await server.pass({ type: "spatial", sitekey: "demo" });
  assert.deepEqual((await server.verify({ response: ours }))["error-codes"], ["invalid-input-response"]);
  assert.equal((await server.form("/demo/form", { "tessera-response": ours })).status, 200);
  assert.equal((await server.form("/demo/form", { "tessera-response": "nonsense" })).status, 403);
  assert.equal((await server.form("/demo/form", "a=1&a=2")).status, 400);
});

test("without the demo there is neither its page, nor its site, nor its form", async (context) => {
  const plain = await Server.during(context, { config: "demo: false\n" });
  assert.equal((await plain.request("/")).status, 404);
  assert.equal((await plain.form("/demo/form", { "tessera-response": "x" })).status, 404);
  assert.equal((await plain.post("/v1/challenge", { sitekey: "demo" })).json.error.code, "unknown-sitekey");
});

for (const type of KINDS) {
  test(`playground: ${type} at each difficulty`, async () => {
    const { context, page, faults, visitor } = await open("#stage");
    for (const difficulty of ["easy", "medium", "hard"]) {
      await choose(page, { type, difficulty });
      visitor.challenge = null;
      await visitor.open();
      assert.equal(visitor.challenge.type, type);
      assert.equal(visitor.challenge.difficulty, difficulty);
      await visitor.solve();
      assert.match((await page.locator("#outcome").textContent()) ?? "", /^Passed/);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("playground: any type, theme and language, on a phone", async () => {
  const { context, page, faults, visitor } = await open("#stage", { viewport: PHONE, hasTouch: true, isMobile: true });
  await choose(page, { type: "", theme: "dark", lang: "de" });
  await visitor.open();
  await visitor.solve();
  assert.equal(await page.locator("#stage").getAttribute("data-theme"), "dark");
  await choose(page, { lang: "ar" });
  await visitor.box.waitFor();
  assert.equal(await visitor.box.evaluate((box) => getComputedStyle(box).direction), "rtl");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing scrolls sideways");
  assert.deepEqual(faults, []);
  await context.close();
});

test("playground: standalone runs in the page and asks the server for no challenge", async () => {
  const { context, page, faults } = await open("#stage");
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const type of KINDS) {
    await choose(page, { mode: "standalone", type });
    await page.locator("#stage button").first().click();
    await page.locator("#stage [data-index], #stage .move").first().waitFor();
  }
  assert.ok(asked.includes("/tessera-core.wasm"));
  assert.ok(!asked.some((path) => path.startsWith("/v1/")), asked.join());
  assert.deepEqual(faults, []);
  await context.close();
});

test("playground: standalone shows every type whole, where the page leaves it less than the screen", async () => {
  for (const viewport of [{ width: 320, height: 640 }, PHONE, DESKTOP]) {
    const { context, page } = await open("#stage", { viewport });
    for (const type of KINDS) {
      await choose(page, { mode: "standalone", type });
      await page.locator("#stage button").first().click();
      const body = page.locator("#stage .body");
      await body.locator("[data-index], .move").first().waitFor();
      await arranged(page);
      const cut = await body.evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.ok(cut <= 0, `${type} at ${viewport.width}: ${cut} pixels are cut off`);
    }
    await context.close();
  }
});

test("the code to copy never runs under its button", async () => {
  const { context, page } = await open(".copy");
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const covered = await page.locator(".code").evaluateAll((all) => all.filter((one) => {
      const [code, button] = [".code pre", ".copy"].map((selector) => one.parentElement?.querySelector(selector)?.getBoundingClientRect());
      return !code || !button || button.width === 0 || (button.left < code.right && button.right > code.left && button.top < code.bottom && button.bottom > code.top);
    }).length);
    assert.equal(covered, 0, `${viewport.width}`);
  }
  await context.close();
});

test("the code to copy says what the switches say", async () => {
  const { context, page } = await open("#stage");
  const code = () => page.locator("#code-page").textContent();
  assert.ok((await code())?.includes(`<script src="${server.url}/tessera.js" async defer></script>`));
  await choose(page, { type: "human", difficulty: "hard", theme: "dark", lang: "fr" });
  assert.ok((await code())?.includes('data-sitekey="YOUR_SITEKEY" data-type="human" data-difficulty="hard" data-theme="dark" data-lang="fr"></div> <!-- type, difficulty: with challenge.client_may_choose -->'));
  await choose(page, { type: "", difficulty: "medium" });
  assert.doesNotMatch((await code()) ?? "", /client_may_choose/);
  await choose(page, { mode: "standalone" });
  assert.ok((await code())?.includes(`import { Captcha } from "${server.url}/standalone.js";`));
  await context.close();
});

/** The example's site, in front of this server. @param {{after: (end: () => any) => void}} context @param {Server} to @returns {Promise<string>} */
async function exampleOf(context, to) {
  const site = spawn("node", [join(ROOT, "examples/form/server.js")], {
    env: { ...cleanEnvironment(), TESSERA: to.url, SITEKEY: to.sitekey, SECRET: to.secret, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  context.after(() => site.kill());
  return new Promise((resolve, reject) => {
    site.stdout.on("data", (bytes) => resolve(/** @type {string} */ (/listening on (\S+)/.exec(String(bytes))?.[1])));
    site.on("exit", reject);
  });
}

test("the example in examples/form takes a form from people only", async (context) => {
  const strong = await Server.during(context, { config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, types: [hidden, human]}\n" });
  const url = await exampleOf(context, strong);
  const page = await browser.newPage({ viewport: DESKTOP });
  const reports = /** @type {string[]} */ ([]);
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) reports.push(message.text());
  });
  const visitor = new Visitor(page, { click: "click" });
  const sign = () => navigate(page, () => page.getByRole("button", { name: "Sign" }).click());
  await page.goto(url);
  await page.locator("[name=name]").fill("Ada <b>");
  await sign();
  assert.match((await page.locator("#outcome").textContent()) ?? "", /tick the box/);
  await page.locator("[name=name]").fill("Ada <b>");
  await visitor.open();
  await visitor.solve();
  await sign();
  assert.equal(await page.locator("#outcome").textContent(), "Thank you, Ada <b>. You are in the book.");

  // Whose system asks for less motion gets a still picture, which the site takes for what it is.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await page.locator("[name=name]").fill("Grace");
  await visitor.open();
  assert.equal(visitor.challenge.type, "human");
  await visitor.solve();
  await sign();
  assert.equal(await page.locator("#outcome").textContent(), "Thank you, Grace. Your entry waits for a look by the owner.");
  assert.deepEqual(reports, []);
  await page.close();
});

test("the example in examples/form looks at what a pass is worth", async (context) => {
  const free = await Server.during(context);
  const url = await exampleOf(context, free);
  /** @param {Record<string, unknown>} words */
  const sign = async (words) => {
    const response = words.response ?? (await free.pass({ type: undefined, ...words }));
    const reply = await fetch(url, { method: "POST", body: new URLSearchParams({ name: "Ada", "tessera-response": String(response) }) });
    return [reply.status, /<p id="outcome">([^<]*)/.exec(await reply.text())?.[1]];
  };
  const [taken, held] = ["Thank you, Ada. You are in the book.", "Thank you, Ada. Your entry waits for a look by the owner."];
  const refused = "Please tick the box first.";
  assert.deepEqual(await sign({ type: "hidden" }), [200, taken]);
  // A server that takes more than this site does opens nothing here.
  assert.deepEqual(await sign({ type: "human" }), [403, refused]);
  assert.deepEqual(await sign({ alternative: "puzzle" }), [403, refused]);
  assert.deepEqual(await sign({ alternative: "still" }), [202, held]);
  assert.deepEqual(await sign({ alternative: "audio" }), [202, held]);
  const response = await free.pass({ type: "hidden" });
  assert.deepEqual(await sign({ response }), [200, taken]);
  assert.deepEqual(await sign({ response }), [403, "Please tick the box first."]);
});
