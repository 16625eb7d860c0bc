// main.js: the script that sites load: <script src="https://HOST/tessera.js" async defer></script>.
// Query parameters: onload=NAME (a global function to call), render=explicit (make no widget by itself).

import { createApi, defineElement } from "./api.js";
import { globalOf, scriptAddress } from "./script.js";

const source = scriptAddress("/tessera.js");
const page = /** @type {any} */ (window);

if (!globalOf("tessera")?.render) { // loaded twice: the first one stays
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
