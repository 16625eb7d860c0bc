// conformance/README.md: every command that it shows is run as it stands, but for the address, against a real server, and every option
// that it names is one of the program's.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../lib/ports.js";
import { cleanEnvironment, ROOT, Server, temporaryFolder, atEnd, patience } from "../lib/tessera.js";

const FOLDER = join(ROOT, "conformance");
const README = readFileSync(join(FOLDER, "README.md"), "utf8").split("## What Tessera keeps")[0];
const COMMANDS = [...README.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text]) => text);

/** Runs commands in a shell; ends when all that they started has ended, or was ended for taking too long. @param {string} commands @param {string} cwd @param {Record<string, string>} [env]
 * @returns {Promise<{status: number | null, said: string, complaint: string}>} */
const shell = (commands, cwd, env = {}) => new Promise((resolve) => {
  const child = spawn("/bin/sh", ["-c", commands], { cwd, env: { ...cleanEnvironment(), ...env }, detached: true });
  const kill = () => {
    try {
      process.kill(-/** @type {number} */ (child.pid), "SIGKILL");
    } catch {} // all of them have ended
  };
  atEnd(kill);
  const end = setTimeout(kill, patience(120_000));
  let said = "", complaint = "";
  child.stdout.on("data", (bytes) => (said += bytes));
  child.stderr.on("data", (bytes) => (complaint += bytes));
  child.on("close", (status) => {
    clearTimeout(end);
    resolve({ status, said, complaint });
  });
});

/** The reasons for which rows were not tried, each once. @param {string} said */
const untried = (said) => [...new Set([...said.matchAll(/^ +not tried: (.*)$/gm)].map(([, why]) => why))].sort();

test("no command is shown that is not run below", () => assert.equal(COMMANDS.length, 2));

test("a server and a vendor", async (t) => {
  const server = await Server.during(t);
  const tokens = `node ${join(FOLDER, "tessera-tokens.js")} --url ${server.url} --sitekey ${server.sitekey}`;
  const command = COMMANDS[0].replace("https://captcha.example.org", server.url).replace("KEY", server.sitekey).replace("SECRET", server.secret).replace("COMMAND", tokens);
  const { status, said, complaint } = await shell(command, FOLDER);
  assert.equal(status, 3, said + complaint);
  assert.deepEqual(untried(said), ["--action", "--cdata", "--expired", "--hostname", "--other-secret", "--test-keys"].map((option) => `${option} is not given`));
});

test("Tessera on this machine: all rows hold but those about tokens that have run out", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const { said, complaint } = await shell(COMMANDS[1].replaceAll("127.0.0.1:8080", address), ROOT, { TESSERA_LISTEN: address, TESSERA_DATA: temporaryFolder() });
  assert.match(said, /^ready\nreCAPTCHA v2$/m, complaint);
  assert.equal([...said.matchAll(/^ {2}\d+ hold, 0 fail, 1 not tried$/gm)].length, 5, said + complaint);
  assert.deepEqual(untried(said), ["--expired is not given"]);
});

test("every option that it names is in --help", () => {
  const { stdout } = spawnSync(process.execPath, [join(FOLDER, "run.js"), "--help"], { encoding: "utf8" });
  const options = new Set(README.replace("serve --truth", "").match(/--[a-z][a-z-]*/g));
  assert.ok(options.size > 10);
  for (const option of options) assert.match(stdout, new RegExp(`${option}(?![a-z-])`), option);
});
