// The history checker on logs that were made up: random ones that are right, by a fixed seed, and the same ones with a fault planted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, read } from "./checker.js";

const NODES = ["a", "b", "c"];
const FAULT = { fault: "store killed", start: 3000, end: 5000 };

/** Numbers from 0 to below 1, the same ones for a seed. @param {number} seed */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A history as it should be: every call of a token takes effect at a moment between its start and its end, those that nobody knows the
 * end of at some later moment, or never; and during the fault nobody is told anything.
 * @param {number} seed @returns {import("./checker.js").Entry[]} */
function history(seed) {
  const random = chance(seed);
  const within = (/** @type {number} */ from, /** @type {number} */ to) => from + random() * (to - from);
  /** @type {any[]} */
  const entries = [FAULT];
  for (let at = 0; at < 12000; at += 50) {
    for (const node of NODES) entries.push({ client: "probe", node, op: "health", start: at, end: at + within(1, 20), result: "ok" });
  }
  for (let i = 0; i < 120; i++) {
    const issued = within(0, 11000);
    const names = /** @type {Record<string, [string, string, string]>} */ ({ answer: ["pass", "replayed", "unavailable"], verify: ["success", "timeout-or-duplicate", "internal-error"] });
    let ready = issued + 10;
    entries.push({ client: "x", node: NODES[i % 3], op: "challenge", gives: `answer ${i}`, start: issued, end: ready, result: "ok" });
    for (const op of ["answer", "verify"]) {
      const calls = Array.from({ length: 3 + Math.floor(random() * 3) }, (_, call) => {
        const start = within(ready, ready + 40);
        const end = start + within(1, 60);
        const isCut = start < FAULT.end && end > FAULT.start;
        return { client: `client ${call}`, node: NODES[Math.floor(random() * 3)], op, key: `${op} ${i}`, start, end, isCut,
          effect: !isCut ? within(start, end) : random() < 0.5 ? within(start, end + 3000) : Infinity };
      }).sort((one, other) => one.effect - other.effect);
      /** @type {{node: string, end: number} | undefined} */
      let passed;
      calls.forEach(({ isCut, effect, ...call }, place) => {
        const isFirst = place === 0 && effect < Infinity;
        const result = isCut ? (random() < 0.3 ? "unknown" : names[op][2]) : isFirst ? names[op][0] : names[op][1];
        const gives = op === "answer" && result === "pass" ? `verify ${i}` : undefined;
        if (gives) passed = call;
        entries.push({ ...call, result, ...(gives ? { gives } : {}) });
      });
      if (!passed) break;
      ready = passed.end;
    }
  }
  for (const node of NODES) { // after the fault each serves, however the dice fell
    const end = FAULT.end + within(50, 2000);
    entries.push({ client: "x", node, op: "answer", key: `last ${node}`, start: end - 5, end, result: "incorrect" });
    entries.push({ memory: 20000, node, at: 100 }, { memory: 21000, node, at: 4000 });
  }
  return entries.sort(() => random() - 0.5);
}

/** @param {import("./checker.js").Entry[]} entries @param {(entry: any) => boolean} isIt @returns {any} */
const pick = (entries, isIt) => {
  const found = entries.find(isIt);
  assert.ok(found, "there is such a call");
  return found;
};
const rules = (/** @type {import("./checker.js").Entry[]} */ entries) => [...new Set(check(entries).map(({ rule }) => rule))];

test("random histories that are right have no findings, also as lines of text", () => {
  for (let seed = 1; seed <= 100; seed++) assert.deepEqual(check(history(seed)), [], `seed ${seed}`);
  assert.deepEqual(check(read(history(1).map((entry) => JSON.stringify(entry)).join("\n"))), []);
});

/** What is wrong, how it gets into a history, and the rule that must find it.
 * @type {[string, (entries: any[]) => void, string][]} */
const PLANTED = [
  ["a challenge that passes twice", (entries) => {
    pick(entries, ({ key, result }) => result === "replayed" && entries.some((other) => other.key === key && other.result === "pass")).result = "pass";
  }, "twice"],
  ["a pass that is redeemed twice, at another node and later", (entries) => {
    const first = pick(entries, ({ result }) => result === "success");
    entries.push({ ...first, node: "c", start: first.end + 2000, end: first.end + 2010 });
  }, "twice"],
  ["a wrong answer that is judged twice", (entries) => {
    const first = pick(entries, ({ result }) => result === "pass");
    entries.push({ ...first, gives: undefined, start: first.end + 1, end: first.end + 2, result: "incorrect" });
  }, "twice"],
  ["a challenge replayed, and nobody has answered it", (entries) => {
    entries.push({ client: "x", node: "a", op: "answer", key: "alone", start: 1000, end: 1010, result: "replayed" });
  }, "no-cause"],
  ["replayed before the first one began", (entries) => {
    const first = pick(entries, ({ result }) => result === "pass");
    entries.push({ ...first, gives: undefined, start: first.start - 20, end: first.start - 1, result: "replayed" });
  }, "no-cause"],
  ["replayed, and the only one that can have been first began afterwards", (entries) => {
    entries.push({ client: "x", node: "a", op: "answer", key: "alone", start: 1000, end: 1010, result: "replayed" },
      { client: "x", node: "b", op: "answer", key: "alone", start: 1011, end: 1020, result: "unknown" });
  }, "no-cause"],
  ["replayed, and the only other call did not arrive", (entries) => {
    entries.push({ client: "x", node: "a", op: "answer", key: "alone", start: 1000, end: 1010, result: "replayed" },
      { client: "x", node: "b", op: "answer", key: "alone", start: 900, end: 910, result: "refused" });
  }, "no-cause"],
  ["a pass that was handed out is refused, and nobody has redeemed it", (entries) => {
    const { key } = pick(entries, ({ result }) => result === "success");
    for (const entry of entries) if (entry.key === key) entry.result = "timeout-or-duplicate";
  }, "lost"],
  ["a pass that was handed out and never asked about", (entries) => {
    entries.push({ client: "x", node: "a", op: "answer", key: "new", gives: "silent", start: 10, end: 20, result: "pass" });
  }, "never-asked"],
  ["expired in the middle of its life", (entries) => {
    pick(entries, ({ result, start }) => result === "replayed" && start < FAULT.start - 100).result = "expired";
  }, "expired-early"],
  ["expired at one node, and good afterwards", (entries) => {
    const first = pick(entries, ({ result, start }) => result === "pass" && start > FAULT.end);
    entries.push({ ...first, gives: undefined, start: first.start - 10, end: first.start - 1, result: "expired" });
  }, "back-to-life"],
  ["a wrong answer in place of none", (entries) => {
    pick(entries, ({ result }) => result === "unavailable").result = "invalid";
  }, "wrong-answer"],
  ["a good pass that is called a bad one", (entries) => {
    pick(entries, ({ result }) => result === "success").result = "invalid-input-response";
  }, "wrong-answer"],
  ["a node that is slow to come back", (entries) => {
    for (const entry of entries) {
      if (entry.node === "b" && entry.op === "answer" && entry.start >= FAULT.end - 200 && entry.start < FAULT.end + 5500) entry.node = "a";
    }
    for (let i = entries.length - 1; i >= 0; i--) {
      if (entries[i].node === "b" && ["answer", "verify"].includes(entries[i].op) && entries[i].end >= FAULT.end && entries[i].end < FAULT.end + 5500) entries[i].node = "c";
    }
  }, "recovery"],
  ["a node that never comes back", (entries) => {
    for (const entry of entries) if (entry.node === "b" && entry.end >= FAULT.end && entry.op !== "health") entry.node = "a";
  }, "recovery"],
  ["one that comes back and fails again", (entries) => {
    entries.push({ client: "x", node: "a", op: "verify", key: "new", start: 11000, end: 11010, result: "internal-error" });
  }, "not-settled"],
  ["challenges that wait for the store, too", (entries) => {
    for (const entry of entries) if (entry.op === "health" && entry.start >= FAULT.start && entry.start < FAULT.end) entry.end = entry.start + 500;
  }, "free-slow"],
  ["a few that hang", (entries) => {
    const free = entries.filter(({ op, start }) => op === "health" && start >= FAULT.start && start < FAULT.end);
    for (const entry of free.slice(0, 4)) entry.end = entry.start + 4000;
  }, "free-slow"],
  ["what needs no ledger is refused", (entries) => {
    pick(entries, ({ op, start }) => op === "health" && start >= FAULT.start && start < FAULT.end).result = "unavailable";
  }, "free-refused"],
  ["nobody has asked for what needs no ledger", (entries) => {
    for (let i = entries.length - 1; i >= 0; i--) if (["health", "challenge"].includes(entries[i].op) && entries[i].gives === undefined) entries.splice(i, 1);
    for (const entry of entries) if (entry.op === "challenge") [entry.start, entry.end] = [0, 1];
  }, "evidence"],
  ["a log of nothing", (entries) => entries.splice(0, entries.length), "evidence"],
  ["a fault that nobody noticed", (entries) => {
    for (let i = entries.length - 1; i >= 0; i--) if (["unavailable", "internal-error", "unknown"].includes(entries[i].result)) entries.splice(i, 1);
  }, "unfelt"],
  ["memory that grows", (entries) => entries.push({ memory: 200000, node: "a", at: 6000 }), "memory"],
];

for (const [what, plant, rule] of PLANTED) {
  test(`planted: ${what}`, () => {
    for (let seed = 1; seed <= 10; seed++) {
      const entries = history(seed);
      plant(entries);
      assert.ok(rules(entries).includes(rule), `seed ${seed}: ${rules(entries)}`);
    }
  });
}

test("on a busy machine, what needs no ledger may take as long as a server that has none and no fault does, three times as long at most", () => {
  const busy = (/** @type {number} */ ms) => {
    const entries = /** @type {any[]} */ (history(1));
    for (const entry of entries) if (entry.op === "health" && entry.start >= FAULT.start && entry.start < FAULT.end) entry.end = entry.start + ms;
    for (let at = 0; at < 12000; at += 50) {
      entries.push({ client: "probe", node: "control", op: "control", start: at, end: at + (at >= FAULT.start && at < FAULT.end ? 600 : 5), result: "ok" });
    }
    return entries;
  };
  assert.deepEqual(rules(busy(1700)), []);
  assert.deepEqual(rules(busy(1900)), ["free-slow"]);
});

test("where the store may forget, what was issued before may count as expired, and nothing may pass twice still", () => {
  const entries = history(1);
  const fault = pick(entries, (entry) => "fault" in entry);
  const first = pick(entries, ({ result, start }) => result === "success" && start < FAULT.start - 500);
  const open = { client: "x", node: "a", op: "answer", key: "open", start: 5500, end: 5510, result: "expired" };
  entries.push({ client: "x", node: "a", op: "challenge", gives: "open", start: 1000, end: 1010, result: "ok" }, open);
  assert.deepEqual(rules(entries), ["expired-early"]);
  entries[entries.indexOf(fault)] = { ...fault, forgets: true };
  assert.deepEqual(rules(entries), []);
  entries.push({ ...first, start: 6000, end: 6010 });
  assert.deepEqual(rules(entries), ["twice"]);
  entries.pop();
  entries.push({ client: "x", node: "a", op: "challenge", gives: "later", start: 11000, end: 11010, result: "ok" }, { ...open, key: "later", start: 11100, end: 11110 });
  assert.deepEqual(rules(entries), ["expired-early"], "what was issued long after the fault may not");
});

test("a fault that leaves the ledger within reach: nobody may be told that it can't be reached", () => {
  const entries = history(1);
  const fault = pick(entries, (entry) => "fault" in entry);
  entries[entries.indexOf(fault)] = { ...fault, holds: true };
  assert.deepEqual(rules(entries), ["not-held"]);
});
