// Servers on one ledger that share their budgets: real processes, one data folder.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Server, earlyInWindow, run, temporaryFolder, wait } from "../lib/tessera.js";

const LIMIT = 20;
const WINDOW_S = 3600; // the longest: no test comes near its end
/** What settle.h names, and four times as much again for a slow machine to commit in. */
const SETTLED_MS = 2500;

const config = (/** @type {boolean} */ shared) => `budget: {shared: ${shared}, challenge: ${LIMIT}, window_s: ${WINDOW_S}}
challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}
`;

/** Two servers with one folder; a site in it. @param {{after: (end: () => any) => void}} t @param {boolean} shared */
async function two(t, shared) {
  await earlyInWindow(WINDOW_S);
  const first = await Server.during(t, { config: config(shared) });
  const second = await Server.during(t, { config: config(shared), data: first.data });
  second.sitekey = first.sitekey;
  return [first, second];
}

/** Asks for challenges, one after the other; how many were given. @param {Server} server @param {number} count */
async function ask(server, count) {
  let given = 0;
  for (let i = 0; i < count; i++) {
    const { status } = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" });
    assert.ok(status === 200 || status === 429, String(status));
    given += Number(status === 200);
  }
  return given;
}

// They wait, mostly.
describe("servers on one ledger", { concurrency: true }, () => {
  test("without budget.shared each server has a budget of its own", async (t) => {
    const [first, second] = await two(t, false);
    assert.equal(await ask(first, LIMIT + 5), LIMIT);
    await wait(SETTLED_MS);
    assert.equal(await ask(second, LIMIT + 5), LIMIT);
  });

  test("budget.shared: what one server has given, the other one does not give again", async (t) => {
    const [first, second] = await two(t, true);
    assert.equal(await ask(first, LIMIT + 5), LIMIT);
    await wait(SETTLED_MS);
    // It learns of it with its own first one.
    assert.equal(await ask(second, 1), 1);
    await wait(SETTLED_MS);
    assert.equal(await ask(second, 5), 0);

    await t.test("and it outlives a restart, of all of them", async () => {
      await first.down();
      await second.again();
      assert.equal(await ask(second, 1), 1);
      await wait(SETTLED_MS);
      assert.equal(await ask(second, 5), 0);
    });
  });

  test("budget.shared: taking turns with time to settle, all have one budget and one more for each", async (t) => {
    const servers = await two(t, true);
    let given = 0;
    for (let round = 0; round < 4; round++) { // three use it up, the fourth gets nothing more
      for (const server of servers) given += await ask(server, 4);
      await wait(SETTLED_MS);
    }
    assert.ok(given >= LIMIT && given <= LIMIT + 4, `${given}`); // the four that the other one gave meanwhile
  });

  test("budget.shared: all at once, each server gives its whole budget at most", async (t) => {
    const servers = await two(t, true);
    const given = await Promise.all(servers.map((server) => ask(server, 3 * LIMIT)));
    given.forEach((count) => assert.ok(count <= LIMIT, `${given}`));
    assert.ok(given[0] + given[1] >= LIMIT, `${given}`);
    await wait(SETTLED_MS);
    for (const server of servers) assert.equal(await ask(server, 3), 0);
  });

  test("budget.shared: while the ledger is locked each counts on its own, and shares it afterwards", async (t) => {
    const [first, second] = await two(t, true);
    const holder = spawn("sqlite3", [join(first.data, "ledger.db")]);
    t.after(() => holder.kill());
    holder.stdin.write("BEGIN IMMEDIATE;\nSELECT 'held';\n");
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    const start = Date.now();
    assert.equal(await ask(first, LIMIT + 5), LIMIT);
    assert.ok(Date.now() - start < 5000, "nobody waits for the ledger");
    holder.stdin.end("ROLLBACK;\n");
    let given = 0;
    for (let tries = 0; tries < 8 && (await ask(second, 1)) === 1; tries++) {
      given++;
      await wait(SETTLED_MS);
    }
    assert.ok(given < 8, "the other one is told of it in the end");
  });

  test("check and serve: the ledger in memory can share nothing", () => {
    const file = join(temporaryFolder(), "tessera.yaml");
    const data = temporaryFolder();
    writeFileSync(file, "budget: {shared: true}\nstore: {ledger: memory}\n");
    for (const command of [["check"], ["serve", "--listen", "127.0.0.1:0"]]) {
      const { status, stderr } = run([...command, "--config", file, "--data", data]);
      assert.equal(status, 1, command[0]);
      assert.match(stderr, /budget\.shared: .*one server only/);
    }
  });
});
