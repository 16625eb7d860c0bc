// challenge.js: what every kind of challenge shares. The object that a page gets carries the answer, as
// any program may want to look at it; what the page shows is kept apart from it, in these maps, and
// nothing in the document leads from one to the other.

import { make, verify } from "./core.js";

/** @typedef {import("./core.js").Recipe} Recipe */
/** @typedef {import("./core.js").Difficulty} Difficulty */

/**
 * @typedef {object} Options for generate()
 * @property {Difficulty} [difficulty] medium
 * @property {import("./sprites.js").SpriteLoader} [loader] SpriteLoader.shared
 * @property {number} [transformCount] puzzle: how many transforms there are to choose from, 4 to 8
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

/**
 * @typedef {object} Rendering a challenge in a page
 * @property {HTMLElement} root
 * @property {() => string} answer what is chosen
 * @property {() => void} reveal
 * @property {(isEnabled: boolean) => void} setEnabled
 * @property {() => void} focus
 */

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
export function generate(type, { difficulty, transformCount }, fill) {
  const id = newId(type);
  const { recipe, truth } = make(type, id, { difficulty, transformCount });
  const { answer, instructions, timeLimit } = truth;
  const challenge = { id, type, ready: Promise.resolve(), ...fill(truth), answer, instructions, timeLimit };
  recipes.set(challenge, recipe);
  return challenge;
}

/** @param {object} challenge */
export function recipeOf(challenge) {
  const recipe = recipes.get(challenge);
  if (!recipe) throw new TypeError("This challenge was not made by generate().");
  return recipe;
}

/** Whether an answer is right: blanks and the order of numbers do not matter. @param {object} challenge @param {string} answer */
export function validate(challenge, answer) {
  return verify(recipeOf(challenge), String(answer));
}

/**
 * Shows a challenge in a container, in place of what it holds; null where there is no container.
 * @template {Challenge} T
 * @param {T} challenge @param {Element | null | undefined} container
 * @param {(root: HTMLElement) => Omit<Rendering, "root">} build fills the root
 */
export function show(challenge, container, build) {
  if (!container || !recipes.has(challenge)) return null;
  const root = document.createElement("div");
  root.className = "tessera-challenge";
  const instructions = document.createElement("p");
  instructions.className = "instructions";
  instructions.textContent = challenge.instructions;
  root.append(instructions);
  container.replaceChildren(root);
  renderings.set(challenge, { root, ...build(root) });
  return root;
}

/** How a challenge was last rendered. @param {object} challenge */
export const renderingOf = (challenge) => renderings.get(challenge);

/** @param {object} challenge */
export const chosenAnswer = (challenge) => renderings.get(challenge)?.answer() ?? "";

/** Shows the right answer, where the challenge stands in that element. @param {object} challenge @param {Element | null | undefined} element */
export function reveal(challenge, element) {
  const rendering = renderings.get(challenge);
  if (!rendering || !element) return;
  if (element.contains(rendering.root) || rendering.root.contains(element)) rendering.reveal();
}

/** @param {string} answer */
export const indicesOf = (answer) => answer.split(",").map(Number);
