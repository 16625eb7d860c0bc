// Requests to the server under test, as its clients write them: nothing is added, followed or repeated, and every reply has a bound.
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";

const TIMEOUT_MS = 15000;
const REPLY_MAX = 4 << 20;

/**
 * @typedef {{status: number, headers: Record<string, string | string[] | undefined>, text: string, ms: number, json: any}} Reply
 * `json` is undefined where the text is none.
 */

/**
 * One request on a connection of its own. Without a body, a POST has no Content-Length either, unless `headers` name one; nor has it where
 * the body goes in chunks.
 * @param {string} url @param {{method?: string, headers?: Record<string, string>, body?: string, isChunked?: boolean}} [options]
 * @returns {Promise<Reply>}
 */
export function ask(url, { method = "GET", headers = {}, body, isChunked = false } = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = (url.startsWith("https:") ? requestTls : requestPlain)(url, { method, agent: false, headers });
    if (body === undefined) {
      if (headers["Content-Length"] === undefined) request.removeHeader("Content-Length");
      request.removeHeader("Transfer-Encoding");
    } else if (!isChunked) request.setHeader("Content-Length", Buffer.byteLength(body));
    request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    request.on("error", reject);
    request.on("response", async (reply) => {
      /** @type {Buffer[]} */
      const chunks = [];
      let length = 0;
      try {
        for await (const chunk of reply) {
          chunks.push(chunk);
          length += chunk.length;
          if (length > REPLY_MAX) throw new Error(`a reply of more than ${REPLY_MAX} bytes`);
        }
      } catch (error) {
        request.destroy();
        return reject(error);
      }
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text, ms: performance.now() - start, json: parse(text) });
    });
    if (isChunked) body?.match(/[^]{1,16}/g)?.forEach((part) => request.write(part)); // a chunk each
    request.end(isChunked ? undefined : body);
  });
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A header as one text. @param {Reply} reply @param {string} name */
export const header = (reply, name) => [reply.headers[name.toLowerCase()] ?? ""].flat().join(", ");

/** Ways to send fields: each gives what ask() takes. The empty part of a query is left out.
 * @type {Record<string, (fields: Record<string, string>) => {method: string, headers: Record<string, string>, body?: string, query?: string}>} */
export const ENCODINGS = {
  form: (fields) => ({ method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: query(fields) }),
  "form with a charset": (fields) => ({ method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8" }, body: query(fields) }),
  json: (fields) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) }),
  "json with a charset": (fields) => ({ method: "POST", headers: { "Content-Type": "application/json; charset=utf-8" }, body: JSON.stringify(fields) }),
  multipart: (fields) => ({ method: "POST", headers: { "Content-Type": "multipart/form-data; boundary=-edge" }, body: multipart(fields) }),
  get: (fields) => ({ method: "GET", headers: {}, query: query(fields) }),
  "query, empty body": (fields) => ({ method: "POST", headers: { "Content-Length": "0", "Content-Type": "application/x-www-form-urlencoded" }, query: query(fields) }),
  "query, no body": (fields) => ({ method: "POST", headers: {}, query: query(fields) }),
};

/** @param {Record<string, string>} fields */
const query = (fields) => new URLSearchParams(fields).toString();

/** @param {Record<string, string>} fields */
const multipart = (fields) => Object.entries(fields)
  .map(([name, value]) => `---edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("") + "---edge--\r\n";
