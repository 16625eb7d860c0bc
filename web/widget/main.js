// main.js: the script that sites load: <script src="https://HOST/tessera.js" async defer></script>.
// Query parameters: onload=NAME (a global function to call), render=explicit (make no widget by itself).

import { createApi, defineElement } from "./api.js";

const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
const source = new URL(script?.src || "/tessera.js", location.href);
const page = /** @type {any} */ (window);

if (!page.tessera?.render) { // loaded twice: the first one stays; an element with that id is another thing
  const { api, begin } = createApi(source.origin + source.pathname.replace(/\/[^/]*$/, ""));
  page.tessera = api;
  defineElement(api);
  const start = () => {
    begin(source.searchParams.get("render") === "explicit");
    const onload = source.searchParams.get("onload");
    if (onload) page[onload]?.();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
}
