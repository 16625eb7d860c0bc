// A plain server of static files, with the strictest policy that pages are promised to work under.
import { createServer } from "node:http";

/** @typedef {{body: string | Buffer, type?: string, status?: number}} File */

export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** @type {Record<string, string>} */
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  wasm: "application/wasm",
};

export class StaticServer {
  /** By path; a file that is taken out is not found. @type {Map<string, File>} */
  files = new Map();
  /** The paths of the GET requests, in their order. @type {string[]} */
  requests = [];
  policy = POLICY;
  /** @type {import("node:http").Server} */
  #server;
  url = "";

  /** @param {Record<string, string | Buffer>} files */
  constructor(files) {
    for (const [path, body] of Object.entries(files)) this.files.set(path, { body });
    this.#server = createServer((request, reply) => {
      const path = new URL(request.url ?? "/", "http://x").pathname;
      const file = this.files.get(path);
      if (request.method === "GET") this.requests.push(path);
      reply.setHeader("Content-Security-Policy", this.policy);
      reply.setHeader("Cache-Control", "no-store"); // what is loaded once is so for our own cache's sake
      if (!file || (file.status ?? 200) !== 200) {
        reply.writeHead(file?.status ?? 404, { "Content-Type": "text/plain" }).end("Nothing here.");
        return;
      }
      const type = file.type ?? TYPES[path.split(".")[1] ?? "html"] ?? "application/octet-stream";
      reply.writeHead(200, { "Content-Type": type }).end(request.method === "HEAD" ? undefined : file.body);
    });
  }

  /** @param {Record<string, string | Buffer>} files @returns {Promise<StaticServer>} */
  static start(files) {
    const server = new StaticServer(files);
    return new Promise((resolve) => server.#server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.#server.address());
      server.url = `http://127.0.0.1:${port}`;
      resolve(server);
    }));
  }

  /** How often a path was asked for. @param {string} path */
  count(path) {
    return this.requests.filter((asked) => asked === path).length;
  }

  down() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
