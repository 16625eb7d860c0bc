// The wire: what is malformed, too large, too slow or too much, and how the server ends.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { hanging } from "../lib/hang.js";
import { wrong } from "../lib/puzzle.js";
import { eventually, FAST, scaled, Server, unlessHung, wait, patience } from "../lib/tessera.js";

/** @type {Server} */
let server;
/** Another, of little patience. @type {Server} */
let hasty;
/** What must never be logged. @type {string[]} */
const secrets = [];
before(async () => {
  server = await Server.start({ truth: false });
  hasty = await Server.start({ config: `${FAST}http: {request_timeout_ms: 1000}\n` });
  secrets.push(server.secret);
});
after(async () => {
  await hasty.down();
  await server.down();
  for (const secret of secrets) assert.ok(!server.stderr.includes(secret), "a secret is in the log");
});

// ------------------------------------------------------------------ framings

const GET = "GET /healthz HTTP/1.1\r\nHost: a\r\n";
const POST = "POST /v1/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n`;

/** Each but for its flaw would be answered with 200. @type {[string, number, string][]} */
const FRAMINGS = [
  /* the ten that servers are measured by */
  ["no Host", 400, "GET /healthz HTTP/1.1\r\n\r\n"],
  ["two Hosts", 400, `${GET}Host: b\r\n\r\n`],
  ["blank before colon", 400, `${GET}A : b\r\n\r\n`],
  ["folded header", 400, `${GET}A: b\r\n c\r\n\r\n`],
  ["two different lengths", 400, `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `],
  ["length +2", 400, `${POST}Content-Length: +2\r\n\r\n{}`],
  ["length -1", 400, `${POST}Content-Length: -1\r\n\r\n{}`],
  ["length and coding", 400, `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["unknown coding", 501, `${POST}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["NUL in a value", 400, `${GET}A: b\0c\r\n\r\n`],
  /* and more */
  ["a path that leads up", 400, "GET /static/../healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a path that ends above", 400, "GET /static/.. HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a coded dot", 400, "GET /static/%2e./healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a coded dot in capitals", 400, "GET /static/%2E HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a coded slash", 400, "GET /static/x%2Fhealthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  // What stands below an exposed path is never a path of sites' servers.
  ["a site's path below an exposed one", 405, "POST /static/siteverify HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"],
  ["two equal Hosts", 400, `${GET}Host: a\r\n\r\n`],
  ["empty Host", 400, "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n"],
  ["Host with a path", 400, "GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n"],
  ["list of Hosts", 400, "GET /healthz HTTP/1.1\r\nHost: a, b\r\n\r\n"],
  ["two equal lengths", 400, `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ["list of lengths", 400, `${POST}Content-Length: 2, 2\r\n\r\n{}`],
  ["hexadecimal length", 400, `${POST}Content-Length: 0x2\r\n\r\n{}`],
  ["empty length", 400, `${POST}Content-Length:\r\n\r\n{}`],
  ["length past 64 bits", 400, `${POST}Content-Length: 18446744073709551618\r\n\r\n{}`],
  ["length of words", 400, `${POST}Content-Length: two\r\n\r\n{}`],
  ["blank before the length's colon", 400, `${POST}Content-Length : 2\r\n\r\n{}`],
  ["no length, and so no body", 400, `${POST}\r\n{}`],
  ["PUT without length where there is no PUT", 405, "PUT /v1/verify HTTP/1.1\r\nHost: a\r\n\r\n{}"],
  ["PUT without length where there is nothing", 404, "PUT /nowhere HTTP/1.1\r\nHost: a\r\n\r\n{}"],
  ["PATCH without length", 411, "PATCH /v1/admin/config HTTP/1.1\r\nHost: a\r\n\r\n{}"],
  ["coding and length", 400, `${POST}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["two codings", 400, `${CHUNKED}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["a list of codings", 501, `${POST}Transfer-Encoding: identity, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk with an extension", 400, `${CHUNKED}\r\n2;a=b\r\n{}\r\n0\r\n\r\n`],
  ["a chunk's size with a blank", 400, `${CHUNKED}\r\n2 \r\n{}\r\n0\r\n\r\n`],
  ["a chunk's size with a sign", 400, `${CHUNKED}\r\n+2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk's size with 0x", 400, `${CHUNKED}\r\n0x2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk's size of nine digits", 400, `${CHUNKED}\r\n000000002\r\n{}\r\n0\r\n\r\n`],
  ["a chunk that ends with LF alone", 400, `${CHUNKED}\r\n2\r\n{}\n0\r\n\r\n`],
  ["a chunk's size that ends with LF alone", 400, `${CHUNKED}\r\n2\n{}\r\n0\r\n\r\n`],
  ["a chunk longer than its size", 400, `${CHUNKED}\r\n1\r\n{}\r\n0\r\n\r\n`],
  ["a trailer", 400, `${CHUNKED}\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n`],
  ["a request in place of the last line", 400, `${CHUNKED}\r\n2\r\n{}\r\n0\r\n${GET}\r\n`],
  ["a chunk larger than the body may be", 413, `${CHUNKED}\r\n2001\r\n{}`],
  ["chunks larger than the body may be", 413, `${CHUNKED}\r\n${"1\r\n \r\n".repeat(8193)}0\r\n\r\n`],
  ["chunks where there is nothing", 404, `POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${GET}\r\n`],
  ["chunks to what takes no body", 413, `${GET}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ["folded by tab", 400, `${GET}A: b\r\n\tc\r\n\r\n`],
  ["NUL in the target", 400, "GET /health\0z HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["control character in a value", 400, `${GET}A: b\x01\r\n\r\n`],
  ["DEL in a value", 400, `${GET}A: b\x7f\r\n\r\n`],
  ["bare LF", 400, "GET /healthz HTTP/1.1\nHost: a\n\n"],
  ["bare CR in a value", 400, `${GET}A: b\rC: d\r\n\r\n`],
  ["bare LF in a value", 400, `${GET}A: b\nC: d\r\n\r\n`],
  ["an empty line first", 400, `\r\n${GET}\r\n`],
  ["no colon", 400, `${GET}Abc\r\n\r\n`],
  ["no name", 400, `${GET}: b\r\n\r\n`],
  ["a name with a blank", 400, `${GET}A b: c\r\n\r\n`],
  ["a name beyond ASCII", 400, `${GET}\xe4: c\r\n\r\n`],
  ["an unknown method", 501, "BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a method in lower case", 501, "get /healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a method with a bracket", 400, "G(T /healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an absolute target", 400, "GET http://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a target without slash", 400, "GET healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a fragment", 400, "GET /healthz#a HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a blank in the target", 400, "GET /health z HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a target beyond ASCII", 400, "GET /healthz?\xe4 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["two blanks", 400, "GET  /healthz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a blank behind the version", 400, "GET /healthz HTTP/1.1 \r\nHost: a\r\n\r\n"],
  ["HTTP/0.9", 400, "GET /healthz\r\n\r\n"],
  ["HTTP/1.2", 505, "GET /healthz HTTP/1.2\r\nHost: a\r\n\r\n"],
  ["HTTP/2", 505, "GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n"],
  ["HTTP/1.10", 400, "GET /healthz HTTP/1.10\r\nHost: a\r\n\r\n"],
  ["a version in lower case", 400, "GET /healthz http/1.1\r\nHost: a\r\n\r\n"],
  ["another Expect", 417, `${POST}Content-Length: 2\r\nExpect: 100-continue, more\r\n\r\n{}`],
  ["65 header fields", 431, `${GET}${"A: b\r\n".repeat(64)}\r\n`],
  ["a header of 16 kB", 431, `${GET}A: ${"b".repeat(16384)}\r\n\r\n`],
  ["a megabyte of header", 431, `${GET}A: ${"b".repeat(1 << 20)}\r\n\r\n`],
  ["a target of 16 kB", 431, `GET /healthz?${"b".repeat(16384)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ["a TLS hello", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
];
for (const [name, status, text] of FRAMINGS) {
  test(`framing: ${name}: ${status}`, async () => {
    const reply = await server.raw(Buffer.from(text, "latin1"));
    assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.equal(reply.match(/HTTP\/1\.1 \d\d\d /g)?.length, 1, "one reply, then the end");
    assert.doesNotMatch(reply, /\.[ch]:\d|src\/|\/home\/|errno/, "nothing of the inside");
  });
}

test("framing: without a flaw: 200", async () => {
  const CLOSE = "Connection: close\r\n";
  assert.match(await server.raw(`${GET}${CLOSE}\r\n`), /^HTTP\/1\.1 200 /);
  assert.match(await server.raw(`${POST}${CLOSE}Content-Length: 2\r\n\r\n{}`), /^HTTP\/1\.1 200 /);
  assert.match(await server.raw("GET /healthz HTTP/1.0\r\n\r\n"), /^HTTP\/1\.0 200 [^]*ok\n$/);
  assert.match(await server.raw(`${GET}${"A: b\r\n".repeat(62)}${CLOSE}\r\n`), /^HTTP\/1\.1 200 /);
});

test("a body is never a second request", async () => {
  const hidden = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
  const reply = await server.raw(`${POST}Connection: close\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`);
  assert.match(reply, /^HTTP\/1\.1 400 /);
  assert.doesNotMatch(reply, /tessera_requests_total/);
});

test("requests behind one another are answered in order", async () => {
  const reply = await server.raw(`${GET}\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n${POST}Content-Length: 2\r\n\r\n{}` +
    `GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  assert.deepEqual([...reply.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status), ["200", "404", "200", "200"]);
  assert.match(reply, /ready\n$/);
});

test("chunks are a body, and what follows them is the next request", async () => {
  const chunked = `${POST}tRANSFER-eNCODING: cHUNKED\r\n\r\n1\r\n{\r\n0001\r\n}\r\n0\r\n\r\n`;
  const reply = await server.raw(`${chunked}${GET}\r\n${chunked}GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  assert.deepEqual([...reply.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status), ["200", "200", "200", "200"]);
  assert.equal(reply.match(/missing-input-secret/g)?.length, 2);
  assert.match(reply, /ready\n$/);
});

test("Expect: 100-continue is met once, before the body, and by nothing where the request is refused", async () => {
  const socket = connect({ port: server.port, host: "127.0.0.1" });
  let reply = "";
  socket.setEncoding("latin1").on("data", (bytes) => (reply += bytes));
  socket.write(`${CHUNKED}Expect: 100-continue\r\nConnection: close\r\n\r\n`);
  assert.ok(await eventually(() => reply.length > 0));
  assert.equal(reply, "HTTP/1.1 100 Continue\r\n\r\n");
  socket.write("2\r\n{}\r\n0\r\n\r\n");
  await once(socket, "close");
  assert.match(reply, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [^]*"missing-input-secret"/);
  assert.equal(reply.match(/ 100 /g)?.length, 1);
  const refused = await server.raw(`${POST}Content-Length: 8193\r\nExpect: 100-continue\r\n\r\n`);
  assert.match(refused, /^HTTP\/1\.1 413 /);
  const old = await server.raw(`${POST.replace("HTTP/1.1", "HTTP/1.0")}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}`);
  assert.match(old, /^HTTP\/1\.0 200 /, "whose clients do not know it");
});

test("HEAD has the header of GET and no body", async () => {
  const reply = await server.raw("HEAD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.match(reply, /^HTTP\/1\.1 200 [^]*Content-Length: 3\r\n[^]*\r\n\r\n$/);
});

test("healthz and readyz", async () => {
  for (const [path, text] of [["/healthz", "ok\n"], ["/readyz", "ready\n"]]) {
    const reply = await server.request(path);
    assert.deepEqual([reply.status, reply.text, reply.headers.get("cache-control")], [200, text, "no-store"], path);
  }
});

// ------------------------------------------------------------------ slow

/** Drips bytes until the server closes; [what it said, how long it took]. @param {Server} to @param {string} text
 * @returns {Promise<[string, number]>} */
async function drip(to, text) {
  const socket = connect({ port: to.port, host: "127.0.0.1" });
  const started = Date.now();
  let reply = "";
  let at = 0;
  socket.on("data", (bytes) => (reply += bytes)).on("error", () => {});
  const timer = setInterval(() => socket.writable && socket.write(text[at++ % text.length]), 100);
  await once(socket, "close");
  clearInterval(timer);
  return [reply, Date.now() - started];
}

/** @type {[string, string][]} */
const SLOW = [
  ["header", `${GET}X: ${"y".repeat(1000)}`],
  ["body", "POST /v1/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"],
  ["chunk", `${CHUNKED}\r\n${"1\r\n \r\n".repeat(100)}`],
];
for (const [name, text] of SLOW) {
  test(`a ${name} that trickles in is cut off by the time limit`, async () => {
    const [, ms] = await drip(hasty, text);
    assert.ok(ms > 900 && ms < patience(), `${ms} ms`); // left alone, it would take a hundred seconds
  });
}

test("a body that stops half-way is told of its time", async () => {
  const reply = await hasty.raw(`${POST}Content-Length: 10\r\n\r\n{`);
  assert.match(reply, /^HTTP\/1\.1 408 /);
});

// ------------------------------------------------------------------ many

test("ten thousand idle connections keep nobody out", async (t) => {
  /* A machine that takes a minute to open them is slow, and still has all of them. */
  const crowded = await Server.during(t, { config: `${FAST}http: {request_timeout_ms: 60000, idle_timeout_ms: 600000}\n` });
  /* What this process and the server may open; some are in use. */
  const limit = Number(spawnSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).stdout) || 20000;
  const count = Math.min(10000, limit - 300);
  const sockets = /** @type {import("node:net").Socket[]} */ ([]);
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  for (let at = 0; at < count; at += 500) {
    await Promise.all(Array.from({ length: Math.min(500, count - at) }, () => {
      const socket = connect({ port: crowded.port, host: "127.0.0.1" });
      socket.on("error", () => {});
      sockets.push(socket);
      return once(socket, "connect");
    }));
  }
  assert.ok(await eventually(async () => Number(await crowded.metric("tessera_connections")) > count));
  const { token, truth } = await crowded.challenge();
  assert.equal(await crowded.answer(token, truth), "pass");
  const { status } = await crowded.request("/healthz");
  assert.equal(status, 200);
});

test("past its limit the server closes the longest idle one", async (t) => {
  const small = await Server.during(t, { config: `${FAST}http: {connections_max: 16}\n` });
  const first = connect({ port: small.port, host: "127.0.0.1" });
  await once(first, "connect");
  const closed = once(first, "close");
  first.on("error", () => {}).resume();
  const sockets = Array.from({ length: 20 }, () => connect({ port: small.port, host: "127.0.0.1" }).on("error", () => {}));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  await closed;
  assert.equal((await small.request("/healthz")).status, 200);
});

/** A server whose ledger can be made to hang, so that nobody can spend. Whoever waits for one that hangs has eight seconds, more than
 * for one that somebody locked. @param {import("node:test").TestContext} t @param {string} config */
async function holdable(t, config) {
  const { env, hang, goOn } = hanging();
  t.after(goOn); // a test that fails lets go, too
  return { server: await Server.during(t, { config, env }), hold: () => hang("ledger.db"), release: goOn };
}

test("a full queue answers 503 at once, and spends nothing", async (t) => {
  const { server: busy, hold, release } = await holdable(t, `${FAST}workers: 1\nhttp: {queue_max: 1}\n`);
  const challenges = await Promise.all(Array.from({ length: 8 }, () => busy.challenge()));
  const before = Number(await busy.metric("tessera_queue_refusals_total"));
  hold();
  /** @type {Map<string, {status: number, headers: Headers, json: any}>} */
  const replies = new Map();
  const sent = challenges.map(async ({ token, truth }) => {
    replies.set(token, await busy.post("/v1/answer", { token, answer: truth }));
  });
  assert.ok(await eventually(() => replies.size >= 6), "six of eight are refused while the ledger is held");
  for (const { status, headers, json } of replies.values()) {
    assert.deepEqual([status, headers.get("retry-after"), json.error.code], [503, "1", "unavailable"]);
  }
  assert.equal((await busy.request("/healthz")).status, 200, "what needs no worker goes on");
  assert.equal(await busy.metric("tessera_queue_refusals_total"), before + 6, "by the queue, not for having waited");
  release();
  await Promise.all(sent);
  const passed = [...replies.values()].filter(({ json }) => json.state === "pass").length;
  assert.equal(passed, 2);
  for (const { token, truth } of challenges) {
    const first = replies.get(token)?.status;
    assert.equal(await busy.answer(token, truth), first === 503 ? "pass" : "replayed");
  }
});

test("a ledger that hangs delays no picture, however many answers wait for it", async (t) => {
  const workers = 2;
  const { server: hung, hold, release } = await holdable(t, `${FAST}workers: ${workers}\n`);
  const { view } = await hung.challenge();
  const challenges = await Promise.all(Array.from({ length: 4 * workers }, () => hung.challenge()));
  hold();
  let replies = 0;
  const sent = challenges.map(({ token, truth }) => hung.post("/v1/answer", { token, answer: truth }).finally(() => replies++));
  const waits = async () => Number(await hung.metric("tessera_queue_length")) === 3 * workers;
  assert.ok(await eventually(waits), "all workers wait for the ledger, and answers for them");
  const began = Date.now();
  const picture = await hung.request(view.image.src);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
  assert.equal(replies, 0, `the answers still wait, and the picture came after ${Date.now() - began} ms`);
  release();
  await Promise.all(sent);
});

// ------------------------------------------------------------------ the end

test("SIGTERM lets a request under way finish, and takes no more", async () => {
  const ending = await Server.start();
  const { token, truth } = await ending.challenge();
  const body = JSON.stringify({ token, answer: truth });
  const head = `POST /v1/answer HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect({ port: ending.port, host: "127.0.0.1" });
  let reply = "";
  socket.on("data", (bytes) => (reply += bytes)).on("error", () => {});
  await once(socket, "connect");
  socket.write(`${GET}\r\n${head}${body.slice(0, 20)}`);
  await once(socket, "data"); // it has read what came with that, or this would be one of those who never asked for anything
  const ended = ending.down("SIGTERM");
  const isRefused = () =>
    new Promise((/** @type {(is: boolean) => void} */ resolve) => {
      const late = connect({ port: ending.port, host: "127.0.0.1" }, () => resolve((late.destroy(), false)));
      late.on("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code === "ECONNREFUSED"));
    });
  assert.ok(await eventually(isRefused), "nobody new is taken");
  socket.write(body.slice(20));
  await once(socket, "close");
  assert.match(reply, /^HTTP\/1\.1 200 [^]*ok\nHTTP\/1\.1 200 [^]*"state":"pass"/);
  assert.equal(await ended, 0);
});

// How long it waits for whom is in tests/unit/http/test_http_load.c, where the clock stands: whoever is waited for is waited for an hour.
test("SIGTERM does not wait for idle connections", async () => {
  const ending = await Server.start();
  const sockets = Array.from({ length: 50 }, () => connect({ port: ending.port, host: "127.0.0.1" }).on("error", () => {}));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  assert.ok(await eventually(async () => Number(await ending.metric("tessera_connections")) > 50));
  assert.equal(await ending.down("SIGTERM"), 0);
  sockets.forEach((socket) => socket.destroy());
});

test("SIGTERM waits a moment only for half a request", async () => {
  const ending = await Server.start();
  const sockets = Array.from({ length: 5 }, () => connect({ port: ending.port, host: "127.0.0.1" }).on("error", () => {}));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  sockets.forEach((socket) => socket.write(`${GET}\r\nPOST /v1/answer HTTP/1.1\r\nHost: a\r\n`));
  await Promise.all(sockets.map((socket) => once(socket, "data"))); // what came with that has been read
  assert.equal(await ending.down("SIGTERM"), 0);
  sockets.forEach((socket) => socket.destroy());
});

test("http.drain_s: SIGTERM makes it unready at once, it goes on serving, each connection ends with its reply, and a second signal stops it", async (t) => {
  const ending = await Server.during(t, { config: `${FAST}http: {drain_s: 300}\n` });
  const { token, truth } = await ending.challenge();
  const before = await ending.request("/readyz");
  assert.deepEqual([before.status, before.headers.get("connection")], [200, null]);
  ending.child?.kill("SIGTERM");
  assert.ok(await eventually(async () => (await ending.request("/readyz")).status === 503));
  assert.match((await ending.request("/readyz")).text, /^not ready\nstopping: /);
  assert.equal((await ending.request("/healthz")).status, 200, "it is well");
  const reply = await ending.post("/v1/answer", { token, answer: truth });
  assert.deepEqual([reply.json.state, reply.headers.get("connection")], ["pass", "close"]);
  assert.equal(await unlessHung(ending.down("SIGTERM")), 0);
});

test("no reply is guessed at: nosniff is on every one, once", async () => {
  const requests = [
    GET, "GET /nothing HTTP/1.1\r\nHost: a\r\n", "OPTIONS /v1/challenge HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nAccess-Control-Request-Method: POST\r\n",
    "PUT /v1/challenge HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n", "GET /tessera.js HTTP/1.1\r\nHost: a\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\n",
    "GET /challenge/puzzle HTTP/1.1\r\nHost: a\r\n", "GET /metrics HTTP/1.1\r\nHost: a\r\n", "GET /gate HTTP/1.1\r\nHost: a\r\n", `${POST}Content-Length: 0\r\n`,
    "BREW / HTTP/1.1\r\nHost: a\r\n", `${GET}Host: b\r\n`,
  ];
  const tag = (await server.request("/tessera.js")).headers.get("etag");
  requests.push(`GET /tessera.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nIf-None-Match: ${tag}\r\n`);
  const statuses = new Set();
  for (const request of requests) {
    const reply = await server.raw(`${request}Connection: close\r\n\r\n`);
    statuses.add(reply.slice(9, 12));
    assert.equal(reply.match(/^X-Content-Type-Options: nosniff\r$/gm)?.length, 1, `${request}: ${reply.slice(0, 200)}`);
  }
  for (const status of ["200", "204", "304", "400", "404", "405", "501"]) assert.ok(statuses.has(status), `${status} of ${[...statuses]}`);
});

test("Allow names the methods that a path has in the table of routes", async () => {
  const table = readFileSync(new URL("../../docs/routes.md", import.meta.url), "utf8");
  /** @type {Map<string, Set<string>>} */
  const paths = new Map();
  for (const [, method, path] of table.matchAll(/^\| ([A-Z]+) \| `(\S+?)(?:\.\.\.)?` \|/gm)) {
    paths.set(path, (paths.get(path) ?? new Set()).add(method));
  }
  assert.ok(paths.size > 15, `${paths.size} paths`);
  const VENDORS = ["/recaptcha/api/siteverify", "/siteverify", "/turnstile/v0/siteverify", "/api/v1/pow/siteverify"];
  const ORDER = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  for (const [path, methods] of paths) {
    const other = methods.has("DELETE") ? "GET" : "DELETE";
    const reply = await server.raw(`${other} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    if (methods.has("GET") && path !== VENDORS[0]) methods.add("HEAD"); // there it would redeem
    const expected = ORDER.filter((method) => methods.has(method)).join(", ");
    // Clients of the vendors take anything but 200 for a broken connection.
    assert.equal(reply.slice(0, 13), `HTTP/1.1 ${VENDORS.includes(path) ? 200 : 405} `, path);
    assert.equal(reply.match(/^Allow: (.*)\r$/m)?.[1], expected, path);
  }
});

// ------------------------------------------------------------------ memory

/** How much memory a server has at this moment. @param {Server} of */
const residentBytes = (of) => 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${of.child?.pid}/status`, "utf8"))?.[1]);

test("half-sent requests cost about what has come of them, and it is given back", async (t) => {
  const COUNT = 1500;
  const patient = await Server.during(t);
  const before = residentBytes(patient);
  const sockets = Array.from({ length: COUNT }, () => connect({ port: patient.port, host: "127.0.0.1" }).on("error", () => {}));
  /* Behind a whole request, so that memory for replies was had as well. */
  sockets.forEach((socket) => socket.write(`${GET}\r\nPOST /v1/answer HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(1000)}`));
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  const most = residentBytes(patient);
  t.diagnostic(`${Math.round((most - before) / COUNT)} bytes for each`);
  assert.ok((most - before) / COUNT < 12_000, `${(most - before) / COUNT} bytes for each`);
  sockets.forEach((socket) => socket.destroy());
  assert.ok(await eventually(() => residentBytes(patient) - before < (most - before) / 2 + 2_000_000), "half of it is gone");
});

test("pictures that nobody takes cost about what they are, not what it took to draw them", async (t) => {
  const patient = await Server.during(t, { config: `${FAST}http: {request_timeout_ms: 60000}\n` });
  const { view } = await patient.challenge();
  const picture = `GET ${view.image.src} HTTP/1.1\r\nHost: a\r\n\r\n`;
  /* What is held while every worker draws is no matter of the clients' patience. */
  for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 40 }, () => patient.request(view.image.src)));
  const before = residentBytes(patient);
  const sockets = Array.from({ length: 30 }, () => connect(patient.port, "127.0.0.1").pause());
  sockets.forEach((socket) => socket.on("error", () => {}).write(picture.repeat(1500)));
  /** @type {number[]} */
  const drawn = [];
  /* Until no picture is asked for any more: all of them wait for somebody to read. */
  const isStill = async () => {
    drawn.push((await patient.metrics())["tessera_draw_seconds_count"]);
    await wait(scaled(300));
    return drawn.length > 3 && drawn.at(-1) === drawn.at(-3);
  };
  assert.ok(await eventually(isStill));
  assert.ok((drawn.at(-1) ?? 0) < 30 * 1500, "the pictures went out after all");
  const more = residentBytes(patient) - before;
  sockets.forEach((socket) => socket.destroy());
  assert.ok(more / 30 < 200_000, `${more / 30} bytes for each`);
});

// ------------------------------------------------------------------ the log

test("the log holds no secret, no token, no answer", async () => {
  const secretAsked = "tss_aSecretThatIsNotKnown";
  for (let i = 0; i < 5; i++) {
    const { json } = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle", user: "somebody-private", cdata: "private_data" });
    const { answer } = (await server.post("/v1/reveal", { token: json.token })).json;
    const next = (await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle" })).json;
    await server.answer(next.token, wrong(answer));
    await server.answer(`${json.token}A`, answer);
    await server.request(next.view.image.src);
    await server.request(`${next.view.image.src}A`);
    await server.request(`/challenge/puzzle?ticket=${next.token}`);
    await server.verify({ secret: secretAsked, response: json.token });
    await server.request("/v1/admin/config", { headers: { Authorization: "Bearer a-wrong-token" } });
    await server.raw(`GET /${next.token}\0 HTTP/1.1\r\n\r\n`);
    secrets.push(json.token, next.token, answer, next.view.image.src.slice(-40));
  }
  secrets.push(secretAsked, "somebody-private", "private_data", "a-wrong-token");
  server.child?.kill("SIGHUP"); /* something to log */
  assert.ok(await eventually(() => server.stderr.includes("config read again")));
  for (const secret of secrets) assert.ok(!server.stderr.includes(secret), "a secret is in the log");
});

test("a file is packed for those who take gzip, and for nobody else", async () => {
  /** @type {[string, boolean][]} */
  const CASES = [["gzip", true], ["br, gzip;q=0.5", true], ["*", true], ["gzipx", false], ["gzip; q=0", false], ["gzip;q=0.00", false],
    ["x, gzip ;q=0, *", false]];
  for (const [accepted, isPacked] of CASES) {
    const head = await server.raw(`GET /tessera.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`);
    assert.equal(/^content-encoding: gzip\r$/im.test(head), isPacked, accepted);
    assert.match(head, /^vary: accept-encoding\r$/im);
  }
});
