/** Programs that make one thing after the other on the server's core, counting CPU time, and print JSON. */
import { join } from "node:path";
import { onCore, serverCore } from "./cores.js";
import { helper } from "./helpers.js";
import { bench } from "./paths.js";
import { run } from "./processes.js";

/** @param {string[]} command */
export async function told(command) {
  return JSON.parse(await run(onCore(serverCore, command)));
}

/**
 * What `count` pictures cost, from the key to the PNG, each of another key.
 * @param {string} kind
 * @param {number} count
 * @returns {Promise<{ width: number, height: number, median_ms: number, p90_ms: number, generate_ms: number,
 *   draw_ms: number, encode_ms: number, per_second: number, bytes: number, bytes_max: number }>}
 */
export const makePictures = (kind, count) => told([helper("picture"), kind, "medium", String(count)]);

/**
 * Captchas a second by svg-captcha.
 * @param {number} milliseconds
 * @returns {Promise<number>}
 */
export async function svgCaptchaRate(milliseconds) {
  return (await told([process.execPath, join(bench, "peer_svg_captcha.js"), String(milliseconds)])).per_second;
}

/**
 * Captchas a second by Gregwar's CaptchaBuilder. Debian's PHP keeps compiled scripts when it runs behind a web
 * server and not on the command line; here it does as well.
 * @param {{ width: number, height: number }} size
 * @param {number} milliseconds
 * @returns {Promise<number>}
 */
export async function gregwarRate({ width, height }, milliseconds) {
  const script = join(bench, "peer_gregwar.php");
  const args = [width, height, milliseconds].map(String);
  return (await told(["php", "-d", "opcache.enable_cli=1", script, ...args])).per_second;
}

/**
 * Questions about scenes made in a second, of a level as they are served and of each question alone.
 * @param {string} level
 * @param {number} milliseconds
 * @returns {Promise<{ per_second: number, questions: Record<string, number> }>}
 */
export const generateScenes = (level, milliseconds) =>
  told([helper("scene"), "generate", level, String(milliseconds)]);

/**
 * What the pictures of hard questions cost, from the scene to the PNG: of each question ("draw"), or of one of them.
 * @param {string} what
 * @param {number} count
 * @returns {Promise<Record<string, { median_ms: number, p90_ms: number, draw_ms: number, per_second: number,
 *   bytes: number }>>}
 */
export const drawScenes = (what, count) => told([helper("scene"), what, String(count)]);

/**
 * The scenes of these pictures, as JSON.
 * @param {number} count
 */
export const writeScenes = (count) => run([helper("scene"), "write", String(count)]);

/**
 * Pictures of such scenes a second by matplotlib: Debian's, so that another Python in the path does not matter.
 * @param {string} file
 * @param {number} milliseconds
 * @returns {Promise<number>}
 */
export async function matplotlibRate(file, milliseconds) {
  const script = join(bench, "peer_matplotlib.py");
  return (await told(["/usr/bin/python3", script, file, String(milliseconds)])).per_second;
}
