// engine.js: what does the work: WebAssembly with vectors, WebAssembly without, or plain JavaScript, whichever is the first
// that the browser and the page's policy allow.

import { createPlainEngine } from "./argon2.js";

/**
 * @typedef {object} Engine
 * @property {(seed: string, number: number) => void} begin  one evaluation
 * @property {(blocks: number) => Uint8Array | null} step  goes on by so many KiB of 8192; its tag at the end
 */

/** Null where the browser can't read it. @param {string} url @returns {Promise<Engine | null>} */
async function load(url) {
  const bytes = await (await fetch(url, { credentials: "omit" })).arrayBuffer();
  if (!WebAssembly.validate(bytes)) return null;
  const { instance } = await WebAssembly.instantiate(bytes);
  const wasm = /** @type {any} */ (instance.exports), memory = new Uint8Array(wasm.memory.buffer);
  return {
    begin(seed, number) {
      memory.set(new TextEncoder().encode(seed), wasm.seed());
      if (wasm.start(number) !== 0) throw new Error("no such work");
    },
    step: (blocks) => (wasm.step(blocks) ? memory.slice(wasm.tag(), wasm.tag() + 4) : null),
  };
}

/** @param {string} base the server's address */
export async function createEngine(base) {
  try {
    for (const name of ["tessera-work-simd", "tessera-work"]) {
      const engine = await load(`${base}/static/${name}.wasm`);
      if (engine) return engine;
    }
  } catch {
    // there is no WebAssembly, or the page's policy forbids it
  }
  return createPlainEngine();
}
