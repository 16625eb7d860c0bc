// hidden.js: a shape that only motion shows, in a film of dots above twelve shapes to choose from. It plays on request; where
// the visitor's system is set to less motion it does not play, and sessions do not ask it.

import { Made, Shown } from "./challenge.js";
import { picturedKind } from "./pictured.js";

/** @typedef {import("./challenge.js").Options} Options */

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

export class HiddenChallenge extends Shown {
  static type = hidden.type;
  /** The sheets that it needs. */
  static sheets = hidden.sheets;

  /** @param {Options} [options] @returns {Hidden} */
  static generate(options = {}) {
    return new Made(hidden, options).publish(({ view, shape, answer }) =>
      ({ options: view.options, shape, correctIndex: Number(answer) }));
  }
}
