// conformance/ tells servers that keep a contract from those that do not: each row fails on a server with a fault that is the row's,
// holds on one without, and says so where it lacks what it needs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "../../conformance/suite.js";
import { ROOT, patience } from "../lib/tessera.js";
import { FAULTS, MORE } from "./faults.js";
import { ACTION, CDATA, EXPIRED, HOSTNAME, Pretender, SITES } from "./pretender.js";

const NAMES = ["recaptcha", "hcaptcha", "turnstile", "mcaptcha", "cap"];
/** @type {import("../../conformance/suite.js").Vendor[]} */
const VENDORS = await Promise.all(NAMES.map(async (name) => (await import(`../../conformance/vendors/${name}.js`)).default));

const site = new Pretender();
before(() => site.up());
after(() => site.down());

/** @returns {import("../../conformance/suite.js").Options} */
const options = () => ({
  url: site.url, sitekey: "site-one", secret: SITES["site-one"], otherSitekey: "site-two", otherSecret: SITES["site-two"], expired: EXPIRED,
  hostname: HOSTNAME, action: ACTION, cdata: CDATA, testKeys: true, connections: 8,
  tokens: async (count) => (await (await fetch(`${site.url}/token?count=${count}`)).text()).trim().split("\n"),
});

/** @param {import("../../conformance/suite.js").Vendor} vendor @param {import("./pretender.js").Fault} fault @param {(id: string) => boolean} [isWanted]
 * @param {Partial<import("../../conformance/suite.js").Options>} [more] */
async function tryWith(vendor, fault, isWanted, more = {}) {
  site.fault = fault;
  site.used.clear();
  const results = await run(vendor, { ...options(), ...more }, isWanted);
  site.fault = {};
  return results;
}

for (const vendor of VENDORS) {
  test(`${vendor.name}: all rows hold on a server that keeps the contract`, async () => {
    const results = await tryWith(vendor, {});
    assert.deepEqual(results.filter(({ outcome }) => outcome !== "holds"), []);
    assert.equal(results.length, vendor.rows.length);
    assert.equal(new Set(vendor.rows.map(([id]) => id)).size, vendor.rows.length, "two rows have one name");
  });

  test(`${vendor.name}: each row fails on a server with its fault`, async () => {
    for (const [id] of vendor.rows) {
      const fault = FAULTS[id];
      assert.ok(fault, `${id} has no fault`);
      const [result] = await tryWith(vendor, fault, (row) => row === id, { quickMs: 20 });
      assert.equal(result.outcome, "fails", `${id}: ${result.seen}`);
      assert.notEqual(result.seen, "");
    }
  });

  test(`${vendor.name}: no row holds on a server that has nothing, or says nothing`, async () => {
    const SAYS_NOTHING = { told: () => ({}), script: () => "noSuchThing()", headers: (/** @type {Record<string, string>} */ headers) =>
      void Object.assign(headers, { "Content-Type": "text/plain", "X-Frame-Options": "DENY", "Set-Cookie": "a=b", "Access-Control-Allow-Origin": "null" }) };
    for (const fault of [{ request: () => "404" }, SAYS_NOTHING])
      assert.deepEqual((await tryWith(vendor, fault)).filter(({ outcome }) => outcome !== "fails"), []);
  });
}

test("more faults, of which rows tell", async () => {
  for (const [name, id, fault] of MORE) {
    const vendor = VENDORS[NAMES.indexOf(name)];
    assert.ok(vendor.rows.some(([row]) => row === id), id);
    const [result] = await tryWith(vendor, fault, (row) => row === id);
    assert.equal(result.outcome, "fails", `${name} ${id}`);
  }
});

test("without test keys the published secrets must be refused", async () => {
  for (const vendor of VENDORS.slice(0, 3)) {
    const isRow = (/** @type {string} */ id) => id === "test-secret";
    site.hasTestKeys = false;
    const [open] = await tryWith(vendor, { is: "any secret will do" }, isRow, { testKeys: false });
    const [shut] = await tryWith(vendor, {}, isRow, { testKeys: false });
    site.hasTestKeys = true;
    assert.match(open.seen, /a secret that everybody knows is taken/, vendor.name);
    assert.equal(shut.outcome, "holds", `${vendor.name}: ${shut.seen}`);
  }
});

test("what it lacks it does not try, and says so", async () => {
  for (const vendor of VENDORS) {
    const { url, sitekey, secret, connections } = options();
    const results = await run(vendor, { url, sitekey, secret, connections });
    for (const { id, outcome, seen } of results.filter((result) => result.outcome !== "holds")) {
      assert.equal(outcome, "not tried", `${vendor.name} ${id}: ${seen}`);
      assert.match(seen, /^--[a-z-]+ is not given$/);
    }
    assert.ok(results.some(({ outcome }) => outcome === "not tried"));
  }
});

/** @param {...string} args */
function program(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "conformance/run.js"), ...args], { encoding: "utf8", timeout: patience() });
  return { status, stdout, stderr };
}

test("the program: wrong use is 2", () => {
  for (const args of [[], ["--nonsense"], ["--url", "http://127.0.0.1:1", "--vendor", "x", "--sitekey", "k", "--secret", "s"],
    ["--url", "ftp://127.0.0.1", "--vendor", "cap", "--sitekey", "k", "--secret", "s"], ["--url", "http://127.0.0.1:1", "--vendor", "cap", "--sitekey", "k"],
    ["--url", "http://127.0.0.1:1", "--vendor", "cap", "--sitekey", "k", "--secret", "s", "--connections", "0"],
    ["--url", "http://127.0.0.1:1", "--vendor", "cap", "--sitekey", "k", "--secret", "s", "--only", "no-such-row"]]) {
    const { status, stderr } = program(...args);
    assert.equal(status, 2, args.join(" "));
    assert.match(stderr, /Exit status: 0 all rows hold/);
  }
  assert.equal(program("--help").status, 0);
});

test("the program: a server that is down fails, and no secret is told", () => {
  const { status, stdout } = program("--url", "http://127.0.0.1:1", "--vendor", "turnstile", "--sitekey", "k", "--secret", "do-not-tell", "--json");
  assert.equal(status, 1);
  assert.ok(!stdout.includes("do-not-tell"));
  const [{ vendor, results }] = JSON.parse(stdout);
  assert.equal(vendor, "turnstile");
  assert.ok(results.some((/** @type {any} */ result) => result.outcome === "fails" && /ECONNREFUSED/.test(result.seen)));
});
