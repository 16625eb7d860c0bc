// `tessera export` and `tessera forget`: the history for others to read, and a person's right to be forgotten. S3D-14
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { cleanEnvironment, PROGRAM, Server, eventually, run } from "../lib/tessera.js";

/** Reads CSV as RFC 4180 has it. @param {string} text */
function readCsv(text) {
  /** @type {string[][]} */
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows[rows.length - 1].push(quoted !== undefined ? quoted.replaceAll('""', '"') : plain);
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  const [head, ...rest] = rows.filter((row) => row.length > 1);
  return rest.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
}

/** @param {Server} server @param {string[]} more */
const exported = (server, ...more) => {
  const { status, stdout, stderr } = run(["export", "--data", server.data, ...more]);
  assert.equal(status, 0, stderr);
  return stdout;
};
/** @param {string} text @returns {Record<string, any>[]} */
const lines = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

const NASTY = ['=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(A1)", "＝1+1", 'a"b,c\r\nd', "plain"];

test("export: CSV holds every row, and no visitor's text is a formula", async (t) => {
  const server = await Server.during(t);
  for (const user of NASTY) await server.pass({ user, session: "\ts" });
  await server.challenge({ user: "open" });
  await server.down();
  const rows = readCsv(exported(server));
  assert.equal(rows.length, NASTY.length + 1);
  assert.deepEqual(rows.map((row) => row.user_id), [...NASTY.map((name) => (/^[=+\-@＝]/.test(name) ? `'${name}` : name)), "open"]);
  for (const row of rows.slice(0, -1)) {
    assert.equal(row.session_id, "'\ts");
    assert.match(row.presented_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(row.is_correct, "true");
    assert.equal(row.png_path, "");
  }
  assert.equal(rows[NASTY.length].is_correct, "");
  const json = lines(exported(server, "--format", "jsonl"));
  assert.deepEqual(json.map((row) => row.user_id), [...NASTY, "open"], "JSON is exact");
  assert.equal(json[0].is_correct, true);
  assert.ok(Array.isArray(json[0].options) && typeof json[0].device_info === "object");
  assert.equal(json[NASTY.length].correct_answer, null);
  assert.equal(lines(exported(server, "--format", "jsonl", "--user", "plain")).length, 1);
  assert.equal(lines(exported(server, "--format", "jsonl", "--site", "test", "--since", "2020-01-01")).length, NASTY.length + 1);
  assert.equal(lines(exported(server, "--format", "jsonl", "--until", "2020-01-01")).length, 0);
});

test("export: on a terminal no visitor's text steers it; in a pipe every byte is there", async (t) => {
  const server = await Server.during(t);
  const user = "a\x1b]0;x\x07\x9b2Jé\x7f";
  await server.pass({ user });
  await server.down();
  assert.ok(exported(server).includes(user));
  for (const format of ["csv", "jsonl"]) {
    const shown = spawnSync("script", ["-qec", `'${PROGRAM}' export --format ${format} --data '${server.data}'`, "/dev/null"],
      { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: cleanEnvironment() });
    assert.equal(shown.status, 0, shown.stderr);
    assert.doesNotMatch(shown.stdout, /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
    assert.match(shown.stdout, format === "csv" ? /"a\?\]0;x\?\?\?2Jé\?"/ : /"a\\u001b\]0;x\\u0007.*2Jé/);
  }
});

for (const [what, args, wanted] of /** @type {[string, string[], RegExp][]} */ ([
  ["a format that is none", ["export", "--format", "xml"], /csv or jsonl/],
  ["a day that is none", ["export", "--since", "2026-02-30"], /YYYY-MM-DD/],
  ["a day with more", ["export", "--until", "2026-02-03T00:00"], /YYYY-MM-DD/],
  ["a site that is none", ["export", "--site", "nowhere"], /no such site/],
  ["a user of 10,000 bytes", ["export", "--user", "x".repeat(10000)], /128 bytes/],
  ["nobody to forget", ["forget"], /expected --user/],
  ["an empty name to forget", ["forget", "--user", ""], /128 bytes/],
])) {
  test(`export and forget refuse ${what}`, async (t) => {
    const server = await Server.during(t);
    const { status, stderr } = run([...args, "--data", server.data]);
    assert.notEqual(status, 0);
    assert.match(stderr, wanted);
  });
}

test("forget: nothing of a person is left, while the server runs, and others' rows stay", async (t) => {
  const config = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\nintegration: {optical_memory: {enabled: true}}\n";
  const server = await Server.during(t, { config });
  for (const user of ["ann", "ann", "bob"]) {
    const order = { type: "human", user, user_proof: userProof(server.secret, server.sitekey, user, 600) };
    const { token, truth, view } = await server.challenge(order);
    assert.equal((await server.request(view.image.src)).status, 200);
    assert.equal(await server.answer(token, truth), "pass");
  }
  const folder = join(server.data, "optical-memory");
  const pictures = () => existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".png")).length : 0;
  assert.ok(await eventually(() => pictures() === 3));
  assert.ok(await eventually(() => lines(exported(server, "--format", "jsonl")).filter((row) => row.png_path && row.responded_at).length === 3));
  const { status, stdout, stderr } = run(["forget", "--user", "ann", "--data", server.data]);
  assert.equal(status, 0, stderr);
  assert.equal(stdout, "deleted: challenges 2, profiles 1, states 0, pictures 2\n");
  assert.match(stderr, /ledger and reviews have no names/);
  assert.equal(pictures(), 1);
  const left = lines(exported(server, "--format", "jsonl"));
  assert.deepEqual(left.map((row) => row.user_id), ["bob"]);
});
