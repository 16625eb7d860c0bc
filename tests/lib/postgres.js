// A PostgreSQL 15 of the test's own, from Debian's package: files in a folder that goes with it, and no port. It refuses to
// run as root, so there it runs as Debian's user for it.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAMS = "/usr/lib/postgresql/15/bin";

/** The numbers of the user and the group that it runs as. */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const number = (/** @type {string} */ flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: number("-u"), gid: number("-g") };
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Postgres {
  /** @param {{ durable?: boolean }} [options] whether it cares for power cuts, as it does by default elsewhere */
  constructor(options = {}) {
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "tessera-postgres-"));
    this.url = `postgres:///postgres?host=${this.folder}&user=postgres`;
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
    process.on("exit", () => this.remove());
    const { uid, gid } = owner();
    if (uid !== undefined && gid !== undefined) chownSync(this.folder, uid, gid);
    chmodSync(this.folder, 0o755);
    const args = ["-D", join(this.folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
    const made = spawnSync(join(PROGRAMS, "initdb"), args, { ...owner(), cwd: "/", encoding: "utf8" });
    if (made.status !== 0) throw new Error(`initdb: ${made.error ?? made.stderr}; tools/setup test installs it`);
  }

  /** One that ends with the test. @param {{after: (end: () => any) => void}} t */
  static async during(t) {
    const postgres = new Postgres();
    t.after(() => postgres.remove());
    await postgres.up();
    return postgres;
  }

  /** Starts it, and waits until it answers. After a crash it refuses while processes of the one before are there. */
  async up() {
    for (let tries = 0; tries < 500; tries++) {
      if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) {
        const careless = this.options.durable ? [] : ["-c", "fsync=off", "-c", "full_page_writes=off"];
        const args = ["-D", join(this.folder, "data"), "-k", this.folder, "-c", "listen_addresses=", ...careless];
        this.child = spawn(join(PROGRAMS, "postgres"), args, { ...owner(), cwd: "/", stdio: "ignore" });
      }
      if (this.ask("SELECT 1") === "1") return;
      await wait(20);
    }
    throw new Error("PostgreSQL does not start");
  }

  /** What a query gives, as text; "" where there is no answer. @param {string} sql */
  ask(sql) {
    const { stdout } = spawnSync("psql", ["-X", "-A", "-t", "-q", "-c", sql, this.url], { encoding: "utf8", timeout: 5000 });
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

  /** Its processes that talk to a Tessera. */
  pids() {
    return this.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'tessera'").split("\n").filter(Boolean).map(Number);
  }

  remove() {
    this.child?.kill("SIGQUIT");
    this.child = undefined;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
