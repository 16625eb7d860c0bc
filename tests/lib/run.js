// Runs the tests of a folder, so many files at once: `node tests/lib/run.js FOLDER [AT_ONCE]`. Unlike `node --test`,
// which goes by the alphabet, it starts with the files that take longest: started last, they would end alone.
import { appendFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { run } from "node:test";
import { spec as Spec, tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const LONGEST = ["engines", "widget-axe", "said", "wcag", "widget", "standalone-flow", "axe", "widget-page", "standalone", "demo", "layout", "postgres", "redis"];

/** @param {string} file */
const rank = (file) => {
  const place = LONGEST.indexOf(file.replace(".test.js", ""));
  return place < 0 ? LONGEST.length : place;
};

const [, program, folder, atOnce = "2"] = process.argv;
const place = join(dirname(dirname(fileURLToPath(import.meta.url))), folder);
const files = readdirSync(place).filter((file) => file.endsWith(".test.js")).sort((a, b) => rank(a) - rank(b));
if (files.length === 0) throw new Error(`${program}: no tests in ${place}`);

const results = run({ files: files.map((file) => join(place, file)), concurrency: Number(atOnce) });
results.on("test:fail", () => (process.exitCode = 1));
// For tools/test, which tells of the slowest.
results.on("test:pass", ({ name, nesting, file, details }) => {
  if (nesting !== 0 || !process.env.SLOWEST) return;
  const where = file ? `${folder}/${basename(file)}: ` : "";
  appendFileSync(process.env.SLOWEST, `${(details.duration_ms / 1000).toFixed(1)} ${where}${name}\n`);
});
results.compose(/** @type {any} */ (process.stdout.isTTY ? new Spec() : tap)).pipe(process.stdout);
