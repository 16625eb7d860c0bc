// style.js: gives a document or shadow root its styles, without a style element: a strict CSP allows none.

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** @type {CSSStyleSheet | undefined} */
let ringless;

/**
 * Takes the rings away while the visitor points: where a script moves the focus, browsers do not agree whether
 * `:focus-visible` is meant. From the first key on, rings are there. One sheet for all roots of the page.
 */
export function withoutRings() {
  if (ringless) return ringless;
  const sheet = (ringless = new CSSStyleSheet());
  sheet.replaceSync(".tes :focus-visible, .tes :focus-visible + .face { outline: none !important; }");
  sheet.disabled = true;
  window.addEventListener("pointerdown", () => (sheet.disabled = false), true);
  window.addEventListener("keydown", () => (sheet.disabled = true), true);
  return sheet;
}

/** @param {Document | ShadowRoot} root @param {...CSSStyleSheet} wanted */
export function wear(root, ...wanted) {
  const missing = wanted.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

/** @param {string} text */
function sheetOf(text) {
  const sheet = sheets.get(text) ?? new CSSStyleSheet();
  if (!sheets.has(text)) sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/** @param {Document | ShadowRoot} root @param {...string} texts style sheets' texts */
export const adopt = (root, ...texts) => wear(root, ...texts.map(sheetOf), withoutRings());
