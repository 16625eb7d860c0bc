// Each challenge is answered at the entry point that it was issued for, and nowhere else: work, the minimum time, the wait and the
// code budget of one can't be avoided at another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useEarlyClock, FAST, Server, counted, passTime, wrongCells } from "../lib/tessera.js";

useEarlyClock();

const HUMAN = "accessibility: {fallback_enabled: true, fallback_method: human_review}\n";
const GATE = "/challenge/puzzle";
const form = (/** @type {Server} */ { sitekey }) => `/challenge?sitekey=${sitekey}`;

/** A challenge as its entry point issued it: its token and its answer.
 * @typedef {{token: string, truth: string}} Issued */

/** The challenge on a page. @param {Server} server @param {string} path @returns {Promise<Issued>} */
const onPage = async (server, path) => {
  const { seed, truth } = await server.page(path);
  return { token: seed, truth };
};

/** What issues challenges; all of them puzzles, which every entry point accepts by type.
 * @type {Record<string, (server: Server) => Promise<Issued>>} */
const ISSUED = {
  api: (server) => server.challenge(),
  form: (server) => onPage(server, `${form(server)}&type=puzzle`),
  gate: (server) => onPage(server, GATE),
};

/** Sends the form of a page; "taken" where that was its own. @param {Server} server @param {string} path
 * @param {Record<string, string>} fields */
async function send(server, path, fields) {
  const { status } = await server.form(path, fields);
  return status === 403 ? "invalid" : status < 400 ? "taken" : status;
}

/** Sends a token to the API. @param {Server} server @param {string} path @param {string} token */
async function post(server, path, token) {
  const { status, json } = await server.post(path, { token });
  return ["invalid", "no-review"].includes(json.error?.code) ? "invalid" : status === 200 ? "taken" : status;
}

/** Opens a page with the address of a challenge; "taken" where it shows that challenge.
 * @param {Server} server @param {string} path @param {string} token */
const open = async (server, path, token) => (await server.page(path)).seed === token ? "taken" : "invalid";

/** Where a token may be sent, and whose tokens are accepted there.
 * @type {[path: string, accepts: string[], send: (server: Server, issued: Issued) => Promise<string | number>][]} */
const PLACES = [
  ["POST /v1/review", ["api"], (server, { token }) => post(server, "/v1/review", token)],
  ["POST /challenge/review", ["form", "gate"], (server, { token }) => send(server, "/challenge/review", { review: token })],
  ["GET /challenge", ["form"], (server, { token }) => open(server, `${form(server)}&wait=${token}`, token)],
  ["GET /challenge/puzzle", ["gate"], (server, { token }) => open(server, `${GATE}?wait=${token}`, token)],
  ["POST /challenge, more time", ["form"], (server, { token }) => send(server, form(server), { seed: token, "more-time": "1" })],
  ["POST /challenge/puzzle, more time", ["gate"], (server, { token }) => send(server, GATE, { seed: token, "more-time": "1" })],
  ["POST /challenge", ["form"], (server, { token, truth }) => send(server, form(server), { seed: token, output: truth })],
  ["POST /challenge/puzzle", ["gate"], (server, { token, truth }) => send(server, GATE, { seed: token, output: truth })],
  ["POST /v1/answer", ["api"], async (server, { token, truth }) => {
    const told = await server.answer(token, truth);
    return told === "pass" ? "taken" : told;
  }],
];

for (const [from, issue] of Object.entries(ISSUED)) {
  test(`a challenge of the ${from} is accepted there alone, and refusals spend nothing`, async (t) => {
    const server = await Server.during(t, { config: FAST + HUMAN });
    const issued = await issue(server);
    const others = PLACES.filter(([, accepts]) => !accepts.includes(from));
    const verdicts = await counted(server, async () => {
      for (const [place, , attempt] of others) assert.equal(await attempt(server, issued), "invalid", place);
    }, "tessera_verdicts_total");
    assert.deepEqual(Object.keys(verdicts), ["invalid"], "told as a forged one");
    // More time is given to all, and the new token is of the same entry point.
    const extend = async (/** @type {Issued} */ { token, truth }) => ({ token: (await server.post("/v1/extend", { token })).json.token, truth });
    for (const [place, accepts, attempt] of PLACES) {
      if (!accepts.includes(from)) continue;
      const one = await extend(await issue(server));
      for (const [other, , refused] of others) assert.equal(await refused(server, one), "invalid", other);
      assert.equal(await attempt(server, one), "taken", place);
    }
  });
}

test("what a page's challenge shows is not revealed to the API, which reveals its own", async (t) => {
  const server = await Server.during(t);
  for (const [from, issue] of Object.entries(ISSUED)) {
    const { token } = await issue(server);
    assert.equal(await post(server, "/v1/reveal", token), from === "api" ? "taken" : "invalid", from);
  }
});

test("work that is always asked for can't be avoided by waiting at the form, in any round", async (t) => {
  const server = await Server.during(t, { config: FAST.replace("{submit", "{work_min: 7, rounds_min: 2, submit") });
  assert.equal((await server.challenge()).work.evaluations, 64);
  const { headers } = await server.page(`${form(server)}&type=puzzle`);
  const [, seconds, path] = /** @type {RegExpExecArray} */ (/^(\d+); url=(.*)$/.exec(headers.get("refresh") ?? ""));
  passTime(Number(seconds));
  const first = await server.page(path);
  assert.equal(await server.answer(first.seed, first.truth), "invalid");
  const sent = await server.form(first.action.replaceAll("&amp;", "&"), { seed: first.seed, output: first.truth });
  const second = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(sent.text)?.[1]);
  assert.equal(await server.answer(second, sent.headers.get("tessera-truth")), "invalid");
  const code = await server.form(form(server), { seed: second, output: sent.headers.get("tessera-truth") ?? "" });
  assert.equal(code.status, 303, "the form's own page accepts it");
});

test("a round that the API asks for is answered at the API", async (t) => {
  const server = await Server.during(t, { config: FAST.replace("{submit", "{rounds_min: 2, submit") });
  const first = await server.challenge();
  const { headers, json } = await server.post("/v1/answer", { token: first.token, answer: first.truth });
  assert.equal(json.state, "next");
  const second = { token: json.challenge.token, truth: headers.get("tessera-truth") ?? "" };
  assert.equal(await send(server, form(server), { seed: second.token, output: second.truth }), "invalid");
  assert.equal(await server.answer(second.token, second.truth), "pass");
});

test("the shortest time of the API and the budget of codes can't be avoided at the other one", async (t) => {
  const server = await Server.during(t, {
    config: "budget: {code: 1}\nchallenge: {submit_after_ms: 10000, client_may_choose: true}\n" });
  const [first, second] = [await ISSUED.form(server), await ISSUED.form(server)];
  assert.equal(await send(server, form(server), { seed: first.token, output: first.truth }), "taken");
  assert.equal(await server.answer(second.token, second.truth), "invalid", "no second pass by the API");
  const early = await server.challenge();
  assert.equal(await server.answer(early.token, early.truth), "too-fast");
  assert.equal(await send(server, form(server), { seed: early.token, output: early.truth }), "invalid");
});

test("a ticket for a person is good where the challenge was failed", async (t) => {
  const server = await Server.during(t, { config: FAST + HUMAN });
  let sent = { text: "" };
  for (let i = 0; i < 3; i++) {
    const page = await server.page(`${form(server)}&type=human`);
    sent = await server.form(page.action.replaceAll("&amp;", "&"), { seed: page.seed, cell: wrongCells(page.truth) });
  }
  const ticket = /** @type {string} */ (/name="review" value="([^"]*)"/.exec(sent.text)?.[1]);
  assert.equal(await post(server, "/v1/review", ticket), "invalid", "an approved one would be a pass without a code");
  assert.equal(await send(server, "/challenge/review", { review: ticket }), "taken");
});

test("a study's item is no challenge, and a challenge no item", async (t) => {
  const env = { TESSERA_SECRET: "a secret of this test that both of its servers share" };
  const server = await Server.during(t, { config: FAST, env });
  const study = await Server.during(t, { config: "", env, command: ["study", "serve"] });
  const { headers, json } = await study.post("/study/begin", {});
  assert.equal(await server.answer(json.item.token, headers.get("tessera-truth")), "invalid");
  const { token, truth } = await server.challenge();
  const item = { answer: truth, ms: [1], input: "mouse", screen: "large" };
  assert.equal((await study.post("/study/answer", { ...item, token })).json.error.code, "study-item");
});
