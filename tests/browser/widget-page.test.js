// The widget in other people's pages: what they call, strict policies, other origins, languages, and its weight.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { userProof } from "../../examples/form/user-proof.js";
import { POLICY, Site, pageOf } from "../lib/site.js";
import { png } from "../lib/png.js";
import { LANGUAGES, Server, THINKING_S, eventually, movableClock, run, stoppedClock } from "../lib/tessera.js";
import { say, wordsOf } from "../lib/words.js";
import { DESKTOP, LIMIT, launch, stopClock } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
const clock = movableClock();
/** @type {Server} */
let server;
/** @type {Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ env: clock.env })]);
  const scripts = '<script src="/notes.js"></script>';
  const key = `data-sitekey="${server.sitekey}" data-type="human"`;
  const { json } = await server.post("/v1/authenticate", { secret: server.secret, user: "zoe" });
  site = await startSite(server, {
    "/element": `${scripts}<form action="/sent"><tessera-captcha sitekey="${server.sitekey}" type="human" lang="fr"
      callback="onPassed"></tessera-captcha></form><script src="/tessera.js" async defer></script>`,
    "/explicit": `${scripts}<div id="place"></div><div class="tessera" ${key}></div>
      <script src="/tessera.js?render=explicit&amp;onload=onTesseraLoad" async defer></script>`,
    "/button": `${scripts}<form action="/sent"><button class="tessera" ${key} data-size="invisible" data-callback="onPassed">Send</button></form>
      <script src="/tessera.js"></script>`,
    "/options": bodyOf(server, `data-type="human" data-theme="dark" data-tabindex="5" data-action="login" data-cdata="c-1"
      data-user="zoe" data-user-proof="${userProof(server.secret, server.sitekey, "zoe", 600)}"`),
    "/order": bodyOf(server, `data-type="human" data-user="max" data-order="${json.challenge.order}"`),
    "/late": `${scripts}<div id="tessera"></div><script src="/tessera.js"></script>`,
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

test("<tessera-captcha>: events, field, methods, attributes that change, and its end", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/element");
  await visitor.open();
  await visitor.solve();
  const response = await visitor.field();
  assert.deepEqual(await visitor.told(), [["verified", { response }], ["callback", response]]);
  assert.equal(await page.locator("tessera-captcha").evaluate((element) => /** @type {any} */ (element).response), response);
  assert.equal(await page.locator(".label").textContent(), "Je suis une personne");
  await page.locator("tessera-captcha").evaluate((element) => /** @type {any} */ (element).reset());
  assert.equal(await visitor.field(), "");
  await page.locator("tessera-captcha").evaluate((element) => element.setAttribute("lang", "it"));
  await page.getByText("Sono una persona").waitFor();
  assert.equal(await page.locator("input[name=tessera-response]").count(), 1);
  await page.locator("tessera-captcha").evaluate((element) => {
    const parent = /** @type {Element} */ (element.parentElement);
    element.remove();
    if (parent.querySelector("input")) throw new Error("the field is still there");
    parent.append(element);
  });
  await visitor.open();
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("an element that a script makes, with its key set afterwards", async () => {
  const { context, page, visitor } = await visit(browser, site, "/late");
  await page.evaluate((sitekey) => {
    const element = document.createElement("tessera-captcha");
    document.body.append(element);
    element.setAttribute("type", "human");
    element.setAttribute("sitekey", sitekey);
  }, server.sitekey);
  await visitor.open();
  await visitor.solve();
  await context.close();
});

test("render=explicit, onload, ready, render, getResponse, reset, execute, remove", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/explicit");
  assert.ok(await eventually(async () => (await visitor.told()).some(([name]) => name === "onload")));
  assert.equal(await visitor.box.count(), 0);
  const id = await page.evaluate(async (sitekey) => {
    const { tessera } = /** @type {any} */ (window);
    await new Promise((resolve) => tessera.ready(resolve));
    const made = tessera.render("place", { sitekey, type: "human", callback: (/** @type {string} */ response) =>
      (/** @type {any} */ (window).got = response) });
    if (tessera.render(document.getElementById("place"), { sitekey }) !== made) throw new Error("rendered twice");
    /** @type {any} */ (window).promised = tessera.execute(made);
    return made;
  }, server.sitekey);
  await visitor.shown();
  await visitor.solve();
  const responses = await page.evaluate(async (made) => {
    const { tessera, got, promised } = /** @type {any} */ (window);
    return [got, await promised, tessera.getResponse(made), tessera.getResponse()];
  }, id);
  assert.equal(new Set(responses).size, 1);
  assert.equal((await server.verify({ response: responses[0] })).success, true);
  assert.equal(await page.evaluate((made) => {
    const { tessera } = /** @type {any} */ (window);
    tessera.reset(made);
    return tessera.getResponse(made);
  }, id), "");
  assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
  const refused = await page.evaluate((made) => {
    const { tessera } = /** @type {any} */ (window);
    tessera.remove(made);
    const tried = [() => tessera.getResponse(made), () => tessera.render("nowhere", { sitekey: "x" }), () => tessera.render("place", {})];
    return tried.map((act) => {
      try {
        act();
        return "";
      } catch (error) {
        return String(error);
      }
    });
  }, id);
  assert.ok(refused.every((text) => text.startsWith("Error: tessera: ")), String(refused));
  assert.equal(await page.locator("#place > *").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a framework that empties or drops the element: it can be rendered again, and the one in the page is meant", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/late");
  const told = await page.evaluate(async (sitekey) => {
    const { tessera } = /** @type {any} */ (window);
    const options = { sitekey, type: "human" };
    document.body.innerHTML = "<div id=first></div>";
    const first = /** @type {HTMLElement} */ (document.getElementById("first"));
    const ids = [tessera.render(first, options)];
    first.innerHTML = "";
    ids.push(tessera.render(first, options));
    const filled = first.childElementCount;
    document.body.innerHTML = "<div id=second></div>";
    ids.push(tessera.render("second", options));
    const gone = await tessera.execute(ids[1]).catch((/** @type {Error} */ error) => error.message);
    tessera.execute();
    return { ids, filled, gone };
  }, server.sitekey);
  assert.deepEqual(told, { ids: [0, 1, 2], filled: 2, gone: "closed" });
  await visitor.shown();
  await visitor.solve();
  assert.ok(await page.evaluate(() => /** @type {any} */ (window).tessera.getResponse()));
  assert.deepEqual(faults, []);
  await context.close();
});

test("execute is told when the visitor closes the dialog", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  const outcome = page.evaluate(() => new Promise((resolve) => /** @type {any} */ (window).tessera.ready(() =>
    /** @type {any} */ (window).tessera.execute().then(() => resolve("passed"), (/** @type {Error} */ error) => resolve(error.message)))));
  await visitor.shown();
  await page.keyboard.press("Escape");
  assert.equal(await outcome, "closed");
  await context.close();
});

test("a button that verifies by itself: no box, and the focus comes back to it", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/button");
  assert.equal(await visitor.box.count(), 0);
  await page.locator("button.tessera").focus();
  await page.keyboard.press("Enter");
  await visitor.shown();
  await visitor.choose(visitor.right());
  await visitor.submit();
  await visitor.dialog.waitFor({ state: "hidden" });
  assert.equal(await visitor.focus(), "tessera");
  assert.equal((await visitor.told()).at(-1)?.[0], "callback");
  await page.keyboard.press("Enter"); // now it sends
  await page.locator("#sent").waitFor();
  const response = new URL(page.url()).searchParams.get("tessera-response");
  assert.equal((await server.verify({ response })).success, true);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what the attributes say reaches the server and the box", async () => {
  const { context, page, visitor } = await visit(browser, site, "/options");
  assert.equal(await visitor.box.getAttribute("tabindex"), "5");
  const ground = await page.locator(".control").evaluate((control) => getComputedStyle(control).backgroundColor);
  assert.equal(ground, "rgb(30, 28, 36)"); // dark, though the browser is light
  await visitor.open();
  await visitor.solve();
  const verified = await server.verify({ response: await visitor.field() });
  assert.deepEqual([verified.action, verified.cdata, verified.type], ["login", "c-1", "human"]);
  assert.deepEqual([verified.user, verified.user_source], ["zoe", "site"]);
  await context.close();
});

// S3D-25
test("a challenge that the site's server has ordered, and a pass that lets the user in", async () => {
  const { context, visitor } = await visit(browser, site, "/order");
  await visitor.open();
  clock.pass(THINKING_S);
  await visitor.solve();
  const response = await visitor.field();
  const { json } = await server.post("/v1/authenticate", { secret: server.secret, user: "zoe", response });
  assert.deepEqual([json.is_human, json.metadata.details.spatial_captcha.difficulty, json.challenge], [true, "medium", null]);
  await context.close();
});

// -------------------------------------------------------------------- policy

/** @type {[path: string, headers: Promise<Record<string, string>>][]} */
const sent = [];

/** Gives the browser a cookie for the host of site and server, and keeps what the widget's requests send: the path, and the headers once
 * they are known. Pictures and modules are the browser's requests. @param {import("./browser.js").Page} page */
async function watchCookies(page) {
  await page.context().addCookies([{ name: "session", value: "the-visitors-own", url: site.url }]);
  sent.length = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "fetch") sent.push([pathname.replace(/^\/captcha/, ""), request.allHeaders()]);
  });
}

/** @param {string} language of the words that are fetched */
async function assertNoCookies(language) {
  const paths = sent.map(([path]) => path);
  for (const path of [`/static/locales/${language}.json`, "/v1/challenge", "/v1/answer"]) assert.ok(paths.includes(path), `${paths}`);
  for (const [path, headers] of sent) assert.equal((await headers).cookie, undefined, `${path} is sent without the visitor's cookies`);
}

test("a page of another origin, under a policy that names only what is needed", async () => {
  const body = bodyOf(server, 'data-type="emotions" data-lang="de"').replace('src="/tessera.js"', `src="${server.url}/tessera.js"`);
  const policy = `${POLICY} ${server.url}; connect-src ${server.url}; img-src ${server.url}`;
  const notes = "window.told = []; window.onPassed = (response) => told.push(['callback', response]);";
  const other = await Site.start({ pages: { "/": pageOf(body) }, scripts: { "/notes.js": notes }, policy });
  const { context, page, faults, visitor } = await visit(browser, other, "/", { viewport: DESKTOP, prepare: watchCookies });
  await page.getByText("Ich bin ein Mensch").waitFor();
  await visitor.open();
  await visitor.solve();
  const response = await visitor.field();
  assert.equal((await server.verify({ response })).hostname, "127.0.0.1");
  assert.deepEqual(faults.filter((fault) => !fault.startsWith(`foreign: ${server.url}/`)), []);
  await assertNoCookies("de");
  await context.close();
  await other.down();
});

test("Tessera under a path of the site's own", async () => {
  const body = bodyOf(server, 'data-type="human" data-lang="nl"').replace('src="/tessera.js"', 'src="/captcha/tessera.js"');
  const place = await Site.start({ pages: { "/": pageOf(body) }, scripts: { "/notes.js": "" }, policy: "default-src 'self'",
    upstream: server.url, prefix: "/captcha" });
  const { context, page, faults, visitor } = await visit(browser, place, "/", { prepare: watchCookies });
  await page.getByText("Ik ben een mens").waitFor();
  await visitor.open();
  await visitor.solve();
  assert.deepEqual(faults, []);
  await assertNoCookies("nl");
  await context.close();
  await place.down();
});

test("the wait is told to pages of other origins, too", async (context) => {
  const strict = await Server.during(context, { config: "budget: {challenge: 1, window_s: 3600}\n", env: stoppedClock().env });
  await strict.challenge();
  const other = await Site.start({ pages: { "/": pageOf(bodyOf(strict, "").replace('src="/tessera.js"', `src="${strict.url}/tessera.js"`)) },
    scripts: { "/notes.js": "" }, policy: `default-src 'self' ${strict.url}` });
  context.after(() => other.down());
  const { page, visitor } = await visit(browser, other, "/", { prepare: stopClock }); // what has the words is waited for
  await visitor.box.click();
  await page.getByText(/Time to wait: [1-9][0-9]* s/).first().waitFor();
});

test("a page without a secure context: neither crypto.subtle nor randomUUID", async () => {
  const plain = await launch("--host-resolver-rules=MAP site.example 127.0.0.1");
  const address = { url: site.url.replace("127.0.0.1", "site.example") };
  const { page, faults, visitor } = await visit(plain, /** @type {any} */ (address), "/human");
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await visitor.open();
  await visitor.solve();
  assert.deepEqual(faults, []);
  await plain.close();
});

test("the page's own styles do not reach the widget", async () => {
  const hostile = await Site.start({
    pages: { "/": pageOf(`<link rel="stylesheet" href="/hostile.css">${bodyOf(server, 'data-type="human"')}`) },
    scripts: { "/notes.js": "" }, upstream: server.url,
  });
  const { context, page, visitor } = await visit(browser, hostile, "/", { prepare: (page) =>
    page.route("**/hostile.css", (route) => route.fulfill({ contentType: "text/css",
      body: "body * { font-size: 40px; float: left; letter-spacing: 9px; } button, div > div { display: none; }" })) });
  const size = await page.locator(".label").evaluate((label) => [getComputedStyle(label).fontSize, getComputedStyle(label).letterSpacing]);
  assert.deepEqual(size, ["16px", "normal"]);
  await visitor.open();
  await visitor.solve();
  await context.close();
  await hostile.down();
});

// ----------------------------------------------------------------- languages

const holes = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort();

test("there are the languages that were promised, and each is complete", () => {
  for (const lang of ["ar", "he", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ru", "uk", "ja", "zh", "hi"]) {
    assert.ok(LANGUAGES.includes(lang), lang);
  }
});

test("every language is served, and its words are what the visitor sees", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/late", { viewport: DESKTOP });
  for (const lang of LANGUAGES) {
    const words = wordsOf(lang);
    await page.evaluate(([sitekey, language]) => {
      document.querySelector("tessera-captcha")?.remove();
      const element = document.createElement("tessera-captcha");
      Object.entries({ sitekey, lang: language, type: "emotions" }).forEach(([name, value]) => element.setAttribute(name, value));
      document.body.append(element);
    }, [server.sitekey, lang]);
    await page.getByText(words.label, { exact: true }).waitFor();
    const before = visitor.challenge?.token;
    await visitor.box.click();
    await visitor.shown(before);
    const emotion = words[visitor.challenge.view.prompt.emotion];
    assert.equal(visitor.challenge.lang, lang);
    assert.equal(visitor.challenge.instructions, words["ask-emotions"].replace("{emotion}", emotion));
    assert.equal(await page.locator(".instructions").textContent(), visitor.challenge.instructions);
    assert.equal(await visitor.submitButton.textContent(), words.submit);
    assert.equal(await visitor.panel.getAttribute("dir"), words.direction);
    assert.equal(await visitor.cell(5).getAttribute("aria-label"), say(lang, "cell", { row: 2, column: 2 }));
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(faults, []);
  await context.close();
});

/** A challenge for each question about a scene, with a picture of its size that is quickly drawn: only words are looked at. */
function questions() {
  const all = ["easy", "hard"].flatMap((level) => run(["generate", "scene", "--seed", "1", "--count", "150", "--difficulty", level])
    .stdout.trim().split("\n").map((line) => JSON.parse(line)));
  const keyOf = (/** @type {any} */ { view: { prompt } }) =>
    [prompt.question, prompt.side, prompt.mirror && "mirror"].filter(Boolean).join("-");
  const found = new Map(all.map((challenge) => [keyOf(challenge), challenge]));
  return [...found].map(([key, challenge]) => ({ key, challenge, picture: png(challenge.view.image.width, challenge.view.image.height) }));
}

test("every question about a scene is shown as the server asks it, and its options are words of the language", LIMIT, async () => {
  const asked = questions();
  for (const key of ["turn", "behind", "visible", "viewer-left", "viewer-right", "polycube", "polycube-mirror", "sun", "net", "motion"]) {
    assert.ok(asked.some((one) => one.key === key), key);
  }
  const { context, page, faults, visitor } = await visit(browser, site, "/late", { viewport: DESKTOP });
  // The server words the question, so all of them are looked at in one language; names of solids are the widget's own.
  const named = asked.filter(({ challenge: { view } }) => view.options?.includes("cube")).slice(0, 2);
  assert.equal(named.length, 2);
  let turn = 0;
  let now = () => asked[0];
  await page.route("**/v1/challenge", (route) => {
    const { id, ...challenge } = now().challenge;
    const view = { ...challenge.view, image: { ...challenge.view.image, src: `/v1/image/${turn}` } };
    return route.fulfill({ json: { ...challenge, id, view, token: id, submitAfterMs: 0, round: 1, alternatives: [] } });
  });
  await page.route("**/v1/image/**", (route) => route.fulfill({ contentType: "image/png", body: now().picture }));
  for (const lang of LANGUAGES) {
    const words = wordsOf(lang);
    await page.evaluate(([sitekey, language]) => {
      document.querySelector("tessera-captcha")?.remove();
      const element = document.createElement("tessera-captcha");
      Object.entries({ sitekey, lang: language, type: "scene" }).forEach(([name, value]) => element.setAttribute(name, value));
      document.body.append(element);
    }, [server.sitekey, lang]);
    await page.getByText(words.label, { exact: true }).waitFor();
    const some = lang === "en" ? asked : named;
    for (let i = 0; i < some.length; i++, turn++) {
      now = () => some[i];
      await (i === 0 ? visitor.box.click() : visitor.press("reload"));
      const { instructions, view: { options } } = now().challenge;
      await page.locator(".instructions", { hasText: instructions }).waitFor();
      await page.locator(".panel[data-state=ready]").waitFor();
      assert.equal(await page.locator(".instructions").textContent(), instructions);
      if (!options) continue;
      const expectedWords = options.map((/** @type {string} */ option) => (/^\d+$/.test(option) ? option : words[option]));
      assert.deepEqual(await page.locator(".choice .face").allTextContents(), expectedWords, lang);
      assert.equal(await page.locator(".whole").getAttribute("aria-label"), words.picture);
    }
    await page.keyboard.press("Escape");
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test("the language: as told, else the page's, else the browser's, else English", async (t) => {
  const key = `data-sitekey="${server.sitekey}"`;
  const place = await Site.start({ upstream: server.url, scripts: {}, pages: Object.fromEntries(Object.entries({
    "/told": pageOf(`<div class="tessera" ${key} data-lang="pt-BR"></div>`, 'lang="de"'),
    "/page": pageOf(`<div lang="ja-JP"><div class="tessera" ${key}></div></div>`, 'lang="de"'),
    "/browser": pageOf(`<div class="tessera" ${key}></div>`, ""),
    "/unknown": pageOf(`<div class="tessera" ${key}></div>`, 'lang="tlh"'),
  }).map(([path, page]) => [path, page.replace("</main>", '<script src="/tessera.js"></script></main>')])) });
  t.after(() => place.down());
  for (const [path, lang] of [["/told", "pt-BR"], ["/page", "ja"], ["/browser", "uk"], ["/unknown", "en"]]) {
    const { context, page } = await visit(browser, place, path, { locale: "uk-UA" });
    await page.getByText(wordsOf(lang).label, { exact: true }).waitFor();
    await context.close();
  }
});

test("a language whose file does not come is English", async () => {
  const { context, page, visitor } = await visit(browser, site, "/element", { prepare: (page) =>
    page.route("**/static/locales/**", (route) => route.abort()) });
  await page.getByText("I am human").waitFor();
  await visitor.open();
  await context.close();
});

// -------------------------------------------------------------------- weight

test("the script: under 20 kB as it is sent, cacheable, for every origin", async () => {
  const raw = await server.raw("GET /tessera.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br, gzip\r\nConnection: close\r\n\r\n");
  const [head, body] = [raw.slice(0, raw.indexOf("\r\n\r\n")), raw.slice(raw.indexOf("\r\n\r\n") + 4)];
  assert.match(head, /^content-encoding: gzip$/im);
  assert.match(head, /^vary: accept-encoding$/im);
  assert.match(head, /^content-type: text\/javascript/im);
  assert.match(head, /^access-control-allow-origin: \*$/im);
  assert.match(head, /^cache-control: public, max-age=\d+$/im);
  assert.ok(body.length <= 20_000, `${body.length} bytes`);

  const plain = await server.request("/tessera.js", { headers: { "Accept-Encoding": "gzip;q=0" } });
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(gunzipSync(Buffer.from(body, "latin1")).toString(), plain.text);
  const again = await server.request("/tessera.js", { headers: { "Accept-Encoding": "gzip;q=0",
    "If-None-Match": String(plain.headers.get("etag")) } });
  assert.equal(again.status, 304);

  const words = await server.request("/static/locales/de.json");
  assert.equal(words.headers.get("content-type"), "application/json");
  assert.equal(words.headers.get("access-control-allow-origin"), "*");
});
