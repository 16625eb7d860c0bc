// human.js: one human among 99 items.

import { chosenAnswer, reveal, validate } from "./challenge.js";
import { generateOfSprites, showSprites, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isHuman: boolean}} Square */
/** @typedef {Challenge & {grid: Square[], correctIndex: number}} Human */

export class HumanChallenge {
  static type = "human";
  /** The sheets that it needs. @type {readonly string[]} */
  static sheets = ["male", "female", "item"];

  /** @param {Options} [options] @returns {Human} */
  static generate(options = {}) {
    return generateOfSprites("human", options, (truth) => ({
      grid: spritesOf(truth, (source) => ({ isHuman: source !== "item" })),
      correctIndex: Number(truth.answer),
    }), ({ grid }) => grid);
  }

  /** @param {Human} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return showSprites(challenge, container, tools,
      { className: "human-container", columns: 10, max: 1, correct: [challenge.correctIndex] });
  }

  /** The index that is chosen, "57"; empty where there is none. @param {Human} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Human} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Human} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
