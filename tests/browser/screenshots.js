// Takes the pictures of the docs: `node tests/browser/screenshots.js DIR`. Challenges in the widget are of fixed
// seeds, so that their pictures are the same each time; screenshots.test.js compares them with those in docs/.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server, run, temporaryFolder } from "../lib/tessera.js";
import { DESKTOP, PHONE, choose, launch, openPuzzle, rightPair, watchedPage } from "./browser.js";

const LARGEST = 400_000;
const LARGEST_COMPOSED = 200_000;
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
  const body = { ...challenge, id, token: "docs", submitAfterMs: 0, round: 1, alternatives: ["audio", "pow"] };
  await page.route("**/v1/challenge", (route) => route.fulfill({ json: body }));
  await page.route("**/v1/image/**", (route) =>
    route.fulfill({ contentType: "image/png", body: readFileSync(join(folder, `${id}.png`)) }));
  await page.goto("/");
  await page.locator(`input[name=type][value=${type}]`).check();
  await page.clock.install({ time: new Date("2026-01-01T12:00:00Z") }); // the countdown stands still
  await page.locator("#stage .box").click();
  await page.locator(".panel[data-state=ready]").waitFor();
  for (const index of answer.split(",")) await page.locator(`[data-index="${index}"]`).click();
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
  ["hidden-desktop-light.png", { viewport: DESKTOP }, inDialog("hidden", "medium", "6")],
];

const COMPOSED = "challenges.webp";

/** Those that are the same each time. */
export const STEADY = [...PICTURES.filter(([, , go]) => go !== chosen).map(([name]) => name), COMPOSED];

/** The box after a pass. @param {Page} page */
async function verified(page) {
  await inDialog("predator", "medium", "11")(page);
  await page.route("**/v1/answer", (route) => route.fulfill({ json: { state: "pass", response: "docs" } }));
  await page.locator(".primary.submit").click();
  await page.locator("#stage [data-state=verified]").waitFor();
  await page.mouse.move(0, 0);
  return /** @type {Promise<Clip>} */ (page.locator("#stage .control").boundingBox());
}

/** What the README's one picture is made of: how to get there, and its place and width on a page of 1400 x 590.
 * @type {{options: Options, go: (page: Page) => Promise<Clip>, left: number, top: number, width: number, radius: number}[]} */
const PARTS = [
  { options: { viewport: DESKTOP }, go: inDialog("predator", "medium", "11"), left: 30, top: 36, width: 508, radius: 13 },
  { options: { viewport: DESKTOP }, go: verified, left: 114, top: 408, width: 340, radius: 11 },
  { options: { viewport: DESKTOP }, go: inDialog("hidden", "medium", "6"), left: 576, top: 24, width: 406, radius: 13 },
  { options: { viewport: PHONE, colorScheme: "dark" }, go: inDialog("emotions", "medium", "11"), left: 1020, top: 36, width: 350, radius: 13 },
];

/** One picture of several, as WebP: as PNG it would take three times the room.
 * @param {import("playwright-core").Browser} browser @param {Server} server @param {string} path */
async function compose(browser, server, path) {
  const images = [];
  for (const { options, go, left, top, width, radius } of PARTS) {
    const { context, page } = await watchedPage(browser, server, { ...options, deviceScaleFactor: 2, reducedMotion: "reduce" });
    const shot = await page.screenshot({ clip: await go(page) });
    await context.close();
    images.push(`<img style="left:${left}px;top:${top}px;width:${width}px;border-radius:${radius}px" src="data:image/png;base64,${shot.toString("base64")}">`);
  }
  const page = await browser.newPage({ viewport: { width: 1400, height: 590 }, deviceScaleFactor: 1.25 });
  await page.setContent(`<style>body { margin: 0; background: #f6f3ec; }
    img { position: absolute; box-shadow: 0 0 0 1px #0001, 0 8px 28px #0002; }</style>${images.join("")}`);
  const whole = (await page.screenshot()).toString("base64");
  const packed = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.85).split(",")[1];
  }, whole);
  await page.close();
  writeFileSync(path, Buffer.from(packed, "base64"));
}

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
  if (only && !only.includes(COMPOSED)) return;
  const path = join(folder, COMPOSED);
  await compose(browser, server, path);
  const { size } = statSync(path);
  console.log(`${path}: ${size} bytes`);
  if (size > LARGEST_COMPOSED) throw new Error(`${COMPOSED} has ${size} bytes`);
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
