// main.js: what few visitors need, loaded when one does: the screen of other ways, proof of work, waiting for a person, and
// the challenges that are no picture: the grid puzzle, and what is heard. The widget hands itself and its panel over.

import { make } from "../ui/dom.js";
import { playerOf, showHeard } from "../ui/heard.js";
import { renderPuzzle } from "../ui/puzzle.js";
import puzzleStyles from "../ui/puzzle.css";
import rareStyles from "../ui/rare.css";
import { showWorded } from "../ui/worded.js";
import { Review } from "./review.js";
import moreStyles from "./more.css";
import { fresh } from "./screen.js";
import { showWork } from "./work.js";

export { askBefore, zoom } from "../ui/aids.js";
export { openElsewhere } from "./elsewhere.js";
export { renew } from "./renew.js";
export { end, extend, goOn, instead } from "./steps.js";
export { tellError } from "./told.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */
/** @typedef {import("../ui/panel.js").Offer} Offer */
/** @typedef {import("../widget/widget.js").Widget} Widget */

/** By the server's name for it: the icon, and how it begins. In the order in which they are shown.
 * @type {[string, string, (widget: Widget, panel: Panel, offer: Offer) => unknown][]} */
const WAYS = [
  ["again", "reload", (_, panel) => panel.load()],
  ["review", "person", (widget, panel, offer) => Review.ask(widget, panel, offer)],
  ["other", "cards", (_, panel) => panel.load("", "", () => /** @type {any} */ (panel.options.source).ask({ alternative: "other" }))],
  ["pow", "chip", (widget, panel, offer) => showWork(panel, () => showWays(widget, panel, offer))],
  ["still", "still", (_, panel) => panel.load("", "", () => panel.options.source.instead?.("still"))],
  ["audio", "sound", (_, panel) => panel.load("", "", () => panel.options.source.instead?.("audio"))],
  ["puzzle", "grid", (_, panel) => panel.load("", "", () => panel.options.source.instead?.("puzzle"))],
];

/** Where the site sends a code, as an address that can be gone to; "" where it has none. @param {Widget} widget */
function codeAt({ options: { code = "" } }) {
  const url = code.trim() && URL.canParse(code, document.baseURI) && new URL(code, document.baseURI);
  return url && /^https?:$/.test(url.protocol) ? url.href : ""; // no script
}

/** What is said here, in English. */
export const english = TES_ENGLISH;

/** How it looks; a panel adopts it. */
export const styles = [rareStyles, puzzleStyles, moreStyles];

/** Shows what else there is. @param {Widget} widget @param {Panel} panel @param {Offer} offer */
export function showWays(widget, panel, offer) {
  const { say, sign, show } = fresh(panel);
  const ways = WAYS.filter(([name]) => name === "again" || offer.alternatives.includes(name));
  const code = codeAt(widget);
  /** Called by its first line, described by its second. @param {"button" | "a"} tag @param {string} name @param {string} shape
   * @param {Record<string, string | EventListener>} more */
  const item = (tag, name, shape, more) => {
    const id = `tessera-way-${name}-note`;
    return make(tag, { "aria-describedby": id, ...more }, sign(shape), // what is hidden there is no part of the name, and describes it
      make("span", {}, make("b", {}, say(`way-${name}`)), make("span", { id, "aria-hidden": "true" }, say(`way-${name}-note`))));
  };
  const all = ways.map(([name, shape, begin]) => item("button", name, shape, { type: "button", class: `way ${name}`, click: () => begin(widget, panel, offer) }));
  if (code) all.push(item("a", "code", "letter", { href: code, class: "way by-code" }));
  show("way-title", say(offer.reason === "failures" ? "way-lead-failures" : "way-lead"),
    make("ul", { class: "list" }, ...all.map((one) => make("li", {}, one))));
}

/** Goes on waiting after a reload. @param {Widget} widget */
export const resume = (widget) => Review.resume(widget);

/** Shows a challenge that is heard, one with words to choose from, or of the kind that is `apart` in web/ui/looks.js.
 * @param {HTMLElement} body @param {any} challenge @param {import("../ui/panel.js").Tools} tools @param {HTMLImageElement | null} picture */
export function mountApart(body, challenge, tools, picture) {
  const { view } = challenge;
  if (picture) return showWorded(body, picture, challenge, tools);
  return view.audio ? showHeard(body, playerOf(view.audio.src, tools.text), view.options, tools) : renderPuzzle(body, challenge, tools);
}
