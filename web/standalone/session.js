// session.js: how many rounds there are, and what is looked at when the last one is done. It needs no document. How the
// visitor points (keyboard, touch, mouse) does not count.

import { randomChoice } from "./random.js";

/** A session has one of these numbers of rounds; nobody is told which. */
export const ROUNDS = Object.freeze([7, 11, 13, 17]);

/** Nobody reads, looks and answers faster than this, round after round. */
export const MEAN_ROUND_MIN_MS = 2000;

/** How often somebody may turn to another window. */
export const FOCUS_CHANGES_MAX = 10;

/** @typedef {"passed" | "incorrect" | "timeout" | "gave-up" | "too-fast" | "distracted"} Outcome */

export class Session {
  #rounds;
  #answered = 0;
  #answeringMs = 0;
  #focusChanges = 0;

  /** @param {number} [rounds] */
  constructor(rounds = randomChoice(ROUNDS)) {
    if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError("A session has one round at least.");
    this.#rounds = rounds;
  }

  /** How many have to be. */
  get rounds() {
    return this.#rounds;
  }

  /** How many rounds were answered rightly. */
  get answered() {
    return this.#answered;
  }

  get focusChanges() {
    return this.#focusChanges;
  }

  /** The visitor turned away from the page. */
  countFocusChange() {
    this.#focusChanges++;
  }

  /**
   * A right answer; what comes of the session, or null where another round follows.
   * @param {number} answeringMs from when the challenge could be seen to the answer
   * @returns {Outcome | null}
   */
  countRightAnswer(answeringMs) {
    this.#answered++;
    this.#answeringMs += answeringMs;
    if (this.#answered < this.#rounds) return null;
    if (this.#answeringMs / this.#answered < MEAN_ROUND_MIN_MS) return "too-fast";
    return this.#focusChanges > FOCUS_CHANGES_MAX ? "distracted" : "passed";
  }
}

Object.freeze(Session.prototype); // pages get the class as well
