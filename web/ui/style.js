// style.js: gives a document or shadow root its styles, without a style element: a strict CSP allows none.

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * By what the visitor did last, what ui.css makes of rings. Where a script moves the focus, browsers do not agree on
 * `:focus-visible`: WebKit draws a ring after a click, and none for keys that follow one.
 */
const RINGS = { pointerdown: ".tes { --ring: none; }", keydown: ".tes { --keyed-ring: 3px solid var(--accent); }" };

/** @type {CSSStyleSheet | undefined} */
let rings;

/** Draws rings around what has the focus for those who use keys, and none for those who point. One for the whole page. */
export function ringSheet() {
  if (rings) return rings;
  const sheet = (rings = new CSSStyleSheet());
  let now = "";
  for (const [name, text] of Object.entries(RINGS)) {
    window.addEventListener(name, () => {
      if (now !== text) sheet.replaceSync((now = text));
    }, true);
  }
  return sheet;
}

/** @param {Document | ShadowRoot} root @param {...CSSStyleSheet} wanted */
export function addSheets(root, ...wanted) {
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
export const adopt = (root, ...texts) => addSheets(root, ...texts.map(sheetOf), ringSheet());
