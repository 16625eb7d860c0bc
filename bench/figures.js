/**
 * Writes the figures of results/latest.json into README.md beside it, between its two marks:
 * `node bench/figures.js`; with `--check` it only says whether they are current.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.js";

const START = "<!-- figures: from bench/results/latest.json, by bench/figures.js -->";
const END = "<!-- figures: end -->";

/** What the rows are called for people. @type {Record<string, string>} */
const WORDS = {
  "answer-memory": "answers, one core, ledger in memory",
  "answer-memory-history": "the same, with a row of history each",
  "records-postgres": "answers whose rows lie in a PostgreSQL on the same machine",
  "answer-sqlite": "answers, SQLite ledger, each durable",
  "answer-redis": "answers, Redis ledger (`appendfsync always`), one node",
  "answer-redis-p99": "latency of an answer on Redis at half load, p99",
  "spends-redis": "spends on Redis, without HTTP",
  "counts-redis": "counters settled through Redis",
  "redis-key-bytes": "memory of Redis for a spent key",
  "two-nodes-redis": "answers of two nodes on one Redis",
  "answer-postgres": "answers, PostgreSQL ledger, one node",
  "answer-postgres-p99": "latency of an answer on PostgreSQL at half load, p99",
  "spends-postgres": "spends on PostgreSQL, without HTTP",
  "counts-postgres": "counters settled through PostgreSQL",
  "postgres-key-bytes": "log of PostgreSQL for a spent key",
  "answer-latency-p50": "latency of an answer at half load, p50",
  "answer-latency-p99": "latency of an answer at half load, p99",
  siteverify: "passes redeemed (siteverify), one core, ledger in memory",
  "siteverify-cap": "the same, beside @cap.js/server",
  "siteverify-altcha": "the same, beside altcha-lib",
  "siteverify-p99": "latency of siteverify at half load, p99",
  "siteverify-sites": "siteverify among 10,000 sites",
  challenge: "challenges handed out, one core",
  page: "puzzle pages, one core",
  generate: "puzzles generated",
  "generate-drawn": "puzzles generated, drawn and encoded",
  "picture-spatial": "a picture generated, drawn and encoded: spatial",
  "picture-predator": "the same: predator, 10 sprites",
  "picture-human": "the same: human, 100 sprites",
  "picture-emotions": "the same: emotions, 16 faces",
  "picture-hidden": "a film of hidden, drawn and packed",
  "picture-hidden-bytes": "size of a film, mean",
  "picture-human-bytes": "size of a human picture, mean",
  "pictures-php-gregwar": "pictures, one core, beside a captcha of the same size; the worst of the kinds",
  "pictures-svg-captcha": "picture challenges handed out, one core",
  "pictures-svg-captcha-spatial": "spatial pictures generated, drawn and encoded",
  "pictures-svg-captcha-predator": "predator pictures, the same",
  "pictures-svg-captcha-human": "human pictures, the same",
  "pictures-svg-captcha-emotions": "emotions pictures, the same",
  "scene-generate": "questions about scenes generated, the slowest level",
  "picture-flood-p99": "p99 of a picture for a visitor while another network floods the server",
  "scene-draw": "a picture of a scene drawn and encoded, the heaviest",
  "scene-matplotlib": "the same pictures, beside the same solids by matplotlib",
  "seal-open": "sealing and opening a token",
  "work-check": "the work of a device checked",
  fusion: "two adapters asked and weighed",
  "style-300": "authors told apart by how they write, messages of 300 characters",
  "style-600": "the same, 600 characters",
  "style-alike": "the same, authors who write about the same things",
  "memory-start": "resident memory after start",
  "memory-million": "resident memory after 1,000,000 challenges",
  start: "from exec to listening",
  "dialog-hidden": "from a press on the widget's box to the painted question, on a phone: hidden",
  "dialog-human": "the same: human",
};

/** @param {number} value */
const number = (value) => (value >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3))));

/** @typedef {{name: string, value: number, unit: string, peer: string | null, peer_value: number | null,
 *             ratio: number | null, goal: string | null, met: boolean | null}} Row */

/** Where a core was not kept busy, the ratio is that of CPU time (README.md says why), and not of the two figures
 * beside it. @param {Row} row */
function ratioWords({ value, peer_value, ratio }) {
  if (ratio === null || peer_value === null) return "-";
  const isOfFigures = Math.abs(value / peer_value / ratio - 1) < 0.01;
  return isOfFigures ? number(ratio) : `${number(ratio)}, by CPU time`;
}

/** @param {Row} row */
function line(row) {
  const { name, value, unit, peer, peer_value, goal, met } = row;
  const beside = peer === null || peer_value === null ? "-" : `${peer}: ${number(peer_value)}`;
  const verdict = goal === null ? "-" : `${goal}: ${met ? "met" : "**missed**"}`;
  return `| ${WORDS[name] ?? name} | ${number(value)} ${unit} | ${beside} | ${ratioWords(row)} | ${verdict} |`;
}

const readme = join(root, "bench/README.md");
const before = readFileSync(readme, "utf8");
/** @type {Row[]} */
const rows = JSON.parse(readFileSync(join(root, "bench/results/latest.json"), "utf8"));
const table = ["| what | figure | beside | ratio | goal |", "|---|---|---|---|---|", ...rows.map(line)].join("\n");
const [head, tail] = [before.split(START)[0], before.split(END)[1]];
if (tail === undefined) throw new Error("bench/README.md has no marks for the figures");
const after = `${head}${START}\n\n${table}\n\n${END}${tail}`;

if (!process.argv.includes("--check")) writeFileSync(readme, after);
else if (after !== before) {
  console.error("bench/README.md's figures are stale: run `node bench/figures.js`");
  process.exit(1);
}
