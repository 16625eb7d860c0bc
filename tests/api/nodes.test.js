// Several servers on one ledger: visitors go from one to another and notice nothing, and a server that does not fit the others says
// so at its start and on /readyz. Ledger and records are real.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Nodes, keyOf } from "../lib/nodes.js";
import { Postgres } from "../lib/postgres.js";
import { Redis } from "../lib/redis.js";
import { FAST, Server, clockOff, eventually, kinds, run } from "../lib/tessera.js";

const SECRET = "a secret of thirty-two characters";
const ANOTHER = "another secret of thirty-two chars";
const CURL = "curl/8.0";

/** @type {Postgres} */
let postgres;

before(async () => {
  postgres = new Postgres();
  await postgres.up();
});
after(() => postgres.remove());

/** The page without what it says of the ledger's settings, which comes last. @param {Server} server */
const readyz = async (server) => {
  const { status, text } = await server.request("/readyz");
  return { status, text: text.replace(/ledger: (fsync is off, |Redis ).*\n$/, "") };
};

/** Status and lines of /readyz, in the end. @param {Server} server @param {number} status @param {RegExp} lines */
async function becomes(server, status, lines) {
  let reply = await readyz(server);
  const is = async () => {
    reply = await readyz(server);
    return reply.status === status && lines.test(reply.text);
  };
  assert.ok(await eventually(is), `${reply.status} ${reply.text}, not ${status} ${lines}`);
}

/** @param {Server} server @param {string} path */
async function picture(server, path) {
  const reply = await fetch(server.url + path);
  assert.equal(reply.status, 200);
  return Buffer.from(await reply.arrayBuffer());
}

const READY = /^ready\n$/;

// They wait more than they work, and each has a database of its own.
describe("several servers", { concurrency: 4 }, () => {
  test("a challenge from one server is answered at the second and redeemed at the third", async (t) => {
    const nodes = new Nodes(t, postgres);
    const [one, two, three] = [await nodes.start("one"), await nodes.start("two"), await nodes.start("three")];
    const { token, truth } = await one.challenge();
    const { json } = await two.post("/v1/answer", { token, answer: truth });
    assert.equal(json.state, "pass");
    assert.equal((await three.verify({ response: json.response })).success, true);
    assert.deepEqual((await one.verify({ response: json.response }))["error-codes"], ["timeout-or-duplicate"]);
    assert.equal(await three.answer(token, truth), "replayed");
    assert.match((await readyz(one)).text, READY);

    const list = nodes.list();
    assert.deepEqual(list.map(({ name }) => name).sort(), ["one", "three", "two"]);
    for (const node of list) {
      assert.deepEqual(node.differs, []);
      assert.deepEqual(node.keys, [keyOf(token)]);
      assert.ok(Math.abs(node.ahead_s) < 5 && node.seen_s < 30);
    }
    assert.match(nodes.done("nodes"), new RegExp(`^two +[0-9.]+ +[0-9.]+ s +${keyOf(token)} +[+-][0-9.]+ s *$`, "m"));
    assert.match((await three.request("/metrics")).text, /^tessera_nodes 3$/m);
    await three.down(); // it leaves, and is gone at once
    assert.deepEqual(nodes.list().map(({ name }) => name).sort(), ["one", "two"]);
  });

  test("rounds, pictures, gate and reviews go from server to server", async (t) => {
    const nodes = new Nodes(t, postgres);
    const config = FAST.replace("test_mode: true", "test_mode: true, rounds_min: 3") + "accessibility: {fallback_method: human_review}\n";
    const all = [await nodes.start("one", {}, config), await nodes.start("two", {}, config), await nodes.start("three", {}, config)];

    let { token, truth } = await all[0].challenge();
    let json, drawn = 0;
    for (let round = 1; round <= 3; round++) {
      const reply = await all[round % 3].post("/v1/answer", { token, answer: truth });
      json = reply.json;
      assert.equal(json.state, round < 3 ? "next" : "pass");
      if (round < 3) [token, truth] = [json.challenge.token, reply.headers.get("tessera-truth")];
    }
    assert.equal((await all[0].verify({ response: json.response })).rounds, 3);

    for (const type of kinds()) {
      const { view } = await all[0].challenge({ type });
      if (!view.image) continue; // it is drawn in the browser
      drawn++;
      const pictures = await Promise.all(all.map((server) => picture(server, view.image.src)));
      assert.ok(pictures[0].equals(pictures[1]) && pictures[0].equals(pictures[2]), type);
    }
    assert.ok(drawn >= 5);

    const gate = (/** @type {Server} */ server, headers = {}) => server.request("/gate", { headers: { "User-Agent": CURL, "X-Original-URI": "/", ...headers } });
    const ticket = (await gate(all[0])).headers.get("location") ?? "";
    let page = await all[1].page(ticket);
    assert.equal(page.status, 200);
    let solved = await all[2].form(page.action, { seed: page.seed, output: page.truth });
    for (let i = 0; !solved.headers.has("set-cookie") && i < 3; i++) { // further rounds
      const seed = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(solved.text)?.[1]);
      solved = await all[i % 3].form(page.action, { seed, output: solved.headers.get("tessera-truth") ?? "" });
    }
    const cookie = /** @type {string} */ (/^[^;]*/.exec(solved.headers.get("set-cookie") ?? "")?.[0]);
    assert.equal((await gate(all[0], { Cookie: cookie })).status, 200);

    const asked = await all[0].post("/v1/review", { token: (await all[1].challenge({ type: "human" })).token });
    assert.equal(asked.status, 200, asked.text);
    nodes.done("review", "approve", asked.json.id);
    const approved = await all[2].post("/v1/review", { token: asked.json.token });
    assert.equal(approved.json.state, "approved");
    assert.equal((await all[1].verify({ response: approved.json.response })).success, true);
  });

  test("a picture is the same at a server that signs with another key", async (t) => {
    const config = FAST.replace("budget", "store: {ledger: memory}\nbudget"); // so that they do not meet
    const old = await Server.during(t, { config, env: { TESSERA_SECRET: SECRET } });
    const later = await Server.during(t, { config, env: { TESSERA_SECRET: ANOTHER, TESSERA_SECRET_PREVIOUS: SECRET } });
    for (const type of ["hidden", "scene", "predator"]) {
      const { view } = await old.challenge({ type });
      assert.ok((await picture(old, view.image.src)).equals(await picture(later, view.image.src)), type);
      assert.notEqual(keyOf((await later.challenge({ type })).token), keyOf((await old.challenge({ type })).token));
    }
  });

  test("of three, only the one with another secret is not ready; of two, the one that came later", async (t) => {
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET } });
    const one = await nodes.start("one");
    const stray = await nodes.start("stray", { TESSERA_SECRET: ANOTHER });
    await stray.says(/error this node has another secret than others on this ledger: it is not ready what="another secret than node one"/);
    assert.equal((await readyz(stray)).status, 503); // from its start on
    assert.match((await readyz(stray)).text, /^not ready\nkeys: another secret than node one$/m);
    await becomes(one, 200, /^ready\nkeys: node stray has another secret, and is not ready\n$/);
    await one.says(/warn another node has another secret/);
    assert.match((await one.request("/metrics")).text, /^tessera_node_trouble\{what="keys"\} 1$/m);
    assert.match((await stray.request("/metrics")).text, /^tessera_node_trouble\{what="keys"\} 2$/m);
    assert.deepEqual(nodes.list().filter(({ differs }) => differs.includes("keys")).map(({ name }) => name), ["stray"]);

    const two = await nodes.start("two");
    assert.equal((await readyz(two)).status, 200);
    assert.equal((await readyz(stray)).status, 503);
    const { token, truth } = await one.challenge();
    assert.equal(await stray.answer(token, truth), "invalid");
    assert.equal(await two.answer(token, truth), "pass");
    await stray.down();
    await becomes(one, 200, READY);
    await one.says(/info all nodes can open each other's tokens again/);
  });

  test("a secret that is changed one server after the other voids nothing: each signs with what all have", async (t) => {
    const nodes = new Nodes(t, postgres);
    const one = await nodes.start("one", { TESSERA_SECRET: SECRET });
    const two = await nodes.start("two", { TESSERA_SECRET: ANOTHER, TESSERA_SECRET_PREVIOUS: SECRET });
    const [before, there] = [await one.challenge(), await two.challenge()];
    assert.equal(keyOf(before.token), keyOf(there.token));
    assert.equal(await one.answer(there.token, there.truth), "pass");
    assert.match((await readyz(two)).text, READY);
    await one.again({ env: { ...nodes.env, TESSERA_NODE_NAME: "one", TESSERA_SECRET: ANOTHER, TESSERA_SECRET_PREVIOUS: SECRET } });
    const isNew = async () => keyOf((await two.challenge()).token) !== keyOf(before.token);
    assert.ok(await eventually(isNew), "it signs with the new one when all have it");
    assert.equal(await two.answer(before.token, before.truth), "pass");
  });

  test("a clock that is off is told of; one that is wrong takes the server out of use", async (t) => {
    const redis = await Redis.during(t);
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET, TESSERA_STORE_LEDGER: redis.url() } });
    const right = await nodes.start("right");
    const off = await nodes.start("off", clockOff("+15s"));
    assert.equal((await readyz(off)).status, 200);
    assert.match((await readyz(off)).text, /^clock: 1[45] s ahead of the store$/m);
    await off.says(/warn the clock differs from the ledger's store/);
    const wrong = await nodes.start("wrong", clockOff("-40s"));
    assert.equal((await readyz(wrong)).status, 503);
    assert.match((await readyz(wrong)).text, /^not ready\nclock: (39|40|41) s behind the store$/m);
    await wrong.says(/error the clock is wrong, compared with the ledger's store/);
    assert.match((await readyz(right)).text, READY);
    const metrics = (await wrong.request("/metrics")).text;
    assert.ok(Math.abs(Number(/^tessera_clock_off_seconds (\S+)$/m.exec(metrics)?.[1]) - 40) < 5);
    assert.match(metrics, /^tessera_node_trouble\{what="clock"\} 2$/m);
    const list = Object.fromEntries(nodes.list().map((node) => [node.name, node]));
    assert.deepEqual([list.right.differs, list.off.differs, list.wrong.differs], [[], ["clock"], ["clock"]]);
    assert.ok(Math.abs(list.wrong.ahead_s + 40) < 5 && Math.abs(list.off.ahead_s - 15) < 5);
  });

  test("a store whose clock is wrong takes nobody out of use, where servers agree with each other", async (t) => {
    const redis = await Redis.during(t);
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET, TESSERA_STORE_LEDGER: redis.url(), ...clockOff("-40s") } });
    const one = await nodes.start("one");
    assert.equal((await readyz(one)).status, 503, "alone, who knows which of the two is wrong");
    const two = await nodes.start("two");
    for (const server of [one, two]) await becomes(server, 200, /^clock: (39|40|41) s behind the store$/m);
  });

  test("other settings are told of, where they concern visitors", async (t) => {
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET } });
    const one = await nodes.start("one");
    await nodes.start("alike", { TESSERA_WORKERS: "3" });
    const other = await nodes.start("other", { TESSERA_RESPONSE_LIFETIME_S: "77" });
    assert.equal((await readyz(other)).status, 200);
    assert.match((await readyz(other)).text, /^ready\nnodes: node (one|alike) has other settings\n$/);
    await becomes(one, 200, /^ready\nnodes: node other has other settings\n$/);
  });

  test("what others write into the ledger about themselves harms nobody", async (t) => {
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET } });
    const one = await nodes.start("one");
    const bad = ["", "nonsense", "{}", '{"name":"\\u001b[31mred"}', "x".repeat(500), '{"name":"ghost","version":"1","keys":[1,2,3,4,5,6,7,8,9],"config":"0","since":1,"ahead":0,"behind":0}'];
    bad.forEach((text, i) => nodes.ask(`INSERT INTO ledger_nodes SELECT (json_populate_record(old, json_build_object('id', 'bad${i}', 'text', $a$${text}$a$))).* FROM ledger_nodes AS old WHERE id NOT LIKE 'bad%' LIMIT 1`));
    assert.equal(nodes.ask("SELECT count(*) FROM ledger_nodes WHERE id LIKE 'bad%'"), String(bad.length));
    const { token, truth } = await one.challenge();
    assert.equal(await one.answer(token, truth), "pass");
    assert.equal((await readyz(one)).status, 200);
    const listed = nodes.done("nodes");
    assert.match(listed, /^one /m);
    assert.equal(listed.match(/unreadable/g)?.length, bad.length);
    assert.ok(!listed.includes("\u001b"));
  });

  test("a site that is added at one server is known at the other within a second", async (t) => {
    const nodes = new Nodes(t, postgres, { env: { TESSERA_SECRET: SECRET } });
    await nodes.start("one");
    const two = await nodes.start("two");
    const added = nodes.done("site", "add", "shop");
    const sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(added)?.[1]);
    const knows = async () => (await two.post("/v1/challenge", { sitekey })).status === 200;
    assert.ok(await eventually(knows));
    nodes.done("site", "remove", "shop");
    assert.ok(await eventually(async () => !(await knows())));
  });

  test("without a shared ledger there are no nodes to list", () => {
    const { status, stderr } = run(["nodes"]);
    assert.equal(status, 1);
    assert.match(stderr, /of one machine alone/);
  });
});
