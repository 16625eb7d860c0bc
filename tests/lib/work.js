// Does the work that a challenge asks for, with the module that browsers load, or with Debian's own argon2.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tessera.js";

/** @typedef {{seed: string, evaluations: number}} Task */

/** The module, whichever of the two. @param {string} [name] */
export function workModule(name = "tessera-work") {
  const module = new WebAssembly.Module(readFileSync(join(ROOT, `build/${name}.wasm`)));
  return /** @type {any} */ (new WebAssembly.Instance(module).exports);
}

const wasm = workModule();

/** One tag, four bytes. @param {string} seed @param {number} number */
export function tagOf(seed, number, module = wasm) {
  const memory = new Uint8Array(module.memory.buffer);
  memory.set(Buffer.from(seed), module.seed());
  if (module.start(number) !== 0) throw new Error("the module refuses");
  while (!module.step(1 << 20));
  return Buffer.from(memory.slice(module.tag(), module.tag() + 4));
}

/** The same by Debian's program. @param {string} seed @param {number} number */
export const debianTagOf = (seed, number) => Buffer.from(execFileSync("argon2",
  [seed, "-id", "-t", "1", "-k", "8192", "-p", "1", "-l", "4", "-r"], { input: `tessera-work-1:${number}` }).toString().trim(), "hex");

/** What is sent as `work`. @param {Task} task @param {(seed: string, number: number) => Buffer} [tag] */
export const work = ({ seed, evaluations }, tag = tagOf) =>
  Buffer.concat(Array.from({ length: evaluations }, (_, i) => tag(seed, i))).toString("base64url");
