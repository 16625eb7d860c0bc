// L0, L1 and the exhaustive search of L2: what needs no picture. `node redteam/attack.js FOLDER` reads
// FOLDER/public and FOLDER/own, never FOLDER/truth, and writes FOLDER/answers/ATTACKER/TYPE-LEVEL.json: a list
// of answers, in the order of the challenges; null where an attacker has none.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunksOf } from "../tests/lib/chunks.js";
import { LEARNERS, standardise } from "../tests/lib/classifier.js";
import { pairs, transform } from "../tests/lib/puzzle.js";

const PALETTE_SHOWN = 24; /* entries whose colours are features */

/** @typedef {{challenge: any, headers: [string, string][], picture: Buffer}} Got what a client gets */
/** @typedef {{got: Got, truth: string}} Own */

/** @param {string} folder @returns {Got[]} */
export function readPublic(folder) {
  const count = readdirSync(folder).filter((name) => name.endsWith(".json")).length;
  return Array.from({ length: count }, (_, i) => ({
    ...JSON.parse(readFileSync(join(folder, `${i}.json`), "utf8")),
    picture: readFileSync(join(folder, `${i}.png`)),
  }));
}

/** @param {number} below */
const pick = (below) => Math.floor(Math.random() * below);

/** The right grid, where the puzzle's moves are these. @param {any} view @param {string[]} moves */
const apply = (view, moves) => moves.reduce((grid, name) => transform(name, grid), view.grids.start);

/** A blind guess. @param {Got} got */
function random({ challenge: { view } }) {
  if (view.grids) return apply(view, [0, 1].map(() => view.options[pick(view.options.length)]));
  const cells = new Set();
  while (cells.size < view.select.max) cells.add(pick(view.count));
  return [...cells].sort((a, b) => a - b).join();
}

/** What occurs most often. @param {string[]} values @param {number} count */
function frequent(values, count) {
  const times = new Map();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1]).slice(0, count).map(([value]) => value);
}

/** The answer that was right most often. @param {Own[]} own */
const frequentAnswer = (own) => {
  const [answer] = frequent(own.map(({ truth }) => truth), 1);
  return () => answer;
};

/** The places that were right most often; of puzzles, the moves. @param {Own[]} own */
const frequentPlace = (own) => {
  const { view } = own[0].got.challenge;
  if (view.grids) {
    const moves = own.flatMap(({ got }) => pairs(got.challenge.view).map((pair) => pair.join("|")));
    const best = frequent(moves, 1)[0].split("|");
    return (/** @type {Got} */ got) => apply(got.challenge.view, best);
  }
  const cells = frequent(own.flatMap(({ truth }) => truth.split(",")), view.select.max);
  const answer = cells.map(Number).sort((a, b) => a - b).join();
  return () => answer;
};

/** The word that was right most often among those that there are. @param {Own[]} own */
const frequentWord = (own) => {
  const words = own.map(({ got, truth }) => got.challenge.view.options?.[Number(truth)]);
  const order = frequent(words.filter((word) => word !== undefined), Infinity);
  return (/** @type {Got} */ { challenge: { view } }) => {
    const best = order.find((word) => view.options?.includes(word));
    return best === undefined || view.grids ? null : String(view.options.indexOf(best));
  };
};

/** All that surrounds a picture, as numbers. @param {Got} got @param {string[]} words @param {string[]} chunkNames */
function features({ challenge, headers, picture }, words, chunkNames) {
  const chunks = chunksOf(picture);
  const palette = chunks.find(([name]) => name === "PLTE")?.[1] ?? Buffer.alloc(0);
  const { view, token, id, instructions } = challenge;
  return [
    JSON.stringify(challenge).length, token.length, id.length, view.image.src.length, instructions.length,
    ...[4, 8, 12].map((at) => token.charCodeAt(at)), ...headers.map(([, value]) => value.length).slice(0, 16),
    picture.length, chunks.length, palette.length,
    ...chunkNames.map((name) => chunks.filter((chunk) => chunk[0] === name).reduce((sum, [, data]) => sum + data.length, 0)),
    ...Array.from({ length: 3 * PALETTE_SHOWN }, (_, i) => palette[i] ?? 0),
    ...words.map((word) => (view.options ?? []).indexOf(word)), view.prompt?.rotation ?? 0,
  ];
}

/** Metadata alone: a classifier for each of the places that an answer names.
 * @param {keyof typeof LEARNERS} learner */
const metadata = (learner) => (/** @type {Own[]} */ own, /** @type {Got[]} */ asked) => {
  if (own[0].got.challenge.view.grids) return () => null; /* the JSON is the puzzle */
  const words = [...new Set(own.flatMap(({ got }) => got.challenge.view.options ?? []))].sort();
  const names = [...new Set(own.flatMap(({ got }) => chunksOf(got.picture).map(([name]) => name)))].sort();
  const all = standardise([...own.map(({ got }) => got), ...asked].map((got) => ({ features: features(got, words, names), label: 0 })));
  const places = own[0].truth.split(",").length;
  const guessers = Array.from({ length: places }, (_, place) => LEARNERS[learner](own.map(({ truth }, i) => ({
    features: all[i].features, label: Number(truth.split(",")[place]),
  }))));
  return (/** @type {Got} */ got) => {
    const { features: mine } = all[own.length + asked.indexOf(got)];
    return [...new Set(guessers.map((guess) => guess(mine)))].sort((a, b) => a - b).join();
  };
};

/** Every pair of moves. @param {Got} got */
function exhaustive({ challenge: { view } }) {
  const [found] = view.grids ? pairs(view) : [];
  return found ? apply(view, found) : null;
}

/** @type {Record<string, (own: Own[], asked: Got[]) => (got: Got) => string | null>} */
const ATTACKERS = {
  "L0 random": () => random,
  "L0 most frequent answer": frequentAnswer,
  "L0 most frequent place": frequentPlace,
  "L0 most frequent word": frequentWord,
  "L1 metadata, naive Bayes": metadata("naiveBayes"),
  "L1 metadata, nearest neighbours": metadata("nearestNeighbours"),
  "L2 all pairs of moves": () => exhaustive,
};

const [folder] = process.argv.slice(2);
for (const name of readdirSync(join(folder, "public"))) {
  const asked = readPublic(join(folder, "public", name));
  const truths = JSON.parse(readFileSync(join(folder, "own", `${name}.json`), "utf8"));
  const own = readPublic(join(folder, "own", name)).map((got, i) => ({ got, truth: truths[i] }));
  for (const [attacker, prepare] of Object.entries(ATTACKERS)) {
    const answers = asked.map(prepare(own, asked));
    if (answers.every((answer) => answer === null)) continue;
    mkdirSync(join(folder, "answers", attacker), { recursive: true });
    writeFileSync(join(folder, "answers", attacker, `${name}.json`), JSON.stringify(answers));
  }
}
