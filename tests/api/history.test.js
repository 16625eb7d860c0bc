// What is kept of answers: no more than it says, within bounds that no visitor can break.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Server, clockOff, eventually, run, stoppedClock } from "../lib/tessera.js";

/** @param {Server} server @param {string} sql */
const ask = (server, sql) =>
  spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(server.data, "records.db"), sql], { encoding: "utf8" }).stdout.trim();

/** @param {Server} server @param {number} count */
const rows = (server, count) =>
  eventually(() => ask(server, "SELECT count(*) FROM spatial_challenges WHERE responded_at IS NOT NULL") === String(count));

const fast = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\n";
const behindProxy = "trusted_proxies: [127.0.0.1]\n";

test("the answer is kept as it was understood, not as it was sent", async (t) => {
  const server = await Server.during(t);
  const { token, truth } = await server.challenge({ type: "human" });
  const wrong = truth === "7" ? "8" : "7";
  await server.answer(token, `${" ".repeat(500)}${wrong}`);
  assert.ok(await rows(server, 1));
  assert.equal(ask(server, "SELECT '<' || user_answer || '>' || correct_answer || '/' || is_correct FROM spatial_challenges"), `<${wrong}>${truth}/0`); /* S3D-14 */
});

test("the largest row that a visitor can have kept is as small as the docs say", async (t) => {
  const server = await Server.during(t);
  const size = () => {
    ask(server, "PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(join(server.data, "records.db")).size;
  };
  const before = size();
  for (let i = 0; i < 300; i++) {
    const name = randomBytes(64).toString("hex");
    const { token } = await server.challenge({ type: "human", user: name, session: [...name].reverse().join("") });
    await server.answer(token, `${" ".repeat(510)}0`);
  }
  assert.ok(await rows(server, 300));
  const each = (size() - before) / 300;
  assert.ok(each < 1600, `${each} bytes`);
});

test("a wrong answer has the form of the right one: the word of an option", async (t) => { /* S3D-14 */
  const server = await Server.during(t);
  let made = await server.challenge({ type: "scene", difficulty: "easy" });
  for (let i = 0; i < 40 && made.view.prompt.question !== "turn"; i++) { // one in four is; the seed of the server is fixed
    made = await server.challenge({ type: "scene", difficulty: "easy" });
  }
  const { token, truth, view: { options } } = made;
  const wrong = options.find((/** @type {string} */ word) => word !== truth && word !== options[Number(truth)]);
  assert.equal(await server.answer(token, String(options.indexOf(wrong))), "incorrect");
  assert.ok(await rows(server, 1));
  const [given, right] = ask(server, "SELECT user_answer, correct_answer FROM spatial_challenges WHERE responded_at IS NOT NULL").split("|");
  assert.equal(given, wrong);
  assert.ok(options.includes(right) && right !== wrong, right);
});

/* S3D-14: each challenge that is handed out is a row, with all that is known of it; but nobody finds the answer there before it was given. */
for (const type of ["scene", "spatial", "puzzle", "human", "predator", "emotions"]) {
  test(`a ${type} that nobody has answered yet is kept, without its answer; then with it`, async (t) => {
    const server = await Server.during(t);
    const browser = { "User-Agent": `Mozilla/5.0 <${"x".repeat(500)}>`, "Accept-Language": "de-AT,de;q=0.9", "Sec-CH-UA-Platform": '"Linux"' };
    const { token, truth, ...challenge } = await server.challenge({ type, motion: "reduce", session: "s" }, browser);
    const read = () => JSON.parse(ask(server, `SELECT json_object(${[
      "challenge_id", "seed", "difficulty", "question_type", "question_text", "rotation_angle", "occlusion_enabled", "session_id", "site",
      "correct_answer", "objects", "user_answer", "responded_at", "is_correct", "options", "device_info", "presented_at",
    ].map((name) => `'${name}', ${name}`).join(", ")}) FROM spatial_challenges`) || "{}");
    assert.ok(await eventually(() => read().challenge_id !== undefined));
    const open = read();
    assert.match(open.seed, /^[0-9a-f]{32}$/);
    assert.equal(open.challenge_id, challenge.id);
    assert.notEqual(open.seed, open.challenge_id);
    assert.deepEqual([open.session_id, open.site, open.difficulty, open.presented_at], ["s", server.sitekey, "medium", challenge.issuedAt]);
    assert.equal(open.question_type, type);
    assert.equal(open.question_text, challenge.instructions);
    assert.ok(JSON.parse(open.options).length >= 2, open.options);
    const device = JSON.parse(open.device_info);
    assert.ok(device.user_agent.startsWith("Mozilla/5.0 <x") && device.user_agent.length < 200, device.user_agent);
    assert.deepEqual({ ...device, user_agent: "" }, { user_agent: "", languages: "de-AT,de;q=0.9", platform: '"Linux"', reduced_motion: true });
    for (const name of ["correct_answer", "objects", "user_answer", "responded_at", "is_correct"]) assert.equal(open[name], null, name);
    assert.equal(await server.answer(token, truth, browser), "pass");
    assert.ok(await rows(server, 1));
    const answered = read();
    assert.equal(answered.is_correct, 1);
    assert.ok(answered.correct_answer.length > 0);
    assert.equal(answered.user_answer, answered.correct_answer);
    assert.equal(answered.objects === null, type !== "scene");
    for (const name of ["seed", "options", "device_info", "presented_at"]) assert.equal(answered[name], open[name], name);
    assert.equal(ask(server, "SELECT count(*) FROM spatial_challenges"), "1");
  });
}

test("of a scene it is kept how far it turns and whether anything hides another, and of any challenge who said who it is for", async (t) => {
  /* S3D-14 */
  const server = await Server.during(t);
  /** From which level on things hide others, by question. @type {Record<string, number>} */
  const HIDES = { viewer: 1, sun: 2, motion: 1, turn: 1, behind: 1, visible: 2 };
  const expected = [], questions = new Set();
  for (const [level, difficulty] of ["easy", "medium", "hard"].entries()) {
    for (let i = 0; i < 6; i++) {
      const user = `${difficulty} ${i}`;
      const { id, view: { prompt } } = await server.challenge({ type: "scene", difficulty, user });
      questions.add(prompt.question);
      expected.push([id, prompt.question, prompt.rotation ?? null, Number(level >= (HIDES[prompt.question] ?? 3)), user, "visitor", null]);
    }
  }
  assert.ok(questions.size > 3, [...questions].join());
  const read = () => JSON.parse(ask(server, "SELECT json_group_array(json_array(challenge_id, scene_question, rotation_angle, occlusion_enabled, " +
    "user_id, user_source, session_id)) FROM spatial_challenges"));
  assert.ok(await eventually(() => read().length === expected.length));
  assert.deepEqual(read().sort(), expected.sort());
});

for (const [key, column] of [["history_presented", "challenge_id"], ["device_info", "device_info"]]) {
  test(`store.${key}: false`, async (t) => {
    const server = await Server.during(t, { config: `${fast}store: {${key}: false}\n` });
    await server.challenge();
    const { token, truth } = await server.challenge();
    assert.equal(await server.answer(token, truth), "pass");
    await server.down();
    assert.equal(ask(server, `SELECT count(*) || '/' || count(${column}) FROM spatial_challenges`), key === "device_info" ? "2/0" : "1/1");
  });
}

test("rows a day from one network have a ceiling, and the others' are kept", async (t) => {
  // From noon on: a day that ends in between would begin to count anew.
  const env = { ...clockOff("@2031-05-06 12:00:00"), TZ: "UTC" };
  const server = await Server.during(t, { config: `${fast}${behindProxy}store: {history_per_network: 2}\n`, env });
  const from = (/** @type {string} */ address) => ({ "X-Forwarded-For": address });
  for (let i = 0; i < 9; i++) {
    const address = from(`203.0.113.${Math.max(i, 3)}`); // four of one address, and five of others in its /24
    const { token, truth } = await server.challenge({ user: `made-up-${i}` }, address);
    assert.equal(await server.answer(token, truth, address), "pass");
  }
  const honest = from("198.51.100.1");
  const { token, truth } = await server.challenge({ user: "honest" }, honest);
  assert.equal(await server.answer(token, truth, honest), "pass");
  assert.ok(await rows(server, 5));
  assert.equal(ask(server, "SELECT group_concat(user_id) FROM (SELECT user_id FROM spatial_challenges ORDER BY user_id)"),
    "honest,made-up-0,made-up-1,made-up-4,made-up-5", "two of an address, and four of its /24");
  assert.equal(ask(server, "SELECT count(*) FROM spatial_user_profiles"), "0", "nobody vouched for these names");
  assert.equal(await server.metric('tessera_records_dropped_total{why="network"}'), 10, "five challenges and their answers");
  assert.equal(await server.metric('tessera_records_dropped_total{why="queue"}'), 0);
});

test("where little room is left no history is kept, and answers pass as ever", async (t) => {
  // More than any disk has free.
  const server = await Server.during(t, { config: `${fast}store: {free_min_mb: 1000000000}\n` });
  for (let i = 0; i < 3; i++) {
    const { token, truth } = await server.challenge();
    assert.equal(await server.answer(token, truth), "pass");
  }
  assert.equal((await server.request("/readyz")).status, 200);
  const lines = () => server.stderr.split("\n").filter((line) => /warn .*history/.test(line));
  assert.ok(await eventually(() => lines().length > 0), server.stderr);
  assert.equal(await server.metric('tessera_store_good{store="history"}'), 0);
  const dropped = () => server.metric('tessera_records_dropped_total{why="room"}');
  assert.ok(await eventually(async () => (await dropped()) === 6), "three challenges and their answers");
  await server.checks("history");
  assert.equal(lines().length, 1, "it is said once");
  assert.equal(ask(server, "SELECT count(*) FROM spatial_challenges"), "0");
  await server.again({ config: fast });
  const { token, truth } = await server.challenge();
  assert.equal(await server.answer(token, truth), "pass");
  assert.ok(await rows(server, 1));
  assert.equal(await server.metric('tessera_store_good{store="history"}'), 1);
});

/* S3D-14, S3D-16, S3D-17 */
for (const [what, type, delay, agent, suspicious] of /** @type {[string, string, number, string, number][]} */ ([
  ["at once", "scene", 0, "a browser", 1],
  ["after two seconds", "scene", 2, "a browser", 0],
  ["after 29 seconds", "scene", 29, "a browser", 0],
  ["after 31 seconds", "scene", 31, "a browser", 1],
  ["after 31 seconds, with five minutes to go", "puzzle", 31, "a browser", 0],
  ["after 151 seconds of five minutes", "puzzle", 151, "a browser", 1],
  ["by a client that says nothing of itself", "scene", 2, "", 1],
])) {
  test(`answered ${what}: ${suspicious ? "suspicious" : "not suspicious"}`, async (t) => {
    const { env, pass } = stoppedClock();
    const server = await Server.during(t, { env });
    const { token, truth } = await server.challenge({ type, user: "ann" });
    pass(delay);
    const body = JSON.stringify({ token, answer: truth });
    const reply = await server.raw("POST /v1/answer HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n" +
      `${agent && `User-Agent: ${agent}\r\n`}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    assert.match(reply, /"state":"pass"/);
    assert.ok(await rows(server, 1));
    const stats = JSON.parse(run(["stats", "--json", "--data", server.data]).stdout);
    assert.equal(stats.spatial_challenge_stats[0].suspicious, suspicious);
    assert.equal(stats.spatial_user_performance[0].suspicious_count, suspicious);
  });
}
