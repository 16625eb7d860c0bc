// The words in web/locales, language by language. Each file has the lines of en.json in the form that tools/words.awk reads, with
// the plural forms of its language; no line has lost a hole, is still English, or is written in a way that its language does not write.
// And every line of en.json is said somewhere. `node tests/lint/words.js de` tells what there is to say about one language.
// Every run first finds these faults in planted lines, so that a rule that has stopped working fails too.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../lib/tessera.js";

const FOLDER = path.join(ROOT, "web/locales");
const SECTIONS = ["widget", "more", "questions", "standalone", "page"];
const FORMS = ["formal", "informal"];
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** @typedef {Record<string, string>} Words */
/** @typedef {{language: string, direction: string, address: string, sections: Record<string, Words>}} Locale */

/** @param {any} json @returns {Locale} */
const localeOf = ({ language, direction, address, ...sections }) => ({ language, direction, address, sections });

/** @param {Locale} locale */
const flat = ({ sections }) => Object.assign({}, ...SECTIONS.map((name) => sections[name]));

const stemOf = (/** @type {string} */ key) => key.replace(/\.(zero|one|two|few|many|other)$/, "");
const holesOf = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort().join("");

/** The keys that a section of a language has, in their order. @param {string} tag @param {Words} english */
function keysOf(tag, english) {
  const categories = CATEGORIES.filter((name) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.includes(/** @type {any} */ (name)));
  const stems = [...new Set(Object.keys(english).map(stemOf))];
  return stems.flatMap((stem) => (stem in english ? [stem] : categories.map((name) => `${stem}.${name}`)));
}

/** The file as it has to be written. @param {Locale} locale */
function written({ language, direction, address, sections }) {
  const line = (/** @type {string} */ key, /** @type {string} */ text) => `${JSON.stringify(key)}: ${JSON.stringify(text)}`;
  const blocks = Object.entries(sections).map(([name, words]) =>
    `  "${name}": {\n${Object.entries(words).map(([key, text]) => `    ${line(key, text)}`).join(",\n")}\n  }`);
  return `{\n${Object.entries({ language, direction, address }).map(([key, text]) => `  ${line(key, text)},\n`).join("")}${blocks.join(",\n")}\n}\n`;
}

/** The script that a language is written in, where letters of another one in it are a mistake. @type {Record<string, RegExp>} */
const SCRIPTS = {
  ar: /\p{Script=Arabic}/u, fa: /\p{Script=Arabic}/u, he: /\p{Script=Hebrew}/u, hi: /\p{Script=Devanagari}/u, th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u, uk: /\p{Script=Cyrillic}/u, bg: /\p{Script=Cyrillic}/u, el: /\p{Script=Greek}/u, ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, zh: /\p{Script=Han}/u, "zh-Hant": /\p{Script=Han}/u,
};

/** What ends a sentence, wherever; a Greek question by a semicolon. Thai marks no end. */
const END = /[.!?…。！？।؟:：;]["”»“’」]?$/u;
const NO_END = new Set(["th"]);

/**
 * What may be wrong with a line: a name, and whether it is.
 * @type {[string, (text: string, english: string, tag: string, key: string) => boolean][]}
 */
const SUSPICIONS = [
  ["is empty", (text) => text.trim() === ""],
  ["has lost or gained a hole", (text, english, _, key) =>
    holesOf(text) !== holesOf(english) && !(/\.(zero|one|two)$/.test(key) && holesOf(`${text}{n}`) === holesOf(english))],
  ["has a brace without its partner", (text) => /[{}]/.test(text.replace(/\{\w+\}/g, ""))],
  ["is still English", (text, english, tag) => tag !== "en" && text === english && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text.replace(/\{\w+\}/g, ""))],
  ["has a blank too many", (text) => /^\s|\s$|\s\s/.test(text)],
  ["has straight quotes", (text) => /["']/.test(text)],
  ["has three dots for …", (text) => text.includes("...")],
  ["has quotes that do not close", (text) =>
    [["«", "»"], ["「", "」"], ["『", "』"], ["(", ")"], ["（", "）"]].some(([open, close]) => text.split(String(open)).length !== text.split(String(close)).length)],
  ["ends otherwise than the English line", (text, english, tag, key) =>
    !NO_END.has(tag) && key !== "page-new" && /[.?!]$/.test(english) && !END.test(text)], // a link, whose English is given
  ["ends as a sentence and is none", (text, english) => !/[.?!:…]$/.test(english) && /[.。।]$/u.test(text) && !/\{n\} ?\p{L}{1,4}\.$/u.test(text)],
  ["has no letter of its script", (text, _, tag) => {
    const script = SCRIPTS[tag];
    return Boolean(script) && /\p{L}/u.test(text.replace(/\{\w+\}/g, "")) && !script?.test(text);
  }],
  ["mixes letters of two scripts in one word", (text) => (text.replace(/\{\w+\}/g, " ").match(/\p{L}+/gu) ?? [])
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word))],
  // PRE-3.2-1 prescribes the English words of ask-predator; tests/unit/challenge/test_sprites.c holds it to them.
  ["names a device", (text, _, tag, key) => !(tag === "en" && key === "ask-predator") && /\b(click|klick|cliqu|clic|clicca|klik|kliknij|tippe|clique)/i.test(text)],
];

/** All that is to be said about a language. @param {string} tag @param {Locale} locale @param {Locale} english */
function complaints(tag, locale, english) {
  /** @type {string[]} */
  const all = [];
  const complain = (/** @type {string} */ words) => all.push(`web/locales/${tag}.json: ${words}`);
  const own = flat(locale);
  const basis = flat(english);
  const englishOf = (/** @type {string} */ key) => basis[key] ?? basis[`${stemOf(key)}.other`] ?? "";
  if (!["ltr", "rtl"].includes(locale.direction)) complain(`"direction" is ${locale.direction}`);
  if (!["formal", "informal", "none"].includes(locale.address)) complain(`"address" is ${locale.address}`);
  for (const name of SECTIONS) {
    const wanted = keysOf(tag, english.sections[name] ?? {});
    const there = Object.keys(locale.sections[name] ?? {});
    for (const key of wanted) if (!there.includes(key)) complain(`"${name}" lacks "${key}"`);
    for (const key of there) if (!wanted.includes(key)) complain(`"${name}" has "${key}", which English has not`);
    if (there.length === wanted.length && there.join() !== wanted.join() && there.every((key) => wanted.includes(key))) {
      complain(`"${name}" is in another order than English`);
    }
  }
  const other = FORMS.filter((name) => locale.sections[name]);
  for (const name of Object.keys(locale.sections)) if (![...SECTIONS, ...FORMS].includes(name)) complain(`there is no section "${name}"`);
  if (other.length > 1 || other[0] === locale.address) complain(`"${other.at(-1)}" is the form of address of the whole file`);
  for (const [key, text] of Object.entries(locale.sections[other[0] ?? ""] ?? {})) {
    if (!(key in own)) complain(`"${other[0]}" has "${key}", which the rest has not`);
    else if (text === own[key]) complain(`"${other[0]}" says "${key}" as the rest does`);
  }
  for (const words of [own, locale.sections[other[0] ?? ""] ?? {}]) {
    for (const [key, text] of Object.entries(words)) {
      for (const [name, isSo] of SUSPICIONS) if (isSo(text, englishOf(key), tag, key)) complain(`"${key}" ${name}: ${text}`);
    }
  }
  return all;
}

// ------------------------------------------------------------------------ what is said

/** @param {string} folder @param {RegExp} names @returns {string[]} */
const textsOf = (folder, names) => readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
  .filter((name) => names.test(name)).map((name) => readFileSync(path.join(ROOT, folder, name), "utf8"));

/** Lines of English that nothing says; a key that is put together counts by its pattern. @param {string[]} keys */
function unused(keys) {
  const sources = [...textsOf("web", /\.(js|html)$/), ...textsOf("src", /\.(c|h|def)$/)].join("\n");
  const patterns = [...sources.matchAll(/`([a-z-]*)\$\{[^}`]*\}([a-z-]*)`/g)].filter(([, before, after]) => before || after)
    .map(([, before, after]) => new RegExp(`^${before}[\\w -]+${after}$`));
  // Names of options stand in tables of the core, some without quotes: SHAPE(teapot, ...).
  return keys.filter((key) => !sources.includes(`"${key}"`) && !patterns.some((one) => one.test(key)) &&
    !new RegExp(`\\((?:[A-Z]+, )?${key}\\b`).test(sources));
}

// ------------------------------------------------------------------------------ planted

const PLANTED_ENGLISH = localeOf({ language: "English", direction: "ltr", address: "none", widget: { a: "You have {n} apples.", b: "Close" },
  more: { "left.one": "{n} left.", "left.other": "{n} left." }, questions: {}, standalone: {}, page: {} });
/** A change of a good Polish file, and what has to be said about it. @type {[string, any, string][]} */
const PLANTED = [
  ["widget", { b: "Zamknij" }, 'lacks "a"'],
  ["widget", { a: "Masz jabłka.", b: "Zamknij" }, "has lost or gained a hole"],
  ["widget", { a: "You have {n} apples.", b: "Zamknij" }, "is still English"],
  ["widget", { a: "Masz {n} jabłek", b: "Zamknij" }, "ends otherwise"],
  ["widget", { a: "Masz  {n} jabłek.", b: "Zamknij" }, "has a blank too many"],
  ["widget", { a: 'Masz "{n}" jabłek.', b: "Zamknij" }, "has straight quotes"],
  ["widget", { a: "Masz {n} jabłek...", b: "Zamknij" }, "has three dots"],
  ["widget", { a: "Masz «{n} jabłek.", b: "Zamknij" }, "do not close"],
  ["widget", { a: "Masz {n jabłek.", b: "Zamknij" }, "a brace without its partner"],
  ["widget", { a: "Kliknij {n} jabłek.", b: "Zamknij" }, "names a device"],
  ["widget", { a: "Masz {n} jаbłek.", b: "Zamknij" }, "mixes letters of two scripts"],
  ["widget", { a: "Masz {n} jabłek.", b: "Zamknij." }, "ends as a sentence"],
  ["widget", { a: "Masz {n} jabłek.", b: "" }, "is empty"],
  ["widget", { b: "Zamknij", a: "Masz {n} jabłek." }, "in another order"],
  ["widget", { a: "Masz {n} jabłek.", b: "Zamknij", c: "więcej" }, "which English has not"],
  ["more", { "left.one": "Została {n}.", "left.other": "Zostało {n}." }, 'lacks "left.few"'],
  ["formal", { a: "Masz {n} jabłek." }, "as the rest does"],
  ["informal", { a: "Masz ty {n} jabłek." }, "form of address of the whole file"],
];

function testPlanted() {
  const good = { language: "Polski", direction: "ltr", address: "informal", widget: { a: "Masz {n} jabłek.", b: "Zamknij" },
    more: { "left.one": "Została {n}.", "left.few": "Zostały {n}.", "left.many": "Zostało {n}.", "left.other": "Zostało {n}." },
    questions: {}, standalone: {}, page: {} };
  const missed = PLANTED.filter(([section, words, said]) =>
    !complaints("pl", localeOf({ ...good, [section]: words }), PLANTED_ENGLISH).some((line) => line.includes(said)));
  const wrongly = complaints("pl", localeOf(good), PLANTED_ENGLISH);
  const idle = unused(["label", "no-such-line-at-all"]).join();
  return [...missed.map(([, , said]) => `a planted fault was not found: ${said}`), ...wrongly,
    ...(idle === "no-such-line-at-all" ? [] : [`a planted line that nothing says was not found: ${idle}`])];
}

// --------------------------------------------------------------------------------------

const wanted = process.argv.slice(2);
const english = localeOf(JSON.parse(readFileSync(path.join(FOLDER, "en.json"), "utf8")));
const tags = readdirSync(FOLDER).map((name) => name.replace(".json", ""));
const found = testPlanted();
for (const tag of tags.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  const text = readFileSync(path.join(FOLDER, `${tag}.json`), "utf8");
  const locale = localeOf(JSON.parse(text));
  found.push(...complaints(tag, locale, english));
  if (text !== written(locale)) found.push(`web/locales/${tag}.json: is not written one line for each key, with two and four blanks before it`);
}
const keys = SECTIONS.flatMap((name) => Object.keys(english.sections[name] ?? {}));
found.push(...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `web/locales/en.json: "${key}" stands in two sections`));
found.push(...unused([...new Set(keys.map(stemOf))]).map((key) => `web/locales/en.json: nothing says "${key}"`));
found.forEach((line) => console.log(line));
if (found.length === 0) console.log(`words: ${tags.length} languages, ${keys.length} lines in English`);
process.exitCode = found.length > 0 ? 1 : 0;
