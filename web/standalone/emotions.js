// emotions.js: sixteen faces, of which one shows the emotion that is asked for.

import { Made, Shown } from "./challenge.js";
import { hooksOf, spriteKind, spritesOf } from "./sprite-grid.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./sprite-grid.js").Sprite} Sprite */
/** @typedef {import("./challenge.js").Options} Options */

/** @typedef {Sprite & {isTarget: boolean}} Face */
/** @typedef {Challenge & {emotion: string, sprites: Face[], correctIndex: number}} Emotions */

export const emotions = spriteKind({ type: "emotions", sheets: ["male", "female"], columns: 4 });

export class EmotionsChallenge extends Shown {
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
}
