// Which tests call a function, so that a mutant is tested by those that can notice it. The answer comes from running
// the tests (reach.c), not from a table that somebody would have to keep. It is kept in build/mutate/reach.json.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commandsOf, FOLDER, makeOrThrow, ROOT, runTest, SLOW, TREE } from "./tree.js";

/** @typedef {import("./source.js").Definition} Definition */
/** What a test did: `stamp` is that of its source, `functions` are what it called. @typedef {{ stamp: string, seconds: number, functions: string[] }} Reached */

const FILE = join(FOLDER, "reach.json");
const LIBRARY = join(FOLDER, "reach.so");
/** The record of a test that takes longer is good enough. */
const LIMIT_S = 300;
/** How long the tests of one mutant may take together, if it survives: further ones rarely notice more. */
const SECONDS_MOST = 60;

/** The linker makes hidden functions local, and lists them last, behind the file of the C runtime. */
const RUNTIME = "crtstuff.c";

/** @type {{ tests: Record<string, Reached>, known: string[] }} `known`: the functions that there were when it was recorded */
let record = { tests: {}, known: [] };

/** A static function is known by its file, too. @param {Definition} definition */
const keysOf = ({ name, source }) => [name, `${basename(source.path)}:${name}`];

/** The functions of a program by their addresses. @param {string} program @returns {Map<number, string>} */
function symbolsOf(program) {
  const symbols = new Map();
  let file = "";
  for (const line of execFileSync("readelf", ["-sW", program], { encoding: "utf8", maxBuffer: 2 ** 28 }).split("\n")) {
    const [, address, , type, binding, , , name] = /^\s*\d+:\s+([\da-f]+)\s+(\w+)\s+(\w+)\s+(\w+)\s+(\w+)\s+(\w+)\s+(\S+)/u.exec(line) ?? [];
    if (type === "FILE") file = name;
    if (type === "FUNC") symbols.set(parseInt(address, 16), binding === "LOCAL" && file !== RUNTIME ? `${file}:${name.replace(/\..*/u, "")}` : name);
  }
  return symbols;
}

/** What a test's program has called; others of the tree that it started are not looked at. @param {string} folder of the records @param {string} program @returns {string[]} */
function readFunctions(folder, program) {
  const functions = new Set();
  for (const name of readdirSync(folder).filter((file) => file === basename(program))) {
    const bytes = readFileSync(join(folder, name));
    for (const [address, symbol] of symbolsOf(join(TREE, program))) if (bytes[address] === 1) functions.add(symbol);
  }
  return [...functions].sort();
}

/** @param {string} test */
const stampOf = (test) => createHash("sha256").update(readFileSync(join(ROOT, commandsOf({ test }).source))).digest("hex").slice(0, 12);

/** Runs a test as it is, and records what it calls. @param {string} test */
async function recordTest(test) {
  const { program } = commandsOf({ test });
  const folder = join(FOLDER, "reach", test.replaceAll("/", "-"));
  mkdirSync(folder, { recursive: true });
  const { cpuSeconds: seconds } = await runTest({ test }, join(TREE, program), LIMIT_S * SLOW, { LD_PRELOAD: LIBRARY, MUTATIONS_REACH: folder, MUTATIONS_TREE: TREE });
  record.tests[test] = { stamp: stampOf(test), seconds, functions: readFunctions(folder, program) };
  rmSync(folder, { recursive: true });
}

/** Reads the record of an earlier run, and compiles the library that makes one. */
export function openRecord() {
  const command = ["-std=c11", "-D_GNU_SOURCE", "-O1", "-shared", "-fPIC", join(ROOT, "tests/mutations/reach.c"), "-o", LIBRARY];
  execFileSync("gcc", command);
  if (existsSync(FILE)) record = JSON.parse(readFileSync(FILE, "utf8"));
}

/** Brings the record up to date: with the tests that changed, or with all of them if there is a function that it does not know. @param {string[]} tests @param {Definition[]} definitions those that are asked about @param {Definition[]} all @param {number} atOnce */
export async function recordTests(tests, definitions, all, atOnce) {
  const known = new Set(record.known);
  const isNew = definitions.some((definition) => !definition.isConstant && !keysOf(definition).some((key) => known.has(key)));
  if (isNew) record = { tests: {}, known: all.flatMap(keysOf) };
  const left = tests.filter((test) => record.tests[test]?.stamp !== stampOf(test));
  if (left.length === 0) return;
  console.log(`records which functions ${left.length} tests call`);
  await makeOrThrow([...new Set(left.map((test) => commandsOf({ test }).target))]);
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let test = left.shift(); test; test = left.shift()) {
      await recordTest(test);
      writeFileSync(FILE, JSON.stringify(record));
    }
  }));
}

/** Their functions as sets. @type {WeakMap<Reached, Set<string>>} */
const sets = new WeakMap();

/** @param {Reached} reached @param {string[]} keys */
function calls(reached, keys) {
  const known = sets.get(reached) ?? new Set(reached.functions);
  sets.set(reached, known);
  return keys.some((key) => known.has(key));
}

/** The tests that call a function: first those that are quick and call little else. @param {Definition} definition @returns {string[]} */
export function testsOf(definition) {
  const keys = keysOf(definition);
  // A constant has no address; its file's functions have.
  const isCalled = (/** @type {Reached} */ reached) => (definition.isConstant
    ? reached.functions.some((name) => name.startsWith(`${basename(definition.source.path)}:`)) : calls(reached, keys));
  const words = new Set(definition.source.path.replace(/\.\w+$/u, "").split(/[/_]/u));
  const cost = ([name, { seconds, functions }] = /** @type {[string, Reached]} */ (["", { stamp: "", seconds: 0, functions: [] }])) =>
    (seconds + 0.1) * functions.length * (name.split(/[/_]/u).some((word) => words.has(word)) ? 0.1 : 1);
  const found = Object.entries(record.tests).filter(([, reached]) => isCalled(reached)).sort((a, b) => cost(a) - cost(b));
  let seconds = 0; // of those before
  return found.filter(([, reached], i) => {
    seconds += reached.seconds;
    return i === 0 || seconds <= SECONDS_MOST;
  }).map(([name]) => name);
}
