// Starts real servers for the tests: build/tessera on a free port with a data folder of its own.
import { RUN_SEED, SLOWNESS } from "./settings.js"; // first: what is imported after it sees the environment of tests
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const PROGRAM = process.env.TESSERA_PROGRAM ?? join(ROOT, "build/tessera");

/** The languages of the widget, by their tags. */
export const LANGUAGES = readdirSync(join(ROOT, "web/locales")).map((name) => name.replace(".json", ""));

/** The environment without anything that would configure a server. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TESSERA|SHUMA)_/.test(name)),
  );
}

/** What is to be undone when the process ends, however it ends. @type {(() => void)[]} */
const leftovers = [];
process.on("exit", () => leftovers.reverse().forEach((undo) => undo()));
// A signal would end the process without the handlers of "exit", and leave servers and folders behind.
for (const [signal, number] of /** @type {[NodeJS.Signals, number][]} */ ([["SIGHUP", 1], ["SIGINT", 2], ["SIGTERM", 15]])) {
  process.on(signal, () => process.exit(128 + number));
}

/** Has something undone when the process ends; what came last goes first. @param {() => void} undo */
export const atEnd = (undo) => void leftovers.push(undo);

/** A folder that is gone when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tessera-test-"));
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The moment at which the early clock of this file stands, in milliseconds; 0: servers have the machine's clock. */
let earlyMs = 0;
/** The file that holds the early clock. */
let earlyClockFile = "";

/** What clockIn() reads for a clock that stands still. @param {number} ms */
const standingAt = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** From now on all servers and commands of this file have a wall clock that stands still at the beginning of the next hour, but for
 * passTime(). Budgets and rates are counted by hours at most, so that no window ends while a test counts, and no answer is too late,
 * however slow the machine is. */
export function useEarlyClock() {
  const HOUR_MS = 3_600_000;
  earlyClockFile = join(temporaryFolder(), "early-clock");
  earlyMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  passTime(1);
}

/** Sets the early clock forward, for all servers of this file at once. @param {number} seconds */
export function passTime(seconds) {
  earlyMs += seconds * 1000;
  setClock(earlyClockFile, standingAt(earlyMs));
}

/** How long a person looks at a challenge at least: an answer that is faster is suspicious. */
export const THINKING_S = 1;

/** Lets so much time pass. */
export const passThinkingTime = () => passTime(THINKING_S);

/** The wall clock of this file's servers, in milliseconds. */
export const serverNow = () => earlyMs || Date.now();

/** An offset, "+301s", from the clock of this file's servers; moments stay as they are. @param {string} time */
const fromServersClock = (time) => time.replace(/^\+(\d+)s$/, (_, seconds) => `+${Number(seconds) + Math.round((serverNow() - Date.now()) / 1000)}s`);

/** The environment in which a program's wall clock is off, "+301s"; clocks for waiting stay right.
 * @param {string} offset @returns {Record<string, string>} */
export function clockOff(offset) {
  const library = readdirSync("/usr/lib")
    .map((folder) => join("/usr/lib", folder, "faketime"))
    .flatMap((folder) => {
      try {
        return readdirSync(folder).filter((name) => name === "libfaketimeMT.so.1").map((name) => join(folder, name));
      } catch {
        return [];
      }
    })[0];
  if (!library) throw new Error("libfaketime is not installed: tools/setup test");
  // Without the last one, whoever waits for a condition until a moment of the steady clock is woken at once.
  return { LD_PRELOAD: library, FAKETIME: fromServersClock(offset), FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1", FAKETIME_FORCE_MONOTONIC_FIX: "0" };
}

/**
 * As clockOff(), for a clock that is set while the server runs: the file holds the offset.
 * @param {string} file @returns {Record<string, string>}
 */
export function clockIn(file) {
  const { FAKETIME: _, ...env } = clockOff("+0s");
  return { ...env, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" };
}

/** Sets a clock of clockIn(), in one piece: a server that looked between two would see none, and the right time for a moment.
 * @param {string} file @param {string} time "+61s", or the moment at which it stands still */
export function setClock(file, time) {
  writeFileSync(`${file}.new`, `${fromServersClock(time)}\n`);
  renameSync(`${file}.new`, file);
}

/**
 * A wall clock for a server that stands still but when it is set: however slow the machine is, no time passes. It begins at noon,
 * early in every window that something is counted by. `at`: so many seconds after noon; `pass`: so many more. `now`: what it
 * shows, in milliseconds.
 */
export function stoppedClock() {
  const file = join(temporaryFolder(), "clock");
  let seconds = 0;
  const now = () => Date.UTC(2031, 4, 6, 12, 0, seconds);
  const at = (/** @type {number} */ after) => {
    seconds = after;
    setClock(file, standingAt(now()));
  };
  at(0);
  return { env: { ...clockIn(file), TZ: "UTC" }, at, pass: (/** @type {number} */ more) => at(seconds + more), now };
}

/** A wall clock for a server that runs as ever, and that a test sets forward. `pass`: by so many seconds. */
export function movableClock() {
  const file = join(temporaryFolder(), "clock");
  let seconds = 0;
  const pass = (/** @type {number} */ more) => setClock(file, `+${seconds += more}s`);
  pass(0);
  return { env: clockIn(file), pass };
}

/** A time limit that only ends a hang: at least a minute, and longer on a slow machine (TESSERA_TEST_SLOW, a factor).
 * @param {number} [ms] */
export const patience = (ms = 0) => Math.ceil(Math.max(ms, 60_000) * SLOWNESS);

/** How long to wait for what a server does by itself every so often, and tells nobody. @param {number} ms */
export const scaled = (ms) => ms * SLOWNESS;

/** The start of a command whose program the kernel ends together with this process, even where that is killed.
 * @param {NodeJS.Signals} [signal] */
export const tied = (signal = "SIGKILL") => ["setpriv", "--pdeathsig", signal.slice(3), "--"];

/** Removes what libfaketime has in shared memory: it does so itself, but not where its program is killed, nor where it becomes another
 * one, as setpriv does. @param {number | undefined} pid */
function forgetClock(pid) {
  for (const name of [`sem.faketime_sem_${pid}`, `faketime_shm_${pid}`]) rmSync(join("/dev/shm", name), { force: true });
}

/** As spawn(), for a program that ends together with this process.
 * @param {string} program @param {string[]} args @param {import("node:child_process").SpawnOptions} [options] */
export function spawnTied(program, args, options = {}) {
  const [first, ...words] = [...tied(), program, ...args];
  const child = spawn(first, words, options);
  if (options.env?.LD_PRELOAD?.includes("faketime")) {
    atEnd(() => forgetClock(child.pid));
    child.once("exit", () => forgetClock(child.pid));
  }
  return child;
}

/** @param {number} ms @returns {Promise<void>} */
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** An environment with a clock, both of which may preload a library. @param {Record<string, string>} env
 * @param {Record<string, string>} [clock] of clockOff(), clockIn() and the like @returns {Record<string, string>} */
export const withClock = (env, clock = {}) =>
  ({ ...clock, ...env, LD_PRELOAD: [clock.LD_PRELOAD, env.LD_PRELOAD].filter(Boolean).join(":") });

/** A program's environment with the early clock, where there is one, and the program has no other clock.
 * @param {Record<string, string>} [env] @returns {Record<string, string>} */
function withEarlyClock(env = {}) {
  if (earlyMs === 0 || (env.LD_PRELOAD ?? "").includes("faketime")) return env;
  return withClock(env, { ...clockIn(earlyClockFile), TZ: "UTC" });
}

/** Resolves when the wall clock's current window of that many seconds has a while to go. useEarlyClock() needs no wait.
 * @param {number} seconds */
export async function earlyInWindow(seconds) {
  const left = seconds * 1000 - (Date.now() % (seconds * 1000));
  if (left < Math.min(60, seconds / 4) * 1000) await wait(left + 10);
}

/** What a promise gives, or undefined where it hangs. @template T @param {Promise<T>} promise @returns {Promise<T | undefined>} */
export async function unlessHung(promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const tooLate = new Promise((resolve) => (timer = setTimeout(resolve, patience())));
  try {
    return /** @type {T | undefined} */ (await Promise.race([promise, tooLate]));
  } finally {
    clearTimeout(timer); // or it would keep the process alive
  }
}

/** What one pause of eventually() counts for at most: where it took longer this process did not run, and nor did others. */
const PAUSE_MAX_MS = 1000;

/** Asks again and again until the answer is true; the last one after `ms`: what only something broken takes. The time that a machine
 * or this process stood still does not count.
 * @param {() => boolean | Promise<boolean>} isSo @param {number} [ms] */
export async function eventually(isSo, ms = patience()) {
  for (let left = ms, since = performance.now(); !(await isSo()); ) {
    if (left < 0) return false;
    const asked = performance.now();
    await wait(20);
    const now = performance.now();
    left -= asked - since + Math.min(now - asked, PAUSE_MAX_MS);
    since = now;
  }
  return true;
}

/**
 * Runs the program to its end.
 * @param {string[]} args
 * @param {{env?: Record<string, string>, input?: string, program?: string}} [options]
 * @returns {{status: number, stdout: string, stderr: string}}
 */
export function run(args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(options.program ?? PROGRAM, args, {
    encoding: "utf8",
    env: { ...cleanEnvironment(), ...withEarlyClock(options.env) },
    input: options.input ?? "",
    maxBuffer: 1 << 28,
    timeout: patience(),
  });
  if (error) throw error;
  return { status: status ?? -1, stdout, stderr };
}

/** The kinds of challenge by name, in the order of src/challenge/kinds.def. @returns {string[]} */
export const kinds = () => run(["generate", "--list"]).stdout.trim().split("\n");

/**
 * What a test may set of a server. `config` is YAML; `command` is what runs it where that is not `serve`; `program` another build;
 * `other` the hostnames of a second site, which is made where they are given. `seed` decides the challenges; null: the kernel does.
 * @typedef {{config?: string, truth?: boolean, data?: string, env?: Record<string, string>,
 *            threads?: number, listen?: string, hostnames?: string[], other?: string[], command?: string[], program?: string, seed?: number | null}} ServerOptions
 */

/** The seed of the next server: it follows from that of the run, the test file and the number of servers before it. */
let serversStarted = 0;
const nextSeed = () => createHash("sha256").update(`${RUN_SEED} ${basename(process.argv[1] ?? "")} ${++serversStarted}`)
  .digest().readBigUInt64LE().toString();

/** Every server of this process, for the report below. @type {Server[]} */
const servers = [];

/** How many lines of a server's log a failure shows. */
const LOG_LINES = 40;

// A test that failed tells how to repeat it, and what its servers logged.
process.on("exit", (code) => {
  if (code === 0 || servers.length === 0) return;
  const logs = servers.map((server, i) => `server ${i + 1} of ${servers.length}, seed ${server.seed ?? "of the kernel"}, its log:\n${
    server.stderr.trimEnd().split("\n").slice(-LOG_LINES).map((line) => `  ${line}\n`).join("")}`);
  writeSync(2, `seed: TESSERA_TEST_SEED=${RUN_SEED}\n${logs.join("")}`);
});

/** The settings that let tests go as fast as they can, and ask for the type that they are about. */
export const FAST = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";

/** Where a config lets clients choose, their test redeems what it chose, unless the config says what is taken: by default a site
 * asks for what stops scripts and general models, and redeems nothing weaker.
 * @param {string} [config] @returns {Record<string, string>} */
const takesWhatIsChosen = (config = "") => /client_may_choose: true/.test(config) && !/\b(strength|accepts):/.test(config)
  ? { TESSERA_CHALLENGE_STRENGTH: "friction", TESSERA_CHALLENGE_ACCEPTS: "still,puzzle,audio,pow,review" } : {};

/** The headers of a client that says nothing of itself: its answers are suspicious, however slow the machine is. */
export const SUSPICIOUS = { "User-Agent": "" };

/** As many cells as are right, none of which is. @param {string} truth as "57" or "1,4,7" */
export const wrongCells = (truth) => {
  const right = truth.split(",");
  return ["0", "1", "2", "3", "4", "5"].filter((cell) => !right.includes(cell)).slice(0, right.length).join();
};

export class Server {
  /** @param {ServerOptions} options */
  constructor(options) {
    this.options = options;
    this.data = options.data ?? temporaryFolder();
    this.stderr = "";
    this.url = "";
    this.port = 0;
    this.sitekey = "";
    this.secret = "";
    /** The keys of the second site, "other". */
    this.other = { sitekey: "", secret: "" };
    this.level = "";
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
    /** @type {string | undefined} */
    this.seed = undefined;
    servers.push(this);
  }

  /** Starts the server and a site of its own, "test". @param {ServerOptions} [options] */
  static async start(options = {}) {
    const server = new Server({ config: FAST, truth: true, ...options });
    if (options.other) {
      server.addSite("other", options.other);
      server.other = { sitekey: server.sitekey, secret: server.secret };
    }
    if (!options.data) server.addSite("test", options.hostnames ?? []);
    await server.up();
    return server;
  }

  /** Starts a server that ends with the test. @param {{after: (end: () => any) => void}} test
   * @param {ServerOptions} [options] */
  static async during(test, options = {}) {
    const server = await Server.start(options);
    test.after(() => server.down());
    return server;
  }

  /** Ends the server and starts it anew on the same data. @param {Partial<ServerOptions>} [options]
   * @param {NodeJS.Signals} [signal] */
  async again(options = {}, signal = "SIGTERM") {
    await this.down(signal);
    this.options = { ...this.options, ...options };
    await this.up();
  }

  /** @param {string} name @param {string[]} hostnames */
  addSite(name, hostnames = []) {
    const { status, stdout, stderr } = run([
      "site", "add", name, "--data", this.data, ...hostnames.flatMap((h) => ["--hostname", h]),
    ], { env: Object.fromEntries(Object.entries(this.options.env ?? {}).filter(([variable]) => variable.startsWith("TESSERA_STORE_"))), program: this.options.program });
    if (status !== 0) throw new Error(`site add: ${stderr}`);
    this.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(stdout)?.[1]);
    this.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(stdout)?.[1]);
  }

  /** Sets what the site "test" asks and takes; ends when the server has seen it: the difficulty that is set last tells.
   * @param {string[]} wishes */
  async set(...wishes) {
    this.level = this.level === "easy" ? "hard" : "easy";
    const { status, stderr } = run(["site", "set", "test", ...wishes, "--difficulty", this.level, "--data", this.data]);
    if (status !== 0) throw new Error(`site set: ${stderr}`);
    const seen = async () => (await this.post("/v1/challenge", { sitekey: this.sitekey })).json.difficulty === this.level;
    if (!(await eventually(seen))) throw new Error("site set: the server does not see it");
  }

  async up() {
    const config = join(this.data, "test.yaml");
    const wanted = this.options.config ?? "";
    // Another server on the same folder may be reading it at this moment.
    if (!existsSync(config) || readFileSync(config, "utf8") !== wanted) writeFileSync(config, wanted);
    const args = [...(this.options.command ?? ["serve"]), "--config", config, "--data", this.data,
      "--listen", this.options.listen ?? "127.0.0.1:0", "--threads", String(this.options.threads ?? 1)];
    if (this.options.truth) args.push("--truth");
    if (this.options.truth && this.options.seed !== null) {
      this.seed = this.options.seed?.toString() ?? nextSeed(); // another one at each start: a restart shows other challenges
      args.push("--seed", this.seed);
    }
    const child = spawnTied(this.options.program ?? PROGRAM, args, {
      env: { ...cleanEnvironment(), ...takesWhatIsChosen(this.options.config), ...withEarlyClock(this.options.env) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    leftovers.push(() => child.kill("SIGKILL"));
    child.stderr?.on("data", (bytes) => (this.stderr += bytes));
    this.url = await new Promise((resolve, reject) => {
      let text = "";
      child.stdout?.on("data", (bytes) => {
        text += bytes;
        const line = /^listening on (http:\/\/\S+)$/m.exec(text);
        if (line) resolve(line[1]);
      });
      child.on("close", (code) => reject(new Error(`the server ended (${code}): ${this.stderr}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** Fails unless its log says so, in the end: a thread writes it, behind what it tells of. @param {RegExp} pattern */
  async says(pattern) {
    if (!(await eventually(() => pattern.test(this.stderr)))) throw new Error(`${pattern} is not in the log: ${this.stderr}`);
  }

  /** Waits until a metric has grown by that much since before `act`. @param {string} name @param {number} more @param {() => unknown} [act] */
  async grows(name, more, act) {
    // Where many ask, the page of metrics may be a second old. It counts the requests, this one included.
    const requests = 'tessera_requests_total{status="2xx"}';
    const { [requests]: stale } = await this.metrics();
    let wanted = NaN;
    const isFresh = async () => {
      const { [requests]: count, [name]: value } = await this.metrics();
      wanted = value + more;
      return count !== stale;
    };
    if (!(await eventually(isFresh))) throw new Error("the page of metrics stays as it is");
    act?.();
    if (!(await eventually(async () => Number(await this.metric(name)) >= wanted))) throw new Error(`${name} does not grow: ${this.stderr}`);
  }

  /** Waits for a check of a store that began after this call: the next one that ends may have begun before.
   * @param {"ledger" | "records" | "sites" | "bans" | "keys" | "history" | "reviews" | "nodes"} store */
  checks(store) {
    return this.grows(`tessera_store_checks_total{store="${store}"}`, 2);
  }

  /** Waits for a round of upkeep that began after this call: hanging stores, alerts, alarms. */
  upkeep() {
    return this.grows("tessera_upkeep_total", 2);
  }

  /** Ends the server; resolves with its exit code. One that has ended by itself is an error.
   * @param {NodeJS.Signals} [signal] @returns {Promise<number | null | undefined>} */
  async down(signal = "SIGTERM") {
    const child = this.child;
    this.child = undefined;
    if (!child) return undefined;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the server ended by itself (${child.exitCode ?? child.signalCode}): ${this.stderr}`);
    }
    return new Promise((resolve) => {
      child.on("close", (code) => resolve(code)); // not "exit": what it said last may still be on its way
      child.kill(signal);
    });
  }

  /**
   * @param {string} path
   * @param {{method?: string, headers?: Record<string, string>, body?: string | Uint8Array}} [options]
   * @returns {Promise<{status: number, headers: Headers, text: string, json: any}>}
   */
  async request(path, options = {}) {
    const reply = await fetch(this.url + path, { redirect: "manual", .../** @type {any} */ (options) });
    const text = await reply.text();
    const isJson = reply.headers.get("content-type") === "application/json" && text !== "";
    return { status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  /**
   * @param {string} path @param {unknown} body @param {Record<string, string>} [headers]
   * @returns {Promise<{status: number, headers: Headers, text: string, json: any}>}
   */
  async post(path, body, headers = {}) {
    return this.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** A puzzle with its answer. @param {Record<string, unknown>} [more] @param {Record<string, string>} [from] */
  async challenge(more = {}, from = {}) {
    const { status, headers, json } = await this.post("/v1/challenge", { sitekey: this.sitekey, type: "puzzle", ...more }, from);
    if (status !== 200) throw new Error(`challenge: ${status} ${JSON.stringify(json)}`);
    return { ...json, truth: headers.get("tessera-truth") };
  }

  /** Answers; what came of it: "pass", a reason of failure, or a status that is not 200.
   * @param {string} token @param {unknown} answer @param {Record<string, string>} [from]
   * @returns {Promise<string | number>} */
  async answer(token, answer, from = {}) {
    const { status, json } = await this.post("/v1/answer", { token, answer }, from);
    return status !== 200 ? status : json.state === "fail" ? json.reason : json.state;
  }

  /** The response of a fresh pass. @param {Record<string, unknown>} [more] */
  async pass(more = {}) {
    const { token, truth } = await this.challenge(more);
    const { json } = await this.post("/v1/answer", { token, answer: truth });
    if (json.state !== "pass") throw new Error(`pass: ${JSON.stringify(json)}`);
    return /** @type {string} */ (json.response);
  }

  /** What a site's server is told. @param {Record<string, unknown>} fields */
  async verify(fields) {
    return (await this.post("/v1/verify", { secret: this.secret, ...fields })).json;
  }

  /** The puzzle's page with its answer. @param {string} [path] @param {Record<string, string>} [from] */
  async page(path = "/challenge/puzzle", from = {}) {
    const { status, headers, text } = await this.request(path, { headers: from });
    const find = (/** @type {RegExp} */ pattern) => /** @type {string} */ (pattern.exec(text)?.[1]);
    return {
      status, headers, text,
      seed: find(/name="seed" value="([^"]*)"/),
      action: find(/<form[^>]* action="([^"]*)"/),
      truth: /** @type {string} */ (headers.get("tessera-truth")),
    };
  }

  /** Sends a form. @param {string} path @param {Record<string, string> | string | Uint8Array} fields
   * @param {Record<string, string>} [headers] */
  async form(path, fields, headers = {}) {
    return this.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: typeof fields === "string" || fields instanceof Uint8Array ? fields : new URLSearchParams(fields).toString(),
    });
  }

  /** Sends raw bytes and reads until the server closes or `quietMs` pass without a byte.
   * @param {string | Buffer} bytes @param {number} [quietMs] @returns {Promise<string>} */
  raw(bytes, quietMs = patience()) {
    return new Promise((resolve) => {
      const socket = createConnection({ port: this.port, host: "127.0.0.1" });
      let text = "";
      const done = () => {
        socket.destroy();
        resolve(text);
      };
      socket.setTimeout(quietMs, done);
      socket.on("data", (chunk) => (text += chunk.toString("latin1")));
      socket.on("end", done);
      socket.on("error", done);
      socket.on("connect", () => socket.write(bytes));
    });
  }

  /** Every metric by its name, labels included as Prometheus writes them.
   * @returns {Promise<Record<string, number>>} */
  async metrics() {
    const { text } = await this.request("/metrics");
    return Object.fromEntries(text.split("\n").filter((line) => /^[^#]/.test(line)).map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }));
  }

  /** The value of one metric. @param {string} name @returns {Promise<number | undefined>} */
  async metric(name) {
    return (await this.metrics())[name];
  }
}

/** How much each metric of a family grows while something happens.
 * @param {Server} server @param {() => Promise<unknown>} happen @param {string} family @returns {Promise<Record<string, number>>} */
export async function counted(server, happen, family) {
  const before = await server.metrics();
  await happen();
  const after = await server.metrics();
  return Object.fromEntries(Object.keys(after)
    .filter((name) => name.startsWith(`${family}{`) && after[name] !== (before[name] ?? 0))
    .map((name) => [/="([^"]*)"/.exec(name)?.[1] ?? name, after[name] - (before[name] ?? 0)]));
}
