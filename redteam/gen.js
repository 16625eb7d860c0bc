// Asks a server for challenges as a client does: `node redteam/gen.js ROLE FOLDER [SHARE]`.
//
// ROLE `asked`: what attackers are measured on. FOLDER/public/TYPE-LEVEL gets what a client gets, JSON with its
// token, headers and picture; FOLDER/truth gets the answers, for redteam/score.js alone.
// ROLE `own`: what attackers have made for themselves, on a server of their own with another secret, answers
// included: FOLDER/own.
// ROLE `heard`: as `asked`, of what is read aloud, with its sound in place of a picture.
// SHARE makes less of everything (1: as plan.json says).
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Server, kinds } from "../tests/lib/tessera.js";

const AT_ONCE = 2;

/** What plan.json says of a type. @template T @param {Record<string, T>} table @param {string} type @returns {T} */
const of = (table, type) => table[type] ?? table["*"];

/** The types and levels that are run. @param {typeof import("./plan.json")} plan */
export const rungs = (plan) => kinds().flatMap((type) => of(plan.levels, type).map((level) => ({ type, level })));

export const readPlan = () => JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "plan.json"), "utf8"));

/** Not a type: the alternative that is read aloud. */
const HEARD = "audio";

/** One challenge. @param {Server} server @param {{type: string, level: string}} rung */
async function ask(server, { type, level }) {
  const wanted = type === HEARD ? { alternative: HEARD } : { type };
  const asked = await fetch(`${server.url}/v1/challenge`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sitekey: server.sitekey, ...wanted, difficulty: level }),
  });
  const text = await asked.text();
  if (!asked.ok) throw new Error(`${type}: ${asked.status} ${text}`);
  const json = JSON.parse(text);
  const shown = await fetch(new URL((json.view.image ?? json.view.audio).src, server.url));
  const picture = Buffer.from(await shown.arrayBuffer());
  if (!shown.ok) throw new Error(`${type}: ${shown.status} for the picture`);
  const headers = [...asked.headers, ...shown.headers].filter(([name]) => name !== "tessera-truth");
  return { json, picture, headers, truth: /** @type {string} */ (asked.headers.get("tessera-truth")) };
}

/** @param {Server} server @param {{type: string, level: string}} rung @param {number} count @param {string} folder */
async function collect(server, rung, count, folder) {
  mkdirSync(folder, { recursive: true });
  const truths = /** @type {string[]} */ (Array(count));
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < count) {
      const number = next++;
      const { json, picture, headers, truth } = await ask(server, rung);
      if (!truth) throw new Error(`${rung.type}: the server tells no truth`);
      truths[number] = truth;
      writeFileSync(join(folder, `${number}.json`), JSON.stringify({ challenge: json, headers }));
      writeFileSync(join(folder, `${number}.${rung.type === HEARD ? "wav" : "png"}`), picture);
    }
  }));
  return truths;
}

async function main() {
  const [role, folder, share = "1"] = process.argv.slice(2);
  if (!["asked", "own", "heard"].includes(role) || !folder) throw new Error("usage: gen.js asked|own|heard FOLDER [SHARE]");
  const plan = readPlan();
  const server = await Server.start({ threads: 2 });
  const heard = plan.levels[HEARD].map((/** @type {string} */ level) => ({ type: HEARD, level }));
  for (const rung of role === "heard" ? heard : rungs(plan)) {
    const name = `${rung.type}-${rung.level}`;
    const count = Math.max(4, Math.round(of(role === "own" ? plan.own : plan.asked, rung.type) * Number(share)));
    const truths = await collect(server, rung, count, join(folder, role === "own" ? "own" : "public", name));
    const place = join(folder, role === "own" ? "own" : "truth");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${name}.json`), JSON.stringify(truths));
  }
  await server.down();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
