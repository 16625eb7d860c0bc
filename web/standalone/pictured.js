// pictured.js: kinds that are the engine's own picture, with cells or words to choose from.

import { showPictured } from "../ui/pictured.js";
import { showWorded } from "../ui/worded.js";
import { isWorded } from "../ui/looks.js";
import { defineKind } from "./challenge.js";
import { rasterOf } from "./raster.js";

/** @typedef {import("./challenge.js").Inside} Inside */
/** @typedef {import("./challenge.js").Kind} Kind */
/** @typedef {import("./challenge.js").Tools} Tools */
/** @typedef {import("./challenge.js").View} View */

/** @param {string} type @returns {(root: HTMLElement, tools: Tools, inside: Inside) => View} */
export const mountPicture = (type) => (root, tools, { recipe, truth }) => {
  const { canvas, play } = rasterOf(recipe);
  if (!truth.view.cells) play?.(); // a film waits until the visitor starts it
  const show = isWorded(truth.view) ? showWorded : showPictured;
  return show(root, canvas, { type, timeLimit: 0, view: truth.view }, tools, play ?? undefined);
};

/** What any kind of the engine is, unless it has a file of its own. @param {string} type @param {Partial<Kind>} [own] */
export const picturedKind = (type, own = {}) => defineKind({
  type,
  className: `${type}-container`,
  correct: ({ answer }) => answer.split(",").map(Number),
  mount: mountPicture(type),
  ...own,
});
