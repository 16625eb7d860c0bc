// Copies of this tree, to build in: what git knows and what is new, without what was built.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, utimesSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { ROOT } from "../lib/tessera.js";

/** @param {string} to @param {Date} [moment] of every file; without one, as they are */
export function copyTree(to, moment) {
  const files = execFileSync("git", ["-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file), { preserveTimestamps: true, verbatimSymlinks: true });
    if (moment && file !== ".dockerignore") utimesSync(join(to, file), moment, moment);
  }
}

/** @param {string} file */
export const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
