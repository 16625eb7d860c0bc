// php-google-recaptcha's SocketPost, which can't be told a port: it writes HTTP/1.0 by hand to port 443 of a host, here Google's, and
// takes nothing but HTTP/1.0 for an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import { DESKTOP, launch, navigate, watchedPage } from "../../browser/browser.js";
import { ROOT, Server } from "../../lib/tessera.js";
import { CONFIG, Person } from "../lib/person.js";
import { freePort } from "../lib/programs.js";
import { startPhp, startVendors } from "./machine.js";

const APPS = join(ROOT, "tests/integrations/libraries/apps");

test("SocketPost: a solved challenge is taken once", { timeout: 120_000 }, async (t) => {
  const server = await Server.during(t, { config: CONFIG, hostnames: ["shop.example"] });
  const { authority, chromium } = await startVendors(t, server.port);
  const port = await freePort();
  await startPhp(t, { folder: APPS, port, settings: { "openssl.cafile": authority }, env: { TESSERA: "https://www.google.com", SITEKEY: server.sitekey, SECRET: server.secret } });
  const browser = await launch(chromium);
  t.after(() => browser.close());
  const { page } = await watchedPage(browser, server, { reducedMotion: "no-preference", viewport: DESKTOP });
  const person = new Person(page, ".g-recaptcha");
  await page.goto(`http://shop.example:${port}/guestbook.php?method=SocketPost`);

  await person.tick();
  const response = await person.field("g-recaptcha-response");
  await navigate(page, () => page.locator("#send").click());
  assert.equal(await page.locator("#sent, .refused").textContent(), "Welcome to shop.example");

  await person.box.waitFor();
  await page.locator("[name=g-recaptcha-response]").evaluate((field, value) => (/** @type {HTMLTextAreaElement} */ (field).value = value), response);
  await navigate(page, () => page.locator("#send").click());
  assert.equal(await page.locator("#sent, .refused").textContent(), "timeout-or-duplicate hostname-mismatch");
});
