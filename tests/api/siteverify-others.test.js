// mCaptcha's and Cap's siteverify, and hCaptcha's checksiteconfig.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clockOff, Server } from "../lib/tessera.js";
import { FORM, post, query, solve } from "../lib/vendors.js";

const MCAPTCHA = "/api/v1/pow/siteverify";

/** @type {Server} */
let server;
before(async () => void (server = await Server.start({ other: ["shop.example", "[2001:db8::1]"] })));
after(() => server.down());

test("mCaptcha: a token is valid once", async () => {
  const asked = { token: await solve(server), key: server.sitekey, secret: server.secret };
  for (const expected of ['{"valid":true}', '{"valid":false}']) {
    const { status, text } = await server.post(MCAPTCHA, asked);
    assert.deepEqual([status, text], [200, expected]);
  }
});

test("mCaptcha: all else is not valid, and spends nothing", async () => {
  const token = await solve(server);
  const asked = { token, key: server.sitekey, secret: server.secret };
  for (const wrong of [{ key: server.other.sitekey }, { key: `${server.sitekey}0` }, { key: server.sitekey.slice(0, -1) }, { key: undefined }, { key: "" }, { key: 5 }, { key: "a".repeat(5000) }, { secret: server.other.secret },
    { secret: undefined }, { secret: "tss_wrong" }, { secret: [] }, { token: undefined }, { token: "" }, { token: {} },
    { token: "a".repeat(5000) }, { response: token, token: undefined }]) {
    const { status, text } = await server.post(MCAPTCHA, { ...asked, ...wrong });
    assert.deepEqual([status, text], [200, '{"valid":false}'], JSON.stringify(wrong));
  }
  for (const body of ["{", "[]", `{"token":${"[".repeat(10_000)}`, "a".repeat(70_000)]) {
    const { status, text } = await server.post(MCAPTCHA, body);
    assert.deepEqual([status, text], [200, '{"valid":false}'], body.slice(0, 20));
  }
  assert.deepEqual((await server.request(MCAPTCHA)).text, '{"valid":false}');
  assert.equal((await server.post(MCAPTCHA, asked)).text, '{"valid":true}');
});

test("Cap: a response is good once, under the site's key", async () => {
  const asked = { secret: server.secret, response: await solve(server) };
  const path = `/${server.sitekey}/siteverify`;
  const first = await server.post(path, asked);
  assert.deepEqual([first.status, first.text], [200, '{"success":true}']);
  const second = await server.post(path, asked);
  assert.deepEqual([second.status, second.text], [404, '{"success":false,"error":"Token not found"}']);
});

test("Cap: says what is wrong in its own words, and spends nothing", async () => {
  const asked = { secret: server.secret, response: await solve(server) };
  const MISSING = [400, '{"success":false,"error":"Missing required parameters"}'];
  const UNKNOWN = [404, '{"success":false,"error":"Invalid site key or secret"}'];
  const WRONG = [403, '{"success":false,"error":"Invalid site key or secret"}'];
  const NONE = [404, '{"success":false,"error":"Token not found"}'];
  /** @type {[string, Record<string, unknown>, unknown[]][]} */
  const rows = [
    [server.sitekey, { secret: undefined }, MISSING],
    [server.sitekey, { secret: "" }, MISSING],
    [server.sitekey, { response: undefined }, MISSING],
    [server.sitekey, { response: "" }, MISSING],
    [server.sitekey, { secret: "tss_wrong" }, WRONG],
    [server.sitekey, { secret: server.other.secret }, WRONG],
    [server.sitekey, { secret: 5 }, WRONG],
    [server.other.sitekey, {}, WRONG],
    [server.other.sitekey, { secret: server.other.secret }, NONE],
    ["ts_unknown", { secret: "tss_wrong" }, UNKNOWN],
    ["ts_unknown", {}, UNKNOWN],
    [`${server.sitekey}0`, {}, UNKNOWN],
    [server.sitekey.slice(0, -1), {}, UNKNOWN],
    ["a".repeat(5000), {}, UNKNOWN],
    ["a".repeat(5000), { secret: "tss_wrong" }, UNKNOWN],
    [server.sitekey, { response: "x" }, NONE],
    [server.sitekey, { response: "a".repeat(5000) }, NONE],
    [server.sitekey, { response: [] }, NONE],
  ];
  for (const [sitekey, wrong, expected] of rows) {
    const { status, text } = await server.post(`/${sitekey}/siteverify`, { ...asked, ...wrong });
    assert.deepEqual([status, text], expected, `${sitekey.slice(0, 30)} ${JSON.stringify(wrong).slice(0, 60)}`);
  }
  const { status, text } = await server.post(`/${server.sitekey}/siteverify`, "{");
  assert.deepEqual([status, text], MISSING);
  for (const path of ["//siteverify", `/${server.sitekey}/siteverify/`, `/${server.sitekey}//siteverify`, `/a/${server.sitekey}/siteverify`]) {
    assert.equal((await server.post(path, asked)).status, 404, path);
    assert.equal((await server.post(path, asked)).json.success, undefined, path);
  }
  assert.equal((await server.request(`/${server.sitekey}/siteverify`)).status, 405);
  assert.equal((await server.post(`/${server.sitekey}/siteverify`, asked)).text, '{"success":true}');
});

test("Cap: a response that ran out", async (t) => {
  const clocked = await Server.during(t);
  const response = await clocked.pass();
  await clocked.again({ env: clockOff("+301s") });
  const { status, text } = await clocked.post(`/${clocked.sitekey}/siteverify`, { secret: clocked.secret, response });
  assert.deepEqual([status, text], [403, '{"success":false,"error":"Token expired"}']);
});

test("checksiteconfig: whether a key is good on a host", async () => {
  const PASS = '{"pass":true,"features":{}}';
  const fails = (/** @type {string} */ error) => `{"pass":false,"error":"${error}"}`;
  /** @type {[Record<string, string>, string][]} */
  const rows = [
    [{ host: "anywhere.example", sitekey: server.sitekey, sc: "1", swa: "1", spst: "0" }, PASS],
    [{ sitekey: server.sitekey }, PASS],
    [{ host: "shop.example", sitekey: server.other.sitekey, sc: "1", swa: "1", spst: "0" }, PASS],
    [{ host: "SHOP.example:8443", sitekey: server.other.sitekey }, PASS],
    [{ host: "[2001:db8::1]:8443", sitekey: server.other.sitekey }, PASS],
    [{ host: "anywhere.example", sitekey: server.other.sitekey }, fails("invalid-host")],
    [{ host: "a".repeat(5000), sitekey: server.sitekey }, fails("invalid-host")],
    [{ sitekey: server.other.sitekey }, fails("invalid-host")],
    [{ host: "shop.example", sitekey: "ts_unknown" }, fails("invalid-sitekey")],
    [{ host: "shop.example", sitekey: "a".repeat(5000) }, fails("invalid-sitekey")],
    [{ host: "shop.example", sitekey: "10000000-ffff-ffff-ffff-000000000001" }, fails("invalid-sitekey")],
    [{ host: "shop.example" }, fails("missing-sitekey")],
  ];
  for (const [fields, expected] of rows) {
    const path = `/checksiteconfig?${query(fields)}`;
    for (const reply of [await post(server, path), await server.request(path), await post(server, "/checksiteconfig", FORM, query(fields))]) {
      assert.deepEqual([reply.status, reply.text], [200, expected], path.slice(0, 100));
    }
  }
  assert.equal((await post(server, "/checksiteconfig?host=%4")).text, fails("bad-request"));
});
