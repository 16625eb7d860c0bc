// beside.js: other ways, as buttons in the notice, for who has failed more than once.

import { make } from "../ui/dom.js";
import { OTHERS } from "../ui/asked.js";

/**
 * Offers what else there is beside what the notice says. Returns what is to be said aloud.
 * @param {import("../ui/panel.js").Panel} panel @param {string} words that the notice shows
 */
export function offerBeside(panel, words) {
  const { text } = panel;
  const offers = panel.offers();
  if (offers.length === 0) return words;
  const labels = offers.map((name) => text.say(OTHERS[name] ?? ""));
  const list = text.list(labels);
  const said = words === text.say("incorrect") ? text.say("incorrect-twice", { ways: list }) : `${words} ${list}.`;
  const [before = "", after = ""] = said.split(list);
  panel.frame.notice.replaceChildren(before, ...offers.flatMap((name, at) => [" ", make("button", { type: "button", class: "replay",
    click: () => (name === "ways" ? panel.ways() : panel.instead(name)) }, labels[at] ?? "")]), after.length > 2 ? after : ""); // no lone full stop
  return said;
}
