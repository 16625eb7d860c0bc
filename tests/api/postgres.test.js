// Records on a real PostgreSQL 15: set-up from nothing, two servers on one database, and a database that crashes, hangs or is
// read-only: no verdict is lost, rows come later, and what needs no database is as quick as ever. S3D-14 to S3D-18
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { Postgres } from "../lib/postgres.js";
import { ROOT, SUSPICIOUS, Server, cleanEnvironment, eventually, patience, run, wait } from "../lib/tessera.js";

/** @param {Postgres} postgres @param {string} more */
const configFor = (postgres, more = "") => `budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\nstore: {records: "${postgres.url}"${more}}\n`;

/** @param {Postgres} postgres */
const environment = (postgres) => ({ ...cleanEnvironment(), TESSERA_STORE_RECORDS: postgres.url });

/** Runs a command on the database. @param {Postgres} postgres @param {string[]} args */
const command = (postgres, ...args) =>
  spawnSync(join(ROOT, "build/tessera"), args, { encoding: "utf8", env: environment(postgres) });

/** A migrated database and a server on it. @param {any} t @param {string} [more] */
async function start(t, more) {
  const postgres = await Postgres.during(t);
  const { status, stderr } = command(postgres, "migrate");
  assert.equal(status, 0, stderr);
  const server = new Server({ config: configFor(postgres, more), truth: true });
  const { stdout } = command(postgres, "site", "add", "test", "--data", server.data);
  server.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(stdout)?.[1]);
  server.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(stdout)?.[1]);
  await server.up();
  t.after(() => server.down());
  return { postgres, server };
}

/** Less than whoever waits for a database that is away: 3 seconds (CALL_WAIT_MS of src/store/records/postgres/records_postgres.c). */
const WAITED_MS = 2900;

/** The answered rows come to that. @param {Postgres} postgres @param {number} count */
const rows = (postgres, count) =>
  eventually(() => postgres.ask("SELECT count(*) FROM spatial_challenges WHERE responded_at IS NOT NULL") === String(count));

/** @param {Server} server @param {Record<string, unknown>} [more] */
async function passes(server, more) {
  const started = performance.now();
  const { token, truth } = await server.challenge(more);
  assert.equal(await server.answer(token, truth, SUSPICIOUS), "pass");
  return performance.now() - started;
}

/** Passes so many times, and sees that nobody waits for the database: if they did, each would. A busy machine may hold up fewer than half.
 * @param {Server} server @param {number} count */
async function passAtOnce(server, count) {
  const took = [];
  for (let i = 0; i < count; i++) took.push(await passes(server));
  took.sort((a, b) => a - b);
  assert.ok(took[count >> 1] < WAITED_MS, `nobody waits for it: ${took.map(Math.round)} ms`);
}

test("from nothing: serve says what to do, the original's file and tessera migrate make the schema, its queries run as written", async (t) => {
  const postgres = await Postgres.during(t);
  const refused = spawnSync(join(ROOT, "build/tessera"), ["serve", "--listen", "127.0.0.1:0", "--data", new Server({}).data],
    { encoding: "utf8", env: environment(postgres), timeout: patience() });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /run \\?"tessera migrate/);
  const file = join(ROOT, "migrations/postgres/005_spatial_challenges.sql");
  assert.equal(spawnSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", file, postgres.url], { encoding: "utf8" }).stderr, "");
  const first = command(postgres, "migrate");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /^schema version \d+, was 5$/m);
  assert.match(command(postgres, "migrate").stdout, /^schema version (\d+), was \1$/m);
  assert.equal(command(postgres, "check").status, 0);

  const server = new Server({ config: configFor(postgres), truth: true });
  const added = command(postgres, "site", "add", "test");
  server.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(added.stdout)?.[1]);
  await server.up();
  t.after(() => server.down());
  for (let i = 0; i < 3; i++) await passes(server, { type: "scene", user: "user123" });
  await server.challenge({ user: "open" });
  assert.ok(await rows(postgres, 3));
  /* S3D-16, S3D-17, S3D-18 */
  assert.match(postgres.ask("SELECT * FROM spatial_challenge_stats;"), /^medium\|3\|3\|0\|/);
  assert.match(postgres.ask("SELECT * FROM spatial_user_performance WHERE user_id = 'user123';"), /^user123\|visitor\|3\|3\|1\|/);
  const suspicious = postgres.ask("SELECT * FROM spatial_challenges WHERE is_suspicious = true ORDER BY presented_at DESC LIMIT 10;");
  assert.equal(suspicious.split("\n").length, 3, "by a client that says nothing of itself");
  assert.equal(postgres.ask("SELECT count(*) FROM spatial_challenges WHERE objects->0->>'type' <> '' AND options ? correct_answer"), "3");
  const stats = JSON.parse(command(postgres, "stats", "--json", "--user", "user123").stdout);
  assert.equal(stats.spatial_user_performance[0].total_attempts, 3);
  const lines = command(postgres, "export", "--format", "jsonl").stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.length, 4);
  assert.match(command(postgres, "forget", "--user", "user123").stdout, /^deleted: challenges 3,/);
  assert.equal(postgres.ask("SELECT count(*) FROM spatial_challenges"), "1");
});

test("two servers on one database know each other's sites at once, and one completes what the other handed out", async (t) => {
  const { postgres, server } = await start(t);
  const other = new Server({ config: configFor(postgres), truth: true, data: server.data }); // they share their keys
  other.sitekey = server.sitekey;
  await other.up();
  t.after(() => other.down());
  const { token, truth } = await server.challenge({ session: "both" });
  assert.equal(await other.answer(token, truth), "pass");
  const both = "SELECT count(*) FROM spatial_challenges WHERE session_id = 'both' AND options IS NOT NULL AND is_correct";
  assert.ok(await eventually(() => postgres.ask(both) === "1"));
  const sitekey = /^sitekey: (.*)$/m.exec(command(postgres, "site", "add", "late").stdout)?.[1];
  for (const each of [server, other]) {
    assert.ok(await eventually(async () => (await each.post("/v1/challenge", { sitekey, type: "puzzle" })).status === 200));
  }
  command(postgres, "site", "remove", "late");
  assert.ok(await eventually(async () => (await other.post("/v1/challenge", { sitekey, type: "puzzle" })).status !== 200));
});

test("killed under load and started again: every verdict is given, every row comes", async (t) => {
  const { postgres, server } = await start(t);
  let count = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 20; i++) await passes(server);
    await postgres.down("SIGKILL");
    await passAtOnce(server, 20);
    count += 40;
    assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="records"}')) === 0));
    assert.equal((await server.request("/readyz")).status, 200, "or no server on this database would be");
    await postgres.up();
  }
  assert.ok(await rows(postgres, count));
  assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="records"}')) === 1));
  assert.equal(await server.metric('tessera_records_dropped_total{why="queue"}'), 0);
  const said = server.stderr.split("\n").filter((line) => /the records/.test(line));
  assert.ok(said.length >= 2 && said.length <= 8, server.stderr);
});

test("a database that hangs, and a stop meanwhile: answers pass as quickly as ever, and the stop comes to its end", async (t) => {
  const { postgres, server } = await start(t);
  await passes(server);
  const pids = postgres.pids();
  postgres.signal("SIGSTOP", pids);
  await passAtOnce(server, 20);
  assert.equal((await server.request("/healthz")).status, 200);
  postgres.signal("SIGCONT", pids);
  assert.ok(await rows(postgres, 21));
  postgres.signal("SIGSTOP", pids.filter((pid) => postgres.pids().includes(pid)));
  await passes(server);
  await server.down(); // or it would wait for the database, for ever
  postgres.signal("SIGCONT", []);
});

test("read-only for a while: rows wait, and the sites are known", async (t) => {
  const { postgres, server } = await start(t);
  postgres.ask("ALTER SYSTEM SET default_transaction_read_only = on");
  postgres.ask("SELECT pg_reload_conf()");
  assert.ok(await eventually(() => postgres.ask("SHOW default_transaction_read_only") === "on"));
  for (let i = 0; i < 5; i++) await passes(server);
  assert.equal((await server.request("/readyz")).status, 200);
  assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="history"}')) === 0));
  assert.equal(postgres.ask("SELECT count(*) FROM spatial_challenges"), "0");
  spawnSync("psql", ["-X", "-q", "-c", "SET default_transaction_read_only = off", "-c", "ALTER SYSTEM RESET default_transaction_read_only", "-c", "SELECT pg_reload_conf()", postgres.url]);
  assert.ok(await rows(postgres, 5));
  assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="history"}')) === 1));
});

test("full: verdicts are given, what is left out is counted, and history goes on by itself", async (t) => {
  const { postgres, server } = await start(t);
  postgres.ask(`CREATE FUNCTION refuse_rows() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse_rows BEFORE INSERT OR UPDATE ON spatial_challenges FOR EACH STATEMENT EXECUTE FUNCTION refuse_rows()`);
  for (let i = 0; i < 3; i++) await passes(server);
  assert.ok(await eventually(async () => (await server.metric('tessera_store_good{store="history"}')) === 0));
  await passes(server);
  assert.ok(await eventually(async () => Number(await server.metric('tessera_records_dropped_total{why="room"}')) > 0));
  postgres.ask("DROP TRIGGER refuse_rows ON spatial_challenges");
  assert.ok(await eventually(async () => { // with the first row that comes ten seconds later
    await passes(server);
    await wait(200);
    return (await server.metric('tessera_store_good{store="history"}')) === 1;
  }));
  assert.ok(await eventually(() => Number(postgres.ask("SELECT count(*) FROM spatial_challenges WHERE responded_at IS NOT NULL")) > 0));
});

test("missing: serve and check say so, without the password", () => {
  const url = "postgres://me:hush@127.0.0.1:1/x";
  for (const args of [["serve", "--listen", "127.0.0.1:0", "--data", new Server({}).data], ["migrate"], ["stats"], ["site", "list"]]) {
    const { status, stdout, stderr } = run(args, { env: { TESSERA_STORE_RECORDS: url } });
    assert.equal(status, 1, args.join(" "));
    assert.match(stderr, /PostgreSQL: .*refused/);
    assert.doesNotMatch(stdout + stderr, /hush/);
  }
});

test("a review on PostgreSQL: a database that is gone says 503 and is asked again, and the pass comes", async (t) => { /* S3D-23 */
  const { postgres, server } = await start(t, "}\naccessibility: {fallback_method: human_review");
  const { token } = await server.challenge();
  const review = (/** @type {string} */ held) => server.post("/v1/review", { token: held });
  const asked = (await review(token)).json;
  assert.equal(asked.state, "waiting");
  await postgres.down("SIGKILL");
  // The process behind an open connection outlives the one that was killed, by a moment in which it still answers.
  assert.ok(await eventually(async () => (await review(asked.token)).status === 503));
  await passAtOnce(server, 5);
  await postgres.up();
  assert.ok(await eventually(async () => (await review(asked.token)).json?.state === "waiting"));
  const done = command(postgres, "review", "approve", asked.id);
  assert.equal(done.status, 0, done.stderr);
  // The server may notice only now that the database was gone: its look at the stores comes twice a second.
  let response;
  assert.ok(await eventually(async () => (response = (await review(asked.token)).json.response) !== undefined));
  assert.equal((await server.verify({ response })).alternative, "review");
  assert.equal((await server.verify({ response })).success, false);
});
