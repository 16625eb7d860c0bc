// Takes the pictures of the docs: `node tests/browser/screenshots.js DIR`. Challenges in the widget are of fixed
// seeds, so that their pictures are the same each time; screenshots.test.js compares them with those in docs/.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server, run, temporaryFolder } from "../lib/tessera.js";
import { DESKTOP, PHONE, choose, launch, openPuzzle, rightPair, watchedPage } from "./browser.js";

const LARGEST = 400_000;
const AROUND_PX = 24;

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("./browser.js").ContextOptions & {viewport: typeof PHONE}} Options */
/** @typedef {{x: number, y: number, width: number, height: number}} Clip */

/** A solved puzzle, about to be sent. @param {Page} page */
async function chosen(page) {
  await choose(page, await rightPair(page, await openPuzzle(page)));
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
    scrollTo(0, 0);
  });
  return wholePage(page, ".actions", 0);
}

/** From the top to the end of an element: as wide as the text and a margin, as high as what is shown.
 * @param {Page} page @param {string} last @param {number} around @returns {Promise<Clip>} */
async function wholePage(page, last, around) {
  const size = page.viewportSize() ?? DESKTOP;
  // A window that is high enough: the bar of actions covers nothing.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height });
  const body = await page.locator("body").boundingBox();
  const end = await page.locator(last).boundingBox();
  if (!body || !end) throw new Error("nothing to see");
  const x = Math.max(0, body.x - AROUND_PX);
  return { x, y: 0, width: Math.min(size.width, body.x + body.width + AROUND_PX) - x,
    height: Math.ceil(end.y + end.height) + around };
}

/** @param {Page} page */
async function demo(page) {
  await page.goto("/");
  await page.locator("#stage .box").waitFor();
  return wholePage(page, ".steps", AROUND_PX);
}

/** A challenge of a fixed seed in the widget's dialog, with what is right chosen. @param {string} type @param {string} difficulty @param {string} seed */
const inDialog = (type, difficulty, seed) => async (/** @type {Page} */ page) => {
  const folder = temporaryFolder();
  const { stdout } = run(["generate", type, "--seed", seed, "--difficulty", difficulty, "--truth", "--out", folder]);
  const { id, answer, ...challenge } = JSON.parse(stdout);
  challenge.view.image.src = "/v1/image/docs";
  const body = { ...challenge, id, token: "docs", submitAfterMs: 0, round: 1, alternatives: [] };
  await page.route("**/v1/challenge", (route) => route.fulfill({ json: body }));
  await page.route("**/v1/image/**", (route) =>
    route.fulfill({ contentType: "image/png", body: readFileSync(join(folder, `${id}.png`)) }));
  await page.goto("/");
  await page.locator(`input[name=type][value=${type}]`).check();
  await page.clock.install({ time: new Date("2026-01-01T12:00:00Z") }); // the countdown stands still
  await page.locator("#stage .box").click();
  await page.locator(".panel[data-state=ready]").waitFor();
  for (const index of answer.split(",").slice(0, 2)) await page.locator(`[data-index="${index}"]`).click();
  await page.mouse.move(0, 0);
  const dialog = await page.locator(".panel:visible").boundingBox();
  if (!dialog) throw new Error("no dialog");
  return dialog;
};

/**
 * Name, what the browser is like, and the way there, which ends with what the picture shows.
 * @type {[string, Options, (page: Page) => Promise<Clip>][]}
 */
const PICTURES = [
  ["puzzle-phone-light.png", { viewport: PHONE, deviceScaleFactor: 1.5 }, chosen],
  ["puzzle-desktop-dark.png", { viewport: DESKTOP, colorScheme: "dark" }, chosen],
  ["demo-desktop-light.png", { viewport: DESKTOP }, demo],
  ["predator-desktop-light.png", { viewport: DESKTOP }, inDialog("predator", "medium", "11")],
  ["human-phone-light.png", { viewport: PHONE, deviceScaleFactor: 1.5 }, inDialog("human", "medium", "11")],
  ["emotions-phone-dark.png", { viewport: PHONE, deviceScaleFactor: 1.5, colorScheme: "dark" }, inDialog("emotions", "medium", "11")],
  ["spatial-phone-light.png", { viewport: PHONE, deviceScaleFactor: 1.5 }, inDialog("spatial", "hard", "5")],
  ["scene-desktop-light.png", { viewport: DESKTOP }, inDialog("scene", "medium", "19")],
  ["scene-phone-dark.png", { viewport: PHONE, deviceScaleFactor: 1.5, colorScheme: "dark" }, inDialog("scene", "medium", "18")],
];

/** Those that are the same each time. */
export const STEADY = PICTURES.filter(([, , go]) => go !== chosen).map(([name]) => name);

/** @param {import("playwright-core").Browser} browser @param {Server} server @param {string} folder @param {string[]} [only] */
export async function takePictures(browser, server, folder, only) {
  mkdirSync(folder, { recursive: true });
  for (const [name, options, go] of PICTURES) {
    if (only && !only.includes(name)) continue;
    const { context, page } = await watchedPage(browser, server, { ...options, reducedMotion: "reduce" });
    const clip = await go(page);
    const path = join(folder, name);
    await page.screenshot({ path, clip, fullPage: !(await page.locator(".panel:visible").count()) }); // a dialog lies in the window
    await context.close();
    const { size } = statSync(path);
    console.log(`${path}: ${clip.width} x ${clip.height}, ${size} bytes`);
    if (size > LARGEST) throw new Error(`${name} has ${size} bytes`);
  }
}

/** A server on the port that the docs name. */
export const startServer = () => Server.start({ listen: "127.0.0.1:8080" })
  .catch(() => Server.start()); // where 8080 is taken the picture shows another port

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("usage: node tests/browser/screenshots.js DIR");
    process.exit(2);
  }
  const [browser, server] = await Promise.all([launch(), startServer()]);
  await takePictures(browser, server, folder).finally(() => Promise.all([browser.close(), server.down()]));
}
