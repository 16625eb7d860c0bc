// What service managers and containers do with the program: credentials in files, being told how it is, asking how it is.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { cleanEnvironment, eventually, PROGRAM, run, Server, temporaryFolder } from "../lib/tessera.js";

const SECRET = "0123456789abcdef".repeat(4);

/** A folder of credentials. @param {Record<string, string | Buffer>} files */
function credentials(files) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return { CREDENTIALS_DIRECTORY: folder };
}

test("a credential is a variable that lies in a file, without the line break at its end", async (t) => {
  const first = await Server.during(t, { env: credentials({ TESSERA_SECRET: `${SECRET}\n`, "somebody's": "else" }) });
  const second = await Server.during(t, { env: { TESSERA_SECRET: SECRET } });
  const { token, truth } = await first.challenge();
  assert.equal(await second.answer(token, truth), "pass", "they have one secret");
  assert.ok(!readFileSync(`/proc/${first.child?.pid}/environ`, "latin1").includes(SECRET));
  assert.ok(readFileSync(`/proc/${second.child?.pid}/environ`, "latin1").includes(SECRET), "a variable is seen there");
});

/** @type {[string, Record<string, string>, RegExp][]} */
const REFUSED = [
  ["another value than the variable", { ...credentials({ TESSERA_SECRET: SECRET }), TESSERA_SECRET: `${SECRET}0` }, /TESSERA_SECRET: there is a variable of that name/],
  ["too long", credentials({ TESSERA_STORE_RECORDS: "x".repeat(4097) }), /TESSERA_STORE_RECORDS: it is too long/],
  ["a NUL byte", credentials({ TESSERA_SECRET: Buffer.from(`${SECRET}\0`) }), /TESSERA_SECRET: it has a NUL byte in it/],
  ["no variable of ours", credentials({ TESSERA_SECRETS: SECRET }), /TESSERA_SECRETS/],
  ["a folder that is not there", { CREDENTIALS_DIRECTORY: "/nowhere/at/all" }, /\/nowhere\/at\/all: No such file or directory/],
  ["a value that the key does not take", credentials({ TESSERA_STORE_LEDGER: "paper" }), /TESSERA_STORE_LEDGER/],
];
for (const [name, env, message] of REFUSED) {
  test(`a credential is refused: ${name}`, () => {
    const { status, stdout, stderr } = run(["check"], { env });
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, message);
    assert.ok(!stderr.includes(SECRET) && stderr.length < 600, stderr);
  });
}

test("a credential is refused: a folder or a pipe in place of a file, at once", () => {
  const env = credentials({});
  mkdirSync(join(env.CREDENTIALS_DIRECTORY, "TESSERA_SECRET"));
  assert.match(run(["check"], { env }).stderr, /it is no file/);
  const piped = credentials({});
  assert.equal(spawnSync("mkfifo", [join(piped.CREDENTIALS_DIRECTORY, "TESSERA_SECRET")]).status, 0);
  assert.match(run(["check"], { env: piped }).stderr, /it is no file/); // or it would wait for the pipe, for ever
});

test("credentials under the names of others change nothing: who can put a file there sets no PATH", () => {
  const { status, stdout } = run(["check"], { env: credentials({ PATH: "/nowhere", LD_PRELOAD: "/nowhere.so" }) });
  assert.deepEqual([status, stdout], [0, "the config is good\n"]);
});

test("a credential of 4096 bytes is taken, and one that says the same as the variable", () => {
  const value = `postgres://u:${"p".repeat(300)}@h/d`;
  assert.equal(run(["check"], { env: { ...credentials({ TESSERA_STORE_RECORDS: value }), TESSERA_STORE_RECORDS: value } }).status, 0);
  const { stderr } = run(["check"], { env: credentials({ TESSERA_STORE_RECORDS: "x".repeat(4096) }) });
  assert.match(stderr, /TESSERA_STORE_RECORDS/);
  assert.doesNotMatch(stderr, /too long/);
});

/** What a program says to a socket of a service manager's; Node has no datagrams of this kind.
 * @param {string} socket as NOTIFY_SOCKET has it @param {string} listens as the listener takes it */
async function managed(socket, listens) {
  const listener = spawn("python3", ["-uc", `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1].replace("@", "\\0", 1))
print("listens")
while True: print(s.recv(100).decode())
`, listens], { stdio: ["ignore", "pipe", "inherit"] });
  let heard = "";
  listener.stdout.on("data", (bytes) => (heard += bytes));
  assert.ok(await eventually(() => heard === "listens\n"));
  const server = await Server.start({ env: { NOTIFY_SOCKET: socket } });
  assert.ok(await eventually(() => heard === "listens\nREADY=1\n"), heard);
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(() => heard === "listens\nREADY=1\nRELOADING=1\nREADY=1\n"), heard);
  assert.equal(await server.down(), 0);
  assert.ok(await eventually(() => heard === "listens\nREADY=1\nRELOADING=1\nREADY=1\nSTOPPING=1\n"), heard);
  listener.kill("SIGKILL");
}

test("a service manager hears when it is ready, reloads and stops", async () => {
  const path = join(temporaryFolder(), "notify");
  await managed(path, path);
  const name = `@tessera-test-${process.pid}`;
  await managed(name, name);
});

test("a manager that is not there, or whose name is none, changes nothing", async () => {
  for (const NOTIFY_SOCKET of ["/nowhere/at/all", "relative", "", "/", `/${"x".repeat(200)}`]) {
    const server = await Server.start({ env: { NOTIFY_SOCKET } });
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.equal(await server.down(), 0, NOTIFY_SOCKET);
  }
});

test("health asks the server of a config", async (t) => {
  const server = await Server.during(t);
  const where = `127.0.0.1:${server.port}`;
  const file = join(temporaryFolder(), "a.yaml");
  writeFileSync(file, `listen: "${where}"\n`);
  assert.deepEqual(run(["health", "--config", file]), { status: 0, stdout: "ok\n", stderr: "" });
  const { status, stdout } = run(["health", "--ready", "--listen", where]);
  assert.equal(status, 0);
  assert.match(stdout, /^ready\n/);
  assert.equal(run(["health", "--listen", `0.0.0.0:${server.port}`]).status, 0, "who listens everywhere is asked here");
  assert.equal(run(["health"], { env: { TESSERA_LISTEN: where } }).status, 0);
  await server.down();
  assert.deepEqual(run(["health", "--listen", where]), { status: 1, stdout: "", stderr: "tessera: health: nobody listens there\n" });
});

/** A server of somebody else's that answers so. @param {{after: (end: () => any) => void}} t @param {string | null} reply null: never */
async function answers(t, reply) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (reply !== null) socket.end(reply);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => server.close());
  return `127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
}

/** The server is in this process: it has to go on meanwhile. @param {string[]} args @returns {Promise<{status: number | null, stdout: string, stderr: string}>} */
const runBeside = (args) => new Promise((resolve) => {
  const child = spawn(PROGRAM, args, { env: cleanEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "", stderr = "";
  child.stdout.on("data", (bytes) => (stdout += bytes));
  child.stderr.on("data", (bytes) => (stderr += bytes));
  child.on("close", (status) => resolve({ status, stdout, stderr }));
});

/** @type {[string, string | null, {status: number, stdout: string, stderr: RegExp}][]} */
const ANSWERS = [
  ["not ready, and why", "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 10\r\n\r\nnot ready\nledger: \x1b[2Jgone\n", { status: 1, stdout: "not ready\nledger: ?[2Jgone\n", stderr: /^$/ }],
  ["something else than HTTP", "220 mail.example.org ESMTP\r\n", { status: 1, stdout: "", stderr: /does not answer as Tessera does/ }],
  ["nothing", "", { status: 1, stdout: "", stderr: /does not answer as Tessera does/ }],
  ["more than there is room for", `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(20_000)}`, { status: 1, stdout: "", stderr: /does not come to an end/ }],
  ["silence", null, { status: 1, stdout: "", stderr: /it does not answer\n$/ }],
];
for (const [name, reply, expected] of ANSWERS) {
  test(`health: ${name}`, async (t) => {
    const { status, stdout, stderr } = await runBeside(["health", "--listen", await answers(t, reply)]);
    assert.deepEqual([status, stdout], [expected.status, expected.stdout]);
    assert.match(stderr, expected.stderr);
  });
}

test("health: what can't be asked is wrong use", () => {
  for (const where of ["127.0.0.1:0", "nowhere"]) assert.equal(run(["health", "--listen", where]).status, 2, where);
});
