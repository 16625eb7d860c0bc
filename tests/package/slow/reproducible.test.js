// Everything is built twice, from nothing: in two folders, by two users, under two umasks, locales and zones, of files with other dates. Each file is
// the same bit for bit, and so are the packages that `make deb` makes here of what was built already.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ROOT } from "../../lib/tessera.js";
import { copyTree, digest } from "../trees.js";

const NOBODY = 65534;
const EPOCH = "1700000000";
const isRoot = process.getuid?.() === 0;
const scratch = mkdtempSync(join(tmpdir(), "tessera-twice-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** @param {string} folder @param {string} umask @param {Record<string, string>} env @param {string[]} as how the other user's programs are started */
function build(folder, umask, env, as) {
  const script = `umask ${umask}; make -s -j2 deb >/dev/null && make -s -j2 build`;
  const [program, ...args] = [...as, "bash", "-c", script];
  execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: EPOCH, ...env } });
}

/** What ships, by its path. @param {string} folder */
function shipped(folder) {
  const web = readdirSync(join(folder, "build/web"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(/** @type {any} */ (entry).parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  const libraries = readdirSync(join(folder, "build/plain")).filter((name) => /^(tessera|libtessera\..*)$/.test(name)).map((name) => `build/plain/${name}`);
  const packages = readdirSync(join(folder, "build/deb")).filter((name) => name.endsWith(".deb")).map((name) => `build/deb/${name}`);
  const modules = readdirSync(join(folder, "build")).filter((name) => name.endsWith(".wasm")).map((name) => `build/${name}`);
  return [...web, ...libraries, ...packages, ...modules].sort();
}

test("two builds are equal bit for bit", () => {
  const first = join(scratch, "a"), second = join(scratch, "the/other/one");
  const locales = join(scratch, "locales");
  mkdirSync(locales);
  execFileSync("localedef", ["-i", "tr_TR", "-f", "UTF-8", join(locales, "tr_TR.UTF-8")]);
  copyTree(first);
  build(first, "022", { LC_ALL: "C", TZ: "UTC", HOME: scratch }, []);
  copyTree(second, new Date("2001-09-09T01:46:40Z"));
  if (isRoot) {
    for (const path of [scratch, join(scratch, "the"), join(scratch, "the/other"), second]) chownSync(path, NOBODY, NOBODY);
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, second]);
  }
  build(second, "077", { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", LOCPATH: locales, TZ: "Pacific/Apia", HOME: "/nonexistent", USER: "nobody" },
    isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : []);
  const files = shipped(first);
  assert.ok(files.length > 35 && files.includes("build/plain/tessera") && files.some((file) => /\/tessera_.*\.deb$/.test(file)), files.join(" "));
  assert.deepEqual(shipped(second), files);
  assert.deepEqual(files.filter((file) => digest(join(first, file)) !== digest(join(second, file))), []);
  for (const file of files) for (const place of [first, second]) assert.ok(!readFileSync(join(first, file), "latin1").includes(place), `${file} says where it was built`);
  execFileSync("make", ["-s", "deb"], { cwd: ROOT, stdio: "ignore", env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH } });
  const packages = files.filter((file) => file.endsWith(".deb"));
  assert.deepEqual(packages.filter((file) => digest(join(ROOT, file)) !== digest(join(first, file))), [], "made of what was there");
});
