// stage.js: shows one challenge after the other in a frame that stays: how far the session is, the question, the time that is
// left, more of it, giving up, other ways, the answer.

import * as aids from "../ui/aids.js";
import { OTHERS, describe, leftOf } from "../ui/asked.js";
import { bringIntoView, freshId, make } from "../ui/dom.js";
import { buildFrame } from "../ui/frame.js";
import { createTimer } from "../ui/timer.js";
import { randomBelow } from "./random.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./challenge.js").Made} Made */
/** @typedef {import("./ways.js").Way} Way */

/** How a round ended, how long it took, and the other way that the visitor wants.
 * @typedef {{how: "answered" | "timeout" | "gave-up" | "instead", ms: number, way?: Way}} RoundEnd */

/** What a round is shown with: its question, how far the session is, what is to be said before, what can be had instead.
 * @typedef {{question: string, progress: string, words: string, instead: Way[]}} Round */

/** An answer counts after a random time between this and twice this. */
const SUBMIT_AFTER_MS = 1000;

const MORE_KEY = "+";

export class Stage {
  #text;
  #extensions;
  #timer;
  #frame;
  #progress = make("p", { class: "progress", id: freshId() });
  /** How many to choose, and how many are chosen. */
  #hint = make("span", { id: freshId() });
  #counted = make("span");
  /** What there is for who can't see the picture: heard with what is to be chosen from. */
  #unseen = make("p", { id: freshId(), hidden: true });
  #isUnseenTold = false;
  /** Whether the notice speaks of the answer as it is: then it goes when that changes. */
  #isAboutAnswer = false;
  #body;
  #shownAtMs = 0;
  #endsAtMs = 0;
  #extensionsLeft = 0;
  /** Until then, an answer waits. */
  #readyAtMs = 0;
  #waiting = 0;
  /** @type {Made | null} while it can be answered */
  #made = null;
  /** @type {(end: RoundEnd) => void} */
  #end = () => {};
  /** @type {(way?: Way) => void} */
  #next = () => {};

  /** @param {Text} text @param {number} extensions how often more time can be had in a round @param {() => void} again starts anew */
  constructor(text, extensions, again) {
    this.#text = text;
    this.#extensions = extensions;
    this.#timer = createTimer(text, {
      onTell: (n) => this.#tell(leftOf(text, n, this.#extensionsLeft > 0)),
      onEnd: () => this.#finish("timeout"),
    });
    this.#frame = buildFrame(text, {
      again,
      submit: () => this.#submit(),
      more: () => this.#extend(),
      giveUp: () => this.#finish("gave-up"),
      instead: (name) => this.#takeWay(/** @type {Way} */ (name)),
      aids: async () => aids,
    }, this.#timer.element);
    const { moreButton, newButton, instructions, insteadButtons, notice, hint } = this.#frame;
    newButton.addEventListener("click", () => this.#next());
    const pictures = make("button", { type: "button", class: "link pictures", click: () => this.#takeWay("pictures") },
      text.say("alone-pictures"));
    insteadButtons.get("still")?.after(pictures);
    insteadButtons.set("pictures", pictures);
    hint.append(this.#hint, " ", this.#counted);
    notice.id = freshId();
    this.element.prepend(this.#progress);
    this.element.append(this.#unseen);
    this.element.setAttribute("aria-labelledby", `${this.#progress.id} ${instructions.id}`);
    moreButton.title = MORE_KEY;
    moreButton.setAttribute("aria-keyshortcuts", MORE_KEY);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === MORE_KEY && !event.repeat) this.#extend();
    });
    this.#body = this.#frame.body;
    this.#makeRoomFor(/** @type {HTMLElement} */ (this.element.querySelector(".foot")));
    this.#enter("done");
  }

  get element() {
    return this.#frame.element;
  }

  /**
   * Shows a challenge until its end.
   * @param {Made} made @param {Round} round
   * @returns {Promise<RoundEnd>}
   */
  play(made, { question, progress, words, instead }) {
    const { instructions, insteadButtons } = this.#frame;
    const text = this.#text;
    this.#progress.textContent = progress;
    instructions.textContent = question;
    this.#hint.textContent = made.hint(text);
    const body = make("div", { class: "body" });
    this.#body.replaceWith(body);
    this.#body = body;
    this.element.dataset.type = made.type;
    made.show(body, {
      text,
      labelledBy: instructions.id,
      onChange: () => this.#change(),
      onSubmit: () => this.#submit(),
      tell: (told) => this.#tell(told),
    });
    this.#made = made;
    this.#counted.textContent = made.counted(text);
    this.#extensionsLeft = this.#extensions;
    for (const [name, button] of insteadButtons) button.hidden = !instead.some((one) => one === name);
    const others = made.isTold ? [] : instead.map((name) => text.say(OTHERS[name] ?? "")).filter(Boolean);
    this.#unseen.textContent = others.length > 0 ? text.say("unseen", { ways: text.list(others) }) : "";
    this.#enter("ready");
    this.#describe();
    this.#shownAtMs = performance.now();
    this.#readyAtMs = this.#shownAtMs + SUBMIT_AFTER_MS + randomBelow(SUBMIT_AFTER_MS);
    this.#runFor(made.timeLimit);
    this.say(words);
    const unseen = this.#isUnseenTold ? [] : [this.#hint.textContent, this.#unseen.textContent];
    this.#isUnseenTold ||= others.length > 0; // once is enough: it is heard with the grid, too
    this.#tell([words, `${progress}.`, question, ...unseen].filter(Boolean).join(" "));
    bringIntoView([this.#progress, this.element]); // the challenge before may have been scrolled down; this one may be higher than the screen
    made.focus();
    return new Promise((resolve) => (this.#end = resolve));
  }

  /** What happened, for eye and ear. @param {string} words @param {"good" | "bad" | ""} [tone] */
  say(words, tone = "") {
    const { notice } = this.#frame;
    this.#isAboutAnswer = false;
    notice.textContent = words;
    notice.hidden = words === "";
    notice.style.visibility = "";
    notice.dataset.tone = tone;
    if (words) this.#tell(words);
  }

  /** Says something of the answer as it is. @param {string} words @param {"bad" | ""} tone */
  #sayOfAnswer(words, tone) {
    this.say(words, tone);
    this.#isAboutAnswer = true;
    bringIntoView([this.#frame.notice]); // a long challenge may be scrolled down
  }

  /** The answer is another one: what was said of the one before is not true any more. The notice keeps its place, so that nothing
   * moves below the finger. */
  #change() {
    clearTimeout(this.#waiting);
    if (!this.#made) return;
    if (this.#isAboutAnswer) {
      this.#frame.notice.style.visibility = "hidden";
      this.#describe();
    }
    const counted = this.#counted.textContent = this.#made.counted(this.#text);
    if (counted) this.#tell(counted);
  }

  /** @param {boolean} [isWrong] whether the notice says what is missing */
  #describe(isWrong = false) {
    const { instructions, notice } = this.#frame;
    describe(this.#body, instructions.id, [...(isWrong ? [notice.id] : []), this.#hint.id, this.#unseen.id], isWrong);
  }

  /** Marks what would have been right, and shows it; what is said of it is certain to be seen. @param {Made} made */
  reveal(made) {
    made.reveal(this.#body);
    bringIntoView([this.#frame.notice]);
  }

  /** A round is lost: what is right stays marked until the visitor wants to go on, or takes another way.
   * @param {string} words @param {"bad" | ""} tone @param {Way[]} instead the ways that are offered
   * @returns {Promise<Way | undefined>} */
  offerNext(words, tone, instead) {
    this.#enter("revealed");
    const buttons = instead.flatMap((way) => this.#frame.insteadButtons.get(way) ?? []);
    for (const button of buttons) button.hidden = button.disabled = false;
    const ways = this.#text.list(buttons.map((button) => button.textContent ?? ""));
    this.say([words, ...(ways ? [this.#text.say("alone-other-ways", { ways })] : [])].join(" "), tone);
    if (this.#holdsFocus()) this.#frame.newButton.focus({ preventScroll: true });
    return new Promise((resolve) => (this.#next = resolve));
  }

  /** The end: what is right stays marked, and the visitor may start anew. @param {string} words @param {"bad" | ""} tone */
  conclude(words, tone) {
    this.#enter("over");
    this.#frame.notice.classList.add("outcome");
    this.say(words, tone);
  }

  /** Stops the timers. */
  stop() {
    this.#made = null;
    clearTimeout(this.#waiting);
    this.#timer.stop();
  }

  /** What is scrolled to stays clear of the buttons, which may stand in front of it. @param {HTMLElement} foot */
  #makeRoomFor(foot) {
    new ResizeObserver(() => this.element.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);
  }

  /** @param {string} words */
  #tell(words) {
    this.#frame.live.textContent = words;
  }

  #holdsFocus() {
    return this.element.contains(/** @type {ShadowRoot | Document} */ (this.element.getRootNode()).activeElement);
  }

  /** @param {"ready" | "done" | "revealed" | "over"} state whether an answer can be given, was given, was wrong, or was the last */
  #enter(state) {
    const { submitButton, moreButton, giveUpButton, newButton, againButton, insteadButtons, settle } = this.#frame;
    settle();
    const isOpen = state === "ready";
    this.element.dataset.state = state;
    for (const button of [submitButton, moreButton, giveUpButton, ...insteadButtons.values()]) button.disabled = !isOpen;
    for (const button of [submitButton, giveUpButton]) button.hidden = state === "revealed" || state === "over";
    moreButton.hidden = this.#extensionsLeft === 0 || giveUpButton.hidden;
    newButton.hidden = state !== "revealed";
    againButton.hidden = state !== "over";
    if (!isOpen) for (const button of insteadButtons.values()) button.hidden = true;
  }

  /** @param {number} seconds */
  #runFor(seconds) {
    this.#endsAtMs = performance.now() + seconds * 1000;
    this.#timer.start(seconds);
  }

  /** Takes the answer, if it is whole: what is missing is told, and costs nothing. One that comes too early waits. */
  #submit() {
    if (!this.#made) return;
    clearTimeout(this.#waiting);
    const missing = this.#made.missing(this.#text);
    if (missing) {
      this.#made.focus(true);
      this.#sayOfAnswer(missing, "bad"); // after the focus, which may have scrolled it out of sight
      this.#describe(true);
      return;
    }
    const earlyMs = this.#readyAtMs - performance.now();
    if (earlyMs <= 0) return this.#finish("answered");
    this.#sayOfAnswer(this.#text.say("moment"), "");
    this.#waiting = window.setTimeout(() => this.#submit(), Math.ceil(earlyMs));
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

  /** In place of this challenge, or of the next. @param {Way} way */
  #takeWay(way) {
    if (this.#made) this.#finish("instead", way);
    else this.#next(way);
  }

  /** @param {RoundEnd["how"]} how @param {Way} [way] */
  #finish(how, way) {
    if (!this.#made) return;
    const ms = performance.now() - this.#shownAtMs;
    this.#made.close();
    this.stop();
    const held = this.#holdsFocus();
    this.#enter("done");
    if (held) this.#frame.instructions.focus({ preventScroll: true }); // a disabled button would drop the focus, too
    this.#end({ how, ms, ...(way ? { way } : {}) });
  }
}
