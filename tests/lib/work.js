// Looks for the number that a proof of work asks for, with Node's own SHA-256: the widget has one of its own.
import { createHash } from "node:crypto";

/** @param {string} seed @param {number | string} nonce */
export function zeroBits(seed, nonce) {
  const hash = createHash("sha256").update(`${seed}:${nonce}`).digest();
  let bits = 0;
  for (const byte of hash) {
    if (byte === 0) bits += 8;
    else return bits + Math.clz32(byte) - 24;
  }
  return bits;
}

/** The first number that shows enough zero bits, or, with `enough` false, the first that does not.
 * @param {{seed: string, bits: number}} view @param {boolean} [enough] */
export function work({ seed, bits }, enough = true) {
  let nonce = 0;
  while (zeroBits(seed, nonce) >= bits !== enough) nonce++;
  return String(nonce);
}
