// The pages of docs/migrate.md, as they are after the change: the box is there, a challenge is solved, and the field that the site's
// server reads has a response.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answer, startVendor } from "../../browser/vendors.js";
import { ROOT } from "../../lib/tessera.js";
import { snippets } from "../../vendors/snippets.js";

const GLUE = join(ROOT, "tests/integrations/node_modules/@mcaptcha/vanilla-glue/dist/index.js");

/** What each page's server reads. The page of mCaptcha has a test of its own: the box is in a frame. */
const FIELDS = { reCAPTCHA: "g-recaptcha-response", hCaptcha: "h-captcha-response", Turnstile: "cf-turnstile-response", Cap: "cap-token" };

const pages = snippets(readFileSync(join(ROOT, "docs/migrate.md"), "utf8")).filter(({ language }) => language === "HTML");

/** @type {Awaited<ReturnType<typeof startVendor>>} */
let vendor;
before(async () => {
  // The site has Tessera's paths on its own host, so what is left of the address is nothing; but a frame's address is whole.
  vendor = await startVendor((server) => Object.fromEntries(pages.map(({ vendor, after }) =>
    [`/${vendor}`, after.replaceAll("https://captcha.example.org", vendor === "mCaptcha" ? server.url : "").replaceAll("SITEKEY", server.sitekey)])),
  { scripts: { "/vanilla-glue.js": readFileSync(GLUE, "utf8") }, policy: "default-src 'self'; frame-src http://127.0.0.1:*" });
});
after(() => vendor?.end());

for (const [name, field] of Object.entries(FIELDS)) {
  test(`${name}: the page of the docs is solved, and its field is filled`, async () => {
    const { page, context, faults, visitor } = await vendor.visit(`/${name}`);
    await visitor.box.click();
    await answer(visitor);
    const response = await page.locator(`[name="${field}"]`).inputValue();
    assert.match(response, /^[A-Za-z0-9_-]{50,}$/);
    const told = await vendor.server.verify({ response });
    assert.deepEqual([told.success, told.action], [true, name === "Turnstile" ? "sign-up" : ""]);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("mCaptcha: the page of the docs has the box in a frame, and a field that is empty", async () => {
  const { page, context } = await vendor.visit("/mCaptcha");
  await page.frameLocator("iframe").getByRole("checkbox").waitFor();
  assert.equal(await page.locator('[name="mcaptcha__token"]').inputValue(), "");
  await context.close();
});
