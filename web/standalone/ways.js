// ways.js: the ways through a session: by pictures, and by what those who can't see them can take instead. These are offered
// beside whatever kinds a page asks for, unless it says otherwise.

import { KINDS } from "./kinds.js";
import { canBeHeard } from "./scene.js";
import { onVoices } from "./voice.js";

/** What a session can be made of. @typedef {"pictures" | "puzzle" | "audio"} Way */

/** What can be had in place of pictures, by the names that the server has for them. @type {readonly Way[]} */
export const ALTERNATIVES = Object.freeze(["puzzle", "audio"]);

/** How many rounds there are at most: a puzzle takes minutes, and is guessed one time in some 36; what is heard, one in six.
 * @type {Record<Way, number>} */
export const ROUNDS_MOST = Object.freeze({ pictures: Infinity, puzzle: 3, audio: 5 });

/** @type {readonly Way[]} */
const WAYS = Object.freeze([...ALTERNATIVES, "pictures"]);

/** Says so where a page leaves somebody without a way. @param {readonly string[]} types @param {readonly string[]} alternatives */
export function warnOfBarriers(types, alternatives) {
  if (alternatives.includes("puzzle") || types.every((type) => KINDS[type]?.isTold)) return;
  console.warn("Tessera: visitors who can't see the pictures " + (alternatives.includes("audio") ?
    "can only listen, and not where their browser has no voice" : "have no way through this check") +
    '. Leave "puzzle" among the option `alternatives`.');
}

export class Ways {
  #types;
  #alternatives;
  #lang;

  /** @param {readonly string[]} types the kinds that the page asks for @param {readonly string[]} alternatives @param {string} lang */
  constructor(types, alternatives, lang) {
    this.#types = types;
    this.#alternatives = alternatives;
    this.#lang = lang;
  }

  /** The kinds that rounds are picked from. @param {Way} way */
  typesOf(way) {
    return { pictures: this.#types, puzzle: ["puzzle"], audio: ["scene"] }[way];
  }

  /** What else there is at the moment. @param {Way} way the one that is taken @returns {Way[]} */
  besides(way) {
    const isPuzzled = this.#types.every((type) => KINDS[type]?.isTold);
    /** @type {Record<Way, () => boolean>} */
    const isThere = {
      puzzle: () => this.#alternatives.includes("puzzle") && !(isPuzzled && way === "pictures"),
      audio: () => this.#alternatives.includes("audio") && canBeHeard(this.#lang),
      pictures: () => !(isPuzzled && way === "puzzle"),
    };
    return WAYS.filter((other) => other !== way && isThere[other]());
  }

  /** Calls when there may be others. @param {() => void} act @param {AbortSignal} signal */
  onChange(act, signal) {
    onVoices(act, signal);
  }
}
