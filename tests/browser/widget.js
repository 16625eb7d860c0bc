// What the widget's tests share: a site with the widget on it, and a visitor who knows the answers.
import assert from "node:assert/strict";
import { pairs } from "../lib/puzzle.js";
import { Site, pageOf } from "../lib/site.js";
import { eventually, kinds } from "../lib/tessera.js";
import { PATIENCE_MS, arranged, watchedPage } from "./browser.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("../lib/tessera.js").Server} Server */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./browser.js").ContextOptions} ContextOptions */

export const KINDS = kinds();

/** Notes what the site is told, as `window.told`. */
const NOTES = `
window.told = [];
window.onPassed = (response) => told.push(["callback", response]);
window.onExpired = () => told.push(["expired-callback"]);
window.onFailed = (code) => told.push(["error-callback", code]);
window.onClosed = () => told.push(["close-callback"]);
window.onTesseraLoad = () => told.push(["onload"]);
for (const name of ["verified", "expired", "error"]) {
  document.addEventListener(name, (event) => told.push([name, event.detail]), true);
}
`;

/** A form with the widget. @param {string} attributes */
const formOf = (attributes) => `<form method="get" action="/sent"><label>Name <input name="name" value="Ada"></label>
<div class="tessera" data-callback="onPassed" data-expired-callback="onExpired" data-error-callback="onFailed"
data-close-callback="onClosed" ${attributes}></div><p><button id="send">Send</button></p></form>`;

const SCRIPTS = '<script src="/notes.js"></script><script src="/tessera.js" async defer></script>';

/**
 * A site in front of a server: `/KIND` has the widget with challenges of that kind; `more` are further pages.
 * @param {Server} server @param {Record<string, string>} [more] bodies, or whole pages
 * @param {Partial<Parameters<typeof Site.start>[0]>} [options]
 */
export function startSite(server, more = {}, options = {}) {
  const ofKinds = KINDS.map((kind) => [`/${kind}`, formOf(`data-sitekey="${server.sitekey}" data-type="${kind}"`) + SCRIPTS]);
  const pages = Object.fromEntries([...ofKinds, ...Object.entries(more), ["/sent", "<p id='sent'>Thank you.</p>"]]
    .map(([path, body]) => [path, body.startsWith("<!doctype") ? body : pageOf(body)]));
  return Site.start({ pages, scripts: { "/notes.js": NOTES }, upstream: server.url, ...options });
}

/** @param {Server} server @param {string} attributes */
export const bodyOf = (server, attributes) => formOf(`data-sitekey="${server.sitekey}" ${attributes}`) + SCRIPTS;

/** The forms that options have; scenes come in both. @type {Record<string, (view: any) => boolean>} */
export const FORMS = { pictures: (view) => Boolean(view.cells), words: (view) => view.options !== null && !view.cells };

/** A person in front of a page with the widget. */
export class Visitor {
  /** @param {Page} page @param {{click: "click" | "tap"}} hands */
  constructor(page, hands) {
    this.page = page;
    this.hands = hands.click;
    /** The last challenge, with its answer. @type {any} */
    this.challenge = null;
    page.on("response", async (reply) => {
      if (!/\/v1\/(challenge|answer)$/.test(reply.url()) || reply.status() !== 200 || reply.request().method() !== "POST") return;
      const truth = reply.headers()["tessera-truth"];
      const json = await reply.json().catch(() => ({})); // a page that has gone on has none any more
      const challenge = reply.url().endsWith("/v1/answer") ? json.challenge : json;
      if (challenge?.token) this.challenge = { ...challenge, truth };
    });
    this.box = page.getByRole("checkbox");
    this.dialog = page.getByRole("dialog");
    this.panel = page.locator(".panel");
    this.submitButton = page.locator(".primary.submit");
    this.notice = page.locator(".notice");
    this.live = page.locator(".panel .aloud[role=status]");
  }

  /** Opens the dialog by hand and waits for a challenge, which is another one each time. */
  async open() {
    const before = this.challenge?.token;
    await this.box[this.hands]();
    await this.shown(before);
  }

  /** A challenge is shown whose answer is known, and in as many columns as there is room for. @param {string} [before] the token of the one before */
  async shown(before) {
    await this.page.locator(".panel[data-state=ready]").waitFor();
    assert.ok(await eventually(() => this.challenge && this.challenge.token !== before, PATIENCE_MS), "no challenge came");
    await this.page.locator(".panel[data-state=ready]").waitFor();
    await arranged(this.page);
    return this.challenge;
  }

  /** Asks for new challenges until one is like that. @param {(view: any) => boolean} isWanted of its view */
  async until(isWanted) {
    for (let tries = 0; !isWanted(this.challenge.view); tries++) {
      assert.ok(tries < 400, "no such challenge came"); // the rarest that is wanted is one in ten: 0.9^400 is 5e-19
      const { token } = this.challenge;
      await this.press("reload");
      await this.shown(token);
    }
    return this.challenge;
  }

  /** The cells that are right, or for a puzzle two moves. */
  right() {
    const { type, truth, view } = this.challenge;
    return type === "puzzle" ? pairs(view)[0] : truth.split(",").map(Number);
  }

  /** As many that are not. */
  wrong() {
    const { type, truth, view } = this.challenge;
    if (type === "puzzle") {
      const good = pairs(view).map(String);
      for (const first of view.options) {
        for (const second of view.options) if (!good.includes(String([first, second]))) return [first, second];
      }
    }
    const right = truth.split(",").map(Number);
    return Array.from({ length: view.count }, (_, index) => index).filter((index) => !right.includes(index)).slice(0, right.length);
  }

  /** By mouse or finger. @param {(string | number)[]} answer */
  async choose(answer) {
    for (const [at, one] of answer.entries()) {
      const target = typeof one === "number" ? this.cell(one)
        : this.page.locator(`.moves:nth-of-type(${at + 1}) .move`, { has: this.page.locator(`[data-name="${one}"]`) });
      await target[this.hands]();
    }
  }

  /** Presses one of the buttons at the foot, some of which narrow screens fold. @param {string} name of its class */
  async press(name) {
    const button = this.page.locator(`.tool.${name}`);
    if (!(await button.isVisible())) await this.page.locator(".tool.options")[this.hands]();
    await button[this.hands]();
  }

  /** Gives up, and means it. */
  async giveUp() {
    await this.press("give-up");
    await this.page.locator(".sure button").first()[this.hands]();
  }

  /** @param {number} index */
  cell(index) {
    return this.page.locator(`[data-index="${index}"]`);
  }

  async submit() {
    await this.submitButton[this.hands]();
  }

  /** Answers rightly, and waits until the box is ticked. */
  async solve() {
    await this.choose(this.right());
    await this.submit();
    await this.passed();
  }

  async passed() {
    await this.dialog.waitFor({ state: "hidden" });
    assert.equal(await this.box.getAttribute("aria-checked"), "true");
  }

  /** What the site was told. @returns {Promise<any[]>} */
  told() {
    return this.page.evaluate(() => /** @type {any} */ (window).told);
  }

  /** What holds the focus, through shadow roots: its index, class or id. @returns {Promise<string>} */
  focus() {
    return this.page.evaluate(() => {
      let held = document.activeElement;
      while (held?.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
      const element = /** @type {HTMLElement} */ (held);
      return element.dataset.index ?? (element.id && !element.id.startsWith("tessera-") ? element.id
        : element instanceof HTMLInputElement ? `${element.dataset.name}` : element.className || element.tagName);
    });
  }

  /** @returns {Promise<string>} */
  field() {
    return this.page.locator("input[name=tessera-response]").inputValue();
  }
}

/** Answers rightly in the window that something opens. @param {import("playwright-core").BrowserContext} context
 * @param {() => Promise<unknown>} act opens it */
export async function solveInWindow(context, act) {
  /** @type {any} */
  let challenge;
  context.on("response", async (reply) => { // the window's own events may begin too late
    const truth = reply.headers()["tessera-truth"];
    if (reply.url().endsWith("/v1/challenge") && truth) challenge = { ...await reply.json(), truth };
  });
  const [popup] = await Promise.all([context.waitForEvent("page"), act()]);
  await popup.locator(".panel[data-state=ready]").waitFor();
  assert.ok(await eventually(() => Boolean(challenge), PATIENCE_MS), "no challenge came");
  const visitor = new Visitor(popup, { click: "click" });
  visitor.challenge = challenge;
  const url = popup.url();
  await visitor.choose(visitor.right());
  const closed = popup.waitForEvent("close");
  await visitor.submit();
  await closed; // when it has handed the pass over
  return url;
}

/**
 * @param {Browser} browser @param {Site} site @param {string} path
 * @param {ContextOptions & {prepare?: (page: Page) => Promise<unknown>}} [options]
 */
export async function visit(browser, site, path, { prepare, ...options } = {}) {
  const reducedMotion = path === "/hidden" ? "no-preference" : "reduce"; // one kind is nothing without motion
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), { reducedMotion, ...options });
  const visitor = new Visitor(page, { click: options.hasTouch ? "tap" : "click" });
  await prepare?.(page);
  await page.goto(path);
  return { context, page, faults, visitor };
}
