// Widgets whose element the page removes without a word, as single-page apps do, and as all must who use reCAPTCHA, which has no call for
// it: nothing of the page holds them any more, and nothing is asked for them. An element that comes back has its widget.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../lib/tessera.js";
import { caughtUp, stopClock } from "./browser.js";
import { CONFIG, answer, inPage, startVendor } from "./vendors.js";

/** Counts the listeners of the window, and takes elements away. */
const COUNTS = `window.listeners = 0;
const { addEventListener, removeEventListener } = window;
const known = new Map();
window.addEventListener = (name, act, how) => {
  const all = known.get(act) ?? known.set(act, new Set()).get(act);
  if (!all.has(name)) listeners++;
  all.add(name);
  addEventListener.call(window, name, act, how);
};
window.removeEventListener = (name, act, how) => {
  if (known.get(act)?.delete(name)) listeners--;
  removeEventListener.call(window, name, act, how);
};
window.place = () => document.querySelector("main").appendChild(document.createElement("div"));`;

/** The apps: by path, the script. @type {Record<string, string>} */
const APPS = { "/tessera": "/tessera.js", "/grecaptcha": "/recaptcha/api.js", "/hcaptcha": "/1/api.js", "/turnstile": "/turnstile/v0/api.js" };

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(() => Object.fromEntries(Object.entries(APPS).map(([path, script]) =>
    [path, `<script src="/counts.js"></script><script src="${script}?render=explicit"></script>`])), { scripts: { "/counts.js": COUNTS },
    config: `${CONFIG}accessibility: {fallback_method: human_review}\n` });
});
after(() => site?.end());

/** @param {string} path @param {Parameters<typeof site.visit>[1]} [options] */
async function open(path, options) {
  const stage = await site.visit(path, options);
  assert.ok(await eventually(() => inPage(stage.page, `Boolean(window.${path.slice(1)}?.render)`)));
  return { ...stage, key: site.server.sitekey };
}

for (const path of Object.keys(APPS)) {
  test(`${path}: fifty widgets whose elements are removed leave no listener, and go`, async () => {
    const { context, page, key, faults } = await open(path);
    const global = path.slice(1);
    await inPage(page, `${global}.render(place(), { sitekey: "${key}" })`);
    const before = await inPage(page, "listeners");
    await inPage(page, `void (window.widgets = [...Array(50)].map(() => {
      const at = place();
      ${global}.render(at, { sitekey: "${key}" });
      at.remove();
      return new WeakRef(at);
    }))`);
    assert.ok(await eventually(async () => {
      await page.requestGC();
      return await inPage(page, "widgets.filter((one) => one.deref()).length") <= 1; // the last one stays
    }));
    assert.equal(await inPage(page, "listeners"), before);
    assert.ok(["", null, undefined].includes(await inPage(page, `${global}.getResponse()`)));
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("an element that was never in the page, or comes back, has its widget, and it can be named", async () => {
  const { context, page, key, visitor } = await open("/grecaptcha");
  assert.equal(await inPage(page, `(window.kept = document.createElement("div"), grecaptcha.render(kept, { sitekey: "${key}" }))`), 0);
  await inPage(page, `void [...Array(9)].map(() => grecaptcha.render(document.createElement("div"), { sitekey: "${key}" }))`);
  await page.requestGC();
  await inPage(page, "void document.querySelector('main').append(kept)");
  await page.locator(".box").click();
  await answer(visitor);
  const response = await inPage(page, "grecaptcha.getResponse(0)");
  await inPage(page, "void kept.remove()");
  await page.requestGC();
  assert.equal(await inPage(page, "grecaptcha.getResponse(0)"), response);
  await inPage(page, "void (grecaptcha.reset(0), document.querySelector('main').append(kept))");
  const { token } = visitor.challenge;
  await page.locator(".box").click();
  await answer(visitor, token);
  assert.match(await inPage(page, "grecaptcha.getResponse(0)"), /^[\w-]{100,}$/);
  await context.close();
});

test("a pass in an element that has left the page is not renewed until it comes back, and ends when it ends", async () => {
  const { context, page, key, visitor } = await open("/grecaptcha", { prepare: stopClock });
  /** @type {string[]} */
  const renewals = [];
  page.on("request", (request) => request.url().endsWith("/v1/renew") && renewals.push(request.url()));
  await inPage(page, `grecaptcha.render(window.kept = place(), { sitekey: "${key}" })`);
  const before = await inPage(page, "listeners");
  await page.locator(".box").click();
  await answer(visitor);
  await inPage(page, "void kept.remove()");
  await page.clock.runFor(230_000);
  assert.deepEqual(renewals, []);
  await inPage(page, "void document.querySelector('main').append(kept)");
  const renewed = page.waitForResponse("**/v1/renew");
  await page.clock.runFor(6_000);
  await renewed;
  await inPage(page, "void kept.remove()");
  await page.clock.runFor(300_000);
  assert.equal(renewals.length, 1);
  assert.equal(await inPage(page, "grecaptcha.getResponse(0)"), "");
  assert.equal(await inPage(page, "listeners"), before);
  await context.close();
});

test("hcaptcha.execute(): removed while the dialog is open, it is rejected as closed, and asks for nothing more", async () => {
  const { context, page, key, visitor } = await open("/hcaptcha");
  await inPage(page, `void (window.ended = "", window.id = hcaptcha.render(window.at = place(), { sitekey: "${key}", size: "invisible" }),
    hcaptcha.execute(id, { async: true }).catch((why) => (ended = why)))`);
  await visitor.shown();
  await inPage(page, "void at.remove()");
  assert.ok(await eventually(async () => await inPage(page, "ended") === "challenge-closed"));
  await inPage(page, "void document.querySelector('main').append(at)"); // it can be asked again
  const { token } = visitor.challenge;
  await inPage(page, "void hcaptcha.execute(id, { async: true }).then(({ response, key }) => (ended = [response, key, hcaptcha.getRespKey(id)]))");
  await answer(visitor, token);
  const [response, name, again] = await inPage(page, "ended");
  assert.match(response, /^[\w-]{100,}$/);
  assert.equal(name, again);
  await context.close();
});

test("who waits for a person in an element that has left the page: nothing is asked until it comes back", async () => {
  const { context, page, key, visitor } = await open("/tessera", { prepare: stopClock });
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/v1/review"))));
  await inPage(page, `tessera.render(window.kept = place(), { sitekey: "${key}" })`);
  await page.locator(".box").click();
  await visitor.shown();
  await page.locator(".ways").click();
  await page.locator(".way.review").click();
  await page.locator(".code output").waitFor();
  await page.keyboard.press("Escape");
  await inPage(page, "void kept.remove()");
  const before = asked;
  await page.clock.runFor(60_000); // it looks every four seconds
  await caughtUp(page);
  assert.equal(asked, before);
  const looks = page.waitForRequest("**/v1/review");
  await inPage(page, "void document.querySelector('main').append(kept)");
  await page.clock.runFor(10_000);
  await looks;
  await context.close();
});
