// Budgets: what a network may have, what the networks around it may, and what is not held against any.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { counted, useEarlyClock, Server, serverNow } from "../lib/tessera.js";

useEarlyClock();

const PROXIED = "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";
const HOME = from("198.51.100.7");
const AWAY = from("203.0.113.7");
const ELSEWHERE = from("192.0.2.7");

/** @param {string} address */
function from(address) {
  return { "X-Forwarded-For": address };
}

/** @typedef {{status: number, headers: Headers, text: string, json: any}} Reply */
/** @typedef {(server: Server, from: Record<string, string>) => Promise<Reply>} Sender */

/** What takes from each budget, as whoever has a right to does. @type {[string, string, Sender][]} */
const TAKERS = [
  ["/v1/challenge", "challenge", (server, from) => server.post("/v1/challenge", { sitekey: server.sitekey }, from)],
  ["the page", "challenge", (server, from) => server.request("/challenge/puzzle", { headers: from })],
  ["/v1/image", "image", (server, from) => server.request(pictures[from["X-Forwarded-For"]], { headers: from })],
  ["/v1/answer", "answer", async (server, from) => server.post("/v1/answer", { token: await token(server, from), answer: "x" }, from)],
  ["/v1/extend", "answer", async (server, from) => server.post("/v1/extend", { token: await token(server, from) }, from)],
  ["/v1/reveal", "answer", async (server, from) => server.post("/v1/reveal", { token: await token(server, from) }, from)],
  ["the form", "answer", async (server, from) => server.form("/challenge/puzzle", { seed: await seedOfPage(server, from), output: "0".repeat(16) }, from)],
];

/** A picture for each network. @type {Record<string, string>} */
let pictures = {};
/** Challenges that were handed out ahead, by network: their own budget is none of the matter. @type {Record<string, string[]>} */
let tokens = {};

/** @param {Server} server @param {Record<string, string>} from */
async function token(server, from) {
  return tokens[from["X-Forwarded-For"]]?.pop() ?? (await server.challenge({}, from)).token;
}

/** The gate's challenges, likewise. @type {Record<string, string[]>} */
let seeds = {};

/** @param {Server} server @param {Record<string, string>} from */
async function seedOfPage(server, from) {
  return seeds[from["X-Forwarded-For"]]?.pop() ?? (await server.page("/challenge/puzzle", from)).seed;
}

/** A server with small budgets, and what its budgets are to be taken with: handed out without any, or those that were
 * left would have the later ones ask for work (terms.def). @param {import("node:test").TestContext} t
 * @param {string} budget @param {Record<string, string>[]} networks */
async function small(t, budget, networks = [HOME, AWAY]) {
  const generous = `${PROXIED}budget: {enabled: false}\n`;
  const server = await Server.during(t, { config: generous });
  tokens = {};
  seeds = {};
  for (const network of networks) {
    const list = await Promise.all(Array.from({ length: 14 }, () => server.challenge({}, network)));
    tokens[network["X-Forwarded-For"]] = list.map((challenge) => challenge.token);
    pictures[network["X-Forwarded-For"]] = list[0].view.image.src;
    seeds[network["X-Forwarded-For"]] = await Promise.all(Array.from({ length: 5 }, async () => (await server.page("/challenge/puzzle", network)).seed));
  }
  await server.again({ config: `${PROXIED}budget: {window_s: 3600, ${budget}}\n` });
  return server;
}

for (const [name, budget, take] of TAKERS) {
  test(`budget: ${name}`, async (t) => {
    const server = await small(t, "challenge: 3, image: 3, answer: 3, wrong_answer: 1");
    for (let i = 0; i < 3; i++) assert.notEqual((await take(server, HOME)).status, 429);
    const refused = await counted(server, async () => {
      const { status, headers, json } = await take(server, HOME);
      assert.equal(status, 429);
      assert.equal(headers.get("cache-control"), "no-store");
      if (json) assert.equal(json.error.code, "too-many-requests");
      const left = 3600 - (serverNow() / 1000) % 3600;
      const seconds = Number(headers.get("retry-after"));
      assert.ok(Math.abs(seconds - left) < 30, `Retry-After: ${seconds}, and ${left} are left`);
    }, "tessera_budget_refusals_total");
    assert.deepEqual(refused, { [budget]: 1 });
    assert.notEqual((await take(server, AWAY)).status, 429, "another network has its own");
    await t.test("other budgets are not touched", async () => {
      for (const [other, , takeOther] of TAKERS.filter(([, of]) => of !== budget).slice(0, 3)) {
        assert.notEqual((await takeOther(server, HOME)).status, 429, other);
      }
    });
  });
}

test("budget: a refusal spends no challenge", async (t) => {
  const config = `${PROXIED}budget: {window_s: 3600, answer: 1}\n`;
  const server = await Server.during(t, { config });
  const one = await server.challenge({}, HOME);
  const two = await server.challenge({}, HOME);
  assert.equal(await server.answer(one.token, wrong(one.truth), HOME), "incorrect");
  const verdicts = await counted(server, async () => {
    assert.equal(await server.answer(two.token, two.truth, HOME), 429);
  }, "tessera_verdicts_total");
  assert.deepEqual(verdicts, { "over-budget": 1 });
  await server.again({ config: config.replace("answer: 1", "answer: 100") });
  assert.equal(await server.answer(two.token, two.truth, HOME), "pass");
});

test("budget: a wrong answer counts as several, by the API, by the form, and where the right one is asked for", async (t) => {
  const server = await small(t, "answer: 7, wrong_answer: 6", [HOME, AWAY, ELSEWHERE]);
  /** @type {((network: Record<string, string>) => Promise<{status: number}>)[]} */
  const ways = [
    async (network) => server.post("/v1/answer", { token: await token(server, network), answer: "0".repeat(16) }, network),
    async (network) => server.form("/challenge/puzzle", { seed: await seedOfPage(server, network), output: "0".repeat(16) }, network),
    async (network) => server.post("/v1/reveal", { token: await token(server, network) }, network),
  ];
  for (const [i, network] of [HOME, AWAY, ELSEWHERE].entries()) {
    const statuses = [];
    for (let times = 0; times < 3; times++) statuses.push((await ways[i](network)).status === 429);
    assert.deepEqual(statuses, [false, false, true]);
  }
});

test("budget: enabled: false lifts every one of them", async (t) => {
  const server = await small(t, "enabled: false, challenge: 3, image: 3, answer: 3, junk: 3, draw_ms: 1");
  for (const [name, , take] of TAKERS) {
    for (let i = 0; i < 5; i++) assert.notEqual((await take(server, HOME)).status, 429, name);
  }
  for (let i = 0; i < 5; i++) assert.equal((await server.request("/v1/image/x", { headers: HOME })).status, 404);
});

test("budget: alternatives and reviews are counted by the hour, each in a class of its own, whatever the window is", async (t) => {
  const server = await Server.during(t, { config: "budget: {window_s: 60, still: 2, alternative: 1, review: 1}\n" +
    "challenge: {submit_after_ms: 0, accepts: [still, puzzle, audio, pow, review]}\naccessibility: {fallback_method: human_review}\n" });
  const challenge = (/** @type {string} */ alternative) => server.post("/v1/challenge", { sitekey: server.sitekey, alternative });
  const review = async () => server.post("/v1/review", { token: (await server.post("/v1/challenge", { sitekey: server.sitekey })).json.token });
  /** @type {[string, number, () => Promise<Reply>][]} */
  const classes = [
    ["still", 2, () => challenge("still")], ["puzzle", 1, () => challenge("puzzle")], ["heard", 1, () => challenge("audio")],
    ["pow", 1, () => challenge("pow")], ["review", 1, review],
  ];
  for (const [name, most, ask] of classes) {
    for (let i = 0; i < most; i++) assert.equal((await ask()).status, 200, name);
    const refused = await counted(server, async () => {
      const { status, headers } = await ask();
      assert.equal(status, 429, name);
      assert.ok(Number(headers.get("retry-after")) > 60, `${name}: ${headers.get("retry-after")}`);
    }, "tessera_budget_refusals_total");
    assert.deepEqual(refused, { [name]: 1 });
  }
});

// ------------------------------------------------------------------ networks in networks

/** Addresses that are alone in their narrow network, first within one middle one, then within one wide one.
 * @type {[string, (i: number) => string, (i: number) => string, string][]} */
const FAMILIES = [
  ["IPv4", (i) => `198.51.100.${i}`, (i) => `198.51.${i}.9`, "198.52.0.1"],
  ["IPv6", (i) => `2001:db8:1:1${hex(i)}::1`, (i) => `2001:db8:1:${hex(i)}00::1`, "2001:db8:2::1"],
  ["IPv4 in IPv6", (i) => `::ffff:198.51.100.${i}`, (i) => `::ffff:198.51.${i}.9`, "::ffff:198.52.0.1"],
];

/** @param {number} i */
function hex(i) {
  return i.toString(16).padStart(2, "0");
}

for (const [name, inMiddle, inWide, elsewhere] of FAMILIES) {
  test(`${name}: a network has its budget, and so have those around it`, async (t) => {
    const config = `${PROXIED}budget: {window_s: 3600, challenge: 2, middle_factor: 3, wide_factor: 6}\n`;
    const server = await Server.during(t, { config });
    const ask = async (/** @type {string} */ address) =>
      (await server.post("/v1/challenge", { sitekey: server.sitekey }, from(address))).status;
    /** @param {(i: number) => string} address @param {number} first @param {number} count */
    const askAll = async (address, first, count) => {
      const statuses = [];
      for (let i = first; i < first + count; i++) statuses.push(await ask(address(i)));
      return statuses;
    };
    const refused = await counted(server, async () => {
      assert.deepEqual(await askAll(() => inMiddle(1), 0, 4), [200, 200, 429, 429], "its own");
      assert.deepEqual(await askAll(inMiddle, 2, 6), [200, 200, 200, 200, 429, 429], "the one around it: 6, and what was refused took nothing");
      assert.deepEqual(await askAll(inWide, 200, 8), [200, 200, 200, 200, 200, 200, 429, 429], "the widest: 12");
      assert.equal(await ask(elsewhere), 200, "the rest of the world");
    }, "tessera_budget_refusals_by_network_total");
    assert.deepEqual(refused, { narrow: 2, middle: 2, wide: 2 });
  });
}

test("one /56 gets four times what a /64 gets, however many /64 it asks from", async (t) => {
  // So few that nobody pays more for having left them (terms.def).
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, challenge: 30}\n` });
  const statuses = await Promise.all(Array.from({ length: 1024 }, async (_, i) =>
    (await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" }, from(`2001:db8:0:${hex(i % 256)}::${i}`))).status));
  assert.equal(statuses.filter((status) => status === 200).length, 120);
  assert.equal(statuses.filter((status) => status === 429).length, 1024 - 120);
});

// ------------------------------------------------------------------ junk

/** What no valid token or site key stands behind; how often it used to be enough to lock a network out; and what
 * it is answered with. @type {[string, number, number, Sender][]} */
const JUNK = [
  ["an empty answer", 120, 415, (server, from) => server.request("/v1/answer", { method: "POST", headers: from })],
  ["an answer that is no JSON", 120, 400, (server, from) => server.post("/v1/answer", "{", from)],
  ["an answer without a token", 120, 400, (server, from) => server.post("/v1/answer", {}, from)],
  ["an answer with a forged token", 120, 200, (server, from) => server.post("/v1/answer", { token: "x", answer: "1" }, from)],
  ["more time for a forged token", 120, 403, (server, from) => server.post("/v1/extend", { token: "x" }, from)],
  ["the solution of a forged token", 120, 403, (server, from) => server.post("/v1/reveal", { token: "x" }, from)],
  ["a form with a forged token", 120, 403, (server, from) => server.form("/challenge/puzzle", { seed: "x", output: "0".repeat(16) }, from)],
  ["a form that is none", 120, 415, (server, from) => server.post("/challenge/puzzle", {}, from)],
  ["the demo's form without a pass", 120, 403, (server, from) => server.form("/demo/form", { "tessera-response": "x" }, from)],
  ["a picture that is none", 240, 404, (server, from) => server.request("/v1/image/x", { headers: from })],
  ["a sound that is none", 240, 404, (server, from) => server.request("/v1/audio/x", { headers: from })],
  ["a challenge for no site", 120, 403, (server, from) => server.post("/v1/challenge", { sitekey: "ts_nobody" }, from)],
  ["a challenge with a bad field", 120, 400, (server, from) => server.post("/v1/challenge", { sitekey: 1 }, from)],
];

/** Whether the network still gets all that it has a right to. @param {Server} server @param {Record<string, string>} from */
async function works(server, from) {
  const { token, truth, view } = await server.challenge({}, from);
  assert.equal((await server.request(view.image.src, { headers: from })).status, 200);
  assert.equal(await server.answer(token, truth, from), "pass");
  const page = await server.page("/challenge/puzzle", from);
  assert.equal((await server.form(page.action, { seed: page.seed, output: page.truth }, from)).status, 200);
}

for (const [name, count, status, send] of JUNK) {
  test(`nobody is locked out by ${name}`, async (t) => {
    const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600}\n` });
    for (let i = 0; i < count; i += 10) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => send(server, HOME)));
      for (const reply of replies) assert.equal(reply.status, status);
    }
    await works(server, HOME);
  });
}

test("junk has a budget of its own, which refuses junk alone", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, junk: ${JUNK.length}}\n` });
  for (const [name, , status, send] of JUNK) assert.equal((await send(server, HOME)).status, status, name);
  const refused = await counted(server, async () => {
    for (const [name, , , send] of JUNK) {
      const { status, headers } = await send(server, HOME);
      assert.equal(status, 429, name);
      assert.ok(Number(headers.get("retry-after")) >= 1, name);
    }
  }, "tessera_budget_refusals_total");
  assert.deepEqual(refused, { junk: JUNK.length });
  await works(server, HOME);
  for (const [name, , status, send] of JUNK) assert.equal((await send(server, AWAY)).status, status, `${name}, from elsewhere`);
});

test("a challenge that is answered again and again is junk from the second time on", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, answer: 2}\n` });
  const one = await server.challenge({}, HOME);
  const two = await server.challenge({}, HOME);
  assert.equal(await server.answer(one.token, one.truth, HOME), "pass");
  for (let i = 0; i < 20; i++) assert.equal(await server.answer(one.token, one.truth, HOME), "replayed");
  assert.equal((await server.post("/v1/reveal", { token: one.token }, HOME)).status, 403);
  assert.equal(await server.answer(two.token, two.truth, HOME), "pass");
});

test("a challenge of another network, or one that is over, takes nothing from this one", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, answer: 1}\n` });
  const theirs = await server.challenge({}, AWAY);
  const ours = await server.challenge({}, HOME);
  for (let i = 0; i < 5; i++) assert.equal(await server.answer(theirs.token, theirs.truth, HOME), "forbidden");
  assert.equal(await server.answer(ours.token, ours.truth, HOME), "pass");
});

test("pictures of another network's challenges, in a page that a visitor is led to, take nothing from the visitor's", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, image: 1, draw_ms: 1, junk: 5}\n` });
  const theirs = await server.challenge({}, AWAY);
  const ours = await server.challenge({}, HOME);
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await server.request(theirs.view.image.src, { headers: HOME })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429], "they count as junk");
  assert.equal((await server.request(ours.view.image.src, { headers: HOME })).status, 200, "ours");
  assert.equal((await server.request(theirs.view.image.src, { headers: AWAY })).status, 200, "and theirs, for them");
});

// ------------------------------------------------------------------ drawing

test("a network may have so much drawn, and what is held costs nothing", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, draw_ms: 1}\n` });
  const [one, two] = [await server.challenge({ type: "human" }, HOME), await server.challenge({ type: "human" }, HOME)];
  const fetchIt = async (/** @type {any} */ challenge, /** @type {Record<string, string>} */ from) =>
    await server.request(challenge.view.image.src, { headers: from });
  assert.equal((await fetchIt(one, HOME)).status, 200);
  const refused = await counted(server, async () => {
    const { status, headers } = await fetchIt(two, HOME);
    assert.equal(status, 429);
    assert.ok(Number(headers.get("retry-after")) >= 1);
  }, "tessera_budget_refusals_total");
  assert.deepEqual(refused, { draw: 1 });
  assert.equal((await fetchIt(one, HOME)).status, 200, "it is still held");
  assert.equal((await fetchIt(two, AWAY)).status, 429, "whoever fetches it, it is drawn for the network that asked");
  const theirs = await server.challenge({ type: "human" }, AWAY);
  assert.equal((await fetchIt(theirs, HOME)).status, 200, "what others asked for is drawn for them");
});

test("what is drawn for one site's challenges stops no other site's, up to what all sites may have", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, draw_ms: 1}\n` });
  /** @param {string} sitekey */
  const picture = async (sitekey) => {
    const { json } = await server.post("/v1/challenge", { sitekey, type: "human" }, HOME);
    return (await server.request(json.view.image.src, { headers: HOME })).status;
  };
  assert.deepEqual([await picture("demo"), await picture("demo")], [200, 429]);
  assert.deepEqual([await picture(server.sitekey), await picture(server.sitekey)], [200, 429]);
  await server.again({ config: `${PROXIED}budget: {window_s: 3600, draw_ms: 1000, draw_all_ms: 1}\n` });
  assert.deepEqual([await picture("demo"), await picture(server.sitekey)], [200, 429]);
});

test("what another network's challenge says is read to nobody else, and takes nothing from their budget", async (t) => {
  const server = await Server.during(t, { config: `${PROXIED}budget: {window_s: 3600, audio: 1}\n` });
  const ask = (/** @type {Record<string, string>} */ network) => server.challenge({ type: undefined, alternative: "audio" }, network);
  const [theirs, ours] = [await ask(AWAY), await ask(HOME)];
  for (let i = 0; i < 3; i++) assert.equal((await server.request(theirs.view.audio.src, { headers: HOME })).status, 404);
  assert.equal((await server.request(ours.view.audio.src, { headers: HOME })).status, 200);
});

test("what is used up with one site's key, as a page can do to its visitors, stops nobody at another site", async (t) => {
  const server = await Server.during(t, {
    config: `${PROXIED}budget: {window_s: 3600, challenge: 4, image: 4, answer: 4, wrong_answer: 1, draw_ms: 100000}\n`,
  });
  /** Takes until it is refused; how often that went well. @param {() => Promise<{status: number}>} take */
  const useUp = async (take) => {
    for (let i = 0; i < 20; i++) if ((await take()).status === 429) return i;
    return 20;
  };
  const theirs = await server.post("/v1/challenge", { sitekey: "demo", type: "spatial" }, HOME);
  assert.equal(await useUp(() => server.request(theirs.json.view.image.src, { headers: HOME })), 4, "pictures");
  assert.equal(await useUp(() => server.post("/v1/extend", { token: theirs.json.token }, HOME)), 4, "answers");
  assert.equal(await useUp(() => server.post("/v1/challenge", { sitekey: "demo" }, HOME)), 3, "challenges");

  const { token, truth, view } = await server.challenge({}, HOME);
  assert.equal((await server.request(view.image.src, { headers: HOME })).status, 200);
  assert.equal(await server.answer(token, truth, HOME), "pass");
});
