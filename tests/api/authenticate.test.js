// POST /v1/authenticate: a site's server asks whether a user is a person. S3D-1, S3D-6, S3D-7, S3D-25.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CALM, LOUD, messageOf, typingOf } from "../lib/authors.js";
import { work } from "../lib/work.js";
import { hanging } from "../lib/hang.js";
import { Postgres } from "../lib/postgres.js";
import { counted, clockOff, useEarlyClock, eventually, FAST, passThinkingTime, ROOT, run, Server, serverNow, stoppedClock, SUSPICIOUS, temporaryFolder, THINKING_S, unlessHung } from "../lib/tessera.js";

useEarlyClock();

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** @param {Record<string, unknown>} fields @param {Server} [at] */
async function authenticate(fields, at = server) {
  const { status, json } = await at.post("/v1/authenticate", { secret: at.secret, ...fields });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** Asks for the challenge that was ordered. @param {string} order @param {Record<string, unknown>} [more] @param {Server} [at] */
async function ordered(order, more = {}, at = server) {
  const { status, headers, json } = await at.post("/v1/challenge", { sitekey: at.sitekey, order, ...more });
  assert.equal(status, 200, JSON.stringify(json));
  return { ...json, truth: /** @type {string} */ (headers.get("tessera-truth")) };
}

/** The pass for an order. @param {string} order @param {Record<string, unknown>} [more] @param {Server} [at] */
async function passOf(order, more = {}, at = server) {
  const { token, truth, work: asked } = await ordered(order, more, at);
  passThinkingTime();
  const { json } = await at.post("/v1/answer", { token, answer: truth ?? "", ...(asked && { work: work(asked) }) });
  assert.equal(json.state, "pass", JSON.stringify(json));
  return /** @type {string} */ (json.response);
}

/** A pass that nobody ordered. @param {Record<string, unknown>} order @param {Server} [at] */
async function freePass(order, at = server) {
  const { token, truth } = await at.challenge({ type: "scene", ...order });
  passThinkingTime();
  return /** @type {string} */ ((await at.post("/v1/answer", { token, answer: truth })).json.response);
}

/** Lets the server learn how a user writes. @param {string} user @param {import("../lib/authors.js").Author} author
 * @param {Server} [at] */
async function teach(user, author, at = server) {
  for (let i = 0; i < 12; i++) {
    const { learned } = await authenticate({ user, message: messageOf(author, 100 + i), confirmed: true, profile: "fast" }, at);
    assert.equal(learned, true);
  }
}

const outcome = (/** @type {any} */ reply) => reply.metadata.details.spatial_captcha.outcome;

// S3D-1, S3D-25
test("somebody unknown gets a challenge first, and is let in once with its pass", async () => {
  const first = await authenticate({ user: "new" });
  assert.deepEqual([first.is_human, first.confidence, first.state, first.profile], [false, 0.5, "pending", "balanced"]);
  const { order, expiresAt, ...challenge } = first.challenge;
  assert.deepEqual(challenge, { required: true, reason: "unknown-style", difficulty: "medium", time_budget_ms: 8000,
    latency_budget_ms: 8500, max_attempts: 3 });
  assert.equal(Date.parse(expiresAt), serverNow() + 600_000);
  const response = await passOf(order);
  const second = await authenticate({ user: "new", response });
  assert.deepEqual([second.is_human, second.confidence, second.state, second.method, second.challenge],
    [true, 0.9, "known", "spatial_captcha", null]);
  const { outcome: how, difficulty, is_suspicious, evidence, response_time_ms } = second.metadata.details.spatial_captcha;
  assert.deepEqual([how, difficulty, is_suspicious], ["correct", "medium", false]);
  assert.equal(evidence, 0.5, "what a pass stands against is told beside the confidence: general models pass every scene");
  assert.equal(response_time_ms, THINKING_S * 1000);
  const again = await authenticate({ user: "new", response });
  assert.deepEqual([again.is_human, again.confidence, outcome(again), again.challenge.required],
    [false, 0, "unknown_challenge", true]);
});

test("the page can't change what was ordered", async () => {
  const { challenge } = await authenticate({ user: "fixed", session: "s1" });
  const { type, difficulty, token, truth } = await ordered(challenge.order,
    { user: "somebody", session: "s2", type: "puzzle", difficulty: "easy" });
  assert.deepEqual([type, difficulty], ["scene", "medium"]);
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  const { user, user_source } = await server.verify({ response: json.response });
  assert.deepEqual([user, user_source], ["fixed", "site"]);
});

test("who can't see pictures answers an alternative, which is never worth a hard one", async () => {
  const { challenge } = await authenticate({ user: "blind", profile: "paranoid", message: messageOf(CALM, 1) });
  assert.equal(challenge, null);
  for (let i = 2; i < 10; i++) await authenticate({ user: "blind", profile: "paranoid" });
  const due = await authenticate({ user: "blind", profile: "paranoid" });
  assert.equal(due.challenge.difficulty, "hard");
  const response = await passOf(due.challenge.order, { alternative: "puzzle" });
  const reply = await authenticate({ user: "blind", profile: "paranoid", response });
  assert.deepEqual([outcome(reply), reply.confidence, reply.is_human, reply.challenge], ["correct", 0.9, true, null]);
  assert.equal(reply.metadata.details.spatial_captcha.evidence, 0.5);
});

test("with alternatives: false neither puzzle nor what is heard counts, but a person who looked does", async (t) => {
  const strict = await Server.during(t, { config: `${FAST}authentication: {alternatives: false}
accessibility: {fallback_method: human_review}\n` });
  const due = await authenticate({ user: "blind" }, strict);
  const solved = await passOf(due.challenge.order, { alternative: "puzzle" }, strict);
  assert.equal(outcome(await authenticate({ user: "blind", response: solved }, strict)), "unknown_challenge");

  const { token } = await ordered(due.challenge.order, {}, strict);
  const asked = (await strict.post("/v1/review", { token })).json;
  assert.equal(run(["review", "approve", asked.id, "--data", strict.data]).status, 0);
  const { state, response } = (await strict.post("/v1/review", { token: asked.token })).json;
  assert.equal(state, "approved");
  const reply = await authenticate({ user: "blind", response }, strict);
  assert.deepEqual([outcome(reply), reply.is_human, reply.challenge], ["correct", true, null]);
});

/** @type {[string, () => Promise<string>][]} */
const NOT_TAKEN = [
  ["that is none", async () => "x"],
  ["of another user", async () => passOf((await authenticate({ user: "other" })).challenge.order)],
  ["that another user claims", async () => freePass({ user: "other" })],
  ["of another session", async () => passOf((await authenticate({ user: "victim", session: "other" })).challenge.order)],
  ["for work that any program does", async () => passOf((await authenticate({ user: "victim", session: "mine" })).challenge.order,
    { alternative: "pow" })],
  ["that was redeemed", async () => {
    const response = await freePass({});
    assert.equal((await server.verify({ response })).success, true);
    return response;
  }],
];
for (const [name, make] of NOT_TAKEN) {
  test(`a pass ${name} is a challenge that nobody knows`, async () => {
    const reply = await authenticate({ user: "victim", session: "mine", response: await make() });
    assert.deepEqual([reply.is_human, reply.confidence, outcome(reply)], [false, 0, "unknown_challenge"]);
    assert.equal(reply.challenge.required, true);
  });
}

test("a pass of another site is not taken, nor its order", async (t) => {
  const two = await Server.during(t);
  const { sitekey, secret } = two;
  const { challenge } = await authenticate({ user: "zoe" }, two);
  const response = await passOf(challenge.order, {}, two);
  await two.down();
  two.addSite("other");
  await two.up();
  assert.equal(outcome(await authenticate({ user: "zoe", response }, two)), "unknown_challenge");
  const { status, json } = await two.post("/v1/challenge", { sitekey: two.sitekey, order: challenge.order });
  assert.deepEqual([status, json.error.code], [403, "bad-order"]);
  // And nothing was spent.
  [two.sitekey, two.secret] = [sitekey, secret];
  assert.equal((await authenticate({ user: "zoe", response }, two)).is_human, true);
});

test("a right answer that is suspicious", async () => {
  const { challenge } = await authenticate({ user: "odd" });
  const { token, truth } = await ordered(challenge.order);
  const { json } = await server.post("/v1/answer", { token, answer: truth }, SUSPICIOUS);
  const reply = await authenticate({ user: "odd", response: json.response });
  assert.deepEqual([reply.is_human, reply.confidence, outcome(reply)], [false, 0.1, "suspicious"]);
});

// S3D-25
test("how somebody writes is learned from what is confirmed alone, and a challenge comes where it does not fit", async () => {
  for (let i = 0; i < 12; i++) {
    const { learned } = await authenticate({ user: "calm", message: messageOf(CALM, 100 + i), profile: "fast" });
    assert.equal(learned, false);
  }
  const untaught = await authenticate({ user: "calm", message: messageOf(CALM, 1) });
  assert.equal(untaught.metadata.details.cultural_biometrics.messages_learned, 0);
  await teach("calm", CALM);
  const own = await authenticate({ user: "calm", message: messageOf(CALM, 1) });
  assert.deepEqual([own.is_human, own.state, own.method, own.challenge], [true, "known", "cultural_biometrics", null]);
  assert.ok(own.confidence >= 0.9);
  assert.deepEqual(own.metadata.adapters_used, ["cultural_biometrics"]);
  assert.deepEqual(own.metadata.weights, { cultural_biometrics: 1 });
  const other = await authenticate({ user: "calm", message: messageOf(LOUD, 1) });
  assert.deepEqual([other.is_human, other.state, other.challenge.reason], [false, "pending", "low-confidence"]);
  assert.ok(other.metadata.individual_scores.cultural_biometrics < 0.85);
  const response = await passOf(other.challenge.order);
  const stepped = await authenticate({ user: "calm", message: messageOf(LOUD, 1), response });
  assert.deepEqual([stepped.is_human, stepped.confidence, stepped.step_up], [true, 0.9, true]);
  assert.ok(stepped.metadata.individual_scores.cultural_biometrics < 0.85, "the site is told all the same");
  const short = await authenticate({ user: "calm", message: "Yes." });
  assert.equal(short.challenge.reason, "unknown-style");
});

test("typing rhythm counts where it is given", async () => {
  for (let i = 0; i < 12; i++) {
    await authenticate({ user: "typist", typing: typingOf(CALM, i), confirmed: true, profile: "fast" });
  }
  const own = await authenticate({ user: "typist", typing: typingOf(CALM, 99) });
  const other = await authenticate({ user: "typist", typing: typingOf(LOUD, 99) });
  assert.ok(own.is_human && own.challenge === null);
  assert.equal(other.challenge.reason, "low-confidence");
});

// S3D-6
test("both are weighed 0.6 to 0.4 against 0.9", async () => {
  await teach("both", CALM);
  const message = messageOf(CALM, 5);
  const style = (await authenticate({ user: "both", message })).confidence;
  const reply = await authenticate({ user: "both", message, response: await freePass({ difficulty: "hard" }) });
  assert.deepEqual(reply.metadata.adapters_used, ["cultural_biometrics", "spatial_captcha"]);
  assert.deepEqual(reply.metadata.weights, { cultural_biometrics: 0.6, spatial_captcha: 0.4 });
  assert.deepEqual(reply.metadata.individual_scores, { cultural_biometrics: style, spatial_captcha: 1 });
  assert.ok(Math.abs(reply.confidence - (0.6 * style + 0.4)) < 0.0002);
  assert.deepEqual([reply.is_human, reply.method, reply.step_up, reply.metadata.threshold], [true, "fusion", false, 0.9]);
  const failed = await authenticate({ user: "both", message, response: "x" });
  assert.ok(Math.abs(failed.confidence - 0.6 * style) < 0.0002);
  assert.equal(failed.is_human, false);
});

test("without step_up, a pass does not make up for the style", async (t) => {
  const strict = await Server.during(t, { config: `${FAST}authentication: {step_up: false, threshold: 0.8}\n` });
  await teach("zoe", CALM, strict);
  const message = messageOf(LOUD, 3);
  const { challenge } = await authenticate({ user: "zoe", message }, strict);
  const reply = await authenticate({ user: "zoe", message, response: await passOf(challenge.order, {}, strict) }, strict);
  const { cultural_biometrics: style } = reply.metadata.individual_scores;
  assert.ok(Math.abs(reply.confidence - (0.6 * style + 0.36)) < 0.0002);
  assert.deepEqual([reply.is_human, reply.step_up, reply.metadata.threshold], [false, false, 0.8]);
});

// S3D-7
test("fast never asks for a challenge", async () => {
  for (let i = 0; i < 12; i++) {
    const reply = await authenticate({ user: "hurry", profile: "fast", message: messageOf(LOUD, i) });
    assert.deepEqual([reply.challenge, reply.state, reply.is_human, reply.confidence, reply.method], [null, "unknown", false, 0, "none"]);
  }
});

// S3D-7
test("paranoid asks every tenth time, over restarts, until a hard one is passed", async (t) => {
  const strict = await Server.during(t, { config: `${FAST}profile: paranoid\n` });
  const ask = async (/** @type {Record<string, unknown>} */ fields = {}) => authenticate({ user: "zoe", ...fields }, strict);
  for (let i = 1; i < 7; i++) assert.equal((await ask()).challenge, null, `request ${i}`);
  await strict.again({}, "SIGKILL");
  for (let i = 7; i < 10; i++) assert.equal((await ask()).challenge, null, `request ${i}`);
  assert.equal((await authenticate({ user: "max" }, strict)).challenge, null, "users are counted apart");
  const due = await ask();
  assert.deepEqual([due.profile, due.challenge.reason, due.challenge.difficulty, due.challenge.time_budget_ms, due.challenge.max_attempts],
    ["paranoid", "periodic", "hard", 10000, 2]);
  await strict.again();
  assert.equal((await ask()).challenge.reason, "periodic", "it can't be sat out");
  const easy = await ask({ response: await freePass({ difficulty: "medium" }, strict) });
  assert.deepEqual([easy.is_human, easy.challenge.reason], [false, "periodic"]);
  const passed = await ask({ response: await passOf(easy.challenge.order, {}, strict) });
  assert.deepEqual([passed.is_human, passed.confidence, passed.challenge], [true, 1, null]);
  assert.equal(outcome(passed), "correct_hard");
  for (let i = 1; i < 10; i++) assert.equal((await ask()).challenge, null, `request ${i} after it`);
  assert.equal((await ask()).challenge.reason, "periodic");
});

test("requests at once are all answered, and those of one user all counted", async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => server.post("/v1/authenticate",
    { secret: server.secret, user: i < 20 ? "crowd" : `one of many ${i}`, profile: "paranoid" })));
  assert.deepEqual(replies.filter(({ status }) => status !== 200).map(({ status }) => status), []);
  assert.equal(replies.slice(0, 20).filter(({ json }) => json.challenge === null).length, 9);
});

// S3D-7
test("max_attempts bounds the answers to an order, however many challenges were asked for", async () => {
  const { challenge } = await authenticate({ user: "guesser" });
  const tokens = await Promise.all(Array.from({ length: 5 }, () => ordered(challenge.order)));
  for (const { token, truth } of tokens.slice(0, 3)) {
    assert.equal(await server.answer(token, truth === "0" ? "1" : "0"), "incorrect");
  }
  for (const { token, truth } of tokens.slice(3)) assert.equal(await server.answer(token, truth), "forbidden");
  const again = await authenticate({ user: "guesser" });
  const { token, truth } = await ordered(again.challenge.order);
  assert.equal(await server.answer(token, truth), "forbidden", "asking again changes nothing");
  const other = await authenticate({ user: "honest" });
  assert.equal(typeof (await passOf(other.challenge.order)), "string");
});

test("only what was ordered meets a demand: other challenges can be failed as often as one likes", async (t) => {
  const own = await Server.during(t); // where nobody has answered as evenly yet
  for (const fields of [{}, { user: "sly" }]) {
    const reply = await authenticate({ user: "sly", response: await freePass(fields, own) }, own);
    assert.deepEqual([reply.is_human, outcome(reply), reply.challenge.reason], [false, "correct", "unknown-style"]);
  }
  const { challenge } = await authenticate({ user: "sly" }, own);
  assert.equal((await authenticate({ user: "sly", response: await passOf(challenge.order, {}, own) }, own)).is_human, true);
});

test("an order ends with its time, and so does what was failed", async (t) => {
  const clocked = await Server.during(t, { config: `${FAST}profiles: {balanced: {spatial_captcha: {max_attempts: 1}}}\n` });
  const { challenge } = await authenticate({ user: "zoe" }, clocked);
  const { token, truth } = await ordered(challenge.order, {}, clocked);
  assert.equal(await clocked.answer(token, truth === "0" ? "1" : "0"), "incorrect");
  await clocked.again({ env: clockOff("+601s") });
  const { status, json } = await clocked.post("/v1/challenge", { sitekey: clocked.sitekey, order: challenge.order });
  assert.deepEqual([status, json.error.code], [403, "bad-order"]);
  const again = await authenticate({ user: "zoe" }, clocked);
  const next = await ordered(again.challenge.order, {}, clocked);
  assert.equal(await clocked.answer(next.token, next.truth), "pass");
});

test("an order is the same for three quarters of its time, is good until its end, and has the lifetime that the config says", async (t) => {
  /* S3D-7 */
  const { env, at, now } = stoppedClock();
  const clocked = await Server.during(t, { env, config: `${FAST}authentication: {order_lifetime_s: 400}\n` });
  const ask = async () => (await authenticate({ user: "zoe" }, clocked)).challenge;
  const { order, expiresAt } = await ask();
  assert.equal(Date.parse(expiresAt), now() + 400_000);
  at(299);
  assert.equal((await ask()).expiresAt, expiresAt);
  at(300);
  assert.equal(Date.parse((await ask()).expiresAt), now() + 400_000, "nobody gets one that is nearly over");
  at(399);
  assert.equal(typeof (await ordered(order, {}, clocked)).token, "string");
  at(400);
  assert.equal((await clocked.post("/v1/challenge", { sitekey: clocked.sitekey, order })).json.error.code, "bad-order");
});

test("what is no order is refused", async () => {
  const { challenge } = await authenticate({ user: "zoe" });
  const response = await freePass({});
  const { token } = await server.challenge();
  const changed = challenge.order.slice(0, 40) + (challenge.order[40] === "A" ? "B" : "A") + challenge.order.slice(41);
  for (const order of ["x", changed, response, token]) {
    const { status, json } = await server.post("/v1/challenge", { sitekey: server.sitekey, order });
    assert.deepEqual([status, json.error.code], [403, "bad-order"]);
  }
  for (const order of [1, [], "a".repeat(4097)]) {
    const { status } = await server.post("/v1/challenge", { sitekey: server.sitekey, order });
    assert.equal(status, 400);
  }
  assert.equal(await server.answer(challenge.order, "0"), "invalid");
});

// S3D-7
test("each key of the profiles and of integration does what it says", async (t) => {
  const fast = `${FAST}profile: fast\n`;
  const odd = await Server.during(t, { config: `${fast}integration: {cultural_biometrics: {enabled: false}}
profiles:
  balanced: {spatial_captcha: {trigger_threshold: 0.0, default_difficulty: easy, time_budget_ms: 5000}}
  paranoid: {spatial_captcha: {trigger_frequency: 2, default_difficulty: medium, max_attempts: 7}}\n` });
  const quick = await authenticate({ user: "a" }, odd);
  assert.deepEqual([quick.profile, quick.challenge], ["fast", null]);
  const off = await authenticate({ user: "a", message: messageOf(CALM, 1), confirmed: true }, odd);
  assert.deepEqual([off.learned, off.metadata.details.cultural_biometrics], [false, { is_available: false }]);
  const balanced = (await authenticate({ user: "a", profile: "balanced" }, odd)).challenge;
  assert.deepEqual([balanced.difficulty, balanced.time_budget_ms, balanced.latency_budget_ms], ["easy", 5000, 5500]);
  assert.equal((await authenticate({ user: "a", profile: "paranoid" }, odd)).challenge, null);
  const paranoid = (await authenticate({ user: "a", profile: "paranoid" }, odd)).challenge;
  assert.deepEqual([paranoid.difficulty, paranoid.max_attempts], ["medium", 7]);

  // Low writing asks for a challenge whatever the profile's mode, where integration says so.
  odd.options.config = `${fast}profiles: {balanced: {spatial_captcha: {trigger_threshold: 0.0}}}\n`;
  await odd.again();
  await teach("b", CALM, odd);
  const low = { user: "b", message: messageOf(LOUD, 2) };
  assert.equal((await authenticate({ ...low, profile: "balanced" }, odd)).challenge.reason, "cultural-biometrics");
  assert.equal((await authenticate({ ...low, profile: "paranoid" }, odd)).challenge.reason, "cultural-biometrics");
  assert.equal((await authenticate({ ...low, profile: "fast" }, odd)).challenge, null);
  odd.options.config += "integration: {cultural_biometrics: {trigger_spatial_on_low_cb: false}}\n";
  await odd.again();
  assert.equal((await authenticate({ ...low, profile: "balanced" }, odd)).challenge, null);
  odd.options.config = `${fast}integration: {cultural_biometrics: {cb_threshold: 0.0}}\n`;
  await odd.again();
  assert.equal((await authenticate({ ...low, profile: "paranoid" }, odd)).challenge, null);
});

// S3D-1
test("without a renderer the spatial adapter is not available, and nothing is demanded", async (t) => {
  const dark = await Server.during(t, { config: `${FAST.trim().replace(/\}$/, ", renderer: none}")}\n` });
  const reply = await authenticate({ user: "zoe" }, dark);
  assert.deepEqual([reply.challenge, reply.state, reply.is_human], [null, "unknown", false]);
  assert.deepEqual(reply.metadata.details.spatial_captcha, { is_available: false });
});

/** @type {[string, number, string, Record<string, unknown>][]} */
const REFUSED = [
  ["no secret", 403, "bad-secret", { secret: undefined }],
  ["an empty secret", 403, "bad-secret", { secret: "" }],
  ["a wrong secret", 403, "bad-secret", { secret: "tss_wrong" }],
  ["a secret that is too long", 403, "bad-secret", { secret: "a".repeat(4000) }],
  ["a secret that is a number", 403, "bad-secret", { secret: 5 }],
  ["no user", 400, "bad-field", { user: undefined }],
  ["an empty user", 400, "bad-field", { user: "" }],
  ["a user of 129 bytes", 400, "bad-field", { user: "x".repeat(129) }],
  ["a user of 10,000 bytes", 400, "bad-field", { user: "x".repeat(10000) }],
  ["a user that is a list", 400, "bad-field", { user: ["zoe"] }],
  ["a user with NUL", 400, "malformed", { user: "zoe\0max" }],
  ["a session of 10,000 bytes", 400, "bad-field", { session: "x".repeat(10000) }],
  ["a message that is a number", 400, "bad-field", { message: 1 }],
  ["a message of a megabyte", 413, "too-large", { message: "x".repeat(1_000_000) }],
  ["a profile that is none", 400, "bad-field", { profile: "brave" }],
  ["confirmed that is a text", 400, "bad-field", { confirmed: "true" }],
  ["typing that is a text", 400, "bad-field", { typing: "1,2" }],
  ["typing with a text", 400, "bad-field", { typing: ["1"] }],
  ["typing with a fraction", 400, "bad-field", { typing: [1.5] }],
  ["typing that goes back in time", 400, "bad-field", { typing: [-1] }],
  ["typing that takes ages", 400, "bad-field", { typing: [600001] }],
  ["typing of 1,025 keys", 400, "bad-field", { typing: Array.from({ length: 1025 }, () => 100) }],
  ["a response that is too long", 400, "bad-field", { response: "a".repeat(4097) }],
];
for (const [name, status, code, fields] of REFUSED) {
  test(`refused: ${name}`, async () => {
    const reply = await server.post("/v1/authenticate", { secret: server.secret, user: "zoe", ...fields });
    assert.deepEqual([reply.status, reply.json.error.code], [status, code]);
  });
}

test("text that is not UTF-8 is refused, and other media types are", async () => {
  const body = Buffer.concat([Buffer.from(`{"secret":"${server.secret}","user":"z`), Buffer.from([0xff]), Buffer.from('"}')]);
  const bad = await server.request("/v1/authenticate", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  assert.deepEqual([bad.status, bad.json.error.code], [400, "malformed"]);
  const form = await server.form("/v1/authenticate", { secret: server.secret, user: "zoe" });
  assert.equal(form.status, 415);
  assert.equal((await server.request("/v1/authenticate")).status, 405);
});

test("the longest message that is looked at is taken, and a longer one is cut", async () => {
  for (const length of [65536, 90000]) {
    const reply = await authenticate({ user: "long", message: "Word. ".repeat(length / 6), confirmed: true, profile: "fast" });
    assert.equal(reply.learned, true);
  }
});

test("a wrong secret is junk, which has a budget; a site's server has none", async (t) => {
  const strict = await Server.during(t, { config: "budget: {window_s: 3600, junk: 2, challenge: 1, answer: 1}\n" });
  for (let i = 0; i < 6; i++) assert.equal((await authenticate({ user: "zoe" }, strict)).is_human, false);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await strict.post("/v1/authenticate", { secret: "tss_wrong", user: "zoe" })).status);
  assert.deepEqual([statuses[0], statuses[3]], [403, 429]);
  assert.equal((await authenticate({ user: "zoe" }, strict)).is_human, false, "only junk is refused");
});

test("results are counted", async () => {
  const family = "tessera_authentications_total";
  const grown = await counted(server, async () => {
    await authenticate({ user: "counted" });
    await authenticate({ user: "counted", profile: "fast" });
    await authenticate({ user: "counted", profile: "fast", response: "x" });
    await server.post("/v1/authenticate", { user: "counted" });
    const { challenge } = await authenticate({ user: "counted" });
    await authenticate({ user: "counted", response: await passOf(challenge.order) });
  }, family);
  assert.deepEqual(grown, { challenge: 2, unknown: 1, refused: 1, "bad-request": 1, human: 1 });
});

test("records that hang take no more than half of the waiters, and answers go on", async (t) => {
  const { env, hang, goOn } = hanging();
  const hung = await Server.during(t, { config: `${FAST}workers: 4\n`, env });
  await authenticate({ user: "zoe", message: messageOf(CALM, 1), confirmed: true }, hung);
  hang("records.db");
  let settled = 0;
  const waiting = Array.from({ length: 8 }, (_, i) =>
    hung.post("/v1/authenticate", { secret: hung.secret, user: `u${i}`, message: messageOf(CALM, 1), confirmed: true })
      .finally(() => settled++));
  const { token, truth } = await hung.challenge();
  const verdict = await unlessHung(hung.answer(token, truth));
  assert.ok(await eventually(() => settled === 6), `${settled} of 6 are refused while it hangs`);
  goOn();
  assert.equal(verdict, "pass");
  const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 503, 503, 503, 503, 503, 503]);
});

test("records that can't be written: what must be counted is refused, all else goes on", async (t) => {
  const locked = await Server.during(t);
  await authenticate({ user: "zoe", profile: "paranoid" }, locked);
  const folder = locked.data;
  const lock = spawnSync("sqlite3", [join(folder, "records.db"), "ALTER TABLE user_states RENAME TO gone;"], { encoding: "utf8" });
  assert.equal(lock.status, 0, lock.stderr);
  const { status, json } = await locked.post("/v1/authenticate", { secret: locked.secret, user: "zoe", profile: "paranoid" });
  assert.deepEqual([status, json.error.code], [503, "unavailable"]);
  const balanced = await authenticate({ user: "zoe", message: messageOf(CALM, 1), confirmed: true }, locked);
  assert.deepEqual([balanced.learned, balanced.metadata.details.cultural_biometrics, balanced.challenge.required],
    [false, { is_available: false }, true]);
  assert.equal((await authenticate({ user: "zoe", response: await passOf(balanced.challenge.order, {}, locked) }, locked)).is_human, true);
});

// S3D-1
test("on PostgreSQL: what is kept outlives a restart of both, and while it is away nobody waits for long", async (t) => {
  const postgres = await Postgres.during(t);
  const env = { TESSERA_STORE_RECORDS: postgres.url };
  assert.equal(run(["migrate"], { env }).status, 0);
  const on = new Server({ config: FAST, truth: true, env });
  const { stdout } = run(["site", "add", "test", "--data", on.data], { env });
  on.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(stdout)?.[1]);
  await on.up();
  t.after(() => on.down());
  await teach("zoe", CALM, on);
  for (let i = 1; i < 9; i++) await authenticate({ user: "zoe", profile: "paranoid", message: messageOf(CALM, i) }, on);
  assert.equal((await authenticate({ user: "zoe", message: messageOf(CALM, 1) }, on)).is_human, true);
  await postgres.down("SIGINT");
  const away = await authenticate({ user: "zoe", message: messageOf(CALM, 1) }, on);
  assert.deepEqual([away.is_human, away.metadata.details.cultural_biometrics, away.challenge.required], [false, { is_available: false }, true]);
  const { status } = await on.post("/v1/authenticate", { secret: on.secret, user: "zoe", profile: "paranoid" });
  assert.equal(status, 503);
  await postgres.up();
  await on.again();
  assert.equal((await authenticate({ user: "zoe", message: messageOf(CALM, 1) }, on)).is_human, true);
  const reasons = [];
  for (let i = 0; i < 2; i++) reasons.push((await authenticate({ user: "zoe", profile: "paranoid", message: messageOf(CALM, 1) }, on)).challenge?.reason);
  assert.deepEqual(reasons, [undefined, "periodic"]);
});

// S3D-1, S3D-6
test("the example in the docs, in C", () => {
  const docs = readFileSync(join(ROOT, "docs/authentication.md"), "utf8");
  const [, code] = /** @type {RegExpExecArray} */ (/```c\n([^]*?)```/.exec(docs));
  const [, printed] = /** @type {RegExpExecArray} */ (/```\n(a person, [^]*?)```/.exec(docs));
  const folder = temporaryFolder();
  writeFileSync(join(folder, "auth.c"), code);
  const built = spawnSync("cc", ["-Wall", "-Wextra", "-Werror", `-I${join(ROOT, "include")}`, join(folder, "auth.c"),
    join(ROOT, "build/libtessera.a"), "-lcrypto", "-lisal", "-o", join(folder, "auth")], { encoding: "utf8" });
  assert.equal(built.stderr, "");
  assert.equal(spawnSync(join(folder, "auth"), { encoding: "utf8" }).stdout, printed);
});

test("no more is kept of a user than there is use for", async (t) => {
  const own = await Server.during(t);
  await teach("zoe", CALM, own);
  const rows = (/** @type {string} */ user) => spawnSync("sqlite3", [join(own.data, "records.db"),
    `SELECT count(*) FROM user_states WHERE user_id = '${user}'`], { encoding: "utf8" }).stdout.trim();
  assert.equal(rows("zoe"), "1", "the style alone: fast counts nothing");
  await authenticate({ user: "zoe" }, own);
  assert.equal(rows("zoe"), "2", "and the order that is open");
});
