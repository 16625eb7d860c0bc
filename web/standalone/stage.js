// stage.js: shows one challenge after the other in a frame that stays: the question, the time that is
// left, more of it, giving up, the answer.

import { make } from "../ui/dom.js";
import { buildFrame } from "../ui/frame.js";
import { createTimer } from "../ui/timer.js";
import { viewOf } from "./challenge.js";
import { randomBelow } from "./random.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./challenge.js").Challenge} Challenge */

/**
 * A class of challenges.
 * @typedef {object} Kind
 * @property {string} type
 * @property {readonly string[]} sheets
 * @property {(options?: import("./challenge.js").Options) => Challenge} generate
 * @property {(challenge: any, container: Element | null, tools?: import("./challenge.js").RenderTools) => HTMLElement | null} render
 * @property {(challenge: any) => string} getAnswer
 * @property {(challenge: any, answer: string) => boolean} validate
 * @property {(challenge: any, container: Element | null) => void} revealAnswer
 */

/** How a round ended, and how long it took. @typedef {{how: "answered" | "timeout" | "gave-up", ms: number}} RoundEnd */

/** The answer can be given after this, and up to twice as much. */
const SUBMIT_AFTER_MS = 1000;

const MORE_KEY = "+";

/** What is said below the question, by the type; most ask for one cell. @type {Record<string, string>} */
const HINTS = { predator: "select-any", puzzle: "" };

export class Stage {
  #text;
  #extensions;
  #timer;
  #frame;
  #body;
  #shownAtMs = 0;
  #endsAtMs = 0;
  #extensionsLeft = 0;
  #enabling = 0;
  /** @type {Challenge | null} while it can be answered */
  #challenge = null;
  /** @type {(end: RoundEnd) => void} */
  #end = () => {};

  /** @param {Text} text @param {number} extensions how often more time can be had in a round */
  constructor(text, extensions) {
    this.#text = text;
    this.#extensions = extensions;
    this.#timer = createTimer(text, {
      onTell: (n) => this.#tell(text.say("say-seconds", { n })),
      onEnd: () => this.#finish("timeout"),
    });
    this.#frame = buildFrame(text, {
      reload: () => {},
      submit: () => this.#submit(),
      more: () => this.#extend(),
      giveUp: () => this.#finish("gave-up"),
    }, this.#timer.element);
    const { reloadButton, newButton, againButton, moreButton } = this.#frame;
    for (const button of [reloadButton, newButton, againButton]) button.remove();
    moreButton.title += ` (${MORE_KEY})`;
    moreButton.setAttribute("aria-keyshortcuts", MORE_KEY);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === MORE_KEY && !event.repeat) this.#extend();
    });
    this.#body = this.#frame.body;
    this.#setOpen(false);
  }

  get element() {
    return this.#frame.element;
  }

  /**
   * Shows a challenge until its end.
   * @param {Kind} kind @param {Challenge} challenge @param {string} question @param {string} [words] what is to be said before
   * @returns {Promise<RoundEnd>}
   */
  play(kind, challenge, question, words = "") {
    const { instructions, hint, submitButton, moreButton } = this.#frame;
    instructions.textContent = question;
    hint.textContent = this.#text.say(HINTS[kind.type] ?? "select-one");
    const body = make("div", { class: "body" });
    this.#body.replaceWith(body);
    this.#body = body;
    this.element.dataset.type = kind.type;
    kind.render(challenge, body, {
      text: this.#text,
      labelledBy: instructions.id,
      onSubmit: () => this.#submit(),
      tell: (told) => this.#tell(told),
    });
    this.#challenge = challenge;
    this.#extensionsLeft = this.#extensions;
    moreButton.hidden = this.#extensions === 0;
    this.#setOpen(true);
    submitButton.disabled = true;
    this.#enabling = window.setTimeout(() => (submitButton.disabled = false), SUBMIT_AFTER_MS + randomBelow(SUBMIT_AFTER_MS));
    this.#shownAtMs = performance.now();
    this.#runFor(challenge.timeLimit);
    this.say(words);
    this.#tell([words, question].filter(Boolean).join(" "));
    viewOf(challenge)?.focus();
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** What happened, for eye and ear. @param {string} words @param {"good" | "bad" | ""} [tone] */
  say(words, tone = "") {
    const { notice } = this.#frame;
    notice.textContent = words;
    notice.hidden = words === "";
    notice.dataset.tone = tone;
    if (words) this.#tell(words);
  }

  /** Marks what would have been right. @param {Kind} kind @param {Challenge} challenge */
  reveal(kind, challenge) {
    kind.revealAnswer(challenge, this.#body);
  }

  destroy() {
    this.#challenge = null;
    clearTimeout(this.#enabling);
    this.#timer.stop();
    this.element.remove();
  }

  /** @param {string} words */
  #tell(words) {
    this.#frame.live.textContent = words;
  }

  /** @param {boolean} isOpen whether an answer can be given */
  #setOpen(isOpen) {
    const { submitButton, moreButton, giveUpButton } = this.#frame;
    this.element.dataset.state = isOpen ? "ready" : "done";
    for (const button of [moreButton, giveUpButton]) button.disabled = !isOpen;
    if (!isOpen) submitButton.disabled = true;
  }

  /** @param {number} seconds */
  #runFor(seconds) {
    this.#endsAtMs = performance.now() + seconds * 1000;
    this.#timer.start(seconds);
  }

  #submit() {
    if (!this.#frame.submitButton.disabled) this.#finish("answered");
  }

  #extend() {
    const { moreButton } = this.#frame;
    if (!this.#challenge || this.#extensionsLeft === 0) return;
    this.#extensionsLeft--;
    const leftS = Math.max(0, this.#endsAtMs - performance.now()) / 1000;
    this.#runFor(Math.ceil(leftS) + this.#challenge.timeLimit);
    this.say(this.#text.say("extended"), "good");
    const held = moreButton.matches(":focus");
    moreButton.hidden = this.#extensionsLeft === 0;
    if (held && moreButton.hidden) viewOf(this.#challenge)?.focus(); // a hidden button would drop the focus
  }

  /** @param {RoundEnd["how"]} how */
  #finish(how) {
    if (!this.#challenge) return;
    const ms = performance.now() - this.#shownAtMs;
    viewOf(this.#challenge)?.setEnabled(false);
    this.#challenge = null;
    clearTimeout(this.#enabling);
    this.#timer.stop();
    const held = this.element.contains(/** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement);
    this.#setOpen(false);
    if (held) this.#frame.instructions.focus(); // so would a disabled one
    this.#end({ how, ms });
  }
}
