// Codes and renewals over servers that share a PostgreSQL.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Nodes } from "../lib/nodes.js";
import { Postgres } from "../lib/postgres.js";
import { eventually } from "../lib/tessera.js";

/** @type {Postgres} */
let postgres;
before(async () => {
  postgres = new Postgres();
  await postgres.up();
});
after(() => postgres.remove());

/** Solves on a server's page; the code. @param {import("../lib/tessera.js").Server} at */
async function codeFrom(at) {
  const page = await at.page(`/challenge?sitekey=${at.sitekey}&type=human`);
  const sent = await at.form(page.action.replaceAll("&amp;", "&"), { seed: page.seed, cell: page.truth });
  const shown = await at.request(/** @type {string} */ (sent.headers.get("location")));
  return /** @type {string} */ (/id="code" readonly value="([^"]*)"/.exec(shown.text)?.[1]);
}

test("a code that one server makes, another one takes, and all of them together once", async (t) => {
  const nodes = new Nodes(t, postgres);
  const [one, two] = [await nodes.start("one"), await nodes.start("two")];
  assert.ok(await eventually(async () => (await two.post("/v1/challenge", { sitekey: two.sitekey })).status === 200));
  const code = await codeFrom(one);
  assert.equal((await two.verify({ response: code.toLowerCase() })).success, true);
  assert.deepEqual((await one.verify({ response: code }))["error-codes"], ["timeout-or-duplicate"]);
  const raced = await codeFrom(two);
  const told = await Promise.all(Array.from({ length: 40 }, (_, i) => [one, two][i % 2].verify({ response: raced })));
  assert.equal(told.filter(({ success }) => success).length, 1);
  assert.equal(nodes.ask("SELECT count(*) FROM codes"), "2");
});

/** Has the nodes meet one of an earlier release, until what is returned is called: what it says of itself has no word of claims.
 * @param {import("node:test").TestContext} t @param {Nodes} nodes */
function meetOlder(t, nodes) {
  nodes.ask(`INSERT INTO ledger_nodes SELECT (json_populate_record(old, json_build_object('id', 'older',
    'text', (old.text::jsonb - 'claims' || '{"name":"older"}')::text))).* FROM ledger_nodes AS old LIMIT 1`);
  const keep = setInterval(() => nodes.ask("UPDATE ledger_nodes SET said_at = (SELECT max(said_at) FROM ledger_nodes) WHERE id = 'older'"), 500);
  t.after(() => clearInterval(keep));
  return () => {
    clearInterval(keep);
    nodes.ask("DELETE FROM ledger_nodes WHERE id = 'older'");
  };
}

test("tokens name their entry point, but while a server of an earlier release could not read it", async (t) => {
  const nodes = new Nodes(t, postgres);
  const [one, two] = [await nodes.start("one"), await nodes.start("two")];
  const atOther = async (/** @type {string} */ path) => {
    const { seed, truth } = await one.page(path);
    return two.answer(seed, truth);
  };
  const form = `/challenge?sitekey=${one.sitekey}&type=puzzle`;
  assert.ok(await eventually(async () => (await atOther(form)) === "invalid"));
  const sealed = await one.page(form);
  const end = meetOlder(t, nodes);
  assert.ok(await eventually(async () => (await atOther(form)) === "pass"), "read as that release reads it");
  assert.equal(await two.answer(sealed.seed, sealed.truth), "invalid", "what is sealed is checked all the same");
  assert.equal(await atOther("/challenge/puzzle"), "invalid", "the gate's name no site");
  const unsealed = await one.page(form);
  end();
  assert.ok(await eventually(async () => (await atOther(form)) === "invalid"));
  assert.equal((await two.form(form, { seed: unsealed.seed, output: unsealed.truth })).status, 303, "a form that was open then is still accepted");
});

test("passes are renewed on any server, and not while one of an earlier release is among them", async (t) => {
  const nodes = new Nodes(t, postgres);
  const [one, two] = [await nodes.start("one"), await nodes.start("two")];
  const passed = async () => {
    const { token, truth } = await one.challenge();
    return (await one.post("/v1/answer", { token, answer: truth })).json;
  };
  assert.ok(await eventually(async () => "renewable" in (await passed())));
  const before = await passed();
  const { json } = await two.post("/v1/renew", { response: before.response });
  assert.equal((await one.verify({ response: json.response })).success, true);
  assert.deepEqual((await two.verify({ response: before.response }))["error-codes"], ["timeout-or-duplicate"]);

  const end = meetOlder(t, nodes);
  assert.ok(await eventually(async () => !("renewable" in (await passed()))));
  const plain = await passed();
  assert.equal((await one.post("/v1/renew", { response: plain.response })).json.error.code, "no-renewal");
  end();
  assert.ok(await eventually(async () => "renewable" in (await passed())));
  assert.equal((await one.post("/v1/renew", { response: plain.response })).json.error.code, "no-renewal", "what was given then stays so");
});
