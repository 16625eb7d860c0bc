// The stages of the tests, in one table: what each proves, what it needs built, and in which tier it runs.
// `make test` runs the tier "fast"; `make test-all` runs both tiers. CONTRIBUTING.md explains the tiers.
//
// A stage is one of
//   c        test_*.c files below `folders` (tests/unit, or the fuzz targets of tests/fuzz), in a build variant (a job per file)
//   files    the *.test.js files of a folder below tests/ (a job per file); `within` is a program that runs a command in namespaces,
//            `isSweep` says that another stage runs the same files, with a smaller `env`
//   run      one command (one job), with `folders` where it runs test files of tests/
// `needs` names targets of TARGETS, which are built first. `weight` is 2 for a job that computes, 4 for one that computes on all cores, and
// 1 for a job that mostly waits: the runner has three units per core. `limit` is the time limit of a job in seconds; it only ends hangs.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What make builds, in this order and one at a time: two makes in one tree would write the same files.
 * `cores`: how many of its cores a target uses; tests that need no more than what is built already run on the others.
 * @type {Record<string, {make: string[], cores: number}>} */
export const TARGETS = {
  build: { make: ["build", "build/plain/examples/puzzle", "build/plain/examples/spatial/scene", "build/plain/tests/wasm/native_lines", "build/plain/tests/standalone/sentences"], cores: 2 },
  asan: { make: ["VARIANT=asan", "build/asan/tests/all", "build/asan/tessera"], cores: 1 },
  python: { make: ["python"], cores: 1 },
  plain: { make: ["build/plain/tests/all"], cores: 1 },
  tsan: { make: ["VARIANT=tsan", "build/tsan/tests/all"], cores: 1 },
  injection: { make: ["request", "records", "stores", "library", "serve"].map((name) => `build/plain/tests/injection/test_${name}`), cores: 1 },
  fuzz: { make: ["fuzzers"], cores: 1 },
  deb: { make: ["deb"], cores: 1 },
  redteam: { make: ["build/redteam/flow", "build/redteam/statistics"], cores: 1 },
};

/**
 * @typedef {{
 *   name: string, tier: "fast" | "all", proves: string, needs?: string[], weight?: number, limit?: number,
 *   env?: Record<string, string>, atOnce?: number, isSweep?: boolean,
 *   c?: "asan" | "plain" | "tsan", folders?: string[], files?: string, within?: string, run?: string[]
 * }} Stage
 */

/** @type {Stage[]} */
export const STAGES = [
  // ---- what every change must pass: make test
  { name: "browser", tier: "fast", files: "browser", needs: ["build"], proves: "the widget, the pages and the standalone mode in Chromium: looks, keyboard, screen reader text, secrecy" },
  { name: "unit", tier: "fast", c: "asan", folders: ["unit"], needs: ["asan"], proves: "every C module, under AddressSanitizer and UndefinedBehaviorSanitizer" },
  { name: "api", tier: "fast", files: "api", needs: ["build"], weight: 1, proves: "the server over HTTP: every route, the stores, the command line" },
  { name: "clients", tier: "fast", files: "clients", needs: ["build"], weight: 1, proves: "the helpers for Go, Node, PHP, Python and Ruby" },
  { name: "wasm", tier: "fast", files: "wasm", needs: ["build"], proves: "the core in WebAssembly makes the same challenges as the native one, bit for bit" },
  { name: "standalone", tier: "fast", files: "standalone", needs: ["build"], proves: "the core in a page without a server" },
  { name: "vendors", tier: "fast", files: "vendors", needs: ["build"], weight: 1, proves: "the contracts of the five services that Tessera replaces" },
  { name: "python", tier: "fast", run: ["tests/python/run"], folders: ["python", "spatial"], needs: ["build", "python"], proves: "the Python bindings, installed as a user would, from wheels and from the tree" },
  { name: "examples", tier: "fast", run: ["tests/lint/examples"], needs: ["build"], proves: "the examples of the library build and run" },
  { name: "corpus", tier: "fast", c: "asan", folders: ["fuzz"], needs: ["asan"], proves: "every input that a fuzzer once found is handled" },
  { name: "install", tier: "fast", run: ["tests/lint/install"], needs: ["build"], proves: "make install installs every file, and a program builds with them" },
  { name: "format", tier: "fast", run: ["tests/lint/format"], proves: "clang-format would change nothing" },
  { name: "types", tier: "fast", run: ["tests/lint/types"], proves: "the JavaScript's types are right" },
  { name: "planted", tier: "fast", run: ["tests/lint/planted"], needs: ["build"], proves: "the checks below fail where a fault is planted" },
  { name: "links", tier: "fast", run: ["tests/lint/links"], proves: "links between documents lead somewhere" },
  { name: "requirements", tier: "fast", run: ["tests/lint/requirements"], proves: "every requirement called met has a test in this tier" },
  { name: "includes", tier: "fast", run: ["tests/lint/includes"], proves: "folders depend on each other one way only" },
  { name: "architecture", tier: "fast", run: ["tests/lint/architecture"], proves: "every function and file that ARCHITECTURE.md names exists" },
  { name: "names", tier: "fast", run: ["node", "tests/lint/names.js"], proves: "exported names carry their module's name" },
  { name: "words", tier: "fast", run: ["node", "tests/lint/words.js"], proves: "every language has every text" },
  { name: "kinds", tier: "fast", run: ["tests/lint/kinds"], needs: ["build"], proves: "challenge types are named in their table only" },
  { name: "strength", tier: "fast", run: ["tests/lint/strength"], needs: ["build"], proves: "the published figures about attackers agree with the table" },
  { name: "freestanding", tier: "fast", run: ["tests/lint/freestanding"], needs: ["build"], proves: "the core needs no libc" },
  { name: "exports", tier: "fast", run: ["tests/lint/exports"], needs: ["build"], proves: "the shared library exports tessera.h and nothing else" },
  { name: "conformance", tier: "fast", run: ["node", "tests/lint/conformance.js"], needs: ["build"], proves: "the accessibility report covers every criterion" },
  { name: "docs", tier: "fast", run: ["tests/lint/docs"], needs: ["build"], proves: "the generated documents are up to date" },
  { name: "targets", tier: "fast", run: ["tests/lint/targets"], proves: "every make target installs the packages that it needs, and no variable lists files again at each use" },
  { name: "runner", tier: "fast", files: "runner", weight: 1, proves: "this runner reports failures, ends hangs and leaves nothing behind" },
  { name: "mutations", tier: "fast", files: "mutations", proves: "the mutation tool changes what it says it changes" },
  { name: "mutants", tier: "fast", run: ["tools/mutate", "--list"], proves: "the table of mutations fits the code" },

  // ---- the rest: make test-all
  { name: "engines", tier: "all", files: "engines", needs: ["build"], proves: "the widget behaves the same in Firefox, WebKit and the whole of Chromium" },
  { name: "browser-slow", tier: "all", files: "browser/slow", needs: ["build"], proves: "every language on every surface" },
  // No failure at 100,000 seeds shows with a confidence of 95 % that fewer than one question in 33,000 is wrong (three of n). At 400,000
  // it would be one in 130,000, for four times the time.
  { name: "plain", tier: "all", c: "plain", folders: ["unit"], env: { TESSERA_SEEDS: "100000", TESSERA_FILMS: "2000" }, needs: ["plain"], limit: 1800, proves: "every C module in the release build; every question about a scene has one right answer, at 100,000 seeds; 2,000 films show nothing without their motion" },
  { name: "tsan", tier: "all", c: "tsan", folders: ["unit"], needs: ["tsan"], limit: 1800, proves: "no data race, in every C test that starts a thread" },
  { name: "wasm-sweep", tier: "all", files: "wasm", isSweep: true, env: { TESSERA_SEEDS: "10000" }, needs: ["build"], limit: 3600, proves: "the core in WebAssembly makes the same challenges at 10,000 seeds" },
  { name: "seams", tier: "all", files: "seams", needs: ["build"], proves: "a new challenge type needs one file per layer and no other edit" },
  { name: "cppcheck", tier: "all", run: ["tests/lint/cppcheck"], weight: 4, needs: ["build"], limit: 1800, proves: "cppcheck finds nothing" },
  { name: "tidy", tier: "all", run: ["tests/lint/tidy"], weight: 4, needs: ["build"], limit: 3600, proves: "clang-tidy and clang's analyser find nothing" },
  { name: "injection", tier: "all", run: ["tests/injection/run"], weight: 4, env: { TESSERA_FAULTS: "all" }, needs: ["injection"], limit: 3600, proves: "every failed allocation is survived" },
  { name: "outages", tier: "all", files: "outages", within: "tests/outages/within", env: { TESSERA_OUTAGES: "all" }, needs: ["build"], limit: 3600, proves: "no answer counts twice while stores, networks and disks fail" },
  { name: "fuzz", tier: "all", run: ["tools/fuzz", "10"], weight: 4, needs: ["fuzz"], limit: 3600, proves: "the parsers survive ten more seconds of fuzzing each" },
  { name: "leak", tier: "all", files: "leak", needs: ["build"], atOnce: 1, limit: 1800, proves: "classifiers learn nothing from thousands of challenges" },
  { name: "redteam", tier: "all", files: "redteam", needs: ["build", "redteam"], atOnce: 1, limit: 1800, proves: "the published attackers achieve what the documents say" },
  { name: "package", tier: "all", files: "package", needs: ["deb"], limit: 1800, proves: "the packages install and start on a machine of their own" },
  { name: "package-slow", tier: "all", files: "package/slow", needs: ["deb"], atOnce: 1, limit: 3600, proves: "packages are reproducible, and the image's steps work" },
  { name: "npm", tier: "all", files: "integrations/npm", needs: ["build"], limit: 900, proves: "npm's captcha packages work unmodified" },
  { name: "libraries", tier: "all", files: "integrations/libraries", needs: ["build"], limit: 900, proves: "Debian's captcha libraries work unmodified" },
  { name: "debian", tier: "all", files: "integrations/debian", within: "tests/integrations/debian/within", atOnce: 1, needs: ["build"], limit: 1800, proves: "phpMyAdmin and MediaWiki work unmodified" },
  { name: "readers", tier: "all", files: "readers", needs: ["build"], weight: 1, limit: 1800, proves: "Orca says in every state what is stored" },
  { name: "mutate", tier: "all", run: ["tools/mutate", "--changed"], needs: ["plain"], limit: 3600, proves: "tests notice small faults in what the last changes touched" },
  { name: "closes-while-speaking", tier: "all", run: ["tests/long/closes-while-speaking"], needs: ["asan"], limit: 1800, proves: "clients that reset connections during speech synthesis touch no freed memory" },
  { name: "pictures", tier: "all", run: ["tests/long/pictures"], weight: 4, needs: ["build"], limit: 7200, proves: "the same picture is the same file, byte for byte, 31,500 times" },
];

/** Files that take longest, which start first: started last, they would end alone. After a first run, the durations of the run
 * before decide. */
export const LONGEST = ["tidy", "orca", "pictures", "fonts-engines", "reproducible", "container", "seams", "widget-axe", "said", "wcag", "widget", "standalone-flow", "axe", "widget-page", "standalone", "demo", "layout",
  "test_ledger", "test_ledger_process", "test_ledger_postgres", "test_ledger_standby", "postgres", "redis", "python"];
