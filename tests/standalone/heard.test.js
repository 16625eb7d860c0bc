// Scenes in the standalone mode that are told in words, that move, and that have the seed's own levels.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadStandalone } from "../lib/standalone.js";
import { LANGUAGES } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";

/** @type {import("../lib/standalone.js").Standalone} */
let standalone;
before(async () => (standalone = await loadStandalone()));

const SOLIDS = ["cube", "ball", "cylinder", "cone", "pyramid", "ring"];

test("a scene that is heard names its objects as the buttons do, in every language", () => { /* S3D-28 */
  const { SceneChallenge } = standalone;
  for (let i = 0; i < 20; i++) {
    const challenge = SceneChallenge.generate({ heard: true, difficulty: "hard" });
    assert.equal(challenge.prompt.question, "heard");
    assert.ok(SceneChallenge.validate(challenge, challenge.answer));
    assert.ok(!SceneChallenge.validate(challenge, String((challenge.correctIndex + 1) % 6)));
    const english = SceneChallenge.describe(challenge, "en");
    const spoken = LANGUAGES.filter((lang) => lang === "en" || SceneChallenge.describe(challenge, lang) !== english);
    assert.ok(spoken.length >= 17, spoken.join());
    const named = SOLIDS.filter((solid) => english.includes(solid));
    assert.equal(named.length, 5);
    assert.ok(named.includes(/** @type {string} */ (challenge.options?.[challenge.correctIndex])));
    for (const lang of spoken.filter((one) => one !== "ja")) { // which is spoken in kana, and written in kanji
      const words = wordsOf(lang);
      const text = SceneChallenge.describe(challenge, lang).replace(/[\u064b-\u0652]/g, ""); // Arabic is spoken with all its vowels
      const heard = SOLIDS.filter((solid) => text.includes(`${words[solid]}`));
      for (const solid of named) assert.ok(heard.includes(solid), `${lang}: ${solid}: ${text}`);
    }
  }
});

test("only what is heard can be described", () => {
  const { SceneChallenge } = standalone;
  assert.throws(() => SceneChallenge.describe(SceneChallenge.generate(), "en"));
});

test("some scenes move, unless it is not wanted", () => {
  const { SceneChallenge } = standalone;
  const questions = (/** @type {any} */ options) => Array.from({ length: 200 }, () => SceneChallenge.generate(options).prompt.question);
  assert.ok(questions({}).includes("motion")); // one in seven: 200 leave it out once in 10^13 runs
  assert.ok(!questions({ moving: false }).includes("motion"));
});

test("the seed's own levels", () => { /* S3D-8, S3D-9, S3D-10 */
  const { SceneChallenge } = standalone;
  for (const [difficulty, question, counts] of /** @type {const} */ ([["easy", "turn", [2]], ["medium", "behind", [3]], ["hard", "visible", [5, 6, 7]]])) {
    // Each number of objects comes once in three at least: 200 scenes leave one of them out less than once in 10^34 runs.
    const scenes = Array.from({ length: 200 }, () => SceneChallenge.generate({ profile: "seed", difficulty }));
    for (const { prompt } of scenes) assert.equal(prompt.question, question);
    assert.deepEqual([...new Set(scenes.map(({ options }) => options?.length))].sort(), counts);
  }
  assert.throws(() => SceneChallenge.generate({ profile: /** @type {any} */ ("other") }), RangeError);
});
