/**
 * bench/run [NAME]...: takes the measures of measures/index.js one after the other, prints them as a
 * table and writes them to bench/results/latest.json. Status 1 where one could not be taken; the table says which goals were missed.
 */
import { cleanUp } from "./lib/cleanup.js";
import { judge, printTable, writeResults } from "./lib/report.js";
import { rows } from "./measures/index.js";

const names = process.argv.slice(2);
const wanted = rows.filter((row) => names.length === 0 || names.includes(row.name));
if (wanted.length < names.length) {
  console.error(`usage: bench/run [NAME]..., where NAME is one of\n  ${rows.map((row) => row.name).join("\n  ")}`);
  process.exit(2);
}

const results = [];
try {
  for (const row of wanted) {
    process.stderr.write(`${row.name} ...\n`);
    results.push(judge(row, await row.measure()));
  }
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
if (results.length > 0) {
  printTable(results);
}
if (process.exitCode === undefined) {
  writeResults(results, names.length === 0);
  process.exitCode = 0;
}
