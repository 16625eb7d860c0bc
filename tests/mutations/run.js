// tools/mutate: makes mutants, one change each, and tells which of them no test noticed.
//
// tools/mutate                   every rule
// tools/mutate NAME...           rules (rules.js) whose names begin so; the mutants of a function, a file or a folder; or one mutant
// tools/mutate --rules TEST...   rules whose tests begin so: "unit/"
// tools/mutate --changed [REF]   mutants of the functions that differ from a commit, the one before the last unless it is named
// tools/mutate --list            checks the tables, in seconds: every row names a function and a test that there are
//
// --most N     tries N of the mutants: 60 with --changed, otherwise all. $TESSERA_TEST_SEED (1) decides which, so that the same seed tries the same
//              ones on every machine.
// --least N    fails if less than N of 100 mutants are caught: 100 of rules, otherwise 80 (of ten or more). A survivor is a
//              reason to look: its rule has no test, or the change makes no difference (equivalent.js).
// --quick      uses C tests alone; otherwise those of the server are asked, too, about functions that no C test calls
// --jobs N     so many at once: as many as there are cores
// --show       prints the changes and runs nothing
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EQUIVALENT } from "./equivalent.js";
import { applyEdit, mutantsOf } from "./operators.js";
import { openRecord, recordTests, testsOf } from "./reach.js";
import { RULES, WEB_TESTS } from "./rules.js";
import { definitionsOf, findDefinition, nameDefinitions, readSources } from "./source.js";
import { commandsOf, compile, copyTree, FOLDER, isCompiled, link, make, makeOrThrow, readCommands, ROOT, runTest, SLOW, testsIn, TREE } from "./tree.js";

/** @typedef {import("./source.js").Definition} Definition */
/** @typedef {import("./tree.js").Test} Test */
/** A change and the tests that may notice it. @typedef {{ id: string, path: string, at: number, end: number, text: string, definition?: Definition, tests: Test[] }} Job */
/** @typedef {"caught" | "survived" | "invalid" | "untested"} Outcome */

/** Mutants of a change that are tried: a run takes minutes. */
const CHANGED_MOST = 60;
/** Tests that are tried beside those of rules: further ones rarely notice more. */
const TESTS_MOST = 10;
const BASELINE_S = 600;
/** Of fewer mutants, a share says little: survivors are reported, and that is all. */
const SHARE_OF = 10;
/** Where texts of rules are looked for. */
const TEXT_FOLDERS = ["src", "web", "clients", "examples", "migrations"];

/** Definitions by the names that tables use. @type {Map<string, Definition>} */
const named = nameDefinitions(readSources(ROOT).flatMap(definitionsOf));

/** @param {string} id of a mutant @returns {{ name: string, mutants: import("./operators.js").Mutant[], problem: string }} */
function findMutants(id) {
  const [, name, operator, number] = /^(.*):(\w+):(\d+)$/u.exec(id) ?? [];
  const found = findDefinition(name ?? "", named);
  const mutants = found.length === 1 ? mutantsOf(name, found[0]).filter((mutant) => mutant.id === `${name}:${operator}:${number}`) : [];
  const places = found.length === 0 && name ? findDefinition(name.replace(/.*:/u, ""), named).map(({ source }) => source.path) : found.map(({ source }) => source.path);
  const problem = found.length !== 1 ? `there are ${found.length} definitions of ${name}${places.length > 0 ? ` (such a name is in ${places.join(", ")})` : ""}` : mutants.length === 0 ? `there is no such mutant of ${name}` : "";
  return { name, mutants, problem };
}

/** The files that have a text. @param {string} text @returns {{ path: string, at: number }[]} */
function findText(text) {
  const files = TEXT_FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)));
  return files.filter((path) => /\.\w+$/u.test(path) && !/\.(?:png|json)$/u.test(path) && !path.includes("node_modules")).flatMap((path) => {
    const content = readFileSync(join(ROOT, path), "utf8");
    return content.split(text).slice(1).map(() => ({ path, at: content.indexOf(text) }));
  });
}

/** @param {import("./rules.js").Rule} rule @returns {Job | string} a text says what is wrong with it */
function jobOfRule([name, change, test, only]) {
  const tests = [{ test, only }];
  if (!existsSync(join(ROOT, commandsOf({ test }).source))) return `${name}: there is no test ${test}`;
  if (typeof change === "string") {
    const { mutants, problem } = findMutants(change);
    return problem ? `${name}: ${problem}` : { ...mutants[0], id: name, tests };
  }
  const found = findText(change.find);
  if (found.length !== 1) return `${name}: its text is there ${found.length} times: ${change.find}`;
  return { id: name, path: found[0].path, at: found[0].at, end: found[0].at + change.find.length, text: change.put, tests };
}

/** The tests of the rules of functions. @returns {Map<Definition, Test[]>} */
function testsOfRules() {
  /** @type {Map<Definition, Test[]>} */
  const tests = new Map();
  for (const [, change, test, only] of RULES) {
    const definition = typeof change === "string" ? findMutants(change).mutants[0]?.definition : undefined;
    if (definition) tests.set(definition, [...tests.get(definition) ?? [], { test, only }]);
  }
  return tests;
}

/** @param {Definition} definition */
const isWeb = ({ source }) => WEB_TESTS.some(([folder]) => source.path.startsWith(folder));

/** @param {string} path @returns {Test[]} */
const webTests = (path) => (WEB_TESTS.find(([folder]) => path.startsWith(folder))?.[1] ?? []).map((test) => ({ test }));

/** @returns {string[]} what is wrong with the tables */
function checkTables() {
  const faults = RULES.flatMap((rule) => {
    const job = jobOfRule(rule);
    return typeof job === "string" ? [job] : [];
  });
  for (const [id, form, reason] of EQUIVALENT) {
    const { mutants, problem } = findMutants(id);
    if (problem) faults.push(`equivalent.js: ${id}: ${problem}`);
    else if (mutants[0].form !== form) faults.push(`equivalent.js: ${id}: the function has changed (its form is ${mutants[0].form}); is it still true that ${reason}?`);
  }
  for (const [folder, tests] of WEB_TESTS) {
    if (!existsSync(join(ROOT, folder))) faults.push(`WEB_TESTS: there is no ${folder}`);
    for (const test of tests) if (!existsSync(join(ROOT, commandsOf({ test }).source))) faults.push(`WEB_TESTS: there is no test ${test}`);
  }
  const twice = RULES.map(([name]) => name).filter((name, i, all) => all.indexOf(name) !== i);
  return [...faults, ...twice.map((name) => `${name}: there are two rules of that name`)];
}

/** Mutants of definitions, but for those that make no difference. @param {[string, Definition][]} definitions @returns {Job[]} */
function jobsOf(definitions) {
  const equivalent = new Set(EQUIVALENT.map(([id]) => id));
  return definitions.flatMap(([name, definition]) => mutantsOf(name, definition)).filter(({ id }) => !equivalent.has(id)).map((mutant) => ({ ...mutant, tests: [] }));
}

/** The lines of files that differ from a commit. @param {string} ref @returns {Map<string, [number, number][]>} first and last line */
function changedLines(ref) {
  const changed = new Map();
  let file = "";
  const diff = execFileSync("git", ["diff", "-U0", "--no-color", "--no-ext-diff", "--find-renames", ref, "--", "."], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ b/")) file = line.slice(6);
    const [, first, count = "1"] = /^@@ .* \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    if (first) changed.set(file, [...changed.get(file) ?? [], [Number(first), Number(first) + Math.max(Number(count) - 1, 0)]]);
  }
  return changed;
}

/** @param {string} ref */
function isCommit(ref) {
  try {
    execFileSync("git", ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`], { cwd: ROOT });
    return true;
  } catch {
    return false;
  }
}

/** Without a commit to compare with, every definition counts as changed. @param {string} ref @returns {[string, Definition][]} */
function changedDefinitions(ref) {
  if (!isCommit(ref)) return [...named];
  const changed = changedLines(ref);
  return [...named].filter(([, { source, from, to }]) => {
    const lineOf = (/** @type {number} */ at) => source.text.slice(0, at).split("\n").length;
    const [first, last] = [lineOf(source.tokens[from].at), lineOf(source.tokens[to].end)];
    return (changed.get(source.path) ?? []).some(([start, end]) => start <= last && end >= first);
  });
}

/** @param {string} word @returns {Job[]} */
function jobsOfName(word) {
  const rules = RULES.filter(([name]) => name.startsWith(word));
  const mutant = findMutants(word).mutants[0];
  const place = word.replace(/\/$/u, "");
  const found = findDefinition(word, named);
  const definitions = [...named].filter(([, definition]) => found.includes(definition) || definition.source.path === place || definition.source.path.startsWith(`${place}/`));
  if (mutant) return [{ ...mutant, tests: [] }];
  if (definitions.length > 0) return jobsOf(definitions);
  if (rules.length > 0) return jobsOfRules(rules);
  throw new Error(`${word} is neither a rule nor a function, a file or a mutant`);
}

/** @param {import("./rules.js").Rule[]} rules @returns {Job[]} */
const jobsOfRules = (rules) => rules.map((rule) => {
  const job = jobOfRule(rule);
  if (typeof job === "string") throw new Error(job);
  return job;
});

/** The file as it was when its tokens were read, even if somebody edits it meanwhile. @param {Job} job */
const textOf = (job) => job.definition?.source.text ?? readFileSync(join(ROOT, job.path), "utf8");

/** The change as lines of a diff. @param {Job} job */
function diffOf(job) {
  const text = textOf(job);
  const [start, end] = [text.lastIndexOf("\n", job.at - 1) + 1, text.indexOf("\n", job.end)];
  const line = text.slice(0, start).split("\n").length;
  const changed = text.slice(start, job.at) + job.text + text.slice(job.end, end);
  return [`${job.path}:${line}`, ...text.slice(start, end).split("\n").map((each) => `-${each}`), ...changed.split("\n").map((each) => `+${each}`)].map((each) => `    ${each}`).join("\n");
}

/** How tests do on the tree as it is. A test that fails anyway notices nothing. @type {Map<string, Promise<{ isGood: boolean, seconds: number }>>} */
const baselines = new Map();

/** @param {Test} test */
function baselineOf(test) {
  const key = `${test.test} ${test.only ?? ""}`;
  const known = baselines.get(key) ?? runTest(test, join(TREE, commandsOf(test).program), BASELINE_S * SLOW).then((ended) => {
    if (!ended.isGood) console.log(`FAILS     ${key.trim()} without any change:\n${ended.output.slice(-2000)}`);
    return ended;
  });
  baselines.set(key, known);
  return known;
}

/** @param {Test} test @param {string} program @returns {Promise<boolean | undefined>} whether it passes; undefined if it does not without the change either */
async function passes(test, program) {
  const { isGood, seconds } = await baselineOf(test);
  if (!isGood) return undefined;
  return (await runTest(test, program, (20 + 10 * seconds) * SLOW)).isGood; // past that, it hangs
}

/** @param {Job} job @param {(test: Test) => Promise<string>} programOf @returns {Promise<{ outcome: Outcome, by: string }>} */
async function tryTests(job, programOf) {
  let outcome = /** @type {Outcome} */ ("untested");
  for (const test of job.tests) {
    const isGood = await passes(test, await programOf(test));
    if (isGood === false) return { outcome: "caught", by: test.test };
    if (isGood) outcome = "survived";
  }
  return { outcome, by: job.tests.map(({ test }) => test).join(", ") };
}

/** A C file is compiled in a folder of its own. @param {Job} job */
async function tryCompiled(job) {
  const folder = mkdtempSync(join(FOLDER, "mutant-"));
  try {
    const object = await compile(job.path, applyEdit(job, textOf(job)), folder);
    if (!object) return { outcome: /** @type {Outcome} */ ("invalid"), by: "" };
    return await tryTests(job, (test) => link(commandsOf(test).program, object, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whatever else is built, from scripts to SQL, is changed in the copy itself, and built with make. @param {Job} job */
async function tryMade(job) {
  const place = join(TREE, job.path);
  const text = readFileSync(place, "utf8");
  const targets = [...new Set(job.tests.map((test) => commandsOf(test).target))];
  await makeOrThrow(targets);
  for (const test of job.tests) await baselineOf(test);
  writeFileSync(place, applyEdit(job, text));
  try {
    if (!(await make(targets)).isGood) return { outcome: /** @type {Outcome} */ ("invalid"), by: "" };
    return await tryTests(job, async (test) => join(TREE, commandsOf(test).program));
  } finally {
    writeFileSync(place, text);
  }
}

/** Adds the tests that may notice a change, where its rule does not name one. @param {Job[]} jobs @param {{ jobs: number, isQuick: boolean }} how */
async function addTests(jobs, { jobs: atOnce, isQuick }) {
  const open = jobs.filter((job) => job.tests.length === 0);
  const definitions = [...new Set(open.map(({ definition }) => /** @type {Definition} */ (definition)))];
  const ofC = definitions.filter((definition) => !isWeb(definition));
  const all = [...named.values()];
  const cTests = readdirSync(join(ROOT, "tests/unit")).flatMap((folder) => testsIn(`unit/${folder}`));
  if (ofC.length > 0) await recordTests(cTests, ofC, all, atOnce);
  if (!isQuick && ofC.some((definition) => testsOf(definition).length === 0)) await recordTests([...cTests, ...testsIn("api")], ofC, all, atOnce);
  const rules = testsOfRules();
  const tests = new Map(definitions.map((definition) => {
    const found = isWeb(definition) ? webTests(definition.source.path) : testsOf(definition).filter((test) => !isQuick || commandsOf({ test }).isC).slice(0, TESTS_MOST).map((test) => ({ test }));
    const ofRules = (rules.get(definition) ?? []).filter(({ test, only }) => only || !found.some((each) => each.test === test));
    return [definition, [...ofRules.filter(({ test }) => commandsOf({ test }).isC), ...found, ...ofRules.filter(({ test }) => !commandsOf({ test }).isC)]];
  }));
  for (const job of open) job.tests = tests.get(/** @type {Definition} */ (job.definition)) ?? [];
}

/** @param {Job[]} jobs @param {number} atOnce */
async function runJobs(jobs, atOnce) {
  const counts = { caught: 0, survived: 0, invalid: 0, untested: 0 };
  /** @type {string[]} */
  const faults = [];
  const one = async (/** @type {Job} */ job, /** @type {typeof tryMade} */ tried) => {
    const startedAt = Date.now();
    const { outcome, by } = await tried(job);
    counts[outcome]++;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const line = { caught: `caught    ${job.id}, by ${by}`, survived: `SURVIVED  ${job.id}, not noticed by ${by}\n${diffOf(job)}`,
      invalid: `invalid   ${job.id}, which can't be built`, untested: `UNTESTED  ${job.id}: ${by ? `${by} fails without it` : "no test calls it"}` }[outcome];
    console.log(line.replace(/(\n|$)/u, `, ${seconds} s$1`));
    if (outcome === "survived" || outcome === "untested") faults.push(line);
  };
  const compiled = jobs.filter(({ path }) => isCompiled(path));
  const made = jobs.filter(({ path }) => !isCompiled(path));
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (compiled.length > 0) await one(/** @type {Job} */ (compiled.shift()), tryCompiled);
  }));
  while (made.length > 0) await one(/** @type {Job} */ (made.shift()), tryMade);
  return { counts, faults };
}

/** @param {Job[]} jobs @param {string} seed @returns {Job[]} in an order that follows from the seed */
const shuffled = (jobs, seed) => jobs.map((job) => ({ job, key: createHash("sha256").update(`${seed} ${job.id}`).digest("hex") }))
  .sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ job }) => job);

const LOCK = join(FOLDER, "lock");

/** Only one run at a time has the copy of the tree; the folders of one that was killed are removed. */
function lock() {
  mkdirSync(FOLDER, { recursive: true });
  const other = existsSync(LOCK) ? readFileSync(LOCK, "utf8") : "";
  if (other && existsSync(`/proc/${other}`)) throw new Error(`process ${other} is at it in ${FOLDER}`);
  writeFileSync(LOCK, String(process.pid));
  const clear = () => readdirSync(FOLDER).filter((name) => name.startsWith("mutant-")).forEach((name) => rmSync(join(FOLDER, name), { recursive: true, force: true }));
  clear();
  process.on("exit", () => {
    clear();
    rmSync(LOCK, { force: true });
  });
}

/** @param {Job[]} all @param {{ most: number, jobs: number, least: number, seed: string, isQuick: boolean }} how */
async function test(all, how) {
  const jobs = all.slice(0, how.most);
  console.log(`mutants: ${jobs.length} of ${all.length}, seed ${how.seed}`);
  lock();
  copyTree();
  console.log(`building a copy in ${FOLDER}; the first time takes minutes`);
  await makeOrThrow(["build"]);
  await readCommands(["build", "tests"]);
  openRecord();
  console.log("recording which functions each test calls");
  await addTests(jobs, how);
  await makeOrThrow([...new Set(jobs.flatMap(({ tests }) => tests.map((each) => commandsOf(each).target)))]);
  const { counts, faults } = await runJobs(jobs, how.jobs);
  const tried = counts.caught + counts.survived + counts.untested;
  const share = Math.floor(100 * counts.caught / Math.max(1, tried));
  console.log(["", ...faults, `mutants: ${counts.caught} caught, ${counts.survived} survived, ${counts.untested} untested, ${counts.invalid} can't be built; ` +
    `${share} % of those tried are caught; seed ${how.seed}`].join("\n"));
  const isEnough = tried >= SHARE_OF || how.least === 100;
  if ((isEnough && share < how.least) || tried + counts.invalid === 0) process.exitCode = 1;
}

/** @param {string[]} given @returns {Promise<void>} */
export async function main(given) {
  const { values, positionals } = parseArgs({ args: given, allowPositionals: true, options: { list: { type: "boolean" }, rules: { type: "boolean" }, changed: { type: "boolean" },
    show: { type: "boolean" }, help: { type: "boolean" }, quick: { type: "boolean" }, most: { type: "string" }, least: { type: "string" }, jobs: { type: "string" } } });
  if (values.help) {
    const head = readFileSync(join(ROOT, "tests/mutations/run.js"), "utf8").split("\nimport")[0];
    console.log(head.replaceAll(/^\/\/ ?/gmu, ""));
    return;
  }
  if (values.list) {
    const faults = checkTables();
    console.log([...faults, `mutations: ${RULES.length} rules, ${EQUIVALENT.length} equivalent mutants, ${faults.length} faults`].join("\n"));
    process.exitCode = faults.length > 0 ? 1 : 0;
    return;
  }
  const seed = process.env.TESSERA_TEST_SEED ?? "1";
  const wanted = values.changed ? jobsOf(changedDefinitions(positionals[0] ?? "HEAD~1")) : values.rules || positionals.length === 0 ? jobsOfRules(RULES.filter(([, , test]) => positionals.length === 0 || positionals.some((word) => test.startsWith(word)))) : positionals.flatMap(jobsOfName);
  const jobs = shuffled(wanted, seed);
  if (jobs.length === 0) return console.log("mutants: none, since no function has changed");
  if (values.show) return console.log(jobs.map((job) => `${job.id}\n${diffOf(job)}`).join("\n"));
  const isOfRules = values.rules || jobs.every(({ tests }) => tests.length > 0);
  await test(jobs, { seed, isQuick: Boolean(values.quick), most: Number(values.most ?? (values.changed ? CHANGED_MOST : Infinity)), jobs: Number(values.jobs ?? availableParallelism()), least: Number(values.least ?? (isOfRules ? 100 : 80)) });
}
