// flow.js: one session, from its start screen to its outcome, as one async function. The signal ends it at any
// point.

import { make } from "../ui/dom.js";
import { wantsLessMotion } from "../ui/motion.js";
import { Made } from "./challenge.js";
import { KINDS } from "./kinds.js";
import { randomChoice } from "./random.js";
import { loadSheets } from "./sprites.js";
import { Stage } from "./stage.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./captcha.js").CaptchaOptions} CaptchaOptions */
/** @typedef {import("./challenge.js").Kind} Kind */
/** @typedef {import("./session.js").Outcome} Outcome */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./sprites.js").SpriteLoader} SpriteLoader */

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

export class Flow {
  #root;
  #text;
  #session;
  #options;
  #loader;
  #signal;
  #again;
  /** @type {Made | null} the round's; no promise or list ever holds it (challenge.js) */
  #made = null;
  /** @type {Promise<never>} */
  #aborted;

  /**
   * @param {HTMLElement} root @param {Text} text @param {Session} session @param {CaptchaOptions} options
   * @param {SpriteLoader} loader @param {AbortSignal} signal @param {() => void} again starts anew
   */
  constructor(root, text, session, options, loader, signal, again) {
    this.#root = root;
    this.#text = text;
    this.#session = session;
    this.#options = options;
    this.#loader = loader;
    this.#signal = signal;
    this.#again = again;
    this.#aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    this.#aborted.catch(() => {});
  }

  /** @param {string[]} types @param {boolean} takesFocus from the start @returns {Promise<Outcome>} */
  async run(types, takesFocus) {
    // A sheet that fails to load now is tried again before the round that needs it.
    loadSheets(this.#loader, types.flatMap((type) => KINDS[type]?.sheets ?? [])).catch(() => {});
    const chosen = await this.#welcome(types, takesFocus);
    const watch = new AbortController();
    const stage = new Stage(this.#text, this.#options.extensions ?? EXTENSIONS, this.#again);
    this.#signal.addEventListener("abort", () => watch.abort());
    watchFocus(() => this.#session.countFocusChange(), watch.signal);
    try {
      let outcome = null;
      while (!outcome) outcome = await this.#round(stage, chosen);
      return outcome;
    } finally {
      watch.abort();
      stage.stop();
    }
  }

  /** One round; null where another follows. @param {Stage} stage @param {string[]} types @returns {Promise<Outcome | null>} */
  async #round(stage, types) {
    const words = await this.#draw(types);
    const made = /** @type {Made} */ (this.#made);
    if (!stage.element.isConnected) this.#root.replaceChildren(stage.element);
    const { how, ms } = await this.#unlessStopped(stage.play(made, made.question(this.#text), words));
    const isRight = how === "answered" && made.isRight(made.chosen);
    if (isRight) {
      stage.say(this.#text.say("alone-right"), "good");
      await this.#pause(AFTER_RIGHT_MS);
      return this.#session.countRightAnswer(ms);
    }
    const outcome = how === "answered" ? "incorrect" : how;
    const said = this.#text.say(LOST[outcome]);
    const tone = outcome === "gave-up" ? "" : "bad";
    stage.say(said, tone);
    stage.reveal(made);
    await this.#pause(AFTER_END_MS);
    stage.conclude(`${said} ${this.#text.say("alone-failed")}`, tone);
    stage.reveal(made); // the longer text may have moved it
    return outcome;
  }

  /**
   * Makes the round's challenge, of a kind at random, and one of another kind where its pictures can't be had.
   * Returns what is to be said before it.
   * @param {string[]} types
   */
  async #draw(types) {
    const { difficulty } = this.#options;
    for (;;) {
      const lessMotion = wantsLessMotion();
      let left = types.filter((type) => !lessMotion || !KINDS[type]?.moves);
      const all = left.length;
      while (left.length > 0) {
        const type = randomChoice(left);
        const isFirst = left.length === all;
        this.#made = new Made(/** @type {Kind} */ (KINDS[type]),
          /** @type {any} */ ({ __proto__: null, difficulty, loader: this.#loader })); // a prototype's members could be taken for options
        this.#made.load();
        const isReady = await this.#unlessStopped(this.#made.ready.then(() => true, () => false));
        if (isReady) return isFirst ? "" : this.#text.say("alone-other-kind");
        left = left.filter((other) => other !== type);
      }
      await this.#ask(this.#text.say(all === 0 ? "less-motion" : "alone-no-pictures"), ["again"], true);
    }
  }

  /** The start screen; the types that the visitor can do. @param {string[]} types @param {boolean} takesFocus */
  async #welcome(types, takesFocus) {
    const told = types.filter((type) => KINDS[type]?.isTold);
    const canChoose = told.length > 0 && told.length < types.length;
    const choice = await this.#ask(`${this.#text.say("alone-lead", { n: this.#session.rounds })} ${this.#text.say("alone-lead-time")}`,
      ["alone-start", ...(canChoose ? ["alone-without-pictures"] : [])], takesFocus);
    return choice === "alone-without-pictures" ? told : types;
  }

  /** Shows a text and some buttons; resolves with the one that is pressed.
   * @param {string} words @param {string[]} keys of the buttons' words @param {boolean} takesFocus */
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
