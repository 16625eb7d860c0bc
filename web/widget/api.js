// api.js: what pages call: window.tessera, elements of class "tessera", and <tessera-captcha>.

import { Widget } from "./widget.js";

/** @typedef {import("./widget.js").Options} Options */

/** What can stand in attributes, as `data-NAME` or, on the element of our own, as NAME. */
const NAMES = ["sitekey", "callback", "expired-callback", "renewed-callback", "renew", "frame", "handed-callback", "error-callback", "close-callback", "theme", "size", "lang", "address", "type",
  "difficulty", "action", "cdata", "user", "user-proof", "order", "code", "tabindex", "response-field-name"];

/** @param {Element} element @param {string} [prefix] @returns {Options} */
function optionsOf(element, prefix = "data-") {
  return /** @type {any} */ (Object.fromEntries(NAMES
    .map((name) => [name, element.getAttribute(prefix + name) ?? element.getAttribute(`data-${name}`)])
    .filter(([, value]) => value !== null)));
}

/** @param {string} base the server's address without a slash at its end */
export function createApi(base) {
  /** By number; a hole where one was removed. @type {(Widget | undefined)[]} */
  const widgets = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  let isReady = false;

  /** The widget of that number; without a number, the first in the page. A widget whose element a framework has
   * removed is meant only where there is no other. @param {number} [id] */
  function find(id) {
    const widget = id !== undefined ? widgets[id] : widgets.find((one) => one?.host.isConnected) ?? widgets.find(Boolean);
    if (!widget) throw new Error(`tessera: there is no widget ${id ?? ""}`);
    return widget;
  }

  /**
   * @param {Element | string} place an element, a selector or an id
   * @param {Partial<Options>} [given] beside what stands in the element's attributes
   * @returns {number}
   */
  function render(place, given = {}) {
    const element = typeof place === "string" ? document.getElementById(place) ?? document.querySelector(place) : place;
    if (!(element instanceof HTMLElement)) throw new Error("tessera: there is no such element");
    const known = widgets.findIndex((widget) => widget?.container === element);
    if (known >= 0 && widgets[known]?.host.parentNode) return known;
    if (known >= 0) remove(known); // the page removed the element's contents
    const own = element.localName === "tessera-captcha";
    /** @type {Options} */
    const options = { ...optionsOf(element, own ? "" : "data-"), .../** @type {any} */ (given) };
    if (!options.sitekey) throw new Error("tessera: a sitekey is missing");
    const widget = new Widget(element, options, base);
    const id = widgets.push(widget) - 1;
    if (widget.invisible && element instanceof HTMLButtonElement) {
      element.addEventListener("click", (event) => {
        if (widget.removed || widget.response) return;
        event.preventDefault();
        widget.execute();
      });
    }
    return id;
  }

  /** @param {number} [id] */
  function remove(id) {
    const widget = find(id);
    widget.remove();
    widgets[widgets.indexOf(widget)] = undefined;
  }

  function renderAll() {
    document.querySelectorAll('.tessera[data-sitekey]:not([data-sitekey=""])').forEach((element) => render(element));
  }

  /** Calls back when widgets can be made and those in the page are. @param {() => void} callback */
  function ready(callback) {
    if (isReady) callback();
    else waiting.push(callback);
  }

  /** @param {boolean} explicit whether the page makes its widgets itself */
  function begin(explicit) {
    if (!explicit) renderAll();
    isReady = true;
    waiting.splice(0).forEach((callback) => callback());
  }

  return {
    begin,
    api: {
      render, remove, ready,
      /** @param {number} [id] */
      reset: (id) => find(id).reset(),
      /** @param {number} [id] "" while there is none */
      getResponse: (id) => find(id).response,
      /** @param {number} [id] shows a challenge; resolves with the response */
      execute: (id) => find(id).execute(),
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
