// A voice for browsers that have none: a headless one on a machine without speech. It stands where a device's would, before any
// script of the page, and keeps what it was to say.

/** @typedef {{text: string, lang: string, rate: number}} Said */

/** Runs in the page, before all else. Each voice is a language, with "remote" before it where a server would speak.
 * @param {{langs: string[], isLate: boolean}} given and whether they are known only when a test says so */
function install({ langs, isLate }) {
  /** @type {Said[]} */
  const said = [];
  const state = { cancels: 0, current: /** @type {any} */ (null) };
  class SpeechSynthesisVoice {
    constructor(/** @type {string} */ lang, /** @type {boolean} */ localService) {
      Object.assign(this, { lang, localService });
    }
  }
  class SpeechSynthesisErrorEvent {
    #error;
    #utterance;
    constructor(/** @type {string} */ error, /** @type {any} */ utterance) {
      this.#error = error;
      this.#utterance = utterance;
    }
    get error() {
      return this.#error;
    }
    get utterance() {
      return this.#utterance;
    }
  }
  class SpeechSynthesisUtterance {
    /** @type {Record<string, any>} */
    #own = { lang: "", rate: 1, voice: null, onend: null, onerror: null };
    constructor(/** @type {string} */ text) {
      this.#own.text = text;
    }
    static of(/** @type {SpeechSynthesisUtterance} */ one, /** @type {string} */ name) {
      return one.#own[name];
    }
    static set(/** @type {SpeechSynthesisUtterance} */ one, /** @type {string} */ name, /** @type {any} */ value) {
      one.#own[name] = value;
    }
  }
  const { of, set } = SpeechSynthesisUtterance;
  for (const name of ["text", "lang", "rate", "voice", "onend", "onerror"]) {
    Object.defineProperty(SpeechSynthesisUtterance.prototype, name, { configurable: true, enumerable: true,
      get() { return of(this, name); },
      set(value) { set(this, name, value); } });
  }
  const all = langs.map((lang) => new SpeechSynthesisVoice(lang.replace("remote ", ""), !lang.startsWith("remote ")));
  let voices = isLate ? [] : all;
  class SpeechSynthesis extends EventTarget {
    getVoices() {
      return voices;
    }
    speak(/** @type {SpeechSynthesisUtterance} */ utterance) {
      state.current = utterance;
      said[said.length] = { text: of(utterance, "text"), lang: of(utterance, "lang"), rate: of(utterance, "rate") };
    }
    cancel() {
      state.cancels++;
    }
  }
  const synthesis = new SpeechSynthesis();
  const classes = { SpeechSynthesis, SpeechSynthesisErrorEvent, SpeechSynthesisUtterance, SpeechSynthesisVoice };
  for (const [name, value] of Object.entries({ ...classes, speechSynthesis: synthesis })) {
    Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
  /** @type {any} */ (window).voice = {
    said, state,
    arrive() {
      voices = all;
      synthesis.dispatchEvent(new Event("voiceschanged"));
    },
    end: () => of(state.current, "onend")?.(),
    fail: (/** @type {string} */ error) => of(state.current, "onerror")?.(new SpeechSynthesisErrorEvent(error, state.current)),
  };
}

/** An init script for a context or a page. @param {string[]} langs @param {boolean} [isLate] */
export const voiceScript = (langs, isLate = false) => `(${install})(${JSON.stringify({ langs, isLate })})`;
