// puzzle.js: the grid puzzle in a panel: Before, what the chosen moves make of it, and After, side by side; below them two groups of
// moves. The visitor's own grid, `view.grids.start`, is not shown: the answer here is the two moves, and the server makes them on it.

import { attempt, showBoard } from "../static/attempt.js";
import { SIDE } from "../static/transforms.js";
import { bringIntoView, drawing, freshId, icon, make } from "./dom.js";

const PLACES = ["first", "second"];

/** What a move does, as lines on a square of 24. @type {Record<string, string>} */
const PICTURES = {
  "shift-up": "M12 20V5M6 11l6-6 6 6",
  "shift-down": "M12 4v15M6 13l6 6 6-6",
  "shift-left": "M20 12H5M11 6l-6 6 6 6",
  "shift-right": "M4 12h15M13 6l6 6-6 6",
  "90-clockwise": "M6 20v-7a6 6 0 0 1 6-6h7M15 3l4 4-4 4",
  "90-anticlockwise": "M18 20v-7a6 6 0 0 0-6-6H5M9 3 5 7l4 4",
  "mirror-horizontal": "M3 12h18M12 9V3M9 5.5l3-2.5 3 2.5M12 15v6M9 18.5l3 2.5 3-2.5",
  "mirror-vertical": "M12 3v18M9 12H3M5.5 9 3 12l2.5 3M15 12h6M18.5 9l2.5 3-2.5 3",
};

/** Between what the moves make and After: whether they are the same. */
const SIGNS = { none: "M9.3 9.2a2.8 2.8 0 1 1 4.1 2.5c-1 .5-1.4 1.1-1.4 2.1M12 16.9v.2", other: "M7 9.7h10M7 14.3h10M14.8 6.5l-5.6 11", same: "M7 9.7h10M7 14.3h10" };

const ARROW = "M4 12h15M13 6l6 6-6 6";
const SWAP = "M8 4v15M4.5 15.5 8 19l3.5-3.5M16 20V5M12.5 8.5 16 5l3.5 3.5";

/** How the answer and the maps spell a move. @param {string} name as in `view.options` */
const slugOf = (name) => name.toLowerCase().replace("°", "").trim().replace(/[\s_]+/g, "-");

/** @typedef {import("./text.js").Text} Text */

/** @param {string} words */
const aloud = (words) => make("span", { class: "aloud" }, words);

/** A table, so that a screen reader can go through it cell by cell. @param {Text} text @param {string} name a key of the words
 * @param {string} digits */
function board(text, name, digits) {
  const places = [...Array(SIDE).keys()].map((place) => place + 1);
  const table = make("table", { class: `tiles ${name}`, dir: "ltr" },
    make("caption", { dir: text.dir }, text.say(name)),
    make("thead", {}, make("tr", {}, make("td"), ...places.map((n) => make("th", { scope: "col" }, aloud(text.say("column-name", { n })))))),
    make("tbody", {}, ...places.map((n) =>
      make("tr", {}, make("th", { scope: "row" }, aloud(text.say("row-name", { n }))), ...places.map(() => make("td", {}, aloud("")))))));
  showBoard(table, digits, text);
  return table;
}

/** What a move does that its name leaves open: along which line a mirror stands. @param {Text} text @param {string} slug */
function meaningOf(text, slug) {
  const words = slug.startsWith("mirror-") ? text.say(`told-${slug}`) : "";
  return words ? [aloud(": "), make("small", {}, words)] : [];
}

/** @param {Text} text @param {string} place @param {string[]} options */
function moves(text, place, options) {
  const name = freshId();
  return make("fieldset", { class: "moves", "data-place": place, "data-count": String(options.length) },
    make("legend", {}, text.say(`${place}-move`)),
    ...options.map((option) => {
      const slug = slugOf(option);
      return make("label", { class: "move" },
        make("input", { type: "radio", name, value: slug, "data-name": option }),
        make("span", { class: "face" },
          drawing([["path", { d: PICTURES[slug] ?? "" }]], "icon"),
          make("span", {}, text.say(slug) || option, ...meaningOf(text, slug)),
          make("span", { class: "tick", "aria-hidden": "true" })));
    }));
}

/**
 * @param {HTMLElement} container
 * @param {{view: {options: string[], grids: {before: string, after: string}}}} challenge
 * @param {import("./panel.js").Tools} tools
 * @returns {import("./panel.js").View}
 */
export function renderPuzzle(container, { view }, { text, onChange, onSubmit, tell }) {
  const { before, after } = view.grids;
  const id = freshId();
  const boards = /** @type {[HTMLTableElement, HTMLTableElement, HTMLTableElement]} */ (
    [board(text, "before", before), board(text, "preview", before), board(text, "after", after)]);
  const [first, made, last] = boards;
  const sign = drawing(Object.entries(SIGNS).map(([name, d]) => ["path", { class: name, d }]), "icon sign");
  const verdict = make("p", { class: "verdict" });
  const trial = make("div", { class: "trial" }, make("div", { class: "boards" }, first, drawing([["path", { d: ARROW }]], "icon arrow"), made, sign, last), verdict);
  const describe = make("button", { type: "button", class: "replay describe", "aria-controls": id }, text.say("describe"));
  const swap = make("button", { type: "button", class: "replay swap" }, drawing([["path", { d: SWAP }]], "icon"), text.say("swap"));
  const description = make("div", { class: "description", id, hidden: true });
  const fieldsets = PLACES.map((place) => moves(text, place, view.options));
  const groups = fieldsets.map((set) => [...set.querySelectorAll("input")]);
  const element = make("div", { class: "puzzle" }, trial, make("div", { class: "aids" }, describe, swap), description, ...fieldsets);
  const trying = attempt({ boards, made: [[first, made]], groups, trial, verdict, describe, description, swap, words: text, tell });

  let isMet = false;
  const chosen = () => groups.map((group) => group.find((input) => input.checked));

  element.addEventListener("change", () => {
    trying.change();
    onChange();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!event.repeat) onSubmit();
  });
  container.append(element);

  return {
    answer() {
      const names = chosen().map((input) => input?.dataset.name);
      return names.every(Boolean) ? names.join(",") : null;
    },
    setEnabled(enabled) {
      trying.stop();
      fieldsets.forEach((set) => (set.disabled = !enabled));
      trying.update();
    },
    reveal(correct) {
      groups.forEach((group, at) => group.forEach((input) => {
        input.checked = input.dataset.name === correct[at];
        input.parentElement?.classList.toggle("right", input.checked);
      }));
      this.setEnabled(false);
      bringIntoView([...element.querySelectorAll(".right")]);
    },
    /** At first where the boards are told in words, or who hears the dialog would begin behind that, without scrolling past the question;
     * later where a move is missing, else at the first. */
    focus() {
      const move = groups.find((group) => !group.some((input) => input.checked))?.[0] ?? chosen()[0];
      (isMet ? move : describe)?.focus({ preventScroll: !isMet });
      isMet = true;
    },
  };
}
