// POST /v1/answer, /v1/extend, /v1/reveal: what an answer is worth.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pairs, slug, TRANSFORMS, wrong } from "../lib/puzzle.js";
import { clockOff, FAST, Server, stoppedClock } from "../lib/tessera.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

test("right: a pass with a response token, in the contract's shape", async () => {
  const { token, truth } = await server.challenge();
  const { status, headers, json } = await server.post("/v1/answer", { token, answer: truth });
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.deepEqual(Object.keys(json), ["state", "response", "renewable"]);
  assert.equal(json.state, "pass");
  assert.match(json.response, /^[A-Za-z0-9_-]{64,4096}$/);
});

test("wrong: a failure in the contract's shape, and the challenge is spent", async () => {
  const { token, truth } = await server.challenge();
  const { status, json } = await server.post("/v1/answer", { token, answer: wrong(truth) });
  assert.equal(status, 200);
  assert.deepEqual(json, { state: "fail", reason: "incorrect", alternatives: ["puzzle", "audio", "pow"] }); /* PUZ-15 */
  assert.equal(await server.answer(token, truth), "replayed"); /* PUZ-14 */
});

test("right only once", async () => {
  const { token, truth } = await server.challenge();
  assert.equal(await server.answer(token, truth), "pass");
  assert.equal(await server.answer(token, truth), "replayed"); /* PUZ-14 */
  assert.equal(await server.answer(token, wrong(truth)), "replayed");
});

/** @type {[string, (first: string, second: string) => string][]} */
const SPELLINGS = [
  ["as in the legend", (a, b) => `${a},${b}`],
  ["with a blank behind the comma", (a, b) => `${a}, ${b}`],
  ["with blanks all around", (a, b) => `  ${a} ,\t${b} `],
  ["in capitals", (a, b) => `${a.toUpperCase()},${b.toUpperCase()}`],
  ["as slugs", (a, b) => `${slug(a)},${slug(b)}`],
  ["with underscores", (a, b) => `${a.replaceAll(" ", "_")},${b.replaceAll(" ", "_")}`],
  ["without the degree sign", (a, b) => `${a.replace("°", "")},${b.replace("°", "")}`],
  ["run together", (a, b) => `${a.replaceAll(" ", "")},${b.replaceAll(" ", "")}`],
];
for (const [name, spell] of SPELLINGS) {
  test(`a pair of transforms ${name}`, async () => {
    const { token, view } = await server.challenge({ difficulty: "hard" });
    const [first, second] = pairs(view)[0];
    assert.equal(await server.answer(token, spell(first, second)), "pass");
  });
}

test("whichever pair explains the example is right, and any other pair is wrong", async () => {
  /* PUZ-15: the grid decides, not the pair. */
  const { view, token, truth } = await server.challenge({ difficulty: "hard" });
  const right = pairs(view).map((pair) => pair.join());
  assert.ok(right.length > 0 && truth);
  const other = TRANSFORMS.flatMap((a) => TRANSFORMS.map((b) => [a, b])).find(
    ([a, b]) => a === b && !right.includes([a, b].join()),
  );
  assert.equal(await server.answer(token, other?.join()), "incorrect");
  for (const pair of right) {
    const { json } = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "puzzle", difficulty: "hard" });
    const own = pairs(json.view).map((p) => p.join());
    assert.equal(await server.answer(json.token, own[own.length - 1]), "pass", pair);
  }
});

test("telemetry goes along, whatever it holds", async () => {
  const { token, truth } = await server.challenge();
  const telemetry = { pointer: [[1, 2, 3.5], [4, 5, 6]], touch: false, note: null };
  const { json } = await server.post("/v1/answer", { token, answer: truth, telemetry });
  assert.equal(json.state, "pass");
});

test("blanks around a grid are trimmed", async () => {
  const { token, truth } = await server.challenge();
  assert.equal(await server.answer(token, ` ${truth}\t`), "pass");
});

// ------------------------------------------------------------------ no answer at all

/** @type {[string, unknown][]} */
const NO_ANSWERS = [
  ["missing", undefined],
  ["null", null],
  ["a number", 57],
  ["a list", ["shift up", "shift down"]],
  ["a map", { first: "shift up" }],
  ["a bool", true],
  ["empty", ""],
  ["blank", " \t "],
  ["15 digits", "0".repeat(15)],
  ["17 digits", "0".repeat(17)],
  ["a digit 3", "3".repeat(16)],
  ["a letter among digits", "000000000000000a"],
  ["a blank among digits", "00000000 00000000"],
  ["wide digits", "０".repeat(16)],
  ["one name", "shift up"],
  ["one name and a comma", "shift up,"],
  ["a comma and one name", ",shift up"],
  ["a comma", ","],
  ["three names", "shift up,shift left,shift left"],
  ["no such name", "shift up,shift sideways"],
  ["half a name", "shift up,left"],
  ["a name that is not in the legend", "shift up,mirror vertical"],
  ["numbers of the legend", "0,1"],
  ["longer than 512 bytes", "0".repeat(513)],
  ["megabytes of it, nearly", "0".repeat(16000)],
];
test("what is no answer is refused with 400 and spends nothing", async (t) => {
  const { token, truth } = await server.challenge();
  for (const [name, answer] of NO_ANSWERS) {
    await t.test(name, async () => {
      const { status, json } = await server.post("/v1/answer", { token, answer });
      assert.equal(status, 400);
      assert.ok(["bad-answer", "bad-field"].includes(json.error.code), json.error.code);
    });
  }
  assert.equal((await server.post("/v1/answer", `{"token":"${token}","answer":"0\\u0000"}`)).status, 400);
  assert.equal((await server.post("/v1/answer", `{"token":"${token}"`)).status, 400);
  assert.equal(await server.answer(token, truth), "pass");
});

for (const token of [undefined, null, 7, [], {}]) {
  test(`a token that is no text: ${JSON.stringify(token)}`, async () => {
    for (const path of ["/v1/answer", "/v1/extend", "/v1/reveal"]) {
      const { status, json } = await server.post(path, { token, answer: "0".repeat(16) });
      assert.deepEqual([status, json.error.code], [400, "bad-field"], path);
    }
  });
}

// ------------------------------------------------------------------ tokens that are not ours

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Sends many answers, a few at a time. @param {string[]} tokens @param {string} answer */
async function answerAll(tokens, answer) {
  const results = [];
  for (let at = 0; at < tokens.length; at += 32) {
    results.push(...(await Promise.all(tokens.slice(at, at + 32).map((token) => server.answer(token, answer)))));
  }
  return results;
}

test("one bit changed, wherever: invalid, and nothing is spent", async () => {
  /* PUZ-11 */
  const { token, truth } = await server.challenge();
  const changed = [...token].flatMap((letter, at) =>
    [at % 6, 5 - (at % 6)].map((bit) => {
      const other = ALPHABET[ALPHABET.indexOf(letter) ^ (1 << bit)];
      return token.slice(0, at) + other + token.slice(at + 1);
    }),
  );
  const results = await answerAll(changed, truth);
  results.forEach((result, i) => assert.equal(result, "invalid", `position ${i >> 1}`));
  assert.equal(await server.answer(token, truth), "pass");
});

test("every wrong length: invalid, and nothing is spent", async () => {
  /* PUZ-11 */
  const { token, truth } = await server.challenge();
  const cut = Array.from({ length: token.length }, (_, length) => token.slice(0, length));
  const grown = ["A", "=", "==", ".", " ", "\n", "\u00e4", token, "A".repeat(4096)].map((more) => token + more);
  const shifted = [` ${token}`, token.slice(1), `A${token}`];
  for (const [i, result] of (await answerAll([...cut, ...grown, ...shifted], truth)).entries()) {
    assert.equal(result, "invalid", `case ${i}`);
  }
  assert.equal(await server.answer(token, truth), "pass");
});

test("a token of another purpose is none", async () => {
  const { token, truth, view } = await server.challenge();
  const gate = await server.request("/gate", { headers: { "User-Agent": "curl/8.0" } });
  const page = await server.page();
  const solved = await server.form("/challenge/puzzle", { seed: page.seed, output: page.truth });
  /** @type {[string, string | undefined][]} */
  const others = [
    ["picture", view.image.src.slice("/v1/image/".length)],
    ["response", await server.pass()],
    ["ticket", gate.headers.get("location")?.split("ticket=")[1]],
    ["cookie", /tessera_pass=([^;]*)/.exec(solved.headers.get("set-cookie") ?? "")?.[1]],
  ];
  for (const [name, other] of others) {
    assert.match(other ?? "", /^[A-Za-z0-9_-]{64,}$/, name);
    assert.equal(await server.answer(/** @type {string} */ (other), truth), "invalid", name);
    for (const path of ["/v1/extend", "/v1/reveal"]) {
      const { status, json } = await server.post(path, { token: other });
      assert.deepEqual([status, json.error.code], [403, "invalid"], `${path} ${name}`);
    }
    const verified = await server.verify({ response: other });
    assert.equal(verified.success, name === "response", name);
  }
  assert.deepEqual((await server.verify({ response: token }))["error-codes"], ["invalid-input-response"]);
});

test("a token of another server is none", async (t) => {
  const other = await Server.during(t);
  const { token, truth } = await other.challenge();
  assert.equal(await server.answer(token, truth), "invalid");
  assert.equal(await other.answer(token, truth), "pass");
});

// ------------------------------------------------------------------ time

test("an answer before submitAfterMs is too fast, and spends nothing", async (t) => {
  const { env, at } = stoppedClock();
  const slow = await Server.during(t, { config: "challenge: {test_mode: true, client_may_choose: true}", env });
  const { token, truth, submitAfterMs } = await slow.challenge();
  assert.ok(submitAfterMs >= 1000 && submitAfterMs < 2000, String(submitAfterMs));
  for (const seconds of [0, 1]) { // it is due between one second and two
    at(seconds);
    if (seconds * 1000 >= submitAfterMs) continue;
    const { json } = await slow.post("/v1/answer", { token, answer: truth });
    assert.deepEqual(json, { state: "fail", reason: "too-fast", alternatives: ["still", "puzzle", "audio", "pow"] });
  }
  at(2);
  assert.equal(await slow.answer(token, truth), "pass");
});

test("how long an answer has to wait is not the same each time", async (t) => {
  const slow = await Server.during(t, { config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 1000, client_may_choose: true}\n" });
  const waits = await Promise.all(Array.from({ length: 20 }, async () => (await slow.challenge()).submitAfterMs));
  assert.ok(waits.every((ms) => ms >= 1000 && ms < 2000), String(waits));
  assert.ok(new Set(waits).size > 10, String(waits));
});

test("time runs out", async (t) => {
  /* PUZ-12: five minutes, and with an extension ten. */
  const clocked = await Server.during(t);
  const [late, timely, revealed, forged] = await Promise.all([1, 2, 3, 4].map(() => clocked.challenge()));
  const extended = await clocked.post("/v1/extend", { token: late.token });
  assert.equal(extended.status, 200);

  await clocked.again({ env: clockOff("+270s") });
  assert.equal(await clocked.answer(timely.token, timely.truth), "pass");

  await clocked.again({ env: clockOff("+301s") });
  const { json } = await clocked.post("/v1/answer", { token: late.token, answer: late.truth });
  assert.deepEqual(json, { state: "fail", reason: "expired", alternatives: ["still", "puzzle", "audio", "pow"] });
  await t.test("expiry goes before single use", async () => {
    assert.equal(await clocked.answer(timely.token, timely.truth), "expired");
  });
  await t.test("the signature goes before expiry", async () => {
    assert.equal(await clocked.answer(`${forged.token}A`, forged.truth), "invalid");
  });
  await t.test("an expired challenge can't be extended", async () => {
    const reply = await clocked.post("/v1/extend", { token: late.token });
    assert.deepEqual([reply.status, reply.json.error.code], [403, "expired"]);
  });
  await t.test("an expired challenge can still be revealed", async () => {
    const reply = await clocked.post("/v1/reveal", { token: revealed.token });
    assert.equal(reply.json.answer, revealed.truth);
  });
  await t.test("its picture is there: the challenge may have been extended", async () => {
    assert.equal((await clocked.request(late.view.image.src)).status, 200);
  });
  await t.test("the extended token is still good", async () => {
    assert.equal(await clocked.answer(extended.json.token, late.truth), "pass");
  });

  await clocked.again({ env: clockOff("+601s") });
  assert.equal(await clocked.answer(extended.json.token, late.truth), "expired");
  await clocked.again({ env: clockOff("+6301s") }); // past all that any number of extensions gives
  assert.equal((await clocked.request(late.view.image.src)).status, 404, "its picture is gone");
});

test("a challenge is good until the millisecond before it expires", async (t) => {
  /* PUZ-12, PUZ-19 */
  const { env, at, now } = stoppedClock();
  const clocked = await Server.during(t, { env });
  const [timely, late, page, revealed] = [await clocked.challenge(), await clocked.challenge(), await clocked.page(), await clocked.challenge()];
  assert.equal(Date.parse(late.expiresAt), now() + 300_000);
  at(299);
  assert.equal(await clocked.answer(timely.token, timely.truth), "pass");
  const extended = await clocked.post("/v1/extend", { token: late.token });
  assert.deepEqual([Date.parse(extended.json.expiresAt) - now(), extended.json.timeLimit], [301_000, 301], "from its end, not from now");
  at(300);
  assert.equal(await clocked.answer(late.token, late.truth), "expired");
  assert.equal((await clocked.post("/v1/extend", { token: revealed.token })).json.error.code, "expired");
  assert.match((await clocked.form("/challenge/puzzle", { seed: page.seed, output: page.truth })).text, />Expired</);
  at(600);
  assert.equal(await clocked.answer(extended.json.token, late.truth), "expired");
  for (const [seconds, status] of [[6299, 200], [6300, 404]]) { // as long as twenty extensions would last
    at(seconds);
    assert.equal((await clocked.request(late.view.image.src)).status, status, `its picture after ${seconds} s`);
  }
});

test("time can be extended ten times, and it stays one challenge", async () => {
  const { token, truth, expiresAt } = await server.challenge();
  const tokens = [token];
  for (let left = 9; left >= 0; left--) {
    const { status, json } = await server.post("/v1/extend", { token: tokens.at(-1) });
    assert.equal(status, 200);
    assert.equal(json.extensionsLeft, left);
    assert.equal(Date.parse(json.expiresAt) - Date.parse(expiresAt), (10 - left) * 300_000);
    tokens.push(json.token);
  }
  assert.equal(new Set(tokens).size, 11);
  const { status, json } = await server.post("/v1/extend", { token: tokens.at(-1) });
  assert.deepEqual([status, json.error.code], [403, "no-extension"]);
  assert.equal(await server.answer(tokens[5], truth), "pass");
  for (const other of tokens) assert.equal(await server.answer(other, truth), "replayed"); /* PUZ-14 */
});

test("the last extension says that it was the last", async (t) => {
  const strict = await Server.during(t, { config: `${FAST.trimEnd().slice(0, -1)}, extensions_max: 20}\n` });
  let { token } = await strict.challenge();
  const lefts = [];
  for (;;) {
    const { status, json } = await strict.post("/v1/extend", { token });
    if (status !== 200) break;
    lefts.push(json.extensionsLeft);
    token = json.token;
  }
  assert.equal(lefts.length, 20);
  assert.equal(lefts.at(-1), 0);
});

// ------------------------------------------------------------------ reveal

test("reveal spends the challenge and tells what was right", async () => {
  const { token, truth, view } = await server.challenge();
  const { status, json } = await server.post("/v1/reveal", { token });
  assert.equal(status, 200);
  assert.equal(json.answer, truth);
  assert.ok(Array.isArray(json.correct));
  assert.ok(pairs(view).some((pair) => pair.join() === json.correct.join()), json.correct.join());
  assert.equal(await server.answer(token, truth), "replayed");
  const again = await server.post("/v1/reveal", { token });
  assert.deepEqual([again.status, again.json.error.code], [403, "replayed"]);
  assert.equal(again.json.answer, undefined);
});

test("an answered challenge can't be revealed", async () => {
  const { token, truth } = await server.challenge();
  await server.answer(token, wrong(truth));
  assert.equal((await server.post("/v1/reveal", { token })).status, 403);
});

// ------------------------------------------------------------------ address buckets

/** @type {[string, string, string, string][]} */
const BUCKETS = [
  /* name, asked from, answered from, what comes of it */
  ["the same IPv4 address", "198.51.100.7", "198.51.100.7", "pass"],
  ["the same /24", "198.51.100.7", "198.51.100.255", "pass"],
  ["the next /24", "198.51.100.7", "198.51.101.7", "forbidden"],
  ["the same IPv6 /64", "2001:db8:1:2::3", "2001:db8:1:2:ffff::4", "pass"],
  ["the next IPv6 /64", "2001:db8:1:2::3", "2001:db8:1:3::3", "forbidden"],
  ["IPv4 in IPv6's clothes", "198.51.100.7", "::ffff:198.51.100.9", "pass"],
  ["IPv4 and IPv6", "198.51.100.7", "2001:db8::7", "forbidden"],
  ["what stands before the address is a stranger's word", "198.51.100.7", "198.51.100.7, 203.0.113.5", "forbidden"],
  ["what stands before is not looked at", "203.0.113.9", "198.51.100.7, 203.0.113.5", "pass"],
  ["a port behind it", "198.51.100.7:51234", "198.51.100.9", "pass"],
  ["a port behind it, another network", "198.51.100.7:51234", "203.0.113.9:51234", "forbidden"],
  ["IPv6 in brackets", "[2001:db8:0:1::7]", "2001:db8:0:1::9", "pass"],
  ["IPv6 in brackets with a port", "[2001:db8:0:1::7]:443", "2001:db8:0:1::9", "pass"],
  ["a proxy with a port", "203.0.113.9", "203.0.113.5:1, 10.9.8.7:2", "pass"],
  ["what is no port is no address", "127.0.0.1", "198.51.100.7:x", "pass"],
  ["trusted proxies are walked over", "203.0.113.9", "203.0.113.5, 10.9.8.7", "pass"],
];
test("an answer comes from where the challenge went", async (t) => {
  /* PUZ-13 */
  const proxied = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1, 10.0.0.0/8]\n` });
  for (const [name, from, to, result] of BUCKETS) {
    await t.test(name, async () => {
      const { token, truth } = await proxied.challenge({}, { "X-Forwarded-For": from });
      assert.equal(await proxied.answer(token, truth, { "X-Forwarded-For": to }), result);
      if (result === "forbidden") {
        assert.equal(await proxied.answer(token, truth, { "X-Forwarded-For": from }), "pass", "was not spent");
      }
    });
  }
  await t.test("a proxy's own line goes before the visitor's", async () => {
    const { token, truth } = await proxied.challenge({}, { "X-Forwarded-For": "203.0.113.9" });
    const body = JSON.stringify({ token, answer: truth });
    const send = (/** @type {string} */ lines) =>
      proxied.raw(`POST /v1/answer HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `${lines}Content-Length: ${body.length}\r\n\r\n${body}`);
    assert.match(await send("X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 198.51.100.7\r\n"), /"forbidden"/);
    assert.match(await send("X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-For: 203.0.113.9\r\n"), /"pass"/);
  });
});

test("nobody's word on the address is taken without trust", async () => {
  const { token, truth } = await server.challenge({}, { "X-Forwarded-For": "198.51.100.7" });
  assert.equal(await server.answer(token, truth, { "X-Forwarded-For": "203.0.113.9" }), "pass");
});
