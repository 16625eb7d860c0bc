// choices.js: one of a few words or numbers, as a group of radio buttons with the size of a finger.
//
// Arrows, Home and End go where they do among cells and choose at once, as radio buttons do; Space chooses, Enter
// submits. Nothing in the document tells which one is right until `reveal` is called.

import { targetOf } from "./cells.js";
import { bringIntoView, freshId, make } from "./dom.js";

/** How many stand side by side where there is room: two rows at most, and no row with a single one. @param {number} count */
const columnsFor = (count) => (count > 6 ? 4 : count === 4 ? 2 : 3);

/**
 * @param {HTMLElement} container
 * @param {string[]} options  as the server calls them; the answer is a place in this list
 * @param {import("./panel.js").Tools} tools
 * @returns {import("./panel.js").View}
 */
export function renderChoices(container, options, { text, labelledBy, onChange, onSubmit }) {
  const name = freshId();
  const words = options.map((option) => text.say(option) || option);
  const inputs = options.map((_, index) => make("input", { type: "radio", name, "data-index": String(index) }));
  const group = make("fieldset", { class: "moves choice", role: "radiogroup", "aria-labelledby": labelledBy },
    ...inputs.map((input, index) => make("label", { class: "move" }, input,
      make("span", { class: "face" }, make("span", {}, words[index] ?? ""), make("span", { class: "tick", "aria-hidden": "true" })))));
  group.style.setProperty("--columns", String(columnsFor(options.length)));

  const chosen = () => inputs.findIndex((input) => input.checked);

  group.addEventListener("change", () => onChange());
  group.addEventListener("keydown", (event) => {
    const at = inputs.indexOf(/** @type {any} */ (event.target));
    const columns = inputs.filter((input) => input.getBoundingClientRect().top === inputs[0]?.getBoundingClientRect().top).length;
    const to = targetOf(event, at, options.length, columns, getComputedStyle(group).direction === "rtl");
    if (to !== null) {
      inputs[to]?.focus();
      inputs[to]?.click(); // this also reports the change
    } else if (event.key === "Enter") {
      if (!event.repeat) onSubmit();
    } else return;
    event.preventDefault();
  });
  container.append(group);

  return {
    answer: () => (chosen() < 0 ? null : String(chosen())),
    setEnabled: (enabled) => (group.disabled = !enabled),
    reveal(correct) {
      group.disabled = true;
      group.toggleAttribute("data-revealed", true);
      for (const index of correct.map(Number)) {
        inputs[index]?.setAttribute("aria-label", `${words[index]}: ${text.say("right")}`);
        inputs[index]?.parentElement?.classList.add("right");
      }
      bringIntoView([...group.querySelectorAll(".right")]);
    },
    focus: () => inputs[Math.max(0, chosen())]?.focus({ preventScroll: true }), // do not scroll past the picture
  };
}
