// The example of a gate behind nginx, as it stands in docs/gate.md, before a real server and in a real nginx.
import assert from "node:assert/strict";
import { createServer, get } from "node:http";
import { after, before, test } from "node:test";
import { exampleOf, placed, startNginx } from "../lib/nginx.js";
import { freePort } from "../lib/ports.js";
import { Server } from "../lib/tessera.js";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const CURL = "curl/8.0";

/** @type {Server} */
let server;
/** @type {import("node:http").Server} */
let application;
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;
let port = 0;

before(async () => {
  server = await Server.start({ config: "budget: {enabled: false}\ntrusted_proxies: [127.0.0.1]\ngate: {rate_limit: 1000000}\n" });
  application = createServer({ maxHeaderSize: 1 << 17 }, (request, reply) => reply.end(`the application, ${request.url?.length}`));
  await new Promise((resolve) => application.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port: behind } = /** @type {import("node:net").AddressInfo} */ (application.address());
  port = await freePort();
  const example = exampleOf("gate.md");
  nginx = await startNginx(placed(example, { "listen 80;": `listen 127.0.0.1:${port};`, "127.0.0.1:3000": `127.0.0.1:${behind}`,
    "127.0.0.1:8080": `127.0.0.1:${server.port}` }), port);
});
after(async () => {
  nginx?.end();
  application?.close();
  await server?.down();
});

/** Asks nginx. Of headers, a list stands for several lines.
 * @param {string} path @param {Record<string, string | string[]>} headers
 * @returns {Promise<{status: number, location: string, text: string}>} */
const ask = (path, headers) => new Promise((resolve, reject) => {
  const lines = Object.entries({ Host: "a", ...headers }).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
  get({ port, host: "127.0.0.1", path, headers: /** @type {any} */ (lines), agent: false }, (reply) => {
    let text = "";
    reply.on("data", (bytes) => (text += bytes));
    reply.on("end", () => resolve({ status: reply.statusCode ?? 0, location: (reply.headers.location ?? "").replace(/^http:\/\/[^/]*/, ""), text }));
  }).on("error", reject);
});

/** Goes the whole way; the cookie. */
async function earnCookie() {
  const { status, location } = await ask("/shop?a=1", { "User-Agent": CURL });
  assert.equal(status, 302);
  const url = `http://127.0.0.1:${port}`;
  const page = await fetch(url + location);
  assert.equal(page.status, 200);
  const text = await page.text();
  const action = /** @type {string} */ (/<form[^>]* action="([^"]*)"/.exec(text)?.[1]).replaceAll("&amp;", "&");
  const seed = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(text)?.[1]);
  const solved = await fetch(url + action, {
    method: "POST", body: new URLSearchParams({ seed, output: /** @type {string} */ (page.headers.get("tessera-truth")) }),
  });
  assert.equal(solved.status, 200);
  assert.match(await solved.text(), /id="way-on" href="\/shop\?a=1"/);
  assert.equal((await fetch(`${url}${/href="(\/static\/[^"]*)"/.exec(text)?.[1]}`)).status, 200);
  return /** @type {string} */ (/^[^;]*/.exec(solved.headers.get("set-cookie") ?? "")?.[0]);
}

test("a browser gets through, curl is led to the puzzle and back, and its cookie opens the gate", async () => {
  assert.equal((await ask("/", { "User-Agent": BROWSER })).status, 200);
  const Cookie = await earnCookie();
  assert.equal((await ask("/", { "User-Agent": CURL, Cookie })).text, "the application, 1");
  assert.equal((await ask("/", { "User-Agent": CURL, Cookie: `${Cookie}A` })).status, 302);
});

const FILLER = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`X-Header-${i}`, "some value"]));
const BIG = Array.from({ length: 3 }, (_, i) => `big${i}=${"c".repeat(6900)}`);

/** @type {[string, string, Record<string, string | string[]>][]} */
const LARGE = [
  ["80 headers", "/", FILLER],
  ["20 KiB of cookies", "/", { Cookie: BIG }],
  ["a path of 7,000 bytes", `/${"p".repeat(7000)}`, {}],
  ["all of that", `/${"p".repeat(7000)}`, { ...FILLER, Cookie: BIG.slice(0, 2) }],
];
for (const [name, path, headers] of LARGE) {
  test(`large requests are asked about, too: ${name}`, async () => {
    assert.equal((await ask(path, { "User-Agent": BROWSER, ...headers })).status, 200, nginx.said());
    const { status, location } = await ask(path, { "User-Agent": CURL, ...headers });
    assert.equal(status, 302, nginx.said());
    assert.equal((await ask(location, { "User-Agent": CURL, ...headers })).status, 200, "the puzzle");
    const Cookie = [.../** @type {string[]} */ (headers.Cookie ?? []), await earnCookie()];
    assert.equal((await ask(path, { "User-Agent": CURL, ...headers, Cookie })).status, 200, nginx.said());
  });
}

test("a user agent of 7,000 bytes is one of a browser, or not", async () => {
  assert.equal((await ask("/", { "User-Agent": BROWSER + " x".repeat(3500) })).status, 200, nginx.said());
  assert.equal((await ask("/", { "User-Agent": CURL + " x".repeat(3500) })).status, 302, nginx.said());
});

test("cookies of the same name, of any form and size, don't hide the good one", async () => {
  const good = await earnCookie();
  for (const Cookie of [`tessera_pass=x; ${good}`, `${good}; tessera_pass=x`, `tessera_pass=${"y".repeat(5000)}; ${good}`,
    `tessera_pass="; ${good}`, `xtessera_pass=1; ${good}; tessera_pass=`, `tessera_pass=a b; a=b;${good};tessera_pass=z`]) {
    assert.equal((await ask("/", { "User-Agent": CURL, Cookie })).status, 200, Cookie.slice(0, 60));
  }
});
