/** What came out: held against the goals, as a table for people and as JSON. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bench } from "./paths.js";

const file = join(bench, "results", "latest.json");

/**
 * @typedef {object} Row a line of the table in measures/index.js
 * @property {string} name
 * @property {string} unit
 * @property {string} [peer]
 * @property {string} [goal] "ratio >= 0.5", "value < 16"
 * @property {() => Promise<Measured>} measure
 */
/**
 * @typedef {object} Measured
 * @property {number} value
 * @property {number} [peerValue]
 * @property {number} [ratio] ours to the peer's, where it is not value / peerValue
 * @property {string} [goal] where the goal depends on the measure
 * @property {string} [note]
 */
/** @typedef {ReturnType<typeof judge>} Result */

/** @type {Record<string, (a: number, b: number) => boolean>} */
const relations = {
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "<": (a, b) => a < b,
};

/**
 * @param {string} goal
 * @param {{ value: number, ratio: number | null }} measured
 */
function isMet(goal, measured) {
  const [subject, relation, bound] = goal.split(" ");
  const number = subject === "ratio" ? measured.ratio : measured.value;
  return number !== null && relations[relation](number, Number(bound));
}

const rounded = (/** @type {number} */ number) => Number(number.toPrecision(4));

/**
 * @param {Row} row
 * @param {Measured} measured
 */
export function judge(row, measured) {
  const { value, peerValue } = measured;
  const ratio = peerValue === undefined ? null : measured.ratio ?? value / peerValue;
  const goal = measured.goal ?? row.goal ?? null;
  return {
    name: row.name,
    value: rounded(value),
    unit: row.unit,
    peer: row.peer ?? null,
    peer_value: peerValue === undefined ? null : rounded(peerValue),
    ratio: ratio === null ? null : rounded(ratio),
    goal,
    met: goal === null ? null : isMet(goal, { value, ratio }),
    note: measured.note ?? "",
  };
}

const number = (/** @type {number | null} */ value) =>
  value === null ? "" : value.toLocaleString("en", { maximumSignificantDigits: 4 });

/** @type {[title: string, text: (result: Result) => string, right: boolean][]} */
const columns = [
  ["name", (result) => result.name, false],
  ["value", (result) => number(result.value), true],
  ["unit", (result) => result.unit, false],
  ["peer", (result) => result.peer ?? "", false],
  ["peer's", (result) => number(result.peer_value), true],
  ["ratio", (result) => number(result.ratio), true],
  ["goal", (result) => result.goal ?? "", false],
  ["met", (result) => (result.met === null ? "" : result.met ? "yes" : "NO"), false],
  ["note", (result) => result.note, false],
];

/** @param {Result[]} results */
export function printTable(results) {
  const cells = [columns.map(([title]) => title), ...results.map((result) => columns.map(([, text]) => text(result)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)));
  for (const line of cells) {
    const padded = line.map((text, index) =>
      columns[index][2] ? text.padStart(widths[index]) : text.padEnd(widths[index]),
    );
    console.log(padded.join("  ").trimEnd());
  }
}

/**
 * Writes all results, or puts one row in its place among the earlier ones.
 * @param {Result[]} results
 * @param {boolean} all
 */
export function writeResults(results, all) {
  const fresh = results.map(({ note, ...result }) => result);
  /** @type {typeof fresh} */
  const before = all || !existsSync(file) ? [] : JSON.parse(readFileSync(file, "utf8"));
  const merged = before.map((old) => fresh.find((result) => result.name === old.name) ?? old);
  merged.push(...fresh.filter((result) => !before.some((old) => old.name === result.name)));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[\n${merged.map((result) => `  ${JSON.stringify(result)}`).join(",\n")}\n]\n`);
}
