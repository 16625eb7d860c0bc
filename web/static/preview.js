// preview.js: makes the chosen moves on the visitor's own grid, for the eye and, in words, aloud.

import { INDEX_MAPS, SIDE, applyMap } from "./transforms.js";

const TONES = /** @type {const} */ (["empty", "black", "pink"]);
/** @typedef {typeof TONES[number]} Tone */

/** @param {HTMLTableElement} table @returns {Tone[]} */
function readGrid(table) {
  return [...table.querySelectorAll("td")].map(
    (cell) => TONES.find((tone) => cell.classList.contains(tone)) ?? "empty",
  );
}

/** @param {DOMStringMap} words @param {Tone[]} cells */
function tell(words, cells) {
  return Array.from({ length: SIDE }, (_, row) =>
    (words.row ?? "")
      .replace("{number}", String(row + 1))
      .replace("{cells}", cells.slice(row * SIDE, (row + 1) * SIDE).map((tone) => words[tone]).join(", ")),
  ).join("; ");
}

/** @param {HTMLTableElement} table @param {Tone[] | null} cells @param {DOMStringMap} words */
function showGrid(table, cells, words) {
  table.classList.toggle("waiting", cells === null);
  table.querySelectorAll("td").forEach((cell, index) => {
    const tone = cells?.[index] ?? "empty";
    cell.className = tone;
    const aloud = cell.querySelector(".aloud");
    if (aloud) aloud.textContent = words[tone] ?? tone;
  });
}

/** @param {string} id */
const tableOf = (id) => /** @type {HTMLTableElement | null} */ (document.getElementById(id));

/** @param {HTMLFormElement} form */
export function preview(form) {
  const root = document.getElementById("preview");
  const status = document.getElementById("preview-status");
  const [start, first, second] = ["grid-start", "grid-first", "grid-second"].map(tableOf);
  if (!root || !status || !start || !first || !second) return;
  const words = root.dataset;
  const cells = readGrid(start);

  /** @param {string} name @param {Tone[] | null} before */
  function after(name, before) {
    const chosen = new FormData(form).get(name);
    const map = INDEX_MAPS.get(String(chosen));
    return before && map ? applyMap(before, map, /** @type {Tone} */ ("empty")) : null;
  }

  /** @param {boolean} aloud */
  function update(aloud) {
    const afterFirst = after("first", cells);
    const afterSecond = after("second", afterFirst);
    showGrid(/** @type {HTMLTableElement} */ (first), afterFirst, words);
    showGrid(/** @type {HTMLTableElement} */ (second), afterSecond, words);
    if (!aloud || !afterFirst) return;
    const say = afterSecond ? words.saySecond : words.sayFirst;
    /** @type {HTMLElement} */ (status).textContent =
      (say ?? "").replace("{rows}", tell(words, afterSecond ?? afterFirst));
  }

  form.addEventListener("change", () => update(true));
  form.classList.add("previewed");
  update(false); // a browser may have kept earlier choices
}
