// The sizes of files in the docs match the build, within 2% and half a kilobyte.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT } from "../lib/tessera.js";

const size = (/** @type {string} */ file) => statSync(join(ROOT, file)).size;
const sheets = () => readdirSync(join(ROOT, "sprites")).reduce((sum, name) => sum + size(`sprites/${name}`), 0);

/** The document, a pattern whose group is the number of kilobytes, and how many bytes there are. @type {[string, RegExp, () => number][]} */
const FIGURES = [
  ["docs/api.md", /^\| `\/tessera\.js` .*\| (\d+) kB \|$/m, () => size("build/web/tessera.js.gz")],
  ["docs/api.md", /^\| `\/standalone\.js` .*\| (\d+) kB \|$/m, () => size("build/web/standalone.js.gz")],
  ["docs/api.md", /^\| `\/tessera-core\.wasm` .*\| (\d+) kB \|$/m, () => size("build/web/tessera-core.wasm.gz")],
  ["docs/api.md", /^\| `\/static\/tessera-more\.js` .*\| (\d+) kB \|$/m, () => size("build/web/static/tessera-more.js.gz")],
  ["docs/standalone.md", /^\| `standalone\.js` \| (\d+) kB/m, () => size("build/web/standalone.js")],
  ["docs/standalone.md", /^\| `standalone\.js` .*\| (\d+) kB \|$/m, () => size("build/web/standalone.js.gz")],
  ["docs/standalone.md", /^\| `tessera-core\.wasm` \| (\d+) kB/m, () => size("build/web/tessera-core.wasm")],
  ["docs/standalone.md", /^\| `tessera-core\.wasm` .*\| (\d+) kB \|$/m, () => size("build/web/tessera-core.wasm.gz")],
  ["docs/standalone.md", /^\| the five sheets \| (\d+) kB/m, sheets],
  ["docs/standalone.md", /the sheets of its kinds \((\d+) kB for all\)/, sheets],
];

for (const [file, pattern, bytes] of FIGURES) {
  test(`${file}: ${pattern.source}`, () => {
    const [, said] = pattern.exec(readFileSync(join(ROOT, file), "utf8")) ?? [];
    assert.ok(said, "the docs have the figure");
    const is = bytes() / 1000;
    assert.ok(Math.abs(Number(said) - is) <= 0.5 + is * 0.02, `${said} kB in the docs, ${is.toFixed(1)} kB built`);
  });
}
