// examples/cluster as it is: HAProxy before three nodes that share a ledger and records. Nobody passes twice whichever nodes
// they come to, a node that dies costs only what it had in its hands, and a rolling restart costs nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { Cluster, ask, post } from "../lib/cluster.js";
import { cleanEnvironment, eventually, wait } from "../lib/tessera.js";

/** As the tests of one server do: no budgets, the truth in a header, answers at once. */
const ENV = { SERVE_ARGUMENTS: "--truth", TESSERA_BUDGET_ENABLED: "false", TESSERA_CHALLENGE_SUBMIT_AFTER_MS: "0",
  TESSERA_CHALLENGE_CLIENT_MAY_CHOOSE: "true", TESSERA_CHALLENGE_STRENGTH: "friction", TESSERA_THREADS: "1" };

/** @type {Cluster} */
let cluster;
before(async () => {
  cluster = new Cluster();
  await cluster.up(ENV);
});
after(async () => {
  await cluster.down();
});

const challenge = async (base = cluster.public) => {
  const { status, json, headers } = await post(`${base}/v1/challenge`, { sitekey: cluster.sitekey, type: "puzzle" });
  return { status, token: json?.token, truth: headers["tessera-truth"] };
};
/** @param {string} token @param {unknown} answer */
const answer = (token, answer, base = cluster.public) => post(`${base}/v1/answer`, { token, answer });
/** @param {string} response */
const verify = (response, base = cluster.inside) => post(`${base}/v1/verify`, { secret: cluster.secret, response });

test("issued by one node, answered at another, redeemed at the third: once, whoever is asked again", async () => {
  const [first, second, third] = cluster.nodes;
  const { token, truth } = await challenge(first);
  const passed = await answer(token, truth, second);
  assert.equal(passed.json.state, "pass", passed.text);
  assert.equal((await verify(passed.json.response, third)).json.success, true);
  for (const node of cluster.nodes) {
    assert.equal((await answer(token, truth, node)).json.reason, "replayed");
    assert.deepEqual((await verify(passed.json.response, node)).json["error-codes"], ["timeout-or-duplicate"]);
  }
});

test("the same through HAProxy, which takes the nodes in turn", async () => {
  for (let i = 0; i < 6; i++) {
    const { token, truth } = await challenge();
    const passed = await answer(token, truth);
    assert.equal(passed.json.state, "pass", passed.text);
    assert.equal((await verify(passed.json.response)).json.success, true);
    assert.equal((await verify(passed.json.response)).json.success, false);
  }
  for (const node of cluster.nodes) {
    const { text } = await ask(`${node}/metrics`);
    const passes = Number(/^tessera_verdicts_total\{verdict="pass"\} (\d+)$/m.exec(text)?.[1]);
    assert.ok(passes >= 1, `${node}: ${passes}`); // a node that is slow on a busy machine is left out for a while
  }
});

test("commands find what the nodes have by the file `environment`", () => {
  const { stdout, stderr } = spawnSync("bash", ["-c", ". ./environment; tessera nodes --json"], { cwd: cluster.folder, encoding: "utf8", env: cleanEnvironment() });
  assert.deepEqual(JSON.parse(stdout).nodes.map((/** @type {any} */ { name }) => name).sort(), ["node1", "node2", "node3"], stderr);
});

/** Path, status at the visitors' address, status at the sites'. */
const DOORS = /** @type {[string, number, number][]} */ ([
  ["/", 200, 404], ["/tessera.js", 200, 404], ["/static/locales/de.json", 200, 404], ["/v1/challenge", 405, 405],
  ["/v1/verify", 404, 405], ["/v1/authenticate", 404, 405], ["/gate", 404, 401],
  ["/recaptcha/api.js", 200, 404], ["/1/api.js", 200, 404], ["/turnstile/v0/api.js", 200, 404], ["/v1/renew", 405, 404],
  ["/recaptcha/api/siteverify", 200, 200], ["/checksiteconfig", 200, 200], ["/v1/admin/siteverify", 404, 404],
  ["/metrics", 404, 404], ["/metrics?a", 404, 404], ["//metrics", 404, 404], ["/%6detrics", 404, 404], ["/static/../metrics", 404, 404],
  ["/v1/admin/config", 404, 404], ["/v1/%61dmin/config", 404, 404], ["/readyz", 404, 404], ["/healthz", 404, 404], ["/nothing", 404, 404],
]);
for (const [path, outside, inside] of DOORS) {
  test(`doors: ${path}`, async () => {
    assert.equal((await ask(`${cluster.public}${path}`)).status, outside, "for visitors");
    assert.equal((await ask(`${cluster.inside}${path}`)).status, inside, "for the sites' servers");
  });
}

test("a body that no visitor sends is refused before a node hears of it; who claims to be somebody else is not believed", async () => {
  const long = await ask(`${cluster.public}/v1/answer`, { method: "POST", body: "a".repeat(20000), headers: { "Content-Type": "application/json" } });
  assert.equal(long.status, 413);
  // Sealed for this network, a token is refused where it comes from another one.
  const { token, truth } = await challenge();
  const told = await post(`${cluster.public}/v1/answer`, { token, answer: truth }, { "X-Forwarded-For": "203.0.113.9" });
  assert.equal(told.json.state, "pass", told.text);
});

/** @typedef {{what: string, token?: string, truth?: any, response?: string, status?: number, text?: string}} Failure */

/** So many visitors, one challenge after the other, until it is told to stop. @param {number} visitors */
function load(visitors) {
  let goesOn = true;
  let passes = 0;
  /** @type {Failure[]} */
  const failures = [];
  /** @param {string} what @param {() => Promise<import("../lib/cluster.js").Reply>} call @param {Partial<Failure>} with_ */
  const tried = async (what, call, with_ = {}) => {
    try {
      const reply = await call();
      if (reply.status === 200) return reply;
      failures.push({ what, status: reply.status, text: reply.text, ...with_ });
    } catch (error) {
      failures.push({ what, text: String(error), ...with_ });
    }
    return undefined;
  };
  const visitor = async () => {
    while (goesOn) {
      const issued = await tried("challenge", () => post(`${cluster.public}/v1/challenge`, { sitekey: cluster.sitekey, type: "puzzle" }));
      if (!issued) continue;
      const [token, truth] = [issued.json.token, issued.headers["tessera-truth"]];
      const judged = await tried("answer", () => answer(token, truth), { token, truth });
      if (!judged) continue;
      assert.equal(judged.json.state, "pass", judged.text);
      const { response } = judged.json;
      const redeemed = await tried("verify", () => verify(response), { response });
      if (!redeemed) continue;
      assert.equal(redeemed.json.success, true, redeemed.text);
      passes++;
      await wait(10);
    }
  };
  const all = Array.from({ length: visitors }, visitor);
  return { failures, passes: () => passes, stop: async () => ((goesOn = false), await Promise.all(all)) };
}

test("a node killed under load: no wrong answer, only what it had in its hands fails, and nothing of that passes twice", async () => {
  const visitors = 8;
  const loaded = load(visitors);
  await eventually(() => loaded.passes() > 20);
  cluster.kill("node2", "SIGKILL");
  const before = loaded.passes();
  assert.ok(await eventually(() => loaded.passes() > before + 50), "the others go on");
  assert.ok(await eventually(() => cluster.isWhole()), "it comes back by itself");
  await loaded.stop();
  // One for each connection that was in use, and HAProxy sends again what spends nothing.
  assert.ok(loaded.failures.length <= visitors, JSON.stringify(loaded.failures));
  for (const { what, status, token, truth, response, text } of loaded.failures) {
    // On a connection that was kept, HAProxy says nothing and closes: whoever sent the request decides whether to send it again.
    assert.ok(what !== "challenge" && (status === 502 || /^Error: (socket hang up|read ECONNRESET)$/.test(text ?? "")), `${what} ${status} ${text}`);
    // Nobody knows whether it was spent; whatever it was, it is good for one more at most.
    const again = [];
    for (let i = 0; i < 2; i++) {
      again.push(token ? (await answer(token, truth)).json.state : (await verify(/** @type {string} */ (response))).json.success);
    }
    assert.ok(again.filter((result) => result === "pass" || result === true).length <= 1, JSON.stringify(again));
    assert.ok(again[1] === "fail" || again[1] === false, "and then it is spent");
  }
});

test("a rolling restart of all nodes under load: no request fails", async () => {
  const loaded = load(8);
  for (const name of ["node1", "node2", "node3"]) {
    const pid = cluster.pid(name);
    cluster.kill(name, "SIGTERM");
    assert.ok(await eventually(() => ![pid, 0].includes(cluster.pid(name))), `${name} is started again`);
    assert.ok(await eventually(() => cluster.isWhole()), `${name} is back`);
    const passes = loaded.passes();
    assert.ok(await eventually(() => loaded.passes() > passes + 30), "visitors pass at all nodes, it among them");
  }
  await loaded.stop();
  assert.deepEqual(loaded.failures, []);
});

test("Redis away: challenges and pages go on, the sites are told internal-error, and all passes again when it is back, but nothing twice", async () => {
  const used = await challenge();
  const { response } = (await answer(used.token, used.truth)).json;
  const open = await challenge();
  cluster.hold("redis", "SIGKILL");
  assert.ok(await eventually(async () => (await cluster.states("ready")).every((state) => state.startsWith("DOWN"))), "no node is ready");
  const asked = () => Promise.all(cluster.nodes.map(async (node) =>
    Number(/^tessera_request_duration_seconds_count\{route="GET \/healthz"\} (\d+)$/m.exec((await ask(`${node}/metrics`)).text)?.[1])));
  const before = await asked();
  // HAProxy gives up a node after two checks: by then it would have given up those that are alive, if it asked them whether they are ready.
  assert.ok(await eventually(async () => (await asked()).every((count, i) => count >= before[i] + 4)), "HAProxy asks whether they are alive");
  assert.equal((await challenge()).status, 200);
  assert.equal((await ask(`${cluster.public}/tessera.js`)).status, 200);
  assert.deepEqual((await verify(response)).json["error-codes"], ["internal-error"]);
  const refused = await answer(open.token, open.truth);
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [503, "1"]);
  cluster.release("redis");
  assert.ok(await eventually(() => cluster.isWhole()), "by itself");
  // HAProxy's view is a moment old: a node that the machine had no time for may have lost Redis again.
  let told = { success: false, "error-codes": ["internal-error"] };
  assert.ok(await eventually(async () => !(told = (await verify(response)).json)["error-codes"].includes("internal-error")), "each node finds it");
  assert.equal(told.success, true, `nobody had redeemed it: ${JSON.stringify(told)}`);
  assert.equal((await verify(response)).json.success, false);
  assert.equal((await answer(used.token, used.truth)).json.reason, "replayed", "appendfsync always forgets nothing");
});
