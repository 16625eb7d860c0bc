// Somebody in front of a page of a program that has one of the vendors' widgets on it, and who knows the answers.
import assert from "node:assert/strict";
import { Visitor } from "../../browser/widget.js";
import { eventually } from "../../lib/tessera.js";

/** @typedef {import("playwright-core").Page} Page */

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

  /** What the page would send. @param {string} name */
  field(name) {
    return this.page.locator(`[name="${name}"]`).inputValue();
  }
}
