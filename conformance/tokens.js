// Fresh tokens of the server under test, by a command that the caller names: COMMAND COUNT prints up to COUNT of them, a line each.
// One that knows of no count and prints one token is called as often as needed.
import { spawn } from "node:child_process";

const BATCH = 12;
const TIMEOUT_MS = 120000;

/** @param {string} command @param {number} count @returns {Promise<string[]>} */
function run(command, count) {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", `${command} "$@"`, "tokens", String(count)], { stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT_MS });
    let said = "", complaint = "";
    child.stdout.on("data", (bytes) => (said += bytes));
    child.stderr.on("data", (bytes) => (complaint += bytes));
    child.on("error", reject);
    child.on("close", (status) => {
      const tokens = said.split("\n").map((line) => line.trim()).filter((line) => line !== "");
      if (status !== 0 || tokens.length === 0) reject(new Error(`--tokens: the command gave no token (${status}): ${complaint.trim().slice(0, 400)}`));
      else resolve(tokens);
    });
  });
}

export class Tokens {
  /** @param {string} command */
  constructor(command) {
    this.command = command;
    /** @type {string[]} */
    this.ready = [];
  }

  /** One that nobody has used. @returns {Promise<string>} */
  async next() {
    if (this.ready.length === 0) this.ready = await run(this.command, BATCH);
    return /** @type {string} */ (this.ready.shift());
  }
}
