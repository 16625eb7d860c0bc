// Keys in the records that servers share: sealed there, made once, rotated once for all, and no server signs with one before all have
// it. Ledger and records are a real PostgreSQL.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { KEYS_SECRET, Nodes, keyOf } from "../lib/nodes.js";
import { Postgres } from "../lib/postgres.js";
import { FAST, Server, eventually, temporaryFolder, wait } from "../lib/tessera.js";

const SECRET = "a secret of thirty-two characters";
const NEW_SECRET = "another secret that seals the keys";
const HEX = /** @param {number} n */ (n) => String(n).repeat(64);

/** @type {Postgres} */
let postgres;

before(async () => {
  postgres = new Postgres();
  await postgres.up();
});
after(() => postgres.remove());

/** A data folder with keys as a file has them: so many seconds old, newest first. @param {number[]} ages @param {number} [first] */
function folderWithKeys(ages, first = 1) {
  const folder = temporaryFolder();
  const lines = ages.map((age, i) => `${Date.now() - age * 1000} ${HEX(first + i)}\n`).join("");
  writeFileSync(join(folder, "keys"), lines, { mode: 0o600 });
  return folder;
}

/** Which key the server signs with. @param {Server} server */
const signs = async (server) => keyOf((await server.challenge()).token);

/** As eventually(), for what runs a command each time. @param {() => boolean} isSo */
const slowly = (isSo) => eventually(async () => {
  await wait(250);
  return isSo();
});

/** A token of a key that nobody has. */
const forged = Buffer.concat([Buffer.from([1, 9, 9, 9, 9]), Buffer.alloc(80, 7)]).toString("base64url");

// They wait more than they work, and each has a database of its own.
describe("keys in the records", { concurrency: 4 }, () => {
  test("servers that start at once on nothing have one key, and nobody who reads the database has it", async (t) => {
    const nodes = new Nodes(t, postgres);
    const all = await Promise.all(["one", "two", "three"].map((name) => nodes.start(name)));
    assert.equal(nodes.ask("SELECT count(*) FROM signing_keys"), "1");
    assert.equal(new Set(await Promise.all(all.map(signs))).size, 1);
    assert.equal(all.filter((server) => /new keys were made/.test(server.stderr)).length, 1);

    // With the key in hand, from a file of the same, look for it in all that the database has.
    const [folder, dump] = [folderWithKeys([3600], 7), () => spawnSync("pg_dump", [nodes.url], { encoding: "utf8" }).stdout];
    assert.match(nodes.done("key", "import", "--data", folder), /^1 taken over$/m);
    const text = dump();
    assert.match(text, /COPY public.signing_keys/);
    assert.ok(!text.includes(HEX(7).slice(0, 16)) && !text.includes(KEYS_SECRET));
  });

  test("what can't be: a clear message, status 1, nothing half done", async (t) => {
    const nodes = new Nodes(t, postgres);
    const start = (/** @type {Record<string, string>} */ env) => nodes.command(["serve", "--listen", "127.0.0.1:0", "--data", temporaryFolder()], env);
    const refused = [
      [{ TESSERA_KEYS_SECRET: "" }, /there is no secret for keys in the records: set TESSERA_KEYS_SECRET/],
      [{ TESSERA_KEYS_SECRET: "short" }, /TESSERA_KEYS_SECRET: expected 32 to 256 characters/],
      [{ TESSERA_KEYS_SECRET: "", TESSERA_STORE_KEYS_SECRET_FILE: "/nowhere/secret" }, /can't read \/nowhere\/secret/],
      [{ TESSERA_STORE_RECORDS: "sqlite" }, /store.keys: records that one server has alone keep no keys/],
    ];
    for (const [env, message] of /** @type {[Record<string, string>, RegExp][]} */ (refused)) {
      const { status, stderr } = start(env);
      assert.equal(status, 1, stderr);
      assert.match(stderr, message);
      const checked = nodes.command(["check"], env);
      assert.equal(checked.status, 1);
      assert.match(checked.stderr, message);
    }
    assert.equal(nodes.ask("SELECT count(*) FROM signing_keys"), "0");

    await nodes.start("one");
    const other = start({ TESSERA_KEYS_SECRET: NEW_SECRET });
    assert.equal(other.status, 1);
    assert.match(other.stderr, /key [0-9a-f]{8} was sealed with another secret than this server has/);
    for (const args of [["rotate"], ["list"], ["reseal"]]) assert.equal(nodes.command(["key", ...args], { TESSERA_KEYS_SECRET: NEW_SECRET }).status, 1);
    assert.equal(nodes.command(["key", "make"]).status, 1, "there is one");
    assert.equal(nodes.command(["key", "remove", "00000000"]).status, 1);
    assert.equal(nodes.command(["key", "remove", "x"]).status, 1);
    assert.equal(nodes.command(["key", "remove"]).status, 2);
    assert.equal(nodes.command(["key", "import", "--data", temporaryFolder()]).status, 1, "there is no file");

    nodes.ask("UPDATE signing_keys SET created_ms = created_ms + 1");
    assert.match(nodes.command(["key", "list"]).stderr, /can't be opened: it was changed where it lies/);
    nodes.ask("DELETE FROM signing_keys");
    const lost = start({});
    assert.equal(lost.status, 1, "there is a ledger: they were lost");
    assert.match(lost.stderr, /there are no keys in the records/);
    assert.equal(nodes.command(["key", "rotate"]).status, 1);
    nodes.done("key", "make");
  });

  test("the secret may be in a file; one that everybody can write is refused", async (t) => {
    const file = join(temporaryFolder(), "secret");
    writeFileSync(file, `${KEYS_SECRET}\n`, { mode: 0o600 });
    const nodes = new Nodes(t, postgres, { env: { TESSERA_KEYS_SECRET: "", TESSERA_STORE_KEYS_SECRET_FILE: file } });
    const one = await nodes.start("one");
    assert.equal(keyOf((await one.challenge()).token), nodes.keys()[0].id);
    chmodSync(file, 0o606);
    assert.match(nodes.command(["key", "list"]).stderr, /everybody can write to it/);
  });

  test("from the file into the records: what is open stays open", async (t) => {
    const nodes = new Nodes(t, postgres, { keys: "file" });
    const data = folderWithKeys([60, 3600]);
    const old = new Server({ truth: true, config: FAST, data, env: nodes.env });
    [old.sitekey, old.secret] = [nodes.sitekey, nodes.secret];
    await old.up();
    const { token, truth } = await old.challenge();
    await old.down();
    nodes.env.TESSERA_STORE_KEYS = "records";
    assert.match(nodes.done("key", "import", "--data", data), /^2 taken over$/m);
    assert.match(nodes.done("key", "import", "--data", data), /^0 taken over$/m);
    const [one, two] = [await nodes.start("one"), await nodes.start("two")];
    assert.equal(await one.answer(token, truth), "pass");
    assert.deepEqual([await signs(one), await signs(two)], [keyOf(token), keyOf(token)]);
    assert.deepEqual(nodes.keys().map(({ state }) => state), ["signs", "opens"]);
    assert.match(nodes.done("key", "list"), /^id +age_s +state\n[0-9a-f]{8} +\d+ +signs\n[0-9a-f]{8} +\d+ +opens\n$/);

    // A secret of a variable goes before, and can be taken over as well.
    const given = nodes.command(["key", "import"], { TESSERA_SECRET: SECRET });
    assert.match(given.stdout, /^1 taken over$/m);
    assert.match(nodes.command(["key", "rotate"], { TESSERA_SECRET: SECRET }).stderr, /comes from TESSERA_SECRET/);
  });

  test("rotated once for all: each opens the new key before any signs with it, and what is open stays good", async (t) => {
    const nodes = new Nodes(t, postgres);
    const [one, two] = [await nodes.start("one"), await nodes.start("two")];
    const before = await signs(one);
    const open = await one.challenge();
    nodes.done("key", "rotate");
    const added = nodes.keys()[0].id;
    assert.notEqual(added, before);
    // From whichever server a challenge comes, the other one takes its answer, at every moment of it.
    let turn = 0;
    for (let signed = new Set(); signed.size < 2 || (await signs(one)) === before || (await signs(two)) === before;) {
      const [from, to] = turn++ % 2 ? [one, two] : [two, one];
      const { token, truth } = await from.challenge();
      assert.equal(await to.answer(token, truth), "pass");
      signed.add(keyOf(token));
      assert.ok([before, added].includes(keyOf(token)));
    }
    assert.equal(await two.answer(open.token, open.truth), "pass");
    assert.deepEqual(nodes.keys().map(({ id, state }) => [id, state]), [[added, "signs"], [before, "opens"]]);
    assert.equal(nodes.ask("SELECT count(*) FROM signing_keys WHERE signs_from IS NOT NULL"), "2");

    // A day after the new one began to sign, the old one is gone; and a key that is removed is gone at once.
    nodes.ask("UPDATE signing_keys SET signs_from = signs_from - interval '1 day', added_at = added_at - interval '2 days'");
    assert.ok(await slowly(() => nodes.list().every(({ keys }) => keys.length === 1 && keys[0] === added)));
    const last = await one.challenge();
    nodes.done("key", "rotate");
    nodes.done("key", "remove", added);
    assert.ok(await eventually(async () => (await two.answer(last.token, last.truth)) === "invalid"));
  });

  test("a server without the records holds a new key back, and does not judge what it may not know", async (t) => {
    const nodes = new Nodes(t, postgres);
    nodes.done("key", "import", "--data", folderWithKeys([3600]));
    nodes.ask(`CREATE ROLE ${nodes.database} LOGIN SUPERUSER`); // whom the second one's records are read as
    const one = await nodes.start("one");
    const two = await nodes.start("two", { TESSERA_STORE_RECORDS: nodes.url.replace("user=postgres", `user=${nodes.database}`) });
    const before = await signs(one);
    assert.equal(await two.answer(forged, "1,1"), "invalid");

    nodes.ask(`ALTER ROLE ${nodes.database} NOLOGIN`);
    nodes.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${nodes.database}'`);
    assert.match(nodes.done("key", "import", "--data", folderWithKeys([60], 5)), /^1 taken over$/m); // newer than the one there is
    const added = nodes.keys()[0].id;
    const has = (/** @type {string} */ name) => nodes.list().some((node) => node.name === name && node.keys.includes(added));
    assert.ok(await slowly(() => has("one")));
    assert.deepEqual(nodes.keys().map(({ id, state, waits_for }) => [id, state, waits_for]), [[added, "waits", ["two"]], [before, "signs", []]]);
    assert.match(nodes.done("key", "list"), /waits for two$/m);
    assert.equal(await signs(one), before);

    // What is under no key that it knows can't be told from what is under the new one.
    const isUnavailable = async () => (await two.answer(forged, "1,1")) === 503;
    assert.ok(await eventually(isUnavailable));
    assert.deepEqual((await two.verify({ response: forged }))["error-codes"], ["internal-error"]);
    assert.equal((await two.request(`/v1/image/${forged}`)).status, 503);
    const { token, truth } = await one.challenge(); // of a key that it knows, it can
    assert.equal(await two.answer(token, truth), "pass");
    assert.equal((await two.request("/readyz")).status, 200);
    assert.match((await two.request("/readyz")).text, /^keys: the keys could not be read from the records$/m);
    assert.equal(await one.answer(forged, "1,1"), "invalid");

    // It comes back, has read the key, and then that signs.
    nodes.ask(`ALTER ROLE ${nodes.database} LOGIN`);
    assert.ok(await eventually(async () => (await signs(one)) === added && (await signs(two)) === added));
    assert.equal(await two.answer(forged, "1,1"), "invalid");
  });

  test("the secret that seals keys is changed without a moment of not reading them", async (t) => {
    const nodes = new Nodes(t, postgres);
    const one = await nodes.start("one");
    const key = await signs(one);
    await one.again({ env: { ...nodes.env, TESSERA_NODE_NAME: "one", TESSERA_KEYS_SECRET: NEW_SECRET, TESSERA_KEYS_SECRET_PREVIOUS: KEYS_SECRET } });
    assert.equal(await signs(one), key);
    const sealed = () => nodes.ask("SELECT string_agg(sealed_by || ' ' || sealed::text, ',') FROM signing_keys");
    const before = sealed();
    const done = nodes.command(["key", "reseal"], { TESSERA_KEYS_SECRET: NEW_SECRET, TESSERA_KEYS_SECRET_PREVIOUS: KEYS_SECRET });
    assert.match(done.stdout, /^1 sealed anew$/m);
    assert.notEqual(sealed(), before);
    assert.equal(nodes.command(["key", "list"]).status, 1, "the old one opens nothing any more");
    assert.equal(nodes.command(["key", "list"], { TESSERA_KEYS_SECRET: NEW_SECRET }).status, 0);
    assert.equal(await signs(one), key);
  });

  test("without the records: a running server goes on with what it has, and one that starts says why it does not", async (t) => {
    const own = await Postgres.during(t);
    const nodes = new Nodes(t, own);
    const ledger = nodes.url;
    const one = await nodes.start("one", { TESSERA_STORE_LEDGER: "sqlite" });
    const { token, truth } = await one.challenge();
    await own.down("SIGINT");
    assert.equal(await one.answer(token, truth), "pass");
    const next = await one.challenge();
    assert.equal(await one.answer(next.token, next.truth), "pass");
    const { status, stderr } = nodes.command(["serve", "--listen", "127.0.0.1:0", "--data", temporaryFolder()], { TESSERA_STORE_LEDGER: "sqlite" });
    assert.equal(status, 1);
    assert.match(stderr, /error .*(refused|No such file|does not answer|not exist)/);
    assert.ok(!stderr.includes(ledger));
    await own.up();
  });
});
