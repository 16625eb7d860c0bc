// A machine within this one, with a systemd of its own: packages are installed, started and removed there, and this one stays as it is.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, patience } from "../lib/tessera.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const AS_ROOT = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

/** Where the kernel's one hierarchy of control groups is mounted: there, or beside older ones. */
const CGROUPS = readFileSync("/proc/self/mounts", "utf8").split("\n").map((line) => line.split(" "))
  .filter(([, , type]) => type === "cgroup2").map(([, place]) => place)[0];

/** @param {string[]} command @param {{input?: string | Buffer, timeout?: number}} [options] */
export function asRoot(command, options = {}) {
  const [program, ...args] = [...AS_ROOT, ...command];
  return spawnSync(program, args, { encoding: "utf8", timeout: patience(120_000), maxBuffer: 1 << 26, ...options });
}

/** Removes groups, the innermost first; the processes in them have ended. @param {string} group */
function removeGroups(group) {
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroups(join(group, entry.name));
  }
  if (AS_ROOT.length > 0) asRoot(["rmdir", group]);
  else rmdirSync(group);
}

export class Machine {
  /** @param {string} group @param {import("node:child_process").ChildProcess} child */
  constructor(group, child) {
    this.group = group;
    this.child = child;
    /** The number of its first process, as this machine counts. */
    this.first = 0;
  }

  /** Boots one on a folder with a whole system; nothing in it is changed. @param {string} [lower] */
  static async boot(lower = "/") {
    if (!CGROUPS) throw new Error("no cgroup2 is mounted: systemd can't be booted");
    const group = join(CGROUPS, `tessera-test-${process.pid}-${Math.random().toString(36).slice(2)}`);
    if (AS_ROOT.length > 0) asRoot(["mkdir", group]);
    else mkdirSync(group);
    const script = `echo $$ > "${group}/cgroup.procs" && exec unshare --pid --fork --kill-child --mount --uts --ipc --net --cgroup "${HERE}/boot" "${lower}"`;
    const [program, ...args] = [...AS_ROOT, "bash", "-c", script];
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr?.on("data", (bytes) => (said += bytes));
    const machine = new Machine(group, child);
    process.once("exit", () => machine.#end());
    const isUp = () => {
      if (child.exitCode !== null) throw new Error(`the machine did not boot: ${said}`);
      machine.first ||= machine.#find();
      return machine.first > 0 && /^(running|degraded)/.test(machine.run(["systemctl", "is-system-running"]).stdout);
    };
    if (!(await eventually(isUp, patience(120_000)))) throw new Error(`the machine did not boot: ${said} ${machine.run(["systemctl", "list-jobs"]).stdout}`);
    return machine;
  }

  /** The process that became its systemd; 0 where it has not yet. */
  #find() {
    for (const pid of readFileSync(join(this.group, "cgroup.procs"), "utf8").split("\n").concat(this.#scope()).filter(Boolean)) {
      try {
        if (readFileSync(`/proc/${pid}/comm`, "utf8") === "systemd\n" && /\t1$/m.test(/NSpid:.*/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[0] ?? "")) return Number(pid);
      } catch { /* it has ended */ }
    }
    return 0;
  }

  #scope() {
    try {
      return readFileSync(join(this.group, "init.scope/cgroup.procs"), "utf8").split("\n");
    } catch {
      return [];
    }
  }

  /** Runs a program there to its end. @param {string[]} command @param {{input?: string | Buffer, as?: string}} [options] */
  run(command, { as, ...options } = {}) {
    const within = as ? ["runuser", "-u", as, "--", ...command] : command;
    const { status, stdout, stderr } = asRoot(["nsenter", "--target", String(this.first), "--all", "--root", "--wd",
      "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", ...within], options);
    return { status, stdout, stderr };
  }

  /** The same; what fails is an error. @param {string[]} command @param {{input?: string | Buffer, as?: string}} [options] */
  good(command, options) {
    const { status, stdout, stderr } = this.run(command, options);
    if (status !== 0) throw new Error(`${command.join(" ")}: status ${status}\n${stdout}${stderr}\n${this.journal()}`);
    return stdout;
  }

  /** A program with this machine's files in that one's network. @param {string[]} command */
  network(command) {
    const { status, stdout, stderr } = asRoot(["nsenter", "--target", String(this.first), "--net", ...command]);
    if (status !== 0) throw new Error(`${command.join(" ")}: status ${status}\n${stdout}${stderr}`);
    return stdout;
  }

  /** @param {string} path @param {string | Buffer} content */
  write(path, content) {
    this.good(["tee", path], { input: content });
  }

  /** What the service has said. */
  journal() {
    return this.run(["journalctl", "--no-pager", "--output=cat", "--unit=tessera"]).stdout;
  }

  /** @param {string} name of a property of the service */
  property(name) {
    return this.good(["systemctl", "show", "--property", name, "--value", "tessera"]).trim();
  }

  #kill() {
    if (this.first > 0) asRoot(["kill", "-KILL", String(this.first)]);
    else this.child.kill("SIGKILL");
    this.first = 0;
  }

  /** Where a test ended without down(): nothing is left of it, either. */
  #end() {
    this.#kill();
    const script = 'for i in $(seq 50); do [ ! -e "$0" ] || find "$0" -depth -type d -exec rmdir {} + 2>/dev/null && break; sleep 0.1; done';
    asRoot(["bash", "-c", script, this.group]);
  }

  /** Ends it and all that runs in it. */
  async down() {
    this.#kill();
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await new Promise((resolve) => this.child.on("exit", resolve));
    }
    const isEmpty = () => /^populated 0$/m.test(readFileSync(join(this.group, "cgroup.events"), "utf8"));
    if (!(await eventually(isEmpty))) throw new Error(`processes are left in ${this.group}`);
    removeGroups(this.group);
  }
}

/** The packages of a version, where `make deb` puts them. @param {string} folder @param {string} name */
export const packageFile = (folder, name) => join(folder, readdirSync(folder).filter((file) => file.startsWith(`${name}_`) && file.endsWith(".deb"))[0] ?? "missing");

/** The same package under a higher version and, where told, with another config: what an upgrade meets.
 * @param {string} from @param {string} version @param {string} to @param {(config: string) => string} change */
export function repack(from, version, to, change) {
  execFileSync("dpkg-deb", ["--raw-extract", from, to]);
  const control = join(to, "DEBIAN/control");
  const script = `sed -i 's/^Version: .*/Version: ${version}/' "${control}"`;
  execFileSync("bash", ["-c", script]);
  const config = join(to, "etc/tessera/tessera.yaml");
  execFileSync("tee", [config], { input: change(readFileSync(config, "utf8")), stdio: ["pipe", "ignore", "inherit"] });
  execFileSync("dpkg-deb", ["--root-owner-group", "-Znone", "--build", to, `${to}.deb`], { stdio: "ignore" });
  return `${to}.deb`;
}
