// The work of a visitor's device: what is asked, what passes, and what nothing passes with. The widget's side is in
// tests/browser/work.test.js.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FAST, Server, clockOff, counted, stoppedClock } from "../lib/tessera.js";
import { debianTagOf, tagOf, work, workModule } from "../lib/work.js";

const config = (/** @type {number} */ least, more = "") => FAST.replace("{submit", `{work_min: ${least}, ${more}submit`);
const PROXIED = "trusted_proxies: [127.0.0.1]\n";
const from = (/** @type {string} */ address) => ({ "X-Forwarded-For": address });

/** Answers right, with that work; what came of it. @param {Server} server @param {any} challenge @param {unknown} done */
async function send(server, challenge, done, headers = {}) {
  const { status, json } = await server.post("/v1/answer", { token: challenge.token, answer: challenge.truth, work: done }, headers);
  return json.error?.code ?? (json.state === "fail" ? json.reason : json.state) ?? status;
}

test("both modules, and Debian's argon2, make the same tags", () => {
  const seed = "00112233445566778899aabbccddeeff";
  const vectors = workModule("tessera-work-simd");
  for (const number of [0, 1, 9, 10, 511]) {
    const tag = tagOf(seed, number).toString("hex");
    assert.equal(tagOf(seed, number, vectors).toString("hex"), tag);
    assert.equal(debianTagOf(seed, number).toString("hex"), tag);
  }
});

test("no work is asked for by default", async (t) => {
  const server = await Server.during(t);
  const challenge = await server.challenge();
  assert.equal(challenge.work, null);
  assert.equal(await send(server, challenge, undefined), "pass");
  assert.equal(await send(server, await server.challenge(), "AAAA"), "pass"); // who does some all the same is not refused
});

test("work is asked for, done by another program, checked and used once", async (t) => {
  const server = await Server.during(t, { config: config(3) });
  const challenge = await server.challenge();
  assert.deepEqual({ ...challenge.work, seed: "" }, { algorithm: "argon2id", memoryKiB: 8192, seed: "", evaluations: 4 });
  const done = work(challenge.work, debianTagOf);
  const checks = await counted(server, async () => {
    assert.equal(await send(server, challenge, done), "pass");
    assert.equal(await send(server, challenge, done), "replayed");
  }, "tessera_verdicts_total");
  assert.deepEqual(checks, { pass: 1, replayed: 1 });
  assert.equal(await server.metric("tessera_work_check_seconds_count"), 2);
  const wrong = await server.challenge();
  assert.equal(await server.answer(wrong.token, "shift-up,shift-up"), 403); // without work nothing is told of the answer
});

test("work that is missing spends nothing, and costs the server nothing", async (t) => {
  const server = await Server.during(t, { config: config(2) });
  const challenge = await server.challenge();
  for (const nothing of [undefined, ""]) {
    assert.equal(await send(server, challenge, nothing), "work-missing");
  }
  assert.equal(await server.metric("tessera_work_check_seconds_count"), 0);
  assert.equal(await send(server, challenge, work(challenge.work)), "pass");
});

/** By name, what is sent in place of the work of a challenge that asks for two evaluations.
 * @type {[string, (challenge: any, server: Server) => unknown | Promise<unknown>][]} */
const BAD = [
  ["forged", () => "AAAAAAAAAAA"],
  ["of another challenge", async (_, server) => work((await server.challenge()).work)],
  ["of the challenge before, of the same visitor", async (_, server) => {
    const before = await server.challenge();
    const done = work(before.work);
    assert.equal(await send(server, before, done), "pass");
    return done;
  }],
  ["too cheap: one tag of two", ({ work: { seed } }) => tagOf(seed, 0).toString("base64url")],
  ["too cheap: each twice, of half the number", ({ work: { seed } }) => work({ seed, evaluations: 2 }, (s) => tagOf(s, 2))],
  ["with the tags in another order", ({ work: { seed } }) => work({ seed, evaluations: 2 }, (s, i) => tagOf(s, 1 - i))],
  ["with one tag more", ({ work: { seed } }) => work({ seed, evaluations: 3 })],
  ["with stray bits", ({ work: task }) => `${work(task).slice(0, -1)}B`],
  ["padded", ({ work: task }) => `${work(task)}=`],
  ["off by a bit", ({ work: { seed } }) => work({ seed, evaluations: 2 }, (s, i) => /** @type {any} */ (tagOf(s, i).map((byte, at) => at === 3 ? byte ^ 1 : byte)))],
];

test("bad work passes nothing and spends the challenge", async (t) => {
  const server = await Server.during(t, { config: config(2) });
  for (const [name, make] of BAD) {
    const challenge = await server.challenge();
    const bad = await make(challenge, server);
    assert.equal(await send(server, challenge, bad), "bad-work", name);
    assert.equal(await send(server, challenge, work(challenge.work)), "replayed", name);
  }
});

test("what is no text, or too long, is refused and spends nothing", async (t) => {
  const server = await Server.during(t, { config: config(1) });
  const challenge = await server.challenge();
  for (const bad of [1, {}, [], true, "A".repeat(4097), "A".repeat(10000), "\uFFFD".repeat(4097)]) {
    assert.equal(await send(server, challenge, bad), "bad-field", String(bad).slice(0, 9));
  }
  assert.equal(await send(server, challenge, "\0"), "malformed");
  assert.equal(await send(server, challenge, work(challenge.work)), "pass");
});

// A share of the work passes with that share's chance: 40 challenges, of which the first half of the tags is shown. The
// place is the server's secret: that all 40 pass, or none, has a chance of 2^-39, which is 2 in 10^12.
test("half of the work passes half of the time, and which half counts is not told", async (t) => {
  const server = await Server.during(t, { config: config(2) });
  let passed = 0;
  for (let i = 0; i < 40; i++) {
    const challenge = await server.challenge();
    const half = Buffer.concat([tagOf(challenge.work.seed, 0), Buffer.alloc(4)]).toString("base64url");
    passed += Number(await send(server, challenge, half) === "pass");
  }
  assert.ok(passed > 0 && passed < 40, String(passed));
});

test("sent many times at once, work is spent once", async (t) => {
  const server = await Server.during(t, { config: config(1) });
  const challenge = await server.challenge();
  const done = work(challenge.work);
  const results = await Promise.all(Array.from({ length: 12 }, () => send(server, challenge, done)));
  assert.equal(results.filter((result) => result === "pass").length, 1);
  assert.equal(results.filter((result) => result === "replayed").length, 11);
});

test("work belongs to its network and its time", async (t) => {
  const server = await Server.during(t, { config: PROXIED + config(1) });
  const challenge = await server.challenge({}, from("192.0.2.1"));
  const done = work(challenge.work);
  assert.equal(await send(server, challenge, done, from("203.0.113.1")), "forbidden"); // shared
  assert.equal(await server.metric("tessera_work_check_seconds_count"), 0);
  const extended = (await server.post("/v1/extend", { token: challenge.token }, from("192.0.2.1"))).json;
  assert.equal(await send(server, { ...challenge, token: extended.token }, done, from("192.0.2.1")), "pass"); // more time is no more work
  const old = await server.challenge({}, from("192.0.2.1"));
  assert.notEqual(old.work.seed, challenge.work.seed);
  await server.again({ env: clockOff("+301s") });
  assert.equal(await send(server, old, work(old.work), from("192.0.2.1")), "expired"); // too old, whatever was done for it
  assert.equal(await server.metric("tessera_work_check_seconds_count"), 0);
});

test("a page's form without work gets nowhere with a challenge that asks for some", async (t) => {
  const server = await Server.during(t, { config: config(1) });
  const { token, truth } = await server.challenge();
  const { status, headers } = await server.form("/challenge/puzzle", { seed: token, output: truth });
  assert.equal(status, 403);
  assert.equal(headers.get("set-cookie"), null);
});

test("checking has a budget of its own, which spends nothing", async (t) => {
  const server = await Server.during(t, {
    config: `${PROXIED}budget: {window_s: 3600, work_ms: 1}\nchallenge: {work_min: 1, submit_after_ms: 0, client_may_choose: true, strength: friction}\n` });
  const one = await server.challenge({}, from("192.0.2.1"));
  assert.equal(await send(server, one, work(one.work), from("192.0.2.1")), "pass");
  const two = await server.challenge({}, from("192.0.2.1"));
  assert.equal(await send(server, two, work(two.work), from("192.0.2.1")), "too-many-requests");
  assert.equal(await server.metric('tessera_budget_refusals_total{class="work"}'), 1);
  const elsewhere = await server.challenge({}, from("203.0.113.1"));
  assert.equal(await send(server, elsewhere, work(elsewhere.work), from("203.0.113.1")), "pass");
  await server.again({ config: `${PROXIED}budget: {window_s: 3600, work_all_ms: 1}\nchallenge: {work_min: 1, submit_after_ms: 0, client_may_choose: true, strength: friction}\n` });
  const three = await server.challenge({}, from("192.0.2.1"));
  assert.equal(await send(server, three, work(three.work), from("192.0.2.1")), "pass");
  const four = await server.challenge({}, from("192.0.2.1"));
  assert.equal(await send(server, four, work(four.work), from("192.0.2.1")), "too-many-requests");
});

test("bad work is charged as a wrong answer is", async (t) => {
  const server = await Server.during(t, {
    config: `budget: {window_s: 3600, answer: 7}\nchallenge: {work_min: 1, submit_after_ms: 0, client_may_choose: true, strength: friction}\n` });
  assert.equal(await send(server, await server.challenge(), "AAAAAA"), "bad-work");
  const good = await server.challenge();
  assert.equal(await send(server, good, work(good.work)), "pass"); // charged once, though three threads had it
  assert.equal(await send(server, await server.challenge(), "AAAAAA"), "too-many-requests");
});

test("a thousand junk works of one network do not stop another's pictures", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}http: {queue_max: 16}
budget: {window_s: 3600, work_ms: 400, answer: 100000, junk: 100000}
challenge: {work_min: 1, pictures_kb: 0, submit_after_ms: 0, client_may_choose: true, strength: friction}\n` });
  const pictures = await Promise.all(Array.from({ length: 6 }, () => server.challenge({ type: "human" }, from("203.0.113.7"))));
  const junk = await server.challenge({}, from("198.51.100.7"));
  let sent = 0;
  /** @type {Record<string, number>} */
  const results = {};
  const senders = Array.from({ length: 40 }, async () => {
    // A thousand, and more on a busy machine: a full queue answers 503 there, and that uses up no budget.
    while (sent++ < 1000 || !(results["too-many-requests"] > 0)) {
      const result = await send(server, junk, "AAAAAA", from("198.51.100.7"));
      results[result] = (results[result] ?? 0) + 1;
    }
  });
  for (const { view } of pictures) {
    assert.equal((await server.request(view.image.src, { headers: from("203.0.113.7") })).status, 200);
  }
  await Promise.all(senders);
  assert.equal(results["bad-work"], 1, JSON.stringify(results));
  assert.ok(results.replayed > 0 && results["too-many-requests"] > 0 && !results.pass, JSON.stringify(results));
});

test("work that is asked for and never delivered is kept nowhere", async (t) => {
  const server = await Server.during(t, { config: config(7) });
  const resident = async () => Number(await server.metric("process_resident_memory_bytes"));
  const ask = () => Promise.all(Array.from({ length: 20 }, () => server.challenge()));
  for (let i = 0; i < 5; i++) await ask();
  const before = await resident();
  for (let i = 0; i < 20; i++) await ask();
  assert.ok(await resident() - before < 4 << 20, "400 challenges took more than 4 MiB");
});

// Without a script: docs/pace.md. The wait is 0.8 s here.
const WAITS = config(4);

/** Where the page goes on by itself, and when. @param {Headers} headers */
function refreshOf(headers) {
  const [, seconds = "", path = ""] = /^(\d+); url=(\/challenge\/puzzle\?\S+)$/.exec(headers.get("refresh") ?? "") ?? [];
  return { seconds: Number(seconds), path, token: new URLSearchParams(path.split("?")[1]).get("wait") ?? "" };
}

test("who has no script waits first, by the server's clock, and then has all of the time", async (t) => {
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { config: WAITS, env });
  const first = await server.page();
  const { seconds, path, token } = refreshOf(first.headers);
  assert.deepEqual([first.status, seconds, first.seed, first.truth], [200, 1, undefined, null]);
  assert.match(first.text, /<output id="wait">Time to wait: 1 s<\/output>/);
  assert.ok(first.text.includes(`href="${path.replaceAll("&", "&amp;")}"`), "a link for browsers that do not go on");
  // Earlier it is worth nothing, to the page and to the API, and it stays the same challenge.
  for (const output of ["0".repeat(16), "1".repeat(16)]) {
    const { status, headers } = await server.form("/challenge/puzzle", { seed: token, output });
    assert.deepEqual([status, headers.get("set-cookie")], [403, null]);
  }
  const early = await server.page(path);
  assert.equal(refreshOf(early.headers).token, token);
  pass(seconds);
  const shown = await server.page(path);
  assert.equal(shown.headers.get("refresh"), null);
  assert.equal(shown.seed, token);
  assert.match(shown.text, /data-seconds="(299|300)"/);
  const passed = await server.form(shown.action, { seed: shown.seed, output: shown.truth });
  assert.deepEqual([passed.status, /_pass=/.test(passed.headers.get("set-cookie") ?? "")], [200, true]);
  // Nobody waits once for two passes.
  const again = await server.page(path);
  assert.equal((await server.form(again.action, { seed: again.seed, output: again.truth })).status, 403);
});

test("what was not waited for here is waited for anew", async (t) => {
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { config: PROXIED + WAITS, env });
  const mine = refreshOf((await server.page("/challenge/puzzle", from("192.0.2.1"))).headers);
  const { token } = await server.challenge({}, from("192.0.2.1")); // of a site: it asks for work, and not for waiting
  pass(1);
  for (const [path, address] of [
    [mine.path, "203.0.113.1"], // shared with another network
    [`/challenge/puzzle?wait=${mine.token.slice(0, 20)}${mine.token[20] === "A" ? "B" : "A"}${mine.token.slice(21)}`, "192.0.2.1"], // forged
    ["/challenge/puzzle?wait=", "192.0.2.1"],
    [`/challenge/puzzle?wait=${token}`, "192.0.2.1"],
    [`/challenge/puzzle?wait=${"A".repeat(5000)}`, "192.0.2.1"],
  ]) {
    const { status, headers, seed } = await server.page(path, from(address));
    assert.deepEqual([status, seed, refreshOf(headers).seconds], [200, undefined, 1], path.slice(0, 40));
    assert.notEqual(refreshOf(headers).token, mine.token);
  }
  assert.equal((await server.page(mine.path, from("192.0.2.1"))).seed, mine.token);
});
