// styles.js: gives the document, or the shadow root, that something is shown in the styles it needs.
// They are scoped to our own elements: a page's `.row` stays as it is. No element carries them, so that
// a policy without inline styles allows it.

import { addSheets, ringSheet } from "../ui/style.js";
import puzzle from "../ui/puzzle.css";
import rare from "../ui/rare.css";
import ui from "../ui/ui.css";
import own from "./standalone.css";

const SCOPE = ":where(.tes)";

/** @param {string} selectors */
const scoped = (selectors) => selectors.split(/,(?![^(]*\))/).map((selector) =>
  (/^\s*(:where\()?\.tes\b/.test(selector) ? selector : `${SCOPE} ${selector}`)).join(",");

/** @param {CSSRuleList} rules */
function scope(rules) {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = scoped(rule.selectorText);
    else if (rule instanceof CSSGroupingRule) scope(rule.cssRules);
  }
}

/** @type {CSSStyleSheet | undefined} */
let sheet;

function makeSheet() {
  const made = new CSSStyleSheet();
  made.replaceSync(ui + rare + puzzle + own);
  scope(made.cssRules);
  return made;
}

/** @param {Element} element that stands where it is to be shown */
export function adoptStyles(element) {
  const root = element.getRootNode();
  const holder = root instanceof ShadowRoot ? root : element.ownerDocument;
  sheet ??= makeSheet();
  addSheets(holder, sheet, ringSheet());
}
