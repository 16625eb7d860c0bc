// Runs a program so that nothing of it is left: neither a process nor a file in its folder for temporary files.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `cpuSeconds` is what it computed, whatever else ran beside it; of one that was ended, all of its time. @typedef {{ code: number | null, isLate: boolean, output: string, seconds: number, cpuSeconds: number }} Ended */

const TIMES = "mutate-times";
const OUTPUT_BYTES = 2 ** 20;
/** A mutant may ask for memory without end; Node reserves more than this without using it. */
const MEMORY_KB = 6 * 2 ** 20;

/** The folders of programs that are running. @type {Set<string>} */
const folders = new Set();

/** Ends every process that was started for a folder, also one that has left its group: its environment names the folder, or it works there. @param {string} folder */
function endProcesses(folder) {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/u.test(name))) {
    if (id === String(process.pid)) continue;
    try {
      const isOurs = readFileSync(`/proc/${id}/environ`, "latin1").includes(`TMPDIR=${folder}\0`) || readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
      if (isOurs) process.kill(Number(id), "SIGKILL");
    } catch { /* it has ended, or belongs to another user */ }
  }
}

/** The sum of what bash says that its children used: "0m1.204s 0m0.118s" in the second line. @param {string} folder */
function readTimes(folder) {
  const file = join(folder, TIMES);
  if (!existsSync(file)) return undefined;
  const times = readFileSync(file, "utf8").split("\n")[1] ?? "";
  return [...times.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** @param {string} folder */
function clear(folder) {
  endProcesses(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

process.on("exit", () => folders.forEach(clear));
for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => process.exit(1));

/**
 * @param {string} command for a shell @param {{ cwd: string, seconds: number, isBound?: boolean, env?: Record<string, string> }} how `isBound`: with little memory
 * @returns {Promise<Ended>} past the time it is ended, and late
 */
export function runCommand(command, { cwd, seconds, isBound = false, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-mutate-"));
  folders.add(folder);
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", `ulimit -c 0${isBound ? ` -v ${MEMORY_KB}` : ""}; ( ${command} ); code=$?; times >"$TMPDIR/${TIMES}"; exit $code`],
      { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env, TMPDIR: folder } });
    let output = "";
    let isLate = false;
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch { /* the group has ended */ }
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
      endProcesses(folder); // whatever holds the pipe
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => { output = (output + text).slice(-OUTPUT_BYTES); });
    }
    child.on("exit", () => { // a process that it left behind may hold the pipe
      end();
      endProcesses(folder);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      const seconds = (Date.now() - startedAt) / 1000;
      const cpuSeconds = readTimes(folder) ?? seconds;
      clear(folder);
      resolve({ code, isLate, output, seconds, cpuSeconds });
    });
  });
}
