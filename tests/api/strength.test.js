// What a pass says of itself, what a site says that it takes, and the still picture for those who want no motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useEarlyClock, eventually, FAST, run, Server } from "../lib/tessera.js";
import { work } from "../lib/work.js";

useEarlyClock();

const OPEN = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\n";
const CHOOSE = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true, strength: friction, accepts: [still, puzzle, audio, pow]}\n";

/** A pass that was got while all was taken. @param {Server} server @param {Record<string, unknown>} words */
const pass = (server, words) => server.pass({ type: undefined, ...words });

// -------------------------------------------------------------- what it says

test("a pass says what it is worth and what it cost", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  const { token, truth, type, round } = await server.challenge({ type: undefined });
  assert.deepEqual([type, round], ["hidden", 1]);
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  const told = await server.verify({ response: json.response });
  const { success, strength, rounds, alternative, confidence, pace } = told;
  assert.deepEqual({ success, strength, rounds, alternative, confidence },
    { success: true, strength: "off-the-shelf", rounds: 1, alternative: "", confidence: 0.5 });
  assert.deepEqual([pace.work, Object.keys(pace)], [0, ["work", "seconds"]]);
  assert.ok(pace.seconds >= 0 && pace.seconds < 60, `${pace.seconds}`);
});

test("two rounds are told as two, and the seconds are those of both", async (t) => {
  const server = await Server.during(t, { config: `${OPEN.replace("{submit", "{rounds_min: 2, submit")}` });
  const first = await server.challenge({ type: undefined });
  const started = Date.now();
  const { json: { state, challenge }, headers } = await server.post("/v1/answer", { token: first.token, answer: first.truth });
  assert.equal(state, "next");
  const { json } = await server.post("/v1/answer", { token: challenge.token, answer: headers.get("tessera-truth") });
  const told = await server.verify({ response: json.response });
  assert.deepEqual([told.success, told.rounds, told.strength, told.confidence], [true, 2, "off-the-shelf", 0.5]);
  assert.ok(told.pace.seconds <= (Date.now() - started) / 1000 + 5);
});

// -------------------------------------------------------- what a site takes

/** @type {[string, string[], Record<string, unknown>, string | true][]} */
const TAKEN = [
  ["friction, where it takes no more than off-the-shelf", ["--strength", "off-the-shelf"], { type: "human" }, "strength-not-accepted"],
  ["friction, where it takes that", ["--strength", "friction"], { type: "human" }, true],
  ["a type that it does not ask", ["--types", "scene,hidden"], { type: "human" }, "type-not-accepted"],
  ["a type that it asks", ["--types", "scene,human"], { type: "human" }, true],
  ["what is strong enough", ["--strength", "off-the-shelf"], { type: "hidden" }, true],
  ["one round, where it wants two", ["--rounds", "2"], { type: "hidden" }, "rounds-not-accepted"],
  ["an alternative that it does not take", ["--alternatives", "audio"], { alternative: "puzzle" }, "alternative-not-accepted"],
  ["an alternative, where it takes none", ["--alternatives", "none"], { alternative: "still" }, "alternative-not-accepted"],
  ["an alternative that it takes, whatever else it wants", ["--strength", "off-the-shelf", "--types", "hidden", "--rounds", "3", "--alternatives", "puzzle"], { alternative: "puzzle" }, true],
];
const ALL = ["--types", "default", "--strength", "default", "--rounds", "default", "--alternatives", "default"];

test("a pass is redeemed by what the site takes when it is redeemed", async (t) => {
  const server = await Server.during(t, { config: CHOOSE });
  for (const [name, wishes, words, expected] of TAKEN) {
    await server.set(...ALL);
    const response = await pass(server, words);
    await server.set(...wishes);
    const told = await server.verify({ response });
    if (expected === true) assert.equal(told.success, true, `${name}: ${JSON.stringify(told)}`);
    else {
      assert.deepEqual(told, { success: false, "error-codes": [expected] }, name);
      await server.set(...ALL); // it was not used up
      assert.equal((await server.verify({ response })).success, true, name);
      assert.deepEqual((await server.verify({ response }))["error-codes"], ["timeout-or-duplicate"], name);
    }
  }
  assert.ok((await server.metric('tessera_verifications_total{result="not-accepted"}') ?? 0) >= 5);
});

test("what a site does not take is not handed out, and what it does not offer can't be had", async (t) => {
  const server = await Server.during(t, { config: CHOOSE });
  const ask = (/** @type {Record<string, unknown>} */ words) => server.post("/v1/challenge", { sitekey: server.sitekey, ...words });
  await server.set("--types", "human,scene", "--strength", "friction", "--alternatives", "pow");
  assert.deepEqual([(await ask({ type: "human" })).status, (await ask({ type: "predator" })).json.error.code], [200, "unknown-type"]);
  for (let i = 0; i < 20; i++) assert.ok(["human", "scene"].includes((await ask({})).json.type));
  assert.deepEqual((await ask({ type: "human" })).json.alternatives, ["pow"]);
  for (const alternative of ["puzzle", "audio", "still"]) assert.equal((await ask({ alternative })).status, 400, alternative);
  await server.set("--types", "default", "--strength", "off-the-shelf", "--alternatives", "none");
  assert.deepEqual([(await ask({})).json.type, (await ask({})).json.alternatives], ["hidden", []]);
  assert.equal((await ask({ type: "human" })).json.error.code, "unknown-type");
});

test("other sites stay as they were", async (t) => {
  const server = await Server.during(t, { config: CHOOSE });
  const first = { sitekey: server.sitekey, secret: server.secret };
  server.addSite("other");
  assert.equal(run(["site", "set", "other", "--types", "scene", "--strength", "off-the-shelf", "--data", server.data]).status, 0);
  assert.ok(await eventually(async () => (await server.post("/v1/challenge", { sitekey: server.sitekey })).status === 200));
  const response = await pass(server, { type: "human", sitekey: first.sitekey });
  assert.equal((await server.verify({ secret: first.secret, response })).success, true);
});

test("rounds that a site wants are asked of everybody there", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  await server.set("--rounds", "2");
  const { token, truth, rounds } = await server.challenge({ type: undefined });
  assert.equal(rounds, 2);
  const { json, headers } = await server.post("/v1/answer", { token, answer: truth });
  assert.equal(json.state, "next");
  const { json: last } = await server.post("/v1/answer", { token: json.challenge.token, answer: headers.get("tessera-truth") });
  assert.equal((await server.verify({ response: last.response })).success, true);
});

// ------------------------------------------------------------ the still picture

test("who wants no motion gets a still picture, by itself or by asking", async (t) => { // S3D-23
  const server = await Server.during(t, { config: OPEN });
  for (const words of [{ motion: "reduce" }, { alternative: "still" }, { alternative: "still", motion: "reduce" }]) {
    const made = await server.challenge({ type: undefined, ...words });
    assert.ok(["predator", "human", "emotions", "scene"].includes(made.type), made.type);
    assert.equal(made.view.animation, undefined);
    assert.ok(!made.alternatives.includes("still"));
    const { json } = await server.post("/v1/answer", { token: made.token, answer: made.truth });
    const { success, strength, alternative, confidence } = await server.verify({ response: json.response });
    assert.deepEqual([success, strength, alternative, confidence], [true, "friction", "still", 0.5]);
  }
  assert.ok((await server.challenge({ type: undefined })).alternatives.includes("still"));
});

test("a page that chose what moves gets a still picture for whom wants no motion, or what moves where the site takes none", async (t) => {
  const server = await Server.during(t);
  const chosen = { type: "hidden", motion: "reduce" };
  for (const sitekey of [server.sitekey, "demo"]) {
    const { type, view } = await server.challenge({ ...chosen, sitekey });
    assert.notEqual(type, "hidden", sitekey);
    assert.equal(view.animation, undefined, sitekey);
  }
  await server.set("--alternatives", "none");
  const { type, token, truth } = await server.challenge(chosen);
  assert.equal(type, "hidden");
  assert.equal(await server.answer(token, truth), "pass");
});

test("asking again for a still picture brings the same type", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  const types = new Set();
  for (let i = 0; i < 60; i++) types.add((await server.challenge({ type: undefined, motion: "reduce", lang: ["de", "ja"][i % 2] })).type);
  assert.ok(types.size <= 2, [...types].join()); // 2: the network's time ended meanwhile
});

test("a site that takes friction asks a still picture as what it is", async (t) => {
  const server = await Server.during(t, { config: `${OPEN.replace("{submit", "{strength: friction, submit")}` });
  const told = await server.verify({ response: await server.pass({ type: undefined, motion: "reduce" }) });
  assert.deepEqual([told.success, told.strength, told.alternative], [true, "friction", ""]);
});

test("a site that takes no still picture shows its own, which plays when somebody starts it", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  await server.set("--alternatives", "pow");
  assert.equal((await server.challenge({ type: undefined, motion: "reduce" })).type, "hidden");
});

test("still pictures have a budget of their own, for an hour", async (t) => {
  const server = await Server.during(t, { config: "budget: {still: 3, alternative: 2}\n" });
  const ask = async (/** @type {Record<string, unknown>} */ words) => (await server.post("/v1/challenge", { sitekey: server.sitekey, ...words })).status;
  const statuses = [];
  for (const words of [{ motion: "reduce" }, { alternative: "still" }, { motion: "reduce" }, { motion: "reduce" }, { alternative: "still" },
    { alternative: "pow" }, { alternative: "pow" }, { alternative: "pow" }, {}]) statuses.push(await ask(words));
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 200, 200, 429, 200]);
  const { headers } = await server.post("/v1/challenge", { sitekey: server.sitekey, motion: "reduce" });
  assert.ok(Number(headers.get("retry-after")) > 60, "an hour is not over in a minute");
});

test("work is friction, too", async (t) => {
  const server = await Server.during(t, { config: FAST });
  const { json: made } = await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "pow" });
  const { json } = await server.post("/v1/answer", { token: made.token, answer: "", work: work(made.work) });
  const told = await server.verify({ response: json.response });
  assert.deepEqual([told.success, told.strength, told.alternative, told.confidence], [true, "friction", "pow", 0.5]);
  assert.equal(told.pace.work, made.work.evaluations);
});
