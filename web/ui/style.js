// style.js: gives a document or shadow root its styles, without a style element: a strict CSP allows none.

/** By document, as none can be shared, and by text. @type {WeakMap<Document, Map<string, CSSStyleSheet>>} */
const sheets = new WeakMap();

/**
 * By what the visitor did last, what ui.css makes of rings. Where a script moves the focus, browsers do not agree on
 * `:focus-visible`: WebKit draws a ring after a click, and none for keys that follow one.
 */
const RINGS = { pointerdown: ".tes { --ring: none; }", keydown: ".tes { --keyed-ring: 3px solid var(--accent); }" };

/** Draws rings around what has the focus for those who use keys, and none for those who point. One for the whole page.
 * @param {Document} [page] */
export const ringSheet = (page = document) => sheetOf(page, "", (sheet) => {
  let now = "";
  for (const [name, text] of Object.entries(RINGS)) {
    page.defaultView?.addEventListener(name, () => {
      if (now !== text) sheet.replaceSync((now = text));
    }, true);
  }
});

/** @param {Document | ShadowRoot} root @param {...CSSStyleSheet} wanted */
export function addSheets(root, ...wanted) {
  const missing = wanted.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}

/** @param {Document} page @param {string} text @param {(sheet: CSSStyleSheet) => void} [begin] */
function sheetOf(page, text, begin) {
  const known = sheets.get(page) ?? new Map();
  sheets.set(page, known);
  let sheet = known.get(text);
  if (!sheet) {
    known.set(text, sheet = new (/** @type {any} */ (page.defaultView ?? window)).CSSStyleSheet());
    sheet.replaceSync(text);
    begin?.(sheet);
  }
  return sheet;
}

/** @param {Document | ShadowRoot} root @param {...string} texts style sheets' texts */
export function adopt(root, ...texts) {
  const page = root.ownerDocument ?? /** @type {Document} */ (root);
  addSheets(root, ...texts.map((text) => sheetOf(page, text)), ringSheet(page));
}
