// Programs that tests start beside the server, and that end with the test.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createConnection } from "node:net";
import { atEnd, cleanEnvironment, eventually, patience } from "../../lib/tessera.js";

export { freePort } from "../../lib/ports.js";

/** @typedef {{after: (end: () => any) => void}} Test */

/** What lasts as long as all the tests of a file. */
export class Whole {
  /** @type {(() => any)[]} */
  ends = [];

  /** @param {() => any} end */
  after(end) {
    this.ends.push(end);
  }

  /** What came last goes first. */
  async end() {
    for (const end of this.ends.reverse()) await end();
  }
}

/** Runs a program to its end. @param {string} program @param {string[]} args @param {{cwd?: string, input?: string}} [options] */
export function command(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", env: cleanEnvironment(), timeout: patience(120_000), ...options });
  if (error || status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Whether somebody listens there. @param {number | string} place a port, or the path of a socket @returns {Promise<boolean>} */
const listens = (place) => new Promise((resolve) => {
  const socket = typeof place === "number" ? createConnection(place, "127.0.0.1") : createConnection(place);
  socket.on("connect", () => (socket.destroy(), resolve(true)));
  socket.on("error", () => resolve(false));
});

/**
 * Starts a program that ends with the test; resolves when it listens, with what tells what it has said so far.
 * @param {Test} t @param {string} program @param {string[]} args
 * @param {{at: number | string, cwd?: string, env?: Record<string, string>}} options
 */
export async function start(t, program, args, { at, cwd, env }) {
  const child = spawn(program, args, { cwd, env: { ...cleanEnvironment(), ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  let error = /** @type {Error | undefined} */ (undefined);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (said += bytes));
  child.on("error", (problem) => (error = problem));
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL"); // the workers that it has started, too
    } catch {} // it has ended
  };
  t.after(async () => {
    end();
    if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.on("exit", resolve));
  });
  atEnd(end);
  const isUp = await eventually(async () => error !== undefined || child.exitCode !== null || (await listens(at)));
  assert.ok(isUp && !error && child.exitCode === null, `${program} does not listen: ${error ?? said}`);
  return () => said;
}
