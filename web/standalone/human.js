// human.js: one human among 99 items.

import { Made, Shown } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */

/** @typedef {Sprite & {isHuman: boolean}} Square */
/** @typedef {Challenge & {grid: Square[], correctIndex: number}} Human */

export const human = spriteKind({ type: "human", sheets: ["male", "female", "item"], columns: 10 });

export class HumanChallenge extends Shown {
  static type = human.type;
  /** The sheets that it needs. */
  static sheets = human.sheets;

  /** @param {Options} [options] @returns {Human} */
  static generate(options = {}) {
    return new Made(human, options).publish((truth) => ({
      grid: spritesOf(truth, (source) => ({ isHuman: source !== "item" })),
      correctIndex: Number(truth.answer),
    }), ({ grid }) => hooksOf(grid));
  }
}
