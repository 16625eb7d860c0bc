// The config of the original plugin: its YAML as it is written there, and the file of the same name here.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, run, Server, temporaryFolder } from "../lib/tessera.js";

const FILE = join(ROOT, "examples/spatial/spatial_captcha.yaml");

const BLOCKS = `
profiles:
  fast:
    spatial_captcha:
      enabled: false
  
  balanced:
    spatial_captcha:
      enabled: true
      trigger_mode: "conditional"
      trigger_threshold: 0.85
      default_difficulty: "medium"
      time_budget_ms: 8000
  
  paranoid:
    spatial_captcha:
      enabled: true
      trigger_mode: "periodic"
      trigger_frequency: 10  # Every 10th request
      default_difficulty: "hard"

accessibility:
  fallback_enabled: true
  fallback_method: "human_review"  # or "alternative_challenge"
  max_failures_before_fallback: 3

integration:
  cultural_biometrics:
    enabled: true
    trigger_spatial_on_low_cb: true
    cb_threshold: 0.85  # Trigger if CB < 0.85
`;

/** What the blocks come to; others than the values below stand in the environment. */
const VALUES = {
  "profiles.fast.spatial_captcha.enabled": false,
  "profiles.balanced.spatial_captcha.enabled": true,
  "profiles.balanced.spatial_captcha.trigger_mode": "conditional",
  "profiles.balanced.spatial_captcha.trigger_threshold": 0.85,
  "profiles.balanced.spatial_captcha.default_difficulty": "medium",
  "profiles.balanced.spatial_captcha.time_budget_ms": 8000,
  "profiles.paranoid.spatial_captcha.enabled": true,
  "profiles.paranoid.spatial_captcha.trigger_mode": "periodic",
  "profiles.paranoid.spatial_captcha.trigger_frequency": 10,
  "profiles.paranoid.spatial_captcha.default_difficulty": "hard",
  "accessibility.fallback_enabled": true,
  "accessibility.fallback_method": "human_review",
  "accessibility.max_failures_before_fallback": 3,
  "integration.cultural_biometrics.enabled": true,
  "integration.cultural_biometrics.trigger_spatial_on_low_cb": true,
  "integration.cultural_biometrics.cb_threshold": 0.85,
};

/** The values that `tessera config` prints, by their paths. @param {string} yaml @returns {Record<string, unknown>} */
function values(yaml) {
  /** @type {Record<string, unknown>} */
  const all = {};
  /** @type {string[]} */
  const sections = [];
  for (const line of yaml.split("\n")) {
    const [, blanks, name, value] = /^( *)([a-z_]+):(?: (.*))?$/.exec(line) ?? [];
    if (name === undefined) continue;
    sections.length = blanks.length / 2;
    if (value === undefined) sections.push(name);
    else all[[...sections, name].join(".")] = JSON.parse(value);
  }
  return all;
}

/** @param {Record<string, unknown>} all */
const picked = (all) => Object.fromEntries(Object.keys(VALUES).map((key) => [key, all[key]]));

test("the blocks as they are written: each key has its value", () => {
  /* S3D-7, S3D-30 */
  const path = join(temporaryFolder(), "original.yaml");
  writeFileSync(path, BLOCKS);
  assert.deepEqual(run(["check", "--config", path]), { status: 0, stdout: "the config is good\n", stderr: "" });
  const { status, stdout } = run(["config", "--config", path]);
  assert.equal(status, 0);
  assert.deepEqual(picked(values(stdout)), VALUES);
});

test("each key of the blocks is read: another value there is another value here", () => {
  /* S3D-30 */
  const path = join(temporaryFolder(), "other.yaml");
  const others = BLOCKS.replaceAll(": true", ": no").replaceAll(": false", ": true").replaceAll(": no", ": false")
    .replaceAll("0.85", "0.5").replaceAll("8000", "9000").replaceAll(": 10", ": 11").replaceAll(": 3", ": 4")
    .replaceAll('"conditional"', '"p"').replaceAll('"periodic"', '"conditional"').replaceAll('"p"', '"periodic"')
    .replaceAll('"medium"', '"easy"').replaceAll('"hard"', '"medium"').replaceAll('"human_review"', '"alternative_challenge"');
  writeFileSync(path, others);
  const now = picked(values(run(["config", "--config", path]).stdout));
  for (const [key, value] of Object.entries(VALUES)) {
    assert.equal(typeof now[key], typeof value, key);
    assert.notEqual(now[key], value, key);
  }
});

test("what is printed of a file is a file that says the same", () => {
  const path = join(temporaryFolder(), "printed.yaml");
  const printed = run(["config", "--config", FILE]).stdout;
  writeFileSync(path, printed);
  assert.equal(run(["config", "--config", path]).stdout, printed);
});

test("what is masked in a printed file says so beside its key, and once it is filled in, the file is good", () => {
  const path = join(temporaryFolder(), "masked.yaml");
  const secrets = ["https://hooks.example/T1", "only both ends know this", "postgres://tessera:word@db.example.org/tessera"];
  const [url, secret, records] = secrets;
  writeFileSync(path, `monitoring: {webhook: {url: "${url}", secret: "${secret}"}}\nstore: {records: "${records}"}\n`);
  const printed = run(["config", "--config", path]).stdout;
  for (const word of secrets) assert.ok(!printed.includes(word));
  const blocks = printed.split("\n\n");
  const masked = blocks.filter((block) => block.includes("# MASKED"));
  assert.deepEqual(masked, blocks.filter((block) => /: ".*\*\*\*"$/m.test(block)));
  assert.deepEqual(masked.map((block) => /^ *(\w+): "/m.exec(block)?.[1]), ["records", "url", "secret"]);
  assert.doesNotMatch(run(["config"]).stdout, /MASKED/);
  writeFileSync(path, printed.replace("postgres://***", records).replace("https://***", url).replace('"***"', `"${secret}"`));
  assert.equal(run(["config", "--config", path]).stdout, printed);
  assert.equal(run(["check", "--config", path]).status, 0);
});

test("examples/spatial/spatial_captcha.yaml is served with, and its values hold", async (t) => {
  /* S3D-7, S3D-30 */
  const server = await Server.during(t, { config: readFileSync(FILE, "utf8") });
  const token = readFileSync(join(server.data, "admin-token"), "utf8").trim();
  const { status, json } = await server.request("/v1/admin/config", { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(status, 200);
  assert.deepEqual(picked(json), VALUES);
  assert.equal(json.profile, "balanced");
  assert.equal(json["profiles.balanced.spatial_captcha.max_attempts"], 3);
  assert.equal(json["profiles.paranoid.spatial_captcha.max_attempts"], 2);
  assert.equal(json["profiles.paranoid.spatial_captcha.time_budget_ms"], 10000);
  assert.equal(json["store.history_days"], 90);
  assert.equal(json["adaptive.min_attempts_before_adapt"], 3);
  assert.equal(json["monitoring.failure_rate_threshold"], 0.5);
  assert.equal(json["monitoring.bot_pattern_threshold"], 0.3);
  assert.equal((await server.page()).status, 404, "test_mode: false");
});

test("test_mode at the top level is taken, and refused where challenge.test_mode says otherwise", async (t) => {
  /* PUZ-6 */
  const server = await Server.during(t, { config: "test_mode: true\n" });
  assert.equal((await server.page()).status, 200);
  const path = join(temporaryFolder(), "both.yaml");
  writeFileSync(path, "test_mode: true\nchallenge: {test_mode: false}\n");
  const { status, stderr } = run(["check", "--config", path]);
  assert.equal(status, 1);
  assert.match(stderr, /:2: challenge\.test_mode: challenge\.test_mode has two names here, with different values/);
});
