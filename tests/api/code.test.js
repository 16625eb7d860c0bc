// GET and POST /challenge: a challenge as a form, and a short code that a site's server redeems.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { hanging } from "../lib/hang.js";
import { counted, useEarlyClock, eventually, FAST, kinds, passTime, run, Server, wrongCells, stoppedClock, serverNow, unlessHung } from "../lib/tessera.js";

useEarlyClock();

const HUMAN = "accessibility: {fallback_enabled: true, fallback_method: human_review}\n";
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/;

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** The page of a site's forms, as a browser without scripts shows it.
 * @param {Server} at @param {string} [more] @param {Record<string, string>} [from] */
const formPage = (at, more = "", from = {}) => at.page(`/challenge?sitekey=${at.sitekey}${more}`, from);

/** The fields of a form that is answered so. @param {string} seed @param {string} answer @param {string} type
 * @returns {Record<string, string>} */
function fieldsOf(seed, answer, type) {
  if (type === "puzzle") return { seed, output: answer };
  const cells = answer.split(",");
  return cells.length === 1 ? { seed, cell: answer } : { seed, ...Object.fromEntries(cells.map((cell) => [`cell-${cell}`, "1"])) };
}

const address = (/** @type {string} */ text) => text.replaceAll("&amp;", "&");
const codeOn = (/** @type {string} */ text) => /** @type {string} */ (/id="code" readonly value="([^"]*)"/.exec(text)?.[1]);

/** Solves, and goes where that leads: the address and the page of the code.
 * @param {Server} at @param {{type?: string, more?: string, from?: Record<string, string>}} [options] */
async function solve(at, { type = "predator", more = "", from = {} } = {}) {
  const page = await formPage(at, `&type=${type}${more}`, from);
  assert.equal(page.status, 200, page.text);
  const sent = await at.form(address(page.action), fieldsOf(page.seed, page.truth, type), from);
  assert.equal(sent.status, 303, sent.text);
  assert.equal(sent.headers.get("set-cookie"), null, "it is no way through the gate");
  const path = /** @type {string} */ (sent.headers.get("location"));
  const shown = await at.request(path, { headers: from });
  assert.equal(shown.status, 200);
  return { path, text: shown.text, code: codeOn(shown.text), page };
}

for (const type of kinds()) {
  test(`solved without a script, and redeemed by its code: ${type}`, async () => {
    const { code, text } = await solve(server, { type });
    assert.match(code, CODE);
    assert.match(text, /It is good once, within 10 min\./);
    const told = await server.verify({ response: code });
    assert.deepEqual([told.success, told.type, told.hostname, told.action, told.pace.work, told["error-codes"]],
      [true, type, "127.0.0.1", "", 0, []]);
    assert.ok(Math.abs(Date.parse(told.challenge_ts) - serverNow()) < 60_000);
    assert.deepEqual((await server.verify({ response: code }))["error-codes"], ["timeout-or-duplicate"]);
  });
}

/** @type {[string, (code: string) => string][]} */
const WRITTEN = [
  ["in small letters", (code) => code.toLowerCase()],
  ["with blanks", (code) => ` ${code.replaceAll("-", " ")}\n`],
  ["in one", (code) => code.replaceAll("-", "")],
  ["O for 0, I or l for 1", (code) => code.replaceAll("0", "O").replace("1", "I").replaceAll("1", "l")],
  ["with other dashes", (code) => code.replaceAll("-", "–")],
];
for (const [name, write] of WRITTEN) {
  test(`a code is read as people write it: ${name}`, async () => {
    const { code } = await solve(server);
    assert.equal((await server.verify({ response: write(code) })).success, true, write(code));
  });
}

test("every vendor's path takes a code", async () => {
  for (const path of ["/recaptcha/api/siteverify", "/siteverify", "/turnstile/v0/siteverify"]) {
    const { code } = await solve(server);
    const ask = async () => (await server.form(path, { secret: server.secret, response: code })).json;
    const told = await ask();
    assert.deepEqual([told.success, told.hostname], [true, "127.0.0.1"], path);
    assert.equal((await ask()).success, false, path);
  }
});

test("a hundred at once redeem a code once", async () => {
  const { code } = await solve(server);
  const told = await Promise.all(Array.from({ length: 100 }, () => server.verify({ response: code })));
  assert.equal(told.filter(({ success }) => success).length, 1);
});

test("the code's page shows the same code again, and only where it was solved", async (t) => {
  const own = await Server.during(t, { config: `${FAST}trusted_proxies: [127.0.0.1/32]\n` });
  const [here, there] = ["198.51.100.7", "203.0.113.5"].map((ip) => ({ "X-Forwarded-For": ip }));
  const rows = () => spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(own.data, "records.db"), "SELECT count(*) FROM codes"], { encoding: "utf8" }).stdout.trim();
  const { path, code, page } = await solve(own, { from: here });
  for (let i = 0; i < 3; i++) assert.equal(codeOn((await own.request(path, { headers: here })).text), code);
  assert.equal(rows(), "1");
  const elsewhere = await own.request(path, { headers: there });
  assert.equal(elsewhere.status, 403);
  assert.ok(!elsewhere.text.includes(code));
  const again = await own.form(address(page.action), fieldsOf(page.seed, page.truth, "predator"), here);
  assert.equal(again.status, 403, "the form sent again brings no second code");
  assert.equal(rows(), "1");
  const token = /** @type {string} */ (new URL(path, own.url).searchParams.get("code"));
  assert.deepEqual((await own.verify({ response: token }))["error-codes"], ["invalid-input-response"], "the address is no pass");
  assert.equal((await own.post("/v1/renew", { response: token }, here)).status, 403);
  assert.equal((await own.request(`/challenge?sitekey=${own.sitekey}&code=${token.slice(0, -2)}AA`, { headers: here })).status, 403);
});

test("what the records keep is of no use to who reads them", async () => {
  const { code } = await solve(server);
  const rows = spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(server.data, "records.db"), "SELECT hash, token FROM codes"], { encoding: "utf8" }).stdout.trim().split("\n");
  const all = rows.join();
  assert.ok(!all.includes(code) && !all.includes(code.replaceAll("-", "")));
  for (const token of rows.map((row) => row.split("|")[1])) {
    assert.deepEqual((await server.verify({ response: token }))["error-codes"], ["invalid-input-response"]);
  }
  assert.equal((await server.verify({ response: code })).success, true);
});

test("a code that is too old is told apart from one that never was, and its page says so", async (t) => {
  const { env, at } = stoppedClock();
  const own = await Server.during(t, { env, config: `${FAST}response: {code_lifetime_s: 900}\n` });
  const [stale, timely] = [await solve(own), await solve(own)];
  assert.match(stale.text, /within 15 min\./);
  at(700);
  assert.match((await own.request(timely.path)).text, /within 4 min\./);
  assert.equal((await own.verify({ response: timely.code })).success, true, "the pass behind it lives as long");
  at(899);
  assert.ok((await own.request(stale.path)).text.includes(stale.code));
  at(900);
  assert.deepEqual((await own.verify({ response: stale.code }))["error-codes"], ["timeout-or-duplicate"]);
  assert.deepEqual((await own.verify({ response: "0000-0000-0000" }))["error-codes"], ["invalid-input-response"]);
  const page = await own.request(stale.path);
  assert.equal(page.status, 403);
  assert.ok(!page.text.includes(stale.code));
  assert.match(page.text, /href="\/challenge\?sitekey=/);
});

test("another site's secret redeems no code, and uses none up", async (t) => {
  const own = await Server.during(t);
  const { sitekey, secret } = own;
  const { code } = await solve(own);
  own.addSite("other");
  await own.again();
  assert.deepEqual((await own.verify({ response: code }))["error-codes"], ["invalid-input-response"]);
  assert.equal((await own.verify({ response: code, secret })).success, true, "after a restart, too");
  // Nor does the form of one site's page earn the other's code.
  const { seed, truth } = await own.page(`/challenge?sitekey=${sitekey}&type=human`);
  const sent = await own.form(`/challenge?sitekey=${own.sitekey}`, { seed, cell: truth });
  assert.equal(sent.status, 403);
  assert.equal(sent.headers.get("location"), null);
});

test("wrong answers, nonsense and more time", async () => {
  const page = await formPage(server, "&type=predator");
  const action = address(page.action);
  const wrong = Object.fromEntries(wrongCells(page.truth).split(",").map((cell) => [`cell-${cell}`, "1"]));
  const later = await server.form(action, { seed: page.seed, "more-time": "1" });
  assert.equal(later.status, 200);
  assert.match(later.text, /name="seed"/);
  for (const [fields, status] of /** @type {[Record<string, string>, number][]} */ ([
    [{ seed: page.seed }, 400], [{ seed: page.seed, "cell-77": "1" }, 400], [{ seed: page.seed, cell: "x" }, 400],
    [{ seed: page.seed, cell: "1", output: "0".repeat(16) }, 400], [{ seed: page.seed, "cell-1": "1" }, 400],
    [{ seed: "x", cell: "1" }, 403], [{ cell: "1" }, 403], [{ seed: page.seed, [`cell-${"1".repeat(200)}`]: "1" }, 400]])) {
    assert.equal((await server.form(action, fields)).status, status, JSON.stringify(Object.keys(fields)));
  }
  assert.equal((await server.form(action, { seed: page.seed, ...wrong })).status, 403);
  const spent = await server.form(action, fieldsOf(page.seed, page.truth, "predator"));
  assert.equal(spent.status, 403, "a wrong answer uses it up");
  assert.equal((await server.post(action, {})).status, 415);
  assert.equal((await server.form(action, "a=%zz")).status, 400);
  assert.equal((await server.form(action, "a".repeat(9000))).status, 413);
});

/** The names of what is ticked. @param {string} html */
const ticked = (html) => [...html.matchAll(/name="([\w-]+)"[^>]* checked/g)].map(([, name]) => name);

/** @param {string} html */
const waysOn = (html) => /<nav class="ways".*<\/nav>/s.exec(html)?.[0] ?? "";

test("a puzzle without one of its moves, or both, comes back with what is missing, and spends nothing", async () => {
  const page = await formPage(server, "&type=puzzle&lang=en");
  const words = "Please choose a 1st and a 2nd move.";
  for (const [name, fields] of /** @type {[string, Record<string, string>][]} */ ([
    ["", {}], ["first", { first: "shift-up" }], ["second", { second: "shift-left" }], ["", { first: "", second: "" }]])) {
    const again = await server.form(address(page.action), { seed: page.seed, moves: "1", ...fields });
    assert.equal(again.status, 400);
    assert.ok(again.text.includes(`<p class="missing" id="missing" role="alert">${words}</p>`), again.text);
    assert.ok(again.text.includes(`<title>${words} `));
    assert.ok(again.text.includes(`name="seed" value="${page.seed}"`), "the same one");
    assert.deepEqual(ticked(again.text), name ? [name] : []);
    assert.match(waysOn(again.text), /alternative=audio/);
    assert.doesNotMatch(waysOn(again.text), /alternative=puzzle/, "which it is itself");
  }
  for (const fields of [{}, { first: "shift-up" }, { moves: "1", first: "sideways" }, { moves: "1", first: "a".repeat(129) }, { moves: "1", first: "shift-up", second: "sideways" }, { moves: "1", output: "1" }]) {
    const refused = await server.form(address(page.action), { seed: page.seed, .../** @type {Record<string, string>} */ (fields) });
    assert.deepEqual([refused.status, /<h1[^>]*>([^<]*)/.exec(refused.text)?.[1]], [400, "Invalid output"], JSON.stringify(fields));
  }
  const { status } = await server.form(address(page.action), { seed: page.seed, output: page.truth });
  assert.equal(status, 303, "and it can still be answered");
});

test("a wrong answer is told with the other ways, that which was taken among them, whatever was chosen", async () => {
  const told = [];
  for (const more of ["&type=human", "&type=predator", "&type=hidden", "&type=hidden&alternative=still", "&type=scene&alternative=audio", "&type=puzzle"]) {
    const page = await formPage(server, more);
    const type = more.includes("puzzle") ? "puzzle" : "";
    const wrong = type === "puzzle" ? "0".repeat(16) : page.truth.includes(",") ? (page.truth === "0,1,2" ? "0,1,3" : "0,1,2") : String((Number(page.truth) + 1) % 4);
    const sent = await server.form(address(page.action), fieldsOf(page.seed, wrong, type));
    assert.equal(sent.status, 403, sent.text);
    const ways = [...waysOn(sent.text).matchAll(/alternative=(\w+)"/g)].map(([, name]) => name);
    told.push([more, ways.join()]);
  }
  assert.deepEqual(told, [["&type=human", "puzzle,audio"], ["&type=predator", "puzzle,audio"], ["&type=hidden", "still,puzzle,audio"],
    ["&type=hidden&alternative=still", "still,puzzle,audio"], ["&type=scene&alternative=audio", "puzzle,audio"], ["&type=puzzle", "puzzle,audio"]]);
});

test("an answer that lacks something spends nothing: the same challenge is shown again, with what is missing", async () => {
  const page = await formPage(server, "&type=predator&lang=en");
  const action = address(page.action);
  for (const [fields, words] of /** @type {[Record<string, string>, string][]} */ ([
    [{}, "Please choose 3. Chosen so far: 0."], [{ "cell-1": "1" }, "Please choose 3. Chosen so far: 1."]])) {
    const again = await server.form(action, { seed: page.seed, ...fields });
    assert.equal(again.status, 400);
    assert.ok(again.text.includes(`<p class="missing" id="missing" role="alert">${words}</p>`), again.text);
    assert.ok(again.text.includes(`<title>${words} `), "which a screen reader says first");
    assert.ok(again.text.includes(`name="seed" value="${page.seed}"`), "the same one");
    assert.deepEqual(ticked(again.text), Object.keys(fields), "what was chosen stays so");
    assert.equal(waysOn(again.text), waysOn(page.text), "with the ways around it");
  }
  const later = await server.form(action, { seed: page.seed, "cell-2": "1", "cell-7": "1", "more-time": "1" });
  assert.deepEqual([later.status, ticked(later.text), waysOn(later.text)], [200, ["cell-2", "cell-7"], waysOn(page.text)], "nor does more time lose it");
  assert.match(waysOn(page.text), /alternative=puzzle/);
  const human = await formPage(server, "&type=human&lang=de");
  assert.match((await server.form(address(human.action), { seed: human.seed })).text, /class="missing" id="missing" role="alert">[^<]*auswählen/);
  const { status } = await server.form(action, fieldsOf(page.seed, page.truth, "predator"));
  assert.equal(status, 303, "and it can still be answered");
  const over = await server.form(action, { seed: page.seed });
  assert.ok(over.status === 400 && over.headers.get("location") === null);
});

test("a link may name the form's action, which the pass then has; what can be none is none", async () => {
  for (const [asked, told] of [["signup", "signup"], ["a%20b", ""], ["a".repeat(33), ""], ["%3Cb%3E", ""]]) {
    const page = await formPage(server, `&type=human&action=${asked}`);
    assert.equal(page.action.includes("action="), told !== "");
    const sent = await server.form(address(page.action), { seed: page.seed, cell: page.truth });
    const shown = await server.request(String(sent.headers.get("location")));
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(shown.text)?.[0];
    assert.equal((await server.verify({ response: code })).action, told);
  }
});

test("several rounds: a code after the last one, with nothing told between", async (t) => {
  const own = await Server.during(t, { config: FAST.replace("challenge: {", "challenge: {rounds_min: 2, ") });
  const first = await formPage(own, "&type=human");
  const sent = await own.form(address(first.action), { seed: first.seed, cell: first.truth });
  assert.equal(sent.status, 200);
  assert.match(sent.text, /One more, please: 2 of /);
  const seed = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(sent.text)?.[1]);
  const last = await own.form(address(first.action), { seed, cell: /** @type {string} */ (sent.headers.get("tessera-truth")) });
  assert.equal(last.status, 303);
  const code = codeOn((await own.request(/** @type {string} */ (last.headers.get("location")))).text);
  const told = await own.verify({ response: code });
  assert.deepEqual([told.success, told.rounds], [true, 2]);
});

test("a challenge that no form can answer is waited for in vain: another one is shown", async (t) => {
  const own = await Server.during(t, { config: FAST.replace("challenge: {", "challenge: {work_min: 4, ") });
  const form = await formPage(own, "&type=human");
  const [, path] = /** @type {RegExpExecArray} */ (/url=(.*)$/.exec(form.headers.get("refresh") ?? ""));
  for (const more of [{ alternative: "pow" }, { type: "human" }]) { // work alone, and a picture with work
    const { token } = await own.challenge(more);
    const shown = await own.request(path.replace(/wait=.*/, `wait=${token}`));
    assert.equal(shown.status, 200);
    assert.match(shown.headers.get("refresh") ?? "", /; url=.*wait=/, "a new one, which is waited for");
    assert.ok(!shown.text.includes(token));
  }
});

test("waiting takes the place of work", async (t) => {
  const own = await Server.during(t, { config: FAST.replace("challenge: {", "challenge: {work_min: 4, ") });
  const page = await formPage(own, "&type=human");
  assert.equal(page.status, 200);
  const [, seconds, path] = /** @type {RegExpExecArray} */ (/^(\d+); url=(.*)$/.exec(page.headers.get("refresh") ?? ""));
  assert.ok(Number(seconds) >= 1 && Number(seconds) <= 10, seconds);
  passTime(Number(seconds));
  const shown = await own.page(path);
  const sent = await own.form(address(shown.action), { seed: shown.seed, cell: shown.truth });
  assert.equal(sent.status, 303);
});

/** @type {[string, string[], string, Record<string, string>, string][]} */
const HOSTS = [
  ["the form's, where the site has pages there", ["shop.example", "*.shop.example"], "", { Referer: "https://www.shop.example/cart?x" }, "www.shop.example"],
  ["the site's first, where nobody says", ["*.shop.example", "shop.example"], "", {}, "shop.example"],
  ["the site's first, where the browser names this server's own page", ["shop.example"], "", { Referer: "http://127.0.0.1/challenge" }, "shop.example"],
  ["the one from before", ["shop.example", "b.example"], "&from=b.example", { Referer: "https://shop.example/" }, "b.example"],
  ["one with an underscore", ["shop.example", "my_app.example"], "", { Referer: "https://my_app.example/" }, "my_app.example"],
  ["not one that is none", ["shop.example"], "&from=%22%3E%3Cscript", {}, "shop.example"],
  ["any, where the site names none", [], "", { Referer: "https://any.example/" }, "any.example"],
  ["this server's, where nobody says and the site names none", [], "", {}, "127.0.0.1"],
];
for (const [name, hostnames, more, headers, expected] of HOSTS) {
  test(`hostname: ${name}`, async (t) => {
    const own = await Server.during(t, { hostnames });
    const page = await own.page(`/challenge?sitekey=${own.sitekey}&type=human${more}`, headers);
    const sent = await own.form(address(page.action), { seed: page.seed, cell: page.truth });
    const shown = await own.request(/** @type {string} */ (sent.headers.get("location")));
    assert.equal((await own.verify({ response: codeOn(shown.text) })).hostname, expected);
    if (headers.Referer?.includes("www.")) assert.match(page.action, /from=www\.shop\.example/, "kept for the next one");
  });
}

/** @type {[string, string, Record<string, string>][]} */
const ELSEWHERE = [
  ["another site's page", "", { Referer: "https://evil.example/" }],
  ["a page on a host below", "", { Referer: "https://www.shop.example/" }],
  ["another site's page that says to be the site's", "&from=shop.example", { Referer: "https://evil.example/" }],
  ["another site's page that frames ours", "&from=evil.example", {}],
];
for (const [name, more, headers] of ELSEWHERE) {
  test(`${name} gets no code of the site`, async (t) => {
    const own = await Server.during(t, { hostnames: ["shop.example"] });
    const page = await formPage(own, `&type=human${more}`, headers);
    assert.deepEqual([page.status, page.seed], [403, undefined]);
    assert.match(page.text, /This site key is not for this address/);
  });
}

test("a key that is none finds nothing, and challenges that are off are not shown", async (t) => {
  const none = await server.request("/challenge?sitekey=ts_none");
  const bare = await server.request("/nothing", { headers: { Accept: "text/html" } });
  assert.equal(none.status, 404);
  assert.equal(none.text, bare.text, "as any other page that is not there");
  for (const path of ["/challenge", "/challenge?sitekey=", `/challenge?sitekey=${"a".repeat(3000)}`, "/challenge?sitekey=%00"]) {
    assert.equal((await server.request(path)).status, 404, path);
    assert.equal((await server.form(path, { seed: "x" })).status, 404, path);
  }
  const off = await Server.during(t, { config: "challenge: {enabled: false}\n" });
  assert.equal((await formPage(off)).status, 404);
});

test("what the site takes decides what is shown, by default, too", async (t) => {
  const own = await Server.during(t, { config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\n" });
  const page = await formPage(own, "&type=puzzle");
  assert.match(page.text, /What hides in the moving dots\?/, "the type is the site's, not the visitor's");
  assert.match(page.text, /alternative=still">A question without motion/);
  assert.doesNotMatch(page.text, /alternative=puzzle/, "the puzzle is not among the defaults");
  assert.doesNotMatch((await formPage(own, "&alternative=puzzle")).text, /Find the two moves/);
  const still = await formPage(own, "&alternative=still");
  assert.doesNotMatch(still.text, /moving dots/);
  const sent = await own.form(address(page.action), { seed: page.seed, cell: page.truth });
  const code = codeOn((await own.request(/** @type {string} */ (sent.headers.get("location")))).text);
  const told = await own.verify({ response: code });
  assert.deepEqual([told.success, told.type, told.strength], [true, "hidden", "off-the-shelf"]);

  assert.equal(run(["site", "set", "test", "--alternatives", "puzzle", "--data", own.data]).status, 0);
  await own.again();
  assert.match((await formPage(own, "&alternative=puzzle")).text, /Find the two moves/);
  assert.match((await formPage(own)).text, /alternative=puzzle">A puzzle in words/);
});

test("what a site takes no more is not redeemed by a code", async (t) => {
  const own = await Server.during(t);
  const { code } = await solve(own, { type: "human" });
  await own.again({ config: "budget: {enabled: false}\n" });
  assert.deepEqual((await own.verify({ response: code }))["error-codes"], ["strength-not-accepted"]);
});

test("where nothing that the site takes is a form, the page says so, and whom to ask", async (t) => {
  const login = "budget: {enabled: false}\nchallenge: {types: [spatial], strength: friction, submit_after_ms: 0, accepts: [pow]}\n";
  const own = new Server({ config: login, truth: true });
  const added = run(["site", "add", "test", "--profile", "login", "--data", own.data]);
  own.sitekey = /** @type {string} */ (/^sitekey: (.*)$/m.exec(added.stdout)?.[1]);
  own.secret = /** @type {string} */ (/^secret: (.*)$/m.exec(added.stdout)?.[1]);
  await own.up();
  t.after(() => own.down());
  const page = await formPage(own);
  assert.equal(page.status, 200);
  assert.match(page.text, /This site asks for something that needs JavaScript\./);
  assert.doesNotMatch(page.text, /name="review"/);

  await own.again({ config: login.replace("[pow]", "[pow, review]") + HUMAN });
  const asks = await formPage(own);
  const ticket = /** @type {string} */ (/name="review" value="([^"]*)"/.exec(asks.text)?.[1]);
  const asked = await own.form("/challenge/review", { review: ticket });
  assert.equal(asked.status, 303);
  const path = /** @type {string} */ (asked.headers.get("location"));
  const waiting = await own.request(path);
  const id = /** @type {string} */ (/id="code">([^<]*)</.exec(waiting.text)?.[1]);
  assert.match(waiting.text, /href="\/challenge\?sitekey=/);
  assert.equal(run(["review", "approve", id, "--data", own.data]).status, 0);
  const approved = await own.request(path);
  assert.equal(approved.headers.get("set-cookie"), null, "a site's review is no way through the gate");
  const code = codeOn(approved.text);
  assert.match(code, CODE);
  assert.equal(codeOn((await own.request(path)).text), code, "the same again");
  const told = await own.verify({ response: code });
  assert.deepEqual([told.success, told.type, told.alternative], [true, "review", "review"]);
  assert.deepEqual((await own.verify({ response: code }))["error-codes"], ["timeout-or-duplicate"]);
});

test("in the visitor's language, and it stays", async () => {
  const page = await formPage(server, "&type=human&lang=de");
  assert.match(page.text, /<html lang="de"/);
  assert.match(page.action, /lang=de/);
  const { text } = await solve(server, { more: "&lang=de" });
  assert.match(text, /Der Code fürs Formular/);
  assert.match((await formPage(server, "", { "Accept-Language": "fr" })).text, /<html lang="fr"/);
});

test("in the site's theme, from the challenge to the code and to what goes wrong", async (t) => {
  const own = await Server.during(t);
  const dark = /<html lang="en" dir="ltr" data-theme="dark">/;
  assert.doesNotMatch((await formPage(own)).text, /data-theme/);
  await own.set("--theme", "dark");
  const { text, page } = await solve(own);
  assert.match(page.text, dark);
  assert.match(text, dark);
  assert.match((await own.form(address(page.action), { seed: "x", cell: "1" })).text, dark);
  assert.match((await formPage(own, "&type=puzzle")).text, dark);
});

test("tries cost budgets, and so do pages", async (t) => {
  const own = await Server.during(t, { config: "budget: {challenge: 3, junk: 2, window_s: 3600}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n" });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await formPage(own, "&type=human")).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  const junk = [];
  for (let i = 0; i < 3; i++) junk.push((await own.request("/challenge?sitekey=no")).status);
  assert.deepEqual(junk, [404, 404, 429]);
});

test("what another page loads as a picture, or otherwise unseen, uses up nothing of the site's", async (t) => {
  const own = await Server.during(t, { hostnames: ["shop.example"],
    config: "budget: {challenge: 2, window_s: 3600}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n" });
  for (const use of ["image", "iframe", "empty", "script", "image"]) {
    const { status, truth } = await formPage(own, "&type=human", { Referer: "https://else.example/", "Sec-Fetch-Dest": use });
    assert.deepEqual([use, status, truth], [use, 403, null]);
  }
  // What a page has its browser load ahead of time is a document; these say that nobody has opened it.
  for (const [name, value] of [["Sec-Purpose", "prefetch"], ["Sec-Purpose", "prefetch;prerender"], ["Purpose", "prefetch"], ["X-Moz", "prefetch"], ["X-Purpose", "preview"]]) {
    const { status, truth } = await formPage(own, "&type=human", { "Sec-Fetch-Dest": "document", [name]: value });
    assert.deepEqual([name, value, status, truth], [name, value, 403, null]);
  }
  assert.equal((await formPage(own, "&type=human", { "Sec-Fetch-Dest": "document" })).status, 200);
  assert.equal((await formPage(own, "&type=human")).status, 200, "a browser that does not say");
});

test("codes are an hour's, over all sites: who has had theirs is told before another challenge, and nobody else is", async (t) => {
  const own = await Server.during(t, { other: [], config: "trusted_proxies: [127.0.0.1]\nbudget: {code: 2}\nchallenge: {submit_after_ms: 0, client_may_choose: true}\n" });
  const from = { "X-Forwarded-For": "2001:db8:1::1" };
  const late = await formPage(own, "&type=predator", from);
  for (let i = 0; i < 2; i++) assert.match((await solve(own, { from })).code, CODE);
  for (const key of [own.sitekey, own.other.sitekey]) {
    const { status, headers, truth } = await own.page(`/challenge?sitekey=${key}&type=human`, from);
    assert.deepEqual([status, truth], [429, null]);
    assert.ok(Number(headers.get("retry-after")) > 60, "within the hour");
  }
  const sent = await own.form(address(late.action), fieldsOf(late.seed, late.truth, "predator"), from);
  assert.equal(sent.status, 429, "a challenge from before");
  assert.match((await solve(own, { from: { "X-Forwarded-For": "2001:db8:2::1" } })).code, CODE);
});

/** @param {Server} at @param {string} text */
const sql = (at, text) => assert.equal(spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(at.data, "records.db"), text]).status, 0, text);

test("where there is no room for a code, that is counted; where the records are gone, no challenge is shown", async (t) => {
  const own = await Server.during(t);
  sql(own, `WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 5000)
    INSERT INTO codes(hash, site, token, expires_at) SELECT printf('%064d', n), '${own.sitekey}', 'x', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour') FROM many`);
  const page = await formPage(own, "&type=predator");
  const sent = await own.form(address(page.action), fieldsOf(page.seed, page.truth, "predator"));
  assert.equal(sent.status, 503);
  assert.equal(await own.metric("tessera_codes_full_total"), 1);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(own.data, `records.db${end}`), { force: true });
  assert.ok(await eventually(async () => (await formPage(own, "&type=predator")).status === 503));
});

test("who is banned sees no form", async (t) => {
  const own = await Server.during(t);
  assert.equal(run(["ban", "add", "127.0.0.1", "--force", "--data", own.data]).status, 0);
  await own.again();
  assert.equal((await formPage(own)).status, 403);
  assert.equal((await own.form(`/challenge?sitekey=${own.sitekey}`, { seed: "x" })).status, 403);
});

for (const ledger of ["memory", "sqlite"]) {
  test(`records that hang hold up codes alone, on half of the waiters: ledger ${ledger}`, async (t) => {
    const { env, hang, goOn } = hanging();
    const own = await Server.during(t, { config: `${FAST}store: {ledger: ${ledger}}\nworkers: 4\n`, env });
    const codes = [await solve(own), await solve(own)].map(({ code }) => code);
    const responses = await Promise.all(Array.from({ length: 10 }, () => own.pass()));
    hang("records.db");
    let settled = 0;
    const waiting = Promise.all(Array.from({ length: 8 }, (_, i) => own.verify({ response: codes[i % 2] }).finally(() => settled++)));
    // Those that find no place are refused at once; all else goes on.
    const refused = await eventually(() => settled === 6);
    const told = await unlessHung(Promise.all(responses.map((response) => own.verify({ response }))));
    goOn();
    const results = await waiting;
    assert.ok(refused, `${settled} of 6 are refused while it hangs`);
    assert.deepEqual(told?.map(({ success }) => success), responses.map(() => true));
    assert.equal(results.filter((reply) => reply["error-codes"][0] === "internal-error").length, 6);
    assert.ok(results.filter(({ success }) => success).length >= 1);
  });
}

test("a verification is counted once, wherever it runs", async (t) => {
  const own = await Server.during(t, { config: `${FAST}store: {ledger: memory}\n` });
  const { code } = await solve(own);
  const grown = await counted(own, () => own.verify({ response: code }), "tessera_verifications_total");
  assert.deepEqual(grown, { success: 1 });
});
