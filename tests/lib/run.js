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

/** @param {{ name: string, file?: string }} test */
const placeOf = ({ name, file }) => `${folder}${file ? `/${basename(file)}` : ""}: ${name}`;

const results = run({ files: files.map((file) => join(place, file)), concurrency: Number(atOnce) });
// For tools/test, which tells of what failed, and of the slowest.
results.on("test:fail", (test) => {
  process.exitCode = 1;
  const error = /** @type {Error & { failureType?: string }} */ (test.details.error);
  if (error.failureType === "subtestsFailed" || !process.env.FAILURES) return; // what failed within it has been told
  const cause = error.cause instanceof Error ? error.cause : error; // a test that took too long has a text there
  const why = String(cause.message).split(/\s*\n\s*/u).join(" ");
  const line = String(cause.stack).match(/\.test\.js:\d+/u)?.[0] ?? "";
  appendFileSync(process.env.FAILURES, `${placeOf(test)}: ${why.slice(0, 200)} ${line}\n`);
});
results.on("test:pass", (test) => {
  if (test.nesting !== 0 || !process.env.SLOWEST) return;
  appendFileSync(process.env.SLOWEST, `${(test.details.duration_ms / 1000).toFixed(1)} ${placeOf(test)}\n`);
});
results.compose(/** @type {any} */ (process.stdout.isTTY ? new Spec() : tap)).pipe(process.stdout);
