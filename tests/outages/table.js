// Prints what the last run has measured, as the table of docs/outages.md: a row for each fault, and one for what is played.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/tessera.js";
import { isCall, read, summary } from "./checker.js";

/** @typedef {import("./checker.js").Call} Call */

const folder = join(ROOT, "build/outages");
const ms = (/** @type {number} */ value) => (Number.isNaN(value) ? "-" : value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Tokens that are spent though no caller was told that it was the one: it got no answer, or 503, or internal-error.
 * @param {Call[]} calls @param {string} op @param {string} won @param {string} lost */
function inDoubt(calls, op, won, lost) {
  /** @type {Map<string, Set<string>>} */
  const results = new Map();
  for (const call of calls) if (call.op === op && call.key !== undefined) results.set(call.key, (results.get(call.key) ?? new Set()).add(call.result));
  const doubted = [...results.values()].filter((seen) => !seen.has(won) && !seen.has("incorrect") && seen.has(lost) && seen.size > 1);
  return `${doubted.length} of ${results.size}`;
}

console.log("| played | fault | lasted s | every server passes again after ms | meanwhile, without ledger: median, p99 ms | with ledger: p99 ms |");
console.log("|---|---|---|---|---|---|");
/** @type {string[]} */
const doubts = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort()) {
  const { name } = JSON.parse(readFileSync(join(folder, file.replace(/l$/, "")), "utf8"));
  const entries = read(readFileSync(join(folder, file), "utf8"));
  const calls = /** @type {Call[]} */ (entries.filter(isCall));
  const expired = calls.filter(({ result }) => result === "expired").length;
  for (const { fault, lastedMs, recoveredMs, freeMedianMs, freeWorstMs, boundWorstMs } of summary(entries).faults) {
    console.log(`| ${name} | ${fault} | ${(lastedMs / 1000).toFixed(1)} | ${ms(recoveredMs)} | ${ms(freeMedianMs)}, ${ms(freeWorstMs)} | ${ms(boundWorstMs)} |`);
  }
  doubts.push(`| ${name} | ${calls.length} | ${inDoubt(calls, "answer", "pass", "replayed")} | ${inDoubt(calls, "verify", "success", "timeout-or-duplicate")} | ${expired} |`);
}
console.log("\n| played | calls | challenges spent in doubt | passes spent in doubt | told \"expired\" |\n|---|---|---|---|---|");
doubts.forEach((row) => console.log(row));
