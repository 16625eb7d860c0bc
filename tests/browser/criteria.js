// What criteria of WCAG 2.2 ask of a page that stands there, each as a list of what fails: wcag.test.js and forms-access.test.js look at it.
import { HELD } from "../readers/reader.js";

/** @typedef {import("./browser.js").Page} Page */

/** Runs a function of the page on what is shown of a selector, through shadow roots; of what lies behind a dialog nothing is.
 * @template T @param {Page} page @param {string} selector @param {(shown: HTMLElement[]) => T} act @returns {Promise<T>} */
export const onShown = (page, selector, act) => page.evaluate(`(${act})((() => {
  const roots = [document];
  for (const root of roots) for (const one of root.querySelectorAll("*")) if (one.shadowRoot) roots.push(one.shadowRoot);
  const modal = roots.map((root) => root.querySelector("dialog:modal")).find(Boolean);
  return roots.flatMap((root) => [...root.querySelectorAll(${JSON.stringify(selector)})])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && (!modal || modal.contains(one)));
})())`);

/** All that can be pressed or filled in. */
export const TARGETS = "button, a[href], input, select, textarea, audio, [role=gridcell], [role=checkbox], summary";

/** 1.4.10: what sticks out at the side. @param {Page} page @returns {Promise<string[]>} */
export const wideIn = (page) => onShown(page, ".panel, .panel *, main, main *", (shown) => [
  ...(document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []),
  ...shown.filter((one) => !one.closest("pre, .aloud, svg, [data-zoom]") && one.getBoundingClientRect().right > innerWidth + 1 && one.getBoundingClientRect().width > 1)
    .map((one) => one.outerHTML.slice(0, 120))]);

/** 1.4.12: what is cut off once lines, letters and words stand further apart. @param {Page} page @returns {Promise<string[]>} */
export async function cutWhenSpaced(page) {
  await page.evaluate(() => {
    const spaced = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }";
    /** @type {(Document | ShadowRoot)[]} */
    const roots = [document];
    for (const root of roots) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(spaced);
      root.adoptedStyleSheets.push(sheet);
      for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
    }
  });
  return onShown(page, "button, a, label, p, h1, h2, h3, legend, caption, dt, dd, .face, .hint, .note, .label", (shown) => [
    ...(document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []),
    ...shown.filter((one) => !one.matches(".aloud, .aloud *, .skip") && one.clientWidth > 0 &&
      (one.scrollWidth > one.clientWidth + 1 || (getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1)))
      .map((one) => `${one.outerHTML.slice(0, 120)} is cut off: ${one.scrollWidth} x ${one.scrollHeight} in ${one.clientWidth} x ${one.clientHeight}`)]);
}

/** 2.4.11: what has the focus, where it is covered whole. @param {Page} page @returns {Promise<string | null>} */
export const coveredFocus = (page) => page.evaluate(`(${(/** @type {HTMLElement} */ held) => {
  if (held === document.body || held.matches("iframe")) return null;
  const shown = /** @type {HTMLElement} */ (held.matches("input[type=radio], input[type=checkbox]") ? held.closest("label") ?? held : held);
  const { left, top, width, height } = shown.getBoundingClientRect();
  const root = /** @type {Document | ShadowRoot} */ (shown.getRootNode());
  const seen = [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
    const at = root.elementFromPoint(left + width * across, top + height * down);
    return at !== null && (shown === at || shown.contains(at));
  }));
  return seen ? null : `${held.outerHTML.slice(0, 100)} at ${left}, ${top}`;
}})(${HELD})`);

/** 2.4.7: true where what has the focus has a ring, or what has none; null where nothing has the focus. @param {Page} page @returns {Promise<true | string | null>} */
export const ringOfFocus = (page) => page.evaluate(`(${(/** @type {HTMLElement} */ held) => {
  if (held === document.body) return null;
  const shown = held.matches("input[type=radio], input[type=checkbox]") ? [held, held.nextElementSibling, held.closest("label")] : [held];
  return shown.flatMap((one) => (one ? [getComputedStyle(one)] : [])).some(({ outlineStyle, outlineWidth, boxShadow }) =>
    (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none") || held.outerHTML.slice(0, 100);
}})(${HELD})`);

/** 2.5.8: targets under 24 pixels. @param {Page} page @returns {Promise<string[]>} */
export const smallIn = (page) => onShown(page, TARGETS, (shown) => shown.flatMap((one) => {
  const { width, height } = (one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") ?? one : one).getBoundingClientRect();
  const isInText = one.matches("p a, li a, dd a"); // within a sentence
  return isInText || width >= 24 && height >= 24 ? [] : [`${one.outerHTML.slice(0, 100)}: ${width} x ${height}`];
}));

/** 2.4.3: what has the focus, and where its middle is; nothing where that is the page. @param {Page} page
 * @returns {Promise<{name: string, x: number, y: number}>} */
export const stopOfFocus = (page) => page.evaluate(`(${(/** @type {HTMLElement} */ held) => {
  const { x, y, width, height } = held.getBoundingClientRect();
  const name = held === document.body ? "" : held.dataset.index ? "a cell" : held.textContent || held.title;
  return { name, x: x + width / 2, y: y + height / 2 };
}})(${HELD})`);
