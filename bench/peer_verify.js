/**
 * node peer_verify.js cap|altcha COUNT FILE: a peer's own verification behind Node's http server, in memory as ours is.
 * Makes COUNT tokens, writes a body a line to FILE, and listens. Every reply says whether it was a success.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import Cap from "@cap.js/server";
import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";

/** @typedef {{ bodies: string[], verify: (body: any) => Promise<boolean> }} Peer */

/** Tokens are good once: validateToken() deletes them. @param {number} count @returns {Promise<Peer>} */
async function cap(count) {
  const peer = new Cap({ noFSState: true });
  const bodies = [];
  for (let i = 0; i < count; i++) {
    const { token } = await peer.createChallenge({ challengeCount: 1, challengeDifficulty: 0 });
    const { token: response } = await peer.redeemChallenge({ token: String(token), solutions: [0] });
    bodies.push(JSON.stringify({ secret: "s", response }));
  }
  return { bodies, verify: async ({ response }) => (await peer.validateToken(response)).success };
}

/** As cheap as it can be had: the key is signed, so it is not derived again, and nothing is remembered. */
async function altcha(/** @type {number} */ count) {
  const [hmacSignatureSecret, hmacKeySignatureSecret] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const bodies = [];
  for (let i = 0; i < count; i++) {
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const made = { algorithm: "SHA-256", cost: 1, counter: 1, deriveKey, expiresAt, hmacSignatureSecret, hmacKeySignatureSecret };
    const challenge = await createChallenge(made);
    const solution = await solveChallenge({ challenge, deriveKey });
    bodies.push(JSON.stringify({ challenge, solution }));
  }
  const keys = { deriveKey, hmacSignatureSecret, hmacKeySignatureSecret };
  return { bodies, verify: async (/** @type {any} */ payload) => (await verifySolution({ ...payload, ...keys })).verified };
}

const [which, count, file] = process.argv.slice(2);
const { bodies, verify } = await { cap, altcha }[which](Number(count));
writeFileSync(file, `${bodies.join("\n")}\n`);

const server = createServer((request, reply) => {
  /** @type {Buffer[]} */
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    const success = await verify(JSON.parse(Buffer.concat(parts).toString()));
    const body = JSON.stringify({ success });
    reply.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    reply.end(body);
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => console.log(`listening on ${/** @type {any} */ (server.address()).port}`));
