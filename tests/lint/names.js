// Names of the C code in src/ and include/, as STYLE.md has them:
// - the tag of a struct, enum or union that a header defines is defined nowhere else;
// - every header has an include guard, and no two share one: including both would drop the second silently;
// - no function takes more than six arguments;
// - what a file exports carries the file's name; in the library it begins with tes_ as well.
// Every run first finds these faults in planted files, so that a rule that has stopped working fails too.

import fs from "node:fs";
import path from "node:path";

const ARGUMENTS_MAX = 6;
const LIBRARY = ["base", "core", "draw", "token"];

/** The code alone: comments, texts and preprocessor lines become blanks; lines keep their numbers. */
function strip(text) {
  const blank = (match) => match.replace(/[^\n]/g, " ");
  return text
    .replace(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, blank)
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, blank)
    .replace(/\b(?:__attribute__\s*\(\([^]*?\)\)|_Static_assert\s*\([^;]*\)\s*;)/g, blank);
}

/** Splits a text at commas that are in no bracket. */
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

/** What stands outside of all braces: { text, line, isDefined } up to each semicolon or opening brace. */
function topLevel(code) {
  const found = [];
  let depth = 0, round = 0, start = 0;
  for (let i = 0; i < code.length; i++) {
    const character = code[i];
    if ("()".includes(character)) round += character === "(" ? 1 : -1;
    if (depth === 0 && round === 0 && (character === ";" || character === "{")) {
      const text = code.slice(start, i);
      const line = code.slice(0, start + text.length - text.trimStart().length).split("\n").length;
      if (text.trim() !== "") found.push({ text: text.trim(), line, isDefined: character === "{" });
      start = i + 1;
    }
    if (character === "{") depth++;
    if (character === "}") depth--, start = depth === 0 ? i + 1 : start;
  }
  return found;
}

/** A function's name and arguments, or null where the text declares none. */
function functionOf(text) {
  const match = /^(?:[\w\s*]*[\s*])?(\w+)\s*\(([^]*)\)\s*$/.exec(text);
  return match && { name: match[1], arguments: splitArguments(match[2]) };
}

/** An exported object's name, or null. */
function objectOf({ text, isDefined }) {
  const match = /^[\w\s*]*?[\s*](\w+)\s*(?:\[[^\]]*\]\s*)*=/.exec(text + (isDefined ? "=" : ""));
  return /^(?:static|extern|typedef)\b/.test(text) || /^(?:struct|enum|union)\s+\w+$/.test(text) ? null : match && match[1];
}

/** Whether a name carries the name of the file, or of the family of files that it belongs to: items_food.c has tes_item_bread. */
function carries(name, file) {
  const words = path.basename(file).replace(/\.[ch]$/, "").split("_");
  const one = (word) => word.replace(/s$/, "");
  const nameWords = name.split("_").map(one);
  return nameWords.includes(one(words[0]));
}

/** Every fault in a tree, as lines to print. */
function check(root, rules = {}) {
  const faults = [];
  const tags = new Map(), guards = new Map();
  const files = ["include", "src"].flatMap((folder) => fs.readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))).filter((file) => /\.[ch]$/.test(file)).sort();
  const isPublic = new Set();
  const note = (map, key, file) => map.set(key, [...(map.get(key) || []), file]);
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    const code = strip(text);
    const isHeader = file.endsWith(".h");
    for (const [, kind, tag] of code.matchAll(/\b(struct|enum|union)\s+(\w+)\s*\{/g)) note(tags, `${kind} ${tag}`, file);
    if (isHeader) {
      const guard = /^\s*#ifndef (\w+)\n#define \1\n/m.exec(text);
      if (guard) note(guards, guard[1], file);
      else faults.push(`${file}: has no include guard`);
    }
    for (const part of topLevel(code)) {
      const found = functionOf(part.text);
      if (found && found.arguments.length > ARGUMENTS_MAX)
        faults.push(`${file}:${part.line}: ${found.name}() takes ${found.arguments.length} arguments`);
      if (found && file === "include/tessera.h") isPublic.add(found.name);
      const name = found ? part.isDefined && found.name : objectOf(part);
      if (isHeader || !name || /^static\b/.test(part.text) || isPublic.has(name) || name === "main") continue;
      const isLibrary = LIBRARY.includes(file.split("/")[1]);
      if (isLibrary !== name.startsWith("tes_"))
        faults.push(`${file}:${part.line}: ${name} ${isLibrary ? "does not begin" : "begins"} with tes_`);
      if (!carries(name, file)) faults.push(`${file}:${part.line}: ${name} does not carry the file's name`);
    }
  }
  for (const [tag, where] of tags)
    if (where.length > 1 && where.some((file) => file.endsWith(".h"))) faults.push(`${tag} is defined in ${where.join(" and ")}`);
  for (const [guard, where] of guards)
    if (where.length > 1) faults.push(`the guard ${guard} is used by ${where.join(" and ")}`);
  return faults;
}


for (const fault of check(path.resolve(import.meta.dirname, "../.."))) console.log(fault);
