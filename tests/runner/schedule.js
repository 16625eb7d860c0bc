// Runs jobs side by side: a queue, longest first, on three units per core. A job that computes occupies two units, a job that
// mostly waits one. Targets are built one after the other while jobs run that need no more than what is built already.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { resultOf } from "./jobs.js";
import { runProcess } from "./process.js";
import { ROOT, TARGETS } from "./stages.js";

/** @typedef {import("./jobs.js").Job} Job */
/** @typedef {{job: Job, passed: number, failures: import("./jobs.js").Failure[], seconds: number, cpuSeconds: number, log: string}} Result */

const CORES = availableParallelism();
/** Three per core: jobs that compute also wait, for a disk or a browser, and cores should not. */
const UNITS = 3 * CORES;
const BUILD_LIMIT_S = 3600;

/** How much longer than on an idle machine things may take: what others leave of the cores. Limits only end hangs, so a factor that is
 * too large costs nothing. @param {number} busyLoops */
export const slowness = (busyLoops) =>
  Math.ceil(Math.max(Number(process.env.TESSERA_TEST_SLOW ?? 1) || 1, (busyLoops + CORES) / CORES, loadavg()[0] / CORES));

/**
 * @param {Job[]} jobs longest first
 * @param {{seed: string, logs: string, busyLoops: number, onResult: (result: Result) => void}} options
 * @returns {Promise<Result[]>}
 */
export async function runJobs(jobs, { seed, logs, busyLoops, onResult }) {
  /** @type {Result[]} */
  const results = [];
  const built = new Set();
  const failedTargets = new Set();
  const waiting = [...jobs];
  const targets = Object.keys(TARGETS).filter((target) => jobs.some(({ needs }) => needs.includes(target)));
  let isBuilding = false;
  let unitsUsed = 0;
  /** @type {Map<string, number>} how many jobs of a stage run */
  const running = new Map();
  mkdirSync(logs, { recursive: true });

  /** @param {Job} job */
  const runJob = async (job) => {
    const stem = join(logs, job.name.replace(/[/ ]/gu, "-"));
    writeFileSync(`${stem}.events`, "");
    const slow = slowness(busyLoops);
    const limitS = job.limit * slow;
    const outcome = await runProcess({ name: job.name, command: job.command, cwd: ROOT, limitMs: limitS * 1000, log: `${stem}.log`,
      env: { ...job.stage.env, TESSERA_TEST_SEED: seed, TESSERA_TEST_SLOW: String(slow), TEST_EVENTS: `${stem}.events` } });
    const log = readFileSync(`${stem}.log`, "utf8");
    const { passed, failures } = resultOf(job, log, readFileSync(`${stem}.events`, "utf8"), outcome, limitS);
    return { job, passed, failures, seconds: outcome.seconds, cpuSeconds: outcome.cpuSeconds, log: `${stem}.log` };
  };

  /** @param {string} target @returns {Job} */
  const buildJob = (target) => ({ name: `make ${target}`, kind: "run", needs: [], weight: 2 * Math.min(TARGETS[target].cores, CORES), limit: BUILD_LIMIT_S,
    command: ["make", "-s", `-j${Math.min(TARGETS[target].cores, CORES)}`, ...TARGETS[target].make],
    stage: { name: "build", tier: "fast", proves: "it compiles, with gcc and clang, without a warning" } });

  return new Promise((resolve) => {
    /** @param {Result} result */
    const finish = (result) => {
      results.push(result);
      onResult(result);
    };
    const next = () => {
      while (!isBuilding && targets.length > 0) startBuild(/** @type {string} */ (targets.shift()));
      for (let at = 0; at < waiting.length; ) {
        const job = waiting[at];
        const broken = job.needs.find((target) => failedTargets.has(target));
        const isReady = job.needs.every((target) => built.has(target));
        const isFull = unitsUsed > 0 && unitsUsed + job.weight > UNITS;
        const isTurn = (running.get(job.stage.name) ?? 0) < (job.stage.atOnce ?? Infinity);
        if (!broken && (!isReady || isFull || !isTurn)) {
          at++;
          continue;
        }
        waiting.splice(at, 1);
        if (broken) finish({ job, passed: 0, failures: [{ test: "", why: `make ${broken} failed` }], seconds: 0, cpuSeconds: 0, log: "" });
        else void start(job, () => {});
      }
      if (waiting.length === 0 && unitsUsed === 0) resolve(results);
    };
    /** @param {Job} job @param {(result: Result) => void} then */
    const start = async (job, then) => {
      unitsUsed += job.weight;
      running.set(job.stage.name, (running.get(job.stage.name) ?? 0) + 1);
      const result = await runJob(job);
      unitsUsed -= job.weight;
      running.set(job.stage.name, (running.get(job.stage.name) ?? 0) - 1);
      finish(result);
      then(result);
      next();
    };
    /** @param {string} target */
    const startBuild = (target) => {
      isBuilding = true;
      void start(buildJob(target), ({ failures }) => {
        isBuilding = false;
        (failures.length > 0 ? failedTargets : built).add(target);
      });
    };
    next();
  });
}

/** The durations of earlier runs, in seconds by job. @param {string} file @returns {Record<string, number>} */
export function readDurations(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {}; // the first run
  }
}

/** @param {string} file @param {Result[]} results */
export function keepDurations(file, results) {
  mkdirSync(dirname(file), { recursive: true });
  const known = readDurations(file);
  for (const { job, failures, seconds } of results) if (failures.length === 0) known[job.name] = seconds;
  writeFileSync(file, JSON.stringify(known, null, 1));
  appendFileSync(file, "\n");
}
