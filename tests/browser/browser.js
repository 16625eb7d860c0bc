// What the browser tests share: a real Chromium, pages that are watched for anything that a strict
// page must not do, and a solver of the puzzle with index maths of its own.
import { SLOWNESS } from "../lib/settings.js"; // first: what is imported after it sees the environment of tests
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Response} Response */
/** @typedef {import("playwright-core").BrowserContextOptions} ContextOptions */
/** @typedef {import("../lib/tessera.js").Server} Server */

export const PUZZLE_PATH = "/challenge/puzzle";

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };
export const VIEWPORTS = { phone: PHONE, desktop: DESKTOP };
export const SCHEMES = /** @type {const} */ (["light", "dark"]);

/** How long a test waits for a state: only a page that hangs takes that long. */
export const PATIENCE_MS = 60_000 * SLOWNESS;

/** The time limit of a test, which only ends one that hangs. */
export const LIMIT = { timeout: 300_000 * SLOWNESS };

/**
 * What Chromium is to do without. The last list wins, so this one repeats what playwright turns off and what could
 * change a page; the rest makes processes that no test looks at: two pages of the address bar's own for every window,
 * and one that stands by for the next site. They took a third of the time.
 */
const WITHOUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync", "BoundaryEventDispatchTracksNodeRemoval", "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints",
  "PaintHolding", "RenderDocument", "ThirdPartyStoragePartitioning", "Translate",
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
];

/** Chromium, as people have it, without a screen; and as Debian builds it for that alone: the same engine without a browser around it,
 * which takes half of the time. */
const PROGRAMS = { whole: "/usr/bin/chromium", engine: "/usr/bin/chromium-headless-shell" };

/** @param {keyof typeof PROGRAMS} program @param {string[]} more arguments */
const optionsOf = (program, more) => ({
  executablePath: PROGRAMS[program],
  timeout: PATIENCE_MS,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    `--disable-features=${WITHOUT.join()}`, ...more],
});

/** One for a whole file. Files do not share one: a socket in between was measured to save no CPU time. @param {string[]} more arguments */
export const launch = (...more) => chromium.launch(optionsOf("engine", more));

/** Where the browser around it may matter. @param {string[]} more arguments */
export const launchWhole = (...more) => chromium.launch(optionsOf("whole", more));

// ------------------------------------------------------------------ watching

/**
 * A page in a context of its own that notes console errors, exceptions, CSP reports, failed requests
 * and requests to any other origin in `faults`.
 * @param {import("playwright-core").Browser} browser @param {Server} server @param {ContextOptions} [options]
 */
export async function watchedPage(browser, server, options = {}) {
  const context = await browser.newContext({ viewport: PHONE, baseURL: server.url, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  /** @type {string[]} */
  const faults = [];
  if (options.javaScriptEnabled !== false) {
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
    });
  }
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    // Chromium tells every status of 400 and more as an error; the tests look at those themselves.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with");
    if (message.type() === "error" && !isStatus) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== server.url) faults.push(`foreign: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest() &&
        new URL(response.url()).pathname.startsWith("/static/")) {
      faults.push(`${response.status()}: ${response.url()}`);
    }
  });
  return { context, page, faults };
}

/**
 * Of the page: resolves when what is in it has been told how much room there is: grids choose their columns then.
 * Observers are told in the order in which they came: when this one is, those before have been.
 */
export const arrangedIn = async () => {
  await new Promise((resolve) => new ResizeObserver(() => resolve(null)).observe(document.body));
  // A dialog rises as it opens, in a shadow tree, which the document's own list leaves out. What turns without an end is not waited for.
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  await Promise.all(roots.flatMap((root) => root.getAnimations()).filter(({ effect, playState }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => {}))); // one that is removed
};

/** @param {Page} page */
export const arranged = (page) => page.evaluate(arrangedIn);

/**
 * Does something that navigates; resolves with the reply to the navigation.
 * @param {Page} page @param {() => Promise<unknown>} act
 */
export async function navigate(page, act) {
  const [reply] = await Promise.all([
    page.waitForResponse((response) =>
      response.request().isNavigationRequest() && (response.status() < 300 || response.status() >= 400)),
    page.waitForEvent("load"),
    act(),
  ]);
  return reply;
}

/**
 * Opens a puzzle; resolves with its solution's 16 digits.
 * @param {Page} page @param {string} [path]
 */
export async function openPuzzle(page, path = PUZZLE_PATH) {
  const reply = await page.goto(path);
  assert.equal(reply?.status(), 200);
  return truthOf(reply);
}

/** @param {Response | null} reply */
export function truthOf(reply) {
  const truth = reply?.headers()["tessera-truth"] ?? "";
  assert.match(truth, /^[012]{16}$/);
  return truth;
}

/**
 * Resolves when the page's script has nothing more to do for now, and requests that it made before have been noted here: for tests that
 * something is not asked for, or does not change. It needs no clock, which may stand still.
 * @param {Page | import("playwright-core").Frame} page
 */
export const caughtUp = (page) => page.evaluate(async () => {
  for (let turns = 0; turns < 5; turns++) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
    if (turns === 2) await fetch("/caught-up").catch(() => {}); // behind what was asked before
  }
});

// ----------------------------------------------------------------- the focus

/**
 * What has the focus: its id, and whether one can see that: an outline of two pixels and more in a colour that stands
 * out (3:1) from the page, inside the window and under nothing.
 * @param {Page} page
 */
export function focused(page) {
  return page.evaluate(() => {
    const element = /** @type {HTMLElement} */ (document.activeElement);
    const shown = /** @type {HTMLElement} */ (element.matches(".move input") ? element.nextElementSibling : element);
    const style = getComputedStyle(shown);
    const box = shown.getBoundingClientRect();
    /** @param {string} colour */
    const luminance = (colour) => {
      const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [low, high] = [style.outlineColor, getComputedStyle(document.body).backgroundColor]
      .map(luminance).sort((a, b) => a - b);
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      id: element.id || element.tagName,
      checked: element instanceof HTMLInputElement && element.checked,
      outlined: style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2 &&
        (high + 0.05) / (low + 0.05) >= 3,
      inside: box.top >= 0 && box.bottom <= innerHeight,
      uncovered: top !== null && (element.contains(top) || shown.contains(top)),
    };
  });
}

// ---------------------------------------------------------- what is read aloud

/**
 * The tables that a screen reader finds, as Chromium's accessibility tree has them.
 * @param {Page} page @returns {Promise<{name: string, columns: string[], rows: {name: string, cells: string[]}[]}[]>}
 */
export async function tablesOf(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** What is in it and is not ignored. @param {typeof nodes[0]} node @returns {typeof nodes} */
  const inside = (node) => (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? [child, ...inside(child)] : [];
  }).filter(({ ignored }) => !ignored);
  /** @param {typeof nodes[0]} node @param {string[]} roles */
  const named = (node, ...roles) => inside(node).filter(({ role }) => roles.includes(role?.value)).map(({ name }) => String(name?.value ?? ""));
  return nodes.slice(0, 1).flatMap(inside).filter(({ role }) => role?.value === "table").map((table) => ({
    name: String(table.name?.value ?? ""),
    columns: named(table, "columnheader"),
    rows: inside(table).filter((node) => node.role?.value === "row" && named(node, "rowheader").length > 0)
      .map((row) => ({ name: named(row, "rowheader").join(), cells: named(row, "cell", "gridcell") })),
  }));
}

/** A grid as such a table. @param {string} name @param {string} grid */
export const tableOf = (name, grid) => ({
  name,
  columns: [1, 2, 3, 4].map((n) => `Column ${n}`),
  rows: [0, 1, 2, 3].map((row) => ({
    name: `Row ${row + 1}`,
    cells: [...grid.slice(4 * row, 4 * row + 4)].map((digit) => ["empty", "black", "pink"][Number(digit)]),
  })),
});

/** A grid in words, row by row. @param {string} grid */
export const rowsInWords = (grid) => tableOf("", grid).rows.map(({ name, cells }) => `${name}: ${cells.join(", ")}`);

/**
 * Notes what a live region says, and resolves with a function that gives all of it so far.
 * @param {import("playwright-core").Locator} region
 */
export async function listenTo(region) {
  const told = await region.evaluateHandle((element) => {
    /** @type {string[]} */
    const heard = [];
    new MutationObserver(() => element.textContent && heard.push(element.textContent))
      .observe(element, { childList: true, characterData: true, subtree: true });
    return heard;
  });
  return () => told.jsonValue();
}

// ------------------------------------------------------------------- solving

/** Where the cell of row r and column c goes. @type {Record<string, (r: number, c: number) => [number, number]>} */
const DESTINATIONS = {
  "shift-up": (r, c) => [r - 1, c],
  "shift-down": (r, c) => [r + 1, c],
  "shift-left": (r, c) => [r, c - 1],
  "shift-right": (r, c) => [r, c + 1],
  "90-clockwise": (r, c) => [c, 3 - r],
  "90-anticlockwise": (r, c) => [3 - c, r],
  "mirror-horizontal": (r, c) => [3 - r, c],
  "mirror-vertical": (r, c) => [r, 3 - c],
};

/** The legend in its order, of which a puzzle shows the first few. */
export const SLUGS = Object.keys(DESTINATIONS);

/** A grid, as digits, after a move. @param {string} grid @param {string} slug */
export function moved(grid, slug) {
  const after = Array(16).fill("0");
  [...grid].forEach((digit, index) => {
    const [row, column] = DESTINATIONS[slug](Math.floor(index / 4), index % 4);
    if (row >= 0 && row < 4 && column >= 0 && column < 4) after[row * 4 + column] = digit;
  });
  return after.join("");
}

/**
 * Every pair of moves of the legend that turns one grid into the other.
 * @param {string} from @param {string} to @param {string[]} slugs @returns {[string, string][]}
 */
export function pairsBetween(from, to, slugs) {
  return slugs.flatMap((first) =>
    slugs.filter((second) => moved(moved(from, first), second) === to)
      .map((second) => /** @type {[string, string]} */ ([first, second])));
}

/** The digits of a grid of the page. @param {Page} page @param {string} id */
export async function readGrid(page, id) {
  const classes = await page.locator(`#${id} tbody td`).evaluateAll((cells) => cells.map((cell) => cell.className));
  assert.equal(classes.length, 16, id);
  return classes.map((name) => {
    const digit = ["empty", "black", "pink"].indexOf(name);
    assert.notEqual(digit, -1, `${id}: a cell of class "${name}"`);
    return String(digit);
  }).join("");
}

/** The moves that the page offers. @param {Page} page */
export function legendOf(page) {
  return page.locator("[name=first]").evaluateAll((radios) =>
    radios.map((radio) => /** @type {HTMLInputElement} */ (radio).value));
}

/** A pair that is right. @param {Page} page @param {string} truth */
export async function rightPair(page, truth) {
  const [pair] = pairsBetween(await readGrid(page, "grid-start"), truth, await legendOf(page));
  assert.ok(pair, "no pair of moves gives the solution");
  return pair;
}

/** A pair that is wrong. @param {Page} page @param {string} truth */
export async function wrongPair(page, truth) {
  const start = await readGrid(page, "grid-start");
  const slugs = await legendOf(page);
  for (const first of slugs) {
    for (const second of slugs) {
      if (moved(moved(start, first), second) !== truth) return /** @type {[string, string]} */ ([first, second]);
    }
  }
  throw new Error("every pair of moves gives the solution");
}

/** The card around a radio. @param {Page} page @param {string} name @param {string} slug */
export const card = (page, name, slug) => page.locator(`label.move:has(#${name}-${slug})`);

/** Clicks, or taps, two cards. @param {Page} page @param {[string, string]} pair @param {"click" | "tap"} [how] */
export async function choose(page, [first, second], how = "click") {
  await card(page, "first", first)[how]();
  await card(page, "second", second)[how]();
}

/** Answers rightly; resolves with the reply. @param {Page} page @param {string} truth */
export async function solve(page, truth) {
  await choose(page, await rightPair(page, truth));
  return navigate(page, () => page.locator("#submit").click());
}

// ---------------------------------------------------------------------- time

/** Where the clocks of stopped pages begin. */
const NOON = Date.parse("2030-01-01T12:00:00Z");

/** Before the page is opened: its clock stands still but for what the test lets pass. @param {Page} page */
export async function stopClock(page) {
  await page.clock.install({ time: NOON });
  await page.clock.pauseAt(NOON + 1000);
}

/** Before the page is opened: no time limit of it ends while a test looks at it, however slow the machine is. Timers run as ever.
 * @param {Page} page */
export const stretchTime = (page) => page.addInitScript(() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 1000;
});

/** What the countdown shows, in seconds. @param {Page} page */
export async function secondsLeft(page) {
  const [minutes, seconds] = ((await page.locator("#time-left").textContent()) ?? "").split(":").map(Number);
  return minutes * 60 + seconds;
}

/** Lets the page's clock run until so many seconds are left. @param {Page} page @param {number} seconds */
export async function runDownTo(page, seconds) {
  await page.clock.fastForward(((await secondsLeft(page)) - seconds) * 1000);
  if ((await secondsLeft(page)) > seconds) await page.clock.runFor(250); // the face is as old as that
  assert.equal(await secondsLeft(page), seconds);
}
