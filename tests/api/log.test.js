// The log goes to stderr, whoever reads it, or nobody.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cleanEnvironment, eventually, FAST, PROGRAM, scaled, Server, temporaryFolder, wait, unlessHung } from "../lib/tessera.js";

/** A pipe for a server's stderr that is read only when a test says so. */
class Pipe {
  constructor() {
    const path = join(temporaryFolder(), "pipe");
    assert.equal(spawnSync("mkfifo", [path]).status, 0);
    this.ours = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    this.theirs = openSync(path, constants.O_WRONLY); // a description of its own: it blocks
  }

  /** Until not a byte more goes in. */
  fill() {
    for (const size of [4096, 1]) {
      try {
        for (;;) writeSync(this.ours, Buffer.alloc(size, "x"));
      } catch (error) {
        assert.equal(/** @type {any} */ (error).code, "EAGAIN");
      }
    }
  }

  /** What is in it. */
  read() {
    const buffer = Buffer.alloc(1 << 20);
    let length = 0;
    try {
      for (;;) length += readSync(this.ours, buffer, length, buffer.length - length, null);
    } catch (error) {
      assert.equal(/** @type {any} */ (error).code, "EAGAIN");
    }
    return buffer.toString("utf8", 0, length);
  }

  close() {
    closeSync(this.ours);
    closeSync(this.theirs);
  }
}

/** A server that logs into the pipe. @param {import("node:test").TestContext} t @param {Pipe} pipe */
async function start(t, pipe) {
  const server = new Server({});
  const config = join(server.data, "test.yaml");
  writeFileSync(config, FAST);
  const child = spawn(PROGRAM, ["serve", "--truth", "--config", config, "--data", server.data, "--listen", "127.0.0.1:0"], {
    env: cleanEnvironment(), stdio: ["ignore", "pipe", pipe.theirs],
  });
  t.after(() => {
    child.kill("SIGKILL");
    pipe.close();
  });
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
  const listening = new Promise((resolve) => child.stdout?.on("data", (bytes) => resolve(/listening on (\S+)/.exec(String(bytes))?.[1])));
  server.url = await unlessHung(listening) ?? assert.fail("it does not start");
  return { server, child, ended };
}

test("SIGTERM ends a server whose stderr nobody reads", async (t) => {
  const pipe = new Pipe();
  const { server, child, ended } = await start(t, pipe);
  pipe.fill();
  for (let i = 0; i < 3; i++) {
    await server.grows("tessera_config_reloads_total", 1, () => child.kill("SIGHUP")); // has something to say
  }
  child.kill("SIGTERM");
  assert.equal(await unlessHung(ended), 0);
});

test("a server starts and serves though its stderr is full, and tells later how much was lost", async (t) => {
  const pipe = new Pipe();
  pipe.fill();
  const { server, child, ended } = await start(t, pipe);
  assert.equal((await server.request("/healthz")).status, 200);
  const lost = async () => (await server.metric("tessera_log_lines_lost_total")) ?? NaN;
  assert.equal(await lost(), 0);
  const heldUp = await eventually(async () => {
    for (let i = 0; i < 20; i++) {
      child.kill("SIGHUP");
      await wait(1);
    }
    return (await lost()) > 0;
  });
  assert.ok(heldUp, "what waits is bounded");
  let text = "";
  assert.ok(await eventually(() => /lines were lost.*\n/.test((text += pipe.read()))));
  // From now on none is lost; what was lost before, in one piece or two, is told of.
  assert.ok(await eventually(async () => {
    text += pipe.read();
    const told = [...text.matchAll(/warn lines were lost.* count=(\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    return told === (await lost());
  }), text);
  const lines = text.replace(/^x+/, "").trimEnd().split("\n");
  assert.match(lines[0], /new keys were made/, "the first are the oldest");
  for (const line of lines) assert.match(line, /^\d{4}-\d\d-\d\dT\S+ (info|warn|error) /);
  child.kill("SIGTERM");
  assert.equal(await ended, 0);
});

test("what is said last comes out before the end", async () => {
  for (let i = 0; i < 5; i++) {
    const data = temporaryFolder();
    const { status, stderr } = spawnSync(PROGRAM, ["serve", "--truth", "--data", data, "--listen", "0.0.0.0:0"],
      { encoding: "utf8", env: cleanEnvironment() });
    assert.equal(status, 1);
    assert.match(stderr, /^\S+ error --truth tells every answer/);
    const { status: other, stderr: why } = spawnSync(PROGRAM, ["serve", "--data", data, "--listen", "192.0.2.1:1"],
      { encoding: "utf8", env: cleanEnvironment() });
    assert.equal(other, 1);
    assert.match(why, /^\S+ error .*192\.0\.2\.1.*\n$/m);
  }
});

const TRACE = "0af7651916cd43dd8448eb211c80319c", SPAN = "b7ad6b7169203331";
const TRACED = { traceparent: `00-${TRACE}-${SPAN}-01` };

/** The lines of requests in a server's log. @param {Server} server */
const requests = (server) => server.stderr.split("\n").filter((line) => / request method=/.test(line));

test("requests: none by default, with their trace where they failed or took long, all where that is wanted", async (t) => {
  const server = await Server.during(t);
  const { token, truth } = await server.challenge({}, TRACED);
  assert.equal(await server.answer(token, truth, TRACED), "pass");
  const set = async (/** @type {string} */ log) => {
    const reloads = server.stderr.match(/config read again/g)?.length ?? 0;
    writeFileSync(join(server.data, "test.yaml"), `${FAST}log: ${log}\n`);
    server.child?.kill("SIGHUP");
    assert.ok(await eventually(() => (server.stderr.match(/config read again/g)?.length ?? 0) > reloads), server.stderr);
  };
  await set("{requests: errors, slow_ms: 600000}"); // or on a slow machine there would be others, which took long
  assert.deepEqual(requests(server), []);
  await server.request("/nothing-at-all", { headers: TRACED });
  const holder = spawn("sqlite3", [join(server.data, "ledger.db")]);
  t.after(() => holder.kill());
  holder.stdin.write("BEGIN IMMEDIATE;\nSELECT 'held';\n");
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  const next = await server.challenge();
  assert.equal(await server.answer(next.token, next.truth, TRACED), 503);
  holder.stdin.end("ROLLBACK;\n");
  assert.ok(await eventually(() => requests(server).length > 0), server.stderr);
  assert.match(requests(server)[0], new RegExp(`warn request method=POST route=/v1/answer status=503 ms=\\d+\\.\\d{3} trace_id=${TRACE} span_id=${SPAN}$`));
  assert.equal(requests(server).length, 1, "what was not found is nobody's failure");

  await set("{requests: all, slow_ms: 1}");
  const picture = await server.challenge();
  await server.request(picture.view.image.src, { headers: TRACED });
  await server.request(picture.view.image.src, { headers: { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01` } });
  await server.request(`/${picture.token}?secret=${server.secret}`, { headers: TRACED });
  await server.raw("GET /healthz HTTP/1.1\r\nHost: a\r\nX:\0\r\n\r\n");
  assert.ok(await eventually(() => requests(server).length >= 6), server.stderr);
  const lines = requests(server).slice(1);
  assert.match(lines[0], /info request method=POST route=\/v1\/challenge status=200 ms=\S+$/);
  assert.match(lines[1], new RegExp(`info request method=GET route=/v1/image/ status=200 ms=\\S+ trace_id=${TRACE} span_id=${SPAN}$`));
  assert.match(lines[2], /method=GET route=\/v1\/image\/ status=200 ms=\S+$/, "a trace of another form is none");
  assert.match(lines[3], /method=- route=- status=404 ms=\S+$/);
  assert.match(lines[4], /method=- route=- status=400 ms=\S+$/);
  for (const secret of [picture.token, server.secret, "127.0.0.1:", picture.view.image.src.slice(-40), next.token])
    assert.ok(!requests(server).some((line) => line.includes(secret)), secret);

  // Nobody floods the log: so many lines a second, and a word on the rest.
  await set("{requests: all, requests_max: 2}");
  const before = requests(server).length;
  const left = () => requests(server).slice(before).map((line) => Number(/ left_out=(\d+)$/.exec(line)?.[1] ?? 0));
  const all = () => left().reduce((sum, count) => sum + count, 0) + left().length;
  let sent = 0;
  const send = async () => (await server.request("/healthz"), sent++);
  while (sent < 40) await send();
  assert.ok(await eventually(async () => (await send(), left().some((count) => count > 0))), "a line of the next second has the count");
  // A request that is left out is counted by the first line of a later second.
  assert.ok(await eventually(async () => {
    await send();
    return eventually(() => all() === sent, scaled(300));
  }), `each is written or counted: ${all()} of ${sent}`);
});
