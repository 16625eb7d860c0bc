// The cluster of examples/cluster: HAProxy before three nodes, Redis and PostgreSQL, as `run` starts it.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { PROGRAM, ROOT, cleanEnvironment, eventually, temporaryFolder, tied } from "./tessera.js";

/** Connections are kept, as browsers and sites' servers do. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** @typedef {{status: number, text: string, json: any, headers: import("node:http").IncomingHttpHeaders}} Reply */

/** @param {string} url @param {{method?: string, headers?: Record<string, string>, body?: string}} [options] @returns {Promise<Reply>} */
export const ask = (url, { method = "GET", headers = {}, body } = {}) => new Promise((resolve, reject) => {
  const call = request(url, { method, headers: body === undefined ? headers : { "Content-Length": Buffer.byteLength(body).toString(), ...headers }, agent }, (reply) => {
    let text = "";
    reply.setEncoding("utf8").on("data", (piece) => (text += piece));
    reply.on("end", () => {
      const isJson = reply.headers["content-type"] === "application/json" && text !== "";
      resolve({ status: reply.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : undefined, headers: reply.headers });
    });
    reply.on("error", reject);
  });
  call.on("error", reject);
  call.end(body);
});

/** @param {string} url @param {unknown} body @param {Record<string, string>} [headers] */
export const post = (url, body, headers = {}) =>
  ask(url, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

export class Cluster {
  constructor() {
    this.folder = temporaryFolder();
    this.said = "";
    this.public = "";
    this.inside = "";
    /** @type {string[]} */
    this.nodes = [];
    this.sitekey = "";
    this.secret = "";
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
  }

  /** Starts all of it; it ends with the test. @param {{after: (end: () => any) => void}} t @param {Record<string, string>} [env] */
  static async during(t, env = {}) {
    const cluster = new Cluster();
    t.after(() => cluster.down());
    await cluster.up(env);
    return cluster;
  }

  /** @param {Record<string, string>} env */
  async up(env) {
    // It ends its servers, which have sessions of their own, when it is told to end; also where this process is killed.
    const [first, ...words] = [...tied("SIGTERM"), join(ROOT, "examples/cluster/run"), this.folder];
    const child = spawn(first, words, {
      env: { ...cleanEnvironment(), PROGRAM, RESTART_AFTER_S: "0.2", ...env },
      stdio: ["ignore", "pipe", "pipe"], detached: true,
    });
    this.child = child;
    process.on("exit", () => child.exitCode === null && child.kill("SIGTERM"));
    child.stderr?.on("data", (bytes) => (this.said += bytes));
    child.stdout?.on("data", (bytes) => (this.said += bytes));
    const isUp = await eventually(() => /^ready$/m.test(this.said) || child.exitCode !== null);
    if (!isUp || child.exitCode !== null) throw new Error(`the cluster does not start: ${this.said}`);
    const found = (/** @type {RegExp} */ pattern) => /** @type {RegExpExecArray} */ (pattern.exec(this.said));
    this.public = found(/^public: +(\S+)/m)[1];
    this.inside = found(/^inside: +(\S+)/m)[1];
    this.nodes = found(/^nodes: +(.*)$/m)[1].split(/ +/);
    this.sitekey = found(/^sitekey: (.*)$/m)[1];
    this.secret = found(/^secret: (.*)$/m)[1];
  }

  /** Ends it as Ctrl-C does; its exit status. @returns {Promise<number | null>} */
  async down() {
    const child = this.child;
    this.child = undefined;
    if (!child?.pid) return null;
    if (child.exitCode !== null) return child.exitCode;
    const ended = new Promise((resolve) => child.on("close", resolve));
    process.kill(-child.pid, "SIGINT");
    return /** @type {Promise<number | null>} */ (ended);
  }

  /** @param {string} name of a server: node1, redis, postgres, haproxy */
  pid(name) {
    const file = join(this.folder, `${name}.pid`);
    return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  }

  /** @param {string} name @param {NodeJS.Signals} signal */
  kill(name, signal) {
    process.kill(this.pid(name), signal);
  }

  /** Ends one, and keeps it down until release(). @param {string} name @param {NodeJS.Signals} signal */
  hold(name, signal) {
    writeFileSync(join(this.folder, `${name}.down`), "");
    this.kill(name, signal);
  }

  /** @param {string} name */
  release(name) {
    rmSync(join(this.folder, `${name}.down`));
  }

  /** What HAProxy takes its servers for: "UP", "DOWN", by node. @param {string} backend @returns {Promise<string[]>} */
  states(backend) {
    return new Promise((resolve, reject) => {
      import("node:net").then(({ connect }) => {
        const socket = connect(join(this.folder, "haproxy.socket"));
        let text = "";
        socket.on("data", (bytes) => (text += bytes)).on("error", reject);
        socket.on("end", () => resolve(text.split("\n").filter((line) => line.startsWith(`${backend},node`)).map((line) => line.split(",")[17])));
        socket.end("show stat\n");
      });
    });
  }

  /** Whether HAProxy sends visitors to all nodes. */
  async isWhole() {
    return (await this.states("ready")).every((state) => state === "UP");
  }
}
