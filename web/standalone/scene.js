// scene.js: questions about solids in space, from the engine's own picture: what a turn would show, what
// somebody else sees, which figure is the same.

import { make } from "../ui/dom.js";
import { SLOWER, showHeard } from "../ui/heard.js";
import { wantsLessMotion } from "../ui/motion.js";
import { Made, Shown, madeOf } from "./challenge.js";
import { speak, speaksIn } from "./core.js";
import { mountPicture, picturedKind } from "./pictured.js";
import { canSpeak, say, silence, voiceFor } from "./voice.js";

/** @typedef {import("./challenge.js").Options} Options */

/**
 * @typedef {object} Prompt what the question's sentence is made of
 * @property {string} question turn, behind, visible, viewer, polycube, sun, net, motion or heard
 * @property {number} [rotation] in degrees
 * @property {boolean} [clockwise]
 * @property {number} [tilt] in degrees; below 0 looks from lower
 * @property {string} [reference] a solid
 * @property {"left" | "right"} [side]
 * @property {boolean} [mirror] whether one option is the mirror image
 */

/**
 * @typedef {object} SceneMembers
 * @property {string[] | null} options words or numbers; null where the options are parts of the picture
 * @property {Prompt} prompt
 * @property {number} correctIndex
 */

/** @typedef {import("./challenge.js").Challenge & SceneMembers} Scene */

/** @typedef {import("./challenge.js").Inside} Inside */
/** @typedef {import("./challenge.js").Tools} Tools */
/** @typedef {import("./challenge.js").View} View */

const WATCH_MS = 250;

/** The language that a scene is told in, where the visitor's is not one of the engine's. @param {string} lang */
const spokenIn = (lang) => (speaksIn(lang) ? lang : "en");

/** Whether the visitor's device can tell a scene in words. @param {string} lang */
export const canBeHeard = (lang) => voiceFor(spokenIn(lang)) !== undefined;

/** A button for the browser's own voice, and what makes it silent. @param {Inside} inside @param {Tools} tools */
function speakerOf({ recipe }, { text }) {
  const failure = make("p", { class: "notice", role: "alert", "data-tone": "bad", hidden: canSpeak }, text.say("error-sound"));
  const lang = spokenIn(text.lang);
  let watching = 0;
  const stop = () => {
    clearInterval(watching);
    silence();
  };
  /** @param {number} rate */
  const start = (rate) => {
    stop(); // what it may still be saying
    failure.hidden = true;
    say(speak(recipe, lang), lang, rate, (isDone) => {
      clearInterval(watching);
      failure.hidden = isDone;
    });
    watching = window.setInterval(() => element.isConnected || stop(), WATCH_MS); // a page may take it away
  };
  /** @param {string} key @param {() => void} click */
  const button = (key, click) => make("button", { type: "button", class: "replay", disabled: !canSpeak, click }, text.say(key));
  const element = make("div", { class: "player" },
    make("div", { class: "plays" }, button("play", () => start(1)), button("play-slower", () => start(SLOWER)), button("stop", stop)), failure);
  return { element, stop };
}

/** @param {HTMLElement} root @param {Tools} tools @param {Inside} inside @returns {View} */
function mountHeard(root, tools, inside) {
  const { element, stop } = speakerOf(inside, tools);
  const view = showHeard(root, element, inside.truth.view.options, tools);
  return {
    ...view,
    setEnabled(enabled) {
      if (!enabled) stop();
      view.setEnabled(enabled);
    },
    reveal(correct) {
      stop();
      view.reveal(correct);
    },
  };
}

/** @param {HTMLElement} root @param {Tools} tools @param {Inside} inside @returns {View} */
function mount(root, tools, inside) {
  const { view } = inside.truth;
  return view.audio ? mountHeard(root, tools, inside) : mountPicture("scene")(root, tools, inside);
}

export const scene = picturedKind("scene", {
  wishes: (options) => (/** @type {any} */ ({ __proto__: null, ...options, moving: options.moving !== false && !wantsLessMotion() })),
  mount,
});

export class SceneChallenge extends Shown {
  static type = scene.type;
  /** The sheets that it needs. */
  static sheets = scene.sheets;

  /** @param {Options} [options] @returns {Scene} */
  static generate(options = {}) {
    return new Made(scene, options).publish(({ view, correctIndex }) =>
      ({ options: view.options, prompt: view.prompt, correctIndex }));
  }

  /** What is to be read aloud of a scene that was generated with `heard`. It gives the answer away to whoever reads it.
   * @param {Scene} challenge @param {string} [lang] */
  static describe(challenge, lang = "en") {
    return madeOf(challenge).speak(lang);
  }
}
