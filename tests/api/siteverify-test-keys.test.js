// The keys that vendors have published for tests: only where the config says so, and never anything real.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, patience, run, Server, temporaryFolder } from "../lib/tessera.js";
import { failure, HCAPTCHA, PATHS, RECAPTCHA, solve, TURNSTILE } from "../lib/vendors.js";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {Record<string, string>} ByPath */
/** @type {ByPath} */
const DUMMY = { [RECAPTCHA]: "XXXX_DUMMY_RESPONSE_XXXX", [HCAPTCHA]: "10000000-aaaa-bbbb-cccc-000000000001", [TURNSTILE]: "XXXX.DUMMY.TOKEN.XXXX" };
/** @type {ByPath} */
const SITEKEY = { [RECAPTCHA]: "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI", [HCAPTCHA]: "10000000-ffff-ffff-ffff-000000000001", [TURNSTILE]: "1x00000000000000000000AA" };
/** @type {ByPath} */
const SECRET = { [RECAPTCHA]: "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe", [HCAPTCHA]: `0x${"0".repeat(40)}`, [TURNSTILE]: "1x0000000000000000000000000000000AA" };

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: `${FAST}vendor: {test_keys: true}\n` });
});
after(() => server.down());

/** @param {string} path @param {string} secret @param {string} response @param {Record<string, unknown>} [more] */
const ask = async (path, secret, response, more = {}) => (await server.post(path, { secret, response, ...more })).text;

/** How Turnstile marks a failure of a test secret. @param {string} code */
const tested = (code) => JSON.stringify({ ...JSON.parse(failure(code)), metadata: { result_with_testing_key: true } });

for (const path of PATHS) {
  test(`${path}: a test key passes at once, and its secret takes the dummy, again and again`, async () => {
    const { status, headers, json } = await server.post("/v1/challenge", { sitekey: SITEKEY[path] });
    assert.deepEqual([status, json], [200, { state: "pass", response: DUMMY[path] }]);
    assert.equal(headers.get("tessera-lifetime"), "300");
    for (const turn of [1, 2]) {
      const reply = JSON.parse(await ask(path, SECRET[path], json.response));
      assert.equal(reply.success, true, `${turn}`);
      assert.notEqual(reply.hostname, "");
      assert.ok(Math.abs(Date.parse(reply.challenge_ts) - Date.now()) < patience(), reply.challenge_ts);
    }
  });

  test(`${path}: a test secret uses no real response up, and a real secret takes no dummy`, async () => {
    const response = await solve(server);
    const refused = path === HCAPTCHA ? "not-using-dummy-passcode" : "invalid-input-response";
    // Google says of its keys that all verifications pass, and Cloudflare of its secrets that they take any token.
    if (path !== HCAPTCHA) for (const each of [response, "a", "ä"]) assert.equal(JSON.parse(await ask(path, SECRET[path], each)).success, true);
    else assert.equal(await ask(path, SECRET[path], response), failure(refused));
    assert.equal(await ask(path, SECRET[path], ""), path === TURNSTILE ? tested("missing-input-response") : failure("missing-input-response"));
    assert.equal(await ask(path, server.secret, DUMMY[path]), failure(refused));
    assert.equal(JSON.parse(await ask(path, server.secret, response)).success, true, "and it was not spent");
  });

  test(`${path}: the other vendors' test secrets are none here`, async () => {
    for (const from of PATHS.filter((each) => each !== path)) {
      assert.equal(await ask(path, SECRET[from], DUMMY[from]), failure("invalid-input-secret"));
    }
    assert.deepEqual((await server.verify({ secret: SECRET[path], response: DUMMY[path] }))["error-codes"], ["invalid-input-secret"]);
  });
}

test("hCaptcha's test secret goes with its test key alone", async () => {
  assert.equal(await ask(HCAPTCHA, SECRET[HCAPTCHA], DUMMY[HCAPTCHA], { sitekey: server.sitekey }), failure("sitekey-secret-mismatch"));
  const { sitekey, hostname } = JSON.parse(await ask(HCAPTCHA, SECRET[HCAPTCHA], DUMMY[HCAPTCHA], { sitekey: SITEKEY[HCAPTCHA] }));
  assert.deepEqual([sitekey, hostname], [SITEKEY[HCAPTCHA], "dummy-key-pass"]);
});

test("Turnstile's answer says that a test secret was asked with, and nobody else's answer does", async () => {
  const reply = JSON.parse(await ask(TURNSTILE, SECRET[TURNSTILE], DUMMY[TURNSTILE]));
  assert.deepEqual(Object.keys(reply), ["success", "challenge_ts", "hostname", "error-codes", "metadata"]);
  assert.deepEqual([reply.hostname, reply["error-codes"], reply.metadata], ["example.com", [], { result_with_testing_key: true }]);
  assert.match(await ask(TURNSTILE, server.secret, await solve(server)), /^(?!.*metadata).*"action":/);
  assert.equal(await ask(TURNSTILE, server.secret, "a"), failure("invalid-input-response"));
  assert.doesNotMatch(await ask(HCAPTCHA, SECRET[HCAPTCHA], DUMMY[HCAPTCHA]), /metadata/);
  const google = JSON.parse(await ask(RECAPTCHA, SECRET[RECAPTCHA], "a"));
  assert.deepEqual([Object.keys(google), google.hostname], [["success", "challenge_ts", "hostname"], "testkey.google.com"]);
});

test("Turnstile: the keys that fail, and the secrets that fail and are spent", async () => {
  for (const sitekey of ["2x00000000000000000000AB", "2x00000000000000000000BB"]) {
    const { status, json } = await server.post("/v1/challenge", { sitekey });
    assert.deepEqual([status, json.error.code], [403, "test-key-fails"]);
  }
  assert.equal((await server.post("/v1/challenge", { sitekey: "1x00000000000000000000BB" })).json.response, DUMMY[TURNSTILE]);
  for (const response of [DUMMY[TURNSTILE], await solve(server), "a"]) {
    assert.equal(await ask(TURNSTILE, "2x0000000000000000000000000000000AA", response), tested("invalid-input-response"));
    assert.equal(await ask(TURNSTILE, "3x0000000000000000000000000000000AA", response), tested("timeout-or-duplicate"));
  }
});

test("Turnstile: the key that asks has a challenge like any other, whose pass is the dummy", async () => {
  const { token, truth, state } = await server.challenge({ sitekey: "3x00000000000000000000FF" });
  assert.equal(state, undefined);
  const wrong = await server.post("/v1/answer", { token: (await server.challenge({ sitekey: "3x00000000000000000000FF" })).token, answer: "0" });
  assert.notEqual(wrong.json.state, "pass");
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  assert.deepEqual([json.state, json.response], ["pass", DUMMY[TURNSTILE]]);
});

test("checksiteconfig knows hCaptcha's test key", async () => {
  assert.equal((await server.request(`/checksiteconfig?host=a.example&sitekey=${SITEKEY[HCAPTCHA]}`)).json.pass, true);
});

test("the log and `tessera check` warn of test keys", async () => {
  const WARNING = /vendor\.test_keys is on: everybody passes with the vendors' test keys/;
  await server.says(WARNING);
  const folder = temporaryFolder();
  for (const [text, isWarned] of /** @type {[string, boolean][]} */ ([["vendor: {test_keys: true}\n", true], ["", false]])) {
    writeFileSync(join(folder, "a.yaml"), text);
    const { status, stderr } = run(["check", "--config", join(folder, "a.yaml"), "--data", folder]);
    assert.deepEqual([status, WARNING.test(stderr)], [0, isWarned], stderr);
  }
});

test("by default the test keys are unknown", async (t) => {
  const plain = await Server.during(t);
  for (const path of PATHS) {
    const { status, json } = await plain.post("/v1/challenge", { sitekey: SITEKEY[path] });
    assert.deepEqual([status, json.error.code], [403, "unknown-sitekey"]);
    assert.equal((await plain.post(path, { secret: SECRET[path], response: DUMMY[path] })).text, failure("invalid-input-secret"));
  }
  assert.ok(!/vendor\.test_keys/.test(plain.stderr));
});
