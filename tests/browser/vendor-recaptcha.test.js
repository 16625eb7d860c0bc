// /recaptcha/api.js: pages that were written for reCAPTCHA, with another address alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { RECAPTCHA } from "../lib/vendors.js";
import { eventually } from "../lib/tessera.js";
import { stopClock } from "./browser.js";
import { answer, inPage, lastTold, startVendor, thrown, withScript } from "./vendors.js";

const API = "/recaptcha/api.js";

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(({ sitekey }) => {
    const key = `data-sitekey="${sitekey}"`;
    return {
      "/auto": withScript(`<form action="/sent"><div class="g-recaptcha" ${key} data-callback="page.passed" data-expired-callback="page.expired"
        data-error-callback="page.failed"></div><div class="g-recaptcha" ${key} data-theme="dark" data-size="compact" data-tabindex="7"></div>
        <div class="g-recaptcha" id="keyless"></div><button id="send">Send</button></form>`, `${API}?hl=de&amp;onload=page.loaded`),
      "/explicit": `<script src="/notes.js"></script><script src="/waits.js"></script><div id="place"></div><div class="g-recaptcha" ${key}></div>
        <script src="${API}?onload=laterLoaded&amp;render=explicit" defer></script><script src="/gitea.js" defer></script>`,
      "/submit": withScript(`<form action="/sent"><input type="submit" name="go" value="Log in" class="g-recaptcha" ${key} data-callback="page.passed"></form>`, API),
      "/button": withScript(`<form id="apart" action="/sent"></form><button form="apart" name="go" value="1" class="g-recaptcha" ${key}>Send</button>`, API),
      "/invisible": withScript(`<form action="/sent"><div class="g-recaptcha" ${key} data-size="invisible" data-badge="inline" data-callback="page.passed"></div></form>`, API),
      "/score": withScript("<p>No widget</p>", `${API}?render=${sitekey}`),
    };
  }, { scripts: {
    // As pages do that can't know which comes first.
    "/waits.js": "window.order = []; window.___grecaptcha_cfg = { fns: [() => order.push('queued')] };"
      + "window.grecaptcha = { ready: (done) => window.___grecaptcha_cfg.fns.push(done) }; window.oldReady = grecaptcha.ready; grecaptcha.ready(() => order.push('early'));",
    // As Gitea does, in a script behind ours; and the function that the address names comes with it.
    "/gitea.js": "if (window.grecaptcha) grecaptcha.ready(() => order.push('gitea')); window.laterLoaded = () => order.push('loaded');",
  } });
});
after(() => site?.end());

/** @param {string} response */
const verify = async (response) => (await site.server.form(RECAPTCHA, { secret: site.server.secret, response })).json;

test("by itself: two widgets, their fields, the callback, and what siteverify says", async () => {
  const { context, page, faults, visitor } = await site.visit("/auto");
  await page.locator(".control").nth(1).waitFor();
  assert.deepEqual(await inPage(page, "added()"), ["grecaptcha"]);
  const fields = await page.locator("textarea[name=g-recaptcha-response]").evaluateAll((all) => all.map((field) => [field.id, getComputedStyle(field).display]));
  assert.deepEqual(fields, [["g-recaptcha-response", "none"], ["g-recaptcha-response-1", "none"]]);
  assert.equal(await page.locator(".label").first().textContent(), "Ich bin ein Mensch");
  assert.deepEqual([await page.locator(".compact .box").getAttribute("tabindex"), await page.locator(".tes.dark .compact").count()], ["7", 1]);
  assert.equal(faults.length, 1);
  assert.match(faults[0], /Missing required parameters: sitekey/); // the one without a key keeps no other from being made

  await page.locator(".box").first().click();
  await visitor.shown();
  assert.equal(await page.locator(".tes").first().getAttribute("class"), "tes light"); // neither page nor site say anything
  await answer(visitor);
  const response = await inPage(page, "grecaptcha.getResponse()");
  assert.match(response, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await inPage(page, "told"), [["loaded", [], ["", ""]], ["passed", [response], [response, ""]]]);
  assert.deepEqual(await inPage(page, "[grecaptcha.getResponse(0), grecaptcha.getResponse(1), grecaptcha.enterprise.getResponse(0)]"), [response, "", response]);
  await page.locator("#send").click();
  await page.locator("#sent").waitFor();
  const sent = new URL(page.url()).searchParams.getAll("g-recaptcha-response");
  assert.deepEqual(sent, [response, ""]);
  const { success, hostname } = await verify(response);
  assert.deepEqual([success, hostname], [true, "127.0.0.1"]);
  await context.close();
});

test("made by the page: who waited is called, ids are numbers, errors are the vendor's", async () => {
  const { context, page, faults, visitor } = await site.visit("/explicit");
  assert.ok(await eventually(async () => (await inPage(page, "order")).length === 4));
  assert.deepEqual(await inPage(page, "order.sort()"), ["early", "gitea", "loaded", "queued"]);
  await inPage(page, "oldReady(() => order.push('late'))"); // a function that was kept from before
  assert.ok((await inPage(page, "order")).includes("late"));
  assert.equal(await page.locator(".control").count(), 0);

  for (const [code, words] of [
    ["grecaptcha.getResponse()", "No reCAPTCHA clients exist."],
    ["grecaptcha.render('nowhere', {sitekey: 'x'})", "reCAPTCHA placeholder element must be an element or id"],
    ["grecaptcha.render('place', {})", "Missing required parameters: sitekey"],
  ]) assert.equal(await thrown(page, code), words);

  // As react-google-recaptcha does: into an element that is not in the page yet, by a method of nothing.
  const key = site.server.sitekey;
  const ids = await inPage(page, `(() => {
    const { render } = grecaptcha.enterprise;
    const wrapper = document.createElement("div");
    const first = render(wrapper, { sitekey: "${key}", callback: page.passed, theme: "light", type: "image", tabindex: 0, size: "normal", badge: "bottomright",
      "error-callback": page.failed, stoken: undefined, hl: undefined, isolated: undefined });
    document.getElementById("place").append(wrapper);
    return [first, render(document.querySelector(".g-recaptcha"))];
  })()`);
  assert.deepEqual(ids, [0, 1]);
  assert.equal(await thrown(page, "grecaptcha.render(document.querySelector('.g-recaptcha'))"), "reCAPTCHA has already been rendered in this element");
  assert.equal(await thrown(page, "grecaptcha.reset(7)"), "Invalid reCAPTCHA client id: 7");

  const told = inPage(page, "(() => { const { execute } = grecaptcha; return execute(0); })()");
  await answer(visitor);
  assert.equal(await told, undefined); // the vendor's promise is of nothing
  const response = await inPage(page, "(() => { const { getResponse } = grecaptcha; return getResponse(0); })()");
  assert.deepEqual(await inPage(page, "told"), [["passed", [response], [response, ""]]]);
  assert.equal((await verify(response)).success, true);
  await inPage(page, "grecaptcha.execute(0)"); // who has passed is called back once more
  assert.equal((await inPage(page, "told")).length, 2);
  assert.equal(await inPage(page, "(grecaptcha.reset(0), grecaptcha.getResponse(0))"), "");

  // A page that empties its element can make it anew, and what comes later does not come by itself.
  assert.equal(await inPage(page, `(document.querySelector(".g-recaptcha").replaceChildren(), grecaptcha.render(document.querySelector(".g-recaptcha")))`), 2);
  await inPage(page, `document.body.insertAdjacentHTML("beforeend", '<div class="g-recaptcha" data-sitekey="x" id="late"></div>')`);
  assert.equal(await page.locator("#late > *").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a response that expires, and a server that is away, are told without a value: pages hand `reset` over", async () => {
  const { context, page, visitor } = await site.visit("/auto", { prepare: stopClock });
  await page.locator(".control").nth(1).waitFor();
  await page.locator(".box").first().click();
  await answer(visitor);
  await page.clock.fastForward(300_000);
  assert.deepEqual((await inPage(page, "told")).at(-1), ["expired", [], ["", ""]]);
  assert.equal(await inPage(page, "grecaptcha.getResponse(0)"), "");
  await page.route("**/v1/challenge", (route) => route.abort());
  await page.locator(".box").first().click();
  await page.locator(".panel[data-state=error]").waitFor();
  assert.deepEqual(await lastTold(page, "failed"), ["failed", [], ["", ""]]);
  await context.close();
});

test("<input type=submit>, as phpMyAdmin has it: asked at the press, then the page's own function", async () => {
  const { context, page, faults, visitor } = await site.visit("/submit");
  await page.locator("textarea[name=g-recaptcha-response]").waitFor({ state: "attached" });
  await page.locator("input[type=submit]").click();
  await answer(visitor);
  const [[name, [response], fields]] = await inPage(page, "told");
  assert.deepEqual([name, fields], ["passed", [response]]);
  assert.equal(new URL(page.url()).pathname, "/submit"); // it is the function that sends
  await inPage(page, "document.forms[0].submit()");
  await page.locator("#sent").waitFor();
  assert.equal((await verify(String(new URL(page.url()).searchParams.get("g-recaptcha-response")))).success, true);
  assert.deepEqual(faults, []);
  await context.close();
});

test("<button> without a function, and outside of its form: sends it, as if it had been pressed", async () => {
  const { context, page, visitor } = await site.visit("/button");
  await page.locator("textarea[name=g-recaptcha-response]").waitFor({ state: "attached" });
  await page.locator("button.g-recaptcha").click();
  await visitor.shown();
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.locator("#sent").waitFor();
  const sent = new URL(page.url()).searchParams;
  assert.equal(sent.get("go"), "1");
  assert.equal((await verify(String(sent.get("g-recaptcha-response")))).success, true);
  await context.close();
});

test("invisible: no box; execute shows a challenge, closing it calls nobody back", async () => {
  const { context, page, visitor } = await site.visit("/invisible");
  await page.locator("textarea[name=g-recaptcha-response]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".control").count(), 0);
  await page.evaluate("void grecaptcha.execute()");
  await visitor.shown();
  await page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "hidden" });
  assert.deepEqual(await inPage(page, "told"), []);
  const { token } = visitor.challenge;
  await page.evaluate("void grecaptcha.execute()");
  await answer(visitor, token);
  assert.equal((await inPage(page, "told"))[0][0], "passed");
  await context.close();
});

test("as version 3 is called: a promise of the response, with the action", async () => {
  const { context, page, faults, visitor } = await site.visit("/score");
  await page.waitForFunction("window.grecaptcha?.execute");
  const promised = inPage(page, `grecaptcha.execute("${site.server.sitekey}", { action: "shop/check out" })`);
  await answer(visitor);
  const response = await promised;
  assert.equal((await site.server.verify({ response })).action, "shop_check_out");
  assert.equal(await thrown(page, "grecaptcha.getResponse()"), "No reCAPTCHA clients exist.");
  assert.equal(await page.locator("[data-tessera]").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the script: under 20 kB, for every origin, cacheable", async () => {
  for (const path of [API, "/1/api.js", "/1/secure-api.js", "/turnstile/v0/api.js"]) {
    const raw = await site.server.raw(`GET ${path}?hl=de HTTP/1.1\r\nHost: x\r\nOrigin: https://shop.example\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`);
    const [head, body] = [raw.slice(0, raw.indexOf("\r\n\r\n")), raw.slice(raw.indexOf("\r\n\r\n") + 4)];
    assert.match(head, /^HTTP\/1.1 200 /);
    assert.match(head, /^content-type: text\/javascript/im);
    assert.match(head, /^access-control-allow-origin: \*$/im);
    assert.match(head, /^cache-control: public, max-age=300$/im);
    assert.match(head, /^content-encoding: gzip$/im);
    assert.ok(body.length <= 20_000, `${path}: ${body.length} bytes`);
  }
});
