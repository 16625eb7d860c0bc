// The pictures in docs/screenshots show what visitors see now: taken anew, they are the same but for a little.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, temporaryFolder } from "../../lib/tessera.js";
import { launch } from "../browser.js";
import { STEADY, startServer, takePictures } from "../screenshots.js";

/** The share of pixels that may differ: fonts are drawn a little differently from machine to machine. */
const TOLERATED = 0.02;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../../lib/tessera.js").Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), startServer()]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

/** The share of pixels in which two PNG files differ; 1 where their sizes do. @param {Buffer[]} files @returns {Promise<number>} */
async function difference(files) {
  const page = await browser.newPage();
  const share = await page.evaluate(async (sources) => {
    const pictures = await Promise.all(sources.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }));
    const [a, b] = pictures;
    if (a.width !== b.width || a.height !== b.height) return 1;
    let different = 0;
    for (let at = 0; at < a.data.length; at += 4) {
      const far = [0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 48);
      if (far) different++;
    }
    return different / (a.data.length / 4);
  }, files.map((file) => `data:image/png;base64,${file.toString("base64")}`));
  await page.close();
  return share;
}

for (const name of STEADY) {
  test(`${name} is current`, async () => {
    const folder = temporaryFolder();
    await takePictures(browser, server, folder, [name]);
    const share = await difference([readFileSync(join(folder, name)), readFileSync(join(ROOT, "docs/screenshots", name))]);
    assert.ok(share <= TOLERATED, `${(100 * share).toFixed(1)}% differ: node tests/browser/screenshots.js docs/screenshots`);
  });
}
