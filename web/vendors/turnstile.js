// turnstile.js: window.turnstile, for pages that were written for Turnstile: <script src="https://HOST/turnstile/v0/api.js"></script>.
//
// What Turnstile does by itself, people do here: they tick a box. So a widget is interactive from its beginning, which is when it is
// made or, with `execution: "execute"`, when it is executed; and until somebody has passed.

import { call } from "../widget/widget.js";
import { hiddenField, install, randomText, same } from "./install.js";

/** @typedef {import("../widget/registry.js").Entry} Entry */

/** By our codes, the nearest of the vendor's; for all others what it says for an error without a number.
 * @type {Record<string, string>} */
const ERRORS = { "unknown-sitekey": "110100", "wrong-hostname": "110200", "bad-field": "110430", network: "200500",
  banned: "600010", "test-key-fails": "600010" };

const isCompatible = (/** @type {URLSearchParams} */ query) => query.get("compat") === "recaptcha";

/** @param {string} words */
const warn = (words) => console.warn(`[Cloudflare Turnstile] ${words}`);

/** @param {string} words @returns {never} */
function refuse(words) {
  throw Object.assign(new Error(`[Cloudflare Turnstile] ${words}.`), { name: "TurnstileError" });
}

/** @param {Entry} entry */
const isLater = ({ given }) => given.execution === "execute";

/** Shows or hides it as `appearance` says. @param {Entry} entry @param {boolean} isBegun */
function appear({ given, widget }, isBegun) {
  if (widget.invisible) return;
  const isHidden = !isBegun && (given.appearance ?? "always") !== "always";
  widget.host.style.display = isHidden ? "none" : given.size === "flexible" ? "block" : "inline-block";
}

/** A widget is made, or made anew. @param {Entry} entry */
function begin(entry) {
  appear(entry, !isLater(entry));
  if (!isLater(entry)) queueMicrotask(() => entry.widget.removed || call(entry.given["before-interactive-callback"])); // by then, who made it has the id
}

/** @param {string} name @param {unknown} value @param {RegExp} pattern */
function check(name, value = "", pattern) {
  if (!pattern.test(String(value))) refuse(`Invalid input for optional parameter "${name}", got "${value}"`);
}

/** @param {Entry} entry @returns {Partial<import("../widget/widget.js").Options>} */
function adapt({ given }) {
  check("action", given.action, /^[\w-]{0,32}$/);
  check("cData", given.cdata, /^[\w-]{0,255}$/);
  const isRenewed = (given["refresh-expired"] ?? "auto") === "auto";
  const passed = (/** @type {string} */ response) => call(given.callback, (given.last = response));
  return {
    low: true,
    ...(given.lang === "auto" && { lang: "" }),
    // Without a box, nothing would ever begin by itself.
    ...(given.size === "invisible" && given.execution !== "execute" && { size: "normal" }),
    callback: (response) => {
      call(given["after-interactive-callback"]);
      passed(response);
    },
    ...(isRenewed && { "renewed-callback": passed }),
    ...((given["expired-callback"] || !isRenewed) && { "expired-callback": () => call(given["expired-callback"], given.last) }),
    "chalexpired-callback": given["timeout-callback"],
    "error-callback": (code) => {
      const number = ERRORS[code] ?? "300020";
      if (!call(given["error-callback"], number)) warn(`Error: ${number}.`); // a callback that has dealt with it says so
    },
  };
}

export const turnstile = install({
  folder: "/turnstile/v0",
  name: "turnstile",
  isCompatible,
  isExplicit: (render) => render === "explicit",
  describe: (query) => ({
    selector: isCompatible(query) ? ".cf-turnstile, .g-recaptcha" : ".cf-turnstile",
    names: { ...same("action cdata timeout-callback before-interactive-callback after-interactive-callback unsupported-callback execution appearance"
      + " response-field response-field-name refresh-expired"), cData: "cdata", language: "lang" },
    isLatest: true,
    isByElement: true,
    idOf: () => `cf-chl-widget-${randomText(5)}`,
    fields({ id, given }) {
      if (String(given["response-field"]) === "false") return []; // as an attribute or as it is
      const field = hiddenField("input", given["response-field-name"] || "cf-turnstile-response", `${id}_response`);
      return isCompatible(query) ? [field, hiddenField("input", "g-recaptcha-response", `${id}_g_response`)] : [field];
    },
    adapt,
    made(entry) {
      begin(entry);
      if (!("adoptedStyleSheets" in document)) call(entry.given["unsupported-callback"]);
    },
    noPlace: (place) => refuse(`Unable to find a container for "${place}"`),
    noKey: (key) => refuse(`Invalid or missing type for parameter "sitekey", expected "string", got "${typeof key}"`),
    twice({ id }) {
      warn("Turnstile has already been rendered in this container.");
      return id;
    },
    noWidget: () => refuse("Could not find widget for provided container"),
  }),
  methods({ render, find, lookFor, drop, execute, ready }) {
    return {
      ready,

      /** @type {(container: string | HTMLElement, params?: Record<string, any>) => string} */
      render,

      /** @param {string | HTMLElement} container @param {Record<string, any>} [params] */
      execute(container, params) {
        const entry = lookFor(container) ?? find(render(container, { ...params, execution: "execute" }));
        appear(entry, true);
        if (isLater(entry) && !entry.widget.response) call(entry.given["before-interactive-callback"]);
        execute(entry).catch(() => {});
      },

      /** @param {string | HTMLElement} [container] */
      reset(container) {
        const entry = find(container);
        entry.widget.reset();
        begin(entry);
      },

      /** @param {string | HTMLElement} [container] */
      remove(container) {
        const entry = lookFor(container);
        if (entry) drop(entry);
        else warn("Nothing to remove found for the provided container.");
      },

      /** @param {string | HTMLElement} [container] nothing while there is none */
      getResponse: (container) => find(container).widget.response || undefined,

      /** @param {string | HTMLElement} [container] */
      isExpired: (container) => find(container).widget.isExpired,
    };
  },
});
