// `tessera study`: what volunteers are shown, what is kept of them and what is not, who can't fill or skew it, and the report.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { Server, clockOff, kinds, run, temporaryFolder } from "../lib/tessera.js";

const LEVELS = ["easy", "medium", "hard"];
const DEVICE = { input: "mouse", screen: "large" };

/** A study. @param {import("node:test").TestContext} t @param {string[]} [more] options
 * @param {Partial<import("../lib/tessera.js").ServerOptions>} [options] */
const study = (t, more = [], options = {}) =>
  Server.during(t, { config: "trusted_proxies: [127.0.0.1]\n", command: ["study", "serve", ...more], ...options });

/** @param {string} address */
const from = (address) => ({ "X-Forwarded-For": address });

/** The lines of the file. @param {Server} server @returns {any[]} */
const lines = (server) => readFileSync(join(server.data, "study.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const results = (/** @type {Server} */ server) => lines(server).filter((line) => line.type);

/** Sends a request of a page; what came, with the right answer of the item in it.
 * @param {Server} server @param {string} path @param {unknown} body @param {Record<string, string>} [headers] */
async function post(server, path, body, headers = {}) {
  const { status, json, headers: told } = await server.post(path, body, headers);
  return { status, ...json, truth: /** @type {string} */ (told.get("tessera-truth")) };
}

/** Goes through a run. @param {Server} server @param {(item: any, truth: string) => Record<string, unknown>} act what is sent of an item
 * @param {Record<string, unknown>} [begin] @returns {Promise<{items: any[], replies: any[], total: number}>} */
async function goThrough(server, act, begin = {}) {
  let reply = await post(server, "/study/begin", begin);
  assert.equal(reply.status, 200);
  const { total } = reply;
  const items = [], replies = [];
  while (reply.item) {
    items.push(reply.item);
    reply = await post(server, "/study/answer", { token: reply.item.token, ms: [1], ...DEVICE, ...act(reply.item, reply.truth) });
    assert.equal(reply.status, 200, JSON.stringify(reply));
    replies.push(reply);
    assert.ok(items.length < 200);
  }
  return { items, replies, total };
}

const right = (/** @type {any} */ _item, /** @type {string} */ truth) => ({ answer: truth });

test("a run shows each type and level once, each type once for practice first, and keeps what it says and no more", async (t) => {
  const server = await study(t);
  const { items, replies, total } = await goThrough(server, right);
  const all = kinds().flatMap((type) => LEVELS.map((level) => `${type} ${level}`)).sort();
  assert.equal(total, all.length);
  const counted = items.filter(({ practice }) => !practice);
  assert.deepEqual(counted.map(({ challenge }) => `${challenge.type} ${challenge.difficulty}`).sort(), all);
  assert.deepEqual(counted.map(({ number }) => number), counted.map((_, i) => i + 1));
  /** @type {Set<string>} */
  const seen = new Set();
  for (const [i, { practice, challenge, number }] of items.entries()) {
    assert.equal(practice, !seen.has(challenge.type), `${i}: practice comes before the first of a type`);
    seen.add(challenge.type);
    if (practice) {
      assert.equal(challenge.difficulty, "easy");
      assert.equal(items[i + 1].number, number);
      assert.deepEqual([items[i + 1].challenge.type, items[i + 1].practice], [challenge.type, false]);
    }
    // Nobody is told how they did but in practice, and nothing tells the answer before.
    assert.equal(Boolean(replies[i].practice), practice);
    if (practice) assert.equal(replies[i].practice.right, true);
    assert.deepEqual(Object.keys(replies[i]).filter((key) => !["status", "truth", "practice", "total", "item"].includes(key)), []);
    assert.ok(!("answer" in challenge) && !("objects" in challenge));
  }
  const kept = results(server);
  assert.deepEqual(kept.map(({ type, level }) => `${type} ${level}`), counted.map(({ challenge }) => `${challenge.type} ${challenge.difficulty}`));
  for (const row of kept) {
    assert.deepEqual(Object.keys(row), ["type", "question", "level", "outcome", "ms", "input", "screen"]);
    assert.deepEqual([row.outcome, row.input, row.screen], ["right", "mouse", "large"]);
  }
  assert.deepEqual(lines(server).filter((line) => !line.type), [{ study: "1", version: "0.1.0" }, { run: "begun" }, { run: "ended" }]);
  assert.equal(statSync(join(server.data, "study.jsonl")).mode & 0o777, 0o600);
  const text = readFileSync(join(server.data, "study.jsonl"), "utf8") + server.stderr;
  assert.doesNotMatch(text, /127\.0\.0\.1|undici|node|\d{4}-\d\d-\d\dT.*type/i, "no address, no browser, no time");
});

test("runs differ in their order", async (t) => {
  const server = await study(t, ["--types", "spatial,human"]);
  const orders = new Set();
  // Six items have 720 orders: twelve runs are all alike once in 720^11 times.
  for (let i = 0; i < 12; i++) {
    const { items } = await goThrough(server, right);
    orders.add(items.filter(({ practice }) => !practice).map(({ challenge }) => challenge.type + challenge.difficulty).join());
  }
  assert.ok(orders.size > 1);
});

test("--types and --per-person bound a run; what is wrong, left out or stopped is kept as such", async (t) => {
  const server = await study(t, ["--types", "spatial,puzzle", "--per-person", "4"]);
  const said = [{ skip: "unseen" }, { skip: "motion" }, null, { skip: "stopped" }];
  let counted = 0;
  const { items, replies, total } = await goThrough(server, (item, truth) => {
    const bad = { answer: item.challenge.type === "puzzle" ? wrong(truth) : truth === "0" ? "1" : "0" };
    return item.practice ? bad : said[counted++] ?? bad;
  });
  assert.equal(total, 4);
  assert.deepEqual(results(server).map(({ outcome }) => outcome), ["unseen", "motion", "wrong", "stopped"]);
  assert.deepEqual(results(server).map(({ ms }) => ms), [null, null, 1, null]);
  const practised = replies.filter(({ practice }) => practice);
  assert.deepEqual(practised.map(({ practice }) => practice.right), practised.map(() => false));
  assert.ok(practised.every(({ practice }) => practice.correct.length > 0));
  assert.equal(items.filter(({ practice }) => !practice).length, 4);
  assert.equal(lines(server).filter(({ run }) => run === "ended").length, 0, "who stops does not come to the end");
});

test("who wants less motion is shown nothing that moves", async (t) => {
  const server = await study(t);
  for (let i = 0; i < 8; i++) {
    const { items, total } = await goThrough(server, right, { motion: "reduce" });
    assert.equal(items.filter(({ practice }) => !practice).length, total, "all that can stand still");
    for (const { challenge } of items) assert.equal(challenge.view.animation, undefined, challenge.type);
  }
});

test("each item counts once, and is good for nothing else", async (t) => {
  const server = await study(t, ["--types", "human"]);
  const first = await post(server, "/study/begin", {});
  const practised = await post(server, "/study/answer", { token: first.item.token, answer: first.truth, ...DEVICE });
  const { token } = practised.item;
  const sent = { token, answer: practised.truth, ms: [5], ...DEVICE };
  const replies = await Promise.all(Array.from({ length: 30 }, () => post(server, "/study/answer", sent)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(29).fill(409)]);
  assert.equal(replies.find(({ status }) => status === 409)?.error.code, "study-item");
  assert.equal(results(server).length, 1);
  for (const path of ["/v1/answer", "/v1/reveal", "/v1/extend", "/v1/challenge", "/gate", "/v1/admin/config", "/tessera.js"]) {
    const { status } = await server.post(path, { token, answer: "1" });
    assert.ok([404, 405].includes(status), `${path}: ${status}`);
  }
  for (const [name, body, status] of /** @type {[string, any, number][]} */ ([
    ["a forged token", { ...sent, token: `${token}A` }, 409],
    ["no token", { ...sent, token: undefined }, 400],
    ["both an answer and a skip", { ...sent, skip: "unseen" }, 400],
    ["neither", { ...sent, answer: undefined }, 400],
    ["a skip that is a verdict", { ...sent, answer: undefined, skip: "right" }, 400],
    ["a skip that is none", { ...sent, answer: undefined, skip: "x" }, 400],
    ["another device", { ...sent, input: "mind" }, 400],
    ["no screen", { ...sent, screen: undefined }, 400],
    ["a time that is none", { ...sent, ms: ["x"] }, 400],
    ["a time below 0", { ...sent, ms: [-1] }, 400],
    ["two times", { ...sent, ms: [1, 2] }, 400],
    ["a time of hours", { ...sent, ms: [1e9] }, 400],
    ["an answer of 10,000 bytes", { ...sent, answer: "1".repeat(10000) }, 400],
    ["NUL", `{"token":"${token}","answer":"a\\u0000b","input":"mouse","screen":"large"}`, 400],
    ["no JSON", "{", 400],
  ])) assert.equal((await server.post("/study/answer", body)).status, status, name);
  assert.equal((await server.post("/study/begin", { motion: "wild" })).status, 400);
  assert.equal((await server.request("/study/begin", { method: "POST", body: "{}" })).status, 415);
  assert.equal(results(server).length, 1);
});

test("a page that lies about its time is not believed, and an answer that is none spends nothing", async (t) => {
  const server = await study(t, ["--types", "spatial"]);
  const first = await post(server, "/study/begin", {});
  const { item, truth } = await post(server, "/study/answer", { token: first.item.token, answer: first.truth, ...DEVICE });
  assert.equal((await post(server, "/study/answer", { token: item.token, answer: "no such thing", ...DEVICE })).status, 400);
  assert.equal((await post(server, "/study/answer", { token: item.token, answer: truth, ms: [600_000], ...DEVICE })).status, 200);
  assert.deepEqual(results(server).map(({ ms }) => ms), [null]);
});

test("nobody is hurried: an item is good long after its type's time, and a run does not go on in another network", async (t) => {
  const server = await study(t, ["--types", "spatial"]);
  const here = from("198.51.100.7");
  const first = await post(server, "/study/begin", {}, here);
  const sent = { token: first.item.token, answer: first.truth, ...DEVICE };
  assert.equal((await post(server, "/study/answer", sent, from("203.0.113.7"))).status, 409);
  await server.again({ env: clockOff("+500s") }); // a shape has a minute
  assert.equal((await post(server, "/study/answer", sent, here)).status, 200);
});

test("a network has so many runs a day, and others have their own", async (t) => {
  const env = { ...clockOff("@2031-05-06 12:00:00"), TZ: "UTC" }; // the day does not end meanwhile
  const server = await study(t, ["--types", "human", "--runs-per-network", "3"], { env });
  const begin = (/** @type {string} */ address) => server.post("/study/begin", {}, from(address));
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await begin(`198.51.100.${i}`)).status); // one /24
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.ok(Number((await begin("198.51.100.9")).headers.get("retry-after")) > 3600);
  assert.equal((await begin("203.0.113.1")).status, 200);
  assert.equal(lines(server).filter(({ run }) => run === "begun").length, 4);
});

test("the file has a size: when it is full, nobody begins and nothing is added", async (t) => {
  const server = await study(t, ["--types", "human", "--max-mb", "1"]);
  const path = join(server.data, "study.jsonl");
  const first = await post(server, "/study/begin", {});
  const { item, truth } = await post(server, "/study/answer", { token: first.item.token, answer: first.truth, ...DEVICE });
  const line = '{"type":"human","question":"human","level":"easy","outcome":"right","ms":1,"input":"mouse","screen":"large"}\n';
  writeFileSync(path, line.repeat(Math.ceil(1_000_000 / line.length) - 1), { flag: "a" });
  const { size } = statSync(path);
  for (const reply of [await server.post("/study/begin", {}), await server.post("/study/answer", { token: item.token, answer: truth, ...DEVICE })]) {
    assert.deepEqual([reply.status, reply.json.error.code], [503, "study-full"]);
  }
  assert.equal(statSync(path).size, size);
  await server.again(); // it says so at the start, too, and goes on
  assert.equal(statSync(path).size, size);
});

test("only a study has these paths", async (t) => {
  const server = await Server.during(t);
  assert.equal((await server.request("/study")).status, 404);
  for (const path of ["/study/begin", "/study/answer"]) assert.equal((await server.post(path, {})).status, 404);
  const own = await study(t);
  const { status, headers } = await own.request("/");
  assert.deepEqual([status, headers.get("location")], [303, "/study"]);
  const page = await own.request("/study");
  assert.equal(page.status, 200);
  assert.match(page.text, /What is kept/);
  assert.equal(page.headers.get("set-cookie"), null);
});

// ------------------------------------------------------------------ the report

/** @param {number} count @param {Record<string, unknown>} row */
const rows = (count, row) => Array.from({ length: count }, (_, i) => JSON.stringify({ type: "human", question: "human", level: "easy",
  outcome: "right", ms: 1000 * (i + 1), input: "touch", screen: "small", ...row }));

/** A file of answers. @param {string[]} planted */
function plant(planted) {
  const data = temporaryFolder();
  writeFileSync(join(data, "study.jsonl"), `${planted.join("\n")}\n`);
  return data;
}

test("report: shares and times with their intervals, on a file whose figures are known", () => {
  const data = plant(['{"study":"1","version":"0.1.0"}', '{"run":"begun"}', '{"run":"begun"}', '{"run":"ended"}',
    ...rows(18, {}), ...rows(2, { outcome: "wrong", ms: 1 }), ...rows(3, { outcome: "unseen", ms: null }),
    ...rows(1, { outcome: "right", ms: null, level: "hard", input: "mouse", screen: "large" }),
    ...rows(2, { type: "scene", question: "turn", level: "hard", outcome: "motion", ms: null }), ...rows(1, { type: "scene", question: "net", level: "hard" })]);
  const { status, stdout, stderr } = run(["study", "report", "--json", "--data", data]);
  assert.deepEqual([status, stderr], [0, ""]);
  const report = JSON.parse(stdout);
  assert.deepEqual([report.runs_begun, report.runs_ended, report.shown, report.bad_lines], [2, 1, 27, 0]);
  const find = (/** @type {any} */ wanted) => report.groups.filter((/** @type {any} */ group) =>
    Object.entries(wanted).every(([key, value]) => group[key] === value));
  const [easy] = find({ by: "type and level", type: "human", level: "easy" });
  assert.deepEqual([easy.right, easy.wrong, easy.unseen, easy.motion, easy.stopped], [18, 2, 3, 0, 0]);
  assert.deepEqual(easy.of_answered, { right: 18, of: 20, share: 0.9, low: 0.699, high: 0.972 }); // Wilson
  assert.deepEqual(easy.of_shown, { right: 18, of: 23, share: 0.783, low: 0.581, high: 0.903 });
  // Of 18 right answers, 1 to 18 s: ranks 5 and 14 of the median, 1 and 9, 10 and 18 of the quartiles.
  assert.deepEqual(easy.ms_of_right_answers, { count: 18, quartile_1: { ms: 5000, low: 1000, high: 9000 },
    median: { ms: 9000, low: 5000, high: 14000 }, quartile_3: { ms: 14000, low: 10000, high: 18000 } });
  const [hard] = find({ by: "type and level", type: "human", level: "hard" });
  assert.deepEqual(hard.ms_of_right_answers, { count: 0, quartile_1: { ms: null, low: null, high: null },
    median: { ms: null, low: null, high: null }, quartile_3: { ms: null, low: null, high: null } });
  assert.equal(find({ by: "type", type: "human" })[0].right, 19);
  assert.deepEqual(find({ by: "question and level", type: "scene" }).map((/** @type {any} */ group) => [group.question, group.right, group.motion]),
    [["net", 1, 0], ["turn", 0, 2]]);
  assert.deepEqual(find({ by: "type and how it was answered", type: "human" }).map((/** @type {any} */ group) => [group.input, group.right]),
    [["touch", 18], ["mouse", 1]]);
  assert.deepEqual(find({ by: "type and screen", type: "human" }).map((/** @type {any} */ group) => [group.screen, group.right]),
    [["small", 18], ["large", 1]]);

  const table = run(["study", "report", "--data", data]).stdout;
  assert.match(table, /^runs: 2 begun, 1 to their end\. Items shown: 27\./);
  assert.match(table, /^human +easy +23 +18\/20 +90\.0% +69\.9%- 97\.2% +58\.1%- 90\.3% +5\.0 \(1\.0-9\.0\) +9\.0 \(5\.0-14\.0\) +14\.0 \(10\.0-18\.0\) +3\/0\/0$/m);
  const csv = run(["study", "report", "--csv", "--data", data]).stdout.split("\r\n");
  assert.equal(csv[0].split(",").length, csv[1].split(",").length);
  assert.equal(csv[1], "type and level,human,,easy,,,18,2,3,0,0,0.900,0.699,0.972,0.581,0.903,18,5000,1000,9000,9000,5000,14000,14000,10000,18000");
});

test("report: what is no line of a study is counted, and taken for nothing", () => {
  const bad = ["", "{", "[]", "null", '{"type":"human"}', '{"run":"lost"}', "x".repeat(100_000), '{"type":"a","type":"b"}',
    JSON.stringify({ ...JSON.parse(rows(1, {})[0]), outcome: "perfect" }), JSON.stringify({ ...JSON.parse(rows(1, {})[0]), ms: -5 }),
    JSON.stringify({ ...JSON.parse(rows(1, {})[0]), ms: 99999999 }), JSON.stringify({ ...JSON.parse(rows(1, {})[0]), ms: 1.5 }),
    JSON.stringify({ ...JSON.parse(rows(1, {})[0]), type: "=SUM(A1)" }), JSON.stringify({ ...JSON.parse(rows(1, {})[0]), type: "x".repeat(17) }),
    JSON.stringify({ ...JSON.parse(rows(1, {})[0]), question: "\u001b[2J" }), "\0", "\xff\xfe"];
  const { status, stdout } = run(["study", "report", "--json", "--data", plant([...bad, ...rows(1, {}), '{"cut'])]);
  const report = JSON.parse(stdout);
  assert.deepEqual([status, report.shown, report.bad_lines], [0, 1, bad.length + 1]);
  assert.equal(JSON.parse(run(["study", "report", "--json", "--data", plant([""])]).stdout).groups.length, 0);
});

for (const [name, args, wanted] of /** @type {[string, string[], RegExp][]} */ ([
  ["no word", [], /expected serve or report/],
  ["another word", ["begin"], /expected serve or report/],
  ["no file", ["report", "--data", "/nonexistent"], /study\.jsonl: No such file/],
  ["both forms", ["report", "--json", "--csv"], /one of them/],
  ["no number", ["serve", "--per-person", "many"], /--per-person/],
  ["none at all", ["serve", "--per-person", "0"], /--per-person/],
  ["a type that is none", ["serve", "--types", "maze", "--listen", "127.0.0.1:0", "--data", "/tmp/x"], /maze/],
  ["too many megabytes", ["serve", "--max-mb", "99999"], /--max-mb/],
])) {
  test(`study refuses ${name}`, () => {
    const { status, stderr } = run(["study", ...args]);
    assert.notEqual(status, 0);
    assert.match(stderr, wanted);
  });
}
