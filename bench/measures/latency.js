/** How long an answer takes at half of what the server could do; both rows come from one run. */
import { loadServer } from "../lib/load.js";
import { collectAnswers, startTessera } from "../lib/tessera.js";
import { settingsFor } from "./answer.js";

const WARMUP = 5_000;
const COUNT = 60_000;

async function measureLatency() {
  const server = await startTessera(settingsFor({ ledger: "memory", history: false }), { truth: true });
  const load = { path: "/v1/answer", warmup: WARMUP, count: COUNT, expect: '"state":"pass"' };
  const full = await loadServer(server, { ...load, bodies: await collectAnswers(server, WARMUP + COUNT) });
  const rate = Math.floor(full.perSecond / 2);
  const half = await loadServer(server, { ...load, rate, bodies: await collectAnswers(server, WARMUP + COUNT) });
  await server.stop();
  return { ...half, note: `at ${rate} requests/s, half load` };
}

/** @type {ReturnType<typeof measureLatency> | undefined} */
let measured;
const once = () => (measured ??= measureLatency());

export async function latencyP50() {
  const { p50, note } = await once();
  return { value: p50, note };
}

export async function latencyP99() {
  const { p99, note } = await once();
  return { value: p99, note };
}
