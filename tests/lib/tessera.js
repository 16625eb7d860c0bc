// Starts real servers for the tests: build/tessera on a free port with a data folder of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const PROGRAM = process.env.TESSERA_PROGRAM ?? join(ROOT, "build/tessera");

/** The environment without anything that would configure a server. */
export function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TESSERA|SHUMA)_/.test(name)),
  );
}

/** A folder that is gone when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tessera-test-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Runs the program to its end.
 * @param {string[]} args
 * @param {{env?: Record<string, string>, input?: string}} [options]
 * @returns {{status: number, stdout: string, stderr: string}}
 */
export function run(args, options = {}) {
  try {
    const stdout = execFileSync(PROGRAM, args, {
      encoding: "utf8",
      env: { ...cleanEnvironment(), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 28,
    });
    return { status: 0, stdout, stderr: "" };
  } catch (error) {
    const failed = /** @type {{status: number, stdout: string, stderr: string}} */ (error);
    return { status: failed.status, stdout: failed.stdout, stderr: failed.stderr };
  }
}

/**
 * What a test may set of a server. `config` is YAML.
 * @typedef {{config?: string, truth?: boolean, data?: string, env?: Record<string, string>,
 *            threads?: number, listen?: string, hostnames?: string[]}} ServerOptions
 */

/** The settings that let tests go as fast as they can. */
export const FAST = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, test_mode: true}\n";

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
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
  }

  /** Starts the server and a site of its own, "test". @param {ServerOptions} [options] */
  static async start(options = {}) {
    const server = new Server({ config: FAST, truth: true, ...options });
    if (!options.data) server.addSite("test", options.hostnames ?? []);
    await server.up();
    return server;
  }

  /** @param {string} name @param {string[]} hostnames */
  addSite(name, hostnames = []) {
    const { status, stdout, stderr } = run([
      "site", "add", name, "--data", this.data, ...hostnames.flatMap((h) => ["--hostname", h]),
    ]);
    if (status !== 0) throw new Error(`site add: ${stderr}`);
    this.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(stdout)?.[1]);
    this.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(stdout)?.[1]);
  }

  async up() {
    const config = join(this.data, "test.yaml");
    writeFileSync(config, this.options.config ?? "");
    const args = ["serve", "--config", config, "--data", this.data,
      "--listen", this.options.listen ?? "127.0.0.1:0", "--threads", String(this.options.threads ?? 1)];
    if (this.options.truth) args.push("--truth");
    const child = spawn(PROGRAM, args, {
      env: { ...cleanEnvironment(), ...this.options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    process.on("exit", () => child.kill("SIGKILL"));
    child.stderr?.on("data", (bytes) => (this.stderr += bytes));
    this.url = await new Promise((resolve, reject) => {
      let text = "";
      child.stdout?.on("data", (bytes) => {
        text += bytes;
        const line = /^listening on (http:\/\/\S+)$/m.exec(text);
        if (line) resolve(line[1]);
      });
      child.on("exit", (code) => reject(new Error(`the server ended (${code}): ${this.stderr}`)));
    });
    this.port = Number(new URL(this.url).port);
  }

  /** Ends the server; resolves with its exit code. @param {NodeJS.Signals} [signal] */
  async down(signal = "SIGTERM") {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode;
    return new Promise((resolve) => {
      child.on("exit", (code) => resolve(code));
      child.kill(signal);
    });
  }

  /**
   * @param {string} path @param {unknown} body
   * @returns {Promise<{status: number, headers: Headers, json: any}>}
   */
  async post(path, body) {
    const reply = await fetch(this.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, json: text ? JSON.parse(text) : undefined };
  }

  /** A challenge with its answer. @param {Record<string, unknown>} [more] */
  async challenge(more = {}) {
    const { status, headers, json } = await this.post("/v1/challenge", { sitekey: this.sitekey, ...more });
    if (status !== 200) throw new Error(`challenge: ${status} ${JSON.stringify(json)}`);
    return { ...json, truth: headers.get("tessera-truth") };
  }

  /** Sends a form. @param {string} path @param {Record<string, string> | string} fields */
  async form(path, fields) {
    const reply = await fetch(this.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  }

  /** Sends raw bytes and reads until the server closes or `quietMs` pass without a byte.
   * @param {string | Buffer} bytes @param {number} [quietMs] @returns {Promise<string>} */
  raw(bytes, quietMs = 1500) {
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

  /** The value of a metric, labels included in the name as Prometheus writes it. @param {string} name */
  async metric(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const line = text.split("\n").find((l) => l.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  }
}
