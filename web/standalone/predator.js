// predator.js: ten predators, of which three are safe to approach.

import { indicesOf, validate } from "./challenge.js";
import { chosenAnswer, generateOfSprites, renderSprites, reveal, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./sprite-grid.js").Sprite & {isSafe: boolean, isPredator: boolean}} PredatorSprite */
/**
 * @typedef {import("./challenge.js").Challenge & {sprites: PredatorSprite[], correctIndices: number[]}} Predator
 */

export class PredatorChallenge {
  static type = "predator";

  /** @param {import("./challenge.js").Options} [options] @returns {Predator} */
  static generate(options = {}) {
    return generateOfSprites("predator", options, (truth) => ({
      sprites: spritesOf(truth, (source) => ({ isSafe: source === "safe", isPredator: source === "predator" })),
      correctIndices: indicesOf(truth.answer),
    }), ({ sprites }) => sprites);
  }

  /** @param {Predator} challenge @param {Element | null | undefined} container */
  static render(challenge, container) {
    const { sprites, correctIndices } = challenge;
    return renderSprites(challenge, container,
      { className: "predator-container", columns: 5, max: sprites.length, correct: correctIndices });
  }

  /** The indices that are selected, "1,4,7"; empty where there are none. @param {Predator} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Predator} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Predator} challenge @param {Element | null | undefined} challengeEl */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
