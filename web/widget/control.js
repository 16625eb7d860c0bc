// control.js: the box that a visitor ticks. It keeps no state of its own.

import { drawing, freshId, icon, make } from "../ui/dom.js";

/** @typedef {"idle" | "working" | "verified" | "expired" | "error"} State */

/** What a state says below the label, as a key of the words. @type {Partial<Record<State, string>>} */
const NOTES = { working: "open", verified: "verified", expired: "expired", error: "unsolved" };

const mark = () => drawing([
  ["rect", { class: "tile-ink", x: "1", y: "1", width: "10", height: "10", rx: "2" }],
  ["rect", { class: "tile-accent", x: "13", y: "1", width: "10", height: "10", rx: "2" }],
  ["rect", { class: "tile-stone", x: "1", y: "13", width: "10", height: "10", rx: "2" }],
  ["path", { class: "tile-pink", d: "M18 11.5 24.5 18 18 24.5 11.5 18Z" }],
], "mark");

/**
 * @param {import("../ui/text.js").Text} text
 * @param {{size: string, tabindex: string, onClick: () => void}} options
 */
export function createControl(text, { size, tabindex, onClick }) {
  const label = make("span", { class: "label", id: freshId() }, text.say("label"));
  const note = make("span", { class: "note", id: freshId() });
  const live = make("span", { class: "aloud", role: "status" });
  const box = make("button", { type: "button", class: "box", role: "checkbox", "aria-checked": "false", tabindex,
    "aria-labelledby": label.id, "aria-describedby": note.id, click: onClick },
    make("span", { class: "spinner" }), icon("check"), icon("alert"));
  const element = make("div", { class: `control ${size}`, lang: text.lang, dir: text.dir },
    box, make("span", { class: "words" }, label, note), live,
    make("span", { class: "brand", "aria-hidden": "true" }, mark(), make("span", {}, "Tessera")));
  // A click anywhere on it counts; only the box can have the focus.
  element.addEventListener("click", (event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) box.click();
  });

  /** What comes by itself is told aloud. All else comes with the focus on the box, whose description is heard then: told as well, it
   * would be heard twice. @param {State} state @param {string} [words] instead of the state's own @param {boolean} [isTold] */
  function show(state, words = text.say(NOTES[state] ?? ""), isTold = false) {
    element.dataset.state = state;
    box.setAttribute("aria-checked", String(state === "verified"));
    box.setAttribute("aria-busy", String(state === "working"));
    note.textContent = words;
    live.textContent = isTold ? words : "";
  }

  show("idle");
  return { element, show, focus: () => box.focus() };
}
