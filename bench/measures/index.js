/** Every row of the report, in its order. `goal` is about `value` or about `ratio`. */
import { NGINX } from "../lib/nginx.js";
import { answerRate, answerRateBesideNginx } from "./answer.js";
import { challengeRate } from "./challenge.js";
import { generateDrawn, generateOnly } from "./generate.js";
import { latencyP50, latencyP99 } from "./latency.js";
import { memoryAfterMillion, memoryAfterStart } from "./memory.js";
import { pageRate } from "./page.js";
import { sealAndOpen } from "./seal.js";
import { timeToListen } from "./start.js";

const SVG_CAPTCHA = "svg-captcha create()";
const RATE = "requests/s";

const answerMemory = () => answerRateBesideNginx({ ledger: "memory", history: false });
const answerMemoryHistory = () => answerRateBesideNginx({ ledger: "memory", history: true });
const answerSqlite = () => answerRate({ ledger: "sqlite", history: false });

/** @type {import("../lib/report.js").Row[]} */
export const rows = [
  { name: "answer-memory", unit: RATE, peer: NGINX, goal: "ratio >= 0.5", measure: answerMemory },
  { name: "answer-memory-history", unit: RATE, peer: NGINX, measure: answerMemoryHistory },
  { name: "answer-sqlite", unit: RATE, goal: "value >= 5000", measure: answerSqlite },
  { name: "answer-latency-p50", unit: "us", measure: latencyP50 },
  { name: "answer-latency-p99", unit: "us", measure: latencyP99 },
  { name: "challenge", unit: RATE, peer: NGINX, measure: challengeRate },
  { name: "page", unit: RATE, measure: pageRate },
  { name: "generate", unit: "puzzles/s", peer: SVG_CAPTCHA, goal: "ratio >= 50", measure: generateOnly },
  { name: "generate-drawn", unit: "puzzles/s", peer: SVG_CAPTCHA, measure: generateDrawn },
  { name: "seal-open", unit: "us", goal: "value < 4", measure: sealAndOpen },
  { name: "memory-start", unit: "MiB", goal: "value < 16", measure: memoryAfterStart },
  { name: "memory-million", unit: "MiB", measure: memoryAfterMillion },
  { name: "start", unit: "ms", goal: "value < 50", measure: timeToListen },
];
