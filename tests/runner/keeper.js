// Outlives a runner that is killed: knows the jobs that run, and ends them when the runner is gone without having done so.
import { createInterface } from "node:readline";
import { abandonAll, note } from "./process.js";

for (const signal of /** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"])) process.on(signal, () => {}); // it ends with the runner
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { owner, isRunning } = JSON.parse(line);
  note(owner, isRunning);
});
lines.on("close", abandonAll);
