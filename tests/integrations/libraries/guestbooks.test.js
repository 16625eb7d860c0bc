// A form with each of Debian's libraries for reCAPTCHA, unmodified, that has been told another script and another URL.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, navigate } from "../../browser/browser.js";
import { Server, patience } from "../../lib/tessera.js";
import { CONFIG, codeWithoutScript, visit } from "../lib/person.js";
import { freePort, start } from "../lib/programs.js";

const APPS = join(dirname(fileURLToPath(import.meta.url)), "apps");
const HOST = "shop.example";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(`--host-resolver-rules=MAP ${HOST} 127.0.0.1`), Server.start({ config: CONFIG, hostnames: [HOST] })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

/**
 * How each is started (by Debian's own interpreter, whose libraries they are), what its page says of a form without a response, of one whose response was used, and of one whose secret is nobody's.
 * @type {Record<string, {program: string, args: (port: number, secret: string) => string[], env?: (secret: string) => Record<string, string>,
 *   missing: string, used: string, stranger?: string}>}
 */
const LIBRARIES = {
  "Flask-WTF": {
    program: "/usr/bin/python3", args: (port, secret) => [join(APPS, "guestbook.py"), String(port), server.url, server.sitekey, secret],
    missing: "The response parameter is missing.", used: "The response parameter is missing.",
    stranger: "The secret parameter is invalid or malformed.",
  },
  "ruby-recaptcha": {
    program: "/usr/bin/ruby", args: (port, secret) => [join(APPS, "guestbook.rb"), String(port), server.url, server.sitekey, secret],
    missing: "No", used: "No", // it tells no reasons
  },
  "php-google-recaptcha": {
    program: "/usr/bin/php", args: (port) => ["-S", `127.0.0.1:${port}`, join(APPS, "guestbook.php")],
    env: (secret) => ({ TESSERA: server.url, SITEKEY: server.sitekey, SECRET: secret }),
    // The library looks for the host in refusals, too.
    missing: "missing-input-response", used: "timeout-or-duplicate hostname-mismatch", stranger: "invalid-input-secret hostname-mismatch",
  },
};

/** Starts one of them; resolves with its address. @param {import("../lib/programs.js").Test} t @param {string} name @param {string} [secret] */
async function serve(t, name, secret = server.secret) {
  const { program, args, env } = LIBRARIES[name];
  const port = await freePort();
  await start(t, program, args(port, secret), { at: port, env: env?.(secret) });
  return `http://${HOST}:${port}`;
}

/** @param {import("../lib/programs.js").Test} t @param {string} url */
const open = (t, url) => visit(t, browser, server, { url, widget: ".g-recaptcha" });

/** Sends the form; resolves with what the page then says. @param {import("playwright-core").Page} page */
async function send(page) {
  await navigate(page, () => page.locator("#send").click());
  return (await page.locator("#sent, .refused").textContent()) ?? "";
}

/** The pages with a box. */
const BOXES = Object.keys(LIBRARIES).map((name) => ({ name, library: name, path: "/" }))
  .concat({ name: "php-google-recaptcha by CurlPost", library: "php-google-recaptcha", path: "/?method=CurlPost" });

for (const { name, library, path } of BOXES) {
  test(`${name}: a solved challenge is taken once, and nothing else is`, { timeout: patience(60_000) }, async (t) => {
    const { missing, used } = LIBRARIES[library];
    const url = (await serve(t, library)) + path;
    const { page, person, faults } = await open(t, url);
    await person.box.waitFor();
    assert.equal(await send(page), missing);

    await person.box.waitFor();
    await person.tick();
    const response = await person.field("g-recaptcha-response");
    assert.match(response, /^[A-Za-z0-9_-]{40,}$/);
    assert.match(await send(page), /^Welcome/);

    await person.box.waitFor();
    await person.paste("g-recaptcha-response", response);
    assert.equal(await send(page), used, "the same response again");
    assert.deepEqual(faults(), []);
  });
}

test("ruby-recaptcha: its invisible button asks, and sends the form when the challenge is solved", { timeout: patience(60_000) }, async (t) => {
  const { page, person, faults } = await open(t, `${await serve(t, "ruby-recaptcha")}/invisible`);
  await person.press(page.locator("button.g-recaptcha"));
  assert.equal(await page.locator("#sent, .refused").textContent(), "Welcome");
  assert.deepEqual(faults(), []);
});

test("ruby-recaptcha, without JavaScript: the frame in its noscript hands out a code, which is good once", { timeout: patience(60_000) }, async (t) => {
  const url = await serve(t, "ruby-recaptcha");
  const { page } = await visit(t, browser, server, { url, widget: ".g-recaptcha", javaScriptEnabled: false });
  const code = await codeWithoutScript(page);
  for (const outcome of ["Welcome", "No"]) {
    await page.locator("[name=g-recaptcha-response]").pressSequentially(code); // behind the blanks that the field comes with
    assert.equal(await send(page), outcome);
  }
});

for (const [name, { stranger }] of Object.entries(LIBRARIES)) {
  if (stranger) test(`${name}: with the secret of nobody, what was solved is refused`, { timeout: patience(60_000) }, async (t) => {
    const { page, person } = await open(t, await serve(t, name, `${server.secret}0`));
    await person.tick();
    assert.equal(await send(page), stranger);
  });
}

test("php-google-recaptcha: a response of another host than the expected one is refused", { timeout: patience(60_000) }, async (t) => {
  const { page, person } = await open(t, `${await serve(t, "php-google-recaptcha")}/?expected=bank.example`);
  await person.tick();
  assert.equal(await send(page), "hostname-mismatch");
});
