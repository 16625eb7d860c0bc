// A person decides: asked for, waited for, approved or rejected, and redeemed once (S3D-23).
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hanging } from "../lib/hang.js";
import { Postgres } from "../lib/postgres.js";
import { FAST, Server, clockIn, clockOff, useEarlyClock, eventually, run, stoppedClock, temporaryFolder, wrongCells, setClock, unlessHung } from "../lib/tessera.js";

useEarlyClock();

const HUMAN = "accessibility: {fallback_method: human_review}\n";
const PROXIED = `trusted_proxies: [127.0.0.1]\n${FAST}${HUMAN}`;
/** @param {string} address */
const from = (address) => ({ "X-Forwarded-For": address });

/** @param {Server} server @param {string} token @param {Record<string, string>} [headers] */
const review = (server, token, headers = {}) => server.post("/v1/review", { token }, headers);

/** Asks for a review with a fresh challenge. @param {Server} server @param {Record<string, string>} [headers] */
async function ask(server, headers = {}) {
  const { token } = await server.challenge({ type: "human" }, headers);
  const { status, json } = await review(server, token, headers);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** @param {Server} server @param {...string} words */
const cli = (server, ...words) => run(["review", ...words, "--data", server.data]);

/** @param {Server} server */
const bearer = (server) => ({ Authorization: `Bearer ${readFileSync(join(server.data, "admin-token"), "utf8").trim()}` });

test("three failures, a review with what was asked and answered, approved on the command line, redeemed once", async (context) => { // S3D-23
  const server = await Server.during(context, { config: FAST + HUMAN });
  let fallback, truth;
  for (let i = 0; i < 3; i++) {
    const challenge = await server.challenge({ type: "predator", action: "login", cdata: "c1", user: "ada@example.org", session: "s9" });
    truth = challenge.truth;
    fallback = (await server.post("/v1/answer", { token: challenge.token, answer: "0,1,2" })).json.fallback;
    if (truth === "0,1,2") i--; // right by chance
  }
  assert.deepEqual([fallback.reason, fallback.method], ["failures", "human_review"]);
  assert.equal(fallback.alternatives[0], "review");
  const { status, json } = await review(server, fallback.token);
  assert.equal(status, 200);
  assert.match(json.id, /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  assert.deepEqual([json.state, json.response], ["waiting", undefined]);
  // Asking again is the same review.
  assert.equal((await review(server, fallback.token)).json.id, json.id);
  assert.equal((await review(server, json.token)).json.state, "waiting");

  // The one who decides sees what was asked and answered, and no more.
  const { stdout } = cli(server, "list", "--json");
  const row = JSON.parse(stdout);
  assert.deepEqual(Object.keys(row), ["id", "state", "site", "hostname", "reason", "type", "difficulty", "question", "answer", "createdAt", "expiresAt"]);
  assert.deepEqual([row.id, row.site, row.reason, row.type, row.answer], [json.id, server.sitekey, "failures", "predator", "0,1,2"]);
  assert.match(row.question, /friendly|safe/i);
  for (const secret of ["127.0.0", "ada@example.org", "s9"]) assert.ok(!stdout.includes(secret), secret);
  assert.match(cli(server, "list").stdout, new RegExp(`^${json.id}\t\\d+ s\tfailures\t`));
  const rows = readFileSync(join(server.data, "records.db")).toString("latin1");
  assert.ok(!rows.includes("127.0.0."), "no address is written down");

  const wrong = cli(server, "approve", "AAAA-AAAA");
  assert.deepEqual([wrong.status, /nobody waits/.test(wrong.stderr)], [1, true]);
  assert.equal(cli(server, "approve", "no id").status, 2);
  assert.equal(cli(server, "approve").status, 2);
  assert.equal(cli(server, "approve", json.id.toLowerCase().replace("-", "")).status, 0);
  assert.match(cli(server, "approve", json.id).stderr, /decided before/);
  assert.match(cli(server, "reject", json.id).stderr, /decided before/);
  assert.equal(cli(server, "list").stdout, "");

  // However often the page asks, the pass is redeemed once.
  const first = await review(server, json.token);
  assert.equal(first.json.state, "approved");
  assert.ok(Number(first.headers.get("tessera-lifetime")) > 1700);
  // It is a pass: failures are counted anew.
  assert.notEqual((await server.challenge({ type: "predator", session: "s9" })).fallback?.reason, "failures");
  const second = await review(server, json.token);
  assert.notEqual(second.json.response, first.json.response);
  const told = await server.verify({ response: first.json.response });
  assert.deepEqual([told.success, told.type, told.alternative, told.confidence, told.strength, told.action, told.cdata, told.user, told.user_source],
    [true, "review", "review", 0.5, "friction", "login", "c1", "ada@example.org", "visitor"]);
  assert.deepEqual((await server.verify({ response: second.json.response }))["error-codes"], ["timeout-or-duplicate"]);
  assert.deepEqual((await server.verify({ response: (await review(server, json.token)).json.response }))["error-codes"], ["timeout-or-duplicate"]);
  // Nor is the token itself a pass, or a challenge.
  assert.deepEqual((await server.verify({ response: json.token }))["error-codes"], ["invalid-input-response"]);
  assert.equal(await server.answer(json.token, "1"), "invalid");
});

test("over HTTP, for the admin alone; rejected is told; metrics follow whoever decides", async (context) => { // S3D-23
  const server = await Server.during(context, { config: FAST + HUMAN });
  const asked = await ask(server);
  const list = (/** @type {Record<string, string>} */ headers) => server.request("/v1/admin/reviews", { headers });
  assert.equal((await list({})).status, 401);
  assert.equal((await list({ Authorization: "Bearer x" })).status, 401);
  const { json } = await list(bearer(server));
  assert.equal(json.waiting, 1);
  assert.deepEqual([json.reviews[0].id, json.reviews[0].reason, json.reviews[0].answer], [asked.id, "asked", ""]);
  const decide = (/** @type {string} */ path, headers = bearer(server)) => server.request(`/v1/admin/reviews/${path}`, { method: "POST", headers });
  assert.equal((await decide(`${asked.id}/reject`, /** @type {any} */ ({}))).status, 401);
  for (const path of ["", asked.id, `${asked.id}/`, `${asked.id}/keep`, "x/approve", `${"A".repeat(3000)}/approve`, "../config/approve", "AAAA-AAAA/approve"]) {
    assert.equal((await decide(path)).status, 404, path);
  }
  assert.ok(await eventually(async () => (await server.metric("tessera_reviews_waiting")) === 1));
  assert.deepEqual((await decide(`${asked.id}/reject`)).json, { id: asked.id, state: "rejected" });
  assert.equal((await decide(`${asked.id}/approve`)).status, 409);
  const told = (await review(server, asked.token)).json;
  assert.deepEqual([told.state, told.response], ["rejected", undefined]);
  assert.ok(await eventually(async () => (await server.metric("tessera_reviews_waiting")) === 0));
  assert.equal(await server.metric('tessera_reviews_total{state="waiting"}'), 1);
  assert.equal(await server.metric('tessera_reviews_total{state="rejected"}'), 1);
});

test("bound to its network, its site and its token", async (context) => { // S3D-23
  const server = await Server.during(context, { config: PROXIED });
  const me = from("192.0.2.1"), other = from("198.51.100.1");
  const asked = await ask(server, me);
  assert.equal(cli(server, "approve", asked.id).status, 0);
  assert.equal((await review(server, asked.token, other)).json.error.code, "no-review");
  const { token } = await server.challenge({ type: "human" }, me);
  assert.equal((await review(server, token, other)).status, 403);
  const { response } = (await review(server, asked.token, me)).json;
  // Another site can't redeem it.
  const { secret } = server;
  server.addSite("second");
  assert.ok(await eventually(async () => (await server.verify({ response }))["error-codes"][0] === "invalid-input-response"));
  server.secret = secret;
  assert.equal((await server.verify({ response })).success, true);
  // Forged, cut, of another purpose, no text at all.
  for (const bad of ["x", token.slice(1), `${token}A`, asked.token.slice(0, -1), response, "a".repeat(4096)]) {
    assert.equal((await review(server, bad, me)).status, 403, bad.slice(0, 20));
  }
  for (const bad of [undefined, null, 5, "a".repeat(5000), ["x"]]) {
    assert.equal((await review(server, /** @type {any} */ (bad), me)).status, 400);
  }
  assert.equal((await review(server, "a".repeat(10000), me)).status, 413);
});

test("a network's budget, a full queue, and where nobody looks", async (context) => { // S3D-23
  const server = await Server.during(context, {
    config: "trusted_proxies: [127.0.0.1]\nbudget: {review: 2}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n"
      + "accessibility: {fallback_method: human_review, review_queue_max: 32}\n" });
  const one = from("192.0.2.1");
  await ask(server, one);
  const again = await ask(server, one);
  const { token } = await server.challenge({ type: "human" }, one);
  const refused = await review(server, token, one);
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(wait > 0 && wait <= 3600, String(wait));
  assert.equal((await review(server, again.token, one)).json.state, "waiting"); // who waits may ask how it stands
  for (let i = 2; i < 24; i++) await ask(server, from(`10.${i}.0.1`)); // a quarter of the places is the gate's
  const { token: late } = await server.challenge({ type: "human" }, from("203.0.113.1"));
  const full = await review(server, late, from("203.0.113.1"));
  assert.deepEqual([full.status, full.json.error.code], [503, "reviews-full"]);
  assert.equal(cli(server, "reject", again.id).status, 0);
  assert.equal((await review(server, late, from("203.0.113.1"))).status, 200);

  const without = await Server.during(context);
  const challenge = await without.challenge({ type: "human" });
  assert.ok(!challenge.alternatives.includes("review"));
  assert.equal((await review(without, challenge.token)).json.error.code, "no-review");
});

const SMALL = "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n"
  + "accessibility: {fallback_method: human_review, review_queue_max: 32}\n";

test("no prefix holds more than its share of the queue", async (context) => { // S3D-23
  const server = await Server.during(context, { config: SMALL });
  /** How many of these addresses get a place. @param {string[]} addresses */
  const placed = async (addresses) => {
    let count = 0;
    for (const address of addresses) {
      const { token } = await server.challenge({ type: "human" }, from(address));
      const { status, json } = await review(server, token, from(address));
      if (status === 200) count++;
      else assert.deepEqual([status, json.error.code], [503, "reviews-full"]);
    }
    return count;
  };
  const many = (/** @type {(i: number) => string} */ name) => Array.from({ length: 8 }, (_, i) => name(i));
  assert.equal(await placed(many((i) => `2001:db8:5:${i.toString(16)}::1`)), 2, "one /56: a sixteenth");
  assert.equal(await placed(many((i) => `2001:db8:5:${(256 * (i + 1)).toString(16)}::1`)), 2, "its /48: an eighth in all");
  assert.equal(await placed(many((i) => `198.51.100.${i}`)), 2, "a /24");
  assert.equal(await placed(many((i) => `198.51.${i}.7`)), 2, "its /16");
  assert.equal(await placed(["2001:db8:6::1", "203.0.113.5"]), 2, "others have theirs");
});

test("who found the queue full keeps no part of the prefix's share", async (context) => { // S3D-23
  const server = await Server.during(context, { config: SMALL.replace("32", "1") });
  const first = await ask(server, from("192.0.2.1"));
  const me = from("203.0.113.1");
  const { token } = await server.challenge({ type: "human" }, me);
  assert.equal((await review(server, token, me)).json.error.code, "reviews-full");
  assert.equal(cli(server, "reject", first.id).status, 0);
  assert.equal((await review(server, token, me)).status, 200);
});

test("no site fills the queue for others, and the demo has no place in it", async (context) => { // S3D-23
  const server = await Server.during(context, { config: SMALL, other: [] });
  const askFor = async (/** @type {string} */ sitekey, /** @type {number} */ i) => {
    const me = from(`10.${i}.0.1`);
    const { json } = await server.post("/v1/challenge", { sitekey }, me);
    return { offered: json.alternatives.includes("review"), ...await review(server, json.token, me) };
  };
  const demo = await askFor("demo", 250);
  assert.deepEqual([demo.status, demo.json.error.code, demo.offered], [403, "no-review", false]);
  let first = 0, second = 0;
  for (let i = 0; i < 40; i++) first += Number((await askFor(server.sitekey, i)).status === 200);
  assert.equal(first, 22, "what the two others need not, of 32");
  const { sitekey } = /** @type {{sitekey: string}} */ (server.other);
  for (let i = 40; i < 60; i++) second += Number((await askFor(sitekey, i)).status === 200);
  assert.equal(second, 5, "a third of half the queue is its own");
});

test("no site fills the queue where there are more sites than places to divide", async (context) => { // S3D-23
  const server = await Server.during(context, { config: SMALL.replace("32", "4"), other: [] });
  const placed = async (/** @type {string} */ sitekey, /** @type {number} */ first) => {
    let count = 0;
    for (let i = first; i < first + 4; i++) {
      const { json } = await server.post("/v1/challenge", { sitekey }, from(`10.${i}.0.1`));
      count += Number((await review(server, json.token, from(`10.${i}.0.1`))).status === 200);
    }
    return count;
  };
  assert.equal(await placed(server.sitekey, 0), 2, "half of the places");
  assert.equal(await placed(server.other.sitekey, 10), 1, "one of the other half");
});

test("asking uses the challenge up, and is charged as a wrong answer", async (context) => { // S3D-23
  const config = `${SMALL}budget: {answer: 10, wrong_answer: 5}\n`;
  const server = await Server.during(context, { config });
  const me = from("192.0.2.1");
  const { token, truth } = await server.challenge({ type: "human" }, me);
  assert.equal((await review(server, token, me)).status, 200);
  assert.equal((await review(server, token, me)).status, 200, "the same once more");
  assert.equal(await server.answer(token, truth, me), "replayed");
  const other = await server.challenge({ type: "human" }, me);
  assert.equal((await server.post("/v1/answer", { token: other.token, answer: wrongCells(other.truth) }, me)).json.state, "fail");
  const third = await server.challenge({ type: "human" }, me);
  const refused = await review(server, third.token, me);
  assert.equal(refused.status, 429, "ten answers' worth are used up");
  // With a challenge that was answered wrongly, nothing more is charged.
  const apart = from("203.0.113.1");
  const failed = await server.challenge({ type: "human" }, apart);
  await server.post("/v1/answer", { token: failed.token, answer: wrongCells(failed.truth) }, apart);
  assert.equal((await review(server, failed.token, apart)).status, 200);
});

test("who waited too long is told so, and so is who came too late for their pass", async (context) => { // S3D-23
  const server = await Server.during(context, { config: FAST + HUMAN });
  const waiting = await ask(server), approved = await ask(server);
  const { token } = await server.challenge({ type: "human" });
  assert.equal(cli(server, "approve", approved.id).status, 0);
  const { response } = (await review(server, approved.token)).json;
  await server.again({ env: clockOff("+1801s") });
  assert.equal((await review(server, approved.token)).json.state, "expired");
  assert.equal((await server.verify({ response })).success, false);
  assert.equal((await review(server, waiting.token)).json.state, "waiting");
  await server.again({ env: clockOff("+7201s") });
  assert.equal((await review(server, waiting.token)).json.state, "expired");
  assert.equal((await review(server, token)).status, 403); // nor can one be asked for with what is as old
  assert.ok(await eventually(async () => (await server.request("/v1/admin/reviews", { headers: bearer(server) })).json.waiting === 0));
  const late = run(["review", "approve", waiting.id, "--data", server.data], { env: clockOff("+7201s") });
  assert.equal(late.status, 1);
  assert.equal((await review(server, waiting.token)).json.state, "expired");
});

test("a review, and the pass of one, are good until the millisecond before they end", async (context) => { // S3D-23
  const { env, at } = stoppedClock();
  const server = await Server.during(context, { env,
    config: `${FAST}accessibility: {fallback_method: human_review, review_lifetime_s: 600, review_pass_s: 90}\n` });
  const approved = await ask(server), waiting = await ask(server);
  const [early, late] = [await server.challenge({ type: "human" }), await server.challenge({ type: "human" })];
  const state = async (/** @type {string} */ token) => (await review(server, token)).json.state;
  at(10);
  assert.equal(run(["review", "approve", approved.id, "--data", server.data], { env }).status, 0);
  at(99);
  assert.equal(await state(approved.token), "approved");
  at(100);
  assert.equal(await state(approved.token), "expired");
  at(599);
  assert.deepEqual([await state(waiting.token), await state(early.token)], ["waiting", "waiting"]);
  at(600);
  assert.deepEqual([await state(waiting.token), (await review(server, late.token)).status], ["expired", 403]);
  const last = await ask(server);
  await server.down(); // or it might note before the command looks that the time is over
  at(1200);
  const decided = run(["review", "approve", last.id, "--data", server.data], { env: { ...env, TESSERA_ACCESSIBILITY_REVIEW_LIFETIME_S: "600" } });
  assert.deepEqual([decided.status, decided.stdout], [1, ""], "nobody is let in whose time is over");
});

test("whose time is over leaves the queue as expired, and stays so", async (context) => { // S3D-23
  const clock = join(temporaryFolder(), "clock");
  setClock(clock, "+0s");
  const config = `${FAST}accessibility: {fallback_method: human_review, review_lifetime_s: 600}\n`;
  const server = await Server.during(context, { config, env: clockIn(clock) });
  const asked = await ask(server), rejected = await ask(server);
  assert.ok(await eventually(async () => (await server.metric("tessera_reviews_waiting")) === 2));
  assert.equal(cli(server, "reject", rejected.id).status, 0);
  assert.ok(await eventually(async () => (await server.metric('tessera_reviews_total{state="rejected"}')) === 1));
  setClock(clock, "+601s");
  assert.ok(await eventually(async () => (await server.metric('tessera_reviews_total{state="expired"}')) === 1));
  assert.equal(await server.metric('tessera_reviews_total{state="rejected"}'), 1);
  assert.equal((await review(server, rejected.token)).json.state, "rejected");
  setClock(clock, "+0s"); // what was decided does not depend on the time
  assert.equal((await review(server, asked.token)).json.state, "expired");
  assert.match(cli(server, "approve", asked.id).stderr, /their time is over/);
});

test("records that are gone: 503, and pictures and answers go on", async (context) => { // S3D-23
  const server = await Server.during(context, { config: FAST + HUMAN });
  const asked = await ask(server);
  for (const name of ["records.db", "records.db-wal", "records.db-shm"]) rmSync(join(server.data, name), { force: true });
  const { token, truth } = await server.challenge({ type: "human" });
  assert.ok(await eventually(async () => (await review(server, asked.token)).status === 503));
  const gone = await review(server, token);
  assert.equal(gone.status, 503);
  assert.ok(gone.headers.get("retry-after"));
  assert.equal((await server.post("/v1/answer", { token, answer: wrongCells(truth) })).json.state, "fail");
});

test("without JavaScript: three wrong answers, a button, a page that looks again, and the way through the gate", async (context) => { // S3D-23
  const server = await Server.during(context, { config: `trusted_proxies: [127.0.0.1]\n${FAST}${HUMAN}` });
  const me = { ...from("192.0.2.1"), "User-Agent": "curl/8" };
  const { headers } = await server.request("/gate", { headers: { ...me, "X-Original-URI": "/shop?x=1" } });
  const path = /** @type {string} */ (headers.get("location"));
  let wrong = { text: "" };
  for (let i = 0; i < 3; i++) {
    assert.ok(!wrong.text.includes("Ask a person"));
    const page = await server.page(path, me);
    const output = page.truth === "0".repeat(16) ? "1".repeat(16) : "0".repeat(16);
    wrong = await server.form(page.action, { seed: page.seed, output }, me);
  }
  assert.match(wrong.text, /<form class="other" method="post" action="\/challenge\/review">/);
  const ticket = /** @type {string} */ (/name="review" value="([^"]*)"/.exec(wrong.text)?.[1]);
  const refused = await server.request(`/challenge/review?review=${ticket}`, { headers: me });
  assert.equal(refused.status, 403); // looking asks for nothing
  const asked = await server.form("/challenge/review", { review: ticket }, me);
  assert.equal(asked.status, 303);
  const waiting = /** @type {string} */ (asked.headers.get("location"));
  const look = () => server.request(waiting, { headers: me });
  const first = await look();
  assert.deepEqual([first.status, first.headers.get("refresh")], [200, "10"]);
  assert.match(first.text, /href="\/challenge\/puzzle\?ticket=/); // who waits can still try
  assert.equal(first.headers.get("set-cookie"), null);
  const id = /** @type {string} */ (/<output id="code">([^<]*)</.exec(first.text)?.[1]);
  const row = JSON.parse(cli(server, "list", "--json").stdout);
  assert.deepEqual([row.id, row.site, row.type], [id, "gate", "puzzle"]);
  assert.equal((await server.request(waiting, { headers: from("198.51.100.1") })).status, 403);
  assert.equal(cli(server, "approve", id).status, 0);
  const through = await look();
  assert.match(through.text, /href="\/shop\?x=1"/);
  const cookie = /** @type {string} */ (through.headers.get("set-cookie")).split(";")[0];
  assert.equal((await server.request("/gate", { headers: { ...me, Cookie: cookie } })).status, 200);
  const again = await look(); // a reload is told the same, and gets no second way in
  assert.deepEqual([again.status, again.headers.get("set-cookie"), again.headers.get("refresh")], [200, null, null]);
  // A review that the widget asked for is no way through the gate. Nonsense is nothing.
  const other = await ask(server, me);
  assert.equal(cli(server, "approve", other.id).status, 0);
  const others = await server.request(`/challenge/review?review=${other.token}`, { headers: me });
  assert.deepEqual([others.status, others.headers.get("set-cookie")], [403, null]);
  for (const bad of ["", "x", "a".repeat(4097)]) assert.ok([400, 403].includes((await server.form("/challenge/review", { review: bad }, me)).status));
  assert.equal((await server.post("/challenge/review", { review: ticket }, me)).status, 415);
});

test("a person is offered only where failures lead to one", async (context) => { // S3D-23
  for (const enabled of [true, false]) {
    const config = `${FAST}accessibility: {fallback_enabled: ${enabled}, fallback_method: human_review}\n`;
    const server = await Server.during(context, { config });
    assert.equal((await server.challenge({ type: "human" })).alternatives.includes("review"), enabled);
  }
});

test("list: what a visitor's browser says of its page steers no terminal", async (context) => { // S3D-23
  const server = await Server.during(context, { config: FAST + HUMAN });
  await ask(server, { Origin: "https://evil\u00c2\u009b31m.example" }); // bytes of U+009B, which begins a command
  const { stdout } = cli(server, "list");
  assert.match(stdout, /\tevil\t/);
  assert.doesNotMatch(stdout, /[\u0080-\u009f]/);
});

test("without JavaScript: a person is offered only where the site takes what they decide", async (context) => { // S3D-23
  const server = await Server.during(context, { config: `trusted_proxies: [127.0.0.1]\n${FAST}${HUMAN}` });
  const offers = [];
  for (const [i, taken] of ["puzzle,review", "puzzle"].entries()) {
    await server.set("--alternatives", taken);
    const me = from(`192.0.2.${i + 1}`); // with failures of its own
    let wrong = { text: "" };
    for (let failure = 0; failure < 3; failure++) {
      const { seed, action, truth } = await server.page(`/challenge?sitekey=${server.sitekey}&type=human`, me);
      wrong = await server.form(action.replaceAll("&amp;", "&"), { seed, cell: truth === "0" ? "1" : "0" }, me);
      assert.match(wrong.text, /Incorrect/);
    }
    offers.push(/action="\/challenge\/review"/.test(wrong.text));
  }
  assert.deepEqual(offers, [true, false]);
});

test("records that hang keep no more than half of the waiters with reviews, and answers go on", async (t) => {
  const { env, hang, goOn } = hanging();
  const hung = await Server.during(t, { config: `${FAST}${HUMAN}workers: 4\n`, env });
  const { token, truth } = await hung.challenge();
  const others = await Promise.all(Array.from({ length: 8 }, () => hung.challenge()));
  hang("records.db");
  let settled = 0;
  const waiting = others.map((other) => review(hung, other.token).finally(() => settled++));
  const verdict = await unlessHung(hung.answer(token, truth));
  assert.ok(await eventually(() => settled === 6), `${settled} of 6 are refused while it hangs`);
  goOn();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort();
  assert.equal(verdict, "pass");
  assert.deepEqual(statuses, [200, 200, 503, 503, 503, 503, 503, 503]);
});

test("a button pressed twice is one review, also where the store lets both look first", async (t) => {
  const postgres = await Postgres.during(t);
  const env = { TESSERA_STORE_RECORDS: postgres.url };
  assert.equal(run(["migrate"], { env }).status, 0);
  const on = new Server({ config: FAST + HUMAN, truth: true, env });
  on.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(run(["site", "add", "test", "--data", on.data], { env }).stdout)?.[1]);
  await on.up();
  t.after(() => on.down());
  for (let i = 0; i < 20; i++) {
    const { token } = await on.challenge();
    const replies = await Promise.all(Array.from({ length: 8 }, () => review(on, token)));
    assert.deepEqual([...new Set(replies.map(({ status, json }) => `${status} ${json.state}`))], ["200 waiting"]);
    assert.equal(new Set(replies.map(({ json }) => json.id)).size, 1);
  }
  assert.equal(postgres.ask("SELECT count(*) FROM reviews"), "20");
});
