// frame.js: the parts of a panel that stay while challenges come and go.
//
// Their order in the document is that of reading, of Tab and of the screen: the question and how many to choose, what to choose from, the
// ways around it, and then Submit and the other buttons. Each says what it does in words that are seen, so that voice control can call it
// by them. On narrow screens the last two are folded behind a button; it is the style sheet that folds them.

import { OTHERS } from "./asked.js";
import { bringIntoView, freshId, icon, make } from "./dom.js";

/** @typedef {import("./text.js").Text} Text */

/**
 * What the buttons do; those of absent acts are not shown. `aids` has what few press, and may have to load it first: then it tells
 * itself what fails.
 * @typedef {{reload?: () => unknown, again?: () => unknown, submit: () => unknown, more?: () => unknown, giveUp?: () => unknown,
 *            instead?: (name: string) => unknown, ways?: () => unknown, close?: () => unknown,
 *            aids: () => Promise<{askBefore: (frame: Frame) => void, zoom: (frame: Frame) => void} | undefined>}} Acts
 */

/** @typedef {ReturnType<typeof buildFrame>} Frame */

/** @param {Text} text @param {string} key @param {string} shape @param {() => unknown} [act] */
const toolButton = (text, key, shape, act = () => {}) =>
  make("button", { type: "button", class: `tool ${key}`, click: () => act() }, icon(shape), make("span", {}, text.say(key)));

/** @param {Text} text @param {string} key @param {() => unknown} [act] */
const mainButton = (text, key, act = () => {}) =>
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
  const reloadButton = toolButton(text, "reload", "reload", acts.reload);
  const moreButton = toolButton(text, "more", "more", acts.more);
  const giveUpButton = toolButton(text, "give-up", "eye", () => acts.aids().then((aids) => aids?.askBefore(frame)));
  const zoomButton = toolButton(text, "zoom", "zoom", () => acts.aids().then((aids) => aids?.zoom(frame)));
  const optionsButton = toolButton(text, "options", "down", () => unfold(!isUnfolded()));
  /** @type {Map<string, HTMLButtonElement>} */
  const insteadButtons = new Map(!acts.instead ? [] : Object.entries(OTHERS).filter(([name]) => name !== "ways").map(([name, key]) =>
    [name, linkButton(text, key, () => acts.instead?.(name))]));
  const waysButton = linkButton(text, "ways", () => acts.ways?.());
  const submitButton = mainButton(text, "submit", acts.submit);
  const newButton = mainButton(text, "reload", acts.reload);
  const againButton = mainButton(text, "again", acts.again ?? acts.reload);
  const rest = make("div", { class: "rest", id: freshId() }, ...(acts.reload ? [reloadButton] : []), ...(acts.giveUp ? [giveUpButton] : []));
  const foot = make("footer", { class: "foot" }, make("div", { class: "others" }, ...insteadButtons.values(), waysButton), submitButton, newButton, againButton, ...(acts.more ? [moreButton] : []),
    ...(rest.childElementCount > 1 ? [optionsButton] : []), rest);
  // A dialog around it has a name already; what is asked is the name of what is chosen from, and would be told twice.
  const element = make("section", { class: "panel", lang: text.lang, dir: text.dir, ...(acts.close ? {} : { "aria-label": text.say("dialog") }) },
    make("header", { class: "top" }, instructions, hint, make("div", { class: "aside" }, zoomButton, timer),
      // A cross is known everywhere; a title is its name, and would be told twice beside a label.
      ...(acts.close ? [make("button", { type: "button", class: "tool close", title: text.say("close"), click: acts.close }, icon("close"))] : [])),
    notice, body, foot, live);

  const isUnfolded = () => optionsButton.getAttribute("aria-expanded") === "true";

  /** @param {boolean} value */
  function unfold(value) {
    optionsButton.setAttribute("aria-expanded", String(value));
    if (value) bringIntoView([rest]);
  }

  /** The state has changed: what was opened is closed. */
  function settle() {
    unfold(false);
    [...frame.settling].forEach((act) => act());
  }

  foot.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !isUnfolded()) return;
    unfold(false);
    optionsButton.focus();
    event.preventDefault(); // the dialog stays
  });

  unfold(false);
  const frame = { text, acts, element, instructions, hint, notice, live, body, foot, reloadButton, moreButton, giveUpButton, insteadButtons, zoomButton,
    submitButton, newButton, againButton, waysButton, settle,
    /** What else is to be done then. @type {(() => void)[]} */
    settling: [] };
  return frame;
}
