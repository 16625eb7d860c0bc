/**
 * siteverify: each request redeems a fresh pass, and each reply must be a success. Beside nginx, and beside what peers
 * offer for the same, all in turns; the rows come from one run.
 */
import { join } from "node:path";
import { onCore, serverCore } from "../lib/cores.js";
import { loadServer } from "../lib/load.js";
import { startNginx } from "../lib/nginx.js";
import { compareLoads } from "../lib/numbers.js";
import { bench, temporaryFolder } from "../lib/paths.js";
import { serve } from "../lib/processes.js";
import { collectPasses, startTessera } from "../lib/tessera.js";
import { settingsFor } from "./answer.js";

const ROUNDS = 3;
const WARMUP = 5_000;
const COUNT = 60_000;
/** Node takes longer to reach its speed than to lose it: a longer warm-up, and fewer that are measured. */
const PEER = { warmup: 5_000, count: 15_000 };
const PEER_START_MS = 120_000; // it makes its tokens first

const PATH = "/recaptcha/api/siteverify";
const EXPECT = '"success":true';

/** @typedef {import("../lib/load.js").Held} Held */

/** A peer's verification behind Node's http server. @param {"cap" | "altcha"} which */
async function loadPeer(which) {
  const folder = temporaryFolder();
  const bodies = join(folder.path, "bodies");
  const command = ["node", join(bench, "peer_verify.js"), which, String(PEER.warmup + PEER.count), bodies];
  const listening = (/** @type {string} */ output) => /^listening on (\d+)$/m.exec(output);
  const { pid, found, stop } = await serve(onCore(serverCore, command), listening, PEER_START_MS);
  const held = await loadServer({ pid, port: Number(found[1]), stop }, { ...PEER, path: "/", bodies, expect: EXPECT });
  await stop();
  await folder.remove();
  return held;
}

async function measureAll() {
  /** @type {Record<"ours" | "nginx" | "cap" | "altcha", Held[]>} */
  const held = { ours: [], nginx: [], cap: [], altcha: [] };
  const server = await startTessera(settingsFor({ ledger: "memory", history: false }), { truth: true });
  const nginx = await startNginx();
  /** @type {{ path: string, form: 1, warmup: number, count: number }} */
  const load = { path: PATH, form: 1, warmup: WARMUP, count: COUNT };
  for (let i = 0; i < ROUNDS; i++) {
    const bodies = await collectPasses(server, WARMUP + COUNT);
    held.ours.push(await loadServer(server, { ...load, bodies, expect: EXPECT }));
    held.nginx.push(await loadServer(nginx, { ...load, bodies, expect: "ok" }));
    held.cap.push(await loadPeer("cap"));
    held.altcha.push(await loadPeer("altcha"));
  }
  await nginx.stop();
  const rate = Math.floor(Math.max(...held.ours.map((one) => one.perSecond)) / 2);
  const half = await loadServer(server, {
    ...load,
    rate,
    bodies: await collectPasses(server, WARMUP + COUNT),
    expect: EXPECT,
  });
  await server.stop();
  return { held, half, rate };
}

/** The same with ten thousand sites, two secrets each, beside one site. */
export async function siteverifyAmongMany() {
  const settings = settingsFor({ ledger: "memory", history: false });
  const many = await startTessera(settings, { truth: true, more: 9_999 });
  const one = await startTessera(settings, { truth: true });
  /** @type {Held[][]} */
  const [ours, peers] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    for (const [server, held] of /** @type {const} */ ([[many, ours], [one, peers]])) {
      const bodies = await collectPasses(server, WARMUP + COUNT);
      held.push(await loadServer(server, { path: PATH, form: 1, warmup: WARMUP, count: COUNT, bodies, expect: EXPECT }));
    }
  }
  await many.stop();
  await one.stop();
  return compareLoads(ours, peers);
}

/** @type {ReturnType<typeof measureAll> | undefined} */
let measured;
const once = () => (measured ??= measureAll());

/** @param {"nginx" | "cap" | "altcha"} peer */
export const siteverifyBeside = (peer) => async () => {
  const { held } = await once();
  return compareLoads(held.ours, held[peer]);
};

export async function siteverifyP99() {
  const { half, rate } = await once();
  return { value: half.p99 / 1000, note: `at ${rate} requests/s, half load; p50 ${half.p50.toFixed(0)} us` };
}
