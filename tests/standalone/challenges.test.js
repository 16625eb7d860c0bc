// The challenges' objects, as Node sees them: their members, their answers, and how chance deals them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { countBy, isPlausible, uniform } from "../lib/chance.js";
import { bundleText, loadStandalone } from "../lib/standalone.js";
import { ROOT } from "../lib/tessera.js";
import { solve, wrong } from "../lib/puzzle.js";
import { wordsOf } from "../lib/words.js";

/**
 * The module with a source of chance that the test controls. Bytes are a function of `seed` and of how many were asked for
 * before; words count up from `word`. `keys` has what the engine made its challenges from.
 * @param {string} name of this copy of the module
 */
async function loadWithKnownChance(name) {
  /** @type {{word: number, seed: number, calls: number, given: string[], keys: string[]}} */
  const chance = { word: 0, seed: 0, calls: 0, given: [], keys: [] };
  const { instantiate } = WebAssembly;
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  const getRandomValues = (/** @type {Uint8Array | Uint32Array} */ array) => {
    if (array instanceof Uint32Array) return array.fill(chance.word++);
    for (let at = 0; at < array.length; at += 32) {
      array.set(createHash("sha256").update(`${chance.seed} ${chance.calls++}`).digest().subarray(0, array.length - at), at);
    }
    chance.given.push(Buffer.from(array).toString("hex"));
    return array;
  };
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
  WebAssembly.instantiate = /** @type {any} */ (async (/** @type {BufferSource} */ source) => {
    const engine = /** @type {any} */ ((await instantiate(source)).instance.exports);
    const generate = (/** @type {number[]} */ ...given) => {
      chance.keys.push(Buffer.from(engine.memory.buffer, engine.key(), 32).toString("hex"));
      return engine.generate(...given);
    };
    return { instance: { exports: { ...engine, generate } } };
  });
  try {
    return { chance, known: await loadStandalone(name) };
  } finally {
    WebAssembly.instantiate = instantiate;
    if (real) Object.defineProperty(globalThis, "crypto", real);
    else Reflect.deleteProperty(globalThis, "crypto");
  }
}

/** Its challenges are the same in every run, so what is counted here cannot fail by chance.
 * @type {import("../lib/standalone.js").Standalone} */
let standalone;
before(async () => ({ known: standalone } = await loadWithKnownChance("fixed-seed")));

/** @param {number} count */
const upTo = (count) => Array.from({ length: count }, (_, index) => index);

/** @template T @param {number} count @param {() => T} make */
const many = (count, make) => upTo(count).map(make);

const FAMILIES = [
  ["▲", "▶", "▼", "◀"], // SPA-1-2
  ["┌", "┐", "┘", "└"], // SPA-1-3
  ["◤", "◥", "◢", "◣"], // SPA-1-4
  ["↥", "↦", "↧", "↤"], // SPA-1-5
];
const SYMMETRIC = ["●", "■"]; // SPA-1-6

/** Members that every kind has. @param {{id: string, type: string, answer: string, instructions: string, timeLimit: number}} challenge @param {string} type @param {number} timeLimit */
function assertCommon(challenge, type, timeLimit) {
  assert.equal(challenge.type, type);
  assert.match(challenge.id, new RegExp(`^${type}-\\d{13,}$`));
  assert.equal(challenge.timeLimit, timeLimit);
  assert.equal(typeof challenge.answer, "string");
}

test("identifiers are the type and a moment, and never the same", () => {
  // SPA-2-8, PRE-8.3-2, HUM-8.3-2
  const { SpatialChallenge, PredatorChallenge, HumanChallenge } = standalone;
  const start = Date.now();
  const ids = [SpatialChallenge, PredatorChallenge, HumanChallenge].flatMap((kind) =>
    many(100, () => kind.generate().id));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) {
    const moment = Number(id.split("-")[1]);
    assert.ok(moment >= start && moment < Date.now() + 1000, id);
  }
});

test("each kind is a class with these static methods", () => {
  // SPA-8-1, PRE-8.2-1, HUM-8.2-1; what they do is shown in tests/browser/standalone.test.js
  for (const name of ["Spatial", "Predator", "Human", "Emotions", "Puzzle", "Scene", "Hidden"]) {
    const kind = /** @type {any} */ (standalone)[`${name}Challenge`];
    for (const method of ["generate", "render", "getAnswer", "revealAnswer", "validate"]) {
      assert.equal(typeof kind[method], "function", `${name}Challenge.${method}`);
    }
    const { generate } = kind; // also when it is passed on by itself
    assert.equal(generate().type, name.toLowerCase());
  }
  assert.equal(typeof standalone.SpriteLoader, "function"); // PRE-8.1-1
  assert.equal(typeof standalone.Captcha, "function");
});

test("the objects have the members that are asked for, and no others", () => {
  const common = ["answer", "id", "instructions", "ready", "timeLimit", "type"];
  for (const [challenge, own] of /** @type {const} */ ([
    [standalone.SpatialChallenge.generate(), ["correctIndex", "isClockwise", "options", "targetRotation", "targetShape"]], // SPA-2-7
    [standalone.PredatorChallenge.generate(), ["correctIndices", "sprites"]], // PRE-8.3-1
    [standalone.HumanChallenge.generate(), ["correctIndex", "grid"]], // HUM-8.3-1
    [standalone.EmotionsChallenge.generate(), ["correctIndex", "emotion", "sprites"]],
    [standalone.PuzzleChallenge.generate(), ["first", "grids", "options", "second"]],
    [standalone.SceneChallenge.generate(), ["correctIndex", "options", "prompt"]],
    [standalone.HiddenChallenge.generate(), ["correctIndex", "options", "shape"]],
  ])) {
    assert.deepEqual(Object.keys(challenge).sort(), [...common, ...own].sort());
  }
});

// ------------------------------------------------------------------- spatial

test("spatial: the object", () => {
  const { SpatialChallenge } = standalone; // SPA-8-8: outside a browser, too
  for (const challenge of many(500, () => SpatialChallenge.generate())) {
    assertCommon(challenge, "spatial", 60); // SPA-2-9, SPA-2-17
    const { targetShape, targetRotation, isClockwise, options, correctIndex, answer, instructions } = challenge;
    assert.ok([...FAMILIES.flat(), ...SYMMETRIC].includes(targetShape)); // SPA-2-10, SPA-1-10
    assert.ok([0, 90, 180, 270].includes(targetRotation)); // SPA-1-7, SPA-2-11
    assert.equal(typeof isClockwise, "boolean"); // SPA-2-12
    assert.equal(options.length, 4); // SPA-2-13
    for (const option of options) {
      assert.deepEqual(Object.keys(option).sort(), ["correct", "rotation", "shape"]);
      assert.equal(option.rotation, targetRotation); // SPA-2-1, SPA-1-9
    }
    assert.deepEqual(options.map(({ correct }, index) => (correct ? index : -1)).filter((i) => i >= 0), [correctIndex]); // SPA-2-14
    assert.equal(options.filter(({ shape }) => shape === targetShape).length, 1); // SPA-2-5
    assert.equal(options[correctIndex].shape, targetShape);
    assert.equal(new Set(options.map(({ shape }) => shape)).size, 4); // SPA-9-4, R3
    assert.equal(answer, String(correctIndex)); // SPA-2-15, SPA-5-1
    // SPA-2-16, SPA-3-8
    assert.equal(instructions, `Select the shape ${targetShape} rotated ${targetRotation}° ${isClockwise ? "clockwise" : "anticlockwise"}.`);
    const shapes = options.map(({ shape }) => shape).sort().join();
    if (!SYMMETRIC.includes(targetShape)) {
      assert.ok(FAMILIES.some((family) => [...family].sort().join() === shapes)); // SPA-2-3, SPA-1-1, SPA-1-12
    } else {
      assert.ok(options.every(({ shape, correct }) => correct || FAMILIES.flat().includes(shape))); // SPA-2-4
    }
  }
});

test("spatial: only the option that is right is right", () => {
  const { SpatialChallenge } = standalone;
  for (const challenge of many(50, () => SpatialChallenge.generate())) {
    const right = upTo(4).filter((index) => SpatialChallenge.validate(challenge, String(index)));
    assert.deepEqual(right, [challenge.correctIndex]); // SPA-5-2
    assert.equal(SpatialChallenge.validate(challenge, ""), false); // SPA-5-3
    assert.equal(SpatialChallenge.validate(challenge, "0,1,2,3"), false);
  }
});

test("spatial: chance is fair", () => {
  const drawn = many(4000, () => standalone.SpatialChallenge.generate());
  const normal = drawn.filter(({ targetShape }) => !SYMMETRIC.includes(targetShape));
  assert.ok(isPlausible({ normal: normal.length, symmetric: drawn.length - normal.length },
    { normal: 0.9, symmetric: 0.1 })); // SPA-2-2
  assert.ok(isPlausible(countBy(drawn, ({ isClockwise }) => isClockwise), uniform(["true", "false"]))); // SPA-1-8
  assert.ok(isPlausible(countBy(drawn, ({ targetRotation }) => targetRotation), uniform([0, 90, 180, 270]))); // SPA-9-2
  assert.ok(isPlausible(countBy(normal, ({ targetShape }) => targetShape), uniform(FAMILIES.flat()))); // SPA-9-1
  assert.ok(isPlausible(countBy(drawn, ({ correctIndex }) => correctIndex), uniform([0, 1, 2, 3]))); // SPA-2-6, SPA-9-3
  const triangles = normal.filter(({ options }) => options.some(({ shape }) => shape === "▲"));
  assert.ok(isPlausible(countBy(triangles, ({ options }) => options.findIndex(({ shape }) => shape === "▲")),
    uniform([0, 1, 2, 3]))); // SPA-9-3
});

test("spatial, hard: eight positions of a figure", () => {
  const { SpatialChallenge } = standalone;
  for (const challenge of many(20, () => SpatialChallenge.generate({ difficulty: "hard" }))) {
    assertCommon(challenge, "spatial", 60);
    assert.equal(challenge.options.length, 8);
    assert.equal(new Set(challenge.options.map(({ shape, rotation }) => shape + rotation)).size, 8);
    assert.match(challenge.instructions, new RegExp(` turned ${challenge.targetRotation}° (anti)?clockwise$`)); // SPA-3-8
    assert.ok(SpatialChallenge.validate(challenge, challenge.answer));
  }
});

// ------------------------------------------------------------------ predator

test("predator: the object", () => {
  const { PredatorChallenge } = standalone;
  for (const challenge of many(500, () => PredatorChallenge.generate())) {
    assertCommon(challenge, "predator", 75); // PRE-8.3-3, PRE-6.1-2, PRE-6.2-1, PRE-8.3-8
    assert.equal(challenge.instructions, "Click on the predators that are safe to approach."); // PRE-3.2-1, PRE-8.3-7
    const { sprites, correctIndices, answer } = challenge;
    assert.equal(sprites.length, 10); // PRE-2.2-1, PRE-2.1-3
    const safe = sprites.filter(({ isSafe }) => isSafe); // PRE-2.2-2
    const predators = sprites.filter(({ isPredator }) => isPredator); // PRE-2.2-3
    assert.deepEqual([safe.length, predators.length], [3, 7]); // PRE-2.1-1, PRE-2.1-2
    for (const group of [safe, predators]) {
      assert.equal(new Set(group.map(({ spriteIndex }) => spriteIndex)).size, group.length);
    }
    for (const { sprite, spriteSource, spriteIndex, isSafe, selected } of sprites) {
      assert.equal(spriteSource, isSafe ? "safe" : "predator");
      assert.ok(Number.isInteger(spriteIndex) && spriteIndex >= 0 && spriteIndex < 16);
      assert.deepEqual(sprite, { sheet: spriteSource, place: spriteIndex });
      assert.equal(selected, false); // PRE-8.3-4
    }
    assert.equal(new Set(sprites.map(({ id }) => id)).size, 10); // PRE-2.2-4
    assert.deepEqual(correctIndices, upTo(10).filter((index) => sprites[index].isSafe)); // PRE-8.3-5, PRE-5.1-2, PRE-5.1-3
    assert.equal(answer, correctIndices.join(",")); // PRE-8.3-6, PRE-5.1-1, PRE-5.1-4
  }
});

test("predator: what is right and what is not", () => {
  const { PredatorChallenge } = standalone;
  for (const challenge of many(50, () => PredatorChallenge.generate())) {
    const [a, b, c] = challenge.correctIndices;
    const others = upTo(10).filter((index) => !challenge.correctIndices.includes(index));
    const isRight = (/** @type {string} */ answer) => PredatorChallenge.validate(challenge, answer);
    assert.ok(isRight(`${a},${b},${c}`)); // PRE-5.2-1, PRE-5.2-2
    for (const order of [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]]) {
      assert.ok(isRight(order.join(","))); // PRE-5.2-3, PRE-5.3-1, PRE-5.1-5
    }
    assert.ok(isRight(` ${c} , ${a},${b} `)); // PRE-5.3-3, PRE-5.3-4
    assert.ok(!isRight(`${a},${b},${c},${others[0]}`)); // PRE-5.2-5
    assert.ok(!isRight(`${a},${b}`)); // PRE-5.2-6, PRE-5.2-8
    assert.ok(!isRight(`${a},${b},${others[0]}`)); // PRE-5.2-7
    assert.ok(!isRight(upTo(10).join(","))); // PRE-5.2-4
    assert.ok(!isRight(`${a},${a},${b},${c}`));
    assert.ok(!isRight("")); // PRE-5.3-2
    assert.ok(!isRight("nonsense"));
    assert.ok(!isRight("9".repeat(10_000)));
  }
});

test("predator: chance is fair", () => {
  const drawn = many(3000, () => standalone.PredatorChallenge.generate()); // PRE-2.1-5, PRE-S-1
  const sprites = drawn.flatMap((challenge) => challenge.sprites);
  for (const source of ["safe", "predator"]) {
    const places = sprites.filter(({ spriteSource }) => spriteSource === source);
    assert.ok(isPlausible(countBy(places, ({ spriteIndex }) => spriteIndex), uniform(upTo(16))), source);
  }
  const first = drawn.map(({ correctIndices }) => correctIndices).flat();
  assert.ok(isPlausible(countBy(first, String), uniform(upTo(10)))); // PRE-2.1-4
  // What stands beside what: how far apart on their sheet the first two of a sheet are (never 0, as none comes twice), and
  // how far apart the first of each. Species that are always neighbours would come as often as any others.
  const stepsOf = (/** @type {(sprites: typeof drawn[0]["sprites"]) => typeof drawn[0]["sprites"]} */ pairOf) =>
    countBy(drawn.map(({ sprites }) => pairOf(sprites)), ([one, other]) => (other.spriteIndex - one.spriteIndex + 16) % 16);
  for (const source of ["safe", "predator"]) {
    const steps = stepsOf((all) => all.filter(({ spriteSource }) => spriteSource === source));
    assert.ok(isPlausible(steps, uniform(upTo(16).slice(1))), `${source}: ${JSON.stringify(steps)}`);
  }
  const across = stepsOf((all) => ["safe", "predator"].map((source) => all.filter(({ spriteSource }) => spriteSource === source)[0]));
  assert.ok(isPlausible(across, uniform(upTo(16))), JSON.stringify(across));
});

// --------------------------------------------------------------------- human

test("human: the object", () => {
  const { HumanChallenge } = standalone;
  for (const challenge of many(300, () => HumanChallenge.generate())) {
    assertCommon(challenge, "human", 90); // HUM-8.3-3, HUM-6.1-2, HUM-6.2-1, HUM-8.3-12
    assert.equal(challenge.instructions, "Select the human"); // HUM-3.2-1, HUM-8.3-11
    const { grid, correctIndex, answer } = challenge;
    assert.equal(grid.length, 100); // HUM-2.1-1, HUM-2.4-1, HUM-8.3-4
    assert.deepEqual(upTo(100).filter((index) => grid[index].isHuman), [correctIndex]); // HUM-2.1-2, HUM-8.3-9, HUM-2.2-4, HUM-2.4-2
    for (const { sprite, isHuman, spriteSource, spriteIndex } of grid) { // HUM-2.4-3, HUM-8.3-5, HUM-8.3-6
      assert.ok(isHuman ? ["male", "female"].includes(spriteSource) : spriteSource === "item"); // HUM-2.1-3, HUM-2.3-4, HUM-8.3-7
      assert.ok(Number.isInteger(spriteIndex) && spriteIndex >= 0 && spriteIndex < 16); // HUM-8.3-8
      assert.deepEqual(sprite, { sheet: spriteSource, place: spriteIndex });
    }
    assert.equal(new Set(grid.map(({ id }) => id)).size, 100); // HUM-2.4-4
    assert.equal(answer, String(correctIndex)); // HUM-8.3-10, HUM-5.1-1, HUM-5.1-2, HUM-5.1-3, HUM-5.1-4
  }
});

test("human: what is right and what is not", () => {
  const { HumanChallenge } = standalone;
  for (const challenge of many(20, () => HumanChallenge.generate())) {
    const isRight = (/** @type {string} */ answer) => HumanChallenge.validate(challenge, answer);
    assert.deepEqual(upTo(100).filter((index) => isRight(String(index))), [challenge.correctIndex]); // HUM-5.2-1, HUM-5.2-2, HUM-5.2-7
    assert.ok(isRight(` ${challenge.correctIndex} `)); // HUM-5.3-3, HUM-5.3-1, HUM-5.1-5
    const other = (challenge.correctIndex + 1) % 100;
    for (const answer of [`${challenge.correctIndex},${other}`, `${other},${challenge.correctIndex}`]) {
      assert.ok(!isRight(answer)); // HUM-5.2-3, HUM-5.2-4, HUM-5.2-5
    }
    assert.ok(!isRight("")); // HUM-5.2-6, HUM-5.3-2
    for (const nonsense of ["100", "-1", "1.5", "one", "٣"]) assert.ok(!isRight(nonsense)); // HUM-5.3-4
  }
});

test("human: chance is fair", () => {
  const drawn = many(4000, () => standalone.HumanChallenge.generate()); // HUM-S-1
  const humans = drawn.map(({ grid, correctIndex }) => grid[correctIndex]);
  assert.ok(isPlausible(countBy(humans, ({ spriteSource }) => spriteSource), { female: 0.55, male: 0.45 })); // HUM-2.2-1, HUM-2.2-2, HUM-S-5
  assert.ok(isPlausible(countBy(humans, ({ spriteIndex }) => spriteIndex), uniform(upTo(16)))); // HUM-2.2-3
  assert.ok(isPlausible(countBy(drawn, ({ correctIndex }) => correctIndex), uniform(upTo(100)))); // HUM-2.1-4, HUM-2.1-5
});

test("human: each item is picked by itself", () => {
  // HUM-2.3-1, HUM-2.3-2, HUM-2.3-3. An easy grid has no items that look human: those have four places of their own on the
  // sheet. The others have 12, and where each is picked by itself, all steps from one square to the next are equally likely,
  // among them the step of 0: the same item again.
  const drawn = many(300, () => standalone.HumanChallenge.generate({ difficulty: "easy" }));
  for (const apart of [1, 2, 10]) { // in the row, and in the column
    const pairs = drawn.flatMap(({ grid }) => upTo(100 - apart).map((index) => [grid[index], grid[index + apart]]))
      .filter((pair) => pair.every(({ isHuman }) => !isHuman));
    const steps = countBy(pairs, ([one, other]) => (other.spriteIndex - one.spriteIndex + 12) % 12);
    assert.ok(isPlausible(steps, uniform(upTo(12))), `${apart} apart: ${JSON.stringify(steps)}`);
  }
  // How often one place comes in a grid: as often as 99 throws of a die with 12 sides have it.
  const copies = countBy(drawn, ({ grid }) => Math.min(13, Math.max(4, grid.filter(({ isHuman, spriteIndex }) => !isHuman && spriteIndex === 5).length)));
  /** @type {Record<string, number>} */
  const expected = {};
  for (let count = 0, share = (11 / 12) ** 99; count <= 99; share *= (99 - count) / (count + 1) / 11, count++) {
    const name = Math.min(13, Math.max(4, count));
    expected[name] = (expected[name] ?? 0) + share;
  }
  assert.ok(isPlausible(copies, expected), JSON.stringify(copies));
  const mixed = countBy(many(100, () => standalone.HumanChallenge.generate()).flatMap(({ grid }) => grid.filter(({ isHuman }) => !isHuman)),
    ({ spriteIndex }) => spriteIndex);
  assert.equal(Object.keys(mixed).length, 16); // at medium, those that look human as well
});

// ------------------------------------------------------------------ emotions

test("emotions: the object, and what is right", () => {
  const { EmotionsChallenge } = standalone;
  const drawn = many(1000, () => EmotionsChallenge.generate());
  for (const challenge of drawn) {
    assertCommon(challenge, "emotions", 60);
    const { sprites, correctIndex, emotion, instructions, answer } = challenge;
    assert.equal(sprites.length, 16);
    assert.equal(instructions, `Select the face that looks ${wordsOf("en")[emotion]}`);
    assert.deepEqual(upTo(16).filter((index) => sprites[index].isTarget), [correctIndex]);
    assert.equal(sprites.filter(({ spriteIndex }) => spriteIndex === sprites[correctIndex].spriteIndex).length, 1);
    assert.ok(sprites.every(({ spriteSource }) => ["male", "female"].includes(spriteSource)));
    assert.equal(answer, String(correctIndex));
  }
  for (const challenge of drawn.slice(0, 20)) {
    assert.deepEqual(upTo(16).filter((index) => EmotionsChallenge.validate(challenge, String(index))), [challenge.correctIndex]);
    assert.ok(!EmotionsChallenge.validate(challenge, ""));
  }
  assert.equal(new Set(drawn.map(({ emotion }) => emotion)).size, 16);
  assert.ok(isPlausible(countBy(drawn.flatMap(({ sprites }) => sprites), ({ spriteSource }) => spriteSource), uniform(["male", "female"])));
  assert.ok(isPlausible(countBy(drawn, ({ correctIndex }) => correctIndex), uniform(upTo(16))));
});

// -------------------------------------------------------------------- puzzle

test("puzzle: the object, and what is right", () => {
  const { PuzzleChallenge } = standalone;
  for (const challenge of many(50, () => PuzzleChallenge.generate())) {
    assertCommon(challenge, "puzzle", 300);
    const { grids, options, answer, first, second } = challenge;
    assert.equal(options.length, 6);
    assert.equal(solve({ options, grids }), answer);
    assert.ok(PuzzleChallenge.validate(challenge, answer));
    assert.ok(PuzzleChallenge.validate(challenge, `${first},${second}`));
    assert.ok(!PuzzleChallenge.validate(challenge, wrong(answer)));
    assert.ok(!PuzzleChallenge.validate(challenge, ""));
  }
  assert.equal(PuzzleChallenge.generate({ transformCount: 8 }).options.length, 8);
});

// --------------------------------------------------------------------- scene

/** The questions of each level, and whether their options are words. @type {Record<"easy" | "medium" | "hard", Record<string, boolean>>} */
const QUESTIONS = {
  easy: { turn: true, polycube: false, sun: false, net: false }, // S3D-8: none that hides a part of an object
  medium: { turn: true, behind: true, viewer: true, polycube: false, sun: false, net: false, motion: true },
  hard: { turn: true, behind: true, visible: true, viewer: true, polycube: false, sun: false, net: false, motion: true },
};
const NUMBERS = ["visible", "motion"];
const SOLIDS = ["ball", "cone", "cube", "cylinder", "pyramid", "ring"];

for (const [difficulty, questions] of Object.entries(QUESTIONS)) {
  test(`scene, ${difficulty}: the object, and what is right`, () => {
    const { SceneChallenge } = standalone;
    // The rarest question comes once in eight times: 200 scenes leave one out once in 10^10 runs.
    const drawn = many(200, () => SceneChallenge.generate({ difficulty: /** @type {any} */ (difficulty) })); /* S3D-5 */
    assert.deepEqual([...new Set(drawn.map(({ prompt }) => prompt.question))].sort(), Object.keys(questions).sort());
    for (const challenge of drawn) {
      assertCommon(challenge, "scene", 60);
      const { prompt, options, correctIndex, answer, instructions } = challenge;
      assert.equal(answer, String(correctIndex));
      assert.equal(options !== null, questions[prompt.question], prompt.question);
      assert.match(instructions, /\?/);
      if (prompt.rotation) assert.ok(instructions.includes(`${prompt.rotation}° ${prompt.clockwise ? "clockwise" : "anticlockwise"}`));
      if (prompt.side) assert.ok(instructions.endsWith(`its ${prompt.side}?`));
      if (options && !NUMBERS.includes(prompt.question)) {
        assert.equal(new Set(options).size, 6);
        assert.ok(options.every((word) => [...SOLIDS, "nothing"].includes(word)), options.join());
        if (prompt.reference) assert.ok(!options.includes(prompt.reference) && instructions.endsWith(`behind the ${prompt.reference}?`));
      }
    }
    for (const challenge of drawn.slice(0, 30)) {
      const { options, correctIndex } = challenge;
      const isRight = (/** @type {string} */ answer) => SceneChallenge.validate(challenge, answer);
      assert.deepEqual(upTo(6).filter((index) => isRight(String(index))), [correctIndex]); /* S3D-4: by the scene alone */
      for (const nonsense of ["", "6", "0,1", "-1", "teapot"]) assert.ok(!isRight(nonsense), nonsense);
      if (options && !NUMBERS.includes(challenge.prompt.question)) {
        assert.deepEqual(options.filter((word) => isRight(` ${word.toUpperCase()} `)), [options[correctIndex]]);
      }
    }
    assert.ok(isPlausible(countBy(drawn, ({ correctIndex }) => correctIndex), uniform(upTo(6))));
  });
}

// -------------------------------------------------------------------- hidden

test("hidden: the object, and what is right", () => {
  const { HiddenChallenge } = standalone;
  const drawn = many(600, () => HiddenChallenge.generate());
  for (const challenge of drawn) {
    assertCommon(challenge, "hidden", 90);
    const { options, shape, correctIndex, answer, instructions } = challenge;
    assert.equal(answer, String(correctIndex));
    assert.equal(new Set(options).size, 12);
    assert.equal(options[correctIndex], shape);
    assert.equal(instructions, "What hides in the moving dots?");
  }
  for (const challenge of drawn.slice(0, 20)) {
    const isRight = (/** @type {string} */ answer) => HiddenChallenge.validate(challenge, answer);
    assert.deepEqual(upTo(12).filter((index) => isRight(String(index))), [challenge.correctIndex]);
    for (const nonsense of ["", "12", "0,1", "-1", challenge.shape]) assert.ok(!isRight(nonsense), nonsense);
  }
  assert.ok(isPlausible(countBy(drawn, ({ correctIndex }) => correctIndex), uniform(upTo(12))));
  for (const difficulty of /** @type {const} */ (["easy", "medium", "hard"])) assert.equal(HiddenChallenge.generate({ difficulty }).timeLimit, 90);
});

// ----------------------------------------------------------------- all kinds

test("challenges keep apart: each is verified by itself, whenever", () => {
  const { SpatialChallenge, HumanChallenge, PuzzleChallenge } = standalone;
  const drawn = [SpatialChallenge, HumanChallenge, PuzzleChallenge].flatMap((kind) =>
    many(5, () => ({ kind, challenge: /** @type {any} */ (kind.generate()) })));
  for (const { kind, challenge } of drawn.reverse()) assert.ok(kind.validate(challenge, challenge.answer));
});

test("levels are known, and nothing else", () => {
  for (const difficulty of /** @type {const} */ (["easy", "medium", "hard"])) {
    assert.equal(standalone.PredatorChallenge.generate({ difficulty }).sprites.length, 10);
  }
  assert.throws(() => standalone.HumanChallenge.generate({ difficulty: /** @type {any} */ ("mean") }), RangeError);
});

test("what has no page is handled", () => {
  const kinds = /** @type {any[]} */ ([standalone.SpatialChallenge, standalone.PredatorChallenge, standalone.HumanChallenge,
    standalone.EmotionsChallenge, standalone.PuzzleChallenge, standalone.SceneChallenge,
    standalone.HiddenChallenge]);
  for (const kind of kinds) {
    const challenge = kind.generate();
    assert.equal(kind.render(challenge, null), null); // SPA-8-7
    assert.equal(kind.getAnswer(challenge), "");
    assert.equal(kind.revealAnswer(challenge, null), undefined);
    assert.throws(() => kind.validate({ ...challenge }, challenge.answer), TypeError); // a copy is none of ours
  }
});

test("all chance is cryptographic, and there is no other", async () => {
  // R2, R4, SPA-8-6, SPA-S-3, PRE-S-3, HUM-S-3
  const { chance, known } = await loadWithKnownChance("known-chance");
  for (const name of ["Spatial", "Predator", "Human", "Emotions", "Puzzle", "Scene", "Hidden"]) {
    const kind = /** @type {any} */ (known)[`${name}Challenge`];
    const make = (/** @type {number} */ seed) => {
      Object.assign(chance, { seed, calls: 0, given: [], keys: [] });
      const made = kind.generate();
      assert.equal(chance.given.length, 1, `${name}: randomness is drawn once`);
      assert.match(chance.given[0], /^[0-9a-f]{64}$/, `${name}: 256 bits`);
      // All 256 bits reach the engine. tests/unit/challenge/test_sprites.c shows that each of them changes the challenge.
      assert.deepEqual(chance.keys, chance.given, name);
      assert.ok(kind.validate(made, made.answer));
      assert.deepEqual(new Set(chance.keys), new Set(chance.given), `${name}: it is verified by the same key`);
      return JSON.stringify(made).replaceAll(made.id, "");
    };
    const all = upTo(20).map(make);
    assert.deepEqual(upTo(20).map(make), all, name); // all of it comes from there: not from a clock, nor from Math.random
    assert.ok(new Set(all).size > 10, name); // a scene's object tells little of it
  }
});

test("so is how long a session is", async () => {
  const { chance, known } = await loadWithKnownChance("known-words");
  for (const [index, rounds] of known.ROUNDS.entries()) {
    chance.word = index;
    const session = new known.Session();
    for (let round = 1; round <= rounds; round++) assert.equal(session.countRightAnswer(3000) !== null, round === rounds);
  }
});

test("no other source of chance is in the module", () => {
  assert.doesNotMatch(bundleText(), /Math\.random|randomUUID|crypto\.subtle/);
});

test("nothing is asked of anybody else", () => {
  // SPA-S-1, PRE-8.4-3, PRE-8.4-4, HUM-8.4-3, HUM-8.4-4
  assert.doesNotMatch(bundleText(), /https?:\/\/(?!www\.w3\.org\/)/);
});

test("sheets are for browsers; elsewhere that is said", async () => {
  const { SpriteLoader, SpriteError } = standalone;
  await assert.rejects(new SpriteLoader().loadSheet("item"),
    (error) => error instanceof SpriteError && error.code === "no-browser");
  const loader = new SpriteLoader({ base: "https://pictures.example/mine" });
  assert.deepEqual(["predator", "safe", "male", "female", "item"].map((name) => loader.urlOf(name)), [
    "https://pictures.example/mine/predator_sprites.png", // PRE-1.2-1
    "https://pictures.example/mine/safe_sprites.png", // PRE-1.2-2
    "https://pictures.example/mine/emotion_male_sprites.png", // HUM-1.2-1
    "https://pictures.example/mine/emotion_female_sprites.png", // HUM-1.2-2
    "https://pictures.example/mine/item_sprites.png", // HUM-1.2-3
  ]);
});

test("sprites have the members that the docs list", () => { // PRE-8.3-4, HUM-8.3-4
  const [, table = ""] = readFileSync(join(ROOT, "docs/standalone.md"), "utf8").split("\n| member of a sprite | |\n");
  const rows = table.split("\n\n")[0].split("\n").slice(1).map((row) => row.split("|"));
  /** The members of a type. @param {string} type */
  const listed = (type) => rows.filter(([, , what]) => !what.includes(" only") || what.includes(`of \`${type}\` only`))
    .flatMap(([, names]) => [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)).sort();
  const { PredatorChallenge, HumanChallenge, EmotionsChallenge } = standalone;
  for (const [type, sprites] of Object.entries({ predator: PredatorChallenge.generate().sprites, human: HumanChallenge.generate().grid,
    emotions: EmotionsChallenge.generate().sprites })) {
    for (const sprite of sprites) assert.deepEqual(Object.keys(sprite).sort(), listed(type));
  }
});
