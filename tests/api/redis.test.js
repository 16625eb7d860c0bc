// The ledger in a real Redis, from outside: what is refused at start, without anything being made; two servers on one Redis; and
// one that loses what it knew while they run.
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
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

/** Stands between a server and a Redis, and holds what the Redis says for `ms`. */
class Late {
  /** @param {{after: (end: () => any) => void}} t @param {number} to */
  static async during(t, to) {
    const late = new Late();
    late.to = to;
    const server = createServer((client) => {
      const redis = connect(late.to, "127.0.0.1");
      late.open.add(client);
      for (const [one, other] of [[client, redis], [redis, client]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
      client.on("data", (bytes) => redis.write(bytes));
      redis.on("data", (bytes) => setTimeout(() => client.writable && client.write(bytes), late.ms));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    t.after(() => (late.cut(), server.close()));
    late.port = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
    return late;
  }

  ms = 0;
  port = 0;
  to = 0;
  /** @type {Set<import("node:net").Socket>} */
  open = new Set();

  /** Ends all connections. */
  cut() {
    for (const client of this.open) client.destroy();
    this.open.clear();
  }
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
  // As docs/redis.md has it, and without one of them: each is needed by some batch, be it hours later.
  const user = ["reset", "on", ">hush", "~tessera:*", "+@read", "+@write", "+@connection", "+@transaction", "+eval", "+info", "+time", "+wait", "+config|get"];
  const theirs = url.replace("://", "://ann:hush@");
  for (const denied of ["eval", "time", "info", "wait", "incrby", "pexpireat", "hset", "hdel", "zadd", "set", "mget", "multi"]) {
    ask("ACL", "SETUSER", "ann", ...user, `-${denied}`);
    assert.match(refused(`${theirs}?wait=1`), /no right to a command or key/, denied);
  }
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

test("a Redis that answers late is come back to while it is late", async (t) => {
  const redis = await Redis.during(t);
  const late = await Late.during(t, redis.port);
  const server = await Server.during(t, { config: `budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\nstore: {ledger: "redis://127.0.0.1:${late.port}"}\n`, truth: true });
  late.ms = 400;
  late.cut();
  assert.ok(await eventually(async () => {
    const { token, truth } = await server.challenge();
    return await server.answer(token, truth, SUSPICIOUS) === "pass";
  }), server.stderr);
});

test("an address behind which another ledger is suddenly: what the first one knows of passes at none of them", async (t) => {
  const [first, second] = [await Redis.during(t), await Redis.during(t)];
  const between = await Late.during(t, first.port);
  const settings = (/** @type {number} */ port) => ({
    config: `budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\nstore: {ledger: "redis://127.0.0.1:${port}"}\n`, truth: true,
    env: { TESSERA_SECRET: "a secret of all the servers of this test" },
  });
  const server = await Server.during(t, settings(between.port));
  const other = await Server.during(t, settings(second.port)); // this one's ledger is younger, and in use
  await Promise.all([server, other].map((one) => one.checks("ledger"))); // both have noted that they use theirs
  const { token, truth } = await server.challenge();
  assert.equal(await server.answer(token, truth, SUSPICIOUS), "pass");
  between.to = second.port;
  between.cut();
  /** @type {string | number} */
  let result = 503;
  assert.ok(await eventually(async () => (result = await server.answer(token, truth, SUSPICIOUS)) !== 503), server.stderr);
  assert.equal(result, "expired");
  const { token: fresh, truth: right } = await server.challenge();
  assert.equal(await server.answer(fresh, right, SUSPICIOUS), "pass", "it goes on there");
});
