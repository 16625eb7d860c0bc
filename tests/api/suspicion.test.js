// Answers that look as if no person had given them: what is noted of them, and that nothing else comes of it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { Server, eventually, stoppedClock } from "../lib/tessera.js";

/** A server whose clock stands still but for pass(). @param {import("node:test").TestContext} t */
async function stopped(t) {
  const { env, pass } = stoppedClock();
  return { server: await Server.during(t, { env }), pass };
}

/** Which of the answers so far were noted as suspicious. @param {Server} server @param {number} count */
async function noted(server, count) {
  const ask = () => spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(server.data, "records.db"),
    "SELECT is_suspicious FROM spatial_challenges WHERE responded_at IS NOT NULL ORDER BY rowid"], { encoding: "utf8" }).stdout.trim();
  assert.ok(await eventually(() => ask().split("\n").length === count), ask());
  return ask().replaceAll("\n", "");
}

/** How often each rule has held. @param {Server} server */
const rules = async (server) => Object.fromEntries(Object.entries(await server.metrics())
  .filter(([name]) => name.startsWith("tessera_suspicious_answers_total"))
  .map(([name, count]) => [/rule="(.*)"/.exec(name)?.[1], count]));

test("four right answers, each within 100 ms, are suspicious, and right", async (t) => {
  /* S3D-14: also where challenge.submit_after_ms is 0 */
  const { server } = await stopped(t);
  for (let i = 0; i < 4; i++) {
    const { token, truth } = await server.challenge({ type: "scene" });
    assert.equal(await server.answer(token, truth), "pass");
  }
  assert.equal(await noted(server, 4), "1111");
  assert.deepEqual(await rules(server), { "too-fast": 4, "too-slow": 0, "no-device": 0, even: 1 });
});

test("answers that take as long each time are suspicious from the fourth on, and right", async (t) => {
  const { server, pass } = await stopped(t);
  for (const seconds of [3, 3, 3, 3, 3, 5, 3]) {
    const { token, truth } = await server.challenge({ type: "scene" });
    pass(seconds);
    assert.equal(await server.answer(token, truth), "pass");
  }
  assert.equal(await noted(server, 7), "0001100");
  assert.deepEqual(await rules(server), { "too-fast": 0, "too-slow": 0, "no-device": 0, even: 2 });
});

test("who asks for more time is not slow", async (t) => {
  const { server, pass } = await stopped(t);
  const challenge = () => server.challenge({ type: "scene" });
  const extended = await challenge();
  pass(50);
  const { json } = await server.post("/v1/extend", { token: extended.token });
  pass(40);
  assert.equal(await server.answer(json.token, extended.truth), "pass");
  const slow = await challenge();
  pass(50);
  assert.equal(await server.answer(slow.token, slow.truth), "pass");
  assert.equal(await noted(server, 2), "01");
  assert.deepEqual(await rules(server), { "too-fast": 0, "too-slow": 1, "no-device": 0, even: 0 });
});
