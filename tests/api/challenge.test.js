// POST /v1/challenge and GET /v1/image/: what they give, what they refuse, and what they keep silent.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chunksOf } from "../lib/chunks.js";
import { pairs, slug, solve, TRANSFORMS } from "../lib/puzzle.js";
import { FAST, patience, Server } from "../lib/tessera.js";

const PUZZLE_ONLY = `${FAST.replace("test_mode: true", "test_mode: true, types: [puzzle]")}`;

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: PUZZLE_ONLY });
});
after(() => server.down());

test("a challenge has the fields of the contract, of their types", async () => {
  const { truth, ...challenge } = await server.challenge({ type: "puzzle" });
  const { id, token, view, issuedAt, expiresAt, ...rest } = challenge;
  assert.match(id, /^[0-9a-f]{32}$/);
  assert.match(token, /^[A-Za-z0-9_-]{64,4096}$/);
  const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  assert.match(issuedAt, MOMENT);
  assert.match(expiresAt, MOMENT);
  assert.equal(Date.parse(expiresAt) - Date.parse(issuedAt), 300_000); /* PUZ-12 */
  assert.ok(Math.abs(Date.parse(issuedAt) - Date.now()) < patience());
  assert.match(rest.instructions, /\S/);
  assert.deepEqual({ ...rest, instructions: "" }, {
    lang: "en", type: "puzzle", difficulty: "medium", instructions: "", timeLimit: 300, submitAfterMs: 0, round: 1, rounds: 1, work: null,
    alternatives: ["pow"],
  });
  const { image, grids, ...shown } = view;
  assert.deepEqual(shown, {
    columns: 4, rows: 4, count: 6, select: { min: 2, max: 2 }, options: TRANSFORMS.slice(0, 6), /* PUZ-4, PUZ-5 */
  });
  assert.match(image.src, /^\/v1\/image\/[A-Za-z0-9_-]+$/);
  assert.deepEqual(Object.keys(image).sort(), ["height", "src", "width"]);
  assert.ok(Number.isInteger(image.width) && Number.isInteger(image.height));
  /* PUZ-1: one worked example, and the visitor's own grid. */
  assert.deepEqual(Object.keys(grids).sort(), ["after", "before", "start"]);
  for (const grid of Object.values(grids)) assert.match(grid, /^[012]{16}$/); /* PUZ-2 */
  assert.equal(solve(view), truth); /* PUZ-15 */
});

test("active cells are 7 to 9, of both tones", async () => {
  /* PUZ-2, PUZ-3 */
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    const { before: cells, start } = (await server.challenge()).view.grids;
    for (const grid of [cells, start]) {
      assert.ok(grid.includes("1") && grid.includes("2"), grid);
      seen.add(grid.replaceAll("0", "").length);
    }
  }
  assert.deepEqual([...seen].sort(), [7, 8, 9]);
});

const DIFFICULTIES = [
  ["easy", 4],
  ["medium", 6],
  ["hard", 8],
];
for (const [difficulty, count] of DIFFICULTIES) {
  test(`difficulty ${difficulty} has a legend of ${count}`, async () => {
    const challenge = await server.challenge({ difficulty });
    assert.equal(challenge.difficulty, difficulty);
    assert.deepEqual(challenge.view.options, TRANSFORMS.slice(0, Number(count)));
  });
}

test("no two challenges are alike", async () => {
  const challenges = await Promise.all(Array.from({ length: 40 }, () => server.challenge()));
  for (const field of ["id", "token"]) {
    assert.equal(new Set(challenges.map((c) => c[field])).size, 40, field);
  }
});

/** A token on the wire: version 1, key 4, nonce 16, the sealed claims, MAC 32. @param {string} token */
const nonceOf = (token) => Buffer.from(token, "base64url").subarray(5, 21);

test("each byte of a challenge's id, and of the nonce of all that is sealed for it, is random", async () => {
  /** @type {Record<string, Buffer[]>} */
  const random = { id: [], challenge: [], image: [], extended: [], response: [] };
  for (let i = 0; i < 64; i++) {
    const { id, token, truth, view } = await server.challenge();
    const extended = (await server.post("/v1/extend", { token })).json.token;
    const { response } = (await server.post("/v1/answer", { token, answer: truth })).json;
    random.id.push(Buffer.from(id, "hex"));
    random.image.push(nonceOf(view.image.src.split("/").at(-1)));
    for (const [name, sealed] of Object.entries({ challenge: token, extended, response })) random[name].push(nonceOf(sealed));
  }
  for (const [name, samples] of Object.entries(random)) {
    for (let i = 0; i < 16; i++) {
      const values = new Set(samples.map((bytes) => bytes[i]));
      assert.ok(values.size >= 24, `${name}: byte ${i} has ${values.size} values in 64`); // fewer by chance: once in 10^30
    }
  }
});

// ------------------------------------------------------------------ what is refused

const long = (/** @type {number} */ length) => "a".repeat(length);

/** @type {[string, Record<string, unknown>][]} */
const BAD_FIELDS = [
  ["no sitekey", { sitekey: undefined }],
  ["sitekey null", { sitekey: null }],
  ["sitekey empty", { sitekey: "" }],
  ["sitekey a number", { sitekey: 1 }],
  ["sitekey a list", { sitekey: ["a"] }],
  ["sitekey a map", { sitekey: {} }],
  ["sitekey too long", { sitekey: long(65) }],
  ["type a number", { type: 5 }],
  ["type too long", { type: long(17) }],
  ["difficulty unknown", { difficulty: "impossible" }],
  ["difficulty in capitals", { difficulty: "EASY" }],
  ["difficulty a number", { difficulty: 1 }],
  ["user a bool", { user: true }],
  ["user too long", { user: long(129) }],
  ["session a list", { session: [] }],
  ["session too long", { session: long(129) }],
  ["action too long", { action: long(33) }],
  ["action with a blank", { action: "log in" }],
  ["action beyond ASCII", { action: "höhe" }],
  ["cdata too long", { cdata: long(256) }],
  ["cdata with a quote", { cdata: 'a"b' }],
  ["lang too long", { lang: long(36) }],
  ["lang a number", { lang: 7 }],
];
for (const [name, fields] of BAD_FIELDS) {
  test(`bad field: ${name}`, async () => {
    const { status, json } = await server.post("/v1/challenge", { sitekey: server.sitekey, ...fields });
    assert.equal(status, 400);
    assert.equal(json.error.code, "bad-field");
  });
}

test("fields at their limits are taken", async () => {
  await server.challenge({
    user: long(128), session: long(128), action: long(32), cdata: long(255), lang: long(35), type: null,
  });
});

/** @type {[string, string | Buffer][]} */
const MALFORMED = [
  ["nothing", ""],
  ["not JSON", "sitekey=x"],
  ["a list", "[]"],
  ["a text", '"a"'],
  ["null", "null"],
  ["cut short", '{"sitekey":"a"'],
  ["bytes behind", '{"sitekey":"a"}x'],
  ["a key twice", '{"sitekey":"a","sitekey":"b"}'],
  ["single quotes", "{'sitekey':'a'}"],
  ["a comma too many", '{"sitekey":"a",}'],
  ["NUL in a text", '{"sitekey":"a\\u0000b"}'],
  ["half a surrogate", '{"sitekey":"\\ud800"}'],
  ["not UTF-8", Buffer.from('{"sitekey":"\xff"}', "latin1")],
  ["a control character", '{"sitekey":"a\nb"}'],
  ["nested a thousand deep", `{"a":${"[".repeat(1000)}${"]".repeat(1000)}}`],
  ["33 fields", JSON.stringify(Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, ""])))],
];
for (const [name, body] of MALFORMED) {
  test(`malformed body: ${name}`, async () => {
    const { status, json } = await server.request("/v1/challenge", {
      method: "POST", headers: { "Content-Type": "application/json" }, body,
    });
    assert.equal(status, 400);
    assert.equal(json.error.code, "malformed");
    assert.deepEqual(Object.keys(json), ["error"]);
    assert.deepEqual(Object.keys(json.error).sort(), ["code", "message"]);
  });
}

/** @type {[string, number, string, Record<string, unknown>][]} */
const REFUSED = [
  ["a sitekey that nobody has", 403, "unknown-sitekey", { sitekey: "ts_nobody" }],
  ["a type that there is not", 400, "unknown-type", { type: "riddle" }],
  ["a type that is not enabled", 400, "unknown-type", { type: "human" }],
];
for (const [name, status, code, fields] of REFUSED) {
  test(`refused: ${name}`, async () => {
    const reply = await server.post("/v1/challenge", { sitekey: server.sitekey, ...fields });
    assert.deepEqual([reply.status, reply.json.error.code], [status, code]);
    assert.equal(reply.headers.get("cache-control"), "no-store");
  });
}

test("a page may not choose where the config says so", async (t) => {
  const strict = await Server.during(t, { config: PUZZLE_ONLY.replace("client_may_choose: true", "client_may_choose: false") });
  const { difficulty, type } = await strict.challenge({ difficulty: "hard", type: "riddle" });
  assert.deepEqual([difficulty, type], ["medium", "puzzle"]);
});

test("challenges that are turned off are refused", async (t) => {
  const off = await Server.during(t, { config: "challenge: {enabled: false}" }); /* PUZ-22 */
  const { status, json } = await off.post("/v1/challenge", { sitekey: off.sitekey });
  assert.deepEqual([status, json.error.code], [403, "challenge-disabled"]);
});

/** @type {[string, Record<string, string>, number][]} */
const HOSTS = [
  ["its origin", { Origin: "https://example.org" }, 200],
  ["its origin with a port", { Origin: "http://example.org:8080" }, 200],
  ["its origin in capitals", { Origin: "https://EXAMPLE.org" }, 200],
  ["its second host", { Origin: "https://shop.example" }, 200],
  ["its IPv6 address", { Origin: "http://[2001:db8::1]" }, 200],
  ["its IPv6 address with a port", { Origin: "http://[2001:db8::1]:8080" }, 200],
  ["another IPv6 address", { Origin: "http://[2001:db8::2]:8080" }, 403],
  ["half an address", { Origin: "http://[2001" }, 403],
  ["its referer", { Referer: "https://example.org/a/page?x=https://evil.example/" }, 200],
  ["origin before referer", { Origin: "https://evil.example", Referer: "https://example.org/" }, 403],
  ["no origin", {}, 403],
  ["the null origin", { Origin: "null" }, 403],
  ["another host", { Origin: "https://evil.example" }, 403],
  ["a host below it", { Origin: "https://www.example.org" }, 403],
  ["a host that begins like it", { Origin: "https://example.org.evil.example" }, 403],
  ["a host that ends like it", { Origin: "https://evilexample.org" }, 403],
  ["it in the path", { Referer: "https://evil.example/https://example.org/" }, 403],
];
test("a site with hosts serves pages on those alone", async (t) => {
  const strict = await Server.during(t, { config: PUZZLE_ONLY, hostnames: ["example.org", "shop.example", "[2001:db8::1]"] });
  for (const [name, headers, status] of HOSTS) {
    await t.test(name, async () => {
      const reply = await strict.post("/v1/challenge", { sitekey: strict.sitekey }, headers);
      assert.equal(reply.status, status);
      if (status === 403) assert.equal(reply.json.error.code, "wrong-hostname");
    });
  }
});

// ------------------------------------------------------------------ methods, media types, sizes

/** @type {[string, string, string][]} */
const ALLOWED = [
  ["GET", "/v1/challenge", "POST"],
  ["DELETE", "/v1/challenge", "POST"],
  ["PUT", "/v1/answer", "POST"],
  ["GET", "/v1/answer", "POST"],
  ["GET", "/v1/extend", "POST"],
  ["GET", "/v1/reveal", "POST"],
  ["GET", "/v1/verify", "POST"],
  ["OPTIONS", "/v1/verify", "POST"],
  ["POST", "/v1/image/x", "GET, HEAD"],
  ["POST", "/metrics", "GET, HEAD"],
  ["POST", "/gate", "GET, HEAD"],
  ["DELETE", "/challenge/puzzle", "GET, HEAD, POST"],
  ["POST", "/v1/admin/config", "GET, HEAD, PATCH"],
];
for (const [method, path, allow] of ALLOWED) {
  test(`405: ${method} ${path}`, async () => {
    const body = method === "PUT" || method === "POST" ? "" : undefined;
    const { status, headers } = await server.request(path, { method, body });
    assert.equal(status, 405);
    assert.equal(headers.get("allow"), allow);
  });
}

/** @type {[string, string | undefined][]} */
const WRONG_TYPES = [
  ["text", "text/plain"],
  ["a form", "application/x-www-form-urlencoded"],
  ["a longer name", "application/jsonp"],
  ["none", undefined],
];
for (const [name, type] of WRONG_TYPES) {
  test(`415: ${name}`, async () => {
    for (const path of ["/v1/challenge", "/v1/answer", "/v1/extend", "/v1/reveal", "/v1/review", "/v1/renew"]) {
      const { status, json } = await server.request(path, {
        method: "POST",
        headers: type ? { "Content-Type": type } : {},
        body: new TextEncoder().encode("{}"),
      });
      assert.deepEqual([status, json.error.code], [415, "unsupported-media-type"], path);
    }
  });
}

for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/json ;x=y"]) {
  test(`taken as JSON: ${type}`, async () => {
    const reply = await server.post("/v1/challenge", { sitekey: server.sitekey }, { "Content-Type": type });
    assert.equal(reply.status, 200);
  });
}

/** @type {[string, number][]} */
const LIMITS = [
  ["/v1/challenge", 8192],
  ["/v1/answer", 16384],
  ["/v1/extend", 8192],
  ["/v1/reveal", 8192],
  ["/v1/verify", 8192],
];
for (const [path, most] of LIMITS) {
  test(`413: ${path} over ${most} bytes`, async () => {
    const body = (/** @type {number} */ size) => `{${" ".repeat(size - 2)}}`;
    const refused = await server.post(path, body(most + 1));
    assert.equal(refused.status, 413);
    // Pages of other origins see the status; /v1/verify is for servers only.
    assert.equal(refused.headers.get("access-control-allow-origin"), path === "/v1/verify" ? null : "*");
    assert.notEqual((await server.post(path, body(most))).status, 413);
  });
}

for (const path of ["/v1", "/v1/", "/v1/challenge/", "/v1/Challenge", "//v1/challenge", "/v1/nothing", "/.env"]) {
  test(`404: ${path}`, async () => {
    const { status, json } = await server.request(path);
    assert.deepEqual([status, json.error.code], [404, "not-found"]);
  });
}

test("pages of other origins may call the API, and no more of it", async () => {
  for (const path of ["/v1/challenge", "/v1/answer", "/v1/extend", "/v1/reveal", "/v1/review", "/v1/renew"]) {
    const { status, headers } = await server.request(path, {
      method: "OPTIONS", headers: { Origin: "https://a.example", "Access-Control-Request-Method": "POST" },
    });
    assert.equal(status, 204, path);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.match(headers.get("access-control-allow-methods") ?? "", /POST/);
    assert.match(headers.get("access-control-allow-headers") ?? "", /Content-Type/i);
    assert.equal(headers.get("access-control-allow-credentials"), null);
  }
  const { headers } = await server.post("/v1/challenge", { sitekey: server.sitekey });
  assert.equal(headers.get("access-control-allow-origin"), "*");
  for (const path of ["/v1/admin/config", "/v1/admin/reviews", "/v1/admin/bans", "/metrics", "/gate", "/challenge/puzzle", "/challenge"]) {
    assert.equal((await server.request(path)).headers.get("access-control-allow-origin"), null, path);
  }
});

// ------------------------------------------------------------------ the picture

/** @param {Server} from @param {string} src */
async function picture(from, src) {
  const reply = await fetch(from.url + src);
  assert.equal(reply.status, 200);
  return { headers: reply.headers, png: Buffer.from(await reply.arrayBuffer()) };
}

test("the picture is a PNG of the size told, with nothing in it but the picture", async () => {
  const { view } = await server.challenge();
  const { headers, png } = await picture(server, view.image.src);
  assert.equal(headers.get("content-type"), "image/png");
  assert.equal(headers.get("cache-control"), "no-store");
  const found = chunksOf(png);
  const types = found.map(([type]) => type);
  assert.deepEqual([...new Set(types)], ["IHDR", "PLTE", "IDAT", "IEND"]); /* PUZ-21 */
  assert.deepEqual([types[0], types[1], types.at(-1)], ["IHDR", "PLTE", "IEND"]);
  assert.deepEqual([found[0][1].readUInt32BE(0), found[0][1].readUInt32BE(4)], [view.image.width, view.image.height]);
  const again = await picture(server, view.image.src);
  assert.ok(png.equals(again.png), "the same picture each time");
  const head = await server.request(view.image.src, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length"), head.text], [200, String(png.length), ""]);
});

test("a picture's address that is not ours, changed, or of another kind is not found", async () => {
  const { view, token } = await server.challenge();
  const src = view.image.src;
  const changed = src.slice(0, -9) + (src.at(-9) === "A" ? "B" : "A") + src.slice(-8);
  for (const path of ["/v1/image/", "/v1/image/x", `/v1/image/${token}`, changed, src.slice(0, -1), `${src}A`, `${src}/`]) {
    const { status, headers } = await server.request(path);
    assert.deepEqual([status, headers.get("content-type")], [404, "application/json"], path);
  }
});

// ------------------------------------------------------------------ silence

test("nothing that is sent tells the solution", async (t) => {
  /* PUZ-21. The solution comes from reveal, when the challenge is over. */
  const silent = await Server.during(t, { truth: false, config: PUZZLE_ONLY });
  const headerNames = new Set();
  const imageHeaders = new Set();
  for (let i = 0; i < 30; i++) {
    const reply = await silent.post("/v1/challenge", { sitekey: silent.sitekey });
    const { headers, png } = await picture(silent, reply.json.view.image.src);
    headerNames.add([...reply.headers.keys()].sort().join());
    imageHeaders.add([...headers.keys()].sort().join());
    const revealed = await silent.post("/v1/reveal", { token: reply.json.token });
    const { answer, correct } = revealed.json;
    assert.match(answer, /^[012]{16}$/);
    assert.equal(answer, solve(reply.json.view));
    const everything = reply.text + [...reply.headers].join() + png.toString("latin1") + [...headers].join() +
      Buffer.from(reply.json.token, "base64url").toString("latin1");
    assert.ok(!everything.includes(answer), "the solution grid");
    for (const pair of pairs(reply.json.view)) {
      for (const joined of [pair.join(), pair.join(", "), pair.map(slug).join(), correct.join()]) {
        assert.ok(!everything.replace(TRANSFORMS.slice(0, 6).map((n) => JSON.stringify(n)).join(), "").includes(joined), joined);
      }
    }
  }
  assert.deepEqual([...headerNames].map((names) => names.includes("truth")), [false]);
  assert.equal(imageHeaders.size, 1);
  const page = await silent.page();
  assert.equal(page.headers.get("tessera-truth"), null);
});

test("lengths do not tell the solution", async () => {
  const sizes = await Promise.all(Array.from({ length: 40 }, async () => {
    const reply = await server.post("/v1/challenge", { sitekey: server.sitekey });
    return [reply.text.length, reply.json.token.length, reply.json.view.image.src.length].join();
  }));
  assert.equal(new Set(sizes).size, 1);
});
