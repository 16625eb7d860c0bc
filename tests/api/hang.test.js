// A store that hangs, as a disk does that no longer answers: what does not need it goes on, and the server ends
// when it is told to.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { hanging } from "../lib/hang.js";
import { PROGRAM, Server, cleanEnvironment, eventually, run, temporaryFolder, patience, unlessHung } from "../lib/tessera.js";

/** A server whose files can be made to hang: by name, until `goOn()`.
 * @param {{after: (end: () => any) => void}} t @param {import("../lib/tessera.js").ServerOptions} [options] */
async function hangable(t, options = {}) {
  const { env, hang, hangs, goOn } = hanging();
  const server = await Server.start({ ...options, env });
  t.after(() => server.child?.kill("SIGKILL"));
  return { server, hang, hangs, goOn };
}

/** Tells the server to end. How that went; without a status where it did not. @param {Server} server */
async function end(server) {
  const child = server.child;
  if (!child) throw new Error("the server is down");
  server.child = undefined;
  const status = await new Promise((resolve) => {
    const tooLate = setTimeout(() => {
      child.kill("SIGKILL");
      resolve(undefined);
    }, patience());
    child.on("close", (code) => { // by then all that it said was read
      clearTimeout(tooLate);
      resolve(code);
    });
    child.kill("SIGTERM");
  });
  return { status };
}

// They wait, mostly.
describe("a store that hangs", { concurrency: true }, () => {
  test("records that hang: answers pass, and the server ends when it is told to", async (t) => {
    const { server, hang, hangs } = await hangable(t);
    hang("records.db");
    await hangs(); // somebody looks for changed sites
    const { token, truth } = await server.challenge();
    assert.equal(await server.answer(token, truth), "pass");

    // What is looked after goes on, but for what hangs; and that is said.
    const rotated = run(["key", "rotate", "--data", server.data]);
    assert.equal(rotated.status, 0, rotated.stderr);
    const id = (/** @type {{token: string}} */ issued) => Buffer.from(issued.token, "base64url").toString("hex", 1, 5);
    assert.ok(await eventually(async () => id(await server.challenge()) !== id({ token })), "new keys are taken");
    assert.ok(await eventually(() => /warn .*sites.*it does not answer/.test(server.stderr)), server.stderr);
    assert.equal(await server.metric('tessera_store_good{store="sites"}'), 0);
    assert.equal(await server.metric('tessera_store_good{store="ledger"}'), 1);
    // Asked more often than there are threads to wait: it is known by now.
    for (let i = 0; i < 20; i++) assert.equal((await server.request("/readyz")).status, 503);
    const { status } = await end(server);
    assert.equal(status, 1, "something was not written");
    assert.match(server.stderr, /error .*store.*not answer/);
  });

  test("the first check of a store has not ended: the metric reports no failure", async (t) => {
    const { env, hangOnceServed, hangs, goOn } = hanging();
    hangOnceServed("records.db");
    const server = await Server.start({ env });
    t.after(() => server.child?.kill("SIGKILL"));
    await hangs();
    assert.equal(await server.metric('tessera_store_checks_total{store="sites"}'), 0);
    assert.equal(await server.metric('tessera_store_good{store="sites"}'), 1);
    goOn();
    assert.equal((await end(server)).status, 0);
  });

  test("a ledger that hangs with an answer on its way: nobody passes, and the server ends when it is told to", async (t) => {
    const { server, hang, hangs } = await hangable(t);
    const { token, truth } = await server.challenge();
    hang("ledger.db");
    const answered = server.answer(token, truth).catch(() => "closed");
    await hangs();
    const { status } = await end(server);
    assert.equal(status, 1);
    assert.ok([503, "closed"].includes(/** @type {any} */ (await answered)), `${await answered}`);
  });

  test("a ledger that hangs: it is said, and who asks whether we are ready is told at once", async (t) => {
    const { server, hang, goOn } = await hangable(t);
    const { token, truth } = await server.challenge();
    hang("ledger.db");
    // More than there are threads to wait: each is told that it failed, and its thread is free again.
    const answers = Array.from({ length: 20 }, () => server.answer(token, truth));
    assert.ok(await eventually(() => /error .*ledger.*it does not answer/.test(server.stderr)), server.stderr);
    assert.equal(await server.metric('tessera_store_good{store="ledger"}'), 0);
    for (let i = 0; i < 20; i++) assert.equal((await server.request("/readyz")).status, 503);
    assert.match((await server.request("/readyz")).text, /^not ready\nledger: it does not answer\n/);
    assert.deepEqual(await Promise.all(answers), answers.map(() => 503));
    goOn();
    assert.ok(await eventually(() => /info .*ledger can be written again/.test(server.stderr)), server.stderr);
    assert.equal((await server.request("/readyz")).status, 200);
    // What came of an attempt that nobody waited for is not known to its visitor; there is no second one.
    assert.equal(await server.answer(token, truth), "replayed");
    const next = await server.challenge();
    assert.equal(await server.answer(next.token, next.truth), "pass");
    assert.equal((await end(server)).status, 0);
  });

  test("a ledger that hangs while nobody asks: the server ends when it is told to", async (t) => {
    const { server, hang } = await hangable(t);
    await server.pass();
    hang("ledger.db");
    const { status } = await end(server);
    assert.equal(status, 1);
  });

  test("records that hang for a while: what was said is taken back, and nothing is lost", async (t) => {
    const { server, hang, goOn } = await hangable(t);
    hang("records.db");
    assert.ok(await eventually(() => /warn .*sites.*it does not answer/.test(server.stderr)), server.stderr);
    await server.pass();
    goOn();
    assert.ok(await eventually(() => /info .*sites can be read again/.test(server.stderr)), server.stderr);
    assert.equal(await server.metric('tessera_store_good{store="sites"}'), 1);
    const { status } = await end(server);
    assert.equal(status, 0);
    assert.match(run(["stats", "--data", server.data]).stdout, /medium|easy|hard/, "the answer is in the history");
  });

  test("a store that hangs while the server starts: a signal ends it at once", async (t) => {
    const { env, hang, hangs } = hanging();
    const data = temporaryFolder();
    for (const name of ["ledger.db", "records.db"]) {
      hang(name);
      const child = spawn(PROGRAM, ["serve", "--listen", "127.0.0.1:0", "--data", data],
        { env: { ...cleanEnvironment(), ...env }, stdio: "ignore" });
      t.after(() => child.kill("SIGKILL"));
      // The first process of a container never gets a signal that it neither catches nor blocks: it would be lost.
      const areCaught = () => {
        const state = readFileSync(`/proc/${child.pid}/status`, "utf8");
        const caught = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(state)?.[1]}`);
        return [2, 15].every((number) => (caught >> BigInt(number - 1)) & 1n);
      };
      assert.ok(await eventually(areCaught), "the signals are caught");
      await hangs();
      assert.equal(child.exitCode, null, "it waits for the store");
      const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal)));
      child.kill("SIGTERM");
      assert.equal(await unlessHung(ended), "SIGTERM", name);
    }
  });

  test("both stores are locked by somebody else: the server ends in time, by itself", async (t) => {
    const server = await Server.during(t);
    for (const name of ["ledger.db", "records.db"]) {
      const holder = spawn("sqlite3", [join(server.data, name)]);
      t.after(() => holder.kill());
      holder.stdin.write("BEGIN EXCLUSIVE;\nSELECT 'held';\n");
      await new Promise((resolve) => holder.stdout.once("data", resolve));
    }
    const { token, truth } = await server.challenge();
    assert.equal(await server.answer(token, truth), 503);
    const { status } = await end(server);
    // It waits for each lock for a while, and for all of them so long at most; on a busy machine the second is over first.
    assert.ok(status === 0 || (status === 1 && /the server ends without it/.test(server.stderr)), `${status} ${server.stderr}`);
  });
});
