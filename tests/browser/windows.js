// One browser window with the same few acts in every engine, and Chromium's. tests/engines has those of the other engines.
import { eventually, wait } from "../lib/tessera.js";
import { DESKTOP, PATIENCE_MS, launch } from "./browser.js";

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{dark?: boolean, moving?: boolean}} Look  what the visitor's system prefers; less motion, unless it says otherwise */

/**
 * A browser with a page in it.
 * @typedef {object} Window
 * @property {(url: string) => Promise<unknown>} goTo
 * @property {(size: Size) => Promise<unknown>} resize  the page's part of the window
 * @property {(x: number, y: number) => Promise<unknown>} click  by mouse, there in what is seen of the page
 * @property {(key: "Tab" | "Enter" | "Space" | "ArrowRight" | "ArrowDown") => Promise<unknown>} press
 * @property {(act: string) => Promise<any>} read  runs an expression in the page, whose value may be a promise
 * @property {() => Promise<Buffer>} picture  a PNG of what is seen of the page
 * @property {() => Promise<unknown>} close
 */

/** A window of that Chromium. @param {import("playwright-core").Browser} browser @param {Look} look @returns {Promise<Window>} */
export async function chromiumWindow(browser, { dark = false, moving = false }) {
  const page = await browser.newPage({ viewport: DESKTOP, reducedMotion: moving ? "no-preference" : "reduce",
    colorScheme: dark ? "dark" : "light" });
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    goTo: (url) => page.goto(url),
    resize: (size) => page.setViewportSize(size),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    read: (act) => page.evaluate(act),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}

/** A page that gives way to another while it is asked is asked again, and a window that is resized is waited for.
 * @param {Window} window @returns {Window} */
export const patient = (window) => ({
  ...window,
  async resize(size) {
    await window.resize(size);
    const wanted = `${size.width} x ${size.height}`;
    let seen = "";
    const isSo = async () => (seen = await this.read("`${innerWidth} x ${innerHeight}`")) === wanted;
    if (!(await eventually(isSo, PATIENCE_MS))) throw new Error(`the window is ${seen} instead of ${wanted}`);
  },
  async read(act) {
    for (let tries = 0; ; tries++) {
      try {
        return await window.read(act);
      } catch (error) {
        if (tries > 20 || !/context was destroyed|navigat|browsing context|no such frame/i.test(String(error))) throw error;
        await wait(50);
      }
    }
  },
});

/** The engine that every change is tested with: by name, what starts a window. @type {Record<string, (look: Look) => Promise<Window>>} */
export const CHROMIUM = { Chromium: async (look) => patient(await chromiumWindow(await launch(), look)) };
