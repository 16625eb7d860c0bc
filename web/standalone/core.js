// core.js: the engine that makes challenges, which is the server's own, compiled to WebAssembly
// (src/challenge/challenge_wasm.c). It lies next to this module as tessera-core.wasm.
//
// The engine holds one challenge, the last. A recipe holds all that makes a challenge again, bit for
// bit, so that any of them can be verified or drawn at any time.
//
// The engine's memory holds answers: it is read by index and through intrinsics.js alone, and no method that a page
// could have replaced is ever called on it.

import { Bytes, ClampedBytes, Words, bareList, bufferOf, decode, encode, lengthOf, parse, setBytes, setPrototypeOf } from "./intrinsics.js";
import { randomBytes } from "./random.js";

const KEY_BYTES = 32;
const ANSWER_MAX = 512;
const ENGINE = new URL("tessera-core.wasm", import.meta.url);
const NODE_FILES = "node:fs/promises"; // apart, so that no bundler looks for it

export const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

/** @typedef {typeof DIFFICULTIES[number]} Difficulty */

/** What else can be asked of a scene. */
const FLAGS = { moving: 1, heard: 2, seedLevels: 4 };

/**
 * @typedef {object} Recipe
 * @property {string} kind
 * @property {Uint8Array} key
 * @property {number} difficulty 0 for the default
 * @property {number} transformCount 0 for the default
 * @property {number} flags of FLAGS
 */

/**
 * @typedef {object} Engine what the module exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} key
 * @property {() => number} input
 * @property {() => number} output
 * @property {() => number} pixels
 * @property {() => number} palette
 * @property {() => number} palette_count
 * @property {(index: number) => number} kind_name
 * @property {(kind: number, difficulty: number, transforms: number, truth: number, idLength: number,
 *             flags: number) => number} generate
 * @property {(answerLength: number) => number} verify
 * @property {(tagLength: number) => number} speak
 * @property {() => number} draw
 * @property {() => number} step_count
 * @property {() => number} delay_ms
 * @property {(index: number) => number} step
 */

/** @returns {Promise<WebAssembly.Instance>} */
async function instantiateFile() {
  const { readFile } = await import(NODE_FILES);
  return (await WebAssembly.instantiate(await readFile(ENGINE))).instance;
}

/** @returns {Promise<WebAssembly.Instance>} */
async function instantiateUrl() {
  const reply = await fetch(ENGINE, { credentials: "same-origin" });
  if (!reply.ok) throw new Error("tessera-core.wasm was not found next to standalone.js.");
  // Browsers compile while they load, but only what is called WebAssembly; many servers don't.
  const isNamed = reply.headers.get("Content-Type")?.trim().toLowerCase() === "application/wasm";
  const source = isNamed
    ? await WebAssembly.instantiateStreaming(reply)
    : await WebAssembly.instantiate(await reply.arrayBuffer());
  return source.instance;
}

const instance = await (ENGINE.protocol === "file:" ? instantiateFile() : instantiateUrl());
const engine = /** @type {Engine} */ (/** @type {unknown} */ (instance.exports));

const { buffer } = engine.memory; // the engine never grows
const memory = new Bytes(buffer);

/** @param {number} length */
const readOutput = (length) => decode(new Bytes(buffer, engine.output(), length));

/** The length of what was written to the engine's input. @param {string} text at most ANSWER_MAX bytes */
function writeInput(text) {
  const encoded = encode(text);
  setBytes(memory, encoded, engine.input());
  return lengthOf(encoded);
}

/** The kinds of challenge by name, in the engine's order. @type {readonly string[]} */
export const KINDS = (() => {
  const names = [];
  for (let length; (length = engine.kind_name(names.length)) > 0;) names.push(readOutput(length));
  return names;
})();

/** What the engine says of a challenge, its answer among it. @typedef {Record<string, any>} Truth */

/** Makes the recipe's challenge the engine's current one. The object that it returns has no prototype, so that a
 * missing member is not looked up in one.
 * @param {Recipe} recipe @param {string} id @returns {Truth} */
function makeCurrent(recipe, id) {
  setBytes(memory, recipe.key, engine.key());
  const kind = KINDS.indexOf(recipe.kind);
  const length = engine.generate(kind >>> 0, recipe.difficulty, recipe.transformCount, 1, writeInput(id), recipe.flags);
  if (length < 0) throw new RangeError(`No challenge "${recipe.kind}" can be made with these options.`);
  return setPrototypeOf(parse(readOutput(length)), null);
}

/** What the engine calls a difficulty: 0 is the default. @param {Difficulty | undefined} difficulty */
export function levelOf(difficulty) {
  const level = difficulty === undefined ? 0 : DIFFICULTIES.indexOf(difficulty) + 1;
  if (difficulty !== undefined && level === 0) throw new RangeError("The difficulty is easy, medium or hard.");
  return level;
}

/**
 * @typedef {object} Wishes
 * @property {Difficulty | undefined} [difficulty]
 * @property {number | undefined} [transformCount]
 * @property {boolean | undefined} [moving]
 * @property {boolean | undefined} [heard]
 * @property {"default" | "seed" | undefined} [profile]
 */

/**
 * A fresh challenge, from 32 bytes of new randomness.
 * @param {string} kind @param {string} id
 * @param {Wishes} [wishes]
 */
export function make(kind, id, { difficulty, transformCount, moving, heard, profile } = {}) {
  if (profile !== undefined && profile !== "default" && profile !== "seed") throw new RangeError("The profile is default or seed.");
  /** @type {Recipe} */
  const recipe = { kind, key: randomBytes(KEY_BYTES), difficulty: levelOf(difficulty), transformCount: transformCount ?? 0,
    flags: (moving ? FLAGS.moving : 0) | (heard ? FLAGS.heard : 0) | (profile === "seed" ? FLAGS.seedLevels : 0) };
  return { recipe, truth: makeCurrent(recipe, id) };
}

/** Whether an answer is right. @param {Recipe} recipe @param {string} answer */
export function verify(recipe, answer) {
  if (lengthOf(encode(answer)) > ANSWER_MAX) return false;
  makeCurrent(recipe, "");
  return engine.verify(writeInput(answer)) === 0;
}

/** What is to be read aloud of a challenge that is heard. @param {Recipe} recipe @param {string} language */
export function speak(recipe, language) {
  makeCurrent(recipe, "");
  const length = engine.speak(writeInput(language.slice(0, 35)));
  if (length < 0) throw new Error("The challenge has nothing to say.");
  return readOutput(length);
}

/** Whether the engine has what is read aloud in a language; else it is English. @param {string} language */
export function speaksIn(language) {
  /** @type {Recipe} */
  const any = { kind: "scene", key: new Bytes(KEY_BYTES), difficulty: 0, transformCount: 0, flags: FLAGS.heard };
  return language === "en" || speak(any, language) !== speak(any, "en");
}

/** A picture, or a part of one, four bytes a pixel. @typedef {{width: number, height: number, pixels: Uint8ClampedArray<ArrayBuffer>}} Raster */

/** A part that takes the place of what was there, and how long it stays. @typedef {Raster & {x: number, y: number, delayMs: number}} Step */

/** @param {number} at */
const byteAt = (at) => /** @type {number} */ (memory[at]);

/** @param {number} at */
const wordAt = (at) => (byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16) | (byteAt(at + 3) << 24)) >>> 0;

/** What the engine says of a step: seven words. @param {number} at @param {Uint32Array} words the colours @returns {Step} */
const stepAt = (at, words) => ({ x: wordAt(at), y: wordAt(at + 4), delayMs: wordAt(at + 16),
  ...rasterAt(words, wordAt(at + 20), wordAt(at + 8), wordAt(at + 12), wordAt(at + 24)) });

/**
 * @param {Uint32Array} words the colours @param {number} at @param {number} width @param {number} height
 * @param {number} scale the side of the square that each of its pixels becomes
 * @returns {Raster}
 */
function rasterAt(words, at, width, height, scale) {
  const pixels = new Words(width * height); // written as 32-bit words, since pictures have half a million pixels
  for (let y = 0, i = 0; y < height; y++) {
    const row = at + ((y - (y % scale)) / scale) * (width / scale);
    for (let x = 0; x < width; x++, i++) pixels[i] = /** @type {number} */ (words[byteAt(row + (x - (x % scale)) / scale)]);
  }
  return { width, height, pixels: new ClampedBytes(bufferOf(pixels)) };
}

/**
 * The picture of a challenge and, for one that moves, the steps that follow.
 * @param {Recipe} recipe
 * @returns {Raster & {delayMs: number, steps: Step[]}}
 */
export function draw(recipe) {
  const { width, height } = makeCurrent(recipe, "").view.image;
  if (engine.draw() !== width * height) throw new Error("The challenge could not be drawn.");
  const colours = new Bytes(4 * 256);
  for (let i = 3; i < 4 * 256; i += 4) colours[i] = 255; // opaque
  const palette = engine.palette();
  for (let i = 0; i < engine.palette_count(); i++) {
    for (let part = 0; part < 3; part++) colours[4 * i + part] = byteAt(palette + 3 * i + part);
  }
  const words = new Words(bufferOf(colours));
  /** @type {Step[]} */
  const steps = bareList();
  for (let i = 0; i < engine.step_count(); i++) steps[i] = stepAt(engine.step(i), words);
  return { ...rasterAt(words, engine.pixels(), width, height, 1), delayMs: engine.delay_ms(), steps };
}
