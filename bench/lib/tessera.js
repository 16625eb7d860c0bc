/** Tessera as it is measured: a data folder with one site, a config and the server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onCore, serverCore } from "./cores.js";
import { loadServer } from "./load.js";
import { root, temporaryFolder } from "./paths.js";
import { run, serve } from "./processes.js";

export const program = join(root, "build", "tessera");

/**
 * Settings that every row shares: answers may come at once, and each row asks for what it is about. Budgets are off: all
 * requests of a row come from one address, and a network that passes a hundred thousand challenges has to work for them.
 * @typedef {Record<string, Record<string, string | number | boolean>>} Settings
 * @type {Settings}
 */
const shared = {
  budget: { enabled: false },
  // So that what they choose is taken; what a site asks by default is drawn, and measured by itself.
  challenge: { submit_after_ms: 0, client_may_choose: true, strength: "friction" },
};

/**
 * @param {string} folder
 * @param {Settings} settings
 */
function yaml(folder, settings) {
  const lines = ["listen: 127.0.0.1:0", `data: ${folder}/data`, "trusted_proxies: [127.0.0.1]"];
  for (const section of new Set([...Object.keys(shared), ...Object.keys(settings)])) {
    lines.push(`${section}:`);
    for (const [key, value] of Object.entries({ ...shared[section], ...settings[section] })) {
      lines.push(`  ${key}: ${value}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** So many sites more, of which nobody knows the secrets. @param {string} folder @param {number} count */
async function addSites(folder, count) {
  const rows = `WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO sites(name, sitekey, secret_hash, previous_hash, previous_until, created_at)
    SELECT 'n' || i, 'ts_' || hex(randomblob(11)), randomblob(32), randomblob(32), '2100-01-01T00:00:00.000Z', '' FROM n;`;
  await run(["sqlite3", join(folder, "data", "records.db"), rows]);
}

/**
 * A data folder with a site and a config, ready to be served.
 * @param {Settings} settings
 * @param {number} [more] sites besides
 */
export async function prepareTessera(settings, more = 0) {
  const folder = temporaryFolder();
  const config = join(folder.path, "tessera.yaml");
  writeFileSync(config, yaml(folder.path, settings));
  await run([program, "migrate", "--config", config]); // a database that others share is not made by itself
  const told = await run([program, "site", "add", "bench", "--config", config]);
  if (more > 0) await addSites(folder.path, more);
  const sitekey = /^sitekey: (\S+)$/m.exec(told);
  if (sitekey === null) {
    throw new Error(`site add printed no sitekey:\n${told}`);
  }
  const challengeBodies = join(folder.path, "challenge.bodies");
  // Where a measure does not say what types there are, it is about the server and not about them: the puzzle is the
  // cheapest to make (a question about a scene takes up to 200 us).
  const type = settings.challenge?.types === undefined ? "puzzle" : undefined;
  const challengeBody = JSON.stringify({ sitekey: sitekey[1], type });
  writeFileSync(challengeBodies, `${challengeBody}\n`);
  return {
    folder,
    secret: /^secret: (\S+)$/m.exec(told)?.[1] ?? "",
    challengeBody,
    challengeBodies,
    command: [program, "serve", "--config", config],
  };
}

/**
 * Tessera on the server's core. With `threads` 0 it has as many as it takes by default.
 * @param {Settings} settings
 * @param {{ truth?: boolean, threads?: number, workers?: number, core?: number, more?: number }} [options]
 */
export async function startTessera(settings, { truth = false, threads = 1, workers = 0, core = serverCore, more = 0 } = {}) {
  const { folder, secret, challengeBody, challengeBodies, command } = await prepareTessera(settings, more);
  const all = [...command];
  if (threads > 0) {
    all.push("--threads", String(threads));
  }
  if (workers > 0) {
    all.unshift("env", `TESSERA_WORKERS=${workers}`);
  }
  if (truth) {
    all.push("--truth");
  }
  const listening = (/** @type {string} */ output) => /^listening on http:\/\/\S+:(\d+)$/m.exec(output);
  const { pid, found, stop } = await serve(onCore(core, all), listening);
  return {
    pid,
    port: Number(found[1]),
    folder: folder.path,
    secret,
    challengeBody,
    challengeBodies,
    stop: async () => (await stop(), await folder.remove()),
  };
}

/**
 * Takes `count` challenges and gives the file of their right answers.
 * @param {Awaited<ReturnType<typeof startTessera>>} server started with `truth`
 * @param {number} count
 */
export async function collectAnswers(server, count) {
  const answers = join(server.folder, "answer.bodies");
  await loadServer(server, {
    path: "/v1/challenge",
    bodies: server.challengeBodies,
    count,
    answers,
    expect: '"token":"',
  });
  return answers;
}

/**
 * Passes `count` challenges and gives the file of the forms that redeem these passes.
 * @param {Awaited<ReturnType<typeof startTessera>>} server started with `truth`
 * @param {number} count
 */
export async function collectPasses(server, count) {
  const passes = join(server.folder, "verify.bodies");
  await loadServer(server, {
    path: "/v1/answer",
    bodies: await collectAnswers(server, count),
    count,
    passes,
    secret: server.secret,
    expect: '"state":"pass"',
  });
  return passes;
}
