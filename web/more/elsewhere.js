// elsewhere.js: where the dialog goes when the widget's own frame is too small for it: into the nearest page around the frame that may
// be reached and has room, or else, as pages of other origins can't be reached, into a window of its own, which hands the pass back.

import { make } from "../ui/dom.js";
import { ROOM } from "../widget/limits.js";

/** @typedef {import("../widget/widget.js").Widget} Widget */

/** How often it is looked whether the window is still there, in milliseconds. */
const LOOK_MS = 500;

/** What a response looks like, whoever sends it. */
const RESPONSE = /^[\w.-]{1,4096}$/;

/** The windows around this one, from the inside, as far as they may be reached; and whether these are all. */
function windowsAround() {
  /** @type {Window[]} */
  const found = [];
  let isAll = true;
  for (let at = /** @type {Window} */ (window); at.parent !== at;) {
    at = at.parent;
    try {
      isAll = Boolean(at.document.body);
    } catch {
      isAll = false; // another origin's
    }
    if (!isAll) break;
    found.push(at);
  }
  return { found, isAll };
}

/** @param {Widget} widget */
export function openElsewhere(widget) {
  if (!widget.host.isConnected) return undefined; // the page has removed it while this was loaded
  const { found, isAll } = windowsAround();
  const page = found.find(({ innerWidth, innerHeight }) => innerWidth >= ROOM.width && innerHeight >= ROOM.height) ?? (isAll ? found.pop() : undefined);
  return page ? openIn(page.document, widget) : openWindow(widget);
}

/** Shows the dialog in another page, in a shadow root there. @param {Document} page @param {Widget} widget */
function openIn(page, widget) {
  const host = page.createElement("div");
  host.setAttribute("data-tessera", "");
  host.style.setProperty("all", "initial");
  host.style.setProperty("display", "contents");
  const root = host.attachShadow({ mode: "open" });
  widget.style(root);
  const shell = page.createElement("div");
  shell.className = widget.shell.className;
  root.append(shell);
  page.body.append(host);
  shell.append(widget.dialog);
  const leave = () => host.remove(); // the frame goes away, and everything that could close the dialog with it
  window.addEventListener("pagehide", leave);
  widget.outside = () => {
    widget.outside = undefined;
    window.removeEventListener("pagehide", leave);
    widget.shell.append(widget.dialog);
    host.remove();
  };
  return widget.show();
}

/** By widget, what ends the wait for a window; and those whose windows were not let open. @type {WeakMap<Widget, () => void>} */
const waiting = new WeakMap();
/** @type {WeakSet<Widget>} */
const blocked = new WeakSet();

/** The page that asks in a window of its own. What its script alone needs stands behind the #: an address may be written down by servers and
 * proxies, and some of it is secret. @param {Widget} widget */
function addressOf({ base, options, text }) {
  const { sitekey, theme = "", type = "", difficulty = "", action = "", cdata = "", user = "", "user-proof": proof = "", order = "", frame = "" } = options;
  const parts = [{ sitekey, frame, lang: text.tag, window: "1" }, { theme, type, difficulty, action, cdata, user, "user-proof": proof, order }];
  return `${base}/widget?${parts.map((part) => new URLSearchParams(Object.entries(part).filter(([, value]) => value))).join("#")}`;
}

/** Waits for the window to say that it is there, and then for what it has to hand over. It comes through a channel that nobody else has.
 * @param {Widget} widget @param {Window | null} opened null where a link opens it, and any window of the server's will do */
function awaitPass(widget, opened) {
  waiting.get(widget)?.();
  const { origin } = new URL(widget.base, location.href);
  /** @type {MessagePort | undefined} */
  let port;
  const hear = (/** @type {MessageEvent} */ event) => {
    if (event.origin !== origin || event.data?.tessera !== "ready" || (opened && event.source !== opened)) return;
    opened = /** @type {Window} */ (event.source);
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      if (!RESPONSE.test(String(data?.response)) || widget.response) return;
      stop();
      widget.pass({ response: data.response, lifetime: Number(data.lifetime) || undefined, renewable: Number(data.renewable) || 0 });
    };
    opened.postMessage({ tessera: "begin" }, origin, [channel.port2]);
  };
  const watch = setInterval(() => {
    if (!widget.host.isConnected || widget.response || widget.dialog.open) return stop();
    if (!opened?.closed) return;
    stop();
    widget.close();
  }, LOOK_MS);
  const stop = () => {
    clearInterval(watch);
    window.removeEventListener("message", hear);
    port?.close();
    waiting.delete(widget);
  };
  window.addEventListener("message", hear);
  waiting.set(widget, stop);
}

/** @param {Widget} widget */
function openWindow(widget) {
  const { control, text } = widget;
  if (blocked.has(widget)) { // it can't be had: better a dialog that has to be scrolled than none
    blocked.delete(widget);
    return widget.show();
  }
  const address = addressOf(widget);
  const opened = window.open(address, "_blank", "popup,width=560,height=760");
  if (!opened && widget.invisible) return widget.show(); // there is no box to tell it in
  awaitPass(widget, opened);
  control?.show("working");
  if (opened) return undefined;
  blocked.add(widget);
  control?.show("error", text.say("window"), true);
  control?.element.querySelector(".note")?.replaceChildren(make("a", { href: address, target: "_blank", rel: "opener", class: "again",
    click: (event) => event.stopPropagation() }, text.say("window")));
  return undefined;
}
