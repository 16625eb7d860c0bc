// Servers that share a ledger and records, each set in a database of its own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { FAST, Server, run } from "./tessera.js";

/** What seals keys in the records. */
export const KEYS_SECRET = "a secret that seals the keys, long";

let databases = 0;

/** The id of the key that a token is sealed with. @param {string} token */
export const keyOf = (token) => Buffer.from(token, "base64url").subarray(1, 5).toString("hex");

export class Nodes {
  /** Makes a database and a site in it, "test". `keys`: where the keys are.
   * @param {{after: (end: () => any) => void}} t @param {import("./postgres.js").Postgres} postgres
   * @param {{keys?: string, env?: Record<string, string>}} [options] */
  constructor(t, postgres, { keys = "records", env = {} } = {}) {
    this.t = t;
    this.postgres = postgres;
    this.database = `nodes${++databases}`;
    postgres.ask(`CREATE DATABASE ${this.database}`);
    this.url = postgres.url.replace("/postgres?", `/${this.database}?`);
    /** @type {Record<string, string>} */
    this.env = { TESSERA_STORE_LEDGER: this.url, TESSERA_STORE_RECORDS: this.url, TESSERA_STORE_KEYS: keys, TESSERA_KEYS_SECRET: KEYS_SECRET, ...env };
    this.done("migrate");
    const added = this.done("site", "add", "test");
    this.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(added)?.[1]);
    this.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(added)?.[1]);
  }

  /** Runs a command. @param {string[]} args @param {Record<string, string>} [env] */
  command(args, env = {}) {
    return run(args, { env: { ...this.env, ...env } });
  }

  /** Runs one that must succeed; what it prints. @param {string[]} args */
  done(...args) {
    const { status, stdout, stderr } = this.command(args);
    assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** What a query gives in this database, as text. @param {string} sql */
  ask(sql) {
    return spawnSync("psql", ["-X", "-A", "-t", "-q", "-c", sql, this.url], { encoding: "utf8" }).stdout.trim();
  }

  /** Starts a server of that name, which ends with the test. @param {string} name @param {Record<string, string>} [env] @param {string} [config] */
  async start(name, env = {}, config = FAST) {
    const server = new Server({ truth: true, config, env: { ...this.env, TESSERA_NODE_NAME: name, ...env } });
    server.sitekey = this.sitekey;
    server.secret = this.secret;
    await server.up();
    this.t.after(() => server.down());
    return server;
  }

  /** @returns {{id: string, state: string, created_ms: number, waits_for: string[]}[]} */
  keys() {
    return JSON.parse(this.done("key", "list", "--json")).keys;
  }

  /** @returns {{name: string, version: string, keys: string[], ahead_s: number, seen_s: number, differs: string[]}[]} */
  list() {
    return JSON.parse(this.done("nodes", "--json")).nodes;
  }
}
