// The functions and named constants of the source, found by their definitions. Nothing here knows a path: a definition
// that moves to another file is found there.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { partnersOf, tokensOf } from "./lexer.js";

/** @typedef {import("./lexer.js").Token} Token */
/** @typedef {import("./lexer.js").Language} Language */
/** @typedef {{ path: string, text: string, language: Language, tokens: Token[], partners: Map<number, number> }} Source */
/**
 * A function, or a constant with a name. `from` and `to` are the places of its first and last token: of a function's body
 * with its brackets, of a constant's value. `result` has the tokens before a C function's name, which are its type.
 * @typedef {{ name: string, isConstant: boolean, source: Source, from: number, to: number, result: string[] }} Definition
 */

export const FOLDERS = ["src", "web"];
/** Headers are left out: what little code they have is inlined, so that nothing records who calls it. */
const LANGUAGES = /** @type {Record<string, Language>} */ ({ ".c": "c", ".js": "js" });
const NO_NAMES = new Set(["if", "for", "while", "switch", "catch", "function", "return", "sizeof", "else", "do"]);
const DEFINE = /^#\s*define\s+(\w+)\s+\(?(\d[\w.]*)\)?\s*(?:\/\*.*)?$/u;

/** @param {string} path @param {string} text @returns {Source} */
export function sourceOf(path, text) {
  const language = LANGUAGES[extname(path)];
  const tokens = tokensOf(text, language);
  return { path, text, language, tokens, partners: partnersOf(tokens) };
}

/** Every source file below the folders. @param {string} root @returns {Source[]} */
export function readSources(root) {
  const files = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)));
  return files.filter((file) => extname(file) in LANGUAGES).sort().map((file) => sourceOf(file, readFileSync(join(root, file), "utf8")));
}

/** The place of the bracket that opens a body after the parameters that end at `end`, or -1. @param {Source} source @param {number} end */
function bodyAfter({ language, tokens }, end) {
  if (tokens[end + 1]?.text === "{") return end + 1;
  const isArrow = language === "js" && tokens[end + 1]?.text === "=>";
  return isArrow && tokens[end + 2]?.text === "{" ? end + 2 : -1;
}

/** `const name = (...) => {`, with the place of the bracket before the parameters. @param {Token[]} tokens @param {number} i of the bracket */
function arrowName(tokens, i) {
  const equals = tokens[i - 1]?.text === "async" ? i - 2 : i - 1;
  return tokens[equals]?.text === "=" && tokens[equals - 1]?.type === "word" ? tokens[equals - 1].text : "";
}

/** Functions are looked for outside of one another: what is inside of a function belongs to it. @param {Source} source @returns {Definition[]} */
function functionsOf(source) {
  const { tokens, partners, language } = source;
  /** @type {Definition[]} */
  const found = [];
  let start = 0; // of the declaration
  for (let i = 0; i < tokens.length; i++) {
    const { text, type } = tokens[i];
    if (type === "line" || text === ";" || text === "}") start = i + 1;
    if (text !== "(") continue;
    const end = partners.get(i) ?? i;
    const body = bodyAfter(source, end);
    const before = tokens[i - 1];
    const isArrow = tokens[end + 1]?.text === "=>";
    const name = isArrow ? arrowName(tokens, i) : before?.type === "word" && !NO_NAMES.has(before.text) ? before.text : "";
    if (body < 0 || !name) continue;
    const to = partners.get(body) ?? body;
    const result = language === "c" ? tokens.slice(start, i - 1).map((token) => token.text) : [];
    found.push({ name, isConstant: false, source, from: body, to, result });
    i = to;
    start = to + 1;
  }
  return found;
}

/** @param {Source} source @param {Definition[]} functions @returns {Definition[]} */
function constantsOf(source, functions) {
  const { tokens, language } = source;
  /** @type {Definition[]} */
  const found = [];
  const ends = new Map(functions.map(({ from, to }) => [from, to]));
  for (let i = 0; i < tokens.length; i++) {
    i = ends.get(i) ?? i;
    const token = tokens[i];
    // A member of a table, ".name = 1", is no constant with a name of its own.
    const isValue = token.type === "number" && tokens[i - 1]?.text === "=" && tokens[i - 2]?.type === "word" && tokens[i - 3]?.text !== "." &&
      [",", "}", ";"].includes(tokens[i + 1]?.text);
    const name = isValue ? tokens[i - 2].text : token.type === "line" ? DEFINE.exec(token.text)?.[1] : undefined;
    if (name && (language === "c" || /^[A-Z][A-Z\d_]+$/u.test(name))) found.push({ name, isConstant: true, source, from: i, to: i, result: [] });
  }
  return found;
}

/** @param {Source} source @returns {Definition[]} in the order of the file */
export function definitionsOf(source) {
  const functions = functionsOf(source);
  return [...functions, ...constantsOf(source, functions)].sort((a, b) => a.from - b.from);
}

/**
 * The name that a definition has in tables and reports: "name", or with as much of its path as tells it from others of that
 * name ("keys.c:find", "types/spatial.c:lay").
 * @param {Definition[]} definitions all of them @returns {Map<string, Definition>} by that name
 */
export function nameDefinitions(definitions) {
  /** @type {Map<string, Definition[]>} */
  const alike = new Map();
  for (const definition of definitions) alike.set(definition.name, [...alike.get(definition.name) ?? [], definition]);
  const named = new Map();
  for (const definition of definitions) {
    const others = (alike.get(definition.name) ?? []).filter((other) => other !== definition);
    const parts = definition.source.path.split("/");
    let [count, name] = [0, definition.name];
    while (count < parts.length && others.some((other) => `/${other.source.path}:${other.name}`.endsWith(count === 0 ? `:${name}` : `/${name}`))) {
      count++;
      name = `${parts.slice(-count).join("/")}:${definition.name}`;
    }
    let number = 1; // of those that have even the path in common
    while (named.has(number === 1 ? name : `${name}#${number}`)) number++;
    named.set(number === 1 ? name : `${name}#${number}`, definition);
  }
  return named;
}

/** Which other names tables may use for it: those with more of its path. @param {string} name @param {Map<string, Definition>} named */
export function findDefinition(name, named) {
  const exact = named.get(name);
  if (exact) return [exact];
  const [, place, word] = /^(?:(.*):)?([^:]+)$/u.exec(name) ?? [];
  return [...named.values()].filter((definition) => definition.name === word &&
    (!place || `/${definition.source.path}`.endsWith(`/${place}`)));
}

/** The form of a definition: its marks and numbers in their order, but no name, so that renaming leaves it alone. @param {Definition} definition */
export function formOf({ source, from, to }) {
  const form = source.tokens.slice(from, to + 1).map(({ type, text }) => (["mark", "number"].includes(type) ? text : type)).join(" ");
  return createHash("sha256").update(form).digest("hex").slice(0, 8);
}

/** @param {Definition} definition */
export const fileOf = (definition) => basename(definition.source.path);
