// flow.js: one session, from its start screen to its outcome: an async function that reads like one, and
// that the signal ends wherever it stands.

import { make } from "../ui/dom.js";
import { instructionsOf } from "../ui/panel.js";
import { randomChoice } from "./random.js";
import { Stage } from "./stage.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./captcha.js").CaptchaOptions} CaptchaOptions */
/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./session.js").Outcome} Outcome */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./sprites.js").SpriteLoader} SpriteLoader */
/** @typedef {import("./stage.js").Kind} Kind */

/** The kinds that can be solved without seeing. */
const TOLD_KINDS = ["puzzle"];

const AFTER_RIGHT_MS = 1500;
const AFTER_END_MS = 2000;
const EXTENSIONS = 10;

/** What is said when a round ends the session, and its outcome. @type {Record<"incorrect" | "timeout" | "gave-up", string>} */
const LOST = { incorrect: "alone-incorrect", timeout: "alone-time-up", "gave-up": "gave-up" };

/** Counts how often the visitor turns to another window, until the signal. @param {() => void} count @param {AbortSignal} signal */
function watchFocus(count, signal) {
  let wasAway = false;
  const look = () => {
    const isAway = document.hidden || !document.hasFocus();
    if (isAway && !wasAway) count();
    wasAway = isAway;
  };
  for (const name of ["blur", "focus"]) window.addEventListener(name, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
}

/** The question in the visitor's language. @param {Text} text @param {any} challenge */
function questionOf(text, challenge) {
  if (text.lang === "en") return challenge.instructions;
  const { type, instructions, prompt, targetShape, targetRotation, isClockwise, emotion, options } = challenge;
  if (type === "spatial" && options.length === 4) {
    return text.say("ask-glyph", { shape: targetShape, degrees: targetRotation,
      direction: text.say(isClockwise ? "clockwise" : "anticlockwise") });
  }
  return instructionsOf(text, { type, instructions, timeLimit: 0,
    view: { prompt: prompt ?? { rotation: targetRotation, clockwise: isClockwise, emotion } } });
}

export class Flow {
  #root;
  #text;
  #session;
  #options;
  #loader;
  #signal;
  /** @type {Promise<never>} */
  #aborted;

  /**
   * @param {HTMLElement} root @param {Text} text @param {Session} session @param {CaptchaOptions} options
   * @param {SpriteLoader} loader @param {AbortSignal} signal
   */
  constructor(root, text, session, options, loader, signal) {
    this.#root = root;
    this.#text = text;
    this.#session = session;
    this.#options = options;
    this.#loader = loader;
    this.#signal = signal;
    this.#aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    this.#aborted.catch(() => {});
  }

  /** @param {Kind[]} kinds @param {boolean} takesFocus from the start @returns {Promise<Outcome>} */
  async run(kinds, takesFocus) {
    this.#loader.preload([...new Set(kinds.flatMap(({ sheets }) => sheets))]).catch(() => {}); // tried again in time
    const chosen = await this.#welcome(kinds, takesFocus);
    const watch = new AbortController();
    const stage = new Stage(this.#text, this.#options.extensions ?? EXTENSIONS);
    this.#signal.addEventListener("abort", () => watch.abort());
    watchFocus(() => this.#session.countFocusChange(), watch.signal);
    try {
      let outcome = null;
      while (!outcome) outcome = await this.#round(stage, chosen);
      return outcome;
    } finally {
      watch.abort();
      stage.destroy();
    }
  }

  /** One round; null where another follows. @param {Stage} stage @param {Kind[]} kinds @returns {Promise<Outcome | null>} */
  async #round(stage, kinds) {
    const { kind, challenge, words } = await this.#draw(kinds);
    if (!stage.element.isConnected) this.#root.replaceChildren(stage.element);
    const { how, ms } = await this.#unlessStopped(stage.play(kind, challenge, questionOf(this.#text, challenge), words));
    const isRight = how === "answered" && kind.validate(challenge, kind.getAnswer(challenge));
    if (isRight) {
      stage.say(this.#text.say("alone-right"), "good");
      await this.#pause(AFTER_RIGHT_MS);
      return this.#session.countRightAnswer(ms);
    }
    const outcome = how === "answered" ? "incorrect" : how;
    stage.say(this.#text.say(LOST[outcome]), outcome === "gave-up" ? "" : "bad");
    stage.reveal(kind, challenge);
    await this.#pause(AFTER_END_MS);
    return outcome;
  }

  /**
   * A challenge of a kind at random, and one of another kind where its pictures can't be had.
   * @param {Kind[]} kinds @returns {Promise<{kind: Kind, challenge: Challenge, words: string}>}
   */
  async #draw(kinds) {
    const { difficulty } = this.#options;
    for (;;) {
      let left = kinds;
      while (left.length > 0) {
        const kind = randomChoice(left);
        const challenge = kind.generate({ difficulty, loader: this.#loader });
        const isReady = await this.#unlessStopped(challenge.ready.then(() => true, () => false));
        if (isReady) return { kind, challenge, words: left === kinds ? "" : this.#text.say("alone-other-kind") };
        left = left.filter((other) => other !== kind);
      }
      await this.#ask(this.#text.say("alone-no-pictures"), ["again"], true);
    }
  }

  /** The start screen; the kinds that the visitor can do. @param {Kind[]} kinds @param {boolean} takesFocus */
  async #welcome(kinds, takesFocus) {
    const told = kinds.filter(({ type }) => TOLD_KINDS.includes(type));
    const canChoose = told.length > 0 && told.length < kinds.length;
    const choice = await this.#ask(this.#text.say("alone-lead"),
      ["alone-start", ...(canChoose ? ["alone-without-pictures"] : [])], takesFocus);
    return choice === "alone-without-pictures" ? told : kinds;
  }

  /** Says something and waits for one of some buttons. @param {string} words @param {string[]} keys of the buttons' words
   * @param {boolean} takesFocus */
  #ask(words, keys, takesFocus) {
    const text = this.#text;
    return this.#unlessStopped(/** @type {Promise<string>} */ (new Promise((resolve) => {
      const buttons = keys.map((key, index) => make("button",
        { type: "button", class: `${index === 0 ? "primary" : "quiet"} ${key}`, click: () => resolve(key) }, text.say(key)));
      this.#root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") },
        make("p", { class: "lead", role: "status" }, words), make("div", { class: "choices" }, ...buttons)));
      if (takesFocus) buttons[0]?.focus();
    })));
  }

  /** @param {number} ms */
  #pause(ms) {
    return this.#unlessStopped(new Promise((resolve) => setTimeout(resolve, ms)));
  }

  /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
  #unlessStopped(promise) {
    return Promise.race([promise, this.#aborted]);
  }
}
