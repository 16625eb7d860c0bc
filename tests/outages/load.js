// Clients of several servers at once, which write down each call: what was asked of whom, when it began and ended, what came of it.
// Each challenge is answered several times at several servers, each pass redeemed several times: one of each may win.
//
// They run on a thread of their own: what the test does meanwhile to servers and stores must not hold them up.
import { Agent, request } from "node:http";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { wait } from "../lib/tessera.js";
import { isTried } from "./checker.js";

/** @typedef {import("./checker.js").Entry} Entry */
/** @typedef {import("./checker.js").Call} Call */
/** Where a server is, and its site. @typedef {{url: string, sitekey: string, secret: string}} Server */

const CLIENTS = 8;
const COPIES = 3; // of each answer, and of each redemption
const PATIENCE_MS = 9000; // before a client hangs up: longer than a server waits for a store
const PROBE_EVERY_MS = 50;
const WRONG_ONE_IN = 10;
const SWEEP_MS = 30000;

/** Milliseconds of a steady clock that all threads share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** @param {Server} server @param {Agent} agent @param {string} path @param {unknown} [body]
 * @returns {Promise<{status: number, truth: string, text: string}>} */
const send = (server, agent, path, body) => new Promise((resolve, reject) => {
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  const asked = request(server.url + path, {
    agent, method: bytes ? "POST" : "GET", headers: bytes ? { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(bytes) } : {},
  }, (reply) => {
    let text = "";
    reply.setEncoding("latin1").on("data", (chunk) => (text += chunk)).on("error", reject)
      .on("end", () => resolve({ status: reply.statusCode ?? 0, truth: String(reply.headers["tessera-truth"] ?? ""), text }));
  });
  const tooLate = setTimeout(() => asked.destroy(new Error("timeout")), PATIENCE_MS);
  asked.on("error", reject).on("close", () => clearTimeout(tooLate));
  asked.end(bytes);
});

/** What a reply says, in the checker's words. @type {Record<string, (status: number, text: string) => string>} */
const READ = {
  challenge: (status) => (status === 200 ? "ok" : status === 503 ? "unavailable" : `status ${status}`),
  health: (status) => (status === 200 ? "ok" : `status ${status}`),
  control: (status) => (status === 200 ? "ok" : `status ${status}`),
  picture: (status) => (status === 200 ? "ok" : status === 404 ? "gone" : status === 503 ? "unavailable" : `status ${status}`),
  answer: (status, text) => {
    if (status === 503) return "unavailable";
    const json = status === 200 ? JSON.parse(text) : {};
    return json.state === "fail" ? json.reason : json.state ?? `status ${status}`;
  },
  verify: (status, text) => {
    if (status === 503) return "unavailable";
    const json = status === 200 ? JSON.parse(text) : {};
    return json.success === true ? "success" : json["error-codes"]?.[0] ?? `status ${status}`;
  },
};

class Clients {
  /** @param {Server[]} servers with one secret, one site, one ledger @param {Server} control one by itself */
  constructor(servers, control) {
    this.servers = servers;
    /** Those, and behind them the one by itself. */
    this.all = [...servers, control];
    this.agents = this.all.map(() => new Agent({ keepAlive: true, maxSockets: 64 }));
    /** @type {Entry[]} */
    this.entries = [];
    /** What was issued: the token or pass itself, by its key. @type {Map<string, {op: "answer" | "verify", text: string, truth: string}>} */
    this.tokens = new Map();
    /** @type {Promise<void>[]} */
    this.running = [];
    this.isOver = false;
    this.random = 1;
    /** The last picture of each server. @type {string[]} */
    this.pictures = [];
  }

  /** Whole numbers from 0 to below `most`, the same ones in each run. @param {number} most */
  below(most) {
    this.random = (Math.imul(this.random, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.random / 4294967296) * most);
  }

  /** Makes a call and writes it down. @param {string} client @param {number} node @param {string} op @param {string | undefined} key
   * @param {string} path @param {unknown} [body] @returns {Promise<Call & {reply?: {status: number, truth: string, text: string}}>} */
  async call(client, node, op, key, path, body) {
    const start = now();
    /** @type {string} */ let result;
    let reply;
    try {
      reply = await send(this.all[node], this.agents[node], path, body);
      result = READ[op](reply.status, reply.text);
    } catch (error) {
      result = /** @type {any} */ (error).code === "ECONNREFUSED" ? "refused" : "unknown";
    }
    /** @type {Call} */
    const call = { client, node: node < this.servers.length ? `node${node}` : "control", op, ...(key === undefined ? {} : { key }), start, end: now(), result };
    this.entries.push(call);
    return Object.assign(Object.create(call), { ...call, reply, entry: call });
  }

  /** A new challenge; its key, or undefined. @param {string} client */
  async challenge(client) {
    const node = this.below(this.servers.length);
    const asked = await this.call(client, node, "challenge", undefined, "/v1/challenge", { sitekey: this.servers[node].sitekey, type: "puzzle" });
    if (asked.result !== "ok" || !asked.reply) return undefined;
    const { id, token, view } = JSON.parse(asked.reply.text);
    this.pictures[node] = view.image.src;
    /** @type {any} */ (asked).entry.gives = id;
    this.tokens.set(id, { op: "answer", text: token, truth: asked.reply.truth });
    return /** @type {string} */ (id);
  }

  /** Spends a token at a server; a pass is a new token. @param {string} client @param {string} key @param {number} node @param {boolean} [isWrong] */
  async spend(client, key, node, isWrong = false) {
    const { op, text, truth } = /** @type {any} */ (this.tokens.get(key));
    const answer = isWrong ? truth.replace(/^./, (/** @type {string} */ digit) => String((Number(digit) + 1) % 3)) : truth;
    const body = op === "answer" ? { token: text, answer } : { secret: this.servers[0].secret, response: text };
    const spent = await this.call(client, node, op, key, op === "answer" ? "/v1/answer" : "/v1/verify", body);
    if (spent.result !== "pass" || !spent.reply) return spent;
    const gives = `pass of ${key}${this.tokens.has(`pass of ${key}`) ? ", again" : ""}`;
    /** @type {any} */ (spent).entry.gives = gives;
    this.tokens.set(gives, { op: "verify", text: JSON.parse(spent.reply.text).response, truth: "" });
    return Object.assign(spent, { gives });
  }

  /** Spends a token several times, at several servers; then again, until somebody knows what came of it.
   * @param {string} client @param {string} key @param {boolean} [isWrong] @returns {Promise<string | undefined>} the pass */
  async spendAtAll(client, key, isWrong = false) {
    const from = this.below(this.servers.length);
    for (let tries = 0; tries < 40 && !(tries > 0 && this.isOver); tries++) {
      const calls = await Promise.all(Array.from({ length: tries === 0 ? COPIES : 1 }, (_, i) =>
        this.spend(client, key, (from + i + tries) % this.servers.length, isWrong && i === 0)));
      const passed = calls.find(({ gives }) => gives !== undefined);
      if (passed) return passed.gives;
      if (calls.some(({ result }) => !["unavailable", "internal-error", "unknown", "refused"].includes(result))) return undefined;
      await wait(100 + this.below(200));
    }
    return undefined;
  }

  /** One visitor after the other. @param {string} client */
  async visitors(client) {
    while (!this.isOver) {
      const key = await this.challenge(client);
      const pass = key && (await this.spendAtAll(client, key, this.below(WRONG_ONE_IN) === 0));
      if (pass) await this.spendAtAll(client, pass);
      await wait(30 + this.below(100));
    }
  }

  /** What needs no ledger, asked for at a steady pace whether it comes or not. @param {number} node */
  async probe(node) {
    /** @type {Set<Promise<unknown>>} */
    const open = new Set();
    for (let i = 0; !this.isOver; i++) {
      const picture = this.pictures[node];
      if (open.size < 100) {
        const asked = i % 8 === 0 && picture ? this.call("probe", node, "picture", undefined, picture) : this.call("probe", node, "health", undefined, "/healthz");
        open.add(asked);
        asked.finally(() => open.delete(asked));
      }
      await wait(PROBE_EVERY_MS);
    }
    await Promise.all(open);
  }

  /** The same of the server by itself, pictures and challenges as well. */
  async control() {
    const node = this.servers.length;
    const body = { sitekey: this.all[node].sitekey, type: "puzzle" };
    /** @type {Set<Promise<unknown>>} */
    const open = new Set();
    for (let i = 0; !this.isOver; i++) {
      const picture = this.pictures[node];
      if (open.size < 100) {
        const asked = i % 8 === 0 ? this.call("probe", node, "control", undefined, "/v1/challenge", body).then(({ reply }) => {
          if (reply?.status === 200) this.pictures[node] = JSON.parse(reply.text).view.image.src;
        }) : this.call("probe", node, "control", undefined, i % 8 === 4 && picture ? picture : "/healthz");
        open.add(asked);
        asked.finally(() => open.delete(asked));
      }
      await wait(PROBE_EVERY_MS);
    }
    await Promise.all(open);
  }

  start() {
    this.running.push(this.control());
    for (let i = 0; i < CLIENTS; i++) this.running.push(this.visitors(`client${i}`));
    this.servers.forEach((_, node) => this.running.push(this.probe(node)));
  }

  /** How many calls have won something at a server since then. @param {number} node @param {number} since */
  won(node, since) {
    return this.entries.filter((entry) => "op" in entry && entry.node === `node${node}` && entry.end >= since && ["pass", "success", "incorrect"].includes(entry.result)).length;
  }

  /** @param {import("./checker.js").Fault} fault @param {Partial<import("./checker.js").Bounds>} [bounds] */
  isTried(fault, bounds) {
    return isTried(this.entries, fault, bounds);
  }

  log() {
    return this.entries;
  }

  /** Ends it, once all that is under way has come back. */
  async stop() {
    this.isOver = true;
    await Promise.all(this.running);
  }

  /** Asks about everything once more, each token at another server: what was spent must be, what was handed out must be good still.
   * Those that get no answer are asked about again; how many have none in the end. */
  async sweep() {
    const until = now() + SWEEP_MS;
    let left = 0;
    for (const op of ["answer", "verify"]) {
      let keys = [...this.tokens].filter(([, token]) => token.op === op).map(([key]) => key);
      for (let round = 0; keys.length > 0 && now() < until; round++) {
        /** @type {string[]} */
        const unknown = [];
        const one = async (/** @type {number} */ worker) => {
          for (let i = worker; i < keys.length; i += CLIENTS) {
            if (now() >= until) {
              unknown.push(keys[i]);
              continue;
            }
            const { result } = await this.spend("sweep", keys[i], (i + round) % this.servers.length);
            if (["unavailable", "internal-error", "unknown", "refused"].includes(result)) unknown.push(keys[i]);
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, (_, worker) => one(worker)));
        keys = unknown;
        if (keys.length > 0) await wait(200);
      }
      left += keys.length;
    }
    this.agents.forEach((agent) => agent.destroy());
    return left;
  }
}

/** The clients, for whoever starts them. */
export class Load {
  /** @param {Server[]} servers with one secret, one site, one ledger; each stays where it is @param {Server} control one by itself */
  constructor(servers, control) {
    /** What is known besides the calls, and in the end all of it. @type {Entry[]} */
    this.entries = [];
    this.worker = new Worker(new URL(import.meta.url), { workerData: [...servers, control].map(({ url, sitekey, secret }) => ({ url, sitekey, secret })) });
    this.asked = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.worker.on("message", ({ id, value, error }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) asked?.reject(new Error(error));
      else asked?.resolve(value);
    });
    this.worker.on("error", (error) => this.waiting.forEach(({ reject }) => reject(error)));
  }

  /** @param {string} what @param {unknown[]} args @returns {Promise<any>} */
  ask(what, ...args) {
    const id = this.asked++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, what, args });
    });
  }

  start() {
    return this.ask("start");
  }

  /** How many calls have won something at a server since then. @param {number} node @param {number} since @returns {Promise<number>} */
  won(node, since) {
    return this.ask("won", node, since);
  }

  /** Whether the calls so far show what a fault does that goes on. @param {import("./checker.js").Fault} fault
   * @param {Partial<import("./checker.js").Bounds>} [bounds] @returns {Promise<boolean>} */
  isTried(fault, bounds) {
    return this.ask("isTried", fault, bounds);
  }

  /** Ends it: what is under way comes back, then everything is asked about once more. How many tokens nobody can tell of. */
  async end() {
    await this.ask("stop");
    const left = await this.ask("sweep");
    this.entries.push(...(await this.ask("log")));
    await this.worker.terminate();
    return /** @type {number} */ (left);
  }
}

if (!isMainThread) {
  const clients = /** @type {any} */ (new Clients(workerData.slice(0, -1), workerData.at(-1)));
  parentPort?.on("message", async ({ id, what, args }) => {
    try {
      parentPort?.postMessage({ id, value: await clients[what](...args) });
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) });
    }
  });
}
