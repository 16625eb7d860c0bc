/** Questions about scenes: made, drawn, and beside matplotlib drawing the same solids. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../lib/numbers.js";
import { temporaryFolder } from "../lib/paths.js";
import { drawScenes, generateScenes, matplotlibRate, writeScenes } from "../lib/programs.js";

const ROUNDS = 3;
const MILLISECONDS = 2000;
const LEVELS = ["easy", "medium", "hard"];
/** Of each question: scenes differ, and so does what they take to draw. */
const PICTURES = 300;
/** The one with the heaviest picture: a table with six solids, an eye and its lines of sight. */
const HEAVIEST = "visible";
/** Moves, and so draws much more than one picture. */
const MOVING = "motion";

const short = (/** @type {number} */ value) => Number(value.toPrecision(3));
const whole = (/** @type {number} */ value) => Math.round(value).toLocaleString("en");

/** Questions a second at a level, in the mix a server would serve, and of each question alone.
 * @param {string} level */
async function generateLevel(level) {
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push(await generateScenes(level, MILLISECONDS));
  }
  const each = Object.keys(rounds[0].questions).map((question) => ({
    words: `${question}, ${level}`,
    rate: median(rounds.map((round) => round.questions[question])),
  }));
  return { level, rate: median(rounds.map((round) => round.per_second)), each };
}

const slowestFirst = (/** @type {{ rate: number }} */ a, /** @type {{ rate: number }} */ b) => a.rate - b.rate;

/** The slowest level; the note has the others, and the question that takes longest. */
export async function scenesGenerated() {
  const levels = [];
  for (const level of LEVELS) {
    levels.push(await generateLevel(level));
  }
  levels.sort(slowestFirst);
  const [question] = levels.flatMap(({ each }) => each).sort(slowestFirst);
  const rates = levels.map(({ level, rate }) => `${level} ${whole(rate)}`).join(", ");
  return { value: levels[0].rate, note: `${rates}; slowest question: ${question.words}, ${whole(question.rate)}` };
}

/** From the scene to the last byte of its PNG, the picture that takes most. */
export async function sceneDrawn() {
  /** @type {Awaited<ReturnType<typeof drawScenes>>[]} */
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push(await drawScenes("draw", PICTURES));
  }
  const middle = (/** @type {string} */ question, /** @type {"median_ms" | "p90_ms" | "draw_ms"} */ name) =>
    median(rounds.map((round) => round[question][name]));
  const still = Object.keys(rounds[0]).filter((question) => question !== MOVING);
  const slowest = still.sort((a, b) => middle(b, "median_ms") - middle(a, "median_ms"))[0];
  const note = [
    `${HEAVIEST}, hard, 640x480; p90 ${short(middle(HEAVIEST, "p90_ms"))}`,
    `without the PNG ${short(middle(HEAVIEST, "draw_ms"))}`,
    `slowest question: ${slowest}, ${short(middle(slowest, "median_ms"))}`,
    `${MOVING} with all its steps ${short(middle(MOVING, "median_ms"))}`,
  ];
  return { value: middle(HEAVIEST, "median_ms"), note: note.join("; ") };
}

/** The same scenes, each in turn on the same core. */
export async function scenesBesideMatplotlib() {
  const folder = temporaryFolder();
  const file = join(folder.path, "scenes.json");
  const ours = [];
  const peers = [];
  writeFileSync(file, await writeScenes(PICTURES));
  for (let i = 0; i < ROUNDS; i++) {
    ours.push((await drawScenes(HEAVIEST, PICTURES))[HEAVIEST].per_second);
    peers.push(await matplotlibRate(file, 2 * MILLISECONDS));
  }
  await folder.remove();
  const note = `${HEAVIEST}, hard, 640x480; matplotlib draws no shadows, patterns or marks`;
  return { value: median(ours), peerValue: median(peers), note };
}
