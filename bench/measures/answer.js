/** POST /v1/answer: each request spends a fresh challenge with the right answer, and passes. */
import { loadServer } from "../lib/load.js";
import { startNginx } from "../lib/nginx.js";
import { compareLoads, summariseLoad } from "../lib/numbers.js";
import { collectAnswers, startTessera } from "../lib/tessera.js";

const ROUNDS = 3;
const WARMUP = 5_000;
/** Each round lasts a second or more: a ledger on disk gets through fewer. */
const COUNT = { memory: 100_000, sqlite: 30_000 };
/** Room for all that is spent in a run, so that the ledger never has to refuse. */
const ENTRIES = 1_000_000;

/** @typedef {{ ledger: "memory" | "sqlite", history: boolean }} Store */

/** @param {Store} store */
export function settingsFor(store) {
  return { store: { ...store, memory_entries: ENTRIES, history_per_network: 1_000_000_000 } };
}

/**
 * What is sent to either server: the same bytes.
 * @param {Store} store
 * @param {string} bodies
 */
const answers = (store, bodies) => ({ path: "/v1/answer", bodies, warmup: WARMUP, count: COUNT[store.ledger] });

/**
 * @param {Store} store
 * @param {(server: Awaited<ReturnType<typeof startTessera>>, bodies: string) => Promise<void>} round
 */
async function rounds(store, round) {
  const server = await startTessera(settingsFor(store), { truth: true });
  for (let i = 0; i < ROUNDS; i++) {
    await round(server, await collectAnswers(server, WARMUP + COUNT[store.ledger]));
  }
  await server.stop();
}

/** @param {Store} store */
export async function answerRateBesideNginx(store) {
  /** @type {import("../lib/load.js").Held[]} */
  const ours = [];
  /** @type {import("../lib/load.js").Held[]} */
  const peers = [];
  const nginx = await startNginx();
  await rounds(store, async (server, bodies) => {
    const load = answers(store, bodies);
    ours.push(await loadServer(server, { ...load, expect: '"state":"pass"' }));
    peers.push(await loadServer(nginx, { ...load, expect: "ok" }));
  });
  await nginx.stop();
  return compareLoads(ours, peers);
}

/** @param {Store} store */
export async function answerRate(store) {
  /** @type {import("../lib/load.js").Held[]} */
  const ours = [];
  await rounds(store, async (server, bodies) => {
    ours.push(await loadServer(server, { ...answers(store, bodies), expect: '"state":"pass"' }));
  });
  return summariseLoad(ours);
}

/**
 * What a row of history costs: the same answers with and without, in turns. What the store did not keep up with and
 * left out is said in the note: it would cost nothing.
 */
export async function answerRateWithHistory() {
  /** @type {Store} */
  const without = { ledger: "memory", history: false };
  /** @type {Store} */
  const kept = { ledger: "memory", history: true };
  /** @type {import("../lib/load.js").Held[]} */
  const ours = [];
  /** @type {import("../lib/load.js").Held[]} */
  const peers = [];
  const peer = await startTessera(settingsFor(without), { truth: true });
  let dropped = 0;
  await rounds(kept, async (server, bodies) => {
    const ourDropped = await countDropped(server);
    ours.push(await loadServer(server, { ...answers(kept, bodies), expect: '"state":"pass"' }));
    dropped += (await countDropped(server)) - ourDropped;
    const peerBodies = await collectAnswers(peer, WARMUP + COUNT.memory);
    peers.push(await loadServer(peer, { ...answers(without, peerBodies), expect: '"state":"pass"' }));
  });
  await peer.stop();
  const compared = compareLoads(ours, peers);
  const share = dropped / (ROUNDS * (WARMUP + COUNT.memory));
  return { ...compared, note: `${compared.note}; ${(share * 100).toFixed(1)}% of the rows were left out` };
}

/** @param {{ port: number }} server */
async function countDropped(server) {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  return Number(/^tessera_records_dropped_total\{why="queue"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
