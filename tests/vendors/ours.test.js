// Tessera keeps all five contracts: conformance/ says so of a real server, and the table in its README is what it says.
// `UPDATE_TABLE=1 node --test tests/vendors/ours.test.js` writes the table anew.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clockIn, FAST, ROOT, Server, setClock, temporaryFolder } from "../lib/tessera.js";

const README = join(ROOT, "conformance/README.md");
const MADE_WITH = ["--hostname", "shop.example", "--action", "sign-up", "--cdata", "order_7"];
const TABLE = /(<!-- made by run\.js --markdown -->\n)([^]*?)(<!-- end -->)/;

/** @param {string[]} args @returns {Promise<{status: number | null, stdout: string}>} */
const program = (args) => new Promise((resolve) => {
  const child = spawn(process.execPath, [join(ROOT, "conformance", args[0]), ...args.slice(1)], { stdio: ["ignore", "pipe", "inherit"] });
  let stdout = "";
  child.stdout.on("data", (bytes) => (stdout += bytes));
  child.on("close", (status) => resolve({ status, stdout }));
});

/** @type {Server} */
let server;
let expired = "";
before(async () => {
  const clock = join(temporaryFolder(), "clock");
  setClock(clock, "-4000s");
  server = await Server.start({ config: `${FAST}vendor: {test_keys: true}\n`, env: clockIn(clock), other: [] });
  expired = await server.pass();
  setClock(clock, "+0s");
});
after(() => server.down());

/** @param {...string} more */
const conform = (...more) => program(["run.js", "--url", server.url, "--sitekey", server.sitekey, "--secret", server.secret,
  "--other-sitekey", server.other.sitekey, "--other-secret", server.other.secret, "--expired", expired, ...MADE_WITH,
  "--tokens", [process.execPath, join(ROOT, "conformance/tessera-tokens.js"), "--url", server.url, "--sitekey", server.sitekey, ...MADE_WITH].join(" "), ...more]);

test("all rows of all five hold, and the README has them", async () => {
  const { status, stdout } = await conform("--vendor", "all", "--test-keys", "--markdown");
  assert.deepEqual(stdout.split("\n").filter((line) => /^\| [a-z]/.test(line) && !/^\| row|\| holds \|$/.test(line)), []);
  assert.equal(status, 0, stdout);
  const text = readFileSync(README, "utf8");
  const current = text.replace(TABLE, (_, head, _old, end) => `${head}\n${stdout}\n${end}`);
  if (process.env.UPDATE_TABLE) writeFileSync(README, current);
  else assert.ok(current === text, "the table in conformance/README.md is stale: see how this test is run");
  assert.match(text, TABLE);
});

test("without the test keys, their secrets are refused", async () => {
  await server.again({ config: FAST });
  for (const vendor of ["recaptcha", "hcaptcha", "turnstile"]) {
    const { status, stdout } = await conform("--vendor", vendor, "--only", "test-secret");
    assert.equal(status, 0, stdout);
  }
});
