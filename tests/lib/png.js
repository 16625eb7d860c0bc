// Writes and reads PNG files for the tests: true colour, 8 bits a channel.
import assert from "node:assert/strict";
import { deflateSync, inflateSync } from "node:zlib";
import { chunksOf } from "./chunks.js";

/** Node 18 has no CRC-32 of its own. @param {Buffer} bytes */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** @param {number} width @param {number} height */
function headerOf(width, height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return chunk("IHDR", header);
}

/** @param {number} width @param {number} height @param {(x: number, y: number) => readonly number[]} [colourAt] */
function packed(width, height, colourAt) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; colourAt && y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  }
  return deflateSync(rows);
}

/**
 * @param {number} width @param {number} height
 * @param {(x: number, y: number) => readonly number[]} [colourAt] red, green, blue; black everywhere
 */
export function png(width, height, colourAt) {
  return Buffer.concat([SIGNATURE, headerOf(width, height), chunk("IDAT", packed(width, height, colourAt)), chunk("IEND", Buffer.alloc(0))]);
}

/** Numbers of 32 bits, one after the other. @param {number[]} numbers */
function words(...numbers) {
  const buffer = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => buffer.writeUInt32BE(number, 4 * index));
  return buffer;
}

/** An animated one that plays once: frames of one colour each. @param {readonly (readonly number[])[]} colours
 * @param {readonly number[]} framesMs how long each is seen */
export function apng(colours, framesMs) {
  const [width, height] = [64, 48];
  let sequence = 0;
  const frames = colours.flatMap((colour, index) => {
    const ms = framesMs[index];
    const control = chunk("fcTL", Buffer.concat([words(sequence++, width, height, 0, 0), Buffer.from([ms >> 8, ms & 255, 1000 >> 8, 1000 & 255, 0, 0])]));
    const data = packed(width, height, () => colour);
    return [control, index === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([words(sequence++), data]))];
  });
  return Buffer.concat([SIGNATURE, headerOf(width, height), chunk("acTL", words(colours.length, 1)), ...frames, chunk("IEND", Buffer.alloc(0))]);
}

/** PNG's Paeth predictor: whichever of left, above and corner is nearest to left + above - corner.
 * @param {number} left @param {number} above @param {number} corner */
function paeth(left, above, corner) {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** By the colour type of a file, how many channels it has. @type {Record<number, number>} */
const CHANNELS = { 2: 3, 6: 4 };

/** Reads one that is not interlaced: red, green and blue of each pixel; what is transparent counts as it is told.
 * @param {Buffer} file */
export function readPng(file) {
  const chunks = chunksOf(file);
  const header = /** @type {Buffer} */ (chunks.find(([type]) => type === "IHDR")?.[1]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]];
  assert.deepEqual([...header.subarray(8)], [8, channels === 4 ? 6 : 2, 0, 0, 0], "true colour, 8 bits a channel");
  const packed = inflateSync(Buffer.concat(chunks.filter(([type]) => type === "IDAT").map(([, data]) => data)));
  const stride = channels * width;
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1);
    const filter = packed[row];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : bytes[at - channels];
      const above = y === 0 ? 0 : bytes[at - stride];
      const corner = x < channels || y === 0 ? 0 : bytes[at - stride - channels];
      bytes[at] = packed[row + 1 + x] + (filter === 0 ? 0 : filter === 1 ? left : filter === 2 ? above
        : filter === 3 ? (left + above) >> 1 : paeth(left, above, corner));
    }
  }
  if (channels === 3) return { width, height, colours: bytes };
  const colours = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; from < bytes.length; from++) if (from % channels < 3) colours[to++] = bytes[from];
  return { width, height, colours };
}
