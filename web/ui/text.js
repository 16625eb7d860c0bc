// text.js: the words. English is built in; other languages are small files, fetched when one is wanted: one for the box and the
// panel, others for what few visitors need. Holes are {named}; a number in the hole {n} picks one of the plural forms of a line,
// `key.one`, `key.few`, `key.other`, where it has them.

/** @typedef {Record<string, string>} Words */

/**
 * @typedef {object} Text
 * @property {string} lang as in a `lang` attribute
 * @property {string} tag the same, with the form of address where a site has asked for one: "de-x-formal"
 * @property {"ltr" | "rtl"} dir
 * @property {(key: string, holes?: Record<string, string | number>) => string} say  "" where there is no such key
 * @property {(seconds: number) => string} clock  "1:05", in the digits of the language
 * @property {(words: string[], type?: "conjunction" | "disjunction" | "unit") => string} list  "a, b or c", as the language has it
 * @property {(english: Words) => void} learn  what is said in English where the language has no word for it
 * @property {(part: string) => Promise<boolean>} load  words that few visitors need; whether they came
 */

/** @param {string} url @returns {Promise<Words>} */
const fetchWords = (url) => fetch(url, { credentials: "omit" })
  .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(String(reply.status)))));

/** @param {string} tag @param {Words} words @param {Words} form the lines that differ in another form of address
 * @param {string} folder where there is more @returns {Text} */
function textOf(tag, words, form = {}, folder = "") {
  /** @type {Words} */
  const all = { ...TES_ENGLISH, ...words, ...form }; // the build takes out of en.json what this bundle says
  const lang = tag.replace(/-x-.*/, "");
  const plurals = new Intl.PluralRules(lang);
  const digits = lang === "ar" ? "ar-u-nu-latn" : lang; // browsers disagree about Arabic; the server writes 0 to 9
  const numbers = new Intl.NumberFormat(digits, { useGrouping: false });
  /** @param {string} key @param {string | number | undefined} n */
  const lineOf = (key, n) => (typeof n === "number" && all[`${key}.${plurals.select(n)}`]) || (all[`${key}.other`] ?? all[key] ?? "");
  return {
    lang,
    tag,
    dir: all.direction === "rtl" ? "rtl" : "ltr",
    say: (key, holes = {}) => lineOf(key, holes.n).replace(/\{(\w+)\}/g, (_, name) => {
      const value = holes[name] ?? "";
      return typeof value === "number" ? numbers.format(value) : value;
    }),
    clock: (seconds) => `${numbers.format(Math.floor(seconds / 60))}:${new Intl.NumberFormat(digits, { minimumIntegerDigits: 2 }).format(seconds % 60)}`,
    list: (some, type = "disjunction") => new Intl.ListFormat(lang, { type }).format(some),
    learn: (english) => Object.keys(english).forEach((key) => (all[key] ??= english[key] ?? "")),
    load: async (part) => lang === "en" || fetchWords(`${folder}${part}/${lang}.json`).then((more) => Boolean(Object.assign(all, more, form)), () => false),
  };
}

export const ENGLISH = textOf("en", {});

/** Names of languages that are ours by another name. Chinese as written in Taiwan and Hong Kong says so by the place. */
const ALIASES = [[/^iw\b/, "he"], [/^in\b/, "id"], [/^zh-(?!hans\b).*(hant|tw|hk|mo)\b.*/, "zh-hant"]];

/** The language among ours that fits a tag such as "de-AT" best; English where none does. @param {string} tag */
export function languageFor(tag) {
  let wanted = ALIASES.reduce((name, [from, to]) => name.replace(/** @type {RegExp} */ (from), String(to)), tag.toLowerCase().replace(/_/g, "-"));
  while (wanted) {
    const found = TES_LANGUAGES.find((one) => one.toLowerCase() === wanted); // the build says which files there are in web/locales
    if (found) return found;
    wanted = wanted.replace(/-?[^-]*$/, "");
  }
  return "en";
}

/** @type {Map<string, Promise<Text>>} */
const loaded = new Map();

/**
 * The words of a language; English where they can't be had. Never fails.
 * @param {string} tag as in a `lang` attribute @param {string} folder where the files lie, with a slash at its end
 * @param {string} [address] "formal" or "informal", where the language knows both; as its file has it
 * @returns {Promise<Text>}
 */
export function loadText(tag, folder, address) {
  const lang = languageFor(tag);
  const form = `${lang}-x-${address}`;
  const name = TES_FORMS.includes(form) ? form : lang;
  if (name === "en") return Promise.resolve(ENGLISH);
  const key = folder + name;
  let text = loaded.get(key);
  if (!text) {
    text = Promise.all([fetchWords(`${folder}${lang}.json`), name === form ? fetchWords(`${folder}forms/${form}.json`) : {}])
      .then(([words, other]) => textOf(name, words, other, folder))
      .catch(() => {
        loaded.delete(key); // forget the failure, so that the next caller tries again
        return ENGLISH;
      });
    loaded.set(key, text);
  }
  return text;
}
