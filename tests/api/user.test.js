// Who the visitor is: what they say themselves, and what the site's server vouches for.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { cleanEnvironment, clockOff, eventually, ROOT, run, Server } from "../lib/tessera.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** What verify says of the user of a fresh pass. @param {Record<string, unknown>} order */
async function told(order) {
  const { success, user, user_source } = await server.verify({ response: await server.pass(order) });
  return [success, user, user_source];
}

const proofOf = (/** @type {string} */ user, /** @type {number} */ lifetime = 60) =>
  userProof(server.secret, server.sitekey, user, lifetime);

test("what a visitor says is the visitor's", async () => {
  assert.deepEqual(await told({ user: "Zoë" }), [true, "Zoë", "visitor"]);
  assert.deepEqual(await told({ user: "Zoë", user_proof: "" }), [true, "Zoë", "visitor"]);
  assert.deepEqual(await told({}), [true, "", ""]);
});

test("what the site's server vouches for is the site's, through extensions too", async () => {
  for (const user of ["Zoë", "a,1:b", "x".repeat(128)]) {
    assert.deepEqual(await told({ user, user_proof: proofOf(user) }), [true, user, "site"]);
  }
  const { token, truth } = await server.challenge({ user: "Zoë", user_proof: proofOf("Zoë") });
  const { json: extended } = await server.post("/v1/extend", { token });
  const { json } = await server.post("/v1/answer", { token: extended.token, answer: truth });
  assert.equal((await server.verify({ response: json.response })).user_source, "site");
});

test("the vector in the docs", () => {
  const docs = readFileSync(join(ROOT, "docs/api.md"), "utf8");
  const proof = userProof(`tss_${"A".repeat(43)}`, `ts_${"A".repeat(22)}`, "Zoë", 1800000000, 0);
  assert.equal(proof, "1800000000.01407d5adf824206b44420e4a7d3df3444bcae4c80efd552bf14d07eca720404");
  assert.ok(docs.includes(`\`${proof}\``));
});

for (const [language, program] of [["sh", "bash"], ["python", "python3"]]) {
  test(`the example in the docs: ${program}`, async () => {
    const docs = readFileSync(join(ROOT, "docs/api.md"), "utf8");
    const [, code] = /** @type {RegExpExecArray} */ (
      new RegExp(`## Who the visitor is[^]*?\`\`\`${language}\n([^]*?)\`\`\``).exec(docs));
    const { stdout, stderr } = spawnSync(program, ["-c", code], {
      encoding: "utf8", env: { ...process.env, SECRET: server.secret, SITEKEY: server.sitekey, USER_ID: "Zoë" },
    });
    assert.equal(stderr, "");
    assert.deepEqual(await told({ user: "Zoë", user_proof: stdout.trim() }), [true, "Zoë", "site"]);
  });
}

/** @type {[string, number, string, () => Record<string, unknown>][]} */
const REFUSED = [
  ["for another user", 403, "bad-user-proof", () => ({ user: "max", user_proof: proofOf("zoe") })],
  ["for nobody", 403, "bad-user-proof", () => ({ user_proof: proofOf("") })],
  ["whose time is over", 403, "bad-user-proof", () => ({ user: "zoe", user_proof: proofOf("zoe", 0) })],
  ["for more than a day", 403, "bad-user-proof", () => ({ user: "zoe", user_proof: proofOf("zoe", 86410) })],
  ["with another secret", 403, "bad-user-proof", () => ({ user: "zoe", user_proof: userProof("tss_x", server.sitekey, "zoe", 60) })],
  ["for another site", 403, "bad-user-proof", () => ({ user: "zoe", user_proof: userProof(server.secret, "ts_x", "zoe", 60) })],
  ["of the demo, which has no secret", 403, "bad-user-proof", () => ({ sitekey: "demo", user: "zoe", user_proof: proofOf("zoe") })],
  ["that is none", 403, "bad-user-proof", () => ({ user: "zoe", user_proof: "yes" })],
  ["that is a number", 400, "bad-field", () => ({ user: "zoe", user_proof: 1 })],
  ["that is too long", 400, "bad-field", () => ({ user: "zoe", user_proof: "1".repeat(81) })],
];
for (const [name, status, code, order] of REFUSED) {
  test(`a proof ${name} is refused`, async () => {
    const reply = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle", ...order() });
    assert.deepEqual([reply.status, reply.json.error.code], [status, code]);
  });
}

test("a proof ends with its time, and with the secret", async (t) => {
  const other = await Server.during(t);
  const order = { sitekey: other.sitekey, type: "puzzle", user: "zoe", user_proof: userProof(other.secret, other.sitekey, "zoe", 60) };
  assert.equal((await other.post("/v1/challenge", order)).status, 200);
  await other.again({ env: clockOff("+61s") });
  assert.equal((await other.post("/v1/challenge", order)).status, 403);
  await other.again({ env: {} });
  assert.equal((await other.post("/v1/challenge", order)).status, 200);
  assert.equal(run(["site", "rotate", "test", "--overlap", "0", "--data", other.data]).status, 0);
  assert.ok(await eventually(async () => (await other.post("/v1/challenge", order)).status === 403));
});

test("examples/form takes a form from whom it vouched for, with their own pass", async (t) => {
  const site = spawn("node", [join(ROOT, "examples/form/server.js")], {
    env: { ...cleanEnvironment(), TESSERA: server.url, SITEKEY: server.sitekey, SECRET: server.secret, PORT: "0", VISITOR: "Zoë" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => site.kill());
  const url = await new Promise((resolve, reject) => {
    site.stdout.on("data", (bytes) => resolve(/listening on (\S+)/.exec(String(bytes))?.[1]));
    site.on("exit", reject);
  });
  const page = await (await fetch(url)).text();
  const [, user, user_proof] = /** @type {RegExpExecArray} */ (/data-user="([^"]*)" data-user-proof="([^"]*)"/.exec(page));
  assert.equal(user, "Zoë");
  /** @param {Record<string, string>} order */
  const send = async (order) => (await fetch(url, {
    method: "POST", body: new URLSearchParams({ name: "Zoë", "tessera-response": await server.pass({ type: "hidden", ...order }) }),
  })).status; // of a type whose passes need no look
  assert.equal(await send({ user, user_proof }), 200);
  assert.equal(await send({ user }), 403, "anybody can say so");
  assert.equal(await send({ user: "max", user_proof: proofOf("max") }), 403, "somebody else's pass");
});

test("history: what visitors claim stays apart", async (t) => {
  const other = await Server.during(t);
  await other.pass({ user: "zoe", user_proof: userProof(other.secret, other.sitekey, "zoe", 60) });
  for (let i = 0; i < 2; i++) await other.pass({ user: "zoe" });
  await other.down(); // writes what waits
  const rows = JSON.parse(run(["stats", "--json", "--data", other.data]).stdout).spatial_user_performance;
  assert.deepEqual(rows.map((/** @type {any} */ row) => [row.user_id, row.user_source, row.total_attempts]),
    [["zoe", "site", 1], ["zoe", "visitor", 2]]);
  assert.match(run(["stats", "--data", other.data]).stdout, /^zoe +site +1 .*\nzoe +visitor +2 /m);
});
