// What axe-core finds on a page that stands still.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ROOT } from "../lib/tessera.js";

/** @typedef {import("./browser.js").Page} Page */

const AXE = readFileSync(`${ROOT}/tests/node_modules/axe-core/axe.min.js`, "utf8");

/** Resolves when nothing changes its colour or place any more; a spinner has no end. @param {Page} page */
function still(page) {
  return page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    await Promise.all(roots.flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => {})));
  });
}

/**
 * No violation on the page as it is.
 * @param {Page} page
 * @param {string} [state] what is on the page, for the message
 * @param {(page: Page) => Promise<unknown>} [tick] where the page's clock stands still: lets it go on a little, axe waits by it
 */
export async function assertAccessible(page, state, tick) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await still(page);
  await page.evaluate(() => {
    const { axe } = /** @type {any} */ (window);
    axe.done = undefined;
    axe.found = axe.run(document, { resultTypes: ["violations"] }).then((/** @type {any} */ { violations }) => (axe.done = violations));
  });
  while (tick && !(await page.evaluate(() => /** @type {any} */ (window).axe.done))) await tick(page);
  const violations = await page.evaluate(async () => (await /** @type {any} */ (window).axe.found).map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes.map((/** @type {any} */ { html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`));
  assert.deepEqual(violations, [], state);
}
