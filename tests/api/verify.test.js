// POST /v1/verify: a site's server redeems a pass.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clockOff, patience, run, Server, stoppedClock } from "../lib/tessera.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** @param {Record<string, string>} fields */
function multipart(fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: "multipart/form-data; boundary=edge", body: `${parts.join("")}--edge--\r\n` };
}

/** @type {[string, (fields: Record<string, string>) => {type: string, body: string}][]} */
const FORMS = [
  ["JSON", (fields) => ({ type: "application/json", body: JSON.stringify(fields) })],
  ["JSON with a charset", (fields) => ({ type: "application/json; charset=utf-8", body: JSON.stringify(fields) })],
  ["a form", (fields) => ({ type: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() })],
  ["multipart", multipart],
];
for (const [name, encode] of FORMS) {
  test(`redeems once, asked by ${name}`, async () => {
    const { type, body } = encode({ secret: server.secret, response: await server.pass(), remoteip: "192.0.2.1" });
    const ask = () => server.request("/v1/verify", { method: "POST", headers: { "Content-Type": type }, body });
    const first = await ask();
    assert.deepEqual([first.status, first.json.success, first.json["error-codes"]], [200, true, []]);
    assert.equal(first.headers.get("cache-control"), "no-store");
    const second = await ask();
    assert.equal(second.status, 200);
    assert.deepEqual(second.json, { success: false, "error-codes": ["timeout-or-duplicate"] });
  });
}

test("who asks again with its key is told the same, and nobody else", async () => {
  const [own, other] = ["0b9a7e64-2d1f-4c3b-8e5a-7d6c5b4a3f2e", "6f1c7f0e-8a46-4a5c-9d4e-3f6f3a2b1c0d"];
  const response = await server.pass();
  const ask = (/** @type {Record<string, unknown>} */ more) => server.verify({ response, ...more });
  for (const key of [own.slice(1), `${own}0`, own.replaceAll("-", ""), "z".repeat(36), 5, [own]])
    assert.deepEqual(await ask({ idempotency_key: key }), { success: false, "error-codes": ["bad-request"] }, String(key));
  const first = await ask({ idempotency_key: own });
  assert.equal(first.success, true);
  assert.deepEqual(await ask({ idempotency_key: own }), first);
  assert.deepEqual(await ask({ idempotency_key: own.toUpperCase() }), first);
  for (const more of [{ idempotency_key: other }, {}, { idempotency_key: "" }])
    assert.deepEqual(await ask(more), { success: false, "error-codes": ["timeout-or-duplicate"] });
});

test("success tells what the page said", async () => {
  const { token, truth } = await server.challenge(
    { action: "log-in", cdata: "order_7", user: "Zoë", session: "s", difficulty: "easy", type: "puzzle" },
    { Origin: "https://shop.example:8443" },
  );
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  const told = await server.verify({ response: json.response });
  assert.match(told.challenge_ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Math.abs(Date.parse(told.challenge_ts) - Date.now()) < patience());
  const { pace: { seconds, ...pace }, ...rest } = told;
  assert.ok(seconds >= 0 && seconds < patience() / 1000, `${seconds}`);
  assert.deepEqual({ ...rest, pace, challenge_ts: "" }, {
    success: true, challenge_ts: "", hostname: "shop.example", action: "log-in", cdata: "order_7", type: "puzzle",
    difficulty: "easy", rounds: 1, confidence: 0.5, strength: "friction", alternative: "", pace: { work: 0 }, user: "Zoë",
    user_source: "visitor", "error-codes": [],
  });
});

/** @type {[string, Record<string, unknown>, string][]} */
const REFUSED = [
  ["no secret", { secret: undefined }, "missing-input-secret"],
  ["an empty secret", { secret: "" }, "missing-input-secret"],
  ["a wrong secret", { secret: "tss_wrong" }, "invalid-input-secret"],
  ["a secret that is too long", { secret: "a".repeat(4000) }, "invalid-input-secret"],
  ["a secret that is a number", { secret: 5 }, "invalid-input-secret"],
  ["no response", { response: undefined }, "missing-input-response"],
  ["an empty response", { response: "" }, "missing-input-response"],
  ["a response that is none", { response: "x" }, "invalid-input-response"],
  ["a response that is too long", { response: "a".repeat(4097) }, "invalid-input-response"],
  ["a response that is a list", { response: [] }, "invalid-input-response"],
];
for (const [name, fields, code] of REFUSED) {
  test(`refused: ${name}`, async () => {
    const response = await server.pass();
    const asked = { secret: server.secret, response, ...fields };
    const { status, json } = await server.post("/v1/verify", asked);
    assert.equal(status, 200);
    assert.deepEqual(json, { success: false, "error-codes": [code] });
    assert.equal((await server.verify({ response })).success, true, "nothing was spent");
  });
}

test("a changed response is refused", async () => {
  const response = await server.pass();
  for (let at = 0; at < response.length; at += 7) {
    const changed = response.slice(0, at) + (response[at] === "A" ? "B" : "A") + response.slice(at + 1);
    assert.deepEqual((await server.verify({ response: changed }))["error-codes"], ["invalid-input-response"], `at ${at}`);
  }
  assert.equal((await server.verify({ response })).success, true);
});

test("another site's secret redeems nothing", async (t) => {
  const two = await Server.during(t);
  const { sitekey, secret } = two;
  const response = await two.pass();
  await two.down();
  two.addSite("other");
  await two.up();
  assert.notEqual(two.secret, secret);
  assert.deepEqual((await two.verify({ response }))["error-codes"], ["invalid-input-response"]);
  assert.equal((await two.verify({ response, secret })).success, true, "and spends nothing");
  assert.ok(run(["site", "list", "--data", two.data]).stdout.includes(sitekey));
});

test("a response runs out, and a spent one stays spent", async (t) => {
  const clocked = await Server.during(t);
  const [late, spent, timely] = [await clocked.pass(), await clocked.pass(), await clocked.pass()];
  assert.equal((await clocked.verify({ response: spent })).success, true);
  await clocked.again({ env: clockOff("+270s") });
  assert.equal((await clocked.verify({ response: timely })).success, true);
  assert.deepEqual((await clocked.verify({ response: spent }))["error-codes"], ["timeout-or-duplicate"]);
  await clocked.again({ env: clockOff("+301s") });
  assert.deepEqual((await clocked.verify({ response: late }))["error-codes"], ["timeout-or-duplicate"]);
});

test("a response is good until the millisecond before it expires", async (t) => {
  const { env, at, now } = stoppedClock();
  const clocked = await Server.during(t, { env });
  const { token, truth } = await clocked.challenge();
  at(2);
  const timely = (await clocked.post("/v1/answer", { token, answer: truth })).json.response;
  at(0);
  const late = await clocked.pass();
  at(299);
  const told = await clocked.verify({ response: timely });
  assert.deepEqual([told.success, told.challenge_ts, told.pace.seconds], [true, new Date(now() - 297_000).toISOString(), 2]);
  at(300);
  assert.deepEqual(await clocked.verify({ response: late }), { success: false, "error-codes": ["timeout-or-duplicate"] });
});

/** @type {[string, number, string | undefined, string][]} */
const UNREADABLE = [
  ["no type", 415, undefined, "secret=a"],
  ["text", 415, "text/plain", "secret=a"],
  ["JSON that is none", 400, "application/json", "{"],
  ["JSON that is a list", 400, "application/json", "[]"],
  ["a form with a name twice", 400, "application/x-www-form-urlencoded", "secret=a&secret=b"],
  ["a form that is cut short", 400, "application/x-www-form-urlencoded", "secret=%4"],
  ["multipart without boundary", 400, "multipart/form-data", "--x--"],
  ["multipart that never ends", 400, "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"secret\"\r\n\r\na"],
];
for (const [name, status, type, body] of UNREADABLE) {
  test(`can't be read: ${name}`, async () => {
    const reply = await server.request("/v1/verify", {
      method: "POST", headers: type ? { "Content-Type": type } : {}, body: new TextEncoder().encode(body),
    });
    assert.equal(reply.status, status);
    assert.ok(reply.json.error.code);
  });
}
