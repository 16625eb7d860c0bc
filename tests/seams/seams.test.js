// A kind of challenge and a language are added to a copy of the tree, each by what ARCHITECTURE.md says it takes and
// nothing else; then they are looked for wherever there are kinds and languages.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, patience, temporaryFolder } from "../lib/tessera.js";

const TREE = join(temporaryFolder(), "tree");
const KIND = "throwaway";
const LANGUAGE = "eo";
const BUILT = ["obj/plain", "gen", "tools", "web", "plain/tessera", "plain/libtessera.a", "plain/libserver.a", "tessera", "libtessera.a",
  "tessera-core.wasm", ".setup-build", ".setup-test"];

/** @param {string} file */
const textOf = (file) => readFileSync(join(TREE, file), "utf8");

/** Puts something behind a text that is there once. @param {string} file @param {string} text @param {string} more */
function insert(file, text, more) {
  const parts = textOf(file).split(text);
  assert.equal(parts.length, 2, `${file}: ${text}`);
  writeFileSync(join(TREE, file), parts.join(text + more));
}

/** @param {string} program @param {string[]} given */
function run(program, ...given) {
  const { status, stdout, stderr, error } = spawnSync(program, given, { cwd: TREE, encoding: "utf8", timeout: patience(400_000), maxBuffer: 2 ** 26 });
  if (error) throw error;
  return { status, stdout, stderr, said: stdout + stderr };
}

/** The tree as it is, and what has been built from it, as old as it is: make builds what is new. */
function copyTree() {
  const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  for (const file of [...files, ...BUILT.map((name) => `build/${name}`)]) {
    const from = join(ROOT, file);
    if (!file || !existsSync(from)) continue;
    mkdirSync(dirname(join(TREE, file)), { recursive: true });
    cpSync(from, join(TREE, file), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
  const modules = "tests/node_modules"; // a link in a copy of a copy
  if (!existsSync(join(TREE, modules))) symlinkSync(join(ROOT, modules), join(TREE, modules));
}

/** Two files, two rows and a line. */
function addKind() {
  copyFileSync(join(ROOT, "tests/seams/kind_core.c"), join(TREE, `src/challenge/types/${KIND}.c`));
  copyFileSync(join(ROOT, "tests/seams/kind_draw.c"), join(TREE, `src/draw/types/draw_${KIND}.c`));
  insert("web/locales/en.json", `"questions": {\n`, `    "ask-${KIND}": "Select the disc",\n`);
  appendFileSync(join(TREE, "src/challenge/kinds.def"), `KIND(${KIND})\n`);
  appendFileSync(join(TREE, "src/challenge/strength_sources.def"), 'STRENGTH_SOURCE(TRIED, "2026-11", OURS, "tried")\n');
  appendFileSync(join(TREE, "src/challenge/strength.def"), `STRENGTH(${KIND}, ${KIND}, ALL, KNOWN(167, CONSTRUCTION), SHARE(300, 100, TRIED),
         SHARE(250, 100, TRIED), UNKNOWN, UNKNOWN)\n`);
}

/** A file, whose words are English in brackets; and a row, so that it is spoken as well. */
function addLanguage() {
  const words = textOf("web/locales/en.json").replace(/^( {4}".+": ")(.*)(",?)$/gm, "$1[$2]$3");
  writeFileSync(join(TREE, `web/locales/${LANGUAGE}.json`), words.replace('"English"', '"Esperanto"').replace('"ltr"', '"rtl"'));
  appendFileSync(join(TREE, "src/challenge/scene/questions/spoken.def"), `SPOKEN("${LANGUAGE}", "${LANGUAGE}", ANY, ", ", "Antaŭ vi:", "Vi iras.", "Kio unua?",
       "Kio dua?", "Kio antaŭlasta?", "Kio lasta?", "kubo", "pilko", "cilindro", "konuso", "piramido", "ringo")\n`);
}

/** The copy's own helpers. @type {typeof import("../lib/tessera.js")} */
let lib;
/** @type {import("../lib/tessera.js").Server} */
let server;
/** @type {typeof import("../browser/browser.js")} */
let browsers;
/** @type {typeof import("../browser/widget.js")} */
let widget;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  copyTree();
  addKind();
  addLanguage();
  const { status, said } = run("make", `-j${cpus().length}`, "build", "docs");
  assert.equal(status, 0, said);
  lib = await import(join(TREE, "tests/lib/tessera.js"));
  browsers = await import(join(TREE, "tests/browser/browser.js"));
  widget = await import(join(TREE, "tests/browser/widget.js"));
  [server, browser] = await Promise.all([lib.Server.start(), browsers.launch()]);
}, { timeout: patience(600_000) });
after(() => Promise.all([server?.down(), browser?.close()]));

// --------------------------------------------------------------------- a kind

test("kind: the program lists and generates it", () => {
  assert.equal(lib.kinds().at(-1), KIND);
  const folder = temporaryFolder();
  const { status, stdout } = lib.run(["generate", KIND, "--seed", "3", "--truth", "--out", folder]);
  assert.equal(status, 0);
  assert.deepEqual([JSON.parse(stdout).type, JSON.parse(stdout).instructions], [KIND, "Select the disc"]);
  assert.equal(readFileSync(join(folder, `${KIND}-3.png`)).readUInt32BE(16), 300);
  for (const option of [["--heard"], ["--renderer", "2d"], ["--profile", "seed"]]) {
    assert.equal(lib.run(["generate", KIND, ...option]).status, 2, option.join());
  }
});

test("kind: the config takes it, and names it among what is expected", () => {
  const check = (/** @type {string} */ types) => lib.run(["check"], { env: { TESSERA_CHALLENGE_TYPES: types } });
  assert.deepEqual([check(KIND).status, check(KIND).stderr], [0, ""]);
  const { status, stderr } = check("nothing");
  assert.equal(status, 1);
  assert.ok(stderr.includes(`expected a list of 1 to ${lib.kinds().length} of these, each once: ${lib.kinds().join(", ")}, found "nothing"`), stderr);
});

test("kind: the API hands it out, draws it, judges it and tells what it is worth", async () => {
  const challenge = await server.challenge({ type: KIND });
  const picture = await fetch(server.url + challenge.view.image.src);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
  const verified = await server.verify({ response: await server.pass({ type: KIND }) });
  assert.deepEqual([verified.success, verified.type, verified.strength, verified.confidence], [true, KIND, "off-the-shelf", 0.76]);
  const wrong = await server.challenge({ type: KIND });
  assert.equal(await server.answer(wrong.token, String((Number(wrong.truth) + 1) % 6)), "incorrect");
  assert.match((await server.request("/metrics")).text, new RegExp(`tessera_challenges_total\\{kind="${KIND}"\\} [1-9]`));
});

test("kind: it is picked by lot", async () => {
  const types = new Set();
  for (let i = 0; i < 200 && !types.has(KIND); i++) types.add((await server.challenge({ type: undefined })).type);
  assert.ok(types.has(KIND), [...types].join());
});

test("kind: the docs that are made have it", () => {
  for (const page of ["config", "metrics"]) assert.match(textOf(`docs/${page}.md`), new RegExp(`hidden, ${KIND}\\b`), page);
  assert.match(textOf("docs/types.md"), new RegExp(`^\\| \`${KIND}\` \\| Discs \\| Select the disc \\| 60 \\| off-the-shelf, 0\\.76 `, "m"));
  assert.match(textOf("docs/strength.md"), new RegExp(`^\\| \`${KIND}\` \\| all \\| 16\\.7% `, "m"));
});

test("kind: what people have to write about it is missed", () => {
  const { status, stdout } = run("tests/lint/kinds");
  assert.equal(status, 1);
  assert.deepEqual(stdout.trim().split("\n"), [
    `docs/api.md: no row for the kind ${KIND} below "### The types"`,
    `SECURITY.md: no row for the kind ${KIND} below "## What the challenges stand against"`,
  ]);
  insert("docs/api.md", "### The types\n", `\n| \`${KIND}\` | the disc |\n`);
  insert("SECURITY.md", "## What the challenges stand against\n", `\n| \`${KIND}\` | 17% |\n`);
  assert.equal(run("tests/lint/kinds").said, "");
});

test("kind: without figures it is friction; by a name that no token holds, it is not built", () => {
  const compile = (/** @type {string} */ file) => run("gcc", "-std=c11", "-D_GNU_SOURCE", "-Iinclude", "-Isrc", "-fsyntax-only", file);
  assert.equal(compile("src/challenge/kind.c").status, 0);
  const row = textOf("src/challenge/kinds.def");
  writeFileSync(join(TREE, "src/challenge/kinds.def"), `${row}KIND(a_name_that_is_too_long)\n`);
  assert.match(compile("src/challenge/kind.c").said, /a name that is too long for a token/);
  writeFileSync(join(TREE, "src/challenge/kinds.def"), row);
});

test("kind: the widget shows it, and it is solved in a browser", async (t) => {
  const site = await widget.startSite(server);
  t.after(() => site.down());
  const { context, faults, visitor } = await widget.visit(browser, site, `/${KIND}`);
  await visitor.open();
  assert.equal(visitor.challenge.type, KIND);
  assert.equal(await visitor.page.locator(".instructions").textContent(), "Select the disc");
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("kind: the demo offers it, served and standalone", async () => {
  const { context, page, faults } = await browsers.watchedPage(browser, server);
  await page.goto("/#playground");
  await page.getByLabel("Discs").check({ force: true });
  await page.getByLabel("Standalone").check({ force: true });
  await page.locator("#stage .alone-start").click();
  await page.locator("#stage .throwaway-container [data-index]").nth(5).waitFor();
  assert.equal(await page.locator("#stage h2").textContent(), "Select the disc");
  assert.deepEqual(faults, []);
  await context.close();
});

test("kind: the WebAssembly module makes, draws and verifies it", () => {
  const module = new WebAssembly.Module(readFileSync(join(TREE, "build/tessera-core.wasm")));
  const wasm = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(wasm.memory.buffer, at, length);
  const read = (/** @type {number} */ length) => new TextDecoder().decode(bytes(wasm.output(), length));
  const number = lib.kinds().indexOf(KIND);
  assert.equal(read(wasm.kind_name(number)), KIND);
  wasm.key_from_seed(3, 0);
  const truth = JSON.parse(read(wasm.generate(number, 0, 0, 1, 0, 0)));
  assert.equal(truth.type, KIND);
  assert.equal(wasm.draw(), 300 * 200);
  bytes(wasm.input(), 1)[0] = truth.answer.charCodeAt(0);
  assert.equal(wasm.verify(1), 0);
});

// ----------------------------------------------------------------- a language

test("language: it is served, and the widget takes it, from right to left as its file says", async (t) => {
  const { language, direction, widget: words, questions } = JSON.parse(textOf(`web/locales/${LANGUAGE}.json`));
  const served = await server.request(`/static/locales/${LANGUAGE}.json`);
  assert.deepEqual([served.status, JSON.parse(served.text)], [200, { language, direction, ...words }]);
  const site = await widget.startSite(server, { "/other": widget.bodyOf(server, `data-type="human" data-lang="${LANGUAGE}-XX"`) });
  t.after(() => site.down());
  const { context, page, faults, visitor } = await widget.visit(browser, site, "/other");
  await page.getByText(words.label, { exact: true }).waitFor();
  await visitor.open();
  assert.equal(await page.locator(".instructions").textContent(), questions["ask-human"]);
  assert.deepEqual([await visitor.panel.getAttribute("lang"), await visitor.panel.getAttribute("dir")], [LANGUAGE, "rtl"]);
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("language: the server asks and tells in it", async () => {
  const { questions, page } = JSON.parse(textOf(`web/locales/${LANGUAGE}.json`));
  const { lang, instructions } = await server.challenge({ type: "human", lang: LANGUAGE });
  assert.deepEqual([lang, instructions], [LANGUAGE, questions["ask-human"]]);
  const { text } = await server.request("/nothing", { headers: { Accept: "text/html", "Accept-Language": LANGUAGE } });
  assert.ok(text.includes(`<html lang="${LANGUAGE}" dir="rtl">`) && text.includes(page["page-not-found"]), text);
  const { status } = lib.run(["check"], { env: { TESSERA_PAGES_LANG: LANGUAGE } });
  assert.equal(status, 0);
});

test("language: the demo and the docs have it", async () => {
  assert.match((await server.request("/")).text, new RegExp(`<option value="${LANGUAGE}">Esperanto</option>`));
  assert.match(textOf("docs/languages.md"), new RegExp(`^\\| \`${LANGUAGE}\` \\| Esperanto \\| from right to left \\| yes \\|$`, "m"));
});

test("language: it is read aloud", async () => {
  const { view } = await server.challenge({ alternative: "audio", lang: LANGUAGE, type: undefined });
  const sounds = await Promise.all([LANGUAGE, "en"].map(async (lang) =>
    Buffer.from(await (await fetch(`${server.url}${view.audio.src}?lang=${lang}`)).arrayBuffer())));
  assert.ok(sounds[0].length > 10_000 && !sounds[0].equals(sounds[1]));
});
