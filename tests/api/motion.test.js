// Challenges whose picture moves, served: they come, unless the visitor wants no motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chunksOf } from "../lib/chunks.js";
import { Server } from "../lib/tessera.js";

const ROUNDS = 160; // one in seven moves: without one, less than once in 10^10 times

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** @param {Record<string, unknown>} [more] */
async function scenes(more = {}) {
  const found = [];
  for (let i = 0; i < ROUNDS; i++) found.push(await server.challenge({ type: "scene", ...more }));
  return found;
}

/** @param {string} src */
async function picture(src) {
  const reply = await fetch(server.url + src);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "image/png");
  return Buffer.from(await reply.arrayBuffer());
}

/** How often each type of chunk is there. @param {Buffer} png @param {string} type */
const count = (png, type) => chunksOf(png).filter(([name]) => name === type).length;

test("some scenes move: an animated PNG, for as long as told, and its answer passes", async () => { /* S3D-28 */
  const all = await scenes();
  const moving = all.filter(({ view }) => view.animation);
  assert.ok(moving.length > 0 && moving.length < ROUNDS / 2, `${moving.length} of ${ROUNDS}`);
  for (const { view, token, truth, instructions } of moving.slice(0, 5)) {
    assert.equal(view.prompt.question, "motion");
    assert.deepEqual(view.options, ["1", "2", "3", "4", "5", "6"]);
    assert.match(instructions, /At which gate/);
    assert.ok(view.animation.seconds >= 2 && view.animation.seconds <= 5);
    const png = await picture(view.image.src);
    assert.ok(png.length < 250_000, `${png.length} bytes`);
    const [, control] = /** @type {[string, Buffer]} */ (chunksOf(png).find(([name]) => name === "acTL"));
    assert.equal(control.readUInt32BE(0), count(png, "fcTL"));
    assert.equal(control.readUInt32BE(4), 1); // plays once
    const delays = chunksOf(png).filter(([name]) => name === "fcTL").map(([, data]) => data.readUInt16BE(20) / data.readUInt16BE(22));
    const seconds = delays.reduce((sum, delay) => sum + delay, 0);
    assert.ok(seconds <= 4.5 && Math.abs(seconds - view.animation.seconds) < 1.1, `${seconds} s`);
    assert.deepEqual(await picture(view.image.src), png); // the same again
    assert.equal(await server.answer(token, truth), "pass");
  }
});

test("how a film begins can be had alone, and stands still: it is what the film itself begins with", async () => {
  const moving = (await scenes()).find(({ view }) => view.animation);
  for (const { view } of [await server.challenge({ type: "hidden" }), moving, await server.challenge({ type: "human" })]) {
    const [film, still] = [await picture(view.image.src), await picture(`${view.image.src}?still=1`)];
    assert.deepEqual(["acTL", "fcTL", "fdAT"].map((type) => count(still, type)), [0, 0, 0]);
    for (const type of ["IHDR", "PLTE", "IDAT"]) {
      const [ofFilm, ofStill] = [film, still].map((png) => Buffer.concat(chunksOf(png).filter(([name]) => name === type).map(([, data]) => data)));
      assert.deepEqual(ofStill, ofFilm, type);
    }
    assert.deepEqual(await picture(`${view.image.src}?still=0`), film, "any other word is none");
    assert.deepEqual(await picture(`${view.image.src}?still=1`), still, "the same again");
  }
});

test("motion: reduce gets none that moves, and what it gets can be answered", async () => {
  const all = await scenes({ motion: "reduce" });
  assert.deepEqual(all.filter(({ view }) => view.animation || view.prompt.question === "motion"), []);
  const [{ view, token, truth }] = all;
  assert.equal(count(await picture(view.image.src), "acTL"), 0);
  assert.equal(await server.answer(token, truth), "pass");
});

for (const [name, motion] of Object.entries({ "another word": "less", "a number": 1, "too long": "r".repeat(17) })) {
  test(`motion: ${name} is refused`, async () => {
    const { status, json } = await server.post("/v1/challenge", { sitekey: server.sitekey, type: "scene", motion });
    assert.deepEqual([status, json.error.code], [400, "bad-field"]);
  });
}
