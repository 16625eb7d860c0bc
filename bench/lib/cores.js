/** Which core the server gets and which the client. */
import { readFileSync } from "node:fs";

/**
 * "0-2,5" to [0, 1, 2, 5].
 * @param {string} list
 */
function expand(list) {
  return list.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"));
const cores = expand(allowed === null ? "0" : allowed[1]);

export const serverCore = cores[0];
/** The same core where there is only one: then CPU time is all that tells. */
export const clientCore = cores[1] ?? cores[0];

/**
 * The command, bound to a core; it ends when this process does, even if that is killed.
 * @param {number} core
 * @param {string[]} command
 */
export function onCore(core, command) {
  return ["setpriv", "--pdeathsig", "TERM", "taskset", "-c", String(core), ...command];
}
