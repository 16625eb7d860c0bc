// stage.js: shows one challenge after the other in a frame that stays: the question, the time that is
// left, more of it, giving up, the answer.

import { bringIntoView, make } from "../ui/dom.js";
import { buildFrame } from "../ui/frame.js";
import { createTimer } from "../ui/timer.js";
import { randomBelow } from "./random.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./challenge.js").Made} Made */

/** How a round ended, and how long it took. @typedef {{how: "answered" | "timeout" | "gave-up", ms: number}} RoundEnd */

/** The button to submit is enabled after a random time between this and twice this. */
const SUBMIT_AFTER_MS = 1000;

const MORE_KEY = "+";

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
  /** @type {Made | null} while it can be answered */
  #made = null;
  /** @type {(end: RoundEnd) => void} */
  #end = () => {};

  /** @param {Text} text @param {number} extensions how often more time can be had in a round @param {() => void} again starts anew */
  constructor(text, extensions, again) {
    this.#text = text;
    this.#extensions = extensions;
    this.#timer = createTimer(text, {
      onTell: (n) => this.#tell(text.say("say-seconds", { n, more: text.say("more") })),
      onEnd: () => this.#finish("timeout"),
    });
    this.#frame = buildFrame(text, {
      again,
      submit: () => this.#submit(),
      more: () => this.#extend(),
      giveUp: () => this.#finish("gave-up"),
    }, this.#timer.element);
    const { newButton, againButton, moreButton } = this.#frame;
    newButton.remove();
    againButton.hidden = true;
    moreButton.title = MORE_KEY;
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
   * @param {Made} made @param {string} question @param {string} [words] what is to be said before
   * @returns {Promise<RoundEnd>}
   */
  play(made, question, words = "") {
    const { instructions, hint, submitButton, moreButton } = this.#frame;
    instructions.textContent = question;
    hint.textContent = made.hint(this.#text);
    const body = make("div", { class: "body" });
    this.#body.replaceWith(body);
    this.#body = body;
    this.element.dataset.type = made.type;
    made.show(body, {
      text: this.#text,
      labelledBy: instructions.id,
      onSubmit: () => this.#submit(),
      tell: (told) => this.#tell(told),
    });
    this.#made = made;
    this.#extensionsLeft = this.#extensions;
    moreButton.hidden = this.#extensions === 0;
    this.#setOpen(true);
    submitButton.disabled = true;
    this.#enabling = window.setTimeout(() => (submitButton.disabled = false), SUBMIT_AFTER_MS + randomBelow(SUBMIT_AFTER_MS));
    this.#shownAtMs = performance.now();
    this.#runFor(made.timeLimit);
    this.say(words);
    this.#tell([words, question].filter(Boolean).join(" "));
    bringIntoView([this.element]); // the challenge before may have been scrolled down
    made.focus();
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

  /** Marks what would have been right. @param {Made} made */
  reveal(made) {
    made.reveal(this.#body);
  }

  /** The end: what is right stays marked, and the visitor may start anew. @param {string} words @param {"good" | "bad" | ""} tone */
  conclude(words, tone) {
    const { submitButton, moreButton, giveUpButton, againButton, notice } = this.#frame;
    for (const button of [submitButton, moreButton, giveUpButton]) button.hidden = true;
    againButton.hidden = false;
    notice.classList.add("outcome");
    this.say(words, tone);
  }

  /** Stops the timers. */
  stop() {
    this.#made = null;
    clearTimeout(this.#enabling);
    this.#timer.stop();
  }

  /** @param {string} words */
  #tell(words) {
    this.#frame.live.textContent = words;
  }

  /** @param {boolean} isOpen whether an answer can be given */
  #setOpen(isOpen) {
    const { submitButton, moreButton, giveUpButton, settle } = this.#frame;
    settle();
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
    if (!this.#made || this.#extensionsLeft === 0) return;
    this.#extensionsLeft--;
    const leftS = Math.max(0, this.#endsAtMs - performance.now()) / 1000;
    this.#runFor(Math.ceil(leftS) + this.#made.timeLimit);
    this.say(this.#text.say("extended"), "good");
    const held = moreButton.matches(":focus");
    moreButton.hidden = this.#extensionsLeft === 0;
    if (held && moreButton.hidden) this.#made.focus(); // a hidden button would drop the focus
  }

  /** @param {RoundEnd["how"]} how */
  #finish(how) {
    if (!this.#made) return;
    const ms = performance.now() - this.#shownAtMs;
    this.#made.close();
    this.stop();
    const held = this.element.contains(/** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement);
    this.#setOpen(false);
    if (held) this.#frame.instructions.focus({ preventScroll: true }); // a disabled button would drop the focus, too
    this.#end({ how, ms });
  }
}
