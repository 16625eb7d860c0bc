// Runs one command as a job: in a session of its own, in the environment of tests/lib/environment.js, with a private temporary folder
// and a time limit. Whatever it started is gone when the job is over, also processes that left its process group, as browsers do:
// all of them have inherited the variable TEST_JOB, and /proc shows the environment of each process.
import { spawn } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentIn } from "../lib/environment.js";

/** How long processes that a job left, or that are asked to end, may need; after that they are killed. */
const GRACE_MS = 2000;
/** How long a job that is over its limit may need to print the logs of its servers. */
const TIMEOUT_GRACE_MS = 10_000;
/** How often a leftover is killed before the runner gives up: a process that is just forking may escape a scan. */
const SCANS = 50;

/** @typedef {{code: number | null, isTimeout: boolean, seconds: number, cpuSeconds: number}} Outcome */

/** The processes that inherited a job's mark. @param {string} mark @returns {number[]} */
export function processesOf(mark) {
  return readdirSync("/proc").filter((name) => /^\d+$/u.test(name)).filter((pid) => {
    try {
      return Number(pid) !== process.pid && readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`TEST_JOB=${mark}`);
    } catch {
      return false; // it has ended, or belongs to somebody else
    }
  }).map(Number);
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends every process of a job. @param {string} mark @param {number} graceMs */
async function endAll(mark, graceMs) {
  const killAt = Date.now() + graceMs;
  for (let scan = 0; scan < SCANS; ) {
    const left = processesOf(mark);
    if (left.length === 0) return;
    if (Date.now() >= killAt) {
      scan++;
      for (const pid of left) send(pid, "SIGKILL");
    }
    await sleep(20);
  }
}

/** Node does not tell how much CPU time a child and its children used; the shell's `times` does. @param {string[]} command */
const timed = (command) => ["bash", "-c", '"$@"; code=$?; times >"$TEST_TIMES"; exit $code', "job", ...command];

/** Seconds of "0m1.250s 0m0.500s". @param {string} text */
const secondsIn = (text) => [...text.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);

/** Ends all jobs, for a runner that is interrupted. @type {Set<string>} */
const running = new Set();
/** @type {Set<string>} */
const folders = new Set();

/** Ends what still runs and removes its folders, within a second. It asks first: make removes a file that is half written. */
export function abandonAll() {
  const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
    const left = [...running].flatMap(processesOf);
    for (const pid of left) send(pid, signal);
    return left.length > 0;
  };
  for (let tries = 0; tries < 20 && signalAll("SIGTERM"); tries++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  while (signalAll("SIGKILL"));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {{name: string, command: string[], cwd: string, env: Record<string, string>, limitMs: number, log: string}} job
 * @returns {Promise<Outcome>}
 */
export async function runProcess({ name, command, cwd, env, limitMs, log }) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-job-"));
  chmodSync(folder, 0o711); // PostgreSQL runs as another user, in a folder below
  folders.add(folder);
  const mark = `${process.pid}:${name}:${Date.now()}`;
  running.add(mark);
  const times = join(folder, "times");
  const out = openSync(log, "w"); // not a pipe, which a process that the job left behind would hold open
  const startedAt = Date.now();
  /** Set when the job is over its limit. @type {Promise<void> | undefined} */
  let ending;
  const code = await new Promise((resolve) => {
    const [program, ...words] = timed(command);
    const child = spawn(program, words, { cwd, detached: true, stdio: ["ignore", out, out],
      env: { ...environmentIn(folder), ...env, TEST_JOB: mark, TEST_TIMES: times } });
    const limit = setTimeout(() => {
      for (const pid of processesOf(mark)) send(pid, "SIGTERM"); // a test file prints its seed and the logs of its servers
      ending = endAll(mark, TIMEOUT_GRACE_MS);
    }, limitMs);
    child.on("error", (error) => {
      writeSync(out, `${error.message}\n`);
      clearTimeout(limit);
      resolve(127);
    });
    child.on("exit", (status) => {
      clearTimeout(limit);
      resolve(status);
    });
  });
  const seconds = (Date.now() - startedAt) / 1000;
  await (ending ?? endAll(mark, GRACE_MS)); // the command may have ended before what it started
  closeSync(out);
  running.delete(mark);
  let cpuSeconds = 0;
  try {
    cpuSeconds = secondsIn(readFileSync(times, "utf8").split("\n")[1]); // the second line is about children
  } catch {
    // it was killed before it could say
  }
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
  return { code, isTimeout: ending !== undefined, seconds, cpuSeconds };
}
