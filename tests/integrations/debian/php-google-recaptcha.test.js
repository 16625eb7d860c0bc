// What php-google-recaptcha has of Google's host in its source: the pages of its demo, and SocketPost, which can't be told a port. Here
// that host is the server.
import assert from "node:assert/strict";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, navigate } from "../../browser/browser.js";
import { ROOT, Server, patience, temporaryFolder } from "../../lib/tessera.js";
import { CONFIG, visit } from "../lib/person.js";
import { Whole, freePort } from "../lib/programs.js";
import { startPhp, startVendors } from "./machine.js";

const HOST = "shop.example";
const DEMO = "/usr/share/doc/php-google-recaptcha/examples";
const APPS = join(ROOT, "tests/integrations/libraries/apps");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** PHP's settings that make it trust the host. @type {Record<string, string>} */
let settings;
const whole = new Whole();
before(async () => {
  server = await Server.start({ config: CONFIG, hostnames: [HOST] });
  const { authority, chromium } = await startVendors(whole, server.port);
  settings = { "openssl.cafile": authority };
  browser = await launch(chromium);
});
after(async () => {
  await browser?.close();
  await whole.end();
  await server?.down();
});

/** @param {import("../lib/programs.js").Test} t @param {string} url */
const open = (t, url) => visit(t, browser, server, { url, widget: ".g-recaptcha", origins: ["https://www.google.com"] });

/** Google's pages, as they are, with the keys in the file that their README names. @param {import("../lib/programs.js").Test} t */
async function startDemo(t) {
  assert.ok(existsSync(DEMO), `${DEMO} is not there: dpkg may be configured to leave out documentation`);
  const folder = temporaryFolder();
  cpSync(DEMO, folder, { recursive: true });
  const keys = `[ 'site' => '${server.sitekey}', 'secret' => '${server.secret}' ]`;
  writeFileSync(join(folder, "config.php"), `<?php return [ 'v2-standard' => ${keys}, 'v2-invisible' => ${keys} ];\n`);
  const port = await freePort();
  await startPhp(t, { folder, port, host: HOST, settings });
  return `http://${HOST}:${port}`;
}

/** What is on them that has nothing to do with the challenge, and can't be reached from here. */
const BESIDES = /googletagmanager\.com|gstatic\.com|net::ERR_INTERNET_DISCONNECTED/;

for (const path of ["/recaptcha-v2-checkbox.php", "/recaptcha-v2-checkbox-explicit.php"]) {
  test(`Google's demo, ${path}: a solved challenge is taken once`, { timeout: patience(120_000) }, async (t) => {
    const url = await startDemo(t);
    const { page, person, faults } = await open(t, url + path);
    await person.tick();
    const response = await person.field("g-recaptcha-response");
    await navigate(page, () => page.getByRole("button", { name: "Submit" }).click());
    await page.getByText("Success!").waitFor();

    await page.goto(url + path);
    await person.box.waitFor();
    await person.paste("g-recaptcha-response", response);
    await navigate(page, () => page.getByRole("button", { name: "Submit" }).click());
    await page.getByText("Something went wrong").waitFor();
    assert.match(await page.locator("main").innerText(), /timeout-or-duplicate/);
    assert.deepEqual(faults().filter((fault) => !BESIDES.test(fault)), []);
  });
}

test("Google's demo, /recaptcha-v2-invisible.php: its button asks, and the form is sent when the challenge is solved", { timeout: patience(120_000) }, async (t) => {
  const { page, person } = await open(t, `${await startDemo(t)}/recaptcha-v2-invisible.php`);
  await person.press(page.getByRole("button", { name: "Submit" }));
  await page.getByText("Success!").waitFor();
});

test("SocketPost, which writes HTTP/1.0 by hand and takes nothing else for an answer: a solved challenge is taken once", { timeout: patience(120_000) }, async (t) => {
  const port = await freePort();
  await startPhp(t, { folder: APPS, port, settings, env: { TESSERA: "https://www.google.com", SITEKEY: server.sitekey, SECRET: server.secret } });
  const { page, person } = await open(t, `http://${HOST}:${port}/guestbook.php?method=SocketPost`);
  await person.tick();
  const response = await person.field("g-recaptcha-response");
  await navigate(page, () => page.locator("#send").click());
  assert.equal(await page.locator("#sent, .refused").textContent(), "Welcome to shop.example");

  await person.box.waitFor();
  await person.paste("g-recaptcha-response", response);
  await navigate(page, () => page.locator("#send").click());
  assert.equal(await page.locator("#sent, .refused").textContent(), "timeout-or-duplicate hostname-mismatch");
});
