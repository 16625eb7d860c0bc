/** Every row of the report, in its order. `goal` is about `value` or about `ratio`. */
import { NGINX } from "../lib/nginx.js";
import { answerRate, answerRateBesideNginx, answerRateWithHistory } from "./answer.js";
import { fusionTime, styleOfMaintainers, styleOfQuotations } from "./auth.js";
import { challengeRate } from "./challenge.js";
import { dialogOpened } from "./dialog.js";
import { pictureUnderFlood } from "./flood.js";
import { generateDrawn, generateOnly } from "./generate.js";
import { latencyP50, latencyP99 } from "./latency.js";
import { memoryAfterMillion, memoryAfterStart } from "./memory.js";
import { pageRate } from "./page.js";
import { pictureSize, pictureTime } from "./picture.js";
import {
  challengesBesideSvgCaptcha,
  PICTURE_KINDS,
  picturesBesideGregwar,
  picturesBesideSvgCaptcha,
} from "./pictures.js";
import { verdictsInPostgres } from "./records.js";
import { sceneDrawn, scenesBesideMatplotlib, scenesGenerated } from "./scene.js";
import { sealAndOpen } from "./seal.js";
import {
  answerLatencyThrough,
  answersThrough,
  postgresBytesPerKey,
  redisBytesPerKey,
  spendsThrough,
  twoNodesOnRedis,
} from "./shared.js";
import { siteverifyAmongMany, siteverifyBeside, siteverifyP99 } from "./siteverify.js";
import { timeToListen } from "./start.js";
import { workChecked } from "./work.js";

const SVG_CAPTCHA = "svg-captcha create()";
const GREGWAR = "php-gregwar-captcha build()";
const CAP = "@cap.js/server validateToken() in Node's http";
const ALTCHA = "altcha-lib verifySolution() in Node's http";
const MATPLOTLIB = "matplotlib mplot3d";
const RATE = "requests/s";

const answerMemory = () => answerRateBesideNginx({ ledger: "memory", history: false });
const answerSqlite = () => answerRate({ ledger: "sqlite", history: false });

/** @type {Record<string, string>} */
const PICTURE_GOALS = { spatial: "value < 1", predator: "value < 4", human: "value < 12" };
const pictureTimes = PICTURE_KINDS.map((kind) => ({
  name: `picture-${kind}`,
  unit: "ms",
  goal: PICTURE_GOALS[kind],
  measure: () => pictureTime(kind),
}));
const picturesDrawn = PICTURE_KINDS.map((kind) => ({
  name: `pictures-svg-captcha-${kind}`,
  unit: "pictures/s",
  peer: SVG_CAPTCHA,
  goal: kind === "spatial" ? "ratio >= 1" : undefined,
  measure: () => picturesBesideSvgCaptcha(kind),
}));

/** @type {import("../lib/report.js").Row[]} */
export const rows = [
  { name: "answer-memory", unit: RATE, peer: NGINX, goal: "ratio >= 0.55", measure: answerMemory },
  {
    name: "answer-memory-history",
    unit: RATE,
    peer: "the same without history",
    goal: "ratio >= 0.8",
    measure: answerRateWithHistory,
  },
  { name: "records-postgres", unit: "rows/s", goal: "value >= 5000", measure: verdictsInPostgres },
  { name: "answer-sqlite", unit: RATE, goal: "value >= 5000", measure: answerSqlite },
  { name: "answer-redis", unit: RATE, goal: "value >= 30000", measure: () => answersThrough("redis") },
  { name: "answer-redis-p99", unit: "ms", goal: "value < 10", measure: () => answerLatencyThrough("redis") },
  { name: "spends-redis", unit: "spends/s", goal: "value >= 30000", measure: () => spendsThrough("redis", 64) },
  { name: "counts-redis", unit: "counts/s", measure: () => spendsThrough("redis", "count") },
  { name: "redis-key-bytes", unit: "bytes/key", measure: redisBytesPerKey },
  { name: "two-nodes-redis", unit: RATE, peer: "one node", goal: "ratio >= 1.6", measure: twoNodesOnRedis },
  { name: "answer-postgres", unit: RATE, goal: "value >= 5000", measure: () => answersThrough("postgres") },
  { name: "answer-postgres-p99", unit: "ms", goal: "value < 10", measure: () => answerLatencyThrough("postgres") },
  { name: "spends-postgres", unit: "spends/s", goal: "value >= 5000", measure: () => spendsThrough("postgres", 64) },
  { name: "counts-postgres", unit: "counts/s", measure: () => spendsThrough("postgres", "count") },
  { name: "postgres-key-bytes", unit: "bytes/key", measure: postgresBytesPerKey },
  { name: "answer-latency-p50", unit: "us", measure: latencyP50 },
  { name: "answer-latency-p99", unit: "us", measure: latencyP99 },
  { name: "siteverify", unit: RATE, peer: NGINX, goal: "ratio >= 0.5", measure: siteverifyBeside("nginx") },
  { name: "siteverify-cap", unit: RATE, peer: CAP, goal: "ratio >= 5", measure: siteverifyBeside("cap") },
  { name: "siteverify-altcha", unit: RATE, peer: ALTCHA, goal: "ratio >= 5", measure: siteverifyBeside("altcha") },
  { name: "siteverify-p99", unit: "ms", goal: "value < 5", measure: siteverifyP99 },
  { name: "siteverify-sites", unit: RATE, peer: "the same with one site", measure: siteverifyAmongMany },
  { name: "challenge", unit: RATE, peer: NGINX, measure: challengeRate },
  { name: "page", unit: RATE, measure: pageRate },
  { name: "generate", unit: "puzzles/s", peer: SVG_CAPTCHA, goal: "ratio >= 50", measure: generateOnly },
  { name: "generate-drawn", unit: "puzzles/s", peer: SVG_CAPTCHA, measure: generateDrawn },
  ...pictureTimes,
  { name: "picture-hidden", unit: "ms", goal: "value < 15", measure: () => pictureTime("hidden") },
  { name: "picture-hidden-bytes", unit: "kB", goal: "value < 150", measure: () => pictureSize("hidden") },
  { name: "picture-human-bytes", unit: "kB", goal: "value < 350", measure: () => pictureSize("human") },
  {
    name: "picture-flood-p99",
    unit: "ms",
    peer: "the same without a flood",
    goal: "ratio <= 3",
    measure: pictureUnderFlood,
  },
  {
    name: "pictures-php-gregwar",
    unit: "pictures/s",
    peer: GREGWAR,
    goal: "ratio >= 10",
    measure: picturesBesideGregwar,
  },
  {
    name: "pictures-svg-captcha",
    unit: RATE,
    peer: SVG_CAPTCHA,
    goal: "ratio >= 1",
    measure: challengesBesideSvgCaptcha,
  },
  ...picturesDrawn,
  { name: "scene-generate", unit: "questions/s", goal: "value >= 20000", measure: scenesGenerated },
  { name: "scene-draw", unit: "ms", goal: "value < 6", measure: sceneDrawn },
  {
    name: "scene-matplotlib",
    unit: "pictures/s",
    peer: MATPLOTLIB,
    goal: "ratio >= 12",
    measure: scenesBesideMatplotlib,
  },
  { name: "seal-open", unit: "us", goal: "value < 4", measure: sealAndOpen },
  { name: "work-check", unit: "ms", goal: "value < 10", measure: workChecked },
  { name: "fusion", unit: "us", goal: "value < 20", measure: fusionTime },
  { name: "style-300", unit: "% equal error", measure: styleOfQuotations(300, 8) },
  { name: "style-600", unit: "% equal error", measure: styleOfQuotations(600, 6) },
  { name: "style-alike", unit: "% equal error", measure: styleOfMaintainers(15) },
  { name: "memory-start", unit: "MiB", goal: "value < 16", measure: memoryAfterStart },
  { name: "memory-million", unit: "MiB", measure: memoryAfterMillion },
  { name: "start", unit: "ms", goal: "value < 50", measure: timeToListen },
  { name: "dialog-hidden", unit: "ms", goal: "value < 300", measure: dialogOpened("hidden") },
  { name: "dialog-human", unit: "ms", goal: "value < 300", measure: dialogOpened("human") },
];
