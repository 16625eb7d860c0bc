/** How many verdicts a second come to lie in a PostgreSQL on the same machine, which cares for power cuts. */
import { Postgres } from "../../tests/lib/postgres.js";
import { loadServer } from "../lib/load.js";
import { median } from "../lib/numbers.js";
import { collectAnswers, startTessera } from "../lib/tessera.js";

const ROUNDS = 3;
const COUNT = 40_000;

/** @param {Postgres} postgres @returns {number} */
const answered = (postgres) => Number(postgres.ask("SELECT count(*) FROM spatial_challenges WHERE responded_at IS NOT NULL"));

/** Waits until nothing more comes, and tells when the last row came. @param {Postgres} postgres */
async function drained(postgres) {
  let rows = -1;
  let at = performance.now();
  for (let now = answered(postgres); now !== rows || performance.now() - at < 1000; now = answered(postgres)) {
    if (now !== rows) at = performance.now();
    rows = now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { rows, at };
}

export async function verdictsInPostgres() {
  const postgres = new Postgres({ durable: true });
  await postgres.up();
  const settings = { ledger: "memory", memory_entries: 1_000_000, history_per_network: 1_000_000_000, records: postgres.url };
  const server = await startTessera({ store: settings }, { truth: true });
  const rates = [];
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bodies = await collectAnswers(server, COUNT);
    const before = (await drained(postgres)).rows;
    const start = performance.now();
    await loadServer(server, { path: "/v1/answer", bodies, count: COUNT, expect: '"state":"pass"' });
    const { rows, at } = await drained(postgres);
    rates.push((rows - before) / ((at - start) / 1000));
    lost += COUNT - (rows - before);
  }
  await server.stop();
  await postgres.down("SIGINT");
  postgres.remove();
  const share = ((lost / (ROUNDS * COUNT)) * 100).toFixed(0);
  return { value: median(rates), note: `${share}% of the answers came faster than that, and were left out` };
}
