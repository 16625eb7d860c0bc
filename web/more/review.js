// review.js: waiting for a person. It goes on while the dialog is closed, and after a reload: what is needed for that is in
// sessionStorage, by site key, until the visitor is let in or turned down.

import { make } from "../ui/dom.js";
import { STORED } from "../widget/limits.js";
import { fresh, sign } from "./screen.js";

/** @typedef {import("../ui/panel.js").Panel} Panel */
/** @typedef {import("../ui/panel.js").Offer} Offer */
/** @typedef {import("../widget/widget.js").Widget} Widget */

const EVERY_MS = 4000;
const AGAIN_MS = 12000;

export class Review {
  /** @param {Widget} widget @param {{id: string, token: string}} asked @param {string[]} alternatives */
  constructor(widget, { id, token }, alternatives) {
    this.widget = widget;
    this.id = id;
    this.token = token;
    this.alternatives = alternatives;
    this.source = widget.source();
    this.say = widget.text.say;
    this.state = "waiting";
    this.timer = 0;
    /** The line that tells how it stands, while it is shown. @type {HTMLElement | null} */
    this.line = null;
    widget.review = this;
    this.keep(JSON.stringify({ id, token, alternatives: String(alternatives) })); // old libraries have arrays written as something else
    this.lookIn(EVERY_MS);
  }

  /** The timer does not hold a widget that the page has thrown away. @param {number} ms */
  lookIn(ms) {
    const held = new WeakRef(this);
    this.timer = window.setTimeout(() => held.deref()?.look(), ms);
  }

  /** Asks for a person, with a new challenge where the offer has no token. @param {Widget} widget @param {Panel} panel
   * @param {Offer} offer */
  static async ask(widget, panel, offer) {
    const { turn } = panel;
    if (offer.isAsked) return; // pressed twice; two challenges would be two reviews
    offer.isAsked = true;
    try {
      const source = widget.source();
      offer.token ??= (await source.ask({})).token;
      const { json } = await source.post("/v1/review", { token: offer.token });
      const review = new Review(widget, json, offer.alternatives);
      if (turn === panel.turn) review.show(panel);
    } catch (error) {
      if (turn !== panel.turn) return;
      const isFull = /** @type {any} */ (error)?.code === "reviews-full";
      if (isFull) panel.say(panel.text.say("way-full"), "bad");
      else panel.sayError(error);
    } finally {
      offer.isAsked = false;
    }
  }

  /** @param {Widget} widget */
  static resume(widget) {
    try {
      const { id, token, alternatives } = JSON.parse(widget.stored() ?? "");
      const review = new Review(widget, { id, token }, String(alternatives).split(","));
      review.tell(true);
      review.look();
    } catch {
      // what is kept there is not ours
    }
  }

  /** @param {string | null} text */
  keep(text) {
    const name = STORED + this.widget.options.sitekey;
    try {
      if (text) sessionStorage.setItem(name, text);
      else sessionStorage.removeItem(name);
    } catch {
      // a page may not be allowed to; then a reload asks anew
    }
  }

  /** Asks how it stands. */
  async look() {
    clearTimeout(this.timer);
    if (!this.widget.host.isConnected) return this.lookIn(EVERY_MS); // it may come back
    let after = EVERY_MS;
    try {
      const { json, lifetime } = await this.source.post("/v1/review", { token: this.token });
      if (this.widget.review !== this) return;
      this.note("");
      if (json.state !== "waiting") return this.end(json, lifetime);
    } catch (error) {
      if (this.widget.review !== this) return;
      if (/** @type {any} */ (error)?.code === "no-review") return this.end({ state: "expired" }, 0);
      this.note(this.say("way-review-unreachable"));
      after = AGAIN_MS;
    }
    this.lookIn(after);
  }

  /** @param {string} words */
  note(words) {
    if (this.line && this.line.textContent !== words) this.line.textContent = words;
  }

  /** @param {{state: string, response?: string}} told @param {number} [lifetime] */
  end({ state, response = "" }, lifetime) {
    const { widget } = this;
    this.state = state;
    this.stop();
    this.keep(null);
    if (state === "approved") widget.pass({ response, lifetime });
    else if (widget.panel) this.show(widget.panel);
    else this.tell(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.widget.review = null;
  }

  /** Says in the box how it stands, while the dialog is closed. @param {boolean} [isTold] whether it comes by itself */
  tell(isTold) {
    this.line = null;
    if (this.widget.response) return;
    if (this.state === "waiting") this.widget.control?.show("working", this.say("way-review-box", { id: this.id }), isTold);
    else this.widget.control?.show("error", this.say(`way-review-${this.state}`), isTold);
  }

  /** @param {Panel} panel */
  show(panel) {
    const { say, show } = fresh(panel);
    const isWaiting = this.state === "waiting";
    const title = isWaiting ? "way-review-title" : `way-review-${this.state}`;
    const again = make("button", { type: "button", class: "replay", click: () => this.leave(panel) }, say("ways"));
    this.line = make("p", { class: "about", role: "status" });
    const code = make("div", { class: "code" }, make("span", {}, say("way-review-id")), make("output", { dir: "ltr" }, this.id));
    show(title, say(isWaiting ? "way-review-lead" : `way-review-${this.state}-lead`),
      sign(isWaiting ? "wait" : "no"), code, this.line, again);
  }

  /** The other ways, from here. A person can be asked again where nobody had time, not where one said no; what was asked
   * with before is used up. @param {Panel} panel */
  leave(panel) {
    this.line = null;
    const isOver = this.state === "expired";
    panel.ways({ reason: "asked", token: undefined, alternatives: this.alternatives.filter((name) => isOver || name !== "review") });
  }
}
