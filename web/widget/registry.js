// registry.js: the widgets of a page, and what all the APIs do with them: ours, and those of the vendors whose scripts we stand in
// for (web/vendors). An API is described: what it calls its class, its options, its ids and its fields. What it does is here, once.

import { Widget, call } from "./widget.js";

/** @typedef {import("./widget.js").Options} Options */

/**
 * @typedef {object} Entry
 * @property {string | number} id
 * @property {Widget} widget
 * @property {Options} options  as the page gave them, by our names
 */

/**
 * @typedef {object} Api
 * @property {string} selector  of the elements that become widgets by themselves
 * @property {Record<string, string>} names  of its options, and what they are called here
 * @property {(count: number) => string | number} idOf  the next widget, `count` were made before
 * @property {(id: string | number, count: number, options: Options) => HTMLElement[]} [fields]  that hold the response; by default one with our name
 * @property {(options: Options, entry: () => Entry) => Partial<Options>} [adapt]  what the widget is given instead: callbacks in the API's terms, mostly
 * @property {(place: any) => never} noPlace  throws: there is no such element
 * @property {(key: unknown) => never} noKey  throws: the site key is missing
 * @property {(entry: Entry) => string | number} twice  the element has a widget already
 * @property {(id: unknown) => never} noWidget  throws: there is no such widget
 * @property {boolean} [isElementId]  whether widgets can be meant by their element, or by what selects it
 * @property {boolean} [submits]  whether a widget on a button is always without a box, and sends the form where there is no callback
 */

/** @param {Element} element @param {Record<string, string>} names @param {string} prefix */
const attributesOf = (element, names, prefix) => Object.fromEntries(Object.keys(names)
  .map((name) => [name, element.getAttribute(prefix + name) ?? element.getAttribute(`data-${name}`)])
  .filter(([, value]) => value !== null));

/** Options by our names; what an API does not know is left out. @param {Record<string, string>} names @param {Record<string, any>} given */
const renamed = (names, given) => Object.fromEntries(Object.entries(given)
  .flatMap(([name, value]) => (names[name] && value !== undefined && value !== null ? [[names[name], value]] : [])));

/** An element, its id, or what selects it. @param {unknown} place */
export function elementAt(place) {
  if (typeof place !== "string") return place instanceof HTMLElement ? place : null;
  const named = document.getElementById(place);
  if (named) return named;
  try {
    return /** @type {HTMLElement | null} */ (document.querySelector(place));
  } catch {
    return null; // no selector
  }
}

/** @param {Api} api @param {string} base the server's address @param {Partial<Options>} [defaults] of all its widgets */
export function createRegistry(api, base, defaults = {}) {
  /** By id, in the order in which they were made. @type {Map<string, Entry>} */
  const entries = new Map();
  let count = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  let isReady = false;

  /** @param {HTMLElement | null} element */
  const inElement = (element) => element && [...entries.values()].find(({ widget }) => widget.container === element);

  /** The widget that is meant; without an id, the first in the page. A widget whose element a framework has removed is meant only where
   * there is no other. @param {unknown} [id] @returns {Entry | undefined} */
  function lookFor(id) {
    if (id === undefined || id === null) {
      const all = [...entries.values()];
      return all.find(({ widget }) => widget.host.isConnected) ?? all[0];
    }
    return entries.get(String(id)) ?? (api.isElementId ? inElement(elementAt(id)) || undefined : undefined);
  }

  /** @param {unknown} [id] */
  const find = (id) => lookFor(id) ?? api.noWidget(id);

  /** @param {Entry} entry */
  function drop(entry) {
    entry.widget.remove();
    entries.delete(String(entry.id));
  }

  /** Without a box, a press of the button asks. @param {HTMLElement} button @param {Entry} entry */
  function bind(button, { widget, options }) {
    button.addEventListener("click", (event) => {
      if (widget.removed || (widget.response && !api.submits)) return;
      event.preventDefault();
      execute(widget).then(() => {
        if (api.submits && !options.callback) /** @type {HTMLButtonElement} */ (button).form?.requestSubmit(button);
      }, () => {});
    });
  }

  /** Shows a challenge; who has passed already is told once more. @param {Widget} widget */
  function execute(widget) {
    if (widget.response) call(widget.options.callback, widget.response);
    return widget.execute();
  }

  /**
   * @param {unknown} place an element, its id, or what selects it
   * @param {Record<string, any>} [given] beside what stands in the element's attributes
   * @param {string} [prefix] of these
   * @returns {Entry["id"]}
   */
  function render(place, given = {}, prefix = "data-") {
    const element = elementAt(place) ?? api.noPlace(place);
    const known = inElement(element);
    if (known?.widget.host.parentNode) return api.twice(known);
    if (known) drop(known); // the page removed the element's contents
    const options = /** @type {Options} */ ({ ...defaults,
      ...renamed(api.names, attributesOf(element, api.names, prefix)), ...renamed(api.names, given) });
    if (typeof options.sitekey !== "string" || !options.sitekey) api.noKey(options.sitekey);
    const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
    if (isButton && api.submits) options.size = "invisible";
    const id = api.idOf(count);
    const fields = api.fields?.(id, count, options);
    count++;
    const entry = /** @type {Entry} */ ({ id, options });
    entry.widget = new Widget(element, { ...options, ...api.adapt?.(options, () => entry), ...(fields && { fields }) }, base);
    entries.set(String(id), entry);
    if (isButton && entry.widget.invisible) bind(element, entry);
    return id;
  }

  return {
    render, find, lookFor, drop, execute,

    /** Calls back when widgets can be made and those in the page are. @param {() => void} callback */
    ready(callback) {
      if (isReady) callback();
      else waiting.push(callback);
    },

    /** @param {boolean} explicit whether the page makes its widgets itself */
    begin(explicit) {
      if (!explicit) document.querySelectorAll(api.selector).forEach((element) => inElement(/** @type {any} */ (element)) || render(element));
      isReady = true;
      waiting.splice(0).forEach((callback) => callback());
    },
  };
}
