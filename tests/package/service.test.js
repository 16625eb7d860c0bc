// The package on a machine of its own, under a real systemd: installed, started in its sandbox, reloaded, killed, upgraded, removed, purged.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, ROOT, temporaryFolder } from "../lib/tessera.js";
import { asRoot, Machine, packageFile, repack } from "./machine.js";

const CONFIG = "/etc/tessera/tessera.yaml";
const DATA = "/var/lib/tessera";
const PACKAGE = packageFile(join(ROOT, "build/deb"), "tessera");

/** What an operator adds: challenges that the test solves, and a webhook. */
const OPERATORS = `
budget: {enabled: false}
challenge: {submit_after_ms: 0, client_may_choose: true, strength: friction, accepts: [puzzle, audio]}
monitoring: {window_s: 10, answers_min: 4, webhook: {url: "http://127.0.0.1:8099/", secret: "a secret that both ends know"}}
`;

/** @type {Machine} */
let machine;
before(async () => {
  machine = await Machine.boot();
});
after(() => machine.down());

let sitekey = "", secret = "", held = "";

/** @param {string} action @param {string} [response] */
const visitor = (action, response = "") => JSON.parse(machine.network([process.execPath, join(ROOT, "tests/package/visitor.js"), action, sitekey, secret, response]));

const isActive = () => machine.run(["systemctl", "is-active", "tessera"]).stdout === "active\n";
const mainProcess = () => machine.property("MainPID");

/** @param {string} file on this machine @param {string[]} [options] */
function install(file, options = []) {
  machine.write("/tmp/package.deb", readFileSync(file));
  machine.good(["dpkg", "--force-unsafe-io", ...options, "--install", "/tmp/package.deb"]);
}

/** @param {string} pid as the machine counts @param {string} file */
const about = (pid, file) => machine.good(["cat", `/proc/${pid}/${file}`]);

test("it is installed, and serves at once", () => {
  install(PACKAGE);
  assert.ok(isActive(), machine.journal());
  assert.equal(machine.property("Type"), "notify", "active means that it has said READY=1");
  assert.equal(machine.good(["systemctl", "is-enabled", "tessera"]), "enabled\n");
  assert.equal(machine.good(["tessera", "health", "--config", CONFIG]), "ok\n");
  assert.match(machine.good(["tessera", "health", "--ready", "--config", CONFIG]), /^ready\n/);
  assert.equal(machine.good(["stat", "-c", "%a %U %G", DATA, CONFIG]), "700 tessera tessera\n640 root tessera\n");
  assert.equal(machine.good(["tessera", "check", "--config", CONFIG], { as: "tessera" }), "the config is good\n");
});

test("systemd finds nothing wrong with the unit, and little exposed", () => {
  const { status, stdout, stderr } = machine.run(["systemd-analyze", "verify", "--man=no", "tessera.service"]);
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
  const level = machine.good(["systemd-analyze", "security", "--no-pager", "tessera.service"]);
  const [, exposure] = /Overall exposure level for tessera.service: ([\d.]+)/.exec(level) ?? [];
  assert.ok(Number(exposure) <= 1.3, level);
});

test("the process has what it needs, and nothing else", () => {
  const pid = mainProcess();
  const status = about(pid, "status");
  const user = machine.good(["id", "-u", "tessera"]).trim();
  for (const line of [`Uid:\t${user}\t${user}\t${user}\t${user}`, "CapBnd:\t0000000000000000", "CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"]) {
    assert.ok(status.includes(`${line}\n`), line);
  }
  assert.equal(machine.property("LimitNOFILE"), "65536");
  assert.match(about(pid, "limits"), /Max core file size +0 +0/);
  const mounts = about(pid, "mountinfo").split("\n").map((line) => line.split(" "));
  /** @param {string} place @returns {string} */
  const optionsOf = (place) => mounts.filter((mount) => mount[4] === place).at(-1)?.[5] ?? "not mounted";
  assert.match(optionsOf("/"), /^ro,/);
  assert.match(optionsOf(DATA), /^rw,/);
  assert.match(optionsOf("/etc"), /^not mounted|^ro,/);
  assert.match(about(pid, "cgroup"), /tessera\.service/);
});

test("a site is added, and a visitor passes", async () => {
  machine.write(CONFIG, machine.good(["cat", CONFIG]).replace(/\n# A reload does not take[^]*/, `${OPERATORS}...\n`));
  machine.good(["systemctl", "restart", "tessera"]);
  const keys = machine.good(["tessera", "site", "add", "shop", "--config", CONFIG], { as: "tessera" });
  [, sitekey, secret] = /sitekey: (\S+)\nsecret: (\S+)/.exec(keys) ?? [];
  assert.ok(await eventually(() => visitor("pass").status === 200), "the server has seen it");
  const { state, response } = visitor("pass");
  assert.equal(state, "pass");
  assert.equal(visitor("verify", response).success, true);
  assert.deepEqual(visitor("verify", response)["error-codes"], ["timeout-or-duplicate"]);
});

test("the helper runs espeak-ng and curl within the sandbox", () => {
  const { status, type, bytes } = visitor("audio");
  assert.deepEqual([status, type], [200, "audio/wav"], machine.journal());
  assert.ok(bytes > 20_000, `${bytes} bytes of sound`);
  assert.match(visitor("hook").signature ?? "nothing came", /^t=\d+,v1=[0-9a-f]{64}$/, machine.journal());
});

test("a reload takes a good config over, and leaves a bad one", async () => {
  const pid = mainProcess();
  const config = machine.good(["cat", CONFIG]);
  machine.write(CONFIG, config.replace("demo: true", "demo: false"));
  machine.good(["systemctl", "reload", "tessera"]);
  assert.ok(await eventually(() => /config changed key=demo old=true new=false/.test(machine.journal())), machine.journal());
  machine.write(CONFIG, config.replace("demo: true", "demo: perhaps"));
  machine.good(["systemctl", "reload", "tessera"]);
  assert.ok(await eventually(() => /the config stays as it was/.test(machine.journal())), machine.journal());
  machine.write(CONFIG, config.replace("demo: true", "demo: false"));
  assert.ok(isActive());
  assert.equal(mainProcess(), pid);
});

test("a server that is killed comes back, and knows what was spent", async () => {
  const { response } = visitor("pass");
  assert.equal(visitor("verify", response).success, true);
  const pid = mainProcess();
  machine.good(["kill", "-KILL", pid]);
  assert.ok(await eventually(() => isActive() && mainProcess() !== pid), machine.journal());
  assert.deepEqual(visitor("verify", response)["error-codes"], ["timeout-or-duplicate"]);
});

test("credentials are taken for variables, and nobody sees them", () => {
  const value = "0123456789abcdef".repeat(4);
  machine.good(["mkdir", "-p", "-m", "0700", "/etc/credstore"]);
  machine.write("/etc/credstore/TESSERA_SECRET", `${value}\n`);
  const before = visitor("pass").response;
  machine.good(["systemctl", "restart", "tessera"]);
  assert.deepEqual(visitor("verify", before)["error-codes"], ["invalid-input-response"], "under another secret it is nothing");
  const { response } = visitor("pass");
  assert.equal(visitor("verify", response).success, true);
  assert.ok(!about(mainProcess(), "environ").includes(value));
  assert.ok(about(mainProcess(), "environ").includes("CREDENTIALS_DIRECTORY=/run/credentials/tessera.service"));
  assert.ok(!machine.journal().includes(value));
  machine.good(["rm", "/etc/credstore/TESSERA_SECRET"]);
  machine.good(["systemctl", "restart", "tessera"]);
  assert.equal(visitor("verify", visitor("pass").response).success, true);
});

test("an upgrade restarts it, and keeps data, keys and what the operator wrote", () => {
  held = visitor("pass").response;
  const spent = visitor("pass").response;
  assert.equal(visitor("verify", spent).success, true);
  const config = machine.good(["cat", CONFIG]);
  const pid = mainProcess();
  const newer = repack(PACKAGE, "99:1", join(temporaryFolder(), "newer"), (text) => text.replace("demo: true", "demo: true # and more words"));
  install(newer, ["--force-confold"]);
  assert.equal(machine.good(["dpkg-query", "-W", "-f", "${Version} ${db:Status-Status}", "tessera"]), "99:1 installed");
  assert.ok(isActive(), machine.journal());
  assert.notEqual(mainProcess(), pid, "the new one runs");
  assert.equal(machine.good(["cat", CONFIG]), config);
  assert.match(machine.good(["cat", `${CONFIG}.dpkg-dist`]), /and more words/);
  assert.equal(visitor("verify", held).success, true, "a pass of before is good");
  for (const used of [held, spent]) assert.deepEqual(visitor("verify", used)["error-codes"], ["timeout-or-duplicate"]);
});

test("stopping is clean", () => {
  machine.good(["systemctl", "stop", "tessera"]);
  assert.equal(machine.property("Result"), "success");
  assert.equal(machine.property("ExecMainStatus"), "0");
  machine.good(["systemctl", "start", "tessera"]);
});

test("removed, the data and the config stay; installed again, it goes on", () => {
  machine.good(["dpkg", "--remove", "tessera"]);
  assert.ok(!isActive());
  assert.equal(machine.good(["ls", DATA]).includes("ledger.db"), true);
  machine.good(["test", "-e", CONFIG]);
  assert.notEqual(machine.run(["test", "-e", "/usr/bin/tessera"]).status, 0);
  install(PACKAGE, ["--force-confold"]);
  assert.ok(isActive(), machine.journal());
  assert.deepEqual(visitor("verify", held)["error-codes"], ["timeout-or-duplicate"]);
});

test("purged, nothing is left but the user", () => {
  machine.good(["dpkg", "--purge", "tessera"]);
  for (const path of [DATA, CONFIG, "/etc/tessera", "/usr/bin/tessera", "/lib/systemd/system/tessera.service", "/usr/lib/sysusers.d/tessera.conf",
    "/etc/systemd/system/multi-user.target.wants/tessera.service", "/var/lib/systemd/deb-systemd-helper-enabled/tessera.service.dsh-also"]) {
    assert.notEqual(machine.run(["test", "-e", path]).status, 0, path);
  }
  machine.good(["id", "tessera"]);
});

test("this machine has noticed nothing", () => {
  assert.ok(!existsSync("/usr/bin/tessera") && !existsSync(DATA) && !existsSync("/etc/tessera"));
  assert.notEqual(asRoot(["dpkg-query", "-W", "tessera"]).status, 0);
  assert.ok(!execFileSync("cat", ["/etc/passwd"], { encoding: "utf8" }).includes("tessera"));
});
