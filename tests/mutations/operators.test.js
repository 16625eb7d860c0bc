// What mutants tools/mutate makes of C and JavaScript, and which names they have.
import assert from "node:assert/strict";
import test from "node:test";
import { applyEdit, mutantsOf, otherNumber } from "./operators.js";
import { definitionsOf, findDefinition, formOf, nameDefinitions, sourceOf } from "./source.js";

/** The mutants of the only definition in a text, as "operator:number line". @param {string} text @param {string} [path] */
function mutantsIn(text, path = "src/part/file.c") {
  const [definition, ...others] = definitionsOf(sourceOf(path, text));
  assert.equal(others.length, 0);
  return mutantsOf(definition.name, definition).map((mutant) => [mutant.id.replace(`${definition.name}:`, ""), applyEdit(mutant, text)]);
}

/** What becomes of one statement in a function. @param {string} statement @param {string} [head] @returns {Record<string, string>} */
function changesOf(statement, head = "void f(void)") {
  const all = mutantsIn(`${head}\n{\n    ${statement}\n}\n`);
  return Object.fromEntries(all.filter(([id]) => id !== "early:1").map(([id, text]) => [id, text.split("\n").slice(2, -2).join("\n").trim()]));
}

const CASES = /** @type {[statement: string, changes: Record<string, string>][]} */ ([
  ["if (a < b) g();", { "never:1": "if (0) g();", "always:1": "if (1) g();", "compare:1": "if (a <= b) g();", "call:1": "if (a < b) (void)0;" }],
  ["if (a == b) x = c;", { "never:1": "if (0) x = c;", "always:1": "if (1) x = c;" }],
  ["x = a && g(b, c) && !d;", { "operand:1": "x = 1 && g(b, c) && !d;", "operand:2": "x = a && 1 && !d;", "operand:3": "x = a && g(b, c) && 1;" }],
  ["x = a || b;", { "operand:1": "x = 0 || b;", "operand:2": "x = a || 0;" }],
  ["x = !a;", { "negate:1": "x = a;" }],
  ["x = a ? b : c;", { "choose:1": "x = !(a) ? b : c;" }],
  ["x = a < b ? b : a;", { "choose:1": "x = !(a < b) ? b : a;" }], // a bound
  ["x = a != b ? a < b : c;", { "choose:1": "x = !(a != b) ? a < b : c;" }],
  ["while (a > b) g();", { "loop:1": "while (0) g();", "compare:1": "while (a >= b) g();", "call:1": "while (a > b) (void)0;" }],
  ["a->b = c;", { "store:1": "(void)0;" }],
  ["a[b]++;", { "store:1": "(void)0;" }],
  ["struct s *t = u;", {}],
  ["x = a + b;", { "sum:1": "x = a - b;" }],
  ["x = -a;", {}],
  ["x = a & b;", { "bits:1": "x = a | b;" }],
  ["g(&a);", { "call:1": "(void)0;" }],
  ["x = y->z(7);", { "constant:1": "x = y->z(8);" }],
  ["for (i = a; i < b; i++) x += i;", {}],
  ["tes_wipe(a, b);", {}],
  ["assert(a < b && c);", {}],
  ["log_message(LOG_INFO, \"a < b\");", {}],
  ["x = \"a && b\"; /* a && b */ // a < b", {}],
  ["#define LOWEST (a < b)\n", {}],
  ["char t[32];", {}],
  ["if ((p = malloc(n)) == NULL) goto end;", {}],
  ["p = calloc(1, n); if (p == NULL) goto end;", {}],
]);

for (const [statement, changes] of CASES) {
  test(`mutants of ${statement}`, () => assert.deepEqual(changesOf(statement), changes));
}

test("a function that returns a truth value returns each of the two", () => {
  assert.deepEqual(changesOf("return g(a);", "static bool is_good(int a)"), { "result:1": "return 0;", "result:2": "return 1;" });
  assert.deepEqual(changesOf("return true;", "static bool is_good(int a)"), { "result:1": "return 0;" });
});

test("a function returns early with a value of its type", () => {
  const early = (/** @type {string} */ head) => mutantsIn(`${head} { x = y; z = x; return z; }`).find(([id]) => id === "early:1")?.[1];
  assert.match(early("void f(void)") ?? "", /\{ return;/u);
  assert.match(early("static const struct s *f(void)") ?? "", /\{ return 0;/u);
  assert.match(early("struct s f(int a)") ?? "", /\{ return \(struct s\)\{0\};/u);
});

test("numbers become their neighbours, and large ones half as large", () => {
  assert.deepEqual(["0", "9", "16U", "300", "0xFF", "0600", "0.5", "1e3", "0.0"].map(otherNumber), ["1", "10", "17U", "150", "127", "0300", "2.5e-1", "5e+2", "1.0"]);
});

test("constants outside of functions have mutants, members of tables have none", () => {
  const definitions = definitionsOf(sourceOf("src/a.c", "#define MOST 8\nenum { LEAST = 3, NEXT };\nstatic const double HIDDEN = 0.5;\nstatic const struct s T = {.member = 4};\n"));
  assert.deepEqual(definitions.map(({ name }) => name), ["MOST", "LEAST", "HIDDEN"]);
  assert.deepEqual(definitions.map((definition) => mutantsOf("x", definition).map(({ text }) => text)), [["9"], ["4"], ["2.5e-1"]]);
});

test("JavaScript: functions, methods and arrows; what is inside of one belongs to it", () => {
  const text = "export function one(a) { return a.map((b) => { return b; }); }\nclass C {\n  #two(a) { this.x = a; }\n  get three() { return 1; }\n}\n" +
    "const four = async (a) => { await g(/[{]/u, `${a < 1 ? `}` : \"{\"}`); };\nconst MOST_MS = 20;\nlet other = 3;\n";
  const definitions = definitionsOf(sourceOf("web/a.js", text));
  assert.deepEqual(definitions.map(({ name }) => name), ["one", "#two", "three", "four", "MOST_MS"]);
  const [, two, , four] = definitions;
  assert.deepEqual(mutantsOf("two", two).map(({ id }) => id), ["two:early:1", "two:store:1"]);
  assert.deepEqual(mutantsOf("four", four).map(({ id }) => id), ["four:early:1", "four:call:1"]);
});

test("every mutant of JavaScript can be read", async () => {
  const text = "function isFit(a, b) {\n  if (!a || b > 2) return false;\n  for (const c of a) g(c);\n  a.b = c?.d ?? 3;\n  return a ? b - 1 === 3 : !h();\n}";
  for (const [id, changed] of mutantsIn(text, "web/a.js")) assert.doesNotThrow(() => new Function(changed), id);
});

test("names: a definition is found wherever it is, with its path only if others have its name", () => {
  const sources = [sourceOf("src/a/keys.c", "void find(void) { g(); }\nvoid keys_read(void) { g(); }"), sourceOf("src/b/keys.c", "void find(void) { g(); }"),
    sourceOf("src/b/list.c", "void find(void) { g(); }")];
  const named = nameDefinitions(sources.flatMap(definitionsOf));
  assert.deepEqual([...named.keys()], ["a/keys.c:find", "keys_read", "b/keys.c:find", "list.c:find"]);
  assert.equal(findDefinition("find", named).length, 3);
  assert.equal(findDefinition("b/list.c:find", named)[0], named.get("list.c:find"));
  assert.equal(findDefinition("keys.c:keys_read", named)[0], named.get("keys_read"));
  assert.equal(findDefinition("lost", named).length, 0);
});

test("the form of a function is the same after a rename, and another after a change", () => {
  const form = (/** @type {string} */ text) => formOf(definitionsOf(sourceOf("src/a.c", text))[0]);
  assert.equal(form("void f(int a) { g(a < 1); }"), form("void lower(int number)\n{\n    call(number < 1); /* why */\n}"));
  assert.notEqual(form("void f(int a) { g(a < 1); }"), form("void f(int a) { g(a < 2); }"));
});
