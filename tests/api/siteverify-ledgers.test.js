// What is redeemed once, on every ledger that there is: a hundred connections at once, and Turnstile's idempotency_key.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { hanging } from "../lib/hang.js";
import { Postgres } from "../lib/postgres.js";
import { Redis } from "../lib/redis.js";
import { FAST, Server, clockOff, eventually, run } from "../lib/tessera.js";
import { failure, FORM, HCAPTCHA, PATHS, query, RECAPTCHA, solve, TURNSTILE } from "../lib/vendors.js";
import { post, volley } from "../lib/volley.js";

/** @type {[string, (t: any) => Promise<string>][]} */
const LEDGERS = [
  ["memory", async () => "memory"],
  ["sqlite", async () => "sqlite"],
  ["redis", async (t) => (await Redis.during(t)).url()],
  ["postgres", async (t) => {
    const { url } = await Postgres.during(t);
    const { status, stderr } = run(["migrate"], { env: { TESSERA_STORE_LEDGER: url } });
    assert.equal(status, 0, stderr);
    return url;
  }],
];

/** @param {any} t @param {string} ledger */
const serve = (t, ledger) => Server.during(t, { config: FAST, env: { TESSERA_STORE_LEDGER: ledger }, threads: 2 });

/** The statuses and bodies of replies, each with how often it came. @param {string[]} replies */
function tally(replies) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const reply of replies) {
    const told = `${reply.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)} ${reply.slice(reply.indexOf("\r\n\r\n") + 4)}`;
    counts[told] = (counts[told] ?? 0) + 1;
  }
  return counts;
}

/** Every path, what the parameters are called there, and how a success begins; then what all others are told.
 * @type {[(sitekey: string) => string, (secret: string, response: string, key: string) => Record<string, string>, string, string][]} */
const CONTRACTS = [
  [() => RECAPTCHA, (secret, response) => ({ secret, response }), '200 {"success":true,', `200 ${failure("timeout-or-duplicate")}`],
  [() => HCAPTCHA, (secret, response) => ({ secret, response }), '200 {"success":true,', `200 ${failure("already-seen-response")}`],
  [() => TURNSTILE, (secret, response) => ({ secret, response }), '200 {"success":true,', `200 ${failure("timeout-or-duplicate")}`],
  [() => "/api/v1/pow/siteverify", (secret, token, key) => ({ secret, token, key }), '200 {"valid":true}', '200 {"valid":false}'],
  [(key) => `/${key}/siteverify`, (secret, response) => ({ secret, response }), '200 {"success":true}', '404 {"success":false,"error":"Token not found"}'],
];

for (const [name, start] of LEDGERS) {
  test(`${name}: a response is one success`, async (t) => {
    const server = await serve(t, await start(t));

    await t.test("from a hundred connections at once", async () => {
      for (const [path, fields, success, again] of CONTRACTS) {
        const body = query(fields(server.secret, await server.pass(), server.sitekey));
        const counts = tally(await volley(Array(100).fill(server.port), post(path(server.sitekey), FORM, body)));
        assert.equal(counts[again], 99, JSON.stringify(counts));
        assert.equal(Object.keys(counts).filter((told) => told.startsWith(success)).length, 1, JSON.stringify(counts));
      }
    });

    await t.test("told to all of a hundred at once that have one idempotency key, byte for byte", async () => {
      const asked = { secret: server.secret, response: await solve(server) };
      const body = query({ ...asked, idempotency_key: randomUUID() });
      const counts = tally(await volley(Array(100).fill(server.port), post(TURNSTILE, FORM, body)));
      const [told] = Object.keys(counts);
      assert.deepEqual([Object.keys(counts).length, counts[told]], [1, 100], JSON.stringify(counts));
      assert.match(told, /^200 {"success":true,/);
      for (const other of /** @type {Record<string, string>[]} */ ([{ idempotency_key: randomUUID() }, {}])) {
        assert.equal((await server.form(TURNSTILE, { ...asked, ...other })).text, failure("timeout-or-duplicate"));
      }
      assert.equal(`200 ${(await server.form(TURNSTILE, body)).text}`, told);
    });

    await t.test("told to one of a hundred at once that have a key each", async () => {
      const asked = { secret: server.secret, response: await server.pass() };
      const replies = await Promise.all(Array.from({ length: 100 }, () => server.form(TURNSTILE, { ...asked, idempotency_key: randomUUID() })));
      assert.equal(replies.filter(({ text }) => text.startsWith('{"success":true,')).length, 1);
      assert.equal(replies.filter(({ text }) => text === failure("timeout-or-duplicate")).length, 99);
    });

    if (name === "memory") return;
    await t.test("told again over a restart, and after the response has expired", async () => {
      const [asked, late] = [1, 2].map(() => ({ secret: server.secret, idempotency_key: randomUUID(), response: "" }));
      [asked.response, late.response] = [await server.pass(), await server.pass()];
      const { text } = await server.form(TURNSTILE, asked);
      assert.match(text, /^{"success":true,/);
      await server.again();
      assert.equal((await server.form(TURNSTILE, asked)).text, text);
      // A Redis and a PostgreSQL have clocks of their own, and take no server whose clock is minutes off.
      if (name !== "sqlite") return;
      await server.again({ env: { ...server.options.env, ...clockOff("+310s") } });
      assert.equal((await server.form(TURNSTILE, asked)).text, text);
      assert.equal((await server.form(TURNSTILE, { ...asked, idempotency_key: randomUUID() })).text, failure("timeout-or-duplicate"));
      assert.equal((await server.form(TURNSTILE, late)).text, failure("timeout-or-duplicate"), "what was never redeemed has expired");
    });
  });
}

test("an idempotency key looks up nothing that is not its own: neither another response's nor another site's", async (t) => {
  const server = await serve(t, "memory");
  const key = randomUUID();
  const ask = async (/** @type {Record<string, unknown>} */ more) => (await server.post(TURNSTILE, { secret: server.secret, ...more })).text;
  const [one, two] = [await server.pass(), await server.pass()];
  const first = await ask({ response: one, idempotency_key: key });
  assert.match(first, /^{"success":true,/);
  assert.match(await ask({ response: two, idempotency_key: key }), /^{"success":true,/, "a key may come with several responses");
  assert.equal(await ask({ response: one, idempotency_key: key.toUpperCase() }), first, "a UUID is the same in either case");
  assert.equal(await ask({ response: one, idempotency_key: key, secret: "tss_wrong" }), failure("invalid-input-secret"));
  const three = await server.pass();
  assert.match(await ask({ response: three }), /^{"success":true,/);
  assert.equal(await ask({ response: three, idempotency_key: key }), failure("timeout-or-duplicate"), "the first use had no key");
});

test("an idempotency key that is no UUID is a bad request, and spends nothing; elsewhere it is not looked at", async (t) => {
  const server = await serve(t, "memory");
  const response = await server.pass();
  const good = randomUUID();
  for (const key of ["x", good.slice(1), `${good}0`, good.replaceAll("-", ""), good.replace("-", "x"), `{${good}}`, `${good.slice(0, -1)}g`,
    "a".repeat(5000), 5, [], {}, true]) {
    const { text } = await server.post(TURNSTILE, { secret: server.secret, response, idempotency_key: key });
    assert.equal(text, failure("bad-request"), `${key}`);
  }
  for (const key of [null, ""]) {
    const { json } = await server.post(TURNSTILE, { secret: server.secret, response: await server.pass(), idempotency_key: key });
    assert.equal(json.success, true);
  }
  for (const path of [RECAPTCHA, HCAPTCHA]) {
    const asked = { secret: server.secret, response: await server.pass(), idempotency_key: good };
    assert.equal((await server.post(path, asked)).json.success, true);
    assert.equal((await server.post(path, asked)).json.success, false);
    assert.equal((await server.post(path, { ...asked, response: await server.pass(), idempotency_key: "x" })).json.success, true);
  }
  assert.equal((await server.verify({ response })).success, true);
});

test("a ledger out of reach: internal-error on Turnstile, bad-request elsewhere; where sites fail open, a success that is told again", async (t) => {
  const { env, fill, goOn } = hanging();
  const server = await Server.during(t, { env });
  const isGood = async () => (await server.metric('tessera_store_good{store="ledger"}')) === 1;
  const [known, lost] = [await server.pass(), await server.pass()];
  const ask = async (/** @type {string} */ path, /** @type {string} */ response, /** @type {Record<string, unknown>} */ more = {}) =>
    (await server.post(path, { secret: server.secret, response, ...more })).text;
  const key = randomUUID();
  const told = await ask(TURNSTILE, known, { idempotency_key: key });
  fill("ledger.db");
  for (const path of PATHS) {
    assert.equal(await ask(path, lost), failure(path === TURNSTILE ? "internal-error" : "bad-request"));
  }
  assert.ok(await eventually(async () => !(await isGood())), server.stderr);
  const cap = await server.post(`/${server.sitekey}/siteverify`, { secret: server.secret, response: lost });
  assert.deepEqual([cap.status, cap.text], [503, '{"success":false,"error":"Internal error"}']);
  assert.equal((await server.post("/api/v1/pow/siteverify", { secret: server.secret, key: server.sitekey, token: lost })).text, '{"valid":false}');
  goOn();
  assert.ok(await eventually(isGood), server.stderr);
  assert.equal(await ask(TURNSTILE, known, { idempotency_key: key }), told);
});

test("a site that fails open: what its server was told while the ledger was away it is told again, then and later", async (t) => {
  const { env, fill, goOn } = hanging();
  const server = await Server.during(t, { env, config: `${FAST}store: {fail: open}\n` });
  const isGood = async () => (await server.metric('tessera_store_good{store="ledger"}')) === 1;
  const ask = async (/** @type {string} */ response, /** @type {string} */ key) =>
    (await server.post(TURNSTILE, { secret: server.secret, response, idempotency_key: key })).text;
  const [before, during] = [await server.pass(), await server.pass()];
  const [one, two] = [randomUUID(), randomUUID()];
  const first = await ask(before, one);
  fill("ledger.db");
  await server.challenge().then(({ token, truth }) => server.answer(token, truth));
  assert.ok(await eventually(async () => !(await isGood())), server.stderr);
  const second = await ask(during, two);
  for (const text of [first, second]) assert.match(text, /^{"success":true,/);
  const twice = async () => {
    assert.equal(await ask(before, one), first);
    assert.equal(await ask(during, two), second);
    assert.equal(await ask(before, two), failure("timeout-or-duplicate"));
    assert.equal(await ask(during, one), failure("timeout-or-duplicate"));
  };
  await twice();
  goOn();
  assert.ok(await eventually(isGood), server.stderr);
  await twice();
  await server.says(/the ledger is back/);
  await twice();
  await server.again();
  await twice();
});
