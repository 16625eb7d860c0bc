// argon2.js: Argon2id for browsers, or pages, that allow no WebAssembly: the same as src/pace makes, for the one size that is
// asked for (8 MiB, one pass, one lane, a tag of four bytes), and some ten times slower. A word of 64 bits is two halves,
// the low one first.

/** Halves of words. All places that are read are there, which TypeScript can't know. @typedef {any} Halves */

const BLOCKS = 8192, HALVES = 256, SEGMENT = BLOCKS / 4, TAG_BYTES = 4;

/** @type {Halves} */
const START = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19]);

/** Which word of a block goes where in a round of BLAKE2b, a hexadecimal digit each. @type {any} */
const ORDER = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"]
  .map((row) => [...row].map((digit) => parseInt(digit, 16)));

/** Which words a step mixes: the columns, then the diagonals. @type {[number, number, number, number][]} */
const STEPS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/** v[d] = (v[d] ^ v[a]) turned right by so many bits. @param {Halves} v @param {number} d @param {number} a @param {number} bits */
function turn(v, d, a, bits) {
  let low = v[d] ^ v[a], high = v[d + 1] ^ v[a + 1];
  if (bits >= 32) {
    [low, high] = [high, low];
    bits -= 32;
  }
  v[d] = bits ? low >>> bits | high << 32 - bits : low;
  v[d + 1] = bits ? high >>> bits | low << 32 - bits : high;
}

/** v[a] += b, a word as two halves. @param {Halves} v @param {number} a @param {number} low @param {number} high */
function add(v, a, low, high) {
  const sum = v[a] + low;
  v[a + 1] = v[a + 1] + high + (sum > 0xffffffff ? 1 : 0);
  v[a] = sum;
}

/** BLAKE2b of that length. @param {number} length @param {Uint8Array} bytes */
export function blake2b(length, bytes) {
  /** @type {Halves[]} */
  const [state, v] = [START.slice(), new Uint32Array(32)];
  state[0] ^= 0x01010000 ^ length;
  const count = Math.max(1, Math.ceil(bytes.length / 128));
  const padded = new Uint8Array(count * 128);
  padded.set(bytes);
  /** @type {Halves} */
  const words = new Uint32Array(padded.buffer);
  for (let block = 0; block < count; block++) {
    const at = block * 32, isLast = block === count - 1;
    v.set(state);
    v.set(START, 16);
    v[24] ^= isLast ? bytes.length : (block + 1) * 128;
    if (isLast) v[28] ^= -1, v[29] ^= -1;
    for (let round = 0; round < 12; round++) {
      STEPS.forEach((step, i) => {
        /** @type {any} */
        const [a, b, c, d] = step.map((word) => word * 2);
        const x = at + ORDER[round % 10][2 * i] * 2, y = at + ORDER[round % 10][2 * i + 1] * 2;
        add(v, a, v[b], v[b + 1]);
        add(v, a, words[x], words[x + 1]);
        turn(v, d, a, 32);
        add(v, c, v[d], v[d + 1]);
        turn(v, b, c, 24);
        add(v, a, v[b], v[b + 1]);
        add(v, a, words[y], words[y + 1]);
        turn(v, d, a, 16);
        add(v, c, v[d], v[d + 1]);
        turn(v, b, c, 63);
      });
    }
    for (let i = 0; i < 16; i++) state[i] ^= v[i] ^ v[16 + i];
  }
  return new Uint8Array(state.buffer, 0, length);
}

/** @param {...(number[] | Uint8Array)} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) whole.set(part, at), at += part.length;
  return whole;
}

/** @param {...number} numbers each as four bytes */
const bytesOf = (...numbers) => new Uint8Array(Uint32Array.from(numbers).buffer);

/** H': a hash of any length. @param {number} length @param {Uint8Array} bytes */
function hashLong(length, bytes) {
  let part = blake2b(Math.min(length, 64), joined(bytesOf(length), bytes));
  const parts = [];
  for (; length > 64; length -= 32) {
    parts.push(part.subarray(0, 32));
    part = blake2b(Math.min(length - 32, 64), part);
  }
  return joined(...parts, part);
}

/** v[a] += v[b] + 2 low(v[a]) low(v[b]). @param {Halves} v @param {number} a @param {number} b */
function multiplyAdd(v, a, b) {
  const x = v[a], y = v[b], xl = x & 0xffff, xh = x >>> 16, yl = y & 0xffff, yh = y >>> 16;
  const middle = xh * yl + (xl * yl >>> 16), other = xl * yh + (middle & 0xffff);
  const sum = x + y + 2 * (Math.imul(x, y) >>> 0);
  v[a + 1] = v[a + 1] + v[b + 1] + 2 * (xh * yh + (middle >>> 16) + (other >>> 16)) + (sum / 4294967296 | 0);
  v[a] = sum;
}

/** @param {Halves} v @param {number} a @param {number} b @param {number} c @param {number} d */
function mix(v, a, b, c, d) {
  multiplyAdd(v, a, b);
  let low = v[d] ^ v[a];
  v[d] = v[d + 1] ^ v[a + 1];
  v[d + 1] = low;
  multiplyAdd(v, c, d);
  low = v[b] ^ v[c];
  let high = v[b + 1] ^ v[c + 1];
  v[b] = low >>> 24 | high << 8;
  v[b + 1] = high >>> 24 | low << 8;
  multiplyAdd(v, a, b);
  low = v[d] ^ v[a];
  high = v[d + 1] ^ v[a + 1];
  v[d] = low >>> 16 | high << 16;
  v[d + 1] = high >>> 16 | low << 16;
  multiplyAdd(v, c, d);
  low = v[b] ^ v[c];
  high = v[b + 1] ^ v[c + 1];
  v[b] = high >>> 31 | low << 1;
  v[b + 1] = low >>> 31 | high << 1;
}

/** P on eight pairs of words that lie `step` halves apart. @param {Halves} v @param {number} at @param {number} step */
function permute(v, at, step) {
  const a = at, b = at + 2 * step, c = at + 4 * step, d = at + 6 * step;
  mix(v, a, b, c, d);
  mix(v, a + 2, b + 2, c + 2, d + 2);
  mix(v, a + step, b + step, c + step, d + step);
  mix(v, a + step + 2, b + step + 2, c + step + 2, d + step + 2);
  mix(v, a, b + 2, c + step, d + step + 2);
  mix(v, a + 2, b + step, c + step + 2, d);
  mix(v, a + step, b + step + 2, c, d + 2);
  mix(v, a + step + 2, b, c + 2, d + step);
}

/** @type {Halves} */
const mixed = new Uint32Array(HALVES);

/** to = G(one, other), all of them blocks. @param {Halves} to @param {number} at @param {Halves} one @param {number} oneAt
 * @param {Halves} other @param {number} otherAt */
function mixBlocks(to, at, one, oneAt, other, otherAt) {
  for (let i = 0; i < HALVES; i++) mixed[i] = one[oneAt + i] ^ other[otherAt + i];
  for (let i = 0; i < HALVES; i++) to[at + i] = mixed[i];
  for (let row = 0; row < 8; row++) permute(mixed, row * 32, 4);
  for (let column = 0; column < 8; column++) permute(mixed, column * 4, 32);
  for (let i = 0; i < HALVES; i++) to[at + i] ^= mixed[i];
}

/** An engine as engine.js wants one. @returns {import("./engine.js").Engine} */
export function createPlainEngine() {
  /** @type {Halves[]} */
  const [memory, addresses, zero] = [new Uint32Array(BLOCKS * HALVES), new Uint32Array(HALVES), new Uint32Array(HALVES)];
  let at = 0;

  function makeAddresses() {
    const asked = new Uint32Array(HALVES);
    asked[4] = Math.floor(at / SEGMENT);
    asked[6] = BLOCKS;
    asked[8] = 1;
    asked[10] = 2;
    asked[12] = Math.floor(at % SEGMENT / 128) + 1;
    mixBlocks(addresses, 0, zero, 0, asked, 0);
    mixBlocks(addresses, 0, zero, 0, addresses.slice(), 0);
  }

  function fill() {
    const isFirstHalf = at < 2 * SEGMENT, place = at % SEGMENT;
    if (isFirstHalf && (place % 128 === 0 || at === 2)) makeAddresses();
    const word = isFirstHalf ? addresses[place % 128 * 2] : memory[(at - 1) * HALVES];
    const area = at - 1;
    const squared = Number(BigInt(word) * BigInt(word) >> 32n);
    const behind = area - 1 - Number(BigInt(area) * BigInt(squared) >> 32n);
    mixBlocks(memory, at * HALVES, memory, (at - 1) * HALVES, memory, behind * HALVES);
    at++;
  }

  return {
    begin(seed, number) {
      const text = new TextEncoder(), password = text.encode(`tessera-work-1:${number}`), salt = text.encode(seed);
      const start = blake2b(64, joined(bytesOf(1, TAG_BYTES, BLOCKS, 1, 0x13, 2, password.length), password,
        bytesOf(salt.length), salt, bytesOf(0, 0)));
      for (at = 0; at < 2; at++) {
        memory.set(new Uint32Array(hashLong(1024, joined(start, bytesOf(at, 0))).buffer), at * HALVES);
      }
    },
    step(blocks) {
      for (; blocks > 0 && at < BLOCKS; blocks--) fill();
      return at < BLOCKS ? null : hashLong(TAG_BYTES, new Uint8Array(memory.buffer, (BLOCKS - 1) * 1024, 1024));
    },
  };
}
