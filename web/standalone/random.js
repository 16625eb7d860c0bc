// random.js: the only source of chance: crypto.getRandomValues, which plain-http pages have as well.

import { Bytes, Words } from "./intrinsics.js";

// Node 18 keeps it in a module. The name stands apart so that no bundler looks for it.
const NODE_CRYPTO = "node:crypto";

/** @type {Pick<Crypto, "getRandomValues">} */
const source = globalThis.crypto ?? (await import(NODE_CRYPTO)).webcrypto;
const getRandomValues = source.getRandomValues.bind(source);

/** @param {number} count at most 65536 */
export function randomBytes(count) {
  return getRandomValues(new Bytes(count));
}

/** A whole number from 0 to `bound` - 1, each as likely as the others. @param {number} bound 1 to 2^32 */
export function randomBelow(bound) {
  const word = new Words(1);
  const even = 2 ** 32 - (2 ** 32 % bound); // numbers above this would make small results more likely
  let value;
  do {
    value = /** @type {number} */ (getRandomValues(word)[0]);
  } while (value >= even);
  return value % bound;
}

/** @template T @param {readonly T[]} choices at least one @returns {T} */
export function randomChoice(choices) {
  return /** @type {T} */ (choices[randomBelow(choices.length)]);
}
