// Makes mutants: copies of a function that differ in one place, each in a way that a test should notice. They are made from
// tokens, in C and JavaScript alike. A mutant has a stable name, `function:operator:number`: renaming a variable or moving
// the function does not change it.
import { formOf } from "./source.js";

/** @typedef {import("./source.js").Definition} Definition */
/** @typedef {import("./source.js").Source} Source */
/** A change of the text between two places. @typedef {{ operator: string, at: number, end: number, text: string }} Edit */
/** @typedef {{ id: string, operator: string, definition: Definition, path: string, at: number, end: number, text: string, form: string }} Mutant */

/** What each operator does; the report and `tools/mutate --help` show it. @type {Record<string, string>} */
export const OPERATORS = {
  never: "an if whose condition is false",
  always: "an if whose condition is true",
  loop: "a while whose condition is false",
  compare: "a comparison that differs at its limit, or == and != swapped",
  operand: "an operand of && or || without effect",
  negate: "a ! left out",
  choose: "the other value of ? and :",
  call: "a call left out",
  store: "an assignment to a member or an element left out",
  result: "a truth value that is always the same",
  early: "a function that returns at once",
  sum: "+ and - swapped",
  bits: "| and & swapped, or << and >>",
  constant: "a number one larger, or half as large if it is above 16",
};

const COMPARISONS = /** @type {Record<string, string>} */ ({ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===" });
const ASSIGNMENTS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&&=", "||=", "??="]);
const STATEMENTS = new Set(["return", "if", "while", "for", "switch", "goto", "do", "else", "case", "default", "break", "continue", "throw", "yield", "const", "let", "var",
  "static", "struct", "try", "catch", "finally", "new", "delete", "typeof", "import", "export", "class", "function"]);
const VALUES = new Set(["word", "number", "text"]);

// Checks that end the program, and what is only read by people, have no test.
const UNSEEN = /^(?:assert\w*|_?[Ss]tatic_assert|log_message|log_fields|fprintf|printf|perror|console)$/u;
// Nothing can be seen of memory that was not wiped or given back, nor of a lock that nobody contends for.
const UNSEEN_CALLS = /(?:^|_)(?:wipe|free|lock|unlock|close|destroy|finalize|unref)$/u;

// What fails only if memory or a library does; tests/injection makes it fail.
const RARELY_FAILS = /^(?:[cm]alloc|realloc|strdup|aligned_alloc|EVP_\w+|SSL_\w+|pthread_\w+|thrd_\w+|clock_gettime|\w+_new)$/u;

/** Reads the tokens of one definition. Places are those of the tokens in the file. */
class Reader {
  /** @param {Definition} definition */
  constructor(definition) {
    this.definition = definition;
    this.source = definition.source;
    this.tokens = definition.source.tokens;
    this.isC = definition.source.language === "c";
    this.unseen = this.findUnseen();
    this.heads = this.findHeads();
  }

  /** @param {number} i */
  text(i) {
    return this.tokens[i]?.text ?? "";
  }

  /** The place of a bracket's partner. @param {number} i */
  partner(i) {
    return this.source.partners.get(i) ?? i;
  }

  /** Where the places of asserts and log lines are. */
  findUnseen() {
    const unseen = new Set();
    for (let i = this.definition.from; i <= this.definition.to; i++) {
      if (this.tokens[i].type !== "word" || !UNSEEN.test(this.text(i))) continue;
      const open = this.text(i + 1) === "." ? i + 3 : i + 1; // console.log(
      if (this.text(open) !== "(") continue;
      for (let k = i; k <= this.partner(open); k++) unseen.add(k);
    }
    return unseen;
  }

  /** The places between the brackets of `for`: a loop that goes one too far reads foreign memory, and may not show it. */
  findHeads() {
    const heads = new Set();
    for (let i = this.definition.from; i <= this.definition.to; i++) {
      if (this.text(i) === "for" && this.text(i + 1) === "(") for (let k = i + 1; k <= this.partner(i + 1); k++) heads.add(k);
    }
    return heads;
  }

  /** Where the operand begins that ends before `i`; `stops` are the marks that bound it. @param {number} i @param {Set<string>} stops */
  operandStart(i, stops) {
    let place = i - 1;
    while (place > this.definition.from) {
      const text = this.text(place);
      if ([")", "]", "}"].includes(text)) place = this.partner(place);
      else if (["(", "[", "{", ";", ",", "=>"].includes(text) || ASSIGNMENTS.has(text) || STATEMENTS.has(text) || stops.has(text)) break;
      place--;
    }
    return place + 1;
  }

  /** Where the operand ends that begins after `i`. @param {number} i */
  operandEnd(i) {
    let place = i + 1;
    while (place < this.definition.to) {
      const text = this.text(place);
      if (["(", "[", "{"].includes(text)) place = this.partner(place);
      else if ([")", "]", "}", ";", ",", "&&", "||", "??", "?", ":"].includes(text)) break;
      place++;
    }
    return place - 1;
  }

  /** Whether only a failure that is rare can change the value of tokens. @param {number} from @param {number} to */
  isRare(from, to) {
    return this.isC && this.tokens.slice(from, to + 1).some(({ type, text }) => type === "word" && RARELY_FAILS.test(text));
  }

  /** The text of tokens. @param {number} from @param {number} to */
  slice(from, to) {
    return this.source.text.slice(this.tokens[from].at, this.tokens[to].end);
  }

  /** An edit that puts text in the place of tokens. @param {string} operator @param {number} from @param {number} to @param {string} text @returns {Edit} */
  edit(operator, from, to, text) {
    return { operator, at: this.tokens[from].at, end: this.tokens[to].end, text };
  }

  /** A truth value in the language. @param {boolean} value */
  truth(value) {
    return this.isC ? (value ? "1" : "0") : String(value);
  }

  /** Whether a statement begins at a place. @param {number} i */
  isStatement(i) {
    const before = this.text(i - 1);
    if (["{", "}", ";", "else", "do"].includes(before)) return true;
    if (before === ":") return this.tokens[i - 2]?.type === "word" && ["case", "default"].some((word) => [this.text(i - 2), this.text(i - 3)].includes(word));
    return before === ")" && ["if", "while", "for"].includes(this.text(this.partner(i - 1) - 1));
  }

  /** Where the statement that begins at a place has its semicolon, or -1. @param {number} i */
  semicolon(i) {
    for (let place = i; place < this.definition.to; place++) {
      if (["(", "[", "{"].includes(this.text(place))) place = this.partner(place);
      else if (this.text(place) === "}") return -1;
      else if (this.text(place) === ";") return place;
    }
    return -1;
  }
}

/** @type {Set<string>} */
const NONE = new Set();

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function branchEdits(reader, i) {
  if (reader.text(i) !== "if" || reader.text(i + 1) !== "(") return [];
  const [from, to] = [i + 2, reader.partner(i + 1) - 1];
  const isOfLast = reader.isC && to - from === 2 && reader.text(to) === "NULL"; // if (x == NULL), after x = calloc()
  if (reader.isRare(from, to) || (isOfLast && reader.isRare(reader.operandStart(i - 1, NONE), i - 2))) return [];
  return [reader.edit("never", from, to, reader.truth(false)), reader.edit("always", from, to, reader.truth(true))];
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function loopEdits(reader, i) {
  if (reader.text(i) !== "while" || reader.text(i + 1) !== "(") return [];
  const [from, to] = [i + 2, reader.partner(i + 1) - 1];
  return reader.slice(from, to) === reader.truth(false) ? [] : [reader.edit("loop", from, to, reader.truth(false))]; // do {...} while (0)
}

const LOGIC = new Set(["&&", "||", "??", "?", ":"]);
const CONDITION = new Set(["?", ":"]);

/** Whether the operand around a place is all of a condition or of an operand, which have mutants of their own. @param {Reader} reader @param {number} i */
function isCovered(reader, i) {
  const [before, after] = [reader.operandStart(i, LOGIC) - 1, reader.operandEnd(i) + 1];
  return [before, after].some((place) => ["&&", "||", "?"].includes(reader.text(place))) ||
    (reader.text(before) === "(" && reader.text(before - 1) === "if" && reader.text(after) === ")") ||
    (reader.text(before) === "return" && reader.text(after) === ";" && isTruth(reader.definition));
}

/** Whether a comparison only keeps a value within a bound: `a < b ? b : a`, `if (a < b) a = b;`, or has two
 * different values: `a != b ? a < b : c`. It may as well be `<=`. @param {Reader} reader @param {number} i */
function isBound(reader, i) {
  const [from, to] = [reader.operandStart(i, LOGIC), reader.operandEnd(i)];
  const [left, right] = [reader.slice(from, i - 1), reader.slice(i + 1, to)];
  if (reader.text(from - 1) === "?") return reader.slice(reader.operandStart(from - 1, CONDITION), from - 2) === `${left} != ${right}`;
  if (reader.text(to + 1) === "?") {
    const [middle, end] = [reader.operandEnd(to + 1), reader.operandEnd(reader.operandEnd(to + 1) + 1)];
    const values = [reader.slice(to + 2, middle), reader.slice(middle + 2, end)];
    return values.includes(left) && values.includes(right);
  }
  const end = reader.semicolon(to + 2);
  return reader.text(from - 2) === "if" && reader.text(to + 1) === ")" && end > 0 && reader.slice(to + 2, end - 1) === `${left} = ${right}`;
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function compareEdits(reader, i) {
  const mark = reader.text(i);
  const other = COMPARISONS[mark];
  if (!other || reader.tokens[i].type !== "mark" || reader.heads.has(i)) return [];
  return (/^[=!]/u.test(mark) && isCovered(reader, i)) || isBound(reader, i) ? [] : [reader.edit("compare", i, i, other)];
}

/** The first operand of a chain goes with its first operator, each other one with the operator before it. @param {Reader} reader @param {number} i @returns {Edit[]} */
function operandEdits(reader, i) {
  const mark = reader.text(i);
  if (!["&&", "||"].includes(mark)) return [];
  const neutral = reader.truth(mark === "&&");
  const start = reader.operandStart(i, LOGIC);
  const isFirst = !["&&", "||"].includes(reader.text(start - 1));
  const operands = [...(isFirst ? [[start, i - 1]] : []), [i + 1, reader.operandEnd(i)]];
  return operands.filter(([from, to]) => from <= to && !reader.isRare(from, to)).map(([from, to]) => reader.edit("operand", from, to, neutral));
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function negateEdits(reader, i) {
  return reader.text(i) === "!" && reader.tokens[i].type === "mark" && !isCovered(reader, i) ? [reader.edit("negate", i, i, "")] : [];
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function chooseEdits(reader, i) {
  if (reader.text(i) !== "?" || reader.tokens[i].type !== "mark") return [];
  const start = reader.operandStart(i, CONDITION);
  return start < i ? [reader.edit("choose", start, i - 1, `!(${reader.slice(start, i - 1)})`)] : [];
}

/** A statement that only calls. @param {Reader} reader @param {number} i @returns {Edit[]} */
function callEdits(reader, i) {
  if (!reader.isStatement(i)) return [];
  const first = reader.text(i) === "(" && reader.text(i + 1) === "void" ? i + 3 : reader.text(i) === "await" ? i + 1 : i;
  const end = reader.semicolon(i);
  if (end < 0 || reader.tokens[first].type !== "word" || STATEMENTS.has(reader.text(first)) || reader.text(end - 1) !== ")") return [];
  for (let place = first; place < end; place++) {
    if (["(", "["].includes(reader.text(place))) place = reader.partner(place);
    else if (!VALUES.has(reader.tokens[place].type) && !["->", ".", "?."].includes(reader.text(place))) return [];
    else if (place > first && VALUES.has(reader.tokens[place].type) && VALUES.has(reader.tokens[place - 1].type)) return []; // a declaration
  }
  const called = reader.text(reader.partner(end - 1) - 1);
  return UNSEEN_CALLS.test(called) ? [] : [reader.edit("call", i, end - 1, reader.isC ? "(void)0" : "void 0")];
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function storeEdits(reader, i) {
  if (!reader.isStatement(i)) return [];
  const end = reader.semicolon(i);
  if (end < 0 || STATEMENTS.has(reader.text(i)) || (reader.tokens[i].type !== "word" && reader.text(i) !== "*")) return [];
  let isElsewhere = reader.text(i) === "*";
  for (let place = i; place < end; place++) {
    const { text, type } = reader.tokens[place];
    if (ASSIGNMENTS.has(text) || text === "++" || text === "--") return isElsewhere ? [reader.edit("store", i, end - 1, reader.isC ? "(void)0" : "void 0")] : [];
    if (type === "word" && reader.tokens[place - 1].type === "word" && place > i) return []; // a declaration
    if (["->", ".", "["].includes(text)) isElsewhere = true;
    if (["(", "["].includes(text)) place = reader.partner(place);
  }
  return [];
}

/** @param {Definition} definition */
const isTruth = ({ name, result, source }) => (source.language === "c" ? result.includes("bool") && !result.includes("*")
  : /^(?:is|has|may|can|should|needs)[A-Z]/u.test(name));

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function resultEdits(reader, i) {
  if (reader.text(i) !== "return" || !isTruth(reader.definition)) return [];
  const end = reader.semicolon(i);
  if (end <= i + 1) return [];
  const value = reader.slice(i + 1, end - 1);
  return [false, true].filter((truth) => value !== String(truth)).map((truth) => reader.edit("result", i + 1, end - 1, reader.truth(truth)));
}

/** Whether a value is before a mark, which then has two operands. `(type)-1` has one. @param {Reader} reader @param {number} i */
function isBinary(reader, i) {
  const before = reader.tokens[i - 1];
  const isCast = before.text === ")" && reader.isC && reader.tokens.slice(reader.partner(i - 1) + 1, i - 1).every(({ type, text }) => type === "word" || text === "*") &&
    (reader.text(i) === "&" || /(?:_t|^int|^unsigned|^char|^long|^double|^float)$/u.test(reader.text(i - 2)));
  return !isCast && (VALUES.has(before.type) ? !STATEMENTS.has(before.text) : [")", "]"].includes(before.text));
}

/** A sum of texts is none. @param {Reader} reader @param {number} i @returns {Edit[]} */
function sumEdits(reader, i) {
  const mark = reader.text(i);
  const isText = [reader.tokens[i - 1], reader.tokens[i + 1]].some(({ type }) => type === "text");
  return ["+", "-"].includes(mark) && isBinary(reader, i) && !isText && !reader.heads.has(i) ? [reader.edit("sum", i, i, mark === "+" ? "-" : "+")] : [];
}

const BITS = /** @type {Record<string, string>} */ ({ "|": "&", "&": "|", "<<": ">>", ">>": "<<" });

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function bitEdits(reader, i) {
  const other = BITS[reader.text(i)];
  return other && isBinary(reader, i) ? [reader.edit("bits", i, i, other)] : [];
}

/** Another number: its neighbour, or one that is far away, since a limit of 300 may well be 301. @param {string} text */
export function otherNumber(text) {
  const [, digits, suffix] = /^(0[xX][\da-fA-F]+|[\d.]+(?:[eE][+-]?\d+)?)(.*)$/u.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const isOctal = /^0[0-7]+$/u.test(digits);
  const value = isOctal ? parseInt(digits, 8) : Number(digits);
  const isWhole = !/[.eE]/u.test(digits) || /^0[xX]/u.test(digits);
  const other = value <= 16 ? value + 1 : Math.floor(value / 2);
  if (isWhole) return `${isOctal ? `0${other.toString(8)}` : other}${suffix}`;
  return `${value === 0 ? "1.0" : (value / 2).toExponential()}${suffix}`;
}

/** @param {Reader} reader @param {number} i @returns {Edit[]} */
function constantEdits(reader, i) {
  const { type, text } = reader.tokens[i];
  if (type !== "number") return [];
  const before = reader.text(i - 1);
  const isEmpty = text === "0" && before === "{" && reader.text(i + 1) === "}"; // {0}
  const isRoom = before === "[" && reader.tokens[i - 2].type === "word" && (reader.tokens[i - 3].type === "word" || reader.text(i - 3) === "*"); // char text[32]
  const isCount = before === "(" && RARELY_FAILS.test(reader.text(i - 2)); // calloc(1, ...)
  const other = isEmpty || isRoom || isCount ? undefined : otherNumber(text);
  return other === undefined ? [] : [reader.edit("constant", i, i, other)];
}

/** The value that a C function returns if it does nothing. @param {string[]} result */
function neutralOf(result) {
  const type = result.filter((word) => !["static", "const", "inline", "extern", "_Noreturn"].includes(word));
  if (type.includes("*")) return " 0";
  if (type[0] === "void") return "";
  return ["struct", "union"].includes(type[0]) ? ` (${type.join(" ")}){0}` : " 0";
}

/** A function of a truth value has its results; one that is almost empty would stay the same. @param {Reader} reader @returns {Edit[]} */
function earlyEdits({ definition, tokens, isC }) {
  const { from, to, result } = definition;
  if (isTruth(definition) || to - from <= 4) return [];
  const at = tokens[from].end;
  return [{ operator: "early", at, end: at, text: ` return${isC ? neutralOf(result) : ""};` }];
}

const EDITS = [branchEdits, loopEdits, compareEdits, operandEdits, negateEdits, chooseEdits, callEdits, storeEdits, resultEdits, sumEdits, bitEdits, constantEdits];

/** @param {Definition} definition @returns {Edit[]} */
function editsOf(definition) {
  const reader = new Reader(definition);
  const edits = earlyEdits(reader);
  for (let i = definition.from + 1; i < definition.to; i++) {
    if (!reader.unseen.has(i)) for (const make of EDITS) edits.push(...make(reader, i));
  }
  return edits;
}

/** @param {Definition} definition @returns {Edit[]} */
function constantEdit({ source, from }) {
  const { at, text, type } = source.tokens[from];
  const value = type === "line" ? /\s\(?(\d[\w.]*)/du.exec(text) : /(.+)/du.exec(text);
  const other = value && otherNumber(value[1]);
  const [start, end] = value?.indices?.[1] ?? [0, 0];
  return other ? [{ operator: "constant", at: at + start, end: at + end, text: other }] : [];
}

/** @param {string} name the definition's name in tables @param {Definition} definition @returns {Mutant[]} */
export function mutantsOf(name, definition) {
  const counts = /** @type {Record<string, number>} */ ({});
  const form = formOf(definition);
  const edits = definition.isConstant ? constantEdit(definition) : editsOf(definition);
  return edits.map((edit) => {
    counts[edit.operator] = (counts[edit.operator] ?? 0) + 1;
    return { ...edit, id: `${name}:${edit.operator}:${counts[edit.operator]}`, definition, path: definition.source.path, form };
  });
}

/** The text of the file with the change made. @param {{ at: number, end: number, text: string }} edit @param {string} text */
export const applyEdit = ({ at, end, text: other }, text) => text.slice(0, at) + other + text.slice(end);
