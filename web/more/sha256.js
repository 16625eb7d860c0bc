// sha256.js: looks for a number whose SHA-256, behind a text, begins with zero bits. The browser's own SHA-256 is there on
// https pages only, and answers one hash at a time; this one goes through thousands in a slice of time.

/** The first 32 bits of the fractions of cube roots of the first 64 primes, and of square roots of the first 8. */
const [K, START] = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const bits = (/** @type {number} */ root) => ((root - Math.floor(root)) * 0x100000000) | 0;
  return [Int32Array.from(primes, (prime) => bits(Math.cbrt(prime))), Int32Array.from(primes.slice(0, 8), (prime) => bits(Math.sqrt(prime)))];
})();

/** The first word of the hash of one block. @param {Int32Array} w 64 words, of which the first 16 are the block */
function firstWord(w) {
  for (let i = 16; i < 64; i++) {
    const x = /** @type {number} */ (w[i - 15]), y = /** @type {number} */ (w[i - 2]);
    w[i] = /** @type {number} */ (w[i - 16]) + /** @type {number} */ (w[i - 7]) +
      ((x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3) + ((y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10) | 0;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {any} */ (START);
  for (let i = 0; i < 64; i++) {
    const one = h + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
    const two = ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10)) + (a & b ^ a & c ^ b & c) | 0;
    h = g; g = f; f = e; e = d + one | 0; d = c; c = b; b = a; a = one + two | 0;
  }
  return a + /** @type {number} */ (START[0]) | 0;
}

/**
 * @param {string} seed ASCII, 32 characters @param {number} bits 1 to 31
 * @returns {(count: number) => number} tries so many numbers, each only once; the one that fits, or -1
 */
export function createSearch(seed, bits) {
  const words = new Int32Array(64);
  const put = (/** @type {number} */ at, /** @type {number} */ byte) => {
    words[at >> 2] = /** @type {number} */ (words[at >> 2]) & ~(255 << (24 - at % 4 * 8)) | byte << (24 - at % 4 * 8);
  };
  const text = `${seed}:`;
  for (let i = 0; i < text.length; i++) put(i, text.charCodeAt(i));
  let nonce = 0;
  return (count) => {
    for (const end = nonce + count; nonce < end; nonce++) {
      const digits = String(nonce);
      const length = text.length + digits.length;
      for (let i = 0; i < digits.length; i++) put(text.length + i, digits.charCodeAt(i));
      put(length, 128);
      words[15] = length * 8;
      if (firstWord(words) >>> (32 - bits) === 0) return nonce;
    }
    return -1;
  };
}
