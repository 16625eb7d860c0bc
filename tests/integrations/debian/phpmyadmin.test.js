// phpMyAdmin's login with a challenge in front of it: Debian's package, unmodified, with a MariaDB of the test's own.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, navigate } from "../../browser/browser.js";
import { Server, patience, temporaryFolder } from "../../lib/tessera.js";
import { CONFIG, visit } from "../lib/person.js";
import { Whole, command, freePort, start } from "../lib/programs.js";
import { mountOver, startPhp } from "./machine.js";

const HOST = "database.example";
const WHO = { user: "ada", password: "it's \"hers\"" };

/** What a package's administrator puts into /etc/phpmyadmin/conf.d. @param {string} socket @param {Server} server @param {string} method */
const settings = (socket, server, method) => `<?php
$cfg['Servers'][1]['auth_type'] = 'cookie';
$cfg['Servers'][1]['host'] = 'localhost';
$cfg['Servers'][1]['socket'] = '${socket}';
$cfg['CaptchaMethod'] = '${method}';
$cfg['CaptchaApi'] = '${server.url}/recaptcha/api.js';
$cfg['CaptchaSiteVerifyURL'] = '${server.url}/recaptcha/api/siteverify';
$cfg['CaptchaCsp'] = '${server.url}';
$cfg['CaptchaLoginPublicKey'] = '${server.sitekey}';
$cfg['CaptchaLoginPrivateKey'] = '${server.secret}';
`;

/** A database with one user. @param {import("../lib/programs.js").Test} t @returns {Promise<string>} its socket */
async function startDatabase(t) {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  const socket = join(folder, "socket");
  command("mariadb-install-db", ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"]);
  await start(t, "mariadbd", ["--no-defaults", `--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(folder, "pid")}`, "--skip-networking", "--user=root",
    "--innodb-buffer-pool-size=8M", "--innodb-flush-log-at-trx-commit=0"], { at: socket });
  command("mariadb", ["--no-defaults", `--socket=${socket}`, "--user=root"], {
    input: `CREATE USER '${WHO.user}'@'localhost' IDENTIFIED BY '${WHO.password.replaceAll("'", "''")}'; CREATE DATABASE of_ada; GRANT ALL ON of_ada.* TO '${WHO.user}'@'localhost';`,
  });
  return socket;
}

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
let url = "";
/** Makes it ask in one of its ways. @type {(method: string) => void} */
let configure;

const whole = new Whole();
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: CONFIG, hostnames: [HOST] })]);
  const socket = await startDatabase(whole);
  const config = temporaryFolder();
  mountOver(whole, config, "/etc/phpmyadmin/conf.d");
  mountOver(whole, temporaryFolder(), "/var/lib/phpmyadmin/tmp");
  const port = await freePort();
  url = `http://${HOST}:${port}`;
  await startPhp(whole, { folder: "/usr/share/phpmyadmin", port, settings: { "session.save_path": temporaryFolder(), "opcache.revalidate_freq": "0" } });
  configure = (method) => writeFileSync(join(config, "tessera.php"), settings(socket, server, method));
});
after(() => Promise.all([browser?.close(), server?.down(), whole.end()]));

/** Opens the login and fills it in. @param {import("../lib/programs.js").Test} t @param {string} method @param {string} [password] */
async function open(t, method, password = WHO.password) {
  configure(method);
  const visited = await visit(t, browser, server, { url, widget: "div.g-recaptcha" });
  const { page } = visited;
  await page.locator("#input_username").fill(WHO.user);
  await page.locator("#input_password").fill(password);
  return { ...visited, button: page.locator("#input_go") };
}

/** What the page says of a login that was refused. @param {import("playwright-core").Page} page */
const refusal = async (page) => (await page.locator(".alert-danger:visible").first().textContent())?.trim();

/** Which databases are shown to who has logged in. @param {import("playwright-core").Page} page */
const databases = async (page) => {
  await page.locator("#pma_navigation_tree_content .database").first().waitFor();
  return page.locator("#pma_navigation_tree_content a.hover_show_full").allTextContents();
};

/** Asks for the challenge as the login does, and solves it; ends when the page has gone on.
 * @type {Record<string, (visited: Awaited<ReturnType<typeof open>>) => Promise<unknown>>} */
const LOGIN = {
  async checkbox({ page, person, button }) {
    await person.tick();
    await navigate(page, () => button.click());
  },
  invisible: ({ person, button }) => person.press(button),
};

for (const [method, login] of Object.entries(LOGIN)) {
  test(`${method}: who solves the challenge logs in, and the response is good once`, { timeout: patience(120_000) }, async (t) => {
    const visited = await open(t, method);
    const sent = visited.page.waitForRequest((request) => request.method() === "POST" && request.url().startsWith(url));
    await login(visited);
    assert.ok((await databases(visited.page)).includes("of_ada"));
    const response = new URLSearchParams((await sent).postData() ?? "").get("g-recaptcha-response") ?? "";
    assert.match(response, /^[A-Za-z0-9_-]{40,}$/);
    assert.deepEqual(visited.faults(), []);

    const again = await open(t, method);
    await again.page.locator("#login_form").evaluate((form, value) => {
      const field = form.querySelector("[name=g-recaptcha-response]") ?? form.appendChild(document.createElement("textarea"));
      Object.assign(field, { name: "g-recaptcha-response", value });
    }, response);
    await navigate(again.page, () => again.page.locator("#login_form").evaluate((form) => /** @type {HTMLFormElement} */ (form).submit()));
    assert.equal(await refusal(again.page), "Entered captcha is wrong, try again!");
  });

  test(`${method}: without the challenge nobody logs in`, { timeout: patience(120_000) }, async (t) => {
    const { page } = await open(t, method);
    await navigate(page, () => page.locator("#login_form").evaluate((form) => /** @type {HTMLFormElement} */ (form).submit()));
    assert.match(String(await refusal(page)), /^Missing reCAPTCHA verification/);
  });

  test(`${method}: a challenge in place of the password does not do`, { timeout: patience(120_000) }, async (t) => {
    const visited = await open(t, method, "not hers");
    await login(visited);
    assert.equal(await refusal(visited.page), "Cannot log in to the MySQL server");
  });
}
