// One network's flood, and those who come from elsewhere: pictures, sounds, and requests that need neither.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Server, eventually, temporaryFolder } from "../lib/tessera.js";

const SETTINGS = "trusted_proxies: [127.0.0.1]\nbudget: {enabled: false}\nhttp: {queue_max: 8}\n";
const VISITOR = from("203.0.113.7");

/** @param {string} address */
function from(address) {
  return { "X-Forwarded-For": address };
}

/** The networks that a flood comes from: each is one to the server. @type {[string, (i: number) => string][]} */
const FLOODS = [
  ["one address", () => "198.51.100.7"],
  ["a /16", (i) => `198.51.${i}.7`],
  ["a /48", (i) => `2001:db8:0:${i.toString(16)}::1`],
];

/** Asks for `paths` again and again, 20 at a time, until `during` is over; the statuses that came.
 * @param {Server} server @param {string[]} paths @param {(i: number) => string} address @param {() => Promise<void>} during
 * @param {boolean} [expects503] */
async function flood(server, paths, address, during, expects503 = true) {
  let isOver = false;
  /** @type {Record<number, number>} */
  const statuses = {};
  const senders = Array.from({ length: 20 }, async (_, i) => {
    while (!isOver) {
      const { status } = await server.request(paths[i % paths.length], { headers: from(address(i)) });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  try {
    assert.ok(await eventually(() => Object.keys(statuses).length > 0 && (statuses[503] > 0 || !expects503)), "the queue is full");
    await during();
  } finally {
    isOver = true;
    await Promise.all(senders);
  }
  return statuses;
}

for (const [name, address] of FLOODS) {
  test(`pictures: a flood from ${name} gets the 503, and nobody else does`, async (t) => {
    const server = await Server.during(t, { config: `${SETTINGS}challenge: {submit_after_ms: 0, client_may_choose: true, pictures_kb: 0}\n` });
    const { view } = await server.challenge({ type: "human" }, VISITOR);
    const before = Number(await server.metric("tessera_queue_refusals_total"));
    const statuses = await flood(server, [view.image.src], address, async () => {
      for (let i = 0; i < 4; i++) {
        assert.equal((await server.request(view.image.src, { headers: VISITOR })).status, 200, `picture ${i}`);
      }
    });
    assert.ok(statuses[200] > 0 && statuses[503] > 0, JSON.stringify(statuses));
    assert.deepEqual(Object.keys(statuses), ["200", "503"]);
    assert.equal(Number(await server.metric("tessera_queue_refusals_total")) - before, statuses[503]);
  });
}

test("pictures: what nobody has a right to waits for no thread", async (t) => {
  const server = await Server.during(t, { config: `${SETTINGS}challenge: {submit_after_ms: 0, client_may_choose: true, pictures_kb: 0}\n` });
  const { view } = await server.challenge({ type: "human" }, VISITOR);
  const statuses = await flood(server, [`${view.image.src}x`], () => "198.51.100.7", async () => {
    for (let i = 0; i < 3; i++) {
      assert.equal((await server.request(view.image.src, { headers: VISITOR })).status, 200, `picture ${i}`);
    }
  }, false);
  assert.deepEqual(Object.keys(statuses), ["404"]);
  assert.equal(await server.metric("tessera_queue_refusals_total"), 0);
});

test("sounds: a network can't hold all that read aloud", async (t) => {
  const slow = join(temporaryFolder(), "slow");
  /* A sound made before, and four at once: sixteen programs that compute are killed after two seconds where the
   * machine has other things to do, and then a visitor gets the 503 for another reason. */
  const sound = join(temporaryFolder(), "sound.wav");
  writeFileSync(sound, spawnSync("espeak-ng", ["--stdout", "one"]).stdout);
  writeFileSync(slow, `#!/bin/sh\nsleep 0.2\nexec cat ${sound}\n`);
  chmodSync(slow, 0o755);
  const server = await Server.during(t, {
    config: `${SETTINGS}workers: 4\nchallenge: {submit_after_ms: 0, client_may_choose: true, pictures_kb: 0, audio: ${slow}}\n`,
  });
  const heard = async (/** @type {Record<string, string>} */ network) =>
    (await server.challenge({ type: undefined, alternative: "audio" }, network)).view;
  const view = await heard(VISITOR);
  const address = (/** @type {number} */ i) => `198.51.${i}.7`;
  const theirs = await Promise.all(Array.from({ length: 40 }, (_, i) => heard(from(address(i)))));
  const statuses = await flood(server, theirs.map((one) => one.audio.src), address, async () => {
    for (let i = 0; i < 4; i++) {
      assert.equal((await server.request(view.audio.src, { headers: VISITOR })).status, 200, `sound ${i}`);
    }
  });
  assert.ok(statuses[200] > 0 && statuses[503] > 0, JSON.stringify(statuses));
});
