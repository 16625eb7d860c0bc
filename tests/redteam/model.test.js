// redteam/model.py against a stand-in for a model: what is sent is what a client got, the key stays where it
// belongs, and every sort of reply is counted for what it is. The truth is not there while it asks.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, run, temporaryFolder, scaled } from "../lib/tessera.js";
import { chunksOf } from "../lib/chunks.js";

const KEY = "a-key-that-nobody-may-see";

/** What redteam/gen.js would have written, and what is right. @param {string} type @param {number} count */
function challenges(type, count) {
  const folder = temporaryFolder(), out = temporaryFolder(), name = `${type}-medium`;
  const { stdout, status } = run(["generate", type, "--seed", "40", "--count", String(count), "--difficulty", "medium", "--truth", "--out", out]);
  assert.equal(status, 0);
  mkdirSync(join(folder, "public", name), { recursive: true });
  const truths = stdout.trim().split("\n").map((line, i) => {
    const { id, type: kind, difficulty, instructions, view, answer } = JSON.parse(line);
    writeFileSync(join(folder, "public", name, `${i}.json`), JSON.stringify({ challenge: { type: kind, difficulty, instructions, view }, headers: [] }));
    writeFileSync(join(folder, "public", name, `${i}.png`), readFileSync(join(out, `${id}.png`)));
    return answer;
  });
  return { folder, name, truths };
}

/** A stand-in whose n-th reply is the n-th row's. @param {import("node:test").TestContext} t
 * @param {((reply: import("node:http").ServerResponse) => void)[]} rows */
async function standIn(t, rows) {
  /** @type {{body: any, key: string | undefined, at: number}[]} */
  const asked = [];
  const server = createServer((request, reply) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
      asked.push({ body: JSON.parse(text), key: request.headers.authorization, at: Date.now() });
      rows[Math.min(asked.length, rows.length) - 1](reply);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/v1` };
}

/** @param {string} words */
const say = (words) => (/** @type {import("node:http").ServerResponse} */ reply) => {
  reply.setHeader("Content-Type", "application/json");
  reply.end(JSON.stringify({ choices: [{ message: { content: words } }] }));
};

/** @param {string[]} args @returns {Promise<{code: number | null, text: string}>} */
function model(...args) {
  const child = spawn("/usr/bin/python3", [join(ROOT, "redteam/model.py"), ...args], {
    env: { ...process.env, TESSERA_MODEL_KEY: KEY, PYTHONDONTWRITEBYTECODE: "1" },
  });
  let text = "";
  child.stdout.on("data", (part) => (text += part));
  child.stderr.on("data", (part) => (text += part));
  return new Promise((resolve) => child.on("exit", (code) => resolve({ code, text })));
}

/** @param {string} folder @param {string} name @returns {(string | null)[]} */
function answersIn(folder, name) {
  const [attacker] = readdirSync(join(folder, "answers"));
  assert.match(attacker, /^L5 /);
  return JSON.parse(readFileSync(join(folder, "answers", attacker, `${name}.json`), "utf8"));
}

test("right, wrong, malformed, in prose, refused and slow replies", async (t) => {
  const { folder, name, truths } = challenges("emotions", 9);
  const wrong = (/** @type {number} */ i) => String((Number(truths[i]) + 1) % 16);
  const { asked, url } = await standIn(t, [
    say(JSON.stringify({ answer: truths[0] })),
    say(`{"answer": ${wrong(1)}}`),
    say("I can't see any picture."),
    say(`Row by row I see 16 faces. Number 3 is sad, so it must be **${truths[3]}**`),
    (reply) => reply.writeHead(500).end("no"), /* tried again, and then right */
    say(`\`\`\`json\n{"answer": "${truths[4]}"}\n\`\`\``),
    (reply) => reply.end("this is no JSON"),
    (reply) => reply.end('{"choices":[]}'),
    () => {}, /* never answers, twice */
    () => {},
    say('{"answer": "99"}'),
    say(`{"answer": "${truths[8]}"}`),
  ]);
  const { code, text } = await model("ask", folder, "--url", url, "--model", "stand/in", "--per-minute", "100000", "--timeout", String(scaled(2)), "--most", "8");
  assert.equal(code, 0, text);
  assert.deepEqual(answersIn(folder, name), [truths[0], wrong(1), "", truths[3], truths[4], "", "", "", null]);
  assert.ok(!text.includes(KEY) && /failed \(1 of 2\)/.test(text), text);
  assert.equal(asked[0].key, `Bearer ${KEY}`);
  const [words, picture] = asked[0].body.messages[0].content;
  assert.match(words.text, /Select the face/);
  assert.ok(!JSON.stringify(words).includes("sprites"));
  assert.deepEqual(Buffer.from(picture.image_url.url.split(",")[1], "base64"), readFileSync(join(folder, "public", name, "0.png")));

  /* Only now is there a truth, and only score.js reads it. */
  mkdirSync(join(folder, "truth"));
  writeFileSync(join(folder, "truth", `${name}.json`), JSON.stringify(truths));
  const score = spawn(process.execPath, [join(ROOT, "redteam/score.js"), folder]);
  let rows = "";
  for await (const part of score.stdout) rows += part;
  const [row] = JSON.parse(rows);
  assert.equal(row.right, 3);
  assert.equal(row.asked, 8);
  assert.ok(row.interval[0] > 0.1 && row.interval[1] < 0.75, rows);
});

test("several cells, a puzzle's grid, and options by name", async (t) => {
  const predator = challenges("predator", 2), puzzle = challenges("puzzle", 2), hidden = challenges("hidden", 3);
  const [a, b, c] = predator.truths[0].split(",");
  const options = JSON.parse(readFileSync(join(hidden.folder, "public", hidden.name, "0.json"), "utf8")).challenge.view.options;
  const cases = /** @type {const} */ ([
    [predator, [`{"answer": "${c}, ${a}, ${b}"}`, '{"answer": [1, 1, 2]}'], [predator.truths[0], ""]],
    [puzzle, [`{"answer": "${puzzle.truths[0]}"}`, "It is 0000"], [puzzle.truths[0], ""]],
    [hidden, [`{"answer": "${options[Number(hidden.truths[0])]}"}`, "11", "Perhaps a dragon?"], [hidden.truths[0], "11", ""]],
  ]);
  for (const [{ folder, name }, said, expected] of cases) {
    const { url } = await standIn(t, said.map(say));
    const { code, text } = await model("ask", folder, "--url", url, "--model", "m", "--per-minute", "100000");
    assert.equal(code, 0, text);
    assert.deepEqual(answersIn(folder, name), expected);
  }
});

test("it keeps to its pace", async (t) => {
  const { folder } = challenges("spatial", 3);
  const { asked, url } = await standIn(t, [say("0")]);
  assert.equal((await model("ask", folder, "--url", url, "--model", "m", "--per-minute", "120")).code, 0);
  assert.equal(asked.length, 3);
  assert.ok(asked[2].at - asked[0].at >= 950, `${asked[2].at - asked[0].at} ms for two pauses of 500`);
});

test("films are sent as a sheet of frames with the options, or as one frame, and sheets can be had alone", async () => {
  const { folder, name } = challenges("hidden", 1);
  for (const [films, width, height] of /** @type {const} */ ([["sheet", 4 * 320 + 12, 3 * 324 + 240], ["frame", 320, 560]])) {
    const out = temporaryFolder();
    assert.equal((await model("sheets", folder, out, "--films", films)).code, 0);
    const png = readFileSync(join(out, `${name}-0.png`));
    const [[, header]] = chunksOf(png);
    assert.deepEqual([header.readUInt32BE(0), header.readUInt32BE(4)], [width, height]);
    assert.ok(!chunksOf(png).some(([kind]) => kind === "acTL"));
    assert.match(readFileSync(join(out, `${name}-0.txt`), "utf8"), /What hides in the moving dots/);
  }
});
