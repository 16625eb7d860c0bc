// asked.js: what a challenge asks to be chosen, what an answer still lacks of it, and what else there is, in words.

import { lookOf } from "./looks.js";

/** @typedef {import("./text.js").Text} Text */
/** @typedef {import("./panel.js").Challenge} Challenge */

/** What else there is: the server's name for it, or the list of all, and the key of its words. @type {Record<string, string>} */
export const OTHERS = { puzzle: "instead", audio: "listen", still: "still", ways: "ways" };

/** After so many failures without a pass, other ways are offered in words. The server's own list comes later. */
export const OFFER_AFTER = 2;

/** @param {string | null} answer as a view gives it */
const countOf = (answer) => (answer ? answer.split(",").length : 0);

/** How many to choose. @param {Text} text @param {Challenge} challenge */
export function hintOf(text, { type, view }) {
  if (!view?.select || lookOf(type).apart) return "";
  const { min, max } = view.select;
  if (max === 1) return text.say("select-one");
  return min === max ? text.say("select-some", { n: max }) : text.say("select-any");
}

/** How many are chosen, where it is more than one. @param {Text} text @param {Challenge} challenge @param {string | null} answer */
export const chosenOf = (text, { type, view }, answer) =>
  (view?.select?.max > 1 && !lookOf(type).apart ? text.say("chosen", { chosen: countOf(answer), n: view.select.max }) : "");

/** How much time is left, and where more can be had, by what. @param {Text} text @param {number} n seconds @param {boolean} canExtend */
export const leftOf = (text, n, canExtend) =>
  text.say("say-seconds", { n }) + (canExtend ? ` ${text.say("say-more", { more: text.say("more") })}` : "");

/** What is to be said to who submits this: nothing where the answer can be sent.
 * @param {Text} text @param {Challenge} challenge @param {string | null} answer */
export function missingOf(text, { type, view }, answer) {
  const { min, max } = view?.select ?? { min: 1, max: 1 };
  const chosen = countOf(answer);
  if (chosen >= min && chosen <= max) return "";
  const what = lookOf(type).apart ? "moves" : max === 1 ? "one" : min === max ? "some" : "any";
  return text.say(`missing-${what}`, { n: max, chosen });
}

/**
 * Ties what is chosen from to what is said about it. It is heard when the focus comes there, not at each key.
 * @param {HTMLElement} body @param {string} asked the id of the question, which all of it but a film is named by
 * @param {string[]} ids of what describes it @param {boolean} [isWrong] whether something is missing
 */
export function describe(body, asked, ids, isWrong = false) {
  for (const one of body.querySelectorAll(".cells, .moves, .film")) {
    const isFilm = one.matches(".film");
    one.setAttribute("aria-describedby", (isFilm ? [asked, ...ids] : ids).join(" "));
    if (!isFilm) one.setAttribute("aria-invalid", String(isWrong));
  }
}
