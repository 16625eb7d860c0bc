/** Checking the work of a visitor's device: the server makes one tag of it again. */
import { onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { run } from "../lib/processes.js";

const COUNT = 200;

export async function workChecked() {
  return { value: JSON.parse(await run(onCore(serverCore, [helper("work"), String(COUNT)]))).milliseconds };
}
