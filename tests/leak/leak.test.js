// Everything that a client receives before the verdict, over 2,000 challenges of each type: what could
// differ from one challenge to the next is the same, and two classifiers on what is left (lengths,
// chunks, palette, headers, times) guess no better than chance.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chunksOf } from "../lib/chunks.js";
import { classify } from "../lib/classifier.js";
import { Server, kinds } from "../lib/tessera.js";

const CHALLENGES = 2000;
const FILMS = 400; /* of the type that is a film; tests/unit/challenge/test_hidden_leak.c looks into 2,000 in make test-all */
const AT_ONCE = 2;
const PALETTE_SHOWN = 24; /* entries whose colours are features */

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ threads: 2 });
});
after(() => server.down());

/** The labels that an attacker would want where it is not only the first of the right cells.
 * @type {Record<string, Record<string, (right: number[]) => number>>} */
const LABELS = {
  predator: { "first cell": (right) => right[0], "last cell": (right) => right[2], "is cell 4 safe": (right) => Number(right.includes(4)) },
  human: { row: (right) => Math.floor(right[0] / 10), column: (right) => right[0] % 10 },
  emotions: { cell: (right) => right[0], row: (right) => Math.floor(right[0] / 4) },
};

/** The types whose answers are cells or options. */
const TYPES = kinds().filter((type) => type !== "puzzle");

/** What may hide in a film. */
const SHAPES = [...readFileSync(new URL("../../src/challenge/hidden_shapes.def", import.meta.url), "utf8").matchAll(/^SHAPE\((\w+)/gm)].map(([, key]) => key);

const WORDS = ["cube", "ball", "cylinder", "cone", "pyramid", "ring", "nothing"];

/** @param {string} path @param {RequestInit} [options] */
async function timed(path, options) {
  const start = performance.now();
  const reply = await fetch(server.url + path, options);
  const firstByte = performance.now() - start;
  return { reply, firstByte, body: Buffer.from(await reply.arrayBuffer()), total: performance.now() - start };
}

/** Header fields without the date and the truth that only a test server tells. @param {Headers} headers */
const fields = (headers) => [...headers].filter(([name]) => name !== "date" && name !== "tessera-truth");

/** One challenge: what must be the same for all, what may vary, and what is right. @param {string} type */
async function collect(type) {
  const asked = await timed("/v1/challenge", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sitekey: server.sitekey, type, motion: type === "hidden" ? undefined : "reduce" }), // stills: all have the same chunks
  });
  const { id, token, issuedAt, expiresAt, ...fixed } = JSON.parse(asked.body.toString());
  const { src } = fixed.view.image;
  fixed.view.image.src = "";
  /* Words to choose from come in random order; where each stands is a feature, their order is not fixed. */
  const { options } = fixed.view;
  const places = WORDS.map((word) => (options ?? []).indexOf(word));
  if (options) fixed.view.options = [...options].sort();
  /* Which shapes there are to choose from varies; which of them is in which cell is a feature. */
  let { length } = asked.body;
  if (type === "hidden") {
    fixed.view.options = options.length;
    length -= options.join().length;
    for (const word of options) places.push(SHAPES.indexOf(word));
    assert.ok(!places.slice(WORDS.length).includes(-1), options.join());
  }
  const shown = await timed(src);
  const chunks = chunksOf(shown.body);
  const palette = chunks[1][1];
  const lengths = [...fields(asked.reply.headers), ...fields(shown.reply.headers)].map(([, value]) => value.length);
  const colours = Array.from({ length: 3 * PALETTE_SHOWN }, (_, i) => palette[i] ?? 0);
  return {
    prompt: JSON.stringify(fixed.view.prompt ?? null),
    fixed: JSON.stringify(fixed),
    headers: JSON.stringify([...fields(asked.reply.headers), ...fields(shown.reply.headers)].map(([name, value]) =>
      name === "content-length" ? [name] : [name, value])),
    chunks: chunks.map(([name]) => name).join(),
    sizes: [length, token.length, src.length, id.length].join(),
    features: [
      asked.body.length, token.length, src.length, ...lengths,
      shown.body.length, ...chunks.map(([, data]) => data.length), palette.length, ...colours,
      asked.firstByte, asked.total, shown.firstByte, shown.total, issuedAt.length + expiresAt.length,
      ...places, fixed.view.prompt?.rotation ?? 0, fixed.instructions.length,
    ],
    right: /** @type {string} */ (asked.reply.headers.get("tessera-truth")).split(",").map(Number),
  };
}

/** @param {string} type */
const challengesOf = (type) => (type === "hidden" ? FILMS : CHALLENGES);

/** @param {string} type */
async function collectAll(type) {
  const samples = /** @type {Awaited<ReturnType<typeof collect>>[]} */ ([]);
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (samples.length < challengesOf(type)) samples.push(await collect(type));
  }));
  return samples;
}

for (const type of TYPES) {
  const labels = LABELS[type] ?? { cell: (/** @type {number[]} */ right) => right[0] };
  test(`${type}: nothing that comes before the verdict tells the answer`, async (context) => {
    const samples = await collectAll(type);
    assert.ok(samples.length >= challengesOf(type));
    /* PRE-S-2, HUM-S-2, SPA-S-2: JSON, headers and chunks don't vary at all, but for what is asked. */
    const variants = new Map();
    for (const { prompt, fixed } of samples) variants.set(prompt, new Set([...(variants.get(prompt) ?? []), fixed]));
    for (const [prompt, texts] of variants) assert.equal(texts.size, 1, `JSON differs where the prompt is ${prompt}`);
    assert.equal(new Set(samples.map(({ headers }) => headers)).size, 1);
    const forms = [...new Set(samples.map(({ chunks }) => chunks))];
    assert.equal(forms.length, 1);
    assert.match(forms[0] ?? "", type === "hidden" ? /^IHDR,PLTE,acTL,fcTL,IDAT(,fcTL,fdAT){60,80},IEND$/ : /^IHDR,PLTE,IDAT,IEND$/);
    for (const prompt of variants.keys()) {
      assert.equal(new Set(samples.filter((s) => s.prompt === prompt).map(({ sizes }) => sizes)).size, 1);
    }
    for (const [name, labelOf] of Object.entries(labels)) {
      const { accuracy, chance, limit } = classify(samples.map(({ features, right }) => ({ features, label: labelOf(right) })));
      context.diagnostic(`${name}: ${JSON.stringify(accuracy)}, chance ${chance.toFixed(3)}, limit ${limit.toFixed(3)}`);
      for (const [learner, share] of Object.entries(accuracy)) assert.ok(share < limit, `${learner} guesses the ${name}: ${share}`);
    }
  });
}

test("the classifiers do find a leak where there is one", async () => {
  const samples = Array.from({ length: CHALLENGES }, (_, i) => ({
    features: [Math.sin(i * 7.1), Math.cos(i * 3.3), (i % 10) * 0.3 + Math.sin(i * 1.7)],
    label: i % 10,
  }));
  const { accuracy, limit } = classify(samples.sort((a, b) => a.features[0] - b.features[0]));
  for (const share of Object.values(accuracy)) assert.ok(share > limit, `${share} of ${limit}`);
});
