// The test runner: `tools/test --help`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { longestFirst, selectJobs } from "./jobs.js";
import { abandonAll } from "./process.js";
import { failureText, hasRunTest, progressLine, stageTable, summary } from "./report.js";
import { keepDurations, readDurations, runJobs } from "./schedule.js";
import { ROOT, STAGES } from "./stages.js";

const HELP = `usage: tools/test [OPTION]... [STAGE | FILE]...
Runs the tests that every change must pass, or those that are named: "api", "api/answer.test.js", "unit/challenge/test_puzzle".

  --all          run every stage (make test-all)
  --match TEXT   only tests whose name contains TEXT, in the stages and files that are named
  --seed N       the seed of servers and of samples (1)
  --repeat N     run everything N times
  --load N       run N busy loops beside the tests
  --list         show the stages and what each proves; of stages that are named, their files, too
  --table        show the stages as CONTRIBUTING.md has them
  --folders      show the folders of test files that make test runs
`;

/** @param {string[]} words */
function parse(words) {
  const options = { isAll: false, match: /** @type {string | undefined} */ (undefined), seed: process.env.TESSERA_TEST_SEED ?? "1", repeat: 1, load: 0, mode: "run", names: /** @type {string[]} */ ([]) };
  /** @type {Record<string, (value: () => string) => void>} */
  const known = {
    "--all": () => (options.isAll = true),
    "--match": (value) => (options.match = value()),
    "--seed": (value) => (options.seed = value()),
    "--repeat": (value) => (options.repeat = Number(value())),
    "--load": (value) => (options.load = Number(value())),
    "--list": () => (options.mode = "list"),
    "--table": () => (options.mode = "table"),
    "--folders": () => (options.mode = "folders"),
    "--help": () => (options.mode = "help"),
    "-h": () => (options.mode = "help"),
  };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("-")) options.names.push(word);
    else if (known[word]) known[word](() => rest.shift() ?? "");
    else throw new Error(`${word} is no option; see --help`);
  }
  const isCount = (/** @type {number} */ value, /** @type {number} */ least) => Number.isInteger(value) && value >= least;
  if (!isCount(options.repeat, 1) || !isCount(options.load, 0) || !/^\d+$/u.test(options.seed)) throw new Error("--seed, --repeat and --load need a number; see --help");
  if (options.match !== undefined && options.names.length === 0) throw new Error("--match needs the stage or the file; see --help");
  return options;
}

/** Busy loops, each in a session of its own: the scheduler shares the cores out between sessions. @param {number} count */
function startLoad(count) {
  const loops = Array.from({ length: count }, () => spawn("sh", ["-c", "while :; do :; done"], { detached: true, stdio: "ignore" }));
  return () => loops.forEach((loop) => loop.kill("SIGKILL"));
}

/** @param {ReturnType<typeof parse>} options */
function list({ names, match }) {
  const jobs = selectJobs(names, true, match);
  for (const stage of STAGES) {
    const own = jobs.filter((job) => job.stage === stage);
    if (own.length === 0) continue;
    console.log(`${stage.name} (${stage.tier === "fast" ? "make test" : "make test-all"}): ${stage.proves}`);
    if (names.length > 0) for (const { name } of own) console.log(`  ${name}`);
  }
}

/** @param {ReturnType<typeof parse>} options @param {number} round */
async function runOnce({ names, isAll, match, seed, load }, round) {
  const folder = join(ROOT, "build/test");
  const logs = join(folder, "logs", round > 1 ? `round-${round}` : "");
  const durations = join(folder, "durations.json");
  const jobs = longestFirst(selectJobs(names, isAll, match), readDurations(durations));
  if (round <= 1) rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  const startedAt = Date.now();
  let done = 0;
  const results = await runJobs(jobs, { seed, logs, busyLoops: load,
    onResult: (result) => {
      const isBuild = result.job.name.startsWith("make ");
      if (!isBuild) done++;
      console.log(progressLine(result, done, jobs.length));
      if (result.failures.length > 0) console.log(failureText(result, seed));
    } });
  keepDurations(durations, results);
  console.log(summary(results, (Date.now() - startedAt) / 1000, seed));
  const hasRun = hasRunTest(results, match);
  if (!hasRun) console.log(`FAILED: no test's name contains "${match}"`);
  const isGood = hasRun && results.every(({ failures }) => failures.length === 0);
  if (round > 0) console.log(`round ${round}: ${isGood ? "passed" : "FAILED"}`);
  return isGood;
}

/** The folders below tests/ whose files `make test` runs. */
const fastFolders = () => STAGES.filter(({ tier }) => tier === "fast").flatMap(({ files, folders }) => [files ?? [], folders ?? []].flat())
  .filter((folder) => existsSync(join(ROOT, "tests", folder)));

async function main() {
  const options = parse(process.argv.slice(2));
  if (options.mode === "help") return void console.log(HELP);
  if (options.mode === "list") return list(options);
  if (options.mode === "table") return void console.log(`${stageTable(STAGES, "fast")}\n\n${stageTable(STAGES, "all")}`);
  if (options.mode === "folders") return void console.log(fastFolders().join("\n"));
  const endLoad = startLoad(options.load);
  process.on("exit", () => {
    endLoad();
    abandonAll();
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      console.error(`tools/test: ended by ${signal}; the rest was not run`);
      process.exit(1);
    });
  }
  let passed = 0;
  for (let round = 1; round <= options.repeat; round++) {
    if (await runOnce(options, options.repeat > 1 ? round : 0)) passed++;
  }
  if (options.repeat > 1) console.log(`rounds: ${passed} of ${options.repeat} passed, ${options.load} busy loops beside them`);
  process.exitCode = passed === options.repeat ? 0 : 1;
}

main().catch((error) => {
  console.error(`tools/test: ${error.message}`);
  process.exitCode = 2;
});
