// What is asked of a network's visitors by what has come from it: work after a few passes, and nothing of anybody else.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { counted, useEarlyClock, eventually, run, Server, stoppedClock } from "../lib/tessera.js";
import { work } from "../lib/work.js";

useEarlyClock();

const CONFIG = "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";
/** Where answers may come as fast as tests send them. */
const CALM = `${CONFIG}attack: {enabled: false}\n`;
const HOME = from("198.51.100.7");

/** @param {string} address */
function from(address) {
  return { "X-Forwarded-For": address };
}

/** What the next challenge asks for: "plain", "work" or "rounds". @param {Server} server
 * @param {Record<string, string>} network @param {Record<string, unknown>} [more] */
async function terms(server, network, more = {}) {
  return Object.keys(await counted(server, () => server.challenge(more, network), "tessera_challenge_terms_total")).join();
}

/** Answers, with the work that is asked for. @param {Server} server @param {Record<string, string>} network @param {boolean} right */
async function answer(server, network, right) {
  const { token, truth, work: task } = await server.challenge({}, network);
  const { json } = await server.post("/v1/answer", { token, answer: right ? truth : wrong(truth), work: task ? work(task) : undefined }, network);
  assert.equal(json.state === "fail" ? json.reason : json.state, right ? "pass" : "incorrect");
}

test("terms: a network that passes again and again is asked for work, another is not, and after the hour neither is", async (t) => {
  const { env, at } = stoppedClock();
  const server = await Server.during(t, { config: CALM, env });
  for (let i = 0; i < 5; i++) await answer(server, HOME, true);
  assert.equal(await terms(server, HOME), "work");
  assert.equal((await server.challenge({}, HOME)).work.evaluations, 4, "five passes, and one that was left");
  assert.equal(await terms(server, from("198.51.100.8")), "plain", "a neighbour has the share of a larger network");
  assert.equal(await terms(server, from("203.0.113.7")), "plain");
  const site = server.sitekey;
  server.addSite("other");
  assert.ok(await eventually(async () => (await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" }, HOME)).status === 200));
  assert.equal(await terms(server, HOME), "plain", "at another site it has no history");
  server.sitekey = site;
  at(3600);
  assert.equal(await terms(server, HOME), "plain");
});

test("terms: what was wrong, what was revealed and what was left weigh more than a pass", async (t) => {
  const server = await Server.during(t, { config: CALM });
  const networks = [0, 1, 2].map((i) => from(`192.0.${i}.1`));
  await answer(server, networks[0], false);
  assert.equal(await terms(server, networks[0]), "plain", "one is nothing");
  await server.post("/v1/reveal", { token: (await server.challenge({}, networks[1])).token }, networks[1]);
  await answer(server, networks[1], true);
  assert.equal(await terms(server, networks[1]), "work", "an answer that was revealed, and a pass");
  for (let i = 0; i < 3; i++) assert.equal(await terms(server, networks[2]), "plain");
  assert.equal(await terms(server, networks[2]), "work", "three that were left");
});

test("terms: who is wrong four times of ten has two rounds, and who answers too fast has work", async (t) => {
  const server = await Server.during(t, { config: CONFIG });
  for (let i = 0; i < 4; i++) await answer(server, HOME, false);
  assert.equal(await terms(server, HOME), "rounds");
  const fast = from("192.0.2.1");
  for (let i = 0; i < 4; i++) {
    assert.equal(await terms(server, from(`203.0.${i}.1`)), "plain");
    await answer(server, fast, true);
  }
  assert.equal(await terms(server, fast), "work", "four passes alone are free");
});

test("terms: work that was not done counts as failed", async (t) => {
  const server = await Server.during(t, { config: CALM });
  const { token, truth, work: task } = await server.challenge({ type: undefined, alternative: "puzzle" }, HOME);
  const { json } = await server.post("/v1/answer", { token, answer: truth, work: "A".repeat(work(task).length) }, HOME);
  assert.equal(json.reason, "bad-work");
  await answer(server, HOME, true);
  assert.equal(await terms(server, HOME), "work");
});

test("terms: alternatives have work from the start, and none where there are no budgets", async (t) => {
  const server = await Server.during(t, { config: CONFIG });
  assert.equal(await terms(server, HOME, { type: undefined, alternative: "puzzle" }), "work");
  await server.again({ config: `${CONFIG}budget: {enabled: false}\n` });
  assert.equal(await terms(server, HOME, { type: undefined, alternative: "puzzle" }), "plain");
  for (let i = 0; i < 6; i++) await answer(server, HOME, true);
  assert.equal(await terms(server, HOME), "plain");
});

test("terms: who solves nothing raises nobody's price but their own", async (t) => {
  const server = await Server.during(t, { config: CONFIG });
  const neighbours = ["198.51.100.8", "198.51.101.7"].map(from);
  for (let i = 0; i < 40; i++) await server.challenge({}, HOME);
  for (const neighbour of neighbours) assert.equal(await terms(server, neighbour), "plain", "40 were left");
  const bad = from("198.51.100.9");
  for (let i = 0; i < 18; i++) await server.post("/v1/reveal", { token: (await server.challenge({}, bad)).token }, bad);
  assert.equal(await terms(server, bad), "rounds");
  for (const neighbour of neighbours) assert.equal(await terms(server, neighbour), "plain", "18 were wrong");
  for (let i = 0; i < 12; i++) for (let j = 0; j < 3; j++) await server.challenge({}, from(`198.51.102.${i}`));
  assert.equal(await terms(server, from("198.51.102.77")), "work", "a whole network does");
});

test("terms: the page without JavaScript knows what its form has seen", async (t) => {
  const server = await Server.during(t, { config: CALM });
  /** @param {Record<string, string>} network @param {boolean} right */
  const solve = async (network, right) => {
    const { seed, truth, headers } = await server.page("/challenge/puzzle", network);
    assert.equal(headers.get("refresh"), null);
    await server.form("/challenge/puzzle", { seed, output: right ? truth : wrong(truth) }, network);
  };
  for (let i = 0; i < 4; i++) await solve(HOME, true);
  await solve(HOME, true); // nobody waits for having answered
  assert.match(String((await server.page("/challenge/puzzle", HOME)).headers.get("refresh")), /^1; /, "five passes");
  const away = from("203.0.113.7");
  await solve(away, false);
  await solve(away, true);
  assert.match(String((await server.page("/challenge/puzzle", away)).headers.get("refresh")), /^1; /, "a failure and a pass");
});

/** Passes so many times; the last pass. @param {Server} server @param {Record<string, string>} network @param {number} times */
async function passes(server, network, times) {
  let response = "";
  for (let i = 0; i < times; i++) {
    const { token, truth, work: task } = await server.challenge({}, network);
    const { json } = await server.post("/v1/answer", { token, answer: truth, work: task ? work(task) : undefined }, network);
    assert.equal(json.state, "pass", `${i}`);
    response = json.response;
  }
  return response;
}

/** Refused until the hour is over. @param {{status: number, headers: Headers, json: any}} reply @param {number} seconds */
function refusedFor({ status, headers, json }, seconds) {
  assert.deepEqual([status, json.error.code, Number(headers.get("retry-after"))], [429, "too-many-requests", seconds]);
}

/** @param {Server} server @param {Record<string, string>} network */
const ask = (server, network) => server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" }, network);

test("terms: an address has so many passes in an hour at a site, then it is refused until the hour is over", async (t) => {
  const { env, at } = stoppedClock();
  const server = await Server.during(t, { config: `${CALM}budget: {pass: 3}\n`, env });
  const [open, early] = [await server.challenge({}, HOME), await server.challenge({}, HOME)];
  await passes(server, HOME, 2);
  assert.equal(await server.answer(early.token, wrong(early.truth), HOME), "incorrect", "a wrong answer is no pass");
  await passes(server, HOME, 1);
  at(1200);
  const refusals = await counted(server, async () => refusedFor(await ask(server, HOME), 2400), "tessera_budget_refusals_total");
  assert.deepEqual(refusals, { pass: 1 });
  at(1);
  refusedFor(await server.post("/v1/answer", { token: open.token, answer: open.truth }, HOME), 3599);
  for (const alternative of ["still", "pow"])
    refusedFor(await server.post("/v1/challenge", { sitekey: server.sitekey, alternative }, HOME), 3599);
  assert.equal((await ask(server, from("198.51.100.8"))).status, 200, "a neighbour");
  assert.equal((await server.request("/challenge/puzzle", { headers: HOME })).status, 200, "the gate counts for itself");
  at(3600);
  assert.equal((await ask(server, HOME)).status, 200, "an hour later");
});

test("terms: what was open when the limit was reached passes after the hour, as nothing was spent", async (t) => {
  const { env, at } = stoppedClock();
  const server = await Server.during(t, { config: `${CALM}budget: {pass: 1}\n`, env });
  at(3590);
  const open = await server.challenge({}, HOME);
  await passes(server, HOME, 1);
  assert.equal(await server.answer(open.token, open.truth, HOME), 429);
  at(3601);
  assert.equal(await server.answer(open.token, open.truth, HOME), "pass");
});

test("terms: a prefix has several times what an address has, and a site has a limit of its own", async (t) => {
  const server = await Server.during(t, { config: `${CALM}budget: {pass: 2, middle_factor: 2, wide_factor: 3}\n` });
  const level = (/** @type {string} */ address) =>
    counted(server, async () => assert.equal((await ask(server, from(address))).status, 429), "tessera_budget_refusals_by_network_total");
  await passes(server, HOME, 2);
  assert.deepEqual(await level("198.51.100.7"), { narrow: 1 });
  await passes(server, from("198.51.100.8"), 2);
  assert.deepEqual(await level("198.51.100.9"), { middle: 1 });
  await passes(server, from("198.51.101.7"), 2);
  assert.deepEqual(await level("198.51.102.7"), { wide: 1 });
  await passes(server, from("2001:db8::1"), 2);
  assert.deepEqual(await level("2001:db8::2"), { narrow: 1 });
  assert.equal(run(["site", "set", "test", "--budget", "pass=5", "--data", server.data]).status, 0);
  assert.ok(await eventually(async () => (await ask(server, from("198.51.102.7"))).status === 200), "a limit of the site's own");
});

test("terms: all networks together have so many passes at a site where it has such a limit", async (t) => {
  const server = await Server.during(t, { config: `${CALM}budget: {pass_site: 3}\n`, other: [] });
  const networks = ["198.51.100.7", "203.0.113.7", "2001:db8::1"].map(from);
  for (const network of networks) await passes(server, network, 1);
  const refused = await counted(server, async () => assert.equal((await ask(server, from("192.0.2.7"))).status, 429), "tessera_budget_refusals_total");
  assert.deepEqual(refused, { "pass-site": 1 });
  assert.equal((await server.post("/v1/challenge", { sitekey: server.other.sitekey, type: "puzzle" }, HOME)).status, 200, "another site");
});

test("terms: of right answers at the same moment, no more pass than there are passes left", async (t) => {
  const server = await Server.during(t, { config: `${CALM}budget: {pass: 1, wide_factor: 50}\n` });
  const networks = Array.from({ length: 100 }, (_, i) => from(`198.51.${i}.7`));
  const open = await Promise.all(networks.map((network) => server.challenge({}, network)));
  assert.ok(open.every((challenge) => challenge.work === null));
  const said = await Promise.all(open.map(({ token, truth }, i) => server.answer(token, truth, networks[i])));
  assert.deepEqual([said.filter((word) => word === "pass").length, said.filter((word) => word === 429).length], [50, 50]);
});

test("terms: the page without JavaScript waits longer after two dozen passes", async (t) => {
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { config: CALM, env });
  /** @type {string[]} */
  const waits = [];
  for (let i = 0; i < 25; i++) {
    let page = await server.page("/challenge/puzzle", HOME);
    const [, seconds = "0", url = ""] = /^(\d+); *url=(.*)$/.exec(page.headers.get("refresh") ?? "") ?? [];
    waits.push(seconds);
    pass(Number(seconds));
    if (url) page = await server.page(url, HOME);
    await server.form("/challenge/puzzle", { seed: page.seed, output: page.truth }, HOME);
  }
  assert.deepEqual([waits[4], waits[5], waits[23], waits[24]], ["0", "1", "7", "13"]);
});

test("terms: confidence falls with what the network did within the hour, and with nothing of others", async (t) => {
  const server = await Server.during(t, { config: CALM });
  const told = async (/** @type {Record<string, string>} */ network, /** @type {number} */ times) =>
    (await server.verify({ response: await passes(server, network, times) })).confidence;
  assert.equal(await told(HOME, 1), 0.5);
  assert.equal(await told(HOME, 9), 0.5, "ten passes");
  assert.equal(await told(HOME, 1), 0.33, "eleven");
  const bad = from("203.0.113.7");
  for (let i = 0; i < 3; i++) await answer(server, bad, false);
  assert.equal(await told(bad, 1), 0.5, "a network with three wrong answers");
  assert.equal(await told(from("192.0.2.7"), 1), 0.5);
});

test("terms: a thousand sessions of one network cost no memory, and lock nobody else out", async (t) => {
  const server = await Server.during(t, { config: `${CONFIG}budget: {challenge: 1000000}\n` });
  for (let i = 0; i < 20; i++) await server.challenge({}, HOME);
  const before = await server.metric("process_resident_memory_bytes");
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 50 }, () => server.challenge({}, HOME)));
  const after = await server.metric("process_resident_memory_bytes");
  assert.ok(Number(after) - Number(before) < 4 << 20, `${before} bytes, then ${after}`);
  assert.equal(await terms(server, HOME), "work");
  const away = from("203.0.113.7");
  assert.equal(await terms(server, away), "plain");
  await answer(server, away, true);
});
