// worded.js: a challenge that is one picture, with words to choose from below it.

import { renderChoices } from "./choices.js";
import { make } from "./dom.js";
import { restart } from "./pictured.js";

/** @typedef {import("./panel.js").Tools} Tools */

/** The picture itself, and for one that moves a button that shows it once more.
 * @param {HTMLImageElement | HTMLCanvasElement} picture @param {any} view @param {Tools} tools @param {() => void} play */
function wholeOf(picture, view, { text }, play) {
  picture.className = "picture whole";
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", text.say("picture"));
  const element = make("div", { class: "shown" }, picture);
  if (view.animation) element.append(make("button", { type: "button", class: "replay", click: () => play() }, text.say("play-again")));
  return element;
}

/**
 * @param {HTMLElement} body @param {HTMLImageElement | HTMLCanvasElement} picture  that is loaded
 * @param {import("./panel.js").Challenge} challenge @param {Tools} tools @param {() => void} [play] shows a picture that moves once more
 * @returns {import("./panel.js").View}
 */
export function showWorded(body, picture, { view }, tools, play = () => restart(picture)) {
  const element = make("div", { class: "worded" }, wholeOf(picture, view, tools, play));
  body.append(element);
  return renderChoices(element, view.options, tools);
}
