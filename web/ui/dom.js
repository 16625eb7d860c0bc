// dom.js: makes elements and icons. No HTML is parsed anywhere, so that no text can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** Lines on a square of 24. @type {Record<string, string>} */
const ICONS = {
  reload: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  clock: "M12 7.5V12l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",
  more: "M20.6 9.5A9 9 0 1 0 13 21M12 7.5V12l2.5 1.5M18.5 14.5v7M15 18h7",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6",
  down: "M6 9.5l6 6 6-6",
  zoom: "M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14M15.5 15.5 21 21M7.5 10.5h6M10.5 7.5v6",
  close: "M6 6l12 12M18 6 6 18",
  alert: "M12 4 2.5 20h19ZM12 10v4.5M12 17.3v.2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  play: "M8 5v14l11-7Z",
  pause: "M9 6v12M15 6v12",
};

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | EventListener>} [attributes] functions listen, `true` is an empty attribute
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const page = children.map((child) => /** @type {Node} */ (child).ownerDocument).find((one) => one && one !== document) ?? document;
  const element = page.createElement(tag); // a loaded picture that is another page's would be fetched again in this one
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** @param {[string, Record<string, string>][]} shapes on a square of 24 @param {string} name of its class */
export function drawing(shapes, name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  return svg;
}

/** @param {string} name one of ICONS */
export const icon = (name) => drawing([["path", { d: ICONS[name] ?? "" }]], `icon ${name}`);

/**
 * Scrolls no further than needed to show the elements; the first one is certain to be seen. Never animated: it follows
 * a click, so the visitor is looking, and some want less motion.
 * @param {readonly Element[]} elements
 */
export function bringIntoView(elements) {
  for (const element of [...elements].reverse()) {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }
}

/** The last number that was given, by any script of ours: an id of one must not be that of another's element in the same root. @type {{last: number}} */
const ids = /** @type {any} */ (globalThis)[Symbol.for("tessera-ids")] ??= { last: 0 };
/** An id that no other element of ours has. */
export const freshId = () => `tessera-${++ids.last}`;
