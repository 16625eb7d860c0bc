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

test("looks at other windows are counted, and decide nothing", () => { // R6
  const { Session } = standalone;
  for (const looks of [0, 10, 11, 1000]) {
    const session = new Session(2);
    for (let i = 0; i < looks; i++) session.countFocusChange();
    assert.equal(session.focusChanges, looks);
    assert.equal(playThrough(session, 3000), "passed");
  }
});

test("three rounds may be lost, or as many as a page says", () => {
  const { Session } = standalone;
  for (const [session, slips] of /** @type {const} */ ([[new Session(7), 3], [new Session(7, 0), 0], [new Session(7, 1), 1]])) {
    for (let i = slips; i > 0; i--) {
      assert.equal(session.slipsLeft, i);
      assert.equal(session.countSlip(), true);
    }
    assert.equal(session.slipsLeft, 0);
    assert.equal(session.countSlip(), false);
    assert.deepEqual([session.slips, session.slipsLeft, session.answered], [slips + 1, 0, 0]);
  }
  for (const slips of [-1, 1.5, NaN]) assert.throws(() => new Session(7, slips), RangeError);
});

test("what takes longer has fewer rounds, and only as long as that way is taken", () => {
  const { Session } = standalone;
  const session = new Session(7);
  session.countRightAnswer(3000);
  session.limitLeft(3);
  assert.equal(session.rounds, 4);
  session.countRightAnswer(3000);
  session.limitLeft(Infinity);
  assert.equal(session.rounds, 7);
  session.limitLeft(5);
  assert.equal(session.rounds, 7); // never more than there are
  session.limitLeft(1);
  assert.equal(session.countRightAnswer(3000), "passed");
  assert.equal(session.answered, 3);
});

test("a session has a round", () => {
  const { Session } = standalone;
  for (const rounds of [0, -1, 1.5, NaN]) assert.throws(() => new Session(rounds), RangeError);
  assert.equal(playThrough(new Session(1), 2500), "passed");
});
