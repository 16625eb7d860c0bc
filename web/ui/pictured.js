// pictured.js: a challenge that is one picture: cells that are cut from it, below a film where it has one. Where words are to be chosen
// from below the whole of it, it is worded.js that shows it.

import { renderCells } from "./cells.js";
import { make } from "./dom.js";
import { filmOf } from "./film.js";
import { lookOf } from "./looks.js";
import { cellPainter, headOf } from "./picture.js";

/** @typedef {import("./panel.js").Challenge} Challenge */
/** @typedef {import("./panel.js").Tools} Tools */
/** @typedef {import("./panel.js").View} View */

/** What a cell shows, where that has a name. @param {Tools["text"]} text @param {any} view @param {number} index @returns {string} */
const wordOf = (text, { options }, index) => text.say(options?.[index] ?? "") || options?.[index] || "";

/** @param {HTMLElement} body @param {Challenge} challenge @param {Tools} tools
 * @param {(cell: HTMLElement, index: number) => void} paint @returns {View} */
export function showCells(body, { type, view }, tools, paint) {
  const { text } = tools;
  const { keeps = false, narrow } = lookOf(type);
  const narrowColumns = narrow?.[view.count];
  const cells = renderCells(body, {
    count: view.count, columns: view.columns, select: view.select, paint,
    labelledBy: tools.labelledBy, rightWord: text.say("right"),
    labelOf: (index, row, column) => wordOf(text, view, index) || text.say("cell", { row: row + 1, column: column + 1 }),
    onChange: tools.onChange, onSubmit: tools.onSubmit,
    keeps,
    ...(narrowColumns ? { narrowColumns, narrowBelow: view.options ? 77 : 92 } : {}),
  });
  return {
    answer: () => cells.selection().join(",") || null,
    setEnabled: cells.setEnabled,
    reveal: (correct) => cells.reveal(correct.map(Number)),
    focus: cells.focus,
  };
}

/** Browsers start an animation anew when the address is set, and do not fetch it again.
 * @param {HTMLImageElement | HTMLCanvasElement} picture */
export const restart = (picture) => "src" in picture && (picture.src = String(picture.src)); // it may be another document's

/** A film above cells that have names. @param {HTMLElement} body @param {HTMLImageElement | HTMLCanvasElement} picture
 * @param {Challenge} challenge @param {Tools} tools @param {() => void} play @returns {View} */
function showFilm(body, picture, challenge, tools, play) {
  const { view } = challenge;
  const paint = cellPainter(picture, view);
  const { element, stop } = filmOf(picture, view, tools, play);
  body.append(element);
  const cells = showCells(body, challenge, tools, (cell, index) => {
    paint(cell, index);
    cell.append(make("span", { class: "word" }, wordOf(tools.text, view, index)));
  });
  return {
    ...cells,
    setEnabled(enabled) {
      if (!enabled) stop();
      cells.setEnabled(enabled);
    },
    focus: (isChoosing) => (isChoosing || cells.answer() !== null ? cells.focus() : element.focus({ preventScroll: true })),
  };
}

/**
 * @param {HTMLElement} body @param {HTMLImageElement | HTMLCanvasElement} picture  that is loaded
 * @param {Challenge} challenge @param {Tools} tools @param {() => void} [play] shows a picture that moves once more
 * @returns {View}
 */
export function showPictured(body, picture, challenge, tools, play = () => restart(picture)) {
  const { type, view } = challenge;
  if (view.animation) return showFilm(body, picture, challenge, tools, play);
  const head = headOf(picture, view);
  const name = tools.text.say(lookOf(type).head ?? "picture");
  if (head) body.append(make("div", { class: "head", role: "img", "aria-label": name }, head));
  return showCells(body, challenge, tools, cellPainter(picture, view));
}
