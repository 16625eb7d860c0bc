// /turnstile/v0/api.js: pages that were written for Turnstile, with another address alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TURNSTILE } from "../lib/vendors.js";
import { stopClock } from "./browser.js";
import { CONFIG, answer, inPage, lastTold, startVendor, thrown, withScript } from "./vendors.js";

const API = "/turnstile/v0/api.js";

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(({ sitekey }) => {
    const key = `data-sitekey="${sitekey}"`;
    const callbacks = `data-callback="page.passed" data-expired-callback="page.expired" data-error-callback="page.failed" data-timeout-callback="page.timeUp"
      data-before-interactive-callback="page.before" data-after-interactive-callback="page.after" data-unsupported-callback="page.unsupported"`;
    return {
      "/auto": withScript(`<form action="/sent" id="turnstile"><div id="first" class="cf-turnstile" ${key} data-action="login" data-cdata="c-1" data-language="nl" ${callbacks}></div>
        <button id="send">Send</button></form>`, `${API}?onload=page.loaded`),
      "/never": withScript(`<div class="cf-turnstile" ${key} ${callbacks} data-refresh-expired="never"></div>`, API),
      "/explicit": withScript(`<div id="place"></div><div id="other" ${key} data-theme="dark" data-size="compact"></div><div class="cf-turnstile" ${key}></div>`,
        `${API}?render=explicit&amp;onload=page.loaded`),
      "/compatible": withScript(`<form action="/sent"><div class="g-recaptcha" ${key}></div></form>`, `${API}?compat=recaptcha`),
      "/tests": withScript(`<div class="cf-turnstile" data-sitekey="1x00000000000000000000AA" ${callbacks}></div>
        <div class="cf-turnstile" data-sitekey="2x00000000000000000000AB" ${callbacks}></div>`, API),
    };
  }, { config: `${CONFIG}vendor: {test_keys: true}\n` });
});
after(() => site?.end());

/** @param {string} response */
const verify = async (response) => (await site.server.post(TURNSTILE, { secret: site.server.secret, response })).json;

test("by itself: the field, what the page is told and when, and what siteverify says", async () => {
  const { context, page, faults, visitor } = await site.visit("/auto");
  await page.locator(".control").waitFor();
  assert.deepEqual(await inPage(page, "added()"), ["turnstile"]);
  assert.equal(await inPage(page, "turnstile instanceof HTMLElement"), false); // the form has that id
  assert.equal(await page.locator(".label").textContent(), "Ik ben een mens");
  assert.match(String(await page.locator("input[type=hidden][name=cf-turnstile-response]").getAttribute("id")), /^cf-chl-widget-\w{5}_response$/);
  assert.equal(await inPage(page, "turnstile.getResponse()"), undefined);
  await page.locator(".box").click();
  await answer(visitor);
  const response = await inPage(page, "turnstile.getResponse('#first')");
  assert.match(response, /^[A-Za-z0-9_-]{1,2048}$/);
  assert.deepEqual((await inPage(page, "told")).sort(), [["after", [], [response]], ["before", [], [""]], ["loaded", [], [""]], ["passed", [response], [response]]]);
  assert.deepEqual(await inPage(page, "[turnstile.getResponse(), turnstile.getResponse(document.getElementById('first')), turnstile.isExpired()]"), [response, response, false]);
  await page.locator("#send").click();
  await page.locator("#sent").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("cf-turnstile-response"), response);
  const { success, action, cdata, "error-codes": codes } = await verify(response);
  assert.deepEqual([success, action, cdata, codes], [true, "login", "c-1", []]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("made by the page: ids, containers and selectors, the last one by default, and the vendor's errors", async () => {
  const { context, page, faults, visitor } = await site.visit("/explicit");
  await page.waitForFunction("told.length");
  assert.equal(await page.locator(".control").count(), 0);
  const wrong = "[Cloudflare Turnstile] ";
  for (const [code, words] of [
    ["turnstile.getResponse()", "Could not find widget for provided container"],
    ["turnstile.isExpired('#place')", "Could not find widget for provided container"],
    ["turnstile.reset()", "Could not find widget for provided container"],
    ["turnstile.render('#nowhere', { sitekey: 'x' })", 'Unable to find a container for "#nowhere"'],
    ["turnstile.render('??', { sitekey: 'x' })", 'Unable to find a container for "??"'],
    ["turnstile.render('#place', {})", 'Invalid or missing type for parameter "sitekey", expected "string", got "undefined"'],
    ["turnstile.render('#place', { sitekey: 'x', action: 'a b' })", 'Invalid input for optional parameter "action", got "a b"'],
    ["turnstile.render('#place', { sitekey: 'x', cData: 'a'.repeat(256) })", `Invalid input for optional parameter "cData", got "${"a".repeat(256)}"`],
  ]) assert.equal(await thrown(page, code), `${wrong}${words}.`);
  assert.equal(await inPage(page, "(() => { try { turnstile.reset(); } catch (error) { return error.name; } })()"), "TurnstileError");
  assert.equal(await thrown(page, "turnstile.remove('#place')"), ""); // a warning

  const [first, second, again] = await inPage(page, `(() => {
    window.first = turnstile.render("#place", { sitekey: "${site.server.sitekey}", cData: "c-2", callback: page.passed, size: "flexible", tabindex: 3, language: "auto",
      "response-field-name": "mine" });
    window.second = turnstile.render(document.getElementById("other"), { "response-field": false, theme: undefined });
    return [first, second, turnstile.render("#place", { sitekey: "x" })];
  })()`);
  assert.deepEqual([typeof first, typeof second, again], ["string", "string", first]);
  assert.deepEqual(await page.locator("input[type=hidden]").evaluateAll((all) => all.map((field) => /** @type {any} */ (field).name)), ["mine"]);
  assert.equal(await page.locator("#other .tes.dark .compact").count(), 1);
  const compact = /** @type {any} */ (await page.locator("#other .control").boundingBox());
  assert.ok(compact.width <= 150 && compact.height <= 140, "components leave no more room");
  const [wide, room] = await Promise.all(["#place .control", "#place"].map((place) => page.locator(place).evaluate((element) => element.getBoundingClientRect().width)));
  assert.equal(wide, room);

  await page.locator("#other .box").click();
  await answer(visitor);
  const latest = await inPage(page, "turnstile.getResponse()");
  assert.equal(await inPage(page, "turnstile.getResponse(second)"), latest);
  const { token } = visitor.challenge;
  await page.locator("#place .box").click();
  await answer(visitor, token);
  const response = await inPage(page, "turnstile.getResponse(first)");
  assert.equal(await page.locator("input[name=mine]").inputValue(), response);
  assert.equal((await verify(response)).cdata, "c-2");
  await inPage(page, "turnstile.execute(first)"); // who has passed is called back once more
  assert.deepEqual((await inPage(page, "told")).filter((/** @type {any[]} */ [name]) => name === "passed").length, 2);
  assert.equal(await inPage(page, "(turnstile.reset('#place'), turnstile.getResponse('#place'))"), undefined);
  await inPage(page, "(turnstile.remove(second), turnstile.remove('#place'))");
  assert.equal(await page.locator("#place > *, #other > *").count(), 0);
  assert.notEqual(await inPage(page, "turnstile.render('#other')"), second);
  assert.deepEqual(faults, []);
  await context.close();
});

test("execution and appearance: nothing is seen, nor begun, before execute", async () => {
  const { context, page, visitor } = await site.visit("/explicit");
  await page.waitForFunction("told.length");
  await inPage(page, `turnstile.render("#place", { sitekey: "${site.server.sitekey}", execution: "execute", appearance: "execute",
    "before-interactive-callback": page.before, "after-interactive-callback": page.after, callback: page.passed })`);
  await page.locator("#place .control").waitFor({ state: "attached" });
  assert.equal(await page.locator("#place .control").isVisible(), false);
  assert.deepEqual((await inPage(page, "told")).map((/** @type {any[]} */ [name]) => name), ["loaded"]);
  assert.equal(await inPage(page, "turnstile.execute(document.getElementById('place'))"), undefined);
  await answer(visitor);
  assert.equal(await page.locator("#place .control").isVisible(), true);
  assert.deepEqual((await inPage(page, "told")).map((/** @type {any[]} */ [name]) => name), ["loaded", "before", "after", "passed"]);
  await inPage(page, "turnstile.reset('#place')");
  assert.equal(await page.locator("#place .control").isVisible(), false);

  // An element that has no widget yet gets one that begins at once; what needs interaction only is seen, as it always needs it.
  const { token } = visitor.challenge;
  await page.evaluate("turnstile.execute('#other', { size: 'invisible' })");
  await answer(visitor, token);
  assert.equal(await page.locator("#other .control").count(), 0);
  assert.ok(await inPage(page, "turnstile.getResponse('#other')"));
  await inPage(page, `turnstile.render(".cf-turnstile", { appearance: "interaction-only", size: "invisible" })`);
  assert.equal(await page.locator(".cf-turnstile .control").isVisible(), true);
  await context.close();
});

test("a response that expires is told with its value, a time that is up and what fails with the vendor's numbers", async () => {
  const { context, page, visitor } = await site.visit("/never", { prepare: stopClock });
  await page.locator(".control").waitFor();
  await page.locator(".box").click();
  await answer(visitor);
  const response = await inPage(page, "turnstile.getResponse()");
  await page.clock.fastForward(300_000);
  assert.deepEqual((await inPage(page, "told")).at(-1), ["expired", [response], [""]]);
  assert.deepEqual(await inPage(page, "[turnstile.getResponse(), turnstile.isExpired()]"), [undefined, true]);

  const { token } = visitor.challenge;
  await page.locator(".box").click();
  await visitor.shown(token);
  await page.clock.fastForward(visitor.challenge.timeLimit * 1000);
  await page.clock.runFor(250);
  await page.locator(".panel[data-state=revealed]").waitFor();
  assert.equal((await inPage(page, "told")).at(-1)[0], "timeUp");
  await page.keyboard.press("Escape");

  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => message.type() === "warning" && said.push(message.text()));
  for (const [reply, code] of /** @type {const} */ ([
    [null, "200500"],
    [{ status: 404, error: "unknown-sitekey" }, "110100"],
    [{ status: 403, error: "wrong-hostname" }, "110200"],
    [{ status: 429, error: "too-many-requests" }, "300020"],
    [{ status: 403, error: "banned" }, "600010"],
    [{ status: 403, error: "test-key-fails" }, "600010"],
    [{ status: 503, error: "unavailable" }, "300020"],
    [{ status: 500, error: "something" }, "300020"],
  ])) {
    await page.route("**/v1/challenge", (route) => (reply ? route.fulfill({ status: reply.status, json: { error: { code: reply.error } } }) : route.abort()));
    await page.locator(".box").click();
    await page.locator(".panel[data-state=error]").waitFor();
    await lastTold(page, "failed", code);
    assert.ok(said.includes(`[Cloudflare Turnstile] Error: ${code}.`), code);
    await page.keyboard.press("Escape");
    await page.unroute("**/v1/challenge");
  }
  said.splice(0);
  await inPage(page, "page.failed = () => (page.handled = true)"); // it says that it has dealt with it
  await page.route("**/v1/challenge", (route) => route.abort());
  await page.locator(".box").click();
  await page.locator(".panel[data-state=error]").waitFor();
  await page.waitForFunction("page.handled");
  assert.deepEqual(said, []);
  await context.close();
});

test("a response is renewed before it expires, and the callback called with the new one", async () => {
  const { context, page, visitor } = await site.visit("/auto", { prepare: stopClock });
  await page.locator(".control").waitFor();
  await page.locator(".box").click();
  await answer(visitor);
  const response = await inPage(page, "turnstile.getResponse()");
  await page.clock.fastForward(240_000);
  await page.waitForFunction((first) => /** @type {any} */ (window).turnstile.getResponse() !== first, response);
  const renewed = await inPage(page, "turnstile.getResponse()");
  assert.deepEqual(await lastTold(page, "passed", renewed), ["passed", [renewed], [renewed]]);
  assert.ok(!(await inPage(page, "told")).some((/** @type {any[]} */ [name]) => name === "expired"));
  assert.deepEqual([(await verify(renewed)).success, (await verify(response)).success], [true, false]); // one pass, spent once
  await context.close();
});

test("compat=recaptcha: grecaptcha is the same, its elements are made, and both fields are filled", async () => {
  const { context, page, visitor } = await site.visit("/compatible");
  await visitor.open();
  await answer(visitor);
  const response = await inPage(page, "grecaptcha.getResponse()");
  assert.deepEqual((await inPage(page, "added()")).sort(), ["grecaptcha", "turnstile"]);
  assert.deepEqual(await page.locator("input[type=hidden]").evaluateAll((all) => all.map((/** @type {any} */ field) => [field.name, field.value])),
    [["cf-turnstile-response", response], ["g-recaptcha-response", response]]);
  await context.close();
});

test("keys for tests: one passes at once, the other fails", async () => {
  const { context, page } = await site.visit("/tests");
  await page.locator(".control").nth(1).waitFor();
  await page.locator(".box").first().click();
  await page.locator("[data-state=verified]").waitFor();
  assert.deepEqual((await inPage(page, "told")).at(-1), ["passed", ["XXXX.DUMMY.TOKEN.XXXX"], ["XXXX.DUMMY.TOKEN.XXXX", ""]]);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.locator(".box").nth(1).click();
  await page.locator(".panel[data-state=error]").waitFor();
  await lastTold(page, "failed");
  await context.close();
});
