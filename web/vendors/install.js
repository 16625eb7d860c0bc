// install.js: what the vendors' scripts do when they are loaded: find their server, put their API where pages look for it, make the
// widgets of the page, and call who waits.

import { make } from "../ui/dom.js";
import { createRegistry } from "../widget/registry.js";
import { globalOf, scriptAddress } from "../widget/script.js";
import { call, lookUp } from "../widget/widget.js";

/** @typedef {ReturnType<typeof createRegistry>} Registry */
/** @typedef {import("../widget/registry.js").Entry} Entry */

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

/** A field that nobody sees. @param {"textarea" | "input"} tag @param {string} name @param {string} id */
export function hiddenField(tag, name, id) {
  const field = make(tag, { name, id, ...(tag === "input" ? { type: "hidden" } : { class: name, hidden: true }) });
  if (tag === "textarea") field.style.display = "none"; // the page's own styles of text areas would show it
  return field;
}

/** Letters and digits for an id, eleven at most. @param {number} [length] */
export const randomText = (length = 11) => Math.random().toString(36).slice(2, 2 + length);

/** What `theme` is with most vendors where neither page nor site say anything: a page that says nothing is light.
 * @param {Entry} entry */
export const lightByDefault = ({ given, widget }) => given.theme || widget.dress("light");

/** What `action` takes: 32 characters at most. @param {unknown} action */
export const actionOf = (action) => String(action).replace(/[^\w-]/g, "_").slice(0, 32);

/** @param {string} names @returns {Record<string, string>} that are ours as well, and those that all vendors have */
export const same = (names) => Object.fromEntries(`sitekey theme size tabindex callback expired-callback error-callback ${names}`.split(" ")
  .map((name) => [name, name]));

/**
 * @template {object} T
 * @param {object} script
 * @param {string} script.folder  that it lies in, below the server's address
 * @param {string} script.name  of its global
 * @param {(query: URLSearchParams) => boolean} [script.isCompatible]  whether `grecaptcha` is to be the same
 * @param {(render: string | null) => boolean} script.isExplicit  whether the page makes its widgets itself, by `render` of the address
 * @param {(query: URLSearchParams) => import("../widget/registry.js").Api} script.describe
 * @param {(registry: Registry, base: string) => T} script.methods
 * @returns {T}
 */
export function install({ folder, name, isCompatible, isExplicit, describe, methods }) {
  const page = /** @type {any} */ (window);
  const source = scriptAddress(`${folder}/api.js`);
  const query = source.searchParams;
  const path = source.pathname.replace(/\/[^/]*$/, "");
  const base = source.origin + (path.endsWith(folder) ? path.slice(0, -folder.length) : path);
  const lang = query.get("hl");
  const registry = createRegistry(describe(query), base, lang ? { lang } : {});
  const api = methods(registry, base);
  const isFirst = !globalOf(name)?.render; // loaded twice: the first one stays
  if (isFirst) page[name] = Object.assign(globalOf(name) ?? {}, api); // a page may have put something there to wait with
  if (isFirst && isCompatible?.(query)) page.grecaptcha = globalOf("grecaptcha") ?? api;
  const start = () => {
    if (isFirst) registry.begin(isExplicit(query.get("render")));
    setTimeout(callNamed, 0, query.get("onload") ?? ""); // not before the script's element has told that it is loaded: some wait for both
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  return api;
}
