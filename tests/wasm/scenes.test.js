// What the WebAssembly module draws of scenes looks as stored in scenes, which tests/unit/draw/test_scene_pictures.c
// makes (`make scenes`) and compares with the native build in the same way.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readPng } from "../lib/png.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODULE = "build/tessera-core.wasm";
const FOLDER = `${ROOT}tests/scenes/`;
const LEVELS = ["easy", "medium", "hard"];
const SEEDS_MAX = 2000;
const SHRINK = 5;
// The limits of the native test; it tells why.
const PLAIN_DIFFERENCE = 16;
const PLAIN_SHARE_MOST = 0.001;
const MEAN_MOST = 0.25;

/** @typedef {{width: number, height: number, colours: Uint8Array}} Picture */

/** @type {any} */
let wasm;
/** @type {number} */
let scene;
const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(wasm.memory.buffer, at, length);
const read = (/** @type {number} */ length) => new TextDecoder().decode(bytes(wasm.output(), length));

before(() => {
  execFileSync("make", ["-s", MODULE], { cwd: ROOT, stdio: "inherit" });
  wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(ROOT + MODULE))).exports;
  for (scene = 0; read(wasm.kind_name(scene)) !== "scene"; scene++) assert.ok(wasm.kind_name(scene) > 0);
});

const MOVING = 1; // the flag that asks for what moves

/** Makes the first seed's challenge that asks this question. @param {string} question @param {string} level */
function find(question, level) {
  for (let seed = 0; seed < SEEDS_MAX; seed++) {
    wasm.key_from_seed(seed, 0);
    const { view } = JSON.parse(read(wasm.generate(scene, LEVELS.indexOf(level) + 1, 0, 0, 0, question === "motion" ? MOVING : 0)));
    if (view.prompt.question === question) return view.image;
  }
  return assert.fail(`no seed asks ${question} at level ${level}`);
}

/** Draws what was found, shrunk by averaging. @param {{width: number, height: number}} size @returns {Picture} */
function draw(size) {
  const count = wasm.draw();
  assert.equal(count, size.width * size.height);
  const pixels = bytes(wasm.pixels(), count);
  const palette = bytes(wasm.palette(), 3 * wasm.palette_count());
  const [width, height] = [Math.floor(size.width / SHRINK), Math.floor(size.height / SHRINK)];
  const sums = new Float64Array(3 * width * height);
  for (let y = 0; y < height * SHRINK; y++) {
    for (let x = 0; x < width * SHRINK; x++) {
      const to = 3 * (Math.floor(y / SHRINK) * width + Math.floor(x / SHRINK));
      for (let channel = 0; channel < 3; channel++) sums[to + channel] += palette[3 * pixels[y * size.width + x] + channel];
    }
  }
  return { width, height, colours: Uint8Array.from(sums, (sum) => Math.floor((sum + (SHRINK * SHRINK) / 2) / (SHRINK * SHRINK))) };
}

/** @param {Picture} a @param {Picture} b */
function isAlike(a, b) {
  assert.deepEqual([a.width, a.height], [b.width, b.height]);
  const off = a.colours.map((value, index) => Math.abs(value - b.colours[index]));
  const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
  let plain = 0;
  for (let i = 0; i < off.length; i += 3) plain += Number(Math.max(off[i], off[i + 1], off[i + 2]) > PLAIN_DIFFERENCE);
  return mean <= MEAN_MOST && plain / (off.length / 3) <= PLAIN_SHARE_MOST;
}

const stored = readdirSync(FOLDER);

test("there is a picture of each question that is shown, at each level", () => {
  assert.equal(stored.length, 19);
});

for (const name of stored) {
  const [question, level] = name.replace(".png", "").split("-");
  test(`${question}, ${level}: as stored`, () => { // S3D-3
    const drawn = draw(find(question, level));
    const kept = readPng(readFileSync(FOLDER + name));
    assert.ok(isAlike(drawn, kept), name);
    // A square of other colours, a hundredth of the picture, is found.
    const spot = { ...drawn, colours: Uint8Array.from(drawn.colours, (value, index) => {
      const [x, y] = [Math.floor(index / 3) % drawn.width, Math.floor(index / 3 / drawn.width)];
      return x >= 60 && x < 72 && y >= 40 && y < 52 ? value ^ 32 : value;
    }) };
    assert.ok(!isAlike(spot, kept), "a change is found");
  });
}
