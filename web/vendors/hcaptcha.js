// hcaptcha.js: window.hcaptcha, for pages that were written for hCaptcha: <script src="https://HOST/1/api.js"></script>.

import { hiddenField, install, randomText } from "./install.js";

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(words);
}

export const hcaptcha = install({
  folder: "/1",
  globals: ["hcaptcha", "grecaptcha"],
  also: (query) => query.get("recaptchacompat") === "on",
  describe: (query) => ({
    selector: query.get("recaptchacompat") === "on" ? ".h-captcha, .g-recaptcha" : ".h-captcha",
    names: { sitekey: "sitekey", theme: "theme", size: "size", tabindex: "tabindex", hl: "lang", callback: "callback",
      "expired-callback": "expired-callback", "error-callback": "error-callback", "open-callback": "open-callback",
      "close-callback": "close-callback", "chalexpired-callback": "chalexpired-callback" },
    submits: true,
    idOf: () => `0${randomText(11)}`,
    fields: (id) => ["h-captcha-response", "g-recaptcha-response"].slice(0, query.get("recaptchacompat") === "off" ? 1 : 2)
      .map((name) => hiddenField("textarea", name, `${name}-${id}`)),
    noPlace: (place) => refuse(`[hCaptcha] render: invalid container '${place}'.`),
    noKey: () => refuse("Missing sitekey - https://docs.hcaptcha.com/configuration#javascript-api"),
    noWidget: (id) => refuse(id === undefined ? "No hCaptcha exists." : `Invalid hCaptcha id: ${id}`),
    twice: ({ id }) => {
      console.warn("[hCaptcha] Only one captcha is permitted per parent container.");
      return id;
    },
  }),
  methods: ({ render, find, execute, drop }) => ({
    /** @param {string | HTMLElement} container @param {any} config */
    render: (container, config) => /** @type {string} */ (render(container, config)),
    /** @param {any} [id] @param {any} [config] */
    execute: (id, config) => {
      const [which, how] = typeof id === "object" && id ? [undefined, id] : [id, config];
      const { widget } = find(which);
      const passed = execute(widget).then((response) => ({ response, key: keyOf(response) }));
      passed.catch(() => {});
      if (how?.async) return passed;
    },
    /** @param {string} [id] */
    reset: (id) => find(id).widget.reset(),
    /** @param {string} [id] */
    close: (id) => find(id).widget.close(),
    /** @param {string} [id] */
    remove: (id) => drop(find(id)),
    /** @param {string} [id] */
    getResponse: (id) => find(id).widget.response,
    /** @param {string} [id] */
    getRespKey: (id) => keyOf(find(id).widget.response),
    /** @param {any} id */
    setData: (id) => void find(typeof id === "object" ? undefined : id),
  }),
});

/** @param {string} response */
function keyOf(response) {
  return response.slice(0, 12);
}
