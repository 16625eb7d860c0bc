// The helper for Python, whose types are checked before it runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../lib/tessera.js";
import { CLIENTS, testHelper } from "./support.js";

const { status, stdout } = spawnSync("mypy", ["--strict", "--no-error-summary", `--cache-dir=${join(ROOT, "build/mypy-clients")}`, "."],
  { cwd: join(CLIENTS, "python"), encoding: "utf8" });
assert.equal(status, 0, stdout);
testHelper("Python", ["/usr/bin/python3", "-W", "error", join(CLIENTS, "python/example.py")]);
