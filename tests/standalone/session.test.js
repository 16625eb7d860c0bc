// What a session asks of the visitor: rounds, time, attention; nothing about how they point.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { countBy, isPlausible, uniform } from "../lib/chance.js";
import { loadStandalone } from "../lib/standalone.js";

/** @type {import("../lib/standalone.js").Standalone} */
let standalone;
before(async () => (standalone = await loadStandalone()));

/** Answers rightly until the end. @param {InstanceType<import("../lib/standalone.js").Standalone["Session"]>} session @param {number} ms a round */
function playThrough(session, ms) {
  for (;;) {
    const outcome = session.countRightAnswer(ms);
    if (outcome) return outcome;
  }
}

test("there are 7, 11, 13 or 17 rounds, each as likely", () => {
  const { Session } = standalone;
  const lengths = Array.from({ length: 2000 }, () => {
    const session = new Session();
    playThrough(session, 3000);
    return session.answered;
  });
  assert.ok(isPlausible(countBy(lengths, String), uniform([7, 11, 13, 17])));
});

test("whoever takes two seconds a round passes, and nobody who is faster", () => {
  const { Session } = standalone;
  assert.equal(playThrough(new Session(7), 2000), "passed");
  assert.equal(playThrough(new Session(7), 1999), "too-fast");
  const mixed = new Session(3); // the mean counts
  assert.equal(mixed.countRightAnswer(1000), null);
  assert.equal(mixed.countRightAnswer(1000), null);
  assert.equal(mixed.countRightAnswer(4000), "passed");
});

test("ten looks at other windows are nobody's business", () => {
  const { Session } = standalone;
  for (const [looks, outcome] of /** @type {const} */ ([[0, "passed"], [10, "passed"], [11, "distracted"]])) {
    const session = new Session(2);
    for (let i = 0; i < looks; i++) session.countFocusChange();
    assert.equal(session.focusChanges, looks);
    assert.equal(playThrough(session, 3000), outcome);
  }
});

test("a session has a round", () => {
  const { Session } = standalone;
  for (const rounds of [0, -1, 1.5, NaN]) assert.throws(() => new Session(rounds), RangeError);
  assert.equal(playThrough(new Session(1), 2500), "passed");
});
