// A real screen reader on a real browser: Orca and Firefox on a virtual screen, with a message bus of their own. Keys are pressed as
// on a keyboard (XTEST), so that Orca gets them, too. What it says is noted below each key; there is no voice, and none is needed.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { atEnd, eventually, patience, temporaryFolder, wait } from "../lib/tessera.js";
import { screen } from "../engines/engines.js";
import { Reader } from "./reader.js";

/** A timer that is set for longer is none that a step waits for. */
const SOON_MS = 3000;

/** By how much the page's clock goes slower, so that no time is up because a machine is slow. */
const SLOWER = 100;

/** By playwright's names, X's. @type {Record<string, string>} */
const KEYS = { Space: "space", Enter: "Return", ArrowRight: "Right", ArrowLeft: "Left", ArrowDown: "Down", ArrowUp: "Up", "Shift+Tab": "shift+Tab" };

/** What belongs to the browser or to Orca, and not to the page. */
const NOT_OURS = /^(Finished loading |Loading\. |Screen reader |Browse mode|Focus mode|.*Mozilla Firefox|Layout mode|Page has |main content$|\d+ percent)/;

/** Every element, through shadow roots, that is shown and matches. @param {string} selector */
const isShown = (selector) => `(() => {
  const roots = [document];
  for (const root of roots) for (const one of root.querySelectorAll("*")) if (one.shadowRoot) roots.push(one.shadowRoot);
  return roots.some((root) => [...root.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.getClientRects().length > 0));
})()`;

/** In a page, before its own scripts: counts keys that have come up, and what the page is still about to do by itself. Its clock goes slower. */
const WATCH = (/** @type {number} */ soonMs, /** @type {number} */ slower) => {
  const state = { keys: 0, asked: 0, passedMs: 0, isInTimer: false, timers: new Set() };
  Object.assign(window, { orcaWatch: state });
  addEventListener("keyup", () => state.keys++, true);
  const now = performance.now.bind(performance);
  performance.now = () => now() / slower + state.passedMs;
  const [ask, set, clear] = [window.fetch, window.setTimeout, window.clearTimeout];
  window.fetch = async (...asked) => {
    state.asked++;
    try {
      const reply = await ask(...asked);
      await reply.clone().arrayBuffer();
      return reply;
    } finally {
      set(() => state.asked--); // what the page does with it comes first
    }
  };
  // A timer that is set anew by itself never comes to an end.
  window.setTimeout = /** @type {any} */ ((/** @type {(...args: any[]) => void} */ act, /** @type {number} */ ms = 0, /** @type {any[]} */ ...args) => {
    const counts = ms <= soonMs && !state.isInTimer;
    const timer = set(() => {
      state.isInTimer = true;
      try {
        act(...args);
      } finally {
        state.isInTimer = false;
        state.timers.delete(timer);
      }
    }, ms);
    if (counts) state.timers.add(timer);
    return timer;
  });
  window.clearTimeout = (timer) => {
    state.timers.delete(timer);
    clear(timer);
  };
};

/** In a page: resolves when it has been drawn, and has told what is new. */
const DRAWN = "(async () => { for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame); })()";

/** In a page: whether it has nothing more to do by itself for now. */
const IS_SETTLED = `(() => {
  const roots = [document];
  for (const root of roots) for (const one of root.querySelectorAll("*")) if (one.shadowRoot) roots.push(one.shadowRoot);
  const moving = roots.flatMap((root) => root.getAnimations()).some(({ effect, playState }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime));
  return !moving && orcaWatch.asked === 0 && orcaWatch.timers.size === 0;
})()`;

export class Orca extends Reader {
  #read = 0;
  #marks = 0;

  /** @param {import("puppeteer-core").Browser} browser @param {import("puppeteer-core").Page} page @param {Record<string, string>} env @param {string} said a file
   * @param {import("node:child_process").ChildProcess} program @param {() => unknown} end */
  constructor(browser, page, env, said, program, end) {
    super((act) => page.evaluate(act));
    this.browser = browser;
    this.page = page;
    this.env = env;
    this.said = said;
    this.program = program;
    this.end = end;
    this.base = "";
    /** The page's own title, in whose place marks come. @type {unknown} */
    this.title = "";
  }

  static async start() {
    const home = temporaryFolder();
    const { display, end: endScreen } = await screen();
    /** @type {Record<string, string>} */
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache"),
      XDG_RUNTIME_DIR: join(home, "run"), DISPLAY: display, GDK_BACKEND: "x11", GSETTINGS_BACKEND: "memory", GNOME_ACCESSIBILITY: "1", NO_AT_BRIDGE: "0",
      LANG: "C.UTF-8", LC_ALL: "C.UTF-8", ORCA_SAID: join(home, "said") };
    for (const folder of ["XDG_DATA_HOME", "XDG_RUNTIME_DIR"]) mkdirSync(env[folder], { recursive: true, mode: 0o700 });
    mkdirSync(join(env.XDG_DATA_HOME, "orca"), { recursive: true });
    copyFileSync(new URL("orca-customizations.py", import.meta.url), join(env.XDG_DATA_HOME, "orca/orca-customizations.py"));
    const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=3"], { env, stdio: ["ignore", "ignore", "ignore", "pipe"] });
    atEnd(() => bus.kill("SIGKILL"));
    env.DBUS_SESSION_BUS_ADDRESS = await new Promise((resolve, reject) => {
      bus.on("exit", () => reject(new Error("the message bus did not start")));
      bus.stdio[3]?.on("data", (address) => resolve(String(address).trim()));
    });
    // It looks for others by pgrep, and would end them, or itself: this one is alone on its screen and its bus.
    writeFileSync(join(home, "pgrep"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const orca = spawn("orca", [], { env: { ...env, PATH: `${home}:${env.PATH}` }, stdio: "ignore", detached: true });
    atEnd(() => orca.kill("SIGKILL"));
    assert.ok(await eventually(() => existsSync(env.ORCA_SAID) && readFileSync(env.ORCA_SAID, "utf8").includes("Screen reader on")), "Orca did not start");
    const browser = await puppeteer.launch({
      browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: false, env, defaultViewport: null, timeout: patience(),
      extraPrefsFirefox: { "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "accessibility.force_disabled": -1,
        "ui.prefersReducedMotion": 0 },
    });
    const [page] = await browser.pages();
    page.setDefaultTimeout(patience());
    await page.evaluateOnNewDocument(WATCH, SOON_MS, SLOWER);
    const reader = new Orca(browser, page, env, env.ORCA_SAID, orca, async () => {
      await browser.close();
      orca.kill();
      bus.kill();
      endScreen();
    });
    await reader.#enterPage();
    return reader;
  }

  /** Gives the keyboard to the page: when the browser has started, the address bar has it. */
  async #enterPage() {
    await this.page.goto("data:text/html,<title>start</title><p>start");
    const ask = (/** @type {string[]} */ ...args) => execFileSync("xdotool", args, { env: this.env, encoding: "utf8" }).trim().split("\n");
    const window = ask("search", "--onlyvisible", "--class", "firefox").at(-1) ?? "";
    ask("windowfocus", "--sync", window);
    const { width, height } = Object.fromEntries(ask("getwindowgeometry", "--shell", window).map((line) => line.toLowerCase().split("=")));
    ask("mousemove", "--window", window, String(width / 2 | 0), String(height / 2 | 0), "click", "1");
    assert.ok(await eventually(async () => (await this.page.evaluate("document.hasFocus()")) === true), "the page does not get the keyboard");
  }

  /** Resolves when Orca has dealt with all that the page has told so far: with a mark behind it. What Orca does may lead to more: then, with another
   * mark, until nothing came between two. */
  async caughtUp() {
    await this.page.evaluate(DRAWN);
    for (let before = "";;) {
      const mark = ++this.#marks;
      this.title = await this.page.evaluate(`(window.titleBefore ??= document.title, document.title = "orca-mark ${mark}", window.titleBefore)`);
      let events = "";
      const isTold = () => {
        assert.equal(this.program.signalCode ?? this.program.exitCode, null, "Orca has ended");
        events = new RegExp(`^MARK ${mark} (\\d+)$`, "m").exec(readFileSync(this.said, "utf8"))?.[1] ?? "";
        return events !== "";
      };
      assert.ok(await eventually(isTold), `Orca does not come to an end:\n${this.lines.join("\n")}`);
      if (events === before) return;
      before = events;
    }
  }

  /** What was said since the last look, when the page has nothing more to do and Orca nothing more to say. @returns {Promise<string[]>} */
  async heard() {
    assert.ok(await eventually(() => this.page.evaluate(IS_SETTLED).then(Boolean, () => false)), `the page does not come to an end:\n${this.lines.join("\n")}`);
    await this.caughtUp();
    const text = readFileSync(this.said, "utf8");
    const fresh = text.slice(this.#read);
    this.#read = text.length;
    return [...fresh.matchAll(/^SPEECH OUTPUT: '(.*)'[^']*$/gm)].map(([, words]) => words.replace(/orca-mark \d+/, String(this.title)).trim()).filter((words) => words && !NOT_OURS.test(words));
  }

  /** @param {string} path @param {string} [until] a selector of what has to come */
  async goTo(path, until) {
    this.lines.push(`# ${path}`);
    await this.page.goto(this.base + path);
    if (until) await this.#come(until);
    await this.heard(); // what is said of the page when it has loaded depends on how fast that was
  }

  /** @param {string} key @param {string} [until] @param {() => boolean} [isSo] */
  async press(key, until, isSo = () => true) {
    this.lines.push(key);
    const keys = await this.page.evaluate("window.orcaWatch.keys");
    execFileSync("xdotool", ["key", KEYS[key] ?? key], { env: this.env });
    assert.ok(await eventually(async () => Number(await this.page.evaluate("window.orcaWatch.keys")) > Number(keys)), `the page does not get ${key}:\n${this.lines.join("\n")}`);
    assert.ok(await eventually(isSo), `never came after ${key}:\n${this.lines.join("\n")}`);
    await this.#hear(until);
  }

  /** @param {string} what @param {string} until */
  async wait(what, until) {
    this.lines.push(`(${what})`);
    await this.#hear(until);
  }

  /** @param {string} until */
  async #come(until) {
    assert.ok(await eventually(() => this.page.evaluate(isShown(until)).then(Boolean, () => false)), `never came: ${until}\n${this.lines.join("\n")}`);
  }

  /** @param {string} [until] */
  async #hear(until) {
    if (until) await this.#come(until);
    this.lines.push(...(await this.heard()).map((words) => `  ${words}`));
  }

  /** @param {number} seconds @param {string} [until] */
  async pass(seconds, until) {
    this.lines.push(`(${seconds} seconds)`);
    await wait(seconds * 1000);
    await this.page.evaluate(`window.orcaWatch.passedMs += ${seconds * 1000}`);
    await this.#hear(until);
  }

  /** All of it is read in the accessibility tree; here, keys say enough. */
  async read() {}
}
