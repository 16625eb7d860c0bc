/**
 * Ledgers that several servers share: Redis and PostgreSQL on the same machine, each with its data on the disk before anybody is
 * told "first". The node has the first core; the store and the client have the second one.
 */
import { Postgres } from "../../tests/lib/postgres.js";
import { Redis } from "../../tests/lib/redis.js";
import { clientCore, onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { loadServer } from "../lib/load.js";
import { median, summariseLoad } from "../lib/numbers.js";
import { run, runToEnd } from "../lib/processes.js";
import { temporaryFolder } from "../lib/paths.js";
import { collectAnswers, startTessera } from "../lib/tessera.js";

const ROUNDS = 3;
const WARMUP = 5_000;
const COUNT = { redis: 60_000, postgres: 20_000 };
/** Answers that wait at once, and so share one journey to the store. */
const WORKERS = 64;
const CONNECTIONS = 256;

/** @typedef {"redis" | "postgres"} Kind */
/** @typedef {{ url: string, pids: () => number[], stop: () => Promise<void> }} Store */

/** @param {number[]} pids */
const toClientCore = (pids) => pids.forEach((pid) => runToEnd(["taskset", "-a", "-c", "-p", String(clientCore), String(pid)]));

/** @type {Record<Kind, () => Promise<Store>>} */
const START = {
  redis: async () => {
    const folder = temporaryFolder();
    const redis = new Redis({ settings: { dir: folder.path, "maxmemory-policy": "noeviction" } });
    await redis.up();
    const pids = () => [/** @type {number} */ (redis.child?.pid)];
    toClientCore(pids());
    return { url: redis.url(), pids, stop: async () => (await redis.down("SIGTERM"), await folder.remove()) };
  },
  postgres: async () => {
    const postgres = new Postgres({ durable: true });
    await postgres.up();
    const pid = /** @type {number} */ (postgres.child?.pid);
    toClientCore([pid]); // and whatever it starts from now on
    const pids = () => [pid, ...runToEnd(["pgrep", "-P", String(pid)]).trim().split("\n").map(Number)];
    return { url: postgres.url, pids, stop: async () => (await postgres.down("SIGINT"), postgres.remove()) };
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
 * @param {Store} store @param {number | "count"} threads
 * @returns {Promise<{ per_second: number, own_cpu_us: number, store_cpu_us: number, store_busy: number, p50_us: number, p99_us: number, spent: number }>}
 */
async function spend(store, threads) {
  const folder = temporaryFolder();
  const command = [helper("spend"), store.url, folder.path, String(threads), "2000", ...store.pids().map(String)];
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
