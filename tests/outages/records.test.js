// PostgreSQL as the records of several servers, with the ledger in a file: whatever happens to it, visitors see nothing of it.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { Network } from "../lib/netns.js";
import { Postgres } from "../lib/postgres.js";
import { eventually, run } from "../lib/tessera.js";
import { breaksOf } from "./breaks.js";
import { scenario, startNodes } from "./rig.js";

/** Verdicts are given all the time. */
const UNSEEN = { holds: true };

/** @param {import("./rig.js").Test} t */
async function start(t) {
  const network = await Network.during(t);
  const postgres = await Postgres.during(t, { network });
  const migrated = run(["migrate"], { env: { TESSERA_STORE_RECORDS: postgres.address() } });
  assert.equal(migrated.status, 0, migrated.stderr);
  const servers = await startNodes(t, (node) => ({ env: { TESSERA_STORE_RECORDS: postgres.address(node) } }));
  return { network, postgres, servers };
}

/** Every verdict is in the history in the end, or counted as left out. @param {Postgres} postgres */
const whole = (postgres) => async (/** @type {import("../lib/tessera.js").Server[]} */ servers, /** @type {import("./load.js").Load} */ load) => {
  const judged = load.entries.filter((entry) => "op" in entry && ["pass", "incorrect"].includes(entry.result)).length;
  const left = async () => {
    const counts = await Promise.all(servers.map((server) => server.metrics()));
    return counts.flatMap((count) => Object.entries(count)).filter(([name]) => name.startsWith("tessera_records_dropped_total")).reduce((sum, [, value]) => sum + value, 0);
  };
  const rows = () => Number(postgres.ask("SELECT count(*) FROM spatial_challenges WHERE responded_at IS NOT NULL"));
  assert.ok(await eventually(async () => rows() + (await left()) >= judged), `${rows()} rows, ${await left()} left out, ${judged} verdicts`);
};

describe("PostgreSQL as the records", { concurrency: 2 }, () => {
  scenario("records on PostgreSQL, killed, restarted and hung", {
    start: async (t) => {
      const { postgres, network, servers } = await start(t);
      const { killed, restarted, hung } = breaksOf(postgres, network, UNSEEN);
      return { servers, faults: [killed, restarted, hung], check: whole(postgres) };
    },
  });

  scenario("records on PostgreSQL, cut off and slow", {
    isQuick: true,
    start: async (t) => {
      const { postgres, network, servers } = await start(t);
      const { cutOff, oneCutOff, slow } = breaksOf(postgres, network, UNSEEN);
      return { servers, faults: [cutOff, oneCutOff, slow], check: whole(postgres) };
    },
  });
});
