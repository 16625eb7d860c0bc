// puzzle.js: which two moves turned one grid into the other? They are made on the visitor's own.

import { renderPuzzle } from "../ui/puzzle.js";
import { Made, Shown, defineKind } from "./challenge.js";

/** @typedef {import("./challenge.js").Options} Options */

/** The 16 cells of a grid, row by row: 0 is empty, 1 black, 2 pink. @typedef {string} Grid */

/**
 * @typedef {object} PuzzleMembers
 * @property {string[]} options the names of the moves to choose from
 * @property {{before: Grid, after: Grid, start: Grid}} grids
 * @property {string} first the first of two moves that solve it
 * @property {string} second
 */

/** @typedef {import("./challenge.js").Challenge & PuzzleMembers} Puzzle */

export const puzzle = defineKind({
  type: "puzzle",
  className: "puzzle-container",
  isTold: true,
  correct: ({ first, second }) => [first, second],
  mount: (root, tools, { truth }) => renderPuzzle(root, { view: truth.view }, tools),
});

export class PuzzleChallenge extends Shown {
  static type = puzzle.type;
  /** The sheets that it needs. */
  static sheets = puzzle.sheets;

  /** @param {Options} [options] @returns {Puzzle} */
  static generate(options = {}) {
    return new Made(puzzle, options).publish(({ view, first, second }) =>
      ({ options: view.options, grids: view.grids, first, second }));
  }
}
