// A network of its own for a store: a namespace of the kernel, one cable to where the test runs (cable.c), and what can go wrong with
// it. Packets are dropped or held up, as by a switch that fails: nobody is told, connections stay open.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PORTS_FROM, freePort } from "./ports.js";
import { ROOT, atEnd, eventually, spawnTied, temporaryFolder } from "./tessera.js";

/** @param {string} program @param {string[]} args */
function command(program, ...args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
  if (error || status !== 0) {
    throw new Error(`${program} ${args.join(" ")}: ${error ?? stderr}; these tests need root and network namespaces (unshare --net), iproute2 and nftables`);
  }
}

/** The program of the cable, once it is built. */
let program = "";

function build() {
  if (program) return program;
  const path = join(temporaryFolder(), "cable");
  command("cc", "-D_GNU_SOURCE", "-O1", "-o", path, join(ROOT, "tests/lib/cable.c"));
  return (program = path);
}

export class Network {
  constructor() {
    // Whoever ends it ends the namespace.
    this.holder = spawnTied("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.cable = undefined;
    atEnd(() => this.remove());
    this.name = `tes${this.holder.pid}`;
    this.prefix = "";
  }

  /** One that goes with the test. @param {{after: (end: () => any) => void}} t */
  static async during(t) {
    const network = new Network();
    const own = await freePort() - PORTS_FROM; // nobody else has it, so that no other test has these addresses
    network.prefix = `10.${64 + Math.floor(own / 250)}.${own % 250}`;
    t.after(() => network.remove());
    const away = spawnSync("readlink", ["/proc/self/ns/net"], { encoding: "utf8" }).stdout;
    const isApart = () => network.holder.exitCode !== null ||
      spawnSync("readlink", [`/proc/${network.holder.pid}/ns/net`], { encoding: "utf8" }).stdout !== away;
    assert.ok(await eventually(isApart) && network.holder.exitCode === null,
      "unshare --net is not permitted here; these tests need root and network namespaces");
    const cable = spawnTied(build(), [network.name, String(network.holder.pid)], { stdio: ["pipe", "pipe", "inherit"] });
    network.cable = cable;
    await new Promise((resolve, reject) => {
      cable.stdout?.once("data", resolve);
      cable.once("exit", () => reject(new Error("no cable: these tests need root and /dev/net/tun")));
    });
    command("ip", "address", "add", `${network.prefix}.1/24`, "dev", network.name);
    command("ip", "link", "set", network.name, "up");
    // An address for each that connects, so that one of them can be cut off.
    for (let i = 2; i < 10; i++) network.inside("ip", "address", "add", `${network.prefix}.${i}/24`, "dev", "cable");
    for (const device of ["lo", "cable"]) network.inside("ip", "link", "set", device, "up");
    return network;
  }

  /** An address of it, 0 to 7: all lead to the same place. @param {number} [which] */
  address(which = 0) {
    return `${this.prefix}.${2 + which}`;
  }

  /** What a command is begun with to run inside. */
  get enter() {
    return ["nsenter", `--net=/proc/${this.holder.pid}/ns/net`];
  }

  /** Runs a command inside. @param {string[]} words */
  inside(...words) {
    const [program, ...args] = [...this.enter, ...words];
    command(program, ...args);
  }

  /** From now on packets from and to these addresses, or all, are dropped. @param {number[]} [which] */
  cut(which) {
    const only = which ? [`ip daddr { ${which.map((i) => this.address(i)).join(", ")} }`, `ip saddr { ${which.map((i) => this.address(i)).join(", ")} }`] : ["", ""];
    this.inside("nft", `table ip cut {
      chain in { type filter hook input priority 0; iifname "cable" ${only[0]} drop; }
      chain out { type filter hook output priority 0; oifname "cable" ${only[1]} drop; }
    }`);
  }

  /** Packets pass again. */
  mend() {
    this.inside("nft", "delete table ip cut");
  }

  /** Every packet to those who connect is held up for so long. @param {number} ms */
  delay(ms) {
    this.cable?.stdin?.write(`${ms}\n`);
  }

  /** New connections to a port lead to another one, as when an address is taken over. @param {number} from @param {number} to */
  redirect(from, to) {
    this.inside("nft", `table ip moved {
      chain in { type nat hook prerouting priority -100; tcp dport ${from} redirect to :${to}; }
    }`);
  }

  remove() {
    this.cable?.kill("SIGKILL");
    this.holder.kill("SIGKILL");
  }
}
