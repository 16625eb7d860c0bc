// The server makes the questions of challenges in C, the standalone mode in JavaScript, both from the same lines of
// web/locales: for every language, form of address and question, they say the same.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { LANGUAGES, ROOT } from "../lib/tessera.js";
import { localeOf } from "../lib/words.js";

const NATIVE = "build/plain/tests/standalone/sentences";
const SEEDS = 40;
const FORMS = LANGUAGES.flatMap((tag) => ["formal", "informal"].filter((form) => localeOf(tag)[form]).map((form) => `${tag}-x-${form}`));

/** @type {{challenge: any, said: Record<string, string>}[]} */
let lines;
/** What the modules of web/ make of it. @type {Record<string, (challenge: any) => string>} */
const inJavaScript = {};

before(async () => {
  execFileSync("make", ["-s", NATIVE, "build/web"], { cwd: ROOT, stdio: "inherit" });
  lines = execFileSync(NATIVE, [String(SEEDS)], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 }).trim().split("\n").map((line) => {
    const [challenge, said] = line.split("\t").map((json) => JSON.parse(json));
    return { challenge, said };
  });
  // What the build puts in, and files in place of a server.
  const { widget, questions } = localeOf("en");
  Object.assign(globalThis, { TES_ENGLISH: { ...widget, ...questions }, TES_LANGUAGES: LANGUAGES, TES_FORMS: FORMS,
    fetch: async (/** @type {string} */ path) => new Response(readFileSync(ROOT + path)) });
  const { loadText } = await import("../../web/ui/text.js");
  const { questionOf } = await import("../../web/standalone/question.js");
  for (const tag of [...LANGUAGES, ...FORMS]) {
    const [lang, form] = tag.split("-x-");
    const text = await loadText(lang, "/build/web/static/locales/", form);
    assert.equal(text.tag, tag);
    await text.load("standalone");
    inJavaScript[tag] = ({ type, view }) => questionOf(text, { type, instructions: "no words", prompt: view.prompt ?? {} });
  }
});

test("the server has each language, and each form of address", () => {
  assert.deepEqual(Object.keys(lines[0].said).sort(), [...LANGUAGES, ...FORMS].sort());
});

test("C and JavaScript make the same sentence of the same line", () => {
  for (const { challenge, said } of lines) {
    for (const [tag, sentence] of Object.entries(said)) assert.equal(sentence, inJavaScript[tag](challenge), `${tag}: ${JSON.stringify(challenge.view.prompt)}`);
    assert.equal(said.en, challenge.instructions);
  }
});

test("every sentence of en.json was asked, no hole is left, and no question of a scene turns by 0°", () => {
  const { questions } = localeOf("en");
  const keys = Object.keys(questions).filter((key) => key.startsWith("ask-"));
  const asPattern = (/** @type {string} */ line) => new RegExp(`^${line.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`);
  for (const key of keys) assert.ok(lines.some(({ said }) => asPattern(questions[key]).test(said.en)), key);
  for (const { challenge, said } of lines) {
    const wrong = challenge.type === "spatial" ? /[{}]|no words/ : /[{}]|no words|(^|\D)0°/; // SPA-3-8: spatial names 0 degrees, too
    for (const sentence of Object.values(said)) assert.doesNotMatch(sentence, wrong);
  }
});
