// What a site has of its own: hosts, theme, how long its passes are good, budgets, and two secrets while one is replaced.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Postgres } from "../lib/postgres.js";
import { clockIn, useEarlyClock, eventually, run, Server, temporaryFolder, setClock, stoppedClock, serverNow } from "../lib/tessera.js";
import { userProof } from "../../examples/form/user-proof.js";

useEarlyClock();

const PROXIED = "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";

/** The new secret, and what else was said. @param {Server} server @param {string[]} more */
function rotate(server, ...more) {
  const { status, stdout, stderr } = run(["site", "rotate", "test", "--data", server.data, ...more], { env: { TESSERA_STORE_RECORDS: server.options.env?.TESSERA_STORE_RECORDS ?? "sqlite" } });
  assert.equal(status, 0, stderr);
  return { secret: /** @type {string} */ (/^secret: (.*)$/m.exec(stdout)?.[1]), stderr };
}

/** @param {Server} server @param {string} secret */
const knows = async (server, secret) => (await server.verify({ secret, response: "x" }))["error-codes"][0] !== "invalid-input-secret";

/** @param {Server} server @param {string} name */
const shown = (server, name) => new RegExp(`^${name}: (.*)$`, "m").exec(run(["site", "show", "test", "--data", server.data]).stdout)?.[1];

// ---------------------------------------------------------------- secrets

test("site rotate: both secrets are good, the two newest alone, and the clock ends the older one", async (t) => {
  const file = join(temporaryFolder(), "clock");
  setClock(file, "+0s");
  const server = await Server.during(t, { env: clockIn(file) });
  const first = server.secret;
  const second = rotate(server, "--overlap", "3600");
  assert.match(second.stderr, /^tessera: site test: the secret before stays good until 20\d\d-\d\d-\d\dT\S+Z; where .* --overlap 0$/m);
  assert.ok(await eventually(() => knows(server, second.secret)));
  assert.ok(await knows(server, first));
  // Each redeems a pass, orders, and vouches for a user.
  for (const secret of [first, second.secret]) {
    assert.equal((await server.verify({ secret, response: await server.pass() })).success, true);
    assert.equal((await server.post("/v1/authenticate", { secret, user: "zoe" })).status, 200);
    const user_proof = userProof(secret, server.sitekey, "zoe", 600, Math.floor(serverNow() / 1000));
    assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle", user: "zoe", user_proof })).status, 200);
  }
  const third = rotate(server).secret;
  assert.ok(await eventually(() => knows(server, third)));
  assert.deepEqual([await knows(server, first), await knows(server, second.secret)], [false, true]);
  assert.match(shown(server, "previous secret") ?? "", /^good until 20/);
  // A day later, with nothing read anew.
  setClock(file, "+86399s");
  assert.ok(await knows(server, third));
  setClock(file, "+86401s");
  assert.ok(await eventually(async () => !(await knows(server, second.secret))));
  assert.ok(await knows(server, third));
  const user_proof = userProof(second.secret, server.sitekey, "zoe", 86401 + 600, Math.floor(serverNow() / 1000));
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, user: "zoe", user_proof })).json.error.code, "bad-user-proof");
});

test("site rotate --overlap 0: the secret before ends at once", async (t) => {
  const server = await Server.during(t);
  const first = server.secret;
  const second = rotate(server).secret;
  assert.ok(await eventually(() => knows(server, second)));
  const { secret, stderr } = rotate(server, "--overlap", "0");
  assert.match(stderr, /the secret before is no longer good/);
  assert.ok(await eventually(() => knows(server, secret)));
  assert.deepEqual([await knows(server, first), await knows(server, second)], [false, false]);
  assert.equal(shown(server, "previous secret"), "none");
});

test("site rotate: every server on a PostgreSQL takes both secrets", async (t) => {
  const postgres = await Postgres.during(t);
  const env = { TESSERA_STORE_RECORDS: postgres.url };
  assert.equal(run(["migrate"], { env }).status, 0);
  const one = await Server.during(t, { env });
  const other = await Server.during(t, { env, data: temporaryFolder() });
  const first = one.secret;
  const second = rotate(one).secret;
  for (const server of [one, other]) {
    assert.ok(await eventually(() => knows(server, second)));
    assert.ok(await knows(server, first));
  }
  const third = rotate(one, "--overlap", "0").secret;
  for (const server of [one, other]) {
    assert.ok(await eventually(() => knows(server, third)));
    assert.deepEqual([await knows(server, first), await knows(server, second)], [false, false]);
  }
});

// ------------------------------------------------------------------ hosts

/** @type {[string, number][]} */
const HOSTS = [
  ["https://a.example.org", 200],
  ["https://b.a.example.org:8443", 200],
  ["https://A.EXAMPLE.org", 200],
  ["https://shop.example", 200],
  ["https://example.org", 403],
  ["https://evil-example.org", 403],
  ["https://evilexample.org", 403],
  ["https://a.example.org.evil.example", 403],
  ["https://.example.org", 403],
  ["https://a.shop.example", 403],
];

test("site set --hostname: replaces the list, and *. is every host below", async (t) => {
  const server = await Server.during(t, { hostnames: ["old.example"] });
  const status = async (/** @type {string} */ Origin) => (await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" }, { Origin })).status;
  const set = (/** @type {string[]} */ ...hosts) => run(["site", "set", "test", "--data", server.data, ...hosts.flatMap((host) => ["--hostname", host])]);
  assert.deepEqual([await status("https://old.example"), await status("https://shop.example")], [200, 403]);
  assert.deepEqual(set("*.Example.org", "SHOP.example"), { status: 0, stdout: "", stderr: "" });
  assert.equal(shown(server, "hostnames"), "*.example.org,shop.example");
  assert.ok(await eventually(async () => (await status("https://old.example")) === 403));
  for (const [origin, expected] of HOSTS) assert.equal(await status(origin), expected, origin);
  const { token, truth } = await server.challenge({}, { Origin: "https://b.a.example.org" });
  const { response } = (await server.post("/v1/answer", { token, answer: truth })).json;
  assert.equal((await server.verify({ response })).hostname, "b.a.example.org");
  assert.equal(set("any").status, 0);
  assert.equal(shown(server, "hostnames"), "any");
  assert.ok(await eventually(async () => (await status("https://old.example")) === 200));
});

// ------------------------------------------------------------ what is said

/** @type {[string, string[], RegExp][]} */
const REFUSED = [
  ["a star alone", ["set", "test", "--hostname", "*"], /--hostname: a \* stands at the beginning/],
  ["a star within", ["set", "test", "--hostname", "a.*.org"], /--hostname: a \* stands at the beginning/],
  ["a port", ["add", "other", "--hostname", "example.org:443"], /--hostname: a port is no part of it/],
  ["an address", ["add", "other", "--hostname", "https://example.org"], /--hostname: expected a host's name alone, without https:/],
  ["a type that there is not", ["set", "test", "--types", "human,cats"], /--types: expected some of hidden, predator, human, emotions, scene, spatial and puzzle with/],
  ["a dot at the end", ["set", "test", "--hostname", "example.org."], /no dot at the end/],
  ["a name beyond ASCII", ["set", "test", "--hostname", "bücher.example"], /punycode/],
  ["any with others", ["set", "test", "--hostname", "any", "--hostname", "a.example"], /any stands alone/],
  ["hosts to show", ["show", "test", "--hostname", "a.example"], /--hostname and --profile go with add and set/],
  ["a theme that there is not", ["set", "test", "--theme", "pink"], /--theme: expected light, dark, auto or default/],
  ["too short a life", ["set", "test", "--lifetime", "29"], /--lifetime: expected seconds from 30 to 3600/],
  ["too long a life", ["set", "test", "--lifetime", "3601"], /--lifetime: expected/],
  ["too long a renewal", ["set", "test", "--renew", "7201"], /--renew: expected seconds from 0 to 7200/],
  ["a budget of all sites", ["set", "test", "--budget", "junk=5"], /--budget: expected NAME=N/],
  ["a budget of nothing", ["set", "test", "--budget", "challenge=0"], /--budget: expected NAME=N/],
  ["an empty budget", ["set", "test", "--budget", ""], /--budget: expected NAME=N/],
  ["a theme to add", ["add", "other", "--theme", "dark"], /go with set/],
  ["an overlap to set", ["set", "test", "--overlap", "5", "--theme", "dark"], /--overlap goes with rotate/],
  ["too long an overlap", ["rotate", "test", "--overlap", "2592001"], /--overlap: expected seconds from 0 to 2592000/],
  ["an overlap of words", ["rotate", "test", "--overlap", "a day"], /--overlap: expected/],
  ["10,000 characters", ["set", "test", "--budget", `challenge=${"1".repeat(10000)}`], /--budget: expected/],
];
const nothing = temporaryFolder();
assert.equal(run(["site", "add", "test", "--data", nothing]).status, 0);
for (const [name, args, pattern] of REFUSED) {
  test(`site refuses ${name}, and changes nothing`, () => {
    const before = run(["site", "show", "test", "--data", nothing]).stdout;
    const { status, stdout, stderr } = run(["site", ...args, "--data", nothing]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, pattern);
    assert.equal(run(["site", "show", "test", "--data", nothing]).stdout, before);
    assert.equal(run(["site", "list", "--data", nothing]).stdout.split("\n").length, 2);
  });
}

/** @type {[string, string[], RegExp][]} */
const WARNED = [
  ["every host below a label", ["--hostname", "*.org"], /public suffix, such as org/],
  ["a life of less than a minute", ["--lifetime", "59", "--renew", "0"], /too late/],
  ["a renewal that is over first", ["--lifetime", "600", "--renew", "600"], /--renew has no effect/],
  ["one wrong answer", ["--budget", "answer=6"], /after one wrong answer/],
  ["fewer pictures than challenges", ["--budget", "image=10,challenge=11"], /whose pictures they are refused/],
  ["budgets that are off", ["--budget", "challenge=11"], /budget\.enabled is false/],
];
for (const [name, wishes, pattern] of WARNED) {
  test(`site set warns of ${name}, and so does site show`, () => {
    const data = temporaryFolder();
    /** @type {Record<string, string>} */
    const env = name.includes("off") ? { TESSERA_BUDGET_ENABLED: "false" } : {};
    assert.equal(run(["site", "add", "test", "--data", data]).stderr, "");
    const { status, stderr } = run(["site", "set", "test", ...wishes, "--data", data], { env });
    assert.equal(status, 0);
    assert.match(stderr, pattern);
    assert.equal(stderr.split("\n").length, 2, stderr);
    assert.match(run(["site", "show", "test", "--data", data], { env }).stderr, pattern);
  });
}

test("site show: all that was set, and default once it is taken back", () => {
  const data = temporaryFolder();
  const site = (/** @type {string[]} */ ...args) => run(["site", ...args, "--data", data]);
  const all = () => Object.fromEntries(site("show", "test").stdout.trim().split("\n").slice(2).map((line) => line.split(": ")));
  site("add", "test");
  const none = { hostnames: "any", difficulty: "default (medium)", types: "default (spatial,predator,human,emotions,puzzle,scene,hidden)", strength: "default (off-the-shelf)",
    rounds: "default (1)", alternatives: "default (still,audio,pow,review)", fail: "default (closed)", profile: "default", theme: "default",
    lifetime: "default (300)", renew: "default (1800)", budgets: "default", "previous secret": "none" };
  assert.deepEqual(all(), none);
  const env = { TESSERA_RESPONSE_LIFETIME_S: "200", TESSERA_CHALLENGE_TYPES: "human,puzzle", TESSERA_CHALLENGE_ACCEPTS: "" };
  assert.match(run(["site", "show", "test", "--data", data], { env }).stdout,
    /^types: default \(human,puzzle\)\n(.*\n)*alternatives: default \(none\)\n(.*\n)*lifetime: default \(200\)$/m);
  assert.deepEqual(site("set", "test", "--hostname", "*.example.org", "--theme", "dark", "--lifetime", "120", "--renew", "0", "--budget", "challenge=60,answer=30"), { status: 0, stdout: "", stderr: "" });
  assert.deepEqual(all(), { ...none, hostnames: "*.example.org", theme: "dark", lifetime: "120", renew: "0", budgets: "challenge=60,answer=30" });
  assert.equal(site("set", "test", "--rounds", "2").status, 0);
  assert.deepEqual(all(), { ...none, rounds: "2", hostnames: "*.example.org", theme: "dark", lifetime: "120", renew: "0", budgets: "challenge=60,answer=30" });
  assert.equal(site("set", "test", "--hostname", "any", "--rounds", "default", "--theme", "default", "--lifetime", "default", "--renew", "default", "--budget", "default").status, 0);
  assert.deepEqual(all(), none);
});

// ------------------------------------------------- theme, lifetime, budgets

test("a site's theme is told with each challenge, and with each round", async (t) => {
  const server = await Server.during(t);
  assert.equal("theme" in (await server.challenge()), false);
  await server.set("--theme", "dark", "--rounds", "2");
  const { token, truth, theme } = await server.challenge();
  assert.equal(theme, "dark");
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  assert.deepEqual([json.state, json.challenge.theme], ["next", "dark"]);
  assert.equal("theme" in (await server.challenge({ sitekey: "demo" })), false);
  await server.set("--theme", "default");
  assert.equal("theme" in (await server.challenge()), false);
});

test("a pass is good for as long as the site says", async (t) => {
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { env });
  const lifetime = async () => {
    const { token, truth } = await server.challenge();
    const { headers, json } = await server.post("/v1/answer", { token, answer: truth });
    return { seconds: Number(headers.get("tessera-lifetime")), response: json.response };
  };
  assert.equal((await lifetime()).seconds, 300);
  await server.set("--lifetime", "30", "--renew", "0");
  const [early, late] = [await lifetime(), await lifetime()];
  assert.equal(early.seconds, 30);
  pass(29);
  assert.equal((await server.verify({ response: early.response })).success, true);
  pass(2);
  assert.deepEqual((await server.verify({ response: late.response }))["error-codes"], ["timeout-or-duplicate"]);
  await server.set("--lifetime", "3600");
  const long = await lifetime();
  assert.equal(long.seconds, 3600);
  pass(3599);
  assert.equal((await server.verify({ response: long.response })).success, true);
});

test("a site's budget takes the place of the config's, for it alone and by the same factors", async (t) => {
  const config = `${PROXIED}budget: {window_s: 3600, challenge: 3, middle_factor: 2, wide_factor: 1000}\n`;
  const server = await Server.during(t, { config });
  const sitekey = server.sitekey;
  server.addSite("other");
  const other = server.sitekey;
  assert.equal(run(["site", "set", "test", "--budget", "challenge=2", "--theme", "dark", "--data", server.data]).status, 0);
  const ask = (/** @type {string} */ key, /** @type {string} */ address) =>
    server.post("/v1/challenge", { sitekey: key, type: "puzzle" }, { "X-Forwarded-For": address });
  let network = 0; // each has its own budget
  assert.ok(await eventually(async () => (await ask(sitekey, `10.${++network}.0.1`)).json.theme === "dark"));
  const statuses = async (/** @type {string} */ key, /** @type {string} */ address, /** @type {number} */ count) => {
    const list = [];
    for (let i = 0; i < count; i++) list.push((await ask(key, address)).status);
    return list;
  };
  assert.deepEqual(await statuses(sitekey, "198.51.100.1", 3), [200, 200, 429]);
  assert.deepEqual(await statuses(other, "198.51.100.1", 4), [200, 200, 200, 429]);
  // The /24 has twice what an address has: four, of which two are used up.
  assert.deepEqual(await statuses(sitekey, "198.51.100.2", 3), [200, 200, 429]);
  assert.deepEqual(await statuses(sitekey, "198.51.100.3", 1), [429]);
  assert.deepEqual(await statuses(other, "198.51.100.2", 4), [200, 200, 200, 429]);
});
