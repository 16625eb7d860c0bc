// picture.js: cuts the cells out of a challenge's one raster.
//
// Each cell gets a canvas with its part of the picture, at the picture's own resolution; CSS scales it. A background
// image would do as well but for this: the picture is `no-store`, and browsers then fetch it once for the measure
// and again for the cells. A canvas needs one request, and no source that a strict CSP does not allow.

import { make } from "./dom.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{image: {src: string, width: number, height: number}, cells?: Box, columns: number, rows: number,
 *            count: number, animation?: {seconds: number}}} PictureView
 */

/** As long as for every other reply: browsers themselves wait for minutes, and nothing else ends the wait. */
const PATIENCE_MS = 20000;

/** @param {string} src @param {Document} page in which it will be shown: moved to another one, it would be fetched again
 * @returns {Promise<HTMLImageElement>} */
export async function loadPicture(src, page) {
  const image = page.createElement("img");
  image.crossOrigin = "anonymous"; // no cookies, and pages that isolate themselves (COEP) may show it
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      setTimeout(reject, PATIENCE_MS);
      image.src = src;
    });
  } catch {
    image.src = ""; // it would go on loading
    throw Object.assign(new Error("the picture did not load"), { code: "network" });
  }
  return image;
}

/** @param {CanvasImageSource} image @param {Box} box */
function cut(image, { x, y, width, height }) {
  const canvas = make("canvas", { class: "picture", "aria-hidden": "true" });
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  canvas.getContext("2d")?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The picture's cells are tiles with a rim; the rim is left out, since cells have one of their own. */
const RIM = 0.018;

/** @param {PictureView} view @returns {Box} */
const cellsOf = (view) => view.cells ?? { x: 0, y: 0, width: view.image.width, height: view.image.height };

/**
 * What paints the cells of a view from its loaded picture.
 * @param {CanvasImageSource} image @param {PictureView} view
 * @returns {(cell: HTMLElement, index: number) => void}
 */
export function cellPainter(image, view) {
  const box = cellsOf(view);
  const width = box.width / view.columns;
  const height = box.height / view.rows;
  return (cell, index) => {
    const row = Math.floor(index / view.columns);
    const column = index % view.columns;
    cell.append(cut(image, {
      x: box.x + (column + RIM) * width, y: box.y + (row + RIM) * height,
      width: width * (1 - 2 * RIM), height: height * (1 - 2 * RIM),
    }));
  };
}

/** What the picture has above its cells, without its rim, or null. @param {CanvasImageSource} image @param {PictureView} view */
export function headOf(image, view) {
  const { y, width } = cellsOf(view);
  const rim = view.animation ? 0 : Math.ceil((RIM * width) / view.columns); // a film has none
  return y > 0 ? cut(image, { x: rim, y: rim, width: view.image.width - 2 * rim, height: y - 2 * rim }) : null;
}
