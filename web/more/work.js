// work.js: the screen of `pow`, which asks for nothing but the work of the visitor's device. The widget has begun it when the
// challenge came, as for every challenge that asks for some (web/work): here it is shown, and sent.

import { make } from "../ui/dom.js";
import { barOf, keepTime } from "../work/bar.js";
import { fresh, sign } from "./screen.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */

/** @param {HTMLElement} body @param {any} challenge @param {import("../ui/panel.js").Tools} tools @param {Panel} panel
 * @param {() => void} back @param {number} limitS what the server gives the work @returns {Promise<import("../ui/panel.js").View>} */
async function mount(body, challenge, tools, panel, back, limitS) {
  const { say } = tools.text;
  const effort = await challenge.effort;
  const about = make("p", { class: "about" });
  const keep = keepTime(effort, panel, challenge, limitS);
  const bar = barOf(effort, say("way-pow-progress"), () => {
    keep();
    if (!about.textContent && effort.secondsLeft) about.textContent = say("way-pow-about", { n: Math.max(1, Math.round(effort.seconds)) });
  });
  const element = make("div", { class: "screen work" }, sign("chip"), make("p", { class: "lead" }, say("way-pow-lead")), bar, about,
    make("button", { type: "button", class: "replay", click: back }, say("way-back")));
  body.append(element);
  let isDone = false;
  effort.proof.then(() => {
    if (!element.isConnected) return; // cancelled, or closed
    isDone = true;
    panel.element.classList.add("worked");
    tools.onChange();
    tools.onSubmit();
  }, (/** @type {unknown} */ error) => element.isConnected && panel.fail(error));
  // There is no question: a blank is no answer to the server, and one to the panel.
  return { answer: () => (isDone ? " " : null), setEnabled() {}, reveal() {}, focus: () => panel.frame.instructions.focus() };
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
      mount: (/** @type {HTMLElement} */ body, /** @type {any} */ tools) => mount(body, challenge, tools, panel, () => {
        /** @type {any} */ (panel.options.source).stop();
        back();
      }, timeLimit),
    });
  });
}
