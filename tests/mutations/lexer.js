// The tokens of a C or JavaScript file, as far as mutants need them. Comments are left out. A preprocessor line, a string,
// a character, a template and a regular expression are one token each, so nothing inside of them is ever changed.

/** @typedef {"word" | "number" | "text" | "line" | "mark"} TokenType "line" is a line of the preprocessor, "mark" an operator or a bracket */
/** @typedef {{ type: TokenType, text: string, at: number, end: number }} Token */
/** @typedef {"c" | "js"} Language */

// Longer marks come first.
const MARKS = [">>>=", "===", "!==", "...", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "->", "++", "--", "<<", ">>", "<=", ">=",
  "==", "!=", "&&", "||", "??", "?.", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "##"];
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)+/uy;
const LINE = /#(?:[^\n\\/]|\\\n|\\.|\/\*[^]*?\*\/|\/(?![*/]))*/uy;
const WORD = /[\p{L}_$#][\p{L}\p{N}_$]*/uy;
const NUMBER = /0[xX][\da-fA-F]+[uUlLn]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfFn]*/uy;
const QUOTED = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/uy;
const REGULAR = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
const BEFORE_REGULAR = new Set(["return", "typeof", "case", "of", "in", "await", "yield", "void", "delete", "throw", "else", "do"]);

/** @param {RegExp} pattern a sticky one @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** The length of a template that begins at `at`; templates inside of its expressions belong to it. @param {string} text @param {number} at */
function templateLength(text, at) {
  let place = at + 1;
  while (place < text.length && text[place] !== "`") {
    if (text[place] === "\\") place += 2;
    else if (text.startsWith("${", place)) place = expressionEnd(text, place + 2);
    else place++;
  }
  return place + 1 - at;
}

/** Where the expression of a template ends, past its bracket. @param {string} text @param {number} at */
function expressionEnd(text, at) {
  let depth = 1;
  let place = at;
  while (place < text.length && depth > 0) {
    const quoted = matchAt(QUOTED, text, place);
    if (text[place] === "`") place += templateLength(text, place);
    else if (quoted !== "") place += quoted.length;
    else {
      if (text[place] === "{") depth++;
      if (text[place] === "}") depth--;
      place++;
    }
  }
  return place;
}

/** A slash begins a regular expression where no value stands before it. @param {Token | undefined} last */
const mayBeRegular = (last) => !last || (last.type === "word" && BEFORE_REGULAR.has(last.text)) ||
  (last.type === "mark" && ![")", "]", "}"].includes(last.text));

/** @param {string} text @param {number} at @param {Language} language @param {Token | undefined} last @returns {[TokenType, string]} */
function tokenAt(text, at, language, last) {
  if (language === "c" && text[at] === "#") return ["line", matchAt(LINE, text, at)];
  if (language === "js" && text[at] === "`") return ["text", text.slice(at, at + templateLength(text, at))];
  const quoted = matchAt(QUOTED, text, at);
  if (quoted) return ["text", quoted];
  const word = matchAt(WORD, text, at);
  if (word) return ["word", word];
  const number = matchAt(NUMBER, text, at);
  if (number) return ["number", number];
  const regular = language === "js" && mayBeRegular(last) ? matchAt(REGULAR, text, at) : "";
  if (regular) return ["text", regular];
  return ["mark", MARKS.find((mark) => text.startsWith(mark, at)) ?? text[at]];
}

/** @param {string} text @param {Language} language @returns {Token[]} */
export function tokensOf(text, language) {
  /** @type {Token[]} */
  const tokens = [];
  let at = matchAt(BLANK, text, 0).length;
  while (at < text.length) {
    const [type, found] = tokenAt(text, at, language, tokens.at(-1));
    tokens.push({ type, text: found, at, end: at + found.length });
    at += found.length;
    at += matchAt(BLANK, text, at).length;
  }
  return tokens;
}

const CLOSING = /** @type {Record<string, string>} */ ({ "(": ")", "[": "]", "{": "}" });

/** For each bracket, the place of its partner; brackets without one have none. @param {Token[]} tokens @returns {Map<number, number>} */
export function partnersOf(tokens) {
  const partners = new Map();
  /** @type {number[]} */
  const open = [];
  tokens.forEach((token, i) => {
    if (token.type !== "mark") return;
    if (CLOSING[token.text]) open.push(i);
    const first = open.at(-1);
    if (first === undefined || CLOSING[tokens[first].text] !== token.text) return;
    open.pop();
    partners.set(first, i);
    partners.set(i, first);
  });
  return partners;
}
