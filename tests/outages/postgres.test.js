// PostgreSQL as the ledger of several servers: whatever happens to it, nothing passes twice, and what is acknowledged is kept where
// its settings keep it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { Network } from "../lib/netns.js";
import { Postgres } from "../lib/postgres.js";
import { eventually, run, wait } from "../lib/tessera.js";
import { breaksOf, killings } from "./breaks.js";
import { scenario, smallDisk, startNodes } from "./rig.js";

/** @typedef {import("./rig.js").Test} Test */

/** Servers on it, each by an address of its own. @param {Test} t @param {Postgres} postgres */
async function serve(t, postgres) {
  const migrated = run(["migrate"], { env: { TESSERA_STORE_LEDGER: postgres.address() } });
  assert.equal(migrated.status, 0, migrated.stderr);
  return startNodes(t, (node) => ({ env: { TESSERA_STORE_LEDGER: postgres.address(node) } }));
}

/** A PostgreSQL in a network, and servers on it, each by an address of its own.
 * @param {Test} t @param {import("../lib/postgres.js").PostgresOptions} [options] */
async function start(t, options = {}) {
  const network = await Network.during(t);
  const postgres = await Postgres.during(t, { network, durable: true, ...options });
  return { network, postgres, servers: await serve(t, postgres) };
}

/** One with a standby in the same network. @param {Test} t @param {boolean} isSynchronous */
async function startWithStandby(t, isSynchronous) {
  const network = await Network.during(t);
  const postgres = await Postgres.during(t, { network, durable: true });
  const standby = await Postgres.during(t, { network, durable: true, copies: postgres, port: postgres.port + 1 });
  if (isSynchronous) postgres.ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
  postgres.ask("SELECT pg_reload_conf()");
  assert.ok(await eventually(() => postgres.ask("SELECT state, sync_state FROM pg_stat_replication") === `streaming|${isSynchronous ? "sync" : "async"}`));
  return { network, postgres, standby };
}

describe("PostgreSQL as the ledger", { concurrency: 2 }, () => {
  scenario("postgres, killed, restarted and hung", {
    isQuick: true,
    start: async (t) => {
      const { postgres, network, servers } = await start(t);
      const { killed, restarted, hung } = breaksOf(postgres, network);
      return { servers, faults: [killed, restarted, hung] };
    },
  });

  scenario("postgres, cut off, one node cut off, and slow by 500 ms", {
    isQuick: true,
    start: async (t) => {
      const { postgres, network, servers } = await start(t);
      const { cutOff, oneCutOff, slow } = breaksOf(postgres, network);
      return { servers, faults: [cutOff, oneCutOff, slow] };
    },
  });

  for (const [what, options, forgets] of /** @type {[string, import("../lib/postgres.js").PostgresOptions, boolean][]} */ ([
    ["synchronous_commit off, which each batch sets right", { settings: { synchronous_commit: "off" } }, false],
    ["fsync off", { durable: false }, true],
  ])) {
    scenario(`postgres, ${what}, killed and restarted`, {
      start: async (t) => {
        const { postgres, network, servers } = await start(t, options);
        const { killed, restarted } = breaksOf(postgres, network, { forgets });
        return { servers, faults: [killed, restarted] };
      },
    });
  }

  scenario("postgres, its disk full", {
    start: async (t) => {
      const disk = smallDisk(t, "128m");
      chmodSync(disk, 0o755);
      const { postgres, servers } = await start(t, { data: join(disk, "data"), durable: false });
      return {
        servers,
        faults: [{
          fault: "store full", lastsMs: 4000,
          begin: () => {
            spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=64k"]);
            // What is free within its files is filled, too.
            assert.ok(postgres.ask("SELECT 1") === "1");
          },
          end: () => spawnSync("rm", [join(disk, "filler")]),
        }],
      };
    },
  });

  scenario("postgres, read-only for a while", {
    start: async (t) => {
      const { postgres, servers } = await start(t);
      const set = (/** @type {string} */ sql) => spawnSync("psql", ["-X", "-q", "-c", "SET default_transaction_read_only = off", "-c", sql, "-c", "SELECT pg_reload_conf()", postgres.url]);
      return {
        servers,
        faults: [{
          fault: "store read-only",
          begin: async () => {
            set("ALTER SYSTEM SET default_transaction_read_only = on");
            assert.ok(await eventually(() => postgres.ask("SHOW default_transaction_read_only") === "on"));
          },
          end: () => set("ALTER SYSTEM RESET default_transaction_read_only"),
        }],
      };
    },
  });

  scenario("postgres, nodes killed with -9, one after the other and all at once", {
    start: async (t) => {
      const { servers } = await start(t);
      return { servers, faults: killings() };
    },
  });

  scenario("postgres, a synchronous standby is promoted while the primary lives: two that take themselves for it", {
    start: async (t) => {
      const { network, postgres, standby } = await startWithStandby(t, true);
      return {
        servers: await serve(t, postgres),
        faults: [{
          fault: "two primaries", lastsMs: 4000,
          begin: async () => {
            await standby.promote();
            network.redirect(postgres.port, standby.port);
            network.cut([1]); // node 1 comes to the new one; the others stay where they are
            await wait(3500);
            network.mend();
          },
          end: () => postgres.crash(),
        }],
      };
    },
  });

  for (const [what, isSynchronous] of /** @type {[string, boolean][]} */ ([["a standby that lags behind", false], ["a synchronous standby", true]])) {
    scenario(`postgres, ${what} is promoted and takes over the address`, {
      isQuick: !isSynchronous,
      start: async (t) => {
        const { network, postgres, standby } = await startWithStandby(t, isSynchronous);
        return {
          servers: await serve(t, postgres),
          faults: [{
            fault: `${what} promoted`, forgets: !isSynchronous, lastsMs: 100,
            begin: async () => {
              if (!isSynchronous) standby.hang(); // what is spent from now on never reaches it
              await wait(1500);
              await postgres.crash();
            },
            end: async () => {
              standby.goOn();
              await standby.promote();
              network.redirect(postgres.port, standby.port);
            },
          }],
        };
      },
    });
  }
});
