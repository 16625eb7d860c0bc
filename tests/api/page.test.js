// The puzzle's page for people without JavaScript: GET and POST /challenge/puzzle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pairs, slug, solve, TRANSFORMS, wrong } from "../lib/puzzle.js";
import { clockOff, FAST, Server } from "../lib/tessera.js";

const PATH = "/challenge/puzzle";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** What every reply of the page has. @param {{headers: Headers}} reply */
function assertPageHeaders({ headers }) {
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(headers.get("cache-control"), "no-store");
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /form-action 'self'/);
  assert.doesNotMatch(policy, /unsafe-inline/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
}

/** What the page says on failure. @param {{status: number, headers: Headers, text: string}} reply
 * @param {number} status @param {string} heading */
function assertFailure(reply, status, heading) {
  assert.equal(reply.status, status);
  assertPageHeaders(reply);
  assert.ok(reply.text.includes(`>${heading}<`), `says "${heading}"`);
  assert.match(reply.text, /<a [^>]*href="\/challenge\/puzzle[^"]*"[^>]*>Request new challenge\.<\/a>/);
  assert.equal(reply.headers.get("set-cookie"), null);
}

const INCORRECT = "Incorrect."; /* PUZ-18 */
const EXPIRED = "Expired"; /* PUZ-19 */
const FORBIDDEN = "Forbidden. Please request a new challenge."; /* PUZ-20 */
const INVALID = "Invalid output"; /* PUZ-10 */

/** The grids that a page shows, as digits. @param {string} html @returns {Record<string, string>} */
function grids(html) {
  const tones = ["empty", "black", "pink"];
  return Object.fromEntries([...html.matchAll(/<table class="grid" dir="ltr" id="grid-(\w+)">(.*?)<\/table>/gs)].map(
    ([, id, cells]) => [id, [...cells.matchAll(/<td class="(\w+)"/g)].map(([, tone]) => tones.indexOf(tone)).join("")],
  ));
}

// ------------------------------------------------------------------ GET

test("where challenges are turned off the page is not there, and asks nobody to come back", async (t) => {
  /* PUZ-22 */
  const off = await Server.during(t, { config: "challenge: {enabled: false, test_mode: true}" });
  const way = /href="(\/challenge\/puzzle\?ticket=[^"]*)"/.exec((await off.request("/")).text)?.[1] ?? "";
  for (const path of ["/challenge/puzzle", way]) {
    const { status, headers } = await off.request(path);
    assert.deepEqual([status, headers.get("retry-after")], [404, null], path);
  }
});

test("outside test mode there is no page", async (t) => {
  /* PUZ-6 */
  const silent = await Server.during(t, { config: "budget: {enabled: false}" });
  for (const path of [PATH, `${PATH}?ticket=`, `${PATH}?ticket=x`, `${PATH}?test_mode=true`]) {
    const reply = await silent.request(path);
    assert.equal(reply.status, 404, path);
    assertPageHeaders(reply);
    assert.doesNotMatch(reply.text, /name="seed"/);
    assert.equal(reply.headers.get("tessera-truth"), null);
  }
  assert.equal(await silent.metric("bot_defence_challenge_served_total"), 0);
});

test("in test mode the page shows one example and one attempt", async () => {
  /* PUZ-1, PUZ-2, PUZ-4, PUZ-6 */
  const page = await server.page();
  assert.equal(page.status, 200);
  assertPageHeaders(page);
  assert.equal(page.headers.get("set-cookie"), null);
  assert.match(page.text, /<caption dir="auto">Before<\/caption>/);
  assert.match(page.text, /<caption dir="auto">After<\/caption>/);
  assert.match(page.text, /<form[^>]* method="post"[^>]* action="\/challenge\/puzzle"/);
  for (const field of ["first", "second"]) {
    const offered = [...page.text.matchAll(new RegExp(`name="${field}"[^>]* value="([^"]*)"`, "g"))].map(([, v]) => v);
    assert.deepEqual(offered, TRANSFORMS.slice(0, 6).map(slug), field); /* PUZ-5 */
  }
  assert.doesNotMatch(page.text, /\bchecked\b/);
  assert.doesNotMatch(page.text, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/, "no inline script or style");
});

test("the page does not tell the solution", async () => {
  /* PUZ-21 */
  for (let i = 0; i < 25; i++) {
    const { text, truth, headers } = await server.page();
    const { before: given, after: shown, start, preview, result } = grids(text);
    assert.equal(solve({ options: TRANSFORMS.slice(0, 6), grids: { before: given, after: shown, start } }), truth);
    assert.ok(![given, shown, start, preview, result].includes(truth), "no grid of the page is the answer");
    assert.equal(preview + result, "0".repeat(32), "what a script fills in is empty");
    assert.ok(!text.includes(truth));
    assert.deepEqual([...headers].filter(([name, value]) => name !== "tessera-truth" && value.includes(truth)), []);
  }
});

// ------------------------------------------------------------------ POST

test("right, as grid: success", async () => {
  /* PUZ-7, PUZ-17 */
  const { seed, truth } = await server.page();
  const reply = await server.form(PATH, { seed, output: truth });
  assert.equal(reply.status, 200);
  assertPageHeaders(reply);
  assert.match(reply.text, /<title>You’re through/);
  assert.doesNotMatch(reply.text, /Request new challenge/);
  assert.match(reply.headers.get("set-cookie") ?? "",
    /^tessera_pass=[A-Za-z0-9_-]{64,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
});

test("right, as pair: success", async () => {
  /* PUZ-4, PUZ-7 */
  const { seed, text } = await server.page();
  const { before: given, after: shown } = grids(text);
  const [first, second] = pairs({ options: TRANSFORMS.slice(0, 6), grids: { before: given, after: shown } })[0];
  const reply = await server.form(PATH, { seed, first: slug(first), second: slug(second) });
  assert.equal(reply.status, 200);
});

test("right, as multipart: success", async () => {
  const { seed, truth } = await server.page();
  const part = (/** @type {string} */ name, /** @type {string} */ value) =>
    `--e\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const reply = await server.form(PATH, `${part("seed", seed)}${part("output", truth)}--e--\r\n`,
    { "Content-Type": "multipart/form-data; boundary=e" });
  assert.equal(reply.status, 200);
});

test("fields that nobody asked for are no harm", async () => {
  const { seed, truth } = await server.page();
  assert.equal((await server.form(PATH, { seed, output: truth, other: "1" })).status, 200);
});

test("wrong: Incorrect", async () => {
  /* PUZ-18 */
  const { seed, truth } = await server.page();
  assertFailure(await server.form(PATH, { seed, output: wrong(truth) }), 403, INCORRECT);
  assertFailure(await server.form(PATH, { seed, output: truth }), 403, EXPIRED);
});

test("a second time: Expired", async () => {
  /* PUZ-14, PUZ-19 */
  const { seed, truth } = await server.page();
  assert.equal((await server.form(PATH, { seed, output: truth })).status, 200);
  assertFailure(await server.form(PATH, { seed, output: truth }), 403, EXPIRED);
});

/** @type {[string, (seed: string) => string | undefined][]} */
const TAMPERED = [
  ["changed at its start", (seed) => `B${seed.slice(1)}`],
  ["changed in its middle", (seed) => seed.slice(0, 90) + (seed[90] === "A" ? "B" : "A") + seed.slice(91)],
  ["changed at its end", (seed) => seed.slice(0, -2) + (seed.at(-2) === "A" ? "B" : "A") + seed.at(-1)],
  ["cut", (seed) => seed.slice(0, -1)],
  ["longer", (seed) => `${seed}A`],
  ["empty", () => ""],
  ["missing", () => undefined],
  ["made up", () => "x".repeat(200)],
  ["longer than 4096", () => "x".repeat(4097)],
  ["with characters that no token has", (seed) => `${seed}<script>`],
];
for (const [name, change] of TAMPERED) {
  test(`a seed that is ${name}: Forbidden`, async () => {
    /* PUZ-11, PUZ-20 */
    const { seed, truth } = await server.page();
    const changed = change(seed);
    /** @type {Record<string, string>} */
    const fields = changed === undefined ? { output: truth } : { seed: changed, output: truth };
    assertFailure(await server.form(PATH, fields), 403, FORBIDDEN);
    assert.equal((await server.form(PATH, { seed, output: truth })).status, 200, "nothing was spent");
  });
}

/** Bodies without the shape of an answer, made from a good seed and output.
 * @type {[string, (seed: string, output: string) => string | Uint8Array][]} */
const SHAPES = [
  ["nothing", () => ""],
  ["no output", (seed) => `seed=${seed}`],
  ["output empty", (seed) => `seed=${seed}&output=`],
  ["output without value", (seed) => `seed=${seed}&output`],
  ["15 digits", (seed, output) => `seed=${seed}&output=${output.slice(1)}`],
  ["17 digits", (seed, output) => `seed=${seed}&output=${output}0`],
  ["129 characters", (seed) => `seed=${seed}&output=${"0".repeat(129)}`],
  ["a digit 3", (seed, output) => `seed=${seed}&output=3${output.slice(1)}`],
  ["a letter", (seed, output) => `seed=${seed}&output=a${output.slice(1)}`],
  ["a blank around", (seed, output) => `seed=${seed}&output=+${output}`],
  ["a minus", (seed, output) => `seed=${seed}&output=-${output.slice(1)}`],
  ["wide digits", (seed) => `seed=${seed}&output=${encodeURIComponent("０".repeat(16))}`],
  ["output and a pair", (seed, output) => `seed=${seed}&output=${output}&first=shift-up&second=shift-left`],
  ["output and half a pair", (seed, output) => `seed=${seed}&output=${output}&first=shift-up`],
  ["half a pair", (seed) => `seed=${seed}&first=shift-up`],
  ["the other half", (seed) => `seed=${seed}&second=shift-up`],
  ["an empty pair", (seed) => `seed=${seed}&first=&second=`],
  ["a pair of nonsense", (seed) => `seed=${seed}&first=shift-up&second=sideways`],
  ["a pair outside the legend", (seed) => `seed=${seed}&first=shift-up&second=mirror-vertical`],
  ["a pair in one field", (seed) => `seed=${seed}&first=shift-up,shift-left&second=shift-left`],
  ["output twice", (seed, output) => `seed=${seed}&output=${output}&output=${output}`],
  ["seed twice", (seed, output) => `seed=${seed}&seed=${seed}&output=${output}`],
  ["an escape cut short", (seed, output) => `seed=${seed}&output=${output}&x=%4`],
  ["an escape that is none", (seed, output) => `seed=${seed}&output=${output}&x=%zz`],
  ["NUL in the output", (seed, output) => `seed=${seed}&output=${output}%00`],
  ["NUL elsewhere", (seed, output) => `seed=${seed}&output=${output}&x=%00`],
  ["not UTF-8", (seed, output) => `seed=${seed}&output=${output}&x=%ff`],
  ["a thousand parameters", (seed, output) =>
    `seed=${seed}&output=${output}&${Array.from({ length: 1000 }, (_, i) => `p${i}`).join("&")}`],
  ["binary", () => Uint8Array.from({ length: 2048 }, (_, i) => (i * 37 + 11) & 255)],
];
test("bodies without shape: 400, and nothing is spent", async (t) => {
  /* PUZ-10 */
  const { seed, truth } = await server.page();
  for (const [name, make] of SHAPES) {
    await t.test(name, async () => {
      assertFailure(await server.form(PATH, make(seed, truth)), 400, INVALID);
    });
  }
  assert.equal((await server.form(PATH, { seed, output: truth })).status, 200);
});

test("the page's own form without one of its moves: the same puzzle again, with what is missing; nothing is spent", async () => {
  const { seed, truth } = await server.page();
  for (const [fields, chosen] of /** @type {[Record<string, string>, string[]][]} */ ([[{}, []], [{ second: "shift-up" }, ["second-shift-up"]]])) {
    const again = await server.form(PATH, { seed, moves: "1", ...fields });
    assert.equal(again.status, 400);
    assertPageHeaders(again);
    assert.match(again.text, /role="alert">Please choose a 1st and a 2nd move\.<\/p>/);
    assert.deepEqual([...again.text.matchAll(/id="([\w-]+)" value="[\w-]+" checked/g)].map(([, id]) => id), chosen);
    assert.doesNotMatch(again.text, /Invalid output|class="ways"/);
  }
  assert.equal((await server.form(PATH, { seed: `${seed}A`, moves: "1" })).status, 400, "a token that is none brings no puzzle");
  assert.equal((await server.form(PATH, { seed, output: truth })).status, 200);
});

test("a body over 8192 bytes: 413, and nothing is spent", async () => {
  /* PUZ-10 */
  const { seed, truth } = await server.page();
  const fields = `seed=${seed}&output=${truth}&x=`;
  const over = await server.form(PATH, fields + "x".repeat(8193 - fields.length));
  assert.equal(over.status, 413);
  assertPageHeaders(over);
  assert.equal((await server.form(PATH, fields + "x".repeat(8192 - fields.length))).status, 200);
});

for (const type of ["application/json", "text/plain", ""]) {
  test(`a body of type "${type}": 415`, async () => {
    const { seed, truth } = await server.page();
    const reply = await server.form(PATH, `seed=${seed}&output=${truth}`, { "Content-Type": type });
    assert.equal(reply.status, 415);
    assertPageHeaders(reply);
  });
}

// ------------------------------------------------------------------ the order of the checks

test("each check goes before the next, and before the fifth nothing is spent", async (t) => {
  /* PUZ-10, PUZ-11, PUZ-12, PUZ-13, PUZ-14, PUZ-15 */
  const proxied = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1]\n` });
  const home = { "X-Forwarded-For": "198.51.100.7" };
  const away = { "X-Forwarded-For": "203.0.113.7" };
  const open = await proxied.page(PATH, home);
  const spent = await proxied.page(PATH, home);
  assert.equal((await proxied.form(PATH, { seed: spent.seed, output: spent.truth }, home)).status, 200);

  const forged = (/** @type {string} */ seed) => `${seed}A`;
  /** @type {[string, string, string, Record<string, string>, number, string][]} */
  const now = [
    ["shape before signature", forged(open.seed), "0", home, 400, INVALID],
    ["shape before address", open.seed, "0", away, 400, INVALID],
    ["shape before single use", spent.seed, "0", home, 400, INVALID],
    ["signature before address", forged(open.seed), open.truth, away, 403, FORBIDDEN],
    ["signature before single use", forged(spent.seed), spent.truth, home, 403, FORBIDDEN],
    ["signature before the answer", forged(open.seed), wrong(open.truth), home, 403, FORBIDDEN],
    ["address before single use", spent.seed, spent.truth, away, 403, FORBIDDEN],
    ["address before the answer", open.seed, wrong(open.truth), away, 403, FORBIDDEN],
    ["single use before the answer", spent.seed, wrong(spent.truth), home, 403, EXPIRED],
  ];
  for (const [name, seed, output, from, status, heading] of now) {
    await t.test(name, async () => assertFailure(await proxied.form(PATH, { seed, output }, from), status, heading));
  }
  await t.test("the open one is still open", async () => {
    assert.equal((await proxied.form(PATH, { seed: open.seed, output: open.truth }, home)).status, 200);
  });

  const late = await proxied.page(PATH, home);
  await proxied.again({ env: clockOff("+301s") });
  /** @type {[string, string, string, Record<string, string>, number, string][]} */
  const then = [
    ["expired", late.seed, late.truth, home, 403, EXPIRED],
    ["shape before expiry", late.seed, "0", home, 400, INVALID],
    ["signature before expiry", forged(late.seed), late.truth, home, 403, FORBIDDEN],
    ["expiry before address", late.seed, late.truth, away, 403, EXPIRED],
    ["expiry before the answer", late.seed, wrong(late.truth), home, 403, EXPIRED],
    ["expiry before single use", spent.seed, spent.truth, home, 403, EXPIRED],
  ];
  for (const [name, seed, output, from, status, heading] of then) {
    await t.test(name, async () => assertFailure(await proxied.form(PATH, { seed, output }, from), status, heading));
  }
});

test("names that are no transforms are a matter of shape", async () => {
  /* PUZ-10 before PUZ-11 */
  const { seed } = await server.page();
  assertFailure(await server.form(PATH, { seed: `${seed}A`, first: "nonsense", second: "shift-up" }), 400, INVALID);
});

test("the cookie is for https alone where the visitor came by https", async (t) => {
  const proxied = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1]\n` });
  for (const [proto, isSecure] of /** @type {[string, boolean][]} */ ([["https", true], ["http", false]])) {
    const from = { "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": proto };
    const { seed, truth } = await proxied.page(PATH, from);
    const { headers } = await proxied.form(PATH, { seed, output: truth }, from);
    assert.equal(/; Secure(;|$)/.test(headers.get("set-cookie") ?? ""), isSecure, proto);
  }
  const { seed, truth } = await server.page();
  const { headers } = await server.form(PATH, { seed, output: truth }, { "X-Forwarded-Proto": "https" });
  assert.doesNotMatch(headers.get("set-cookie") ?? "", /; Secure/, "a visitor's own word is nothing");
});

// ------------------------------------------------------------- more time

/** The page that comes back for "More time". @param {Record<string, string>} fields */
const moreTime = (fields) => server.form(PATH, { ...fields, "more-time": "1" });

/** The token in a page. @param {string} html */
const seedOf = (html) => /** @type {string} */ (/name="seed" value="([^"]+)"/.exec(html)?.[1]);

test("more time without scripts: the same puzzle, what was chosen, a later end", async () => {
  const { seed, truth, text } = await server.page();
  const reply = await moreTime({ seed, first: "shift-left" });
  assert.equal(reply.status, 200);
  assertPageHeaders(reply);
  assert.deepEqual(grids(reply.text), grids(text));
  assert.match(reply.text, /id="first-shift-left" value="shift-left" checked/);
  assert.equal([...reply.text.matchAll(/\bchecked\b/g)].length, 1);
  assert.match(reply.text, /Time to answer: (9|10) min</);
  // It is one challenge: spent through one token, it is spent through the other.
  assert.equal((await server.form(PATH, { seed: seedOf(reply.text), output: truth })).status, 200);
  assertFailure(await server.form(PATH, { seed, output: truth }), 403, EXPIRED);
});

test("more time is had ten times, then the button is gone", async () => {
  let { seed, text, truth } = await server.page();
  for (let i = 0; i < 10; i++) {
    assert.match(text, /id="more-time"/, `before extension ${i + 1}`);
    ({ text } = await moreTime({ seed }));
    seed = seedOf(text);
  }
  assert.doesNotMatch(text, /id="more-time"/);
  const after = await moreTime({ seed });
  assert.equal(after.status, 200);
  assert.equal(seedOf(after.text), seed, "the eleventh changes nothing");
  assert.equal((await server.form(PATH, { seed, output: truth })).status, 200);
});

test("more time is not had for what is not ours", async () => {
  const { seed } = await server.page();
  assertFailure(await moreTime({ seed: seed.slice(0, -1) }), 403, FORBIDDEN);
  assertFailure(await moreTime({ seed: "" }), 403, FORBIDDEN);
  assertFailure(await moreTime({ seed, first: "x".repeat(200) }), 400, INVALID);
});

test("a challenge that a site asked for is refused, and opens no gate", async () => {
  const { token, truth } = await server.challenge({ type: "puzzle", difficulty: "easy" });
  const reply = await server.form(PATH, { seed: token, output: truth });
  assert.equal(reply.status, 403);
  assert.equal(reply.headers.get("set-cookie"), null);
});
