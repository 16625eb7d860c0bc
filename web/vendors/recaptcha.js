// recaptcha.js: window.grecaptcha, for pages that were written for reCAPTCHA: <script src="https://HOST/recaptcha/api.js"></script>.

import { Widget, call } from "../widget/widget.js";
import { make } from "../ui/dom.js";
import { globalOf } from "../widget/script.js";
import { actionOf, hiddenField, install, lightByDefault, same } from "./install.js";

const FIELD = "g-recaptcha-response";

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(words);
}

/**
 * As pages of version 3 ask: by a site key, with nothing in the page. There is no score: each time a challenge is shown.
 * @param {string} base @param {string} sitekey @param {string} [action] @returns {Promise<string>}
 */
async function ask(base, sitekey, action) {
  const place = make("div");
  document.body.append(place);
  const widget = new Widget(place, { sitekey, size: "invisible", fields: [], ...(action && { action: actionOf(action) }) }, base);
  try {
    return await widget.execute();
  } finally {
    widget.remove();
    place.remove();
  }
}

/** Who came before the script has put down whom to call; who comes later does so, too. @param {(callback: () => void) => void} ready */
function takeOver(ready) {
  const config = globalOf("___grecaptcha_cfg");
  if (!config) return;
  const { fns } = config;
  config.fns = { push: (/** @type {(() => void)[]} */ ...some) => some.forEach((one) => ready(one)) };
  if (Array.isArray(fns)) config.fns.push(...fns);
}

export const grecaptcha = install({
  folder: "/recaptcha",
  name: "grecaptcha",
  isExplicit: (render) => render !== null && render !== "onload",
  describe: () => ({
    selector: ".g-recaptcha",
    names: { ...same("action"), hl: "lang" },
    submits: true,
    idOf: (count) => count,
    fields: (_, count) => [hiddenField("textarea", FIELD, count ? `${FIELD}-${count}` : FIELD)],
    // Pages have their `reset` called back: what a callback is not given by the vendor, it must not be given here.
    adapt: ({ given }) => ({
      ...(given.action && { action: actionOf(given.action) }),
      "error-callback": () => call(given["error-callback"]),
    }),
    made: lightByDefault,
    noPlace: () => refuse("reCAPTCHA placeholder element must be an element or id"),
    noKey: () => refuse("Missing required parameters: sitekey"),
    twice: () => refuse("reCAPTCHA has already been rendered in this element"),
    noWidget: (id) => refuse(id === undefined ? "No reCAPTCHA clients exist." : `Invalid reCAPTCHA client id: ${id}`),
  }),
  methods({ render, find, execute, ready }, base) {
    const api = {
      ready,

      /** @param {string | HTMLElement} container @param {Record<string, any>} [parameters] @returns {number} */
      render: (container, parameters) => render(container, parameters),

      /** @param {number} [id] */
      reset: (id) => find(id).widget.reset(),

      /** @param {number} [id] "" while there is none */
      getResponse: (id) => find(id).widget.response,

      /** @param {number | string} [id] or, as in version 3, a site key @param {{action?: string}} [options] @returns {Promise<any>} */
      execute(id, options) {
        const promise = typeof id === "string" && !/^\d+$/.test(id) ? ask(base, id, options?.action) : execute(find(id)).then(() => {});
        promise.catch(() => {}); // no error in the console for callers that ignore it
        return promise;
      },
    };
    takeOver(ready);
    return Object.assign(api, { enterprise: api });
  },
});
