// Two made-up people who write in different ways, for tests of what is known by the way somebody writes.

const WORDS = ("the of perhaps because river window considerable I think really just like stuff house however therefore "
  + "morning although so very people walked it was").split(" ");

/** Numbers that look random and are the same each time. @param {number} seed */
function dice(seed) {
  let state = (seed * 2654435761) >>> 0;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** @typedef {{first: number, sentence: number, end: string, isProper: boolean, typingMs: number}} Author */

/** @type {Author} */
export const CALM = { first: 0, sentence: 18, end: ". ", isProper: true, typingMs: 260 };
/** @type {Author} */
export const LOUD = { first: 7, sentence: 5, end: "!! ", isProper: false, typingMs: 90 };

/** Six sentences. @param {Author} author @param {number} seed */
export function messageOf(author, seed) {
  const pick = dice(seed + 1);
  let text = "";
  for (let sentence = 0; sentence < 6; sentence++) {
    const count = 2 + pick(author.sentence);
    const words = Array.from({ length: count }, () =>
      WORDS[pick(4) > 0 ? (author.first + pick(8)) % WORDS.length : pick(WORDS.length)]);
    if (author.isProper) words[0] = words[0][0].toUpperCase() + words[0].slice(1);
    text += words.join(" ") + author.end;
  }
  return text;
}

/** Milliseconds from key to key. @param {Author} author @param {number} seed @param {number} [count] */
export function typingOf(author, seed, count = 64) {
  const pick = dice(seed + 7);
  return Array.from({ length: count }, () => Math.floor(author.typingMs / 2) + pick(author.typingMs));
}
