// captcha.js: sessions of challenges in a container: what a page asks for, and what it is told.

import { make } from "../ui/dom.js";
import { levelOf } from "./core.js";
import { Flow } from "./flow.js";
import { KINDS } from "./kinds.js";
import { Session } from "./session.js";
import { SpriteLoader, loadSheets, sharedLoader } from "./sprites.js";
import { adoptStyles } from "./styles.js";
import { ALTERNATIVES, Ways, warnOfBarriers } from "./ways.js";
import { knownText, langOf, textFor } from "./words.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./session.js").Outcome} Outcome */

/**
 * @typedef {object} CaptchaOptions
 * @property {string[]} [kinds] the types that rounds are picked from; all
 * @property {string[]} [alternatives] what is offered to those who can't see: "puzzle", "audio"; both
 * @property {number} [rounds] how many there are; 7, 11, 13 or 17 at random
 * @property {number} [slips] how many may be lost; 3
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
 * @property {number} slips how many were lost
 * @property {number} focusChanges how often the visitor turned to another window
 */

/** What is said after the last round, by the outcome; after one that was lost, its panel stays. @type {Partial<Record<Outcome, string>>} */
const WORDS = {
  passed: "verified",
  "too-fast": "alone-too-fast",
};

/** @param {readonly string[]} names @param {(name: string) => boolean} isKnown @param {string} what */
function refuseUnknown(names, isKnown, what) {
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new RangeError(`There is no ${what} "${unknown}".`);
}

/** Dispatches `result`, with a Result as its detail, at the end of each session. */
export class Captcha extends EventTarget {
  #container;
  #options;
  /** @type {string[]} */
  #types;
  /** @type {string[]} */
  #alternatives;
  #loader;
  #ready;
  /** @type {AbortController | null} */
  #running = null;

  /** @param {Element} container @param {CaptchaOptions} [options] */
  constructor(container, options = {}) {
    super();
    if (!container) throw new TypeError("There is no container to show the challenges in.");
    this.#container = container;
    this.#options = options;
    this.#types = [...(options.kinds ?? Object.keys(KINDS))];
    this.#alternatives = [...(options.alternatives ?? ALTERNATIVES)];
    refuseUnknown(this.#types, (type) => type in KINDS, "kind of challenge");
    refuseUnknown(this.#alternatives, (name) => ALTERNATIVES.some((known) => known === name), "alternative");
    const { extensions = 0 } = options;
    if (!Number.isInteger(extensions) || extensions < 0) throw new RangeError("The number of extensions is 0 or more.");
    if (this.#types.length === 0) throw new RangeError("One kind of challenge is needed at least.");
    levelOf(options.difficulty); // what can't be is refused at once
    void this.#makeSession();
    warnOfBarriers(this.#types, this.#alternatives);
    this.#loader = options.sprites === undefined ? sharedLoader : new SpriteLoader({ base: options.sprites });
    this.#ready = this.#load();
    this.#ready.catch(() => {}); // a page that does not ask is not told; what is missing is tried again when it is needed
  }

  /** Resolves when all is there that sessions need: from then on they work offline. Rejects where something can't be had. @returns {Promise<void>} */
  get ready() {
    return this.#ready;
  }

  /** Shows the start screen; the visitor may try again as often as they like. Resolves when they have passed, or at `stop()`.
   * @returns {Promise<Result>} */
  async start() {
    this.stop();
    const running = (this.#running = new AbortController());
    const { signal } = running;
    const root = this.#show(signal);
    for (let isAgain = false; ; isAgain = true) {
      /** @type {() => void} */
      let goOn = () => {};
      const again = new Promise((resolve) => (goOn = () => resolve(true)));
      const result = await this.#play(root, signal, () => goOn(), isAgain);
      this.dispatchEvent(new CustomEvent("result", { detail: result }));
      const stopped = new Promise((resolve) => (signal.aborted ? resolve(false) : signal.addEventListener("abort", () => resolve(false))));
      if (result.passed || !(await Promise.race([stopped, again]))) return result;
    }
  }

  /** Ends the session and takes it off the page. */
  stop() {
    this.#running?.abort();
    this.#running = null;
  }

  get #lang() {
    return langOf(this.#container, this.#options.lang);
  }

  #makeSession() {
    return new Session(this.#options.rounds, this.#options.slips);
  }

  /** An empty place for sessions, until the signal. @param {AbortSignal} signal */
  #show(signal) {
    const host = make("div", { class: "tessera-captcha" });
    const root = make("div", { class: `tes ${this.#options.theme ?? "auto"}` });
    host.attachShadow({ mode: "open" }).append(root);
    this.#container.replaceChildren(host);
    adoptStyles(root);
    signal.addEventListener("abort", () => host.remove());
    return root;
  }

  /** One session. @param {HTMLElement} root @param {AbortSignal} signal @param {() => void} again @param {boolean} takesFocus
   * @returns {Promise<Result>} */
  async #play(root, signal, again, takesFocus) {
    const session = this.#makeSession();
    /** @type {Result["outcome"]} */
    let outcome = "stopped";
    try {
      this.#load().catch(() => {}); // what is missing
      const text = await textFor(this.#lang, this.#options.address);
      signal.throwIfAborted();
      const ways = new Ways(this.#types, this.#alternatives, text.lang);
      outcome = await new Flow({ root, text, session, ways, options: this.#options, loader: this.#loader, signal, again }).run(takesFocus);
      const words = WORDS[outcome];
      if (words) this.#sayGoodbye(root, text, text.say(words), outcome === "passed" ? null : again);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    const { answered: rounds, slips, focusChanges } = session;
    return { passed: outcome === "passed", outcome, rounds, slips, focusChanges };
  }

  /** Loads the words and the pictures. */
  async #load() {
    const { address } = this.#options;
    await Promise.all([textFor(this.#lang, address), loadSheets(this.#loader, this.#types.flatMap((type) => KINDS[type]?.sheets ?? []))]);
    if (!knownText(this.#lang, address)) throw new Error(`The words for the language "${this.#lang}" could not be loaded.`);
  }

  /** @param {HTMLElement} root @param {Text} text @param {string} words @param {(() => void) | null} again */
  #sayGoodbye(root, text, words, again) {
    const message = make("p", { class: "outcome", tabindex: "-1", role: "status", "data-tone": again ? "bad" : "good" }, words);
    root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") }, message,
      ...(again ? [make("button", { type: "button", class: "primary again", click: again }, text.say("again"))] : [])));
    message.focus();
  }
}
