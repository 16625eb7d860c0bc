// captcha.js: sessions of challenges in a container: what a page asks for, and what it is told.

import { make } from "../ui/dom.js";
import { loadText } from "../ui/text.js";
import { levelOf } from "./core.js";
import { Flow } from "./flow.js";
import { KINDS } from "./kinds.js";
import { Session } from "./session.js";
import { SpriteLoader, sharedLoader } from "./sprites.js";
import { adoptStyles } from "./styles.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./session.js").Outcome} Outcome */

/**
 * @typedef {object} CaptchaOptions
 * @property {string[]} [kinds] the types that rounds are picked from; all
 * @property {number} [rounds] how many there are; 7, 11, 13 or 17 at random
 * @property {import("./core.js").Difficulty} [difficulty]
 * @property {string | URL} [sprites] the folder of the sprite sheets
 * @property {number} [extensions] how often more time can be had in a round; 10
 * @property {string} [lang] as in an attribute `lang`; the container's own
 * @property {"formal" | "informal"} [address] how visitors are spoken to, where the language knows both
 * @property {"auto" | "light" | "dark"} [theme]
 */

/**
 * @typedef {object} Result
 * @property {boolean} passed
 * @property {Outcome | "stopped"} outcome
 * @property {number} rounds how many were answered rightly
 */

/** What is said after the last round, by the outcome; after one that was lost, its panel stays. @type {Partial<Record<Outcome, string>>} */
const WORDS = {
  passed: "verified",
  "too-fast": "alone-too-fast",
  distracted: "alone-failed",
};

/** Dispatches `result`, with a Result as its detail, at the end of each session. */
export class Captcha extends EventTarget {
  #container;
  #options;
  /** @type {string[]} */
  #types;
  #loader;
  /** @type {AbortController | null} */
  #running = null;

  /** @param {Element} container @param {CaptchaOptions} [options] */
  constructor(container, options = {}) {
    super();
    if (!container) throw new TypeError("There is no container to show the challenges in.");
    this.#container = container;
    this.#options = options;
    this.#types = [...(options.kinds ?? Object.keys(KINDS))];
    const unknown = this.#types.find((type) => !(type in KINDS));
    if (unknown !== undefined) throw new RangeError(`There is no kind of challenge "${unknown}".`);
    if (this.#types.length === 0) throw new RangeError("One kind of challenge is needed at least.");
    levelOf(options.difficulty); // what can't be is refused at once
    this.#loader = options.sprites === undefined ? sharedLoader : new SpriteLoader({ base: options.sprites });
    void new Session(options.rounds);
  }

  /** Shows the start screen; resolves when a session has ended. @returns {Promise<Result>} */
  start() {
    return this.#start(false);
  }

  /** Ends the session and takes it off the page. */
  stop() {
    this.#running?.abort();
    this.#running = null;
  }

  /** @param {boolean} takesFocus @returns {Promise<Result>} */
  async #start(takesFocus) {
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
      outcome = await new Flow(root, text, session, this.#options, this.#loader, signal, () => void this.#start(true))
        .run(this.#types, takesFocus);
      const words = WORDS[outcome];
      if (words) this.#sayGoodbye(root, text, text.say(words), outcome === "passed");
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    /** @type {Result} */
    const result = { passed: outcome === "passed", outcome, rounds: session.answered };
    this.dispatchEvent(new CustomEvent("result", { detail: result }));
    return result;
  }

  async #loadText() {
    const lang = this.#options.lang ?? this.#container.closest("[lang]")?.getAttribute("lang") ?? "en";
    const text = await loadText(lang, new URL("static/locales/", import.meta.url).href, this.#options.address);
    await Promise.all([text.load("more"), text.load("standalone")]);
    return text;
  }

  /** @param {HTMLElement} root @param {Text} text @param {string} words @param {boolean} isPassed */
  #sayGoodbye(root, text, words, isPassed) {
    const message = make("p", { class: "outcome", tabindex: "-1", role: "status", "data-tone": isPassed ? "good" : "bad" }, words);
    const again = make("button", { type: "button", class: "primary again", click: () => void this.#start(true) }, text.say("again"));
    root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") },
      message, ...(isPassed ? [] : [again])));
    message.focus();
  }
}
