// A visitor, a site's server and a webhook on the machine of the test: `node visitor.js ACTION SITEKEY SECRET [RESPONSE]` prints JSON.
// Challenges are grid puzzles, which are solved from what the page would show.
import { createServer } from "node:http";
import { solve, wrong } from "../lib/puzzle.js";

const BASE = "http://127.0.0.1:8080";
const [, , action, sitekey, secret, response] = process.argv;

/** @param {string} path @param {Record<string, unknown>} body @returns {Promise<any>} */
async function post(path, body) {
  const reply = await fetch(BASE + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return { status: reply.status, ...(await reply.json()) };
}

/** @param {(grid: string) => string} by */
async function play(by) {
  const challenge = await post("/v1/challenge", { sitekey, type: "puzzle" });
  if (challenge.status !== 200) return challenge;
  return post("/v1/answer", { token: challenge.token, answer: by(solve(challenge.view)) });
}

/** @type {Record<string, () => Promise<unknown>>} */
const ACTIONS = {
  pass: () => play((grid) => grid),
  verify: () => post("/v1/verify", { secret, response }),
  async audio() {
    const challenge = await post("/v1/challenge", { sitekey, alternative: "audio" });
    const reply = await fetch(BASE + challenge.view.audio.src);
    return { status: reply.status, type: reply.headers.get("content-type"), bytes: (await reply.arrayBuffer()).byteLength };
  },
  /** Wrong answers raise an alert, which is posted here. */
  async hook() {
    const got = new Promise((resolve) => {
      const server = createServer((request, reply) => {
        reply.writeHead(204).end();
        server.closeAllConnections();
        server.close();
        resolve({ signature: request.headers["tessera-signature"] });
      }).listen(8099, "127.0.0.1");
    });
    for (let i = 0; i < 5; i++) await play(wrong);
    return got;
  },
};

console.log(JSON.stringify(await ACTIONS[action]()));
