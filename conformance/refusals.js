// refusals.js: what the contracts of reCAPTCHA, hCaptcha and Turnstile say alike of requests that are refused.
import * as checks from "./checks.js";

const { MISTAKES, refuses } = checks;

/** @type {import("./suite.js").Row[]} */
export const REFUSALS = [
  ["failure-members", "A failure is exactly `success` and a list `error-codes` that is never empty", checks.failureHasTheForm],
  ["always-200", "The status is 200 whatever comes: other types, cut and nested JSON, arrays for texts, multipart without an end, 60,000 bytes, no text", checks.isAlways200],
  ["missing-input-secret", "`missing-input-secret` comes first where there is no secret", refuses("missing-input-secret", MISTAKES.noSecret)],
  ["missing-input-secret-empty", "and where it is empty", refuses("missing-input-secret", MISTAKES.emptySecret)],
  ["invalid-input-secret", "`invalid-input-secret` where nobody has it", refuses("invalid-input-secret", MISTAKES.wrongSecret)],
  ["missing-input-response", "`missing-input-response` where there is no response", refuses("missing-input-response", MISTAKES.noResponse)],
  ["missing-input-response-empty", "and where it is empty", refuses("missing-input-response", MISTAKES.emptyResponse)],
  ["invalid-input-response", "`invalid-input-response` where it is made up", refuses("invalid-input-response", MISTAKES.madeUp)],
  ["invalid-input-response-long", "and where it has 5,000 characters", refuses("invalid-input-response", MISTAKES.longResponse)],
  ["other-site", "`invalid-input-response` with another site's secret", refuses("invalid-input-response", MISTAKES.otherSite)],
];
