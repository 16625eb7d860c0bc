// A server that was stopped, or whose machine was, and goes on much later with what it had in its hands.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { hanging } from "../lib/hang.js";
import { Server, clockIn, temporaryFolder, wait, withClock, setClock } from "../lib/tessera.js";

test("stopped for two hours with an answer and a redemption under way: what others spent meanwhile, and was forgotten since, is not good", async (t) => {
  const clock = join(temporaryFolder(), "clock");
  setClock(clock, "+0s");
  const { env, hang, goOn } = hanging();
  /** @type {Record<string, string>} */
  const both = clockIn(clock);
  const one = await Server.during(t, { env: both });
  const stopped = await Server.during(t, { data: one.data, env: withClock(env, both) });
  stopped.secret = one.secret;
  const { token, truth } = await one.challenge();
  const response = await one.pass();
  const ledger = join(one.data, "ledger.db");
  const isLocked = () => spawnSync("sqlite3", ["-cmd", ".timeout 100", ledger, "BEGIN IMMEDIATE; ROLLBACK"]).status !== 0;
  for (hang("ledger.db"); isLocked(); hang("ledger.db")) { // not with the lock in its hands
    goOn();
    await wait(20);
  }
  const [answered, verified] = [stopped.answer(token, truth), stopped.verify({ response })];
  await wait(500); // they have looked at the clock, and wait for the ledger
  assert.equal(await one.answer(token, truth), "pass");
  assert.equal((await one.verify({ response })).success, true);
  setClock(clock, "+7200s");
  // What the other one does meanwhile, once both clocks agree that it is over.
  const swept = spawnSync("sqlite3", [ledger, "PRAGMA busy_timeout = 5000; DELETE FROM spent; SELECT changes()"], { encoding: "utf8" });
  assert.match(swept.stdout, /^3$/m, swept.stderr);
  goOn();
  assert.equal(await answered, "expired");
  assert.deepEqual((await verified)["error-codes"], ["timeout-or-duplicate"]);
});
