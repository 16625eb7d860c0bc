/**
 * Ledgers that several servers share: Redis and PostgreSQL on the same machine, each with its data on the disk before anybody is
 * told "first". The node has the first core; the store and the client have the second one.
 */
import { readFileSync } from "node:fs";
import { Postgres } from "../../tests/lib/postgres.js";
import { Redis } from "../../tests/lib/redis.js";
import { clientCore, onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { loadServer } from "../lib/load.js";
import { median, summariseLoad } from "../lib/numbers.js";
import { run, runToEnd } from "../lib/processes.js";
import { temporaryFolder } from "../lib/paths.js";
import { collectAnswers, program, startTessera } from "../lib/tessera.js";

const ROUNDS = 3;
const WARMUP = 5_000;
const COUNT = { redis: 60_000, postgres: 20_000 };
/** Answers that wait at once, and so share one journey to the store. */
const WORKERS = 64;
const CONNECTIONS = 256;
/** Keys over which memory and logs are measured. */
const FILLED = 50_000;

/** @typedef {"redis" | "postgres"} Kind */
/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} Store */

/** @param {number} pid */
const toClientCore = (pid) => runToEnd(["taskset", "-a", "-c", "-p", String(clientCore), String(pid)]);

/** @type {Record<Kind, () => Promise<Store>>} */
const START = {
  redis: async () => {
    const folder = temporaryFolder();
    const redis = new Redis({ settings: { dir: folder.path, "maxmemory-policy": "noeviction" } });
    await redis.up();
    const pid = /** @type {number} */ (redis.child?.pid);
    toClientCore(pid);
    return { url: redis.url(), pid, stop: async () => (await redis.down("SIGTERM"), await folder.remove()) };
  },
  postgres: async () => {
    const postgres = new Postgres({ durable: true });
    await postgres.up();
    const pid = /** @type {number} */ (postgres.child?.pid);
    toClientCore(pid); // and whatever it starts from now on
    runToEnd(["env", `TESSERA_STORE_LEDGER=${postgres.url}`, "TESSERA_STORE_RECORDS=sqlite", program, "migrate", "--data", temporaryFolder().path]);
    return { url: postgres.url, pid, stop: async () => (await postgres.down("SIGINT"), postgres.remove()) };
  },
};

/** @template T @param {Kind} kind @param {(store: Store) => Promise<T>} measure */
async function withStore(kind, measure) {
  const store = await START[kind]();
  try {
    return await measure(store);
  } finally {
    await store.stop();
  }
}

/** @param {Store} store */
const node = (store) => startTessera({ store: { ledger: `"${store.url}"`, history: false } }, { truth: true, workers: WORKERS });

/** Answers as fast as they can be sent. @param {Awaited<ReturnType<typeof node>>} server @param {number} count @param {number} [rate] */
async function answer(server, count, rate) {
  const bodies = await collectAnswers(server, WARMUP + count);
  return loadServer(server, { path: "/v1/answer", bodies, warmup: WARMUP, count, rate, connections: CONNECTIONS, expect: '"state":"pass"' });
}

/** POST /v1/answer: each spends a fresh challenge, and passes. @param {Kind} kind */
export const answersThrough = (kind) => withStore(kind, async (store) => {
  const server = await node(store);
  const held = [];
  for (let round = 0; round < ROUNDS; round++) held.push(await answer(server, COUNT[kind]));
  await server.stop();
  return summariseLoad(held);
});

/** How long the slowest of a hundred takes at half of that. @param {Kind} kind */
export const answerLatencyThrough = (kind) => withStore(kind, async (store) => {
  const server = await node(store);
  const rate = Math.floor((await answer(server, COUNT[kind])).perSecond / 2);
  const half = [];
  for (let round = 0; round < ROUNDS; round++) half.push((await answer(server, COUNT[kind], rate)).p99 / 1000);
  await server.stop();
  return { value: median(half), note: `at ${rate} requests/s, half load` };
});

/**
 * What the ledger alone does: spends by so many threads, or "count".
 * @param {Store} store @param {number | "count"} threads @param {number} [ms]
 * @returns {Promise<{ per_second: number, own_cpu_us: number, store_cpu_us: number, store_busy: number, p50_us: number, p99_us: number, spent: number }>}
 */
async function spend(store, threads, ms = 2000) {
  const folder = temporaryFolder();
  const command = [helper("spend"), store.url, folder.path, String(threads), String(ms), String(store.pid)];
  const told = JSON.parse(await run(onCore(serverCore, command)));
  await folder.remove();
  return told;
}

/** Spends a second without HTTP, by as many threads as a node has waiters. @param {Kind} kind @param {number | "count"} threads */
export const spendsThrough = (kind, threads) => withStore(kind, async (store) => {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await spend(store, threads));
  const middle = (/** @type {(told: (typeof rounds)[number]) => number} */ of) => median(rounds.map(of));
  const [own, theirs] = [middle((told) => told.own_cpu_us), middle((told) => told.store_cpu_us)];
  return {
    value: middle((told) => told.per_second),
    note: `${own.toFixed(1)} us of CPU each here, ${theirs.toFixed(1)} in the store, so ${Math.round(1e6 / theirs)}/s would fill its core`,
  };
});

/**
 * Two nodes on one Redis beside one node, each with a core of its own as far as two cores go: client and Redis share the second core
 * with the second node. So what two cores can show is less than what two machines do; the note has both by CPU time.
 */
export const twoNodesOnRedis = () => withStore("redis", async (store) => {
  process.env.TESSERA_SECRET = "two nodes that are measured, of one installation";
  const settings = { store: { ledger: `"${store.url}"`, history: false } };
  const nodes = [];
  for (const core of [serverCore, clientCore]) nodes.push(await startTessera(settings, { truth: true, workers: WORKERS, core }));
  const [one, two] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const [cpu, storeCpu] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuSeconds(store.pid);
    const alone = await answer(nodes[0], COUNT.redis);
    storeCpu.push(((cpuSeconds(store.pid) - before) / (COUNT.redis + WARMUP)) * 1e6);
    one.push(alone.perSecond);
    cpu.push(alone.cpuMicroseconds);
    const loads = [];
    for (const server of nodes) {
      const bodies = await collectAnswers(server, WARMUP + COUNT.redis);
      loads.push({ server, load: { path: "/v1/answer", bodies, warmup: WARMUP, count: COUNT.redis, connections: CONNECTIONS, expect: '"state":"pass"' } });
    }
    const both = await Promise.all(loads.map(({ server, load }) => loadServer(server, load)));
    two.push(both.reduce((sum, held) => sum + held.perSecond, 0));
  }
  for (const server of nodes) await server.stop();
  delete process.env.TESSERA_SECRET;
  const [a, r] = [median(cpu), median(storeCpu)];
  return {
    value: median(two),
    peerValue: median(one),
    note: `an answer takes ${a.toFixed(1)} us of CPU in a node and ${r.toFixed(1)} in Redis: on cores of their own, one Redis has enough for ${Math.floor(a / r)} nodes of one core`,
  };
});

/** CPU time of a process, in seconds, by /proc, where a tick is 10 ms. @param {number} pid */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Spends so many keys. @param {Store} store @param {number} count @returns {Promise<number>} how many it were */
async function fill(store, count) {
  let spent = 0;
  while (spent < count) spent += (await spend(store, WORKERS)).spent;
  return spent;
}

/** What a spent key takes of Redis's memory, and of its log. */
export async function redisBytesPerKey() {
  const folder = temporaryFolder();
  const redis = new Redis({ settings: { dir: folder.path } });
  await redis.up();
  const store = { url: redis.url(), pid: 0, stop: async () => {} };
  await fill(store, 1);
  const [memory, keys, log] = [Number(redis.info("used_memory")), Number(redis.ask("DBSIZE")), Number(redis.info("aof_current_size"))];
  await fill(store, FILLED);
  const added = Number(redis.ask("DBSIZE")) - keys;
  const value = (Number(redis.info("used_memory")) - memory) / added;
  const logged = (Number(redis.info("aof_current_size")) - log) / added;
  await redis.down("SIGTERM");
  await folder.remove();
  return { value, note: `and ${Math.round(logged)} in its log, until that is rewritten; over ${added} keys` };
}

/** What a spent key takes of PostgreSQL's write-ahead log, and of its table with the index. */
export const postgresBytesPerKey = () => withStore("postgres", async (store) => {
  const ask = (/** @type {string} */ sql) => Number(runToEnd(["psql", "-X", "-A", "-t", "-q", "-c", sql, store.url]));
  const wal = () => ask("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
  const table = () => ask("SELECT pg_total_relation_size('ledger_spent')");
  const rows = () => ask("SELECT count(*) FROM ledger_spent");
  await fill(store, 1);
  const [walBefore, tableBefore, rowsBefore] = [wal(), table(), rows()];
  await fill(store, FILLED);
  const added = rows() - rowsBefore;
  return {
    value: (wal() - walBefore) / added,
    note: `of the log; ${Math.round((table() - tableBefore) / added)} of the table with its index; over ${added} keys`,
  };
});
