// heard.js: a challenge that is told in words: buttons that play them, above the words to choose from.
//
// The buttons are ours alone: the browser's own player is four stops of Tab, each named in the browser's language. They are called
// the same whatever plays, as a name that changes is read aloud, and would be read over the sound. It begins at a press: what began by
// itself would be forbidden by most browsers, and be talked over by a screen reader.

import { renderChoices } from "./choices.js";
import { make } from "./dom.js";

/** @typedef {import("./panel.js").Tools} Tools */
/** @typedef {import("./panel.js").View} View */

/** A sound that failed to load is asked for again after so many milliseconds: the server reads only a few at once. */
const AGAIN_MS = [700, 2000];

export const SLOWER = 0.75;

/** @param {string} src @param {import("./text.js").Text} text */
export function playerOf(src, text) {
  let failures = 0;
  const load = () => {
    failure.hidden = true;
    sound.load(); // a sound that failed does not load again by itself, however often "play" is pressed
  };
  const fail = () => {
    const after = AGAIN_MS[failures++];
    if (after === undefined) failure.hidden = false;
    else setTimeout(() => sound.isConnected && load(), after);
  };
  /** From the beginning. @param {number} speed */
  const play = (speed) => {
    if (sound.error) load();
    sound.playbackRate = speed; // loading has set it back
    sound.currentTime = 0;
    sound.play().catch(() => {}); // `fail` tells
  };
  /** @param {string} key @param {() => void} click */
  const button = (key, click) => make("button", { type: "button", class: "replay", click }, text.say(key));
  const failure = make("div", { class: "notice", role: "alert", "data-tone": "bad", hidden: true },
    make("p", {}, text.say("error-sound")), button("again", load));
  const bar = make("progress", { max: "1", value: "0", "aria-hidden": "true" });
  const sound = make("audio", { preload: "auto", crossorigin: "anonymous", src: `${src}?lang=${text.lang}`, error: fail,
    timeupdate: () => (bar.value = sound.currentTime / sound.duration || 0) });
  return make("div", { class: "player" }, sound,
    make("div", { class: "plays" }, button("play", () => play(1)), button("play-slower", () => play(SLOWER)), button("stop", () => sound.pause())),
    bar, failure);
}

/**
 * @param {HTMLElement} body @param {HTMLElement} player @param {string[]} options @param {Tools} tools
 * @returns {View}
 */
export function showHeard(body, player, options, tools) {
  const element = make("div", { class: "worded" }, player);
  body.append(element);
  const view = renderChoices(element, options, tools);
  const start = player.querySelector("button");
  start?.setAttribute("aria-describedby", tools.labelledBy); // who comes here first has not heard the question
  return {
    ...view,
    setEnabled(enabled) {
      if (!enabled) player.querySelector("audio")?.pause();
      view.setEnabled(enabled);
    },
    focus: (isChoosing) => (isChoosing || view.answer() !== null ? view.focus() : start?.focus({ preventScroll: true })),
  };
}
