// The script of thirty lines that passed every challenge of the first release: it asks for puzzles in every way that there is,
// reads the grids from what it is sent, tries all pairs of moves, and redeems what it gets at a site with its defaults.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pairs, transform } from "../lib/puzzle.js";
import { passTime, useEarlyClock, Server } from "../lib/tessera.js";
import { work } from "../lib/work.js";

useEarlyClock();

/** @param {{grids: {start: string}}} view */
const solve = (view) => {
  const [first, second] = pairs(/** @type {any} */ (view))[0];
  return transform(second, transform(first, view.grids.start));
};

/**
 * Asks so often, in these words, and answers every puzzle that comes. It reads what it is sent and nothing else, and does no
 * work that is asked of it.
 * @param {Server} server @param {Record<string, unknown>} words @param {number} times
 */
async function script(server, words, times) {
  /** @type {{types: Set<string>, statuses: Record<number, number>, passes: string[]}} */
  const found = { types: new Set(), statuses: {}, passes: [] };
  /** @type {{token: string, answer: string}[]} */
  const solved = [];
  let patience = 0;
  for (let i = 0; i < times; i++) {
    const { status, json } = await server.post("/v1/challenge", { sitekey: server.sitekey, ...words });
    found.statuses[status] = (found.statuses[status] ?? 0) + 1;
    if (status !== 200) continue;
    found.types.add(json.type);
    if (json.type !== "puzzle") continue;
    solved.push({ token: json.token, answer: solve(json.view) });
    patience = Math.max(patience, json.submitAfterMs);
  }
  passTime(Math.ceil(patience / 1000));
  for (const answer of solved) {
    const { json } = await server.post("/v1/answer", answer);
    if (json.state === "pass") found.passes.push(json.response);
  }
  return found;
}

/** How many of these passes the site takes. @param {Server} server @param {string[]} passes */
async function redeemed(server, passes) {
  const told = await Promise.all(passes.map((response) => server.verify({ response })));
  return told.filter(({ success }) => success);
}

/** @type {[string, Record<string, unknown>][]} */
const WAYS = [
  ["by type", { type: "puzzle", difficulty: "easy" }],
  ["by alternative", { alternative: "puzzle" }],
  ["in another language", { type: "puzzle", lang: "he" }],
  ["without motion", { motion: "reduce" }],
  ["by the still alternative", { alternative: "still" }],
  ["as somebody whose device says that they do not see", { access: "constrained" }],
  ["with somebody's name and session", { user: "ada", session: "s", action: "puzzle", cdata: "puzzle" }],
  ["with the demo's key", { sitekey: "demo", type: "puzzle" }],
];

test("a default site takes no pass of the script that asks for puzzles, however it asks", async (t) => { // S3D-26
  const server = await Server.during(t, { config: "" });
  for (const [name, words] of WAYS) {
    const { types, passes } = await script(server, words, 12);
    assert.deepEqual(await redeemed(server, passes), [], name);
    if (words.sitekey === undefined) assert.ok(!types.has("puzzle"), `${name}: ${[...types]}`);
  }
});

test("nor one of the page for people without JavaScript", async (t) => {
  const server = await Server.during(t, { config: "challenge: {test_mode: true}\n" });
  const { seed, truth } = await server.page();
  assert.equal(await server.answer(seed, truth), "invalid");
  const { headers } = await server.form("/challenge/puzzle", { seed, output: truth });
  const cookie = /tessera_pass=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1];
  assert.ok(cookie, "the page is solved");
  assert.deepEqual((await server.verify({ response: cookie }))["error-codes"], ["invalid-input-response"]);
});

test("asking again and again brings it nothing but fewer challenges", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 3600}\n" });
  const { types, statuses, passes } = await script(server, {}, 150);
  assert.deepEqual([[...types], passes], [["hidden"], []]);
  assert.ok(statuses[429] > 60, JSON.stringify(statuses));
});

test("a site that takes puzzles gives it its quota, and is told what they are worth", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 3600}\n" });
  await server.set("--alternatives", "puzzle");
  const { statuses, passes } = await script(server, { alternative: "puzzle" }, 40);
  assert.deepEqual(statuses, { 200: 30, 429: 10 });
  assert.deepEqual(passes, [], "who does no work gets none");
  assert.equal(await server.metric('tessera_budget_refusals_total{class="puzzle"}'), 10);
  // Everything else is there as before.
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey })).status, 200);
});

test("with the work done, a puzzle is told as what it is", async (t) => {
  const server = await Server.during(t, { config: "challenge: {submit_after_ms: 0}\n" });
  await server.set("--alternatives", "puzzle");
  const { json } = await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "puzzle" });
  assert.ok(json.work.evaluations >= 8, "what programs solve is never free");
  const { json: told } = await server.post("/v1/answer", { token: json.token, answer: solve(json.view), work: work(json.work) });
  const taken = await redeemed(server, [told.response]);
  assert.equal(taken.length, 1);
  for (const { type, strength, alternative, confidence } of taken) {
    assert.deepEqual([type, strength, alternative, confidence], ["puzzle", "friction", "puzzle", 0.5]);
  }
});
