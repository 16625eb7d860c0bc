// challenge.js: what every kind of challenge shares.
//
// A challenge that was made (Made) keeps its answer in private members, that no other script can reach: it is never put
// into a list, a map or a promise, whose methods a page could have replaced, and what it is told goes through
// intrinsics.js. A session plays these. A page that asks a class for a challenge gets an object with the answer in it,
// as its program may want to look at it; nothing in the document leads to that.

import { chosenOf, hintOf, missingOf } from "../ui/asked.js";
import { freshId, make as element } from "../ui/dom.js";
import { make, speak, verify } from "./core.js";
import { questionOf } from "./question.js";
import { SpriteLoader, loadSheets, loadedSheets } from "./sprites.js";
import { adoptStyles } from "./styles.js";
import { knownText, langOf, textFor } from "./words.js";

/** @typedef {import("./core.js").Recipe} Recipe */
/** @typedef {import("./core.js").Truth} Truth */
/** @typedef {import("./core.js").Difficulty} Difficulty */
/** @typedef {import("./sprites.js").Sheets} Sheets */
/** @typedef {import("../ui/panel.js").View} View */
/** @typedef {import("../ui/panel.js").Tools} Tools */
/** @typedef {import("../ui/text.js").Text} Text */

/**
 * @typedef {object} Options for generate()
 * @property {Difficulty | undefined} [difficulty] medium
 * @property {SpriteLoader | undefined} [loader] SpriteLoader.shared
 * @property {number | undefined} [transformCount] of a puzzle: how many moves there are to choose from, 4 to 8
 * @property {boolean | undefined} [moving] scene: whether the picture may move; unless the visitor wants less motion
 * @property {boolean | undefined} [heard] scene: told in words, and read aloud
 * @property {"default" | "seed" | undefined} [profile] scene: what the levels are
 */

/**
 * @typedef {object} Challenge what a page gets, of all kinds
 * @property {string} id the type and a moment, "spatial-1766000000000"; no other has it in this page
 * @property {string} type
 * @property {string} answer
 * @property {string} instructions
 * @property {number} timeLimit in seconds
 * @property {Promise<void>} ready when its pictures are there; rejects with a SpriteError
 */

/** @typedef {Element | null | undefined} Container */

/** What render() may be given: a language; for a page that shows the instructions itself, some of a panel's tools.
 * @typedef {Partial<Tools> & {lang?: string}} RenderTools */

/**
 * What a challenge is mounted with.
 * @typedef {object} Inside
 * @property {Truth} truth
 * @property {Recipe} recipe
 * @property {() => Sheets | null} sheets those that it needs, once they are loaded
 * @property {() => Promise<void>} ready
 * @property {() => void} load what could not be loaded before
 * @property {(indices: number[]) => void} chosen tells what is chosen
 */

/**
 * @typedef {object} Kind
 * @property {string} type
 * @property {readonly string[]} sheets that it may need
 * @property {string} className
 * @property {(truth: Truth, sheet: string) => boolean} needs whether one of them does need that sheet
 * @property {(options: Options) => Options} wishes what the engine is asked for
 * @property {(truth: Truth) => string} instructions in English
 * @property {(truth: Truth) => {shape: string, degrees: number, clockwise: boolean} | null} glyph the character that is asked for, where it is one
 * @property {boolean} isTold whether it can be solved without seeing
 * @property {boolean} moves whether there is nothing to see without motion
 * @property {(truth: Truth) => unknown[]} correct
 * @property {(root: HTMLElement, tools: Tools, inside: Inside) => View} mount
 */

/** What most kinds have. @type {Pick<Kind, "sheets" | "needs" | "wishes" | "instructions" | "glyph" | "isTold" | "moves">} */
const USUAL = {
  sheets: [],
  needs: () => false,
  wishes: (options) => options,
  instructions: (truth) => truth.instructions,
  glyph: () => null,
  isTold: false,
  moves: false,
};

/** @param {Omit<Kind, keyof typeof USUAL> & Partial<Kind>} own @returns {Kind} */
export function defineKind(own) {
  const kind = Object.assign(Object.create(null), USUAL, own);
  Object.freeze(kind.sheets); // pages get this list, too
  return Object.freeze(kind);
}

/** How the object that a page got is kept up to date.
 * @typedef {{loaded: (sheets: Sheets) => void, chosen: (indices: number[]) => void}} Hooks */

const isBrowser = typeof document !== "undefined";

let lastMoment = 0;

/** An identifier that was not given before. @param {string} type */
function newId(type) {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `${type}-${lastMoment}`;
}

export class Made {
  #kind;
  #recipe;
  #truth;
  #loader;
  /** When its pictures are there. */
  #pictures = Promise.resolve();
  /** What a page waits for: pictures and, once it is shown, words. */
  #ready = Promise.resolve();
  /** @type {Challenge | null} */
  #challenge = null;
  /** @type {Hooks} */
  #hooks = { loaded: () => {}, chosen: () => {} };
  /** @type {{root: HTMLElement, view: View} | null} */
  #shown = null;

  /** @param {Kind} kind @param {Options} options */
  constructor(kind, options) {
    const { recipe, truth } = make(kind.type, newId(kind.type), kind.wishes(options));
    this.#kind = kind;
    this.#recipe = recipe;
    this.#truth = truth;
    this.#loader = options.loader ?? SpriteLoader.shared;
  }

  get type() {
    return this.#kind.type;
  }

  get instructions() {
    return this.#kind.instructions(this.#truth);
  }

  /** In seconds. @returns {number} */
  get timeLimit() {
    return this.#truth.timeLimit;
  }

  /** The question in a language, worded as in the widget. @param {Text} text */
  question(text) {
    const { type, instructions } = this;
    const glyph = this.#kind.glyph(this.#truth);
    if (!glyph) return questionOf(text, { type, instructions, prompt: this.#truth.view.prompt ?? {} });
    if (text.lang === "en") return instructions;
    const { shape, degrees, clockwise } = glyph;
    return text.say("ask-glyph", { shape, degrees, direction: text.say(clockwise ? "clockwise" : "anticlockwise") });
  }

  /** What is asked, as the widget knows it. */
  get #asked() {
    return { type: this.type, timeLimit: 0, view: this.#truth.view };
  }

  /** Whether nobody needs to see it. */
  get isTold() {
    return this.#kind.isTold || Boolean(this.#truth.view.audio);
  }

  /** How many to choose. @param {Text} text */
  hint(text) {
    return hintOf(text, this.#asked);
  }

  /** How many are chosen, where it is more than one. @param {Text} text */
  counted(text) {
    return chosenOf(text, this.#asked, this.chosen);
  }

  /** What an answer still lacks, in words; empty where it is whole. @param {Text} text */
  missing(text) {
    return missingOf(text, this.#asked, this.chosen);
  }

  /** Resolves when its pictures are there. */
  get ready() {
    return this.#ready;
  }

  get isShown() {
    return this.#shown !== null;
  }

  /** Loads its pictures, or what is missing of them. */
  load() {
    this.#pictures = this.#load();
    this.#setReady(this.#pictures);
  }

  /** @param {Promise<void>} ready */
  #setReady(ready) {
    this.#ready = ready;
    ready.catch(() => {}); // a failure is reported to those who wait, and to nobody else
    if (this.#challenge) this.#challenge.ready = ready;
  }

  async #load() {
    if (!isBrowser || this.#kind.sheets.length === 0) return;
    if (!this.#sheets()) await loadSheets(this.#loader, this.#kind.sheets, (name) => this.#kind.needs(this.#truth, name));
    const sheets = this.#sheets();
    if (sheets) this.#hooks.loaded(sheets);
  }

  /** Those that it needs, once they are loaded. */
  #sheets() {
    return loadedSheets(this.#loader, this.#kind.sheets, (name) => this.#kind.needs(this.#truth, name));
  }

  /**
   * Shows it in a container, in place of what that holds; where the words are still on their way, it is empty until they are
   * there. Returns its root.
   * @param {Element} container @param {RenderTools | undefined} given
   */
  show(container, given) {
    const root = element("div", { class: `tessera-challenge ${this.#kind.className}` });
    // Inside of a panel, the panel sets the colours.
    container.replaceChildren(given?.labelledBy ? root : element("div", { class: "tes auto" }, root));
    adoptStyles(root);
    this.#shown = null;
    const lang = langOf(container, given?.lang);
    const text = given?.text ?? knownText(lang);
    if (text) this.#mount(root, text, given);
    else this.#mountLater(root, lang, given);
    return root;
  }

  /** @param {HTMLElement} root @param {string} lang @param {RenderTools | undefined} given */
  #mountLater(root, lang, given) {
    root.setAttribute("aria-busy", "true");
    const worded = textFor(lang).then((text) => {
      root.removeAttribute("aria-busy");
      if (root.isConnected && !this.#shown) this.#mount(root, text, given); // not where it was shown elsewhere meanwhile
    });
    this.#setReady(worded.then(() => this.#pictures));
  }

  /** @param {HTMLElement} root @param {Text} text @param {RenderTools | undefined} given */
  #mount(root, text, given) {
    const id = freshId();
    const live = element("div", { class: "aloud", role: "status" });
    if (!given?.labelledBy) {
      root.lang = text.lang;
      root.dir = text.dir;
      root.append(element("p", { class: "instructions", id }, this.question(text)));
    }
    if (!given?.tell) root.append(live);
    const tools = { labelledBy: id, onChange: () => {}, onSubmit: () => {},
      tell: (/** @type {string} */ words) => (live.textContent = words), ...given, text };
    const view = this.#kind.mount(root, tools, {
      truth: this.#truth,
      recipe: this.#recipe,
      sheets: () => this.#sheets(),
      ready: () => this.#pictures,
      load: () => this.load(),
      chosen: (indices) => this.#hooks.chosen(indices),
    });
    this.#shown = { root, view };
  }

  /** @param {boolean} [isChoosing] to what can be chosen, not to what comes before it */
  focus(isChoosing = false) {
    this.#shown?.view.focus(isChoosing);
  }

  /** Nothing can be chosen any more. */
  close() {
    this.#shown?.view.setEnabled(false);
  }

  /** What is chosen; empty where nothing is. */
  get chosen() {
    return this.#shown?.view.answer() ?? "";
  }

  /** Whether an answer is right; blanks and the order of numbers do not matter. @param {string} answer */
  isRight(answer) {
    return verify(this.#recipe, `${answer}`);
  }

  /** Shows what is right, if it stands in that element; without one, wherever it stands. @param {Element} [container] */
  reveal(container) {
    if (!this.#shown) return;
    const { root, view } = this.#shown;
    if (!container || container.contains(root) || root.contains(container)) view.reveal(this.#kind.correct(this.#truth));
  }

  /** What is to be read aloud. @param {string} language */
  speak(language) {
    return speak(this.#recipe, language);
  }

  /**
   * The object that a page gets; `fill` gives the members of its kind.
   * @template {object} T
   * @param {(truth: Truth) => T} fill @param {(challenge: Challenge & T) => Hooks} [hooksOf]
   * @returns {Challenge & T}
   */
  publish(fill, hooksOf) {
    const { id, answer, timeLimit } = this.#truth;
    const { type, instructions } = this;
    const challenge = { id, type, answer, instructions, timeLimit, ready: this.#ready, ...fill(this.#truth) };
    published.set(challenge, this);
    this.#challenge = challenge;
    if (hooksOf) this.#hooks = hooksOf(challenge);
    this.load();
    return challenge;
  }
}

// ------------------------------------------------------- for a page's own use

/** @type {WeakMap<object, Made>} */
const published = new WeakMap();

/** @param {object} challenge */
export function madeOf(challenge) {
  const made = published.get(challenge);
  if (!made) throw new TypeError("This challenge was not made by generate().");
  return made;
}

/** What all classes of challenges offer besides `generate()`. */
export class Shown {
  /** Its root, or null where there is nothing to show it in. @param {Challenge} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return container ? published.get(challenge)?.show(container, tools) ?? null : null;
  }

  /** What is chosen, "7" or "1,4,7", or the grid of a puzzle; empty where there is nothing. @param {Challenge} challenge */
  static getAnswer(challenge) {
    return published.get(challenge)?.chosen ?? "";
  }

  /** @param {Challenge} challenge @param {string} answer */
  static validate(challenge, answer) {
    return madeOf(challenge).isRight(answer);
  }

  /** @param {Challenge} challenge @param {Container} [challengeEl] where it is shown; null, as of an element that is not there, is nowhere */
  static revealAnswer(challenge, challengeEl) {
    if (challengeEl !== null) published.get(challenge)?.reveal(challengeEl);
  }
}
