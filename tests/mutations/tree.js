// A copy of the repository below build/, in which mutants are built and tested. The copy is built once, quickly, without
// warnings, and so that tests/mutations/reach.c can record what a test calls. A mutant of a C file is compiled and linked
// outside of the copy, with make's own commands: that takes a tenth of the time that make does, and several can be
// built at once.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./process.js";

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const FOLDER = join(ROOT, "build/mutate");
export const TREE = join(FOLDER, "tree");
const BUILD_S = 3600;
const COMPILE_S = 120;
export const SLOW = Number(process.env.TESSERA_TEST_SLOW ?? 1);
const FLAGS = "WARN=-w CFLAGS_plain='-O1 -finstrument-functions -finstrument-functions-exclude-file-list=.h'";

/** Whether the tests of a folder are in C. @param {string} folder */
const isC = (folder) => folder.startsWith("unit/");

/** A test: "unit/challenge/puzzle" is tests/unit/challenge/test_puzzle.c, "api/answer" is tests/api/answer.test.js. With `only`, tests of that name alone. @typedef {{ test: string, only?: string }} Test */

/**
 * How a test is built and run: this function alone knows. `program` is what make builds for it: for Node's tests the
 * server, which the tests start ($TESSERA_PROGRAM), or nothing where they have no server.
 * @param {Test} test
 * @returns {{ source: string, program: string, target: string, isC: boolean, command: (program: string) => string }}
 */
export function commandsOf({ test, only }) {
  const [folder, name] = [dirname(test), basename(test)];
  if (isC(folder)) {
    const program = "build/plain/tests/all";
    return { source: `tests/${folder}/test_${name}.c`, program, target: program, isC: true, command: (built) => `${built} ${folder}/test_${name}` };
  }
  const source = `tests/${test}.test.js`;
  const pattern = only ? ` --test-name-pattern='${only.replaceAll("'", "'\\''")}'` : "";
  const hasServer = !/^(?:browser\/)?standalone/u.test(test);
  return { source, program: hasServer ? "build/plain/tessera" : "", target: hasServer ? "build" : "build/web", isC: false,
    command: (built) => `TESSERA_PROGRAM=${built} node --test${pattern} ${source}` };
}

/** Every test of a folder. @param {string} folder @returns {string[]} */
export function testsIn(folder) {
  const ending = isC(folder) ? /^test_(\w+)\.c$/u : /^(.+)\.test\.js$/u;
  return readdirSync(join(ROOT, "tests", folder)).flatMap((file) => (ending.test(file) ? [`${folder}/${ending.exec(file)?.[1]}`] : [])).sort();
}

/** Brings the copy up to date. A file that did not change keeps its time, so that make builds little. */
export function copyTree() {
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 })
    .split("\0").filter((file) => file && existsSync(join(ROOT, file)));
  for (const file of files) {
    const [from, to] = [join(ROOT, file), join(TREE, file)];
    const bytes = readFileSync(from);
    if (existsSync(to) && readFileSync(to).equals(bytes)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes, { mode: statSync(from).mode });
  }
  const copied = join(FOLDER, "files");
  const before = existsSync(copied) ? readFileSync(copied, "utf8").split("\n") : [];
  for (const file of before) if (file && !files.includes(file)) rmSync(join(TREE, file), { force: true });
  writeFileSync(copied, files.join("\n"));
  mkdirSync(join(TREE, "build"), { recursive: true });
  for (const stamp of readdirSync(join(ROOT, "build")).filter((file) => file.startsWith(".setup-"))) {
    if (!existsSync(join(TREE, "build", stamp))) copyFileSync(join(ROOT, "build", stamp), join(TREE, "build", stamp));
  }
  for (const modules of ["tests/node_modules", "tests/integrations/node_modules"]) {
    if (existsSync(join(ROOT, modules)) && !existsSync(join(TREE, modules))) symlinkSync(join(ROOT, modules), join(TREE, modules));
  }
}

/** Builds targets in the copy. @param {string[]} targets */
export async function make(targets) {
  const { code, output } = await runCommand(`make -s -j${availableParallelism()} ${FLAGS} ${targets.join(" ")}`, { cwd: TREE, seconds: BUILD_S * SLOW });
  return { isGood: code === 0, output };
}

/** Builds what has to be there. @param {string[]} targets */
export async function makeOrThrow(targets) {
  const { isGood, output } = await make(targets);
  if (!isGood) throw new Error(`the tree does not build:\n${output}`);
}

/** @type {Map<string, string>} */
const commands = new Map();

/** Asks make for the commands that make files, by the file that each makes. @param {string[]} targets */
export async function readCommands(targets) {
  const { output } = await runCommand(`make -n -B V=1 ${FLAGS} ${targets.join(" ")} >commands.txt`, { cwd: TREE, seconds: BUILD_S * SLOW });
  const file = join(TREE, "commands.txt");
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const made = /\s-o (\S+)/u.exec(line)?.[1];
    if (made) commands.set(/ -c (\S+)/u.exec(line)?.[1] ?? made, line); // a compiler's by its source
  }
  rmSync(file);
  if (commands.size === 0) throw new Error(`make names no command:\n${output}`);
}

/** Whether a file can be compiled alone. @param {string} path */
export const isCompiled = (path) => path.endsWith(".c") && commands.has(path);

/** Compiles a mutant of a file into a folder; undefined if it does not compile. @param {string} path @param {string} text @param {string} folder */
export async function compile(path, text, folder) {
  const [source, object] = [join(folder, basename(path)), join(folder, `${basename(path)}.o`)];
  writeFileSync(source, text);
  const command = /** @type {string} */ (commands.get(path)).replaceAll(/ -finstrument-functions\S*/gu, "").replace(/ -c \S+ -o \S+/u, ` -iquote ${dirname(path)} -c ${source} -o ${object}`);
  const { code } = await runCommand(command, { cwd: TREE, seconds: COMPILE_S * SLOW });
  return code === 0 ? object : undefined;
}

/** Links a program with a mutant's object, which comes before the libraries and so takes the place of the one in them. @param {string} program @param {string} object @param {string} folder */
export async function link(program, object, folder) {
  const built = join(folder, basename(program));
  if (existsSync(built)) return built;
  const command = commands.get(program);
  if (!command) throw new Error(`make names no command for ${program}`);
  const linked = command.replace(/ -o \S+/u, ` -fuse-ld=lld -o ${built} ${object}`);
  const { code, output } = await runCommand(linked, { cwd: TREE, seconds: COMPILE_S * SLOW });
  if (code !== 0) throw new Error(`${program} can't be linked:\n${output}`);
  return built;
}

/** Whether a test passes; one of no tests does not. @param {Test} test @param {string} program @param {number} seconds @param {Record<string, string>} [env] */
export async function runTest(test, program, seconds, env = {}) {
  const { isC, command } = commandsOf(test);
  const ended = await runCommand(command(program), { cwd: TREE, seconds, isBound: isC, env: { TESSERA_SEEDS: "2000", ...env } });
  const isNone = !isC && /^# pass 0$/mu.test(ended.output);
  return { ...ended, isGood: ended.code === 0 && !ended.isLate && !isNone };
}
