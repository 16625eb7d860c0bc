// human.js: one human among 99 items.

import { Made, chosenAnswer, reveal, show, validate } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isHuman: boolean}} Square */
/** @typedef {Challenge & {grid: Square[], correctIndex: number}} Human */

export const human = spriteKind({ type: "human", sheets: ["male", "female", "item"], columns: 10 });

export class HumanChallenge {
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

  /** @param {Human} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools);
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
