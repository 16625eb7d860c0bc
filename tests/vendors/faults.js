// A fault for each row of conformance/, of which that row must tell: what a server would do that breaks the contract there.
// A row that stands in several vendors' tables has one fault for all.
import { CDATA, HOSTNAME } from "./pretender.js";

/** @typedef {import("./pretender.js").Fault} Fault */

/** What comes first in the list of codes. @param {string} to @param {string} [from] @returns {Fault} */
const calledBy = (to, from) => ({ code: (code) => (from === undefined || code === from ? to : code) });

/** @param {(told: Record<string, any>) => any} change of a success @returns {Fault} */
const succeedsWith = (change) => ({ told: (told, isSuccess) => (isSuccess ? change(told) : told) });

/** @param {(asked: Parameters<NonNullable<Fault["request"]>>[0]) => boolean} isRefused @returns {Fault} */
const refusing = (isRefused) => ({ request: (asked) => (isRefused(asked) ? "415" : undefined) });

/** @type {Fault} */
const ENFORCES_ADDRESS = { fields: (fields) => { if (fields.remoteip === "no address") fields.response = fields.token = ""; } };

/** @type {Record<string, Fault>} */
export const FAULTS = {
  // asking
  "post-form": refusing(({ type, body }) => body !== "" && /urlencoded/.test(type)),
  "post-form-charset": refusing(({ type }) => /charset/.test(type)),
  "post-json": refusing(({ type }) => /json/.test(type)),
  "post-json-charset": refusing(({ type }) => /charset/.test(type)),
  "post-multipart": refusing(({ type }) => /multipart/.test(type)),
  get: refusing(({ method }) => method === "GET"),
  "no-get": { is: "GET is taken" },
  "post-query": { is: "the query is not read" },
  "post-query-no-length": { is: "needs a length" },
  "post-chunked": { is: "needs a length" },
  "unknown-fields": { fields: (fields) => { if (fields.foo) fields.response = fields.token = ""; } },
  remoteip: ENFORCES_ADDRESS,
  sitekey: { fields: (fields) => { if (fields.sitekey) fields.response = ""; } },

  // what a success says
  "success-members": succeedsWith((told) => ({ ...told, extra: 1 })),
  "success-boolean": succeedsWith((told) => ({ ...told, ...("valid" in told ? { valid: 1 } : { success: 1 }) })),
  "success-no-codes": succeedsWith((told) => ({ ...told, "error-codes": [] })),
  "success-codes": succeedsWith((told) => ({ ...told, "error-codes": null })),
  "success-no-score": succeedsWith((told) => ({ ...told, score: 0.9 })),
  "success-first": succeedsWith((told) => ({ at: 1, ...told })),
  "challenge-ts": succeedsWith((told) => ({ ...told, challenge_ts: "16 November 2026" })),
  "challenge-ts-now": { is: "a moment of another year" },
  "hostname-there": succeedsWith((told) => ({ ...told, hostname: "" })),
  hostname: succeedsWith((told) => ({ ...told, hostname: `www.${HOSTNAME}` })),
  action: succeedsWith((told) => ({ ...told, action: "" })),
  cdata: succeedsWith((told) => ({ ...told, cdata: `${CDATA} ` })),
  credit: succeedsWith((told) => ({ ...told, credit: 0 })),
  "sitekey-told": succeedsWith((told) => ({ ...told, sitekey: "" })),
  json: { headers: (headers) => { headers["Content-Type"] = "text/plain"; } },
  "names-once": { text: (text) => text.replace(/^{("[a-z]+":)/, "{$1null,$1") },

  // refusing
  "failure-members": { told: (told, isSuccess) => (isSuccess ? told : { ...told, "error-codes": [] }) },
  "always-200": { status: (status, code) => (code === "bad-request" ? 400 : status) },
  hostile: { status: (status, code) => (code === "bad-request" ? 500 : status) },
  "missing-input-secret": calledBy("invalid-input-secret", "missing-input-secret"),
  "missing-input-secret-empty": calledBy("invalid-input-secret", "missing-input-secret"),
  "invalid-input-secret": calledBy("bad-request", "invalid-input-secret"),
  "missing-input-response": calledBy("invalid-input-response", "missing-input-response"),
  "missing-input-response-empty": calledBy("invalid-input-response", "missing-input-response"),
  "invalid-input-response": { is: "every response is taken" },
  "invalid-input-response-long": { is: "long ones are taken" },
  "other-site": { is: "any site's response is taken" },
  "sitekey-secret-mismatch": { is: "any site's key will do" },
  "sitekey-secret-mismatch-unknown": { is: "any site key will do" },
  "bad-request": calledBy("missing-input-secret", "bad-request"),
  list: { is: "a list is a text" },
  "tells-nothing": { fields: () => {}, text: (text) => text.replace(/}$/, ',"secret":"secret-of-one"}') },
  "made-up": { is: "every response is taken" },
  long: { is: "long ones are taken" },
  expired: { is: "old ones are taken" },
  "wrong-secret": { is: "any secret will do" },
  "no-secret": { is: "no secret is needed" },
  "no-token": { is: "no response is needed" },
  "no-response": { is: "no response is needed" },
  "wrong-key": { is: "any site key will do" },
  "other-key": { is: "any site's key will do" },

  // used once
  "timeout-or-duplicate": { is: "nothing is used up" },
  "timeout-or-duplicate-old": { is: "old ones are taken" },
  "already-seen-response": calledBy("timeout-or-duplicate", "already-seen-response"),
  "expired-input-response": calledBy("timeout-or-duplicate", "expired-input-response"),
  once: { is: "nothing is used up" },
  "at-once": { is: "used up late" },
  "wrong-secret-spends-nothing": { is: "wrong secrets use up" },
  idempotency: { is: "keys are not read" },
  "idempotency-other": { is: "any key is the same" },
  "idempotency-none": { is: "no key is the same" },
  "idempotency-late": { is: "a late key helps" },
  "idempotency-token": { is: "every response is taken" },
  "idempotency-at-once": { is: "keys are not read" },

  // tokens, time, test keys
  "token-alphabet": { token: (token) => `${token}.1+/=` },
  "token-length": { token: (token) => token + "A".repeat(2048) },
  quick: { delayMs: 40 },
  "test-secret": { is: "test keys are off" },
  "test-secret-fails": calledBy("timeout-or-duplicate", "invalid-input-response"),
  "test-secret-spent": calledBy("invalid-input-response", "timeout-or-duplicate"),
  "test-secret-any": { is: "test secrets use up" },
  "test-secret-told": { is: "test secrets are not told" },
  "test-response": { is: "dummies are taken" },
  "dummy-passcode": { is: "dummies are taken" },
  "not-using-dummy-passcode": calledBy("invalid-input-response", "not-using-dummy-passcode"),
  checksiteconfig: succeedsWith(() => ({ pass: "true" })),
  "checksiteconfig-unknown": { is: "every site is known" },

  // pages and scripts
  widget: { headers: (headers) => { headers["Content-Type"] = "text/plain"; } },
  "widget-slash": { request: ({ path }) => (path === "/widget/" ? "404" : undefined) },
  "widget-framable": { headers: (headers) => { headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'self'"; } },
  "widget-no-cookie": { headers: (headers) => { headers["Set-Cookie"] = "a=b"; } },
  "script-served": { headers: (headers) => { headers["Content-Type"] = "text/html"; } },
  "script-cors": { headers: (headers) => { delete headers["Access-Control-Allow-Origin"]; } },
  "script-no-cookie": { headers: (headers) => { headers["Set-Cookie"] = "a=b"; } },
  "script-runs": { script: (text) => `${text} noSuchThing();` },
  "script-at-end": { script: (text) => `setTimeout(() => { ${text} }, 0);` },
  "script-methods": { script: (text) => text.replace("getResponse() {}, ", "") },
  "script-own-global": { script: (text, query) => `window.hcaptcha = window.turnstile = window.grecaptcha = {}; ${text}` },
  "script-onload": { script: (text) => text.replace("window[name]()", "0") },
  "script-ready": { script: (text) => text.replace("setTimeout(call, 0)", "") },
  "script-compat": { script: (text, query) => (query.size > 0 ? text.replaceAll("window.grecaptcha = ", "") : text) },
};

/** More ways to break a row. @type {[vendor: string, row: string, fault: Fault][]} */
export const MORE = [
  ["recaptcha", "success-members", succeedsWith(({ hostname, ...told }) => ({ hostname, ...told }))],
  ["hcaptcha", "success-members", succeedsWith(({ sitekey, ...told }) => told)],
  ["turnstile", "success-members", succeedsWith(({ action, ...told }) => ({ ...told, action }))],
  ["recaptcha", "success-boolean", { told: (told, isSuccess) => ({ ...told, success: String(isSuccess) }) }],
  ["recaptcha", "success-boolean", { told: (told, isSuccess) => (isSuccess ? told : { ...told, success: null }) }],
  ["recaptcha", "failure-members", { told: (told, isSuccess) => (isSuccess ? told : { success: false }) }],
  ["recaptcha", "failure-members", { told: (told, isSuccess) => (isSuccess ? told : { ...told, hostname: "" }) }],
  ["recaptcha", "invalid-input-secret", { code: (code) => code, told: (told, isSuccess) => (isSuccess ? told : { ...told, "error-codes": ["bad-request", ...told["error-codes"]] }) }],
  ["recaptcha", "always-200", { status: (status, code) => (code === "" ? status : 400) }],
  ["recaptcha", "always-200", { text: (text) => text.replace("false", "fals") }],
  ["recaptcha", "names-once", { text: (text) => text.replace('"error-codes"', '"error-codes":[],"error-codes"') }],
  ["turnstile", "idempotency", succeedsWith((told) => ({ ...told, cdata: `${Math.random()}` }))],
  ["turnstile", "challenge-ts", succeedsWith((told) => ({ ...told, challenge_ts: told.challenge_ts.replace(/\.\d+Z/, "Z") }))],
  ["recaptcha", "challenge-ts", succeedsWith((told) => ({ ...told, challenge_ts: told.challenge_ts.replace("Z", ".123Z") }))],
  ["recaptcha", "tells-nothing", { text: (text) => `${text} site-one secret-of-one` }],
  ["recaptcha", "at-once", { status: (status, code) => (code === "timeout-or-duplicate" ? 503 : status), told: (told, isSuccess) => (isSuccess ? told : {}) }],
  ["mcaptcha", "widget-framable", { headers: (headers) => { headers["X-Frame-Options"] = "SAMEORIGIN"; } }],
  ["mcaptcha", "success-members", succeedsWith((told) => ({ ...told, success: true }))],
  ["hcaptcha", "remoteip", { code: (code) => code, fields: (fields) => { if (!fields.remoteip) fields.response = ""; } }],
  ["turnstile", "script-own-global", { script: (text) => `window.grecaptcha = { render() {} }; ${text}` }],
  ["recaptcha", "script-onload", { script: (text) => text.replace("window[name]()", "(window[name](), window[name]())") }],
];
