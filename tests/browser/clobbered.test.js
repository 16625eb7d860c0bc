// Elements of a page that have the names of what the scripts look for: who may write harmless elements into a page, as commenters may,
// must neither choose the scripts' server nor stop them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answer, inPage, startVendor, withScript } from "./vendors.js";

/** By the address of a script, its global and its class. @type {[string, string, string][]} */
const SCRIPTS = [["/tessera.js", "tessera", "tessera"], ["/recaptcha/api.js", "grecaptcha", "g-recaptcha"],
  ["/1/api.js", "hcaptcha", "h-captcha"], ["/turnstile/v0/api.js", "turnstile", "cf-turnstile"]];

/** @param {string} script @param {string} global */
const intruders = (script, global) => `<img name="currentScript" src="/elsewhere${script}" alt=""><form id="${global}"><input name="render" hidden></form>
<a id="___grecaptcha_cfg"></a>`;

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let site;
before(async () => {
  site = await startVendor(({ sitekey }) => Object.fromEntries(SCRIPTS.map(([script, global, name]) => [`/${global}`,
    withScript(`${intruders(script, global)}<div class="${name}" data-sitekey="${sitekey}"></div>`, script)])));
});
after(() => site?.end());

for (const [script, global] of SCRIPTS) {
  test(`${script}: no element of the page stands in for what it looks for`, async () => {
    const { context, page, visitor } = await site.visit("/sent");
    /** @type {string[]} */
    const elsewhere = [];
    page.on("request", (request) => void (request.url().includes("/elsewhere") && request.resourceType() !== "image" && elsewhere.push(request.url())));
    await page.goto(`/${global}`);
    assert.match(await inPage(page, "document.currentScript.src"), /elsewhere/); // or it would show nothing
    await page.locator(".control").waitFor();
    await page.locator(".box").click();
    await answer(visitor);
    assert.match(await inPage(page, `${global}.getResponse()`), /^[\w-]+$/);
    assert.deepEqual(elsewhere, []);
    await context.close();
  });
}
