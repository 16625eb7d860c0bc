// turnstile.js: window.turnstile, for pages that were written for Turnstile: <script src="https://HOST/turnstile/v0/api.js"></script>.

import { hiddenField, install, randomText } from "./install.js";

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(`[Cloudflare Turnstile] ${words}`);
}

export const turnstile = install({
  folder: "/turnstile/v0",
  globals: ["turnstile", "grecaptcha"],
  also: (query) => query.get("compat") === "recaptcha",
  describe: (query) => ({
    selector: query.get("compat") === "recaptcha" ? ".cf-turnstile, .g-recaptcha" : ".cf-turnstile",
    names: { sitekey: "sitekey", action: "action", cdata: "cdata", cData: "cdata", theme: "theme", size: "size", tabindex: "tabindex", language: "lang",
      callback: "callback", "expired-callback": "expired-callback", "error-callback": "error-callback", "response-field-name": "response-field-name" },
    isElementId: true,
    idOf: () => `cf-chl-widget-${randomText(5)}`,
    fields: (id, _, options) => [hiddenField("input", options["response-field-name"] || "cf-turnstile-response", `${id}_response`)],
    noPlace: (place) => refuse(`Unable to find a container for "${place}".`),
    noKey: () => refuse('Invalid or missing type for parameter "sitekey", expected "string".'),
    noWidget: () => refuse("Nothing found for provided container."),
    twice: ({ id }) => {
      console.warn("[Cloudflare Turnstile] Turnstile has already been rendered in this container. Did you mean to render it multiple times?");
      return id;
    },
  }),
  methods: ({ render, find, lookFor, execute, drop, ready }) => ({
    ready,
    /** @param {string | HTMLElement} container @param {any} [params] */
    render: (container, params) => /** @type {string} */ (render(container, params)),
    /** @param {string | HTMLElement} container @param {any} [params] */
    execute: (container, params) => void execute(find(lookFor(container)?.id ?? render(container, params)).widget),
    /** @param {string | HTMLElement} [container] */
    reset: (container) => find(container).widget.reset(),
    /** @param {string | HTMLElement} [container] */
    remove: (container) => drop(find(container)),
    /** @param {string | HTMLElement} [container] */
    getResponse: (container) => find(container).widget.response || undefined,
    /** @param {string | HTMLElement} [container] */
    isExpired: (container) => !find(container).widget.response,
  }),
});
