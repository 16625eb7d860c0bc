// The Containerfile's steps, really run, on a Debian 12 that is made for it in place of the image that no registry here has: each stage on a copy of its own, and
// in the end the image's program, as its user, with nothing to write to but its volume.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, patience, ROOT, run } from "../../lib/tessera.js";
import { asRoot } from "../machine.js";
import { copyTree } from "../trees.js";

const MIRROR = "http://deb.debian.org";
const HERE = join(ROOT, "tests/package/slow");
const PLACE = join(ROOT, "build/container");
const BASE = join(ROOT, "build/debian-12");
const MINUTES = 60_000;

/** @param {string[]} command @param {Record<string, string>} [env] */
function good(command, env = {}) {
  const { status, stdout, stderr } = asRoot(["env", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command], { timeout: patience(30 * MINUTES) });
  if (status !== 0) throw new Error(`${command.join(" ")}: status ${status}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  return stdout;
}

/** What the name of an image stands for here. It is kept: making it takes a minute. */
function makeBase() {
  if (existsSync(BASE)) return;
  good(["rm", "-rf", `${BASE}.new`]);
  good(["debootstrap", "--variant=minbase", "bookworm", `${BASE}.new`, `${MIRROR}/debian`]);
  writeFileSync(join(`${BASE}.new`, "etc/apt/sources.list"), ["debian bookworm", "debian bookworm-updates", "debian-security bookworm-security"]
    .map((suite) => `deb ${MIRROR}/${suite} main\n`).join(""));
  renameSync(`${BASE}.new`, BASE);
}

/** A stage of the file: what it has made so far. */
class Stage {
  /** @param {string} name */
  constructor(name) {
    this.root = join(PLACE, name);
    this.folder = "/";
    /** @type {Record<string, string>} */
    this.environment = {};
    this.user = "";
    this.volume = "";
    /** @type {string[]} */
    this.entry = [];
    /** @type {string[]} */
    this.command = [];
    /** @type {string[]} */
    this.probe = [];
    good(["cp", "-a", "--reflink=auto", BASE, this.root]);
  }

  /** How tests/package/slow/step is told of it. */
  get settings() {
    return { WORKDIR: this.folder, ENVIRONMENT: Object.entries(this.environment).map(([name, value]) => `${name}=${value}`).join(" ") };
  }

  /** @param {string} script @param {Record<string, string>} [more] */
  run(script, more = {}) {
    return good([join(HERE, "step"), this.root, "sh", "-c", script], { ...this.settings, ...more });
  }
}

/** @type {Map<string, Stage>} */
const stages = new Map();
/** @type {Stage} */
let stage;

/** The tree as the builder sees it: without what .containerignore names. @param {string} to */
function context(to) {
  copyTree(to);
  for (const line of readFileSync(join(ROOT, ".containerignore"), "utf8").split("\n").filter((name) => name && !name.startsWith("#") && !name.includes("*"))) {
    good(["rm", "-rf", join(to, line)]);
  }
}

/** What each instruction does; one that is not here is an error. @type {Record<string, (text: string) => void>} */
const INSTRUCTIONS = {
  FROM(text) {
    const [image, , name = "last"] = text.split(" ");
    assert.equal(image, "debian:12-slim");
    stage = new Stage(name);
    stages.set(name, stage);
  },
  WORKDIR(text) {
    stage.folder = text;
    mkdirSync(join(stage.root, text), { recursive: true });
  },
  COPY(text) {
    const [from, to] = text.split(" ");
    cpSync(join(PLACE, "context", from), join(stage.root, stage.folder, to), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  },
  RUN(text) {
    const [, from, source, target, script] = /^(?:--mount=type=bind,from=(\w+),source=(\S+),target=(\S+)\s)?([^]*)$/.exec(text) ?? [];
    stage.run(script, from ? { BIND: `${join(stages.get(from)?.root ?? "", source)} ${target}` } : {});
  },
  ENV(text) {
    const [name, value] = text.split("=");
    stage.environment[name] = value;
  },
  ARG: (text) => assert.equal(text, "SOURCE_DATE_EPOCH"),
  USER: (text) => void (stage.user = text),
  VOLUME: (text) => void (stage.volume = text),
  ENTRYPOINT: (text) => void (stage.entry = JSON.parse(text)),
  CMD: (text) => void (stage.command = JSON.parse(text)),
  HEALTHCHECK: (text) => void (stage.probe = JSON.parse(/CMD (.*)/.exec(text)?.[1] ?? "")),
  LABEL: () => {},
  EXPOSE: () => {},
  STOPSIGNAL: (text) => assert.equal(text, "SIGTERM"),
};

before(() => {
  makeBase();
  good(["rm", "-rf", PLACE]);
  context(join(PLACE, "context"));
});
after(() => void good(["rm", "-rf", PLACE]));

test("every step does what it should, on nothing but Debian", { timeout: patience(60 * MINUTES) }, () => {
  const lines = readFileSync(join(ROOT, "Containerfile"), "utf8").replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "").split("\n").filter(Boolean);
  for (const line of lines) {
    const [keyword, ...rest] = line.split(" ");
    INSTRUCTIONS[keyword](rest.join(" "));
  }
  assert.deepEqual([...stages.keys()], ["build", "last"]);
});

test("the image has the program, its libraries, and no compiler", () => {
  assert.equal(stage.run("tessera --version"), run(["--version"]).stdout);
  assert.doesNotMatch(stage.run("ldd /usr/bin/tessera"), /not found/);
  for (const library of ["libpq.so.5", "libhiredis.so.0.14", "libssl.so.3"]) assert.match(stage.run("ldconfig -p"), new RegExp(`\\t${library.replaceAll(".", "\\.")} `));
  assert.equal(stage.run("command -v gcc clang make systemctl || echo none"), "none\n");
  assert.equal(stage.run("ls /var/lib/apt/lists | wc -l"), "0\n");
  assert.equal(stage.run("stat -c '%a %u %g' /var/lib/tessera /etc/tessera/tessera.yaml"), "700 10001 10001\n640 0 10001\n");
});

test("it serves as its user on a root that can't be written to, says that it is well, and ends when it is told to", async () => {
  const inside = { ...stage.settings, NETWORK: "none", READ_ONLY: "1", WRITABLE: stage.volume, AS: stage.user };
  // Within one: the server, the probe beside it, and the signal. What the probe says comes last but for the server's status.
  const script = `"$@" >/tmp/out 2>&1 & server=$!
for i in $(seq 100); do ${stage.probe.join(" ")} >/tmp/probe 2>&1 && break; sleep 0.1; done
cat /tmp/probe; touch /etc/x 2>&1; id -u; grep -E '^(CapEff|NoNewPrivs)' /proc/$server/status; kill -TERM $server; wait $server; echo "status $?"; cat /tmp/out >&2`;
  const child = spawn(join(HERE, "step"), [stage.root, "bash", "-c", script, "server", ...stage.entry, ...stage.command], { env: { PATH: process.env.PATH, ...inside } });
  let out = "", err = "";
  child.stdout.on("data", (bytes) => (out += bytes));
  child.stderr.on("data", (bytes) => (err += bytes));
  await new Promise((resolve) => child.on("close", resolve));
  assert.equal(out, "ok\ntouch: cannot touch '/etc/x': Read-only file system\n10001\nNoNewPrivs:\t1\nCapEff:\t0000000000000000\nstatus 0\n".replace(/(NoNewPrivs.*\n)(CapEff.*\n)/, "$2$1"), err);
  assert.ok(await eventually(() => existsSync(join(stage.root, stage.volume, "ledger.db"))), "what it keeps is in the volume");
});
