// Somebody in front of a page of a program that has one of the vendors' widgets on it, and who knows the answers.
import assert from "node:assert/strict";
import { DESKTOP, navigate, watchedPage } from "../../browser/browser.js";
import { Visitor } from "../../browser/widget.js";
import { eventually } from "../../lib/tessera.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../lib/tessera.js").Server} Server */

/** What a site of today asks, as soon as a script can answer it. */
export const CONFIG = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0}\n";

export class Person {
  /** @param {Page} page @param {string} widget the selector of the element that has the box */
  constructor(page, widget) {
    this.page = page;
    this.visitor = new Visitor(page, { click: "click" });
    this.box = this.visitor.box = page.locator(widget).getByRole("checkbox");
  }

  /** Ticks the box and answers. */
  async tick() {
    await this.box.click();
    await this.answer();
    assert.equal(await this.box.getAttribute("aria-checked"), "true");
  }

  /** Answers the challenge that is shown, and those that follow it, until the dialog closes. */
  async answer() {
    const { visitor } = this;
    for (let before; ; ) {
      const { token } = await visitor.shown(before);
      await visitor.choose(visitor.right());
      await visitor.submit();
      const isNext = () => visitor.challenge.token !== token;
      assert.ok(await eventually(async () => isNext() || !(await visitor.dialog.isVisible())), "an answer was not taken");
      if (!isNext()) return;
      before = token;
    }
  }

  /** Presses a button that asks before it sends its form; ends when the page has gone on. @param {import("playwright-core").Locator} button */
  async press(button) {
    await navigate(this.page, async () => {
      await button.click();
      await this.answer();
    });
  }

  /** What the page would send. @param {string} name */
  field(name) {
    return this.page.locator(`[name="${name}"]`).inputValue();
  }

  /** Has the page send something else. @param {string} name @param {string} value */
  async paste(name, value) {
    await this.page.locator(`[name="${name}"]`).evaluate((field, text) => (/** @type {HTMLTextAreaElement} */ (field).value = text), value);
  }
}

/**
 * Opens a page of a program that has a widget. `faults()` are those of the page, but for requests to origins that it needs.
 * @param {{after: (end: () => any) => void}} t @param {import("playwright-core").Browser} browser @param {Server} server
 * @param {{url: string, widget: string, origins?: string[], javaScriptEnabled?: boolean}} what
 */
export async function visit(t, browser, server, { url, widget, origins = [], ...more }) {
  const { context, page, faults } = await watchedPage(browser, server, { reducedMotion: "no-preference", viewport: DESKTOP, ...more });
  t.after(() => context.close());
  const person = new Person(page, widget);
  const reply = await page.goto(url);
  const needed = [new URL(url).origin, ...origins].map((origin) => `foreign: ${origin}/`);
  return { page, person, reply, faults: () => faults.filter((fault) => !needed.some((start) => fault.startsWith(start))) };
}

/**
 * Gets a code without a script, as reCAPTCHA's <noscript> has it: by the link in its frame, on the page that this opens.
 * @param {Page} page @returns {Promise<string>}
 */
export async function codeWithoutScript(page) {
  let truth = "";
  page.context().on("response", (reply) => (truth = reply.headers()["tessera-truth"] ?? truth));
  const [window] = await Promise.all([page.waitForEvent("popup"), page.frameLocator("iframe").locator("#way-on").click()]);
  await window.locator("#submit").waitFor();
  while (await window.locator("#submit").isVisible()) { // another round may follow
    for (const cell of truth.split(",")) await window.locator(`label:has([name="cell"][value="${cell}"], [name="cell-${cell}"])`).click();
    await navigate(window, () => window.locator("#submit").click());
  }
  return window.locator("#code").inputValue();
}
