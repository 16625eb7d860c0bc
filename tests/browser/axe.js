// What axe-core finds on a page that stands still.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ROOT } from "../lib/tessera.js";

/** @typedef {import("./browser.js").Page} Page */

/** Runs by the browser's own timers, also where the page's clock stands still. */
const AXE = `(function (setTimeout) {
${readFileSync(`${ROOT}/tests/node_modules/axe-core/axe.min.js`, "utf8")}
}).call(window, window.__pwClock?.builtins.setTimeout ?? setTimeout.bind(window))`;

/** Resolves when nothing changes its colour or place any more; a spinner has no end. @param {Page} page */
function still(page) {
  return page.evaluate(async () => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    await Promise.all(roots.flatMap((root) => root.getAnimations())
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished.catch(() => {})));
  });
}

/** @type {Look} */
const PLAIN_LOOK = { colorScheme: "light", forcedColors: "none", contrast: "no-preference" };

/** The rules whose result depends on colours. Other colours change nothing else, so that these are enough to look at them. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * No violation on the page as it is.
 * @param {Page} page
 * @param {string} [state] what is on the page, for the message
 * @param {string[]} [rules] in place of all
 */
export async function assertAccessible(page, state, rules) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  await still(page);
  const { found, passed } = await page.evaluate(async (only) => {
    const { violations, passes } = await /** @type {any} */ (window).axe.run(document,
      { resultTypes: ["violations"], preload: false, ...(only ? { runOnly: { type: "rule", values: only } } : {}) });
    return { passed: passes.length, found: violations.map((/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes.map((/** @type {any} */ { html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`) };
  }, rules);
  assert.deepEqual(found, [], state);
  assert.ok(passed > 0, `${state}: no rule applies to anything on the page`);
}

/** What a visitor's system may ask for that changes colours alone. @typedef {NonNullable<Parameters<Page["emulateMedia"]>[0]>} Look */

/** @type {Look[]} */
export const DARK = [{ colorScheme: "dark" }];

/** @type {Look[]} */
export const ALL_COLOURS = [...DARK, { forcedColors: "active" }, { forcedColors: "active", colorScheme: "dark" }, { contrast: "more" }];

/** As assertAccessible(): all rules on the page as it is, which is light, then those about colours in other looks.
 * @param {Page} page @param {string} [state] @param {Look[]} [looks] */
export async function assertAccessibleInLooks(page, state, looks = DARK) {
  await assertAccessible(page, state);
  for (const look of looks) {
    await page.emulateMedia({ ...PLAIN_LOOK, ...look });
    await assertAccessible(page, `${state}, ${JSON.stringify(look)}`, COLOUR_RULES);
  }
  await page.emulateMedia(PLAIN_LOOK);
}
