/** The bounds of a share that was found `right` times of `asked`, with 95% certainty (Wilson).
 * @param {number} right @param {number} asked @returns {[number, number]} */
export function wilson(right, asked) {
  if (asked === 0) return [0, 1];
  const z = 1.959964, share = right / asked, whole = 1 + (z * z) / asked;
  const middle = (share + (z * z) / (2 * asked)) / whole;
  const half = (z * Math.sqrt((share * (1 - share)) / asked + (z * z) / (4 * asked * asked))) / whole;
  return [Math.max(0, middle - half), Math.min(1, middle + half)].map((bound) => Math.round(bound * 1e4) / 1e4)
    /** @type {[number, number]} */;
}
