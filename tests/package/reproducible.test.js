// A part of the build in another folder, under another umask, locale and zone, of files with other dates: the same bytes. The whole is compared by
// tests/package/slow.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, temporaryFolder } from "../lib/tessera.js";
import { copyTree, digest } from "./trees.js";

/** The first source of each folder of src: whatever a folder does alike for all of its files is seen. @param {string} folder @returns {string[]} */
function firsts(folder) {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const first = entries.find((entry) => entry.name.endsWith(".c") && entry.name !== "wasm.c");
  return [...(first ? [`build/obj/plain/${folder}/${first.name.replace(/c$/, "o")}`] : []),
    ...entries.filter((entry) => entry.isDirectory()).flatMap((entry) => firsts(`${folder}/${entry.name}`))];
}

const PARTS = [...firsts("src"), "build/gen/migrations.c", "build/obj/plain/gen/migrations.o", "build/web/tessera.js", "build/web/tessera.js.gz", "build/tessera-work.wasm"];

test("a source of each folder, what is embedded, a bundle and a module are the same bytes elsewhere", () => {
  const folder = join(temporaryFolder(), "another place, and a long one").replaceAll(/[ ,]+/g, "-");
  copyTree(folder, new Date("2001-09-09T01:46:40Z"));
  const script = 'umask 077; mkdir -p build; touch build/.setup-build; exec make -s -j2 "$@"';
  execFileSync("bash", ["-c", script, "make", ...PARTS], { cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8", TZ: "Pacific/Apia", USER: "somebody" } });
  assert.ok(PARTS.length > 30, `${PARTS.length} parts`);
  for (const part of PARTS) {
    assert.ok(existsSync(join(ROOT, part)), part);
    assert.equal(digest(join(folder, part)), digest(join(ROOT, part)), part);
    assert.ok(!readFileSync(join(folder, part), "latin1").includes(folder), `${part} says where it was built`);
  }
});
