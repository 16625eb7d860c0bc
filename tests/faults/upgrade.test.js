// A rolling upgrade under load, from an older build to this one, back, and forth again: what one build hands out is good at the other,
// and nothing passes twice. The older build is made by `previous`, from the repository's history.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe } from "node:test";
import { Redis } from "../lib/redis.js";
import { PROGRAM, ROOT } from "../lib/tessera.js";
import { scenario, startNodes } from "./rig.js";

/** The older program. */
function previous() {
  const { status, stdout, stderr } = spawnSync(join(ROOT, "tests/faults/previous"), { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** One server after the other is ended in peace and started as another build. @param {string} what @param {string} program
 * @param {number[]} nodes @returns {import("./rig.js").Break[]} */
const roll = (what, program, nodes) => nodes.map((node) => ({
  fault: `node ${node}: ${what}`, nodes: [node], holds: true, lastsMs: 700,
  begin: async (servers) => assert.equal(await servers[node].down(), 0),
  end: (servers) => {
    servers[node].options.program = program;
    return servers[node].up();
  },
}));

describe("a rolling upgrade", () => {
  scenario("redis, nodes upgraded one after the other, one set back, and upgraded again", {
    start: async (t) => {
      const program = previous();
      const redis = await Redis.during(t);
      const servers = await startNodes(t, () => ({ program, env: { TESSERA_STORE_LEDGER: redis.url() } }));
      return { servers, faults: [...roll("upgraded", PROGRAM, [0, 1, 2]), ...roll("set back", program, [1]), ...roll("upgraded", PROGRAM, [1])] };
    },
  });
});
