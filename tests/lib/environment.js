// The environment of every test, so that no result depends on the machine or on its user: fonts, locale, time zone, PATH, umask and an
// empty home. Nothing else is inherited but the variables in KEPT. tests/lib/tessera.js and tests/browser/browser.js import this module
// first for its side effect: process.env is replaced. A process that a test starts keeps what the test gave it.
//
// `node tests/lib/environment.js [NAME=VALUE...] COMMAND...` runs a command in it, for tests that are not in JavaScript.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { constants, tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { writeFonts } from "./fonts.js";

/** @typedef {import("./fonts.js").FontSet} FontSet */

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What the environment's files are in. */
const FOLDER = join(ROOT, "build/environment");

/** How the names of homes begin: one that is called so has been made by a test. */
const HOME_PREFIX = "tessera-test-home-";

/**
 * What is inherited: where temporary files go, what the developer sets for a run, and how Node's test runner talks to its files.
 * A variable that a test reads is listed here, or the test never sees it.
 */
const KEPT = [
  /^TMPDIR$/u,
  /^TESSERA_(?:TEST_\w+|PROGRAM|FAULTS|FILMS|HOSTS|OBSERVER|OUTAGES|SCENES|SEEDS|TREE)$/u,
  /^(?:UPDATE_SAID|UPDATE_TABLE)$/u,
  /^(?:ANALYSER_NODES|FUZZ_SECONDS|PICTURES|SOUNDS)$/u,
  /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|TEST_CONTEXT|V8_COVERAGE)$/u,
];

/** Makes a link in one piece, as tests that run beside this one do the same. @param {string} target @param {string} path */
function link(target, path) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path) === target) return;
  symlinkSync(target, `${path}.${process.pid}`);
  renameSync(`${path}.${process.pid}`, path);
}

/** A folder with this very Node and the npm beside it, and nothing else that happens to be installed there. */
function nodeFolder() {
  const folder = join(FOLDER, "bin");
  mkdirSync(folder, { recursive: true });
  link(process.execPath, join(folder, "node"));
  for (const name of ["npm", "npx"]) {
    const program = join(dirname(process.execPath), name);
    if (existsSync(program)) link(program, join(folder, name));
  }
  return folder;
}

/** Starts something that has another set of fonts. @template T @param {FontSet} set @param {() => Promise<T>} start @returns {Promise<T>} */
export async function withFonts(set, start) {
  const usual = process.env.FONTCONFIG_FILE;
  process.env.FONTCONFIG_FILE = writeFonts(FOLDER, set);
  try {
    return await start();
  } finally {
    process.env.FONTCONFIG_FILE = usual;
  }
}

/** An empty home below a folder, which other users may enter: PostgreSQL runs as its own. @param {string} folder */
function makeHome(folder) {
  const home = mkdtempSync(join(folder, HOME_PREFIX));
  chmodSync(home, 0o755);
  return home;
}

/** All of the environment. @param {NodeJS.ProcessEnv} inherited @param {string} home @returns {Record<string, string>} */
function environmentOf(inherited, home) {
  const { username } = userInfo();
  return {
    ...Object.fromEntries(Object.entries(inherited).flatMap(([name, value]) =>
      (value !== undefined && KEPT.some((pattern) => pattern.test(name)) ? [[name, value]] : []))),
    HOME: home,
    USER: username,
    LOGNAME: username,
    SHELL: "/bin/sh",
    TERM: "dumb",
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    PATH: `${nodeFolder()}:/usr/sbin:/usr/bin:/sbin:/bin`,
    FONTCONFIG_FILE: writeFonts(FOLDER, "usual"),
    PYTHONDONTWRITEBYTECODE: "1",
    // git reads no user's settings, and works in a tree that another user owns.
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
    // A sanitizer's finding ends the program.
    ASAN_OPTIONS: "detect_leaks=1",
    TSAN_OPTIONS: "halt_on_error=1",
    UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1",
  };
}

/** Whether an environment is one of ours already. @param {NodeJS.ProcessEnv} env */
const isOurs = (env) => basename(env.HOME ?? "").startsWith(HOME_PREFIX);

/** The environment for a process with a folder of its own for its temporary files: with a home there. The caller removes the folder.
 * @param {string} folder @returns {Record<string, string>} */
export const environmentIn = (folder) => ({ ...environmentOf(process.env, makeHome(folder)), TMPDIR: folder });

/** Makes the environment that of this process, with a home that is gone when the process ends. A thread has that of its process. */
function enter() {
  if (!isMainThread) return;
  process.umask(0o022);
  if (isOurs(process.env)) return;
  const home = makeHome(tmpdir());
  process.on("exit", () => {
    try {
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A program that is still ending may write there. The home is in the folder for temporary files.
    }
  });
  const env = environmentOf(process.env, home);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Runs a command to its end, and ends as it did. @param {string[]} args */
function runCommand(args) {
  const at = args.findIndex((arg) => !/^\w+=/u.test(arg));
  if (at < 0) {
    console.error("usage: node tests/lib/environment.js [NAME=VALUE...] COMMAND...");
    process.exit(2);
  }
  const given = Object.fromEntries(args.slice(0, at).map((arg) => [arg.slice(0, arg.indexOf("=")), arg.slice(arg.indexOf("=") + 1)]));
  // Before the command starts: a signal may come as soon as it has said its first word.
  for (const signal of /** @type {const} */ (["SIGHUP", "SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
  const child = spawn(args[at], args.slice(at + 1), { stdio: "inherit", env: { ...process.env, ...given } });
  child.on("error", (error) => {
    console.error(`${args[at]}: ${error.message}`);
    process.exit(127);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? "SIGKILL"])));
}

enter();
if (process.argv[1] === fileURLToPath(import.meta.url)) runCommand(process.argv.slice(2));
