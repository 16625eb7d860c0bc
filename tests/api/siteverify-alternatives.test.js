// Vendors' paths report a pass for which nobody solved a challenge, and a site can refuse it there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server } from "../lib/tessera.js";
import { FORM, HCAPTCHA, RECAPTCHA, TURNSTILE, failure, query } from "../lib/vendors.js";
import { work } from "../lib/work.js";

const MCAPTCHA = "/api/v1/pow/siteverify";
const CAP = "/{sitekey}/siteverify";

/** By path: the members that tell of the alternative, and what is told of a pass that the site does not accept.
 * @type {[path: string, told: (alternative: string) => Record<string, unknown>, refused: string][]} */
const CONTRACTS = [
  [RECAPTCHA, () => ({}), failure("invalid-input-response")],
  [HCAPTCHA, (alternative) => ({ score_reason: [alternative] }), failure("invalid-input-response")],
  [TURNSTILE, (alternative) => ({ metadata: { alternative } }), failure("invalid-input-response")],
  [MCAPTCHA, () => ({}), '{"valid":false}'],
  [CAP, () => ({}), '{"success":false,"error":"Token not found"}'],
];

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: FAST.replace("{submit", "{pow_work: 1, submit") });
});
after(() => server.down());

/** The response of a device's work. */
async function worked() {
  const challenge = await server.challenge({ alternative: "pow" });
  const { json } = await server.post("/v1/answer", { token: challenge.token, answer: "", work: work(challenge.work) });
  return /** @type {string} */ (json.response);
}

/** Redeems on a vendor's path. @param {string} path @param {string} response */
const redeem = (path, response) => {
  const { sitekey, secret } = server;
  const at = path.replace("{sitekey}", sitekey);
  return path === MCAPTCHA ? server.post(at, { token: response, key: sitekey, secret })
    : path === CAP ? server.post(at, { secret, response }) : server.form(at, query({ secret, response }), { "Content-Type": FORM });
};

/** What a success tells beyond one after an ordinary challenge. @param {any} told @param {any} ordinary */
const beyond = (told, ordinary) => Object.fromEntries(Object.entries(told).filter(([name]) => !(name in ordinary)));

for (const [path, told] of CONTRACTS) {
  test(`${path}: a pass tells the alternative that it was earned by, and nothing after an ordinary challenge`, async () => {
    const ordinary = await redeem(path, await server.pass());
    assert.equal(ordinary.json.success ?? ordinary.json.valid, true, ordinary.text);
    assert.equal(ordinary.headers.get("tessera-alternative"), null);
    assert.doesNotMatch(ordinary.text, /alternative|metadata|score/);
    for (const [name, response] of [["pow", await worked()], ["puzzle", await server.pass({ alternative: "puzzle" })]]) {
      const { json, headers, text } = await redeem(path, response);
      assert.equal(json.success ?? json.valid, true, text);
      assert.equal(headers.get("tessera-alternative"), name);
      assert.deepEqual(beyond(json, ordinary.json), told(name));
    }
  });
}

test("a site that accepts no work refuses it on every path, also what was done before it was set", async () => {
  const responses = await Promise.all(CONTRACTS.map(worked));
  await server.set("--alternatives", "still,audio,review");
  for (const [i, [path, , refused]] of CONTRACTS.entries()) {
    const { text, headers } = await redeem(path, responses[i]);
    assert.deepEqual([text, headers.get("tessera-alternative")], [refused, null], path);
  }
  const asked = await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "pow" });
  assert.equal(asked.status, 400, "nor is it offered");
  await server.set("--alternatives", "pow");
  assert.equal((await redeem(RECAPTCHA, responses[0])).json.success, true, "refusing it has spent nothing");
});
