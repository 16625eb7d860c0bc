/** The authentication port: what a fusion takes, and how well authors are told apart by the way they write. */
import { spawnSync } from "node:child_process";
import { maintainers, quotedAuthors } from "../lib/authors.js";
import { onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { median } from "../lib/numbers.js";
import { run } from "../lib/processes.js";

const ROUNDS = 5;

export async function fusionTime() {
  const microseconds = [];
  for (let i = 0; i < ROUNDS; i++) {
    microseconds.push(JSON.parse(await run(onCore(serverCore, [helper("fusion"), "500"]))).microseconds);
  }
  return { value: median(microseconds), note: "a message of 424 characters, and the answer to a scene" };
}

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(0)}%`;

/** @param {string} input @param {number} learned */
function errors(input, learned) {
  const { status, stdout, stderr } = spawnSync(helper("style"), [String(learned)], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`style: ${stderr}`);
  const told = JSON.parse(stdout);
  const note = [
    `${told.authors} authors, ${learned} messages learned of each, ${told.own} own and ${told.others} others' held against`,
    `at 0.85, ${percent(told.own_refused)} of the own are refused and ${percent(told.others_taken)} of others' taken`,
  ];
  return { value: told.equal_error * 100, note: note.join("; ") };
}

/** Authors who write about different things. @param {number} characters @param {number} learned */
export const styleOfQuotations = (characters, learned) => async () => errors(quotedAuthors(characters), learned);

/** Authors who write about the same things. @param {number} learned */
export const styleOfMaintainers = (learned) => async () => errors(maintainers(learned), learned);
