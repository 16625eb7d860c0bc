// hidden.js: a shape that only motion shows, in a film of dots above twelve shapes to choose from. It plays on request; where
// the visitor's system is set to less motion it does not play, and sessions do not ask it.

import { Made, chosenAnswer, reveal, show, validate } from "./challenge.js";
import { picturedKind } from "./pictured.js";

/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/**
 * @typedef {object} HiddenMembers
 * @property {string[]} options the names of the shapes to choose from, in English
 * @property {string} shape the one that hides
 * @property {number} correctIndex
 */

/** @typedef {import("./challenge.js").Challenge & HiddenMembers} Hidden */

export const hidden = picturedKind("hidden", {
  moves: true,
  wishes: (options) => (/** @type {any} */ ({ __proto__: null, ...options, moving: true })),
});

export class HiddenChallenge {
  static type = hidden.type;
  /** The sheets that it needs. */
  static sheets = hidden.sheets;

  /** @param {Options} [options] @returns {Hidden} */
  static generate(options = {}) {
    return new Made(hidden, options).publish(({ view, shape, answer }) =>
      ({ options: view.options, shape, correctIndex: Number(answer) }));
  }

  /** @param {Hidden} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools);
  }

  /** The index that is chosen, "2"; empty where there is none. @param {Hidden} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Hidden} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Hidden} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
