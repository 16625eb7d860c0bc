// predator.js: ten predators, of which three are safe to approach.

import { chosenAnswer, reveal, validate } from "./challenge.js";
import { generateOfSprites, showSprites, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isSafe: boolean, isPredator: boolean}} PredatorSprite */
/** @typedef {Challenge & {sprites: PredatorSprite[], correctIndices: number[]}} Predator */

export class PredatorChallenge {
  static type = "predator";
  /** The sheets that it needs. @type {readonly string[]} */
  static sheets = ["predator", "safe"];

  /** @param {Options} [options] @returns {Predator} */
  static generate(options = {}) {
    return generateOfSprites("predator", options, (truth) => ({
      sprites: spritesOf(truth, (source) => ({ isSafe: source === "safe", isPredator: source === "predator" })),
      correctIndices: /** @type {string} */ (truth.answer).split(",").map(Number),
    }), ({ sprites }) => sprites);
  }

  /** @param {Predator} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return showSprites(challenge, container, tools, {
      className: "predator-container",
      columns: 5,
      narrowColumns: 3,
      max: challenge.sprites.length, // choosing is free; what is right is asked at the end
      correct: challenge.correctIndices,
    });
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
