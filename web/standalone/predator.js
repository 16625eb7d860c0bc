// predator.js: ten predators, of which three are safe to approach.

import { Made, chosenAnswer, reveal, show, validate } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isSafe: boolean, isPredator: boolean}} PredatorSprite */
/** @typedef {Challenge & {sprites: PredatorSprite[], correctIndices: number[]}} Predator */

export const predator = spriteKind({ type: "predator", sheets: ["predator", "safe"], columns: 5, narrowColumns: 3, isMany: true });

export class PredatorChallenge {
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

  /** @param {Predator} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools);
  }

  /** The indices that are chosen, "1,4,7"; empty where there are none. @param {Predator} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Predator} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Predator} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
