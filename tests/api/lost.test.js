// Files of the data folder that are removed, replaced or put back from an older copy: nothing passes twice, and the
// operator is told.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Server, clockIn, clockOff, eventually, run, temporaryFolder, setClock } from "../lib/tessera.js";

const LEDGER = ["ledger.db", "ledger.db-wal", "ledger.db-shm"];

/** @param {Server} server @param {RegExp} pattern */
const lines = (server, pattern) => server.stderr.split("\n").filter((line) => pattern.test(line));

/** @type {[string, (data: string) => void][]} */
const LOSSES = [
  ["the ledger", (data) => LEDGER.forEach((name) => rmSync(join(data, name)))],
  ["the ledger's log", (data) => rmSync(join(data, "ledger.db-wal"))],
  ["the ledger's index of its log", (data) => rmSync(join(data, "ledger.db-shm"))],
  ["the data folder", (data) => renameSync(data, `${data}-moved`)],
  ["the ledger, for a copy of itself", (data) => {
    copyFileSync(join(data, "ledger.db"), join(data, "copy"));
    renameSync(join(data, "copy"), join(data, "ledger.db"));
  }],
];

for (const [what, lose] of LOSSES) {
  test(`lost while serving: ${what}`, async (t) => {
    const data = join(temporaryFolder(), "data");
    const server = new Server({ config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n", truth: true, data });
    server.addSite("test");
    await server.up();
    t.after(() => server.down());
    const [spent, open] = [await server.challenge(), await server.challenge()];
    assert.equal(await server.answer(spent.token, spent.truth), "pass");
    assert.equal((await server.request("/readyz")).status, 200);
    assert.equal(await server.metric('tessera_store_good{store="ledger"}'), 1);
    lose(data);
    assert.ok(await eventually(async () => (await server.request("/readyz")).status === 503), "it is noticed");
    assert.equal(await server.answer(open.token, open.truth), 503);
    assert.equal(await server.answer(spent.token, spent.truth), 503);
    const page = await server.request("/readyz");
    assert.equal(page.status, 503);
    assert.match(page.text, /^not ready\nledger: .*(removed|replaced)/);
    const stranger = await server.request("/readyz", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    assert.deepEqual([stranger.status, stranger.text], [503, "not ready\n"], "why is not told to strangers");
    assert.equal((await server.request("/healthz")).status, 200);
    assert.ok(await eventually(() => lines(server, /error .*ledger/).length > 0), server.stderr);
    assert.ok(await eventually(async () => await server.metric('tessera_store_good{store="ledger"}') === 0));
    if (what === "the ledger") await server.checks("ledger");
    assert.equal(lines(server, /error .*ledger/).length, 1, "it is said once");
  });
}

test("the ledger was removed, and the server started again: what it spent is not good once more", async (t) => {
  const server = await Server.during(t);
  const [spent, open] = [await server.challenge(), await server.challenge()];
  const [redeemed, unredeemed] = [await server.pass(), await server.pass()];
  assert.equal(await server.answer(spent.token, spent.truth), "pass");
  assert.equal((await server.verify({ response: redeemed })).success, true);
  LEDGER.forEach((name) => rmSync(join(server.data, name)));
  await server.again({}, "SIGKILL");
  assert.equal(await server.answer(spent.token, spent.truth), "expired");
  assert.equal(await server.answer(open.token, open.truth), "expired");
  for (const response of [redeemed, unredeemed]) {
    assert.deepEqual((await server.verify({ response }))["error-codes"], ["timeout-or-duplicate"]);
  }
  const fresh = await server.challenge();
  assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
  assert.ok(await eventually(() => /warn .*ledger/.test(server.stderr)), server.stderr);
  // And it still knows at the next start.
  await server.again();
  assert.equal(await server.answer(spent.token, spent.truth), "expired");
});

/** @type {[string, (data: string, kept: string) => void][]} */
const OLDER = [
  ["an older copy", (data, kept) => {
    LEDGER.forEach((name) => rmSync(join(data, name), { force: true }));
    copyFileSync(kept, join(data, "ledger.db"));
  }],
  ["a ledger without its log", (data) => rmSync(join(data, "ledger.db-wal"))],
];

for (const [what, make] of OLDER) {
  test(`started with ${what}: what it may not know of is not good once more`, async (t) => {
    const server = await Server.during(t);
    const kept = join(temporaryFolder(), "ledger.db");
    await server.again(); // so that the file itself has all of it
    await server.down();
    copyFileSync(join(server.data, "ledger.db"), kept);
    await server.up();
    const [spent, open] = [await server.challenge(), await server.challenge()];
    assert.equal(await server.answer(spent.token, spent.truth), "pass");
    await server.down("SIGKILL");
    make(server.data, kept);
    await server.up();
    assert.notEqual(await server.answer(spent.token, spent.truth), "pass");
    assert.equal(await server.answer(open.token, open.truth), "expired");
    const fresh = await server.challenge();
    assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
  });
}

test("the whole folder put back as it was a while ago: what was issued before the start is not good", async (t) => {
  const server = await Server.during(t);
  const open = await server.challenge();
  let { token } = open;
  for (let i = 0; i < 3; i++) token = (await server.post("/v1/extend", { token })).json.token;
  await server.again({ env: clockOff("+400s") }); // down for a while, and still good
  token = (await server.post("/v1/extend", { token })).json.token;
  await server.again({ env: clockOff("+1100s") });
  assert.equal(await server.answer(token, open.truth), "expired");
  const fresh = await server.challenge();
  assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
});

for (const ledger of ["memory", "sqlite"]) {
  test(`started with a clock that is ahead, which is then set right: what is issued from then on is good (${ledger})`, async (t) => {
    const clock = join(temporaryFolder(), "clock");
    const server = await Server.during(t, { config: `budget: {enabled: false}\nstore: {ledger: ${ledger}}\nchallenge: {submit_after_ms: 0}\n` });
    const before = await server.challenge();
    setClock(clock, "+3600s");
    await server.again({ env: clockIn(clock) });
    const ahead = await server.challenge();
    assert.equal(await server.answer(ahead.token, ahead.truth), "pass");
    setClock(clock, "+0s");
    assert.ok(await eventually(() => lines(server, /warn .*clock was set back/).length > 0), server.stderr);
    await server.upkeep();
    assert.equal(lines(server, /warn .*clock was set back/).length, 1, "it is said once");
    const fresh = await server.challenge();
    assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
    assert.equal(await server.answer(fresh.token, fresh.truth), "replayed");
    assert.equal(await server.answer(before.token, before.truth), "expired");
    assert.equal(await server.answer(ahead.token, ahead.truth), "replayed");
  });

  test(`a clock that goes ahead and comes back: what was spent stays spent (${ledger})`, async (t) => {
    const clock = join(temporaryFolder(), "clock");
    setClock(clock, "+0s");
    const server = await Server.during(t, {
      config: `budget: {enabled: false}\nstore: {ledger: ${ledger}}\nchallenge: {submit_after_ms: 0}\n`, env: clockIn(clock) });
    const spent = await server.challenge();
    assert.equal(await server.answer(spent.token, spent.truth), "pass");
    setClock(clock, "+10800s");
    await server.upkeep();
    for (let i = 0; i < 5; i++) {
      const { token, truth } = await server.challenge();
      assert.equal(await server.answer(token, truth), "pass");
    }
    setClock(clock, "+1s");
    assert.equal(await server.answer(spent.token, spent.truth), "replayed");
  });
}

test("killed while nothing went on, and started again: what is open stays open", async (t) => {
  const server = await Server.during(t);
  const [open, response] = [await server.challenge(), await server.pass()];
  for (let round = 0; round < 3; round++) await server.again({}, "SIGKILL");
  assert.equal(await server.answer(open.token, open.truth), "pass");
  assert.equal((await server.verify({ response })).success, true);
  assert.doesNotMatch(server.stderr, /warn .*ledger/);
});

test("somebody holds the ledger's lock: said once with the reason, and once that it is good again", async (t) => {
  const server = await Server.during(t);
  const [open, later] = [await server.challenge(), await server.challenge()];
  const holder = spawn("sqlite3", [join(server.data, "ledger.db")]);
  t.after(() => holder.kill());
  holder.stdin.write("BEGIN IMMEDIATE;\nSELECT 'held';\n");
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  assert.equal(await server.answer(open.token, open.truth), 503);
  assert.ok(await eventually(() => lines(server, /error .*ledger.*(locked|does not answer)/).length > 0), server.stderr);
  assert.equal(await server.metric('tessera_store_good{store="ledger"}'), 0);
  await server.checks("ledger");
  assert.equal(lines(server, /error .*ledger/).length, 1);
  holder.stdin.end("ROLLBACK;\n");
  assert.ok(await eventually(() => lines(server, /info .*ledger can be written again/).length > 0), "nobody has to ask");
  assert.equal(await server.metric('tessera_store_good{store="ledger"}'), 1);
  // The other one may be spent, though nobody was told: who was told 503 may have left while it was being written.
  assert.equal(await server.answer(later.token, later.truth), "pass");
});

test("the records were removed while serving: said once, and not ready", async (t) => {
  const server = await Server.during(t);
  ["records.db", "records.db-wal", "records.db-shm"].forEach((name) => rmSync(join(server.data, name)));
  const page = await server.request("/readyz");
  assert.deepEqual([page.status, page.text], [503, "not ready\nrecords: the store does not answer\n"], "at once");
  assert.ok(await eventually(() => lines(server, /error .*records/).length > 0), server.stderr);
  assert.equal(await server.metric('tessera_store_good{store="records"}'), 0);
  const { token, truth } = await server.challenge(); // the sites are known still
  assert.equal(await server.answer(token, truth), "pass");
  await server.checks("records");
  assert.equal(lines(server, /error .*records/).length, 1);
  await server.again();
  assert.ok(await eventually(() => /warn .*records\.db/.test(server.stderr)), server.stderr);
});

test("the keys were removed while serving: said once, and all goes on", async (t) => {
  const server = await Server.during(t);
  const { token, truth } = await server.challenge();
  const keys = readFileSync(join(server.data, "keys"));
  renameSync(join(server.data, "keys"), join(server.data, "away"));
  assert.ok(await eventually(() => lines(server, /error .*keys/).length > 0), server.stderr);
  assert.equal(await server.metric('tessera_store_good{store="keys"}'), 0);
  await server.checks("keys");
  assert.equal(lines(server, /error .*keys/).length, 1);
  assert.equal(existsSync(join(server.data, "keys")), false, "none is made in their place");
  assert.equal(await server.answer(token, truth), "pass");
  const page = await server.request("/readyz");
  assert.equal(page.status, 200);
  assert.match(page.text, /^ready\nkeys: .*\n$/);
  renameSync(join(server.data, "away"), join(server.data, "keys"));
  assert.ok(await eventually(() => lines(server, /info .*keys can be read again/).length > 0), server.stderr);
  assert.equal(await server.metric('tessera_store_good{store="keys"}'), 1);
  assert.deepEqual(readFileSync(join(server.data, "keys")), keys);
});

test("keys that were lost are not made anew behind the operator's back", async (t) => {
  const server = await Server.during(t);
  const { token, truth } = await server.challenge();
  await server.down();
  renameSync(join(server.data, "keys"), join(server.data, "away"));
  const start = () => run(["serve", "--data", server.data, "--listen", "127.0.0.1:0"]);
  const { status, stderr } = start();
  assert.equal(status, 1);
  assert.match(stderr, /keys/);
  assert.match(stderr, /tessera key make/);
  assert.equal(existsSync(join(server.data, "keys")), false);
  const rotated = run(["key", "rotate", "--data", server.data]);
  assert.equal(rotated.status, 1);
  assert.match(rotated.stderr, /tessera key make/);
  assert.equal(run(["check", "--data", server.data]).status, 1);

  renameSync(join(server.data, "away"), join(server.data, "keys"));
  assert.equal(run(["key", "make", "--data", server.data]).status, 1, "there is one");
  await server.up();
  assert.equal(await server.answer(token, truth), "pass");
  await server.down();

  rmSync(join(server.data, "keys"));
  assert.equal(run(["key", "make", "--data", server.data]).status, 0);
  assert.equal(statSync(join(server.data, "keys")).mode & 0o777, 0o600);
  await server.up();
  const fresh = await server.challenge();
  assert.equal(await server.answer(fresh.token, fresh.truth), "pass");
});

test("a folder that can't be made is named as such, not as one that lost its keys", () => {
  const { status, stderr } = run(["serve", "--data", "/proc/nowhere", "--listen", "127.0.0.1:0"]);
  assert.equal(status, 1);
  assert.match(stderr, /cannot make the data folder \/proc\/nowhere/);
  assert.doesNotMatch(stderr, /backup/);
});

/** @type {[string, string, number, boolean][]} what, file, mode, whether it still starts */
const MODES = [
  ["keys that others can read", "keys", 0o644, true],
  ["keys that the group can read", "keys", 0o640, true],
  ["keys that others can write", "keys", 0o602, false],
  ["an admin's token that others can read", "admin-token", 0o604, true],
  ["a data folder that others can read", ".", 0o755, true],
  ["a data folder that the group can write to", ".", 0o770, true],
];

for (const [what, file, mode, starts] of MODES) {
  test(`a warning of ${what}`, async (t) => {
    const server = await Server.start();
    t.after(() => server.down());
    assert.doesNotMatch(server.stderr, /mode/);
    await server.down();
    const path = join(server.data, file);
    chmodSync(path, mode);
    const checked = run(["check", "--data", server.data]);
    assert.match(checked.stderr, new RegExp(`mode 0?${mode.toString(8)}`));
    assert.equal(checked.status, starts ? 0 : 1);
    if (starts) {
      await server.up();
      assert.ok(await eventually(() => new RegExp(`warn .*mode 0?${mode.toString(8)}`).test(server.stderr)), server.stderr);
    } else {
      assert.equal(run(["serve", "--data", server.data, "--listen", "127.0.0.1:0"]).status, 1);
    }
  });
}

test("a first start makes the keys before the ledger, and says so", async (t) => {
  const server = await Server.during(t);
  assert.ok(await eventually(() => /info .*keys/.test(server.stderr)), server.stderr);
  const age = (/** @type {string} */ name) =>
    Number(spawnSync("stat", ["-c", "%W", join(server.data, name)], { encoding: "utf8" }).stdout);
  assert.ok(age("keys") <= age("ledger.db"));
});
