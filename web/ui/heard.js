// heard.js: a challenge that is told in words: something that plays them, above the words to choose from.

import { renderChoices } from "./choices.js";
import { make } from "./dom.js";

/** @typedef {import("./panel.js").Tools} Tools */
/** @typedef {import("./panel.js").View} View */

/** A sound that failed to load is asked for again after so many milliseconds: the server reads only a few at once. */
const AGAIN_MS = [700, 2000];

/**
 * The browser's own player: it can be paused, slowed down and played again, by keys and by voice.
 * @param {string} src @param {import("./text.js").Text} text
 */
export function playerOf(src, text) {
  let failures = 0;
  const load = () => {
    failure.hidden = true;
    player.load(); // a player that failed does not load again by itself, however often "play" is pressed
  };
  const fail = () => {
    const after = AGAIN_MS[failures++];
    if (after === undefined) failure.hidden = false;
    else setTimeout(load, after);
  };
  const failure = make("div", { class: "notice", role: "alert", "data-tone": "bad", hidden: true },
    make("p", {}, text.say("error-sound")), make("button", { type: "button", class: "replay", click: load }, text.say("again")));
  const player = make("audio", { controls: true, preload: "auto", crossorigin: "anonymous", "aria-label": text.say("play"),
    src: `${src}?lang=${text.lang}`, error: fail });
  return make("div", { class: "player" }, player, failure);
}

/**
 * @param {HTMLElement} body @param {HTMLElement} player @param {string[]} options @param {Tools} tools
 * @returns {View}
 */
export function showHeard(body, player, options, tools) {
  const element = make("div", { class: "worded" }, player);
  body.append(element);
  const view = renderChoices(element, options, tools);
  const start = /** @type {HTMLElement | null} */ (player.querySelector("audio, button"));
  return { ...view, focus: () => (view.answer() === null ? start?.focus({ preventScroll: true }) : view.focus()) };
}
