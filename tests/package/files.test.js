// What the packages say of themselves: dependencies that dpkg can't see, names that follow from the version, the manual, the config, the
// unit; and lintian.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadedLater } from "../../tools/sbom.js";
import { PROGRAM, ROOT, run, temporaryFolder } from "../lib/tessera.js";
import { packageFile } from "./machine.js";

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), "utf8");
const CONTROL = read("debian/control");
const UNIT = read("debian/tessera.service");
const BUILT = join(ROOT, "build/deb");

/** @param {string} library @returns {string} the package that it is in */
const packageOf = (library) => execFileSync("dpkg-query", ["--search", `*/${library}`], { encoding: "utf8" }).split(":")[0];

/** A field of a built package. @param {string} name @param {string} field */
const field = (name, field) => execFileSync("dpkg-deb", ["--field", packageFile(BUILT, name), field], { encoding: "utf8" }).trim();

/** Its files, by path. @param {string} name @returns {Map<string, string>} */
const contents = (name) => new Map(execFileSync("dpkg-deb", ["--contents", packageFile(BUILT, name)], { encoding: "utf8" })
  .trim().split("\n").map((line) => line.split(/\s+/)).map(([mode, owner, , , , path]) => [path.slice(1), `${mode} ${owner}`]));

test("libraries that are loaded at run time, and programs that are run, are named", () => {
  const named = ["Depends", "Recommends", "Suggests"].map((name) => field("tessera", name)).join(", ").split(/[,|]/).map((text) => text.trim().split(" ")[0]);
  const libraries = loadedLater(PROGRAM);
  assert.ok(libraries.includes("libpq.so.5"), libraries.join(" "));
  for (const library of libraries) assert.ok(named.includes(packageOf(library)), `${library}: ${packageOf(library)}`);
  const programs = [...read("src/server/config/config.def").matchAll(/PROGRAM, "([^"]+)"/g)].map((match) => match[1]);
  assert.ok(programs.includes("espeak-ng") && programs.length >= 2, programs.join(" "));
  for (const program of programs) assert.ok(named.includes(program), program);
  // The image has all of them: nobody can add one there.
  for (const name of [...libraries.map(packageOf), ...programs]) {
    assert.ok(named.includes(name) && (field("tessera", "Depends").includes(name) || new RegExp(` ${name.replaceAll(".", "\\.")} `).test(read("Containerfile"))), name);
  }
});

test("the library's package is named after its soname", () => {
  const soname = /SONAME +(\S+)/.exec(execFileSync("objdump", ["-p", join(ROOT, "build/libtessera.so")], { encoding: "utf8" }))?.[1] ?? "";
  const name = soname.replace(".so.", "");
  assert.match(CONTROL, new RegExp(`^Package: ${name.replaceAll(".", "\\.")}$`, "m"));
  assert.ok([...contents(name).keys()].some((path) => path.endsWith(`/${soname}`)));
  assert.equal(field("tessera", "Version"), run(["--version"]).stdout.trim().split(" ")[1]);
});

test("a program can be built with libtessera-dev", () => {
  const folder = temporaryFolder();
  for (const name of ["libtessera-dev", "libtessera0.1"]) execFileSync("dpkg-deb", ["--extract", packageFile(BUILT, name), folder]);
  const place = join(folder, "usr/lib", execFileSync("gcc", ["-print-multiarch"], { encoding: "utf8" }).trim());
  writeFileSync(join(folder, "a.c"), "#include <stdio.h>\n#include <tessera.h>\nint main(void) { return puts(tes_version()) < 0; }\n");
  const flags = execFileSync("pkg-config", ["--libs", "tessera"], { encoding: "utf8", env: { ...process.env, PKG_CONFIG_PATH: join(place, "pkgconfig") } }).trim().split(" ");
  execFileSync("gcc", ["-I", join(folder, "usr/include"), join(folder, "a.c"), "-L", place, ...flags, "-o", join(folder, "a")]);
  assert.match(execFileSync(join(folder, "a"), { encoding: "utf8", env: { LD_LIBRARY_PATH: place } }), /^\d+\.\d+\.\d+\n$/);
});

test("files have the modes that they should", () => {
  const files = contents("tessera");
  assert.equal(files.get("/etc/tessera/tessera.yaml"), "-rw-r----- root/root");
  assert.equal(files.get("/usr/bin/tessera"), "-rwxr-xr-x root/root");
  assert.equal(files.get("/lib/systemd/system/tessera.service"), "-rw-r--r-- root/root");
  for (const [path, mode] of files) assert.match(mode, /^[d-]r[w-][x-]r-[x-](r-[x-]|---) root\/root$/, path);
});

test("the config is good, and everything in it is a default but where the data lies", () => {
  const file = join(ROOT, "debian/tessera.yaml");
  const { status, stdout } = run(["check", "--config", file, "--data", temporaryFolder()]);
  assert.deepEqual([status, stdout], [0, "the config is good\n"]);
  assert.equal(run(["config", "--config", file]).stdout.replace('"/var/lib/tessera"', '"./tessera-data"'), run(["config"]).stdout);
  assert.ok(readFileSync(file, "utf8").endsWith("\n...\n"), "a cut is noticed");
});

test("the manual has no fault, every command and every key", () => {
  const folder = temporaryFolder();
  const pages = run(["docs", "--manuals"]).stdout.trim().split("\n");
  assert.deepEqual(pages, ["tessera.1", "tessera.yaml.5"]);
  for (const page of pages) {
    const file = join(folder, page);
    writeFileSync(file, run(["docs", page]).stdout);
    const { status, stdout, stderr } = spawnSync("mandoc", ["-T", "lint", "-W", "warning", file], { encoding: "utf8" });
    assert.deepEqual([status, stdout, stderr], [0, "", ""], page);
    assert.ok(contents("tessera").has(`/usr/share/man/man${page.at(-1)}/${page}.gz`));
  }
  /** @param {string} page */
  const shown = (page) => execFileSync("mandoc", ["-T", "ascii", "-O", "width=1000", join(folder, page)], { encoding: "utf8" }).replace(/.\x08/g, "");
  const program = shown("tessera.1");
  for (const [, command] of run(["--help"]).stdout.matchAll(/^ {2}([a-z]+) /gm)) {
    assert.match(program, new RegExp(`^ {5}${command}\\b`, "m"));
    for (const [, option] of run([command, "--help"]).stdout.matchAll(/^ {2}(--[a-z-]+)/gm)) {
      if (option !== "--help") assert.ok(program.includes(` ${option}`), `${command} ${option}`);
    }
  }
  const keys = shown("tessera.yaml.5");
  for (const [, key, variable] of read("docs/config.md").matchAll(/^\| `([a-z_.0-9]+)` \|.*\| `(TESSERA_[A-Z0-9_]+)`/gm)) {
    assert.ok(keys.includes(`     ${key}`) && keys.includes(` ${variable}`), key);
  }
});

test("the unit takes every secret as a credential, gives a stop its time, and no core file away", () => {
  const secrets = [...read("src/server/config/config.def").matchAll(/^CONFIG_KEY\("([^"]+)"(?:(?!^CONFIG_KEY)[^])*?CONFIG_PRIVATE/gm)]
    .map(([, key]) => `TESSERA_${key.toUpperCase().replaceAll(".", "_")}`);
  /** @type {string[]} */
  const variables = /ENVIRONMENT[^]*CREDENTIALS_DIRECTORY/.exec(run(["docs", "tessera.1"]).stdout)?.[0].match(/TESSERA_[A-Z_]+/g) ?? [];
  assert.ok(secrets.includes("TESSERA_STORE_RECORDS") && variables.includes("TESSERA_SECRET"));
  for (const name of [...secrets, ...variables]) assert.ok(UNIT.includes(`\nLoadCredential=${name}\n`), name);
  const [, seconds] = /ends within (\d+) seconds/.exec(run(["docs", "tessera.1"]).stdout) ?? [];
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1]) > Number(seconds));
  for (const line of ["LimitCORE=0", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectProc=invisible", "ProtectKernelLogs=yes",
    "RestrictSUIDSGID=yes", "RestrictRealtime=yes", "SystemCallFilter=~@privileged @resources", "UMask=0077", "MemoryDenyWriteExecute=yes"]) {
    assert.ok(UNIT.includes(`\n${line}\n`), line);
  }
});

test("lintian finds nothing", () => {
  const packages = ["tessera", "libtessera0.1", "libtessera-dev"].map((name) => packageFile(BUILT, name));
  const { status, stdout } = spawnSync("lintian", ["--display-info", "--fail-on", "error,warning", ...packages], { encoding: "utf8" });
  assert.deepEqual([status, stdout.split("\n").filter((line) => /^[EW]:|unused-override/.test(line))], [0, []]);
});

test("a store that is away at the start, for however long, does not have the service given up", () => {
  const [unit, service] = UNIT.split("[Service]");
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
  assert.match(service, /^Restart=on-failure$/m);
  assert.match(service, /^RestartSec=[1-5]$/m);
});
