// Servers on one ledger that share their budgets: real processes, one data folder, and the ledger in a file, in a Redis and in a
// PostgreSQL of the test's own. What settle.h promises: all together give at most the limit and a share of it for each but one.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Postgres } from "../lib/postgres.js";
import { Redis } from "../lib/redis.js";
import { Server, earlyInWindow, eventually, run, temporaryFolder } from "../lib/tessera.js";

const LIMIT = 24;
/** By SETTLE_PARTS and SETTLE_LEAST of settle.h. */
const SHARE = Math.max(LIMIT / 8, 4);
const WINDOW_S = 3600; // the longest: no test comes near its end
/** @param {string} budget @param {string} [ledger] */
const config = (budget, ledger) => `budget: {${budget}challenge: ${LIMIT}, window_s: ${WINDOW_S}}
challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}
${ledger ? `store: {ledger: "${ledger}"}\n` : ""}`;

/** What lies in a ledger that other tests use as well was sealed with the same secret. */
const env = { TESSERA_SECRET: "a secret of all the servers of this test" };

/** One more on the same folder. @param {{after: (end: () => any) => void}} t @param {Server} beside */
async function another(t, beside) {
  const server = await Server.during(t, { ...beside.options, data: beside.data });
  server.sitekey = beside.sitekey;
  return server;
}

/** Servers with one folder; a site in it. @param {{after: (end: () => any) => void}} t @param {number} count @param {string} settings */
async function several(t, count, settings) {
  await earlyInWindow(WINDOW_S); // stores look at their own clock, so that the servers' can't be set
  const servers = [await Server.during(t, { config: settings, env })];
  while (servers.length < count) servers.push(await another(t, servers[0])); // one by one: each writes the config anew
  return servers;
}

/** One challenge: "given", "later" where it is refused for a moment, "spent" where for the window.
 * @param {Server} server */
async function one(server) {
  const { status, headers } = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" });
  if (status === 200) return "given";
  assert.equal(status, 429);
  return headers.get("retry-after") === "1" ? "later" : "spent";
}

/** Until servers have had time to tell each other. They look at their ledger less than half as often as they settle (settle.h).
 * @param {Server[]} servers */
const settled = (...servers) => Promise.all(servers.map((server) => server.grows('tessera_store_checks_total{store="ledger"}', 5)));

/** Asks for challenges, one after the other, each again where it was refused for a moment; how many were given.
 * @param {Server} server @param {number} count */
async function ask(server, count) {
  let given = 0;
  for (let i = 0; i < count; i++) {
    let result = "later";
    assert.ok(await eventually(async () => (result = await one(server)) !== "later"));
    given += Number(result === "given");
  }
  return given;
}

/** Asks with all its might until it is refused for the window; how many were given. @param {Server} server */
async function askAll(server) {
  let given = 0;
  assert.ok(await eventually(async () => {
    let results;
    do {
      results = await Promise.all(Array.from({ length: 8 }, () => one(server)));
      given += results.filter((result) => result === "given").length;
    } while (results.includes("given") && !results.includes("spent"));
    return results.includes("spent");
  }));
  return given;
}

/** @param {Server[]} servers */
const askAllAtOnce = async (servers) => (await Promise.all(servers.map(askAll))).reduce((sum, given) => sum + given);

/** @param {number} total @param {number} servers @param {number} [kills] */
function assertBound(total, servers, kills = 0) {
  assert.ok(total >= LIMIT && total <= LIMIT + (servers - 1 + kills) * SHARE, `${total} of ${LIMIT}`);
}

/** A ledger that servers share: where it is, and how to have it answer nobody for a while. One is enough for all tests: each has a
 * site of its own, and sites have budgets of their own. @typedef {{where: string, hang: () => void, goOn: () => void}} Shared */

/** @type {[name: string, start: (t: any) => Promise<Shared>][]} */
const LEDGERS = [
  ["Redis", async (t) => {
    const redis = await Redis.during(t);
    return { where: redis.url(), hang: () => redis.hang(), goOn: () => redis.child?.kill("SIGCONT") };
  }],
  ["PostgreSQL", async (t) => {
    const postgres = await Postgres.during(t);
    const data = temporaryFolder();
    writeFileSync(join(data, "migrate.yaml"), `store: {ledger: "${postgres.url}"}\n`);
    assert.equal(run(["migrate", "--config", join(data, "migrate.yaml"), "--data", data]).status, 0);
    /** @type {number[]} */
    let pids = [];
    return { where: postgres.url,
      hang: () => postgres.signal("SIGSTOP", pids = postgres.pids()),
      goOn: () => postgres.signal("SIGCONT", pids) };
  }],
];

/** What lies between servers and their ledger: a process of its own, in which each byte takes as long as its stdin said last. */
const WAY = `
  const { createConnection, createServer } = require("node:net");
  let ms = 0;
  process.stdin.on("data", (text) => (ms = Number(text)));
  const proxy = createServer((from) => {
    const to = createConnection({ host: process.argv[1], port: Number(process.argv[2]) });
    for (const [one, other] of [[from, to], [to, from]]) {
      one.on("data", (bytes) => setTimeout(() => other.write(bytes), ms));
      one.on("close", () => setTimeout(() => other.destroy(), ms));
      one.on("error", () => other.destroy());
    }
  });
  proxy.listen(0, "127.0.0.1", () => console.log(proxy.address().port));`;

/** @param {any} t @param {string} where */
async function distance(t, where) {
  const { hostname, port } = new URL(where);
  const child = spawn(process.execPath, ["-e", WAY, hostname, port], { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  const found = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { where: `redis://127.0.0.1:${String(found).trim()}`, delay: (/** @type {number} */ ms) => child.stdin.write(`${ms}\n`) };
}

// They wait, mostly.
describe("servers on one ledger", { concurrency: true }, () => {
  test("in files and without budget.shared each server has a budget of its own", async (t) => {
    const [first, second] = await several(t, 2, config(""));
    assert.equal(await ask(first, LIMIT + 5), LIMIT);
    await settled(first, second);
    assert.equal(await ask(second, LIMIT + 5), LIMIT);
  });

  test("budget.shared: passes at one server count at the other, once that has had one itself", async (t) => {
    const [first, second] = await several(t, 2, `budget: {shared: true, pass: 4, challenge: 1000000}
challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n`);
    for (let i = 0; i < 4; i++) await first.pass();
    assert.equal(await one(first), "spent");
    second.secret = first.secret;
    await second.pass();
    assert.ok(await eventually(async () => (await one(second)) === "spent"));
    assert.ok(Number(await second.metric('tessera_budget_refusals_total{class="pass"}')) >= 1);
  });

  test("budget.shared: what one server has given, the other one does not give again", async (t) => {
    const [first, second] = await several(t, 2, config("shared: true, "));
    assert.equal(await ask(first, LIMIT + 5), LIMIT);
    // It learns of it with its own first ones, of which it gives a share at most.
    assert.ok((await askAll(second)) <= SHARE);

    await t.test("and it outlives a restart, of all of them", async () => {
      await first.down();
      await second.again();
      assert.ok((await askAll(second)) <= SHARE);
    });
  });

  test("budget.shared: all at once, three servers give the limit and two shares at most", async (t) => {
    const servers = await several(t, 3, config("shared: true, "));
    assertBound(await askAllAtOnce(servers), 3);
  });

  test("budget.shared: while the ledger is locked each counts on its own, and shares it afterwards", async (t) => {
    const [first, second] = await several(t, 2, config("shared: true, "));
    const holder = spawn("sqlite3", [join(first.data, "ledger.db")]);
    t.after(() => holder.kill());
    holder.stdin.write("BEGIN IMMEDIATE;\nSELECT 'held';\n");
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    // At once, before it can know that the ledger is away: all but its share are refused for a moment.
    const burst = (await Promise.all(Array.from({ length: LIMIT }, () => one(first)))).filter((result) => result === "given").length;
    assert.ok(Number(await first.metric("tessera_budget_early_total")) > 0, `${burst} were given`);
    assert.equal(burst + await ask(first, LIMIT + 5), LIMIT); // each is refused for some seconds at most, then it goes on alone
    holder.stdin.end("ROLLBACK;\n");
    let given = 0;
    for (let tries = 0; tries < 8 && (await ask(second, 1)) === 1; tries++) {
      given++;
      await settled(first, second);
    }
    assert.ok(given < 8, "the other one is told of it in the end");
  });

  for (const [name, start] of LEDGERS) {
    test(`${name}: budgets are shared by default`, async (t) => {
      const ledger = await start(t);
      const servers = await several(t, 3, config("", ledger.where));
      const [first] = servers;
      const given = await askAllAtOnce(servers);
      assertBound(given, 3);
      assertBound(given + await askAll(await another(t, first)), 4);

      await t.test("not with budget.shared: false", async (t) => {
        for (const server of await several(t, 2, config("shared: false, ", ledger.where))) assert.equal(await ask(server, LIMIT + 1), LIMIT);
      });

      await t.test("where it hangs each has its own budget, and they are one again afterwards", async (t) => {
        const nodes = await several(t, 2, config("", ledger.where));
        ledger.hang();
        try {
          assert.deepEqual(await Promise.all(nodes.map(askAll)), [LIMIT, LIMIT]);
        } finally {
          ledger.goOn();
        }
        for (const node of nodes) assert.ok(await eventually(async () => (await node.metric('tessera_store_good{store="ledger"}')) === 1));
        await settled(...nodes);
        assert.ok((await askAll(await another(t, nodes[0]))) <= SHARE, "it is told of what the others have given");
      });
    });
  }

  test("Redis: a server that is killed takes a share with it, no more", async (t) => {
    const redis = await Redis.during(t);
    const [first, second] = await several(t, 2, config("", redis.url()));
    let given = 0;
    for (let i = 0; i < 3; i++) {
      const results = await Promise.all(Array.from({ length: SHARE }, () => one(first)));
      given += results.filter((result) => result === "given").length;
      await first.again({}, "SIGKILL");
    }
    assertBound(given + await askAllAtOnce([first, second]), 2, 3);
  });

  test("check and serve: the ledger in memory can share nothing, and by default does not", async (t) => {
    const file = join(temporaryFolder(), "tessera.yaml");
    const data = temporaryFolder();
    writeFileSync(file, "budget: {shared: true}\nstore: {ledger: memory}\n");
    for (const command of [["check"], ["serve", "--listen", "127.0.0.1:0"]]) {
      const { status, stderr } = run([...command, "--config", file, "--data", data]);
      assert.equal(status, 1, command[0]);
      assert.match(stderr, /budget\.shared: .*one server only/);
    }
    await Server.during(t, { config: "store: {ledger: memory}\n" });
  });
});

// By itself: on a machine with too much to do the journey would take seconds.
test("Redis half a second away: the bound is kept, and everybody gets what there is", async (t) => {
  const redis = await Redis.during(t);
  const way = await distance(t, redis.url());
  const servers = await several(t, 3, config("", way.where));
  way.delay(250);
  assertBound(await askAllAtOnce(servers), 3);
});

test("Redis half a second away: of right answers that are judged at once, no more pass than the bound says", async (t) => {
  const redis = await Redis.during(t);
  const way = await distance(t, redis.url());
  const limit = 96; // of all networks of the prefix, one pass each
  const servers = await several(t, 3,
    `trusted_proxies: [127.0.0.1]\nattack: {enabled: false}\n${config(`pass: 1, wide_factor: ${limit}, `, way.where)}`);
  const answers = [];
  for (let i = 0; i < 2 * limit; i++) {
    const server = servers[i % 3], network = { "X-Forwarded-For": `198.51.${i}.7` };
    const { token, truth } = await server.challenge({ type: "puzzle" }, network);
    answers.push(() => server.answer(token, truth, network));
  }
  way.delay(250); // all are judged before the first is counted
  const said = await Promise.all(answers.map((answer) => answer()));
  const passed = said.filter((word) => word === "pass").length;
  assert.ok(passed > 0 && passed <= limit + 2 * limit / 8, `${passed} of ${limit}`);
});
