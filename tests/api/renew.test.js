// POST /v1/renew: a pass that is about to expire gets its time once more.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { useEarlyClock, eventually, FAST, run, Server, stoppedClock } from "../lib/tessera.js";

useEarlyClock();

const LIFETIME_S = 300, RENEW_S = 1800;

/** A server whose clock stands still but where it is set: at(seconds) from its start on.
 * @param {import("node:test").TestContext} t @param {import("../lib/tessera.js").ServerOptions} [options] */
async function clocked(t, options = {}) {
  const { env, at, now } = stoppedClock();
  return { server: await Server.during(t, { ...options, env: { ...options.env, ...env } }), at, now };
}

/** @param {Server} server @param {unknown} response @param {Record<string, string>} [from] */
const renew = (server, response, from) => server.post("/v1/renew", { response }, from);

/** A pass as it is handed out. @param {Server} server @param {Record<string, unknown>} [more] */
async function passed(server, more = {}) {
  const { token, truth } = await server.challenge(more);
  const { json, headers } = await server.post("/v1/answer", { token, answer: truth });
  assert.equal(json.state, "pass");
  return { ...json, lifetime: Number(headers.get("tessera-lifetime")) };
}

/** @param {Server} server @param {string} response */
async function isRefused(server, response, from = {}) {
  const { status, json } = await renew(server, response, from);
  return status === 403 && json.error.code === "no-renewal";
}

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

test("a pass says how long it can be renewed, and what is renewed says so again", async (t) => {
  const { server: own, at } = await clocked(t);
  const { response, renewable, lifetime } = await passed(own);
  assert.ok(renewable <= RENEW_S && renewable > RENEW_S - 60, `${renewable}`);
  assert.equal(lifetime, LIFETIME_S);
  at(200);
  const { status, json, headers } = await renew(own, response, { Origin: "https://shop.example" });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), ["response", "renewable"]);
  assert.notEqual(json.response, response);
  assert.match(json.response, /^[A-Za-z0-9_-]+$/);
  assert.ok(json.renewable <= RENEW_S - 200 && json.renewable > RENEW_S - 260, `${json.renewable}`);
  assert.equal(headers.get("tessera-lifetime"), String(LIFETIME_S));
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.match(headers.get("access-control-expose-headers") ?? "", /Tessera-Lifetime/);
  at(450); // the old form has expired, the new one has not
  assert.deepEqual((await own.verify({ response }))["error-codes"], ["timeout-or-duplicate"]);
  assert.equal((await own.verify({ response: json.response })).success, true);
});

test("what a renewed pass says is what the first form said", async (t) => {
  const { server: own, at } = await clocked(t);
  const solve = () => passed(own, { action: "order", cdata: "7", user: "Zoë", session: "s" });
  const [plain, renewed] = [await solve(), await solve()];
  const told = await own.verify({ response: plain.response });
  at(250);
  const { json } = await renew(own, renewed.response);
  const again = await own.verify({ response: json.response });
  assert.equal(again.success, true);
  assert.ok(Math.abs(Date.parse(again.challenge_ts) - Date.parse(told.challenge_ts)) < 60_000, "the moment of solving");
  const same = (/** @type {any} */ { challenge_ts: _, pace, ...rest }) => ({ ...rest, work: pace.work });
  assert.deepEqual(same(again), same(told));
  assert.ok(again.pace.seconds < 60, "the solving took no longer");
});

test("old and new are one, whichever is redeemed first", async () => {
  for (const first of [0, 1, 2]) {
    const forms = [await server.pass()];
    for (const i of [0, 0]) forms.push((await renew(server, forms[i])).json.response);
    assert.equal(new Set(forms).size, 3);
    assert.equal((await server.verify({ response: forms[first] })).success, true);
    for (const response of forms) {
      assert.deepEqual((await server.verify({ response }))["error-codes"], ["timeout-or-duplicate"]);
    }
  }
});

test("a hundred at once, over all forms of one pass, redeem it once", async () => {
  const first = await server.pass();
  const forms = [first, ...await Promise.all([1, 2, 3].map(async () => (await renew(server, first)).json.response))];
  const told = await Promise.all(Array.from({ length: 100 }, (_, i) => server.verify({ response: forms[i % forms.length] })));
  assert.equal(told.filter(({ success }) => success).length, 1);
});

test("what was spent may be renewed, and is as spent", async () => {
  const response = await server.pass();
  assert.equal((await server.verify({ response })).success, true);
  const { status, json } = await renew(server, response);
  assert.equal(status, 200);
  assert.deepEqual((await server.verify({ response: json.response }))["error-codes"], ["timeout-or-duplicate"]);
});

test("no chain of renewals goes past the time since the solving", async (t) => {
  const { server: own, at } = await clocked(t);
  let { response } = await passed(own);
  for (let second = 280; second < RENEW_S - 300; second += 280) {
    at(second);
    const { status, json } = await renew(own, response);
    assert.equal(status, 200, `${second}`);
    response = json.response;
  }
  at(RENEW_S - 150);
  const { status, json, headers } = await renew(own, response);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), ["response"], "it can't be renewed any more");
  assert.ok(Number(headers.get("tessera-lifetime")) <= 150);
  assert.equal(await isRefused(own, json.response), true);
  assert.equal(await isRefused(own, response), false, "an earlier form brings the same once more");
  assert.deepEqual(Object.keys((await renew(own, response)).json), ["response"]);
  at(RENEW_S + 1);
  assert.equal(await isRefused(own, json.response), true);
  assert.deepEqual((await own.verify({ response: json.response }))["error-codes"], ["timeout-or-duplicate"]);
});

test("the ledger remembers a spent form until the last one could be good", async (t) => {
  const { server: own, at, now } = await clocked(t);
  const until = () => Number(spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(own.data, "ledger.db"),
    "SELECT max(expires_at) FROM spent WHERE key LIKE 'response_used:%'"], { encoding: "utf8" }).stdout);
  const solvedAt = now();
  const { response } = await passed(own);
  assert.equal((await own.verify({ response })).success, true); // the first form, with 300 s of its own
  const remembered = until() - solvedAt;
  assert.ok(remembered >= RENEW_S * 1000 && remembered < (RENEW_S + 400) * 1000, `${remembered}`);
  at(299);
  const { json } = await renew(own, response);
  at(598);
  assert.equal((await renew(own, json.response)).status, 200);
});

test("what is not to be renewed is not", async (t) => {
  const { server: own, at } = await clocked(t, { config: FAST + "demo: true\naccessibility: {fallback_enabled: true, fallback_method: human_review}\n" });
  const { response } = await passed(own);
  assert.equal(await isRefused(own, response.slice(0, -2) + (response.endsWith("AA") ? "BB" : "AA")), true, "changed");
  assert.equal(await isRefused(own, (await own.challenge()).token), true, "a challenge");
  assert.equal(await isRefused(own, "XXXX.DUMMY.TOKEN.XXXX"), true, "a test key's");
  assert.equal(await isRefused(own, ""), true, "nothing");
  assert.equal(await isRefused(own, "a".repeat(5000)), true, "long");
  assert.equal(await isRefused(own, "é"), true, "no token");
  const page = await own.page();
  const done = await own.form(page.action, { seed: page.seed, output: page.truth });
  const cookie = /tessera_pass=([^;]*)/.exec(done.headers.get("set-cookie") ?? "")?.[1] ?? "";
  assert.ok(cookie.length > 100);
  assert.equal(await isRefused(own, cookie), true, "the gate's cookie");
  assert.equal(await isRefused(own, response, { "X-Forwarded-For": "192.0.2.1" }), false, "a proxy that is not trusted says nothing");
  at(LIFETIME_S + 1);
  assert.equal(await isRefused(own, response), true, "expired");
});

test("the demo's passes are renewed as a site's", async (t) => {
  const own = await Server.during(t, { config: FAST + "demo: true\n" });
  own.sitekey = "demo";
  const { response, renewable } = await passed(own);
  assert.ok(renewable > 0);
  assert.equal((await renew(own, response)).status, 200);
});

test("a pass from another network is not renewed", async (t) => {
  const own = await Server.during(t, { config: FAST + "trusted_proxies: [127.0.0.1/32]\n" });
  const [here, near, there] = ["198.51.100.7", "198.51.100.99", "203.0.113.5"].map((ip) => ({ "X-Forwarded-For": ip }));
  const { token, truth } = await own.challenge({}, here);
  const { response } = (await own.post("/v1/answer", { token, answer: truth }, here)).json;
  assert.equal(await isRefused(own, response, there), true);
  assert.equal(await isRefused(own, response, near), false, "an address of the same network");
  assert.equal(await isRefused(own, response, here), false);
});

test("where it is off, or no longer than a pass lives, nothing is renewed", async (t) => {
  for (const response of ["{renew_s: 0}", "{renew_s: 300}", "{renew_s: 900, lifetime_s: 900}"]) {
    const own = await Server.during(t, { config: `${FAST}response: ${response}\n` });
    const pass = await passed(own);
    assert.equal("renewable" in pass, false, response);
    assert.equal(await isRefused(own, pass.response), true, response);
  }
});

test("what is set to less holds for passes that are out", async (t) => {
  const { server: own, at } = await clocked(t);
  const { response } = await passed(own);
  await own.again({ config: `${FAST}response: {renew_s: 400}\n` });
  at(200);
  const { json, headers } = await renew(own, response);
  assert.deepEqual(Object.keys(json), ["response"]);
  const lifetime = Number(headers.get("tessera-lifetime"));
  assert.ok(lifetime <= 200 && lifetime > 100, `${lifetime}`);
  await own.again({ config: `${FAST}response: {renew_s: 0}\n` });
  assert.equal(await isRefused(own, json.response), true);
  await own.again({ config: `${FAST}response: {lifetime_s: 30, renew_s: 1800}\n` });
  const kept = await renew(own, json.response);
  assert.equal(kept.status, 200);
  assert.ok(Number(kept.headers.get("tessera-lifetime")) > 100, "a shorter lifetime takes nothing away");
});

test("a site that is gone renews nothing", async (t) => {
  const own = await Server.during(t);
  const { response } = await passed(own);
  assert.equal((await renew(own, response)).status, 200);
  assert.equal(run(["site", "remove", "test", "--data", own.data]).status, 0);
  assert.equal(await eventually(() => isRefused(own, response)), true);
});

test("passes of orders and of reviews live as long as they did", async (t) => {
  const own = await Server.during(t, { config: FAST + "accessibility: {fallback_method: human_review}\n" });
  const { json } = await own.post("/v1/authenticate", { secret: own.secret, user: "new" });
  const order = await passed(own, { order: json.challenge.order, type: undefined });
  assert.equal("renewable" in order, false);
  assert.equal(await isRefused(own, order.response), true);

  const asked = (await own.post("/v1/review", { token: (await own.challenge()).token })).json;
  assert.equal(run(["review", "approve", asked.id, "--data", own.data]).status, 0);
  const approved = (await own.post("/v1/review", { token: asked.token })).json;
  assert.equal(approved.state, "approved");
  assert.equal("renewable" in approved, false);
  assert.equal(await isRefused(own, approved.response), true);
  assert.equal((await own.verify({ response: approved.response })).success, true);
});

test("renewals have a budget of their own", async (t) => {
  const own = await Server.during(t, {
    config: "budget: {challenge: 3, window_s: 3600}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n",
  });
  const { response } = await passed(own);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await renew(own, response)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.equal(await own.metric('tessera_budget_refusals_total{class="renew"}'), 1);
  assert.equal((await own.post("/v1/challenge", { sitekey: own.sitekey })).status, 200, "challenges are another");
});

/** @type {[string, number, unknown, Record<string, string>][]} */
const UNREADABLE = [
  ["no field", 400, {}, {}],
  ["a number", 400, { response: 5 }, {}],
  ["a list", 400, { response: ["a"] }, {}],
  ["no JSON", 400, "{", {}],
  ["a form", 415, "response=a", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["too large", 413, { response: "a".repeat(9000) }, {}],
];
for (const [name, expected, body, headers] of UNREADABLE) {
  test(`not read: ${name}`, async () => {
    assert.equal((await server.post("/v1/renew", body, headers)).status, expected);
  });
}
