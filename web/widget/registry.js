// registry.js: the widgets of a page, and what every API does with them: ours, and those of the vendors whose scripts we stand in
// for (web/vendors). An API is a description: what it calls its class, its options, its ids and its fields. What it does is here, once.

import { Widget, call } from "./widget.js";

/** @typedef {import("./widget.js").Options} Options */

/** What the page gave, by our names; APIs have options of their own beside. @typedef {Options & Record<string, any>} Given */

/** @typedef {{id: string | number, given: Given, widget: Widget}} Entry */

/**
 * @typedef {object} Api
 * @property {string} selector  of the elements that become widgets by themselves
 * @property {Record<string, string>} names  its options, and what they are called here; others are left out
 * @property {(count: number) => string | number} idOf  a widget, before which `count` were made
 * @property {(entry: Entry, count: number) => HTMLElement[]} [fields]  that hold the response; by default one of our own
 * @property {(entry: Entry) => Partial<Options>} [adapt]  what the widget is given in place of what the page gave: callbacks in the API's terms
 * @property {(entry: Entry) => void} [made]  a widget was made
 * @property {(place: any) => any} noPlace  there is no such element; throws, or gives what render() returns
 * @property {(key: unknown) => never} noKey  throws: there is no site key
 * @property {(entry: Entry) => string | number} twice  the element has a widget already
 * @property {(id: unknown) => never} noWidget  throws: there is no such widget
 * @property {boolean} [isLatest]  whether the last widget is meant where none is named, not the first
 * @property {boolean} [isByElement]  whether widgets are named by their element, or what selects it, as well
 * @property {boolean} [submits]  whether a button never has a box, and sends the form where nobody is called back
 */

/** Without what is not there. @param {Record<string, string>} names @param {Record<string, any>} given */
const renamed = (names, given) => Object.fromEntries(Object.entries(given)
  .flatMap(([name, value]) => (names[name] && value !== undefined && value !== null ? [[names[name], value]] : [])));

/** @param {Element} element @param {Record<string, string>} names @param {string} prefix */
const attributesOf = (element, names, prefix) => renamed(names, Object.fromEntries(Object.keys(names)
  .map((name) => [name, element.getAttribute(prefix + name) ?? element.getAttribute(`data-${name}`)])));

/** An element, its id, or what selects it. @param {unknown} place */
function elementAt(place) {
  if (typeof place !== "string") return place instanceof HTMLElement ? place : null;
  try {
    return document.getElementById(place) ?? /** @type {HTMLElement | null} */ (document.querySelector(place));
  } catch {
    return null; // it can't select anything
  }
}

/** @param {Api} api @param {string} base the server's address @param {Partial<Options>} [defaults] of all its widgets */
export function createRegistry(api, base, defaults = {}) {
  /** By element, which alone holds its widget: what a page throws away without a word is thrown away whole, and what it keeps to put it
   * back is not. @type {WeakMap<any, Entry>} */
  const held = new WeakMap();
  /** By id, in the order in which they were made. @type {Map<string, WeakRef<Entry>>} */
  const entries = new Map();
  /** The one that was made last stays: pages reset it when its element has gone. @type {Entry | undefined} */
  let last;
  let count = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  let isReady = false;

  /** Those that there are. */
  const living = () => [...entries].flatMap(([id, entry]) => entry.deref() ?? (entries.delete(id), []));

  /** The widget that is meant. A widget whose element a framework has removed is meant only by its name, or where there is no other.
   * @param {unknown} [id] @returns {Entry | undefined} */
  function lookFor(id) {
    if (id !== undefined && id !== null) return entries.get(String(id))?.deref() ?? (api.isByElement ? held.get(elementAt(id)) : undefined);
    const all = living();
    if (api.isLatest) all.reverse();
    return all.find(({ widget }) => widget.host.isConnected) ?? last ?? all[0];
  }

  /** @param {Entry} entry */
  function drop(entry) {
    entry.widget.remove();
    entries.delete(String(entry.id));
    held.delete(entry.widget.container);
    if (last === entry) last = undefined;
  }

  /** Shows a challenge; who has passed already is told once more. @param {Entry} entry */
  function execute({ widget, given }) {
    if (widget.response) call(given.callback, widget.response);
    return widget.execute();
  }

  /** A button without a box asks when it is pressed. @param {HTMLButtonElement | HTMLInputElement} button @param {Entry} entry */
  function bind(button, entry) {
    button.addEventListener("click", (event) => {
      if (entry.widget.removed || (entry.widget.response && !api.submits)) return;
      event.preventDefault();
      const passed = execute(entry);
      if (api.submits && !entry.given.callback) passed.then(() => button.form?.requestSubmit(button), () => {});
    });
  }

  /**
   * @param {unknown} place an element, its id, or what selects it
   * @param {Record<string, any>} [options] beside what stands in the element's attributes
   * @param {string} [prefix] of these
   * @returns {any} its id
   */
  function render(place, options = {}, prefix = "data-") {
    const element = elementAt(place);
    if (!element) return api.noPlace(place);
    const known = held.get(element);
    if (known?.widget.host.parentNode) return api.twice(known);
    if (known) drop(known); // the page removed the element's contents
    const given = /** @type {Given} */ ({ ...defaults, ...attributesOf(element, api.names, prefix), ...renamed(api.names, options) });
    if (typeof given.sitekey !== "string" || !given.sitekey) api.noKey(given.sitekey);
    const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
    if (isButton && api.submits) given.size = "invisible";
    const entry = /** @type {Entry} */ ({ id: api.idOf(count), given });
    const fields = api.fields?.(entry, count);
    count++;
    entry.widget = new Widget(element, { ...given, ...api.adapt?.(entry), ...(fields && { fields }) }, base);
    living(); // those that are gone have no place in the list any more
    last = entry;
    held.set(element, entry);
    entries.set(String(entry.id), new WeakRef(entry));
    const form = element.getAttribute("form"); // a button that stands outside of its form names it, and so do its fields then
    if (form) for (const field of entry.widget.fields) field.setAttribute("form", form);
    if (isButton && entry.widget.invisible) bind(element, entry);
    api.made?.(entry);
    return entry.id;
  }

  function renderAll() {
    for (const element of document.querySelectorAll(api.selector)) {
      try {
        if (!held.has(element)) render(element);
      } catch (error) {
        console.error(error); // the others are made all the same
      }
    }
  }

  return {
    render, lookFor, drop, execute,
    /** @param {unknown} [id] */
    find: (id) => lookFor(id) ?? api.noWidget(id),

    /** Calls back when widgets can be made and those in the page are. @param {() => void} callback */
    ready(callback) {
      if (isReady) callback();
      else waiting.push(callback);
    },

    /** @param {boolean} explicit whether the page makes its widgets itself */
    begin(explicit) {
      if (!explicit) renderAll();
      isReady = true;
      waiting.splice(0).forEach((callback) => queueMicrotask(callback)); // one that throws keeps no other from being called
    },
  };
}
