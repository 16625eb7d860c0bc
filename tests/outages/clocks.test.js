// Servers on one Redis whose clocks are apart, and one that comes back after hours.
import { describe } from "node:test";
import { sharedClock } from "../lib/clock.js";
import { Network } from "../lib/netns.js";
import { Redis } from "../lib/redis.js";
import { clockOff, wait } from "../lib/tessera.js";
import { CONFIG, scenario, startNodes } from "./rig.js";

describe("clocks", { concurrency: 2 }, () => {
  scenario("clocks up to 30 s ahead of the store", {
    isQuick: true,
    bounds: { skewMs: 30000 },
    start: async (t) => {
      const redis = await Redis.during(t);
      const servers = await startNodes(t, (node) => ({ env: { TESSERA_STORE_LEDGER: redis.url(), ...clockOff(`+${15 * node}s`) } }));
      return { servers, faults: [{ fault: "clocks 30 s apart", holds: true, begin: () => {}, end: () => {} }] };
    },
  });

  scenario("clocks 30 s apart around the store's, and passes that live for a minute", {
    bounds: { skewMs: 30000, lifeMs: 60000 },
    start: async (t) => {
      const redis = await Redis.during(t);
      const servers = await startNodes(t, (node) => ({
        config: `${CONFIG}response: {lifetime_s: 60}\n`, env: { TESSERA_STORE_LEDGER: redis.url(), ...clockOff(["+0s", "+15s", "-15s"][node]) } }));
      await wait(17000); // what is issued by the clock that is behind counts as older than the ledger until then
      return { servers, faults: [{ fault: "clocks 30 s apart", holds: true, begin: () => {}, end: () => {}, lastsMs: 45000 }] };
    },
  });

  scenario("a node stopped with answers in its hands, which comes back after two hours", {
    isQuick: true,
    start: async (t) => {
      const network = await Network.during(t);
      const clock = sharedClock();
      const redis = await Redis.during(t, { network, clock: clock.env });
      const servers = await startNodes(t, (node) => ({ env: { TESSERA_STORE_LEDGER: redis.url(node), ...clock.env } }));
      return {
        servers,
        faults: [{
          fault: "node 2 stopped for two hours", nodes: [2], forgets: true, lastsMs: 500,
          begin: async () => {
            network.delay(500); // so that some are under way
            await wait(1000);
            servers[2].child?.kill("SIGSTOP");
            network.delay(0);
            await wait(1500); // the others spend what it was about to spend
            clock.set(7200); // and the store forgets it
          },
          end: () => servers[2].child?.kill("SIGCONT"),
        }],
      };
    },
  });
});
