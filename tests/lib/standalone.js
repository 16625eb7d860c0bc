// The built module of the standalone mode, for tests in Node.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { ROOT } from "./tessera.js";

export const FOLDER = join(ROOT, "build/web");
export const BUNDLE = join(FOLDER, "standalone.js");

/** @typedef {typeof import("../../web/standalone/index.js")} Standalone */

/** The module; with a name, one of its own, that is loaded anew. @param {string} [name] @returns {Promise<Standalone>} */
export const loadStandalone = (name) => import(pathToFileURL(BUNDLE).href + (name ? `?${name}` : ""));

export const bundleText = () => readFileSync(BUNDLE, "utf8");
