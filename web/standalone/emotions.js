// emotions.js: sixteen faces, of which one shows the emotion that is asked for.

import { Made, chosenAnswer, reveal, show, validate } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/** @typedef {Sprite & {isTarget: boolean}} Face */
/** @typedef {Challenge & {emotion: string, sprites: Face[], correctIndex: number}} Emotions */

export const emotions = spriteKind({ type: "emotions", sheets: ["male", "female"], columns: 4 });

export class EmotionsChallenge {
  static type = emotions.type;
  /** The sheets that it needs. */
  static sheets = emotions.sheets;

  /** @param {Options} [options] @returns {Emotions} */
  static generate(options = {}) {
    return new Made(emotions, options).publish((truth) => {
      const correctIndex = Number(truth.answer);
      return {
        emotion: /** @type {string} */ (truth.view.prompt.emotion),
        sprites: spritesOf(truth, (_, index) => ({ isTarget: index === correctIndex })),
        correctIndex,
      };
    }, ({ sprites }) => hooksOf(sprites));
  }

  /** @param {Emotions} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools);
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
