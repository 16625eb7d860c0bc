// challenge.js: what every kind of challenge shares. The object that a page gets carries the answer, as
// any program may want to look at it; what the page shows is kept apart from it, in these maps, and
// nothing in the document leads from one to the other.

import { freshId, make as element } from "../ui/dom.js";
import { ENGLISH } from "../ui/text.js";
import { make, verify } from "./core.js";
import { adoptStyles } from "./styles.js";

/** @typedef {import("./core.js").Recipe} Recipe */
/** @typedef {import("./core.js").Difficulty} Difficulty */
/** @typedef {import("../ui/panel.js").View} View */
/** @typedef {import("../ui/panel.js").Tools} Tools */

/**
 * @typedef {object} Options for generate()
 * @property {Difficulty | undefined} [difficulty] medium
 * @property {import("./sprites.js").SpriteLoader | undefined} [loader] SpriteLoader.shared
 * @property {number | undefined} [transformCount] puzzle: how many moves there are to choose from, 4 to 8
 * @property {boolean | undefined} [moving] scene: whether the picture may move; unless the visitor wants less motion
 * @property {boolean | undefined} [heard] scene: told in words, and read aloud
 * @property {"default" | "seed" | undefined} [profile] scene: what the levels are
 */

/**
 * @typedef {object} Challenge what all kinds have
 * @property {string} id the type and a moment, "spatial-1766000000000"; no other has it in this page
 * @property {string} type
 * @property {string} answer
 * @property {string} instructions
 * @property {number} timeLimit in seconds
 * @property {Promise<void>} ready when its pictures are there; rejects with a SpriteError
 */

/** @typedef {{root: HTMLElement, view: View, correct: unknown[]}} Rendering */

/** @typedef {Element | null | undefined} Container */

/** What a page that shows the instructions itself gives to render(). @typedef {Partial<Tools>} RenderTools */

/** @type {WeakMap<object, Recipe>} */
const recipes = new WeakMap();
/** @type {WeakMap<object, Rendering>} */
const renderings = new WeakMap();

let lastMoment = 0;

/** An identifier that was not given before. @param {string} type */
function newId(type) {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `${type}-${lastMoment}`;
}

/**
 * A fresh challenge; `fill` gives the members of its kind.
 * @template {object} T
 * @param {string} type @param {Options} options @param {(truth: Record<string, any>) => T} fill
 * @returns {Challenge & T}
 */
export function generate(type, options, fill) {
  const id = newId(type);
  const { recipe, truth } = make(type, id, options);
  const { answer, instructions, timeLimit } = truth;
  const challenge = { id, type, answer, instructions, timeLimit, ready: Promise.resolve(), ...fill(truth) };
  recipes.set(challenge, recipe);
  return challenge;
}

/** @param {object} challenge */
export function recipeOf(challenge) {
  const recipe = recipes.get(challenge);
  if (!recipe) throw new TypeError("This challenge was not made by generate().");
  return recipe;
}

/** Whether an answer is right; blanks and the order of numbers do not matter. @param {object} challenge @param {string} answer */
export function validate(challenge, answer) {
  return verify(recipeOf(challenge), String(answer));
}

/**
 * Shows a challenge in a container, in place of what it holds. Returns its root, or null where there is
 * nothing to show it in.
 * @param {Challenge} challenge @param {Container} container @param {RenderTools | undefined} given
 * @param {{className: string, correct: unknown[], mount: (root: HTMLElement, tools: Tools) => View}} kind
 */
export function show(challenge, container, given, { className, correct, mount }) {
  if (!container || !recipes.has(challenge)) return null;
  const root = element("div", { class: `tessera-challenge ${className}` });
  const id = freshId();
  const live = element("div", { class: "aloud", role: "status" });
  if (!given?.labelledBy) root.append(element("p", { class: "instructions", id }, challenge.instructions));
  if (!given?.tell) root.append(live);
  // What stands in a panel has its colours.
  container.replaceChildren(given?.labelledBy ? root : element("div", { class: "tes auto" }, root));
  adoptStyles(root);
  const view = mount(root, {
    text: ENGLISH,
    labelledBy: id,
    onChange: () => {},
    onSubmit: () => {},
    tell: (words) => (live.textContent = words),
    ...given,
  });
  renderings.set(challenge, { root, view, correct });
  return root;
}

/** How a challenge was last rendered. @param {object} challenge */
export const viewOf = (challenge) => renderings.get(challenge)?.view;

/** What is chosen; empty where nothing is. @param {object} challenge */
export const chosenAnswer = (challenge) => viewOf(challenge)?.answer() ?? "";

/** Shows what is right, where the challenge stands in that element. @param {object} challenge @param {Container} container */
export function reveal(challenge, container) {
  const rendering = renderings.get(challenge);
  if (!rendering || !container) return;
  const { root, view, correct } = rendering;
  if (container.contains(root) || root.contains(container)) view.reveal(correct);
}
