// film.js: a film that the visitor starts, stops and starts again; nothing moves before. The browser plays it by itself, as an
// animated picture without an end: one that has ended can't be started again in Firefox. Nor can one be held at a frame: while
// the film stands still, a copy of its first frame is shown.
//
// The film is the upper part of a challenge's one raster; its cells are below and do not move.

import { icon, make } from "./dom.js";
import { wantsLessMotion } from "./motion.js";
import { headOf } from "./picture.js";

/**
 * @param {HTMLImageElement | HTMLCanvasElement} picture @param {any} view
 * @param {import("./panel.js").Tools} tools @param {() => void} restart
 */
export function filmOf(picture, view, { text, instead, offered }, restart) {
  const words = make("span", {}, text.say("play-film"));
  picture.className = "picture moving";
  const element = make("button", { type: "button", class: "film", click: () => (isPlaying ? end("play-film") : play()) },
    /** @type {HTMLCanvasElement} */ (headOf(picture, view)), picture, make("span", { class: "badge" }, icon("play"), icon("pause"), words));
  let isPlaying = false;
  let timer = 0;

  /** @param {boolean} value @param {string} key what the button does now */
  function turn(value, key) {
    isPlaying = value;
    element.toggleAttribute("data-playing", value);
    words.textContent = text.say(key);
    clearTimeout(timer);
  }

  /** @param {string} key */
  function end(key) {
    turn(false, key);
    picture.hidden = true;
  }

  function play() {
    // The setting came after the challenge; or else the site has no other way, and whoever presses wants the film.
    if (wantsLessMotion() && !(instead && !offered?.includes("still"))) {
      words.textContent = text.say("less-motion");
      instead?.("still");
      return;
    }
    turn(true, "pause");
    picture.hidden = false;
    restart();
    timer = window.setTimeout(end, view.animation.ms, "play-again"); // it would begin again
  }

  end("play-film");
  return { element, stop: () => isPlaying && end("play-again") };
}
