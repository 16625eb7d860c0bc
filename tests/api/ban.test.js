// Bans: who is banned gets nothing, wherever they ask; all servers on the same records learn of it, and it ends in time.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Postgres } from "../lib/postgres.js";
import { FAST, Server, counted, eventually, run, temporaryFolder } from "../lib/tessera.js";

const PROXIED = `trusted_proxies: [127.0.0.1]\nadmin: true\n${FAST}`;
const BAD = { "X-Forwarded-For": "203.0.113.9" };
const GOOD = { "X-Forwarded-For": "198.51.100.7" };

/** @param {Server} server @param {...string} words */
const ban = (server, ...words) => run(["ban", ...words, "--data", server.data]);

/** @param {Server} server */
const bearer = (server) => ({ Authorization: `Bearer ${readFileSync(join(server.data, "admin-token"), "utf8").trim()}` });

/** Whether that visitor gets a challenge. @param {Server} server @param {Record<string, string>} from */
const isServed = async (server, from) => (await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" }, from)).status === 200;

/** Bans by the command line, and waits until the server knows. @param {Server} server @param {string[]} words @param {Record<string, string>} [from] */
async function banned(server, words, from = BAD) {
  const { status, stderr } = ban(server, "add", ...words);
  assert.equal(status, 0, stderr);
  assert.ok(await eventually(async () => !(await isServed(server, from))), "the server learns of it");
}

test("who is banned gets no challenge, no verdict, no picture and no way through the gate; all others do", async (t) => {
  const server = await Server.during(t, { config: PROXIED });
  const challenge = await server.challenge({}, BAD);
  const picture = (await server.challenge({ type: "human" }, BAD)).view.image.src;
  const page = await server.page("/challenge/puzzle", BAD);
  const gate = async (/** @type {Record<string, string>} */ from) =>
    (await server.request("/gate", { headers: { ...from, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0" } })).status;
  assert.notEqual(await gate(BAD), 403);
  await banned(server, ["203.0.113.0/24", "--reason", "a flood of guesses"]);

  const refused = await counted(server, async () => {
    for (const [path, body] of /** @type {[string, any][]} */ ([
      ["/v1/challenge", { sitekey: server.sitekey }],
      ["/v1/answer", { token: challenge.token, answer: challenge.truth }],
      ["/v1/reveal", { token: challenge.token }],
      ["/v1/extend", { token: challenge.token }],
      ["/v1/review", { token: challenge.token }],
      ["/v1/renew", { response: "x" }],
    ])) {
      const { status, json, headers } = await server.post(path, body, BAD);
      assert.deepEqual([status, json.error.code], [403, "banned"], path);
      assert.equal(headers.get("access-control-allow-origin"), "*", "the widget can read why");
      assert.equal(headers.get("retry-after"), null);
    }
    for (const path of [picture, picture.replace("image", "audio")]) {
      const { status, json } = await server.request(path, { headers: BAD });
      assert.deepEqual([status, json.error.code], [403, "banned"], path);
    }
    const pages = ["/challenge/puzzle", "/challenge/review", `/challenge?sitekey=${server.sitekey}`, `/widget?sitekey=${server.sitekey}`,
      `/widget/?sitekey=${server.sitekey}`, `/recaptcha/api/fallback?k=${server.sitekey}`];
    const forms = ["/challenge/puzzle", "/challenge/review", `/challenge?sitekey=${server.sitekey}`, "/demo/form"];
    for (const ask of [...pages.map((path) => () => server.request(path, { headers: BAD })),
      ...forms.map((path) => () => server.form(path, { seed: page.seed, output: page.truth, "tessera-response": "x", review: "x" }, BAD))]) {
      const { status, text } = await ask();
      assert.equal(status, 403, text);
      assert.match(text, /Your network is blocked here\./);
      assert.doesNotMatch(text, /203\.0\.113|flood/);
    }
    assert.equal(await gate(BAD), 403);
  }, "tessera_gate_total");
  assert.equal(refused.block, 1);
  assert.equal(await server.metric("tessera_bans"), 1);
  assert.ok(Number(await server.metric("tessera_ban_refusals_total")) >= 12);
  // No verdict on the answer, and the token is not spent; nor was any picture drawn.
  assert.equal(await server.metric('tessera_verdicts_total{verdict="pass"}'), 0);
  assert.equal(await server.metric("tessera_draw_seconds_count"), 0);
  await server.says(/info the bans have changed bans=1/);
  assert.doesNotMatch(server.stderr, /203\.0\.113/);

  // Neighbours are not concerned; nor what sites' servers and operators ask, from the same address.
  assert.ok(await isServed(server, GOOD));
  assert.ok(await isServed(server, { "X-Forwarded-For": "203.0.114.9" }));
  assert.notEqual(await gate(GOOD), 403);
  const verified = await server.post("/v1/verify", { secret: server.secret, response: await server.pass() }, BAD);
  assert.equal(verified.json.success, true);
  assert.equal((await server.request("/v1/admin/config", { headers: { ...BAD, ...bearer(server) } })).status, 200);
  assert.equal((await server.request("/tessera.js", { headers: BAD })).status, 200);
  // A stranger who only says that they are somebody else is who they are.
  assert.ok(!(await isServed(server, { "X-Forwarded-For": "198.51.100.7, 203.0.113.9" })));

  await t.test("and once it is removed all is as before, the token included", async () => {
    assert.equal(ban(server, "remove", "203.0.113.77/24").status, 0);
    assert.ok(await eventually(() => isServed(server, BAD)));
    assert.equal(await server.answer(challenge.token, challenge.truth, BAD), "pass");
  });
});

test("who is banned is told so each time, not that there were too many requests", async (t) => {
  const server = await Server.during(t, { config: `trusted_proxies: [127.0.0.1]\nbudget: {junk: 2, challenge: 2, window_s: 3600}\n` });
  assert.equal(ban(server, "add", "203.0.113.9").status, 0);
  const ask = async () => (await server.post("/v1/challenge", { sitekey: server.sitekey }, BAD)).status;
  assert.ok(await eventually(async () => (await ask()) === 403 || (await ask()) === 429));
  assert.ok(await eventually(async () => (await ask()) === 403));
  for (let i = 0; i < 10; i++) assert.equal(await ask(), 403);
});

test("a ban ends by itself, and is gone from the list", async (t) => {
  const server = await Server.during(t, { config: PROXIED });
  await banned(server, ["203.0.113.9", "--for", "8"]);
  assert.match(ban(server, "list").stdout, /^203\.0\.113\.9\/32\t[1-8] s\t-\n$/);
  assert.ok(await eventually(() => isServed(server, BAD)));
  assert.equal(ban(server, "list").stdout, "");
  assert.ok(await eventually(async () => (await server.metric("tessera_bans")) === 0));
});

test("GET, POST and DELETE of /v1/admin/bans do what the command does", async (t) => {
  const server = await Server.during(t, { config: PROXIED });
  const list = async () => (await server.request("/v1/admin/bans", { headers: bearer(server) })).json;
  assert.deepEqual(await list(), { bans: [], count: 0 });
  const { status, json } = await server.post("/v1/admin/bans", { network: "2001:DB8:1::7/48", seconds: 60, reason: "café" }, bearer(server));
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), ["network", "reason", "createdAt", "expiresAt"]);
  assert.deepEqual([json.network, json.reason], ["2001:db8:1::/48", "café"]);
  assert.equal(Date.parse(json.expiresAt) - Date.parse(json.createdAt), 60000);
  assert.ok(await eventually(async () => !(await isServed(server, { "X-Forwarded-For": "2001:db8:1:2::3" }))));
  await server.post("/v1/admin/bans", { network: "192.0.2.1" }, bearer(server));
  const { bans, count } = await list();
  assert.deepEqual([count, bans.map((/** @type {any} */ one) => one.network)], [2, ["192.0.2.1/32", "2001:db8:1::/48"]]);
  assert.equal(bans[0].expiresAt, null);
  // It is the list that the command shows.
  assert.deepEqual(ban(server, "list", "--json").stdout.trim().split("\n").map((line) => JSON.parse(line)), bans);

  const remove = async (/** @type {string} */ network) =>
    (await server.request(`/v1/admin/bans/${network}`, { method: "DELETE", headers: bearer(server) })).status;
  assert.equal(await remove("2001:db8:1::/48"), 204);
  assert.equal(await remove("2001:db8:1::/48"), 404);
  assert.equal(await remove("nonsense"), 404);
  assert.ok(await eventually(() => isServed(server, { "X-Forwarded-For": "2001:db8:1:2::3" })));

  for (const [name, body, code] of /** @type {[string, any, string][]} */ ([
    ["no network", {}, "bad-field"],
    ["no such network", { network: "192.0.2.300" }, "bad-field"],
    ["10,000 bytes", { network: "1".repeat(3000) }, "bad-field"],
    ["a NUL", { network: "192.0.2.1\0" }, "malformed"],
    ["a long reason", { network: "192.0.2.9", reason: "x".repeat(201) }, "bad-field"],
    ["a reason with a line break", { network: "192.0.2.9", reason: "a\nb" }, "bad-field"],
    ["no seconds", { network: "192.0.2.9", seconds: 0 }, "bad-field"],
    ["seconds as a text", { network: "192.0.2.9", seconds: "60" }, "bad-field"],
    ["half a second", { network: "192.0.2.9", seconds: 0.5 }, "bad-field"],
    ["too long", { network: "192.0.2.9", seconds: 315360001 }, "bad-field"],
    ["force as a text", { network: "0.0.0.0/0", force: "true" }, "bad-field"],
    ["everybody", { network: "0.0.0.0/0" }, "ban-doubtful"],
    ["this machine", { network: "127.0.0.1" }, "ban-doubtful"],
    ["no JSON", "network=192.0.2.1", "malformed"],
  ])) {
    const reply = await server.post("/v1/admin/bans", body, bearer(server));
    assert.equal(reply.json.error.code, code, name);
  }
  assert.equal((await list()).count, 1);
  // Nobody without the token, and nowhere without `admin`.
  assert.equal((await server.post("/v1/admin/bans", { network: "192.0.2.9" })).status, 401);
  assert.equal((await server.request("/v1/admin/bans")).status, 401);
  assert.equal((await server.request("/v1/admin/bans/192.0.2.1", { method: "DELETE" })).status, 401);
  await server.again({ config: PROXIED.replace("admin: true", "admin: false") });
  assert.equal((await server.request("/v1/admin/bans", { headers: bearer(server) })).status, 404);
});

describe("tessera ban", () => {
  const data = temporaryFolder();
  const command = (/** @type {string[]} */ ...words) => run(["ban", ...words, "--data", data]);

  /** @type {[name: string, words: string[], stderr: RegExp][]} */
  const REFUSED = [
    ["no action", [], /expected add, list or remove/],
    ["another action", ["lift", "192.0.2.1"], /expected add, list or remove/],
    ["no address", ["add"], /expected one ADDR/],
    ["two addresses", ["add", "192.0.2.1", "192.0.2.2"], /expected one ADDR/],
    ["list of one", ["list", "192.0.2.1"], /takes no ADDR/],
    ["no address at all", ["add", "example.org"], /ADDR: expected/],
    ["an empty one", ["add", ""], /ADDR: expected/],
    ["too many bits", ["add", "192.0.2.0/33"], /ADDR: expected/],
    ["a mapped network with bits of IPv4", ["add", "::ffff:192.0.2.0/24"], /ADDR: expected/],
    ["a zone", ["add", "fe80::1%eth0"], /ADDR: expected/],
    ["10,000 bytes", ["add", "1".repeat(10000)], /ADDR: expected/],
    ["invalid UTF-8", ["add", "192.0.2.1\udcff"], /ADDR: expected/],
    ["no end", ["add", "192.0.2.1", "--for", "0"], /--for: expected/],
    ["an end that is no number", ["add", "192.0.2.1", "--for", "1h"], /--for: expected/],
    ["an end after eleven years", ["add", "192.0.2.1", "--for", "346896000"], /--for: expected/],
    ["a long reason", ["add", "192.0.2.1", "--reason", "x".repeat(201)], /--reason: expected/],
    ["a reason that steers a terminal", ["add", "192.0.2.1", "--reason", "\x1b[2J"], /--reason: expected/],
    ["everybody", ["add", "0.0.0.0/0"], /machine's own address.*--force/],
    ["half of IPv6", ["add", "8000::/1"], /wider than \/8.*--force/],
    ["wider than /8", ["add", "64.0.0.0/7"], /wider than \/8.*--force/],
    ["this machine", ["add", "127.0.0.1"], /machine's own address.*--force/],
    ["this machine in IPv6", ["add", "::1"], /machine's own address.*--force/],
    ["this machine, mapped", ["add", "::ffff:127.0.0.1"], /machine's own address.*--force/],
  ];
  for (const [name, words, stderr] of REFUSED) {
    test(`is refused: ${name}`, () => {
      const result = command(...words);
      assert.equal(result.status, 2);
      assert.match(result.stderr, stderr);
    });
  }

  test("add, list and remove: one row for a network, however it is written", () => {
    assert.equal(command("list").stdout, "");
    assert.equal(command("add", "192.0.2.77/24", "--reason", "a").stdout, "192.0.2.0/24 is banned\n");
    assert.equal(command("add", "::ffff:192.0.2.1/120", "--reason", "b").stdout, "192.0.2.0/24 is banned\n");
    assert.equal(command("add", "2001:0DB8::0:1").stdout, "2001:db8::1/128 is banned\n");
    assert.equal(command("list").stdout, "192.0.2.0/24\tfor good\tb\n2001:db8::1/128\tfor good\t-\n");
    const missing = command("remove", "192.0.2.1");
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /ban 192\.0\.2\.1\/32: there is no such ban/);
    assert.equal(command("remove", "192.0.2.255/24").stdout, "192.0.2.0/24 is banned no more\n");
    assert.equal(command("list").stdout, "2001:db8::1/128\tfor good\t-\n");
    assert.equal(command("add", "127.0.0.1", "--force").status, 0);
    assert.equal(command("add", "0.0.0.0/0", "--force", "--for", "5").status, 0);
  });

  test("list: no reason steers the terminal, whoever wrote it into the records", () => {
    assert.equal(command("add", "198.51.100.1", "--reason", "plain").status, 0);
    const reason = "eve\u001b]0;mine\u0007\u009b31m\u007f";
    const written = spawnSync("sqlite3", [join(data, "records.db"), `UPDATE bans SET reason = '${reason}' WHERE reason = 'plain'`]);
    assert.equal(written.status, 0);
    assert.ok(command("list").stdout.includes("198.51.100.1/32\tfor good\teve?]0;mine???31m?\n"));
  });
});

test("servers on one PostgreSQL: all learn of a ban, whichever machine it was made on", async (t) => {
  const postgres = await Postgres.during(t);
  const config = `${PROXIED}store: {records: "${postgres.url}"}\n`;
  const folder = temporaryFolder();
  const file = join(folder, "admin.yaml");
  writeFileSync(file, `store: {records: "${postgres.url}"}\n`);
  assert.equal(run(["migrate", "--config", file, "--data", folder]).status, 0);
  const site = run(["site", "add", "test", "--config", file, "--data", folder]).stdout;
  const servers = await Promise.all([1, 2].map(() => Server.during(t, { config, data: temporaryFolder() })));
  for (const server of servers) {
    server.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(site)?.[1]);
    assert.ok(await isServed(server, BAD));
  }
  assert.equal(run(["ban", "add", "203.0.113.0/24", "--config", file, "--data", folder]).status, 0);
  for (const server of servers) assert.ok(await eventually(async () => !(await isServed(server, BAD))));
  // The store goes: the bans stay.
  await postgres.down("SIGINT");
  for (const server of servers) {
    assert.ok(!(await isServed(server, BAD)));
    assert.ok(await isServed(server, GOOD));
  }
  await postgres.up();
  assert.ok(await eventually(() => run(["ban", "remove", "203.0.113.0/24", "--config", file, "--data", folder]).status === 0));
  for (const server of servers) assert.ok(await eventually(() => isServed(server, BAD)));
});
