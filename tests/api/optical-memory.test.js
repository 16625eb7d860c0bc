// Optical Memory: drawn pictures, archived by their content where the config says so.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, FAST, patience, Server, temporaryFolder } from "../lib/tessera.js";

/** @param {string} more */
const config = (more) => `${FAST}store: {free_min_mb: 0}\nintegration: {optical_memory: {enabled: true${more}}}\n`;

/** A challenge's picture. @param {Server} server @param {string} difficulty */
async function fetchPicture(server, difficulty) {
  const challenge = await server.challenge({ type: "scene", difficulty });
  const reply = await fetch(server.url + challenge.view.image.src);
  assert.equal(reply.status, 200);
  return { challenge, bytes: Buffer.from(await reply.arrayBuffer()) };
}

/** @param {string} folder */
const files = (folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/")).sort();

test("a drawn picture is archived under its hash, with what it belongs to and nothing of the answer", async (t) => {
  /* S3D-24 */
  const server = await Server.during(t, { config: config("") });
  const folder = join(server.data, "optical-memory");
  const { bytes } = await fetchPicture(server, "hard");
  const hash = createHash("sha256").update(bytes).digest("hex");
  const path = join(folder, hash.slice(0, 2), hash);
  assert.ok(await eventually(() => existsSync(`${path}.png`)), "archived");
  assert.deepEqual(readFileSync(`${path}.png`), bytes);
  assert.equal(statSync(`${path}.png`).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const { challenge_id, drawn_at_ms, width, height, ...rest } = JSON.parse(readFileSync(`${path}.json`, "utf8"));
  assert.match(challenge_id, /^[0-9a-f]{32}$/);
  assert.ok(Math.abs(Date.now() - drawn_at_ms) < patience());
  assert.deepEqual([width, height], [bytes.readUInt32BE(16), bytes.readUInt32BE(20)], "as the PNG says");
  assert.deepEqual(rest, { sha256: hash, type: "scene", difficulty: "hard", site: server.sitekey, bytes: bytes.length });
  assert.ok(await eventually(async () => await server.metric('tessera_archive_total{result="stored"}') === 1), "counted once it lies there");

  await t.test("the history says where it lies", async () => {
    const query = () => spawnSync("sqlite3", ["-cmd", ".timeout 5000", join(server.data, "records.db"),
      "SELECT png_path FROM spatial_challenges WHERE png_path IS NOT NULL"], { encoding: "utf8" }).stdout.trim();
    assert.ok(await eventually(() => query() === `${hash.slice(0, 2)}/${hash}.png`), query());
  });
  await t.test("it is still there after a restart, and others come beside it", async () => {
    await server.again();
    await fetchPicture(server, "easy");
    assert.ok(await eventually(() => files(folder).filter((name) => name.endsWith(".png")).length === 2));
    assert.deepEqual(readFileSync(`${path}.png`), bytes);
  });
  await t.test("it is removed after as many days as max_days says", async () => {
    await server.down();
    const [old, young] = [3, 1].map((days) => Date.now() / 1000 - days * 86400);
    for (const name of files(folder)) {
      const at = name.includes(hash) ? old : young;
      utimesSync(join(folder, name), at, at);
    }
    server.options.config = config(", max_days: 2");
    await server.up();
    assert.ok(await eventually(() => !existsSync(`${path}.png`) && !existsSync(`${path}.json`)));
    assert.equal(files(folder).length, 2, "a picture that is younger stays, and what belongs to it");
  });
  await t.test("a folder that is removed is made again", async () => {
    rmSync(folder, { recursive: true });
    await fetchPicture(server, "easy");
    assert.ok(await eventually(() => existsSync(folder) && files(folder).filter((name) => name.endsWith(".png")).length === 1));
  });
});

test("the archive has a folder of its own where one is named, and a size", async (t) => {
  const folder = join(temporaryFolder(), "pictures");
  const server = await Server.during(t, { config: config(`, folder: ${folder}, max_mb: 1`) });
  for (let i = 0; i < 80; i++) await fetchPicture(server, "hard");
  const stored = () => server.metric('tessera_archive_total{result="stored"}');
  assert.ok(await eventually(async () => (await stored()) === 80));
  const taken = () => files(folder).reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0) * 512, 0);
  assert.ok(await eventually(() => taken() <= 1_000_000), `${taken()}`);
  assert.ok(taken() > 500_000, `${taken()}`);
  assert.ok(!existsSync(join(server.data, "optical-memory")));
});

test("without it nothing is archived", async (t) => {
  const server = await Server.during(t);
  await fetchPicture(server, "hard");
  assert.equal(await server.metric('tessera_archive_total{result="stored"}'), 0);
  assert.ok(!existsSync(join(server.data, "optical-memory")));
});
