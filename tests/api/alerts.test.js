// Alerts: what fires and ends, in the log, as metrics, and at a webhook that fails first.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { eventually, FAST, ROOT, run, Server, stoppedClock, SUSPICIOUS, temporaryFolder } from "../lib/tessera.js";

const SECRET = "a secret that only both ends know";
const LENGTH_S = 10;

/** @param {string} more what else stands under `monitoring` */
const config = (more) => `${FAST}monitoring: {window_s: ${LENGTH_S}, answers_min: 4, ${more}}\n`;

/** @param {string} url @param {string} [more] */
const webhook = (url, more = "") =>
  `alert_on_bot_pattern: false, alert_on_suspicious_times: false, webhook: {url: "${url}", secret: "${SECRET}", timeout_ms: 2000, pause_ms: 20${more}}`;

/** @param {Server} server @param {number} count @param {boolean} right @param {Record<string, string>} [headers] */
async function answer(server, count, right, headers) {
  for (let i = 0; i < count; i++) {
    const { token, truth } = await server.challenge();
    assert.equal(await server.answer(token, right ? truth : wrong(truth), headers), right ? "pass" : "incorrect");
  }
}

/** A server of somebody else's. Each request is dealt with by the next of `behaviours`; the last stays.
 * @param {{after: (end: () => any) => void}} t
 * @param {((reply: import("node:http").ServerResponse, url: string) => void)[]} behaviours */
async function receiver(t, behaviours) {
  /** @type {{path: string | undefined, method: string | undefined, headers: import("node:http").IncomingHttpHeaders, body: string}[]} */
  const got = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (bytes) => (body += bytes));
    request.on("end", () => {
      const number = got.push({ path: request.url, method: request.method, headers: request.headers, body });
      behaviours[Math.min(number, behaviours.length) - 1](reply, url);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, got };
}

/** @param {import("node:http").ServerResponse} reply */
const accept = (reply) => reply.writeHead(204).end();
/** @param {import("node:http").ServerResponse} _reply */
const hang = (_reply) => {};

/** @param {string} header @param {string} body @param {string} secret */
function isSigned(header, body, secret) {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const right = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return v1 === right && Math.abs(Date.now() / 1000 - Number(t)) < 300;
}

/** What the receiver of docs/monitoring.md says. @param {string} header @param {string} body @param {string} secret */
function documented(header, body, secret) {
  const code = /^```python\n(.*?def is_tessera.*?)^```$/ms.exec(readFileSync(join(ROOT, "docs/monitoring.md"), "utf8"))?.[1];
  assert.ok(code, "the docs have it");
  return execFileSync("python3", ["-c", `${code}\nimport sys\nprint(is_tessera(sys.argv[1], sys.argv[2].encode(), sys.argv[3]))`,
    header, body, secret], { encoding: "utf8" }).trim();
}

test("each alert fires once, of its site and of all, and ends when answers are good again", async (t) => {
  /* S3D-19 */
  const server = await Server.during(t, { config: config("failure_rate_threshold: 0.5, bot_pattern_threshold: 0.4, suspicious_threshold: 0.2") });
  const lines = () => server.stderr.split("\n").filter((line) => / alert /.test(line)).map((line) => line.slice(25));
  await answer(server, 3, false, SUSPICIOUS);
  await server.upkeep();
  assert.deepEqual(lines(), [], "three answers say nothing");
  await answer(server, 3, false, SUSPICIOUS);
  assert.ok(await eventually(() => lines().length === 6), server.stderr);
  const shape = (/** @type {string} */ line) => line.replace(/ id=[0-9a-f]{32}$/, "");
  assert.deepEqual(lines().map(shape).sort(), [
    "warn alert alert=bot_pattern of=all value=0.1 threshold=0.4",
    `warn alert alert=bot_pattern site=${server.sitekey} value=0.1 threshold=0.4`,
    "warn alert alert=high_failure_rate of=all value=1 threshold=0.5",
    `warn alert alert=high_failure_rate site=${server.sitekey} value=1 threshold=0.5`,
    "warn alert alert=suspicious_times of=all value=1 threshold=0.2",
    `warn alert alert=suspicious_times site=${server.sitekey} value=1 threshold=0.2`,
  ]);
  for (const alert of ["bot_pattern", "high_failure_rate", "suspicious_times"]) {
    assert.equal(await server.metric(`tessera_alerts_total{alert="${alert}"}`), 2, alert);
    assert.equal(await server.metric(`tessera_alert_active{alert="${alert}"}`), 2, alert);
  }
  await answer(server, 6, false);
  await answer(server, 20, true);
  assert.ok(await eventually(() => server.stderr.includes(` info the alert is over alert=high_failure_rate site=${server.sitekey} `)), server.stderr);
  assert.ok(await eventually(async () => (await server.metric('tessera_alert_active{alert="high_failure_rate"}')) === 0));
  assert.equal(await server.metric('tessera_alerts_total{alert="high_failure_rate"}'), 2, "fired once each");
});

test("each alert has a switch of its own; a right answer counts 0.9, a hard one 1, a wrong or suspicious one 0.1", async (t) => {
  /* S3D-19, S3D-30 */
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { env, config: config("alert_on_high_failure_rate: false, failure_rate_threshold: 0.1, " +
    "bot_pattern_threshold: 0.9, alert_on_suspicious_times: false, suspicious_threshold: 0.1") });
  for (const [seconds, difficulty, headers, expected] of /** @type {[number, string, Record<string, string>, string][]} */ ([
    [2, "hard", {}, "pass"], [4, "hard", {}, "pass"], [6, "medium", {}, "pass"], [8, "hard", SUSPICIOUS, "incorrect"],
  ])) {
    const { token, truth } = await server.challenge({ difficulty });
    pass(seconds);
    assert.equal(await server.answer(token, expected === "pass" ? truth : wrong(truth), headers), expected);
  }
  // All alerts are looked at in one go, and a site's after those of all.
  const lines = () => [...server.stderr.matchAll(/ warn alert (.*) id=/g)].map(([, line]) => line);
  assert.ok(await eventually(() => lines().some((line) => line.includes(`alert=bot_pattern site=${server.sitekey}`))), server.stderr);
  assert.deepEqual(lines(), ["alert=bot_pattern of=all value=0.75 threshold=0.9", `alert=bot_pattern site=${server.sitekey} value=0.75 threshold=0.9`]);
});

test("monitoring.enabled: false: nothing fires", async (t) => {
  const server = await Server.during(t, { config: config("enabled: false") });
  await answer(server, 8, false);
  await server.upkeep();
  assert.doesNotMatch(server.stderr, / alert /);
  assert.equal(await server.metric('tessera_alerts_total{alert="high_failure_rate"}'), 0);
});

test("the webhook: errors, silence, a reset and a redirect are tried again; then it is taken, signed", async (t) => {
  /* S3D-19 */
  const elsewhere = await receiver(t, [accept]);
  const { url, got } = await receiver(t, [
    (reply) => reply.writeHead(500).end("x".repeat(3_000_000)),
    hang,
    (reply) => reply.socket?.resetAndDestroy(),
    (reply) => reply.writeHead(302, { Location: `${elsewhere.url}/stolen` }).end(),
    accept,
  ]);
  const server = await Server.during(t, { config: config(webhook(`${url}/hook?key=[1-3]`)) });
  const before = Math.floor(Date.now() / 1000);
  await answer(server, 4, false);
  assert.ok(await eventually(() => got.length === 6), JSON.stringify(got)); // five for the first alert, one for the second
  assert.equal(elsewhere.got.length, 0, "redirects are not followed");

  const bodies = got.map(({ body }) => JSON.parse(body));
  for (const [i, { path, method, headers, body }] of got.entries()) {
    assert.deepEqual([method, path, headers["content-type"]], ["POST", "/hook?key=[1-3]", "application/json"]);
    const header = String(headers["tessera-signature"]);
    assert.ok(isSigned(header, body, SECRET), `${i}: ${header} ${body}`);
    assert.ok(!isSigned(header, body, `${SECRET}.`), "another secret");
    assert.ok(!isSigned(header, body.replace("firing", "resolved"), SECRET), "another body");
  }
  assert.equal(documented(String(got[0].headers["tessera-signature"]), got[0].body, SECRET), "True");
  assert.equal(documented(String(got[0].headers["tessera-signature"]), got[0].body, `${SECRET}.`), "False");
  assert.equal(documented(String(got[0].headers["tessera-signature"]), `${got[0].body} `, SECRET), "False");
  assert.equal(documented("t=1,v1=00", got[0].body, SECRET), "False");
  assert.equal(new Set(bodies.slice(0, 5).map(({ id }) => id)).size, 1, "one alert, tried five times");
  const { id, at, answers, ...rest } = bodies[0];
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.ok(at >= before && at <= Date.now() / 1000 + 1);
  assert.equal(answers, 4);
  assert.deepEqual(rest, { alert: "high_failure_rate", state: "firing", site: null, value: 1, threshold: 0.5, window_s: LENGTH_S });
  assert.equal(bodies[5].site, server.sitekey);
  assert.notEqual(bodies[5].id, id);
  assert.ok(await eventually(async () => (await server.metric('tessera_webhook_total{result="sent"}')) === 2));

  await answer(server, 10, true);
  assert.ok(await eventually(() => got.length === 8), server.stderr);
  const over = got.slice(6).map(({ body }) => JSON.parse(body));
  assert.deepEqual(over.map(({ state, site }) => [state, site]), [["resolved", null], ["resolved", server.sitekey]]);
  assert.deepEqual(over.map((body) => body.id), [id, bodies[5].id], "what ends is named as when it fired");
  assert.doesNotMatch(server.stderr, /hook\?key|only both ends/, "neither address nor secret is in the log");
});

test("the webhook: a host that is not there is given up", async (t) => {
  const server = await Server.during(t, { config: config(webhook("http://nobody.invalid/", ", attempts: 2")) });
  await answer(server, 4, false);
  assert.ok(await eventually(() => /warn an alert was not posted why="no answer"/.test(server.stderr)), server.stderr);
  assert.ok(await eventually(async () => (await server.metric('tessera_webhook_total{result="failed"}')) === 2));
  assert.equal(await server.metric('tessera_webhook_total{result="sent"}'), 0);
});

test("the webhook: https to somebody who can't prove who they are gets nothing", async (t) => {
  const folder = temporaryFolder();
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=127.0.0.1",
    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", join(folder, "key"), "-out", join(folder, "cert")], { stdio: "ignore" });
  let requests = 0, connections = 0;
  const receiver = createTlsServer({ key: readFileSync(join(folder, "key")), cert: readFileSync(join(folder, "cert")) }, (_request, reply) => {
    requests++;
    reply.end();
  });
  receiver.on("connection", () => connections++);
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => receiver.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (receiver.address());
  const server = await Server.during(t, { config: config(webhook(`https://127.0.0.1:${port}/`, ", attempts: 1")) });
  await answer(server, 4, false);
  assert.ok(await eventually(async () => (await server.metric('tessera_webhook_total{result="failed"}')) === 2));
  assert.deepEqual([connections > 0, requests], [true, 0]);
});

test("the webhook: one that refuses is given up, and the log says with which status", async (t) => {
  const { url, got } = await receiver(t, [(reply) => reply.writeHead(403).end()]);
  const server = await Server.during(t, { config: config(webhook(url, ", attempts: 3")) });
  await answer(server, 4, false);
  assert.ok(await eventually(() => /warn an alert was not posted why="status 403"/.test(server.stderr)), server.stderr);
  assert.ok(await eventually(() => got.length === 6));
});

test("the webhook: one that never answers holds up neither answers nor the end", async (t) => {
  const { url, got } = await receiver(t, [hang]);
  const server = await Server.during(t, { config: config(webhook(url).replace("timeout_ms: 2000", "timeout_ms: 30000")) });
  await answer(server, 4, false);
  assert.ok(await eventually(() => got.length === 1));
  await answer(server, 4, true);
  assert.equal(await server.down(), 0);
  assert.match(server.stderr, /warn alerts were not posted before the end alerts=[2-9]/);
});

test("the webhook: after a restart it is told of what is so then", async (t) => {
  const { url, got } = await receiver(t, [accept]);
  const server = await Server.during(t, { config: config(webhook(url)) });
  await answer(server, 4, false);
  assert.ok(await eventually(() => got.length === 2));
  await server.again();
  await answer(server, 4, false);
  assert.ok(await eventually(() => got.length === 4));
  const ids = got.map(({ body }) => JSON.parse(body).id);
  assert.equal(new Set(ids).size, 4);
});

test("the webhook: an address takes a secret, and the right program", () => {
  const path = join(temporaryFolder(), "hook.yaml");
  const check = (/** @type {string} */ hook) => {
    writeFileSync(path, `monitoring: {webhook: {${hook}}}\n`);
    return run(["check", "--config", path, "--data", temporaryFolder()]);
  };
  const bare = check("url: 'https://hooks.example/T1'");
  assert.equal(bare.status, 1);
  assert.match(bare.stderr, /monitoring\.webhook\.secret is not set/);
  assert.doesNotMatch(bare.stderr, /hooks\.example/);
  assert.deepEqual(check(`url: 'https://hooks.example/T1', secret: '${SECRET}'`), { status: 0, stdout: "the config is good\n", stderr: "" });
  const none = check(`url: 'https://hooks.example/T1', secret: '${SECRET}', program: no-such-curl`);
  assert.equal(none.status, 0);
  assert.match(none.stderr, /there is no program no-such-curl: no alert is posted/);
  writeFileSync(path, `monitoring: {webhook: {url: 'https://hooks.example/T1', secret: '${SECRET}'}}\n`);
  const printed = run(["config", "--config", path]).stdout;
  assert.match(printed, /url: "https:\/\/\*\*\*"/);
  assert.doesNotMatch(printed, /hooks\.example|only both ends/);
});
