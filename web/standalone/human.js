// human.js: one human among 99 items.

import { validate } from "./challenge.js";
import { chosenAnswer, generateOfSprites, renderSprites, reveal, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./sprite-grid.js").Sprite & {isHuman: boolean}} Square */
/** @typedef {import("./challenge.js").Challenge & {grid: Square[], correctIndex: number}} Human */

export class HumanChallenge {
  static type = "human";

  /** @param {import("./challenge.js").Options} [options] @returns {Human} */
  static generate(options = {}) {
    return generateOfSprites("human", options, (truth) => ({
      grid: spritesOf(truth, (source) => ({ isHuman: source !== "item" })),
      correctIndex: Number(truth.answer),
    }), ({ grid }) => grid);
  }

  /** @param {Human} challenge @param {Element | null | undefined} container */
  static render(challenge, container) {
    return renderSprites(challenge, container,
      { className: "human-container", columns: 10, max: 1, correct: [challenge.correctIndex] });
  }

  /** The index that is selected, "57"; empty where there is none. @param {Human} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Human} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Human} challenge @param {Element | null | undefined} challengeEl */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
