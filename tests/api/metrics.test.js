// /metrics: what is counted, and who may read it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { clockOff, counted, eventually, FAST, patience, ROOT, Server, temporaryFolder } from "../lib/tessera.js";

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

test("every verdict has its counter", async (t) => {
  const server = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1]\n` });
  const away = { "X-Forwarded-For": "203.0.113.7" };
  const one = await server.challenge();
  const two = await server.challenge();
  /** @type {[string, () => Promise<unknown>, Record<string, number>][]} */
  const events = [
    ["no form", () => server.answer(one.token, "x"), { "bad-answer": 1 }],
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
  assert.ok(Math.abs(metrics.process_start_time_seconds * 1000 - Date.now()) < patience());
  assert.ok(metrics.tessera_connections >= 1);
});

test("the kernel is asked about the process once a second, however often we are asked", async (t) => {
  const server = await Server.during(t);
  const open = async () => (await server.metrics()).process_open_fds;
  /** @type {import("node:net").Socket[]} */
  const sockets = [];
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  let before = await open();
  /* Where the second ended, or this machine dozed off, between the two looks, nothing was shown: once more. */
  for (let tries = 0; ; tries++) {
    before = await open();
    const asked = Date.now();
    const fresh = Array.from({ length: 50 }, () => connect(server.port, "127.0.0.1"));
    sockets.push(...fresh);
    await Promise.all(fresh.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    const soon = await open();
    t.diagnostic(`${Date.now() - asked} ms`);
    if (soon !== before && tries < 5) continue;
    assert.equal(soon, before);
    break;
  }
  assert.ok(await eventually(async () => (await server.metrics()).process_open_fds >= before + 50));
});

/** Who may read the metrics: their address, the config, and whether they get them. @type {[string, string, Record<string, string>, number][]} */
const READERS = [
  ["this machine", "", {}, 200],
  ["a visitor behind a trusted proxy", "trusted_proxies: [127.0.0.1]\n", { "X-Forwarded-For": "203.0.113.7" }, 404],
  ["this machine behind a trusted proxy", "trusted_proxies: [127.0.0.1]\n", { "X-Forwarded-For": "127.0.0.9" }, 200],
  ...["unknown", "203.0.113.7, unknown", "203.0.113.7,", "fe80::1%eth0", "127.0.0.1, "].map((told) => /** @type {any} */ (
    [`whom a trusted proxy can't name: '${told}'`, "trusted_proxies: [127.0.0.1]\n", { "X-Forwarded-For": told }, 404])),
  ["somebody behind a proxy that nobody trusts", "", { "X-Forwarded-For": "127.0.0.1" }, 404],
  ["a machine that the config names", "trusted_proxies: [127.0.0.1]\nmetrics: {allow: [203.0.113.0/24]}\n", { "X-Forwarded-For": "203.0.113.7" }, 200],
  ["this machine, where only another may", "metrics: {allow: [203.0.113.0/24]}\n", {}, 404],
  ["this machine, where nobody may", "metrics: {allow: []}\n", {}, 404],
];
for (const [who, config, headers, expected] of READERS) {
  test(`metrics: ${who}`, async (t) => {
    const server = await Server.during(t, { config });
    const { status, text } = await server.request("/metrics", { headers });
    assert.equal(status, expected);
    assert.equal(text.includes("tessera_build_info"), expected === 200);
  });
}

const WRITTEN_A_SECOND = 100; // as in src/api/api_health.c
const READS = 3000; // each would be another text

test("metrics that are asked for all the time are not written all the time", async (t) => {
  const server = await Server.during(t);
  let reads = 0;
  const served = new Set();
  const start = Date.now();
  const readers = Array.from({ length: 8 }, async () => {
    while (reads++ < READS) served.add(/^tessera_requests_total\{status="2xx"\} (\d+)$/m.exec((await server.request("/metrics")).text)?.[1]);
  });
  let count = 0;
  for (; reads < READS; count++) await server.challenge();
  await Promise.all(readers);
  const most = WRITTEN_A_SECOND * (Math.ceil((Date.now() - start) / 1000) + 1); // that time is in so many seconds of the server's clock
  assert.ok(served.size > 1 && served.size <= most, `${served.size} texts, ${most} at most`);
  assert.ok(await eventually(async () => (await server.metric("tessera_challenges_total{kind=\"puzzle\"}")) === count));
});

test("the alerts for many nodes: promtool takes them, they ask for metrics that there are, and fire when nodes are apart or the ledger is away", async () => {
  const file = join(ROOT, "examples/cluster/alerts.yml");
  const promtool = (/** @type {string[]} */ ...args) =>
    spawnSync("promtool", args, { encoding: "utf8", env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } });
  const checked = promtool("check", "rules", file);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const known = readFileSync(join(ROOT, "docs/metrics.md"), "utf8");
  const named = new Set(readFileSync(file, "utf8").match(/\b(tessera|process)_[a-z_]+/g)?.map((name) => name.replace(/_bucket$/, "")));
  assert.ok(named.size >= 8);
  for (const name of named) assert.ok(known.includes(`\`${name}\``), name);

  const cases = join(temporaryFolder(), "cases.yml");
  const series = (/** @type {string} */ name, /** @type {string} */ values) => `      - series: '${name}'\n        values: '${values}'\n`;
  const fires = (/** @type {string} */ alert, /** @type {string} */ at, /** @type {string} */ labels, /** @type {string} */ summary) =>
    `      - alertname: ${alert}\n        eval_time: ${at}\n        exp_alerts:${summary === "" ? " []" : `\n          - exp_labels: {${labels}}\n            exp_annotations: {summary: "${summary}"}`}\n`;
  const summaryOf = (/** @type {string} */ alert) =>
    /** @type {RegExpExecArray} */ (new RegExp(`alert: ${alert}\\n[^]*?summary: "(.*)"`).exec(readFileSync(file, "utf8")))[1];
  // Three nodes: all is well; from the fifth minute on the third one meets nobody, from the tenth on no ledger answers.
  writeFileSync(cases, `rule_files: [${file}]\nevaluation_interval: 10s\ntests:\n  - interval: 1m\n    input_series:\n` +
    ["a", "b", "c"].map((node) => series(`up{job="tessera", instance="${node}"}`, "1x20") +
      series(`tessera_store_good{job="tessera", store="ledger", instance="${node}"}`, "1x9 0x10") +
      series(`tessera_nodes{job="tessera", instance="${node}"}`, node === "c" ? "3x4 1x15" : "3x4 2x15")).join("") +
    "    alert_rule_test:\n" + fires("TesseraNodesApart", "4m", "", "") + fires("TesseraLedgerAway", "9m", "", "") +
    fires("TesseraNodesApart", "8m", "severity: page", summaryOf("TesseraNodesApart")) +
    fires("TesseraLedgerAway", "12m", "severity: page", summaryOf("TesseraLedgerAway")));
  const tested = promtool("test", "rules", cases);
  assert.equal(tested.status, 0, tested.stdout + tested.stderr);
});
