// Two challenges that differ in their answer differ in nothing else that comes before the verdict: one test for each type, difficulty and
// kind of reply. What is equal by design is compared byte by byte: headers with their order, JSON with the order of its members, HTML,
// the chunks of pictures. What varies by design has one length and is unrelated to the answer (tests/lib/differential.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { constants, deflateRawSync, inflateSync } from "node:zlib";
import { countBy, shareLimit } from "../lib/chance.js";
import { chunksOf } from "../lib/chunks.js";
import { assertNoGuess, assertSame, assertUnrelated, bitsOf, exchange, groupBy, labelsOf, numberBits, orderOf } from "../lib/differential.js";
import { pairs } from "../lib/puzzle.js";
import { Server, kinds } from "../lib/tessera.js";

const TYPES = kinds();
const DIFFICULTIES = ["easy", "medium", "hard"];

/** So many show a bit that depends on one of sixteen answers: the last test. */
const REPLIES = 144;
const PICTURES = 80;
/** Where the structure alone is looked at. */
const FEW = 4;
const AT_ONCE = 2;

/** The least wait before an answer is random; the reply tells it. */
const CONFIG = "budget: {enabled: false}\nchallenge: {submit_after_ms: 100, client_may_choose: true, test_mode: true}\ngate: {rate_limit: 1000000}\n";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ threads: 2, config: CONFIG });
});
after(() => server.down());

/** @template T @param {number} count @param {() => Promise<T>} ask @returns {Promise<T[]>} */
async function collect(count, ask) {
  /** @type {T[]} */
  const all = [];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (all.length < count) all.push(await ask());
  }));
  return all;
}

/** @param {string} path @param {Record<string, unknown>} body */
const post = (path, body) => exchange(server.url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Numbers may differ from question to question; all else of it, and whether one is 0, says what kind it is. @param {string} text */
const withoutNumbers = (text) => text.replace(/[1-9]\d*/g, "#");

/** Replaces the value of a member that is a string where it stands in a text of JSON or HTML. @param {string} text @param {string} value @param {string} name */
function hide(text, value, name) {
  assert.ok(value.length >= 20, `${name}: ${value}`);
  assert.ok(text.includes(value), name);
  return text.replaceAll(value, `<${name}>`);
}

// -------------------------------------------------------------------- the API

/** A challenge with its reply, and the reply without what varies by design. @param {Record<string, unknown>} order */
async function ask(order) {
  const { status, headers, truth, body } = await post("/v1/challenge", { sitekey: server.sitekey, ...order });
  const text = body.toString();
  assert.equal(status, 200, text);
  assert.notEqual(truth, "");
  const json = JSON.parse(text);
  const { view, id, token, issuedAt, expiresAt, submitAfterMs } = json;
  const media = view.image?.src ?? view.audio.src;
  const [, path, sealed] = /^(\/v1\/(?:image|audio)\/)(.*)$/.exec(media) ?? assert.fail(media);
  assert.equal(Date.parse(expiresAt) - Date.parse(issuedAt), json.timeLimit * 1000);
  let frame = text;
  for (const [name, value] of Object.entries({ id, token, sealed, issuedAt, expiresAt })) frame = hide(frame, value, name);
  frame = frame.replace(`"submitAfterMs":${submitAfterMs}`, '"submitAfterMs":<wait>');
  const question = withoutNumbers(JSON.stringify(view.prompt ?? null));
  if (view.prompt) {
    // A number of the sentence is one of the prompt, which says the same for programs.
    const said = Object.values(view.prompt).filter((value) => typeof value === "number").map(Math.abs);
    for (const [number] of json.instructions.matchAll(/\d+/g)) assert.ok(said.includes(Number(number)), text);
    frame = frame.replace(JSON.stringify(view.prompt), question).replace(JSON.stringify(json.instructions), withoutNumbers(json.instructions));
  }
  if (view.options && json.type !== "puzzle") { // the legend of a puzzle is always the same
    assert.equal(new Set(view.options).size, view.count);
    frame = frame.replace(JSON.stringify(view.options), "<options>");
  }
  if (view.animation && json.type === "scene") { // how long it moves is random
    assert.deepEqual(view.animation, { seconds: Math.ceil(view.animation.ms / 1000), ms: view.animation.ms });
    frame = frame.replace(JSON.stringify(view.animation), "<animation>");
  }
  if (view.grids) {
    for (const grid of Object.values(view.grids)) assert.match(grid, /^[012]{16}$/);
    frame = frame.replace(JSON.stringify(view.grids), JSON.stringify(Object.fromEntries(Object.keys(view.grids).map((name) => [name, "<grid>"]))));
  }
  return { headers, truth, json, view, frame, question, id, token, path, sealed, submitAfterMs, issuedAt };
}

/** The solution of a puzzle as it might be written. @param {string} truth */
function spellings(truth) {
  const digits = [...truth];
  const reversed = [...digits].reverse().join("");
  const bytes = Buffer.from(digits.map(Number));
  return [truth, reversed, digits.join(","), digits.join(", "), digits.join(" "), bytes.toString("latin1"), bytes.toString("hex"),
    ...[truth, reversed, bytes].map((one) => Buffer.from(one).toString("base64").replace(/=+$/, "")),
    Buffer.from(truth).toString("hex"), BigInt(`0x${truth}`).toString()];
}

/** No answer is more likely than another: who always gives the same one is right as often as chance is.
 * @param {Awaited<ReturnType<typeof ask>>[]} samples */
function assertEven(samples) {
  const n = samples.length;
  if (samples[0].json.type === "puzzle") {
    // Of 16 pairs of moves or more, some of which have the same effect, none is right half of the time.
    const counts = samples.flatMap(({ view }) => pairs(view).map(String));
    for (const [pair, count] of Object.entries(countBy(counts, String))) assert.ok(count / n < shareLimit(n, 1 / 2), `${pair}: ${count} of ${n}`);
    return;
  }
  const fewest = Math.min(...samples.map(({ view }) => view.count));
  const cells = samples.map(({ truth }) => truth.split(","));
  const p = cells[0].length / fewest;
  for (const [cell, count] of Object.entries(countBy(cells.flat(), String))) {
    assert.ok(count / n < shareLimit(n, p), `cell ${cell} is right in ${count} of ${n} challenges`);
  }
}

/** @param {Awaited<ReturnType<typeof ask>>[]} samples */
function assertIndistinguishable(samples) {
  const { json: { type }, view: { columns } } = samples[0];
  assertSame("the headers", samples.map(({ headers }) => headers));
  assertSame("the picture's path", samples.map(({ path }) => path));
  for (const [question, group] of groupBy(samples, (sample) => sample.question)) {
    assertSame(`the reply to ${question}`, group.map(({ frame }) => frame));
  }
  for (const { truth, frame, id, token, sealed } of samples) {
    if (type !== "puzzle") continue;
    const texts = [frame, id, token, sealed, ...[token, sealed].map((text) => Buffer.from(text, "base64url").toString("latin1"))];
    for (const text of texts) for (const spelling of spellings(truth)) assert.ok(!text.includes(spelling), spelling);
  }
  const labels = labelsOf(samples.map(({ truth }) => truth), columns);
  assertUnrelated({
    ...bitsOf("id", samples.map(({ id }) => id), "hex"),
    ...bitsOf("token", samples.map(({ token }) => token), "base64url"),
    ...bitsOf("media", samples.map(({ sealed }) => sealed), "base64url"),
    ...numberBits("submitAfterMs", samples.map(({ submitAfterMs }) => submitAfterMs)),
    ...numberBits("the earliest moment for an answer", samples.map(({ issuedAt, submitAfterMs }) => Date.parse(issuedAt) + submitAfterMs)),
    ...numberBits("issuedAt", samples.map(({ issuedAt }) => Date.parse(issuedAt))),
    ...numberBits("animation", samples.map(({ view }) => view.animation?.ms ?? 0)),
    ...Object.fromEntries(["question", "side", "mirror", "rotation", "clockwise", "tilt", "reference", "emotion"]
      .map((name) => [name, samples.map(({ view }) => String(view.prompt?.[name]))])),
  }, labels);
  // A scene has words to choose from or pictures, more or fewer.
  for (const group of groupBy(samples, ({ view }) => `${view.count} ${view.options === null}`).values()) {
    assertEven(group);
    if (type !== "puzzle" && group[0].view.options) {
      assertUnrelated(orderOf(group.map(({ view }) => view.options)), labelsOf(group.map(({ truth }) => truth), columns));
      assertNoGuess(group.map(({ view }) => view.options), group.map(({ truth }) => Number(truth)));
    }
  }
}

for (const type of TYPES) {
  for (const difficulty of DIFFICULTIES) {
    test(`${type}, ${difficulty}: replies of the API don't depend on the answer`, async () => {
      // PRE-S-2, HUM-S-2, SPA-S-2
      const motion = type === "hidden" ? undefined : "reduce";
      assertIndistinguishable(await collect(REPLIES, () => ask({ type, difficulty, motion })));
    });
  }
}

test("scene that moves: replies of the API don't depend on the answer", async () => {
  assertIndistinguishable(await collect(REPLIES, () => ask({ type: "scene" })));
});

test("scene that is heard: replies of the API don't depend on the answer", async () => {
  assertIndistinguishable(await collect(REPLIES, () => ask({ alternative: "audio" })));
});

// --------------------------------------------------------------- more time

for (const type of TYPES) {
  test(`${type}: replies to /v1/extend don't depend on the answer`, async () => {
    const samples = await collect(REPLIES, async () => {
      const asked = await ask({ type, motion: type === "hidden" ? undefined : "reduce" });
      const { headers, body } = await post("/v1/extend", { token: asked.token });
      const text = body.toString();
      const { token, expiresAt, timeLimit } = JSON.parse(text);
      assert.equal(Date.parse(expiresAt) - Date.parse(asked.json.expiresAt), asked.json.timeLimit * 1000);
      assert.ok(timeLimit > asked.json.timeLimit && timeLimit <= 2 * asked.json.timeLimit, text);
      const frame = hide(hide(text, token, "token"), expiresAt, "expiresAt").replace(`"timeLimit":${timeLimit}`, '"timeLimit":<left>'); // whole seconds
      return { headers, frame, token, timeLimit, truth: asked.truth, columns: asked.view.columns };
    });
    assertSame("the headers", samples.map(({ headers }) => headers));
    assertSame("the reply", samples.map(({ frame }) => frame));
    assertUnrelated({ ...bitsOf("token", samples.map(({ token }) => token), "base64url"), ...numberBits("timeLimit", samples.map(({ timeLimit }) => timeLimit)) },
      labelsOf(samples.map(({ truth }) => truth), samples[0].columns));
  });
}

// ----------------------------------------------------------------- pictures

/** How many channels a pixel has, by colour type. @type {Record<number, number>} */
const CHANNELS = { 2: 3, 3: 1, 6: 4 };

/** One stream of compressed rows: it ends where its chunks end, and holds the rows of so large a picture and nothing else.
 * @param {Buffer} stream @param {number} width @param {number} height @param {number} bits of a pixel */
function rowsOf(stream, width, height, bits) {
  const { buffer, engine } = /** @type {any} */ (inflateSync(stream, { info: true }));
  assert.equal(engine.bytesWritten, stream.length, "bytes behind the compressed rows");
  assert.equal(buffer.length, height * (1 + Math.ceil((width * bits) / 8)));
  return buffer;
}

/** A picture's chunks, and its size against that of the same rows when another program packs them: what is left does not depend on what
 * is to be seen. @param {Buffer} png @param {{width: number, height: number}} image */
function pictureOf(png, { width, height }) {
  const chunks = chunksOf(png);
  const header = chunks[0][1];
  const bits = header[8] * CHANNELS[header[9]];
  assert.deepEqual([header.readUInt32BE(0), header.readUInt32BE(4), ...header.subarray(10)], [width, height, 0, 0, 0]);
  const rows = [];
  let frame = [width, height];
  for (const [name, data] of chunks) {
    if (name === "fcTL") frame = [data.readUInt32BE(4), data.readUInt32BE(8)];
    if (name === "IDAT" || name === "fdAT") rows.push(rowsOf(data.subarray(name === "fdAT" ? 4 : 0), frame[0], frame[1], bits));
  }
  const packed = deflateRawSync(Buffer.concat(rows), { level: constants.Z_BEST_SPEED }).length;
  const film = chunks.some(([name]) => name === "acTL");
  const fixed = chunks.filter(([name]) => ["IHDR", "acTL", "fcTL", "IEND"].includes(name)).map(([name, data]) => name + data.toString("hex")).join();
  const palette = chunks.find(([name]) => name === "PLTE")?.[1] ?? assert.fail("no palette");
  return { kinds: chunks.map(([name]) => name).join(), fixed: film ? fixed.replace(/acTL[^,]*/, "acTL") : fixed, palette, residue: png.length / packed,
    colours: coloursOf(rows[0], header[8], height, palette) };
}

/** The colours in which a picture could say something: those of its corners, the commonest, the lightest and the darkest, as numbers.
 * @param {Buffer} rows @param {number} bits of a pixel @param {number} height @param {Buffer} palette @returns {Record<string, number>} */
function coloursOf(rows, bits, height, palette) {
  const stride = rows.length / height;
  const colours = Array.from({ length: palette.length / 3 }, (_, i) => palette.readUIntBE(3 * i, 3));
  const counts = colours.map(() => 0);
  const corners = [1, stride - 1, rows.length - stride + 1, rows.length - 1].map((at) => colours[rows[at] >> (8 - bits)]);
  if (bits === 8) rows.forEach((index, at) => at % stride > 0 && counts[index]++);
  const common = colours.map((_, i) => i).sort((a, b) => counts[b] - counts[a]).map((i) => colours[i]);
  const light = [...colours].sort((a, b) => lightness(b) - lightness(a) || a - b);
  const named = { corner: corners, common: common.slice(0, 3), lightest: light.slice(0, 3), darkest: light.slice(-3) };
  return Object.fromEntries(Object.entries(named).flatMap(([name, list]) => list.map((colour, i) => [`${name} ${i}`, colour])));
}

/** @param {number} colour */
const lightness = (colour) => (colour >> 16) + ((colour >> 8) & 255) + (colour & 255);

/** Each channel of each colour, as features. @param {Record<string, number>[]} samples */
const channelBits = (samples) => Object.assign({}, ...Object.keys(samples[0]).flatMap((name) => [16, 8, 0].map((shift) =>
  numberBits(`${name} >> ${shift}`, samples.map((colours) => ((colours[name] ?? 0) >> shift) & 255)))));

/** @param {string} type @param {string} difficulty */
async function askPicture(type, difficulty) {
  const asked = await ask({ type, difficulty, motion: type === "hidden" ? undefined : "reduce" });
  const { status, headers, body } = await exchange(server.url + asked.view.image.src);
  assert.equal(status, 200);
  return { ...asked, imageHeaders: headers, ...pictureOf(body, asked.view.image) };
}

const STILL = /^IHDR,PLTE,IDAT,IEND$/;
const FILM = /^IHDR,PLTE,acTL,fcTL,IDAT(,fcTL,fdAT){60,80},IEND$/;

/** @param {Awaited<ReturnType<typeof askPicture>>[]} samples */
function assertStructure(samples) {
  assertSame("the headers of the picture", samples.map(({ imageHeaders }) => imageHeaders));
  for (const group of groupBy(samples, ({ view }) => JSON.stringify(view.image.height)).values()) {
    assertSame("the frame of the picture", group.map(({ fixed }) => fixed));
  }
  const form = samples[0].json.type === "hidden" ? FILM : STILL;
  for (const { kinds: found } of samples) assert.match(found, form);
  if (form === FILM) assertSame("the chunks of the film", samples.map(({ kinds: found }) => found));
}

for (const type of TYPES) {
  test(`${type}: size and structure of pictures don't depend on the answer`, async () => {
    for (const difficulty of ["easy", "hard"]) assertStructure(await collect(FEW, () => askPicture(type, difficulty)));
    const samples = await collect(PICTURES, () => askPicture(type, "medium"));
    assertStructure(samples);
    const labels = labelsOf(samples.map(({ truth }) => truth), samples[0].view.columns);
    assertUnrelated({
      ...numberBits("residue", samples.map(({ residue }) => residue * 1e6)),
      ...numberBits("size of the palette", samples.map(({ palette }) => palette.length / 3)),
      ...Object.assign({}, ...Array.from({ length: 16 }, (_, i) => numberBits(`palette ${i}`, samples.map(({ palette }) => palette[3 * i] ?? 0)))),
    }, labels);
    assertUnrelated(channelBits(samples.map(({ colours }) => colours)), labels);
  });
}

// ---------------------------------------------------- pages without scripts

/** A page's text without what varies by design. @param {string} type @param {string} html */
function readPage(type, html) {
  const seed = /name="seed" value="([^"]*)"/.exec(html)?.[1] ?? assert.fail(html);
  let frame = hide(html, seed, "seed");
  const media = /\/v1\/(?:image|audio)\/([\w-]+)/.exec(html)?.[1];
  if (media) frame = hide(frame, media, "media");
  const ticket = /ticket=([\w-]+)/.exec(html)?.[1];
  if (ticket) frame = hide(frame, ticket, "ticket");
  /** @type {string[]} */
  let options = [];
  if (type === "puzzle") {
    frame = frame.replace(/<td class="(empty|black|pink)"><span class="aloud">\1<\/span><\/td>/g, "<td>tile</td>");
  } else {
    const question = /<h1 id="question">(.*)<\/h1>/.exec(html)?.[1] ?? assert.fail(html);
    frame = frame.replaceAll(question, withoutNumbers(question));
  }
  if (type === "scene" || type === "hidden") {
    options = [...frame.matchAll(/<span>([^<]+)<\/span><\/label>/g)].map(([, word]) => word);
    frame = frame.replace(/<span>[^<]+<\/span><\/label>/g, "<span>option</span></label>");
  }
  const question = type === "puzzle" ? "" : /<h1 id="question">.*<\/h1>/.exec(frame)?.[0] ?? "";
  return { seed, media, ticket, options, frame, question };
}

/** @param {string} type @param {string} path */
async function askPage(type, path) {
  const { status, headers, truth, body } = await exchange(server.url + path);
  const html = body.toString();
  assert.equal(status, 200, html);
  assert.notEqual(truth, "");
  return { headers, truth, html, ...readPage(type, html) };
}

/** @param {Awaited<ReturnType<typeof askPage>>[]} samples @param {number} columns */
function assertPages(samples, columns) {
  assertSame("the headers", samples.map(({ headers }) => headers));
  for (const [question, group] of groupBy(samples, (sample) => sample.question)) assertSame(`the page "${question}"`, group.map(({ frame }) => frame));
  const labels = labelsOf(samples.map(({ truth }) => truth), columns);
  assertUnrelated({
    ...bitsOf("seed", samples.map(({ seed }) => seed), "base64url"),
    ...(samples[0].media ? bitsOf("media", samples.map(({ media }) => String(media)), "base64url") : {}),
    ...(samples[0].ticket ? bitsOf("ticket", samples.map(({ ticket }) => String(ticket)), "base64url") : {}),
    question: samples.map(({ question }) => question),
  }, labels);
  for (const group of groupBy(samples, ({ options }) => String(options.length)).values()) {
    if (group[0].options.length === 0) continue;
    assertUnrelated(orderOf(group.map(({ options }) => options)), labelsOf(group.map(({ truth }) => truth), columns));
    assertNoGuess(group.map(({ options }) => options), group.map(({ truth }) => Number(truth)));
  }
}

/** @type {Record<string, number>} */
const COLUMNS = { human: 10, emotions: 4, predator: 5 };

for (const type of TYPES) {
  test(`${type}: pages without scripts don't depend on the answer`, async () => {
    const path = `/challenge?sitekey=${server.sitekey}&type=${type}`;
    const samples = await collect(REPLIES, () => askPage(type, path));
    assertPages(samples, COLUMNS[type] ?? 4);
    // The same page again, after a form without an answer, and with more time.
    for (const fields of /** @type {Record<string, string>[]} */ ([{}, { "more-time": "1" }])) {
      const again = await Promise.all(samples.slice(0, FEW * 4).map(async ({ seed, question }) => {
        const { status, headers, body } = await exchange(server.url + path, { method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ seed, moves: "1", ...fields }).toString() });
        assert.equal(status, "more-time" in fields ? 200 : 400, body.toString());
        const { frame } = readPage(type, body.toString());
        return { question, headers, frame: frame.replace(/(data-seconds="|id="time-note">[^<\d]*)\d+/g, "$1<seconds>") }; // what is left
      }));
      assertSame("the headers", again.map(({ headers }) => headers));
      for (const [question, group] of groupBy(again, (sample) => sample.question)) assertSame(`the page "${question}" again`, group.map(({ frame }) => frame));
    }
  });
}

test("puzzle: pages of the gate don't depend on the answer", async () => {
  // PUZ-21
  const { status, location } = await exchange(`${server.url}/gate`, { headers: { "User-Agent": "curl/8.0" } });
  assert.equal(status, 401);
  assert.match(location, /^\/challenge\/puzzle\?ticket=/);
  const samples = await collect(REPLIES, () => askPage("puzzle", location));
  assertPages(samples, 4);
  for (const { truth, frame } of samples) for (const spelling of spellings(truth)) assert.ok(!frame.includes(spelling), spelling);
});

// ----------------------------------------------------------- the test itself

test("what depends on the answer is found: one bit of it in a token, one option that stands first, one byte of size", () => {
  /* Numbers that are always the same, so that this test can't fail by chance: a linear congruential generator. */
  let state = 1;
  const draw = (/** @type {number} */ below) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0, Math.floor((state / 2 ** 32) * below));
  for (const [count, columns] of [[4, 4], [6, 6], [12, 4], [16, 4], [100, 10]]) {
    const answers = Array.from({ length: REPLIES }, () => draw(count));
    const labels = labelsOf(answers.map(String), columns);
    const token = (/** @type {number} */ first) => Buffer.from([first, ...Array.from({ length: 199 }, () => draw(256))]).toString("base64url");
    assertUnrelated(bitsOf("token", answers.map(() => token(draw(256))), "base64url"), labels);
    assert.throws(() => assertUnrelated(bitsOf("token", answers.map((answer) => token((draw(256) & ~1) | (answer & 1))), "base64url"), labels), /token\[0\] bit 0/);
    const options = answers.map((answer) => Array.from({ length: count }, (_, i) => (i === answer ? "a" : `b${i}`)));
    assert.throws(() => assertNoGuess(options, answers), /first in the alphabet is right in 144 of 144/);
    const sizes = answers.map((answer) => 100 * draw(1000) + (answer & 1));
    assert.throws(() => assertUnrelated(numberBits("size", sizes.slice(0, PICTURES)), labelsOf(answers.slice(0, PICTURES).map(String), columns)), /size bit 0/);
  }
});
