// Other ways in the widget (S3D-23), by keys alone: three failures, the offer, waiting for a person over a reload, and
// proof of work; on pages of a strict policy, over plain http and from another origin.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server, eventually, run } from "../lib/tessera.js";
import { assertAccessible } from "./axe.js";
import { caughtUp, launch } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @type {Server} */ let server;
/** @type {import("playwright-core").Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof startSite>>} */ let site;

before(async () => {
  server = await Server.start({ config: `${FAST.replace("{submit", "{pow_work: 4, submit")}accessibility: {fallback_method: human_review}\n` });
  site = await startSite(server, {
    "/human": bodyOf(server, 'data-type="human"'),
    "/code": bodyOf(server, 'data-type="human" data-code="human?code=1"'),
    "/script": bodyOf(server, 'data-type="human" data-code="javascript:document.title=1"'),
    "/blank": bodyOf(server, 'data-type="human" data-code=" "'),
    "/arabic": bodyOf(server, 'data-type="human" data-lang="ar"'),
  });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await site.down();
  await server.down();
});

/** @typedef {import("./browser.js").Page} Page */

/** Presses Tab until something has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let i = 0; i < 40; i++) {
    const isThere = await page.locator(selector).first().evaluate((element) =>
      /** @type {ShadowRoot} */ (element.getRootNode()).activeElement === element).catch(() => false);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} can't be reached by Tab`);
}

/** Fails by keys until the other ways are shown. @param {Page} page @param {any} visitor */
async function failByKeys(page, visitor) {
  await tabTo(page, ".box");
  await page.keyboard.press("Space");
  await visitor.shown();
  for (let i = 0; i < 3; i++) {
    const { token, truth } = visitor.challenge;
    await tabTo(page, ".cell[tabindex='0']");
    await page.keyboard.press(truth === "0" ? "ArrowRight" : "Home");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.locator(".way").or(page.locator(".notice[data-tone=bad]")).first().waitFor();
    if (await page.locator(".way").count()) return i + 1;
    await visitor.shown(token);
  }
  await page.locator(".way").first().waitFor();
  return 3;
}

/** Makes work so hard that it can be seen, until it is let go. @param {Page} page */
async function holdWork(page) {
  const held = { evaluations: 1e6 };
  await page.route("**/v1/challenge", async (route) => {
    const reply = await route.fetch();
    const json = await reply.json();
    if (json.type === "pow") json.work.evaluations = held.evaluations || json.work.evaluations;
    await route.fulfill({ response: reply, json });
  });
  return () => (held.evaluations = 0);
}

/** Lets the device work, and goes back while it does. @param {Page} page */
async function leaveWork(page) {
  await tabTo(page, ".way.pow");
  await page.keyboard.press("Enter");
  await page.locator(".work progress").waitFor();
  assert.ok(await eventually(async () => (await page.locator(".work .about").textContent()) !== ""));
  await assertAccessible(page);
  await tabTo(page, ".work .replay");
  await page.keyboard.press("Enter");
  await page.locator(".way").first().waitFor();
}

test("three failures, a person asked for, a reload, approved on the command line, let in: by keys alone", async () => { // S3D-23
  const { page, visitor, faults, context } = await visit(browser, site, "/human");
  assert.equal(await failByKeys(page, visitor), 3);
  assert.equal(await page.locator(".panel .instructions").textContent(), "Other ways in");
  assert.match(await visitor.live.textContent() ?? "", /Other ways in/);
  const names = await page.locator(".way b").allTextContents();
  assert.deepEqual(names.filter((name) => name !== "Another kind of question"),
    ["Try once more", "Ask a person", "Let this device work", "Listen to a question", "A puzzle in words"]);
  await assertAccessible(page);
  await holdWork(page);
  await leaveWork(page);
  await tabTo(page, ".way.review");
  await page.keyboard.press("Enter");
  const id = await page.locator(".code output").textContent() ?? "";
  assert.match(id, /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  assert.match(await visitor.live.textContent() ?? "", /Waiting for a person/);
  await assertAccessible(page);
  const row = JSON.parse(run(["review", "list", "--json", "--data", server.data]).stdout);
  assert.deepEqual([row.id, row.type, /^\d+$/.test(row.answer)], [id, "human", true], "what was failed, not what was tried since");

  await page.reload();
  await page.locator(".note", { hasText: id }).waitFor(); // it goes on waiting by itself
  await tabTo(page, ".box");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".code output").textContent(), id);
  await page.keyboard.press("Escape");
  await page.locator(".note", { hasText: id }).waitFor();
  assert.equal(run(["review", "approve", id, "--data", server.data]).status, 0);
  await page.locator(".control[data-state=verified]").waitFor();
  assert.equal((await server.verify({ response: await visitor.field() })).alternative, "review");
  assert.deepEqual((await visitor.told()).map(([name]) => name).filter((name) => name === "verified"), ["verified"]);
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("work for the device: one key, progress, and a pass; it can be left", async () => { // S3D-23
  // A device in forced colours says one word of it, and the line of other ways stands out.
  const { page, visitor, faults, context } = await visit(browser, site, "/human", { forcedColors: "active" });
  const [request] = await Promise.all([page.waitForRequest("**/v1/challenge"), visitor.open()]);
  assert.equal(request.postDataJSON().access, "constrained");
  assert.equal(visitor.challenge.fallback.reason, "device");
  assert.equal(await page.locator(".panel.offers .ways").count(), 1);
  const letGo = await holdWork(page);
  await tabTo(page, ".ways");
  await page.keyboard.press("Enter");
  await leaveWork(page);
  letGo();
  await tabTo(page, ".way.pow");
  await page.keyboard.press("Enter");
  await visitor.passed();
  const told = await server.verify({ response: await visitor.field() });
  assert.deepEqual([told.success, told.alternative, told.type], [true, "pow", "pow"]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("nobody had time: a person can be asked again; turned down: not, and the number is told once", async () => { // S3D-23
  const { page, visitor, faults, context } = await visit(browser, site, "/human", { viewport: { width: 360, height: 740 } });
  await visitor.open();
  await page.locator(".ways").click();
  await page.locator(".way.review").waitFor();
  const sides = await page.locator(".lead, .list").evaluateAll((both) => both.map((one) => [one.getBoundingClientRect().left, getComputedStyle(one).textAlign]));
  assert.deepEqual([sides[0]?.[0], sides[0]?.[1]], [sides[1]?.[0], "start"]);
  await page.locator(".way.review").click();
  const output = page.locator(".code output");
  const first = await output.textContent() ?? "";
  const title = page.locator(".panel .instructions");
  await page.route("**/v1/review", (route) => route.fulfill({ json: { id: first, token: "x", state: "expired" } }));
  await title.filter({ hasText: "Nobody had time" }).waitFor();
  assert.match(await title.textContent() ?? "", /[^.]$/);
  await page.unroute("**/v1/review");
  await page.locator(".screen .replay").click();
  await page.locator(".way.review").dblclick();
  await page.locator(".code").waitFor();
  const second = await output.textContent() ?? "";
  assert.notEqual(second, first, "another request, with a new challenge");
  const waiting = run(["review", "list", "--json", "--data", server.data]).stdout;
  assert.deepEqual([first, second].map((id) => waiting.split(id).length), [2, 2]);
  for (const id of [first, second]) assert.equal(run(["review", "reject", id, "--data", server.data]).status, 0);
  await title.filter({ hasText: "turned down" }).waitFor();
  assert.equal((await page.locator(".panel").innerText()).split(second).length, 2);
  await page.locator(".screen .replay").click();
  await page.locator(".way").first().waitFor();
  assert.equal(await page.locator(".way.review").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("turned down, out of reach, and from right to left", async () => { // S3D-23
  const { page, visitor, context } = await visit(browser, site, "/arabic", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const [request] = await Promise.all([page.waitForRequest("**/v1/challenge"), visitor.open()]);
  assert.equal(request.postDataJSON().access, undefined); // nothing to tell of this one
  await page.locator(".ways").click();
  await page.locator(".way.review").click();
  const id = await page.locator(".code output").textContent() ?? "";
  assert.equal(await page.locator(".panel").getAttribute("dir"), "rtl");
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(isWide, false);
  await page.route("**/v1/review", (route) => route.abort());
  await page.locator(".about:not(:empty)").waitFor(); // says so, and goes on trying
  await assertAccessible(page);
  assert.equal(run(["review", "reject", id, "--data", server.data]).status, 0);
  await page.goto("about:blank"); // so that nobody looks before the next page does
  await page.unroute("**/v1/review");
  await page.goto("/arabic"); // looks at once, and tells in the box
  await page.locator(".control[data-state=error]").waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await context.close();
});

test("the site's own code stands among the other ways, as a link that is gone to by keys", async () => { // WCAG 2.2, 3.3.8
  const { page, visitor, context } = await visit(browser, site, "/code");
  await tabTo(page, ".box");
  await page.keyboard.press("Space");
  await visitor.shown();
  await tabTo(page, ".others button:has-text('Other ways in')");
  await page.keyboard.press("Enter");
  await page.locator(".way.by-code").waitFor();
  assert.equal((await page.locator(".way b").allTextContents()).at(-1), "Get a code");
  await assertAccessible(page);
  await tabTo(page, ".way.by-code");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/human?code=1");
  await context.close();
});

test("a site that takes no other way shows its code, and an address that runs a script is no way", async () => {
  await server.set("--alternatives", "none");
  try {
    for (const [path, expected] of [["/code", ["Try once more", "Get a code"]], ["/script", ["Try once more"]]]) {
      const { page, visitor, context } = await visit(browser, site, /** @type {string} */ (path));
      await page.locator(".box").click();
      await visitor.shown();
      await page.locator(".others button:has-text('Other ways in')").click();
      await page.locator(".way").first().waitFor();
      assert.deepEqual(await page.locator(".way b").allTextContents(), expected);
      await context.close();
    }
  } finally {
    await server.set("--alternatives", "default");
  }
});

for (const [what, act] of /** @type {[string, (visitor: any) => Promise<unknown>][]} */ ([
  ["closes the dialog", (visitor) => visitor.page.keyboard.press("Escape")],
  ["passes", (visitor) => visitor.solve()],
  ["takes a new challenge", (visitor) => visitor.press("reload")],
])) {
  test(`the list of other ways that comes late, to who ${what} meanwhile, changes nothing`, async () => {
    /** @type {() => void} */
    let release = () => {};
    const released = new Promise((resolve) => (release = () => resolve(undefined)));
    const { context, page, visitor, faults } = await visit(browser, site, "/code", { prepare: (page) =>
      page.route("**/tessera-more.js", (route) => released.then(() => route.continue())) });
    await visitor.open();
    const asked = page.waitForRequest("**/tessera-more.js");
    await page.locator(".link.ways").click();
    await asked;
    await act(visitor);
    const came = page.waitForResponse("**/tessera-more.js");
    release();
    const more = await came;
    await more.finished();
    await page.evaluate((url) => import(url), more.url()); // as the widget does, behind it
    await caughtUp(page);
    assert.equal(await page.locator(".screen").count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("a blank address of a code is none", async () => {
  const { context, page, visitor } = await visit(browser, site, "/blank");
  await visitor.open();
  await page.locator(".link.ways").click();
  await page.locator(".screen").waitFor();
  assert.equal(await page.locator("a.way").count(), 0);
  await context.close();
});
