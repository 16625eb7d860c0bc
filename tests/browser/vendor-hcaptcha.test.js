// /1/api.js: pages that were written for hCaptcha, with another address alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { POLICY, Site, pageOf } from "../lib/site.js";
import { HCAPTCHA } from "../lib/vendors.js";
import { stopClock } from "./browser.js";
import { answer, inPage, lastTold, startVendor, thrown, withScript } from "./vendors.js";
import { visit } from "./widget.js";

const API = "/1/api.js";

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(({ sitekey }) => {
    const key = `data-sitekey="${sitekey}"`;
    const callbacks = `data-callback="page.passed" data-expired-callback="page.expired" data-error-callback="page.failed"
      data-open-callback="page.opened" data-close-callback="page.closed" data-chalexpired-callback="page.timeUp"`;
    return {
      "/auto": withScript(`<form action="/sent"><div class="h-captcha" ${key} ${callbacks}></div><div class="g-recaptcha" ${key}></div>
        <button id="send">Send</button></form>`, `${API}?hl=fr&amp;onload=page.loaded`),
      "/explicit": withScript(`<div id="place"></div><div id="other" ${key} data-theme="dark"></div><div class="h-captcha" ${key}></div>`,
        `${API}?render=explicit&amp;onload=page.loaded&amp;recaptchacompat=off&amp;sentry=true&amp;custom=false`),
      "/compatible": withScript(`<div class="g-recaptcha" id="grecaptcha" ${key}></div><div class="h-captcha" ${key} data-size="compact"></div>`, `${API}?recaptchacompat=on`),
      "/button": withScript(`<form action="/sent"><button class="h-captcha" ${key} data-callback="page.passed">Send</button></form>`, "/1/secure-api.js"),
    };
  });
});
after(() => site?.end());

/** @param {string} response */
const verify = async (response) => (await site.server.form(HCAPTCHA, { secret: site.server.secret, response, sitekey: site.server.sitekey })).json;

test("by itself: both fields, every callback, and what siteverify says", async () => {
  const { context, page, faults, visitor } = await site.visit("/auto");
  await page.locator(".control").waitFor();
  assert.deepEqual(await inPage(page, "added()"), ["hcaptcha"]);
  assert.equal(await page.locator(".label").textContent(), "Je suis une personne");
  const fields = await page.locator("textarea").evaluateAll((all) => all.map((field) => [/** @type {any} */ (field).name, field.id.replace(/-[^-]*$/, ""),
    getComputedStyle(field).display]));
  assert.deepEqual(fields, ["h-captcha-response", "g-recaptcha-response"].map((name) => [name, name, "none"]));
  assert.deepEqual(await inPage(page, "[hcaptcha.getResponse(), hcaptcha.getRespKey()]"), ["", ""]);

  await page.locator(".box").click();
  await visitor.shown();
  await page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "hidden" });
  const { token } = visitor.challenge;
  await page.locator(".box").click();
  await answer(visitor, token);
  const response = await inPage(page, "hcaptcha.getResponse()");
  assert.match(response, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await inPage(page, "told"), [["loaded", [], ["", ""]], ["opened", [], ["", ""]], ["closed", [], ["", ""]], ["opened", [], ["", ""]],
    ["passed", [response], [response, response]]]);
  const read = "(({ hcaptchaWidgetId, hcaptchaResponse }) => [hcaptchaWidgetId, hcaptchaResponse])(document.querySelector('.h-captcha [data-hcaptcha-widget-id]').dataset)";
  const [id, shown] = await inPage(page, read);
  assert.deepEqual([shown, await inPage(page, `hcaptcha.getResponse("${id}")`)], [response, response]); // where pages read both off the vendor's frame
  const key = await inPage(page, "hcaptcha.getRespKey()");
  assert.match(key, /^E1_\w{6,11}$/);
  assert.ok(!response.includes(key.slice(3)));
  await page.locator("#send").click();
  await page.locator("#sent").waitFor();
  const sent = new URL(page.url()).searchParams;
  assert.deepEqual([sent.get("h-captcha-response"), sent.get("g-recaptcha-response")], [response, response]);
  assert.equal((await verify(response)).success, true);
  assert.deepEqual(faults, []);
  await context.close();
});

test("made by the page: ids are strings, and errors are the vendor's", async () => {
  const { context, page, faults, visitor } = await site.visit("/explicit");
  await page.waitForFunction("told.length");
  assert.equal(await page.locator(".control").count(), 0);
  for (const [code, words] of [
    ["hcaptcha.getResponse()", "[hCaptcha] no captchas exist."],
    ["hcaptcha.reset()", "[hCaptcha] no captchas exist."],
    ["hcaptcha.render('place', {})", "[hCaptcha] Missing sitekey"],
    ["hcaptcha.setData({})", "[hCaptcha] no captchas exist."],
    ["hcaptcha.setData('x')", "[hCaptcha] invalid data supplied"],
  ]) assert.equal(await thrown(page, code), words);
  assert.equal(await inPage(page, "hcaptcha.execute(undefined, { async: true }).catch((error) => error)"), "missing-captcha");
  assert.equal(await inPage(page, "hcaptcha.render('nowhere', { sitekey: 'x' })"), undefined);

  const [first, second, again] = await inPage(page, `(() => {
    const { render } = hcaptcha;
    window.first = render("place", { sitekey: "${site.server.sitekey}", theme: { palette: { mode: "dark" } }, size: undefined, "open-callback": page.opened, callback: page.passed });
    window.second = render(document.getElementById("other"));
    return [first, second, render("place", { sitekey: "x" })];
  })()`);
  assert.deepEqual([typeof first, typeof second, again], ["string", "string", first]);
  assert.equal(await page.locator("#place > *").first().getAttribute("data-hcaptcha-widget-id"), first);
  assert.equal(await page.locator("#place > *").first().getAttribute("data-hcaptcha-response"), "");
  assert.notEqual(first, second);
  assert.equal(await page.locator(".tes.dark .control").count(), 2);
  assert.equal(await page.locator("[name=g-recaptcha-response]").count(), 0); // recaptchacompat=off
  assert.equal(await thrown(page, "hcaptcha.getResponse('gone')"), "[hCaptcha] invalid captcha id: gone");
  assert.equal(await inPage(page, "hcaptcha.execute('gone', { async: true }).catch((error) => error)"), "invalid-captcha-id");
  assert.equal(await thrown(page, "hcaptcha.setData(first, { rqdata: 'x' })"), "");

  await page.evaluate("void hcaptcha.execute(second)");
  await answer(visitor);
  const response = await inPage(page, "hcaptcha.getResponse(second)");
  assert.equal((await verify(response)).success, true);
  assert.equal(await inPage(page, "hcaptcha.getResponse()"), ""); // the first is meant
  await inPage(page, "(hcaptcha.reset(second), hcaptcha.remove(second))");
  assert.equal(await page.locator("#other > *").count(), 0);
  assert.equal(await thrown(page, "hcaptcha.getResponse(second)"), `[hCaptcha] invalid captcha id: ${second}`);
  assert.notEqual(await inPage(page, "hcaptcha.render('other')"), second);
  assert.deepEqual(faults, ["console: [hCaptcha] render: invalid container 'nowhere'.", "console: Only one captcha is permitted per parent container."]);
  await context.close();
});

test("execute with a promise: the response and its key, or the vendor's word for what went wrong", async () => {
  const { context, page, visitor } = await site.visit("/auto", { prepare: stopClock });
  await page.locator(".control").waitFor();
  const outcome = () => inPage(page, "hcaptcha.execute({ async: true }).catch((error) => error)");
  let promised = outcome();
  await visitor.shown();
  await page.evaluate("hcaptcha.close()");
  assert.equal(await promised, "challenge-closed");

  let { token } = visitor.challenge;
  promised = outcome();
  await visitor.shown(token);
  await page.clock.fastForward(visitor.challenge.timeLimit * 1000);
  await page.clock.runFor(250);
  await page.locator(".panel[data-state=revealed]").waitFor();
  await lastTold(page, "timeUp");
  await page.keyboard.press("Escape");
  assert.equal(await promised, "challenge-expired");

  await page.route("**/v1/challenge", (route) => route.abort());
  promised = outcome();
  await page.locator(".panel[data-state=error]").waitFor();
  await lastTold(page, "failed", "network-error");
  await page.keyboard.press("Escape");
  assert.equal(await promised, "network-error");
  await page.unroute("**/v1/challenge");

  ({ token } = visitor.challenge);
  promised = outcome();
  await answer(visitor, token);
  const { response, key } = await promised;
  assert.deepEqual([response, key], await inPage(page, "[hcaptcha.getResponse(), hcaptcha.getRespKey()]"));
  assert.equal((await verify(response)).success, true);
  assert.deepEqual(await inPage(page, "hcaptcha.execute({ async: true })"), { response, key });
  await page.clock.fastForward(300_000);
  assert.deepEqual((await inPage(page, "told")).at(-1), ["expired", [], ["", ""]]);
  assert.equal(await inPage(page, "hcaptcha.getRespKey()"), "");
  await context.close();
});

test("an error-callback that resets, as vue3-hcaptcha's does: the dialog goes, what the visitor is told stays", async () => {
  const { context, page, faults } = await site.visit("/auto");
  await page.locator(".control").waitFor();
  await page.route("**/v1/challenge", (route) => route.abort());
  await inPage(page, "page.failed = () => hcaptcha.reset()");
  await page.locator(".box").click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".control").getAttribute("data-state"), "error");
  assert.match(String(await page.locator(".note").textContent()), /connexion/); // the page is French
  assert.deepEqual(faults.filter((fault) => !fault.includes("ERR_FAILED")), []);
  await context.close();
});

test("recaptchacompat=on: grecaptcha is the same, and its elements are made", async () => {
  const { context, page } = await site.visit("/compatible");
  await page.locator(".control").nth(1).waitFor();
  assert.deepEqual((await inPage(page, "added()")).sort(), ["grecaptcha", "hcaptcha"]);
  assert.equal(await inPage(page, "grecaptcha.getResponse()"), "");
  await context.close();
});

test("<button>, by the other name of the script: asked at the press, then the page's own function", async () => {
  const { context, page, visitor } = await site.visit("/button");
  await page.locator("[name=h-captcha-response]").waitFor({ state: "attached" });
  await page.locator("button.h-captcha").click();
  await answer(visitor);
  assert.equal((await inPage(page, "told"))[0][0], "passed");
  assert.equal(new URL(page.url()).pathname, "/button");
  await context.close();
});

test("a page of another origin that loads it as @hcaptcha/loader does, with crossorigin", async () => {
  const { server, browser } = site;
  const other = await Site.start({ policy: `${POLICY} ${server.url}; connect-src ${server.url}; img-src ${server.url}`,
    scripts: { "/loader.js": `window.hCaptchaOnLoad = () => hcaptcha.render("place", { sitekey: "${server.sitekey}" });
      const script = document.createElement("script");
      script.src = "${server.url}/1/api.js?onload=hCaptchaOnLoad&render=explicit&sentry=false";
      script.crossOrigin = "anonymous"; script.async = true; document.head.append(script);` },
    pages: { "/": pageOf('<form><div id="place"></div></form><script src="/loader.js"></script>') } });
  const { context, page, faults, visitor } = await visit(browser, other, "/");
  await visitor.open();
  await answer(visitor);
  const { success, hostname } = await verify(await inPage(page, "hcaptcha.getResponse()"));
  assert.deepEqual([success, hostname], [true, "127.0.0.1"]);
  assert.deepEqual(faults.filter((fault) => !fault.startsWith(`foreign: ${server.url}/`)), []);
  await context.close();
  await other.down();
});
