// frame.js: the parts of a panel that stay while challenges come and go.

import { freshId, icon, make } from "./dom.js";

/** @typedef {import("./text.js").Text} Text */

/**
 * What the buttons do; those of absent acts are not shown.
 * @typedef {{reload: () => unknown, again?: () => unknown, submit: () => unknown, more?: () => unknown, giveUp?: () => unknown,
 *            instead?: (name: string) => unknown, ways?: () => unknown, close?: () => unknown}} Acts
 */

/** What there is for those who can't see: the server's name for it, the key of its words, its icon. For those who want no motion
 * there is `still`, in words: which icon would say that? */
const ALTERNATIVES = [["puzzle", "instead", "unseen"], ["audio", "listen", "sound"]];

/** @param {Text} text @param {string} key @param {string} shape @param {() => unknown} [act] */
const toolButton = (text, key, shape, act = () => {}) => make("button",
  { type: "button", class: `tool ${key}`, title: text.say(key), "aria-label": text.say(key), click: act }, icon(shape));

/** @param {Text} text @param {string} key @param {() => unknown} act */
const mainButton = (text, key, act) =>
  make("button", { type: "button", class: `primary ${key}`, click: () => act() }, text.say(key));

/** @param {Text} text @param {string} key @param {() => unknown} act */
const linkButton = (text, key, act) =>
  make("button", { type: "button", class: `link ${key}`, hidden: true, click: () => act() }, text.say(key));

/** @param {Text} text @param {Acts} acts @param {HTMLElement} timer */
export function buildFrame(text, acts, timer) {
  const id = freshId();
  const instructions = make("h2", { class: "instructions", id, tabindex: "-1" }, text.say("loading"));
  const hint = make("p", { class: "hint" });
  const notice = make("p", { class: "notice", hidden: true });
  const live = make("div", { class: "aloud", role: "status" });
  const body = make("div", { class: "body" });
  const reloadButton = toolButton(text, "reload", "reload", () => acts.reload());
  const moreButton = toolButton(text, "more", "more", acts.more);
  const giveUpButton = toolButton(text, "give-up", "eye", acts.giveUp);
  /** @type {Map<string, HTMLButtonElement>} */
  const insteadButtons = new Map(!acts.instead ? [] : ALTERNATIVES.map(([name = "", key = "", shape = ""]) =>
    [name, toolButton(text, key, shape, () => acts.instead?.(name))]));
  const stillButton = linkButton(text, "still", () => acts.instead?.("still"));
  const waysButton = linkButton(text, "ways", () => acts.ways?.());
  const submitButton = mainButton(text, "submit", acts.submit);
  const newButton = mainButton(text, "reload", acts.reload);
  const againButton = mainButton(text, "again", acts.again ?? acts.reload);
  const element = make("section", { class: "panel", lang: text.lang, dir: text.dir, "aria-labelledby": id },
    make("header", { class: "top" },
      instructions, hint, timer,
      ...(acts.close ? [toolButton(text, "close", "close", acts.close)] : [])),
    notice, body,
    make("footer", { class: "foot" }, reloadButton, ...(acts.more ? [moreButton] : []),
      ...(acts.giveUp ? [giveUpButton] : []), ...insteadButtons.values(), submitButton, newButton, againButton,
      make("div", { class: "others" }, stillButton, waysButton)),
    live);
  insteadButtons.set("still", stillButton);
  return { element, instructions, hint, notice, live, body, reloadButton, moreButton, giveUpButton, insteadButtons,
    submitButton, newButton, againButton, waysButton };
}
