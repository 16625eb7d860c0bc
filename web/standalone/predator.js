// predator.js: ten predators, of which three are safe to approach.

import { Made, Shown } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */

/** @typedef {Sprite & {isSafe: boolean, isPredator: boolean}} PredatorSprite */
/** @typedef {Challenge & {sprites: PredatorSprite[], correctIndices: number[]}} Predator */

export const predator = spriteKind({ type: "predator", sheets: ["predator", "safe"], columns: 5, narrowColumns: 3, isMany: true });

export class PredatorChallenge extends Shown {
  static type = predator.type;
  /** The sheets that it needs. */
  static sheets = predator.sheets;

  /** @param {Options} [options] @returns {Predator} */
  static generate(options = {}) {
    return new Made(predator, options).publish((truth) => ({
      sprites: spritesOf(truth, (source) => ({ isSafe: source === "safe", isPredator: source === "predator" })),
      correctIndices: /** @type {string} */ (truth.answer).split(",").map(Number),
    }), ({ sprites }) => hooksOf(sprites));
  }
}
