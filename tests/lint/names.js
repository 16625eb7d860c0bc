// Names of the C code in src/ and include/, as STYLE.md has them:
// - the tag of a struct, enum or union that a header defines is defined nowhere else;
// - every header has an include guard, and no two share one: including both would drop the second silently;
// - no function takes more than six arguments;
// - no two functions marked TES_WIDE share a name: clang makes them global (draw/paint/wide.h);
// - what a file exports carries a word of the file's name or its folder's; it begins with tes_ in the library, and nowhere else.
// Every run first finds these faults in planted files, so that a rule that has stopped working fails too.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../lib/tessera.js";

const ARGUMENTS_MAX = 6;
const LIBRARY = ["base", "os", "challenge", "auth", "draw", "crypto"];

/** Of the public API, which stays as it is. */
const LONG_BY_CONTRACT = new Set(["tes_seal"]);

/** Files that export a family of names beside their own, each documented in the file's header. */
const FAMILIES = new Map(Object.entries({
  "src/base/codec.c": ["base64", "hex"],
  "src/base/secret.c": ["wipe", "equal"],
  "src/challenge/kind.c": ["difficulty"],
  "src/challenge/scene/camera.c": ["viewer"],
  "src/server/app/app.c": ["visit"],
  "src/crypto/seal.c": ["keyed"],
}));

/** @typedef {{ text: string, line: number, isDefined: boolean }} Part what stands outside of all braces, up to ; or { */

/** The code alone: comments, texts and preprocessor lines become blanks; lines keep their numbers.
 * @param {string} text */
function strip(text) {
  const blank = (/** @type {string} */ match) => match.replace(/[^\n]/g, " ");
  return text
    .replace(/^extern "C" \{$|^\}$(?=\s*#endif)/gm, blank)
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, blank)
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, blank)
    .replace(/\b__attribute__\s*\(\([^]*?\)\)|\b_Static_assert\s*\([^;]*\)\s*;/g, blank);
}

/** Splits a list of arguments at the commas that are in no bracket.
 * @param {string} text */
function splitArguments(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    depth += "([{".includes(character) ? 1 : ")]}".includes(character) ? -1 : 0;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "" && part !== "void");
}

/** @param {string} code @returns {Part[]} */
function topLevel(code) {
  const found = [];
  let braces = 0, brackets = 0, start = 0;
  for (let i = 0; i < code.length; i++) {
    const character = code[i];
    if ("()".includes(character)) brackets += character === "(" ? 1 : -1;
    if (braces === 0 && brackets === 0 && (character === ";" || character === "{")) {
      const text = code.slice(start, i);
      const line = code.slice(0, start + text.length - text.trimStart().length).split("\n").length;
      if (text.trim() !== "") found.push({ text: text.trim(), line, isDefined: character === "{" });
      start = i + 1;
    }
    if (character === "{") braces++;
    if (character === "}") {
      braces--;
      if (braces === 0) start = i + 1;
    }
  }
  return found;
}

/** A function's name and arguments, or null where the text declares none.
 * @param {string} text */
function functionOf(text) {
  const match = /^[\w\s*]*[\s*](\w+)\s*\(([^]*)\)$/.exec(text);
  return match && { name: match[1], arguments: splitArguments(match[2]) };
}

/** The name of an object that a file defines with its first value, or null.
 * @param {Part} part */
function objectOf({ text }) {
  const match = /^[\w\s*]*[\s*](\w+)\s*(?:\[[^\]]*\]\s*)*=\s*[^]*$/.exec(text);
  return match && match[1];
}

/** @param {string} name @param {string} file */
function carries(name, file) {
  const one = (/** @type {string} */ word) => (word === "people" ? "person" : word.replace(/s$/, ""));
  const folders = path.dirname(file).split("/").slice(1);
  const words = [...path.basename(file, ".c").split("_"), ...folders, ...(FAMILIES.get(file) || [])].map(one);
  /* Handlers are named by their routes. */
  return name.startsWith("handle_") || name.split("_").map(one).some((word) => words.includes(word));
}

/** Every fault in a tree, as lines to print.
 * @param {string} root */
function check(root) {
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<string, string[]>} */
  const tags = new Map();
  /** @type {Map<string, string[]>} */
  const guards = new Map();
  /** @type {Map<string, string[]>} */
  const wide = new Map();
  const isPublic = new Set();
  const note = (/** @type {Map<string, string[]>} */ map, /** @type {string} */ key, /** @type {string} */ file) =>
    map.set(key, [...(map.get(key) || []), file]);
  const files = ["include", "src"].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)))
    .filter((file) => /\.[ch]$/.test(file)).sort();
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    const code = strip(text), isHeader = file.endsWith(".h");
    for (const [, kind, tag] of code.matchAll(/\b(struct|enum|union)\s+(\w+)\s*\{/g)) note(tags, `${kind} ${tag}`, file);
    if (isHeader) {
      const guard = /^#ifndef (\w+)\n#define \1\n/m.exec(text);
      if (guard) note(guards, guard[1], file);
      else faults.push(`${file}: has no include guard`);
    }
    for (const part of topLevel(code)) {
      const found = functionOf(part.text);
      if (found && file === "include/tessera.h") isPublic.add(found.name);
      if (found && part.isDefined && /^TES_WIDE\b/.test(part.text)) note(wide, found.name, file);
      if (found && found.arguments.length > ARGUMENTS_MAX && !LONG_BY_CONTRACT.has(found.name))
        faults.push(`${file}:${part.line}: ${found.name}() takes ${found.arguments.length} arguments`);
      const name = found ? part.isDefined && found.name : objectOf(part);
      /* The doorways of WebAssembly name their exports as JavaScript calls them. */
      if (isHeader || !name || /\b(?:static|typedef)\b/.test(part.text) || isPublic.has(name) || name === "main" ||
          file.endsWith("_wasm.c")) continue;
      const isLibrary = LIBRARY.includes(file.split("/")[1]);
      if (isLibrary !== name.startsWith("tes_"))
        faults.push(`${file}:${part.line}: ${name} ${isLibrary ? "does not begin" : "begins"} with tes_`);
      if (!carries(name, file)) faults.push(`${file}:${part.line}: ${name} carries no word of the file's name`);
    }
  }
  for (const [tag, where] of tags)
    if (where.length > 1 && where.some((file) => file.endsWith(".h"))) faults.push(`${tag} is defined in ${where.join(" and ")}`);
  for (const [name, where] of wide)
    if (where.length > 1) faults.push(`the wide function ${name}() is defined in ${where.join(" and ")}`);
  for (const [guard, where] of guards)
    if (where.length > 1) faults.push(`the guard ${guard} is used by ${where.join(" and ")}`);
  return faults;
}

const GUARDED = (/** @type {string} */ guard, /** @type {string} */ text) => `#ifndef ${guard}\n#define ${guard}\n${text}\n#endif\n`;

/** Files beside those of a good tree, and the one fault that is found then; "" where there is none. */
const PLANTED = [
  [{}, ""],
  [{ "src/draw/other.h": GUARDED("TES_OTHER_H", "struct tes_paint {\n    int x;\n};") }, "struct tes_paint is defined in"],
  [{ "src/draw/other.c": "enum tes_rule { A };\n" }, "enum tes_rule is defined in"],
  [{ "src/draw/other.c": "struct local {\n    int x;\n};\n", "src/challenge/more.c": "struct local {\n    long x;\n};\n" }, ""],
  [{ "src/draw/one.c": "TES_WIDE static void mix(void)\n{\n}\n", "src/draw/two.c": "TES_WIDE static void mix(void)\n{\n}\n" }, "the wide function mix() is defined in"],
  [{ "src/draw/other.h": GUARDED("TES_PAINT_H", "") }, "the guard TES_PAINT_H is used by"],
  [{ "src/draw/other.h": "struct tes_other;\n" }, "src/draw/other.h: has no include guard"],
  [{ "src/http/room.h": GUARDED("HTTP_ROOM_H", "void room_add(int a, int b,\n              int c, int d, int e, int f, int g);") }, "room_add() takes 7 arguments"],
  [{ "src/http/room.c": "static int room(int a, int (*b)(int, int), int c[2], int d, int e, int f)\n{\n    return 0;\n}\n" }, ""],
  [{ "src/http/room.c": "__attribute__((cold)) static int room(int a, int b, int c, int d, int e, int f, int g)\n{\n    return 0;\n}\n" }, "room() takes 7 arguments"],
  [{ "src/challenge/colour.c": "int colour_mix(void)\n{\n    return 0;\n}\n" }, "colour_mix does not begin with tes_"],
  [{ "src/http/room.c": "int tes_room(void)\n{\n    return 0;\n}\n" }, "tes_room begins with tes_"],
  [{ "src/challenge/colour.c": "/* A note. */\nconst int tes_finish[2] = {1, 2};\n" }, "src/challenge/colour.c:2: tes_finish carries no word"],
  [{ "src/challenge/colour.c": "float tes_sin(float degrees)\n{\n    return degrees;\n}\n" }, "tes_sin carries no word"],
  [{ "src/challenge/colours_more.c": "int tes_colour_mix(void)\n{\n    return 0;\n}\nint tes_open(int a)\n{\n    return a;\n}\n" }, ""],
];

/** The rules that have stopped working, as lines to print. */
function checkPlanted() {
  const faults = [];
  const good = {
    "include/tessera.h": GUARDED("TESSERA_H", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint tes_open(int a);\n#ifdef __cplusplus\n}\n#endif"),
    "src/draw/paint.h": GUARDED("TES_PAINT_H", "enum tes_rule { TES_RULE };\nstruct tes_paint {\n    int x;\n};\nvoid tes_paint_on(struct tes_paint *paint);"),
    "src/draw/paint.c": "void tes_paint_on(struct tes_paint *paint)\n{\n    paint->x = 1;\n}\nstatic int helper = 1;\n",
  };
  for (const [files, expected] of PLANTED) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "names-"));
    for (const [file, text] of Object.entries({ ...good, .../** @type {{}} */ (files) })) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), /** @type {string} */ (text));
    }
    const found = check(root);
    fs.rmSync(root, { recursive: true });
    const isRight = expected === "" ? found.length === 0 : found.length === 1 && found[0].includes(/** @type {string} */ (expected));
    if (!isRight) faults.push(`of ${Object.keys(files)}, "${expected}" was to be found, and found was: ${found.join("; ") || "nothing"}`);
  }
  return faults;
}

const faults = [...checkPlanted(), ...check(ROOT)];
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
