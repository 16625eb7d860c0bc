// A rolling upgrade under load, from an older build to this one: while both serve, what one hands out is good at the other, in both
// directions, and nothing passes twice. The older build is made by `previous`, from the repository's history.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe } from "node:test";
import { Redis } from "../lib/redis.js";
import { PROGRAM, ROOT } from "../lib/tessera.js";
import { scenario, startNodes } from "./rig.js";

/** @typedef {import("../lib/tessera.js").Server} Server */

/** The older program. */
function previous() {
  const { status, stdout, stderr } = spawnSync(join(ROOT, "tests/outages/previous"), { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** Each server is ended in peace and started as this build. @type {import("./rig.js").Break[]} */
const upgrades = [0, 1, 2].map((node) => ({
  fault: `node ${node} upgraded`, nodes: [node], holds: true, lastsMs: 700,
  begin: async (/** @type {Server[]} */ servers) => assert.equal(await servers[node].down(), 0),
  end: (/** @type {Server[]} */ servers) => {
    servers[node].options.program = PROGRAM;
    return servers[node].up();
  },
}));

describe("a rolling upgrade", () => {
  scenario("redis, nodes upgraded one after the other", {
    start: async (t) => {
      const program = previous();
      const redis = await Redis.during(t);
      const servers = await startNodes(t, () => ({ program, seed: null, env: { TESSERA_STORE_LEDGER: redis.url() } }));
      return { servers, faults: upgrades };
    },
  });
});
