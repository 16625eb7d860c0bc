// emotions.js: sixteen faces, of which one shows the emotion that is asked for.

import { validate } from "./challenge.js";
import { chosenAnswer, generateOfSprites, renderSprites, reveal, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./sprite-grid.js").Sprite & {isTarget: boolean}} Face */
/**
 * @typedef {import("./challenge.js").Challenge & {emotion: string, sprites: Face[], correctIndex: number}} Emotions
 */

export class EmotionsChallenge {
  static type = "emotions";

  /** @param {import("./challenge.js").Options} [options] @returns {Emotions} */
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

  /** @param {Emotions} challenge @param {Element | null | undefined} container */
  static render(challenge, container) {
    return renderSprites(challenge, container,
      { className: "emotions-container", columns: 4, max: 1, correct: [challenge.correctIndex] });
  }

  /** The index that is selected, "7"; empty where there is none. @param {Emotions} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Emotions} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Emotions} challenge @param {Element | null | undefined} challengeEl */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
