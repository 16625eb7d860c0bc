// Several servers on one ledger, clients at them, and something that breaks and is mended meanwhile: scenario() plays it and lets the
// checker read what the clients saw.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, Server, atEnd, eventually, patience, temporaryFolder, wait } from "../lib/tessera.js";
import { check, summary } from "./checker.js";
import { Load, now } from "./load.js";

/** @typedef {import("../lib/tessera.js").ServerOptions} ServerOptions */
/** @typedef {{after: (end: () => any) => void}} Test */

/** Whether all are played, or those alone that `make test` has time for. */
const IS_ALL = process.env.TESSERA_OUTAGES === "all";

/** Where the clients' logs and what was measured are left. */
const LOGS = join(ROOT, "build/outages");

/** How long a fault goes on for want of calls. */
const TRIED_MS = 5000;

export const NODES = 3;

/** No budgets, and nothing that a script has to wait for. */
export const CONFIG = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true}\n";

/** So many servers with one folder and one site, each with what is its own.
 * @param {Test} t @param {(node: number) => ServerOptions} [own] @param {number} [count] */
export async function startNodes(t, own = () => ({}), count = NODES) {
  /** @type {Server[]} */
  const servers = [];
  for (let node = 0; node < count; node++) {
    const server = new Server({ config: CONFIG, truth: true, data: servers[0]?.data, ...own(node) });
    if (node === 0) server.addSite("test");
    [server.sitekey, server.secret] = [servers[0] ?? server].flatMap((first) => [first.sitekey, first.secret]);
    t.after(() => server.child?.kill("SIGKILL"));
    await server.up();
    server.options.listen = `127.0.0.1:${server.port}`; // where clients find it when it comes back
    servers.push(server);
  }
  return servers;
}

/** A file system of that size. @param {Test} t @param {string} size */
export function smallDisk(t, size) {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { encoding: "utf8" });
  assert.equal(status, 0, `mount: ${stderr}; these tests need root`);
  const undo = () => spawnSync("umount", ["-l", folder]);
  t.after(undo);
  atEnd(() => void undo());
  return folder;
}

/** @param {Server} server */
function memoryKib(server) {
  try {
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${server.child?.pid}/status`, "utf8"))?.[1]);
  } catch {
    return NaN; // it is down
  }
}

/**
 * What is broken. `begin` and `end` return when it is so: what is measured from is the moment at which `end` has returned, or `mended`
 * was called. `check`: what else must be so, afterwards.
 * @typedef {{fault: string, begin: (servers: Server[], load: Load) => any, end: (servers: Server[]) => any, lastsMs?: number,
 *            nodes?: number[], forgets?: boolean, holds?: boolean}} Break
 * @typedef {{start: (t: Test) => Promise<{servers: Server[], faults: Break[], check?: (servers: Server[], load: Load) => any}>,
 *            bounds?: Partial<import("./checker.js").Bounds>, isQuick?: boolean}} Scenario
 */

/** Whether each server has had so many winners since then. @param {Server[]} servers @param {Load} load @param {number} since @param {number} count */
const allWin = async (servers, load, since, count) =>
  (await Promise.all(servers.map((_, node) => load.won(node, since)))).every((won) => won >= count);

/** Breaks one thing, mends it, and waits until every server is well. On a busy machine the fault lasts longer: until enough calls have met it.
 * Some can be felt only when they are over, so the wait for that has an end.
 * @param {Server[]} servers @param {Load} load @param {Break} what @param {Partial<import("./checker.js").Bounds>} [bounds] */
async function play(servers, load, what, bounds) {
  const { fault, forgets, holds, nodes } = what;
  const entry = { fault, start: now(), end: Infinity, ...(forgets ? { forgets } : {}), ...(holds ? { holds } : {}), ...(nodes ? { nodes: nodes.map((node) => `node${node}`) } : {}) };
  await what.begin(servers, load);
  await wait(what.lastsMs ?? 2500);
  await eventually(() => load.isTried(entry, bounds), patience(TRIED_MS));
  await what.end(servers);
  const end = (entry.end = now());
  load.entries.push(entry);
  await eventually(() => allWin(servers, load, end, 1));
  await wait(IS_ALL ? Math.max(0, 6000 - (now() - end)) : 500);
}

/** @param {string} name @param {Scenario} scenario */
export function scenario(name, { start, bounds, isQuick = false }) {
  if (!isQuick && !IS_ALL) return;
  test(name, { timeout: patience(600_000) }, async (t) => {
    const { servers, faults, check: more } = await start(t);
    const control = await Server.during(t, { config: `${CONFIG}store: {ledger: memory}\n` });
    const load = new Load(servers, control);
    const memory = setInterval(() => servers.forEach((server, node) => {
      const kib = memoryKib(server);
      if (kib > 0) load.entries.push({ memory: kib, node: `node${node}`, at: now() });
    }), 200);
    t.after(() => clearInterval(memory));
    t.after(() => load.worker.terminate());
    await load.start();
    assert.ok(await eventually(() => allWin(servers, load, 0, 15)), "they serve before anything is broken");
    for (const fault of faults) await play(servers, load, fault, bounds);
    const left = await load.end();
    clearInterval(memory);
    mkdirSync(LOGS, { recursive: true });
    const file = join(LOGS, name.replace(/[^a-z0-9]+/gi, "-"));
    writeFileSync(`${file}.jsonl`, load.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    const seen = summary(load.entries);
    writeFileSync(`${file}.json`, `${JSON.stringify({ name, ...seen }, null, 1)}\n`);
    const findings = check(load.entries, bounds);
    const said = servers.map((server, node) => `node${node}:\n${server.stderr.slice(-3000)}`).join("\n");
    assert.deepEqual(findings.slice(0, 20), [], `${findings.length} findings, ${file}.jsonl\n${JSON.stringify(seen, null, 1)}\n${said}`);
    assert.equal(left, 0, "all tokens were asked about in the end");
    await more?.(servers, load);
    for (const server of servers) assert.equal(await server.down(), 0);
  });
}
