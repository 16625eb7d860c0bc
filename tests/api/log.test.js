// The log goes to stderr, whoever reads it, or nobody.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cleanEnvironment, eventually, FAST, PROGRAM, Server, temporaryFolder, wait } from "../lib/tessera.js";

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
  server.url = await Promise.race([
    new Promise((resolve) => child.stdout?.on("data", (bytes) => resolve(/listening on (\S+)/.exec(String(bytes))?.[1]))),
    wait(10000).then(() => assert.fail("it does not start")),
  ]);
  return { server, child, ended };
}

test("SIGTERM ends a server whose stderr nobody reads", async (t) => {
  const pipe = new Pipe();
  const { child, ended } = await start(t, pipe);
  pipe.fill();
  for (let i = 0; i < 3; i++) {
    child.kill("SIGHUP"); // has something to say
    await wait(100);
  }
  const asked = Date.now();
  child.kill("SIGTERM");
  assert.equal(await Promise.race([ended, wait(5000).then(() => "it goes on")]), 0);
  t.diagnostic(`took ${Date.now() - asked} ms`);
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
