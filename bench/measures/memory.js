/** Resident memory: a challenge lives in its token alone, so handing out many must cost nothing. */
import { loadServer } from "../lib/load.js";
import { residentMib } from "../lib/processes.js";
import { startTessera } from "../lib/tessera.js";

const MILLION = 1_000_000;
const SLACK_MIB = 1;

export async function memoryAfterStart() {
  const server = await startTessera({}, { threads: 0 });
  const value = residentMib(server.pid);
  await server.stop();
  return { value };
}

export async function memoryAfterMillion() {
  const server = await startTessera({}, { threads: 0 });
  const before = residentMib(server.pid);
  await loadServer(server, {
    path: "/v1/challenge",
    bodies: server.challengeBodies,
    count: MILLION,
    expect: '"token":"',
  });
  const value = residentMib(server.pid);
  await server.stop();
  return {
    value,
    goal: `value <= ${(before + SLACK_MIB).toFixed(1)}`,
    note: `${before.toFixed(1)} MiB after start`,
  };
}
