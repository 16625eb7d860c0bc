// aids.js: what few visitors press of a frame's buttons: giving up, which is asked about first, and Enlarge.

import { bringIntoView, freshId, make } from "./dom.js";

/** @typedef {import("./frame.js").Frame} Frame */

/** Asks whether giving up is meant, in place of the other buttons. @param {Frame} frame */
export function askBefore({ text, acts, foot, giveUpButton, settling }) {
  if (giveUpButton.disabled || foot.matches("[data-asking]")) return; // the challenge has ended meanwhile, or it was pressed twice
  const id = freshId();
  // The question describes the buttons: a name of the group around them would be told by some readers, and not by Orca.
  const answer = (/** @type {string} */ key, /** @type {() => void} */ click) =>
    make("button", { type: "button", class: "replay", "aria-describedby": id, click }, text.say(key));
  const yes = answer("give-up-yes", () => acts.giveUp?.());
  const no = answer("give-up-no", () => back());
  foot.querySelector(".sure")?.remove(); // of the time before
  const element = make("div", { class: "sure" }, make("p", { id }, text.say("give-up-ask")), yes, no);
  const close = () => {
    foot.removeAttribute("data-asking");
    element.hidden = true; // what is in it may have the focus, which is to be moved on
    settling.splice(settling.indexOf(close), 1);
  };
  const back = () => {
    close();
    giveUpButton.focus();
  };
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault(); // the dialog stays
    back();
  });
  settling.push(close);
  foot.setAttribute("data-asking", "");
  foot.append(element);
  no.focus();
}

/** Those that were enlarged once. @type {WeakSet<Frame>} */
const known = new WeakSet();

/** A body that is new can be scrolled by keys, too, while it is enlarged. @param {Frame} frame */
function makeRoom({ element, instructions }) {
  const isLarge = element.matches("[data-zoom]");
  const room = element.querySelector(".body");
  for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-labelledby": instructions.id })) {
    if (isLarge) room?.setAttribute(name, value);
    else room?.removeAttribute(name);
  }
}

/** Shows what there is to see twice as large, in a room of its own that scrolls in both directions; or as before. @param {Frame} frame */
export function zoom(frame) {
  const { text, element, zoomButton, settling } = frame;
  const isLarge = element.toggleAttribute("data-zoom");
  if (!known.has(frame)) settling.push(() => makeRoom(frame));
  known.add(frame);
  /** @type {Element} */ (zoomButton.lastChild).textContent = text.say(isLarge ? "zoom-out" : "zoom");
  frame.settle();
  element.querySelector(".badge, .preview")?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" }); // what is wider than its room begins in its middle
  bringIntoView([...element.querySelectorAll("[aria-selected=true]")]);
}
