// The config: file, environment, reload, and the admin's hand on it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, FAST, ROOT, kinds, run, Server, temporaryFolder } from "../lib/tessera.js";

const folder = temporaryFolder();

/** @param {string} text */
function file(text) {
  const path = join(folder, "config.yaml");
  writeFileSync(path, text);
  return path;
}

// ------------------------------------------------------------------ tessera check

/** @type {[string, string][]} */
const GOOD = [
  ["an empty file", ""],
  ["comments alone", "# nothing\n"],
  ["a section without keys", "challenge:\n"],
  ["what `tessera config` prints", run(["config"]).stdout],
  ["the contract's sample", `
listen: 127.0.0.1:8080
data: ./tessera-data
store:
  ledger: sqlite
  records: sqlite
budget:
  enabled: true
challenge:
  enabled: true
  test_mode: false
  transform_count: 6
  risk_threshold: 3
  config_mutable: false
  types: [spatial, predator, human, emotions, puzzle, scene]
`],
  ["numbers to be clamped", "challenge: {transform_count: 99}"], /* PUZ-23 */
  ["an IPv6 address", "listen: '[::1]:8080'"],
];
for (const [name, text] of GOOD) {
  test(`check: good: ${name}`, () => {
    const { status, stdout } = run(["check", "--config", file(text)]);
    assert.equal(status, 0);
    assert.match(stdout, /good/);
  });
}

/** @type {[string, string, number, string, RegExp][]} */
const BAD = [
  /* name, text, line, key, what is said of it */
  ["an unknown key", "demo: true\nchalenge: {}\n", 2, "chalenge", /did you mean challenge\?/],
  ["an unknown key in a section", "challenge:\n  test_mod: true\n", 2, "challenge.test_mod", /did you mean challenge\.test_mode\?/],
  ["a key outside its section", "\n\nrisk_threshold: 4\n", 3, "risk_threshold", /challenge\.risk_threshold/],
  ["a word for a number", "challenge:\n  risk_threshold: high\n", 2, "challenge.risk_threshold", /whole number from 0 to 10/],
  ["a number out of bounds", "challenge: {risk_threshold: 11}", 1, "challenge.risk_threshold", /from 0 to 10/],
  ["a negative number", "workers: -1", 1, "workers", /from 1 to 256/],
  ["a fraction", "workers: 1.5", 1, "workers", /whole number/],
  ["a word for a bool", "budget:\n  enabled: maybe", 2, "budget.enabled", /true or false/],
  ["a number in quotes", "workers: '4'", 1, "workers", /quotes/],
  ["a list for a text", "data: [a]", 1, "data", /list/],
  ["a text for a list", "challenge:\n  types: puzzle", 2, "challenge.types", /list/],
  ["an unknown word in a list", "challenge:\n  types:\n    - puzzle\n    - riddle", 4, "challenge.types", /riddle/],
  ["an empty list of types", "challenge: {types: []}", 1, "challenge.types", /list/],
  ["an address without port", "listen: localhost", 1, "listen", /HOST:PORT/],
  ["a port that is too high", "listen: 127.0.0.1:70000", 1, "listen", /HOST:PORT/],
  ["a store that there is not", "store:\n  ledger: mongodb://x", 2, "store.ledger", /memory or sqlite/],
  ["a range that is none", "trusted_proxies: [10.0.0.0/64]", 1, "trusted_proxies", /10\.0\.0\.0\/64/],
  ["a key twice", "demo: true\ndemo: false", 2, "demo", /second time/],
  ["a section twice", "budget: {}\nbudget: {}", 2, "budget", /second time/],
  ["a value for a section", "challenge: 5", 1, "challenge", /map/],
];
for (const [name, text, line, key, said] of BAD) {
  test(`check: bad: ${name}`, () => {
    const path = file(text);
    const { status, stdout, stderr } = run(["check", "--config", path]);
    assert.equal(status, 1);
    assert.equal(stdout, "");
    assert.ok(stderr.includes(`${path}:${line}: ${key}: `), stderr);
    assert.match(stderr, said);
    assert.equal(run(["serve", "--config", path, "--data", folder, "--listen", "127.0.0.1:0"]).status, 1, "serve");
  });
}

/** @type {[string, string | Buffer, RegExp][]} */
const UNREADABLE = [
  ["not YAML", "demo: \"true\n", /:\d+: .*this is not YAML/],
  ["a list", "- a\n", /:1: expected a map/],
  ["two documents", "demo: true\n---\ndemo: false\n", /:2: expected one document/],
  ["an alias", "demo: &a true\nadmin: *a\n", /:1: demo: anchors/],
  ["a tag", "demo: !!bool true\n", /:1: demo: anchors/],
  ["binary", Buffer.from([0, 255, 1, 254]), /this is not YAML/],
];
for (const [name, text, said] of UNREADABLE) {
  test(`check: unreadable: ${name}`, () => {
    const path = join(folder, "unreadable.yaml");
    writeFileSync(path, text);
    const { status, stderr } = run(["check", "--config", path]);
    assert.equal(status, 1);
    assert.match(stderr, said);
  });
}

test("check: nothing to hand out: scenes without a renderer", () => {
  const { status, stdout, stderr } = run(["check", "--config", file("challenge: {types: [scene], renderer: none}")]);
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^challenge.types: can't be shown without a renderer: scene$/m);
  assert.match(stderr, /none of them can be handed out/);
});

for (const word of ["false", "no", "true", "on", "0"]) {
  test(`check: audio is a program or off, not ${word}`, () => {
    const { status, stderr } = run(["check"], { env: { TESSERA_CHALLENGE_AUDIO: word } });
    assert.equal(status, 1);
    assert.match(stderr, /CHALLENGE_AUDIO: expected the name or path of a program, or off/);
  });
}

test("check: every type of this build can be handed out, and no other is known", () => {
  const { status, stderr } = run(["check", "--config", file(`challenge: {types: [${kinds()}]}\n`)]);
  assert.deepEqual([status, stderr], [0, ""]);
  const other = run(["check", "--config", file("challenge: {types: [maze]}\n")]);
  assert.equal(other.status, 1);
  assert.ok(other.stderr.includes(`of these, each once: ${kinds().join(", ")}, found "maze"`), other.stderr);
});

test("check: a file that is not there", () => {
  const { status, stderr } = run(["check", "--config", join(folder, "nothing.yaml")]);
  assert.equal(status, 1);
  assert.match(stderr, /nothing\.yaml: No such file/);
});

// ------------------------------------------------------------------ environment

/** @type {[string, Record<string, string>, RegExp][]} */
const BAD_ENVIRONMENTS = [
  ["an unknown variable", { TESSERA_CHALLENGE_TEST_MOD: "true" }, /TESSERA_CHALLENGE_TEST_MOD: .*TESSERA_CHALLENGE_TEST_MODE\?/],
  ["a word for a number", { TESSERA_WORKERS: "many" }, /TESSERA_WORKERS: .*whole number/],
  ["a bad list", { TESSERA_CHALLENGE_TYPES: "puzzle,riddle" }, /TESSERA_CHALLENGE_TYPES: .*riddle/],
  ["a bad alias", { SHUMA_CHALLENGE_RISK_THRESHOLD: "high" }, /SHUMA_CHALLENGE_RISK_THRESHOLD: /],
  ["a bad number that is brought into its bounds", { SHUMA_CHALLENGE_TRANSFORM_COUNT: "nonsense" }, /SHUMA_CHALLENGE_TRANSFORM_COUNT: /], // PUZ-23
  ["a bad bool", { SHUMA_CHALLENGE_ENABLED: "perhaps" }, /SHUMA_CHALLENGE_ENABLED: /],
];
for (const [name, env, said] of BAD_ENVIRONMENTS) {
  test(`environment: bad: ${name}`, () => {
    const { status, stderr } = run(["check"], { env });
    assert.equal(status, 1);
    assert.match(stderr, said);
  });
}

/** @type {[string, string, Record<string, string>, number][]} */
const LEGENDS = [
  ["the default", "", {}, 6],
  ["the file", "8", {}, 8],
  ["the file, below the least", "2", {}, 4],
  ["the file, above the most", "99", {}, 8],
  ["its variable goes before the file", "8", { TESSERA_CHALLENGE_TRANSFORM_COUNT: "5" }, 5],
  ["the alias goes before the file", "8", { SHUMA_CHALLENGE_TRANSFORM_COUNT: "7" }, 7],
  ["its own variable goes before the alias", "",
    { SHUMA_CHALLENGE_TRANSFORM_COUNT: "7", TESSERA_CHALLENGE_TRANSFORM_COUNT: "5" }, 5],
  ["the alias, below the least", "", { SHUMA_CHALLENGE_TRANSFORM_COUNT: "2" }, 4],
  ["the alias, above the most", "", { SHUMA_CHALLENGE_TRANSFORM_COUNT: "99" }, 8],
];
for (const [name, value, env, count] of LEGENDS) {
  test(`transform_count: ${name}`, async (t) => {
    /* PUZ-5, PUZ-23 */
    const server = await Server.during(t, { config: value && `challenge: {transform_count: ${value}}\n`, env });
    assert.equal((await server.challenge({ sitekey: "demo" })).view.count, count);
  });
}

test("test_mode and listen come from the environment too", async (t) => {
  const server = await Server.during(t, { config: "", env: { TESSERA_CHALLENGE_TEST_MODE: "true" } });
  assert.equal((await server.page()).status, 200); /* PUZ-6 */
});

// ------------------------------------------------------------------ secrets

const SECRET = "correct horse battery staple, twice";
const OTHER = "another secret, and long enough, too";

/** @type {[string, Record<string, string>, Record<string, string>, string][]} */
const SECRETS = [
  /* name, environment of the one that seals, of the one that opens, what comes of it */
  ["the same name", { SHUMA_CHALLENGE_SECRET: SECRET }, { SHUMA_CHALLENGE_SECRET: SECRET }, "pass"],
  ["the name to fall back to", { SHUMA_CHALLENGE_SECRET: SECRET }, { SHUMA_JS_SECRET: SECRET }, "pass"],
  ["our own name", { SHUMA_JS_SECRET: SECRET }, { TESSERA_SECRET: SECRET }, "pass"],
  ["our own name goes first", { TESSERA_SECRET: SECRET },
    { TESSERA_SECRET: SECRET, SHUMA_CHALLENGE_SECRET: OTHER, SHUMA_JS_SECRET: "and another" }, "pass"],
  ["then the challenge's", { SHUMA_CHALLENGE_SECRET: SECRET },
    { SHUMA_CHALLENGE_SECRET: SECRET, SHUMA_JS_SECRET: OTHER }, "pass"],
  ["an empty one is not set", { SHUMA_JS_SECRET: SECRET }, { SHUMA_CHALLENGE_SECRET: "", SHUMA_JS_SECRET: SECRET }, "pass"],
  ["the one before", { TESSERA_SECRET: SECRET }, { TESSERA_SECRET: OTHER, TESSERA_SECRET_PREVIOUS: SECRET }, "pass"],
  ["another secret", { SHUMA_CHALLENGE_SECRET: SECRET }, { SHUMA_CHALLENGE_SECRET: OTHER }, "invalid"],
  ["no secret", { SHUMA_CHALLENGE_SECRET: SECRET }, {}, "invalid"],
];
for (const [name, sealing, opening, result] of SECRETS) {
  test(`secrets: ${name}`, async (t) => {
    /* PUZ-16 */
    const one = await Server.during(t, { env: sealing });
    const other = await Server.during(t, { env: opening });
    const { token, truth } = await one.challenge();
    assert.equal(await other.answer(token, truth), result);
  });
}

for (const variable of ["TESSERA_SECRET", "SHUMA_CHALLENGE_SECRET", "SHUMA_JS_SECRET"]) {
  test(`secrets: one that is too short is refused by serve and by check, and not shown: ${variable}`, () => {
    const data = temporaryFolder();
    for (const command of [["serve", "--listen", "127.0.0.1:0"], ["check"]]) {
      const { status, stdout, stderr } = run([...command, "--data", data], { env: { [variable]: "hunter2 hunter2 hunter2 hunter2" } });
      assert.deepEqual([status, stdout], [1, ""], command[0]);
      assert.match(stderr, new RegExp(`${variable}: expected 32 to 256 characters, has 31`), command[0]);
      assert.doesNotMatch(stderr, /hunter2/);
    }
    const empty = temporaryFolder();
    const good = run(["check", "--data", empty], { env: { [variable]: SECRET } });
    assert.deepEqual([good.status, good.stderr], [0, ""]);
    assert.deepEqual(readdirSync(empty), [], "check makes nothing");
  });
}

// ------------------------------------------------------------------ SIGHUP

/** A connection that stays: sends one request after the other. @param {Server} server */
function connection(server) {
  const socket = createConnection({ port: server.port, host: "127.0.0.1" });
  const body = JSON.stringify({ type: "puzzle", sitekey: server.sitekey });
  let closed = false;
  socket.on("close", () => (closed = true)).on("error", () => {});
  return {
    isClosed: () => closed,
    end: () => socket.destroy(),
    /** @returns {Promise<any>} */
    challenge: () =>
      new Promise((resolve, reject) => {
        let text = "";
        const take = (/** @type {Buffer} */ bytes) => {
          text += bytes.toString("utf8");
          const json = text.split("\r\n\r\n")[1];
          const length = /Content-Length: (\d+)/.exec(text)?.[1];
          if (!length || json === undefined || Buffer.byteLength(json) < Number(length)) return;
          socket.off("data", take);
          resolve(JSON.parse(json));
        };
        socket.on("data", take).once("close", reject);
        socket.write(`POST /v1/challenge HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`);
      }),
  };
}

test("SIGHUP reads the config again, and drops no connection", async (t) => {
  const server = await Server.during(t);
  const path = join(server.data, "test.yaml");
  const kept = connection(server);
  t.after(() => kept.end());
  const count = async () => (await kept.challenge()).view.count;
  const reloads = () => server.metric("tessera_config_reloads_total");
  assert.equal(await count(), 6);

  writeFileSync(path, `${FAST.trimEnd().slice(0, -1)}, transform_count: 8}\n`);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(async () => (await reloads()) === 1));
  assert.equal(await count(), 8); /* PUZ-23 */

  await t.test("a bad config leaves the old one", async () => {
    writeFileSync(path, "challenge:\n  transform_count: few\n");
    server.child?.kill("SIGHUP");
    assert.ok(await eventually(() => server.stderr.includes("stays as it was")));
    assert.ok(server.stderr.includes(`${path}:2: challenge.transform_count: `));
    assert.equal(await count(), 8);
    assert.equal(await reloads(), 1);
  });
  await t.test("what changes only at a restart is named, and the rest is taken", async () => {
    writeFileSync(path, `${FAST.trimEnd().slice(0, -1)}, transform_count: 4}\nworkers: 7\n`);
    server.child?.kill("SIGHUP");
    assert.ok(await eventually(async () => (await reloads()) === 2));
    assert.ok(await eventually(() => server.stderr.includes(" warn this changes only at a restart key=workers running=64 file=7\n")));
    assert.equal(await count(), 4);
  });
  assert.equal(kept.isClosed(), false);
});

/** Has a server read this file; what it says of it. @param {Server} server @param {string} yaml */
async function reload(server, yaml) {
  assert.ok(await eventually(() => server.stderr.includes("--truth"))); // the last that is said at the start
  const before = server.stderr.length;
  writeFileSync(join(server.data, "test.yaml"), yaml);
  server.child?.kill("SIGHUP");
  const said = () => server.stderr.slice(before);
  assert.ok(await eventually(() => /config read again\n|stays as it was\n/.test(said())), said());
  return said().trimEnd().split("\n").map((line) => line.slice(25));
}

test("SIGHUP: what changed is told key by key", async (t) => {
  const hardened = `${FAST}gate: {rate_limit: 99}\n`;
  const server = await Server.during(t, { config: `${hardened}trusted_proxies: [127.0.0.1]\ndemo: false\n` });
  assert.deepEqual(await reload(server, `${hardened}trusted_proxies: [127.0.0.1]\ndemo: false\n`), ["info config read again"]);
  assert.deepEqual(await reload(server, `${hardened.replace("99", "98")}trusted_proxies: [10.0.0.0/8]\n`), [
    "warn config changed: no longer in the file key=demo old=false new=true",
    'info config changed key=trusted_proxies old="[\\"127.0.0.1/32\\"]" new="[\\"10.0.0.0/8\\"]"',
    "info config changed key=gate.rate_limit old=99 new=98",
    "info config read again",
  ]);
  const told = await reload(server, `${FAST}store: {records: "postgres://me:hunter2@db/tessera"}\n`);
  assert.deepEqual(told.filter((line) => /store\.records/.test(line)),
    ["warn this changes only at a restart key=store.records running=sqlite file=postgres://***"]);
  assert.ok(told.some((line) => /^warn config changed: no longer in the file key=gate.rate_limit old=98 new=\d+$/.test(line)), told.join("\n"));
  assert.doesNotMatch(server.stderr, /hunter2/);
});

const WHOLE = "challenge:\n  test_mode: true\n  transform_count: 8\ngate:\n  rate_limit: 99\n...\n";
/** @type {[string, string, RegExp][]} */
const CUT = [
  ["empty", "", /sets no key any more/],
  ["of comments alone", "# to be written\n", /sets no key any more/],
  ["without its last line break", WHOLE.trimEnd(), /the last line has no line break/],
  ["cut within a line", WHOLE.slice(0, WHOLE.indexOf("99") + 1), /the last line has no line break/],
  ["cut between lines", WHOLE.slice(0, WHOLE.indexOf("gate")), /the end mark \.\.\. is gone/],
];
test("SIGHUP: a pipe in the place of the file is not waited for", async (t) => {
  const server = await Server.during(t);
  const path = join(server.data, "test.yaml");
  rmSync(path);
  execFileSync("mkfifo", [path]);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(() => server.stderr.includes("no file that can be read again")));
  assert.equal(await server.down("SIGTERM"), 0); // or it would wait for the pipe, for ever
});

test("SIGHUP: a file that is cut changes nothing", async (t) => {
  const server = await Server.during(t, { config: WHOLE });
  for (const [name, yaml, why] of CUT) {
    await t.test(name, async () => {
      const [refused, ...rest] = await reload(server, yaml);
      assert.match(refused, why);
      assert.match(refused, /^error \S+test\.yaml: /);
      assert.deepEqual(rest, ["warn the config stays as it was"]);
      assert.equal((await server.challenge({ sitekey: "demo" })).view.count, 8);
    });
  }
  await t.test("and is taken when it is whole again", async () => {
    assert.deepEqual(await reload(server, WHOLE.replace("8", "7")),
      ["info config changed key=challenge.transform_count old=8 new=7", "info config read again"]);
  });
  await t.test("one that never had an end mark needs none", async (tt) => {
    const other = await Server.during(tt, { config: "gate: {rate_limit: 99}\n" });
    assert.deepEqual(await reload(other, "gate: {rate_limit: 98}\n"),
      ["info config changed key=gate.rate_limit old=99 new=98", "info config read again"]);
  });
});

test("check: says that a reload would take a file for cut", () => {
  const file = join(temporaryFolder(), "cut.yaml");
  writeFileSync(file, "demo: false");
  const { status, stdout, stderr } = run(["check", "--config", file]);
  assert.deepEqual([status, stdout], [0, "the config is good\n"]);
  assert.match(stderr, /cut\.yaml: the last line has no line break: a reload would not take it\n$/);
});

// ------------------------------------------------------------------ the admin

const ADMIN = "/v1/admin/config";

/** @param {Server} server */
const bearer = (server) => ({
  Authorization: `Bearer ${readFileSync(join(server.data, "admin-token"), "utf8").trim()}`,
});

/** @param {Server} server @param {unknown} changes @param {Record<string, string>} [headers] */
const patch = (server, changes, headers = bearer(server)) =>
  server.request(ADMIN, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof changes === "string" ? changes : JSON.stringify(changes),
  });

test("the admin's token is made at the first start, for the owner alone, and stays", async (t) => {
  const server = await Server.during(t, { config: "" });
  for (const name of ["admin-token", "keys"]) {
    assert.equal(statSync(join(server.data, name)).mode & 0o777, 0o600, name);
  }
  const token = bearer(server);
  assert.match(token.Authorization, /^Bearer [0-9a-f]{64}$/);
  await server.again();
  assert.deepEqual(bearer(server), token);
  assert.equal((await server.request(ADMIN, { headers: token })).status, 200);
});

test("what the admin changes stands in the log", async (t) => {
  const server = await Server.during(t, { config: "challenge: {config_mutable: true}" });
  assert.equal((await patch(server, { "challenge.risk_threshold": 2, "challenge.test_mode": true })).status, 200);
  assert.ok(await eventually(() => server.stderr.includes(
    " info config changed by the admin challenge.risk_threshold=2 challenge.test_mode=true\n")), server.stderr);
});

/** @type {[string, (token: string) => Record<string, string>][]} */
const STRANGERS = [
  ["no token", () => ({})],
  ["an empty token", () => ({ Authorization: "Bearer " })],
  ["a wrong token", () => ({ Authorization: `Bearer ${"0".repeat(64)}` })],
  ["a token cut short", (token) => ({ Authorization: `Bearer ${token.slice(0, -1)}` })],
  ["a longer token", (token) => ({ Authorization: `Bearer ${token}0` })],
  ["another scheme", (token) => ({ Authorization: `Basic ${token}` })],
  ["the token alone", (token) => ({ Authorization: token })],
];
test("the admin's calls need the admin's token", async (t) => {
  /* PUZ-25 */
  const server = await Server.during(t, { env: { SHUMA_CHALLENGE_CONFIG_MUTABLE: "true" }, config: "" });
  const token = bearer(server).Authorization.slice("Bearer ".length);
  for (const [name, make] of STRANGERS) {
    await t.test(name, async () => {
      for (const reply of [
        await server.request(ADMIN, { headers: make(token) }),
        await patch(server, { "challenge.transform_count": 8 }, make(token)),
      ]) {
        assert.deepEqual([reply.status, reply.json.error.code], [401, "unauthorized"]);
        assert.equal(reply.headers.get("www-authenticate"), "Bearer");
      }
    });
  }
  assert.equal((await server.challenge({ sitekey: "demo" })).view.count, 6);
});

test("the admin reads every key", async (t) => {
  const server = await Server.during(t, { config: "challenge: {risk_threshold: 5}" });
  const { status, json, headers } = await server.request(ADMIN, { headers: bearer(server) });
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(json["challenge.risk_threshold"], 5);
  assert.equal(json["challenge.enabled"], true);
  assert.equal(json.data, server.data);
  assert.deepEqual(json["challenge.types"].includes("puzzle"), true);
});

test("nobody changes what is not mutable", async (t) => {
  /* PUZ-25 */
  const server = await Server.during(t, { config: "" });
  const { status, json } = await patch(server, { "challenge.transform_count": 8 });
  assert.deepEqual([status, json.error.code], [403, "config-immutable"]);
  assert.equal((await server.challenge({ sitekey: "demo" })).view.count, 6);
});

/** @type {[string, unknown, number][]} */
const BAD_PATCHES = [
  ["not JSON", "{", 400],
  ["a list", [], 400],
  ["an unknown key", { "challenge.nothing": 1 }, 400],
  ["a key that may not be changed", { "challenge.config_mutable": false }, 400],
  ["a key that needs a restart", { listen: "127.0.0.1:1" }, 400],
  ["a value out of bounds", { "challenge.risk_threshold": 11 }, 400],
  ["a value of the wrong type", { "challenge.enabled": "perhaps" }, 400],
  ["null", { "challenge.enabled": null }, 400],
  ["a list for a number", { "challenge.transform_count": [8] }, 400],
  ["one good and one bad", { "challenge.transform_count": 8, "challenge.risk_threshold": 11 }, 400],
];
test("the admin changes what is mutable, whole or not at all", async (t) => {
  /* PUZ-25 */
  const server = await Server.during(t, { env: { SHUMA_CHALLENGE_CONFIG_MUTABLE: "true" }, config: "" });
  const count = async () => (await server.challenge({ sitekey: "demo" })).view.count;
  for (const [name, changes, status] of BAD_PATCHES) {
    await t.test(`bad: ${name}`, async () => {
      assert.equal((await patch(server, changes)).status, status);
      assert.equal(await count(), 6, "nothing was changed");
    });
  }
  const { status, json } = await patch(server, { "challenge.transform_count": 8, "challenge.test_mode": true });
  assert.equal(status, 200);
  assert.deepEqual([json["challenge.transform_count"], json["challenge.test_mode"]], [8, true]);
  assert.equal(await count(), 8);
  assert.equal((await server.page()).status, 200); /* PUZ-6 */
  assert.equal((await patch(server, { "challenge.transform_count": 99 })).json["challenge.transform_count"], 8); /* PUZ-23 */
  await patch(server, { "challenge.enabled": false });
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey })).status, 403); /* PUZ-22 */
  assert.equal((await patch(server, {}, { ...bearer(server), "Content-Type": "text/plain" })).status, 415);
});

test("without an admin there are no admin's calls", async (t) => {
  const server = await Server.during(t, { config: "admin: false" });
  assert.equal((await server.request(ADMIN, { headers: bearer(server) })).status, 404);
});

test("every store that the docs offer is in this build", () => {
  const docs = readFileSync(join(ROOT, "docs/config.md"), "utf8");
  for (const key of ["ledger", "records"]) {
    const offered = new RegExp(`^\\| .store\\.${key}. \\| (.*?) \\|`, "m").exec(docs)?.[1].split(/, | or /) ?? [];
    assert.ok(offered.length > 0, key);
    for (const where of offered) {
      const file = join(temporaryFolder(), "store.yaml");
      const address = where.endsWith("://") ? `${where}host/0` : where;
      writeFileSync(file, `store: {${key}: "${address}"}\ndata: ${temporaryFolder()}\n`);
      const { status, stderr } = run(["check", "--config", file]);
      assert.equal(status, 0, `${where}: ${stderr}`);
    }
  }
});

test("check: a store's address that can't be read is no good config", () => {
  for (const [key, where] of [["ledger", "redis://ann:pass-word@host/nought"]]) {
    const file = join(temporaryFolder(), "store.yaml");
    writeFileSync(file, `store: {${key}: "${where}"}\n`);
    const { status, stderr } = run(["check", "--config", file]);
    assert.equal(status, 1, key);
    assert.match(stderr, new RegExp(`^tessera: ${key}: .*the database is not a number`, "m"));
    assert.doesNotMatch(stderr, /pass-word/);
  }
});

test("serve: with a store that is not there, nothing is made", () => {
  for (const [key, where] of [["ledger", "redis://:pass-word@127.0.0.1:1"]]) {
    const folder = temporaryFolder();
    const file = join(folder, "store.yaml");
    writeFileSync(file, `store: {${key}: "${where}"}\ndata: ${join(folder, "data")}\nlisten: 127.0.0.1:0\n`);
    const { status, stderr } = run(["serve", "--config", file]);
    assert.equal(status, 1, key);
    assert.match(stderr, /redis:..127\.0\.0\.1:1.0: it can't be reached/);
    assert.doesNotMatch(stderr, /pass-word/);
    assert.deepEqual(readdirSync(folder), ["store.yaml"]);
  }
});
