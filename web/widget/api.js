// api.js: what pages call: window.tessera, elements of class "tessera", and <tessera-captcha>.

import { createRegistry } from "./registry.js";

/** @typedef {import("./widget.js").Options} Options */

/** What can stand in attributes, as `data-NAME` or, on the element of our own, as NAME. */
const NAMES = ["sitekey", "callback", "expired-callback", "renewed-callback", "renew", "frame", "handed-callback", "error-callback", "close-callback", "theme", "size", "lang", "address", "type",
  "difficulty", "action", "cdata", "user", "user-proof", "order", "code", "tabindex", "response-field-name"];

/** @param {string} words @returns {never} */
function refuse(words) {
  throw new Error(`tessera: ${words}`);
}

/** @param {string} base the server's address without a slash at its end */
export function createApi(base) {
  const registry = createRegistry({
    selector: '.tessera[data-sitekey]:not([data-sitekey=""])',
    names: Object.fromEntries(NAMES.map((name) => [name, name])),
    idOf: (count) => count,
    noPlace: () => refuse("there is no such element"),
    noKey: () => refuse("a sitekey is missing"),
    noWidget: (id) => refuse(`there is no widget ${id ?? ""}`),
    twice: ({ id }) => id,
  }, base);
  const { find } = registry;

  return {
    begin: registry.begin,
    api: {
      ready: registry.ready,
      /**
       * @param {Element | string} place an element, a selector or an id
       * @param {Partial<Options>} [given] beside what stands in the element's attributes
       */
      render: (place, given) =>
        /** @type {number} */ (registry.render(place, given, place instanceof Element && place.localName === "tessera-captcha" ? "" : "data-")),
      /** @param {number} [id] */
      remove: (id) => registry.drop(find(id)),
      /** @param {number} [id] */
      reset: (id) => find(id).widget.reset(),
      /** @param {number} [id] "" while there is none */
      getResponse: (id) => find(id).widget.response,
      /** @param {number} [id] shows a challenge; resolves with the response */
      execute: (id) => find(id).widget.execute(),
    },
  };
}

/** @param {ReturnType<typeof createApi>["api"]} api */
export function defineElement(api) {
  if (customElements.get("tessera-captcha")) return;
  customElements.define("tessera-captcha", class extends HTMLElement {
    static observedAttributes = ["sitekey", "theme", "size", "lang", "type"];

    /** @type {number | undefined} */
    widget;

    connectedCallback() {
      // The attributes may come after the element does: by a framework, or while the page is parsed.
      if (this.widget === undefined && this.getAttribute("sitekey")) this.widget = api.render(this);
    }

    disconnectedCallback() {
      if (this.widget !== undefined) api.remove(this.widget);
      this.widget = undefined;
    }

    attributeChangedCallback() {
      if (!this.isConnected) return;
      this.disconnectedCallback();
      this.connectedCallback();
    }

    get response() {
      return this.widget === undefined ? "" : api.getResponse(this.widget);
    }

    execute() {
      return api.execute(this.widget);
    }

    reset() {
      api.reset(this.widget);
    }
  });
}
