// screen.js: takes a panel's body over for something that is no challenge: a title, some words, and what to do.

import { drawing, make } from "../ui/dom.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */

/** Lines on a square of 24. @type {Record<string, string>} */
const SIGNS = {
  reload: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
  cards: "M4 8.5 13 6l3 11-9 2.5ZM15 5.5l5.5 1.5-3 11",
  chip: "M7 7h10v10H7ZM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18.3 6.2a8.2 8.2 0 0 1 0 11.6",
  grid: "M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  still: "M4 5h16v14H4ZM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9.5v.1",
  letter: "M4 6h16v12H4ZM4 7l8 6 8-6",
  wait: "M12 7.5V12l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  no: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8 12h8",
};

/** @param {string} shape one of SIGNS */
export const sign = (shape) => drawing([["path", { d: SIGNS[shape] ?? "" }]], "icon");

/** @param {Panel} panel */
export function fresh(panel) {
  const { say } = panel.text;

  /** @param {string} title the key of its words @param {string} lead @param {...Node} content */
  function show(title, lead, ...content) {
    panel.turn++;
    panel.clear();
    panel.say("");
    panel.body.style.minHeight = "";
    panel.element.dataset.type = "ways";
    panel.frame.instructions.textContent = say(title);
    panel.body.replaceChildren(make("div", { class: "screen" }, make("p", { class: "lead" }, lead), ...content));
    panel.enter("ways");
    panel.tell(`${say(title)}. ${lead}`);
    if (panel.hasFocus()) panel.frame.instructions.focus();
  }

  return { say, sign, show };
}
