// scene.js: questions about solids in space, from the engine's own picture: what a turn would show, what
// somebody else sees, which figure is the same.

import { showPictured } from "../ui/pictured.js";
import { chosenAnswer, generate, reveal, show, validate } from "./challenge.js";
import { rasterOf } from "./raster.js";

/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */

/**
 * @typedef {object} Prompt what the question's sentence is made of
 * @property {string} question turn, behind, visible, viewer, polycube, sun or net
 * @property {number} [rotation] in degrees
 * @property {boolean} [clockwise]
 * @property {number} [tilt] in degrees; below 0 looks from lower
 * @property {string} [reference] a solid
 * @property {"left" | "right"} [side]
 */

/**
 * @typedef {object} SceneMembers
 * @property {string[] | null} options words or numbers; null where the options are parts of the picture
 * @property {Prompt} prompt
 * @property {number} correctIndex
 */

/** @typedef {import("./challenge.js").Challenge & SceneMembers} Scene */

/** How each is shown. @type {WeakMap<object, object>} */
const views = new WeakMap();

export class SceneChallenge {
  static type = "scene";
  /** The sheets that it needs. @type {readonly string[]} */
  static sheets = [];

  /** @param {Options} [options] @returns {Scene} */
  static generate(options = {}) {
    let view = {};
    const challenge = generate("scene", options, (truth) => {
      view = truth.view;
      return { options: truth.view.options, prompt: truth.view.prompt, correctIndex: truth.correctIndex };
    });
    views.set(challenge, view);
    return challenge;
  }

  /** @param {Scene} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools, {
      className: "scene-container",
      correct: [challenge.correctIndex],
      mount: (root, given) =>
        showPictured(root, rasterOf(challenge), { type: "scene", timeLimit: 0, view: views.get(challenge) }, given),
    });
  }

  /** The index that is chosen, "2"; empty where there is none. @param {Scene} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Scene} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Scene} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
