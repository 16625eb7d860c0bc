// The command line: every command's exit status, what goes to stdout and what to stderr, and what it does.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { solve, wrong } from "../lib/puzzle.js";
import { cleanEnvironment, eventually, FAST, PROGRAM, run, Server, temporaryFolder } from "../lib/tessera.js";

const COMMANDS = ["serve", "check", "config", "generate", "site", "key", "migrate", "stats", "sprites"];

test("help is a result: stdout, status 0", () => {
  for (const args of [["--help"], ["help"], ...COMMANDS.map((command) => [command, "--help"])]) {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual([status, stderr], [0, ""], args.join(" "));
    assert.match(stdout, /^usage: tessera /, args.join(" "));
  }
  for (const command of COMMANDS) assert.match(run(["--help"]).stdout, new RegExp(`^  ${command} `, "m"));
  assert.match(run(["--version"]).stdout, /^tessera \d+\.\d+\.\d+\n$/);
});

/** @type {[string, string[]][]} */
const WRONG_USE = [
  ["serve: a bad address", ["serve", "--listen", "nowhere"]],
  ["serve: bad threads", ["serve", "--threads", "65"]],
  ["no command", []],
  ["an unknown command", ["frobnicate"]],
  ["an unknown option", ["serve", "--frobnicate"]],
  ["an option of another command", ["stats", "--listen", "127.0.0.1:0"]],
  ["an option without its value", ["serve", "--config"]],
  ["a value for an option without", ["serve", "--truth=yes"]],
  ["serve: a seed without --truth", ["serve", "--seed", "1", "--listen", "127.0.0.1:0"]],
  ["serve: a seed of letters", ["serve", "--truth", "--seed", "abc", "--listen", "127.0.0.1:0"]],
  ["serve: a seed past 64 bits", ["serve", "--truth", "--seed", "18446744073709551616", "--listen", "127.0.0.1:0"]],
  ["study serve: a seed without --truth", ["study", "serve", "--seed", "1", "--listen", "127.0.0.1:0"]],
  ["an option twice", ["check", "--config", "a", "--config", "b"]],
  ["serve with a word", ["serve", "now"]],
  ["check with a word", ["check", "it"]],
  ["config with a word", ["config", "it"]],
  ["generate without type", ["generate"]],
  ["generate with two types", ["generate", "puzzle", "puzzle"]],
  ["generate with an unknown type", ["generate", "riddle"]],
  ["generate with a seed of letters", ["generate", "puzzle", "--seed", "abc"]],
  ["generate with a negative seed", ["generate", "puzzle", "--seed", "-1"]],
  ["generate with a seed past 64 bits", ["generate", "puzzle", "--seed", "18446744073709551616"]],
  ["generate with an unknown difficulty", ["generate", "puzzle", "--difficulty", "brutal"]],
  ["generate scene with an unknown difficulty", ["generate", "scene", "--difficulty", "brutal"]],
  ["generate human to be heard", ["generate", "human", "--heard"]],
  ["generate human with a renderer", ["generate", "human", "--renderer", "2d"]],
  ["generate human with a profile", ["generate", "human", "--profile", "seed"]],
  ["docs of nothing", ["docs", "nothing"]],
  ["generate scene with an unknown renderer", ["generate", "scene", "--renderer", "4d"]],
  ["generate scene with an unknown profile", ["generate", "scene", "--profile", "none"]],
  ["generate scene with a seed past 64 bits", ["generate", "scene", "--seed", "18446744073709551616"]],
  ["generate with a type in capitals", ["generate", "SCENE"]],
  ["generate with a count of letters", ["generate", "puzzle", "--count", "many"]],
  ["site without action", ["site"]],
  ["site with an unknown action", ["site", "paint", "a"]],
  ["site add without name", ["site", "add"]],
  ["site add with two names", ["site", "add", "a", "b"]],
  ["site add with an empty name", ["site", "add", ""]],
  ["site add with a name that is too long", ["site", "add", "a".repeat(65)]],
  ["site list with a name", ["site", "list", "a"]],
  ["site add with an unknown difficulty", ["site", "add", "a", "--difficulty", "harder"]],
  ["site set without a difficulty", ["site", "set", "a"]],
  ["site set with an unknown difficulty", ["site", "set", "a", "--difficulty", ""]],
  ["site set without a name", ["site", "set", "--difficulty", "hard"]],
  ["key without action", ["key"]],
  ["key with an unknown action", ["key", "lose"]],
  ["migrate with a word", ["migrate", "down"]],
  ["stats with a word", ["stats", "all"]],
];
for (const [name, args] of WRONG_USE) {
  test(`wrong use: ${name}`, () => {
    const { status, stdout, stderr } = run(args);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /usage: tessera/);
  });
}

test("wrong use: the option that is wrong is named", () => {
  assert.match(run(["serve", "--frobnicate"]).stderr, /^tessera serve: --frobnicate: there is no such option\n/);
  assert.match(run(["serve", "--config"]).stderr, /^tessera serve: --config: needs a value\n/);
});

test("results that can't be written are a failure", () => {
  for (const args of [["config"], ["generate", "puzzle"], ["site", "add", "a", "--data", temporaryFolder()]]) {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(PROGRAM, args, { stdio: ["ignore", full, "pipe"], encoding: "utf8", env: cleanEnvironment() });
    closeSync(full);
    assert.equal(status, 1, args.join(" "));
    assert.match(stderr, /could not be written/);
  }
});

test("wrong use: a host that is none", () => {
  assert.equal(run(["site", "add", "a", "--hostname", "https://a/", "--data", temporaryFolder()]).status, 2);
});

const plainFile = join(temporaryFolder(), "file");
writeFileSync(plainFile, "");

/** @type {[string, string[], RegExp][]} */
const FAILURES = [
  ["serve: data is a file", ["serve", "--data", plainFile, "--listen", "127.0.0.1:0"], /file/],
  ["serve: no such config", ["serve", "--config", "/nonexistent.yaml"], /nonexistent\.yaml/],
  ["serve: truth for all the world", ["serve", "--truth", "--listen", "0.0.0.0:0", "--data", temporaryFolder()], /loopback/],
  ["serve: truth for all of IPv6", ["serve", "--truth", "--listen", "[::]:0", "--data", temporaryFolder()], /loopback/],
  ["serve: truth for the network", ["serve", "--truth", "--listen", "192.0.2.1:0", "--data", temporaryFolder()], /loopback/],
  ["serve: a seed for the network", ["serve", "--truth", "--seed", "1", "--listen", "192.0.2.1:0", "--data", temporaryFolder()], /loopback/],
  ["site: data is a file", ["site", "list", "--data", plainFile], /file/],
  ["site: none of that name to rotate", ["site", "rotate", "a", "--data", temporaryFolder()], /no site/],
  ["site: none of that name to remove", ["site", "remove", "a", "--data", temporaryFolder()], /no site/],
  ["key: data is a file", ["key", "rotate", "--data", plainFile], /file/],
  ["migrate: data is a file", ["migrate", "--data", plainFile], /file/],
  ["stats: data is a file", ["stats", "--data", plainFile], /file/],
  ["generate: out is a file", ["generate", "puzzle", "--out", plainFile], /file/],
];
for (const [name, args, said] of FAILURES) {
  test(`failure: ${name}`, () => {
    const { status, stdout, stderr } = run(args);
    assert.equal(status, 1);
    assert.match(stderr, said);
    if (args[0] !== "generate") assert.equal(stdout, "");
  });
}

test("failure: a port that is taken", async (t) => {
  const server = await Server.during(t);
  const { status, stderr } = run(["serve", "--listen", `127.0.0.1:${server.port}`, "--data", temporaryFolder()]);
  assert.equal(status, 1);
  assert.match(stderr, /in use/);
});

test("failure: a secret key that is broken is not replaced", () => {
  const data = temporaryFolder();
  writeFileSync(join(data, "keys"), "not a key\n");
  assert.equal(run(["serve", "--data", data, "--listen", "127.0.0.1:0"]).status, 1);
  assert.equal(readFileSync(join(data, "keys"), "utf8"), "not a key\n");
});

// ------------------------------------------------------------------ generate

test("generate: a line of JSON each, and only --truth tells the answer", () => {
  const { status, stdout, stderr } = run(["generate", "puzzle", "--count", "50", "--seed", "7"]);
  assert.deepEqual([status, stderr], [0, ""]);
  const lines = stdout.trimEnd().split("\n");
  const truths = run(["generate", "puzzle", "--count", "50", "--seed", "7", "--truth"]).stdout.trimEnd().split("\n");
  assert.deepEqual([lines.length, truths.length], [50, 50]);
  lines.forEach((line, i) => {
    const plain = JSON.parse(line);
    const { answer, first, second, solution, correct_answer, objects, ...rest } = JSON.parse(truths[i]);
    assert.deepEqual(rest, plain);
    assert.deepEqual(Object.keys(plain).filter((key) => /answer|first|second|solution|correct/.test(key)), []);
    assert.ok(!line.includes(answer)); /* PUZ-21 */
    assert.equal(answer, solve(plain.view)); /* PUZ-15 */
    assert.ok(first && second && solution === answer);
  });
});

test("generate: --still leaves out what moves", () => {
  const moving = (/** @type {string[]} */ ...more) =>
    run(["generate", "scene", "--count", "100", "--seed", "1", ...more]).stdout.trimEnd().split("\n")
      .filter((line) => JSON.parse(line).view.animation).length;
  assert.ok(moving() > 0);
  assert.equal(moving("--still"), 0);
});

test("generate: of a scene's seed, --truth prints question, options and answer", () => { // S3D-29
  for (const difficulty of ["easy", "medium", "hard"]) {
    for (const seed of ["0", "1", "7", "9223372036854775808", "18446744073709551615"]) {
      const args = ["generate", "scene", "--seed", seed, "--difficulty", difficulty];
      const { status, stdout } = run([...args, "--truth"]);
      assert.equal(status, 0);
      const { answer, question, correctIndex, things, correct_answer, objects, ...rest } = JSON.parse(stdout);
      assert.deepEqual(rest, JSON.parse(run(args).stdout), "without --truth the answer is left out, and nothing else");
      assert.deepEqual([rest.id, rest.difficulty], [`scene-${seed}`, difficulty]);
      assert.ok(/\?$|\? Its mirror image is wrong\.$|\? The signs are on the outside\.$/.test(rest.instructions), rest.instructions);
      assert.equal(question, rest.view.prompt.question);
      assert.equal(Number(answer), correctIndex);
      assert.ok(correctIndex < rest.view.count);
      // Options are words, or cells of the picture.
      if (rest.view.options) assert.equal(new Set(rest.view.options).size, rest.view.count);
      else assert.ok(rest.view.cells);
      assert.ok(Array.isArray(things));
      // The names of the original schema, beside ours.
      assert.ok(stdout.includes(`"seed":${seed},`), "the seed is told, in full");
      assert.deepEqual([rest.question_type, rest.question_text], [question, rest.instructions]);
      assert.equal(rest.rotation_angle, rest.view.prompt.rotation ?? null);
      assert.deepEqual(rest.options, rest.view.options ?? [...Array(rest.view.count).keys()].map(String));
      assert.equal(correct_answer, rest.options[correctIndex]);
      assert.deepEqual(objects.map((/** @type {any} */ object) => object.type).filter((/** @type {string} */ type) => things.includes(type)), things);
    }
  }
});

test("generate: every type has the names of the original schema, and tells what gives the answer away with --truth only", () => { // S3D-29
  for (const type of run(["generate", "--list"]).stdout.trimEnd().split("\n")) {
    const plain = JSON.parse(run(["generate", type, "--seed", "42"]).stdout);
    const told = JSON.parse(run(["generate", type, "--seed", "42", "--truth"]).stdout);
    assert.deepEqual([plain.seed, plain.difficulty, plain.question_text], [42, "medium", plain.instructions]);
    assert.equal(plain.options.length, plain.view.count);
    assert.equal(typeof plain.question_type, "string");
    assert.ok(plain.rotation_angle === null || plain.rotation_angle >= 0 && plain.rotation_angle < 360);
    assert.deepEqual([plain.correct_answer, plain.objects], [undefined, undefined]);
    for (const part of told.correct_answer.split(",")) assert.ok(plain.options.includes(part), `${type}: ${part}`);
    assert.equal(told.objects.length > 0, type !== "puzzle");
  }
});

test("generate: the same seed, the same challenge and the same pixels", () => {
  const [a, b] = [temporaryFolder(), temporaryFolder()];
  const make = (/** @type {string} */ out) => run(["generate", "puzzle", "--seed", "42", "--count", "3", "--truth", "--out", out]).stdout;
  assert.equal(make(a), make(join(b, "made"))); // the folder is made where it is missing
  const names = readdirSync(a).sort();
  assert.deepEqual(names, ["puzzle-42.png", "puzzle-43.png", "puzzle-44.png"]);
  const digest = (/** @type {string} */ path) => createHash("sha256").update(readFileSync(path)).digest("hex");
  for (const name of names) {
    assert.equal(digest(join(a, name)), digest(join(b, "made", name)));
    assert.equal(readFileSync(join(a, name)).toString("latin1", 1, 4), "PNG");
  }
  assert.equal(new Set(names.map((name) => digest(join(a, name)))).size, 3);
  /* Counting up is the same as asking for each. */
  assert.ok(make(a).includes(run(["generate", "puzzle", "--seed", "43", "--truth"]).stdout));
});

test("generate: without a seed each is another", () => {
  const make = () => JSON.stringify(JSON.parse(run(["generate", "puzzle"]).stdout).view.grids);
  assert.notEqual(make(), make());
});

test("generate: the limits of a seed, difficulties, the list", () => {
  assert.equal(run(["generate", "puzzle", "--seed", "0"]).status, 0);
  assert.equal(run(["generate", "puzzle", "--seed=18446744073709551615"]).status, 0);
  for (const [difficulty, count] of /** @type {[string, number][]} */ ([["easy", 4], ["medium", 6], ["hard", 8]])) {
    const { view } = JSON.parse(run(["generate", "puzzle", "--difficulty", difficulty]).stdout);
    assert.equal(view.options.length, count);
  }
  assert.match(run(["generate", "--list"]).stdout, /^puzzle$/m);
  assert.equal(run(["generate", "puzzle", "--count", "0"]).stdout, "");
});

// ------------------------------------------------------------------ config

test("config: prints a file that can be used, with every key told of", () => {
  const { status, stdout, stderr } = run(["config"]);
  assert.deepEqual([status, stderr], [0, ""]);
  for (const variable of ["TESSERA_STORE_LEDGER", "SHUMA_CHALLENGE_ENABLED", "SHUMA_CHALLENGE_TRANSFORM_COUNT",
    "SHUMA_CHALLENGE_RISK_THRESHOLD", "SHUMA_CHALLENGE_CONFIG_MUTABLE"]) {
    assert.ok(stdout.includes(variable), variable); /* PUZ-22 to PUZ-25 */
  }
});

// ------------------------------------------------------------------ site

/** @param {string} stdout */
const shown = (stdout) => /** @type {RegExpExecArray} */ (/^sitekey: (ts_\S+)\nsecret: (tss_\S+)\n$/.exec(stdout));

test("site: a difficulty of its own", () => {
  const data = temporaryFolder();
  const site = (/** @type {string[]} */ ...args) => run(["site", ...args, "--data", data]);
  const levels = () => site("list").stdout.trimEnd().split("\n").map((line) => line.split("\t")[3]);
  site("add", "a", "--difficulty", "hard");
  site("add", "b");
  assert.deepEqual(levels(), ["hard", "default"]);
  for (const level of ["easy", "medium", "hard", "default"]) {
    assert.deepEqual(site("set", "b", "--difficulty", level), { status: 0, stdout: "", stderr: "" });
    assert.deepEqual(levels(), ["hard", level]);
  }
  assert.equal(site("rotate", "a").status, 0);
  assert.deepEqual(levels(), ["hard", "default"], "a new secret changes nothing else");
  const absent = site("set", "c", "--difficulty", "easy");
  assert.equal(absent.status, 1);
  assert.match(absent.stderr, /there is no site of that name/);
});

test("site: add, list, rotate, remove", () => {
  const data = join(temporaryFolder(), "made");
  const site = (/** @type {string[]} */ ...args) => run(["site", ...args, "--data", data]);
  const [, sitekey, secret] = shown(site("add", "shop", "--hostname", "shop.example", "--hostname", "www.shop.example").stdout);
  const [, otherKey, otherSecret] = shown(site("add", "other").stdout);
  assert.notEqual(sitekey, otherKey);
  assert.notEqual(secret, otherSecret);
  assert.equal(statSync(data).mode & 0o077, 0, "the data folder is the owner's alone");
  assert.equal(statSync(join(data, "records.db")).mode & 0o077, 0, "and so are the records");

  const list = site("list");
  assert.deepEqual(list.stdout.trimEnd().split("\n").sort(), [`other\t${otherKey}\t\tdefault`, `shop\t${sitekey}\tshop.example,www.shop.example\tdefault`]);
  assert.ok(!list.stdout.includes(secret));

  const again = site("add", "shop");
  assert.deepEqual([again.status, again.stdout], [1, ""]);
  assert.match(again.stderr, /already/);

  const [, sameKey, newSecret] = shown(site("rotate", "shop", "--overlap", "0").stdout);
  assert.equal(sameKey, sitekey);
  assert.notEqual(newSecret, secret);

  assert.deepEqual(site("remove", "other"), { status: 0, stdout: "", stderr: "" });
  assert.ok(!site("list").stdout.includes("other"));

  for (const name of readdirSync(data)) {
    const bytes = readFileSync(join(data, name));
    for (const hidden of [secret, newSecret, otherSecret]) {
      assert.ok(!bytes.includes(hidden), `${name} holds no secret`);
      assert.ok(!bytes.includes(Buffer.from(hidden.slice(4), "base64url")), `${name} holds no secret's bytes`);
    }
  }
});

test("site: a running server sees each change within two seconds", async (t) => {
  const server = await Server.during(t);
  const site = (/** @type {string[]} */ ...args) => run(["site", ...args, "--data", server.data]);
  const [, sitekey, secret] = shown(site("add", "late").stdout);
  const status = async () => (await server.post("/v1/challenge", { sitekey })).status;
  assert.ok(await eventually(async () => (await status()) === 200), "added");

  const { token, truth } = await server.challenge({ sitekey });
  const { response } = (await server.post("/v1/answer", { token, answer: truth })).json;
  const [, , newSecret] = shown(site("rotate", "late", "--overlap", "0").stdout);
  const codes = async (/** @type {string} */ given) => (await server.verify({ secret: given, response: "x" }))["error-codes"][0];
  assert.ok(await eventually(async () => (await codes(secret)) === "invalid-input-secret"), "rotated");
  assert.equal((await server.verify({ secret: newSecret, response })).success, true);

  site("remove", "late");
  assert.ok(await eventually(async () => (await status()) === 403), "removed");
  assert.equal(await codes(newSecret), "invalid-input-secret");
});

test("site: nine thousand of them", async (t) => {
  const server = await Server.during(t);
  await server.down();
  const rows = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 9000) " +
    "INSERT INTO sites(name, sitekey, secret_hash, created_at) SELECT 'n' || i, 'ts_' || i, randomblob(32), '' FROM n;";
  assert.equal(spawnSync("sqlite3", [join(server.data, "records.db"), rows]).status, 0);
  await server.up();
  for (const sitekey of ["ts_1", "ts_9000", server.sitekey]) await server.challenge({ sitekey });
});

// ------------------------------------------------------------------ key

test("key rotate: tokens from before still pass, and so do new ones", async (t) => {
  const server = await Server.during(t);
  const [old, extended] = [await server.challenge(), await server.challenge()];
  const response = await server.pass();
  const picture = (await server.request(old.view.image.src)).text;
  const { status, stdout, stderr } = run(["key", "rotate", "--data", server.data]);
  assert.deepEqual([status, stdout], [0, ""]);
  assert.match(stderr, /new key/);
  const lines = readFileSync(join(server.data, "keys"), "utf8").trimEnd().split("\n");
  assert.equal(lines.length, 2);
  assert.equal(statSync(join(server.data, "keys")).mode & 0o777, 0o600);
  /* The first letters of a token name the key. */
  const isNew = async () => (await server.challenge()).token.slice(0, 6) !== old.token.slice(0, 6);
  assert.equal(await isNew(), false, "nothing is signed with it before every server has read it");
  assert.ok(await eventually(isNew), "the running server takes the new key");
  const fresh = await server.challenge();
  assert.equal((await server.request(old.view.image.src)).text, picture, "the same picture");
  assert.equal((await server.verify({ response })).success, true);
  assert.equal(await server.answer(old.token, old.truth), "pass");
  assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
  const { json } = await server.post("/v1/extend", { token: extended.token });
  assert.equal(await server.answer(json.token, extended.truth), "pass", "extended, it stays itself");
});

test("key rotate: of several at once, none is lost", async () => {
  const data = temporaryFolder();
  const rotate = () => new Promise((resolve) => spawn(PROGRAM, ["key", "rotate", "--data", data], { stdio: "ignore", env: cleanEnvironment() }).on("exit", resolve));
  assert.deepEqual(await Promise.all(Array.from({ length: 6 }, rotate)), [0, 0, 0, 0, 0, 0]);
  assert.equal(readFileSync(join(data, "keys"), "utf8").trimEnd().split("\n").length, 6);
});

test("key rotate: what the environment sets is changed there", () => {
  const { status, stderr } = run(["key", "rotate", "--data", temporaryFolder()], {
    env: { SHUMA_JS_SECRET: "a secret of some length, thirty-two or more" },
  });
  assert.equal(status, 1);
  assert.match(stderr, /SHUMA_JS_SECRET/);
  assert.doesNotMatch(stderr, /some length/);
});

// ------------------------------------------------------------------ migrate, stats

test("migrate: brings the schema up to date, and says so", () => {
  const data = temporaryFolder();
  const [, latest] = /** @type {RegExpExecArray} */ (/^schema version (\d+), was 0\n$/.exec(run(["migrate", "--data", data]).stdout));
  assert.equal(run(["migrate", "--data", data]).stdout, `schema version ${latest}, was ${latest}\n`);
});

test("stats: without history nothing is kept of an answer", async (t) => {
  const server = await Server.during(t, { config: `${FAST}store: {history: false}\n` });
  await server.pass({ user: "zoe" });
  await server.down(); // writes what waits
  const { spatial_challenge_stats: rows, spatial_user_performance: users } =
    JSON.parse(run(["stats", "--json", "--data", server.data]).stdout);
  assert.deepEqual([rows, users], [[], []]);
});

test("stats: what was answered, by difficulty and by user", async (t) => {
  const server = await Server.during(t);
  await server.pass({ user: "zoe", difficulty: "easy" });
  await server.pass({ user: "zoe", difficulty: "hard" });
  await server.pass({ user: "max", difficulty: "easy" });
  const { token, truth } = await server.challenge({ user: "zoe", difficulty: "easy" });
  assert.equal(await server.answer(token, wrong(truth)), "incorrect");
  const stats = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = run(["stats", "--json", ...args, "--data", server.data]);
    assert.deepEqual([status, stderr], [0, ""]);
    return JSON.parse(stdout);
  };
  assert.ok(await eventually(() => stats().spatial_challenge_stats.reduce(
    (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.total_challenges, 0) === 4));
  const easy = stats().spatial_challenge_stats.find((/** @type {any} */ row) => /easy/i.test(row.difficulty));
  assert.deepEqual([easy.total_challenges, easy.passed, easy.failed, easy.unique_users], [3, 2, 1, 2]);
  const rows = stats("--user", "zoe").spatial_user_performance;
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0].user_id, rows[0].total_attempts, rows[0].passed], ["zoe", 3, 2]);
  assert.ok(Math.abs(rows[0].pass_rate - 2 / 3) < 0.001);
  assert.equal(stats().spatial_user_performance.length, 2);
  const table = run(["stats", "--data", server.data]).stdout;
  assert.match(table, /zoe/);
  assert.match(table, /difficulty/);
});

test("stats: every column, in the table and as JSON", () => {
  /* S3D-16, S3D-17 */
  const data = temporaryFolder();
  run(["migrate", "--data", data]);
  const rows = "INSERT INTO spatial_challenges(challenge_id, user_id, user_source, difficulty, presented_at, created_at, responded_at, " +
    "response_time_ms, is_correct, is_suspicious) VALUES " +
    "('a', 'ann', 'site', 'easy', '', '', '2026-11-15T04:05:06.789Z', 1000, 1, 0), ('b', 'ann', 'site', 'easy', '', '', '2026-11-15T04:05:08.000Z', 4000, 0, 0), " +
    "('c', 'ann', 'site', 'easy', '', '', '2026-11-15T04:05:07.000Z', 1000, 1, 0), ('f', 'cid', 'visitor', 'easy', '', '', '2026-11-14T00:00:00.000Z', 2000, 1, 0), ('d', 'bob', 'visitor', 'hard', '', '', '2026-11-16T00:00:00.000Z', 5000, 0, 1), " +
    "('e', 'eve', 'visitor', 'easy', '', '', NULL, NULL, NULL, 0);";
  assert.equal(spawnSync("sqlite3", [join(data, "records.db"), rows]).status, 0);
  const json = JSON.parse(run(["stats", "--json", "--data", data]).stdout);
  assert.deepEqual(json.spatial_challenge_stats, [
    { difficulty: "easy", total_challenges: 4, passed: 3, failed: 1, pass_rate: 0.75, fail_rate: 0.25, suspicious: 0, avg_response_time_ms: 2000, stddev_response_time_ms: 1414, unique_users: 2 },
    { difficulty: "hard", total_challenges: 1, passed: 0, failed: 1, pass_rate: 0, fail_rate: 1, suspicious: 1, avg_response_time_ms: 5000, stddev_response_time_ms: 0, unique_users: 1 },
  ]);
  assert.deepEqual(json.spatial_user_performance, [
    { user_id: "ann", user_source: "site", total_attempts: 3, passed: 2, pass_rate: 0.6667, avg_response_time_ms: 2000, suspicious_count: 0, last_attempt_at: "2026-11-15T04:05:08.000Z" },
    { user_id: "bob", user_source: "visitor", total_attempts: 1, passed: 0, pass_rate: 0, avg_response_time_ms: 5000, suspicious_count: 1, last_attempt_at: "2026-11-16T00:00:00.000Z" },
    { user_id: "cid", user_source: "visitor", total_attempts: 1, passed: 1, pass_rate: 1, avg_response_time_ms: 2000, suspicious_count: 0, last_attempt_at: "2026-11-14T00:00:00.000Z" },
  ]);
  assert.deepEqual(run(["stats", "--data", data]).stdout.trim().split("\n").map((line) => line.replaceAll(/ +/g, " ").trim()), [
    "difficulty total passed failed pass_rate fail_rate suspicious avg_ms stddev_ms users", // S3D-16
    "easy 4 3 1 0.750 0.250 0 2000 1414 2", "hard 1 0 1 0.000 1.000 1 5000 0 1", "",
    "user source attempts passed rate avg_ms suspicious last_attempt_at", "ann site 3 2 0.667 2000 0 2026-11-15T04:05:08.000Z",
    "bob visitor 1 0 0.000 5000 1 2026-11-16T00:00:00.000Z", "cid visitor 1 1 1.000 2000 0 2026-11-14T00:00:00.000Z",
  ]);
});

test("stats: more rows than any buffer holds, with the longest names", () => {
  const data = temporaryFolder();
  run(["migrate", "--data", data]);
  const rows = "WITH RECURSIVE n(i) AS (VALUES(10001) UNION ALL SELECT i + 1 FROM n WHERE i < 30000) " +
    "INSERT INTO spatial_challenges(challenge_id, user_id, difficulty, presented_at, created_at, responded_at, is_correct) " +
    "SELECT i, i || replace(hex(zeroblob(61)), '0', '<') || '>', 'easy', '', '', '2026-11-15T04:05:06.789Z', 1 FROM n;";
  assert.equal(spawnSync("sqlite3", [join(data, "records.db"), rows]).status, 0);
  const { status, stdout, stderr } = run(["stats", "--json", "--data", data]);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.ok(stdout.length > 8 * 1024 * 1024);
  assert.equal(stdout.indexOf("\n"), stdout.length - 1, "one line");
  const { spatial_challenge_stats: easy, spatial_user_performance: users } = JSON.parse(stdout);
  assert.deepEqual([easy.length, easy[0].total_challenges, easy[0].unique_users], [1, 20000, 20000]);
  assert.deepEqual([users.length, new Set(users.map((/** @type {any} */ row) => row.user_id)).size], [20000, 20000]);
  assert.equal(users[19999].user_id, `30000${"<".repeat(122)}>`);
});

test("stats: rows older than store.history_days are forgotten, profiles are not", async (t) => {
  const server = await Server.during(t, { config: `${FAST}store: {history_days: 3}\n` });
  const sql = (/** @type {string} */ text) => spawnSync("sqlite3", [join(server.data, "records.db"), text]).stdout.toString().trim();
  const user_proof = userProof(server.secret, server.sitekey, "zoe", 600); // profiles are kept of nobody else
  await server.pass({ user: "zoe", user_proof });
  await server.pass({ user: "zoe", user_proof });
  await server.down(); // writes what waits
  sql("UPDATE spatial_challenges SET row_key = row_key - ((4 * 86400000) << 23) WHERE row_key = (SELECT min(row_key) FROM spatial_challenges)");
  const count = () => sql("SELECT count(*) || '/' || (SELECT challenges_completed FROM spatial_user_profiles) FROM spatial_challenges");
  assert.equal(count(), "2/2");
  run(["stats", "--data", server.data]);
  assert.equal(count(), "2/2", "a command forgets nothing");
  await server.up();
  assert.ok(await eventually(() => count() === "1/2"), "though no answer comes");
});

test("stats: no user's name steers the terminal", async (t) => {
  const server = await Server.during(t);
  await server.pass({ user: "eve\u001b]0;mine\u0007\u001b[2J\u009b31m\r\n\u007fé" });
  const table = () => run(["stats", "--data", server.data]).stdout;
  assert.ok(await eventually(() => table().includes("eve")));
  assert.doesNotMatch(table(), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  assert.match(table(), /^eve\?\]0;mine\?\?\[2J\?\?31m\?\?\?é /m);
  const { stdout } = run(["stats", "--json", "--data", server.data]);
  assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  assert.equal(JSON.parse(stdout).spatial_user_performance[0].user_id, "eve\u001b]0;mine\u0007\u001b[2J\u009b31m\r\n\u007fé");
});

// ------------------------------------------------------------------ serve

test("serve: says where it listens, warns of --truth, ends with status 0", async () => {
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGTERM", "SIGINT"])) {
    const server = await Server.start();
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(await eventually(() => /--truth/.test(server.stderr)), server.stderr);
    assert.equal(await server.down(signal), 0, signal);
  }
});

/** What a server with that seed asks, in order: types, answers, pictures; and its tokens.
 * @param {{after: (end: () => any) => void}} t @param {number | null} seed */
async function asked(t, seed) {
  const server = await Server.during(t, { seed });
  const [questions, tokens] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const type of ["puzzle", "scene", "hidden", undefined, undefined, undefined]) {
    const { token, media, truth, ...shown } = await server.challenge({ type });
    const picture = shown.type === "scene" ? (await server.request(shown.view.image.src)).text : "";
    questions.push(`${shown.type} ${truth} ${picture}`);
    tokens.push(token);
  }
  if (seed !== null) await server.says(/--seed: challenges can be predicted/);
  else assert.doesNotMatch(server.stderr, /--seed/);
  return { questions, tokens };
}

test("serve: a seed decides the challenges, and no token", async (t) => {
  const [first, again, other, none] = [await asked(t, 7), await asked(t, 7), await asked(t, 8), await asked(t, null)];
  assert.deepEqual(first.questions, again.questions);
  assert.equal(new Set(first.questions).size, first.questions.length, "the counter goes on");
  for (const { questions } of [other, none]) assert.notEqual(questions[1], first.questions[1]); // a whole picture: equal by chance once in 2^64
  const tokens = [first, again, other, none].flatMap((server) => server.tokens);
  assert.equal(new Set(tokens).size, tokens.length);
});

test("serve: what it makes is for the owner alone", async (t) => {
  const server = await Server.during(t);
  for (const name of ["keys", "admin-token", "records.db", "ledger.db"]) {
    assert.equal(statSync(join(server.data, name)).mode & 0o077, 0, name);
  }
});
