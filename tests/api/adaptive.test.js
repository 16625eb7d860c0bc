// How difficult challenges are: the config's level, the site's, and that of a user for whom the site vouches.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { hanging } from "../lib/hang.js";
import { Postgres } from "../lib/postgres.js";
import { Server, useEarlyClock, eventually, run, patience, serverNow } from "../lib/tessera.js";

useEarlyClock();

/** Nobody chooses, nothing is refused. @param {string} [more] */
const plain = (more = "") => `budget: {enabled: false}\nchallenge: {submit_after_ms: 0${more}}\n`;

/** @param {Server} server @param {string} sql */
const ask = (server, sql) =>
  spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(server.data, "records.db"), sql], { encoding: "utf8" }).stdout.trim();

/** What somebody says who is that user, with the site's word for it. @param {Server} server @param {string} user */
const proven = (server, user) => ({ user, user_proof: userProof(server.secret, server.sitekey, user, 600, Math.floor(serverNow() / 1000)) });

/** How often a level was chosen without the profile, since the records took too long. @param {Server} server */
const missed = async (server) => Number(await server.metric("tessera_profiles_missed_total"));

/** A challenge of the lot. @param {Server} server @param {Record<string, unknown>} [words] */
const given = (server, words = {}) => server.challenge({ type: undefined, ...words });

/** A challenge whose level follows from the profile: on a slow machine it may come without, and is then asked for again.
 * @param {Server} server @param {Record<string, unknown>} words */
async function weighed(server, words) {
  for (;;) {
    const before = await missed(server);
    const challenge = await given(server, words);
    if (await missed(server) === before) return challenge;
  }
}

/** @param {Server} server @param {Record<string, unknown>} [words] */
const levelOf = async (server, words = {}) => (await weighed(server, words)).difficulty;

/** The level that is chosen while the records can't be read. @param {Server} server @param {Record<string, unknown>} [words] */
const levelWithout = async (server, words) => (await given(server, words)).difficulty;

/** @param {string} type @param {string} truth */
const wrongOf = (type, truth) =>
  ({ puzzle: "0".repeat(16), predator: "0,1,2,3,4,5" }[/** @type {"puzzle"} */ (type)] ?? (truth === "0" ? "1" : "0"));

/** Answers a challenge of whatever level it is, and waits until that is in the profile, where somebody vouches for it.
 * @param {Server} server @param {Record<string, any>} words @param {boolean} isRight */
async function answer(server, words, isRight) {
  const profile = () => Number(ask(server,
    `SELECT sum(challenges_completed) FROM spatial_user_profiles WHERE user_id = '${words.user}' AND site = '${server.sitekey}'`));
  const before = profile();
  const { token, truth, difficulty, type } = await weighed(server, words);
  assert.equal(await server.answer(token, isRight ? truth : wrongOf(type, truth)), isRight ? "pass" : "incorrect");
  if (words.user_proof) assert.ok(await eventually(() => profile() === before + 1), server.stderr);
  return difficulty;
}

/** @param {Server} server @param {Record<string, any>} words @param {boolean[]} answers */
async function answers(server, words, answers) {
  const levels = [];
  for (const isRight of answers) levels.push(await answer(server, words, isRight));
  return levels;
}

/** What the profile of a user of the server's site recommends. @param {Server} server @param {string} user */
const recommended = (server, user) =>
  ask(server, `SELECT recommended_difficulty FROM spatial_user_profiles WHERE user_id = '${user}' AND site = '${server.sitekey}'`);

const RIGHT5 = Array(5).fill(true);

test("who does well gets hard, who fails it comes back; nobody else does", async (t) => {
  /* S3D-20, S3D-21, S3D-22 */
  const server = await Server.during(t, { config: plain() });
  const ann = proven(server, "ann");
  const first = [server.sitekey, server.secret];
  assert.deepEqual(await answers(server, ann, RIGHT5), Array(5).fill("medium"));
  assert.equal(await levelOf(server, ann), "hard");

  assert.equal(await levelOf(server, { user: "ann" }), "medium", "anybody can say so");
  assert.equal(await levelOf(server, proven(server, "ANN")), "medium", "another user");
  assert.equal(await levelOf(server), "medium");
  server.addSite("other");
  assert.ok(await eventually(async () => (await server.post("/v1/challenge", { sitekey: server.sitekey })).status === 200));
  assert.equal(await levelOf(server, proven(server, "ann")), "medium", "another site's user of that name");
  [server.sitekey, server.secret] = first;

  await answers(server, { user: "ann" }, [false, false, false]);
  assert.equal(await levelOf(server, ann), "hard", "what somebody claims changes nothing");

  await server.again();
  assert.equal(await levelOf(server, ann), "hard", "a restart keeps it");
  assert.deepEqual(await answers(server, ann, [false, false, false]), ["hard", "hard", "hard"]);
  assert.equal(await levelOf(server, ann), "medium");
  /* Only what came after counts: the way up is open again. */
  assert.deepEqual(await answers(server, ann, RIGHT5), Array(5).fill("medium"));
  assert.equal(await levelOf(server, ann), "hard");
});

test("every way up and down, twice, also after a restart", async (t) => {
  /* S3D-20, S3D-21 */
  const server = await Server.during(t, { config: plain() });
  const cat = proven(server, "cat");
  const way = /** @type {[string, boolean, number][]} */ ([
    ["medium", false, 3], ["easy", true, 3], ["medium", true, 5], ["hard", false, 3],
  ]);
  for (let round = 0; round < 2; round++) {
    for (const [level, isRight, count] of way)
      assert.deepEqual(await answers(server, cat, Array(count).fill(isRight)), Array(count).fill(level));
    await server.again();
  }
  assert.equal(await levelOf(server, cat), "medium");
});

test("profiles of earlier releases keep their level, and go on from there", async (t) => {
  /* S3D-20 */
  const server = await Server.during(t, { config: plain() });
  const dan = proven(server, "dan");
  await answers(server, dan, [true]);
  /* Settled at medium, five right of five, after three wrong ones at hard. */
  ask(server, `UPDATE spatial_user_profiles SET challenges_completed = 8, challenges_passed = 5, medium_completed = 5,
    medium_passed = 5, hard_completed = 3, hard_passed = 0, recommended_difficulty = 'medium'`);
  assert.equal(await levelOf(server, dan), "hard", "the rule holds");
  assert.deepEqual(await answers(server, dan, [true, false, false, false]), Array(4).fill("hard"));
  assert.equal(await levelOf(server, dan), "medium");
});

test("who fails medium gets easy, and medium again", async (t) => {
  /* S3D-20, S3D-21 */
  const server = await Server.during(t, { config: plain() });
  const bob = proven(server, "bob");
  assert.deepEqual(await answers(server, bob, [true, false, false]), ["medium", "medium", "medium"]);
  assert.deepEqual(await answers(server, bob, [true, true]), ["easy", "easy"]);
  assert.equal(await levelOf(server, bob), "easy", "an answer less than three");
  assert.deepEqual(await answers(server, bob, [true]), ["easy"]);
  assert.equal(await levelOf(server, bob), "medium", "three of three");
});

test("the profile says what comes next", async (t) => {
  /* S3D-15 */
  const server = await Server.during(t, { config: plain() });
  const ann = proven(server, "ann");
  for (const [isRight, level] of /** @type {[boolean, string][]} */ ([
    [true, "medium"], [true, "medium"], [true, "medium"], [true, "medium"], [true, "hard"],
    [false, "hard"], [false, "hard"], [false, "medium"], [true, "medium"],
  ])) {
    await answer(server, ann, isRight);
    assert.equal(recommended(server, "ann"), level);
    assert.equal(await levelOf(server, ann), level);
  }
  run(["site", "set", "test", "--difficulty", "hard", "--data", server.data]);
  assert.ok(await eventually(async () => (await levelOf(server)) === "hard"));
  await answer(server, ann, false);
  assert.equal(recommended(server, "ann"), "hard", "never less than the site asks for");
  const shown = () => run(["stats", "--user", "ann", "--data", server.data]).stdout;
  assert.match(shown(), /\nsite +easy +medium +hard +recommended\ntest +0 of +0 +6 of +6 +0 of +4 +hard\n$/);
  run(["site", "set", "test", "--difficulty", "default", "--data", server.data]);
  assert.match(shown(), /0 of +4 +hard\n$/, "until the rules lead away from it");
  const json = JSON.parse(run(["stats", "--user", "ann", "--json", "--data", server.data]).stdout);
  assert.deepEqual(json.spatial_user_profiles, [{ site: "test", easy_completed: 0, easy_passed: 0, medium_completed: 6,
    medium_passed: 6, hard_completed: 4, hard_passed: 0, recommended_difficulty: "hard" }]);
  assert.deepEqual(JSON.parse(run(["stats", "--user", "none", "--json", "--data", server.data]).stdout).spatial_user_profiles, []);
  assert.equal(JSON.parse(run(["stats", "--json", "--data", server.data]).stdout).spatial_user_profiles, undefined);
  run(["site", "set", "test", "--difficulty", "hard", "--data", server.data]);
  assert.ok(await eventually(async () => (await levelOf(server)) === "hard"));
  await server.challenge({ type: undefined, ...ann }).then(({ token, truth }) => server.answer(token, truth));
  await server.down(); // writes what waits
  assert.equal(recommended(server, "ann"), "hard");
});

test("adaptive.enabled: false and adaptive.min_attempts_before_adapt", async (t) => {
  const server = await Server.during(t, { config: `${plain()}adaptive: {enabled: false}\n` });
  const ann = proven(server, "ann");
  await answers(server, ann, RIGHT5);
  assert.equal(await levelOf(server, ann), "medium");
  await server.again({ config: `${plain()}adaptive: {min_attempts_before_adapt: 6}\n` });
  assert.equal(await levelOf(server, ann), "hard", "as was recommended");
  const eve = proven(server, "eve");
  await answers(server, eve, RIGHT5);
  assert.equal(await levelOf(server, eve), "medium");
  await answers(server, eve, [true]);
  assert.equal(await levelOf(server, eve), "hard");
});

test("a site's own difficulty: where nobody chooses, all of its challenges have it", async (t) => {
  const server = await Server.during(t, { config: plain() });
  assert.equal(await levelOf(server), "medium");
  const set = (/** @type {string} */ level) => run(["site", "set", "test", "--difficulty", level, "--data", server.data]);
  for (const level of ["hard", "easy"]) {
    assert.equal(set(level).status, 0);
    assert.ok(await eventually(async () => (await levelOf(server)) === level), "a running server sees it");
    assert.equal(await levelOf(server, { difficulty: "medium" }), level, "whatever is asked for");
    const told = await server.verify({ response: await server.pass({ type: undefined, session: level }) });
    assert.deepEqual([told.success, told.difficulty], [true, level]);
    assert.ok(await eventually(() => ask(server, `SELECT difficulty FROM spatial_challenges WHERE session_id = '${level}'`) === level));
  }
  assert.equal(set("default").status, 0);
  assert.ok(await eventually(async () => (await levelOf(server)) === "medium"));
});

test("what is picked is strong enough at that difficulty", async (t) => {
  const config = (/** @type {string} */ level) =>
    `trusted_proxies: [127.0.0.1]\n${plain(`, strength: friction, default_difficulty: ${level}`)}`;
  const server = await Server.during(t, { config: config("hard") });
  const types = async () => {
    const found = new Set();
    for (let i = 0; i < 150; i++) { // that leaves one of five out once in 10^13 times
      const { type, difficulty } = await server.challenge({ type: undefined }, { "X-Forwarded-For": `10.7.${i}.1` });
      found.add(type);
      assert.ok(server.options.config?.includes(`default_difficulty: ${difficulty}`));
    }
    return [...found].sort();
  };
  assert.deepEqual(await types(), ["emotions", "hidden", "human", "predator", "scene"]);
  await server.again({ config: config("easy") });
  assert.deepEqual(await types(), ["emotions", "hidden", "human", "predator", "scene"]);
});

test("nobody gets less than their site asks for, however often they fail", async (t) => {
  const server = await Server.during(t, { config: plain() });
  run(["site", "set", "test", "--difficulty", "medium", "--data", server.data]);
  const bob = proven(server, "bob"), ann = proven(server, "ann");
  await answers(server, bob, Array(4).fill(false));
  assert.ok(await eventually(async () => (await levelOf(server, bob)) === "medium"), "the site's own level");
  await answers(server, ann, RIGHT5);
  assert.equal(await levelOf(server, ann), "hard", "more is given");
  run(["site", "set", "test", "--difficulty", "hard", "--data", server.data]);
  assert.ok(await eventually(async () => (await levelOf(server, bob)) === "hard"));
});

test("where clients may choose, that counts; who does not choose gets the level of their profile", async (t) => {
  const server = await Server.during(t, { config: plain(", client_may_choose: true") });
  const ann = proven(server, "ann");
  await answers(server, ann, RIGHT5);
  for (const difficulty of ["easy", "medium", "hard"]) assert.equal(await levelOf(server, { ...ann, difficulty }), difficulty);
  assert.equal(await levelOf(server, ann), "hard");
});

test("a wrong proof, an unknown site, a budget: refused as ever, and no more often counted", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 3600, challenge: 3}\n" });
  const ann = proven(server, "ann");
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await server.post("/v1/challenge", { sitekey: server.sitekey, ...ann })).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal(await server.metric('tessera_budget_refusals_total{class="challenge"}'), 2);
  const nul = proven(server, "ann\0b"); // the records would cut it, and it would be somebody else's
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, ...nul })).status, 400);
});

// -------------------------------------------------------------- stores that fail

test("records that hang: everybody gets a challenge, of the site's level, within a bounded time", async (t) => {
  const { env, hang, goOn } = hanging();
  const server = await Server.start({ config: plain(), env });
  t.after(() => server.child?.kill("SIGKILL"));
  const ann = proven(server, "ann");
  await answers(server, ann, RIGHT5);
  assert.equal(await levelOf(server, ann), "hard");

  assert.equal(await server.metric("tessera_profiles_missed_total"), 0);

  hang("records.db");
  const isMedium = async () => assert.equal(await levelWithout(server, ann), "medium");
  await isMedium(); /* waits for 250 ms, and finds out */
  for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 40 }, isMedium));
  /* More than there are waiters, and none of them is held: what needs the ledger alone is answered. */
  const { token, truth } = await given(server);
  assert.equal(await server.answer(token, truth), "pass");
  const start = Date.now();
  for (let i = 0; i < 400; i++) await isMedium();
  assert.ok(Date.now() - start < patience(), "it is known by now: if each waited 250 ms, it would be 100 seconds");
  assert.equal(await server.metric("tessera_profiles_missed_total"), 1 + 3 * 40 + 400);

  goOn();
  assert.ok(await eventually(async () => (await levelOf(server, ann)) === "hard"), "it comes back by itself");
});

test("records that are gone: the site's level", async (t) => {
  const server = await Server.during(t, { config: plain() });
  const ann = proven(server, "ann");
  await answers(server, ann, RIGHT5);
  assert.equal(await levelOf(server, ann), "hard");
  spawnSync("sqlite3", [join(server.data, "records.db"), "DROP TABLE spatial_user_profiles"]);
  assert.equal(await levelWithout(server, ann), "medium");
  assert.equal(await levelWithout(server), "medium");
  assert.equal(await server.metric("tessera_profiles_missed_total"), 1);
});

test("on PostgreSQL: the same, and while it hangs or is gone, the site's level", async (t) => {
  /* S3D-15, S3D-20 */
  const postgres = await Postgres.during(t);
  const env = { TESSERA_STORE_RECORDS: postgres.url };
  assert.equal(run(["migrate"], { env }).status, 0);
  const server = new Server({ config: plain(), truth: true, env });
  const { stdout } = run(["site", "add", "test", "--difficulty", "easy", "--data", server.data], { env });
  [, server.sitekey, server.secret] = /** @type {RegExpExecArray} */ (/^sitekey: (.*)\nsecret: (.*)$/m.exec(stdout));
  await server.up();
  t.after(() => server.down());
  const ann = proven(server, "ann");
  assert.equal(await levelOf(server, ann), "easy");
  for (let i = 0; i < 3; i++) {
    const { token, truth } = await given(server, ann);
    assert.equal(await server.answer(token, truth), "pass");
  }
  assert.ok(await eventually(async () => (await levelOf(server, ann)) === "medium"), server.stderr);
  assert.equal(postgres.ask("SELECT recommended_difficulty FROM spatial_user_profiles"), "medium");
  /* Down and up again, twice: only answers since the last change count. */
  for (const [isRight, next] of /** @type {[boolean, string][]} */ ([[false, "easy"], [true, "medium"], [false, "easy"], [true, "medium"]])) {
    for (let i = 0; i < 3; i++) {
      const { token, truth, type } = await weighed(server, ann);
      assert.equal(await server.answer(token, isRight ? truth : wrongOf(type, truth)), isRight ? "pass" : "incorrect");
    }
    assert.ok(await eventually(async () => (await levelOf(server, ann)) === next), server.stderr);
  }

  const pids = postgres.pids();
  postgres.signal("SIGSTOP", pids);
  assert.equal(await levelWithout(server, ann), "easy");
  const start = Date.now();
  await Promise.all(Array.from({ length: 400 }, () => levelWithout(server, ann)));
  const { token, truth } = await given(server);
  assert.equal(await server.answer(token, truth), "pass");
  assert.ok(Date.now() - start < patience(), "nobody waits for another: that would be 100 seconds");
  postgres.signal("SIGCONT", pids);
  assert.ok(await eventually(async () => (await levelOf(server, ann)) === "medium"), server.stderr);

  await postgres.down("SIGQUIT");
  assert.equal(await levelWithout(server, ann), "easy");
  await postgres.up();
  assert.ok(await eventually(async () => (await levelOf(server, ann)) === "medium"), server.stderr);
});
