// recaptcha.js: window.grecaptcha, for pages that were written for reCAPTCHA: <script src="https://HOST/recaptcha/api.js"></script>.

import { hiddenField, install } from "./install.js";

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(words);
}

const FIELD = "g-recaptcha-response";

/** @typedef {{sitekey?: string | undefined, [name: string]: any}} Parameters */

export const grecaptcha = install({
  folder: "/recaptcha",
  globals: ["grecaptcha"],
  describe: () => ({
    selector: ".g-recaptcha",
    names: { sitekey: "sitekey", theme: "theme", size: "size", tabindex: "tabindex", hl: "lang", action: "action", callback: "callback",
      "expired-callback": "expired-callback", "error-callback": "error-callback" },
    submits: true,
    idOf: (count) => count,
    fields: (_, count) => [hiddenField("textarea", FIELD, count ? `${FIELD}-${count}` : FIELD)],
    noPlace: () => refuse("reCAPTCHA placeholder element must be an element or id"),
    noKey: () => refuse("Missing required parameters: sitekey"),
    noWidget: (id) => refuse(id === undefined ? "No reCAPTCHA clients exist." : `Invalid reCAPTCHA client id: ${id}`),
    twice: () => refuse("reCAPTCHA has already been rendered in this element"),
  }),
  methods: ({ render, find, execute, ready }) => ({
    ready,
    /** @param {string | HTMLElement} container @param {Parameters} [parameters] */
    render: (container, parameters) => /** @type {number} */ (render(container, parameters)),
    /** @param {number} [id] */
    reset: (id) => find(id).widget.reset(),
    /** @param {number} [id] */
    getResponse: (id) => find(id).widget.response,
    /** @param {number} [id] */
    execute: (id) => execute(find(id).widget),
  }),
});
