// Under attack: answers from many networks that people do not give raise a site's alarm, which is told and ends by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wrong } from "../lib/puzzle.js";
import { Redis } from "../lib/redis.js";
import { counted, eventually, movableClock, Server } from "../lib/tessera.js";
import { work } from "../lib/work.js";

const CONFIG = "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";

/** A network of its own, of so many. @param {number} number */
const network = (number) => ({ "X-Forwarded-For": `${20 + (number >> 8)}.${number & 255}.1.1` });

/** Answers every round, with the work that is asked for. @param {Server} server @param {number} number @param {boolean} right */
async function answer(server, number, right) {
  let challenge = await server.challenge({}, network(number));
  for (let state = "next"; state === "next";) {
    const { token, truth, work: task } = challenge;
    const { json, headers } = await server.post("/v1/answer",
      { token, answer: right ? truth : wrong(truth), work: task ? work(task) : undefined }, network(number));
    state = json.state;
    challenge = { ...json.challenge, truth: headers.get("tessera-truth") };
  }
}

/** @param {Server} server @param {number} from @param {number} count @param {boolean} right */
async function answers(server, from, count, right) {
  for (let i = 0; i < count; i += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - i) }, (_, j) => answer(server, from + i + j, right)));
  }
}

/** What a challenge of a network that was never seen asks for. @param {Server} server @param {number} number */
const terms = async (server, number) =>
  Object.keys(await counted(server, () => server.challenge({}, network(number)), "tessera_challenge_terms_total")).join();

/** @param {Server} server @param {number} level */
const reaches = (server, level) => eventually(async () => await server.metric("tessera_alarm_level") === level);

test("an attack from many networks raises a site's alarm in steps, asks all for two rounds, and ends by itself", async (t) => {
  const clock = movableClock();
  clock.pass(3600 - Math.floor(Date.now() / 1000) % 3600); // to the beginning of an hour: what networks did is counted by the hour
  const config = `${CONFIG}monitoring: {window_s: 10, answers_min: 4, alert_on_high_failure_rate: false, alert_on_bot_pattern: false, alert_on_suspicious_times: false}\n`;
  const server = await Server.during(t, { config, env: clock.env });
  await answers(server, 0, 20, true);
  assert.equal(await terms(server, 5000), "plain");
  await answers(server, 1000, 240, false);
  assert.ok(await reaches(server, 1));
  assert.equal(await terms(server, 5001), "plain", "the networks concerned come first");
  assert.equal(await terms(server, 1000), "work");
  for (const [level, asked] of [[2, "work"], [3, "rounds"]]) {
    clock.pass(61);
    assert.ok(await reaches(server, Number(level)), `level ${level}`);
    assert.equal(await terms(server, 5000 + 10 * Number(level)), asked);
  }
  let fresh = 2000;
  assert.ok(await eventually(async () => {
    await answers(server, fresh, 3, true); // two rounds each
    fresh += 3;
    return eventually(async () => await server.metric('tessera_alert_active{alert="under_attack"}') === 2, 1500);
  }), "the alert of its site, and that of all");
  await server.says(new RegExp(`warn an alarm rises site=${server.sitekey} level=3 why=failing,fast`));
  assert.ok(Number(await server.metric('tessera_alarms_total{rule="failing"}')) >= 3);
  clock.pass(601); // what was wrong is out of the window
  for (const level of [2, 1, 0]) {
    assert.ok(await reaches(server, level), `back to ${level}`);
    clock.pass(301);
  }
  assert.equal(await terms(server, 5100), "plain");
  await server.says(/info the alarm is over site=/);
});

test("one network's failures are nobody else's alarm, nor are those of one where attacks are not looked for", async (t) => {
  const config = `${CONFIG}budget: {answer: 1000000, challenge: 1000000}\nattack: {enabled: false}\n`;
  const server = await Server.during(t, { config });
  await answers(server, 1000, 240, false);
  await server.upkeep();
  assert.equal(await server.metric("tessera_alarm_level"), 0);
  await server.again({ config: config.replace("enabled: false", "enabled: true") });
  for (let i = 0; i < 300; i++) {
    const { token, truth } = await server.challenge({}, network(1));
    await server.answer(token, wrong(truth), network(1));
  }
  await server.upkeep();
  assert.equal(await server.metric("tessera_alarm_level"), 0);
  assert.equal(await terms(server, 5000), "plain");
});

test("who has all of a /48, or the keys of many sites, raises no alarm either", async (t) => {
  const server = await Server.during(t, { config: CONFIG });
  const known = () => eventually(async () => (await server.post("/v1/challenge", { sitekey: server.sitekey })).status === 200);
  /** @param {string} address */
  const failFrom = async (address) => {
    const from = { "X-Forwarded-For": address };
    const { token, truth } = await server.challenge({}, from);
    await server.answer(token, wrong(truth), from);
  };
  for (let i = 0; i < 60; i++) await failFrom(`2001:db8:7:${(256 * i + 1).toString(16)}::1`);
  for (let i = 0; i < 20; i++) {
    server.addSite(`site-${i}`);
    assert.ok(await known());
    for (let j = 0; j < 3; j++) await failFrom("192.0.2.7");
  }
  await server.upkeep();
  assert.equal(await server.metric("tessera_alarm_level"), 0, server.stderr);
});

test("servers that share a ledger tell each other of an alarm, and that it is over", async (t) => {
  const redis = await Redis.during(t, { settings: { appendfsync: "everysec" } });
  const config = `${CONFIG}store: {ledger: "${redis.url()}"}\n`;
  const first = await Server.during(t, { config });
  const second = await Server.during(t, { config, data: first.data });
  second.sitekey = first.sitekey;
  await answers(first, 1000, 240, false);
  assert.ok(await reaches(first, 1));
  assert.ok(await reaches(second, 1), "it has seen no answer itself");
  await second.says(/warn an alarm of another server holds here as well level=1/);
  await first.down();
  assert.ok(await eventually(async () => await second.metric("tessera_alarm_level") === 0));
  await second.says(/info no other server has an alarm any more/);
});
