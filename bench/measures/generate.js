/** Making a puzzle, beside svg-captcha making a captcha: each in turn on the same core. */
import { helper } from "../lib/helpers.js";
import { median } from "../lib/numbers.js";
import { makePictures, svgCaptchaRate, told } from "../lib/programs.js";

const ROUNDS = 3;
const MILLISECONDS = 1500;
const PICTURES = 10_000;

/** @param {() => Promise<{ per_second: number }>} makePuzzles */
async function beside(makePuzzles) {
  const ours = [];
  const peers = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push((await makePuzzles()).per_second);
    peers.push(await svgCaptchaRate(MILLISECONDS));
  }
  return { value: median(ours), peerValue: median(peers) };
}

export const generateOnly = () => beside(() => told([helper("generate"), "puzzle", String(MILLISECONDS)]));
export const generateDrawn = () => beside(() => makePictures("puzzle", PICTURES));
