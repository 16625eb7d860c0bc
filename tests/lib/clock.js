// clock.js: wall clocks that are set while programs run, those of stores too; clock.c says how.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ROOT, temporaryFolder } from "./tessera.js";

/** A clock for several programs: the environment that they run in, and `set()`, by how many seconds it is ahead. */
export function sharedClock() {
  const [library, file] = [join(temporaryFolder(), "clock.so"), join(temporaryFolder(), "ahead")];
  const built = spawnSync("cc", ["-shared", "-fPIC", "-D_GNU_SOURCE", "-O1", "-o", library, join(ROOT, "tests/lib/clock.c")], { encoding: "utf8" });
  assert.equal(built.status, 0, built.stderr);
  const set = (/** @type {number} */ seconds) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    const opened = openSync(file, "as"); // in place: programs have it mapped
    closeSync(opened);
    const descriptor = openSync(file, "r+");
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    closeSync(descriptor);
  };
  set(0);
  return { env: { LD_PRELOAD: library, CLOCK_FILE: file }, set };
}
