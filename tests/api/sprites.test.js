// Sheets of sprites: `tessera sprites` draws and checks them, the config key `sprites` puts an operator's own in place of
// the built-in ones, and both are served.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { png } from "../lib/png.js";
import { FAST, ROOT, run, Server, temporaryFolder } from "../lib/tessera.js";

const NAMES = ["predator", "safe", "emotion_male", "emotion_female", "item"].map((name) => `${name}_sprites.png`);

/** @param {string[]} options */
const sprites = (...options) => run(["sprites", ...options]);

/** A folder with one sheet of that name. @param {string} name @param {string | Buffer} bytes */
function folderWith(name, bytes) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), bytes);
  return folder;
}

/** @param {string} folder @returns {Record<string, string>} each file's bytes */
const contents = (folder) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "base64")]));

/** @param {Buffer} file @returns {[number, number]} */
const sizeOf = (file) => [file.readUInt32BE(16), file.readUInt32BE(20)];

/** A sheet that somebody else drew; `empty` is a place that is left blank.
 * @param {number} width @param {number} [height] @param {number} [empty] */
const foreign = (width, height = width, empty = -1) => png(width, height, (x, y) => {
  const place = Math.floor((4 * x) / width) + 4 * Math.floor((4 * y) / height);
  return place === empty ? [9, 9, 9] : [x & 255, y & 255, 16 * place];
});

// ------------------------------------------------------------------ drawing

test("sprites: draws the five sheets, names what it wrote, and makes the folder", () => {
  const out = join(temporaryFolder(), "made");
  const { status, stdout, stderr } = sprites("--size", "32", "--out", out);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(stdout.trimEnd().split("\n"), NAMES.map((name) => join(out, name)));
  assert.deepEqual(readdirSync(out).sort(), [...NAMES].sort());
  for (const name of NAMES) assert.deepEqual(sizeOf(readFileSync(join(out, name))), [128, 128], name);
  assert.equal(sprites("--size", "32", "--out", out).status, 0, "over what is there");
});

test("sprites: the same seed draws the same, another another", () => {
  const make = (/** @type {string[]} */ ...options) => {
    const out = temporaryFolder();
    assert.equal(sprites("--size", "40", "--out", out, ...options).status, 0);
    return contents(out);
  };
  const [zero, one] = [make("--seed", "0"), make("--seed", "1")];
  assert.deepEqual(make(), zero, "0 is the default");
  assert.deepEqual(make("--seed=1"), one);
  for (const name of NAMES) assert.notEqual(zero[name], one[name], name);
  assert.equal(new Set(Object.values(zero)).size, 5);
});

test("sprites: the largest are drawn, and the largest seed is taken", () => {
  const out = temporaryFolder();
  assert.equal(sprites("--size", "256", "--seed", "18446744073709551615", "--out", out).status, 0);
  assert.deepEqual(sizeOf(readFileSync(join(out, NAMES[4]))), [1024, 1024]);
});

/** @type {[string, string[], RegExp][]} */
const WRONG_USE = [
  ["a word", ["all"], /^tessera sprites: all: /],
  ["a seed of letters", ["--seed", "x"], /^tessera sprites: --seed: expected a number/],
  ["a negative seed", ["--seed", "-1"], /^tessera sprites: --seed: expected a number/],
  ["a seed past 64 bits", ["--seed", "18446744073709551616"], /^tessera sprites: --seed: expected a number/],
  ["too small", ["--size", "31"], /^tessera sprites: --size: expected a number from 32 to 256/],
  ["too large", ["--size", "257"], /^tessera sprites: --size: expected a number from 32 to 256/],
  ["a size of letters", ["--size", "large"], /^tessera sprites: --size: expected a number from 32 to 256/],
  ["no folder to check", ["--check="], /^tessera sprites: --check: expected DIR/],
  ["--check without its value", ["--check"], /^tessera sprites: --check: needs a value/],
  ["an option of another command", ["--count", "3"], /^tessera sprites: --count: there is no such option/],
];
for (const [name, options, said] of WRONG_USE) {
  test(`sprites, wrong use: ${name}`, () => {
    const { status, stdout, stderr } = sprites(...options);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, said);
    assert.match(stderr, /^usage: tessera sprites/m);
  });
}

test("sprites: where it can't write, it says which file", () => {
  const file = join(folderWith("file", ""), "file");
  const blocked = temporaryFolder();
  mkdirSync(join(blocked, NAMES[1]));
  for (const [out, said] of [[file, `can't write ${file}/${NAMES[0]}`], [join(file, "in"), `can't make ${file}/in`],
    [blocked, `can't write ${blocked}/${NAMES[1]}`]]) {
    const { status, stderr } = sprites("--size", "32", "--out", out);
    assert.equal(status, 1);
    assert.ok(stderr.startsWith(`tessera: ${said}: `), stderr);
  }
});

// ------------------------------------------------------------------ checking

test("sprites --check: good sheets, the program's and others'", () => {
  const { status, stdout, stderr } = sprites("--check", join(ROOT, "sprites"));
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(stdout.trimEnd().split("\n"), NAMES.map((name) => `${name}: good`));
  assert.deepEqual(sprites("--check", folderWith(NAMES[4], foreign(256))),
    { status: 0, stdout: `${NAMES[4]}: good\n`, stderr: "" }, "what is not there is the program's own");
});

/** Each with its bytes and what is said of it. @type {[string, string | Buffer, string][]} */
const BAD = [
  ["nothing", "", "it is not a PNG file"],
  ["text", "GIF89a, or so", "it is not a PNG file"],
  ["cut off", foreign(256).subarray(0, 3000), "it can't be read"],
  ["too small", foreign(124), "it is 124 x 124 pixels; expected a square of 4 x 4 sprites of equal size"],
  ["not square", foreign(256, 512), "it is 256 x 512 pixels"],
  ["not divisible", foreign(402), "it is 402 x 402 pixels"],
  ["a place that is empty", foreign(256, 256, 6), "the sprite in row 2, column 3 is empty"],
  ["longer than any sheet", Buffer.alloc(8 * 1024 * 1024 + 1), "File too large"],
];
for (const [name, bytes, said] of BAD) {
  test(`sprites --check: ${name}`, () => {
    const folder = folderWith(NAMES[3], bytes);
    const { status, stdout, stderr } = sprites("--check", folder);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.ok(stderr.startsWith(`tessera: ${folder}/${NAMES[3]}: ${said}`), stderr);
  });
}

test("sprites --check: a folder without sheets, and none at all", () => {
  for (const folder of [temporaryFolder(), "/nonexistent"]) {
    const { status, stderr } = sprites("--check", folder);
    assert.equal(status, 1);
    assert.ok(stderr.startsWith(`tessera: ${folder}: none of the sprite sheets is there`), stderr);
  }
});

// ------------------------------------------------------------------- serving

/** @param {Server} server @param {string} name @param {Record<string, string>} [headers] */
async function sheet(server, name, headers = {}) {
  const reply = await fetch(`${server.url}/sprites/${name}`, { headers });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

test("the built-in sheets are served to every origin", async (t) => {
  const server = await Server.during(t);
  const tags = new Set();
  for (const name of NAMES) {
    const { status, headers, bytes } = await sheet(server, name, { Origin: "https://site.example" });
    assert.equal(status, 200, name);
    assert.equal(headers.get("content-type"), "image/png");
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.ok(bytes.equals(readFileSync(join(ROOT, "sprites", name))), name);
    const again = await sheet(server, name, { "If-None-Match": headers.get("etag") ?? "" });
    assert.deepEqual([again.status, again.bytes.length], [304, 0], name);
    tags.add(headers.get("etag"));
  }
  assert.equal(tags.size, NAMES.length, "each has an ETag of its own");
  for (const name of ["", "other.png", "../keys", "predator_sprites.png.gz", "PREDATOR_SPRITES.PNG"]) {
    assert.equal((await sheet(server, name)).status, 404, name);
  }
  assert.equal((await sheet(server, "..%2fkeys")).status, 400);
});

test("an operator's sheet is served in place of its own; the others stay", async (t) => {
  const own = foreign(512);
  const folder = folderWith(NAMES[1], own);
  writeFileSync(join(folder, NAMES[3]), foreign(256));
  const server = await Server.during(t, { config: `${FAST}sprites: ${folder}\n` });
  const { status, headers, bytes } = await sheet(server, NAMES[1]);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "image/png");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.ok(bytes.equals(own));
  const tag = headers.get("etag") ?? "";
  assert.equal((await sheet(server, NAMES[1], { "If-None-Match": tag })).status, 304);
  assert.equal((await sheet(server, NAMES[3], { "If-None-Match": tag })).status, 200, "another file, another ETag");
  assert.ok((await sheet(server, NAMES[0])).bytes.equals(readFileSync(join(ROOT, "sprites", NAMES[0]))));
  assert.equal(run(["check", "--config", join(server.data, "test.yaml"), "--data", server.data]).status, 0);
});

for (const [name, bytes, said] of BAD) {
  test(`no server starts with a bad sheet, and check finds it: ${name}`, () => {
    const folder = folderWith(NAMES[2], bytes);
    const config = join(temporaryFolder(), "tessera.yaml");
    writeFileSync(config, `sprites: ${folder}\n`);
    for (const args of [["serve", "--listen", "127.0.0.1:0"], ["check"]]) {
      const { status, stdout, stderr } = run([...args, "--config", config, "--data", temporaryFolder()]);
      assert.deepEqual([status, stdout], [1, ""], args[0]);
      assert.ok(stderr.includes(`${folder}/${NAMES[2]}: ${said}`), stderr);
    }
  });
}

test("no server starts where the folder of sheets is not there", () => {
  const config = join(temporaryFolder(), "tessera.yaml");
  writeFileSync(config, "sprites: /nonexistent\n");
  for (const args of [["serve", "--listen", "127.0.0.1:0"], ["check"]]) {
    const { status, stderr } = run([...args, "--config", config, "--data", temporaryFolder()]);
    assert.equal(status, 1);
    assert.match(stderr, /\/nonexistent: none of the sprite sheets is there/);
  }
});
