/**
 * Texts whose authors are known, from Debian's packages on this machine. What is returned are the lines that
 * bench/style.c reads: "AUTHOR TAB MESSAGE", an author's lines together, what is learned from first. Authors are numbered.
 */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const FORTUNES = "/usr/share/games/fortunes";
const DOCS = "/usr/share/doc";

/** @param {string[][]} authors the messages of each */
function lines(authors) {
  if (authors.length < 8) throw new Error("there are too few texts: tools/setup bench installs them");
  const escaped = (/** @type {string} */ text) => text.replaceAll("\\", "/").replaceAll("\t", " ").replaceAll("\r", "").replaceAll("\n", "\\n");
  return authors.flatMap((messages, author) => messages.map((text) => `a${author}\t${escaped(text)}\n`)).join("");
}

/** Groups by name, in the order of names. @param {Iterable<[string, string]>} named */
function byName(named) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [name, text] of named) groups.set(name, [...(groups.get(name) ?? []), text]);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every quotation with the name of who said it. @returns {Iterable<[string, string]>} */
function* quotations() {
  for (const file of readdirSync(FORTUNES).filter((name) => !name.includes(".")).sort()) {
    for (const text of readFileSync(join(FORTUNES, file), "utf8").split("\n%\n")) {
      const found = /\n[\t ]+-- ([A-Z][^,\n"([]+)/.exec(text);
      if (found) yield [found[1].trim(), text.slice(0, found.index).trim()];
    }
  }
}

/**
 * Quotations of one author after the other, joined until a message has so many characters. Authors of ten such messages.
 * @param {number} characters
 */
export function quotedAuthors(characters) {
  const authors = [...byName(quotations()).values()].map((texts) => {
    /** @type {string[]} */
    const messages = [];
    let message = "";
    for (const text of texts) {
      message += (message === "" ? "" : "\n") + text;
      if (message.length >= characters) {
        messages.push(message.slice(0, 4000));
        message = "";
      }
    }
    return messages.slice(0, 30);
  });
  return lines(authors.filter((messages) => messages.length >= 10));
}

/** Every entry of a changelog that is long enough, with its maintainer, and the package before it. */
function* changes() {
  for (const folder of readdirSync(DOCS).sort()) {
    let text;
    try {
      if (lstatSync(join(DOCS, folder)).isSymbolicLink()) continue;
      text = gunzipSync(readFileSync(join(DOCS, folder, "changelog.Debian.gz"))).toString("utf8");
    } catch {
      continue; // not every package has one
    }
    for (const [, name, body, who] of text.matchAll(/^(\S+) \([^)]*\)[^\n]*\n([^]*?)^ -- ([^<\n]+) <[^\n]*\n/gm)) {
      if (body.trim().length >= 250) yield /** @type {[string, string]} */ ([who.trim(), `${name}\n${body.trim()}`]);
    }
  }
}

/**
 * Maintainers of several packages: what is learned comes from some packages, what is held against it from others, so
 * that what is written about does not help. `learned` messages each, and five others at least.
 * @param {number} learned
 */
export function maintainers(learned) {
  /** @type {string[][]} */
  const authors = [];
  for (const texts of byName(changes()).values()) {
    const unique = [...new Set(texts)].map((text) => /** @type {[string, string]} */ ([text.split("\n")[0], text.slice(text.indexOf("\n") + 1)]));
    const packages = [...byName(unique).values()].sort((a, b) => b.length - a.length);
    /** @type {string[]} */
    const first = [];
    while (packages.length > 1 && first.length < learned) first.push(...(packages.shift() ?? []));
    const rest = packages.flat();
    if (first.length >= learned && rest.length >= 5) authors.push([...first.slice(0, learned), ...rest.slice(0, 30)]);
  }
  return lines(authors);
}
