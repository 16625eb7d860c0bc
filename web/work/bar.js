// bar.js: how far a device's work is, and the time that it has.

import { make } from "../ui/dom.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */
/** @typedef {import("./effort.js").Effort} Effort */

const LOOK_MS = 100;
/** Slow devices ask for more time when so much of it is gone. */
const EXTEND_AT = 2 / 3;

/** A bar that follows the work while it is shown. @param {Effort} effort @param {string} label @param {() => void} [look] */
export function barOf(effort, label, look = () => {}) {
  const bar = make("progress", { max: "1", value: "0", class: "effort", "aria-label": label });
  const timer = window.setInterval(() => {
    bar.value = effort.share;
    look();
    if (!effort.isWanted || !bar.isConnected) clearInterval(timer);
  }, LOOK_MS);
  return bar;
}

/** Asks for more time as often as a slow device needs it. @param {Effort} effort @param {Panel} panel @param {any} challenge
 * @param {number} limitS what the server gives */
export function keepTime(effort, panel, challenge, limitS) {
  const everyMs = limitS * 1000 * EXTEND_AT;
  let dueAtMs = effort.startedAtMs + everyMs;
  return () => {
    if (performance.now() < dueAtMs || !effort.isWanted) return;
    dueAtMs = performance.now() + everyMs;
    panel.options.source.extend?.(challenge).catch(() => {});
  };
}
