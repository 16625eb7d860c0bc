// style.js: gives a document or shadow root its styles, without a style element: a strict CSP allows none.

/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** @param {Document | ShadowRoot} root @param {...string} texts style sheets' texts */
export function adopt(root, ...texts) {
  for (const text of texts) {
    let sheet = sheets.get(text);
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
