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

/** Gives a token that nobody has used, each time. @param {string | ((count: number) => Promise<string[]>)} source a command, or what makes them
 * @returns {() => Promise<string>} */
export function tokensOf(source) {
  const make = typeof source === "string" ? (/** @type {number} */ count) => run(source, count) : source;
  /** @type {string[]} */
  let ready = [];
  return async () => {
    if (ready.length === 0) ready = await make(BATCH);
    return /** @type {string} */ (ready.shift());
  };
}
