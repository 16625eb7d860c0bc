// timer.js: the time that is left, for the eye; a screen reader is told at 30 and at 10 seconds.
// It counts by the monotonic clock: the visitor's own clock may be wrong.

import { icon, make } from "./dom.js";

const TELL_AT_S = [30, 10];
const RED_AT_S = 10;

/**
 * @param {import("./text.js").Text} text
 * @param {{onTell: (seconds: number) => void, onEnd: () => void}} events
 */
export function createTimer(text, { onTell, onEnd }) {
  const [minutes, rest] = [1, 2].map((minimumIntegerDigits) => new Intl.NumberFormat(text.lang, { minimumIntegerDigits }));
  /** In the digits of the other words. @param {number} seconds */
  const clockFace = (seconds) => `${minutes?.format(Math.floor(seconds / 60))}:${rest?.format(seconds % 60)}`;
  const words = make("span", { class: "left" }, clockFace(0));
  const element = make("div", { class: "timer", role: "timer", "aria-label": text.say("time-left") },
    icon("clock"), icon("alert"), words);
  let endsAtMs = 0;
  let shown = Infinity;
  let interval = 0;

  function tick() {
    const seconds = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
    if (seconds === shown) return;
    const urgent = seconds <= RED_AT_S;
    words.textContent = urgent ? text.say("seconds", { n: seconds }) : clockFace(seconds);
    element.classList.toggle("urgent", urgent);
    element.classList.toggle("soon", seconds <= (TELL_AT_S[0] ?? 0));
    const passed = TELL_AT_S.filter((mark) => seconds <= mark && shown > mark).pop();
    const fresh = shown === Infinity;
    shown = seconds;
    if (seconds === 0) {
      stop();
      onEnd();
    } else if (passed !== undefined && !fresh) onTell(seconds);
  }

  /** Counts down from so many seconds, from now on. @param {number} seconds */
  function start(seconds) {
    stop();
    endsAtMs = performance.now() + seconds * 1000;
    shown = Infinity;
    tick();
    interval = window.setInterval(tick, 250);
  }

  function stop() {
    clearInterval(interval);
  }

  return { element, start, stop };
}
