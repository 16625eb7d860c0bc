// Who chooses the challenge: by default the server alone, so that no program gets the type that it is best at by asking
// for it, by asking again, or by asking for what is there for those who can't see.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isPlausible, uniform } from "../lib/chance.js";
import { clockOff, useEarlyClock, eventually, passTime, run, Server, temporaryFolder } from "../lib/tessera.js";

useEarlyClock();

/** What scripts pass each time: asked where there is nothing else. */
const WEAK = ["puzzle", "spatial"];
/** What a site gets that takes friction. */
const STRONG = ["emotions", "hidden", "human", "predator", "scene"];
const OPEN = "budget: {enabled: false}\n";
const FRICTION = "challenge: {strength: friction}\n";
/** The defaults, but that no window of a budget ends while a slow machine looks at it. */
const HOUR = "budget: {window_s: 3600}\n";
const PROXIED = `${OPEN}trusted_proxies: [127.0.0.1]\n`;

/** @param {string} address */
const from = (address) => ({ "X-Forwarded-For": address });

/** The types that so many challenges in a row have. @param {(i: number) => Promise<string>} ask @param {number} times */
async function typesOf(ask, times) {
  const types = new Set();
  for (let i = 0; i < times; i++) types.add(await ask(i));
  return [...types];
}

/** The same, but where the network's time happened to end meanwhile, all over again: it does not end twice.
 * @param {(i: number) => Promise<string>} ask @param {number} times */
async function steadyTypes(ask, times) {
  const types = await typesOf(ask, times);
  return types.length === 1 ? types : typesOf(ask, times);
}

// ---------------------------------------------------------------- the default

test("by default, the one type that is strong enough is asked, whatever is asked for", async (t) => { // S3D-26
  const server = await Server.during(t, { config: PROXIED });
  for (let i = 0; i < 30; i++) {
    const words = [{}, { type: "puzzle" }, { type: "spatial", difficulty: "easy" }, { type: "predator", lang: "de" }][i % 4];
    const made = await server.challenge({ type: undefined, ...words }, from(`10.9.${i}.1`));
    assert.deepEqual([made.type, made.difficulty], ["hidden", "medium"]);
  }
});

test("what is heard has a budget of its own too: it could be guessed at", async (t) => {
  const server = await Server.during(t, { config: HOUR });
  const statuses = [];
  for (let i = 0; i < 32; i++) {
    statuses.push((await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "audio" })).status);
  }
  assert.deepEqual(statuses, [...Array(30).fill(200), 429, 429]);
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "pow" })).status, 200);
});

test("an alternative that is used up takes nothing from what can still be had", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 3600, challenge: 4, alternative: 2}\n" });
  const statuses = [];
  for (const words of [...Array(6).fill({ alternative: "pow" }), {}, {}, {}]) {
    statuses.push((await server.post("/v1/challenge", { sitekey: server.sitekey, ...words })).status);
  }
  assert.deepEqual(statuses, [200, 200, 429, 429, 429, 429, 200, 200, 429]);
});

test("by default, asking again brings the same type, and counts", async (t) => {
  const server = await Server.during(t, { config: HOUR });
  const replies = [];
  for (let i = 0; i < 200; i++) replies.push(await server.post("/v1/challenge", { sitekey: server.sitekey }));
  const given = replies.filter(({ status }) => status === 200).map(({ json }) => json.type);
  /* Of 120: 32 at one each, 32 at two, and eight at three, since none of them was answered. */
  assert.equal(given.length, 72);
  assert.ok(replies.slice(72).every(({ status }) => status === 429));
  assert.ok(given.every((type) => type === "hidden"), given.join(" "));
});

/** A network whose type is the one that is guessed most easily, and so many of it at once. @param {Server} server @param {number} count */
async function scenes(server, count) {
  let at = from("10.3.0.1");
  const ask = async (/** @type {Record<string, string>} */ where) =>
    (await server.post("/v1/challenge", { sitekey: server.sitekey }, where)).json;
  for (let i = 1; (await ask(at)).type !== "scene"; i++) at = from(`10.3.${i}.1`);
  const open = [];
  for (let i = 0; i < count; i++) open.push(await ask(at));
  return { at, open };
}

test("by default, whoever guesses at what comes is soon stopped", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}${FRICTION}` });
  /* Without work, as a network without a history has them: it is the budget that has to stop it. */
  const { at, open } = await scenes(server, 100);
  await server.again({ config: `${HOUR}trusted_proxies: [127.0.0.1]\n${FRICTION}` });
  passTime(2); // nothing may be answered before
  const told = { incorrect: 0, pass: 0, [429]: 0 };
  for (const { token } of open) told[/** @type {429} */ (await server.answer(token, "0", at))]++;
  assert.ok(told.incorrect >= 15 && told.incorrect <= 20, JSON.stringify(told)); /* 6 x 20 are 120 */
  assert.ok(told.pass <= 30 && told[429] >= 50, JSON.stringify(told)); /* a sixth passes: more than 30 once in 10^11 runs */
});

test("by default, whoever asks for all that there is and guesses has to work for it from the fourth on", async (t) => {
  const server = await Server.during(t, { config: `${HOUR}trusted_proxies: [127.0.0.1]\n${FRICTION}` });
  const { at, open } = await scenes(server, 32); /* and the one before them, which told the type */
  assert.deepEqual(open.map(({ work }) => work?.evaluations ?? 0), [0, 0, 2, 8, 32, ...Array(27).fill(64)]);
  passTime(2); // nothing may be answered before
  const told = /** @type {Record<string, number>} */ ({});
  for (const { token } of open) {
    const what = await server.answer(token, "0", at);
    told[what] = (told[what] ?? 0) + 1;
  }
  assert.deepEqual([(told.pass ?? 0) + (told.incorrect ?? 0), told[403]], [2, 30], JSON.stringify(told));
});

// ------------------------------------------------------------------- the lot

test("nothing that a visitor says has the type picked anew", async (t) => {
  const server = await Server.during(t, { config: OPEN + FRICTION });
  const words = ["lang", "user", "session", "action", "cdata", "type", "difficulty"];
  const values = /** @type {Record<string, (i: number) => string>} */ ({
    lang: (i) => ["de", "ja", "pt-BR"][i % 3], difficulty: (i) => ["easy", "hard"][i % 2],
    type: (i) => WEAK[i % 2],
  });
  /* One field or another, as well as several at once; from other pages; and after answers, wrong and right. */
  const seeds = new Set();
  const types = await steadyTypes(async (i) => {
    const said = words.filter((_, bit) => (i >> bit) & 1);
    const { status, headers, json } = await server.post("/v1/challenge", {
      sitekey: server.sitekey,
      ...Object.fromEntries(said.map((word) => [word, values[word]?.(i) ?? `v${i}`])),
    }, { Origin: `https://page-${i}.example`, "User-Agent": `agent ${i}` });
    assert.equal(status, 200);
    assert.equal(json.difficulty, "medium");
    seeds.add(json.view.image.src);
    if (i % 3 === 0) await server.post("/v1/answer", { token: json.token, answer: headers.get("tessera-truth") });
    if (i % 3 === 1) await server.post("/v1/reveal", { token: json.token });
    return json.type;
  }, 200);
  assert.equal(types.length, 1, types.join(" "));
  assert.ok(seeds.size >= 200, "each of them is another picture");
});

test("neighbours get the same, other networks their own, each type about as often", async (t) => {
  const server = await Server.during(t, { config: PROXIED + FRICTION });
  const type = async (/** @type {string} */ address) => (await server.challenge({ type: undefined }, from(address))).type;
  for (const near of [
    (/** @type {number} */ i) => `192.0.2.${i}`,
    (/** @type {number} */ i) => `2001:db8:7:${i.toString(16)}::${i.toString(16)}`,
  ]) assert.equal((await steadyTypes((i) => type(near(i)), 100)).length, 1);
  for (const far of [
    (/** @type {number} */ i) => `10.1.${i}.1`,
    (/** @type {number} */ i) => `2001:db8:${(i + 1).toString(16)}::1`,
  ]) {
    const counts = Object.fromEntries(STRONG.map((name) => [name, 0]));
    for (let i = 0; i < 200; i++) counts[await type(far(i))]++;
    assert.deepEqual(Object.keys(counts).sort(), STRONG);
    for (const name of STRONG) assert.ok(counts[name] >= 8, JSON.stringify(counts)); /* 40 on the average: fewer than 8 once in 10^11 times */
  }
});

test("all servers with one secret agree; another secret, or another time, picks otherwise", async (t) => {
  const secret = { TESSERA_SECRET: "a".repeat(32) };
  const one = await Server.during(t, { config: PROXIED + FRICTION, env: secret });
  const also = (/** @type {Record<string, string>} */ env) => Server.during(t, { config: PROXIED + FRICTION, data: one.data, env });
  const [two, other, later] = [await also(secret), await also({ TESSERA_SECRET: "b".repeat(32) }), await also({ ...secret, ...clockOff("+301s") })];
  const agreed = { two: 0, other: 0, later: 0 };
  for (let i = 0; i < 80; i++) {
    const pick = async (/** @type {Server} */ server) =>
      (await server.challenge({ type: undefined, sitekey: one.sitekey }, from(`10.2.${i}.1`))).type;
    const type = await pick(one);
    agreed.two += Number(type === (await pick(two)));
    agreed.other += Number(type === (await pick(other)));
    agreed.later += Number(type === (await pick(later)));
  }
  assert.ok(agreed.two >= 76, `${agreed.two} of 80`); /* a network's time may end between two calls */
  for (const count of [agreed.other, agreed.later]) assert.ok(count < 50, `${count} of 80`); /* 20 on the average: 50 once in 10^12 times */
});

test("what scripts pass each time is not picked where there is something else", async (t) => {
  /* SPA-6-2 */
  const server = await Server.during(t, { config: `${OPEN}challenge: {client_may_choose: true}\n` });
  const picked = async (/** @type {string | undefined} */ difficulty) =>
    (await typesOf(async () => (await server.challenge({ type: undefined, difficulty })).type, 150)).sort();
  for (const difficulty of [undefined, "easy", "hard"]) assert.deepEqual(await picked(difficulty), STRONG);
});

test("types that a site lists are picked, each as often as the others", async (t) => {
  /* SPA-6-2, PRE-6.1-3, HUM-6.1-3 */
  const server = await Server.during(t, { config: PROXIED });
  for (const types of ["spatial,puzzle,scene", "predator,human", "hidden,emotions", [...WEAK, ...STRONG].join(",")]) {
    await server.set("--types", types);
    const networks = Array.from({ length: 400 }, (_, i) => from(`10.${i >> 8}.${i & 255}.1`));
    /** @type {Record<string, number>} */
    const counts = {};
    for (const network of networks) {
      const { type } = await server.challenge({ type: undefined }, network);
      counts[type] = (counts[type] ?? 0) + 1;
    }
    assert.ok(isPlausible(counts, uniform(types.split(","))), JSON.stringify(counts));
  }
  /* A network keeps its type for a while, whatever it does. */
  assert.equal((await steadyTypes(async () => (await server.challenge({ type: undefined }, from("10.9.9.9"))).type, 20)).length, 1);
});

test("types that the config lists are picked, each as often as the others that are strong enough", async (t) => {
  /* SPA-6-2, PRE-6.1-3, HUM-6.1-3 */
  const listed = ["spatial", "puzzle", "scene"];
  for (const strength of ["friction", "off-the-shelf"]) {
    const server = await Server.during(t, { config: `${PROXIED}challenge: {types: [${listed}], strength: ${strength}}\n` });
    /** @type {Record<string, number>} */
    const counts = {};
    for (let i = 0; i < 400; i++) {
      const { type } = await server.challenge({ type: undefined }, from(`10.${i >> 8}.${i & 255}.1`));
      counts[type] = (counts[type] ?? 0) + 1;
    }
    assert.ok(isPlausible(counts, uniform(listed)), JSON.stringify(counts));
  }
});

test("passes of types that a site lists are accepted, whatever its minimum strength", async (t) => {
  /* SPA-6-2, PRE-6.1-3, HUM-6.1-3 */
  const server = await Server.during(t, { config: `${OPEN}challenge: {submit_after_ms: 0}\n` });
  for (const type of ["spatial", "predator", "human"]) {
    await server.set("--types", type, "--strength", "off-the-shelf");
    const told = await server.verify({ response: await server.pass({ type: undefined }) });
    assert.deepEqual([told.success, told.type, told.strength, told.alternative], [true, type, "friction", ""]);
  }
  /* A site that lists nothing still refuses them. */
  const response = await server.pass({ type: undefined });
  await server.set("--types", "default");
  assert.deepEqual((await server.verify({ response }))["error-codes"], ["strength-not-accepted"]);
});

const SAID = /challenge\.types: none of these is as strong as challenge\.strength says/;
for (const types of ["puzzle", "spatial", "puzzle, spatial", "human, scene"]) {
  test(`where nothing is strong enough, there is the still alternative, and the operator is told: ${types}`, async (t) => {
    const config = `${OPEN}challenge: {submit_after_ms: 0, types: [${types}]}\n`;
    const server = await Server.during(t, { config });
    assert.ok(await eventually(() => SAID.test(server.stderr)), server.stderr);
    const told = await server.verify({ response: await server.pass({ type: undefined }) });
    assert.ok(types.includes(told.type));
    assert.deepEqual([told.success, told.strength, told.alternative, told.confidence], [true, "friction", "still", 0.5]);

    const file = join(temporaryFolder(), "weak.yaml");
    writeFileSync(file, config);
    const checked = run(["check", "--config", file]);
    assert.equal(checked.status, 0);
    assert.match(checked.stderr, SAID);
    assert.doesNotMatch(run(["check", "--config", file], { env: { TESSERA_CHALLENGE_STRENGTH: "friction" } }).stderr, SAID);
  });
}

test("check says which listed types are not asked", () => {
  const check = (/** @type {string} */ challenge) => {
    const file = join(temporaryFolder(), "listed.yaml");
    writeFileSync(file, `challenge: {${challenge}}\n`);
    const { status, stderr } = run(["check", "--config", file]);
    assert.equal(status, 0, stderr);
    return /challenge\.types: weaker than challenge\.strength.*: (.*)/.exec(stderr)?.[1];
  };
  assert.equal(check("types: [hidden, human, puzzle]"), "human, puzzle");
  assert.equal(check("types: [hidden, human], strength: friction"), undefined);
  assert.equal(check("types: [hidden]"), undefined);
  assert.equal(check("default_difficulty: hard"), undefined, "all types, as by default");
});

test("a reload that leaves only weak types is told of, too", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  assert.doesNotMatch(server.stderr, SAID);
  writeFileSync(join(server.data, "test.yaml"), `${OPEN}challenge: {types: [puzzle]}\n`);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(() => SAID.test(server.stderr)), server.stderr);
  assert.equal((await server.challenge({ type: undefined })).type, "puzzle");
  assert.doesNotMatch(run(["check"]).stderr, SAID);
});

// ---------------------------------------------------------------- who chooses

test("the demo's key may choose, as long as there is a demo", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  for (const type of [...WEAK, ...STRONG]) {
    const made = await server.challenge({ sitekey: "demo", type, difficulty: "easy" });
    assert.deepEqual([made.type, made.difficulty], [type, "easy"]);
  }
  const surprises = await typesOf(async () => (await server.challenge({ sitekey: "demo", type: undefined })).type, 120); // that leaves one of five out once in 10^10 times
  assert.deepEqual(surprises.sort(), STRONG);
  /* It is a page like any other: who wants no motion is shown none. */
  const calm = await typesOf(async () => (await server.challenge({ sitekey: "demo", type: undefined, motion: "reduce" })).type, 120);
  assert.deepEqual(calm.sort(), STRONG.filter((type) => type !== "hidden"));

  const plain = await Server.during(t, { config: `${OPEN}demo: false\n` });
  assert.equal((await plain.post("/v1/challenge", { sitekey: "demo", type: "human" })).status, 403);
});

test("a type that is not there is not looked at where nobody may choose", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, type: "riddle" })).status, 200);
});

// ------------------------------------------------------------- what it is worth

/** @type {[string, Record<string, string>, number][]} */
const WORTH = [
  ["puzzle", { type: "puzzle" }, 0.5],
  ["puzzle, the longest legend", { type: "puzzle", difficulty: "hard" }, 0.5],
  ["puzzle as an alternative", { alternative: "puzzle" }, 0.5],
  ["what is heard", { alternative: "audio" }, 0.5],
  ["what is heard, at hard", { alternative: "audio", difficulty: "hard" }, 0.5],
  ["a still picture", { alternative: "still" }, 0.5],
  ["spatial", { type: "spatial" }, 0.5],
  ["spatial at hard", { type: "spatial", difficulty: "hard" }, 0.5],
  ["scene", { type: "scene" }, 0.5],
  ["emotions", { type: "emotions" }, 0.5],
  ["human at hard", { type: "human", difficulty: "hard" }, 0.5],
  ["predator", { type: "predator" }, 0.5],
  ["hidden", { type: "hidden" }, 0.5],
];
test("a pass says no more than the best published program leaves of it", async (t) => { // S3D-26
  const server = await Server.during(t);
  for (const [name, words, confidence] of WORTH) {
    const told = await server.verify({ response: await server.pass({ type: undefined, ...words }) });
    const strength = words.type === "hidden" ? "off-the-shelf" : "friction";
    assert.deepEqual([told.success, told.confidence, told.strength, told.alternative],
      [true, confidence, strength, words.alternative ?? ""], name);
  }
});

test("a puzzle of the gate's page is worth nothing to a site", async (t) => {
  const server = await Server.during(t);
  const { seed, truth } = await server.page();
  assert.equal(await server.answer(seed, truth), "invalid", "no pass");
});
