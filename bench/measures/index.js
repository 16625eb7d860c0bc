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

/** @type {import("../lib/report.js").Row[]} */
export const rows = [
  { name: "answer-memory", unit: "requests/s", peer: NGINX, goal: "ratio >= 0.5", measure: () => answerRateBesideNginx({ ledger: "memory", history: false }) },
  { name: "answer-memory-history", unit: "requests/s", peer: NGINX, measure: () => answerRateBesideNginx({ ledger: "memory", history: true }) },
  { name: "answer-sqlite", unit: "requests/s", goal: "value >= 5000", measure: () => answerRate({ ledger: "sqlite", history: false }) },
  { name: "answer-latency-p50", unit: "us", measure: latencyP50 },
  { name: "answer-latency-p99", unit: "us", measure: latencyP99 },
  { name: "challenge", unit: "requests/s", peer: NGINX, measure: challengeRate },
  { name: "page", unit: "requests/s", measure: pageRate },
  { name: "generate", unit: "puzzles/s", peer: SVG_CAPTCHA, goal: "ratio >= 50", measure: generateOnly },
  { name: "generate-drawn", unit: "puzzles/s", peer: SVG_CAPTCHA, measure: generateDrawn },
  { name: "seal-open", unit: "us", goal: "value < 4", measure: sealAndOpen },
  { name: "memory-start", unit: "MiB", goal: "value < 16", measure: memoryAfterStart },
  { name: "memory-million", unit: "MiB", measure: memoryAfterMillion },
  { name: "start", unit: "ms", goal: "value < 50", measure: timeToListen },
];
