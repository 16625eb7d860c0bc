// attempt.js: the puzzle while somebody tries: what the chosen moves make of Before, whether that is After, the moves the other way
// round, and the boards in words. The page and the widget bring the parts and the words; what happens is the same in both.
//
// Boards are tables of which only the 16 cells change. Nothing is told of these by itself: arrow keys pass through many moves, and
// each would bring 16 words. What is told is whether the boards are the same, once the visitor has stopped at two moves.

import { SIDE, moved } from "./transforms.js";

const TONES = ["empty", "black", "pink"];
/** How long the moves stay as they are before that is told. */
const QUIET_MS = 600;

/** @typedef {{lang: string, say: (key: string, holes?: Record<string, string | number>) => string}} Words */

/**
 * @typedef {object} Parts
 * @property {[HTMLTableElement, HTMLTableElement, HTMLTableElement]} boards  Before, Before with the moves, After
 * @property {[HTMLTableElement, HTMLTableElement][]} made  on which the moves are made, and where that is shown
 * @property {HTMLInputElement[][]} groups  the radio buttons of the 1st and of the 2nd move; their values are slugs
 * @property {HTMLElement} trial  gets `data-verdict`: "none" while nothing is chosen, "same" or "other"
 * @property {HTMLElement} verdict  the same in words
 * @property {HTMLButtonElement} describe
 * @property {HTMLElement} description
 * @property {HTMLButtonElement} swap
 * @property {Words} words
 * @property {(words: string) => void} tell  aloud
 */

/** @param {HTMLTableElement} board */
const cellsOf = (board) => /** @type {HTMLElement[]} */ ([...board.querySelectorAll("tbody td")]);

/** @param {HTMLTableElement} board */
const read = (board) => cellsOf(board).map((cell) => Math.max(0, TONES.indexOf(cell.className))).join("");

/** @param {HTMLTableElement} board @param {string} digits @param {Words} words */
export function showBoard(board, digits, words) {
  cellsOf(board).forEach((cell, index) => {
    const tone = TONES[Number(digits[index])] ?? "";
    cell.className = tone;
    /** @type {Element} */ (cell.firstElementChild).textContent = words.say(tone);
  });
}

/**
 * Words one after the other, with what the language has between the first two of many and no "and" before the last: whole lists of
 * Intl have one in German, and units have nothing at all between them in Chinese.
 * @param {Words} words @param {string[]} some
 */
const listed = ({ lang }, some) =>
  some.join(new Intl.ListFormat(lang, { type: "conjunction", style: "narrow" }).formatToParts(["1", "2", "3", "4"])[1]?.value);

/** @param {HTMLTableElement} board @param {Words} words @returns {string[]} */
const rowsOf = (board, words) => [...Array(SIDE).keys()].map((row) => words.say("row", {
  n: row + 1,
  cells: listed(words, [...read(board).slice(row * SIDE, (row + 1) * SIDE)].map((digit) => words.say(TONES[Number(digit)] ?? ""))),
}));

/** @param {HTMLTableElement} board */
const nameOf = (board) => board.caption?.textContent ?? "";

/** @param {string} tag @param {...(Node | string)} children */
function element(tag, ...children) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

/** @param {Parts} parts */
export function attempt({ boards, made, groups, trial, verdict, describe, description, swap, words, tell }) {
  let telling = 0;
  const slugs = () => groups.map((group) => group.find((input) => input.checked)?.value);

  function fillDescription() {
    description.replaceChildren(...boards.map((board) =>
      element("div", element("b", nameOf(board)), element("ul", ...rowsOf(board, words).map((row) => element("li", row))))));
  }

  /** Shows what is chosen. */
  function update() {
    const chosen = slugs().flatMap((slug) => slug ?? []);
    for (const [from, to] of made) {
      showBoard(to, moved(read(from), chosen), words);
      to.classList.toggle("waiting", chosen.length === 0);
    }
    const match = chosen.length === 0 ? "none" : read(boards[1]) === read(boards[2]) ? "same" : "other";
    trial.dataset.verdict = match;
    verdict.textContent = words.say({ none: "missing-moves", same: "match", other: "no-match" }[match]);
    swap.disabled = chosen.length === 0 || groups.some((group) => group.some((input) => input.matches(":disabled")));
    if (!description.hidden) fillDescription();
  }

  function stop() {
    clearTimeout(telling);
  }

  /** The visitor has chosen. */
  function change() {
    stop();
    update();
    tell(""); // so that the same words are told again
    if (slugs().every(Boolean)) telling = window.setTimeout(() => verdict.isConnected && tell(verdict.textContent ?? ""), QUIET_MS);
  }

  swap.addEventListener("click", () => {
    const [first, second] = slugs();
    [second, first].forEach((slug, at) => groups[at]?.forEach((input) => (input.checked = input.value === slug)));
    swap.dispatchEvent(new Event("change", { bubbles: true })); // as when a radio button is chosen
  });
  describe.addEventListener("click", () => {
    description.hidden = !description.hidden;
    describe.setAttribute("aria-expanded", String(!description.hidden));
    fillDescription();
    stop();
    tell(description.hidden ? "" : boards.map((board) =>
      words.say("say-board", { board: nameOf(board), rows: listed(words, rowsOf(board, words)) })).join(" "));
  });
  describe.setAttribute("aria-expanded", "false");
  update();
  return { change, stop, update };
}
