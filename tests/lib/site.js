// A site that uses the widget: pages with the policy that sites set, and, on the same origin, what a proxy in front of
// both would pass on to Tessera.
import { createServer } from "node:http";

/** How often a reply is asked for until one is as it is wanted. */
const MOST_TRIES = 2000;

/** What a strict site sets. */
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/** @param {string} body @param {string} [attributes] of the html element */
export const pageOf = (body, attributes = 'lang="en"') => `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A site</title></head><body><main><h1>A site</h1>${body}</main></body></html>`;

export class Site {
  /**
   * @param {{pages: Record<string, string>, scripts?: Record<string, string>, policy?: string, upstream?: string, prefix?: string,
   *   added?: Record<string, string>, hears?: (path: string, reply: Response, body: Buffer) => unknown,
   *   alter?: (path: string, json: any, headers: Headers) => any}} options
   *   pages and scripts by path; upstream is the address of Tessera for every other path, below the prefix; `added` are
   *   headers of what came from there, before its own, and `hears` is told of it before it is passed on; `alter` gives what is passed on in place of a reply in JSON, or
   *   null to have it asked for again
   */
  static async start({ pages, scripts = {}, policy = POLICY, upstream, prefix = "", added = {}, hears = () => {}, alter }) {
    const server = createServer(async (request, reply) => {
      const path = request.url ?? "/";
      const name = path.split("?")[0];
      if (name in pages) {
        reply.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy });
        reply.end(pages[name]);
      } else if (name in scripts) {
        reply.writeHead(200, { "Content-Type": "text/javascript" }).end(scripts[name]);
      } else if (upstream && path.startsWith(prefix)) {
        /** @type {Buffer[]} */
        const chunks = [];
        for await (const chunk of request) chunks.push(chunk);
        const headers = Object.fromEntries(["content-type", "origin", "accept"]
          .flatMap((field) => (request.headers[field] ? [[field, String(request.headers[field])]] : [])));
        const ask = () => fetch(upstream + path.slice(prefix.length), { method: request.method, headers,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) });
        let answer = await ask();
        let body = Buffer.from(await answer.arrayBuffer());
        for (let tries = 0; alter && answer.headers.get("content-type") === "application/json"; tries++) {
          const altered = alter(name, JSON.parse(String(body)), answer.headers);
          if (altered) {
            body = Buffer.from(JSON.stringify(altered));
            break;
          }
          if (tries > MOST_TRIES) throw new Error(`${name}: no such reply came`);
          answer = await ask();
          body = Buffer.from(await answer.arrayBuffer());
        }
        await hears(path, answer, body);
        const kept = ["content-type", "retry-after", "tessera-truth", "tessera-lifetime", "cache-control"];
        reply.writeHead(answer.status, { ...Object.fromEntries(kept
          .flatMap((field) => (answer.headers.has(field) ? [[field, String(answer.headers.get(field))]] : []))), ...added });
        reply.end(body);
      } else {
        reply.writeHead(404).end();
      }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    return new Site(server);
  }

  /** @param {import("node:http").Server} server */
  constructor(server) {
    this.server = server;
    this.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  }

  down() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
