// What every helper of clients/ has to do, whatever its language: a table of calls, each made by the helper's example, against a
// real server and against ones that are down, slow, silent, or say nonsense.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clockIn, cleanEnvironment, FAST, ROOT, Server, temporaryFolder, setClock, patience } from "../lib/tessera.js";

const HOST = "shop.example";
const SECRET = "tss_this-secret-must-not-be-told-to-anybody-else"; // for servers that are none
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the server takes between the groups of a code. @type {string[]} */
const GAPS = [...readFileSync(join(ROOT, "src/flow/answer/code.c"), "utf8").matchAll(/TES_SLICE_INIT\("([^"]+)"\)/g)]
  .map(([, text]) => JSON.parse(`"${text.replace("\\xC2\\xA0", "\\u00a0")}"`));
assert.ok(GAPS.includes("\u2013") && GAPS.length >= 14, "code.c has them no longer where they are looked for");

/** The statuses of the examples. */
const VERIFIED = 0, NOT_VERIFIED = 1, WRONG_USE = 2, UNAVAILABLE = 75;

/** @typedef {{status: number | null, said: string}} Outcome */

/** @param {string[]} command of the example @param {{url: string, secret?: string, words: string[], response: string, timeoutMs?: number}} call
 * @returns {Promise<Outcome>} */
function call(command, { url, secret = SECRET, words, response, timeoutMs = patience() }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), ...words], {
      env: { ...cleanEnvironment(), TESSERA_URL: url, TESSERA_SECRET: secret, TESSERA_TIMEOUT_MS: String(timeoutMs), PYTHONDONTWRITEBYTECODE: "1" },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (said += bytes));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, said: said.trim() }));
    child.stdin.on("error", () => {}); // it need not read what it refuses to be called with
    child.stdin.end(response);
  });
}

/** A server that answers as it is told, and keeps what it was asked. @param {import("node:http").RequestListener} answer */
async function pretend(answer) {
  /** @type {URLSearchParams[]} */
  const asked = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    asked.push(new URLSearchParams(body));
    answer(request, reply);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  server.unref(); // a test that fails does not come to its end
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { asked, url: `http://127.0.0.1:${port}`, end: () => { server.closeAllConnections(); server.close(); } };
}

/** @param {any} body @param {number} [status] @returns {import("node:http").RequestListener} */
const says = (body, status = 200) => (_, reply) => {
  reply.writeHead(status, { "Content-Type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));
};

/** Bytes that an HTTP server would not send. @param {string} bytes @returns {import("node:http").RequestListener} */
const sends = (bytes) => (request) => void request.socket.end(bytes);

const GOOD = { success: true, hostname: HOST, action: "", strength: "friction", alternative: "", "error-codes": [] };

/** Replies that tell nobody anything. @type {[string, import("node:http").RequestListener][]} */
const NONSENSE = [
  ["an error of the server", says("oh", 500)],
  ["a refusal", says({ error: { code: "malformed" } }, 400)],
  ["no JSON", says("<html>success: true</html>")],
  ["JSON that is cut", says('{"success":true,')],
  ["a list", says([true])],
  ["null", says("null")],
  ["a success in words", says({ ...GOOD, success: "true" })],
  ["a success as a number", says({ ...GOOD, success: 1 })],
  ["no success at all", says({ hostname: HOST })],
  ["an empty reply", says("")],
  ["bytes that are no UTF-8", (_, reply) => void reply.end(Buffer.from([0xff, 0xfe, 0x00]))],
  ["JSON that is nested without end", says("[".repeat(60000))],
  ["a huge reply", says({ ...GOOD, cdata: "x".repeat(3e6) })],
  ["a store that is away", says({ success: false, "error-codes": ["internal-error"] })],
  ["what is not HTTP", sends("SSH-2.0-OpenSSH_9.2\r\n")],
  ["a status that is no number", sends("HTTP/1.1 fine\r\n\r\n")],
  ["a header without a colon", sends("HTTP/1.1 200 OK\r\nthis is no header\r\n\r\n")],
  ["a header that begins with a blank", sends("HTTP/1.1 200 OK\r\n folded: no\r\n\r\n")],
  ["a length that is no number", sends("HTTP/1.1 200 OK\r\nContent-Length: some\r\n\r\n")],
  ["a length that is not kept", sends('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"success":')],
  ["a chunk that is none", sends(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${JSON.stringify(GOOD)}\r\n0\r\n\r\n`)],
  ["gzip that is none", (_, reply) => void reply.writeHead(200, { "Content-Encoding": "gzip" }).end(JSON.stringify(GOOD).slice(1))],
  ["nothing but what comes before a reply", sends("HTTP/1.1 100 Continue\r\n\r\n")],
];

/** Replies with members of another kind than they should be: whatever a helper makes of them, they are no pass, and nothing else is thrown. */
const ODD = [
  { success: false, "error-codes": {} }, { success: false, "error-codes": 5 }, { success: false, "error-codes": [{}] }, { success: false, "error-codes": "x" },
  { ...GOOD, hostname: [HOST] }, { ...GOOD, hostname: {} }, { ...GOOD, hostname: 5 }, { ...GOOD, action: [] }, { ...GOOD, action: null }, { ...GOOD, strength: ["friction"] },
];

/** What is checked of a reply. @type {[string, any, string[], string][]} */
const EXPECTED = [
  ["the host", GOOD, [HOST], ""],
  ["any host", GOOD, ["*"], ""],
  ["one host of several", GOOD, [`other.example,${HOST}`], ""],
  ["another host", { ...GOOD, hostname: "evil.example" }, [HOST], "wrong-hostname"],
  ["a host that ends like it", { ...GOOD, hostname: `not${HOST}` }, [HOST], "wrong-hostname"],
  ["no host", { ...GOOD, hostname: "" }, [HOST], "wrong-hostname"],
  ["no word of a host", { ...GOOD, hostname: undefined }, [HOST], "wrong-hostname"],
  ["a page that calls itself any", { ...GOOD, hostname: "*" }, [HOST], "wrong-hostname"],
  ["none of several", { ...GOOD, hostname: "evil.example" }, [`other.example,${HOST}`], "wrong-hostname"],
  ["the action", { ...GOOD, action: "sign-up" }, [HOST, "sign-up"], ""],
  ["another action", { ...GOOD, action: "search" }, [HOST, "sign-up"], "wrong-action"],
  ["no action", GOOD, [HOST, "sign-up"], "wrong-action"],
  ["an action where none is expected", { ...GOOD, action: "search" }, [HOST], "wrong-action"],
  ["no word of an action", { ...GOOD, action: undefined }, [HOST], "wrong-action"],
  ["any action", { ...GOOD, action: "search" }, [HOST, "*"], ""],
  ["any action, and there is none", GOOD, [HOST, "*"], ""],
  ["a page whose action is any", { ...GOOD, action: "*" }, [HOST, "sign-up"], "wrong-action"],
  ["enough strength", { ...GOOD, strength: "off-the-shelf" }, [HOST, "", "off-the-shelf"], ""],
  ["too little strength", GOOD, [HOST, "", "off-the-shelf"], "too-weak"],
  ["a class that nobody knows", { ...GOOD, strength: "marvellous" }, [HOST], "too-weak"],
  ["no class", { ...GOOD, strength: undefined }, [HOST], "too-weak"],
  ["another way, which the site takes", { ...GOOD, alternative: "audio" }, [HOST, "", "off-the-shelf"], ""],
  ["another way, of those that are named", { ...GOOD, alternative: "audio" }, [HOST, "", "off-the-shelf", "still,audio"], ""],
  ["another way than those that are named", { ...GOOD, alternative: "pow" }, [HOST, "", "", "still,audio"], "wrong-alternative"],
  ["another way, of a class that nobody knows", { ...GOOD, alternative: "audio", strength: "marvellous" }, [HOST], "too-weak"],
  ["no other way, though some are named", GOOD, [HOST, "", "", "still"], ""],
  ["no success, and no word why", { ...GOOD, success: false }, [HOST], "unknown"],
  ["no success, and no list", { ...GOOD, success: false, "error-codes": undefined }, [HOST], "unknown"],
  ["no success, and an empty word", { ...GOOD, success: false, "error-codes": [""] }, [HOST], "unknown"],
];

/** Responses that no server needs to be asked about. @type {[string, string, string][]} */
const UNASKED = [
  ["nothing", "", "missing-input-response"],
  ["blanks", " \n", "missing-input-response"],
  ["5,000 characters", "a".repeat(5000), "invalid-input-response"],
  ["what would grow when it is sent", "ä".repeat(1000), "invalid-input-response"],
  ["a code's gaps, which would grow as well", "\u2013".repeat(1000), "invalid-input-response"],
  ["a character that only looks like a blank", "abc\u3164def", "invalid-input-response"],
  ["another field behind it", "abc&hostname=x", "invalid-input-response"],
];

/** Tests one helper. @param {string} language @param {string[]} command that runs its example */
export function testHelper(language, command) {
  const clock = join(temporaryFolder(), "clock");
  /** @type {Server} */
  let server;
  before(async () => {
    setClock(clock, "+0s");
    server = await Server.start({ config: FAST, env: clockIn(clock) });
  });
  after(() => server.down());

  /** A pass of a page of HOST. @param {Record<string, unknown>} [more] */
  const pass = async (more = {}) => {
    const { token, truth } = await server.challenge(more, { Origin: `https://${HOST}` });
    const { json } = await server.post("/v1/answer", { token, answer: truth });
    assert.equal(json.state, "pass");
    return /** @type {string} */ (json.response);
  };
  /** Asks the real server. @param {string} response @param {...string} words */
  const real = (response, ...words) => call(command, { url: server.url, secret: server.secret, words, response });

  test(`${language}: a pass is good once, on its host, for its action, if it is strong enough`, async () => {
    const response = await pass();
    assert.deepEqual(await real(response, HOST), { status: VERIFIED, said: "verified" });
    assert.deepEqual(await real(response, HOST), { status: NOT_VERIFIED, said: "not verified: timeout-or-duplicate" });
    assert.deepEqual(await real(`  ${await pass({ action: "sign-up" })}\n`, HOST, "sign-up"), { status: VERIFIED, said: "verified" });
    assert.deepEqual(await real(await pass({ action: "search" }), HOST, "sign-up"), { status: NOT_VERIFIED, said: "not verified: wrong-action" });
    assert.deepEqual(await real(await pass({ action: "search" }), HOST), { status: NOT_VERIFIED, said: "not verified: wrong-action" });
    assert.deepEqual(await real(await pass(), "other.example"), { status: NOT_VERIFIED, said: "not verified: wrong-hostname" });
    assert.deepEqual(await real(await pass(), HOST, "", "off-the-shelf"), { status: NOT_VERIFIED, said: "not verified: too-weak" });
    assert.deepEqual(await real(await pass({ type: "hidden" }), HOST, "", "off-the-shelf"), { status: VERIFIED, said: "verified" });
    for (const response of ["made-up", "a".repeat(4096), "-".repeat(4096)]) assert.deepEqual(await real(response, HOST), { status: NOT_VERIFIED, said: "not verified: invalid-input-response" });
  });

  test(`${language}: a code, as people type it`, async () => {
    const from = { Referer: `https://${HOST}/form` };
    const page = await server.page(`/challenge?sitekey=${server.sitekey}&type=puzzle`, from);
    const { headers } = await server.form(page.action.replaceAll("&amp;", "&"), { seed: page.seed, output: page.truth }, from);
    const { text } = await server.request(/** @type {string} */ (headers.get("location")));
    const code = /** @type {string} */ (/id="code" readonly value="([^"]*)"/.exec(text)?.[1]);
    const site = await pretend(says(GOOD));
    for (const gap of GAPS) {
      const response = code.replaceAll("-", gap);
      assert.equal((await call(command, { url: site.url, words: [HOST], response })).said, "verified", `U+${gap.charCodeAt(0).toString(16)}`);
      assert.equal(site.asked.at(-1)?.get("response"), response);
    }
    site.end();
    assert.deepEqual(await real(` ${code.replaceAll("-", " ").toLowerCase()}\n`, HOST), { status: VERIFIED, said: "verified" });
    assert.deepEqual(await real(code, HOST), { status: NOT_VERIFIED, said: "not verified: timeout-or-duplicate" });
  });

  test(`${language}: a pass that is too old`, async () => {
    const response = await pass();
    setClock(clock, "+400s");
    const outcome = await real(response, HOST);
    setClock(clock, "+0s");
    assert.deepEqual(outcome, { status: NOT_VERIFIED, said: "not verified: timeout-or-duplicate" });
  });

  test(`${language}: a wrong call is no verdict`, async () => {
    const response = await pass();
    const base = { url: server.url, secret: server.secret, response };
    for (const [name, change, words] of /** @type {[string, any, string[]][]} */ ([
      ["no host", {}, [""]],
      ["a class that there is not", {}, [HOST, "", "strong"]],
      ["a list of hosts with nothing in it", {}, [`${HOST},`]],
      ...["", "captcha.example.org", "//captcha.example.org", "https://", "https://:8080", "https://captcha.example.org:abc", "https://captcha.example.org:99999",
        "https://captcha.example.org:", "https://captcha..org", "https://captcha.example.org\n", "https://captcha.example.org/%zz", "https://captcha.example.org/ä",
        "https://[::1", "https://captcha.example.org?a=b"].map((url) => [`the address ${url}`, { url }, [HOST]]),
      ["an address with a name", { url: "http://me:word@127.0.0.1" }, [HOST]],
      ["another scheme", { url: "file:///etc/passwd" }, [HOST]],
      ["no secret", { secret: "" }, [HOST]],
      ["a secret that no site has", { secret: SECRET }, [HOST]],
    ])) {
      const { status, said } = await call(command, { ...base, ...change, words });
      assert.equal(status, WRONG_USE, `${name}: ${said}`);
      assert.match(said, /^wrong use: /, name);
      assert.ok(!said.includes(SECRET), name);
    }
    assert.equal((await real(response, HOST)).status, VERIFIED, "nothing of this has used it up");
  });

  test(`${language}: what a visitor sends can't make the site believe that nobody can tell`, async () => {
    const site = await pretend(says(GOOD));
    for (const [name, response, reason] of UNASKED)
      assert.deepEqual(await call(command, { url: site.url, words: [HOST], response }), { status: NOT_VERIFIED, said: `not verified: ${reason}` }, name);
    assert.equal(site.asked.length, 0);
    site.end();
  });

  test(`${language}: what is checked of a success`, async () => {
    for (const [name, reply, words, reason] of EXPECTED) {
      const site = await pretend(says(reply));
      const outcome = await call(command, { url: site.url, words, response: "abc" });
      site.end();
      assert.deepEqual(outcome, reason === "" ? { status: VERIFIED, said: "verified" } : { status: NOT_VERIFIED, said: `not verified: ${reason}` }, name);
    }
  });

  test(`${language}: a reply whose members are odd is no pass`, async () => {
    for (const reply of ODD) {
      const site = await pretend(says(reply));
      const { said } = await call(command, { url: site.url, words: [HOST], response: "abc" });
      site.end();
      assert.match(said, /^(not verified|nobody can tell): [^\n]*$/, JSON.stringify(reply));
    }
  });

  test(`${language}: a reply that says nothing is no verdict, and is asked for twice`, async () => {
    for (const [name, answer] of NONSENSE) {
      const site = await pretend(answer);
      const { status, said } = await call(command, { url: site.url, words: [HOST], response: "abc" });
      site.end();
      assert.equal(status, UNAVAILABLE, `${name}: ${said}`);
      assert.match(said, /^nobody can tell: /, name);
      assert.ok(!said.includes(SECRET), name);
      assert.equal(site.asked.length, 2, name);
    }
  });

  test(`${language}: the second try is the same use`, async () => {
    let count = 0;
    const site = await pretend((request, reply) => (++count === 1 ? request.socket.destroy() : says(GOOD)(request, reply)));
    assert.equal((await call(command, { url: `${site.url}/`, words: [HOST], response: "abc" })).status, VERIFIED);
    site.end();
    const [first, second, third] = site.asked;
    assert.deepEqual([...second], [...first]);
    assert.equal(third, undefined);
    assert.deepEqual([first.get("secret"), first.get("response")], [SECRET, "abc"]);
    assert.match(first.get("idempotency_key") ?? "", UUID);
  });

  test(`${language}: a pass is good although the first reply was lost`, async () => {
    let count = 0;
    const site = await pretend(async (request, reply) => {
      const { text } = await server.form("/v1/verify", Object.fromEntries(site.asked[count]));
      if (++count === 1) request.socket.destroy();
      else says(text)(request, reply);
    });
    const response = await pass();
    const outcome = await call(command, { url: site.url, secret: server.secret, words: [HOST], response });
    site.end();
    assert.deepEqual(outcome, { status: VERIFIED, said: "verified" });
    assert.equal(count, 2);
    assert.equal((await real(response, HOST)).said, "not verified: timeout-or-duplicate");
  });

  test(`${language}: the secret does not follow a redirect`, async () => {
    const thief = await pretend(says(GOOD));
    for (const status of [301, 302, 303, 307, 308]) {
      const site = await pretend((_, reply) => void reply.writeHead(status, { Location: `${thief.url}/v1/verify` }).end());
      const outcome = await call(command, { url: site.url, words: [HOST], response: "abc" });
      site.end();
      assert.equal(outcome.status, UNAVAILABLE, `${status}: ${outcome.said}`);
    }
    assert.equal(thief.asked.length, 0);
    thief.end();
  });

  test(`${language}: a server that is down, silent or slow`, async () => {
    assert.equal((await call(command, { url: "http://127.0.0.1:1", words: [HOST], response: "abc" })).status, UNAVAILABLE, "down");

    /** @type {Set<import("node:net").Socket>} */
    const links = new Set();
    let everyMs = 0;
    const slow = createPlainServer((socket) => {
      links.add(socket);
      socket.on("error", () => {});
      if (everyMs === 0) return;
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n");
      const drip = setInterval(() => socket.write(" "), everyMs);
      socket.on("close", () => clearInterval(drip));
    });
    await new Promise((resolve) => slow.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (slow.address());
    for (const [name, ms] of /** @type {[string, number][]} */ ([["silent", 0], ["a byte now and then", 50]])) {
      everyMs = ms;
      const { status, said } = await call(command, { url: `http://127.0.0.1:${port}`, words: [HOST], response: "abc", timeoutMs: 700 });
      assert.equal(status, UNAVAILABLE, `${name}: ${said}`); // without an end of its own it would take an hour
    }
    links.forEach((socket) => socket.destroy());
    slow.close();
  });
}

/** Where the helpers are. */
export const CLIENTS = join(ROOT, "clients");
