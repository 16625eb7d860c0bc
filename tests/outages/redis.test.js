// Redis as the ledger of several servers: whatever happens to it, nothing passes twice, and what is acknowledged is kept where its
// settings keep it. Where they do not, what was issued before counts as expired.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { Network } from "../lib/netns.js";
import { Redis, Sentinel } from "../lib/redis.js";
import { eventually, wait } from "../lib/tessera.js";
import { breaksOf, killings } from "./breaks.js";
import { scenario, startNodes } from "./rig.js";

/** @typedef {import("./rig.js").Test} Test */

/** A Redis in a network, and servers on it, each by an address of its own. @param {Test} t @param {Record<string, string>} [settings] @param {string} [more] */
async function start(t, settings = {}, more = "") {
  const network = await Network.during(t);
  const redis = await Redis.during(t, { network, settings });
  const servers = await startNodes(t, (node) => ({ env: { TESSERA_STORE_LEDGER: redis.url(node) + more } }));
  return { network, redis, servers };
}

/** One that was down comes back as a copy of another. @param {Redis} redis @param {{options: import("../lib/redis.js").RedisOptions, port: number}} other */
async function copyOf(redis, other) {
  redis.options = { ...redis.options, settings: { ...redis.options.settings, "replicaof": `${other.options.network?.address()} ${other.port}`, "repl-diskless-sync-delay": "0" } };
  await redis.up();
  assert.ok(await eventually(() => redis.info("master_link_status") === "up"), "the copy is made");
}

/** Cuts the connections of one server, and waits until it is connected to another Redis, which has the address now and no other client. It
 * may be without a connection just then: on a busy machine calls take too long. @param {Redis} from @param {Redis} to @param {Network} network
 * @param {number} node */
async function moveTo(from, to, network, node) {
  const clients = (/** @type {Redis} */ redis) => redis.ask("CLIENT", "LIST", "TYPE", "NORMAL").split("\n").filter((line) => line.startsWith("id=") && !line.includes("cmd=client|list"));
  for (const line of clients(from).filter((each) => each.includes(`laddr=${network.address(node)}:`))) from.ask("CLIENT", "KILL", "ID", String(/^id=(\d+)/.exec(line)?.[1]));
  assert.ok(await eventually(() => clients(to).length > 0), "it is connected to the new one");
}

/** Another one that copies it, in the same network. @param {Test} t @param {Redis} redis @param {Record<string, string>} [settings] @param {number} [port] */
async function replicate(t, redis, settings = {}, port = redis.port + 1) {
  const replica = await Redis.during(t, { network: redis.options.network, port,
    settings: { "replicaof": `127.0.0.1 ${redis.port}`, "repl-diskless-sync-delay": "0", ...settings } });
  assert.ok(await eventually(() => replica.info("master_link_status") === "up"), "the copy is made");
  return replica;
}

/** Servers whose spends count once a copy has them. @param {Test} t */
async function startWaiting(t) {
  const network = await Network.during(t);
  const redis = await Redis.during(t, { network });
  const replica = await replicate(t, redis);
  const servers = await startNodes(t, (node) => ({ env: { TESSERA_STORE_LEDGER: `${redis.url(node)}?wait=1` } }));
  return { network, redis, replica, servers };
}

describe("Redis as the ledger", { concurrency: 2 }, () => {
  scenario("redis, every write on the disk, killed, restarted and hung", {
    isQuick: true,
    start: async (t) => {
      const { redis, network, servers } = await start(t);
      const { killed, restarted, hung } = breaksOf(redis, network);
      return { servers, faults: [killed, restarted, hung] };
    },
  });

  scenario("redis, cut off, one node cut off, and slow by 500 ms", {
    isQuick: true,
    start: async (t) => {
      const { redis, network, servers } = await start(t);
      const { cutOff, oneCutOff, slow } = breaksOf(redis, network);
      return { servers, faults: [cutOff, oneCutOff, slow] };
    },
  });

  for (const [what, settings] of /** @type {[string, Record<string, string>][]} */ ([
    ["the disk once a second", { appendfsync: "everysec" }],
    ["nothing on the disk", { appendonly: "no" }],
  ])) {
    scenario(`redis, ${what}, killed and restarted`, {
      start: async (t) => {
        const { redis, network, servers } = await start(t, settings);
        const { killed, restarted } = breaksOf(redis, network, { forgets: true });
        return { servers, faults: [killed, restarted] };
      },
    });
  }

  scenario("redis, the disk once a second, and the last seconds are lost with the power", {
    isQuick: true,
    start: async (t) => {
      const { redis, servers } = await start(t, { appendfsync: "everysec" });
      return {
        servers,
        faults: [1, 2].map((round) => ({
          fault: `power cut ${round}`, forgets: true, lastsMs: 100,
          begin: async () => {
            const copy = redis.copyFiles();
            await wait(1500);
            await redis.crashAsItWas(copy);
          },
          end: () => redis.up(),
        })),
      };
    },
  });

  scenario("redis, emptied under load", {
    start: async (t) => {
      const { redis, servers } = await start(t);
      return { servers, faults: [1, 2].map((round) => ({ fault: `FLUSHALL ${round}`, forgets: true, lastsMs: 100,
        begin: () => assert.equal(redis.ask("FLUSHALL"), "OK"), end: () => {} })) };
    },
  });

  scenario("redis, nodes killed with -9, one after the other and all at once", {
    start: async (t) => {
      const { servers } = await start(t);
      return { servers, faults: killings() };
    },
  });

  scenario("redis, full", {
    isQuick: true,
    start: async (t) => {
      const { redis, servers } = await start(t);
      return {
        servers,
        faults: [{
          fault: "store full",
          begin: () => {
            assert.equal(redis.ask("CONFIG", "SET", "maxmemory", "1mb"), "OK");
            assert.match(redis.ask("SET", "one-more", "1"), /OOM/);
          },
          end: () => assert.equal(redis.ask("CONFIG", "SET", "maxmemory", "0"), "OK"),
        }],
      };
    },
  });

  scenario("redis, made a read-only copy of another one and back", {
    start: async (t) => {
      const { redis, servers } = await start(t);
      return {
        servers,
        faults: [{
          fault: "store read-only", forgets: true,
          begin: () => assert.equal(redis.ask("REPLICAOF", "127.0.0.1", "1"), "OK"),
          end: () => assert.equal(redis.ask("REPLICAOF", "NO", "ONE"), "OK"),
        }],
      };
    },
  });

  scenario("redis, the copy that lags behind is promoted and takes over the address", {
    isQuick: true,
    start: async (t) => {
      const { redis, network, servers } = await start(t);
      const replica = await replicate(t, redis);
      return {
        servers,
        faults: [{
          fault: "lagging replica promoted", forgets: true, lastsMs: 100,
          begin: async () => {
            replica.ask("CONFIG", "SET", "repl-timeout", "100");
            replica.hang(); // what is spent from now on never reaches it
            await wait(1500);
            await redis.crash();
          },
          end: () => {
            replica.goOn();
            replica.ask("REPLICAOF", "NO", "ONE");
            network.redirect(redis.port, replica.port);
          },
        }],
      };
    },
  });

  scenario("redis, each write on a copy (WAIT), which is promoted and takes over the address", {
    start: async (t) => {
      const { network, redis, replica, servers } = await startWaiting(t);
      return {
        servers,
        faults: [{
          fault: "replica promoted, and the old primary its replica", lastsMs: 300,
          begin: () => redis.crash(),
          end: async () => {
            replica.ask("REPLICAOF", "NO", "ONE");
            network.redirect(redis.port, replica.port);
            await copyOf(redis, replica);
          },
        }],
      };
    },
  });

  scenario("redis, each write on a copy (WAIT), which is promoted while the primary lives: two that take themselves for it", {
    start: async (t) => {
      const { network, redis, replica, servers } = await startWaiting(t);
      return {
        servers,
        faults: [{
          fault: "two primaries", lastsMs: 4000,
          begin: async () => {
            replica.ask("REPLICAOF", "NO", "ONE");
            network.redirect(redis.port, replica.port);
            await moveTo(redis, replica, network, 1); // the others stay where they are
          },
          end: async () => {
            await redis.crash();
            await copyOf(redis, replica);
          },
        }],
      };
    },
  });

  for (const { what, wait: copies, replicas, forgets } of [
    { what: "each write on the one copy", wait: 1, replicas: 1, forgets: false },
    { what: "each write on one copy of two", wait: 1, replicas: 2, forgets: true },
  ]) {
    scenario(`redis with sentinels, ${what}, the primary killed`, {
      start: async (t) => {
        const network = await Network.during(t);
        const announced = { "replica-announce-ip": network.address() };
        const redis = await Redis.during(t, { network, settings: announced });
        for (let i = 0; i < replicas; i++) {
          await replicate(t, redis, { "replicaof": `${network.address()} ${redis.port}`, ...announced }, redis.port + 1 + i);
        }
        /** @type {Sentinel[]} */
        const sentinels = [];
        for (let i = 0; i < 3; i++) sentinels.push(await Sentinel.during(t, network, 26379 + i, redis));
        const all = (/** @type {string} */ name, /** @type {number} */ value) => sentinels.every((sentinel) => sentinel.knows(name) === String(value));
        assert.ok(await eventually(() => all("num-slaves", replicas) && all("num-other-sentinels", 2)));
        const url = `redis+sentinel://${sentinels.map(({ port }) => `${network.address()}:${port}`).join(",")}/ledger?wait=${copies}`;
        const servers = await startNodes(t, () => ({ env: { TESSERA_STORE_LEDGER: url } }));
        return {
          servers,
          faults: [{
            fault: "primary killed, failover by sentinels", lastsMs: 0, forgets,
            begin: () => redis.crash(),
            end: async () => {
              const changed = () => sentinels.map((sentinel) => Number(sentinel.knows("port"))).find((port) => port !== redis.port);
              assert.ok(await eventually(() => changed() !== undefined));
              if (!forgets) await copyOf(redis, { options: { network }, port: Number(changed()) }); // or there is none that has each write
            },
          }],
        };
      },
    });
  }
});
