// Who chooses the challenge: by default the server alone, so that no program gets the type that it is best at by asking
// for it, by asking again, or by asking for what is there for those who can't see.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pairs, transform } from "../lib/puzzle.js";
import { clockOff, earlyInWindow, eventually, run, Server, temporaryFolder, wait } from "../lib/tessera.js";

const WEAK = ["puzzle", "spatial"];
const STRONG = ["emotions", "human", "predator", "scene"];
const OPEN = "budget: {enabled: false}\n";
/** The defaults, but that no window of a budget ends while a slow machine looks at it. */
const HOUR = "budget: {window_s: 3600}\n";
const PROXIED = `${OPEN}trusted_proxies: [127.0.0.1]\n`;

/** @param {string} address */
const from = (address) => ({ "X-Forwarded-For": address });

/**
 * The script of thirty lines: asks so often for the puzzle, in these words, tries every pair of moves, and sends what
 * leads from Before to After. It reads what it is sent and nothing else.
 * @param {Server} server @param {Record<string, string>} words @param {number} times
 */
async function script(server, words, times) {
  /** @type {{refused: number, others: number, passes: string[], waits: Set<number>}} */
  const found = { refused: 0, others: 0, passes: [], waits: new Set() };
  /** @type {{token: string, answer: string}[]} */
  const solved = [];
  let patience = 0;
  for (let i = 0; i < times; i++) {
    const { status, headers, json } = await server.post("/v1/challenge", { sitekey: server.sitekey, ...words });
    if (status === 429) found.waits.add(Number(headers.get("retry-after")));
    if (status !== 200) found.refused++;
    else if (json.type !== "puzzle") found.others++;
    else {
      const [first, second] = pairs(json.view)[0];
      solved.push({ token: json.token, answer: transform(second, transform(first, json.view.grids.start)) });
      patience = Math.max(patience, json.submitAfterMs);
    }
  }
  await wait(solved.length ? patience + 10 : 0);
  for (const answer of solved) {
    const { json } = await server.post("/v1/answer", answer);
    if (json.state === "pass") found.passes.push(json.response);
  }
  return found;
}

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

// ------------------------------------------------------------ the thirty lines

test("by default, a script that asks for the puzzle does not get it", async (t) => {
  const server = await Server.during(t, { config: "" });
  const asked = await script(server, { type: "puzzle", difficulty: "easy" }, 60);
  assert.deepEqual(asked, { refused: 0, others: 60, passes: [], waits: new Set() });
});

test("by default, a script that asks for the alternative gets a few, and they are worth little", async (t) => {
  const server = await Server.during(t, { config: HOUR });
  await earlyInWindow(3600);
  const { passes, refused, waits } = await script(server, { alternative: "puzzle" }, 40);
  assert.deepEqual([passes.length, refused], [10, 30]);
  for (const seconds of waits) assert.ok(seconds >= 1 && seconds <= 3600, `${seconds} s`);
  for (const response of passes) {
    const told = await server.verify({ response });
    assert.deepEqual([told.success, told.type, told.alternative], [true, "puzzle", "puzzle"]);
    assert.ok(told.confidence <= 0.5, `${told.confidence}`);
  }
  assert.equal(await server.metric('tessera_budget_refusals_total{class="puzzle"}'), 30);

  /* Everything else is there as before. */
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey })).status, 200);
  const heard = await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "audio" });
  assert.equal(heard.status, 200);
  assert.ok(heard.json.view.audio.src);
});

test("what is heard has a budget of its own too: it could be guessed at", async (t) => {
  const server = await Server.during(t, { config: HOUR });
  await earlyInWindow(3600);
  const statuses = [];
  for (let i = 0; i < 12; i++) {
    statuses.push((await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "audio" })).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429]);
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "puzzle" })).status, 200);
});

test("an alternative that is used up takes nothing from what can still be had", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 3600, challenge: 4, alternative: 2}\n" });
  await earlyInWindow(3600);
  const statuses = [];
  for (const words of [...Array(6).fill({ alternative: "puzzle" }), {}, {}, {}]) {
    statuses.push((await server.post("/v1/challenge", { sitekey: server.sitekey, ...words })).status);
  }
  assert.deepEqual(statuses, [200, 200, 429, 429, 429, 429, 200, 200, 429]);
});

test("by default, asking again brings the same type, and counts", async (t) => {
  const server = await Server.during(t, { config: HOUR });
  await earlyInWindow(3600);
  const replies = [];
  for (let i = 0; i < 200; i++) replies.push(await server.post("/v1/challenge", { sitekey: server.sitekey }));
  const given = replies.filter(({ status }) => status === 200).map(({ json }) => json.type);
  assert.equal(given.length, 120);
  assert.ok(replies.slice(120).every(({ status }) => status === 429));
  const changes = given.filter((type, i) => i > 0 && type !== given[i - 1]).length;
  assert.ok(changes <= 1, given.join(" ")); /* 1: the network's time ended meanwhile */
  assert.ok(given.every((type) => STRONG.includes(type)), given.join(" "));
});

test("by default, whoever guesses at what comes is soon stopped", async (t) => {
  const server = await Server.during(t, { config: `${HOUR}trusted_proxies: [127.0.0.1]\n` });
  await earlyInWindow(3600);
  /* A network whose type is the one that is guessed most easily, and all that it may have at once. */
  let at = from("10.3.0.1");
  const ask = async (/** @type {Record<string, string>} */ where) =>
    (await server.post("/v1/challenge", { sitekey: server.sitekey }, where)).json;
  for (let i = 1; (await ask(at)).type !== "scene"; i++) at = from(`10.3.${i}.1`);
  const open = [];
  for (let i = 0; i < 100; i++) open.push(await ask(at));
  await wait(2010);
  const told = { incorrect: 0, pass: 0, [429]: 0 };
  for (const { token } of open) told[/** @type {429} */ (await server.answer(token, "0", at))]++;
  assert.ok(told.incorrect >= 15 && told.incorrect <= 20, JSON.stringify(told)); /* 6 x 20 are 120 */
  assert.ok(told.pass <= 30 && told[429] >= 50, JSON.stringify(told)); /* one in six is right: over 30 once in 10^13 times */
});

// ------------------------------------------------------------------- the lot

test("nothing that a visitor says has the type picked anew", async (t) => {
  const server = await Server.during(t, { config: OPEN });
  const words = ["lang", "motion", "user", "session", "action", "cdata", "type", "difficulty"];
  const values = /** @type {Record<string, (i: number) => string>} */ ({
    motion: () => "reduce", lang: (i) => ["de", "ja", "pt-BR"][i % 3], difficulty: (i) => ["easy", "hard"][i % 2],
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
  const server = await Server.during(t, { config: PROXIED });
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
    for (const name of STRONG) assert.ok(counts[name] >= 13, JSON.stringify(counts)); /* 50 on the average: fewer than 13 once in 10^10 times */
  }
});

test("all servers with one secret agree; another secret, or another time, picks otherwise", async (t) => {
  const secret = { TESSERA_SECRET: "a".repeat(32) };
  const one = await Server.during(t, { config: PROXIED, env: secret });
  const also = (/** @type {Record<string, string>} */ env) => Server.during(t, { config: PROXIED, data: one.data, env });
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

test("spatial is picked at hard, the puzzle never", async (t) => {
  /* SPA-6-2 */
  const server = await Server.during(t, { config: `${OPEN}challenge: {client_may_choose: true}\n` });
  const picked = async (/** @type {string | undefined} */ difficulty) =>
    (await typesOf(async () => (await server.challenge({ type: undefined, difficulty })).type, 150)).sort();
  assert.deepEqual(await picked(undefined), STRONG);
  assert.deepEqual(await picked("easy"), STRONG);
  assert.deepEqual(await picked("hard"), [...STRONG, "spatial"]);
});

const SAID = /challenge\.types: programs solve each of these; they are picked by lot for want of others/;
for (const types of ["puzzle", "spatial", "puzzle, spatial"]) {
  test(`where there is nothing better, the weak ones are picked, and the operator is told: ${types}`, async (t) => {
    const config = `${OPEN}challenge: {types: [${types}]}\n`;
    const server = await Server.during(t, { config });
    assert.ok(await eventually(() => SAID.test(server.stderr)), server.stderr);
    assert.ok(types.includes((await server.challenge({ type: undefined })).type));

    const file = join(temporaryFolder(), "weak.yaml");
    writeFileSync(file, config);
    const checked = run(["check", "--config", file]);
    assert.equal(checked.status, 0);
    assert.match(checked.stderr, SAID);
  });
}

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
  const surprises = await typesOf(async () => (await server.challenge({ sitekey: "demo", type: undefined })).type, 120); // 60 leave one of four out once in 10^7 times
  assert.deepEqual(surprises.sort(), STRONG);

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
  ["spatial", { type: "spatial" }, 0.5],
  ["spatial at hard", { type: "spatial", difficulty: "hard" }, 0.5],
  ["scene", { type: "scene" }, 0.51],
  ["scene at easy", { type: "scene", difficulty: "easy" }, 0.5],
  ["emotions", { type: "emotions" }, 0.63],
  ["human", { type: "human" }, 0.68],
  ["human at hard", { type: "human", difficulty: "hard" }, 0.69],
  ["predator", { type: "predator" }, 0.86],
];
test("a pass says no more than programs leave of it", async (t) => {
  const server = await Server.during(t);
  for (const [name, words, confidence] of WORTH) {
    const told = await server.verify({ response: await server.pass({ type: undefined, ...words }) });
    assert.deepEqual([told.success, told.confidence, told.alternative], [true, confidence, words.alternative ?? ""], name);
  }
});

test("a puzzle of the gate's page is worth nothing to a site", async (t) => {
  const server = await Server.during(t);
  const { seed, truth } = await server.page();
  const { json } = await server.post("/v1/answer", { token: seed, answer: truth });
  assert.equal(json.state, "pass");
  assert.deepEqual(await server.verify({ response: json.response }), { success: false, "error-codes": ["invalid-input-response"] });
});
