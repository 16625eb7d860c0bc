// From stages to jobs: each test file or command with the process that runs it, and what its output says.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LONGEST, ROOT, STAGES } from "./stages.js";

/** @typedef {import("./stages.js").Stage} Stage */
/** @typedef {{name: string, stage: Stage, command: string[], kind: "c" | "node" | "run", needs: string[], weight: number, limit: number, match?: string}} Job */
/** A test that failed, with one line of reason. `match` selects it alone. @typedef {{test: string, match?: string, why: string}} Failure */

const LIMIT_S = 600;

const [MAJOR, MINOR] = process.versions.node.split(".").map(Number);
/** A file ends when its tests have, though a server that a failed test left may still listen. Node 18 has no such option: there
 * the time limit ends such a file. */
const FORCE_EXIT = MAJOR > 20 || (MAJOR === 20 && MINOR >= 14) ? ["--test-force-exit"] : [];

/** The arguments that select tests whose name contains a text. @param {string} text */
export const matching = (text) => [`--test-name-pattern=${text.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&")}`];

/** How a file of Node's tests is run. @param {string} file @param {string[]} more arguments */
export const nodeCommand = (file, ...more) => [process.execPath, ...FORCE_EXIT, "--test-reporter=./tests/runner/reporter.js", "--test-reporter-destination=stdout", ...more, file];

/** The C test files of a folder, or its fuzz targets; those that start threads are the only ones that can race.
 * @param {string} folder @param {boolean} isThreadedOnly */
function testFiles(folder, isThreadedOnly) {
  if (folder === "fuzz") return readdirSync(join(ROOT, "tests", folder)).filter((file) => file.endsWith(".c")).map((file) => `fuzz/${file.slice(0, -2)}`);
  const threaded = readFileSync(join(ROOT, "tests/threaded.def"), "utf8");
  return readdirSync(join(ROOT, "tests", folder), { recursive: true, encoding: "utf8" }).sort()
    .filter((file) => /\/test_\w+\.c$/u.test(file)).map((file) => `${folder}/${file.slice(0, -2)}`)
    .filter((name) => !isThreadedOnly || threaded.includes(`"${name}"`));
}

/** @param {Stage} stage @param {string} [match] a pattern that names of tests must match @returns {Job[]} */
export function jobsOf(stage, match) {
  const common = { stage, match, needs: stage.needs ?? [], weight: stage.weight ?? 2, limit: stage.limit ?? LIMIT_S };
  if (stage.c) {
    const variant = stage.c;
    return (stage.folders ?? []).flatMap((folder) => testFiles(folder, variant === "tsan")).map((file) => ({ ...common, kind: "c", name: variant === "asan" ? file : `${stage.name}/${file}`,
      // Store tests start databases and wait for them.
      weight: file.startsWith("unit/store/") ? 1 : 2,
      command: [`build/${variant}/tests/all`, file, ...(match ? [`*${match}*`] : [])] }));
  }
  if (stage.files) {
    const folder = join(ROOT, "tests", stage.files);
    if (!existsSync(folder)) return [];
    return readdirSync(folder).sort().filter((file) => file.endsWith(".test.js")).map((file) => ({ ...common, kind: "node", name: `${stage.isSweep ? stage.name : stage.files}/${file}`,
      command: [...(stage.within ? [stage.within] : []), ...nodeCommand(join("tests", /** @type {string} */ (stage.files), file),
        ...(match ? matching(match) : []))] }));
  }
  return [{ ...common, kind: "run", name: stage.name, command: /** @type {string[]} */ (stage.run) }];
}

/** The jobs that words on the command line name: a stage, "api", or one job, "api/answer.test.js" or its path, "tests/api/answer.test.js".
 * @param {string[]} words @param {boolean} isAll @param {string} [match] @returns {Job[]} */
export function selectJobs(words, isAll, match) {
  const jobs = STAGES.flatMap((stage) => jobsOf(stage, match));
  if (words.length === 0) return jobs.filter(({ stage }) => isAll || stage.tier === "fast");
  return words.flatMap((word) => {
    const wanted = word.replace(/^(?:\.\/)?tests\//u, "").replace(/(?:\.test\.js|\.c|\/)$/u, "");
    const found = jobs.filter(({ name, stage }) => [stage.name, name.replace(".test.js", ""), stage.isSweep ? undefined : stage.files].includes(wanted));
    if (found.length === 0) throw new Error(`there is no stage or test file "${word}"; tools/test --list shows the stages, --list STAGE its files`);
    return found;
  });
}

/** Longest first, by the durations of earlier runs, or else by name. @param {Job[]} jobs @param {Record<string, number>} durations */
export function longestFirst(jobs, durations) {
  const guess = (/** @type {Job} */ { name }) => {
    const rank = LONGEST.indexOf(name.replace(/^.*\//u, "").replace(".test.js", ""));
    return durations[name] ?? (rank < 0 ? 0 : 60 - rank);
  };
  return [...jobs].sort((a, b) => guess(b) - guess(a));
}

/** The test that a C test program ran last: the one in which it crashed or hung. @param {string} log @returns {{test: string, match?: string}} */
function programsLastTest(log) {
  const test = [...log.matchAll(/^\[ RUN {6}\] (\w+)$/gmu)].at(-1)?.[1];
  return test ? { test, match: test } : { test: "" };
}

/** The failures that a C test program reports. @param {string} log @returns {Failure[]} */
function failuresOfProgram(log) {
  const lines = log.split("\n");
  const summaryAt = lines.findIndex((line) => /^\[ {2}FAILED {2}\] \d+ test\(s\), listed below/u.test(line));
  const names = lines.slice(summaryAt + 1).map((line) => /^\[ {2}FAILED {2}\] (\w+)$/u.exec(line)?.[1]).filter((name) => name !== undefined);
  const failures = summaryAt < 0 ? [] : [...new Set(names)].map((name) => {
    const from = lines.findIndex((line) => line === `[ RUN      ] ${name}`);
    const section = lines.slice(from + 1, lines.findIndex((line, at) => at > from && line.startsWith("[  FAILED")));
    const why = section.filter((line) => /^\[ {2}ERROR {3}\]|^ERROR:/u.test(line)).map((line) => line.replace(/^\[ {2}ERROR {3}\] --- /u, "")).join(" ");
    return { test: String(name), match: String(name), why: why || "no reason in the log" };
  });
  const fault = /^.*(?:ERROR: |WARNING: ThreadSanitizer|runtime error).*$/mu.exec(log)?.[0];
  return failures.length > 0 ? failures : fault ? [{ ...programsLastTest(log), why: fault.trim() }] : [];
}

/** The test that had begun and not ended when its file was killed. @param {any[]} rows the events of reporter.js
 * @returns {{test: string, match?: string}} */
function hangingTest(rows) {
  const ended = new Set(rows.flatMap(({ type, names }) => (type === "begin" ? [] : [names.at(-1)])));
  const at = rows.findLastIndex(({ type, name }) => type === "begin" && !ended.has(name));
  if (at < 0) return { test: "" };
  const outermost = rows.slice(0, at + 1).findLast(({ type, nesting }) => type === "begin" && nesting === 0);
  return { test: outermost === rows[at] ? rows[at].name : `${outermost.name} > ${rows[at].name}`, match: outermost.name };
}

/** The line of a log that says why a command failed: the first that names an error, or else the last. @param {string} log */
function reasonIn(log) {
  const lines = log.trim().split("\n");
  return (lines.find((line) => /\b(?:\w*Error|error|ERROR|FAIL|FAILED)\b/u.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, 300);
}

/** What a job's output says: how many tests passed, and which failed. @param {Job} job @param {string} log @param {string} events
 * @param {import("./process.js").Outcome} outcome @param {number} limitS */
export function resultOf(job, log, events, outcome, limitS) {
  /** @type {Failure[]} */
  let failures = [];
  let passed = 0;
  const rows = events.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  if (job.kind === "node") {
    passed = rows.filter(({ type }) => type === "pass").length;
    failures = rows.filter(({ type }) => type === "fail")
      .map(({ names, why, place }) => ({ test: names.join(" > "), match: names[0], why: place ? `${why} (${place})` : why }));
    failures.push(...rows.filter(({ type }) => type === "skip").map(({ names }) => ({ test: names.join(" > "), why: "it was skipped; nothing is skipped here" })));
  } else if (job.kind === "c") {
    passed = Number(/^\[ {2}PASSED {2}\] (\d+) test/mu.exec(log)?.[1] ?? 0);
    failures = failuresOfProgram(log);
  } else {
    passed = outcome.code === 0 ? 1 : 0;
  }
  if (outcome.isTimeout) {
    const hanging = job.kind === "c" ? programsLastTest(log) : hangingTest(rows);
    failures.push({ ...hanging, why: `killed after ${Math.round(limitS)} s, its time limit` });
  } else if (outcome.code !== 0 && failures.length === 0) {
    failures.push({ test: "", why: `exit ${outcome.code}: ${reasonIn(log)}` });
  } else if (failures.length === 0 && passed === 0 && job.match === undefined) failures.push({ test: "", why: "it ran no test" });
  return { passed, failures };
}
