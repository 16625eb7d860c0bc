/** GET /challenge/puzzle: the page for browsers without JavaScript, a fresh puzzle each time. */
import { loadServer } from "../lib/load.js";
import { summariseLoad } from "../lib/numbers.js";
import { startTessera } from "../lib/tessera.js";

const ROUNDS = 3;

export async function pageRate() {
  const server = await startTessera({ challenge: { test_mode: true } });
  const load = { path: "/challenge/puzzle", count: 20_000, warmup: 2_000, expect: 'name="seed"' };
  const ours = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await loadServer(server, load));
  }
  await server.stop();
  return summariseLoad(ours);
}
