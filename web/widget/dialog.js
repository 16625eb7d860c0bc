// dialog.js: a modal dialog around a panel. The browser's own dialog makes the page behind it inert and lies above
// whatever the page does with layers; here Tab is kept going round in it as well.

import { make } from "../ui/dom.js";

/** Where Tab stops. Of a group of radio buttons it is one alone; none of them is the first or the last here. @param {HTMLElement} dialog */
const stops = (dialog) => /** @type {HTMLElement[]} */ (
  [...dialog.querySelectorAll("a, button, input, [tabindex='0']")]).filter((stop) => !stop.matches(":disabled") && stop.offsetParent !== null);

/** Its label is set with its language. @param {() => void} onClose by Escape */
export function createDialog(onClose) {
  const element = make("dialog", { class: "dialog", "aria-modal": "true" });
  element.addEventListener("cancel", (event) => {
    event.preventDefault();
    onClose();
  });
  element.addEventListener("keydown", (event) => {
    // Keep keys from the page's own shortcuts.
    event.stopPropagation();
    if (event.key !== "Tab") return;
    const all = stops(element);
    const [first, last] = [all[0], all[all.length - 1]];
    const at = /** @type {ShadowRoot} */ (element.getRootNode()).activeElement;
    if (event.shiftKey ? at === first || !all.includes(/** @type {any} */ (at)) : at === last) {
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    }
  });
  return element;
}
