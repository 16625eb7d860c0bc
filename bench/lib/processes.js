/** Starting programs: those that end by themselves and those that serve. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { onCleanUp } from "./cleanup.js";

const STOP_TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 15_000;
const OUTPUT_MAX = 64 << 10;

/**
 * Runs a program to its end and gives what it printed. What it says to people goes to stderr.
 * @param {string[]} command
 */
export function runToEnd([program, ...args]) {
  const done = spawnSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (done.error) {
    throw done.error;
  }
  if (done.status !== 0) {
    throw new Error(`${[program, ...args].join(" ")}: ended with ${done.status ?? done.signal}`);
  }
  return done.stdout;
}

/**
 * The same without blocking, so that signals are heeded during a long measure.
 * @param {string[]} command
 * @returns {Promise<string>}
 */
export async function run([program, ...args]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve(status ?? signal));
  });
  const forget = onCleanUp({
    later: async () => void child.kill("SIGKILL"),
    atOnce: () => void child.kill("SIGKILL"),
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  const status = await ended;
  await forget();
  if (status !== 0) {
    throw new Error(`${[program, ...args].join(" ")}: ended with ${status}`);
  }
  return output;
}

/**
 * Starts a server in a process group of its own and waits until `ready` finds what it looks for.
 * @template T
 * @param {string[]} command
 * @param {(output: string) => T | null | Promise<T | null>} ready is given stdout so far, again and again
 * @param {number} [patienceMs] how long it may take
 * @returns {Promise<{ pid: number, found: T, stop: () => Promise<void> }>}
 */
export async function serve([program, ...args], ready, patienceMs = START_TIMEOUT_MS) {
  const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let complaints = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-OUTPUT_MAX)));
  child.stderr.setEncoding("utf8").on("data", (text) => (complaints = (complaints + text).slice(-OUTPUT_MAX)));
  let ended = false;
  const end = new Promise((resolve) => {
    child.on("error", (error) => {
      complaints += error.message;
      resolve(undefined);
    });
    child.on("close", resolve);
  }).then(() => (ended = true));

  const signalGroup = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid === undefined) {
      return;
    }
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It is gone already.
    }
  };
  const stop = onCleanUp({
    later: async () => {
      signalGroup("SIGTERM");
      const impatience = setTimeout(() => signalGroup("SIGKILL"), STOP_TIMEOUT_MS);
      await end;
      clearTimeout(impatience);
    },
    atOnce: () => signalGroup("SIGKILL"),
  });

  const deadline = Date.now() + patienceMs;
  while (!ended && Date.now() < deadline) {
    const found = await ready(output);
    if (found !== null && child.pid !== undefined) {
      return { pid: child.pid, found, stop };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await stop();
  throw new Error(`${[program, ...args].join(" ")}: ${ended ? "ended" : "not ready"}\n${complaints}`);
}

/**
 * A process and its children, each with all of its threads.
 * @param {number} pid
 * @returns {number[]}
 */
export function family(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return [pid, ...(children === "" ? [] : children.split(" ").map(Number))];
}

/**
 * Resident memory, in MiB.
 * @param {number} pid
 */
export function residentMib(pid) {
  const resident = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (resident === null) {
    throw new Error(`process ${pid} has no VmRSS`);
  }
  return Number(resident[1]) / 1024;
}
