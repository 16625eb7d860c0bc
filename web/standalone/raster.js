// raster.js: the engine's own picture of a challenge, on a canvas.

import { make } from "../ui/dom.js";
import { recipeOf } from "./challenge.js";
import { draw } from "./core.js";
import { SpriteError } from "./sprites.js";

/** @param {object} challenge */
export function rasterOf(challenge) {
  const { width, height, pixels } = draw(recipeOf(challenge));
  const canvas = make("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new SpriteError("no-canvas");
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}
