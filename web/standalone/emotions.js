// emotions.js: sixteen faces, of which one shows the emotion that is asked for.

import { chosenAnswer, reveal, validate } from "./challenge.js";
import { generateOfSprites, showSprites, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isTarget: boolean}} Face */
/** @typedef {Challenge & {emotion: string, sprites: Face[], correctIndex: number}} Emotions */

export class EmotionsChallenge {
  static type = "emotions";
  /** The sheets that it needs. @type {readonly string[]} */
  static sheets = ["male", "female"];

  /** @param {Options} [options] @returns {Emotions} */
  static generate(options = {}) {
    return generateOfSprites("emotions", options, (truth) => {
      const correctIndex = Number(truth.answer);
      return {
        emotion: /** @type {string} */ (truth.view.prompt.emotion),
        sprites: spritesOf(truth, (_, index) => ({ isTarget: index === correctIndex })),
        correctIndex,
      };
    }, ({ sprites }) => sprites);
  }

  /** @param {Emotions} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return showSprites(challenge, container, tools,
      { className: "emotions-container", columns: 4, max: 1, correct: [challenge.correctIndex] });
  }

  /** The index that is chosen, "7"; empty where there is none. @param {Emotions} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Emotions} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Emotions} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
