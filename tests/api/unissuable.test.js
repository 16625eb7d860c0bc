// Sites and configs with which no visitor would get a challenge: refused wherever they are set, and told where they come about otherwise.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, run, Server, temporaryFolder } from "../lib/tessera.js";

/** Types that are friction, and no way to a still picture. */
const NOTHING = "challenge: {types: [human, emotions], accepts: [pow]}\n";
const SAID = /challenge\.types: visitors would get no challenge/;

/** @param {string} text */
function file(text) {
  const path = join(temporaryFolder(), "test.yaml");
  writeFileSync(path, text);
  return path;
}

test("tessera site set refuses what leaves a site without challenges, and changes nothing", () => {
  const data = temporaryFolder();
  const site = (/** @type {string[]} */ ...words) => run(["site", ...words, "--data", data], { env: { TESSERA_CHALLENGE_TYPES: "hidden,emotions" } });
  assert.equal(site("add", "one").status, 0);
  const lacks = (/** @type {string} */ types, instead = "") => new RegExp(`challenge\\.types lacks .*: ${types}${instead}$`, "m");
  for (const [words, status, said] of /** @type {[string[], number, RegExp | null][]} */ ([
    [["--types", "human"], 0, lacks("human", "\\. Visitors get other types instead, as the alternative \"still\", on its budget")],
    [["--types", "human", "--alternatives", "pow"], 1, /: challenge\.types has none of its --types: /],
    [["--types", "human,emotions", "--alternatives", "pow"], 0, lacks("human")], // a site that lists a type asks it, weak or not
    [["--types", "scene,puzzle"], 1, /: challenge\.types has none of its --types: /],
    [["--types", "emotions"], 0, null],
    [["--types", "default", "--alternatives", "none"], 0, null],
  ])) {
    const before = site("show", "one").stdout;
    const { status: result, stderr } = site("set", "one", ...words);
    assert.equal(result, status, `${words.join(" ")}: ${stderr}`);
    if (said) assert.match(stderr, said);
    else assert.doesNotMatch(stderr, /challenge\.types/);
    if (status === 0) continue;
    assert.match(stderr, /^tessera: site one: no visitor would get a challenge: /m);
    assert.equal(site("show", "one").stdout, before);
  }
});

test("a site that lists a weak type asks it, whatever its alternatives are", async (t) => {
  const server = await Server.during(t);
  await server.set("--types", "human", "--alternatives", "pow");
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey })).json.type, "human");
});

test("tessera check and serve refuse such a config", () => {
  for (const [text, status] of /** @type {[string, number][]} */ ([
    [NOTHING, 1],
    ["challenge: {types: [human], alternatives: false}\n", 1],
    ["challenge: {types: [human]}\n", 0],
    ["challenge: {types: [human], accepts: [pow], strength: friction}\n", 0],
    ["challenge: {types: [hidden], accepts: [pow]}\n", 0],
  ])) {
    const checked = run(["check", "--config", file(text), "--data", temporaryFolder()]);
    assert.equal(checked.status, status, text + checked.stderr);
    if (status === 1) assert.match(checked.stderr, SAID);
  }
  const served = run(["serve", "--config", file(`listen: 127.0.0.1:0\n${NOTHING}`), "--data", temporaryFolder()]);
  assert.equal(served.status, 1);
  assert.match(served.stderr, SAID);
});

test("SIGHUP keeps the config that was", async (t) => {
  const server = await Server.during(t, { config: "challenge: {types: [hidden]}\n" });
  assert.ok(await eventually(() => server.stderr.includes("--truth"))); // the last that is said at the start
  writeFileSync(join(server.data, "test.yaml"), NOTHING);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(() => server.stderr.includes("the config stays as it was")));
  assert.match(server.stderr, SAID);
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey })).json.type, "hidden");
});

test("a site that a config leaves without challenges is logged once, and an alert tells of it", async (t) => {
  const server = await Server.during(t);
  assert.equal(run(["site", "set", "test", "--types", "human", "--data", server.data]).status, 0);
  await server.again({ config: "challenge: {types: [hidden]}\nmonitoring: {window_s: 10}\n" });
  for (let i = 0; i < 3; i++) {
    const { status, json } = await server.post("/v1/challenge", { sitekey: server.sitekey });
    assert.deepEqual([status, json.error.code], [400, "unknown-type"]);
  }
  assert.ok(await eventually(async () => (await server.metric('tessera_alert_active{alert="no_challenge"}')) === 2), "of the site, and of all");
  const lines = server.stderr.split("\n").filter((line) => line.includes("a site has no challenge for its visitors"));
  assert.equal(lines.length, 1);
  assert.ok(lines[0].includes(` error `) && lines[0].includes(`site=${server.sitekey} `), lines[0]);
  assert.match(server.stderr, new RegExp(`warn alert alert=no_challenge site=${server.sitekey} value=1 `));
  assert.equal(await server.metric('tessera_alerts_total{alert="high_failure_rate"}'), 0);
});
