// Servers of one machine with one ledger in a file: killed, stopped, and the disk full.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { eventually } from "../lib/tessera.js";
import { killings } from "./breaks.js";
import { scenario, smallDisk, startNodes } from "./rig.js";

/** @typedef {import("../lib/tessera.js").Server} Server */

describe("servers on one file", { concurrency: 2 }, () => {
  scenario("sqlite, nodes killed with -9, one after the other and all at once", {
    isQuick: true,
    start: async (t) => ({ servers: await startNodes(t), faults: killings() }),
  });

  scenario("sqlite, a node stopped, perhaps with the lock in its hand", {
    start: async (t) => ({
      servers: await startNodes(t),
      faults: [0, 1, 2].map((node) => ({
        fault: `node ${node} stopped`, nodes: [node], lastsMs: 4000,
        begin: (/** @type {Server[]} */ servers) => servers[node].child?.kill("SIGSTOP"),
        end: (/** @type {Server[]} */ servers) => servers[node].child?.kill("SIGCONT"),
      })),
    }),
  });

  scenario("sqlite, the disk is full", {
    isQuick: true,
    start: async (t) => {
      const data = smallDisk(t, "24m");
      return {
        servers: await startNodes(t, () => ({ data })),
        faults: [{
          fault: "disk full",
          begin: async (servers) => {
            spawnSync("dd", ["if=/dev/zero", `of=${join(data, "filler")}`, "bs=64k"]);
            assert.ok(await eventually(async () => (await servers[0].request("/readyz")).status === 503), "it is seen");
          },
          end: () => rmSync(join(data, "filler")),
        }],
      };
    },
  });
});
