// The helper for Go: it is looked at by gofmt and vet, and its example is built, before it runs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, temporaryFolder } from "../lib/tessera.js";
import { CLIENTS, testHelper } from "./support.js";

const program = join(temporaryFolder(), "example");

/** @param {string} command @param {string[]} args */
function go(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: join(CLIENTS, "go"), encoding: "utf8",
    env: { ...process.env, GOPROXY: "off", GOFLAGS: "-mod=readonly", GOCACHE: join(ROOT, "build/go"), GO111MODULE: "on" },
  });
  assert.equal(status, 0, stderr);
  return stdout;
}
assert.equal(go("gofmt", "-l", "."), "", "gofmt has other wishes");
go("go", "vet", "./...");
go("go", "build", "-o", program, "./example");
testHelper("Go", [program]);
