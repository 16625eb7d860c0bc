// A ledger on a real PostgreSQL 15: what can be wrong with it at a start, each with a clear message, status 1, nothing half done and
// no password told; and two servers that share one.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Postgres } from "../lib/postgres.js";
import { Server, eventually, run, temporaryFolder } from "../lib/tessera.js";

/** A server with a role that has a password and may do nothing yet. @param {any} t */
async function start(t) {
  const postgres = await Postgres.during(t);
  postgres.ask("CREATE ROLE limited LOGIN PASSWORD 'hush'");
  const rules = join(postgres.data, "pg_hba.conf");
  writeFileSync(rules, `local all limited scram-sha-256\n${readFileSync(rules, "utf8")}`);
  postgres.ask("SELECT pg_reload_conf()");
  return postgres;
}

/** As the role with that password. @param {Postgres} postgres @param {string} [password] @param {string} [database] */
const limited = (postgres, password = "hush", database = "postgres") => `postgres://limited:${password}@/${database}?host=${postgres.folder}`;

/** Runs `serve` or `migrate` on that ledger, in a folder of its own, which is told. @param {string} command @param {string} ledger */
function attempt(command, ledger) {
  const folder = temporaryFolder();
  const args = command === "serve" ? ["--listen", "127.0.0.1:0"] : [];
  return { ...run([command, "--data", join(folder, "data"), ...args], { env: { TESSERA_STORE_LEDGER: ledger } }), folder };
}

/** It ends with status 1 and says why; a server has made nothing. @param {string} command @param {string} ledger @param {RegExp} why */
function refused(command, ledger, why) {
  const { status, stdout, stderr, folder } = attempt(command, ledger);
  assert.equal(status, 1, `${command} ${ledger}: ${stdout}${stderr}`);
  assert.match(stderr, why);
  assert.doesNotMatch(stdout + stderr, /hush/);
  if (command === "serve") assert.deepEqual(readdirSync(folder), [], "nothing is made");
}

/** The tables of the ledger. @param {Postgres} postgres */
const tables = (postgres) => postgres.ask("SELECT count(*) FROM pg_class WHERE relname LIKE 'ledger%'");

test("an address that can't be read, nobody there, a wrong password, no such database: said, and nothing is made", async (t) => {
  const postgres = await start(t);
  for (const command of ["serve", "migrate"]) {
    for (const url of ["postgres://me:hush@[::1/x", "postgres://me:hush@host:1:hush/x", "postgres://me:hush/x", "postgres://me:hush@h/x?hush=1"]) {
      refused(command, url, /ledger: PostgreSQL: its address can't be read: expected postgres:\/\/USER:PASSWORD@HOST/);
    }
    refused(command, "postgres://me:hush@127.0.0.1:1/x", /ledger: PostgreSQL: .*refused/);
    refused(command, limited(postgres, "hush-hush"), /ledger: PostgreSQL: .*password authentication failed/);
    refused(command, limited(postgres, "hush", "nowhere"), /ledger: PostgreSQL: .*database \\?"nowhere\\?" does not exist/);
  }
});

test("no tables, no right to make them, none to write them, an old schema and a newer one: said, and nothing is half done", async (t) => {
  const postgres = await start(t);
  refused("serve", limited(postgres), /ledger: the database has schema version 0, this build needs \d+: run \\?"tessera migrate/);
  refused("migrate", limited(postgres), /migrations\/ledger\/001_ledger.sql failed: PostgreSQL: .*permission denied for schema public/);
  assert.equal(tables(postgres), "0");
  // One that comes half way is undone: the third table is there already, somebody else's.
  postgres.ask("CREATE TABLE ledger_nodes()");
  refused("migrate", postgres.url, /failed: PostgreSQL: .*ledger_nodes\\?" already exists/);
  assert.equal(tables(postgres), "1");
  postgres.ask("DROP TABLE ledger_nodes");

  const { status, stdout, stderr } = attempt("migrate", postgres.url);
  assert.equal(status, 0, stderr);
  const [, latest] = /** @type {RegExpExecArray} */ (/^the ledger's schema version (\d+), was 0$/m.exec(stdout));
  assert.match(attempt("migrate", postgres.url).stdout, new RegExp(`^the ledger's schema version ${latest}, was ${latest}$`, "m"));
  refused("serve", limited(postgres), /ledger: PostgreSQL: permission denied for/);
  assert.equal(postgres.ask("SELECT count(*) FROM ledger_about"), "0");

  for (const [version, why] of /** @type {[number, RegExp][]} */ ([[0, /run \\?"tessera migrate/], [99, /version 99, but this build knows only \d+: it belongs to a newer/]])) {
    postgres.ask(`UPDATE ledger_schema SET version = ${version}`);
    refused("serve", postgres.url, why);
    assert.equal(postgres.ask("SELECT version FROM ledger_schema"), String(version));
  }
  refused("migrate", postgres.url, /belongs to a newer/);
  assert.equal(postgres.ask("SELECT count(*) FROM ledger_about"), "0", "none was opened");
});

test("a server that is read-only: said", async (t) => {
  const postgres = await start(t);
  assert.equal(attempt("migrate", postgres.url).status, 0);
  postgres.ask("ALTER DATABASE postgres SET default_transaction_read_only = on");
  for (const command of ["serve", "migrate"]) refused(command, postgres.url, /ledger: PostgreSQL: .*read-only/);
});

test("two servers share a ledger: a pass is good once over both, also after one of them was killed", async (t) => {
  const postgres = await Postgres.during(t);
  assert.equal(attempt("migrate", postgres.url).status, 0);
  const config = `store: {ledger: "${postgres.url}"}\nbudget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n`;
  const one = await Server.during(t, { config, truth: true });
  await one.says(/how well the ledger keeps what was spent.*fsync is off/);
  const two = new Server({ config, truth: true, data: one.data }); // they share their keys and sites
  two.sitekey = one.sitekey;
  two.secret = one.secret;
  await two.up();
  t.after(() => two.down());
  for (let round = 0; round < 2; round++) {
    const response = await one.pass();
    const results = await Promise.all([one, two, one, two].map(async (server) => (await server.verify({ response })).success));
    assert.equal(results.filter(Boolean).length, 1);
    await two.down("SIGKILL");
    await two.up();
    assert.equal((await two.verify({ response })).success, false);
  }
});

/** A PgBouncer that hands each transaction to any of two connections; its address. @param {any} t @param {Postgres} postgres */
async function pooled(t, postgres) {
  const file = join(postgres.folder, "pgbouncer.ini");
  writeFileSync(file, `[databases]
postgres = host=${postgres.folder} port=${postgres.port} user=postgres
[pgbouncer]
pool_mode = transaction
default_pool_size = 2
listen_addr =
listen_port = 6432
unix_socket_dir = ${postgres.folder}
auth_type = any
`);
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout));
  const child = spawn("pgbouncer", ["-q", file], { ...(process.getuid?.() === 0 ? { uid, gid } : {}), stdio: "ignore" });
  t.after(() => child.kill("SIGINT"));
  const url = `postgres:///postgres?host=${postgres.folder}&port=6432&user=postgres`;
  assert.ok(await eventually(() => spawnSync("psql", ["-X", "-c", "SELECT 1", url]).status === 0));
  return url;
}

test("behind a pooler of transactions: spends pass once, and the pool's connections keep their settings", async (t) => {
  const postgres = await Postgres.during(t);
  assert.equal(attempt("migrate", postgres.url).status, 0);
  const url = await pooled(t, postgres);
  const config = `store: {ledger: "${url}"}\nbudget: {enabled: false, shared: true}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n`;
  const server = await Server.during(t, { config, truth: true });
  const passes = await Promise.all(Array.from({ length: 20 }, () => server.pass()));
  const results = await Promise.all([...passes, ...passes].map(async (response) => (await server.verify({ response })).success));
  assert.equal(results.filter(Boolean).length, passes.length);
  assert.equal((await server.request("/readyz")).status, 200);
  const shown = spawnSync("psql", ["-X", "-A", "-t", "-c", "SHOW statement_timeout", url], { encoding: "utf8" }).stdout.trim();
  assert.equal(shown, "0");
});
