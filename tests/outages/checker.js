// Reads the log of what clients asked of several servers while something was broken, and says what must not be in it.
// Pure: a list of entries in, a list of findings out. checker.test.js holds it to logs with planted faults.
//
// Spending a token is a test-and-set on a register of its own: exactly one call may win, and it can be decided exactly
// whether what the clients saw has an order in which each call takes effect between its start and its end:
//   - two winners: no order;
//   - a winner, and a loser that ended before the winner began: no order;
//   - losers without a winner: only a call of which nobody knows how it ended can have won, if it began before they ended.
// That a token is too old, or the store has lost what it knew, has to be allowed; such a call may have spent it all the same.

/**
 * A call, by a clock that is steady and the same for all: milliseconds.
 * `op`: what was asked; of "answer" and "verify", `key` names the token, and `gives` the one that a pass brought. "control" is what a
 * server was asked that has neither the ledger nor the fault: how busy the machine is.
 * @typedef {{client: string, node: string, op: string, key?: string, gives?: string, start: number, end: number, result: string}} Call
 *
 * What was done to the servers or the stores. `nodes`: those that are themselves stopped or killed, and owe nobody an answer.
 * `forgets`: the store's settings allow that it loses what it knew, so what was issued before may count as expired.
 * `holds`: the ledger can be reached all the time; nobody may be told that it can't.
 * @typedef {{fault: string, start: number, end: number, nodes?: string[], forgets?: boolean, holds?: boolean}} Fault
 *
 * The memory of a server, in KiB. @typedef {{memory: number, node: string, at: number}} Memory
 * @typedef {Call | Fault | Memory} Entry
 *
 * @typedef {{rule: string, text: string}} Finding
 * @typedef {{recoveryMs: number, freeMedianMs: number, freeWorstMs: number, freeTimes: number, growthKib: number, lifeMs: number, skewMs: number,
 *            evidence: number}} Bounds
 */

/** @type {Bounds} */
export const BOUNDS = {
  recoveryMs: 5000, // after the end of a fault, on every node, without a restart
  freeMedianMs: 150, // what needs no ledger, while there is a fault: far below any delay that is made,
  freeWorstMs: 1500, // of a hundred of these, but for one
  freeTimes: 3, // or so many times what a server that shares nothing with the others takes meanwhile, on a machine that is busy
  growthKib: 64 * 1024, // of a server's memory, from before the first fault on
  lifeMs: 300 * 1000, // of challenges and passes: response.lifetime_s
  skewMs: 0, // how far the servers' clocks are apart
  evidence: 10, // so many calls at least, or a rule has not been tried
};

/** What a result says of the register. "first": this call has won. "again": another one had. "late": too old. "again-late":
 * one of these, the caller is not told which. "maybe": nobody knows. "none": it did not arrive. What is not listed is a wrong answer.
 * @type {Record<string, Record<string, string>>} */
const MEANS = {
  answer: { pass: "first", incorrect: "first", replayed: "again", expired: "late", unavailable: "maybe", unknown: "maybe", refused: "none" },
  verify: { success: "first", "timeout-or-duplicate": "again-late", "internal-error": "maybe", unavailable: "maybe", unknown: "maybe", refused: "none" },
};

/** Which need no ledger, and have to come whatever it does. */
const FREE = ["challenge", "health", "picture"];

/** Who waits for so long has noticed that something is broken. */
const FELT_MS = 1000;

/** @param {Entry} entry @returns {entry is Call} */
const isControl = (entry) => "op" in entry && entry.op === "control";
/** @param {Entry} entry @returns {entry is Call} */
export const isCall = (entry) => "op" in entry && !isControl(entry);
/** @param {Entry} entry @returns {entry is Fault} */
const isFault = (entry) => "fault" in entry;
/** @param {Entry} entry @returns {entry is Memory} */
const isMemory = (entry) => "memory" in entry;

/** @param {Call} call */
const meaning = (call) => MEANS[call.op]?.[call.result] ?? "wrong";

/** @param {Call} call */
const told = (call) => `${call.op} at ${call.node} by ${call.client}, ${call.start.toFixed(1)} to ${call.end.toFixed(1)} ms: ${call.result}`;

/** The value below which that share of a list lies. @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Whether a token that was issued by that call may count as expired to this one. @param {Call | undefined} issue @param {Call} call
 * @param {Fault[]} faults @param {Bounds} bounds */
function mayBeLate(issue, call, faults, bounds) {
  if (!issue) return false;
  if (call.end - issue.start >= bounds.lifeMs - bounds.skewMs) return true;
  return faults.some((fault) => fault.forgets && call.end >= fault.start && issue.start <= fault.end + bounds.recoveryMs);
}

/** One token: is there an order of the calls that explains what they were told?
 * @param {string} key @param {Call[]} calls @param {Call | undefined} issue @param {Fault[]} faults @param {Bounds} bounds
 * @returns {Finding[]} */
function checkKey(key, calls, issue, faults, bounds) {
  /** @type {Finding[]} */
  const findings = [];
  const find = (/** @type {string} */ rule, /** @type {Call[]} */ ...which) =>
    findings.push({ rule, text: `${key}: ${which.map(told).join("; ")}` });
  const of = (/** @type {string} */ means) => calls.filter((call) => meaning(call) === means);
  // Who is told that it was too late may have come in time, and be told later.
  const [winners, maybes] = [of("first"), [...of("maybe"), ...of("late")]];
  if (winners.length > 1) find("twice", ...winners);
  const canHaveWon = winners.length > 0 ? winners : maybes;
  for (const call of [...of("again"), ...of("again-late")]) {
    if (canHaveWon.some((winner) => winner.start <= call.end)) continue;
    if (meaning(call) === "again-late" && mayBeLate(issue, call, faults, bounds) && winners.length === 0) continue;
    find(meaning(call) === "again" ? "no-cause" : "lost", call, ...canHaveWon);
  }
  for (const call of of("late")) {
    if (!mayBeLate(issue, call, faults, bounds)) find("expired-early", call);
    const later = winners.find((winner) => winner.start > call.end);
    if (later && bounds.skewMs === 0) find("back-to-life", call, later);
  }
  for (const call of of("wrong")) find("wrong-answer", call);
  if (issue && calls.some((call) => call.end < issue.start)) find("before-issue", issue);
  return findings;
}

/** The tokens: what was called with each, and which call has issued it. @param {Call[]} calls */
function byKey(calls) {
  /** @type {Map<string, {calls: Call[], issue?: Call}>} */
  const keys = new Map();
  const entry = (/** @type {string} */ key) => keys.get(key) ?? keys.set(key, { calls: [] }).get(key) ?? { calls: [] };
  for (const call of calls) {
    if (call.key !== undefined && call.op in MEANS) entry(call.key).calls.push(call);
    if (call.gives !== undefined) entry(call.gives).issue = call;
  }
  return keys;
}

/** Passes that were handed out, and asked about again after all faults, succeed, unless a call that may have redeemed them went
 * before: a client that redeems once more in the end learns so of all that was lost.
 * @param {string} key @param {{calls: Call[], issue?: Call}} token @returns {Finding[]} */
function checkAsked(key, { calls, issue }) {
  if (!issue || issue.op !== "answer" || calls.length > 0) return [];
  return [{ rule: "never-asked", text: `${key}: a pass that nobody redeemed proves nothing` }];
}

/** @param {Call} call @param {Fault} fault */
const isDuring = (call, fault) => call.start >= fault.start && call.start < fault.end;

/** What needs no ledger comes, and quickly. @param {Call[]} calls @param {Call[]} controls @param {Fault} fault @param {Bounds} bounds
 * @returns {Finding[]} */
function checkFree(calls, controls, fault, bounds) {
  /** @type {Finding[]} */
  const findings = [];
  if (calls.every((call) => fault.nodes?.includes(call.node)) && calls.length > 0) return findings; // nobody is there to answer
  const free = calls.filter((call) => FREE.includes(call.op) && isDuring(call, fault) && !fault.nodes?.includes(call.node));
  // The picture of a challenge that counts as expired is gone.
  const bad = free.filter((call) => call.result !== "ok" && !(call.result === "gone" && fault.forgets));
  const took = free.map((call) => call.end - call.start);
  const [median, worst] = [quantile(took, 0.5), quantile(took, 0.99)];
  const control = controls.filter((call) => isDuring(call, fault)).map((call) => call.end - call.start);
  const isSlow = (/** @type {number} */ share, /** @type {number} */ most) =>
    quantile(took, share) > Math.max(most, bounds.freeTimes * (quantile(control, share) || 0));
  if (free.length < bounds.evidence) findings.push({ rule: "evidence", text: `${fault.fault}: ${free.length} calls that need no ledger` });
  if (bad.length > 0) findings.push({ rule: "free-refused", text: `${fault.fault}: ${bad.length} of ${free.length}: ${told(bad[0])}` });
  if (isSlow(0.5, bounds.freeMedianMs) || isSlow(0.99, bounds.freeWorstMs)) {
    findings.push({ rule: "free-slow", text: `${fault.fault}: half above ${median.toFixed(0)} ms, one in a hundred above ${worst.toFixed(0)} ms` });
  }
  return findings;
}

/** When each node first said "first" after a fault, in milliseconds from its end; NaN: never.
 * @param {Call[]} calls @param {string[]} nodes @param {Fault} fault @returns {Record<string, number>} */
export const recoveries = (calls, nodes, fault) => Object.fromEntries(nodes.map((node) => [node,
  Math.min(...calls.filter((call) => call.node === node && call.end >= fault.end && meaning(call) === "first").map((call) => call.end)) - fault.end]));

/** Every node serves again soon after a fault, and goes on so until the next one.
 * @param {Call[]} calls @param {string[]} nodes @param {Fault} fault @param {number} until @param {Bounds} bounds @returns {Finding[]} */
function checkRecovery(calls, nodes, fault, until, bounds) {
  /** @type {Finding[]} */
  const findings = [];
  for (const [node, ms] of Object.entries(recoveries(calls, nodes, fault))) {
    if (!(ms <= bounds.recoveryMs)) findings.push({ rule: "recovery", text: `${fault.fault}: ${node} passes nothing until ${ms.toFixed(0)} ms after its end` });
  }
  const after = calls.filter((call) => call.start >= fault.end + bounds.recoveryMs && call.end < until);
  const bad = after.filter((call) => ["unavailable", "internal-error", "unknown", "refused"].includes(call.result));
  if (bad.length > 0) findings.push({ rule: "not-settled", text: `${fault.fault}: ${bad.length} of ${after.length} after ${bounds.recoveryMs} ms: ${told(bad[0])}` });
  return findings;
}

/** What nobody noticed was not broken, and proves nothing. @param {Call[]} calls @param {Fault} fault @param {Bounds} bounds @returns {Finding[]} */
function checkFelt(calls, fault, bounds) {
  const isFelt = (/** @type {Call} */ call) => call.start < fault.end + bounds.recoveryMs && call.end >= fault.start &&
    (["unavailable", "internal-error", "unknown", "refused", "expired"].includes(call.result) || call.end - call.start > FELT_MS);
  return calls.some(isFelt) ? [] : [{ rule: "unfelt", text: `${fault.fault}: nobody has noticed it` }];
}

/** A fault that leaves the ledger within reach. @param {Call[]} calls @param {Fault} fault @returns {Finding[]} */
function checkHolds(calls, fault) {
  const during = calls.filter((call) => call.op in MEANS && isDuring(call, fault) && !fault.nodes?.includes(call.node));
  const bad = during.filter((call) => ["unavailable", "internal-error", "unknown", "refused"].includes(call.result));
  if (during.length === 0) return [{ rule: "evidence", text: `${fault.fault}: no call that needs the ledger` }];
  return bad.length === 0 ? [] : [{ rule: "not-held", text: `${fault.fault}: ${bad.length} of ${during.length}: ${told(bad[0])}` }];
}

/** Whether a fault has lasted until there are calls by which it can be judged. @param {Entry[]} entries @param {Fault} fault
 * @param {Partial<Bounds>} [more] */
export function isTried(entries, fault, more = {}) {
  const [calls, bounds] = [entries.filter(isCall), { ...BOUNDS, ...more }];
  const findings = [...checkFree(calls, [], fault, bounds), ...(fault.holds ? checkHolds(calls, fault) : checkFelt(calls, fault, bounds))];
  return findings.every(({ rule }) => rule !== "evidence" && rule !== "unfelt");
}

/** @param {Memory[]} samples @param {number} before @param {Bounds} bounds @returns {Finding[]} */
function checkMemory(samples, before, bounds) {
  return [...new Set(samples.map(({ node }) => node))].flatMap((node) => {
    const mine = samples.filter((sample) => sample.node === node);
    const [first, most] = [mine.filter(({ at }) => at <= before), mine].map((list) => Math.max(...list.map(({ memory }) => memory)));
    return most - first > bounds.growthKib ? [{ rule: "memory", text: `${node}: ${first} KiB before, ${most} KiB then` }] : [];
  });
}

/** Everything in a log that must not be there; nothing where all is well.
 * @param {Entry[]} entries @param {Partial<Bounds>} [more] @returns {Finding[]} */
export function check(entries, more = {}) {
  const bounds = { ...BOUNDS, ...more };
  const calls = entries.filter(isCall);
  const faults = entries.filter(isFault).sort((a, b) => a.start - b.start);
  const nodes = [...new Set(calls.map(({ node }) => node))];
  const won = calls.filter((call) => meaning(call) === "first").length;
  const findings = won < bounds.evidence ? [{ rule: "evidence", text: `${won} calls have won anything` }] : [];
  for (const [key, token] of byKey(calls)) {
    findings.push(...checkKey(key, token.calls, token.issue, faults, bounds), ...checkAsked(key, token));
  }
  faults.forEach((fault, i) => {
    findings.push(...checkFree(calls, entries.filter(isControl), fault, bounds), ...(fault.holds ? checkHolds(calls, fault) : checkFelt(calls, fault, bounds)));
    findings.push(...checkRecovery(calls, nodes, fault, faults[i + 1]?.start ?? Infinity, bounds));
  });
  findings.push(...checkMemory(entries.filter(isMemory), faults[0]?.start ?? Infinity, bounds));
  return findings;
}

/** A log as text, a line each. @param {string} text @returns {Entry[]} */
export const read = (text) => text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

/** What a log shows, for tables: how long each fault was felt, and what came of the calls.
 * @param {Entry[]} entries */
export function summary(entries) {
  const calls = entries.filter(isCall);
  const nodes = [...new Set(calls.map(({ node }) => node))];
  /** @type {Record<string, number>} */
  const results = {};
  for (const { op, result } of calls) results[`${op} ${result}`] = (results[`${op} ${result}`] ?? 0) + 1;
  const faults = entries.filter(isFault).map((fault) => {
    const free = calls.filter((call) => FREE.includes(call.op) && isDuring(call, fault) && !fault.nodes?.includes(call.node));
    const bound = calls.filter((call) => call.op in MEANS && isDuring(call, fault) && !fault.nodes?.includes(call.node));
    const took = (/** @type {Call[]} */ list, /** @type {number} */ share) => quantile(list.map((call) => call.end - call.start), share);
    return { fault: fault.fault, lastedMs: fault.end - fault.start, recoveredMs: Math.max(...Object.values(recoveries(calls, nodes, fault))),
      freeMedianMs: took(free, 0.5), freeWorstMs: took(free, 0.99), boundWorstMs: took(bound, 0.99) };
  });
  return { calls: calls.length, results, faults };
}
