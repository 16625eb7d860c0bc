// flow.js: one session, from its start screen to its outcome, as one async function. The signal ends it at any
// point.

import { OFFER_AFTER } from "../ui/asked.js";
import { make } from "../ui/dom.js";
import { wantsLessMotion } from "../ui/motion.js";
import { Made } from "./challenge.js";
import { KINDS } from "./kinds.js";
import { randomChoice } from "./random.js";
import { Stage } from "./stage.js";
import { ROUNDS_MOST } from "./ways.js";

/** @typedef {import("../ui/text.js").Text} Text */
/** @typedef {import("./captcha.js").CaptchaOptions} CaptchaOptions */
/** @typedef {import("./challenge.js").Kind} Kind */
/** @typedef {import("./session.js").Outcome} Outcome */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./sprites.js").SpriteLoader} SpriteLoader */
/** @typedef {import("./ways.js").Way} Way */
/** @typedef {import("./ways.js").Ways} Ways */

const AFTER_RIGHT_MS = 1500;
const AFTER_END_MS = 2000;
const EXTENSIONS = 10;

/** What is said when a round is lost, and the outcome where it was one too many. @type {Record<"incorrect" | "timeout" | "gave-up", string[]>} */
const LOST = { incorrect: ["alone-incorrect", "gave-up"], timeout: ["time-up"], "gave-up": ["gave-up"] };

/** The words of the buttons that start by each way. @type {Record<Way, string>} */
const STARTS = { pictures: "alone-start", puzzle: "alone-without-pictures", audio: "alone-listen" };

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

/** @typedef {{root: HTMLElement, text: Text, session: Session, ways: Ways, options: CaptchaOptions, loader: SpriteLoader, signal: AbortSignal,
 *             again: () => void}} Parts what a session is made of; `again` starts anew */

export class Flow {
  #root;
  #text;
  #session;
  #ways;
  #options;
  #loader;
  #signal;
  #again;
  /** @type {Way} */
  #way = "pictures";
  /** @type {Made | null} the round's; no promise or list ever holds it (challenge.js) */
  #made = null;
  /** How many rounds were lost since the last right answer, or the last change to another way. */
  #failures = 0;
  /** @type {Promise<never>} */
  #aborted;

  /** @param {Parts} parts */
  constructor({ root, text, session, ways, options, loader, signal, again }) {
    this.#root = root;
    this.#text = text;
    this.#session = session;
    this.#ways = ways;
    this.#options = options;
    this.#loader = loader;
    this.#signal = signal;
    this.#again = again;
    this.#aborted = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    this.#aborted.catch(() => {});
  }

  get #extensions() {
    return this.#options.extensions ?? EXTENSIONS;
  }

  /** @param {boolean} takesFocus from the start @returns {Promise<Outcome>} */
  async run(takesFocus) {
    this.#take(await this.#welcome(takesFocus));
    const watch = new AbortController();
    const stage = new Stage(this.#text, this.#extensions, this.#again);
    this.#signal.addEventListener("abort", () => watch.abort());
    watchFocus(() => this.#session.countFocusChange(), watch.signal);
    try {
      let outcome = null;
      while (!outcome) outcome = await this.#round(stage);
      return outcome;
    } finally {
      watch.abort();
      stage.stop();
    }
  }

  /** @param {Way} way */
  #take(way) {
    this.#way = way;
    this.#failures = 0;
    this.#session.limitLeft(ROUNDS_MOST[way]);
  }

  /** One round; null where another follows. @param {Stage} stage @returns {Promise<Outcome | null>} */
  async #round(stage) {
    const words = await this.#draw();
    const made = /** @type {Made} */ (this.#made);
    const { answered, rounds } = this.#session;
    if (!stage.element.isConnected) this.#root.replaceChildren(stage.element);
    const { how, ms, way } = await this.#unlessStopped(stage.play(made, {
      question: made.question(this.#text),
      progress: this.#text.say("alone-round", { n: answered + 1, most: rounds }),
      words,
      instead: this.#ways.besides(this.#way),
    }));
    if (how === "instead") {
      this.#take(way ?? this.#way);
      return null; // nothing is lost by it
    }
    if (how === "answered" && made.isRight(made.chosen)) {
      this.#failures = 0;
      stage.say(this.#text.say("alone-right"), "good");
      await this.#pause(AFTER_RIGHT_MS);
      return this.#session.countRightAnswer(ms);
    }
    return this.#lose(stage, made, how === "answered" ? "incorrect" : how);
  }

  /** A round is lost: what is right is shown. Another follows when the visitor wants it, unless it was one too many; after some, other
   * ways are offered in words.
   * @param {Stage} stage @param {Made} made @param {keyof typeof LOST} outcome @returns {Promise<Outcome | null>} */
  async #lose(stage, made, outcome) {
    const said = LOST[outcome].map((key) => this.#text.say(key)).join(" ");
    const tone = outcome === "gave-up" ? "" : "bad";
    if (outcome !== "gave-up") this.#failures++;
    if (this.#session.countSlip()) {
      const others = this.#failures < OFFER_AFTER ? [] : this.#ways.besides(this.#way);
      const next = stage.offerNext(`${said} ${this.#slipsLeft()}`, tone, others);
      stage.reveal(made);
      const way = await this.#unlessStopped(next);
      if (way) this.#take(way);
      return null;
    }
    stage.say(said, tone);
    stage.reveal(made);
    await this.#pause(AFTER_END_MS);
    stage.conclude(`${said} ${this.#text.say("alone-failed")}`, tone);
    stage.reveal(made); // the longer text may have moved it
    return outcome;
  }

  #slipsLeft() {
    const { slipsLeft: n } = this.#session;
    return n > 0 ? this.#text.say("alone-slips", { n }) : this.#text.say("alone-slips-none");
  }

  /**
   * Makes the round's challenge, of a kind at random, and one of another kind where its pictures can't be had.
   * Returns what is to be said before it.
   */
  async #draw() {
    const { difficulty } = this.#options;
    for (;;) {
      const heard = this.#way === "audio";
      const lessMotion = wantsLessMotion();
      let left = this.#ways.typesOf(this.#way).filter((type) => !lessMotion || !KINDS[type]?.moves);
      const all = left.length;
      while (left.length > 0) {
        const type = randomChoice(left);
        const isFirst = left.length === all;
        this.#made = new Made(/** @type {Kind} */ (KINDS[type]),
          /** @type {any} */ ({ __proto__: null, difficulty, heard, loader: this.#loader })); // a prototype's members could be taken for options
        this.#made.load();
        const isReady = await this.#unlessStopped(this.#made.ready.then(() => true, () => false));
        if (isReady) return isFirst ? "" : this.#text.say("alone-other-kind");
        left = left.filter((other) => other !== type);
      }
      await this.#askForWay(this.#text.say(all === 0 ? "less-motion" : "alone-no-pictures"));
    }
  }

  /** There is nothing to show: the visitor may try again, or take another way. @param {string} words why */
  async #askForWay(words) {
    const others = this.#ways.besides(this.#way).filter((way) => way !== "pictures");
    const chosen = await this.#ask([words], [["again", true], ...others.map((way) => /** @type {[string, boolean]} */ ([STARTS[way], true]))], true);
    const way = others.find((one) => STARTS[one] === chosen);
    if (way) this.#take(way);
  }

  /** The start screen; the way that the visitor takes. @param {boolean} takesFocus @returns {Promise<Way>} */
  async #welcome(takesFocus) {
    const watch = new AbortController();
    const ways = /** @type {Way[]} */ (Object.keys(STARTS));
    const { rounds, slipsLeft } = this.#session;
    const words = [this.#text.say("alone-lead", { n: rounds }),
      ...(this.#ways.besides("pictures").some((way) => ROUNDS_MOST[way] < rounds) ? [this.#text.say("alone-lead-fewer")] : []),
      ...(slipsLeft > 0 ? [this.#text.say("alone-lead-slips", { n: slipsLeft })] : []),
      this.#text.say(this.#extensions > 0 ? "alone-lead-time" : "alone-lead-limit")];
    /** @param {Way} way */
    const isOffered = (way) => way === "pictures" || this.#ways.besides("pictures").includes(way);
    const choice = this.#ask(words, ways.map((way) => [STARTS[way], isOffered(way)]), takesFocus);
    this.#ways.onChange(() => { // some browsers know their voices only after a while
      for (const way of ways) this.#root.querySelector(`.${STARTS[way]}`)?.toggleAttribute("hidden", !isOffered(way));
    }, watch.signal);
    try {
      const chosen = await choice;
      return ways.find((way) => STARTS[way] === chosen) ?? "pictures";
    } finally {
      watch.abort();
    }
  }

  /** Shows sentences and some buttons; resolves with the one that is pressed.
   * @param {string[]} sentences @param {[string, boolean][]} keys of the buttons' words, and whether they are there @param {boolean} takesFocus */
  #ask(sentences, keys, takesFocus) {
    const text = this.#text;
    return this.#unlessStopped(/** @type {Promise<string>} */ (new Promise((resolve) => {
      const buttons = keys.map(([key, isThere], index) => make("button", { type: "button", hidden: !isThere,
        class: `${index === 0 ? "primary" : "quiet"} ${key}`, click: () => {
          resolve(key);
          buttons.forEach((one, at) => (one.disabled = at !== index)); // what comes next may have to be loaded: nobody presses another in vain
        } }, text.say(key)));
      this.#root.replaceChildren(make("section", { class: "panel card", lang: text.lang, dir: text.dir, "aria-label": text.say("dialog") },
        make("p", { class: "lead", role: "status" }, sentences.join(" ")), make("div", { class: "choices" }, ...buttons)));
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
