// The ledger in a real Redis, from outside: what is refused at start, without anything being made; two servers on one Redis; and
// one that loses what it knew while they run.
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Redis } from "../lib/redis.js";
import { SUSPICIOUS, Server, clockOff, eventually, run, temporaryFolder } from "../lib/tessera.js";

/** What `serve` says where it does not start, and that it leaves nothing behind. @param {string} url @param {Record<string, string>} [env] */
function refused(url, env) {
  const folder = temporaryFolder();
  const file = join(folder, "store.yaml");
  writeFileSync(file, `store: {ledger: "${url}"}\ndata: ${join(folder, "data")}\nlisten: 127.0.0.1:0\n`);
  const { status, stderr } = run(["serve", "--config", file], env && { env });
  assert.equal(status, 1, stderr);
  assert.deepEqual(readdirSync(folder), ["store.yaml"], "nothing is made");
  assert.doesNotMatch(stderr, /hush/);
  return stderr;
}

test("what can't keep a ledger is refused at start, with the reason, and nothing is made there", async (t) => {
  const redis = await Redis.during(t);
  const ask = (/** @type {string[]} */ ...words) => assert.equal(redis.ask(...words), "OK", words.join(" "));
  const url = redis.url();
  assert.match(refused(url.replace("://", "://ann:hush@")), /refuses the user or the password/);
  assert.match(refused(`${url}/99`), /no database of that number/);
  assert.match(refused(`${url}/?verify=no`), /no such option/);
  assert.match(refused(url, clockOff("-90s")), /clock is more than a minute ahead/);
  ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
  assert.match(refused(url), /maxmemory-policy may evict what was spent/);
  ask("CONFIG", "SET", "maxmemory-policy", "noeviction");
  ask("REPLICAOF", "127.0.0.1", "1");
  assert.match(refused(url), /it is a replica/);
  ask("REPLICAOF", "NO", "ONE");
  assert.equal(redis.ask("DBSIZE"), "0");
  ask("CONFIG", "SET", "requirepass", "hush");
  assert.match(refused(url), /wants a password/);
});

test("two servers on one Redis: a pass is good once; and what the Redis loses passes nowhere", async (t) => {
  const redis = await Redis.during(t, { settings: { appendonly: "no" } });
  const config = `budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\nstore: {ledger: "${redis.url()}"}\n`;
  const first = await Server.during(t, { config, truth: true });
  const second = new Server({ config, truth: true, data: first.data });
  second.sitekey = first.sitekey;
  await second.up();
  t.after(() => second.down());
  await first.says(/how well the ledger keeps what was spent notes="Redis .*appendonly no, appendfsync .*wait 0: a power cut/);

  const { token, truth } = await first.challenge();
  const { token: other, truth: right } = await first.challenge();
  assert.equal(await second.answer(token, truth, SUSPICIOUS), "pass");
  assert.notEqual(await first.answer(token, truth, SUSPICIOUS), "pass");

  redis.ask("FLUSHALL");
  for (const server of [first, second, first, second]) assert.notEqual(await server.answer(token, truth, SUSPICIOUS), "pass");
  assert.notEqual(await second.answer(other, right, SUSPICIOUS), "pass", "issued before the loss: nobody knows");
  for (const server of [first, second]) {
    assert.ok(await eventually(async () => {
      const fresh = await server.challenge();
      return await server.answer(fresh.token, fresh.truth, SUSPICIOUS) === "pass";
    }), "it goes on by itself");
    assert.ok(await eventually(() => /warn what the ledger knew was removed: what was issued before counts as expired knows_from=/.test(server.stderr)), server.stderr);
    assert.equal(server.stderr.match(/what the ledger knew was removed/g)?.length, 1, "said once");
  }
});
