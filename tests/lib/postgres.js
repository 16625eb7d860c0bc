// A PostgreSQL 15 of the test's own, from Debian's package: files in a folder that goes with it, and no port, unless it has a network
// of its own. It refuses to run as root, so there it runs as Debian's user for it.
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd, eventually, patience, tied } from "./tessera.js";

const PROGRAMS = "/usr/lib/postgresql/15/bin";

/** The numbers of the user and the group that it runs as. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const number = (/** @type {string} */ flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: number("-u"), gid: number("-g") };
}

/** `durable`: whether it cares for power cuts, as it does by default elsewhere. `settings`: as in postgresql.conf. `network`: where it
 * can be reached, by servers on `port`. `data`: a folder for what is stored, with its log elsewhere. `copies`: whose standby it is.
 * @typedef {{durable?: boolean, settings?: Record<string, string>, network?: import("./netns.js").Network, port?: number, data?: string,
 *            copies?: Postgres}} PostgresOptions */

/** Makes somebody the owner, who will run it. @param {string} folder */
function give(folder) {
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

export class Postgres {
  /** @param {PostgresOptions} [options] */
  constructor(options = {}) {
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "tessera-postgres-"));
    this.data = options.data ?? join(this.folder, "data");
    this.port = options.port ?? 5432;
    this.url = `postgres:///postgres?host=${this.folder}&port=${this.port}&user=postgres`;
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
    /** @type {number[] | undefined} */
    this.hung = undefined;
    atEnd(() => this.remove());
    give(this.folder);
    chmodSync(this.folder, 0o755);
    if (options.copies) this.copy(options.copies);
    else this.make();
  }

  make() {
    const elsewhere = this.options.data ? ["--waldir", join(this.folder, "log")] : [];
    if (this.options.data) {
      mkdirSync(this.data, { recursive: true });
      give(this.data);
    }
    const args = ["-D", this.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", ...elsewhere];
    const made = spawnSync(join(PROGRAMS, "initdb"), args, { ...owner(), cwd: "/", encoding: "utf8" });
    if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr}; tools/setup test installs it`);
    if (this.options.network) appendFileSync(join(this.data, "pg_hba.conf"), "host all all 0.0.0.0/0 trust\n");
  }

  /** A standby that reads along from the other one's socket. @param {Postgres} other */
  copy(other) {
    const args = ["-D", this.data, "-R", "-X", "stream", "-c", "fast", "-h", other.folder, "-p", String(other.port), "-U", "postgres", "--no-sync"];
    const made = spawnSync(join(PROGRAMS, "pg_basebackup"), args, { ...owner(), cwd: "/", encoding: "utf8" });
    if (made.status !== 0) throw new Error(`pg_basebackup: ${made.error ?? made.stderr}`);
  }

  /** One that ends with the test. @param {{after: (end: () => any) => void}} t @param {PostgresOptions} [options] */
  static async during(t, options) {
    const postgres = new Postgres(options);
    t.after(() => postgres.remove());
    await postgres.up();
    return postgres;
  }

  /** Where servers find it in its network. @param {number} [which] @param {string} [more] */
  address(which = 0, more = "") {
    return `postgres://postgres@${this.options.network?.address(which)}:${this.port}/postgres${more}`;
  }

  /** Starts it, and waits until it answers. After a crash it refuses while processes of the one before are there. */
  async up() {
    const isUp = await eventually(() => {
      if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) {
        // Shared memory in files of its own: what is in /dev/shm stays there when it is killed.
        const settings = { listen_addresses: this.options.network ? "*" : "", dynamic_shared_memory_type: "mmap", ...(this.options.durable ? {} : { fsync: "off", full_page_writes: "off" }), ...this.options.settings };
        const args = ["-D", this.data, "-k", this.folder, "-p", String(this.port), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
        this.child = this.run(join(PROGRAMS, "postgres"), args);
      }
      return this.ask("SELECT 1") === "1";
    });
    if (!isUp) throw new Error("PostgreSQL does not start");
  }

  /** Starts a program as its user, in its network. @param {string} program @param {string[]} args */
  run(program, args) {
    const { uid, gid } = owner();
    // It is tied to this process behind the change of users, which would untie it.
    const enter = this.options.network ? [...this.options.network.enter, "-S", String(uid), "-G", String(gid)] : [];
    const [first, ...words] = [...enter, ...tied(), program, ...args];
    return spawn(first, words, { ...(this.options.network ? {} : owner()), cwd: "/", stdio: "ignore" });
  }

  /** What a query gives, as text; "" where there is no answer. @param {string} sql */
  ask(sql) {
    const { stdout } = spawnSync("psql", ["-X", "-A", "-t", "-q", "-c", sql, this.url], { encoding: "utf8", timeout: patience() });
    return stdout.trim();
  }

  /** Ends it; SIGKILL is a crash, SIGQUIT nearly one, SIGINT a restart that cuts everybody off. @param {NodeJS.Signals} signal */
  async down(signal) {
    const child = this.child;
    if (!child) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await gone;
    this.child = undefined;
  }

  /** Sends a signal to it and all its processes: SIGSTOP, SIGCONT. @param {NodeJS.Signals} signal @param {number[]} pids */
  signal(signal, pids) {
    for (const pid of [/** @type {number} */ (this.child?.pid), ...pids]) process.kill(pid, signal);
  }

  /** All its processes, it itself first. @returns {number[]} */
  all() {
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(this.child?.pid)], { encoding: "utf8" });
    return [/** @type {number} */ (this.child?.pid), ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)];
  }

  /** It no longer answers anybody: new connections are taken by the kernel, and that is all. */
  hang() {
    this.child?.kill("SIGSTOP"); // first, so that it starts nobody else
    this.hung = this.all();
    this.signal("SIGSTOP", this.hung);
  }

  goOn() {
    for (const pid of this.hung ?? []) {
      try {
        process.kill(pid, "SIGCONT");
      } catch {
        // it had been told to end
      }
    }
    this.hung = undefined;
  }

  /** All its processes are gone at once, as when the power is. */
  async crash() {
    const all = this.all();
    const gone = new Promise((resolve) => this.child?.on("exit", resolve));
    for (const pid of all) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // it was just ending
      }
    }
    await gone;
    this.child = undefined;
  }

  /** A standby becomes the one that takes writes. */
  async promote() {
    this.ask("SELECT pg_promote(true, 10)");
    if (!(await eventually(() => this.ask("SELECT pg_is_in_recovery()") === "f"))) throw new Error("the standby is not promoted");
  }

  /** Its processes that talk to a Tessera. */
  pids() {
    return this.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'tessera'").split("\n").filter(Boolean).map(Number);
  }

  remove() {
    this.goOn();
    this.child?.kill("SIGQUIT");
    this.child = undefined;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
