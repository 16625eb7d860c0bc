// Compares counts with the probabilities that they should have. A run of all tests exceeds any of these limits by chance less
// than once in 10^12 times: tests that fail now and then are soon ignored.

/** Chance moves a single count beyond its limit with a probability of e^-40 at most, to either side. That is 4.2e-18; a run
 * compares fewer than 10,000 counts, so that a false alarm has a probability below 10,000 * 2 * 4.2e-18 = 8.5e-14. */
const RARE = 40;

/** How far shares are apart, so that n draws show `share` or more (or less) with a chance of e^(-n * distance) at most
 * where `p` is right: Chernoff's bound, which holds for any n. @param {number} share @param {number} p */
const distance = (share, p) =>
  (share > 0 ? share * Math.log(share / p) : 0) + (share < 1 ? (1 - share) * Math.log((1 - share) / (1 - p)) : 0);

/**
 * Whether counts of outcomes, each of a known probability, are as chance makes them.
 * @param {Record<string, number>} counts @param {Record<string, number>} probabilities
 */
export function isPlausible(counts, probabilities) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Object.keys(counts).every((name) => name in probabilities) &&
    Object.entries(probabilities).every(([name, p]) => total * distance((counts[name] ?? 0) / total, p) <= RARE);
}

/** The share of n draws that chance reaches with a probability of e^-40 at most, where each has the probability p. @param {number} n @param {number} p */
export function shareLimit(n, p) {
  let [low, high] = [p, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (n * distance(middle, p) < RARE) low = middle;
    else high = middle;
  }
  return high;
}

/** @param {readonly (string | number)[]} names each as likely as the others @returns {Record<string, number>} */
export const uniform = (names) => Object.fromEntries(names.map((name) => [name, 1 / names.length]));

/** @template T @param {T[]} items @param {(item: T) => string | number | boolean} nameOf @returns {Record<string, number>} */
export function countBy(items, nameOf) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const item of items) {
    const name = String(nameOf(item));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
