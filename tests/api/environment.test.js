// The environment that tests bring along: nothing of the machine's or the user's gets through.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { environmentIn } from "../lib/environment.js";
import { ROOT, temporaryFolder } from "../lib/tessera.js";

const PROGRAM = join(ROOT, "tests/lib/environment.js");

/** A user with settings for everything. */
function userHome() {
  const home = temporaryFolder();
  mkdirSync(join(home, ".config/fontconfig"), { recursive: true });
  for (const file of [".npmrc", ".gitconfig", ".curlrc", ".psqlrc", ".config/fontconfig/fonts.conf"]) writeFileSync(join(home, file), "");
  return home;
}

/** What a user may have set. */
const USERS = () => ({
  HOME: userHome(), XDG_CONFIG_HOME: "/nowhere", XDG_RUNTIME_DIR: "/nowhere", LANG: "de_DE.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "de",
  TZ: "Pacific/Chatham", PATH: `/nowhere:${process.env.PATH}`, FONTCONFIG_FILE: "/nowhere", FONTCONFIG_PATH: "/nowhere",
  MAKEFLAGS: "-j --jobserver-auth=3,4", MAKELEVEL: "3", CFLAGS: "-O0", HTTP_PROXY: "http://proxy", https_proxy: "http://proxy",
  NO_PROXY: "*", PGHOST: "elsewhere", PGUSER: "somebody", REDISCLI_AUTH: "secret", LD_LIBRARY_PATH: "/nowhere", PYTHONPATH: "/nowhere",
  RUBYOPT: "-W0", GOFLAGS: "-x", GIT_DIR: "/nowhere", npm_config_registry: "http://registry", DISPLAY: ":7", TESSERA_LISTEN: "127.0.0.1:1",
  ASAN_OPTIONS: "detect_leaks=0", SSL_CERT_FILE: "/nowhere", NOTIFY_SOCKET: "/nowhere", TERM: "xterm-256color", CI: "true", NODE_OPTIONS: "--no-warnings",
});

/** Runs a shell script in the environment. @param {string} script @param {Record<string, string>} env @param {string[]} [given] */
function inside(script, env, given = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...given, "sh", "-c", script], { encoding: "utf8", env });
  return { status, stdout, stderr };
}

/** @param {string} text @returns {Record<string, string>} */
const parsed = (text) => Object.fromEntries(text.trim().split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));

test("nothing of a user's environment is inherited but what a developer sets for tests", () => {
  const folder = temporaryFolder();
  const kept = { TMPDIR: folder, TESSERA_PROGRAM: "/elsewhere/tessera", TESSERA_TEST_SEED: "7", TESSERA_TEST_SLOW: "3",
    TESSERA_OUTAGES: "all", TESSERA_SEEDS: "5", UPDATE_SAID: "1" };
  const { status, stdout } = inside("env", { ...USERS(), ...kept });
  assert.equal(status, 0);
  const { HOME, PWD: _, USER, LOGNAME, ...rest } = parsed(stdout);
  assert.equal(USER, LOGNAME);
  assert.ok(HOME.startsWith(join(folder, "tessera-test-home-")), HOME);
  const files = join(ROOT, "build/environment");
  assert.deepEqual(rest, {
    ...kept, SHELL: "/bin/sh", TERM: "dumb", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC", PATH: `${files}/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    FONTCONFIG_FILE: `${files}/fonts-usual.conf`, PYTHONDONTWRITEBYTECODE: "1",
    GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*",
    ASAN_OPTIONS: "detect_leaks=1", TSAN_OPTIONS: "halt_on_error=1", UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1",
  });
});

test("the home is empty, and gone afterwards; files get the usual mode; this Node runs, and it is in UTC", () => {
  const folder = temporaryFolder();
  const umask = process.umask(0o077);
  const { stdout } = inside('ls -A "$HOME"; umask; echo "$HOME"; node -p "process.execPath + new Date(0).getHours()"', { ...USERS(), TMPDIR: folder });
  process.umask(umask);
  const [mask, home, node] = stdout.trim().split("\n");
  assert.deepEqual([mask, node], ["0022", `${process.execPath}0`]);
  assert.equal(existsSync(home), false);
  assert.deepEqual(readdirSync(folder), []);
});

test("variables before the command are set; its status is passed on, and that of a command that is not there or was killed", () => {
  assert.deepEqual(inside('echo "$A$TSAN_OPTIONS"; exit 3', USERS(), ["A=b=c ", "TSAN_OPTIONS=d"]), { status: 3, stdout: "b=c d\n", stderr: "" });
  assert.equal(inside("kill -ABRT $$", USERS()).status, 134);
  assert.equal(spawnSync(process.execPath, [PROGRAM, "no-such-program"], { stdio: "ignore" }).status, 127);
  assert.equal(spawnSync(process.execPath, [PROGRAM], { stdio: "ignore" }).status, 2);
});

test("a thread of a test may load what tests share, and has the environment of its file", async () => {
  const shared = JSON.stringify(pathToFileURL(join(ROOT, "tests/lib/tessera.js")).href);
  const thread = new Worker(`import(${shared}).then(() => require("node:worker_threads").parentPort.postMessage(process.env.HOME))`, { eval: true });
  const home = await new Promise((resolve, reject) => thread.once("message", resolve).once("error", reject));
  assert.equal(home, process.env.HOME);
  await thread.terminate();
});

test("a signal reaches the command", async () => {
  const child = spawn(process.execPath, [PROGRAM, "sh", "-c", 'trap "exit 9" TERM; echo ready; while :; do sleep 0.01; done'], { stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.kill("SIGTERM");
  assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 9);
});

test("a program that a test starts keeps what the test gave it", () => {
  const folder = temporaryFolder();
  /** @type {Record<string, string>} */
  const env = { ...environmentIn(folder), TESSERA_SECRET: "given", LD_PRELOAD: "", FONTCONFIG_FILE: "/given" };
  const seen = parsed(inside("env", env).stdout);
  assert.deepEqual([seen.TESSERA_SECRET, seen.LD_PRELOAD, seen.FONTCONFIG_FILE], ["given", "", "/given"]);
  assert.equal(seen.HOME, env.HOME);
  assert.equal(env.TMPDIR, folder);
  assert.ok(statSync(env.HOME).isDirectory(), "its owner removes it");
});

test("a single test file gets the environment, too", () => {
  for (const module of ["lib/tessera.js", "browser/browser.js"]) {
    const script = `import ${JSON.stringify(join(ROOT, "tests", module))}; console.log(JSON.stringify([process.env.TZ, process.env.PGHOST ?? null, new Date(0).getHours()]));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", env: USERS() });
    assert.deepEqual(JSON.parse(stdout), ["UTC", null, 0], module);
  }
});

test("time limits are whole milliseconds at any factor", () => {
  const script = 'import { patience, scaled } from "./tests/lib/tessera.js"; console.log(patience(), scaled(1000));';
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: ROOT, encoding: "utf8", env: { ...process.env, TESSERA_TEST_SLOW: "8.3" } });
  assert.match(stdout, /^\d+ \d+\n$/); // 60,000 times 8.3 is none
});
