// words.js: the words of a language, of all sections of its file, as one object; where it lacks a line, English as visitors see it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tessera.js";

/** The file as it is, by section. @param {string} lang @returns {any} */
export const localeOf = (lang) => JSON.parse(readFileSync(join(ROOT, `web/locales/${lang}.json`), "utf8"));

/** @param {any} locale @returns {Record<string, string>} */
const flat = ({ language, direction, widget, more, questions, standalone, page }) =>
  ({ language, direction, ...widget, ...more, ...questions, ...standalone, ...page });

/** @param {string} lang @returns {Record<string, string>} */
export const wordsOf = (lang) => ({ ...flat(localeOf("en")), ...flat(localeOf(lang)) });

/** A number in the digits of a language: its file has them, since Intl's depend on the version of Node. @param {string} digits @param {number} number */
const inDigits = (digits, number) => String(number).replace(/\d/g, (digit) => digits[Number(digit)]);

/** A line with its holes filled, in the plural form that the language has for `n`.
 * @param {string} lang @param {string} key @param {Record<string, string | number>} [holes] */
export function say(lang, key, holes = {}) {
  const words = wordsOf(lang);
  const form = typeof holes.n === "number" ? `${key}.${new Intl.PluralRules(lang).select(holes.n)}` : "";
  const line = words[form] ?? words[`${key}.other`] ?? words[key];
  if (line === undefined) throw new Error(`${lang}: no line "${key}"`);
  return line.replace(/\{(\w+)\}/g, (_, name) => (typeof holes[name] === "number" ? inDigits(words.digits, holes[name]) : holes[name] ?? ""));
}

/** What the box can say below its label, in a language. @param {string} lang */
export const notesIn = (lang) => [
  ...["open", "verified", "expired", "unsolved", "window", "way-review-rejected", "way-review-expired", "error-network", "error-failed", "error-unavailable",
    "error-sitekey", "error-hostname", "error-disabled", "error-banned"].map((key) => say(lang, key)),
  say(lang, "error-busy", { n: 55 }), say(lang, "way-review-box", { id: "A1B2-C3D4" }), say(lang, "expiring", { n: 60 }),
  ...["valid", "expiring"].map((key) => `${say(lang, "verified")} ${say(lang, key, { n: key === "valid" ? 5 : 85 })}`),
];
