// The vendors' published types hold for our scripts: each of our APIs is assigned to the global that they declare, so that a method
// that is missing, or takes or returns something else, is an error of the compiler. Nothing of this is run.
import { grecaptcha as ourRecaptcha } from "../../web/vendors/recaptcha.js";
import { hcaptcha as ourHcaptcha } from "../../web/vendors/hcaptcha.js";
import { turnstile as ourTurnstile } from "../../web/vendors/turnstile.js";

/** @type {typeof grecaptcha} */
export const recaptcha = ourRecaptcha;

/** @type {typeof hcaptcha} */
export const hCaptcha = ourHcaptcha;

/** @type {typeof turnstile} */
export const cloudflare = ourTurnstile;

// What an API returns is no less than what its types say: `any` would be taken for everything.
/** @template T @typedef {0 extends (1 & T) ? never : T} Known */
/** @type {[Known<ReturnType<typeof ourRecaptcha.render>>, Known<ReturnType<typeof ourHcaptcha.render>>, Known<ReturnType<typeof ourTurnstile.render>>]} */
export const ids = [0, "", ""];
/** @type {[Known<ReturnType<typeof ourRecaptcha.getResponse>>, Known<ReturnType<typeof ourHcaptcha.getResponse>>, Known<ReturnType<typeof ourTurnstile.getResponse>>]} */
export const responses = ["", "", undefined];
/** @type {Known<ReturnType<typeof ourHcaptcha.execute>>} */
export const executed = Promise.resolve({ response: "", key: "" });

// And as pages write it, with every option that the types know.
export function page() {
  const element = document.createElement("div");
  const first = recaptcha.render(element, { sitekey: "", theme: "dark", type: "image", hl: "de", size: "compact", tabindex: 1, badge: "inline",
    action: "login", isolated: true, callback: () => {}, "expired-callback": () => {}, "error-callback": () => {} }, true);
  recaptcha.enterprise.ready(() => recaptcha.reset(first));
  recaptcha.execute("key", { action: "login" }).then((token) => token.length);
  const second = hCaptcha.render("id", { sitekey: "", theme: "contrast", size: "invisible", "challenge-container": element, hl: "de", tplinks: "off",
    tabindex: 1, custom: false, mode: "", andint: "", callback: "name", "open-callback": () => {}, "close-callback": () => {},
    "chalexpired-callback": () => {}, "expired-callback": () => {}, "error-callback": (error) => error.length });
  hCaptcha.setData(second, { rqdata: "" });
  hCaptcha.execute({ async: true });
  const third = cloudflare.render("#id", { sitekey: "", action: "", cData: "", callback: () => {}, "expired-callback": () => {},
    "error-callback": () => {}, "timeout-callback": () => {}, "before-interactive-callback": () => {}, "after-interactive-callback": () => {},
    "unsupported-callback": () => {}, theme: "auto", tabindex: 1, size: "flexible", retry: "never", "retry-interval": 1, language: "de",
    appearance: "interaction-only", "response-field": false, "response-field-name": "", "refresh-expired": "manual", "refresh-timeout": "never",
    execution: "execute" });
  cloudflare.remove(third ?? element);
  return cloudflare.isExpired();
}
