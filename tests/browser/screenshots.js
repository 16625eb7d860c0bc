// Writes the pictures of the docs: `node tests/browser/screenshots.js DIR`.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Server } from "../lib/tessera.js";
import { DESKTOP, PHONE, choose, launch, openPuzzle, rightPair, watchedPage } from "./browser.js";

const LARGEST = 200_000;

/** @typedef {import("./browser.js").Page} Page */

/** A solved puzzle, about to be sent. @param {Page} page */
async function chosen(page) {
  await choose(page, await rightPair(page, await openPuzzle(page)));
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
    scrollTo(0, 0);
  });
}

/** @param {Page} page */
const demo = (page) => page.goto("/");

/**
 * Name, what the browser is like, the way there, and what ends the picture at the bottom.
 * @type {[string, import("./browser.js").ContextOptions & {viewport: typeof PHONE}, (page: Page) => Promise<unknown>, string][]}
 */
const PICTURES = [
  ["puzzle-phone-light.png", { viewport: PHONE, deviceScaleFactor: 2 }, chosen, ".actions"],
  ["puzzle-desktop-dark.png", { viewport: DESKTOP, colorScheme: "dark" }, chosen, ".actions"],
  ["demo-desktop-light.png", { viewport: DESKTOP }, demo, ".steps"],
];
const AROUND_PX = 24;

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node tests/browser/screenshots.js DIR");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const [browser, server] = await Promise.all([launch(), Server.start({ listen: "127.0.0.1:8080" })
  .catch(() => Server.start())]); // where 8080 is taken the picture shows another port
try {
  for (const [name, options, go, last] of PICTURES) {
    const { context, page } = await watchedPage(browser, server, { ...options, reducedMotion: "reduce" });
    await go(page);
    // A window that is high enough: the bar of actions covers nothing.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: options.viewport.width, height });
    const body = await page.locator("body").boundingBox();
    const end = await page.locator(last).boundingBox();
    if (!body || !end) throw new Error(`${name}: nothing to see`);
    // As wide as the text and a margin; as high as what is shown.
    const x = Math.max(0, body.x - AROUND_PX);
    const clip = { x, y: 0, width: Math.min(options.viewport.width, body.x + body.width + AROUND_PX) - x,
      height: Math.ceil(end.y + end.height) + (last === ".actions" ? 0 : AROUND_PX) };
    const path = join(folder, name);
    await page.screenshot({ path, clip, fullPage: true });
    const { size } = statSync(path);
    console.log(`${path}: ${clip.width} x ${clip.height}, ${size} bytes`);
    if (size > LARGEST) throw new Error(`${name} has ${size} bytes`);
    await context.close();
  }
} finally {
  await Promise.all([browser.close(), server.down()]);
}
