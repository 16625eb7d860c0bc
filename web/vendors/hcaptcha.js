// hcaptcha.js: window.hcaptcha, for pages that were written for hCaptcha: <script src="https://HOST/1/api.js"></script>.

import { call } from "../widget/widget.js";
import { hiddenField, install, lightByDefault, randomText, same } from "./install.js";

/** @typedef {import("../widget/registry.js").Entry} Entry */

/** By our codes, those of the vendor; all others are "challenge-error". @type {Record<string, string>} */
const ERRORS = { network: "network-error", "too-many-requests": "rate-limited", banned: "rate-limited", "unknown-sitekey": "invalid-data",
  "bad-field": "invalid-data", "wrong-hostname": "invalid-data" };

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(words);
}

/** What a response is called where it must not stand itself, as in a log: the same name as long as it is the widget's last one.
 * @param {Entry["given"]} given @param {string} response */
function keyOf(given, response) {
  if (given.named !== response) Object.assign(given, { named: response, key: `E1_${randomText()}` });
  return response && given.key;
}

/** Some pages read both off the vendor's frame. @param {Entry} entry @param {string} response */
const mark = ({ id, widget }, response) => Object.assign(widget.host.dataset, { hcaptchaWidgetId: id, hcaptchaResponse: response });

/** @param {Entry} entry @returns {Partial<import("../widget/widget.js").Options>} */
function adapt(entry) {
  const { given } = entry;
  return {
    // A theme of the site's own is an object that may say whether it is dark.
    ...(typeof given.theme === "object" && { theme: /** @type {any} */ (given.theme).palette?.mode }),
    "error-callback": (code) => call(given["error-callback"], (given.trouble = ERRORS[code] ?? "challenge-error")),
    "chalexpired-callback": () => {
      given.trouble = "challenge-expired";
      call(given["chalexpired-callback"]);
    },
    filled: (response) => mark(entry, response),
  };
}

export const hcaptcha = install({
  folder: "/1",
  name: "hcaptcha",
  isCompatible: (query) => query.get("recaptchacompat") === "on",
  isExplicit: (render) => render !== null && render !== "onload",
  describe: (query) => ({
    selector: query.get("recaptchacompat") === "on" ? ".h-captcha, .g-recaptcha" : ".h-captcha",
    names: { ...same("open-callback close-callback chalexpired-callback"), hl: "lang" },
    submits: true,
    idOf: (count) => count + randomText(),
    fields: ({ id }) => ["h-captcha-response", "g-recaptcha-response"].slice(0, query.get("recaptchacompat") === "off" ? 1 : 2)
      .map((name) => hiddenField("textarea", name, `${name}-${id}`)),
    adapt,
    made(entry) {
      lightByDefault(entry);
      mark(entry, "");
    },
    noPlace: (place) => console.error(`[hCaptcha] render: invalid container '${place}'.`),
    noKey: () => refuse("[hCaptcha] Missing sitekey"),
    twice({ id }) {
      console.error("Only one captcha is permitted per parent container.");
      return id;
    },
    noWidget: (id) => refuse(id === undefined || id === null ? "[hCaptcha] no captchas exist." : `[hCaptcha] invalid captcha id: ${id}`),
  }),
  methods({ render, find, lookFor, drop, execute }) {
    return {
      /** @param {string | HTMLElement} container @param {Record<string, any>} [config] @returns {string} */
      render: (container, config) => render(container, config),

      /** @param {string | {async?: boolean}} [id] @param {{async?: boolean}} [config] */
      execute(id, config) {
        const [which, how] = typeof id === "object" && id ? [undefined, id] : [id, config]; // React's component gives null
        const async = Boolean(how?.async);
        const entry = async ? lookFor(which) : find(which);
        if (!entry) return Promise.reject(which ? "invalid-captcha-id" : "missing-captcha");
        const { widget, given } = entry;
        const promise = execute(entry).then((response) => ({ response, key: keyOf(given, response) }),
          () => Promise.reject((widget.ended === "error" || widget.ended === "revealed") && given.trouble || "challenge-closed"));
        promise.catch(() => {}); // no error in the console for callers that ignore it
        return async ? promise : undefined;
      },

      /** @param {string} [id] */
      reset: (id) => find(id).widget.reset(),

      /** @param {string} [id] */
      close(id) {
        const { widget } = find(id);
        if (widget.panel) widget.close();
      },

      /** @param {string} [id] */
      remove: (id) => drop(find(id)),

      /** @param {string} [id] "" while there is none */
      getResponse: (id) => find(id).widget.response,

      /** @param {string} [id] "" while there is no response */
      getRespKey(id) {
        const entry = lookFor(id);
        return entry ? keyOf(entry.given, entry.widget.response) : "";
      },

      /** Takes what only the vendor has a use for. @param {string | object} id @param {object} [data] */
      setData(id, data) {
        const [which, what] = typeof id === "object" ? [undefined, id] : [id, data];
        if (!what || typeof what !== "object") refuse("[hCaptcha] invalid data supplied");
        find(which);
      },
    };
  },
});
