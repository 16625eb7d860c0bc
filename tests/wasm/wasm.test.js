// The WebAssembly module makes the same challenges as the native build: every byte of the JSON, for
// every kind, TESSERA_SEEDS seeds (1,000) and three difficulties; and every pixel of one seed in a hundred.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { kinds } from "../lib/tessera.js";

const SEEDS = Number(process.env.TESSERA_SEEDS ?? 1000);
const DRAWN_EVERY = 100;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NATIVE = "build/plain/tests/wasm/native_lines";
const MODULE = "build/tessera-core.wasm";
const FLAGS = { MOVING: 1, HEARD: 2, SEED_LEVELS: 4 };
const STATUS = { INCORRECT: -1, BAD_ANSWER: -2, BAD_ARGUMENT: -3, UNKNOWN_KIND: -4 };

/** @type {WebAssembly.Module} */
let module;

before(() => {
  execFileSync("make", ["-s", NATIVE, MODULE], { cwd: ROOT, stdio: "inherit" });
  module = new WebAssembly.Module(readFileSync(ROOT + MODULE));
});

/** A fresh engine, with its buffers as functions. */
function start() {
  const wasm = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(wasm.memory.buffer, at, length);
  const write = (/** @type {string} */ text) => {
    const encoded = new TextEncoder().encode(text);
    bytes(wasm.input(), encoded.length).set(encoded);
    return encoded.length;
  };
  return {
    wasm,
    bytes,
    read: (/** @type {number} */ length) => new TextDecoder().decode(bytes(wasm.output(), length)),
    /** @param {number} kind @param {number} difficulty @param {number} count @param {number} truth @param {string} id @param {number} [flags] */
    generate: (kind, difficulty, count, truth, id, flags = 0) => wasm.generate(kind, difficulty, count, truth, write(id), flags),
    verify: (/** @type {string} */ answer) => wasm.verify(write(answer)),
  };
}

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("JSON and pixels equal those of the native build", async () => {
  const { wasm, bytes, read, generate } = start();
  const native = spawn(ROOT + NATIVE, [String(SEEDS), String(DRAWN_EVERY)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => native.on("close", resolve));
  let kind = 0, name = read(wasm.kind_name(0)), seed = 0, difficulty = 1, lines = 0, pictures = 0, unseen = 0, steps = 0;
  for await (const line of createInterface({ input: native.stdout })) {
    const [json, hash] = line.split("\t");
    wasm.key_from_seed(seed, 0);
    const flags = FLAGS.MOVING | (seed % 3 === 1 ? FLAGS.HEARD : 0) | (seed % 5 === 2 ? FLAGS.SEED_LEVELS : 0);
    const length = generate(kind, difficulty, 0, 1, `${name}-${seed}`, flags);
    assert.equal(length > 0 ? read(length) : length, json);
    if (seed % DRAWN_EVERY === 0 && hash) {
      const count = wasm.draw();
      const picture = createHash("sha256")
        .update(bytes(wasm.pixels(), count))
        .update(bytes(wasm.palette(), 3 * wasm.palette_count()));
      for (let i = 0; i < wasm.step_count(); i++) {
        const [, , width = 0, height = 0, , at = 0, scale = 1] = new Uint32Array(wasm.memory.buffer, wasm.step(i), 7);
        picture.update(bytes(at, (width / scale) * (height / scale)));
        steps++;
      }
      assert.equal(picture.digest("hex"), hash, `pixels of ${name}-${seed}, difficulty ${difficulty}`);
      pictures++;
    }
    if (seed % DRAWN_EVERY === 0 && !hash) unseen++;
    lines++;
    if (++difficulty > 3) {
      difficulty = 1;
      if (++seed === SEEDS) {
        seed = 0;
        name = read(wasm.kind_name(++kind));
      }
    }
  }
  assert.equal(await ended, 0);
  assert.equal(lines, 3 * SEEDS * kind);
  assert.equal(pictures + unseen, lines / DRAWN_EVERY);
  assert.ok(unseen > SEEDS / 200 && steps > SEEDS / 100, `${unseen} without a picture, ${steps} steps`);
  assert.equal(wasm.kind_name(kind), 0);
});

test("both halves of a seed count", () => {
  const { wasm, bytes } = start();
  const keys = [[0, 0], [1, 0], [0, 1], [0xffffffff, 0xffffffff]].map(([low, high]) => {
    wasm.key_from_seed(low, high);
    return Buffer.from(bytes(wasm.key(), 32)).toString("hex");
  });
  assert.equal(new Set(keys).size, keys.length);
});

test("a key from outside makes a challenge of its own", () => {
  const { wasm, bytes, read, generate } = start();
  const texts = [1, 2].map((fill) => {
    bytes(wasm.key(), 32).fill(fill);
    return read(generate(0, 0, 0, 0, "x"));
  });
  assert.notEqual(texts[0], texts[1]);
  assert.ok(!texts[0].includes("answer"));
});

/** The number of a kind. @param {ReturnType<typeof start>} engine @param {string} name */
function kindOf({ wasm, read }, name) {
  for (let kind = 0; ; kind++) {
    const length = wasm.kind_name(kind);
    assert.ok(length > 0, `there is a kind ${name}`);
    if (read(length) === name) return kind;
  }
}

test("answers are verified on the last challenge", () => {
  const engine = start();
  const { wasm, read, generate, verify } = engine;
  wasm.key_from_seed(7, 0);
  const truth = JSON.parse(read(generate(kindOf(engine, "puzzle"), 2, 8, 1, "puzzle-7")));
  assert.equal(truth.view.options.length, 8);
  assert.equal(verify(truth.answer), 0);
  assert.equal(verify(`${truth.first},${truth.second}`), 0);
  assert.equal(verify(truth.view.grids.start), STATUS.INCORRECT);
  assert.equal(verify("nonsense"), STATUS.BAD_ANSWER);
});

for (const kind of kinds().filter((name) => !["puzzle", "scene"].includes(name))) { // whose answers may be words
  test(`a selection is verified: ${kind}`, () => {
    const engine = start();
    const { wasm, read, generate, verify } = engine;
    wasm.key_from_seed(7, 0);
    const truth = JSON.parse(read(generate(kindOf(engine, kind), 0, 0, 1, "x", FLAGS.MOVING)));
    assert.equal(verify(truth.answer), 0);
    assert.equal(verify(truth.answer.split(",").reverse().join(" , ")), 0);
    assert.equal(verify(""), STATUS.INCORRECT);
    assert.equal(verify("1000"), STATUS.BAD_ANSWER);
  });
}

test("what cannot be done is told, and leaves no challenge behind", () => {
  const { wasm, generate, verify } = start();
  assert.equal(verify("1"), STATUS.BAD_ARGUMENT);
  assert.equal(wasm.draw(), STATUS.BAD_ARGUMENT);
  assert.equal(generate(99, 0, 0, 0, "x"), STATUS.UNKNOWN_KIND);
  assert.equal(generate(0, 4, 0, 0, "x"), STATUS.BAD_ARGUMENT);
  assert.equal(wasm.generate(0, 0, 0, 0, 513, 0), STATUS.BAD_ARGUMENT);
  assert.equal(wasm.verify(513), STATUS.BAD_ARGUMENT);
  assert.equal(wasm.draw(), STATUS.BAD_ARGUMENT);
});
