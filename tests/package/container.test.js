// The Containerfile, as far as it can be judged without a registry of images; tests/package/slow runs its steps.
import assert from "node:assert/strict";
import { readFileSync, readlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { DockerfileParser } from "dockerfile-ast";
import { ROOT, run } from "../lib/tessera.js";

const { validate } = createRequire(import.meta.url)("dockerfile-utils");
const TEXT = readFileSync(join(ROOT, "Containerfile"), "utf8");
const FILE = DockerfileParser.parse(TEXT);

/** The arguments of every instruction of that name, behind the last FROM. @param {string} name */
function last(name) {
  const all = FILE.getInstructions();
  const from = all.findLastIndex((each) => each.getKeyword() === "FROM");
  return all.slice(from).filter((each) => each.getKeyword() === name).map((each) => each.getArgumentsContent() ?? "");
}

/** @param {string} text @returns {string[]} */
const faults = (text) => validate(text).map((/** @type {{message: string}} */ fault) => fault.message);

test("the linter finds nothing", () => {
  assert.deepEqual(faults(TEXT), []);
  assert.deepEqual(faults(TEXT.replace("WORKDIR /src", "WORKDIR src")).length, 1, "it has teeth");
  assert.deepEqual(faults(TEXT.replace("EXPOSE 8080", "EXPOSE web")).length, 1);
});

test("both stages start from Debian 12, by name", () => {
  assert.deepEqual(FILE.getFROMs().map((from) => from.getArgumentsContent()), ["debian:12-slim AS build", "debian:12-slim"]);
});

test("it runs as a user with a number, who may write to its volume alone", () => {
  const [user] = last("USER");
  assert.match(user, /^[1-9]\d{3,}:[1-9]\d{3,}$/, "a number that Kubernetes can tell from root's");
  assert.ok(last("RUN")[0].startsWith(`useradd --uid ${user.split(":")[0]} `));
  const [, data] = /^data: "(.*)"$/m.exec(readFileSync(join(ROOT, "debian/tessera.yaml"), "utf8")) ?? [];
  assert.deepEqual(last("VOLUME"), [data]);
});

test("what it starts, and how it is asked, are commands of the program", () => {
  assert.deepEqual([last("ENTRYPOINT"), last("CMD"), last("STOPSIGNAL")],
    [['["/usr/bin/tessera"]'], ['["serve", "--config", "/etc/tessera/tessera.yaml"]'], ["SIGTERM"]]);
  const [, probe] = /CMD (\[.*\])/.exec(last("HEALTHCHECK")[0]) ?? [];
  const [program, command, flag] = JSON.parse(probe);
  assert.deepEqual([program, flag], ["/usr/bin/tessera", "--config"]);
  assert.match(run([command, "--help"]).stdout, / --config FILE/);
  for (const [, name, value] of last("ENV")[0].matchAll(/(TESSERA_[A-Z_]+)=(\S+)/g)) {
    assert.equal(run(["check"], { env: { [name]: value } }).status, 0, name);
    assert.ok(value.endsWith(`:${last("EXPOSE")[0]}`));
  }
});

test("no step leaves a package list behind, or asks for more than it names", () => {
  for (const step of FILE.getInstructions().filter((each) => each.getKeyword() === "RUN").map((each) => each.getArgumentsContent() ?? "")) {
    if (!/apt-get|tools\/setup/.test(step)) continue;
    assert.match(step, /rm -rf \/var\/lib\/apt\/lists\/\*$/, step);
    if (/apt-get install/.test(step)) assert.match(step, /apt-get update && \\?\s*apt-get install -y --no-install-recommends /, step);
  }
  assert.doesNotMatch(TEXT, /^(ADD|MAINTAINER)\b/m);
});

test("the image is built from what it needs, without what was built here", () => {
  const ignored = readFileSync(join(ROOT, ".containerignore"), "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
  for (const name of [".git", "build", "tessera-data", "**/node_modules"]) assert.ok(ignored.includes(name), name);
  const [, copied] = /^cp -a (.*) "\$copy"$/m.exec(readFileSync(join(ROOT, "tools/deb"), "utf8")) ?? [];
  for (const name of copied.split(" ")) assert.ok(!ignored.includes(name), name);
  assert.equal(readlinkSync(join(ROOT, ".dockerignore")), ".containerignore", "Docker reads no other name");
});
