// renew.js: gives a pass its time once more, without a new challenge, while somebody fills in a long form. The field holds the old one
// until the new one is there, and nothing from the moment on at which the old one ends.

import { WARN_S } from "../widget/limits.js";

/** @typedef {import("../widget/widget.js").Widget} Widget */

/** What may pass by itself. */
const PASSING = ["network", "unavailable", "too-many-requests", "failed"];

/** By widget, what is being renewed. @type {WeakMap<Widget, string>} */
const asked = new WeakMap();
/** By widget, what its visitor was warned of. @type {WeakMap<Widget, string>} */
const warned = new WeakMap();

/** @param {Widget} widget */
export async function renew(widget) {
  const { response, control, text } = widget;
  if (!response || asked.get(widget) === response) return;
  asked.set(widget, response);
  try {
    const { json, lifetime } = await widget.source().post("/v1/renew", { response });
    if (widget.response !== response) return; // it has ended meanwhile, or the page wants another one
    widget.keep({ ...json, lifetime });
    widget.announce("renewed", { response: json.response }, json.response);
  } catch (error) {
    if (widget.response !== response) return;
    if (!PASSING.includes(/** @type {any} */ (error)?.code)) widget.isRenewable = false; // then it is as any that ends
    const leftS = (widget.expiresAtMs - Date.now()) / 1000;
    if (!widget.isRenewable) widget.tendIn(Math.max(0, leftS - WARN_S) * 1000);
    else if (leftS <= WARN_S && warned.get(widget) !== response) {
      warned.set(widget, response);
      control?.show("verified", text.say("expiring", { n: Math.ceil(leftS) }), true);
    }
  } finally {
    if (asked.get(widget) === response) asked.delete(widget);
  }
}
