// A Redis of the test's own, from Debian's package: files in a folder that goes with it; on loopback, or in a network of its own.
import { spawnSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./ports.js";
import { atEnd, eventually, patience, spawnTied, temporaryFolder } from "./tessera.js";

/** `settings`: as in redis.conf. `network`: where it runs, or beside the test. `program`: redis-sentinel is another one.
 * @typedef {{settings?: Record<string, string>, network?: import("./netns.js").Network, port?: number, clock?: Record<string, string>}} RedisOptions */

export class Redis {
  /** @param {RedisOptions} options */
  constructor(options = {}) {
    this.options = options;
    this.folder = temporaryFolder();
    this.port = options.port ?? 0;
    this.host = options.network?.address() ?? "127.0.0.1";
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
    atEnd(() => this.child?.kill("SIGKILL"));
  }

  /** One that ends with the test. @param {{after: (end: () => any) => void}} t @param {RedisOptions} [options] */
  static async during(t, options) {
    const redis = new Redis(options);
    t.after(() => redis.child?.kill("SIGKILL"));
    await redis.up();
    return redis;
  }

  /** Where servers find it. In a network, each has an address for it of its own. @param {number} [which] @param {number} [port] */
  url(which = 0, port = this.port) {
    return `redis://${this.options.network?.address(which) ?? this.host}:${port}`;
  }

  /** The arguments of a setting, in redis-server's own form. */
  get args() {
    const settings = { "appendonly": "yes", "appendfsync": "always", "save": "", "protected-mode": "no", ...this.options.settings };
    return ["--port", String(this.port), "--bind", this.options.network ? "0.0.0.0" : "127.0.0.1", "--dir", this.folder,
      ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, ...(value === "" ? [""] : value.split(" "))])];
  }

  /** Starts it on what it had, and waits until it answers and has read all of it. */
  async up() {
    this.port ||= this.options.network ? 6379 : await freePort();
    const [program, ...args] = [...(this.options.network?.enter ?? []), "redis-server", ...this.args];
    const child = spawnTied(program, args, { stdio: "ignore", env: { ...process.env, ...this.options.clock } });
    this.child = child;
    const isUp = await eventually(() => child.exitCode !== null || this.ask("PING") === "PONG");
    if (child.exitCode !== null) throw new Error(`redis-server has ended: ${child.exitCode}`);
    if (!isUp) throw new Error("redis-server does not answer");
  }

  /** What it answers to a command, as text. @param {string[]} words */
  ask(...words) {
    const [program, ...args] = [...(this.options.network?.enter ?? []), "redis-cli", "-p", String(this.port), ...words];
    return spawnSync(program, args, { encoding: "utf8", timeout: patience() }).stdout.trim();
  }

  /** A line of INFO. @param {string} name */
  info(name) {
    return new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(this.ask("INFO"))?.[1] ?? "";
  }

  /** It no longer answers anybody: connections are taken by the kernel, and that is all. (nsenter has become Redis.) */
  hang() {
    this.child?.kill("SIGSTOP");
  }

  goOn() {
    this.child?.kill("SIGCONT");
  }

  /** It is gone at once. What it has handed to the kernel is in its files. */
  crash() {
    return this.down("SIGKILL");
  }

  /** Ends it; SIGKILL is a crash. @param {NodeJS.Signals} [signal] */
  async down(signal = "SIGKILL") {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await gone;
  }

  /** It is gone, and with it what was written since `copyFiles()`, as after a power cut where writes are not on the disk at once. */
  async crashAsItWas(/** @type {string} */ copy) {
    await this.down("SIGKILL");
    rmSync(join(this.folder, "appendonlydir"), { recursive: true });
    cpSync(copy, join(this.folder, "appendonlydir"), { recursive: true });
  }

  /** What is in its files at this moment; the folder of the copy. */
  copyFiles() {
    const copy = temporaryFolder();
    cpSync(join(this.folder, "appendonlydir"), copy, { recursive: true });
    return copy;
  }
}

/** A Redis Sentinel that watches a Redis, under the name "ledger". */
export class Sentinel {
  /** @param {{after: (end: () => any) => void}} t @param {import("./netns.js").Network} network @param {number} port @param {Redis} redis */
  static async during(t, network, port, redis) {
    const sentinel = new Sentinel(network, port);
    t.after(() => sentinel.child?.kill("SIGKILL"));
    atEnd(() => sentinel.child?.kill("SIGKILL"));
    const file = join(temporaryFolder(), "sentinel.conf"); // it writes it anew
    writeFileSync(file, `port ${port}\nprotected-mode no\nsentinel monitor ledger ${network.address()} ${redis.port} 2
sentinel down-after-milliseconds ledger 1000\nsentinel failover-timeout ledger 5000\nsentinel announce-ip ${network.address()}\n`);
    const [program, ...args] = [...network.enter, "redis-sentinel", file];
    sentinel.child = spawnTied(program, args, { stdio: "ignore" });
    if (!(await eventually(() => sentinel.knows("port") !== ""))) throw new Error("redis-sentinel does not answer");
    return sentinel;
  }

  /** @param {import("./netns.js").Network} network @param {number} port */
  constructor(network, port) {
    this.network = network;
    this.port = port;
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
  }

  /** What it knows of the Redis that is the primary: "port", "num-slaves", ... @param {string} name */
  knows(name) {
    const [program, ...args] = [...this.network.enter, "redis-cli", "-p", String(this.port), "SENTINEL", "MASTER", "ledger"];
    const lines = spawnSync(program, args, { encoding: "utf8", timeout: patience() }).stdout.split("\n");
    return lines[lines.indexOf(name) + 1] && lines.includes(name) ? lines[lines.indexOf(name) + 1] : "";
  }
}
