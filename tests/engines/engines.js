// The same few acts in every engine: Chromium through playwright, Firefox through WebDriver BiDi, WebKit (Debian's
// WebKitGTK, in a virtual screen) through WebDriver. A browser is started once and has one window, in which pages
// follow each other. What a visitor sees and clicks is the same; how browsers are told is not, and stays in here.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { Builder, Capabilities, Key } from "selenium-webdriver";
import { PATIENCE_MS, launchWhole } from "../browser/browser.js";
import { chromiumWindow, patient } from "../browser/windows.js";
import { eventually, temporaryFolder } from "../lib/tessera.js";

/** @typedef {import("../browser/windows.js").Window} Window */
/** @typedef {import("../browser/windows.js").Look} Look */
/** @typedef {import("../browser/windows.js").Size} Size */

/** @param {Look} look @returns {Promise<Window>} */
const chromium = async (look) => chromiumWindow(await launchWhole(), look);

/** How long a browser may take to start. */
const START_MS = 4 * PATIENCE_MS;

/** Nothing that asks the network. */
const FIREFOX_PREFERENCES = {
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

/** @param {Look} look @returns {Promise<Window>} */
async function firefox({ dark = false, moving = false }) {
  const browser = await puppeteer.launch({
    browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true, timeout: START_MS,
    extraPrefsFirefox: { ...FIREFOX_PREFERENCES, "ui.systemUsesDarkTheme": Number(dark), "ui.prefersReducedMotion": Number(!moving) },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    goTo: (url) => page.goto(url),
    resize: (size) => page.setViewport(size),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key === "Space" ? " " : key),
    read: (act) => page.evaluate(act),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/** A port that nobody listens on. @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    server.close(() => resolve(port));
  });
});

/** A virtual screen that ends with the test. @returns {Promise<{display: string, end: () => unknown}>} */
export function screen() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  process.on("exit", () => server.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    server.on("exit", () => reject(new Error("the virtual screen did not start")));
    server.stdio[3]?.on("data", (number) => resolve({ display: `:${String(number).trim()}`, end: () => server.kill() }));
  });
}

/** Where Debian has the browser that the driver starts. */
function miniBrowser() {
  for (const machine of readdirSync("/usr/lib")) {
    for (const version of ["4.1", "4.0"]) {
      const folder = join("/usr/lib", machine, `webkit2gtk-${version}`);
      try {
        if (readdirSync(folder).includes("MiniBrowser")) return join(folder, "MiniBrowser");
      } catch {
        continue;
      }
    }
  }
  throw new Error("WebKit's MiniBrowser is not installed: tools/setup test");
}

/** A home in which the browser's own buttons take no room, so that windows can be narrow. @param {boolean} moving */
function quietHome(moving) {
  const home = temporaryFolder();
  const settings = join(home, ".config/gtk-3.0");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "gtk.css"), "* { min-width: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }\n");
  writeFileSync(join(settings, "settings.ini"), `[Settings]\ngtk-enable-animations=${Number(moving)}\n`);
  return home;
}

const WEBKIT_KEYS = { Tab: Key.TAB, Enter: Key.ENTER, Space: " ", ArrowRight: Key.ARROW_RIGHT, ArrowDown: Key.ARROW_DOWN };

/** @param {Look} look @returns {Promise<Window>} */
async function webkit({ dark = false, moving = false }) {
  const { display, end } = await screen();
  const port = await freePort();
  const home = quietHome(moving);
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, ".config"), DISPLAY: display, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", GSETTINGS_BACKEND: "memory" },
    stdio: "inherit",
  });
  process.on("exit", () => driver.kill("SIGKILL"));
  const address = `http://127.0.0.1:${port}`;
  if (!(await eventually(() => fetch(`${address}/status`).then(() => true, () => false), START_MS))) throw new Error("WebKitWebDriver did not start");
  const browser = await new Builder().usingServer(address).withCapabilities(new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: miniBrowser(), args: ["--automation", ...(dark ? ["--dark-mode"] : [])] },
  })).build();
  const window = browser.manage().window();
  const inner = () => /** @type {Promise<Size>} */ (browser.executeScript("return { width: innerWidth, height: innerHeight };"));
  const [outer, page] = [await window.getRect(), await inner()];
  const frame = { width: outer.width - page.width, height: outer.height - page.height };
  return {
    goTo: (url) => browser.get(url),
    resize: (size) => window.setRect({ x: 0, y: 0, width: size.width + frame.width, height: size.height + frame.height }),
    click: (x, y) => browser.actions().move({ x, y, duration: 0 }).click().perform(),
    press: (key) => browser.actions().sendKeys(WEBKIT_KEYS[key]).perform(),
    read: (act) => browser.executeScript(`return (${act});`),
    picture: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
    async close() {
      await browser.quit();
      driver.kill();
      end();
    },
  };
}

/** By name, what starts each. @type {Record<string, (look: Look) => Promise<Window>>} */
export const ENGINES = Object.fromEntries(Object.entries({ Chromium: chromium, Firefox: firefox, WebKit: webkit })
  .map(([name, start]) => [name, async (look) => patient(await start(look))]));
