// The runner itself, with jobs that fail, hang, and leave processes and files behind.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { longestFirst, matching, nodeCommand, resultOf, selectJobs } from "./jobs.js";
import { processesOf } from "./process.js";
import { failureText, hasRunTest, stageTable, summary } from "./report.js";
import { runJobs } from "./schedule.js";
import { ROOT, STAGES, TARGETS } from "./stages.js";

/** @typedef {import("./jobs.js").Job} Job */

/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "runner-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** @type {import("./stages.js").Stage} */
const STAGE = { name: "planted", tier: "fast", proves: "nothing" };

/** @param {Partial<Job> & {name: string, command: string[]}} job @returns {Job} */
const jobWith = (job) => ({ stage: STAGE, kind: "run", needs: [], weight: 1, limit: 600, ...job });

/** A file of node's tests, and the job that runs it. @param {string} name @param {string} text */
function fileJob(name, text) {
  const file = join(folder, `${name}.test.js`);
  writeFileSync(file, `const test = require("node:test"); const assert = require("node:assert/strict");\n${text}\n`);
  return jobWith({ name: `planted/${name}.test.js`, kind: "node", command: nodeCommand(file) });
}

/** @param {Job[]} jobs */
const runAll = (jobs) => runJobs(jobs, { seed: "7", logs: join(folder, "logs"), busyLoops: 0, onResult: () => {} });

test("a failure has its name, one line of reason, the command that repeats it, and the log", async () => {
  const [result] = await runAll([fileJob("wrong", `
    test("a good one", () => {});
    test("outer", (t) => t.test("the sum's right", () => { console.log("the server said this"); assert.equal(1 + 1, 3); }));`)]);
  assert.equal(result.passed, 1);
  assert.equal(result.failures.length, 1);
  const text = failureText(result, "7");
  assert.match(text, /^FAILED planted\/wrong\.test\.js: outer > the sum's right$/mu);
  assert.match(text, /^ {2}why: {3}Expected values to be strictly equal.*2 !== 3.*\(wrong\.test\.js:\d+\)$/mu);
  assert.match(text, /^ {2}rerun: tools\/test --seed 7 --match 'outer' planted\/wrong\.test\.js$/mu);
  assert.match(text, /^ {4}\| the server said this$/mu);
  assert.match(summary([result], 1, "7"), /^tests: 1 passed, 1 failed$/mu);
});

test("a file ends after a failure, though its server still listens; with Node 18 at its limit", async () => {
  const job = fileJob("listens", 'require("node:http").createServer().listen(0); test("first", () => assert.fail("the reason"));');
  const isForced = job.command.includes("--test-force-exit");
  const [result] = await runAll([{ ...job, limit: isForced ? job.limit : 8 }]);
  assert.deepEqual(result.failures.map(({ why }) => why.replace(/\d+ s/u, "N s").replace(/ \(.*/u, "")), ["the reason", ...(isForced ? [] : ["killed after N s, its time limit"])]);
});

test("a file that hangs after a failure is killed at its limit, and the failure is still reported", async () => {
  const job = fileJob("hangs", `
    setInterval(() => {}, 1000); test("first", () => assert.fail("the reason"));
    test("second", async (t) => { await t.test("good", () => {}); await t.test("bad", () => new Promise(() => {})); });
    process.on("SIGTERM", () => setTimeout(() => { console.error("the last words"); process.exit(1); }, 300));`);
  const [result] = await runAll([{ ...job, limit: 8 }]);
  assert.deepEqual(result.failures.map(({ test: name, why }) => [name, why.replace(/\d+ s/u, "N s").replace(/ \(.*/u, "")]),
    [["first", "the reason"], ["second > bad", "killed after N s, its time limit"]]);
  const text = failureText(result, "7");
  assert.match(text, /^ {2}rerun: tools\/test --seed 7 --match 'second' planted\/hangs\.test\.js$/mu);
  assert.match(text, /^ {4}\| the last words$/mu);
});

test("--match runs the tests of that name, and the others are not missed", async () => {
  const job = fileJob("matched", 'test("first (one)", () => {}); test("second", () => assert.fail("not asked for"));');
  const file = job.command.at(-1) ?? "";
  const [result] = await runAll([{ ...job, command: nodeCommand(file, ...matching("first (one)")) }]);
  assert.deepEqual([result.passed, result.failures], [1, []]);
});

const REJECTED = {
  "a file without a test": ["", "it ran no test"],
  "a skipped test": ['test("good", () => {}); test("lazy", { skip: true }, () => {});', "it was skipped; nothing is skipped here"],
  "a test that is to be written": ['test("good", () => {}); test("later", { todo: true }, () => {});', "it was skipped; nothing is skipped here"],
  "a file that fails to load": ['require("./no-such-module.js");', /no-such-module|exit 1|failed/u],
};
for (const [name, [text, why]] of Object.entries(REJECTED)) {
  test(`${name} is a failure`, async () => {
    const [result] = await runAll([fileJob(name.replaceAll(" ", "-"), String(text))]);
    assert.ok(result.failures.length > 0);
    if (why instanceof RegExp) assert.match(result.failures[0].why, why);
    else assert.equal(result.failures.at(-1)?.why, why);
  });
}

test("a job leaves no process, no file and no shared memory behind", async () => {
  const told = join(folder, "told");
  const [memory, queues] = [readdirSync("/dev/shm"), spawnSync("ipcs", ["-q"], { encoding: "utf8" }).stdout];
  const [result] = await runAll([jobWith({ name: "messy", command: ["bash", "-c",
    `touch "$TMPDIR/left"; setsid sleep 1000 & setsid bash -c 'sleep 1000 & wait' & cd "$TMPDIR"; setsid env -i sleep 1000 &
     cd /; setsid env -i bash -c 'sleep 1000; :' "$TMPDIR/data" & echo "$TEST_JOB $TMPDIR" >'${told}'; touch "/dev/shm/left-$$"; ipcmk -Q`] })]);
  assert.equal(result.failures.length, 0);
  const [mark, place] = readFileSync(told, "utf8").trim().split(" ");
  assert.deepEqual(processesOf({ mark, folder: place }), []);
  assert.equal(existsSync(place), false);
  assert.deepEqual([readdirSync("/dev/shm").filter((name) => name.startsWith("left-")), memory.filter((name) => name.startsWith("left-"))], [[], []]);
  assert.equal(spawnSync("ipcs", ["-q"], { encoding: "utf8" }).stdout, queues);
});

for (const signal of /** @type {const} */ (["SIGTERM", "SIGKILL"])) {
  test(`a runner that gets ${signal} leaves no process and no file behind`, async () => {
    const program = join(folder, `runner-${signal}.mjs`);
    const told = join(folder, `told-by-${signal}`);
    writeFileSync(program, `
      import { abandonAll, runProcess } from ${JSON.stringify(join(ROOT, "tests/runner/process.js"))};
      process.on("exit", abandonAll);
      process.on("SIGTERM", () => process.exit(1));
      await runProcess({ name: "long", command: ["bash", "-c", \`setsid sleep 1000 & echo "$TEST_JOB $TMPDIR" >'${told}'; sleep 1000\`], cwd: "/", env: {}, limitMs: 1e6, log: ${JSON.stringify(join(folder, "ended.log"))} });`);
    const runner = spawn(process.execPath, [program], { stdio: "ignore" });
    const ended = new Promise((resolve) => runner.on("exit", resolve));
    while (!existsSync(told) || !readFileSync(told, "utf8").includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    const [mark, place] = readFileSync(told, "utf8").trim().split(" ");
    assert.ok(processesOf({ mark, folder: place }).length >= 2);
    runner.kill(signal);
    await ended;
    // The keeper of one that is killed comes behind it.
    while (signal === "SIGKILL" && existsSync(place)) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(processesOf({ mark, folder: place }), []);
    assert.equal(existsSync(place), false);
  });
}

test("C programs: what failed and why", () => {
  const job = jobWith({ name: "unit/test_x", kind: "c", command: [] });
  const log = `[==========] Running 2 test(s).
[ RUN      ] cells_are_right
[       OK ] cells_are_right
[ RUN      ] tones_are_right
[  ERROR   ] --- 0x1 != 0x2
[   LINE   ] --- tests/unit/test_x.c:12: error: Failure!
[  FAILED  ] tones_are_right
[==========] 2 test(s) run.
[  PASSED  ] 1 test(s).
[  FAILED  ] 1 test(s), listed below:
[  FAILED  ] tones_are_right

 1 FAILED TEST(S)
`;
  const outcome = { code: 1, isTimeout: false, seconds: 1, cpuSeconds: 1 };
  assert.deepEqual(resultOf(job, log, "", outcome, 600), { passed: 1, failures: [{ test: "tones_are_right", match: "tones_are_right", why: "0x1 != 0x2" }] });
  const crash = "[ RUN      ] cells_are_right\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n";
  assert.deepEqual(resultOf(job, crash, "", outcome, 600).failures, [{ test: "cells_are_right", match: "cells_are_right", why: "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1" }]);
  assert.equal(resultOf(job, "", "", { ...outcome, code: 0 }, 600).failures[0].why, "it ran no test");
  assert.deepEqual(resultOf(job, "[ RUN      ] cells_are_right\n", "", { ...outcome, code: null, isTimeout: true }, 600).failures,
    [{ test: "cells_are_right", match: "cells_are_right", why: "killed after 600 s, its time limit" }]);
});

test("a command that fails: the first error of its log is the reason", () => {
  const job = jobWith({ name: "make build", command: [] });
  const log = "In file included from a.c:1:\na.c:2:1: error: no such type\nmake: *** [a.o] Error 1\n";
  const outcome = { code: 2, isTimeout: false, seconds: 1, cpuSeconds: 1 };
  assert.equal(resultOf(job, log, "", outcome, 600).failures[0].why, "exit 2: a.c:2:1: error: no such type");
  assert.equal(resultOf(job, "README.md: no such page\n", "", outcome, 600).failures[0].why, "exit 2: README.md: no such page");
});

test("a stage runs no more jobs at once than it may, and the longest start first", async () => {
  const log = join(folder, "turns");
  const stage = { ...STAGE, atOnce: 1 };
  const jobs = ["short", "long"].map((name) => ({ ...jobWith({ name, command: ["bash", "-c", `echo begin ${name} >>${log}; echo end ${name} >>${log}`] }), stage }));
  await runAll(longestFirst(jobs, { short: 1, long: 2 }));
  assert.equal(readFileSync(log, "utf8"), "begin long\nend long\nbegin short\nend short\n");
});

test("the seed and a factor for time limits reach every job", async () => {
  const told = join(folder, "variables");
  await runAll([jobWith({ name: "tells", command: ["bash", "-c", `echo "$TESSERA_TEST_SEED $TESSERA_TEST_SLOW" >${told}`] })]);
  assert.match(readFileSync(told, "utf8"), /^7 \d+\n$/u);
});

test("the table of stages names what is there", () => {
  const names = STAGES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, needs = [], c, files, run } of STAGES) {
    assert.equal([c, files, run].filter(Boolean).length, 1, name);
    for (const target of needs) assert.ok(target in TARGETS, `${name} needs ${target}`);
    if (files) assert.ok(existsSync(join(ROOT, "tests", files)), `${name}: tests/${files}`);
    if (run?.[0].includes("/")) assert.ok(existsSync(join(ROOT, run[0])), `${name}: ${run[0]}`);
  }
  const jobs = selectJobs([], true);
  assert.equal(new Set(jobs.map(({ name }) => name)).size, jobs.length);
  // Every test file is in a stage.
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "tests/**/*.test.js"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n").filter((file) => existsSync(join(ROOT, file)));
  const known = new Set(jobs.flatMap(({ command }) => command));
  assert.deepEqual(files.filter((file) => !known.has(file)), []);
});

test("CONTRIBUTING.md has the table of stages", () => {
  const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  for (const tier of /** @type {const} */ (["fast", "all"])) assert.ok(text.includes(stageTable(STAGES, tier)), `tools/test --table prints what it should have:\n${stageTable(STAGES, tier)}`);
});

test("a file has its name of --list and its path", () => {
  for (const [word, name] of [["api/answer", "api/answer.test.js"], ["tests/api/answer.test.js", "api/answer.test.js"], ["./tests/unit/challenge/test_puzzle.c", "unit/challenge/test_puzzle"]]) {
    assert.deepEqual(selectJobs([word], false).map((job) => job.name), [name]);
  }
  assert.deepEqual(selectJobs(["tests/api/"], false), selectJobs(["api"], false));
});

test("--match fails where no name has the text, and not for the other files of a stage", () => {
  const job = { ...jobWith({ name: "planted/other.test.js", kind: "node", command: [] }), match: "x" };
  assert.deepEqual(resultOf(job, "", "", { code: 0, isTimeout: false, seconds: 1, cpuSeconds: 1 }, 600), { passed: 0, failures: [] });
  const [build, other, matched] = [{ job: jobWith({ name: "make build", command: [] }), passed: 1, failures: [] }, { job, passed: 0, failures: [] }, { job, passed: 1, failures: [] }];
  assert.equal(hasRunTest([build, other], "x"), false);
  assert.equal(hasRunTest([build, other, matched], "x"), true);
});

test("what can't be meant is refused", () => {
  for (const words of [["--match", "x"], ["--repeat", "0"], ["--seed", "x"], ["--fast"], ["-x"], ["no-such-stage"]]) {
    const { status, stderr } = spawnSync(join(ROOT, "tools/test"), words, { encoding: "utf8" });
    assert.equal(status, 2, words.join(" "));
    assert.match(stderr, /^tools\/test: ./u);
  }
});
