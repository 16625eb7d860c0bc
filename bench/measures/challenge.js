/** POST /v1/challenge: handing out challenges, beside nginx that reads the same request. */
import { loadServer } from "../lib/load.js";
import { startNginx } from "../lib/nginx.js";
import { compareLoads } from "../lib/numbers.js";
import { startTessera } from "../lib/tessera.js";

const ROUNDS = 3;

export async function challengeRate() {
  const server = await startTessera({});
  const nginx = await startNginx();
  const load = { path: "/v1/challenge", bodies: server.challengeBodies, count: 50_000, warmup: 5_000 };
  const ours = [];
  const peers = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await loadServer(server, { ...load, expect: '"token":"' }));
    peers.push(await loadServer(nginx, { ...load, expect: "ok" }));
  }
  await server.stop();
  await nginx.stop();
  return compareLoads(ours, peers);
}
