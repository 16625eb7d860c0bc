// panel.js: a challenge from the question to the outcome: instructions, what to choose from, the time, the buttons,
// and what happened, in words. It looks the same wherever challenges come from; that is the source's business:
//
//   const panel = createPanel({ source, text, onPass });
//   container.append(panel.element);
//   await panel.start();        // asks the source for a challenge and shows it
//   panel.destroy();            // ends timers; late replies are ignored
//
// A source is an object with these methods, all of which return promises:
//
//   next()                  a challenge (Challenge below)
//   answer(challenge, text) text is "57", "1,4,7" or for a puzzle "first,second":
//                           {state: "pass", response?}, {state: "next", challenge} or {state: "fail", reason}
//   extend(challenge)       optional: more time; {timeLimit, extensionsLeft?}, in seconds from now on
//   reveal(challenge)       optional: gives up; {correct}, indices of cells or names of moves
//   instead(name)           optional: a challenge of one of `alternatives`; what `next` gives is of it, too, from then on
//   stop()                  optional: the panel is gone
//
// They fail with an error that has a `code` (a key of ERRORS) and, where there is a wait, `retryAfter` in seconds.
//
// How a challenge is shown: a `mount` of its own, if it has one; else by what `more` loads, if its type wants that (looks.js);
// else as cells, each painted by the challenge's `paint` if it has one, or cut from `view.image`; or, where the options are words, as these below it,
// or below a player of `view.audio`.
//
// The element wants the styles of ui.css on its root or above, and the class "tes" on an ancestor or itself.

import { bringIntoView, icon, make } from "./dom.js";
import { buildFrame } from "./frame.js";
import { playerOf, showHeard } from "./heard.js";
import { lookOf } from "./looks.js";
import { loadPicture } from "./picture.js";
import { showCells, showPictured } from "./pictured.js";
import { createTimer } from "./timer.js";

/** @typedef {import("./text.js").Text} Text */

/**
 * @typedef {object} Challenge
 * @property {string} type
 * @property {string} [instructions]  in English; shown as it is where the type is not one of ours
 * @property {number} timeLimit  seconds; 0 for no limit
 * @property {number} [submitAfterMs]
 * @property {any} [view]
 * @property {string[]} [alternatives]  what can be had instead by those who can't see it
 * @property {Offer} [fallback]  what is offered to those who have failed, or whose device says so
 * @property {string} [token]
 * @property {number} [round]  counted from 1
 * @property {number} [rounds]  that there may be
 * @property {(cell: HTMLElement, index: number) => void} [paint]
 * @property {(body: HTMLElement, tools: Tools) => View | Promise<View>} [mount]
 */

/**
 * What a view is given.
 * @typedef {object} Tools
 * @property {Text} text
 * @property {string} labelledBy  the id of the instructions
 * @property {() => void} onChange  to be called when the answer changes
 * @property {() => void} onSubmit  to be called when Enter is pressed
 * @property {(words: string) => void} tell  says something aloud
 * @property {(name: string) => unknown} [instead]  asks for one of the challenge's alternatives
 * @property {string[] | undefined} [offered]  these
 */

/**
 * What a view is.
 * @typedef {object} View
 * @property {() => string | null} answer  null while there is none
 * @property {(enabled: boolean) => void} setEnabled
 * @property {(correct: any[]) => void} reveal
 * @property {() => void} focus
 */

/**
 * @typedef {object} Source
 * @property {() => Promise<Challenge>} next
 * @property {(challenge: Challenge, answer: string, panel?: Panel) =>
 *   Promise<{state: string, response?: string, challenge?: Challenge, reason?: string, fallback?: Offer}>} answer
 * @property {(challenge: Challenge) => Promise<{timeLimit: number, extensionsLeft?: number}>} [extend]
 * @property {(challenge: Challenge) => Promise<{correct: any[]}>} [reveal]
 * @property {(name: string) => Promise<Challenge>} [instead]
 * @property {() => unknown} [stop]  nobody looks at the last challenge any more
 */

/**
 * @typedef {object} PanelOptions
 * @property {Source} source
 * @property {Text} text
 * @property {(result: {state: string, response?: string}) => void} onPass
 * @property {() => Promise<typeof import("../more/main.js")>} more  loads what few visitors need; fails as a source does
 * @property {() => void} [onClose]  gives the panel a button to close it
 * @property {(code: string, words: string) => void} [onError]
 * @property {(panel: Panel, offer: Offer) => void} [ways]  shows what else there is
 */

/**
 * What else there is, and why it is offered.
 * @typedef {{reason: string, alternatives: string[], token?: string | undefined, isAsked?: boolean}} Offer
 */

/** By the code of an error, the key of its words. @type {Record<string, string>} */
const ERRORS = {
  network: "error-network",
  "too-many-requests": "error-busy",
  unavailable: "error-unavailable",
  "unknown-sitekey": "error-sitekey",
  "bad-field": "error-sitekey",
  "wrong-hostname": "error-hostname",
  "challenge-disabled": "error-disabled",
  banned: "error-banned",
  "no-extension": "error-no-extension",
};

/** By the reason of a failure, the key of its words. @type {Record<string, string>} */
const REASONS = {
  incorrect: "incorrect",
  expired: "late",
  replayed: "replayed",
  "too-fast": "too-fast",
  forbidden: "forbidden",
};

/** Fills a hole of a sentence for which the server sent no value. */
const MISSING = "\0";

/** The question in the visitor's language. @param {Text} text @param {Challenge} challenge */
export function instructionsOf(text, challenge) {
  const prompt = challenge.view?.prompt ?? {};
  const key = [prompt.question ?? challenge.type, prompt.side, prompt.mirror && "mirror"].filter(Boolean).join("-");
  const words = text.say(`ask-${key}`, {
    degrees: prompt.rotation ?? MISSING,
    direction: text.say(prompt.clockwise === false ? "anticlockwise" : "clockwise"),
    emotion: text.say(prompt.emotion ?? "") || MISSING,
    behind: text.say(`behind-${prompt.reference}`) || MISSING,
    tilt: Math.abs(prompt.tilt) || MISSING,
  });
  // English is told as the server has it, but where the view does more than the server knows of: the puzzle's moves make
  // themselves here. A hole that nothing fills would be worse than another language.
  const ours = (text.lang !== "en" || lookOf(challenge.type).apart) && words && !words.includes(MISSING);
  return ours ? words : challenge.instructions ?? words;
}

/** How many to choose. @param {Text} text @param {Challenge} challenge */
export function hintOf(text, { type, view }) {
  if (!view?.select || lookOf(type).apart) return "";
  const { min, max } = view.select;
  if (max === 1) return text.say("select-one");
  return min === max ? text.say("select-some", { n: max }) : text.say("select-any");
}

/** @param {HTMLElement} body @param {Challenge} challenge @param {Tools} tools @param {Panel} panel
 * @returns {Promise<View>} */
async function mount(body, challenge, tools, panel) {
  if (challenge.mount) return challenge.mount(body, tools);
  if (lookOf(challenge.type).apart) return (await panel.options.more()).mountApart(panel, body, challenge, tools);
  const { view } = challenge;
  if (view?.audio) return showHeard(body, playerOf(view.audio.src, tools.text), view.options, tools);
  if (challenge.paint) return showCells(body, challenge, tools, challenge.paint);
  return showPictured(body, await loadPicture(view.image.src), challenge, tools);
}

export class Panel {
  /** @param {PanelOptions} options */
  constructor(options) {
    this.options = options;
    this.text = options.text;
    /** Grows with each request, so that a reply to an earlier one can be ignored. */
    this.turn = 0;
    /** @type {Challenge | null} */
    this.challenge = null;
    /** @type {View | null} */
    this.view = null;
    /** The alternatives that the last challenge offered. @type {string[]} */
    this.offered = [];
    /** What was offered with it to who fails. @type {Offer | undefined} */
    this.fallback = undefined;
    /** The token of the last challenge: what somebody asks a person with. @type {string | undefined} */
    this.token = undefined;
    /** The page's clock when an answer is not too fast any more. */
    this.readyAtMs = 0;
    this.waiting = 0;
    /** Gives a further round whose picture has not come yet: leaving it would mean to begin anew. It is tried once more.
     * @type {(() => Promise<Challenge>) | undefined} */
    this.kept = undefined;
    this.timer = createTimer(this.text, {
      onTell: (n) => this.tell(this.text.say("say-seconds", { n, more: this.text.say("more") })),
      onEnd: () => this.end("time-up"),
    });
    this.frame = buildFrame(this.text, {
      reload: () => this.load(),
      again: () => this.load("", "", this.kept),
      submit: () => this.submit(),
      ...(options.source.extend ? { more: () => this.extend() } : {}),
      ...(options.source.reveal ? { giveUp: () => this.end("gave-up") } : {}),
      ...(options.source.instead ? { instead: (name) => this.instead(name) } : {}),
      ways: () => this.ways(),
      ...(options.onClose ? { close: options.onClose } : {}),
    }, this.timer.element);
    this.element = this.frame.element;
    this.body = this.frame.body;
    this.enter("loading");
  }

  /** Shows a first challenge. */
  start() {
    return this.load();
  }

  focus() {
    if (this.view && this.state === "ready") this.view.focus();
    else this.frame.instructions.focus();
  }

  destroy() {
    this.turn++;
    this.timer.stop();
    clearInterval(this.waiting);
    this.options.source.stop?.();
    this.element.remove();
  }

  /** @param {"loading" | "ready" | "sending" | "revealed" | "error" | "ways"} state */
  enter(state) {
    this.state = state;
    this.frame.settle();
    this.element.dataset.state = state;
    this.element.setAttribute("aria-busy", String(state === "loading" || state === "sending"));
    const held = /** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement;
    this.frame.submitButton.hidden = state === "revealed" || state === "error";
    this.frame.newButton.hidden = state !== "revealed";
    this.frame.againButton.hidden = state !== "error";
    this.frame.reloadButton.hidden = state === "revealed" || state === "error";
    for (const button of [this.frame.moreButton, this.frame.giveUpButton]) button.disabled = state !== "ready";
    for (const [name, button] of this.frame.insteadButtons) {
      button.disabled = state !== "ready" && state !== "error"; // another kind of challenge may still be available
      if (state === "error") button.hidden = !this.offered.includes(name);
    }
    this.frame.waysButton.hidden = state !== "ready" || !this.options.ways || !this.offered.some((name) => name === "pow" || name === "review");
    this.frame.reloadButton.disabled = state === "loading" || state === "sending";
    // Hidden timers keep their space, so that the layout does not jump.
    this.timer.element.style.visibility = state === "ready" || state === "sending" ? "visible" : "hidden";
    this.timer.element.hidden = state === "error" || this.challenge?.timeLimit === 0;
    this.view?.setEnabled(state === "ready");
    this.update();
    // A button that is gone or disabled would drop the focus out of the panel.
    const next = state === "revealed" ? this.frame.newButton : state === "error" ? this.frame.againButton : this.frame.instructions;
    if (held && this.element.contains(held) && (state === "revealed" || state === "error" || held.matches(":disabled, [hidden]"))) next.focus();
  }

  /** Whether the answer can be sent now. */
  update() {
    const early = performance.now() < this.readyAtMs;
    this.frame.submitButton.disabled = this.state !== "ready" || early || !this.view?.answer();
  }

  /** @param {string} words */
  tell(words) {
    this.frame.live.textContent = words;
  }

  /** Shows what happened, and tells screen readers. @param {string} words @param {"good" | "bad" | ""} [tone] */
  say(words, tone = "") {
    clearInterval(this.waiting);
    this.frame.notice.textContent = words;
    this.frame.notice.hidden = !words;
    this.frame.notice.dataset.tone = tone;
    if (words) this.tell(words);
    if (tone === "bad") bringIntoView([this.frame.notice]);
  }

  /** @param {unknown} error */
  sayError(error) {
    const { code = "failed", retryAfter } = /** @type {{code?: string, retryAfter?: number}} */ (error ?? {});
    const key = code === "too-many-requests" && !retryAfter ? "error-unavailable" : ERRORS[code] ?? "error-failed";
    const words = this.text.say(key, { n: retryAfter ?? "" });
    this.say(words, "bad");
    if (retryAfter && key === "error-busy") this.countWait(key, retryAfter);
    this.options.onError?.(code, words);
  }

  /** @param {string} key @param {number} seconds */
  countWait(key, seconds) {
    const endsAtMs = performance.now() + seconds * 1000;
    this.waiting = window.setInterval(() => {
      const n = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
      this.frame.notice.textContent = this.text.say(key, { n });
      if (n === 0) clearInterval(this.waiting);
    }, 1000);
  }

  /**
   * Asks for a challenge and shows it.
   * @param {string} [words] what led to it @param {"good" | "bad" | ""} [tone]
   * @param {() => Promise<Challenge> | undefined} [ask]
   */
  async load(words = "", tone = "", ask = () => this.options.source.next()) {
    const turn = ++this.turn;
    this.kept = undefined;
    this.clear();
    this.frame.instructions.textContent = this.text.say("loading");
    this.say(words, tone);
    try {
      const challenge = await ask();
      if (challenge && turn === this.turn) await this.show(challenge, words);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** Asks for another sort of challenge; what is there stays until that has come. @param {string} name */
  async instead(name) {
    const ask = () => this.options.source.instead?.(name);
    if (this.state !== "ready") return this.load("", "", ask);
    const { turn } = this;
    this.enter("sending");
    try {
      const challenge = await ask();
      if (turn === this.turn) await this.load("", "", async () => /** @type {Challenge} */ (challenge));
    } catch (error) {
      if (turn !== this.turn) return;
      this.enter("ready");
      this.sayError(error);
      this.frame.insteadButtons.get(name)?.focus();
    }
  }

  /** Shows what else there is. @param {Offer} [offer] */
  ways(offer = { reason: "asked", alternatives: this.fallback?.alternatives ?? this.offered }) {
    this.options.ways?.(this, { token: this.token, ...offer });
  }

  clear() {
    this.timer.stop();
    this.challenge = null;
    this.view = null;
    this.body.style.minHeight = `${this.body.offsetHeight}px`; // nothing jumps while the next one loads
    this.body.replaceChildren(make("span", { class: "spinner" }));
    this.frame.hint.textContent = "";
    this.element.scrollTop = 0; // where all of it scrolls, the next one begins with its question
    this.enter("loading");
  }

  /** @param {unknown} error */
  fail(error) {
    this.clear();
    this.frame.instructions.textContent = this.text.say("dialog");
    this.body.style.minHeight = "";
    this.body.replaceChildren(icon("alert"));
    this.sayError(error);
    this.enter("error");
  }

  /** @param {Challenge} challenge @param {string} [words] */
  async show(challenge, words = "") {
    const turn = this.turn;
    const receivedAtMs = performance.now();
    const body = make("div", { class: "body" });
    const question = instructionsOf(this.text, challenge);
    this.frame.instructions.textContent = question;
    const view = await mount(body, challenge, {
      text: this.text, labelledBy: this.frame.instructions.id, onChange: () => this.update(),
      onSubmit: () => this.submit(), tell: (told) => this.tell(told), instead: (name) => this.instead(name), offered: challenge.alternatives,
    }, this);
    if (turn !== this.turn) return;
    this.challenge = challenge;
    this.view = view;
    this.readyAtMs = receivedAtMs + (challenge.submitAfterMs ?? 0);
    window.setTimeout(() => turn === this.turn && this.update(), Math.max(0, this.readyAtMs - performance.now()) + 20);
    this.body.replaceWith(body);
    this.body = body;
    this.element.dataset.type = challenge.type;
    this.frame.hint.textContent = hintOf(this.text, challenge);
    this.frame.moreButton.hidden = false;
    this.offered = challenge.alternatives ?? [];
    this.fallback = challenge.fallback;
    this.token = challenge.token;
    this.element.classList.toggle("offers", Boolean(challenge.fallback));
    for (const [name, button] of this.frame.insteadButtons) button.hidden = !this.offered.includes(name);
    this.enter("ready");
    if (challenge.timeLimit) this.timer.start(challenge.timeLimit);
    this.tell([words, question].filter(Boolean).join(" "));
    if (this.hasFocus()) view.focus();
    this.element.scrollTop = 0;
  }

  /** Whether the focus is in the panel, or nowhere: then it may be moved. */
  hasFocus() {
    const held = /** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement;
    return !held || held === document.body || held.contains(this.element) || this.element.contains(held);
  }

  /** Sends the answer, if there is one and it is time. */
  async submit() {
    this.update();
    const answer = this.view?.answer();
    const challenge = this.challenge;
    if (this.frame.submitButton.disabled || !answer || !challenge) return;
    const turn = this.turn;
    this.enter("sending");
    this.say("");
    this.tell(this.text.say("sending"));
    try {
      const result = await this.options.source.answer(challenge, answer, this);
      if (turn === this.turn) await this.judge(result);
    } catch (error) {
      if (turn !== this.turn) return;
      this.enter("ready"); // the challenge may still be good: the visitor can send the answer again
      this.sayError(error);
      if (this.hasFocus()) this.frame.submitButton.focus();
    }
  }

  /** @param {{state: string, response?: string, challenge?: Challenge, reason?: string, fallback?: Offer}} result */
  async judge(result) {
    if (result.state === "pass") {
      this.turn++;
      this.timer.stop();
      this.tell(this.text.say("verified"));
      this.options.onPass(result);
    } else if (result.state === "next" && result.challenge) {
      const { challenge } = result;
      const ask = async () => challenge;
      const shown = this.load(this.text.say("next-round", { n: challenge.round ?? 0, most: challenge.rounds ?? 0 }), "", ask);
      this.kept = ask;
      await shown;
    } else if (result.reason === "too-fast") {
      this.readyAtMs = performance.now() + 1000;
      const turn = this.turn;
      window.setTimeout(() => turn === this.turn && this.update(), 1020);
      this.enter("ready");
      this.say(this.text.say("too-fast"), "bad");
    } else if (result.fallback?.reason === "failures" && this.options.ways) {
      this.ways(result.fallback);
    } else {
      await this.load(this.text.say(REASONS[result.reason ?? ""] ?? "invalid"), "bad");
    }
  }

  async extend() {
    const { challenge, turn } = this;
    if (!challenge || this.state !== "ready") return;
    this.frame.moreButton.disabled = true;
    try {
      const { timeLimit, extensionsLeft = 1 } = await /** @type {any} */ (this.options.source.extend)(challenge);
      if (turn !== this.turn) return;
      this.timer.start(timeLimit);
      this.say(this.text.say("extended"), "good");
      this.frame.moreButton.hidden = extensionsLeft <= 0;
    } catch (error) {
      if (turn !== this.turn) return;
      this.sayError(error);
      this.frame.moreButton.hidden = /** @type {any} */ (error)?.code === "no-extension";
    }
    this.frame.moreButton.disabled = this.state !== "ready";
    if (this.frame.moreButton.hidden) this.view?.focus();
    else this.frame.moreButton.focus();
  }

  /** Ends the challenge without an answer, and shows what would have been right. @param {"time-up" | "gave-up"} why */
  async end(why) {
    const { challenge, view } = this;
    if (!challenge || !view || this.state !== "ready") return;
    const turn = ++this.turn;
    this.timer.stop();
    view.setEnabled(false);
    this.enter("revealed");
    let words = this.text.say("time-over");
    try {
      const told = await this.options.source.reveal?.(challenge);
      if (turn !== this.turn) return;
      if (told) {
        view.reveal(told.correct);
        words = this.text.say(why);
      }
    } catch (error) {
      if (turn !== this.turn) return;
      if (why === "gave-up") {
        this.sayError(error);
        return;
      }
    }
    this.say(words, why === "gave-up" ? "" : "bad");
  }
}

/** @param {PanelOptions} options */
export const createPanel = (options) => new Panel(options);
