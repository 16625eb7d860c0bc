// Challenges that are heard: who asks for one, what is played, what a pass is worth, what it may cost. (S3D-28)
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FAST, LANGUAGES, Server, useEarlyClock, eventually, temporaryFolder, serverNow } from "../lib/tessera.js";

useEarlyClock();

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** @param {Server} from @param {string} path */
async function play(from, path) {
  const reply = await fetch(from.url + path);
  return { status: reply.status, headers: reply.headers, wav: Buffer.from(await reply.arrayBuffer()) };
}

/** @param {Server} from @param {Record<string, unknown>} [more] */
const heard = (from, more = {}) => from.challenge({ type: undefined, alternative: "audio", ...more });

/** @param {string} more @param {string} [before] settings of `challenge`, and before it */
const settings = (more, before = "budget: {enabled: false}\n") =>
  `${before}challenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true, ${more}}\n`;

test("who can't see may have a description read aloud, and answers by it", async () => {
  const { alternatives } = await server.challenge({ type: "human" });
  assert.deepEqual(alternatives, ["puzzle", "audio", "pow"]);
  for (const difficulty of ["easy", "medium", "hard"]) {
    const challenge = await heard(server, { difficulty });
    const { type, view, token, truth, instructions, timeLimit } = challenge;
    assert.equal(type, "scene");
    assert.match(instructions, /^Listen/);
    assert.equal(timeLimit, 120);
    assert.deepEqual(challenge.alternatives, ["puzzle", "pow"]);
    assert.equal(view.image, null);
    assert.deepEqual(Object.keys(view.audio), ["src"]);
    assert.deepEqual([...view.options].sort(), ["ball", "cone", "cube", "cylinder", "pyramid", "ring"]);
    assert.deepEqual(view.prompt, { question: "heard" });
    assert.ok(!JSON.stringify(challenge).includes("spoken"));
    const { status, headers, wav } = await play(server, view.audio.src);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "audio/wav");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 12), "RIFFWAVE");
    assert.equal(wav.readUInt32LE(4), wav.length - 8);
    const seconds = wav.readUInt32LE(40) / wav.readUInt32LE(28);
    assert.ok(seconds >= 4 && seconds <= 20 && Number.isInteger(seconds / 2), `${seconds} s`);
    assert.ok(wav.length < 250_000, `${wav.length} bytes`);
    assert.ok((await play(server, view.audio.src)).wav.equals(wav)); // the same again
    assert.equal(await server.answer(token, truth), "pass");
  }
});

test("each language is spoken, and one that is not known gives English", async () => {
  const { view } = await heard(server);
  const sounds = new Map();
  for (const lang of LANGUAGES) {
    const { status, wav } = await play(server, `${view.audio.src}?lang=${lang}`);
    assert.equal(status, 200, lang);
    sounds.set(lang, wav.toString("base64"));
  }
  const spoken = [];
  for (const lang of LANGUAGES) {
    const { alternatives } = await server.challenge({ type: "human", lang });
    if (alternatives.includes("audio")) spoken.push(lang);
    else assert.equal(sounds.get(lang), sounds.get("en"), lang); // what no program reads well
  }
  assert.ok(spoken.length >= 31, spoken.join());
  for (const lang of ["he", "th"]) assert.ok(!spoken.includes(lang), lang); // written without vowels, or with them in another order
  assert.equal(new Set(spoken.map((lang) => sounds.get(lang))).size, spoken.length);
  const same = async (/** @type {string} */ lang) => (await play(server, `${view.audio.src}?lang=${lang}`)).wav.toString("base64");
  for (const [tag, lang] of [["pt-br", "pt-BR"], ["pt-PT", "pt"], ["DE", "de"], ["zh-TW", "zh-Hant"], ["zh-Hans-CN", "zh"], ["in", "id"]]) {
    assert.equal(await same(tag), sounds.get(lang), tag);
  }
  for (const strange of ["xx", "", "%00", "..%2F..%2Fetc", "a".repeat(3000), "-v"]) assert.equal(await same(strange), sounds.get("en"), strange);
});

/** Up to where something is said. @param {Buffer} wav */
const spokenMs = (wav) => Math.round((wav.subarray(44).findLastIndex((sample) => Math.abs(sample - 128) > 2) * 1000) / wav.readUInt32LE(28));

test("slower on request, in every language: the same voice takes a third longer, and is the same each time", async () => {
  const { view } = await heard(server, { difficulty: "hard" });
  for (const lang of LANGUAGES) {
    const [plain, slow] = await Promise.all(["", "&pace=slow"].map((pace) => play(server, `${view.audio.src}?lang=${lang}${pace}`)));
    assert.deepEqual([plain.status, slow.status], [200, 200], lang);
    const factor = spokenMs(slow.wav) / spokenMs(plain.wav);
    assert.ok(factor > 1.15 && factor < 1.6, `${lang}: ${factor}`);
    assert.ok(slow.wav.length < 400_000, `${lang}: ${slow.wav.length} bytes`);
  }
  const again = async (/** @type {string} */ pace) => (await play(server, `${view.audio.src}?lang=en${pace}`)).wav;
  assert.ok((await again("&pace=slow")).equals(await again("&pace=slow")));
  for (const pace of ["&pace=", "&pace=fast", "&pace=slowest"]) assert.ok((await again(pace)).equals(await again("")), pace);
});

test("the same words sound different in the next challenge", async () => {
  const sounds = new Set();
  for (let i = 0; i < 8; i++) {
    const { view } = await heard(server, { difficulty: "easy" });
    const { status, wav } = await play(server, view.audio.src);
    assert.equal(status, 200);
    sounds.add(wav.toString("base64"));
  }
  assert.equal(sounds.size, 8);
});

test("what is seen can't be heard, and the other way round", async () => {
  const { view } = await heard(server);
  const seen = await server.challenge({ type: "scene" });
  for (const path of [view.audio.src.replace("audio", "image"), seen.view.image.src.replace("image", "audio"), "/v1/audio/", "/v1/audio/x",
    `${view.audio.src}x`]) {
    assert.equal((await server.request(path)).status, 404, path);
  }
});

test("a pass by ear is worth less, and tells so", async () => {
  const { token, truth } = await heard(server);
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  const { success, type, confidence } = await server.verify({ response: json.response });
  assert.deepEqual({ success, type, confidence }, { success: true, type: "scene", confidence: 0.5 });
});

test("players get the parts that they ask for", async () => {
  const { view } = await heard(server);
  const { wav, headers } = await play(server, view.audio.src);
  assert.equal(headers.get("accept-ranges"), "bytes");
  const last = wav.length - 1;
  for (const [range, first, end] of /** @type {[string, number, number][]} */ ([
    ["bytes=0-1", 0, 1], ["bytes=0-", 0, last], ["bytes=100-199", 100, 199], [`bytes=${last}-`, last, last], ["bytes=-500", last - 499, last],
    [`bytes=5-${10 * last}`, 5, last], [`bytes=-${10 * last}`, 0, last]])) {
    const reply = await fetch(server.url + view.audio.src, { headers: { Range: range } });
    assert.equal(reply.status, 206, range);
    assert.equal(reply.headers.get("content-range"), `bytes ${first}-${end}/${wav.length}`);
    assert.equal(reply.headers.get("content-type"), "audio/wav");
    assert.ok(Buffer.from(await reply.arrayBuffer()).equals(wav.subarray(first, end + 1)), range);
  }
  for (const range of ["bytes=", "bytes=a-b", "bytes=9-3", "bytes=0-1,4-5", "lines=0-1", "bytes=-", "bytes 0-1", "bytes=99999999999999999999-"]) {
    const reply = await fetch(server.url + view.audio.src, { headers: { Range: range } });
    assert.equal(reply.status, 200, range);
    assert.ok(Buffer.from(await reply.arrayBuffer()).equals(wav), range);
  }
  for (const range of [`bytes=${wav.length}-`, "bytes=-0"]) {
    const reply = await fetch(server.url + view.audio.src, { headers: { Range: range } });
    assert.equal(reply.status, 416, range);
    assert.equal(reply.headers.get("content-range"), `bytes */${wav.length}`);
    await reply.arrayBuffer();
  }
});

test("those whose language no program reads are not offered to listen", async () => {
  assert.deepEqual((await server.challenge({ type: "human", lang: "he-IL" })).alternatives, ["puzzle", "pow"]);
  assert.equal((await server.post("/v1/challenge", { sitekey: server.sitekey, alternative: "audio", lang: "he" })).status, 400);
  assert.deepEqual((await server.challenge({ type: "human", lang: "sv" })).alternatives, ["puzzle", "audio", "pow"]);
});

test("descriptions have a budget of their own", async (context) => {
  const other = await Server.during(context, { config: settings("pictures_kb: 0", "budget: {window_s: 3600, audio: 2}\n") });
  const { view } = await heard(other);
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await other.request(view.audio.src)).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  const seconds = Number((await other.request(view.audio.src)).headers.get("retry-after"));
  assert.ok(Math.abs(seconds - (3600 - (serverNow() / 1000) % 3600)) < 60, `Retry-After: ${seconds}`);
  assert.equal((await other.request((await other.challenge({ type: "spatial" })).view.image.src)).status, 200);
});

test("parts and repeats of a description that is held take nothing of that budget", async (context) => {
  const other = await Server.during(context, { config: settings("pictures_kb: 8192", "budget: {window_s: 3600, audio: 2}\n") });
  const { view } = await heard(other);
  for (let i = 0; i < 6; i++) assert.equal((await other.request(view.audio.src)).status, 200);
});

test("many at once: each comes, or is told to come again", async () => {
  const challenges = await Promise.all(Array.from({ length: 24 }, () => heard(server)));
  const statuses = (await Promise.all(challenges.map(({ view }) => play(server, view.audio.src)))).map(({ status }) => status);
  assert.ok(statuses.every((status) => status === 200 || status === 503), statuses.join(" "));
  assert.ok(statuses.includes(200));
  assert.ok((await play(server, challenges[0].view.audio.src)).status === 200);
});

test("without a program that reads there is no audio, and all else goes on", async (context) => {
  for (const program of ["off", "/nonexistent/espeak", "no-such-program"]) {
    const other = await Server.during(context, { config: settings(`audio: ${program}`) });
    assert.deepEqual((await other.challenge({ type: "human" })).alternatives, ["puzzle", "pow"]);
    assert.equal((await other.post("/v1/challenge", { sitekey: other.sitekey, alternative: "audio" })).status, 400);
    const isTold = () => /nothing is read aloud/.test(other.stderr); // by a thread of its own: in a moment
    assert.equal(program === "off" ? isTold() : await eventually(isTold), program !== "off");
  }
  const blind = await Server.during(context, { config: settings("types: [human]") });
  assert.deepEqual((await blind.challenge({ type: "human" })).alternatives, ["pow"]);
});

test("a program that hangs or talks nonsense is a 503, and costs two seconds at most", async (context) => {
  const folder = temporaryFolder();
  for (const [name, script] of [["hangs", "sleep 3600"], ["nonsense", "echo hello"], ["fails", "exit 1"]]) {
    const program = join(folder, /** @type {string} */ (name));
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
    const other = await Server.during(context, { config: settings(`audio: ${program}`) });
    const { view, token, truth } = await heard(other);
    const { status, headers, json } = await other.request(view.audio.src);
    assert.equal(status, 503, name);
    assert.equal(headers.get("retry-after"), "1");
    assert.equal(json.error.code, "unavailable");
    assert.equal(await other.answer(token, truth), "pass"); // nothing was spent
    assert.equal(await other.metric('tessera_speak_failures_total{why="failed"}'), 1);
    assert.ok(await eventually(() => /warn a description could not be read aloud/.test(other.stderr)), other.stderr);
  }
});

// ------------------------------------------------------------------ the process that starts the program

/** The children of a process. @param {number} pid @returns {number[]} */
const children = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** @param {Server} of */
const helperOf = (of) => children(of.child?.pid ?? 0)[0];

test("whoever starts the program has no socket, no file and no variable of the server's", async (context) => {
  const other = await Server.during(context, { env: { TESSERA_SECRET: "a-secret-of-at-least-32-characters" } });
  const helper = helperOf(other);
  assert.deepEqual(readdirSync(`/proc/${helper}/fd`).sort(), ["0", "1", "2", "3"]);
  for (const fd of [0, 1, 2]) assert.equal(readlinkSync(`/proc/${helper}/fd/${fd}`), "/dev/null");
  assert.match(readFileSync(`/proc/${helper}/environ`, "latin1"), /^\0*$/);
  const { view } = await heard(other);
  assert.equal((await play(other, view.audio.src)).status, 200);
  assert.deepEqual(children(other.child?.pid ?? 0), [helper], "the server itself starts nobody");
});

test("without the process that starts the program there is no audio, that is said once, and all else goes on", async (context) => {
  const other = await Server.during(context, { config: settings("pictures_kb: 0") });
  const { view, token, truth } = await heard(other);
  const helper = helperOf(other);
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) process.kill(helper, signal);
  assert.equal((await play(other, view.audio.src)).status, 200, "signals are the server's to heed");
  process.kill(helper, "SIGKILL");
  for (let i = 0; i < 3; i++) assert.equal((await play(other, view.audio.src)).status, 503);
  assert.ok(await eventually(() => /nothing is read aloud any more/.test(other.stderr)), other.stderr);
  assert.equal(other.stderr.match(/nothing is read aloud any more/g)?.length, 1);
  assert.deepEqual((await other.challenge({ type: "human" })).alternatives, ["puzzle", "pow"]);
  assert.equal(await other.answer(token, truth), "pass");
});

test("it ends with the server, however that ends", async () => {
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGTERM", "SIGKILL"])) {
    const other = await Server.start();
    const helper = helperOf(other);
    assert.ok(helper > 1);
    await other.down(signal);
    const isGone = () => !existsSync(`/proc/${helper}`) || /^State:\tZ/m.test(readFileSync(`/proc/${helper}/status`, "utf8"));
    assert.ok(await eventually(isGone), signal);
  }
});

test("scenes are drawn as the config says, and what is used can be asked for", async (context) => { /* S3D-27 */
  const flat = await Server.during(context, { config: settings("renderer: 2d") });
  assert.equal(await server.metric("tessera_scene_renderer"), 3);
  assert.equal(await flat.metric("tessera_scene_renderer"), 2);
  const { view, token, truth } = await flat.challenge({ type: "scene" });
  assert.equal((await flat.request(view.image.src)).status, 200);
  assert.equal(await flat.answer(token, truth), "pass");

  const none = await Server.during(context, { config: settings("renderer: none, types: [scene, puzzle]") });
  assert.equal(await none.metric("tessera_scene_renderer"), 0);
  const refused = await none.post("/v1/challenge", { sitekey: none.sitekey, type: "scene" });
  assert.equal(refused.status, 400);
  assert.equal(refused.json.error.code, "unknown-type");
  for (let i = 0; i < 10; i++) assert.equal((await none.challenge({ type: undefined })).type, "puzzle");
  assert.equal((await heard(none)).type, "scene"); // told in words, it needs no renderer
});

test("the seed's own levels are a setting", async (context) => { /* S3D-8, S3D-9, S3D-10 */
  const other = await Server.during(context, { config: settings("profile: seed") });
  for (const [difficulty, question, ...options] of [["easy", "turn", 2], ["medium", "behind", 3], ["hard", "visible", 5, 6, 7]]) {
    const { view, token, truth } = await other.challenge({ type: "scene", difficulty });
    assert.equal(view.prompt.question, question);
    assert.ok(options.includes(view.options.length), `${difficulty}: ${view.options}`);
    assert.equal((await other.request(view.image.src)).status, 200);
    assert.equal(await other.answer(token, truth), "pass");
  }
});
