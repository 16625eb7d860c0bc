// puzzle.js: the grid puzzle in a panel: an example, the visitor's own grid, two groups of moves, and what the chosen
// moves make of that grid, as they are chosen.

import { INDEX_MAPS, SIDE, applyMap } from "../static/transforms.js";
import { bringIntoView, drawing, freshId, icon, make } from "./dom.js";

const TONES = ["empty", "black", "pink"];
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

/** How the answer and the maps spell a move. @param {string} name as in `view.options` */
const slugOf = (name) => name.toLowerCase().replace("°", "").trim().replace(/[\s_]+/g, "-");

/** @typedef {import("./text.js").Text} Text */

/** @param {Text} text @param {string} digits */
function tell(text, digits) {
  return Array.from({ length: SIDE }, (_, row) => text.say("row", {
    n: row + 1,
    cells: [...digits.slice(row * SIDE, (row + 1) * SIDE)].map((digit) => text.say(TONES[Number(digit)] ?? "")).join(", "),
  })).join("; ");
}

/** A small grid that can be shown anew. @param {Text} text @param {string} name a key of the words */
function tiles(text, name) {
  const cells = Array.from({ length: SIDE * SIDE }, () => make("i"));
  const board = make("div", { class: "tiles", role: "img", dir: "ltr" }, ...cells);
  const element = make("figure", { class: `board ${name}` }, make("figcaption", {}, text.say(name)), board);
  /** @param {string | null} digits null while there is nothing to show */
  function show(digits) {
    board.classList.toggle("waiting", digits === null);
    board.setAttribute("aria-label", `${text.say(name)}. ${digits ? tell(text, digits) : "…"}`);
    cells.forEach((cell, index) => (cell.className = TONES[Number(digits?.[index] ?? 0)] ?? ""));
  }
  return { element, show };
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
          drawing("0 0 24 24", [["path", { d: PICTURES[slug] ?? "" }]], "icon"),
          make("span", {}, text.say(slug) || option),
          make("span", { class: "tick", "aria-hidden": "true" })));
    }));
}

/**
 * @param {HTMLElement} container
 * @param {{view: {options: string[], grids: {before: string, after: string, start: string}}}} challenge
 * @param {import("./panel.js").Tools} tools
 * @returns {import("./panel.js").View}
 */
export function renderPuzzle(container, { view }, { text, onChange, onSubmit, tell: aloud }) {
  const { before, after, start } = view.grids;
  const [boardBefore, boardAfter, boardStart, result] = ["before", "after", "yours", "result"].map((name) => tiles(text, name));
  const groups = PLACES.map((place) => moves(text, place, view.options));
  const element = make("div", { class: "puzzle" });

  const inputs = () => /** @type {HTMLInputElement[]} */ ([...element.querySelectorAll("input")]);
  const chosen = () => groups.map((group) => /** @type {HTMLInputElement | null} */ (group.querySelector(":checked")));

  /** The grid after the moves that are chosen from the first on; null without any. */
  function outcome() {
    const [first, second] = chosen();
    if (!first) return null;
    return [first, second].reduce((grid, move) => {
      const map = INDEX_MAPS.get(move?.value ?? "");
      return map ? applyMap([...grid], map, "0").join("") : grid;
    }, start);
  }

  function update() {
    const now = outcome();
    result?.show(now);
    if (now) aloud(text.say("say-board", { board: text.say("result"), rows: tell(text, now) }));
    onChange();
  }

  boardBefore?.show(before);
  boardAfter?.show(after);
  boardStart?.show(start);
  result?.show(null);
  const pairs = [[boardBefore, boardAfter], [boardStart, result]].map((pair) =>
    make("div", { class: "pair" }, .../** @type {Node[]} */ ([pair[0]?.element, icon("arrow"), pair[1]?.element])));
  element.append(make("div", { class: "boards" }, ...pairs), ...groups);
  element.addEventListener("change", update);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onSubmit();
  });
  container.append(element);

  return {
    answer() {
      const names = chosen().map((input) => input?.dataset.name);
      return names.every(Boolean) ? names.join(",") : null;
    },
    setEnabled: (enabled) => groups.forEach((group) => (group.disabled = !enabled)),
    reveal(correct) {
      groups.forEach((group, at) => {
        group.disabled = true;
        for (const input of inputs().filter((one) => group.contains(one))) {
          input.checked = input.dataset.name === correct[at];
          input.parentElement?.classList.toggle("right", input.checked);
        }
      });
      result?.show(outcome());
      bringIntoView([...element.querySelectorAll(".right")]);
    },
    focus: () => inputs()[0]?.focus(),
  };
}
