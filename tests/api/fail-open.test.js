// While the ledger is away: sites that fail closed let nobody pass, sites that fail open let right answers pass, once at each
// node, and say so. The ledger is a file on a disk that is full.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hanging } from "../lib/hang.js";
import { Redis } from "../lib/redis.js";
import { FAST, Server, clockIn, eventually, movableClock, run, temporaryFolder, setClock, THINKING_S, unlessHung, withClock } from "../lib/tessera.js";

const OPEN = `${FAST}store: {fail: open}\n`;

/** A server whose ledger can be taken away: its disk is full until the function that comes of it is called.
 * @param {{after: (end: () => any) => void}} t @param {import("../lib/tessera.js").ServerOptions} [options] */
async function breakable(t, options = {}) {
  const { env, fill, goOn } = hanging();
  const server = await Server.during(t, { ...options, env: withClock(env, options.env) });
  const isGood = async () => (await server.metric('tessera_store_good{store="ledger"}')) === 1;
  const takeAway = async () => {
    fill("ledger.db");
    await server.challenge().then(({ token, truth }) => server.answer(token, truth)); // somebody has to find out
    assert.ok(await eventually(async () => !(await isGood())), server.stderr);
    return async () => {
      goOn();
      assert.ok(await eventually(isGood), server.stderr);
    };
  };
  return { server, takeAway };
}

/** @param {Server} server @param {string} name @param {string} word */
function setFail(server, name, word) {
  const { status, stderr } = run(["site", "set", name, "--fail", word, "--data", server.data]);
  assert.equal(status, 0, stderr);
}

/** Answers rightly; the response of the pass, or undefined. @param {Server} server @param {{token: string, truth: string | null}} asked */
async function solve(server, asked) {
  const { json } = await server.post("/v1/answer", { token: asked.token, answer: asked.truth });
  return json.state === "pass" ? /** @type {string} */ (json.response) : undefined;
}

/** An answer of the right form. @param {string | null} truth */
const wrong = (truth) => (truth ?? "").replace(/./, (digit) => (digit === "0" ? "1" : "0"));

test("a site that fails open: right answers pass once at a node, all else is as ever, and all of it is told", async (t) => {
  const { server, takeAway } = await breakable(t);
  const other = new Server({ ...server.options, data: server.data });
  other.addSite("closed");
  setFail(server, "test", "open");
  const [answered, revealed] = [await server.challenge(), await server.challenge()];
  // The site is seen to be open once something of it is remembered: what is used while the ledger is there.
  await server.set();
  assert.equal(await server.answer(answered.token, answered.truth), "pass");
  assert.equal((await server.post("/v1/reveal", { token: revealed.token })).status, 200);
  const [redeemed, kept] = [await server.pass({ type: "hidden" }), await server.pass({ type: "hidden" })];
  const whole = await server.verify({ response: redeemed });
  assert.ok(!("degraded" in whole) && whole.confidence === 0.5, JSON.stringify(whole));
  const [first, second, third, stale] = await Promise.all([1, 2, 3, 4].map(() => server.challenge()));
  const elsewhere = (await server.post("/v1/challenge", { sitekey: other.sitekey, type: "puzzle" }));
  const truth = elsewhere.headers.get("tessera-truth");

  const bringBack = await takeAway();
  assert.equal(await server.answer(answered.token, answered.truth), "replayed", "used before the ledger went");
  assert.equal(await server.answer(revealed.token, revealed.truth), "replayed", "revealed before the ledger went");
  assert.deepEqual((await server.verify({ response: redeemed }))["error-codes"], ["timeout-or-duplicate"]);
  assert.equal(await server.answer(first.token, wrong(first.truth)), "incorrect");
  assert.equal(await server.answer(first.token, first.truth), "replayed", "a wrong answer uses it up");
  const response = await solve(server, second);
  assert.ok(response);
  assert.equal((await server.post("/v1/renew", { response })).json.error?.code, "no-renewal", "what is unproven is not renewed");
  assert.equal((await server.post("/v1/renew", { response: kept })).status, 200, "what is proven is, without the ledger");
  assert.equal(await server.answer(second.token, second.truth), "replayed");
  const told = await server.verify({ response });
  assert.deepEqual([told.success, told.degraded, told.confidence, told["error-codes"]], [true, true, 0.5, []]);
  assert.deepEqual((await server.verify({ response }))["error-codes"], ["timeout-or-duplicate"]);
  const proven = await server.verify({ response: kept });
  assert.deepEqual([proven.success, proven.degraded, proven.confidence, proven.strength], [true, true, 0.5, whole.strength],
    "answered with the ledger, redeemed without");
  assert.equal(await server.answer(`${second.token.slice(0, -4)}AAAA`, second.truth), "invalid");
  assert.deepEqual((await server.verify({ response: "junk" }))["error-codes"], ["invalid-input-response"]);
  assert.deepEqual((await server.verify({ response, secret: other.secret }))["error-codes"], ["invalid-input-response"]);
  assert.equal((await server.post("/v1/reveal", { token: third.token })).status, 503, "what is right is never told unproven");
  const later = await solve(server, stale);
  assert.equal(await server.answer(elsewhere.json.token, truth), 503, "another site fails closed");

  // The closed site's visitors should be sent to another node.
  const page = await server.request("/readyz");
  assert.equal(page.status, 503);
  assert.match(page.text, /^not ready\nledger: .*\nfail-open: 1 of 2 sites let visitors pass unproven: [2-9] answers and 2 passes since 20\S+Z\n$/);
  assert.equal(await server.metric("tessera_fail_open_sites"), 1);
  assert.equal(await server.metric('tessera_fail_open_total{what="verify"}'), 2);
  await server.says(/error the ledger is away, and sites that fail open let visitors pass/);
  assert.equal(server.stderr.match(/warn this site fails open.* site=test\n/g)?.length, 1);

  await bringBack();
  assert.ok(await eventually(() => /warn the ledger is back.* passes=2 /.test(server.stderr)), server.stderr);
  await server.says(/warn this site failed open site=test answers=[2-9] passes=2\n/);
  assert.ok(await eventually(async () => (await server.request("/readyz")).text === "ready\n"));
  assert.ok(await eventually(async () => (await server.metric("tessera_fail_open_sites")) === 0));
  // Another node on the same ledger has been told: of wrong answers, right ones and passes.
  const node = new Server({ ...server.options, data: server.data });
  await node.up();
  t.after(() => node.down());
  Object.assign(node, { sitekey: server.sitekey, secret: server.secret });
  assert.equal(await node.answer(first.token, first.truth), "replayed");
  assert.equal(await node.answer(second.token, second.truth), "replayed");
  assert.deepEqual((await node.verify({ response }))["error-codes"], ["timeout-or-duplicate"]);
  assert.equal(await node.answer(third.token, third.truth), "pass", "the reveal that failed has not used it up");
  const after = await node.verify({ response: later });
  assert.deepEqual([after.success, after.degraded, after.confidence], [true, true, 0.5], "answered unproven, redeemed with the ledger");
  const fresh = await server.verify({ response: await server.pass() });
  assert.deepEqual([fresh.success, "degraded" in fresh], [true, false]);
});

test("a site that is set to fail closed in the fault: what passed before it passes no second time once the ledger is back", async (t) => {
  const redis = await Redis.during(t);
  const server = await Server.during(t, { config: `${FAST}store: {ledger: "${redis.url()}"}\n`, env: { TESSERA_SECRET: "a secret of all the servers of this test" } });
  setFail(server, "test", "open");
  await server.set();
  const passes = await Promise.all(Array.from({ length: 8 }, () => server.pass()));
  await redis.crash();
  for (const response of passes) {
    let told;
    assert.ok(await eventually(async () => !(told = await server.verify({ response }))["error-codes"].includes("internal-error")), server.stderr);
    assert.equal(/** @type {any} */ (told).success, true);
  }
  setFail(server, "test", "closed");
  await server.set();
  // Asked without a pause, so that some come before the ledger has been told.
  const again = passes.map(async (response) => {
    let told;
    assert.ok(await eventually(async () => !(told = await server.verify({ response }))["error-codes"].includes("internal-error")), server.stderr);
    return told;
  });
  await redis.up();
  for (const told of await Promise.all(again)) assert.deepEqual(told?.["error-codes"], ["timeout-or-duplicate"]);
});

test("all sites fail open: the node stays ready, visitors of the gate pass, and a closed one ends that", async (t) => {
  const { server, takeAway } = await breakable(t, { config: OPEN });
  const bringBack = await takeAway();
  const page = await server.request("/readyz");
  assert.equal(page.status, 200);
  assert.match(page.text, /^ready\nledger: .*\nfail-open: 1 of 1 sites, and the gate, let visitors pass unproven: /);
  assert.ok(await solve(server, await server.challenge()));
  const gate = await server.page();
  const passed = await server.form(gate.action, { seed: gate.seed, output: gate.truth });
  assert.equal(passed.status, 200);
  assert.match(passed.headers.get("set-cookie") ?? "", /^tessera_pass=/);
  assert.equal((await server.form(gate.action, { seed: gate.seed, output: gate.truth })).status, 403, "not twice");
  // The demo is no site of anybody's, and what authenticates users is never opened.
  setFail(server, "test", "closed");
  assert.ok(await eventually(async () => (await server.request("/readyz")).status === 503), "the server sees it without the ledger");
  const { token, truth } = await server.challenge();
  assert.equal(await server.answer(token, truth), 503);
  setFail(server, "test", "default");
  assert.ok(await eventually(async () => (await server.request("/readyz")).status === 200));
  writeFileSync(join(server.data, "test.yaml"), FAST);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(async () => (await server.request("/readyz")).status === 503), "a reload closes it as well");
  await bringBack();
  assert.equal(await server.answer(token, truth), "pass");
});

test("several rounds: one that was answered unproven marks the pass, whatever the others were", async (t) => {
  const { server, takeAway } = await breakable(t, { config: OPEN });
  await server.set("--rounds", "2");
  const one = await server.challenge();
  const bringBack = await takeAway();
  const next = await server.post("/v1/answer", { token: one.token, answer: one.truth });
  assert.equal(next.json.state, "next");
  await bringBack();
  const { json } = await server.post("/v1/answer", { token: next.json.challenge.token, answer: next.headers.get("tessera-truth") });
  assert.equal(json.state, "pass");
  const told = await server.verify({ response: json.response });
  assert.deepEqual([told.success, told.rounds, told.degraded], [true, 2, true]);
});

test("nobody is authenticated without the ledger, nor by what was answered unproven", async (t) => {
  const clock = movableClock();
  const { server, takeAway } = await breakable(t, { config: OPEN, env: clock.env });
  const ask = async () => server.challenge({ type: "scene" });
  const authenticate = (/** @type {Record<string, unknown>} */ fields) =>
    server.post("/v1/authenticate", { secret: server.secret, user: "zoe", ...fields });
  const outcome = async (/** @type {string | undefined} */ response) =>
    (await authenticate({ response })).json.metadata.details.spatial_captcha.outcome;
  const [early, late, before] = [await ask(), await ask(), await ask()];
  const { order } = (await authenticate({})).json.challenge;
  const ordered = await server.post("/v1/challenge", { sitekey: server.sitekey, order });
  clock.pass(THINKING_S); // or they would be suspicious
  const [proven, kept] = [await solve(server, early), await solve(server, before)];
  const bringBack = await takeAway();
  assert.equal((await authenticate({ response: kept })).status, 503);
  assert.equal(await server.answer(ordered.json.token, ordered.headers.get("tessera-truth")), 503);
  const unproven = await solve(server, late);
  assert.ok(unproven);
  await bringBack();
  assert.equal(await outcome(proven), "correct");
  assert.equal(await outcome(unproven), "unknown_challenge");
  assert.equal(await server.answer(ordered.json.token, ordered.headers.get("tessera-truth")), "pass", "it was not used up");
});

test("a ledger that was removed opens, and what a new one does not know of is expired", async (t) => {
  const { server, takeAway } = await breakable(t, { config: OPEN });
  const [before, used] = [await server.challenge(), await server.pass()];
  ["ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.mark"].forEach((name) => rmSync(join(server.data, name), { force: true }));
  assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="ledger"}')) === 0));
  assert.equal((await server.verify({ response: used })).degraded, true);
  await server.again();
  const bringBack = await takeAway();
  assert.equal(await server.answer(before.token, before.truth), "expired", "it was issued before what the ledger knows of");
  assert.deepEqual((await server.verify({ response: used }))["error-codes"], ["timeout-or-duplicate"]);
  await bringBack();
});

test("what is wrong with --fail is told", async (t) => {
  const server = new Server({});
  server.addSite("test");
  const at = ["--data", server.data];
  for (const [args, text] of /** @type {[string[], RegExp][]} */ ([
    [["set", "test", "--fail", "ajar"], /--fail: expected open, closed or default/],
    [["set", "test", "--fail", "x".repeat(10000)], /--fail: expected open, closed or default/],
    [["add", "another", "--fail", "open"], /go with set/],
  ])) {
    const { status, stderr } = run(["site", ...args, ...at]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, text);
  }
  for (const [word, shown] of Object.entries({ open: "open", closed: "closed", default: "default (closed)" })) {
    setFail(server, "test", word);
    assert.ok(run(["site", "show", "test", ...at]).stdout.split("\n").includes(`fail: ${shown}`), shown);
  }
});

test("a Redis that is killed, and one that hangs: two nodes let a pass through once each, and the ledger is told by both", async (t) => {
  const redis = await Redis.during(t);
  const settings = { env: { TESSERA_STORE_LEDGER: redis.url() }, config: OPEN };
  const server = await Server.during(t, settings);
  const other = new Server({ ...server.options, data: server.data });
  await other.up();
  t.after(() => other.down());
  Object.assign(other, { sitekey: server.sitekey, secret: server.secret });
  assert.match((await server.request("/readyz")).text, /^ready\nledger: Redis .*loses nothing/, "what it can lose is told beside the rest");
  const isGood = async (/** @type {Server} */ node) => (await node.metric('tessera_store_good{store="ledger"}')) === 1;
  const bothAre = (/** @type {boolean} */ good) => eventually(async () => (await isGood(server)) === good && (await isGood(other)) === good);
  for (const [breaks, mends] of /** @type {[() => any, () => any][]} */ ([
    [() => redis.down("SIGKILL"), () => redis.up()],
    [() => redis.hang(), () => redis.goOn()],
  ])) {
    const pass = await server.pass();
    await breaks();
    const told = await unlessHung(server.verify({ response: pass })); // nobody waits without an end
    assert.deepEqual([told?.success, told?.degraded], [true, true], "also who finds out that it is away");
    assert.deepEqual((await server.verify({ response: pass }))["error-codes"], ["timeout-or-duplicate"]);
    assert.equal((await other.verify({ response: pass })).degraded, true, "the other node can't know");
    assert.deepEqual((await other.verify({ response: pass }))["error-codes"], ["timeout-or-duplicate"]);
    assert.ok(await bothAre(false));
    await mends();
    assert.ok(await bothAre(true), server.stderr);
    const ended = (/** @type {Server} */ node) => eventually(() => /the ledger is back[^\n]*\n[^\n]*this site failed open/.test(node.stderr));
    assert.ok((await ended(server)) && (await ended(other)), server.stderr + other.stderr);
    server.stderr = other.stderr = "";
  }
  const repeated = async (/** @type {Server} */ node) => (await node.metric("tessera_fail_open_repeated_total")) ?? 0;
  assert.ok((await repeated(server)) + (await repeated(other)) >= 2, "the second to tell finds that the ledger knew");
  const fresh = await server.verify({ response: await other.pass() });
  assert.deepEqual([fresh.success, fresh.degraded], [true, undefined]);
});

test("a node whose clock is not the Redis's opens nothing: it may be the one that is wrong", async (t) => {
  const redis = await Redis.during(t);
  const clock = join(temporaryFolder(), "clock");
  setClock(clock, "+0s");
  const server = await Server.during(t, { env: { TESSERA_STORE_LEDGER: redis.url(), ...clockIn(clock) }, config: OPEN });
  const pass = await server.pass();
  setClock(clock, "+120s");
  const page = () => server.request("/readyz");
  assert.ok(await eventually(async () => /ledger: .*clock/.test((await page()).text)), (await page()).text);
  assert.deepEqual((await server.verify({ response: pass }))["error-codes"], ["internal-error"]);
  assert.equal((await page()).status, 503);
});
