// work.js: proof of work. The visitor's device does it while they wait, in slices short enough for the page to stay
// responsive: a worker of another origin is not allowed, and one made from text needs `blob:`, which strict pages forbid.

import { make } from "../ui/dom.js";
import { createSearch } from "./sha256.js";
import { fresh, sayer, sign } from "./screen.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */

const SLICE_MS = 12;
const TRIES = 64;
/** Slow devices ask for more time when so much of it is gone. */
const EXTEND_AT = 2 / 3;

/** Goes on after whatever else the page has to do; unlike timers it is not slowed down. @param {() => void} act */
function soon(act) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = act;
  port2.postMessage(null);
}

/** @param {HTMLElement} body @param {any} challenge @param {import("../ui/panel.js").Tools} tools @param {Panel} panel
 * @param {() => void} back @param {number} limitS what the server gives the work @returns {import("../ui/panel.js").View} */
function mount(body, challenge, tools, panel, back, limitS) {
  const say = sayer(tools.text);
  const { seed, bits } = challenge.view;
  const search = createSearch(seed, bits);
  const bar = make("progress", { max: "1", value: "0", "aria-label": say("way-pow-progress") });
  const about = make("p", { class: "about" });
  const element = make("div", { class: "screen work" }, sign("chip"), make("p", { class: "lead" }, say("way-pow-lead")), bar, about,
    make("button", { type: "button", class: "replay", click: back }, say("way-back")));
  body.append(element);
  /** @type {string | null} */
  let found = null;
  const extendEveryMs = limitS * 1000 * EXTEND_AT;
  let tries = 0, spentMs = 0, extendAtMs = performance.now() + extendEveryMs;

  function slice() {
    if (!element.isConnected) return; // cancelled, or closed
    const from = performance.now();
    let now = from, nonce = -1;
    while (nonce < 0 && now < from + SLICE_MS) {
      nonce = search(TRIES);
      tries += TRIES;
      now = performance.now();
    }
    spentMs += now - from;
    // How much is left can't be known, only how likely it was to be done by now.
    bar.value = nonce < 0 ? 1 - Math.exp(-tries / 2 ** bits) : 1;
    if (nonce >= 0) {
      found = String(nonce);
      panel.element.classList.add("worked");
      tools.onChange();
      tools.onSubmit();
      return;
    }
    if (!about.textContent && spentMs > 200) {
      about.textContent = say("way-pow-about", { n: Math.max(1, Math.round(2 ** bits / tries * spentMs / 1000)) });
    }
    if (now > extendAtMs) {
      extendAtMs = now + extendEveryMs;
      panel.options.source.extend?.(challenge).catch(() => {});
    }
    soon(slice);
  }

  window.setTimeout(slice);
  return { answer: () => found, setEnabled() {}, reveal() {}, focus: () => panel.frame.instructions.focus() };
}

/** Asks for a proof of work and does it. @param {Panel} panel @param {() => void} back shows what was offered before */
export function showWork(panel, back) {
  const { say } = fresh(panel);
  panel.element.classList.remove("worked");
  return panel.load("", "", async () => {
    const challenge = await /** @type {any} */ (panel.options.source).ask({ alternative: "pow" });
    const { timeLimit } = challenge;
    delete challenge.view.select;
    return Object.assign(challenge, {
      instructions: say("way-pow-title"),
      timeLimit: 0, // none that the visitor has to mind
      mount: (/** @type {HTMLElement} */ body, /** @type {any} */ tools) => mount(body, challenge, tools, panel, back, timeLimit),
    });
  });
}
