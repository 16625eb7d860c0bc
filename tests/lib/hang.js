// hang.js: files that hang on demand, as on a disk that no longer answers, or can't be written, as on a full one; hang.c says how.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, ROOT, temporaryFolder } from "./tessera.js";

/** The library for LD_PRELOAD, once it is built. */
let library = "";

/** The environment for a program whose files can be made to hang, or to be full: by name, until `goOn()`. `hangs()` waits for a call
 * that hangs. */
export function hanging() {
  const told = join(temporaryFolder(), "hang");
  if (!library) {
    const path = join(temporaryFolder(), "hang.so");
    const built = spawnSync("cc", ["-shared", "-fPIC", "-D_GNU_SOURCE", "-O1", "-o", path, join(ROOT, "tests/lib/hang.c")],
      { encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    library = path;
  }
  return {
    env: { LD_PRELOAD: library, HANG_FILE: told },
    hang: (/** @type {string} */ name) => {
      rmSync(`${told}.hangs`, { force: true });
      writeFileSync(told, name);
    },
    hangOnceServed: (/** @type {string} */ name) => writeFileSync(told, `${name} served`),
    hangs: async () => assert.ok(await eventually(() => existsSync(`${told}.hangs`)), "a call hangs"),
    fill: (/** @type {string} */ name) => writeFileSync(told, `${name} full`),
    goOn: () => rmSync(told, { force: true }),
  };
}
