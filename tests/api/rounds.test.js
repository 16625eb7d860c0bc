// Several rounds: POST /v1/answer hands out the next one until the sequential test has decided, and tells nobody before
// that whether an answer was right.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { counted, useEarlyClock, run, Server, stoppedClock, SUSPICIOUS } from "../lib/tessera.js";
import { join } from "node:path";

useEarlyClock();

/** @param {number} least @param {string} [more] further keys of `challenge` @param {string} [rest] */
const asking = (least, more = "", rest = "budget: {enabled: false}") =>
  `${rest}\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true, strength: friction, accepts: [puzzle, pow], rounds_min: ${least}${more}}\n`;

/** @type {Server} */
let two;
/** @type {Server} */
let three;
before(async () => {
  [two, three] = await Promise.all([Server.start({ config: asking(2) }), Server.start({ config: asking(3) })]);
});
after(() => Promise.all([two.down(), three.down()]));

/** An answer, and the next round with its own where there is one.
 * @param {Server} server @param {{token: string, truth: string | null}} round @param {boolean} isRight
 * @param {Record<string, string>} [from] */
async function play(server, { token, truth }, isRight, from = {}) {
  const reply = await server.post("/v1/answer", { token, answer: isRight ? truth : wrong(/** @type {string} */ (truth)) }, from);
  const next = reply.json.challenge && { ...reply.json.challenge, truth: reply.headers.get("tessera-truth") };
  return { ...reply, state: reply.status === 200 ? reply.json.state : reply.status, next };
}

/** What comes of a chain of puzzles. @param {Server} server @param {string} answers "+" for a right one, "-" for a wrong one
 * @param {Record<string, unknown>} [more] */
async function chain(server, answers, more = {}) {
  let round = await server.challenge(more);
  const states = [];
  let last;
  for (const answer of answers) {
    last = await play(server, round, answer === "+");
    states.push(last.state);
    if (!last.next) break;
    round = last.next;
  }
  return { states, last, round };
}

// ------------------------------------------------------------------ what is decided

/** By the answers, what is told after each. A puzzle is weighed against blind guesses: 2.20 and -2.20 (docs/rounds.md).
 * @type {[2 | 3, string, string][]} */
const CHAINS = [
  [2, "++", "next pass"],
  [2, "+-", "next fail"],
  [2, "-+", "next fail"],
  [2, "--", "next fail"],
  [3, "+++", "next next pass"],
  [3, "++-+", "next next next pass"],
  [3, "+-++", "next next next pass"],
  [3, "-+++", "next next next pass"],
  [3, "++--", "next next next fail"],
  [3, "+--+", "next next next fail"],
  [3, "--", "next fail"],
];
for (const [least, answers, states] of CHAINS) {
  test(`${least} right answers asked for: ${answers}`, async () => {
    assert.equal((await chain(least === 2 ? two : three, answers)).states.join(" "), states);
  });
}

test("one is enough where nothing asks for more", async (t) => {
  const server = await Server.during(t);
  const challenge = await server.challenge();
  assert.deepEqual([challenge.round, challenge.rounds], [1, 1]);
  assert.equal((await play(server, challenge, true)).state, "pass");
  assert.equal((await chain(server, "-")).states.join(), "fail");
});

test("the next round is a challenge of its own, in the form of the first", async () => {
  const first = await two.challenge({ action: "login", cdata: "c-1", user: "Zoë" }, { Origin: "https://shop.example" });
  const { json, headers, next } = await play(two, first, true);
  assert.deepEqual(Object.keys(json), ["state", "challenge"]);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.deepEqual(Object.keys(json.challenge), Object.keys(first).filter((key) => key !== "truth"));
  assert.deepEqual(Object.keys(json.challenge.view), Object.keys(first.view));
  assert.deepEqual([first.round, first.rounds, next.round, next.rounds], [1, 2, 2, 2]);
  assert.notEqual(next.id, first.id);
  assert.notEqual(next.token, first.token);
  assert.ok(Date.parse(next.expiresAt) >= Date.parse(first.expiresAt));
  const { json: pass } = await play(two, next, true);
  const verified = await two.verify({ response: pass.response });
  assert.deepEqual([verified.success, verified.rounds, verified.action, verified.cdata], [true, 2, "login", "c-1"]);
  assert.deepEqual([verified.hostname, verified.user, verified.user_source], ["shop.example", "Zoë", "visitor"]);
});

test("rounds of a picture: each has its own, and its answer opens no other", async () => {
  const first = await two.challenge({ type: "human" });
  const { next } = await play(two, first, true);
  assert.equal(next.type, "human", "what was chosen stays");
  const [one, other] = await Promise.all([first, next].map(({ view }) => two.request(view.image.src)));
  assert.deepEqual([one.status, other.status], [200, 200]);
  assert.notEqual(one.text, other.text);
});

// ------------------------------------------------------------------ nothing tells right from wrong

test("after right and after wrong answers the reply is the same in form and in length", async () => {
  /** Everything of a reply that could tell, without what differs from one challenge to the next.
   * @param {Awaited<ReturnType<typeof play>>} reply */
  const form = ({ status, headers, json }) => ({
    status,
    headers: [...headers].filter(([name]) => name !== "date" && name !== "tessera-truth" && name !== "content-length"),
    state: json.state,
    keys: Object.keys(json.challenge).join(),
    token: json.challenge.token.length,
    round: [json.challenge.round, json.challenge.rounds, json.challenge.timeLimit],
    alternatives: json.challenge.alternatives,
    length: JSON.stringify({ ...json, challenge: { ...json.challenge, view: 0, instructions: 0 } }).length,
  });
  for (const answers of ["", "+", "-"]) {
    /** By whether the last answer was right. @type {Record<string, Set<string>>} */
    const seen = { true: new Set(), false: new Set() };
    for (let i = 0; i < 16; i++) {
      const isRight = i % 2 === 0;
      const { round } = await chain(three, answers, { type: "puzzle" });
      const reply = await play(three, round, isRight);
      if (reply.state === "next") seen[String(isRight)].add(JSON.stringify(form(reply)));
    }
    assert.equal(seen.true.size, 1, `${answers}+ ${[...seen.true]}`);
    if (answers !== "-") assert.deepEqual(seen.false, seen.true, answers);
  }
});

test("the budget does not tell either: each round costs what a wrong one does, and a pass gives it back", async (t) => {
  const server = await Server.during(t, { config: asking(2, "", "budget: {window_s: 3600, answer: 20, wrong_answer: 6}") });
  /** How many more answers the network may send in this window. */
  const left = async () => {
    const { token } = await server.challenge();
    for (let sent = 0; ; sent++) {
      if ((await server.post("/v1/answer", { token, answer: "nothing" })).status === 429) return sent;
    }
  };
  await play(server, await server.challenge(), true);
  const afterRight = await left();
  await server.again();
  await play(server, await server.challenge(), false);
  const afterWrong = await left();
  assert.deepEqual([afterRight, afterWrong], [14, 14], "and who leaves now has paid");
  await server.again();
  assert.equal((await chain(server, "++")).states.join(), "next,pass");
  assert.equal(await left(), 18, "two answers");
  await server.again();
  assert.equal((await chain(server, "+-")).states.join(), "next,fail");
  assert.equal(await left(), 8, "two wrong ones");
});

test("a budget of challenges that is used up stops a chain before it spends anything", async (t) => {
  const server = await Server.during(t, { config: asking(2, "", "budget: {window_s: 3600, challenge: 3}") });
  const [first, second] = [await server.challenge(), await server.challenge()];
  const { next } = await play(server, first, true);
  assert.ok(next, "the third");
  const refused = await play(server, second, true);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await play(server, next, true)).state, "pass", "the last round needs none");
  assert.equal((await play(server, second, false)).status, 429, "nor does it matter what the answer is");
});

test("metrics tell operators of rounds, and counts of right and wrong come with the verdict", async () => {
  const verdicts = await counted(two, async () => {
    await chain(two, "++");
    await chain(two, "-+");
  }, "tessera_verdicts_total");
  assert.deepEqual(verdicts, { next: 2, pass: 1, incorrect: 1 });
});

// ------------------------------------------------------------------ bad input

test("a round is answered once, and rounds before it are over", async () => {
  const first = await three.challenge();
  const { next: second } = await play(three, first, true);
  const { next: third } = await play(three, second, true);
  for (const round of [first, second]) {
    assert.equal(await three.answer(round.token, round.truth), "replayed");
    assert.equal(await three.answer(round.token, wrong(round.truth)), "replayed");
  }
  assert.equal((await play(three, third, true)).state, "pass");
  assert.equal(await three.answer(third.token, third.truth), "replayed");
});

test("of many answers to one round at the same time, one gets the next", async () => {
  const { round } = await chain(three, "+");
  const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => play(three, round, i % 2 === 0)));
  assert.equal(replies.filter(({ next }) => next).length, 1);
  assert.equal(replies.filter(({ json }) => json.reason === "replayed").length, 23);
});

test("chains do not mix: each token carries its own score", async () => {
  const [good, bad] = [await chain(two, "+"), await chain(two, "-")];
  // The second round of the bad chain, answered rightly, stays the bad chain's, whatever was answered elsewhere.
  assert.equal((await play(two, bad.round, true)).state, "fail");
  assert.equal((await play(two, good.round, true)).state, "pass");
  assert.equal(await two.answer(good.round.token, bad.round.truth), "replayed");
});

test("a forged chain is no chain", async () => {
  const { round } = await chain(three, "+");
  const bytes = Buffer.from(round.token, "base64url");
  for (let at = 0; at < bytes.length; at += 7) {
    const forged = Buffer.from(bytes);
    forged[at] ^= 1 << (at % 8);
    assert.equal(await three.answer(forged.toString("base64url"), round.truth), "invalid");
  }
  // One of another server, with a secret of its own.
  assert.equal(await two.answer(round.token, round.truth), "invalid");
  assert.equal((await play(three, round, true)).state, "next");
});

test("a round's time is its own, and over when it is over", async (t) => {
  const { env, at } = stoppedClock();
  const server = await Server.during(t, { config: asking(3), env });
  const { round } = await chain(server, "+");
  at(round.timeLimit + 1);
  assert.equal(await server.answer(round.token, round.truth), "expired");
  // One that is extended lives on, and still knows what was right before.
  const first = await server.challenge();
  at(round.timeLimit + 11);
  const { next: other } = await play(server, (await play(server, first, true)).next, true);
  const { json: extended } = await server.post("/v1/extend", { token: other.token });
  at(2 * (round.timeLimit + 1) + 10);
  assert.equal(await server.answer(other.token, other.truth), "expired");
  const { json } = await server.post("/v1/answer", { token: extended.token, answer: other.truth });
  assert.equal(json.state, "pass");
  const { pace } = await server.verify({ response: json.response });
  assert.equal(pace.seconds, round.timeLimit + 11, "from the first round's challenge to the pass");
});

test("a later round has a least time of its own", async (t) => {
  const { env, at } = stoppedClock();
  const server = await Server.during(t, { config: asking(2).replace("submit_after_ms: 0", "submit_after_ms: 2000"), env });
  const first = await server.challenge();
  at(3);
  const { next } = await play(server, first, true);
  assert.ok(next.submitAfterMs >= 2000 && next.submitAfterMs < 3000, String(next.submitAfterMs));
  at(4);
  assert.equal(await server.answer(next.token, next.truth), "too-fast");
  at(6);
  assert.equal(await server.answer(next.token, next.truth), "pass");
});

test("more time and giving up in a later round", async () => {
  const { round } = await chain(two, "+");
  const { status, json } = await two.post("/v1/extend", { token: round.token });
  assert.equal(status, 200);
  const { json: told } = await two.post("/v1/reveal", { token: json.token });
  assert.equal(told.answer, round.truth);
  for (const token of [round.token, json.token]) assert.equal(await two.answer(token, round.truth), "replayed");
});

// ------------------------------------------------------------------ which type

test("where the server chooses, a further round has another type, and beginning anew brings no third", async (t) => {
  // Its clock stands still: a network whose five minutes end between two rounds would be given a third type.
  const server = await Server.during(t, { env: stoppedClock().env,
    config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, rounds_min: 2, strength: friction, types: [predator, human, emotions]}\n",
  });
  const pairs = new Set();
  for (let i = 0; i < 12; i++) {
    const { json, headers } = await server.post("/v1/challenge", { sitekey: server.sitekey });
    const truth = /** @type {string} */ (headers.get("tessera-truth"));
    const { json: reply } = await server.post("/v1/answer", { token: json.token, answer: i % 2 ? truth : truth.length > 2 ? "0,1,2" : truth === "0" ? "1" : "0" });
    assert.equal(reply.state, "next");
    assert.notEqual(reply.challenge.type, json.type);
    pairs.add(`${json.type} ${reply.challenge.type}`);
  }
  assert.equal(pairs.size, 1, [...pairs].join());
});

test("an alternative stays what it is", async () => {
  const first = await two.challenge({ type: undefined, alternative: "puzzle" });
  const { next } = await play(two, first, true);
  assert.equal(next.type, "puzzle");
  const { json } = await play(two, next, true);
  assert.equal((await two.verify({ response: json.response })).alternative, "puzzle");
});

// ------------------------------------------------------------------ who counts what

test("each round is a row of the history", async (t) => {
  const server = await Server.during(t, { config: asking(2) });
  await chain(server, "-+");
  await server.down();
  const { stdout } = run(["export", "--format", "jsonl", "--data", server.data]);
  const rows = stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(new Set(rows.map((row) => row.challenge_id)).size, 2);
  assert.deepEqual(rows.map((row) => row.is_correct).sort(), [false, true]);
});

test("what is offered to who fails looks at chains, not at rounds", async (t) => {
  const server = await Server.during(t, {
    config: `${asking(2)}accessibility: {fallback_enabled: true, max_failures_before_fallback: 2}\n`,
  });
  const first = await chain(server, "--");
  assert.equal(first.last?.json.fallback, undefined, "one chain has failed, with two wrong answers");
  const second = await chain(server, "+-");
  assert.equal(second.last?.json.fallback?.reason, "failures");
});

test("an order's attempt is a chain of rounds, and its pass tells how many there were", async (t) => {
  const server = await Server.during(t, { config: `${asking(2)}profiles: {balanced: {spatial_captcha: {max_attempts: 2}}}\n` });
  /** @param {Record<string, unknown>} [more] */
  const authenticate = async (more = {}) => (await server.post("/v1/authenticate", { secret: server.secret, user: "u", ...more })).json;
  const { challenge: { order } } = await authenticate();
  const ordered = async () => {
    const { json, headers } = await server.post("/v1/challenge", { sitekey: server.sitekey, order });
    return { ...json, truth: headers.get("tessera-truth") };
  };
  /** @param {any} round @param {string} answers */
  const follow = async (round, answers) => {
    let reply;
    for (const answer of answers) {
      const { token, truth, view } = round;
      const other = String((Number(truth) + 1) % view.count);
      const { json, headers } = await server.post("/v1/answer", { token, answer: answer === "+" ? truth : other });
      reply = json;
      round = { ...json.challenge, truth: headers.get("tessera-truth") };
    }
    return reply;
  };
  const rounds = [await ordered(), await ordered(), await ordered()];
  assert.deepEqual((await follow(rounds[0], "-+")).reason, "incorrect");
  const { response } = await follow(rounds[1], "++");
  assert.equal((await follow(rounds[2], "+")).reason, "forbidden", "two attempts were two chains");
  const { metadata } = await authenticate({ response });
  assert.equal(metadata.details.spatial_captcha.rounds, 2);
});

test("a pass of which any round was suspicious is suspicious", async (t) => {
  /* S3D-6 */
  const { env, pass } = stoppedClock();
  const server = await Server.during(t, { config: asking(2), env });
  let seconds = 1; // differs each time: what takes as long again and again is suspicious as well
  for (const [agents, outcome] of /** @type {[Record<string, string>[], string][]} */ ([[[{}, {}], "correct"], [[SUSPICIOUS, {}], "suspicious"], [[{}, SUSPICIOUS], "suspicious"]])) {
    const user = `user ${seconds}`;
    const authenticate = async (/** @type {Record<string, unknown>} */ more = {}) =>
      (await server.post("/v1/authenticate", { secret: server.secret, user, ...more })).json;
    const { challenge: { order } } = await authenticate();
    const { json, headers } = await server.post("/v1/challenge", { sitekey: server.sitekey, order });
    let round = { ...json, truth: headers.get("tessera-truth") }, reply;
    for (const agent of agents) {
      pass(++seconds);
      reply = await server.post("/v1/answer", { token: round.token, answer: round.truth }, agent);
      round = { ...reply.json.challenge, truth: reply.headers.get("tessera-truth") };
    }
    const told = await authenticate({ response: reply?.json.response });
    assert.equal(told.metadata.details.spatial_captcha.outcome, outcome, JSON.stringify(agents));
  }
});

test("who wants no motion has all rounds without, by whatever name they ask for it", async (t) => {
  const server = await Server.during(t, { config: "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, rounds_min: 2}\n" });
  for (const words of [{ motion: "reduce" }, { alternative: "still" }]) {
    const first = await server.challenge({ type: undefined, ...words });
    const { state, next } = await play(server, first, true);
    assert.equal(state, "next", JSON.stringify(words));
    assert.deepEqual([next.type, next.view.animation ?? null], [first.type, null]);
    const { state: last, json } = await play(server, next, true);
    assert.equal(last, "pass");
    const { strength, alternative, rounds } = await server.verify({ response: json.response });
    assert.deepEqual([strength, alternative, rounds], ["friction", "still", 2]);
  }
});

test("a device's work is asked for once, however many right answers people need", async () => {
  const { round, rounds, type } = await three.challenge({ type: undefined, alternative: "pow" });
  assert.deepEqual([type, round, rounds], ["pow", 1, 1]);
});

// ------------------------------------------------------------------ the page without JavaScript

test("the page shows the next puzzle in place, and sets the pass at the end", async () => {
  const page = await two.page();
  const next = await two.form(page.action, { seed: page.seed, output: page.truth });
  assert.equal(next.status, 200);
  assert.equal(next.headers.get("set-cookie"), null);
  assert.match(next.text, /<title>One more, please/);
  assert.match(next.text, /please: 2 of 2\./);
  const seed = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(next.text)?.[1]);
  const truth = /** @type {string} */ (next.headers.get("tessera-truth"));
  const again = await two.form(page.action, { seed: page.seed, output: page.truth });
  assert.equal(again.status, 403, "the first is over");
  const done = await two.form(page.action, { seed, output: truth });
  assert.equal(done.status, 200);
  assert.match(String(done.headers.get("set-cookie")), /^tessera_pass=/);
});

test("the page tells no more of a round than the API", async () => {
  /** @param {boolean} isRight */
  const after = async (isRight) => {
    const page = await two.page();
    const { status, headers, text } = await two.form(page.action,
      { seed: page.seed, output: isRight ? page.truth : wrong(page.truth) });
    const plain = text.replace(/value="[^"]{40,}"/, "").replace(/<table[^]*?<\/table>/g, "");
    return JSON.stringify([status, [...headers.keys()].filter((name) => name !== "content-length"), plain]);
  };
  assert.equal(await after(true), await after(false));
  const page = await two.page();
  const { text } = await two.form(page.action, { seed: page.seed, output: wrong(page.truth) });
  const seed = /** @type {string} */ (/name="seed" value="([^"]*)"/.exec(text)?.[1]);
  const more = await two.form(page.action, { seed, "more-time": "1" });
  assert.match(more.text, /please: 2 of 2\./, "more time keeps the round");
});
