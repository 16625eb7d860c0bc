// raster.js: the engine's own picture of a challenge, on a canvas.

import { make } from "../ui/dom.js";
import { draw } from "./core.js";
import { SpriteError } from "./sprites.js";

/** Plays the picture once, from the beginning. @typedef {() => void} Play */

/**
 * The canvas of a challenge's picture and, for one that moves, the function that plays it; each call starts anew.
 * @param {import("./core.js").Recipe} recipe
 * @returns {{canvas: HTMLCanvasElement, play: Play | null}}
 */
export function rasterOf(recipe) {
  const { delayMs, steps, ...first } = draw(recipe);
  const canvas = make("canvas");
  canvas.width = first.width;
  canvas.height = first.height;
  const context = canvas.getContext("2d");
  if (!context) throw new SpriteError("no-canvas");
  /** @param {import("./core.js").Raster} raster @param {number} x @param {number} y */
  const put = ({ pixels, width, height }, x, y) => context.putImageData(new ImageData(pixels, width, height), x, y);
  let timer = 0;
  /** @param {number} index */
  const goOn = (index) => {
    const step = steps[index];
    if (!step) return;
    put(step, step.x, step.y);
    timer = window.setTimeout(goOn, step.delayMs, index + 1);
  };
  const play = () => {
    clearTimeout(timer);
    put(first, 0, 0);
    timer = window.setTimeout(goOn, delayMs, 0);
  };
  put(first, 0, 0);
  return { canvas, play: steps.length > 0 ? play : null };
}
