// A site of profile `login`: objects to be recognised, or work, or a person, and no cognitive function test (WCAG 2.2, 3.3.8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { useEarlyClock, FAST, passThinkingTime, run, Server, temporaryFolder } from "../lib/tessera.js";
import { work } from "../lib/work.js";

useEarlyClock();

const CHOOSE = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true, accepts: [still, puzzle, audio, pow, review]}\n" +
  "accessibility: {fallback_method: human_review, max_failures_before_fallback: 3}\n";
const TESTS = ["spatial", "predator", "emotions", "scene", "puzzle"];

/** @param {Server} server @param {Record<string, unknown>} [words] */
const ask = (server, words = {}) => server.post("/v1/challenge", { sitekey: server.sitekey, ...words });

test("a login asks for what an object is, offers work, a still one and a person, and nothing else can be had", async (t) => {
  const server = await Server.during(t, { config: CHOOSE });
  assert.deepEqual((await ask(server)).json.alternatives, ["still", "puzzle", "audio", "pow", "review"]); // what it takes otherwise
  await server.set("--profile", "login");
  for (const type of TESTS) assert.equal((await ask(server, { type })).json.error.code, "unknown-type", type);
  for (const alternative of ["puzzle", "audio"]) assert.equal((await ask(server, { alternative })).status, 400, alternative);
  for (let i = 0; i < 10; i++) {
    const { json } = await ask(server);
    assert.deepEqual([json.type, json.alternatives], ["hidden", ["still", "pow", "review"]]);
  }
  for (const words of [{ motion: "reduce" }, { alternative: "still" }, { alternative: "still", motion: "reduce" }]) {
    for (let i = 0; i < 10; i++) assert.equal((await ask(server, words)).json.type, "human");
  }
  await server.set("--strength", "friction");
  const types = new Set();
  for (let i = 0; i < 40; i++) types.add((await ask(server)).json.type); // by 2^-39 not both
  assert.deepEqual([...types].sort(), ["hidden", "human"]);
  await server.set("--profile", "default");
  assert.equal((await ask(server, { type: "scene" })).status, 200);
});

test("a still picture of a login is one of objects, even where its own types all move", async (t) => {
  const server = await Server.during(t, { config: CHOOSE });
  await server.set("--profile", "login", "--types", "hidden");
  for (let i = 0; i < 20; i++) assert.equal((await ask(server, { motion: "reduce" })).json.type, "human");
});

/** @type {[Record<string, unknown>, string | true][]} */
const TAKEN = [
  [{ type: "hidden" }, true],
  [{ alternative: "still" }, true],
  [{ type: "scene" }, "type-not-accepted"],
  [{ type: "predator" }, "type-not-accepted"],
  [{ alternative: "puzzle" }, "alternative-not-accepted"],
  [{ alternative: "audio" }, "alternative-not-accepted"],
];

test("a login redeems what it asks and offers, and nothing that was got otherwise", async (t) => {
  const server = await Server.during(t, { config: CHOOSE.replace("client_may", "strength: friction, client_may") });
  const responses = [];
  for (const [words] of TAKEN) responses.push(await server.pass({ type: undefined, ...words }));
  await server.set("--profile", "login");
  for (const [words, expected] of TAKEN) {
    const response = responses.shift();
    const told = await server.verify({ response });
    if (expected === true) assert.equal(told.success, true, JSON.stringify([words, told]));
    else assert.deepEqual(told, { success: false, "error-codes": [expected] }, JSON.stringify(words));
  }
});

test("work is a way into a login, told as what it is, and on its budget as everywhere", async (t) => {
  const server = await Server.during(t, { config: FAST.replace(/^budget:.*$/m, "budget: {alternative: 2, still: 1}").replace("{submit", "{pow_work: 1, submit") });
  await server.set("--profile", "login", "--strength", "off-the-shelf");
  const { json: made } = await ask(server, { alternative: "pow" });
  const { json } = await server.post("/v1/answer", { token: made.token, answer: "", work: work(made.work) });
  const { success, type, strength, alternative, confidence } = await server.verify({ response: json.response });
  assert.deepEqual({ success, type, strength, alternative, confidence },
    { success: true, type: "pow", strength: "friction", alternative: "pow", confidence: 0.5 });
  const statuses = [];
  for (const words of [{ alternative: "pow" }, { alternative: "pow" }, { alternative: "still" }, { alternative: "still" }, {}]) {
    statuses.push((await ask(server, words)).status);
  }
  assert.deepEqual(statuses, [200, 429, 200, 429, 200]);
});

test("what a login's own server orders is no cognitive test either", async (t) => {
  const server = await Server.during(t, { config: "challenge: {submit_after_ms: 0}\n" });
  const order = async () => (await server.post("/v1/authenticate", { secret: server.secret, user: "new" })).json.challenge.order;
  assert.equal((await ask(server, { order: await order() })).json.type, "scene");
  await server.set("--profile", "login");
  const { json, headers } = await ask(server, { order: await order() });
  assert.equal(json.type, "hidden");
  passThinkingTime();
  const { json: { state, response } } = await server.post("/v1/answer",
    { token: json.token, answer: headers.get("tessera-truth"), ...(json.work && { work: work(json.work) }) });
  assert.equal(state, "pass");
  const told = (await server.post("/v1/authenticate", { secret: server.secret, user: "new", response })).json;
  assert.equal(told.metadata.details.spatial_captcha.outcome, "correct", JSON.stringify(told));
});

// ------------------------------------------------------------------ tessera site

const BLIND = /warning: visitors who can't see the pictures can't pass/;
/** What `site set` says of wishes: its status, and what it prints. @type {[string[], number, RegExp | null][]} */
const SAID = [
  [["--profile", "login"], 0, null],
  [["--types", "human"], 0, /WARNING: programs solve these of its --types .* off-the-shelf allows: human\./],
  [["--types", "scene,puzzle"], 1, /the recognition of objects alone, hidden and human: none of them/],
  [["--alternatives", "audio,pow"], 1, /offers no puzzle and no audio, which are cognitive function tests/],
  [["--types", "human", "--strength", "friction"], 0, null],
  [["--strength", "off-the-shelf"], 0, /WARNING: .*: human\. They are asked, as often as the others, and their passes are accepted/],
  [["--types", "default", "--strength", "off-the-shelf"], 0, /visitors who can't see pass by pow, as friction, with a confidence of 0\.50 at most: .* shuts these visitors out/],
  [["--alternatives", "still"], 0, BLIND],
  [["--fail", "closed"], 0, BLIND],
  [["--alternatives", "none"], 0, BLIND],
  [["--profile", "default", "--alternatives", "audio"], 0, null],
  [["--strength", "off-the-shelf"], 0, /visitors who can't see pass by audio, as friction/],
  [["--types", "hidden,puzzle,human"], 0, /WARNING: programs solve these of its --types .*: human, puzzle\./],
  [["--profile", "login"], 1, /offers no puzzle and no audio/],
  [["--profile", "lobby"], 2, /--profile: expected login or default/],
];

test("site set tells what can't be, and whom it would shut out", () => {
  const data = temporaryFolder();
  const site = (/** @type {string[]} */ ...words) => run(["site", ...words, "--data", data]);
  assert.equal(site("add", "door").status, 0);
  for (const [wishes, status, said] of SAID) {
    const before = site("show", "door").stdout;
    const told = site("set", "door", ...wishes);
    assert.equal(told.status, status, `${wishes}: ${told.stderr}`);
    if (said === null) assert.equal(told.stderr, "", `${wishes}`);
    else assert.match(told.stderr, said, `${wishes}`);
    if (status !== 0) assert.equal(site("show", "door").stdout, before, `${wishes}: nothing was kept`);
  }
  /* Nothing that the config has and a login may ask is strong enough. */
  const weak = run(["site", "add", "gate", "--profile", "login", "--data", data], { env: { TESSERA_CHALLENGE_TYPES: "human,scene" } });
  assert.equal(weak.status, 1);
  assert.match(weak.stderr, /add hidden to challenge\.types, or say --strength friction/);
});

test("a site is added as a login, shown as one, and stays one when all else changes", () => {
  const data = temporaryFolder();
  const site = (/** @type {string[]} */ ...words) => run(["site", ...words, "--data", data]);
  assert.match(site("add", "door", "--profile", "login").stdout, /^sitekey: ts_/);
  site("add", "shop");
  assert.match(site("show", "door").stdout, /^profile: login$/m);
  assert.match(site("show", "shop").stdout, /^profile: default$/m);
  for (const words of [["set", "door", "--rounds", "2"], ["set", "door", "--difficulty", "hard"], ["rotate", "door"]]) assert.equal(site(...words).status, 0);
  assert.match(site("show", "door").stdout, /^profile: login$/m);
  assert.match(site("list", "--profile", "login").stderr, /--hostname and --profile go with add and set/);
  assert.match(site("add", "third", "--rounds", "2").stderr, /go with set/);
  const config = run(["site", "set", "door", "--rounds", "1", "--data", data], { env: { TESSERA_CHALLENGE_POW_WORK: "0" } });
  assert.deepEqual([config.status, BLIND.test(config.stderr)], [0, true], "the config has no work");
});
