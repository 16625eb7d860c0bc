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

/**
 * Whether counts of outcomes, each of a known probability, are as chance makes them: none lies more than
 * six standard deviations off, which happens once in some hundred million runs.
 * @param {Record<string, number>} counts @param {Record<string, number>} probabilities
 */
export function isPlausible(counts, probabilities) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Object.keys(counts).every((name) => name in probabilities) &&
    Object.entries(probabilities).every(([name, p]) =>
      Math.abs((counts[name] ?? 0) - total * p) <= 6 * Math.sqrt(total * p * (1 - p)));
}

/** @param {readonly (string | number)[]} names each as likely as the others @returns {Record<string, number>} */
export const uniform = (names) => Object.fromEntries(names.map((name) => [name, 1 / names.length]));

/** @template T @param {T[]} items @param {(item: T) => string | number | boolean} nameOf @returns {Record<string, number>} */
export function countBy(items, nameOf) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const item of items) {
    const name = String(nameOf(item));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
