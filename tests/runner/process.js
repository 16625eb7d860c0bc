// Runs one command as a job: in a session of its own, in the environment of tests/lib/environment.js, with a private temporary folder
// and a time limit. Whatever it started is gone when the job is over, also processes that left its process group, as browsers do:
// all of them have inherited the variable TEST_JOB, and /proc shows the environment of each process. Redis and PostgreSQL write their
// titles over it, and Tessera wipes it: their arguments or the folder that they work in name the job's. Where the runner itself is
// killed, its keeper does the same (keeper.js).
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentIn } from "../lib/environment.js";

/** How long processes that a job left, or that are asked to end, may need; after that they are killed. */
const GRACE_MS = 2000;
/** How long a job that is over its limit may need to print the logs of its servers. */
const TIMEOUT_GRACE_MS = 10_000;
/** How often a leftover is killed before the runner gives up: a process that is just forking may escape a scan. */
const SCANS = 50;

/** @typedef {{code: number | null, isTimeout: boolean, seconds: number, cpuSeconds: number}} Outcome */

/** The job whose processes somebody looks for, with its folder. @typedef {{mark: string, folder: string}} Owner */

/** The processes that inherited a job's mark, or that are about its folder. @param {Owner} owner @returns {number[]} */
export function processesOf({ mark, folder }) {
  return readdirSync("/proc").filter((name) => /^\d+$/u.test(name)).filter((pid) => {
    try {
      return Number(pid) !== process.pid && (readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`TEST_JOB=${mark}`) ||
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${folder}/`) || `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`));
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

/** Ends every process of a job. @param {Owner} owner @param {number} graceMs */
async function endAll(owner, graceMs) {
  const killAt = Date.now() + graceMs;
  for (let scan = 0; scan < SCANS; ) {
    const left = processesOf(owner);
    if (left.length === 0) return;
    if (Date.now() >= killAt) {
      scan++;
      for (const pid of left) send(pid, "SIGKILL");
    }
    await sleep(20);
  }
}

/** Has a program's shared memory go with it, where that is allowed: whoever is killed while it has some leaves it behind, and it
 * belongs to no folder. */
const APART = ["unshare", "--ipc", "--mount", "--"];
const MOUNT = "mount -t tmpfs -o mode=1777 tmpfs /dev/shm";
const isApart = spawnSync(APART[0], [...APART.slice(1), "sh", "-c", MOUNT], { stdio: "ignore" }).status === 0;

/** What a user may have set that a job has the same everywhere: files that are open at once, as many as are allowed; and none of
 * the memory of whoever crashes. */
const LIMITS = 'ulimit -c 0; [ "$(ulimit -n)" = 20480 ] || ulimit -n 20480 2>/dev/null || ulimit -Sn hard';

/** Node does not tell how much CPU time a child and its children used; the shell's `times` does. @param {string[]} command */
const timed = (command) => [...(isApart ? APART : []), "bash", "-c",
  `${isApart ? `${MOUNT} || exit; ` : ""}${LIMITS}; "$@"; code=$?; times >"$TEST_TIMES"; exit $code`, "job", ...command];

/** Seconds of "0m1.250s 0m0.500s". @param {string} text */
const secondsIn = (text) => [...text.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);

/** The jobs that run, for a runner that is interrupted, by their folders. @type {Map<string, Owner>} */
const running = new Map();

/** @type {import("node:child_process").ChildProcess | undefined} */
let keeper;

/** Notes that a job begins or ends, here and with the keeper. @param {Owner} owner @param {boolean} isRunning */
export function note(owner, isRunning) {
  if (isRunning) running.set(owner.folder, owner);
  else running.delete(owner.folder);
}

/** As note(), and has the keeper know. @param {Owner} owner @param {boolean} isRunning */
function tell(owner, isRunning) {
  note(owner, isRunning);
  if (!keeper) {
    // In a session of its own: Ctrl-C does not reach it.
    keeper = spawn(process.execPath, [fileURLToPath(new URL("keeper.js", import.meta.url))], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
    keeper.on("error", () => {});
    keeper.stdin?.on("error", () => {}); // somebody has killed it
    keeper.unref();
    /** @type {import("node:net").Socket} */ (keeper.stdin).unref();
  }
  keeper.stdin?.write(`${JSON.stringify({ owner, isRunning })}\n`);
}

/** Ends what still runs and removes its folders, within a second. It asks first: make removes a file that is half written. */
export function abandonAll() {
  const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
    const left = [...running.values()].flatMap(processesOf);
    for (const pid of left) send(pid, signal);
    return left.length > 0;
  };
  for (let tries = 0; tries < 20 && signalAll("SIGTERM"); tries++) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  while (signalAll("SIGKILL"));
  for (const folder of running.keys()) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * @param {{name: string, command: string[], cwd: string, env: Record<string, string>, limitMs: number, log: string}} job
 * @returns {Promise<Outcome>}
 */
export async function runProcess({ name, command, cwd, env, limitMs, log }) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-job-"));
  chmodSync(folder, 0o711); // PostgreSQL runs as another user, in a folder below
  const mark = `${process.pid}:${name}:${Date.now()}`;
  const owner = { mark, folder };
  tell(owner, true);
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
      for (const pid of processesOf(owner)) send(pid, "SIGTERM"); // a test file prints its seed and the logs of its servers
      ending = endAll(owner, TIMEOUT_GRACE_MS);
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
  await (ending ?? endAll(owner, GRACE_MS)); // the command may have ended before what it started
  closeSync(out);
  let cpuSeconds = 0;
  try {
    cpuSeconds = secondsIn(readFileSync(times, "utf8").split("\n")[1]); // the second line is about children
  } catch {
    // it was killed before it could say
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  tell(owner, false);
  return { code, isTimeout: ending !== undefined, seconds, cpuSeconds };
}
