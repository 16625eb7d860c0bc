// Prints what the last run has measured, as the table of docs/faults.md: a row for each fault.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/tessera.js";

const folder = join(ROOT, "build/faults");
const ms = (/** @type {number | null} */ value) => (value === null ? "-" : value < 10 ? value.toFixed(1) : value.toFixed(0));
console.log("| played | fault | lasted s | every server passes again after ms | meanwhile, without ledger: median, p99 ms | with ledger: p99 ms |");
console.log("|---|---|---|---|---|---|");
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
  const { name, faults } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  for (const { fault, lastedMs, recoveredMs, freeMedianMs, freeWorstMs, boundWorstMs } of faults) {
    console.log(`| ${name} | ${fault} | ${(lastedMs / 1000).toFixed(1)} | ${ms(recoveredMs)} | ${ms(freeMedianMs)}, ${ms(freeWorstMs)} | ${ms(boundWorstMs)} |`);
  }
}
