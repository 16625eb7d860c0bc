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
// They fail with an error that has a `code` (of web/more/told.js) and, where there is a wait, `retryAfter` in seconds.
//
// How a challenge is shown: a `mount` of its own, if it has one; else by what `more` loads, if its type wants that (looks.js), it
// is heard, or the options are words; else as cells, each painted by the challenge's `paint` if it has one, or cut from `view.image`.
//
// `more` also has what few visitors come to: giving up, Enlarge, more time, what follows when the time is up, and what most errors are
// called.
//
// The element wants the styles of ui.css on its root or above, and the class "tes" on an ancestor or itself.

import { OFFER_AFTER, OTHERS, chosenOf, describe, hintOf, leftOf, missingOf } from "./asked.js";
import { bringIntoView, freshId, icon, make } from "./dom.js";
import { buildFrame } from "./frame.js";
import { isWorded, lookOf } from "./looks.js";
import { loadPicture } from "./picture.js";
import { showCells, showPictured } from "./pictured.js";
import { adopt } from "./style.js";
import { createTimer } from "./timer.js";

/** @typedef {import("./text.js").Text} Text */

/**
 * @typedef {object} Challenge
 * @property {string} type
 * @property {string} [instructions]  the question, in the language of the panel
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
 * @property {(isChoosing?: boolean) => void} focus  to where it begins; with `isChoosing`, to what can be chosen
 */

/** What an answer led to. @typedef {{state: string, response?: string, challenge?: Challenge, reason?: string, fallback?: Offer}} Result */

/**
 * @typedef {object} Source
 * @property {() => Promise<Challenge>} next
 * @property {(challenge: Challenge, answer: string, panel?: Panel) =>
 *   Promise<Result>} answer
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
 * @property {() => void} [onTimeUp]
 * @property {(panel: Panel, offer: Offer) => void} [ways]  shows what else there is
 * @property {string | undefined} [code]  the site has a way of its own, which stands among them
 */

/** Shows more beside words, and returns what is to be said. @typedef {(panel: Panel, words: string) => string} Beside */

/**
 * What else there is, and why it is offered.
 * @typedef {{reason: string, alternatives: string[], token?: string | undefined, isAsked?: boolean}} Offer
 */

/** What is loaded to say more is waited for so long. */
const SOON_MS = 2000;

/** @param {HTMLElement} body @param {Challenge} challenge @param {Tools} tools @param {Panel} panel
 * @returns {Promise<View>} */
async function mount(body, challenge, tools, panel) {
  if (challenge.mount) return challenge.mount(body, tools);
  const { view } = challenge;
  const isApart = lookOf(challenge.type).apart || view?.audio;
  const [picture, more] = await Promise.all([isApart || challenge.paint ? null : loadPicture(view.image.src, panel.element.ownerDocument),
    isApart || isWorded(view) ? panel.more() : null]);
  if (more) return more.mountApart(body, challenge, tools, picture);
  if (challenge.paint) return showCells(body, challenge, tools, challenge.paint);
  return showPictured(body, /** @type {HTMLImageElement} */ (picture), challenge, tools);
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
    /** An answer that came too early is sent then. */
    this.sending = 0;
    /** Whether the notice speaks of the answer as it is: then it goes when that changes. */
    this.isAboutAnswer = false;
    /** Since the last pass or the last change to another way. */
    this.failures = 0;
    /** Whether it was said aloud what there is for who can't see the picture. */
    this.isUnseenTold = false;
    /** Gives a further round whose picture has not come yet: leaving it would mean to begin anew. It is tried once more.
     * @type {(() => Promise<Challenge>) | undefined} */
    this.kept = undefined;
    this.timer = createTimer(this.text, {
      onTell: (n) => {
        this.more().catch(() => {}); // more time, and what comes when it is over
        this.tell(leftOf(this.text, n, Boolean(options.source.extend) && !this.frame.moreButton.hidden));
      },
      onEnd: () => {
        options.onTimeUp?.();
        this.end("time-up");
      },
    });
    this.frame = buildFrame(this.text, {
      reload: () => this.load(),
      again: () => this.load("", "", this.kept),
      submit: () => this.submit(),
      ...(options.source.extend ? { more: () => this.extend() } : {}),
      ...(options.source.reveal ? { giveUp: () => this.end("gave-up") } : {}),
      ...(options.source.instead ? { instead: (name) => this.instead(name) } : {}),
      ways: () => this.ways(),
      aids: () => this.more().catch((error) => void this.sayError(error)),
      ...(options.onClose ? { close: options.onClose } : {}),
    }, this.timer.element);
    this.element = this.frame.element;
    this.body = this.frame.body;
    /** What there is for who can't see the picture: heard with what is to be chosen from. */
    this.unseen = make("p", { hidden: true });
    /** How many to choose, which is heard with it as well, and how many are chosen, which is told as it changes. */
    this.hint = make("span");
    this.counted = make("span");
    for (const one of [this.hint, this.frame.notice, this.unseen]) one.id = freshId();
    this.frame.againButton.setAttribute("aria-describedby", this.frame.notice.id);
    this.frame.hint.append(this.hint, " ", this.counted);
    this.element.append(this.unseen);
    this.enter("loading");
  }

  /** Shows a first challenge. @param {() => Promise<Challenge>} [ask] */
  start(ask) {
    return this.load("", "", ask);
  }

  focus() {
    if (this.view && this.state === "ready") this.view.focus();
    else this.frame.instructions.focus();
  }

  destroy() {
    this.turn++;
    this.timer.stop();
    clearInterval(this.waiting);
    clearTimeout(this.sending);
    this.options.source.stop?.();
    this.element.remove();
  }

  /** @param {"loading" | "ready" | "sending" | "revealed" | "error" | "ways"} state */
  enter(state) {
    const { frame, element, timer } = this;
    const isReady = state === "ready";
    const isBusy = state === "loading" || state === "sending";
    const isOver = state === "revealed" || state === "error";
    this.state = state;
    frame.settle();
    element.dataset.state = state;
    this.body.setAttribute("aria-busy", String(isBusy)); // what is said aloud lies outside of it
    const held = this.held();
    frame.newButton.hidden = state !== "revealed";
    frame.againButton.hidden = state !== "error";
    frame.submitButton.hidden = frame.reloadButton.hidden = isOver;
    frame.submitButton.disabled = frame.moreButton.disabled = frame.giveUpButton.disabled = !isReady;
    frame.reloadButton.disabled = isBusy;
    for (const [name, button] of frame.insteadButtons) {
      button.disabled = isBusy; // also who gave up may want another kind
      if (state === "error") button.hidden = !this.offered.includes(name);
    }
    frame.waysButton.hidden = !isReady || !this.offers().includes("ways");
    // Hidden timers keep their space, so that the layout does not jump.
    timer.element.style.visibility = isReady || state === "sending" ? "visible" : "hidden";
    timer.element.hidden = state === "error" || this.challenge?.timeLimit === 0;
    this.view?.setEnabled(isReady);
    // A button that is gone or disabled would drop the focus out of the panel.
    const next = state === "revealed" ? frame.newButton : state === "error" ? frame.againButton : frame.instructions;
    if (held && element.contains(held) && (isOver || held.matches(":disabled, [hidden]"))) next.focus();
  }

  /** What else there is beside the last challenge, of OTHERS. */
  offers() {
    const { options, offered } = this;
    return Object.keys(OTHERS).filter((name) => (name === "ways"
      ? options.ways && (options.code || offered.some((one) => one === "pow" || one === "review"))
      : options.source.instead && offered.includes(name)));
  }

  /** The answer is another one. What was said of the one before is not true any more; its place stays, so that what is to be
   * pressed next does not move away. */
  change() {
    const { challenge, view } = this;
    clearTimeout(this.sending);
    if (!challenge || !view) return;
    if (this.isAboutAnswer) {
      this.frame.notice.style.visibility = "hidden";
      this.describe();
    }
    const chosen = this.counted.textContent = chosenOf(this.text, challenge, view.answer());
    if (chosen) this.tell(chosen);
  }

  /** @param {boolean} [isWrong] whether the notice says what is missing */
  describe(isWrong = false) {
    const { instructions, notice } = this.frame;
    describe(this.body, instructions.id, [...(isWrong ? [notice.id] : []), this.hint.id, this.unseen.id], isWrong);
  }

  /** Says something aloud; while a sound plays, once that has ended. @param {string} words */
  tell(words) {
    const sound = this.body.querySelector("audio");
    const { live } = this.frame;
    if (!sound || sound.paused) live.textContent = words && words === live.textContent ? `${words}\u00a0` : words; // the same again is heard again
    else sound.addEventListener("pause", () => sound.isConnected && this.tell(words), { once: true });
  }

  /** Shows what happened, and tells screen readers. @param {string} words @param {"good" | "bad" | ""} [tone] @param {boolean} [isAloud] */
  say(words, tone = "", isAloud = true) {
    const { notice } = this.frame;
    clearInterval(this.waiting);
    this.isAboutAnswer = false;
    notice.textContent = words;
    notice.hidden = !words;
    notice.style.visibility = "";
    notice.dataset.tone = tone;
    if (words && isAloud) this.tell(words);
    if (tone === "bad") bringIntoView([this.frame.notice]);
  }

  /** Says something of the answer as it is. @param {string} words @param {"bad" | ""} [tone] */
  sayOfAnswer(words, tone = "") {
    this.say(words, tone);
    this.isAboutAnswer = true;
    bringIntoView([this.frame.notice]);
  }

  /** Loads what few visitors need, and its styles. */
  async more() {
    const more = await this.options.more();
    adopt(/** @type {ShadowRoot} */ (this.element.getRootNode()), ...more.styles);
    return more;
  }

  /** The same, or nothing where it does not come soon: what follows does not wait for it. */
  soon() {
    return Promise.race([this.more().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
  }

  /** @param {unknown} error */
  async sayError(error) {
    const { code = "failed", retryAfter } = /** @type {{code?: string, retryAfter?: number}} */ (error ?? {});
    const { turn } = this;
    /** @param {string} words */
    const tell = (words) => {
      if (turn === this.turn) this.say(words, "bad");
      this.options.onError?.(code, words);
      return turn === this.turn;
    };
    const more = code === "network" ? undefined : await this.soon();
    if (more) more.tellError(this, tell, code, retryAfter);
    else tell(this.text.say(code === "network" ? "error-network" : "error-failed"));
  }

  /**
   * Asks for a challenge and shows it.
   * @param {string} [words] what led to it @param {"good" | "bad" | ""} [tone]
   * @param {() => Promise<Challenge> | undefined} [ask]
   * @param {Beside} [beside]
   */
  async load(words = "", tone = "", ask = () => this.options.source.next(), beside = undefined) {
    const turn = ++this.turn;
    this.kept = undefined;
    this.clear();
    this.frame.instructions.textContent = this.text.say("loading");
    this.say(words, tone, false); // told with what comes
    try {
      const challenge = await ask();
      if (challenge && turn === this.turn) await this.show(challenge, words, beside);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** Asks for another sort of challenge. @param {string} name */
  async instead(name) {
    const { turn } = this;
    const more = await this.more().catch((error) => void (turn === this.turn && this.sayError(error)));
    if (turn === this.turn) return more?.instead(this, name);
  }

  /** Shows what else there is. @param {Offer} [offer] */
  ways(offer = { reason: "asked", alternatives: this.fallback?.alternatives ?? this.offered }) {
    this.options.ways?.(this, { token: this.token, ...offer });
  }

  clear() {
    this.timer.stop();
    clearTimeout(this.sending);
    this.challenge = null;
    this.view = null;
    this.body.style.minHeight = `${this.body.offsetHeight}px`; // nothing jumps while the next one loads
    this.body.replaceChildren(make("span", { class: "spinner" }));
    this.hint.textContent = this.counted.textContent = "";
    this.enter("loading");
  }

  /** Shows the reason before the focus moves to the button that it describes: a message that arrives after the focus can get lost in a
   * screen reader. @param {unknown} error */
  async fail(error) {
    const { turn } = this;
    this.clear();
    await this.sayError(error);
    if (turn !== this.turn) return;
    this.frame.instructions.textContent = this.text.say("dialog");
    this.body.style.minHeight = "";
    this.body.replaceChildren(icon("alert"));
    this.enter("error");
  }

  /** @param {Challenge} challenge @param {string} [words] @param {Beside} [beside] */
  async show(challenge, words = "", beside = undefined) {
    const turn = this.turn;
    const receivedAtMs = performance.now();
    const body = this.element.ownerDocument.adoptNode(make("div", { class: "body" })); // a picture in it that came for this page stays loaded
    const question = challenge.instructions ?? "";
    this.frame.instructions.textContent = question;
    const view = await mount(body, challenge, {
      text: this.text, labelledBy: this.frame.instructions.id, onChange: () => this.change(),
      onSubmit: () => this.submit(), tell: (told) => this.tell(told), instead: (name) => this.instead(name), offered: challenge.alternatives,
    }, this);
    if (turn !== this.turn) return;
    this.challenge = challenge;
    this.view = view;
    this.readyAtMs = receivedAtMs + (challenge.submitAfterMs ?? 0);
    this.body.replaceWith(body);
    this.body = body;
    this.element.dataset.type = challenge.type;
    this.hint.textContent = hintOf(this.text, challenge);
    this.counted.textContent = chosenOf(this.text, challenge, view.answer());
    this.frame.moreButton.hidden = false;
    this.offered = challenge.alternatives ?? [];
    this.fallback = challenge.fallback;
    this.token = challenge.token;
    this.element.classList.toggle("offers", Boolean(challenge.fallback));
    for (const [name, button] of this.frame.insteadButtons) button.hidden = !this.offered.includes(name);
    this.enter("ready");
    if (challenge.timeLimit) this.timer.start(challenge.timeLimit);
    const unseen = this.sayUnseen();
    if (beside) words = beside(this, words);
    if (this.hasFocus()) view.focus();
    this.tell([words, this.isQuestionHeard() ? "" : question, ...(unseen ? [this.hint.textContent, unseen] : [])].filter(Boolean).join(" "));
    this.element.scrollTop = 0;
  }

  /** Describes what is to be chosen from with the ways around it. Returns what is to be said aloud of them: nothing the next time. */
  sayUnseen() {
    const { challenge, text } = this;
    const ways = challenge?.view?.image && !lookOf(challenge.type).apart ? this.offers().filter((name) => name !== "still") : [];
    const words = ways.length > 0 ? text.say("unseen", { ways: text.list(ways.map((name) => text.say(OTHERS[name] ?? ""))) }) : "";
    this.unseen.textContent = words;
    this.describe();
    const isTold = this.isUnseenTold;
    if (words) this.isUnseenTold = true;
    return isTold ? "" : words;
  }

  /** What has the focus, where the panel is. */
  held() {
    return /** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement;
  }

  /** Whether the focus is in the panel, or nowhere: then it may be moved. */
  hasFocus() {
    const held = this.held();
    return !held || held === document.body || held.contains(this.element) || this.element.contains(held);
  }

  /** Whether what has the focus is described by the question, or something around it is called so: then readers have told it. */
  isQuestionHeard() {
    const held = this.held();
    const { id } = this.frame.instructions;
    return Boolean(held?.matches(`[aria-describedby~="${id}"]`) || held?.closest(`[aria-labelledby~="${id}"]`));
  }

  /** Sends the answer. Says so where something is missing, and waits where it is too early. */
  async submit() {
    const { challenge, view, turn } = this;
    if (!challenge || !view || this.state !== "ready") return;
    clearTimeout(this.sending);
    const answer = /** @type {string} */ (view.answer());
    const missing = missingOf(this.text, challenge, answer);
    if (missing) {
      this.sayOfAnswer(missing, "bad");
      this.describe(true);
      view.focus(true);
      return;
    }
    const earlyMs = this.readyAtMs - performance.now();
    if (earlyMs > 0) {
      this.sayOfAnswer(this.text.say("moment"));
      this.sending = window.setTimeout(() => turn === this.turn && this.element.isConnected && this.submit(), earlyMs + 20); // a page may take it away
      return;
    }
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

  /** @param {Result} result */
  async judge(result) {
    const { state, challenge, reason, fallback } = result;
    const turn = ++this.turn;
    if (state === "pass") {
      this.timer.stop();
      this.options.onPass(result);
    } else if (state === "next" && challenge) {
      this.failures = 0;
      const ask = async () => challenge;
      const shown = this.load(this.text.say("next-round", { n: challenge.round ?? 0, most: challenge.rounds ?? 0 }), "", ask);
      this.kept = ask;
      await shown;
    } else if (fallback?.reason === "failures" && this.options.ways) {
      this.ways(fallback);
    } else {
      if (reason === "incorrect" || reason === "expired") this.failures++;
      const more = this.failures >= OFFER_AFTER || reason !== "incorrect" ? await this.soon() : undefined;
      if (turn !== this.turn) return;
      if (more) return more.goOn(this, reason);
      return this.load(this.text.say(reason === "incorrect" ? reason : "error-failed"), "bad");
    }
  }

  /** Asks for more time, once however often it is pressed. */
  async extend() {
    const { turn, state, frame: { moreButton } } = this;
    if (state !== "ready") return;
    moreButton.disabled = true;
    const more = await this.more().catch((error) => void this.sayError(error));
    if (turn !== this.turn) return;
    if (more) return more.extend(this);
    moreButton.disabled = false;
  }

  /** Ends the challenge without an answer, and shows what would have been right. @param {"time-up" | "gave-up"} why */
  async end(why) {
    const { challenge, view } = this;
    if (!challenge || !view || this.state !== "ready") return;
    const turn = ++this.turn;
    this.timer.stop();
    this.enter("revealed");
    const more = await this.soon();
    if (turn !== this.turn) return;
    if (more) return more.end(this, { challenge, view, turn, why });
    this.say(this.text.say(why === "time-up" ? "time-over" : "error-network"), "bad");
  }
}

/** @param {PanelOptions} options */
export const createPanel = (options) => new Panel(options);
