// script.js: what a script does when it is loaded: find its server, put its API where pages look for it, make the widgets of the page, and
// call who waits. Elements of the page can have the names of what it looks for, and whoever may write into the page, if only harmless
// elements, chooses them: `<img name="currentScript" src="...">` is document.currentScript.

import { call, lookUp } from "./widget.js";

/** How a script that is loaded once more has the first one make the widgets that are new in the page. */
const BEGIN = Symbol.for("tessera-begin");

/** Where the script that runs at this moment came from, and so where its server is. @param {string} path of a script that can't tell */
export function scriptAddress(path) {
  const script = Object.getOwnPropertyDescriptor(Document.prototype, "currentScript")?.get?.call(document);
  return new URL(script?.src || path, location.href);
}

/** A global that a script has made. @param {string} name */
export const globalOf = (name) => Object.getOwnPropertyDescriptor(window, name)?.value;

/** Makes an API a global, unless there is one. @param {string} name @param {object} api */
export function expose(name, api) {
  const known = globalOf(name);
  if (!known?.render) /** @type {any} */ (window)[name] = Object.assign(known ?? api, api); // a page may have put something there to wait with
}

/** Calls the function that the script's address names. One that a later script defines is called when that has run.
 * @param {string} name */
function callNamed(name) {
  let isCalled = false;
  const attempt = () => {
    if (isCalled || !lookUp(name)) return;
    isCalled = true;
    call(name);
  };
  attempt();
  document.addEventListener("DOMContentLoaded", attempt);
  window.addEventListener("load", attempt);
}

/**
 * Each load makes the widgets that are new in the page and calls its own `onload`; all else only the first one does.
 * @template {object} T
 * @param {string} name of the global
 * @param {URLSearchParams} query of the script's address
 * @param {(render: string | null) => boolean} isExplicit whether the page makes its widgets itself, by `render` of the address
 * @param {() => {api: T, begin: (isExplicit: boolean) => void}} create
 * @returns {T} what is there
 */
export function install(name, query, isExplicit, create) {
  if (!globalOf(name)?.render) {
    const { api, begin } = create();
    expose(name, Object.assign(api, { [BEGIN]: begin }));
  }
  const onload = query.get("onload");
  const start = () => {
    globalOf(name)[BEGIN]?.(isExplicit(query.get("render")));
    if (onload) setTimeout(callNamed, 0, onload); // not before the script's element has told that it is loaded: some wait for both
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  return globalOf(name);
}
