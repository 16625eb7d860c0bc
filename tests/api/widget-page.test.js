// GET /widget: the page that sites frame, and what it says about who frames it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server, stoppedClock } from "../lib/tessera.js";

const CONFIG = `${FAST}trusted_proxies: [127.0.0.1/32]\n`;
const HERE = { "X-Forwarded-For": "198.51.100.7" }, THERE = { "X-Forwarded-For": "203.0.113.5" };
const SHOP = { Referer: "https://shop.example/form?a=b", ...HERE };

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: CONFIG, hostnames: ["shop.example"] });
});
after(() => server.down());

/** @param {string} query @param {Record<string, string>} [headers] @param {Server} [own] */
async function page(query, headers = {}, own = server) {
  const reply = await fetch(`${own.url}/widget${query}`, { headers });
  const html = await reply.text();
  return { status: reply.status, headers: reply.headers, html, seal: /data-seal="([^"]*)"/.exec(html)?.[1] ?? "" };
}

/** What a challenge is refused with, or "" where it is handed out. @param {string} frame @param {Record<string, string>} [headers]
 * @param {string} [sitekey] @param {Server} [own] */
async function refusal(frame, headers = HERE, sitekey = server.sitekey, own = server) {
  const { json } = await own.post("/v1/challenge", { sitekey, frame }, { Origin: own.url, ...headers });
  return json.error?.code ?? "";
}

test("the page may be framed by anybody, and is as strict as all others otherwise", async () => {
  for (const path of ["", "/"]) {
    const { status, headers, html } = await page(`${path}?sitekey=${server.sitekey}`, SHOP);
    assert.equal(status, 200);
    assert.equal(headers.get("x-frame-options"), null);
    assert.equal(headers.get("content-security-policy"), "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors *");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("access-control-allow-origin"), null, "who frames it does not read it");
    assert.match(html, new RegExp(`data-key="${server.sitekey}"`));
  }
  const other = await fetch(`${server.url}/challenge/puzzle`);
  assert.match(String(other.headers.get("content-security-policy")), /frame-ancestors 'none'/, "nobody frames the others");
});

test("what is no site key is not found, and gets nothing into the page", async () => {
  for (const key of ["", "%22%3E%3Cscript%3E", "a%00b", "x".repeat(41), "x".repeat(6000), "ts_%F0%28%8C%28"]) {
    const { status, html } = await page(`?sitekey=${key}`);
    assert.equal(status, 404, key);
    assert.equal(html.includes("data-key"), false);
  }
  assert.equal((await page("")).status, 404);
});

test("the page's own language, and the site's theme", async (t) => {
  const own = await Server.during(t, { config: FAST });
  assert.match((await page(`?sitekey=${own.sitekey}&lang=ar`, {}, own)).html, /<html lang="ar" dir="rtl">/);
  assert.match((await page(`?sitekey=${own.sitekey}`, {}, own)).html, /data-site-theme=""/);
  await own.set("--theme", "dark");
  assert.match((await page(`?sitekey=${own.sitekey}`, {}, own)).html, /data-site-theme="dark"/);
});

test("who frames the page is the challenge's host", async () => {
  const { seal } = await page(`?sitekey=${server.sitekey}`, SHOP);
  const { json, headers } = await server.post("/v1/challenge", { sitekey: server.sitekey, frame: seal }, { Origin: "null", ...HERE });
  assert.equal(json.error, undefined, "an origin of a sandbox says nothing");
  const { json: pass } = await server.post("/v1/answer", { token: json.token, answer: headers.get("tessera-truth") }, HERE);
  assert.equal((await server.verify({ response: pass.response })).hostname, "shop.example");
});

test("a seal is for its site, its network and its time; without one that holds, nobody knows the host", async (t) => {
  const { seal } = await page(`?sitekey=${server.sitekey}`, SHOP);
  assert.equal(await refusal(seal), "");
  assert.equal(await refusal(seal, THERE), "wrong-hostname", "another network");
  assert.equal(await refusal(`${seal.slice(0, -1)}${seal.endsWith("A") ? "B" : "A"}`), "wrong-hostname", "forged");
  assert.equal(await refusal("x"), "wrong-hostname");
  assert.equal(await refusal((await page(`?sitekey=${server.sitekey}`, { ...SHOP, Referer: "https://evil.example/" })).seal), "wrong-hostname");
  assert.equal(await refusal((await page(`?sitekey=${server.sitekey}`, HERE)).seal), "wrong-hostname", "who frames it does not say so");
  assert.equal(await refusal((await page("?sitekey=ts_another", SHOP)).seal), "wrong-hostname", "another site's");
  const { json } = await server.post("/v1/challenge", { sitekey: server.sitekey }, { Origin: "https://shop.example", ...HERE });
  assert.equal(await refusal(json.token), "wrong-hostname", "a token of another purpose");
  assert.equal(await refusal("x".repeat(5000)), "bad-field");

  const { env, at } = stoppedClock();
  const own = await Server.during(t, { config: CONFIG, hostnames: ["shop.example"], env });
  const old = (await page(`?sitekey=${own.sitekey}`, SHOP, own)).seal;
  assert.equal(await refusal(old, HERE, own.sitekey, own), "");
  at(12 * 3600 - 1);
  assert.equal(await refusal(old, HERE, own.sitekey, own), "");
  at(12 * 3600);
  assert.equal(await refusal(old, HERE, own.sitekey, own), "wrong-hostname", "twelve hours later");
});

test("a window that a frame of ours opens is told who frames that", async () => {
  const { seal } = await page(`?sitekey=${server.sitekey}`, SHOP);
  const handed = await page(`?sitekey=${server.sitekey}&window=1&frame=${seal}`, HERE);
  assert.equal(await refusal(handed.seal), "");
  const forged = await page(`?sitekey=${server.sitekey}&frame=${seal}x`, SHOP);
  assert.equal(await refusal(forged.seal), "wrong-hostname", "what is handed on badly does not fall back on the page's own");
});
