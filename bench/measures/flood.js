/** How long a visitor waits for a picture while another network floods the server with requests for pictures. */
import { floodServer, loadServer } from "../lib/load.js";
import { startTessera } from "../lib/tessera.js";

const COUNT = 300;
const WARMUP = 10;
/** A flood that is over before the measure would make it look good: it is stopped, and never ends by itself. */
const ENDLESS = 1_000_000;
const TYPE = "human";
const FLOOD = "198.51.100.7";
const VISITOR = "203.0.113.7";

/**
 * The path of a picture; nothing is held, so that each request has it drawn.
 * @param {Awaited<ReturnType<typeof startTessera>>} server
 */
async function picturePath(server) {
  const reply = await fetch(`http://127.0.0.1:${server.port}/v1/challenge`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: server.challengeBody,
  });
  return (await reply.json()).view.image.src;
}

/** Budgets are wide open: what is measured is the turns that networks take, the flood's 64 requests at a time. */
export async function pictureUnderFlood() {
  const server = await startTessera({ challenge: { types: `[${TYPE}]`, pictures_kb: 0 } });
  const path = await picturePath(server);
  const visit = { path, connections: 1, count: COUNT, warmup: WARMUP, from: VISITOR };
  const idle = await loadServer(server, visit);
  const stop = await floodServer(server, { path, count: ENDLESS, from: FLOOD });
  const flooded = await loadServer(server, visit);
  await stop();
  await server.stop();
  return {
    value: flooded.p99 / 1000,
    peerValue: idle.p99 / 1000,
    note: `a picture of ${TYPE}; medians ${(flooded.p50 / 1000).toFixed(1)} and ${(idle.p50 / 1000).toFixed(1)} ms; ` +
      `${Math.round(flooded.busy * 100)}% of a core used`,
  };
}
