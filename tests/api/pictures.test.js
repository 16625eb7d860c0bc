// The picture challenges, served: each type through its whole life, and what its pictures cost.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { isPlausible, uniform } from "../lib/chance.js";
import { FAST, Server, useEarlyClock, eventually, kinds, run, temporaryFolder } from "../lib/tessera.js";

useEarlyClock();

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

const TYPES = /** @type {const} */ ({
  spatial: { timeLimit: 60, columns: 4, rows: 1, select: 1, width: 640, height: 350, top: 190 },
  predator: { timeLimit: 75, columns: 5, rows: 2, select: 3, width: 800, height: 320, top: 0 },
  human: { timeLimit: 90, columns: 10, rows: 10, select: 1, width: 800, height: 800, top: 0 },
  emotions: { timeLimit: 60, columns: 4, rows: 4, select: 1, width: 640, height: 640, top: 0 },
});

/** Every type, and how many options it has, but for the puzzle, whose answers are moves. @type {Record<string, number>} */
const COUNTS = Object.fromEntries(kinds().filter((type) => type !== "puzzle").map((type) =>
  [type, JSON.parse(run(["generate", type, "--seed", "1"]).stdout).view.count]));

/** @param {string} src */
async function picture(src) {
  const reply = await fetch(server.url + src);
  return { status: reply.status, headers: reply.headers, png: Buffer.from(await reply.arrayBuffer()) };
}

/** An answer that has the form of the right one and is not it. @param {string} truth @param {number} count */
function wrong(truth, count) {
  const right = truth.split(",").map(Number);
  const others = Array.from({ length: count }, (_, cell) => cell).filter((cell) => !right.includes(cell));
  return others.slice(0, right.length).join(",");
}

for (const [type, expected] of Object.entries(TYPES)) {
  test(`${type}: a challenge shows one picture and tells its cells`, async () => {
    const { truth, view, timeLimit, instructions } = await server.challenge({ type });
    assert.equal(timeLimit, expected.timeLimit);
    assert.equal(view.columns, expected.columns);
    assert.equal(view.rows, expected.rows);
    assert.equal(view.count, expected.columns * expected.rows);
    assert.deepEqual(view.select, { min: expected.select, max: expected.select });
    assert.equal(view.options, null);
    assert.deepEqual(view.cells,
      { x: 0, y: expected.top, width: expected.width, height: expected.height - expected.top });
    assert.deepEqual([view.image.width, view.image.height], [expected.width, expected.height]);
    assert.match(instructions, /\S/);
    assert.equal(truth.split(",").length, expected.select);
    const { status, headers, png } = await picture(view.image.src);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "image/png");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [expected.width, expected.height]);
    assert.ok(png.length < 350_000, `${png.length} bytes`);
  });
}

for (const [type, count] of Object.entries(COUNTS)) {
  test(`${type}: the right cells pass, in any order and with blanks`, async () => {
    const { token, truth } = await server.challenge({ type });
    const given = truth.split(",").reverse().join(" , ");
    assert.equal(await server.answer(token, ` ${given} `), "pass"); /* PRE-5.2-3, PRE-5.3-3, HUM-5.3-3 */
    assert.equal(await server.answer(token, truth), "replayed");
  });

  test(`${type}: wrong cells fail, and spend the challenge`, async () => {
    const { token, truth } = await server.challenge({ type });
    assert.equal(await server.answer(token, wrong(truth, count)), "incorrect");
    assert.equal(await server.answer(token, truth), "replayed");
  });

  test(`${type}: too many, too few and none are no answer, and spend nothing`, async () => {
    const { token, truth, view } = await server.challenge({ type });
    const right = truth.split(",");
    const others = wrong(truth, count).split(",");
    assert.deepEqual([view.select.min, view.select.max], [right.length, right.length]); // it is told: refusing others tells nothing
    for (const cells of [
      [...right, others[0]], [...others, right[0]], /* PRE-5.2-5, HUM-5.2-5 */
      right.slice(1), others.slice(1), /* PRE-5.2-6, SPA-5-3, HUM-5.2-6 */
      [], /* PRE-5.3-2, HUM-5.3-2 */
    ]) {
      const { status, json } = await server.post("/v1/answer", { token, answer: cells.join() });
      assert.deepEqual([status, json.error?.code], [400, "bad-answer"], cells.join());
    }
    assert.equal(await server.answer(token, truth), "pass");
  });

  test(`${type}: what is no list of its cells is refused and spends nothing`, async () => {
    const { token, truth } = await server.challenge({ type });
    const bad = [String(count), "1,,2", "-1", "x", "1,1", "1.5", "9".repeat(512), "\u0663", "1;2"];
    for (const answer of bad) assert.equal(await server.answer(token, answer), 400, answer);
    assert.equal(await server.answer(token, truth), "pass");
  });

  test(`${type}: giving up reveals the right cells and spends the challenge`, async () => {
    const { token, truth } = await server.challenge({ type });
    const { json } = await server.post("/v1/reveal", { token });
    assert.deepEqual(json, { answer: truth, correct: truth.split(",").map(Number) }); /* SPA-7-1, PRE-7.1-1, HUM-7.1-1 */
    assert.equal(await server.answer(token, truth), "replayed");
  });

  test(`${type}: a pass is told to the site with its type`, async () => {
    const verified = await server.verify({ response: await server.pass({ type }) });
    assert.equal(verified.success, true);
    assert.equal(verified.type, type);
  });

  for (const difficulty of ["easy", "medium", "hard"]) {
    test(`${type}: ${difficulty} is drawn and answered`, async () => {
      const challenge = await server.challenge({ type, difficulty });
      assert.equal(challenge.difficulty, difficulty);
      assert.equal((await picture(challenge.view.image.src)).status, 200);
      assert.equal(await server.answer(challenge.token, challenge.truth), "pass");
    });
  }
}

test("without a wish, every type that stands against something comes, about as often", async () => {
  /* SPA-6-1, SPA-6-2, PRE-6.1-1, PRE-6.1-3, HUM-6.1-1, HUM-6.1-3 */
  const counts = /** @type {Record<string, number>} */ ({});
  for (let i = 0; i < 1000; i++) {
    const { type } = await server.challenge({ type: undefined, difficulty: "hard" });
    counts[type] = (counts[type] ?? 0) + 1;
  }
  assert.deepEqual(Object.keys(counts).sort(), ["emotions", "hidden", "human", "predator", "scene"]);
  assert.ok(isPlausible(counts, uniform(Object.keys(counts))), JSON.stringify(counts));
});

// -------------------------------------------------------------------- scenes

/** The questions whose options are words, by what their prompts tell; all others show cells. @type {Record<string, string[]>} */
const WORDED = {
  turn: ["clockwise", "question", "rotation"],
  behind: ["clockwise", "question", "reference", "rotation"],
  visible: ["clockwise", "question", "rotation", "tilt"],
  viewer: ["question", "side"],
  motion: ["question"],
};
const NUMBERED = ["visible", "motion"];
const SOLIDS = ["ball", "cone", "cube", "cylinder", "pyramid", "ring"];
const CELLS = { x: 0, y: 320, width: 639, height: 426 };

/** @param {any} view */
function assertOptions({ prompt, options, cells, image, columns, rows }) {
  if (!(prompt.question in WORDED)) {
    const { question } = prompt;
    assert.deepEqual([prompt, options, cells, columns, rows],
      [question === "polycube" ? { question, mirror: true } : { question }, null, CELLS, 3, 2]);
    assert.deepEqual([image.width, image.height], [640, 746]);
    return;
  }
  assert.deepEqual(Object.keys(prompt).sort(), WORDED[prompt.question]);
  assert.equal(cells, undefined);
  assert.deepEqual([image.width, image.height], [640, 480]);
  const known = NUMBERED.includes(prompt.question) ? ["1", "2", "3", "4", "5", "6"]
    : prompt.reference ? ["nothing", ...SOLIDS.filter((solid) => solid !== prompt.reference)] : SOLIDS;
  assert.deepEqual([...options].sort(), [...known].sort());
}

test("scene: every question tells what its sentence needs and what there is to choose from, and is drawn", async () => {
  const seen = new Set();
  for (let i = 0; i < 200; i++) { // of eight questions, 200 leave one out once in 10^10 runs
    const { view, truth, timeLimit, instructions } = await server.challenge({ type: "scene", difficulty: "hard" });
    const { prompt, image } = view;
    assert.equal(timeLimit, 60);
    assert.deepEqual(view.select, { min: 1, max: 1 });
    assert.equal(view.count, 6);
    assert.match(truth, /^[0-5]$/);
    assert.match(instructions, /\?/);
    assertOptions(view);
    if (seen.has(prompt.question)) continue;
    seen.add(prompt.question);
    const { status, headers, png } = await picture(image.src); /* S3D-3 */
    assert.deepEqual([status, headers.get("content-type"), headers.get("cache-control")], [200, "image/png", "no-store"]);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [image.width, image.height]);
    assert.ok(png.length < 350_000, `${png.length} bytes`);
  }
  assert.deepEqual([...seen].sort(), ["behind", "motion", "net", "polycube", "sun", "turn", "viewer", "visible"]);
});

test("scene: an option's word is as good as its number, where options are solids", async () => {
  for (let tried = 0; tried < 3;) {
    const { token, truth, view } = await server.challenge({ type: "scene" });
    if (!view.options || NUMBERED.includes(view.prompt.question)) continue;
    tried++;
    assert.equal(await server.answer(token, ` ${view.options[truth].toUpperCase()} `), "pass"); /* S3D-4 */
    const other = await server.challenge({ type: "scene" });
    if (!other.view.options || NUMBERED.includes(other.view.prompt.question)) continue;
    assert.equal(await server.answer(other.token, other.view.options[(Number(other.truth) + 1) % 6]), "incorrect");
  }
});

test("scene: the same seed gives the same question, answer and pixels", () => {
  /* S3D-2 */
  for (const difficulty of ["easy", "medium", "hard"]) {
    const make = () => {
      const folder = temporaryFolder();
      const { stdout } = run(["generate", "scene", "--seed", "20", "--count", "6", "--difficulty", difficulty, "--truth", "--out", folder]);
      return { stdout, pictures: readdirSync(folder).sort().map((name) => readFileSync(`${folder}/${name}`).toString("base64")) };
    };
    const first = make();
    assert.deepEqual(make(), first);
    assert.equal(new Set(first.pictures).size, 6);
  }
});

test("no picture is seen twice: the same sprites look different in each challenge", async () => {
  const pictures = new Set();
  for (let i = 0; i < 20; i++) {
    const { view } = await server.challenge({ type: "predator" });
    pictures.add((await picture(view.image.src)).png.toString("base64"));
  }
  assert.equal(pictures.size, 20);
});

test("a picture that is asked for again is the same, and not drawn again", async () => {
  const { view } = await server.challenge({ type: "human" });
  const first = await picture(view.image.src);
  const drawn = await server.metric("tessera_draw_seconds_count");
  const reused = (await server.metric("tessera_pictures_reused_total")) ?? 0;
  for (let i = 0; i < 5; i++) assert.ok((await picture(view.image.src)).png.equals(first.png));
  assert.equal(await server.metric("tessera_draw_seconds_count"), drawn);
  assert.equal(await server.metric("tessera_pictures_reused_total"), reused + 5);
});

test("the pictures that are held are bounded, and can be turned off", async (context) => {
  const config = `${FAST.replace("test_mode: true", "test_mode: true, pictures_kb: 0")}`;
  const other = await Server.during(context, { config });
  const { view } = await other.challenge({ type: "spatial" });
  for (let i = 0; i < 3; i++) assert.equal((await other.request(view.image.src)).status, 200);
  assert.equal(await other.metric("tessera_pictures_reused_total"), 0);
  assert.equal(await other.metric("tessera_draw_seconds_count"), 3);
});

test("pictures have a budget per address bucket", async (context) => {
  const other = await Server.during(context, { config: "budget: {window_s: 3600, image: 3}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n" });
  const { view } = await other.challenge({ type: "spatial" });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await other.request(view.image.src)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
});

test("forty pictures at once all come, each its own", async () => {
  const challenges = await Promise.all(Array.from({ length: 40 }, () => server.challenge({ type: "emotions" })));
  const replies = await Promise.all(challenges.map(({ view }) => picture(view.image.src)));
  assert.ok(replies.every(({ status }) => status === 200));
  assert.equal(new Set(replies.map(({ png }) => png.toString("base64"))).size, 40);
  assert.ok(await eventually(async () => (await server.metric("tessera_queue_length")) === 0));
});

test("who can't see the pictures may ask for the kind that is told in words", async (context) => {
  const { alternatives } = await server.challenge({ type: "human" });
  assert.deepEqual(alternatives, ["puzzle", "audio", "pow"]);
  const told = await server.challenge({ type: "human", alternative: "puzzle" });
  assert.equal(told.type, "puzzle");
  assert.match(told.view.grids.start, /^[012]{16}$/);
  assert.deepEqual(told.alternatives, ["audio", "pow"]);
  const failed = await server.challenge({ type: "human" });
  const { json } = await server.post("/v1/answer", { token: failed.token, answer: wrong(failed.truth, COUNTS.human) });
  assert.deepEqual([json.state, json.reason, json.alternatives], ["fail", "incorrect", ["puzzle", "audio", "pow"]]);
  const strange = await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "telepathy" });
  assert.equal(strange.status, 400);

  /* Also where the page may not choose; and not where the operator has turned it off. */
  const fixed = await Server.during(context, { config: FAST.replace("client_may_choose: true", "accepts: [puzzle]") });
  assert.equal((await fixed.challenge({ type: undefined, alternative: "puzzle" })).type, "puzzle");
  const without = await Server.during(context, { config: FAST.replace("test_mode", "types: [human], test_mode") });
  assert.deepEqual((await without.challenge({ type: "human" })).alternatives, ["pow"]);
  const closed = await Server.during(context, { config: FAST.replace("test_mode", "alternatives: false, test_mode") });
  assert.deepEqual((await closed.challenge({ type: "human" })).alternatives, []);
  for (const other of [without, closed]) {
    assert.equal((await other.post("/v1/challenge", { sitekey: other.sitekey, alternative: "puzzle" })).status, 400);
  }
});
