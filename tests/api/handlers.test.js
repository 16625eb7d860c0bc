// Work on another thread goes on where the handler stopped: no handler runs twice, whatever it waits for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { work } from "../lib/work.js";
import { counted, FAST, Server, wrongCells } from "../lib/tessera.js";

const CONFIG = `${FAST}accessibility: {fallback_enabled: true, fallback_method: human_review}\n`;

/** How many handlers a server has run, that of this question included. @param {Server} server */
const handlersOf = async (server) => Number((await server.request("/healthz")).headers.get("tessera-handlers"));

/** Answers with the work that is asked for. @param {Server} server @param {any} challenge @param {string} answer */
const send = (server, challenge, answer) =>
  server.post("/v1/answer", { token: challenge.token, answer, work: work(challenge.work) });

/** A short code for a pass, as people without scripts get it. @param {Server} server @param {string} [sitekey] */
async function codeOf(server, sitekey = server.sitekey) {
  const { headers } = await (await formOf(server, sitekey))();
  const { text } = await server.request(String(headers.get("location")));
  return /** @type {string} */ (/id="code" readonly value="([^"]*)"/.exec(text)?.[1]);
}

/** What sends a form with a challenge. @param {Server} server @param {string} [sitekey] */
async function formOf(server, sitekey = server.sitekey) {
  const { action, seed, truth } = await server.page(`/challenge?sitekey=${sitekey}&type=puzzle`);
  return () => server.form(action.replaceAll("&amp;", "&"), { seed, output: truth });
}

/** By name, what prepares a request; what that gives sends it, and sees what comes of it.
 * @typedef {[string, (server: Server) => Promise<() => Promise<unknown>>][]} Requests */

/** @type {Requests} */
const WITH_WORK = [
  ["an answer with work", async (server) => {
    const challenge = await server.challenge();
    return async () => assert.equal((await send(server, challenge, challenge.truth)).json.state, "pass");
  }],
  ["an answer with bad work", async (server) => {
    const { token, truth } = await server.challenge();
    return async () => assert.equal((await server.post("/v1/answer", { token, answer: truth, work: "AAAAAAAAAAA" })).json.reason, "bad-work");
  }],
  ["a wrong answer with work", async (server) => {
    const challenge = await server.challenge({ type: "predator" });
    return async () => assert.equal((await send(server, challenge, wrongCells(challenge.truth))).json.reason, "incorrect");
  }],
];

/** @type {Requests} */
const OTHERS = [
  ["a challenge for a user whom the site vouches for", async (server) => {
    const proof = userProof(server.secret, server.sitekey, "ada", 600);
    return async () => assert.ok((await server.challenge({ user: "ada", user_proof: proof })).token);
  }],
  ["a picture", async (server) => {
    const { view } = await server.challenge({ type: "predator" });
    return async () => assert.equal((await server.request(view.image.src)).status, 200);
  }],
  ["a picture that nobody has a right to", async (server) => async () =>
    assert.equal((await server.request("/v1/image/AAAA")).status, 404)],
  ["a response that is verified", async (server) => {
    const response = await server.pass();
    return async () => assert.equal((await server.verify({ response })).success, true);
  }],
  ["a code that is verified", async (server) => {
    const code = await codeOf(server);
    return async () => assert.equal((await server.verify({ response: code })).success, true);
  }],
  ["a code that another vendor's client verifies", async (server) => {
    const response = await codeOf(server);
    return async () => assert.equal((await server.form("/siteverify", { secret: server.secret, response })).json.success, true);
  }],
  ["a code in the demo's form", async (server) => {
    const code = await codeOf(server, "demo");
    return async () => assert.equal((await server.form("/demo/form", { "tessera-response": code })).status, 200);
  }],
  ["a form with a challenge", async (server) => {
    const sendForm = await formOf(server);
    return async () => assert.equal((await sendForm()).status, 303);
  }],
  ["a review", async (server) => {
    const { token } = await server.challenge({ type: "human" });
    return async () => assert.equal((await server.post("/v1/review", { token })).json.state, "waiting");
  }],
  ["a user who is authenticated", async (server) => async () =>
    assert.equal((await server.post("/v1/authenticate", { secret: server.secret, user: "ada" })).json.is_human, false)],
  ["a user who is authenticated with a code", async (server) => {
    const response = await codeOf(server);
    return async () => {
      const { json } = await server.post("/v1/authenticate", { secret: server.secret, user: "ada", response });
      assert.equal(json.metadata.details.spatial_captcha.outcome, "suspicious"); // solved by a program, and fast
    };
  }],
];

for (const [ledger, kind, more, requests] of /** @type {[string, string, string, Requests][]} */ ([
  ["memory", "with work", "{work_min: 2, submit", WITH_WORK], ["sqlite", "with work", "{work_min: 2, submit", WITH_WORK],
  ["memory", "without", "{submit", OTHERS], ["sqlite", "without", "{submit", OTHERS]])) {
  test(`each request's handler is run once: ledger ${ledger}, ${kind}`, async (t) => {
    const config = `${CONFIG.replace("{submit", more)}store: {ledger: ${ledger}}\ndemo: true\nworkers: 4\n`;
    const server = await Server.during(t, { config });
    for (const [name, prepare] of requests) {
      await t.test(name, async () => {
        const act = await prepare(server);
        const before = await handlersOf(server);
        await act();
        assert.equal(await handlersOf(server), before + 2);
      });
    }
  });
}

test("a user who is authenticated with a code is counted once", async (t) => {
  const server = await Server.during(t, { config: `${CONFIG}workers: 4\n` });
  const response = await codeOf(server);
  const grown = await counted(server, () => server.post("/v1/authenticate", { secret: server.secret, user: "ada", response }),
    "tessera_authentications_total");
  assert.deepEqual(grown, { challenge: 1 });
});
