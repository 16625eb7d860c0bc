// steps.js: steps of a panel that few visitors take: to another sort of challenge, to more time, and to what would have been right.

import { OFFER_AFTER } from "../ui/asked.js";
import { offerBeside } from "./beside.js";
import { reasonOf } from "./told.js";

/** @typedef {import("../ui/panel.js").Challenge} Challenge */
/** @typedef {import("../ui/panel.js").Panel} Panel */

/** Asks for another sort of challenge; what is there stays until that has come. @param {Panel} panel @param {string} name */
export async function instead(panel, name) {
  const ask = () => panel.options.source.instead?.(name);
  if (panel.state === "sending" || panel.state === "loading") return; // pressed twice
  panel.failures = 0;
  if (panel.state !== "ready") return panel.load("", "", ask);
  const { turn } = panel;
  panel.enter("sending");
  try {
    const challenge = await ask();
    if (turn === panel.turn) await panel.load("", "", async () => /** @type {Challenge} */ (challenge));
  } catch (error) {
    if (turn !== panel.turn) return;
    panel.enter("ready");
    panel.sayError(error);
    panel.frame.insteadButtons.get(name)?.focus();
  }
}

/** Gives the challenge more time. @param {Panel} panel whose button is disabled meanwhile */
export async function extend(panel) {
  const { challenge, turn, frame: { moreButton } } = panel;
  try {
    const { timeLimit, extensionsLeft = 1 } = await /** @type {any} */ (panel.options.source.extend)(challenge);
    if (turn !== panel.turn) return;
    panel.timer.start(timeLimit);
    panel.say(panel.text.say("extended"), "good");
    moreButton.hidden = extensionsLeft <= 0;
  } catch (error) {
    if (turn !== panel.turn) return;
    panel.sayError(error);
    moreButton.hidden = /** @type {any} */ (error)?.code === "no-extension";
  }
  moreButton.disabled = panel.state !== "ready";
  const held = panel.held();
  if (held && held !== moreButton && panel.element.contains(held)) return; // somebody has gone on meanwhile
  if (moreButton.hidden) panel.view?.focus();
  else moreButton.focus();
}

/**
 * Shows what would have been right, of a challenge that has ended without an answer.
 * @param {Panel} panel
 * @param {{challenge: Challenge, view: import("../ui/panel.js").View, turn: number, why: "time-up" | "gave-up"}} ended
 */
export async function end(panel, { challenge, view, turn, why }) {
  const { text } = panel;
  let words = text.say("time-over");
  try {
    const told = await panel.options.source.reveal?.(challenge);
    if (turn !== panel.turn) return;
    if (told) {
      view.reveal(told.correct);
      words = text.say(why);
    }
  } catch (error) {
    if (turn !== panel.turn) return;
    if (why === "gave-up") {
      panel.sayError(error);
      return;
    }
  }
  panel.say(words, why === "gave-up" ? "" : "bad");
  if (why === "gave-up") return;
  if (++panel.failures >= OFFER_AFTER) panel.tell(offerBeside(panel, words));
}

/** After an answer that was not taken, says why, and brings a new challenge; who has failed more than once is told of other ways.
 * @param {Panel} panel @param {string} [reason] */
export function goOn(panel, reason) {
  const why = reasonOf(panel.text, reason);
  if (reason !== "too-fast") return panel.load(why, "bad", undefined, panel.failures >= OFFER_AFTER ? offerBeside : undefined);
  panel.readyAtMs = performance.now() + 1000;
  panel.enter("ready");
  panel.say(why, "bad");
  return undefined;
}
