// web/ui/text.js: which language a tag means, plural forms, lists, holes, forms of address, and what is said where a file lacks a line.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { LANGUAGES } from "../lib/tessera.js";
import { localeOf } from "../lib/words.js";

/** @type {typeof import("../../web/ui/text.js")} */
let text;
/** What is asked for, and what comes; a missing file is a 404. @type {string[]} */
let asked = [];

before(async () => {
  const { widget, more } = localeOf("en");
  Object.assign(globalThis, {
    TES_LANGUAGES: LANGUAGES, TES_FORMS: ["de-x-formal"], TES_ENGLISH: widget,
    fetch: async (/** @type {string} */ url) => {
      asked.push(url);
      const [, part, name] = /** @type {RegExpMatchArray} */ (url.match(/^\/words\/(?:(\w+)\/)?([\w-]+)\.json$/));
      const [lang, form] = String(name).split("-x-");
      const locale = localeOf(String(lang));
      if (lang === "ko") return new Response("", { status: 404 });
      const { language, direction, widget: words } = locale;
      return Response.json(form ? locale[form] : part === "more" ? locale.more : { language, direction, ...words });
    },
  });
  text = await import("../../web/ui/text.js");
  text.ENGLISH.learn(more);
});

test("a tag means the nearest language: by region, by script, by an old name, else English", () => {
  for (const [tag, lang] of Object.entries({
    de: "de", "de-AT": "de", DE_ch: "de", "de-Latn-AT": "de", "pt-PT": "pt", "pt-br": "pt-BR", pt: "pt", "pt-AO": "pt", zh: "zh", "zh-CN": "zh", "zh-Hans-HK": "zh",
    "zh-TW": "zh-Hant", "zh-HK": "zh-Hant", "zh-Hant": "zh-Hant", "zh-Hant-MO": "zh-Hant", iw: "he", "iw-IL": "he", "in-ID": "id", fa: "fa",
    "en-GB": "en", tlh: "en", "": "en", "x-klingon": "en", den: "en", "-": "en", [`de${"-a".repeat(500)}`]: "de",
  })) {
    const expected = LANGUAGES.includes(lang) ? lang : String(lang.split("-")[0]);
    assert.equal(text.languageFor(tag), LANGUAGES.includes(expected) ? expected : "en", tag);
  }
});

test("a number takes the plural form of its language, and its digits", async () => {
  const russian = await text.loadText("ru", "/words/");
  const say = (/** @type {number} */ n) => russian.say("valid", { n });
  assert.deepEqual([1, 2, 5, 21, 112].map(say), ["Действует 1 минуту.", "Действует 2 минуты.", "Действует 5 минут.", "Действует 21 минуту.", "Действует 112 минут."]);
  const arabic = await text.loadText("ar", "/words/");
  assert.equal(arabic.say("valid", { n: 1 }), "صالح لمدة دقيقة واحدة.");
  assert.equal(arabic.say("valid", { n: 2 }), "صالح لمدة دقيقتين.");
  assert.match(arabic.say("valid", { n: 5 }), /دقائق/);
  assert.equal(text.ENGLISH.say("valid", { n: 1 }), "Valid for 1 minute.");
  assert.equal(text.ENGLISH.say("valid", { n: 5 }), "Valid for 5 minutes.");
});

test("a number of four digits has nothing between them", () => {
  assert.equal(text.ENGLISH.say("error-busy", { n: 3599 }), "Too many requests from your network. Time to wait: 3599 s.");
});

test("a list is joined as the language joins it", async () => {
  assert.equal(text.ENGLISH.list(["a", "b", "c"]), "a, b, or c");
  assert.equal((await text.loadText("de", "/words/")).list(["a", "b"]), "a oder b");
  assert.equal((await text.loadText("ja", "/words/")).list(["a", "b", "c"], "unit"), "a b c");
  assert.match((await text.loadText("ar", "/words/")).list(["a", "b"]), /أو/);
});

test("holes are filled once, and never from what fills them", () => {
  assert.equal(text.ENGLISH.say("missing-some", { n: 3, chosen: "{n}" }), "Please choose 3. Chosen so far: {n}.");
  assert.equal(text.ENGLISH.say("no-such-line", { n: 3 }), "");
});

test("a form of address lies above the language, also above what is loaded later", async () => {
  asked = [];
  const formal = await text.loadText("de-AT", "/words/", "formal");
  assert.deepEqual(asked, ["/words/de.json", "/words/forms/de-x-formal.json"]);
  assert.deepEqual([formal.lang, formal.tag], ["de", "de-x-formal"]);
  await formal.load("more");
  assert.equal(formal.say("extended"), "Sie haben jetzt mehr Zeit.");
  assert.equal(formal.say("yours"), "Ihr Feld");
  assert.equal(formal.say("before"), "Vorher");
  const usual = await text.loadText("de", "/words/", "informal"); // which the file has anyway
  assert.equal(usual.tag, "de");
  await usual.load("more");
  assert.equal(usual.say("extended"), "Du hast jetzt mehr Zeit.");
});

test("a language that can't be had is English, and is asked for again the next time", async () => {
  asked = [];
  assert.equal((await text.loadText("ko", "/words/")).lang, "en");
  assert.equal((await text.loadText("ko", "/words/")).lang, "en");
  assert.equal(asked.length, 2);
});

test("what a language has no word for is said in English", async () => {
  const german = await text.loadText("de", "/words/");
  german.learn({ label: "English", "only-english": "This is new." });
  assert.equal(german.say("only-english"), "This is new.");
  assert.equal(german.say("label"), "Ich bin ein Mensch");
});

test("the time that is left is told in the digits of the language", async () => {
  assert.equal(text.ENGLISH.clock(65), "1:05");
  assert.equal((await text.loadText("fa", "/words/")).clock(65), "۱:۰۵");
});
