// looks.js: how those kinds of challenge are shown that are more than cells to choose from, or words below a picture. A
// kind that is no more than that has no row here.

/**
 * @typedef {object} Look
 * @property {boolean} [apart]  all of it is shown by a module that few need (web/more), which says itself what to choose
 * @property {boolean} [more]  it may need that module: where a page asks for the kind, it is loaded beside the first challenge
 * @property {Record<number, number>} [narrow]  by the number of cells, how many columns remain on a phone: for cells whose place means nothing
 * @property {boolean} [keeps]  its cells are options: one is taken back by choosing another
 * @property {string} [head]  the key of what the part above the cells is called
 */

/** Nothing that a page adds to all objects is part of it. @param {Look} look @returns {Look} */
const bare = (look) => Object.assign(Object.create(null), look);

const NONE = bare({});

/** @type {Record<string, Look>} */
const LOOKS = Object.assign(Object.create(null), {
  predator: bare({ narrow: { 10: 3 } }),
  spatial: bare({ narrow: { 4: 2 }, keeps: true, head: "reference" }),
  scene: bare({ more: true, keeps: true }),
  hidden: bare({ narrow: { 12: 3 }, keeps: true }),
  puzzle: bare({ more: true, apart: true }),
});

/** @param {string} type @returns {Look} */
export const lookOf = (type) => LOOKS[type] ?? NONE;

/** Whether words are to be chosen from, below a picture. @param {any} view */
export const isWorded = (view) => Boolean(view?.options && !view.cells);
