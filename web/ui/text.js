// text.js: the words. English is built in; other languages are one small file each, fetched when one is wanted.
// Holes are {named}. Numbers stand apart from the nouns they count, so that no language needs plural forms.

/** @typedef {Record<string, string>} Words */

/**
 * @typedef {object} Text
 * @property {string} lang
 * @property {"ltr" | "rtl"} dir
 * @property {(key: string, holes?: Record<string, string | number>) => string} say  "" where there is no such key
 */

/** @param {string} lang @param {Words} [words] @returns {Text} */
export function textOf(lang, words = {}) {
  /** @type {Words} */
  const all = { ...TES_ENGLISH, ...words }; // the build takes out of en.json what this bundle says
  return {
    lang,
    dir: all.direction === "rtl" ? "rtl" : "ltr",
    say: (key, holes = {}) => (all[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => String(holes[name] ?? "")),
  };
}

export const ENGLISH = textOf("en");

/** The language among ours that fits a tag such as "pt-BR"; English where none does. @param {string} tag */
export function languageFor(tag) {
  const lang = (tag.toLowerCase().split(/[-_]/)[0] ?? "").replace(/^iw$/, "he");
  return TES_LANGUAGES.includes(lang) ? lang : "en"; // the build says which files there are in web/locales
}

/** @type {Map<string, Promise<Text>>} */
const loaded = new Map();

/**
 * The words of a language; English where they can't be had. Never fails.
 * @param {string} tag as in a `lang` attribute @param {string} folder where the files lie, with a slash at its end
 * @returns {Promise<Text>}
 */
export function loadText(tag, folder) {
  const lang = languageFor(tag);
  if (lang === "en") return Promise.resolve(ENGLISH);
  const url = `${folder}${lang}.json`;
  let text = loaded.get(url);
  if (!text) {
    text = fetch(url, { credentials: "omit" })
      .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(String(reply.status)))))
      .then((words) => textOf(lang, words))
      .catch(() => {
        loaded.delete(url); // forget the failure, so that the next caller tries again
        return ENGLISH;
      });
    loaded.set(url, text);
  }
  return text;
}
