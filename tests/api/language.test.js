// The language of what the server says: the questions of challenges, and the pages that visitors without scripts see.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { localeOf, say, wordsOf } from "../lib/words.js";
import { wrong } from "../lib/puzzle.js";

/** @param {string} [more] further keys of `challenge` @param {string} [rest] */
const configOf = (more = "", rest = "") => `budget: {enabled: false}\n${rest}
challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true, strength: friction${more}}\n`;

/** @type {Server} */
let server;
before(async () => (server = await Server.start({ config: configOf() })));
after(() => server?.down());

// ------------------------------------------------------------------ questions

test("the question comes in the language that is asked for, and the answer says which that is", async () => {
  for (const lang of LANGUAGES) {
    const challenge = await server.challenge({ type: "human", lang });
    assert.deepEqual([challenge.lang, challenge.instructions], [lang, wordsOf(lang)["ask-human"]]);
  }
});

test("a tag that is longer finds its language; one that is unknown gets English", async () => {
  const english = wordsOf("en")["ask-human"];
  for (const [lang, found] of [["de-AT", "de"], ["DE_at", "de"], ["iw", "he"], ["zh-Hans-CN", "zh"], ["tlh", "en"], ["", "en"], ["de\"><b>", "en"],
    ["x-formal", "en"], ["../de", "en"], ["д", "en"]]) {
    const challenge = await server.challenge({ type: "human", lang });
    assert.deepEqual([challenge.lang, challenge.instructions], [found, wordsOf(found)["ask-human"]], lang);
  }
  assert.equal((await server.challenge({ type: "human" })).instructions, english);
  for (const lang of ["a".repeat(36), "a".repeat(10_000)]) {
    for (const [path, body] of Object.entries({ "/v1/challenge": { sitekey: server.sitekey }, "/v1/answer": { token: "a", answer: "1" } })) {
      assert.match(String((await server.post(path, { ...body, lang })).status), /^4(00|13)$/);
    }
  }
});

test("a further round asks in the language that came with the answer", async () => {
  const strict = await Server.start({ config: configOf(", rounds_min: 2") });
  const first = await strict.challenge({ type: "human", lang: "de" });
  const { json } = await strict.post("/v1/answer", { token: first.token, answer: first.truth, lang: "fr-CA" });
  assert.deepEqual([json.state, json.challenge.lang, json.challenge.instructions], ["next", "fr", wordsOf("fr")["ask-human"]]);
  await strict.down();
});

// ---------------------------------------------------------------------- pages

const PUZZLE = "/challenge/puzzle";
const FORMS = LANGUAGES.flatMap((tag) => ["formal", "informal"].filter((form) => localeOf(tag)[form]).map((form) => `${tag}-x-${form}`));

/** The texts of a page, without its markup. @param {string} html */
const unescaped = (html) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => /** @type {Record<string, string>} */ (
  { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name]);

/** What a reply says of its language, in its headers and in its page. @param {{headers: Headers, text: string}} reply */
function languageOf({ headers, text }) {
  const [, lang, dir] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(text) ?? [];
  assert.equal(headers.get("content-language"), lang);
  return [lang, dir];
}

/** @param {string} path @param {string} [accept] @param {Record<string, string>} [headers] */
const get = (path, accept, headers = {}) => server.request(path, { headers: { Accept: "text/html", ...(accept && { "Accept-Language": accept }), ...headers } });

test("the puzzle's page is there in every language, as the address or the browser asks for it", async () => {
  for (const lang of LANGUAGES) {
    const words = wordsOf(lang);
    for (const reply of [await get(`${PUZZLE}?lang=${lang}`), await get(PUZZLE, `xx, ${lang}-XX;q=0.5`)]) {
      assert.equal(reply.status, 200);
      assert.deepEqual(languageOf(reply), [lang, words.direction]);
      assert.equal(reply.headers.get("vary"), "Accept-Language");
      const text = unescaped(reply.text);
      for (const key of ["page-puzzle", "ask-puzzle", "submit", "reload", "more", "first-move", "before", "page-shifts", "shift-up", "told-90-clockwise",
        "match", "row", "page-warning", "error-network"]) assert.ok(text.includes(words[key]), `${lang}: ${key}`);
      assert.ok(text.includes(`>${say(lang, "page-minutes", { n: 5 })}<`), lang);
      assert.doesNotMatch(text.replace(/data-[a-z-]+="[^"]*"/g, "").replace(/<template[^]*?<\/template>/g, ""), /\{\w*\}/, lang);
    }
  }
});

test("every outcome is told in every language", async () => {
  for (const lang of LANGUAGES) {
    const words = wordsOf(lang);
    const answer = async (/** @type {(page: any) => Record<string, string>} */ fields) => {
      const page = await server.page(`${PUZZLE}?lang=${lang}`);
      assert.match(page.action, new RegExp(`lang=${lang}$`));
      return server.form(page.action, fields(page));
    };
    const told = [
      [200, "page-passed", await answer(({ seed, truth }) => ({ seed, output: truth }))],
      [403, "page-incorrect", await answer(({ seed, truth }) => ({ seed, output: wrong(truth) }))],
      [403, "page-forbidden", await answer(({ seed, truth }) => ({ seed: `${seed}A`, output: truth }))],
      [400, "page-invalid", await answer(({ seed }) => ({ seed, output: "nonsense" }))],
      [404, "page-not-found", await get(`/nothing?lang=${lang}`)],
      [404, "page-not-found", await get("/nothing", lang)],
    ];
    for (const [status, key, reply] of /** @type {[number, string, any][]} */ (told)) {
      assert.equal(reply.status, status, `${lang}: ${key}`);
      assert.deepEqual(languageOf(reply), [lang, words.direction]);
      const text = unescaped(reply.text);
      assert.ok(text.includes(`<h1 id="message">${words[key]}</h1>`) && text.includes(words[`${key}-detail`]), `${lang}: ${key}`);
      if (status === 403) assert.match(reply.text, new RegExp(`href="/challenge/puzzle\\?lang=${lang}"`));
    }
  }
});

test("whoever asks for a person is told in the language that the address had, and what follows is in it, too", async () => {
  const patient = await Server.start({ config: `${configOf()}accessibility: {fallback_method: human_review, max_failures_before_fallback: 1}\n` });
  const words = wordsOf("ar");
  const page = await patient.page(`${PUZZLE}?lang=ar`);
  const failed = await patient.form(page.action, { seed: page.seed, output: wrong(page.truth) });
  assert.ok(failed.text.includes(words["page-ask-person"]));
  const action = /<form class="other" method="post" action="([^"]*)">/.exec(failed.text)?.[1];
  assert.equal(action, "/challenge/review?lang=ar");
  const review = /** @type {string} */ (/name="review" value="([^"]*)"/.exec(failed.text)?.[1]);
  const waiting = /** @type {string} */ ((await patient.form(action, { review })).headers.get("location"));
  assert.match(waiting, /&lang=ar$/);
  const look = await patient.request(waiting);
  assert.deepEqual([look.status, ...languageOf(look)], [200, "ar", "rtl"]);
  assert.ok(unescaped(look.text).includes(words["page-review-waiting"]) && look.text.includes(words["page-number"]));
  assert.match(look.text, /href="\/challenge\/puzzle\?ticket=[^"]*&amp;lang=ar"/);
  await patient.down();
});

test("a form of address, by the address of the page or by the config", async () => {
  const formal = await Server.start({ config: configOf("", "pages: {lang: de, address: formal}") });
  const informal = await Server.start({ config: configOf("", "pages: {address: informal}") });
  for (const tag of FORMS) {
    const [lang, form] = tag.split("-x-");
    const words = wordsOf(lang);
    const other = localeOf(lang)[form];
    const keys = Object.keys(other).filter((key) => /^page-.*[a-z]$/.test(key) && key in localeOf("en").page && !/\{/.test(other[key]));
    const own = form === "formal" ? formal : informal;
    for (const [path, heading] of [["/nothing", "page-not-found"], [`${PUZZLE}?`, "page-puzzle"]]) {
      const reply = await own.request(`${path}${path.includes("?") ? "" : "?"}&lang=${lang}`, { headers: { Accept: "text/html" } });
      assert.ok(unescaped(reply.text).includes(other[heading] ?? words[heading]), `${tag}: ${heading}`);
      assert.deepEqual(languageOf(reply), [lang, words.direction]);
    }
    assert.deepEqual(languageOf(await get(`/nothing?lang=${tag}`)), [lang, words.direction]);
    assert.ok(keys.every((key) => other[key] !== words[key]), tag);
  }
  assert.deepEqual(languageOf(await formal.request("/nothing", { headers: { Accept: "text/html", "Accept-Language": "fr" } })), ["de", "ltr"], "one for all");
  assert.deepEqual(languageOf(await formal.request("/nothing?lang=fr", { headers: { Accept: "text/html" } })), ["fr", "ltr"]);
  await Promise.all([formal.down(), informal.down()]);
});

test("what is no language is not one, and nothing of it comes back", async () => {
  for (const lang of ["tlh", "", "*", "de\"><script>alert(1)</script>", "de%22%3E%3Cb%3E", "de%00", "../../en", "d".repeat(36), "d".repeat(4000), "%ff%fe", "дe"]) {
    const reply = await get(`${PUZZLE}?lang=${encodeURI(lang)}`, "fr");
    assert.equal(reply.status, 200, lang);
    assert.deepEqual(languageOf(reply), ["fr", "ltr"], lang);
    assert.equal(/<form[^>]* action="([^"]*)"/.exec(reply.text)?.[1], PUZZLE, lang);
    assert.doesNotMatch(reply.text, /alert\(|<b>|[?&;]lang=|%22/, lang);
  }
});

test("links carry on the name of a language that is there, whatever it was called", async () => {
  assert.equal((await server.page(`${PUZZLE}?lang=DE_at`)).action, `${PUZZLE}?lang=de`);
});

test("a header of any length and any bytes is answered, in English where it asks for nothing that is there", async () => {
  for (const [header, lang] of [
    ["x".repeat(10_000), "en"], [",".repeat(10_000), "en"], [`${"xx,".repeat(3000)}de`, "en"], ["de;q=".repeat(2000), "en"], [";;;q=1", "en"],
    ["de;q=1e9", "en"], ["\u00ff\u00fe", "en"], ["de\t;\tq=0.3,fr;q=0.2", "de"], ["*;q=1, it;q=0.1", "it"],
  ]) {
    const reply = await server.raw(Buffer.from(`GET ${PUZZLE} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Language: ${header}\r\nConnection: close\r\n\r\n`, "latin1"));
    assert.match(reply, /^HTTP\/1\.1 200 /, header.slice(0, 20));
    assert.match(reply, new RegExp(`\r\nContent-Language: ${lang}\r\n`), header.slice(0, 20));
  }
});

test("the demo is English for everybody, and says so", async () => {
  const reply = await get("/", "de");
  assert.deepEqual(languageOf(reply), ["en", "ltr"]);
  assert.equal(reply.headers.get("vary"), null);
  const sent = await server.form("/demo/form", {}, { "Accept-Language": "de" });
  assert.deepEqual(languageOf(sent), ["en", "ltr"]);
});
