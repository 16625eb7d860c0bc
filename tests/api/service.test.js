// The systemd unit in the docs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../lib/tessera.js";

test("the unit writes no core files, and gives up what the server has no use for", () => {
  const docs = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const [, unit] = /** @type {RegExpExecArray} */ (/```ini\n([^]*?)```/.exec(docs));
  const lines = unit.split("\n");
  for (const line of ["LimitCORE=0", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectProc=invisible",
    "ProtectKernelLogs=yes", "RestrictSUIDSGID=yes", "RestrictRealtime=yes", "SystemCallFilter=~@privileged", "UMask=0077"]) {
    assert.ok(lines.includes(line), line);
  }
});
