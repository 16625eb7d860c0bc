// Attackers that pass nothing must not do so because they are broken: each is tried on cases that were planted for
// it. And what the docs say of the ladder is what was measured.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { ROOT, kinds, run, temporaryFolder } from "../lib/tessera.js";

before(() => {
  execFileSync("make", ["-s", "build/redteam/flow", "build/redteam/statistics"], { cwd: ROOT, stdio: "inherit" });
});

/** Challenges in the form of redteam/gen.js. @param {string} folder @param {string} type @param {number} count
 * @param {number} seed @param {(challenge: any, truth: string) => void} [change] @returns {string[]} */
function make(folder, type, count, seed, change = () => {}) {
  const out = temporaryFolder();
  const { stdout } = run(["generate", type, "--seed", String(seed), "--count", String(count), "--difficulty", "hard", "--truth", "--out", out]);
  mkdirSync(folder, { recursive: true });
  return stdout.trim().split("\n").map((line, i) => {
    const { id, type: kind, difficulty, instructions, view, answer } = JSON.parse(line);
    const challenge = /** @type {any} */ ({ id: "0123456789abcdef", type: kind, difficulty, instructions, view, token: "x".repeat(300) });
    view.image.src = "/v1/image/x";
    change(challenge, answer);
    const { headers = [["content-type", "image/png"]], ...rest } = challenge;
    writeFileSync(join(folder, `${i}.json`), JSON.stringify({ challenge: rest, headers }));
    copyFileSync(join(out, `${id}.png`), join(folder, `${i}.png`));
    return answer;
  });
}

test("attackers that look solve what was planted for them", (t) => {
  const folder = temporaryFolder();
  for (const [type, count] of /** @type {const} */ ([["predator", 6], ["emotions", 6], ["spatial", 12], ["hidden", 3]])) {
    writeFileSync(join(folder, `${type}.json`), JSON.stringify(make(join(folder, type), type, count, 77)));
  }
  symlinkSync(join(ROOT, "build/redteam"), join(folder, "programs"));
  const { status, stdout, stderr } = spawnSync("/usr/bin/python3", [join(ROOT, "tests/redteam/planted.py"), folder], {
    encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", OMP_NUM_THREADS: "1" },
  });
  assert.equal(status, 0, stdout + stderr);
  t.diagnostic(stdout.replaceAll("\n", "; "));
});

test("attackers that do not look find leaks and habits that were planted, and every puzzle", () => {
  const folder = temporaryFolder();
  const leak = (/** @type {any} */ challenge, /** @type {string} */ truth) => {
    challenge.token = "x".repeat(300 + 5 * Number(truth));
    challenge.headers = Array.from({ length: 16 }, (_, i) => [`x-${i}`, "y".repeat((3 + i) * Number(truth))]);
  };
  /** @type {Record<string, string[]>} */
  const truths = {};
  for (const [type, count, change] of /** @type {const} */ ([["emotions", 60, leak], ["puzzle", 20, undefined]])) {
    truths[type] = make(join(folder, "public", `${type}-hard`), type, count, 5, change);
    const own = make(join(folder, "own", `${type}-hard`), type, 3 * count, 100005, change);
    writeFileSync(join(folder, "own", `${type}-hard.json`), JSON.stringify(own));
  }
  assert.ok(!existsSync(join(folder, "truth")));
  execFileSync(process.execPath, [join(ROOT, "redteam/attack.js"), folder], { stdio: "inherit" });
  const share = (/** @type {string} */ attacker, /** @type {string} */ type) => {
    const answers = JSON.parse(readFileSync(join(folder, "answers", attacker, `${type}-hard.json`), "utf8"));
    return answers.filter((/** @type {string} */ answer, /** @type {number} */ i) => answer === truths[type][i]).length / answers.length;
  };
  assert.equal(share("L2 all pairs of moves", "puzzle"), 1);
  /* Of 16 cells, with colours that tell nothing beside what tells all; a guess is right one time in 16. */
  for (const learner of ["naive Bayes", "nearest neighbours"]) {
    assert.ok(share(`L1 metadata, ${learner}`, "emotions") > 0.25, `${learner}: ${share(`L1 metadata, ${learner}`, "emotions")}`);
  }
  assert.ok(readdirSync(join(folder, "answers")).filter((name) => name.startsWith("L0")).length >= 3);
  /* A habit: always the same cell. */
  const habit = temporaryFolder();
  make(join(habit, "public", "emotions-hard"), "emotions", 4, 9);
  make(join(habit, "own", "emotions-hard"), "emotions", 12, 9000);
  writeFileSync(join(habit, "own", "emotions-hard.json"), JSON.stringify(Array(12).fill("3")));
  execFileSync(process.execPath, [join(ROOT, "redteam/attack.js"), habit], { stdio: "inherit" });
  for (const attacker of ["L0 most frequent answer", "L0 most frequent place"]) {
    assert.deepEqual(JSON.parse(readFileSync(join(habit, "answers", attacker, "emotions-hard.json"), "utf8")), ["3", "3", "3", "3"]);
  }
});

test("the attacker that hears, and has no recogniser, solves most of what is read aloud", () => { /* S3D-28 */
  const folder = temporaryFolder();
  execFileSync(process.execPath, [join(ROOT, "redteam/gen.js"), "heard", folder, "0.08"], { stdio: "inherit" });
  execFileSync("/usr/bin/python3", [join(ROOT, "redteam/listen.py"), folder, "pieces"], { stdio: "inherit", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
  const rows = JSON.parse(execFileSync(process.execPath, [join(ROOT, "redteam/score.js"), folder], { encoding: "utf8" }));
  const right = rows.reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.right, 0);
  assert.equal(rows.reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.asked, 0), 24);
  /* A guess has 4, this attacker some 17: the limit is missed once in 10^4 runs, and with the run's seed always or never. */
  assert.ok(right >= 10, `${right} of 24`);
});

test("what was measured is whole, sane, and what docs/strength.md says", () => {
  const { rows } = JSON.parse(readFileSync(join(ROOT, "redteam/results.json"), "utf8"));
  for (const type of kinds()) {
    for (const rung of type === "puzzle" ? ["L0", "L2"] : ["L0", "L1", type === "hidden" || type === "scene" ? "L3" : "L2"]) {
      assert.ok(rows.some((/** @type {any} */ row) => row.type === type && row.attacker.startsWith(rung)), `${type} was not tried at ${rung}`);
    }
  }
  const best = (/** @type {(row: any) => boolean} */ which) =>
    Math.max(...rows.filter(which).map((/** @type {any} */ { right, asked }) => right / asked));
  /* Those that are known to work did. */
  assert.equal(best(({ attacker }) => attacker === "L2 all pairs of moves"), 1);
  assert.ok(best(({ attacker, level }) => attacker === "L3 film, local-flow" && level === "easy") > 0.8);
  assert.ok(best(({ type, attacker }) => type === "spatial" && attacker.startsWith("L2")) > 0.9);
  for (const question of ["net", "motion", "sun", "turn"]) {
    assert.ok(best((row) => row.question === question && row.attacker.startsWith("L3")) > 0.7, question);
  }
  const page = readFileSync(join(ROOT, "docs/strength.md"), "utf8");
  assert.ok(page.endsWith(execFileSync(process.execPath, [join(ROOT, "redteam/figures.js")], { encoding: "utf8" })), "docs/strength.md is stale: make docs");
});
