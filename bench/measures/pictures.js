/** Picture challenges a second beside other captchas, each in turn on the same core. */
import { loadServer } from "../lib/load.js";
import { compareLoads, median } from "../lib/numbers.js";
import { gregwarRate, makePictures, svgCaptchaRate } from "../lib/programs.js";
import { startTessera } from "../lib/tessera.js";

export const PICTURE_KINDS = ["spatial", "predator", "human", "emotions"];

const ROUNDS = 3;
const MILLISECONDS = 1500;
/** About as long as the peer's turn. @type {Record<string, number>} */
const PICTURES = { spatial: 1500, predator: 350, human: 120, emotions: 200 };

/** @param {string} kind */
async function besideGregwar(kind) {
  const ours = [];
  const peers = [];
  let area = "";
  for (let i = 0; i < ROUNDS; i++) {
    const made = await makePictures(kind, PICTURES[kind]);
    ours.push(made.per_second);
    peers.push(await gregwarRate(made, MILLISECONDS));
    area = `${made.width}x${made.height}`;
  }
  const [value, peerValue] = [median(ours), median(peers)];
  return { kind, area, value, peerValue, ratio: value / peerValue };
}

/** The kind that comes off worst; the note has all of them. */
export async function picturesBesideGregwar() {
  const all = [];
  for (const kind of PICTURE_KINDS) {
    all.push(await besideGregwar(kind));
  }
  all.sort((a, b) => a.ratio - b.ratio);
  const each = all.map(({ kind, area, value, peerValue, ratio }) =>
    `${kind} ${area}: ${value.toFixed(0)} to ${peerValue.toFixed(2)}, ${ratio.toFixed(0)} times`,
  );
  return { value: all[0].value, peerValue: all[0].peerValue, note: each.join("; ") };
}

/**
 * The whole picture beside a whole SVG.
 * @param {string} kind
 */
export async function picturesBesideSvgCaptcha(kind) {
  const ours = [];
  const peers = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push((await makePictures(kind, PICTURES[kind])).per_second);
    peers.push(await svgCaptchaRate(MILLISECONDS));
  }
  return { value: median(ours), peerValue: median(peers) };
}

/** What a visitor's request for a picture challenge costs before the picture is fetched, HTTP and token included. */
export async function challengesBesideSvgCaptcha() {
  const server = await startTessera({ challenge: { types: `[${PICTURE_KINDS.join(", ")}]` } });
  const load = { path: "/v1/challenge", bodies: server.challengeBodies, count: 50_000, warmup: 5_000 };
  const ours = [];
  const peers = [];
  for (let i = 0; i < ROUNDS; i++) {
    ours.push(await loadServer(server, { ...load, expect: '"token":"' }));
    const perSecond = await svgCaptchaRate(MILLISECONDS);
    peers.push({ perSecond, cpuMicroseconds: 1e6 / perSecond, busy: 1 });
  }
  await server.stop();
  return compareLoads(ours, peers);
}
