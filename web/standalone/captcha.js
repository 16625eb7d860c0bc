// captcha.js: the whole flow: a start screen, rounds of challenges, the outcome. A session is an async
// function that reads like one; stop() ends it wherever it stands.

import { make } from "../ui/dom.js";
import { instructionsOf } from "../ui/panel.js";
import { loadText } from "../ui/text.js";
import { EmotionsChallenge } from "./emotions.js";
import { HumanChallenge } from "./human.js";
import { PredatorChallenge } from "./predator.js";
import { PuzzleChallenge } from "./puzzle.js";
import { randomChoice } from "./random.js";
import { Session } from "./session.js";
import { SpatialChallenge } from "./spatial.js";
import { SpriteLoader } from "./sprites.js";
import { Stage } from "./stage.js";
import { adoptStyles } from "./styles.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./stage.js").Kind} Kind */
/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./session.js").Outcome} Outcome */

/** Every kind, by the name of its type. @type {Readonly<Record<string, Kind>>} */
export const KINDS = Object.freeze(Object.fromEntries(
  [SpatialChallenge, PredatorChallenge, HumanChallenge, EmotionsChallenge, PuzzleChallenge].map((kind) => [kind.type, kind])));

/** The kinds that can be solved without seeing. */
const TOLD_KINDS = ["puzzle"];

const AFTER_RIGHT_MS = 1500;
const AFTER_END_MS = 2000;
const EXTENSIONS = 10;

/**
 * @typedef {object} CaptchaOptions
 * @property {string[]} [kinds] the types that rounds are drawn from; all
 * @property {number} [rounds] how many there are; 7, 11, 13 or 17 at random
 * @property {import("./core.js").Difficulty} [difficulty]
 * @property {string | URL} [sprites] the folder of the sprite sheets
 * @property {number} [extensions] how often more time can be had in a round; 10
 * @property {string} [lang] as in an attribute `lang`; the container's own
 * @property {"auto" | "light" | "dark"} [theme]
 */

/**
 * @typedef {object} Result
 * @property {boolean} passed
 * @property {Outcome | "stopped"} outcome
 * @property {number} rounds how many were answered rightly
 */

/** What is said at the end, by its outcome. @type {Record<Outcome, string>} */
const WORDS = {
  passed: "verified",
  incorrect: "alone-failed",
  timeout: "alone-failed",
  "gave-up": "alone-failed",
  "too-fast": "alone-too-fast",
  distracted: "alone-distracted",
};

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
  const { type, instructions, targetShape, targetRotation, isClockwise, emotion, options } = challenge;
  if (type === "spatial" && options.length === 4) {
    return text.say("ask-glyph", { shape: targetShape, degrees: targetRotation,
      direction: text.say(isClockwise ? "clockwise" : "anticlockwise") });
  }
  return instructionsOf(text, { type, instructions, timeLimit: 0,
    view: { prompt: { rotation: targetRotation, clockwise: isClockwise, emotion } } });
}

/** Dispatches `result`, with a Result as its detail, at the end of each session. */
export class Captcha extends EventTarget {
  #container;
  #options;
  /** @type {Kind[]} */
  #kinds;
  #loader;
  /** @type {AbortController | null} */
  #running = null;

  /** @param {Element} container @param {CaptchaOptions} [options] */
  constructor(container, options = {}) {
    super();
    if (!container) throw new TypeError("There is no container to show the challenges in.");
    this.#container = container;
    this.#options = options;
    this.#kinds = (options.kinds ?? Object.keys(KINDS)).map((type) => {
      const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
      if (!kind) throw new RangeError(`There is no kind of challenge "${type}".`);
      return kind;
    });
    if (this.#kinds.length === 0) throw new RangeError("One kind of challenge is needed at least.");
    this.#loader = options.sprites === undefined ? SpriteLoader.shared : new SpriteLoader({ base: options.sprites });
    void new Session(options.rounds); // what it refuses is refused at once
  }

  /** Shows the start screen; resolves when a session has ended. @returns {Promise<Result>} */
  async start() {
    this.stop();
    const running = (this.#running = new AbortController());
    const { signal } = running;
    const host = make("div", { class: "tessera-captcha" });
    const root = make("div", { class: `tes ${this.#options.theme ?? "auto"}` });
    host.attachShadow({ mode: "open" }).append(root);
    this.#container.replaceChildren(host);
    adoptStyles(root);
    signal.addEventListener("abort", () => host.remove());

    const session = new Session(this.#options.rounds);
    /** @type {Result["outcome"]} */
    let outcome = "stopped";
    try {
      const text = await this.#loadText();
      signal.throwIfAborted();
      outcome = await new Flow(root, text, session, this.#options, this.#loader, signal).run(this.#kinds);
      this.#sayGoodbye(root, text, outcome);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    /** @type {Result} */
    const result = { passed: outcome === "passed", outcome, rounds: session.answered };
    this.dispatchEvent(new CustomEvent("result", { detail: result }));
    return result;
  }

  /** Ends the session and takes it off the page. */
  stop() {
    this.#running?.abort();
    this.#running = null;
  }

  #loadText() {
    const lang = this.#options.lang ?? this.#container.closest("[lang]")?.getAttribute("lang") ?? "en";
    return loadText(lang, new URL("static/locales/", import.meta.url).href);
  }

  /** @param {HTMLElement} root @param {Text} text @param {Outcome} outcome */
  #sayGoodbye(root, text, outcome) {
    const isPassed = outcome === "passed";
    const message = make("p", { class: "outcome", tabindex: "-1", role: "status", "data-tone": isPassed ? "good" : "bad" },
      text.say(WORDS[outcome]));
    const again = make("button", { type: "button", class: "primary again", click: () => void this.start() }, text.say("again"));
    root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") },
      message, ...(isPassed ? [] : [again])));
    message.focus();
  }
}

/** One session, from its start screen to its outcome. */
class Flow {
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

  /** @param {Kind[]} kinds @returns {Promise<Outcome>} */
  async run(kinds) {
    const chosen = await this.#welcome(kinds);
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
      await this.#ask(this.#text.say("alone-no-pictures"), ["again"]);
    }
  }

  /** The start screen; the kinds that the visitor can do. @param {Kind[]} kinds */
  async #welcome(kinds) {
    const told = kinds.filter(({ type }) => TOLD_KINDS.includes(type));
    const canChoose = told.length > 0 && told.length < kinds.length;
    const choice = await this.#ask(this.#text.say("alone-lead"),
      ["alone-start", ...(canChoose ? ["alone-without-pictures"] : [])]);
    return choice === "alone-without-pictures" ? told : kinds;
  }

  /** Says something and waits for one of some buttons. @param {string} words @param {string[]} keys of the buttons' words */
  #ask(words, keys) {
    const text = this.#text;
    return this.#unlessStopped(/** @type {Promise<string>} */ (new Promise((resolve) => {
      const buttons = keys.map((key, index) => make("button",
        { type: "button", class: `${index === 0 ? "primary" : "quiet"} ${key}`, click: () => resolve(key) }, text.say(key)));
      this.#root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") },
        make("p", { class: "lead", role: "status" }, words), make("div", { class: "choices" }, ...buttons)));
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
