// What the runner prints: a line per job, each failure with its reason and the command that repeats it, and a summary.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "./stages.js";

/** @typedef {import("./schedule.js").Result} Result */

const LOG_LINES = 40;
const SLOWEST = 12;

const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {Result} result @param {string} seed */
export function failureText({ job, failures, log }, seed) {
  const lines = [];
  for (const { test, match, why } of failures) {
    lines.push(`FAILED ${job.name}${test ? `: ${test}` : ""}`, `  why:   ${why}`);
    const isTarget = job.name.startsWith("make ");
    lines.push(`  rerun: ${isTarget ? job.command.join(" ") : `tools/test --seed ${seed}${match ? ` --match ${quoted(match)}` : ""} ${job.name}`}`);
  }
  if (log) {
    const text = readFileSync(log, "utf8").trimEnd().split("\n");
    lines.push(`  log:   ${relative(ROOT, log)}${text.length > LOG_LINES ? `, its last ${LOG_LINES} lines:` : ":"}`);
    lines.push(...text.slice(-LOG_LINES).map((line) => `    | ${line}`));
  }
  return lines.join("\n");
}

/** Whether a test was run; a file fails by itself that has none, but for --match. @param {Pick<Result, "job" | "passed" | "failures">[]} results @param {string} [match] */
export const hasRunTest = (results, match) =>
  match === undefined || results.some(({ job, passed, failures }) => job.match !== undefined && passed + failures.length > 0);

/** One line as a job ends. @param {Result} result @param {number} done @param {number} count */
export const progressLine = ({ job, passed, failures, seconds }, done, count) =>
  `[${String(done).padStart(String(count).length)}/${count}] ${failures.length > 0 ? "FAILED" : "ok    "} ${job.name}, ${passed} passed, ${seconds.toFixed(1)} s`;

/** The stages, the slowest jobs and the failures, each in one line: the end of a long log shows where to look.
 * @param {Result[]} results @param {number} seconds @param {string} seed */
export function summary(results, seconds, seed) {
  /** @type {Map<string, {jobs: number, passed: number, failed: number, cpuSeconds: number}>} */
  const stages = new Map();
  for (const { job, passed, failures, cpuSeconds } of results) {
    const row = stages.get(job.stage.name) ?? { jobs: 0, passed: 0, failed: 0, cpuSeconds: 0 };
    stages.set(job.stage.name, { jobs: row.jobs + 1, passed: row.passed + passed, failed: row.failed + failures.length, cpuSeconds: row.cpuSeconds + cpuSeconds });
  }
  const rows = [...stages].sort(([, a], [, b]) => b.cpuSeconds - a.cpuSeconds).map(([name, { jobs, passed, failed, cpuSeconds }]) =>
    `${name.padEnd(24)} ${String(jobs).padStart(5)} ${String(passed).padStart(7)} ${String(failed).padStart(7)} ${cpuSeconds.toFixed(0).padStart(7)}`);
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST).map(({ job, seconds: wall, cpuSeconds }) =>
    `${wall.toFixed(1).padStart(7)} s, ${cpuSeconds.toFixed(1).padStart(6)} s of CPU: ${job.name}`);
  const failed = results.flatMap(({ job, failures }) => failures.map(({ test, why }) => `FAILED ${job.name}${test ? `: ${test}` : ""}: ${why}`.slice(0, 400)));
  const sum = (/** @type {(result: Result) => number} */ of) => results.reduce((total, result) => total + of(result), 0);
  return [
    "", `${"stage".padEnd(24)} ${"jobs".padStart(5)} ${"passed".padStart(7)} ${"failed".padStart(7)} ${"CPU s".padStart(7)}`, ...rows,
    "", "slowest:", ...slowest,
    ...(failed.length > 0 ? ["", ...failed.slice(0, 30), ...(failed.length > 30 ? [`and ${failed.length - 30} more`] : [])] : []),
    "", `seed ${seed}, ${Math.round(seconds)} s, ${Math.round(sum(({ cpuSeconds }) => cpuSeconds))} s of CPU`,
    `tests: ${sum(({ passed }) => passed)} passed, ${failed.length} failed`,
  ].join("\n");
}

/** The stages of a tier as rows of CONTRIBUTING.md. @param {import("./stages.js").Stage[]} stages @param {"fast" | "all"} tier */
export const stageTable = (stages, tier) => ["| stage | it proves |", "|---|---|",
  ...stages.filter((stage) => stage.tier === tier).map(({ name, proves }) => `| \`${name}\` | ${proves} |`)].join("\n");
