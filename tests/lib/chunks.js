// What a PNG file is made of, read by its specification.
import assert from "node:assert/strict";

/** The chunks of a PNG file: type and data, in order. @param {Buffer} png @returns {[string, Buffer][]} */
export function chunksOf(png) {
  assert.equal(png.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  /** @type {[string, Buffer][]} */
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push([png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
    assert.ok(at <= png.length);
  }
  return found;
}
