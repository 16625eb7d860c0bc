/** From exec to listening. */
import { onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { run } from "../lib/processes.js";
import { prepareTessera } from "../lib/tessera.js";

const TIMES = 20;

export async function timeToListen() {
  const { folder, command } = await prepareTessera({});
  const told = JSON.parse(await run(onCore(serverCore, [helper("start"), String(TIMES), ...command])));
  await folder.remove();
  return {
    value: told.median_ms,
    note: `median of ${TIMES}, from ${told.min_ms} to ${told.max_ms}`,
  };
}
