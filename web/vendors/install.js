// install.js: what the vendors' scripts share: how each finds its server by the folder that it lies in, and what their widgets have in
// common.

import { make } from "../ui/dom.js";
import { createRegistry } from "../widget/registry.js";
import { expose, install as load, scriptAddress } from "../widget/script.js";

/** @typedef {ReturnType<typeof createRegistry>} Registry */
/** @typedef {import("../widget/registry.js").Entry} Entry */

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
  const source = scriptAddress(`${folder}/api.js`);
  const query = source.searchParams;
  const path = source.pathname.replace(/\/[^/]*$/, "");
  const base = source.origin + (path.endsWith(folder) ? path.slice(0, -folder.length) : path);
  const lang = query.get("hl");
  return load(name, query, isExplicit, () => {
    const registry = createRegistry(describe(query), base, lang ? { lang } : {});
    const api = methods(registry, base);
    if (isCompatible?.(query)) expose("grecaptcha", api);
    return { api, begin: registry.begin };
  });
}
