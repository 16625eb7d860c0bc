// words.js: the words of a language, from the folder next to the module, and those that are there already.

import { ENGLISH, languageFor, loadText } from "../ui/text.js";

/** @typedef {import("../ui/text.js").Text} Text */

const FOLDER = new URL("static/locales/", import.meta.url).href;
const PARTS = ["more", "standalone"];

/** Those that are there with all their parts. @type {Map<string, Text>} */
const known = new Map([["en", ENGLISH]]);
/** @type {Map<string, Promise<Text>>} */
const coming = new Map();

/** @param {string} tag @param {string} [address] */
const nameOf = (tag, address) => [languageFor(tag), address].filter(Boolean).join();

/** The language that an element is in. @param {Element} element @param {string} [lang] that is asked for */
export const langOf = (element, lang) => lang ?? element.closest("[lang]")?.getAttribute("lang") ?? "en";

/** The words, where all of them are there. @param {string} tag as in an attribute `lang` @param {string} [address] formal or informal */
export const knownText = (tag, address) => known.get(nameOf(tag, address));

/** @param {string} tag @param {string} [address] */
async function load(tag, address) {
  const name = nameOf(tag, address);
  const text = await loadText(tag, FOLDER, address);
  const parts = await Promise.all(PARTS.map((part) => text.load(part)));
  if (text.lang === languageFor(tag) && parts.every(Boolean)) known.set(name, text);
  coming.delete(name); // what is missing is tried again when it is asked for again
  return text;
}

/** The words; English where they can't be had. @param {string} tag @param {string} [address] @returns {Promise<Text>} */
export function textFor(tag, address) {
  const name = nameOf(tag, address);
  const text = known.get(name);
  if (text) return Promise.resolve(text);
  const loading = coming.get(name) ?? load(tag, address);
  if (!coming.has(name)) coming.set(name, loading);
  return loading;
}
