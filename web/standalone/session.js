// session.js: how many rounds there are, how many may be lost, and what is looked at when the last one is done. It needs no
// document. How the visitor points (keyboard, touch, mouse) does not count, nor how often they turn to another window.

import { randomChoice } from "./random.js";

/** A session has one of these numbers of rounds. */
export const ROUNDS = Object.freeze([7, 11, 13, 17]);

/** How many rounds may be lost. Of people who are right 19 times in 20, half would lose one of 13; more than three, one in 90. */
export const SLIPS = 3;

/** Nobody reads, looks and answers faster than this, round after round. */
export const MEAN_ROUND_MIN_MS = 2000;

/** @typedef {"passed" | "incorrect" | "timeout" | "gave-up" | "too-fast"} Outcome */

export class Session {
  #rounds;
  #slipsMax;
  /** How many there are at most, by the way that the visitor takes. */
  #roundsMost = Infinity;
  #answered = 0;
  #slips = 0;
  #answeringMs = 0;
  #focusChanges = 0;

  /** @param {number} [rounds] @param {number} [slips] how many may be lost */
  constructor(rounds = randomChoice(ROUNDS), slips = SLIPS) {
    if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError("A session has one round at least.");
    if (!Number.isInteger(slips) || slips < 0) throw new RangeError("The number of slips is 0 or more.");
    this.#rounds = rounds;
    this.#slipsMax = slips;
  }

  /** How many have to be answered rightly. */
  get rounds() {
    return Math.min(this.#rounds, this.#roundsMost);
  }

  /** From now on there are so many more at most. @param {number} most */
  limitLeft(most) {
    this.#roundsMost = this.#answered + most;
  }

  /** How many rounds were answered rightly. */
  get answered() {
    return this.#answered;
  }

  /** How many were lost. */
  get slips() {
    return this.#slips;
  }

  /** How many more may be lost. */
  get slipsLeft() {
    return Math.max(0, this.#slipsMax - this.#slips);
  }

  /** How often the visitor turned to another window. Screen readers, magnifiers and password managers do so for them: it is told
   * to the page, and decides nothing. */
  get focusChanges() {
    return this.#focusChanges;
  }

  countFocusChange() {
    this.#focusChanges++;
  }

  /** A round is lost; whether another follows. */
  countSlip() {
    this.#slips++;
    return this.#slips <= this.#slipsMax;
  }

  /**
   * A right answer; what comes of the session, or null where another round follows.
   * @param {number} answeringMs from when the challenge could be seen to the answer
   * @returns {Outcome | null}
   */
  countRightAnswer(answeringMs) {
    this.#answered++;
    this.#answeringMs += answeringMs;
    if (this.#answered < this.rounds) return null;
    return this.#answeringMs / this.#answered < MEAN_ROUND_MIN_MS ? "too-fast" : "passed";
  }
}

Object.freeze(Session.prototype); // pages get the class as well
