// Accounts of Debian's MediaWiki, unmodified, with both modules of ConfirmEdit that ask a vendor. They have the vendors' hosts in their
// source, so here these hosts are the server.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, navigate } from "../../browser/browser.js";
import { ROOT, Server, patience, temporaryFolder } from "../../lib/tessera.js";
import { CONFIG, codeWithoutScript, visit } from "../lib/person.js";
import { Whole, command, freePort } from "../lib/programs.js";
import { VENDORS, mountOver, startPhp, startVendors } from "./machine.js";

const HOST = "wiki.example";
/** What is on the box where the wiki speaks German. */
const GERMAN = JSON.parse(readFileSync(join(ROOT, "web/locales/de.json"), "utf8")).widget.label;
const PASSWORD = "a long enough password of the test";

/**
 * The modules: the settings of each, its element and its field, and the host that it asks.
 * @type {Record<string, {settings: (server: Server) => string, widget: string, field: string, host: string}>}
 */
const MODULES = {
  ReCaptchaNoCaptcha: {
    settings: ({ sitekey, secret }) => `wfLoadExtension( 'ConfirmEdit/ReCaptchaNoCaptcha' );
$wgReCaptchaSiteKey = '${sitekey}';
$wgReCaptchaSecretKey = '${secret}';
$wgReCaptchaSendRemoteIP = true;`,
    widget: ".g-recaptcha", field: "g-recaptcha-response", host: "www.recaptcha.net",
  },
  hCaptcha: {
    settings: ({ sitekey, secret }) => `wfLoadExtension( 'ConfirmEdit/hCaptcha' );
$wgHCaptchaSiteKey = '${sitekey}';
$wgHCaptchaSecretKey = '${secret}';`,
    widget: ".h-captcha", field: "h-captcha-response", host: "hcaptcha.com",
  },
};

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** Where the vendors are, for PHP. @type {string} */
let authority;
const whole = new Whole();
before(async () => {
  server = await Server.start({ config: CONFIG, hostnames: [HOST] });
  const vendors = await startVendors(whole, server.port);
  authority = vendors.authority;
  browser = await launch(vendors.chromium);
});
after(async () => {
  await browser?.close();
  await whole.end();
  await server?.down();
});

/** A wiki with that module. @param {import("../lib/programs.js").Test} t @param {string} module @returns {Promise<string>} its address */
async function startWiki(t, module) {
  const [folder, config] = [temporaryFolder(), temporaryFolder()];
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  mountOver(t, config, "/etc/mediawiki");
  command("/usr/bin/php", ["maintenance/install.php", "--dbtype", "sqlite", "--dbpath", folder, "--confpath", "/etc/mediawiki", "--server", url, "--scriptpath", "",
    "--extensions", "ConfirmEdit", "--skins", "Vector", "--pass", PASSWORD, "Wiki", "Admin"], { cwd: "/var/lib/mediawiki" });
  appendFileSync(join(config, "LocalSettings.php"), `
${MODULES[module].settings(server)}
$wgCaptchaTriggers['createaccount'] = true;
$wgCSPHeader = [ 'default-src' => [ 'https://${MODULES[module].host}' ] ];
$wgCacheDirectory = '${folder}';
`);
  await startPhp(t, { folder: "/var/lib/mediawiki", port, settings: { "curl.cainfo": authority, "openssl.cafile": authority, "session.save_path": folder } });
  return url;
}

/** The form for an account, in a language. @param {import("../lib/programs.js").Test} t @param {string} module @param {string} url
 * @param {{language?: string, javaScriptEnabled?: boolean}} [options] */
function openForm(t, module, url, { language = "en", ...options } = {}) {
  const { widget, host } = MODULES[module];
  return visit(t, browser, server, { url: `${url}/index.php?title=Special:CreateAccount&uselang=${language}`, widget, origins: [`https://${host}`], ...options });
}

/** Opens the form for an account and fills it in. @param {import("../lib/programs.js").Test} t @param {string} module @param {string} url @param {string} name
 * @param {Parameters<typeof openForm>[3]} [options] */
async function open(t, module, url, name, options) {
  const visited = await openForm(t, module, url, options);
  const { page, reply } = visited;
  assert.match(reply?.headers()["content-security-policy"] ?? "", new RegExp(`default-src [^;]*https://${MODULES[module].host}`), "MediaWiki's own policy is in force");
  await page.locator("#wpName2").fill(name);
  await page.locator("#wpPassword2").fill(PASSWORD);
  await page.locator("#wpRetype").fill(PASSWORD);
  return visited;
}

/** @param {import("playwright-core").Page} page */
const send = (page) => navigate(page, () => page.locator("#wpCreateaccount").click());

/** What the form says of what was sent. @param {import("playwright-core").Page} page */
const refusals = (page) => page.locator(".mw-message-box-error").allTextContents();

/** Whether the wiki knows that name. @param {string} url @param {string} name */
async function hasAccount(url, name) {
  const reply = await fetch(`${url}/api.php?action=query&list=users&ususers=${name}&format=json&formatversion=2`);
  return (await reply.json()).query.users[0].missing !== true;
}

for (const [module, { field }] of Object.entries(MODULES)) {
  test(`${module}: who solves the challenge gets an account, and nobody else`, { timeout: patience(120_000) }, async (t) => {
    const url = await startWiki(t, module);
    const { page, person, faults } = await open(t, module, url, "Ada");
    await person.box.waitFor();
    await send(page);
    assert.deepEqual(await refusals(page), ["There are problems with some of your input.", "This value is required."]);
    assert.equal(await hasAccount(url, "Ada"), false, "without the challenge");

    const solved = await open(t, module, url, "Ada");
    await solved.person.tick();
    const response = await solved.person.field(field);
    assert.match(response, /^[A-Za-z0-9_-]{40,}$/);
    await send(solved.page);
    assert.equal(await hasAccount(url, "Ada"), true, "with it");
    assert.match(String(await solved.page.locator("#firstHeading").textContent()), /Welcome, Ada/);

    const again = await open(t, module, url, "Eve");
    await again.person.box.waitFor();
    await again.person.paste(field, response);
    await send(again.page);
    assert.match((await refusals(again.page)).join(), /CAPTCHA/);
    assert.equal(await hasAccount(url, "Eve"), false, "with a response that was used");
    assert.deepEqual([...faults(), ...solved.faults()], []);

    const german = await openForm(t, module, url, { language: "de" });
    await german.page.locator(MODULES[module].widget).getByRole("checkbox", { name: GERMAN }).waitFor();
  });
}

test("ReCaptchaNoCaptcha, without JavaScript: the frame in its noscript hands out a code, which is good once", { timeout: patience(120_000) }, async (t) => {
  const [module, field] = ["ReCaptchaNoCaptcha", "g-recaptcha-response"];
  const url = await startWiki(t, module);
  const { page } = await open(t, module, url, "Ada", { javaScriptEnabled: false });
  const code = await codeWithoutScript(page);
  assert.match(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
  await page.locator(`[name=${field}]`).pressSequentially(code); // behind the blanks that the field comes with
  await send(page);
  assert.equal(await hasAccount(url, "Ada"), true);

  const again = await open(t, module, url, "Eve", { javaScriptEnabled: false });
  await again.page.locator(`[name=${field}]`).pressSequentially(code);
  await send(again.page);
  assert.equal(await hasAccount(url, "Eve"), false, "with a code that was used");
});

test("the hosts that are in these modules' sources are the server here", async () => {
  for (const host of VENDORS) {
    const said = command("curl", ["-sS", "--cacert", authority, "-X", "POST", `https://${host}/siteverify?secret=${server.secret}&response=x`]);
    assert.deepEqual(JSON.parse(said), { success: false, "error-codes": ["invalid-input-response"] }, host);
  }
});
