// main.js: the script that sites load: <script src="https://HOST/tessera.js" async defer></script>.
// Query parameters: onload=NAME (a global function to call), render=explicit (make no widget by itself).

import { createApi, defineElement } from "./api.js";
import { install, scriptAddress } from "./script.js";

const source = scriptAddress("/tessera.js");

install("tessera", source.searchParams, (render) => render === "explicit", () => {
  const made = createApi(source.origin + source.pathname.replace(/\/[^/]*$/, ""));
  defineElement(made.api);
  return made;
});
