/** Sealing a challenge's token and opening it again. */
import { onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { median } from "../lib/numbers.js";
import { run } from "../lib/processes.js";

const ROUNDS = 5;

export async function sealAndOpen() {
  const microseconds = [];
  for (let i = 0; i < ROUNDS; i++) {
    microseconds.push(JSON.parse(await run(onCore(serverCore, [helper("seal"), "500"]))).microseconds);
  }
  return { value: median(microseconds) };
}
