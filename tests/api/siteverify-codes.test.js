// Every error code of the vendors' siteverify, and what is sent by mistake or in bad faith: always 200, and nothing is spent.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { clockOff, Server } from "../lib/tessera.js";
import { failure, FORM, HCAPTCHA, multipart, PATHS, post, query, RECAPTCHA, solve, TURNSTILE } from "../lib/vendors.js";

/** @type {Server} */
let server;
before(async () => void (server = await Server.start({ other: [] })));
after(() => server.down());

const JSON_TYPE = "application/json";
const deep = "[".repeat(10_000) + "]".repeat(10_000);

/** Codes where fields are wrong: a name, the fields, and the code of reCAPTCHA and Turnstile, or all three.
 * @type {[string, Record<string, unknown>, string | [string, string, string]][]} */
const FIELDS = [
  ["no secret", { secret: undefined }, "missing-input-secret"],
  ["an empty secret", { secret: "" }, "missing-input-secret"],
  ["a secret that is null", { secret: null }, "missing-input-secret"],
  ["neither secret nor response", { secret: undefined, response: undefined }, "missing-input-secret"],
  ["a wrong secret", { secret: "tss_wrong" }, "invalid-input-secret"],
  ["a wrong secret and no response", { secret: "tss_wrong", response: undefined }, "invalid-input-secret"],
  ["a wrong secret and a response that is a list", { secret: "tss_wrong", response: [] }, "invalid-input-secret"],
  ["a secret of 5,000 characters", { secret: "a".repeat(5000) }, "invalid-input-secret"],
  ["a secret that is a number", { secret: 5 }, "invalid-input-secret"],
  ["a secret that is a list", { secret: ["tss_wrong"] }, "invalid-input-secret"],
  ["a secret that is an object", { secret: {} }, "invalid-input-secret"],
  ["a secret that is true", { secret: true }, "invalid-input-secret"],
  ["a test secret, where test keys do not hold", { secret: "1x0000000000000000000000000000000AA" }, "invalid-input-secret"],
  ["no response", { response: undefined }, "missing-input-response"],
  ["an empty response", { response: "" }, "missing-input-response"],
  ["a response that is null", { response: null }, "missing-input-response"],
  ["a response that is none", { response: "x" }, "invalid-input-response"],
  ["a response of 2,049 characters", { response: "a".repeat(2049) }, "invalid-input-response"],
  ["a response of 5,000 characters", { response: "a".repeat(5000) }, "invalid-input-response"],
  ["a response of 60,000 characters", { response: "a".repeat(60_000) }, "invalid-input-response"],
  ["a response that is a number", { response: 5 }, "invalid-input-response"],
  ["a response that is a list", { response: [] }, "invalid-input-response"],
  ["a response that is an object", { response: { response: "x" } }, "invalid-input-response"],
  ["a response beyond ASCII", { response: "Zoë" }, "invalid-input-response"],
  ["a dummy, where test keys do not hold", { response: "XXXX.DUMMY.TOKEN.XXXX" }, "invalid-input-response"],
];
for (const [name, fields, codes] of FIELDS) {
  test(`refused: ${name}`, async () => {
    for (const path of PATHS) {
      const code = typeof codes === "string" ? codes : codes[PATHS.indexOf(path)];
      const { status, text } = await server.post(path, { secret: server.secret, response: "x", ...fields });
      assert.deepEqual([status, text], [200, failure(code)], path);
    }
  });
}

/** @type {[string, (fields: Record<string, string>) => [string | undefined, string | Uint8Array]][]} */
const UNREADABLE = [
  ["JSON nested 10,000 deep", (fields) => [JSON_TYPE, `${JSON.stringify(fields).slice(0, -1)},"remoteip":${deep}}`]],
  ["JSON that is an array", (fields) => [JSON_TYPE, JSON.stringify([fields])]],
  ["JSON that is cut", (fields) => [JSON_TYPE, JSON.stringify(fields).slice(0, -1)]],
  ["JSON with a name twice", (fields) => [JSON_TYPE, `${JSON.stringify(fields).slice(0, -1)},"secret":"a"}`]],
  ["JSON that says it is a form", (fields) => [FORM, `&=${JSON.stringify(fields)}`]],
  ["a form that says it is JSON", (fields) => [JSON_TYPE, query(fields)]],
  ["a form with a name twice", (fields) => [FORM, `${query(fields)}&secret=${fields.secret}`]],
  ["a form with a response twice", (fields) => [FORM, `${query(fields)}&response=${fields.response}`]],
  ["JSON with a NUL in a response", ({ response, ...fields }) => [JSON_TYPE, JSON.stringify({ ...fields, response: `${response}\0` })]],
  ["a form with half an escape in a response", (fields) => [FORM, `${query(fields)}%4`]],
  ["a form with NUL in a response", (fields) => [FORM, `${query(fields)}%00`]],
  ["a form with a response that is no UTF-8", (fields) => [FORM, `${query(fields)}%ff`]],
  ["a form with a site key twice", (fields) => [FORM, `${query(fields)}&sitekey=a&sitekey=a`]],
  ["a form with an idempotency key twice", (fields) => [FORM, `${query(fields)}&idempotency_key=&idempotency_key=`]],
  ["multipart without an end", (fields) => ["multipart/form-data; boundary=edge", multipart(fields).slice(0, -"--\r\n".length)]],
  ["multipart that ends within a part", (fields) => ["multipart/form-data; boundary=edge", multipart(fields).slice(0, -30)]],
  ["multipart with another boundary", (fields) => ["multipart/form-data; boundary=ridge", multipart(fields)]],
  ["multipart without a boundary", (fields) => ["multipart/form-data", multipart(fields)]],
  ["multipart with a name twice", (fields) => ["multipart/form-data; boundary=edge", multipart(fields).replace("remoteip", "secret")]],
  ["a type that is none of ours", (fields) => ["text/plain", query(fields)]],
  ["XML", () => ["application/xml", "<secret/>"]],
];
for (const [name, encode] of UNREADABLE) {
  test(`bad-request: ${name}`, async () => {
    const response = await solve(server);
    const [type, body] = encode({ secret: server.secret, remoteip: "192.0.2.1", response });
    for (const path of PATHS) {
      const { status, text } = await post(server, path, type, body);
      assert.deepEqual([status, text], [200, failure("bad-request")], path);
    }
    assert.equal((await server.verify({ response })).success, true, "nothing was spent");
  });
}

/** What nobody reads: none of it keeps a response from being redeemed. @type {[string, (fields: Record<string, string>) => [string, string | Uint8Array]][]} */
const UNREAD = [
  ["a form with a name twice", (fields) => [FORM, `${query(fields)}&a[]=1&a[]=2&a%5B%5D=3`]],
  ["a form with half an escape", (fields) => [FORM, `remoteip=%4&%4=1&%=2&${query(fields)}`]],
  ["a form with NUL", (fields) => [FORM, `remoteip=%00&%00=1&${query(fields)}`]],
  ["a form that is no UTF-8", (fields) => [FORM, `remoteip=%ff&%ff=1&${query(fields)}`]],
  ["a form with raw bytes that are no UTF-8", (fields) => [FORM, Buffer.concat([Buffer.from("remoteip="), Buffer.from([0xff, 0]), Buffer.from(`&${query(fields)}`)])]],
  ["a form with 10,000 names", (fields) => [FORM, `${"a&".repeat(10_000)}${query(fields)}`]],
  ["JSON with a name twice", (fields) => [JSON_TYPE, `${JSON.stringify(fields).slice(0, -1)},"a":1,"a":{"b":1,"b":2}}`]],
  ["JSON with a NUL", (fields) => [JSON_TYPE, JSON.stringify({ remoteip: "\0", ...fields })]],
  ["JSON with a text that is no UTF-8", (fields) => [JSON_TYPE, Buffer.from(JSON.stringify({ remoteip: "\xff", ...fields }), "latin1")]],
  ["JSON with a number past 64 bits", (fields) => [JSON_TYPE, `${JSON.stringify(fields).slice(0, -1)},"remoteip":${"9".repeat(30)}}`]],
  ["JSON with 1,000 names", (fields) => [JSON_TYPE, JSON.stringify({ ...Object.fromEntries([...Array(1000)].map((_, i) => [`a${i}`, 1])), ...fields })]],
  ["multipart with a name twice", (fields) => ["multipart/form-data; boundary=edge", `${multipart({ a: "1" }).slice(0, -"--edge--\r\n".length)}${multipart({ a: "2\0", ...fields })}`]],
];
for (const [name, encode] of UNREAD) {
  test(`redeemed: ${name}, which nobody reads`, async () => {
    for (const path of PATHS) {
      const [type, body] = encode({ secret: server.secret, response: await solve(server) });
      const { json } = await post(server, path, type, body);
      assert.deepEqual([json.success, json["error-codes"] ?? []], [true, []], path);
    }
  });
}

test("redeemed: whatever the query has that nobody reads", async () => {
  for (const path of PATHS) {
    for (const unread of ["remoteip=%4", "remoteip=%00", "remoteip=%ff", "a=b&a=b", "%ff", "a".repeat(5000)]) {
      const { json } = await post(server, `${path}?${unread}&${query({ secret: server.secret, response: await solve(server) })}`);
      assert.equal(json.success, true, `${path} ${unread}`);
    }
  }
});

test("bad-request: the query is read as strictly as a body", async () => {
  const fields = query({ secret: server.secret, response: "x" });
  for (const path of PATHS) {
    for (const bad of ["&secret=a", "%4", "%00", "%ff", "&response=x", "&sitekey=a&sitekey=a", "&=a"]) {
      assert.equal((await post(server, `${path}?${fields}${bad}`)).text, failure("bad-request"), bad);
    }
  }
});

test("bad-request: a body that is too long, or a method that the vendor does not have", async () => {
  const long = `secret=${"a".repeat(70_000)}`;
  for (const path of PATHS) {
    const tooLong = await post(server, path, FORM, long);
    assert.deepEqual([tooLong.status, tooLong.text], [200, failure("bad-request")], path);
    for (const method of path === RECAPTCHA ? ["PUT", "DELETE"] : ["GET", "PUT", "DELETE"]) {
      const reply = await server.request(path, { method });
      assert.deepEqual([reply.status, reply.text], [200, failure("bad-request")], `${method} ${path}`);
    }
  }
  const response = await solve(server);
  await server.request(`${HCAPTCHA}?${query({ secret: server.secret, response })}`);
  assert.equal((await server.verify({ response })).success, true, "a GET spends nothing where there is none");
});

test("bad-request: a method that the vendor does not have, with no word of a body", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const raw = (/** @type {string} */ path) => server.raw(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    for (const path of PATHS) {
      const text = await raw(path);
      assert.equal(text.slice(9, 12), "200", `${method} ${path}`);
      assert.equal(text.slice(text.indexOf("\r\n\r\n") + 4), failure("bad-request"), `${method} ${path}`);
    }
    assert.match(await raw("/api/v1/pow/siteverify"), /^HTTP\/1\.1 200 (.*\r\n)*\r\n\{"valid":false\}$/, method);
    assert.match(await raw(`/${server.sitekey}/siteverify`), /^HTTP\/1\.1 405 (.*\r\n)*Allow: POST\r\n/, method);
  }
});

test("HEAD is a method that no vendor has: it spends nothing, not even where GET does", async () => {
  const response = await solve(server);
  const asked = query({ secret: server.secret, response });
  for (const path of PATHS) {
    const reply = await server.request(`${path}?${asked}`, { method: "HEAD" });
    const refused = [reply.status, reply.headers.get("content-length"), reply.headers.get("allow")?.includes("HEAD")];
    assert.deepEqual(refused, [200, `${failure("bad-request").length}`, false], path);
  }
  assert.equal((await server.request(`${RECAPTCHA}?${asked}`)).json.success, true, "nothing was spent");
});

test("another site's secret redeems nothing, and spends nothing", async () => {
  for (const path of PATHS) {
    const response = await solve(server);
    assert.equal((await post(server, path, FORM, query({ ...server.other, sitekey: "", response }))).text, failure("invalid-input-response"));
    assert.equal((await post(server, path, FORM, query({ secret: server.secret, response }))).json.success, true);
  }
});

test("hCaptcha: a site key that is not the secret's is sitekey-secret-mismatch, elsewhere it is not looked at", async () => {
  const ask = (/** @type {string} */ path, /** @type {unknown} */ sitekey, /** @type {string} */ response) =>
    server.post(path, { secret: server.secret, response, sitekey });
  const response = await solve(server);
  for (const sitekey of [server.other.sitekey, "ts_unknown", "a".repeat(5000), 5, [], {}, `${server.sitekey}x`]) {
    assert.equal((await ask(HCAPTCHA, sitekey, response)).text, failure("sitekey-secret-mismatch"), `${sitekey}`);
  }
  assert.equal((await ask(HCAPTCHA, server.sitekey, response)).json.success, true);
  assert.equal((await ask(HCAPTCHA, "", await solve(server))).json.success, true);
  for (const path of [RECAPTCHA, TURNSTILE]) assert.equal((await ask(path, server.other.sitekey, await solve(server))).json.success, true);
});

test("remoteip is never looked at, so that missing-remoteip and invalid-remoteip are never given", async () => {
  for (const path of PATHS) {
    for (const remoteip of [undefined, "", "127.0.0.1", "not an address", "a".repeat(3000), 5, null, [1], { a: 1 }]) {
      const { json } = await server.post(path, { secret: server.secret, response: await solve(server), remoteip });
      assert.equal(json.success, true, `${path} ${JSON.stringify(remoteip)}`);
    }
  }
});

test("timeout-or-duplicate, expired-input-response: a response that ran out, and one from before the ledger", async (t) => {
  const clocked = await Server.during(t);
  const late = await clocked.pass();
  await clocked.again({ env: clockOff("+301s") });
  /** @type {Record<string, string>} */
  const expired = { [RECAPTCHA]: "timeout-or-duplicate", [HCAPTCHA]: "expired-input-response", [TURNSTILE]: "timeout-or-duplicate" };
  for (const path of PATHS) {
    assert.equal((await clocked.post(path, { secret: clocked.secret, response: late })).text, failure(expired[path]));
  }
});

test("invalid-input-response: what the site does not take, and it is not spent by asking", async (t) => {
  const strict = await Server.during(t);
  const response = await strict.pass();
  await strict.set("--types", "hidden");
  for (const path of PATHS) {
    assert.equal((await strict.post(path, { secret: strict.secret, response })).text, failure("invalid-input-response"));
  }
  assert.deepEqual((await strict.verify({ response }))["error-codes"], ["type-not-accepted"]);
  await strict.set("--types", "default");
  assert.equal((await strict.verify({ response })).success, true);
});

test("no score is ever told, and responses are of A-Z a-z 0-9 _ - alone", async () => {
  for (const path of PATHS) {
    const response = await solve(server, { action: "a-b_9", cdata: "Z".repeat(255), user: "Zoë, the user", session: "s".repeat(128) });
    assert.match(response, /^[A-Za-z0-9_-]{40,2048}$/);
    const { json } = await server.post(path, { secret: server.secret, response });
    assert.equal(json.success, true);
    assert.ok(!("score" in json));
  }
});

test("the longest response that there can be fits Turnstile's 2,048 characters", async () => {
  const host = `${"a".repeat(63)}.`.repeat(3) + "a".repeat(61);
  const response = await solve(server, { action: "a".repeat(32), cdata: "c".repeat(255), user: "u".repeat(128), session: "s".repeat(128) },
    { Origin: `https://${host}` });
  assert.ok(response.length <= 2048, `${response.length}`);
  const { json } = await server.post(TURNSTILE, { secret: server.secret, response });
  assert.deepEqual([json.success, json.hostname, json.cdata], [true, host, "c".repeat(255)]);
});

test("docs/siteverify.md has every word of the table of codes", () => {
  const [table, docs] = ["../../src/api/vendor/codes.def", "../../docs/siteverify.md"].map((path) => readFileSync(new URL(path, import.meta.url), "utf8"));
  const rows = [...table.matchAll(/^VENDOR_CODE\(\w+, "([^"]*)",\s*"([^"]*)",\s*"([^"]*)",\s*(\d+),\s*"([^"]*)"\)/gm)];
  assert.equal(rows.length, table.match(/^VENDOR_CODE/gm)?.length);
  for (const [, recaptcha, hcaptcha, turnstile, status, words] of rows) {
    const cells = docs.split("\n").filter((line) => line.startsWith("| ")).map((line) => line.split(" | "));
    const has = (/** @type {number} */ column, /** @type {string} */ text) => cells.some((row) => row[column]?.replace(/ \|$/, "") === text);
    assert.ok(has(1, `\`${recaptcha}\``) && has(2, `\`${hcaptcha}\``) && has(3, `\`${turnstile}\``) && has(4, `${status} ${words}`), `${hcaptcha} ${status}`);
  }
});

test("what is answered is counted by its result", async () => {
  const before = await server.metrics();
  await server.post(HCAPTCHA, { secret: "tss_wrong", response: "x" });
  await server.post(TURNSTILE, "{");
  const after = await server.metrics();
  for (const result of ["invalid-secret", "bad-request"]) {
    const name = `tessera_verifications_total{result="${result}"}`;
    assert.equal(after[name] - before[name], 1, name);
  }
});
