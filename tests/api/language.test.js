// The language of what the server says: the questions of challenges.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";

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
