// The vendors' siteverify: what each contract asks, byte for byte where clients read it so.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { counted, patience, Server } from "../lib/tessera.js";
import { FORM, HCAPTCHA, multipart, PATHS, post as send, query, RECAPTCHA, solve, TURNSTILE } from "../lib/vendors.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** @param {Record<string, unknown>} [more] @param {Record<string, string>} [from] */
const pass = (more, from) => solve(server, more, from);

/** A success of each, `@` in place of its moment. @type {Record<string, (sitekey: string) => string>} */
const SUCCESS = {
  [RECAPTCHA]: () => '{"success":true,"challenge_ts":"@","hostname":"shop.example"}',
  [HCAPTCHA]: (sitekey) => `{"success":true,"challenge_ts":"@","hostname":"shop.example","credit":false,"sitekey":"${sitekey}"}`,
  [TURNSTILE]: () => '{"success":true,"challenge_ts":"@","hostname":"shop.example","error-codes":[],"action":"log-in","cdata":"order_7"}',
};
/** @type {Record<string, RegExp>} */
const MOMENTS = {
  [RECAPTCHA]: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  [HCAPTCHA]: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  [TURNSTILE]: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};
/** @type {Record<string, string>} */
const AGAIN = { [RECAPTCHA]: "timeout-or-duplicate", [HCAPTCHA]: "already-seen-response", [TURNSTILE]: "timeout-or-duplicate" };

/** @param {string} path @param {string} [type] @param {string} [body] */
const post = (path, type, body) => send(server, path, type, body);

/** Sends a POST that has no Content-Length, as MediaWiki does; what comes back, and whether that was the connection's end.
 * @param {string} path */
async function withoutLength(path) {
  const text = await server.raw(`POST ${path} HTTP/1.1\r\nHost: captcha.example\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
  assert.match(text, /^Connection: close\r$/mi);
  assert.equal(text.split("HTTP/1.1 ").length, 2, "what follows is no request");
  return { status: Number(text.slice(9, 12)), headers: new Headers({ "cache-control": "no-store" }), text: text.slice(text.indexOf("\r\n\r\n") + 4) };
}

/** A body in chunks, as .NET's PostAsJsonAsync sends it: fetch does not know how long a stream is.
 * @param {string} path @param {Record<string, string>} fields */
function inChunks(path, fields) {
  const body = new ReadableStream({
    start(stream) {
      for (const part of JSON.stringify(fields).split(/(?=,)/)) stream.enqueue(new TextEncoder().encode(part));
      stream.close();
    },
  });
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body, duplex: "half" };
  return server.request(path, /** @type {any} */ (options)); // which takes texts alone
}

/** @typedef {(path: string, fields: Record<string, string>) => Promise<{status: number, headers: Headers, text: string}>} Way */
/** @type {[string, string[], Way][]} */
const WAYS = [
  ["a form", PATHS, (path, fields) => post(path, FORM, query(fields))],
  ["a form with a charset", PATHS, (path, fields) => post(path, `${FORM}; charset=UTF-8`, query(fields))],
  ["multipart", PATHS, (path, fields) => post(path, "multipart/form-data; boundary=edge", multipart(fields))],
  ["JSON", PATHS, (path, fields) => post(path, "application/json", JSON.stringify(fields))],
  ["JSON in chunks", PATHS, inChunks],
  ["a query and an empty body", PATHS, (path, fields) => post(`${path}?${query(fields)}`)],
  ["a query and an empty form", PATHS, (path, fields) => post(`${path}?${query(fields)}`, FORM)],
  ["a query and an empty body of JSON", PATHS, (path, fields) => post(`${path}?${query(fields)}`, "application/json")],
  ["a query, and no word of a body", PATHS, (path, fields) => withoutLength(`${path}?${query(fields)}`)],
  ["query and body, each a half", PATHS, (path, { secret, ...fields }) =>
    post(`${path}?${query({ secret })}`, FORM, query(fields))],
  ["query and body, with one name in both", PATHS, (path, fields) =>
    post(`${path}?${query({ secret: "tss_wrong", response: "x" })}`, FORM, query(fields))],
  ["GET", [RECAPTCHA], (path, fields) => server.request(`${path}?${query(fields)}`)],
];
for (const [name, paths, ask] of WAYS) {
  for (const path of paths) {
    test(`${path} redeems once, asked by ${name}`, async () => {
      const response = await pass({ action: "log-in", cdata: "order_7" });
      const fields = { secret: server.secret, response, remoteip: "127.0.0.1" };
      const first = await ask(path, fields);
      const moment = /"challenge_ts":"([^"]*)"/.exec(first.text)?.[1] ?? "";
      assert.equal(first.status, 200);
      assert.equal(first.text.replace(moment, "@"), SUCCESS[path](server.sitekey));
      assert.match(moment, MOMENTS[path]);
      assert.ok(Math.abs(Date.parse(moment) - Date.now()) < patience(), moment);
      assert.equal(first.headers.get("cache-control"), "no-store");
      const second = await ask(path, fields);
      assert.deepEqual([second.status, second.text], [200, `{"success":false,"error-codes":["${AGAIN[path]}"]}`]);
    });
  }
}

test("a body without a type is a form", async () => {
  const body = new TextEncoder().encode(query({ secret: server.secret, response: await pass() })); // fetch gives bytes no type
  const { json } = await server.request(RECAPTCHA, { method: "POST", body });
  assert.equal(json.success, true);
});

/** Pages that the browser does not name. @type {[string, Record<string, string>][]} */
const UNNAMED = [
  ["a sandboxed frame", { Origin: "null" }],
  ["a sandboxed frame that says where it was framed", { Origin: "null", Referer: "https://shop.example/" }],
  ["a program", {}],
  ["a host longer than any", { Origin: `https://${"a.".repeat(150)}example` }],
];
for (const [name, from] of UNNAMED) {
  test(`hostname: that of ${name} is null, never this server's`, async () => {
    for (const path of PATHS) {
      const body = query({ secret: server.secret, response: await pass({}, from) });
      const asked = `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\nContent-Type: ${FORM}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      assert.match(await server.raw(asked), /"hostname":"null"/, path);
    }
    assert.equal((await server.verify({ response: await pass({}, from) })).hostname, "", "as /v1/verify tells it");
  });
}

test("what is told again is the same, by whatever name this server is asked", async () => {
  const fields = query({ secret: server.secret, response: await pass({}, {}), idempotency_key: "123e4567-e89b-12d3-a456-426614174000" });
  const told = await Promise.all(["shop.example", "captcha.example:8443"].map((host) => server.raw(
    `POST ${TURNSTILE}?${fields} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)));
  const [one, two] = told.map((reply) => reply.slice(reply.indexOf("\r\n\r\n")));
  assert.match(one, /"success":true/);
  assert.equal(one, two);
});

test("a short code is a response, looked up by a waiter where the ledger is in memory, and counted once", async (t) => {
  const scriptless = await Server.during(t, { env: { TESSERA_STORE_LEDGER: "memory" } });
  for (const path of [...PATHS, `/${scriptless.sitekey}/siteverify`]) {
    const page = await scriptless.page(`/challenge?sitekey=${scriptless.sitekey}&type=puzzle`);
    const sent = await scriptless.form(page.action.replaceAll("&amp;", "&"), { seed: page.seed, output: page.truth });
    const { text } = await scriptless.request(/** @type {string} */ (sent.headers.get("location")));
    const code = /** @type {string} */ (/id="code" readonly value="([^"]*)"/.exec(text)?.[1]);
    const asked = { secret: scriptless.secret, response: code.toLowerCase().replaceAll("-", " ") };
    assert.deepEqual(await counted(scriptless, async () => {
      assert.equal((await scriptless.post(path, asked)).json.success, true, path);
      assert.equal((await scriptless.post(path, asked)).json.success, false, path);
    }, "tessera_verifications_total"), { success: 1, duplicate: 1 }, path);
  }
});
