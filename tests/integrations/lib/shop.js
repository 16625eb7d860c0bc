// A site of somebody else's that uses a Tessera on another origin: pages with an app that npm's packages are part of, a strict
// policy, visitors in Chromium, and what the site's own server asks afterwards.
import assert from "node:assert/strict";
import { Site, pageOf } from "../../lib/site.js";
import { Visitor } from "../../browser/widget.js";
import { watchedPage } from "../../browser/browser.js";
import { bundle } from "./bundle.js";
import { VENDORS } from "./vendors.js";

/** @typedef {import("../../lib/tessera.js").Server} Server */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("../../browser/browser.js").ContextOptions} ContextOptions */
/** @typedef {import("./vendors.js").Vendor} Vendor */

/** Of the server: pictures of one kind, which are made and answered quickly, and no budget. */
export const QUICK = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, types: [human], test_mode: true}\n";

/** What such a site allows beside its own scripts, as docs/widget.md says. @param {string} origin of Tessera @param {string} scripts further sources */
const policyFor = (origin, scripts) => `default-src 'none'; form-action 'self'; frame-src ${origin}; script-src 'self' ${origin} 'wasm-unsafe-eval' ${scripts}; ` +
  `connect-src ${origin}; img-src ${origin}; media-src ${origin}`;

export class Shop {
  /** @param {Site} site @param {Server} server @param {string} origin */
  constructor(site, server, origin) {
    this.site = site;
    this.server = server;
    this.origin = origin;
  }

  /**
   * A page for each app of apps/, at its name.
   * @param {Server} server @param {Record<string, string>} apps and what stands in the page before the app's script
   * @param {{origin?: string, scripts?: string}} [options] where the pages find the server, where that is not its own address, and what
   *   their policy allows of scripts beside
   */
  static async start(server, apps, { origin = server.url, scripts = "" } = {}) {
    const names = Object.keys(apps);
    const bundles = await Promise.all(names.map(bundle));
    const site = await Site.start({
      policy: policyFor(origin, scripts),
      pages: Object.fromEntries(names.map((name) => [`/${name}`,
        pageOf(`<form id="form" action="/sent"><div id="place"></div></form>${apps[name]}<script src="/shop.js"></script><script src="/${name}.js"></script>`)])),
      scripts: {
        ...Object.fromEntries(names.map((name, index) => [`/${name}.js`, bundles[index]])),
        "/shop.js": `window.shop = ${JSON.stringify({ server: origin, sitekey: server.sitekey })}; window.told = [];`,
      },
    });
    return new Shop(site, server, origin);
  }

  down() {
    return this.site.down();
  }

  /**
   * A visitor on the page of an app, until the test's end. Their `faults` are errors in the console, exceptions, violations of the
   * policy, and requests to anybody but the site and Tessera.
   * @param {{after: (end: () => any) => void}} test @param {Browser} browser @param {string} app @param {Record<string, string>} [options] of the app: its query
   * @param {ContextOptions & {prepare?: (page: import("playwright-core").Page) => Promise<unknown>}} [context]
   */
  async visit(test, browser, app, options = {}, { prepare, ...context } = {}) {
    const watched = await watchedPage(browser, /** @type {any} */ (this.site), { reducedMotion: "reduce", ...context });
    test.after(() => watched.context.close());
    const visitor = new Customer(watched.page, this.origin, watched.faults);
    await prepare?.(watched.page);
    await watched.page.goto(`/${app}?${new URLSearchParams(options)}`);
    return visitor;
  }

  /** What the site's server is told of a response. @param {Vendor} vendor @param {string} response @param {Record<string, string>} [more] */
  async verify(vendor, response, more = {}) {
    const { status, json } = await this.server.form(VENDORS[vendor].verify, { secret: this.server.secret, response, ...more });
    assert.equal(status, 200);
    return json;
  }

  /** The response is good, for this page, and once. @param {Vendor} vendor @param {string} response */
  async redeems(vendor, response) {
    const { success, hostname } = await this.verify(vendor, response);
    assert.deepEqual({ success, hostname }, { success: true, hostname: "127.0.0.1" });
    assert.equal((await this.verify(vendor, response)).success, false);
  }
}

/** A person on a page of a shop. What an app is told by its component is in `window.told`, what it can do in `window.app`. */
export class Customer extends Visitor {
  /** @param {import("playwright-core").Page} page @param {string} origin @param {string[]} faults */
  constructor(page, origin, faults) {
    super(page, { click: "click" });
    this.origin = origin;
    this.all = faults;
  }

  /** The person in the window that opens when something is done. Its first replies may be there before the window is known, so that
   * they are noted from the beginning. @param {import("playwright-core").Page} page @param {string} origin @param {() => Promise<unknown>} act */
  static async inWindow(page, origin, act) {
    const context = page.context();
    /** @type {import("playwright-core").Response[]} */
    const early = [];
    const note = (/** @type {import("playwright-core").Response} */ reply) => void early.push(reply);
    context.on("response", note);
    const opened = page.waitForEvent("popup");
    await act();
    const window = await opened;
    const customer = new Customer(window, origin, []);
    context.off("response", note);
    for (const reply of early) if (reply.frame().page() === window) /** @type {any} */ (window).emit("response", reply);
    return customer;
  }

  get faults() {
    return this.all.filter((fault) => !fault.startsWith(`foreign: ${this.origin}/`));
  }

  /** Answers the challenge that is shown, and waits until the dialog is gone. */
  async answer() {
    await this.choose(this.right());
    await this.submit();
    await this.dialog.waitFor({ state: "hidden" });
  }

  /** What the app was told by then, which is so many things; then forgotten. @param {number} count @returns {Promise<any[][]>} */
  async hears(count) {
    await this.page.waitForFunction((least) => /** @type {any} */ (window).told.length >= least, count);
    return this.page.evaluate(() => /** @type {any} */ (window).told.splice(0));
  }

  /** Calls what the app has for its component; resolves with what that resolves with.
   * @param {string} name @param {...unknown} values @returns {Promise<any>} */
  call(name, ...values) {
    return this.page.evaluate(([method, given]) => /** @type {any} */ (window).app[/** @type {string} */ (method)](.../** @type {any[]} */ (given)),
      [name, values]);
  }

  /** Begins such a call without waiting for it; what comes of it is told as ["resolved", value] or ["rejected", reason].
   * @param {string} name @param {...unknown} values */
  begin(name, ...values) {
    return this.page.evaluate(([method, given]) => {
      const { app, told } = /** @type {any} */ (window);
      Promise.resolve(app[/** @type {string} */ (method)](.../** @type {any[]} */ (given))).then(
        (value) => told.push(["resolved", value]),
        (reason) => told.push(["rejected", reason instanceof Error ? reason.message : reason]));
    }, [name, values]);
  }

  /** What the fields of that name hold. @param {string} name */
  fields(name) {
    return this.page.locator(`form [name="${name}"]`).evaluateAll((fields) => fields.map((field) => /** @type {HTMLInputElement} */ (field).value));
  }
}
