// What every listener of tests/readers/walks.js shares: keys pressed until the focus is somewhere, and the lines that are kept.
import assert from "node:assert/strict";

/** In a page: what has the focus, through shadow roots. */
export const HELD = "(() => { let held = document.activeElement; while (held?.shadowRoot?.activeElement) held = held.shadowRoot.activeElement; return held; })()";

/** A ring of more stops than this is none. */
const MOST_STOPS = 40;

/** What is picked anew, or passes, and what stands for it. @type {[RegExp, string][]} */
const PICKED = [
  [/\b\d+:\d\d\b/g, "M:SS"],
  [/(?<=Time to answer: )\d+(?= s\b)/g, "N"],
  [/(?<=&code=)\S+/g, "CODE"],
  [/\b[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}\b/g, "CODE"],
  [/\b\w \w \w \w(, \w \w \w \w){2}\b/g, "C O D E"],
  [/\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/g, "NUMBER"],
  [/(?<=Row \d+, column \d+): correct/g, ""], // that it is told is shown by browser/widget.test.js
];

export class Reader {
  /** Keys, and indented what was heard after each. @type {string[]} */
  lines = [];

  /** @param {(act: string) => Promise<any>} evaluate in the page */
  constructor(evaluate) {
    this.evaluate = evaluate;
  }

  /** Presses a key, waits for what has to come, and notes what is heard. @param {string} _key @param {string} [_until] a selector
   * @param {() => boolean} [_isSo] @returns {Promise<void>} */
  async press(_key, _until, _isSo) {
    throw new Error("every reader has its own");
  }

  /** Presses Tab until something has the focus. @param {string} selector @param {string} [key] */
  async tabTo(selector, key = "Tab") {
    for (let i = 0; i < MOST_STOPS; i++) {
      if (await this.evaluate(`(${HELD})?.matches(${JSON.stringify(selector)})`)) return;
      await this.press(key);
    }
    assert.fail(`${selector} can't be reached by ${key}:\n${this.lines.join("\n")}`);
  }

  /** Presses Tab until the focus is back where it was, or at the first stop. */
  async round() {
    if (await this.evaluate(`${HELD}.tabIndex < 0`)) await this.press("Tab");
    await this.evaluate(`void (window.heldFirst = ${HELD})`);
    for (let i = 0; i < MOST_STOPS; i++) {
      await this.press("Tab");
      if (await this.evaluate(`window.heldFirst === ${HELD}`)) return;
    }
    assert.fail(`Tab does not come round:\n${this.lines.join("\n")}`);
  }

  /** As it is kept: without times and numbers that are picked anew. @param {boolean} [anyTones] nor what tones cells have */
  text(anyTones = false) {
    const changes = anyTones ? [...PICKED, /** @type {const} */ ([/\b(empty|black|pink)\b/g, "TONE"])] : PICKED;
    return `${this.lines.map((line) => changes.reduce((text, [picked, name]) => text.replace(picked, name), line)).join("\n")}\n`;
  }
}
