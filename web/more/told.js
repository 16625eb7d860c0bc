// told.js: what went wrong, in words. What is said most often is in the widget itself.

/** @typedef {import("../ui/panel.js").Panel} Panel */

/** By the code of an error, the key of its words. @type {Record<string, string>} */
const ERRORS = {
  "too-many-requests": "error-busy",
  unavailable: "error-unavailable",
  "unknown-sitekey": "error-sitekey",
  "bad-field": "error-sitekey",
  "wrong-hostname": "error-hostname",
  "challenge-disabled": "error-disabled",
  banned: "error-banned",
  "no-extension": "error-no-extension",
};

/** By the reason of a failure, the key of its words. @type {Record<string, string>} */
const REASONS = { incorrect: "incorrect", expired: "late", replayed: "replayed", "too-fast": "too-fast", forbidden: "forbidden" };

/** @param {import("../ui/text.js").Text} text @param {string} [reason] */
export const reasonOf = (text, reason = "") => text.say(REASONS[reason] ?? "invalid");

/** @param {Panel} panel @param {string} key @param {number} seconds */
function countWait(panel, key, seconds) {
  const endsAtMs = performance.now() + seconds * 1000;
  panel.waiting = window.setInterval(() => {
    const n = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
    panel.frame.notice.textContent = panel.text.say(key, { n });
    if (n === 0) clearInterval(panel.waiting);
  }, 1000);
}

/** @param {Panel} panel @param {(words: string) => boolean} tell whether somebody still looks @param {string} code
 * @param {number} [retryAfter] seconds */
export function tellError(panel, tell, code, retryAfter) {
  const key = code === "too-many-requests" && !retryAfter ? "error-unavailable" : ERRORS[code] ?? "error-failed";
  if (tell(panel.text.say(key, { n: retryAfter ?? "" })) && retryAfter && key === "error-busy") countWait(panel, key, retryAfter);
}
