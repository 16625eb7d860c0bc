// /metrics and the budgets: what is counted, and what is too much.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { clockOff, earlyInWindow, eventually, FAST, Server } from "../lib/tessera.js";

test("promtool takes the metrics, before and after traffic", async (t) => {
  const server = await Server.during(t);
  const check = async () => {
    const { status, headers, text } = await server.request("/metrics");
    assert.deepEqual([status, headers.get("content-type")], [200, "text/plain; version=0.0.4; charset=utf-8"]);
    const promtool = spawnSync("promtool", ["check", "metrics"], {
      input: text, encoding: "utf8", env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    assert.deepEqual([promtool.status, promtool.stdout + promtool.stderr], [0, ""]);
    return text;
  };
  await check();
  const { view } = await server.challenge();
  await server.request(view.image.src);
  await server.verify({ response: await server.pass() });
  await server.request("/nothing");
  await server.request("/gate", { headers: { "User-Agent": "curl/8" } });
  await server.raw("nonsense\r\n\r\n");
  const text = await check();
  for (const name of ["challenges", "challenge_served", "challenge_solved", "challenge_incorrect", "challenge_expired_replay"]) {
    assert.match(text, new RegExp(`^# TYPE bot_defence_${name}_total counter$`, "m")); /* PUZ-26 */
  }
  for (const secret of [server.secret, server.sitekey]) assert.ok(!text.includes(secret));
});

test("connections, and requests that found no thread, are counted", async (t) => {
  const server = await Server.during(t, { config: `${FAST}threads: 1\nhttp: {queue_max: 1}\n` });
  const { view } = await server.challenge();
  const picture = `GET ${view.image.src} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const replies = await Promise.all(Array.from({ length: 150 }, () => server.raw(picture)));
  const refused = replies.filter((reply) => reply.startsWith("HTTP/1.1 503 "));
  assert.ok(refused.length > 0);
  for (const reply of refused) assert.equal(reply.match(/^Retry-After: 1\r$/gm)?.length, 1);
  assert.equal(replies.filter((reply) => reply.startsWith("HTTP/1.1 200 ")).length, 150 - refused.length);
  assert.equal(await server.metric("tessera_queue_refusals_total"), refused.length);
  assert.ok(Number(await server.metric("tessera_connections_accepted_total")) >= 150);
});

/** Counts what changes while something happens. @param {Server} server @param {() => Promise<unknown>} happen
 * @param {string} family @returns {Promise<Record<string, number>>} */
async function counted(server, happen, family) {
  const before = await server.metrics();
  await happen();
  const after = await server.metrics();
  return Object.fromEntries(Object.keys(after)
    .filter((name) => name.startsWith(`${family}{`) && after[name] !== (before[name] ?? 0))
    .map((name) => [/="([^"]*)"/.exec(name)?.[1] ?? name, after[name] - (before[name] ?? 0)]));
}

test("every verdict has its counter", async (t) => {
  const server = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1]\n` });
  const away = { "X-Forwarded-For": "203.0.113.7" };
  const one = await server.challenge();
  const two = await server.challenge();
  /** @type {[string, () => Promise<unknown>, Record<string, number>][]} */
  const events = [
    ["no form", () => server.answer(one.token, "x"), { invalid: 1 }],
    ["forged", () => server.answer(`${one.token}A`, one.truth), { invalid: 1 }],
    ["from elsewhere", () => server.answer(one.token, one.truth, away), { forbidden: 1 }],
    ["right", () => server.answer(one.token, one.truth), { pass: 1 }],
    ["again", () => server.answer(one.token, one.truth), { replayed: 1 }],
    ["wrong", () => server.answer(two.token, wrong(two.truth)), { incorrect: 1 }],
    ["no token at all", () => server.post("/v1/answer", {}), {}],
  ];
  for (const [name, happen, expected] of events) {
    await t.test(name, async () => {
      assert.deepEqual(await counted(server, happen, "tessera_verdicts_total"), expected);
    });
  }
  const late = await server.challenge();
  await server.again({ env: clockOff("+301s") });
  await t.test("expired", async () => {
    assert.deepEqual(await counted(server, () => server.answer(late.token, late.truth), "tessera_verdicts_total"), { expired: 1 });
  });
  await server.again({ env: {}, config: "challenge: {submit_after_ms: 10000, client_may_choose: true}\n" });
  const early = await server.challenge();
  await t.test("too fast", async () => {
    assert.deepEqual(await counted(server, () => server.answer(early.token, early.truth), "tessera_verdicts_total"), { "too-fast": 1 });
  });
});

test("every verification has its counter", async (t) => {
  const server = await Server.during(t);
  const response = await server.pass();
  /** @type {[string, Record<string, unknown>, Record<string, number>][]} */
  const events = [
    ["success", { response }, { success: 1 }],
    ["duplicate", { response }, { duplicate: 1 }],
    ["invalid response", { response: "x" }, { "invalid-response": 1 }],
    ["invalid secret", { response, secret: "x" }, { "invalid-secret": 1 }],
    ["no response", {}, { "bad-request": 1 }],
  ];
  for (const [name, fields, expected] of events) {
    await t.test(name, async () => {
      assert.deepEqual(await counted(server, () => server.verify(fields), "tessera_verifications_total"), expected);
    });
  }
  const late = await server.pass();
  await server.again({ env: clockOff("+301s") });
  assert.deepEqual(await counted(server, () => server.verify({ response: late }), "tessera_verifications_total"), { expired: 1 });
});

test("challenges by kind, requests by class, and the gauges", async (t) => {
  const server = await Server.during(t);
  assert.deepEqual(await counted(server, () => server.challenge({ type: "puzzle" }), "tessera_challenges_total"), { puzzle: 1 });
  const classes = await counted(server, async () => {
    await server.request("/nothing");
    await server.raw("nonsense\r\n\r\n");
  }, "tessera_requests_total");
  assert.equal(classes["4xx"], 2);
  const metrics = await server.metrics();
  assert.ok(metrics.process_open_fds > 5);
  assert.ok(metrics.process_resident_memory_bytes > 1e6);
  assert.ok(Math.abs(metrics.process_start_time_seconds * 1000 - Date.now()) < 60_000);
  assert.ok(metrics.tessera_connections >= 1);
});

// ------------------------------------------------------------------ budgets

const SMALL = `
trusted_proxies: [127.0.0.1]
challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}
budget: {window_s: 3600, challenge: 3, image: 3, answer: 3}
`;
const HOME = { "X-Forwarded-For": "198.51.100.7" };
const NEAR = { "X-Forwarded-For": "198.51.100.200" };
const AWAY = { "X-Forwarded-For": "203.0.113.7" };

/** What takes from each budget. @type {[string, string, (server: Server, from: Record<string, string>) => Promise<{status: number, headers: Headers, json: any}>][]} */
const TAKERS = [
  ["/v1/challenge", "challenge", (server, from) => server.post("/v1/challenge", { sitekey: server.sitekey }, from)],
  ["the page", "challenge", (server, from) => server.request("/challenge/puzzle", { headers: from })],
  ["/v1/image", "image", (server, from) => server.request("/v1/image/x", { headers: from })],
  ["/v1/answer", "answer", (server, from) => server.post("/v1/answer", { token: "x", answer: "x" }, from)],
  ["/v1/extend", "answer", (server, from) => server.post("/v1/extend", { token: "x" }, from)],
  ["/v1/reveal", "answer", (server, from) => server.post("/v1/reveal", { token: "x" }, from)],
  ["the form", "answer", (server, from) => server.form("/challenge/puzzle", "seed=x", from)],
];
for (const [name, budget, take] of TAKERS) {
  test(`budget: ${name}`, async (t) => {
    const server = await Server.during(t, { config: SMALL });
    await earlyInWindow(3600);
    for (let i = 0; i < 3; i++) assert.notEqual((await take(server, HOME)).status, 429);
    const refused = await counted(server, async () => {
      const { status, headers, json } = await take(server, NEAR); /* the same bucket */
      assert.equal(status, 429);
      const seconds = Number(headers.get("retry-after"));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600, "Retry-After");
      assert.equal(headers.get("cache-control"), "no-store");
      if (json) assert.equal(json.error.code, "too-many-requests");
    }, "tessera_budget_refusals_total");
    assert.deepEqual(refused, { [budget]: 1 });
    assert.notEqual((await take(server, AWAY)).status, 429, "another bucket has its own");
    await t.test("other budgets are not touched", async () => {
      for (const [other, , takeOther] of TAKERS.filter(([, of]) => of !== budget).slice(0, 3)) {
        assert.notEqual((await takeOther(server, HOME)).status, 429, other);
      }
    });
  });
}

test("budget: a refusal spends no challenge", async (t) => {
  const server = await Server.during(t, { config: SMALL });
  await earlyInWindow(3600);
  const { token, truth } = await server.challenge({}, HOME);
  for (let i = 0; i < 3; i++) await server.answer("x", "x", HOME);
  assert.equal(await server.answer(token, truth, HOME), 429);
  await server.again({ config: SMALL.replace("answer: 3", "answer: 100") });
  assert.equal(await server.answer(token, truth, HOME), "pass");
});

test("budget: enabled: false lifts every one of them", async (t) => {
  const server = await Server.during(t, { config: SMALL.replace("{window_s", "{enabled: false, window_s") });
  for (const [name, , take] of TAKERS) {
    for (let i = 0; i < 10; i++) assert.notEqual((await take(server, HOME)).status, 429, name);
  }
});

test("the kernel is asked about the process once a second, however often we are asked", async (t) => {
  const server = await Server.during(t);
  const before = (await server.metrics()).process_open_fds;
  const sockets = Array.from({ length: 50 }, () => connect(server.port, "127.0.0.1"));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  const soon = await server.metrics();
  assert.equal(soon.process_open_fds, before);
  assert.ok(await eventually(async () => (await server.metrics()).process_open_fds >= before + 50));
});
