// install.js: what the vendors' scripts do when they are loaded: find their server, put their API where pages look for it, make
// the page's widgets, and call who waits.

import { createRegistry } from "../widget/registry.js";
import { call } from "../widget/widget.js";
import { make } from "../ui/dom.js";

/** @typedef {import("../widget/widget.js").Options} Options */

/** Calls the function that the script's address names; one that a later script defines, when that has run. @param {string | null} name */
function callNamed(name) {
  if (!name) return;
  let isDone = false;
  const attempt = () => {
    if (!isDone) isDone = call(name);
  };
  attempt();
  if (isDone) return;
  document.addEventListener("DOMContentLoaded", attempt);
  window.addEventListener("load", attempt);
}

/** A field that nobody sees. @param {"textarea" | "input"} tag @param {string} name @param {string} id */
export function hiddenField(tag, name, id) {
  const field = make(tag, { name, id, ...(tag === "input" ? { type: "hidden" } : { class: name, hidden: true, "aria-hidden": "true" }) });
  if (tag === "textarea") field.style.display = "none"; // a page's own style for its text areas would show it
  return field;
}

/** So many characters that nobody else has in this page. @param {number} length */
export const randomText = (length) => Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join("");

/**
 * @template {object} T
 * @param {object} script
 * @param {string} script.folder  that the script has been put into, below the server's address
 * @param {string[]} script.globals  where the API is put, the first one always, the others where `also` says so
 * @param {(query: URLSearchParams) => boolean} [script.also]
 * @param {(query: URLSearchParams) => import("../widget/registry.js").Api} script.describe
 * @param {(registry: ReturnType<typeof createRegistry>) => T} script.methods
 * @returns {T}
 */
export function install({ folder, globals, also = () => false, describe, methods }) {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  const source = new URL(script?.src || `${folder}/api.js`, location.href);
  const { searchParams: query, pathname } = source;
  const page = /** @type {any} */ (window);
  const [name = "", ...others] = globals;
  const path = pathname.replace(/\/[^/]*$/, "");
  const base = source.origin + (path.endsWith(folder) ? path.slice(0, -folder.length) : path);
  const lang = query.get("hl");
  const registry = createRegistry(describe(query), base, lang ? { lang } : {});
  const api = methods(registry);
  const isFirst = typeof page[name]?.render !== "function"; // loaded twice: the first one stays
  if (isFirst) {
    for (const global of also(query) ? [name, ...others] : [name]) page[global] = Object.assign(page[global] ?? {}, api);
  }
  const start = () => {
    if (isFirst) registry.begin(!/^(onload)?$/.test(query.get("render") ?? ""));
    callNamed(query.get("onload"));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  return api;
}
