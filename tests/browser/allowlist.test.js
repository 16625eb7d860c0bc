// Every use of a server through nginx, which exposes the paths of docs/allowlist.md for that use and no others. Each use must need all of
// its paths, and none besides.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exampleOf, placed, startNginx } from "../lib/nginx.js";
import { freePort } from "../lib/ports.js";
import { Site, pageOf } from "../lib/site.js";
import { FAST, ROOT, Server, wrongCells } from "../lib/tessera.js";
import { choose, launch, openPuzzle, rightPair, runDownTo, stopClock, watchedPage, wrongPair } from "./browser.js";
import { Visitor, solveInWindow, visit } from "./widget.js";

/** The uses of docs/routes.md that have a location of their own, in the order of docs/allowlist.md. */
const USES = ["widget", "vendors", "forms", "gate", "standalone"];

/** Every route: its methods' paths and who uses them. @type {{method: string, path: string, uses: string[]}[]} */
const ROUTES = readFileSync(join(ROOT, "docs/routes.md"), "utf8").split("\n").flatMap((line) => {
  const [, method, path, , , , uses] = line.split("|").map((cell) => cell.trim());
  return path?.startsWith("`") ? [{ method, path: path.replaceAll("`", ""), uses: uses.split(", ") }] : [];
});

/** @type {Server} */ let server;
/** @type {import("playwright-core").Browser} */ let browser;
/** @type {Awaited<ReturnType<typeof startNginx>>} */ let nginx;
/** @type {Site} */ let site;
/** The port of each use, and its address. @type {Record<string, number>} */ const ports = {};
const at = (/** @type {string} */ use) => `http://127.0.0.1:${ports[use]}`;

/** Only the location of one use, on its port. @param {string} example @param {number} use its place */
function serverOf(example, use) {
  const locations = [...example.matchAll(/ {4}# [^\n]*\n {4}location ~ [^]*?\n {4}}\n\n/g)].map(([text]) => text);
  assert.equal(locations.length, USES.length);
  const alone = locations.reduce((text, location, place) => place === use ? text : text.replace(location, ""), example);
  return placed(alone, { "listen 80;": `listen 127.0.0.1:${ports[USES[use]]};`, "127.0.0.1:8080": `127.0.0.1:${server.port}` });
}

/** A page with a widget of another origin. @param {string} use @param {string} body @param {string} script its path */
const pageWith = (use, body, script) => pageOf(`<form action="/sent">${body}</form><script src="${at(use)}${script}" async defer></script>`);

before(async () => {
  [server, browser] = await Promise.all([
    Server.start({ other: [], config: `${FAST.replace("{submit", "{pow_work: 1, submit")}trusted_proxies: [127.0.0.1]\naccessibility: {fallback_method: human_review}\n` }),
    launch()]);
  for (const use of USES) ports[use] = await freePort();
  const example = exampleOf("allowlist.md");
  nginx = await startNginx(USES.map((_, use) => serverOf(example, use)).join("\n"), ports.widget);
  const key = `data-sitekey="${server.sitekey}"`;
  site = await Site.start({
    pages: {
      "/widget": pageWith("widget", `<div class="tessera" ${key} data-type="human"></div>`, "/tessera.js"),
      "/small": pageOf(`<iframe src="${at("widget")}/widget?sitekey=${server.sitekey}&type=human" width="304" height="78"></iframe>`),
      "/recaptcha": pageWith("vendors", `<div class="g-recaptcha" ${key}></div>`, "/recaptcha/api.js"),
      "/hcaptcha": pageWith("vendors", `<div class="h-captcha" ${key}></div>`, "/1/api.js"),
      "/turnstile": pageWith("vendors", `<div class="cf-turnstile" ${key}></div>`, "/turnstile/v0/api.js"),
      "/mcaptcha": pageOf(`<iframe src="${at("vendors")}/widget/?sitekey=${server.sitekey}&type=human" width="304" height="78"></iframe>`),
      "/standalone": pageOf(`<div id="stage"></div><script type="module" src="/page.js"></script>`),
    },
    scripts: { "/page.js": `import * as standalone from "${at("standalone")}/standalone.js"; window.standalone = standalone;` },
    policy: "default-src 'self' http: blob: data: 'wasm-unsafe-eval' 'unsafe-inline'",
  });
});
after(async () => {
  await browser?.close();
  await site?.down();
  nginx?.end();
  await server?.down();
});

/** What the server was asked for through the use's location, and what nginx refused. @param {string} use */
function askedFor(use) {
  const lines = nginx.log().filter(({ port }) => port === ports[use]);
  return { paths: lines.map(({ path }) => path), refused: lines.filter(({ status }) => status === 404).map(({ path }) => path) };
}

/** Nothing was missing, and nothing is listed that was not asked for. @param {string} use */
function assertExact(use) {
  const { paths, refused } = askedFor(use);
  assert.deepEqual(refused, [], "paths that are missing in the list");
  const listed = ROUTES.filter(({ uses }) => uses.includes(use)).map(({ path }) => path);
  const unused = listed.filter((path) => !paths.some((one) => path.endsWith("...") ? one.startsWith(path.slice(0, -3)) : one === path));
  assert.deepEqual([...new Set(unused)], [], "paths that no flow needs");
}

/** Calls the API from a page of another origin, as the widget does. @param {import("./browser.js").Page} page @param {string} use
 * @param {string} path @param {unknown} [body] */
const call = (page, use, path, body) => page.evaluate(async ([url, text]) => {
  const reply = await fetch(url, text ? { method: "POST", headers: { "Content-Type": "application/json" }, body: text } : {});
  const isJson = reply.headers.get("content-type") === "application/json";
  return { status: reply.status, json: isJson ? await reply.json() : null };
}, [at(use) + path, body ? JSON.stringify(body) : ""]);

/** A challenge of a page of another origin, and its answer. @param {import("./browser.js").Page} page @param {string} use
 * @param {Record<string, string>} [more] */
async function challengeIn(page, use, more = {}) {
  const told = page.waitForResponse((reply) => reply.url().endsWith("/v1/challenge") && reply.request().method() === "POST");
  const { json } = await call(page, use, "/v1/challenge", { sitekey: server.sitekey, type: "human", ...more });
  return { ...json, truth: (await told).headers()["tessera-truth"] };
}

/** Opens the other ways of a widget on a page, and takes one. @param {string} path @param {string} name */
async function openWay(path, name) {
  const stage = await visit(browser, site, path);
  await stage.visitor.open();
  const { token } = stage.visitor.challenge;
  await stage.page.locator(".ways").click();
  await stage.page.locator(`.way.${name}`).click();
  return { ...stage, token };
}

/** The calls of the API that a widget makes now and then. @param {string} use @param {string} path of a page */
async function callAll(use, path) {
  const { page, context } = await visit(browser, site, path);
  const still = await challengeIn(page, use, { alternative: "still" });
  assert.equal((await call(page, use, still.view.image.src)).status, 200);
  assert.equal((await call(page, use, "/v1/reveal", { token: still.token })).status, 200);
  const { token, truth } = await challengeIn(page, use);
  const extended = await call(page, use, "/v1/extend", { token });
  const passed = await call(page, use, "/v1/answer", { token: extended.json.token, answer: truth });
  assert.equal(passed.json.state, "pass");
  const renewed = await call(page, use, "/v1/renew", { response: passed.json.response });
  assert.equal((await server.verify({ response: renewed.json.response })).success, true);
  const asked = await call(page, use, "/v1/review", { token: (await challengeIn(page, use)).token });
  assert.equal(asked.json.state, "waiting");
  const heard = await challengeIn(page, use, { alternative: "audio" });
  assert.equal((await call(page, use, heard.view.audio.src)).status, 200);
  await context.close();
}

/** Solves in the window that a small frame opens. @param {string} path */
async function solveSmall(path) {
  const { page, context } = await visit(browser, site, path);
  const frame = page.frameLocator("iframe");
  await solveInWindow(context, () => frame.getByRole("checkbox").click());
  await frame.locator(".control[data-state=verified]").waitFor();
  await context.close();
}

test("the widget: a picture, work, sound, a person, a small frame, and every call", async () => {
  const { visitor, context } = await visit(browser, site, "/widget");
  await visitor.open();
  await visitor.solve();
  assert.equal((await server.verify({ response: await visitor.field() })).success, true);
  await context.close();

  const work = await openWay("/widget", "pow");
  await work.visitor.passed();
  assert.equal((await server.verify({ response: await work.visitor.field() })).alternative, "pow");
  await work.context.close();

  const heard = await openWay("/widget", "audio");
  await heard.visitor.shown(heard.token);
  await heard.visitor.solve();
  await heard.context.close();

  const person = await openWay("/widget", "review");
  await person.page.locator(".code output").waitFor();
  await person.context.close();

  await solveSmall("/small");
  await callAll("widget", "/widget");
  assertExact("widget");
});

test("vendors' scripts, mCaptcha's frame, and what reCAPTCHA's pages show without JavaScript", async () => {
  await server.set("--types", "human");
  for (const [path, field] of [["/recaptcha", "g-recaptcha-response"], ["/hcaptcha", "h-captcha-response"], ["/turnstile", "cf-turnstile-response"]]) {
    const { page, visitor, context } = await visit(browser, site, path);
    await visitor.open();
    await visitor.solve();
    const response = await page.locator(`[name=${field}]`).inputValue();
    assert.equal((await server.verify({ response })).success, true, path);
    await context.close();
  }
  await solveSmall("/mcaptcha");
  await callAll("vendors", "/recaptcha");
  assert.equal((await fetch(`${at("vendors")}/1/secure-api.js`)).status, 200);

  const { page, context } = await watchedPage(browser, server, { javaScriptEnabled: false });
  await page.goto(`${at("vendors")}/recaptcha/api/fallback?k=${server.sitekey}`);
  const [form] = await Promise.all([context.waitForEvent("page"), page.locator("#way-on").click()]);
  await form.locator(".raster label").first().waitFor();
  await form.goto("about:blank");
  await askPerson(form, `${at("vendors")}/challenge?sitekey=${server.sitekey}&type=human`, failForm);
  await context.close();
  assertExact("vendors");
});

/** Asks for more time when it runs out, by the page's script. @param {import("./browser.js").Page} page */
async function extend(page) {
  await runDownTo(page, 25);
  await page.locator("#more-time").click();
  await page.locator("[data-time=extended]").waitFor();
}

/** Answers a picture's form. @param {import("./browser.js").Page} page @param {string} path @param {(truth: string) => string} cellsOf */
async function answerForm(page, path, cellsOf) {
  const reply = await page.goto(path);
  const cells = cellsOf(reply?.headers()["tessera-truth"] ?? "");
  for (const cell of cells.split(",")) await page.locator(".raster label").nth(Number(cell)).click();
  await page.locator("#submit").click();
}

/** @param {import("./browser.js").Page} page @param {string} path */
const failForm = (page, path) => answerForm(page, path, wrongCells);

/** Fails three times and asks a person. @param {import("./browser.js").Page} page @param {string} path
 * @param {(page: import("./browser.js").Page, path: string) => Promise<unknown>} fail */
async function askPerson(page, path, fail) {
  for (let i = 0; i < 3; i++) await fail(page, path);
  await page.locator("form[action*='/challenge/review'] button").click();
  await page.locator("#code").waitFor();
}

test("forms without JavaScript: a puzzle, more time by its script, a picture, sound, codes, a person", async () => {
  const { sitekey, secret } = server.other; // it asks every type
  const path = `${at("forms")}/challenge?sitekey=${sitekey}&type=human`;
  const { page, context } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page, path.replace("human", "puzzle"));
  await extend(page);
  await choose(page, await rightPair(page, truth));
  await page.locator("#submit").click();
  const codes = [await page.locator("#code").inputValue()];
  await answerForm(page, path, (cells) => cells);
  codes.push(await page.locator("#code").inputValue());
  for (const response of codes) assert.equal((await server.verify({ secret, response })).success, true);
  await page.goto(`${path}&alternative=audio`);
  const sound = await page.locator("audio").first().getAttribute("src");
  assert.equal(await page.evaluate(async (src) => (await fetch(src)).status, /** @type {string} */ (sound)), 200);
  await askPerson(page, path, failForm);
  await page.goto(`${at("forms")}/favicon.ico`);
  await context.close();
  assertExact("forms");
});

test("the gate's page: a puzzle, more time, the cookie, a person", async () => {
  const path = `${at("gate")}/challenge/puzzle`;
  const { page, context } = await watchedPage(browser, server);
  await stopClock(page);
  const truth = await openPuzzle(page, path);
  await extend(page);
  await choose(page, await rightPair(page, truth));
  await page.locator("#submit").click();
  await page.locator("#message").waitFor();
  assert.deepEqual((await context.cookies()).map(({ name }) => name), ["tessera_pass"]);
  await askPerson(page, path, async () => {
    await choose(page, await wrongPair(page, await openPuzzle(page, path)));
    await page.locator("#submit").click();
    await page.locator("#message").waitFor();
  });
  await page.goto(`${at("gate")}/favicon.ico`);
  await context.close();
  assertExact("gate");
});

test("the standalone mode: its engine, its sheets and its languages", async () => {
  const { page, context } = await watchedPage(browser, /** @type {any} */ (site));
  await page.goto("/standalone");
  await page.waitForFunction(() => "standalone" in window);
  await page.evaluate(async () => {
    const { HumanChallenge } = /** @type {any} */ (window).standalone;
    const challenge = HumanChallenge.generate({});
    HumanChallenge.render(challenge, document.getElementById("stage"));
    await challenge.ready;
  });
  await page.locator("[data-index='0']").waitFor();
  assert.equal((await call(page, "standalone", "/static/locales/de.json")).status, 200);
  await context.close();
  assertExact("standalone");
});

test("the cluster's example exposes the paths of all uses, and the demo's", () => {
  const rules = readFileSync(join(ROOT, "examples/cluster/haproxy.cfg"), "utf8").matchAll(/^ +acl is_(?:page|file|call|media) +(path|path_beg) (.*)$/gm);
  const exposed = [...rules].flatMap(([, match, paths]) => paths.split(" ").map((path) => match === "path_beg" ? `${path}...` : path));
  const used = ROUTES.filter(({ uses }) => uses.some((use) => [...USES, "demo"].includes(use))).map(({ path }) => path);
  assert.deepEqual(exposed.sort(), [...new Set(used)].sort());
});

/** Sends a request as it stands; the status. @param {string} use @param {string} line */
const sendRaw = (use, line) => /** @type {Promise<number>} */ (new Promise((resolve, reject) => {
  let text = "";
  const socket = connect(ports[use], "127.0.0.1", () => socket.write(`${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`));
  socket.on("data", (bytes) => (text += bytes)).on("end", () => resolve(Number(text.slice(9, 12)))).on("error", reject);
}));

test("what is internal is not reached by a path that leads through an exposed one", async () => {
  for (const path of ["/v1/admin/reviews/../../../static/approve", "/v1/admin/reviews/%2e%2e/%2E./../static/approve", "/v1/admin/reviews/..%2f..%2f..%2fstatic/approve",
    "/metrics/../static/x", "/static/../metrics", "/static/..%2fmetrics", "/static/%2e%2e/metrics", "//metrics", "/%6detrics"]) {
    for (const method of ["GET", "POST"]) assert.ok([400, 404].includes(await sendRaw("widget", `${method} ${path}`)), `${method} ${path}`);
  }
});

test("what is internal is behind none of them", async () => {
  const internal = ROUTES.filter(({ uses }) => uses.some((use) => use.startsWith("internal")));
  assert.ok(internal.length >= 15, String(internal.length));
  for (const use of USES) {
    for (const { method, path } of internal) {
      const { status, headers } = await fetch(at(use) + path.replace("...", "x").replace("{sitekey}", server.sitekey), { method });
      assert.deepEqual([status, headers.get("server")?.startsWith("nginx")], [404, true], `${use}: ${method} ${path}`);
    }
  }
});
