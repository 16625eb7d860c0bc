/** What the picture of one challenge takes, from the key to the last byte of the PNG. */
import { median } from "../lib/numbers.js";
import { makePictures } from "../lib/programs.js";

const ROUNDS = 3;
/** Sprites differ, and so does what they take to draw. */
const PICTURES = 300;

const milliseconds = (/** @type {number} */ value) => Number(value.toPrecision(3));

/** @param {string} kind */
async function measurePictures(kind) {
  /** @type {Awaited<ReturnType<typeof makePictures>>[]} */
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) {
    rounds.push(await makePictures(kind, PICTURES));
  }
  const middle = (/** @type {"median_ms" | "p90_ms" | "generate_ms" | "draw_ms" | "encode_ms"} */ name) =>
    median(rounds.map((round) => round[name]));
  const [{ width, height, bytes, bytes_max }] = rounds;
  const steps = [middle("generate_ms"), middle("draw_ms"), middle("encode_ms")].map(milliseconds).join(" + ");
  return {
    time: {
      value: middle("median_ms"),
      note: `${width}x${height}; p90 ${milliseconds(middle("p90_ms"))}; generate, draw, encode: ${steps}`,
    },
    size: { value: bytes / 1000, note: `mean of ${PICTURES}; at most ${bytes_max / 1000} kB` },
  };
}

/** Time and size of a kind come from one run. @type {Map<string, ReturnType<typeof measurePictures>>} */
const measured = new Map();

/** @param {string} kind */
function once(kind) {
  const before = measured.get(kind) ?? measurePictures(kind);
  measured.set(kind, before);
  return before;
}

/** @param {string} kind */
export const pictureTime = async (kind) => (await once(kind)).time;
/** @param {string} kind */
export const pictureSize = async (kind) => (await once(kind)).size;
