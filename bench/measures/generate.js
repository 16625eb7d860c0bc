/** Making a puzzle, beside svg-captcha making a captcha: each in turn on the same core. */
import { join } from "node:path";
import { onCore, serverCore } from "../lib/cores.js";
import { helper } from "../lib/helpers.js";
import { median } from "../lib/numbers.js";
import { bench } from "../lib/paths.js";
import { run } from "../lib/processes.js";

const ROUNDS = 3;
const MILLISECONDS = "1500";

/** @param {string[]} command */
async function perSecond(command) {
  return JSON.parse(await run(onCore(serverCore, command))).per_second;
}

/** @param {string[]} extra */
async function beside(extra) {
  const ours = [];
  const peers = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await perSecond([helper("generate"), "puzzle", MILLISECONDS, ...extra]));
    peers.push(await perSecond([process.execPath, join(bench, "peer_svg_captcha.js"), MILLISECONDS]));
  }
  return { value: median(ours), peerValue: median(peers) };
}

export const generateOnly = () => beside([]);
export const generateDrawn = () => beside(["drawn"]);
