// GET /gate: what a reverse proxy is told about a visitor, and the metrics of the whole way.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { clockOff, useEarlyClock, Server, stoppedClock } from "../lib/tessera.js";

useEarlyClock();

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const CURL = "curl/8.0";
const OPEN = "budget: {enabled: false}\n";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: `${OPEN}gate: {rate_limit: 1000000}\n` });
});
after(() => server.down());

/** @param {Server} from @param {string} agent @param {Record<string, string>} [headers] @param {string} [path] */
const gate = (from, agent, headers = {}, path = "/gate") =>
  from.request(path, { headers: { "User-Agent": agent, ...headers } });

/** @type {[string, string, number][]} */
const VISITORS = [
  ["a browser of today", BROWSER, 200],
  ["Chrome of today", "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/129.0.0.0 Safari/537.36", 200],
  ["an old browser, which alone is no crime", "Mozilla/5.0 Chrome/70.0 Safari/537.36", 200],
  ["curl", CURL, 401],
  ["wget", "Wget/1.21", 401],
  ["a Python library", "python-requests/2.31", 401],
  ["a headless browser", "Mozilla/5.0 HeadlessChrome/129.0.0.0 Safari/537.36", 401],
];
for (const [name, agent, status] of VISITORS) {
  test(`${name}: ${status}`, async () => {
    /* PUZ-8, PUZ-24 */
    const reply = await gate(server, agent);
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get("cache-control"), "no-store");
    assert.equal(reply.headers.has("location"), status === 401);
  });
}

test("no user agent at all: 401", async () => {
  assert.match(await server.raw("GET /gate HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /^HTTP\/1\.1 401 /);
});

/** @type {[string, string, number][]} */
const THRESHOLDS = [
  /* threshold, user agent, status */
  ["0", BROWSER, 401],
  ["1", BROWSER, 401],
  ["2", BROWSER, 200],
  ["2", "Mozilla/5.0 Chrome/70.0", 401],
  ["4", CURL, 200],
  ["10", CURL, 200],
];
for (const [threshold, agent, status] of THRESHOLDS) {
  test(`from a threshold of ${threshold}, ${agent.slice(0, 24)}: ${status}`, async (t) => {
    /* PUZ-24 */
    const strict = await Server.during(t, { env: { SHUMA_CHALLENGE_RISK_THRESHOLD: threshold }, config: OPEN });
    assert.equal((await gate(strict, agent)).status, status);
  });
}

test("redirect=1 answers 302 in place of 401", async () => {
  const reply = await gate(server, CURL, {}, "/gate?redirect=1");
  assert.equal(reply.status, 302);
  assert.match(reply.headers.get("location") ?? "", /^\/challenge\/puzzle\?ticket=[A-Za-z0-9_-]+$/);
  assert.equal((await gate(server, BROWSER, {}, "/gate?redirect=1")).status, 200);
});

/** Goes from the gate to the page; where the page's success leads to. @param {Record<string, string>} headers */
async function wayBack(headers) {
  const { headers: told } = await gate(server, CURL, headers);
  const page = await server.page(told.get("location") ?? "");
  assert.equal(page.status, 200); /* PUZ-8 */
  const solved = await server.form(page.action.replaceAll("&amp;", "&"), { seed: page.seed, output: page.truth });
  assert.equal(solved.status, 200);
  return /id="way-on" href="([^"]*)"/.exec(solved.text)?.[1]?.replaceAll("&amp;", "&");
}

/** @type {[string, Record<string, string>, string | undefined][]} */
const RETURNS = [
  ["nginx tells the path", { "X-Original-URI": "/shop/cart?item=1&n=2" }, "/shop/cart?item=1&n=2"],
  ["Traefik and Caddy tell the path", { "X-Forwarded-Uri": "/a" }, "/a"],
  ["the root", { "X-Original-URI": "/" }, "/"],
  ["512 characters", { "X-Original-URI": `/${"a".repeat(511)}` }, `/${"a".repeat(511)}`],
  ["513 characters", { "X-Original-URI": `/${"a".repeat(512)}` }, undefined],
  ["no path", {}, undefined],
  ["another host", { "X-Original-URI": "https://evil.example/" }, undefined],
  ["another host without scheme", { "X-Original-URI": "//evil.example/" }, undefined],
  ["another host by backslash", { "X-Original-URI": "/\\evil.example/" }, undefined],
  ["another host by tab", { "X-Original-URI": "/\t/evil.example/" }, undefined],
  ["a script", { "X-Original-URI": "javascript:alert(1)" }, undefined],
  ["a path without slash", { "X-Original-URI": "shop" }, undefined],
];
for (const [name, headers, expected] of RETURNS) {
  test(`the way back: ${name}`, async () => {
    assert.equal(await wayBack(headers), expected);
  });
}

test("the way back is text, never markup", async () => {
  const { headers } = await gate(server, CURL, { "X-Original-URI": "/\"><script>alert(1)</script>" });
  const page = await server.page(headers.get("location") ?? "");
  const solved = await server.form(page.action, { seed: page.seed, output: page.truth });
  assert.doesNotMatch(page.text + solved.text, /<script>alert/);
});

test("a failure leads to a new challenge that knows the way back", async () => {
  const { headers } = await gate(server, CURL, { "X-Original-URI": "/shop" });
  const page = await server.page(headers.get("location") ?? "");
  const failed = await server.form(page.action, { seed: page.seed, output: wrong(page.truth) });
  assert.equal(failed.status, 403);
  const next = await server.page(/href="(\/challenge\/puzzle\?ticket=[^"]*)"/.exec(failed.text)?.[1]);
  const solved = await server.form(next.action, { seed: next.seed, output: next.truth });
  assert.match(solved.text, /id="way-on" href="\/shop"/);
});

/** Solves what the gate asks; the cookie. @param {Server} on @param {Record<string, string>} from */
async function earnCookie(on, from = {}) {
  const { headers } = await gate(on, CURL, from);
  const page = await on.page(headers.get("location") ?? "", from);
  const solved = await on.form(page.action, { seed: page.seed, output: page.truth }, from);
  return /** @type {string} */ (/^[^;]*/.exec(solved.headers.get("set-cookie") ?? "")?.[0]);
}

test("the cookie opens the gate", async () => {
  const cookie = await earnCookie(server);
  assert.equal((await gate(server, CURL, { Cookie: cookie })).status, 200);
  assert.equal((await gate(server, CURL, { Cookie: `a=b; ${cookie}; c=d` })).status, 200);
  assert.equal((await gate(server, CURL, { Cookie: `${cookie}A` })).status, 401);
  assert.equal((await gate(server, CURL, { Cookie: cookie.replace("tessera_pass", "other") })).status, 401);
  assert.equal((await gate(server, CURL, { Cookie: "tessera_pass=" })).status, 401);
});

test("no cookie of the same name hides the good one", async () => {
  const cookie = await earnCookie(server);
  const raw = (/** @type {string[]} */ ...cookies) => server.raw(
    `GET /gate HTTP/1.1\r\nHost: a\r\nUser-Agent: ${CURL}\r\n${cookies.map((line) => `Cookie: ${line}\r\n`).join("")}Connection: close\r\n\r\n`);
  for (const junk of ["x", "", "tessera_pass", `${cookie.slice(13)}A`, cookie.slice(13, -1)]) {
    assert.equal((await gate(server, CURL, { Cookie: `tessera_pass=${junk}; ${cookie}` })).status, 200, junk);
    assert.match(await raw(`tessera_pass=${junk}`, cookie), /^HTTP\/1\.1 200 /, junk);
  }
  assert.equal((await gate(server, CURL, { Cookie: `${"tessera_pass=x; ".repeat(15)}${cookie}` })).status, 200);
  assert.equal((await gate(server, CURL, { Cookie: `${"tessera_pass=x; ".repeat(16)}${cookie}` })).status, 401, "so many are looked at");
  assert.equal((await gate(server, CURL, { Cookie: "tessera_pass=x; ".repeat(20) })).status, 401);
});

test("tickets and cookies are for one address bucket, and for a time", async (t) => {
  const proxied = await Server.during(t, { config: `${OPEN}trusted_proxies: [127.0.0.1]\n` });
  const home = { "X-Forwarded-For": "198.51.100.7" };
  const near = { "X-Forwarded-For": "198.51.100.99" };
  const away = { "X-Forwarded-For": "198.51.101.7" };
  const ticket = (await gate(proxied, CURL, home)).headers.get("location") ?? "";
  const Cookie = await earnCookie(proxied, home);
  assert.equal((await proxied.page(ticket, away)).status, 404);
  assert.equal((await proxied.page(ticket, near)).status, 200);
  assert.equal((await gate(proxied, CURL, { ...near, Cookie })).status, 200);
  assert.equal((await gate(proxied, CURL, { ...away, Cookie })).status, 401);
  await proxied.again({ env: clockOff("+580s") });
  assert.equal((await gate(proxied, CURL, { ...home, Cookie })).status, 200);
  await proxied.again({ env: clockOff("+602s") });
  assert.equal((await gate(proxied, CURL, { ...home, Cookie })).status, 401);
  assert.equal((await proxied.page(ticket, home)).status, 404);
});

test("tickets and cookies have lifetimes of their own, and are good until the millisecond before they end", async (t) => {
  const { env, at } = stoppedClock();
  const clocked = await Server.during(t, { config: `${OPEN}gate: {ticket_lifetime_s: 60, cookie_lifetime_s: 120}\n`, env });
  const ticket = (await gate(clocked, CURL)).headers.get("location") ?? "";
  const page = await clocked.page(ticket);
  const solved = await clocked.form(page.action, { seed: page.seed, output: page.truth });
  const Cookie = /** @type {string} */ (/^[^;]*/.exec(solved.headers.get("set-cookie") ?? "")?.[0]);
  assert.match(solved.headers.get("set-cookie") ?? "", /; Max-Age=120$/);
  /** @type {[number, number, number][]} */
  const moments = [[59, 200, 200], [60, 404, 200], [119, 404, 200], [120, 404, 401]];
  for (const [seconds, ofTicket, ofCookie] of moments) {
    at(seconds);
    assert.deepEqual([(await clocked.page(ticket)).status, (await gate(clocked, CURL, { Cookie })).status], [ofTicket, ofCookie], `${seconds} s`);
  }
});

test("a ticket is no cookie, and a cookie no ticket", async () => {
  const ticket = (await gate(server, CURL)).headers.get("location")?.split("ticket=")[1];
  const cookie = (await earnCookie(server)).split("=")[1];
  assert.equal((await gate(server, CURL, { Cookie: `tessera_pass=${ticket}` })).status, 401);
  assert.equal((await server.page(`/challenge/puzzle?ticket=${cookie}`)).status, 404);
});

test("without challenges the gate blocks", async (t) => {
  /* PUZ-22 */
  const off = await Server.during(t, { env: { SHUMA_CHALLENGE_ENABLED: "false" }, config: OPEN });
  const reply = await gate(off, CURL);
  assert.deepEqual([reply.status, reply.headers.get("location")], [403, null]);
  assert.equal((await gate(off, CURL, {}, "/gate?redirect=1")).status, 403);
  assert.equal((await gate(off, BROWSER)).status, 200);
  assert.equal(await off.metric('tessera_gate_total{result="block"}'), 2);
});

test("a rate that is too high makes a browser suspicious", async (t) => {
  const { env, at } = stoppedClock();
  const busy = await Server.during(t, { config: `${OPEN}gate: {rate_limit: 10}\ntrusted_proxies: [127.0.0.1]\n`, env });
  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push((await gate(busy, BROWSER, { "X-Forwarded-For": `198.51.100.${i}` })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 401, 401, 401]);
  assert.equal((await gate(busy, BROWSER, { "X-Forwarded-For": "203.0.113.7" })).status, 200, "others are let through");
  at(59);
  assert.equal((await gate(busy, BROWSER, { "X-Forwarded-For": "198.51.100.7" })).status, 401, "in the same minute");
  at(60);
  assert.equal((await gate(busy, BROWSER, { "X-Forwarded-For": "198.51.100.7" })).status, 200, "the next minute");
});

// ------------------------------------------------------------------ metrics

const COUNTERS = ["challenges", "challenge_served", "challenge_solved", "challenge_incorrect", "challenge_expired_replay"];

test("each event counts where it belongs, and nowhere else", async (t) => {
  /* PUZ-26 */
  const own = await Server.during(t, { config: `${OPEN}challenge: {test_mode: true, submit_after_ms: 0}\n` });
  const read = async () => {
    const metrics = await own.metrics();
    return COUNTERS.map((name) => metrics[`bot_defence_${name}_total`]);
  };
  assert.deepEqual(await read(), [0, 0, 0, 0, 0]);
  const PATH = "/challenge/puzzle";
  let page = await own.page();
  /** @type {[string, () => Promise<unknown>, number[]][]} */
  const events = [
    ["GET in test mode", async () => (page = await own.page()), [0, 1, 0, 0, 0]],
    ["shape is wrong", () => own.form(PATH, { seed: page.seed, output: "0" }), [0, 0, 0, 0, 0]],
    ["tampered", () => own.form(PATH, { seed: `${page.seed}A`, output: page.truth }), [0, 0, 0, 0, 0]],
    ["right", () => own.form(PATH, { seed: page.seed, output: page.truth }), [0, 0, 1, 0, 0]],
    ["replayed", () => own.form(PATH, { seed: page.seed, output: page.truth }), [0, 0, 0, 0, 1]],
    ["another GET", async () => (page = await own.page()), [0, 1, 0, 0, 0]],
    ["wrong", () => own.form(PATH, { seed: page.seed, output: wrong(page.truth) }), [0, 0, 0, 1, 0]],
    ["let through", () => gate(own, BROWSER), [0, 0, 0, 0, 0]],
    ["policy routes to the challenge", () => gate(own, CURL), [1, 0, 0, 0, 0]],
    ["policy routes, and the page is served", async () => {
      page = await own.page((await gate(own, CURL)).headers.get("location") ?? "");
    }, [1, 1, 0, 0, 0]],
    ["a challenge by the API", () => own.challenge(), [0, 1, 0, 0, 0]],
    ["solved by the API", () => own.pass(), [0, 1, 1, 0, 0]],
  ];
  for (const [name, happen, expected] of events) {
    await t.test(name, async () => {
      const earlier = await read();
      await happen();
      assert.deepEqual((await read()).map((count, i) => count - earlier[i]), expected);
    });
  }
  await own.again({ env: clockOff("+301s") });
  await t.test("expired", async () => {
    await own.form(PATH, { seed: page.seed, output: page.truth });
    assert.deepEqual(await read(), [0, 0, 0, 0, 1]);
  });
});
