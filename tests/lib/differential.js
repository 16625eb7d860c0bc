// Whether challenges that differ in their answer differ in anything else. What must be equal is compared byte by byte. What varies by
// design (tokens, the order of options, the size of a picture) must be unrelated to the answer.
//
// Null hypothesis of `assertUnrelated`: the answers are independent of a feature. Then, given how many challenges have the feature and
// how many have each answer, the number of those with both is hypergeometric. The test is exact, for any number of challenges.
import assert from "node:assert/strict";
import { request as httpRequest, Agent } from "node:http";
import { shareLimit } from "./chance.js";

/** A call of `assertUnrelated` raises a false alarm with a probability below 1e-15. Fewer than a thousand calls are in a run, so that a
 * run raises one with less than 1e-12. */
const FALSE_ALARM = 1e-15;

/** ln(n!) by n. */
const lnFactorials = [0];
for (let n = 1; n <= 4096; n++) lnFactorials.push(lnFactorials[n - 1] + Math.log(n));
/** @param {number} n @param {number} k */
const lnChoose = (n, k) => (k < 0 || k > n ? -Infinity : lnFactorials[n] - lnFactorials[k] - lnFactorials[n - k]);

/**
 * ln of the chance that a group holds `hits` or more of those marked, where chance marks `marked` of `total`.
 * @param {number} total @param {number} marked @param {number} group @param {number} hits
 */
export function lnTail(total, marked, group, hits) {
  const all = lnChoose(total, group);
  let sum = 0;
  const first = lnChoose(marked, hits) + lnChoose(total - marked, group - hits) - all;
  for (let x = hits; x <= Math.min(marked, group); x++) {
    sum += Math.exp(lnChoose(marked, x) + lnChoose(total - marked, group - x) - all - first);
  }
  return first + Math.log(sum);
}

/** Values as numbers from 0, in place of comparing them again and again. @param {readonly (string | number)[]} values */
function coded(values) {
  const kinds = [...new Set(values)];
  const codes = new Map(kinds.map((kind, code) => [kind, code]));
  return { kinds, codes: Uint16Array.from(values, (value) => /** @type {number} */ (codes.get(value))) };
}

/**
 * Evidence, in nats, that a mark depends on a label in any way: it is that of the best set of labels, less what chance gains by the choice
 * among all sets. Chance exceeds -ln(p) with a probability of at most p.
 * @param {Uint8Array} marks 0 or 1 for each challenge @param {Uint16Array} labels @param {number} kinds how many labels there are
 */
export function evidence(marks, labels, kinds) {
  const total = marks.length;
  const [all, hit] = [new Uint16Array(kinds), new Uint16Array(kinds)];
  let marked = 0;
  for (let i = 0; i < total; i++) {
    all[labels[i]]++;
    hit[labels[i]] += marks[i];
    marked += marks[i];
  }
  let [group, hits] = [0, 0];
  for (let label = 0; label < kinds; label++) {
    if (hit[label] * total > all[label] * marked) [group, hits] = [group + all[label], hits + hit[label]];
  }
  return group === 0 ? 0 : -lnTail(total, marked, group, hits) - kinds * Math.LN2;
}

/** @typedef {Record<string, (string | number)[]>} Columns by name; a value for each challenge */

/** The marks of a feature: one for each of its values; one alone where there are two. @param {string} name @param {(string | number)[]} values
 * @returns {[string, Uint8Array][]} */
function marksOf(name, values) {
  const { kinds, codes } = coded(values);
  if (kinds.length < 2) return [];
  return kinds.slice(0, kinds.length === 2 ? 1 : undefined).map((kind, code) => [`${name} = ${kind}`, Uint8Array.from(codes, (one) => Number(one === code))]);
}

/** Fails where a feature depends on a label, however it does. @param {Columns} features @param {Columns} labels */
export function assertUnrelated(features, labels) {
  const marks = Object.entries(features).flatMap(([name, values]) => marksOf(name, values));
  const limit = -Math.log(FALSE_ALARM) + Math.log(Math.max(1, marks.length * Object.keys(labels).length));
  for (const [label, values] of Object.entries(labels)) {
    const { kinds, codes } = coded(values);
    for (const [name, ones] of marks) {
      const found = evidence(ones, codes, kinds.length);
      assert.ok(found <= limit, `"${name}" depends on the answer (${label}): ${found.toFixed(1)} nats, chance reaches ${limit.toFixed(1)}`);
    }
  }
}

// ------------------------------------------------------------------- answers

/**
 * What an attacker wants to know, as columns: the answer where it has few values, its bits, its cells, its row and column.
 * @param {string[]} truths as the header Tessera-Truth has them @param {number} columns of the grid of cells
 * @returns {Columns}
 */
export function labelsOf(truths, columns) {
  if (/^[012]{16}$/.test(truths[0])) { // a puzzle's grid
    return Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`tile ${i}`, truths.map((truth) => truth[i])]));
  }
  const right = truths.map((truth) => truth.split(",").map(Number));
  const most = Math.max(...right.flat());
  const first = right.map(([cell]) => cell);
  /** @type {Columns} */
  const labels = {};
  if (right[0].length > 1) {
    for (let cell = 0; cell <= most; cell++) labels[`is cell ${cell} right`] = right.map((cells) => Number(cells.includes(cell)));
  }
  if (most < 16) labels[right[0].length > 1 ? "first cell" : "answer"] = first;
  else {
    labels.row = first.map((cell) => Math.floor(cell / columns));
    labels.column = first.map((cell) => cell % columns);
  }
  for (let bit = 0; right[0].length === 1 && 2 ** bit <= most; bit++) labels[`bit ${bit}`] = first.map((cell) => (cell >> bit) & 1);
  return labels;
}

// ------------------------------------------------------------ opaque members

/** Each bit of members that are base64url or hex, as a feature. All of them have one length.
 * @param {string} name @param {string[]} texts @param {"base64url" | "hex"} encoding @returns {Columns} */
export function bitsOf(name, texts, encoding) {
  const pattern = encoding === "hex" ? /^[0-9a-f]+$/ : /^[\w-]+$/;
  for (const text of texts) assert.match(text, pattern, name);
  assert.deepEqual([...new Set(texts.map((text) => text.length))].length, 1, `${name} has one length`);
  const bytes = texts.map((text) => Buffer.from(text, encoding));
  /** @type {Columns} */
  const features = {};
  for (let i = 0; i < bytes[0].length; i++) {
    for (let bit = 0; bit < 8; bit++) features[`${name}[${i}] bit ${bit}`] = bytes.map((one) => (one[i] >> bit) & 1);
  }
  return features;
}

/** The low bits of numbers, and whether each is above the middle one. @param {string} name @param {number[]} numbers @returns {Columns} */
export function numberBits(name, numbers) {
  const middle = [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
  /** @type {Columns} */
  const features = { [`${name} is above the middle`]: numbers.map((number) => Number(number > middle)) };
  for (let bit = 0; bit < 4; bit++) features[`${name} bit ${bit}`] = numbers.map((number) => (Math.round(number) >> bit) & 1);
  return features;
}

/** Which option stands where, as features. @param {string[][]} lists @returns {Columns} */
export const orderOf = (lists) => Object.fromEntries(lists[0].map((_, i) => [`option ${i}`, lists.map((list) => list[i])]));

/** Who looks at nothing but the words, and takes that one. @type {Record<string, (a: string, b: string) => number>} */
const GUESSES = {
  "first in the alphabet": (a, b) => (a < b ? -1 : 1),
  "last in the alphabet": (a, b) => (a > b ? -1 : 1),
  shortest: (a, b) => a.length - b.length || (a < b ? -1 : 1),
  longest: (a, b) => b.length - a.length || (a < b ? -1 : 1),
};

/** Fails where the answer, a place in a list of options, is guessed by the place alone or by the words alone. By chance alone, that
 * happens less than once in 10^12 times for each guess. @param {string[][]} lists @param {number[]} answers */
export function assertNoGuess(lists, answers) {
  const n = lists.length;
  const limit = shareLimit(n, 1 / lists[0].length);
  const guesses = [...lists[0].map((_, i) => /** @type {const} */ ([`number ${i}`, () => i])),
    ...Object.entries(GUESSES).map(([name, compare]) => /** @type {const} */ ([name, (/** @type {string[]} */ list) => list.indexOf([...list].sort(compare)[0])]))];
  for (const [name, guess] of guesses) {
    const hits = lists.filter((list, i) => guess(list) === answers[i]).length;
    assert.ok(hits / n < limit, `the option that is ${name} is right in ${hits} of ${n} challenges`);
  }
}

// ---------------------------------------------------------------------- HTTP

const agent = new Agent({ keepAlive: true, maxSockets: 2 });

/**
 * A request whose reply is given as it came: headers in their order and case.
 * @param {string} url @param {{method?: string, headers?: Record<string, string>, body?: string}} [options]
 * @returns {Promise<{status: number, headers: string, truth: string, location: string, body: Buffer}>}
 */
export function exchange(url, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { method, agent, headers: { ...headers, ...(body !== undefined && { "Content-Length": String(Buffer.byteLength(body)) }) } }, (reply) => {
      /** @type {Buffer[]} */
      const chunks = [];
      reply.on("data", (chunk) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        const whole = Buffer.concat(chunks);
        resolve({ status: reply.statusCode ?? 0, headers: headersOf(reply.rawHeaders, whole.length), body: whole,
          truth: String(reply.headers["tessera-truth"] ?? ""), location: String(reply.headers.location ?? "") });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The headers as text. The date has one form, the length is that of the body, and Tessera-Truth is left out: only `--truth` adds it.
 * @param {string[]} raw @param {number} length */
function headersOf(raw, length) {
  const lines = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [raw[i], raw[i + 1]];
    if (name.toLowerCase() === "tessera-truth") continue;
    if (name === "Date") assert.match(value, /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    if (name === "Content-Length") assert.equal(Number(value), length);
    lines.push(`${name}: ${name === "Date" || name === "Content-Length" ? "" : value}`);
  }
  return lines.join("\n");
}

// ------------------------------------------------------------------- equality

/** Fails unless all of a group are equal; says where the first two differ. @param {string} what @param {string[]} texts */
export function assertSame(what, texts) {
  const other = texts.find((text) => text !== texts[0]);
  if (other === undefined) return;
  let at = 0;
  while (texts[0][at] === other[at]) at++;
  const part = (/** @type {string} */ text) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  assert.fail(`${what} differs between two challenges:\n  ${part(texts[0])}\n  ${part(other)}`);
}

/** Groups by a key. @template T @param {T[]} items @param {(item: T) => string} keyOf @returns {Map<string, T[]>} */
export function groupBy(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
