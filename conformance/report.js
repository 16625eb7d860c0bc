// What came of a run, for people, programs and pages.

/** @typedef {import("./suite.js").Result} Result */
/** @typedef {{name: string, title: string, results: Result[]}} Verdict of one vendor's table */

const WORDS = { holds: "pass", fails: "FAIL", "not tried": "----" };

/** @param {Result[]} results @param {Result["outcome"]} outcome */
export const count = (results, outcome) => results.filter((result) => result.outcome === outcome).length;

/** @param {Verdict[]} verdicts */
export const asText = (verdicts) => verdicts.map(({ title, results }) => [
  title,
  ...results.map(({ id, asks, outcome, seen }) => `  ${WORDS[outcome]}  ${id}: ${asks.replaceAll("`", "")}${seen && `\n        ${outcome === "fails" ? "seen" : "not tried"}: ${seen}`}`),
  `  ${count(results, "holds")} hold, ${count(results, "fails")} fail, ${count(results, "not tried")} not tried`,
].join("\n")).join("\n\n");

/** @param {Verdict[]} verdicts */
export const asJson = (verdicts) => JSON.stringify(verdicts.map(({ name, results }) => ({ vendor: name, results })), null, 2);

/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** @param {Verdict[]} verdicts */
export const asMarkdown = (verdicts) => verdicts.map(({ title, results }) => [
  `### ${title}`, "",
  `${count(results, "holds")} of ${results.length} hold${count(results, "not tried") ? `, ${count(results, "not tried")} were not tried` : ""}.`, "",
  "| row | what the contract asks | |", "|---|---|---|",
  ...results.map(({ id, asks, outcome, seen }) => `| ${id} | ${cell(asks)} | ${outcome}${seen && `: ${cell(seen)}`} |`),
].join("\n")).join("\n\n");
