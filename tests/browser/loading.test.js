// Scripts that are loaded more than once, as two plugins of a site do, or beside another vendor's; and whom they call by name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../lib/tessera.js";
import { answer, inPage, startVendor } from "./vendors.js";

/** By the address of a script, its global and its class. @type {[string, string, string][]} */
const SCRIPTS = [["/tessera.js", "tessera", "tessera"], ["/recaptcha/api.js", "grecaptcha", "g-recaptcha"],
  ["/1/api.js", "hcaptcha", "h-captcha"], ["/turnstile/v0/api.js", "turnstile", "cf-turnstile"]];

/** Whom pages name: methods that need the object they lie in, and an object that waits for Google's script. */
const SHOP = `window.shop = { told: [], first() { this.told.push("first"); }, second() { this.told.push("second"); }, third() { this.told.push("third"); },
  passed(response) { this.told.push(response); } };
window.___grecaptcha_cfg = { fns: [() => shop.told.push("queued")] };`;

/** Loads a script once more, as a page does that has changed itself. */
const AGAIN = `window.loadAgain = (src) => new Promise((resolve) => document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve })));`;

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(({ sitekey }) => {
    const key = `data-sitekey="${sitekey}"`;
    const twice = SCRIPTS.map(([script, global, name]) => [`/${global}`, `<script src="/shop.js"></script>
      <form><div class="${name}" ${key} data-callback="shop.passed"></div></form>
      <script src="${script}?onload=shop.first"></script><script src="${script}?onload=shop.second" async></script>`]);
    return { ...Object.fromEntries(twice),
      "/all": SCRIPTS.map(([script, , name]) => `<div class="${name}" ${key}></div><script src="${script}"></script>`).join(""),
      "/waits": `<script src="/waits.js"></script><div class="g-recaptcha" ${key}></div><script src="/1/api.js?recaptchacompat=on"></script>` };
  }, { scripts: { "/shop.js": SHOP + AGAIN, "/waits.js": "window.grecaptcha = { isWaiting: true };" } });
});
after(() => site?.end());

for (const [script, global, name] of SCRIPTS) {
  test(`${script} loaded twice: one widget, and each is called as a method; loaded again, it makes what is new`, async () => {
    const { context, page, faults, visitor } = await site.visit(`/${global}`);
    const told = () => inPage(page, "shop.told.slice().sort()");
    const expected = ["first", ...(global === "grecaptcha" ? ["queued"] : []), "second"];
    assert.ok(await eventually(async () => (await told()).length === expected.length));
    assert.deepEqual(await told(), expected);
    assert.equal(await page.locator(".control").count(), 1);
    if (global === "grecaptcha") { // who comes later is called as well
      await inPage(page, "void ___grecaptcha_cfg.fns.push(() => shop.told.push('later'), () => shop.told.push('last'))");
      assert.deepEqual((await inPage(page, "shop.told")).slice(-2), ["later", "last"]);
    }

    await inPage(page, `void document.querySelector("main").insertAdjacentHTML("beforeend", '<div class="${name}" data-sitekey="${site.server.sitekey}"></div>')`);
    await inPage(page, `loadAgain("${script}?render=explicit&onload=shop.third")`);
    assert.ok(await eventually(() => inPage(page, "shop.told.includes('third')")));
    assert.equal(await page.locator(".control").count(), 1); // left to the page
    await inPage(page, `loadAgain("${script}")`);
    await page.locator(".control").nth(1).waitFor();
    await page.locator(".box").first().click();
    await answer(visitor);
    const response = await page.locator("form [name$=response]").first().inputValue();
    assert.match(response, /^[\w-]{100,}$/);
    assert.equal((await inPage(page, "shop.told")).at(-1), response);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("the scripts of all vendors in one page: each makes its own widget", async () => {
  const { context, page, faults } = await site.visit("/all");
  await page.locator(".control").nth(3).waitFor();
  assert.equal(await page.locator(".control").count(), 4);
  assert.deepEqual(await inPage(page, `[${SCRIPTS.map(([, global]) => `typeof ${global}.render`)}]`), ["function", "function", "function", "function"]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("recaptchacompat=on: an object that waits for Google's script gets the methods", async () => {
  const { context, page } = await site.visit("/waits");
  await page.locator(".control").waitFor();
  assert.deepEqual(await inPage(page, "[grecaptcha.isWaiting, grecaptcha.getResponse()]"), [true, ""]);
  await context.close();
});
