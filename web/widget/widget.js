// widget.js: one widget in a page: the box, the dialog with the challenge, the field in the site's form, and what the
// site is told. Everything that is shown lives in a shadow root: neither the page's styles nor ours leak.

// The styles come first, and so does this module in each bundle: all that is script then lies close together, and packs better.
import uiStyles from "../ui/ui.css";
import widgetStyles from "./widget.css";
import { make } from "../ui/dom.js";
import { lookOf } from "../ui/looks.js";
import { createPanel } from "../ui/panel.js";
import { adopt } from "../ui/style.js";
import { ENGLISH, languageFor, loadText } from "../ui/text.js";
import { createControl } from "./control.js";
import { createDialog } from "./dialog.js";
import { serverSource } from "./server.js";
import { ROOM, STORED, WARN_S } from "./limits.js";

/** So long before its end it is renewed, or half of its life: timers of a page that is not seen may run only once a minute. */
const RENEW_S = 90;
/** What has failed on the way is tried again after so many milliseconds. */
const AGAIN_MS = 5000;
/** What a pass is good for where the server does not say, in seconds. */
const LIFETIME_S = 300;
/** When it is looked whether a pass is still good: timers do not run while a page is suspended, and a form that is sent must not hold
 * a stale one. */
const MOMENTS = ["visibilitychange", "pageshow", "focus", "submit"];
/** How often it is looked whether the element of an open dialog is still in the page, in milliseconds. */
const LOOK_MS = 500;

export const FIELD = "tessera-response";

/** What an answer earns: what it is good for, and until when it can be renewed, both in seconds.
 * @typedef {{response: string, lifetime?: number | undefined, renewable?: number}} Pass */

/** A function, or the name of a global one. @typedef {string | ((value?: any) => void)} Callback */

/**
 * @typedef {object} Options
 * @property {string} sitekey
 * @property {Callback} [callback]  is given the response
 * @property {Callback} [expired-callback]  where there is one and no `renewed-callback`, nothing is renewed
 * @property {Callback} [renewed-callback]  is given the response that has taken the place of the one before
 * @property {"off"} [renew]  a pass ends when it ends
 * @property {Callback} [error-callback]  is given the error's code
 * @property {Callback} [close-callback]  the visitor closed the dialog without an answer
 * @property {"light" | "dark" | "auto"} [theme]
 * @property {"normal" | "compact" | "flexible" | "invisible"} [size]
 * @property {boolean} [low]  whether pages leave no more room than 65 pixels of height to it
 * @property {string} [lang]
 * @property {"formal" | "informal"} [address]  how visitors are spoken to, where the language knows both
 * @property {string} [type]
 * @property {string} [difficulty]
 * @property {string} [action]
 * @property {string} [cdata]
 * @property {string} [user]
 * @property {string} [user-proof]
 * @property {string} [order]
 * @property {string} [frame]  which page the server's own one is framed by, sealed by it
 * @property {Callback} [handed-callback]  of the server's own page: is given the pass with all that is known of it
 * @property {string} [code]  where the site itself sends a code to: an address, offered among the other ways
 * @property {string | number} [tabindex]
 * @property {string} [response-field-name]
 * @property {HTMLElement[]} [fields]  that hold the response, in place of one with that name; who makes them wants no events
 * @property {(response: string) => void} [filled]  is told what the fields hold, before anybody else is
 * @property {Callback} [open-callback]  the dialog was opened
 * @property {Callback} [chalexpired-callback]  the time for a challenge is up
 */

/** What is to be called; one that lies in an object is called as its method.
 * @param {Callback | undefined} callback @returns {((...values: unknown[]) => any) | undefined} */
export function lookUp(callback) {
  /** @type {any} */
  let found = callback;
  /** @type {any} */
  let place;
  if (typeof callback === "string") {
    found = window;
    for (const name of callback.split(".")) [place, found] = [found, found?.[name]];
  }
  return typeof found === "function" ? (...values) => found.call(place, ...values) : undefined;
}

/** @param {Callback | undefined} callback @param {...unknown} values */
export const call = (callback, ...values) => lookUp(callback)?.(...values);

/** What the page's styles may not change, from outside the shadow root. */
const HOST = "all: initial; display: inline-block; max-width: 100%; vertical-align: top";

/** @param {Element} element */
const languageAround = (element) => element.closest("[lang]")?.getAttribute("lang") || navigator.language || "en";

/** The options that the server is told. */
const TOLD = ["sitekey", "type", "difficulty", "action", "cdata", "user", "user-proof", "order", "frame"];

/** Those that are set, as the server calls them. @param {Options} options @param {string} lang */
const orderOf = (options, lang) => /** @type {import("./server.js").Order} */ (Object.fromEntries(
  [...TOLD.map((name) => [name.replace("-", "_"), /** @type {any} */ (options)[name]]), ["lang", lang]].filter(([, value]) => value)));

export class Widget {
  /** @param {HTMLElement} container @param {Options} options @param {string} base the server's address */
  constructor(container, options, base) {
    this.container = container;
    this.options = options;
    this.base = base;
    this.response = "";
    this.text = ENGLISH;
    this.expiry = 0;
    this.expiresAtMs = 0;
    /** Something is to be done for a pass before it ends: who has it is warned, or it is renewed. */
    this.tending = 0;
    this.tendAtMs = 0;
    /** Whether the pass can be renewed. */
    this.isRenewable = false;
    this.wake = () => {
      const now = Date.now();
      if (this.response && now >= this.expiresAtMs) this.expire();
      else if (this.response && now >= this.tendAtMs) this.tend();
    };
    /** @type {import("../ui/panel.js").Panel | null} */
    this.panel = null;
    this.watch = 0;
    /** Callers of execute() that wait.
     * @type {{resolve: (response: string) => void, reject: (error: Error) => void}[]} */
    this.waiting = [];
    this.removed = false;
    this.isOpening = false;
    /** Whether the last response has expired. */
    this.isExpired = false;
    /** What the panel showed when it was closed. */
    this.ended = "";
    /** What went wrong last, in words. */
    this.problem = "";
    /** What the page is being told at this moment. */
    this.telling = "";
    this.invisible = options.size === "invisible";
    /** Brings the dialog back from where it was shown (web/more/elsewhere.js). @type {(() => void) | undefined} */
    this.outside = undefined;
    /** Of a visitor who waits for a person. @type {import("../more/review.js").Review | null} */
    this.review = null;

    /** @type {any[]} */
    this.fields = options.fields ?? [make("input", { type: "hidden", name: options["response-field-name"] || FIELD })];
    this.host = make("div", { "data-tessera": "" });
    this.host.style.cssText = HOST;
    if (this.invisible) this.host.style.display = "contents"; // takes no room; the dialog lies above the page
    this.root = this.host.attachShadow({ mode: "open" });
    this.style(this.root);
    this.shell = make("div");
    this.dress(options.theme);
    this.root.append(this.shell);
    // A button can't contain another button, so a widget on a button is put behind it.
    if (container.matches("button, input")) container.after(this.host, ...this.fields);
    else container.append(this.host, ...this.fields);

    this.dialog = createDialog(() => this.close());
    const lang = options.lang || languageAround(container);
    this.ready = loadText(lang, `${base}/static/locales/`, options.address).then((text) => this.build(text));
    if (languageFor(lang) === "en") this.build(ENGLISH);
  }

  /** @param {import("../ui/text.js").Text} text */
  build(text) {
    if (this.removed || this.control) return;
    this.text = text;
    Object.assign(this.dialog, { lang: text.lang, dir: text.dir });
    this.dialog.setAttribute("aria-label", text.say("dialog"));
    this.control = createControl(text, {
      size: `${this.options.size === "compact" || this.options.size === "flexible" ? this.options.size : "normal"}${this.options.low ? " low" : ""}`,
      tabindex: String(this.options.tabindex ?? 0),
      onClick: () => this.response || this.open(),
    });
    if (!this.invisible) this.shell.append(this.control.element);
    this.shell.append(this.dialog);
    if (this.stored()) this.more().then((more) => more.resume(this), () => {});
    if (this.isTight()) this.more().catch(() => {}); // a window is opened while the visitor's click counts
  }

  /** @param {ShadowRoot} root in which the dialog may stand */
  style(root) {
    adopt(root, uiStyles, widgetStyles);
  }

  /** @param {string} [theme] */
  dress(theme) {
    for (const shell of [this.shell, this.dialog?.parentElement ?? this.shell]) shell.className = `tes ${theme === "light" || theme === "dark" ? theme : "auto"}`;
  }

  /** Whether the page is a frame in which no dialog has room. */
  isTight() {
    return window.parent !== window && (innerWidth < ROOM.width || innerHeight < ROOM.height);
  }

  /** What was kept over a reload of a visitor who waits for a person. @returns {string | null} */
  stored() {
    try {
      return sessionStorage.getItem(STORED + this.options.sitekey);
    } catch {
      return null; // a page may not be allowed to keep anything
    }
  }

  /** Loads what few visitors need. @returns {Promise<typeof import("../more/main.js")>} */
  async more() {
    const [more] = await Promise.all([import(`${this.base}/static/tessera-more.js`), this.text.load("more")])
      .catch(() => Promise.reject({ code: "network" }));
    this.text.learn(more.english);
    return more;
  }

  source() {
    return serverSource(this.base, orderOf(this.options, this.text.tag));
  }

  /** @param {"verified" | "renewed" | "expired" | "error"} name @param {Record<string, unknown>} detail @param {...unknown} values */
  announce(name, detail, ...values) {
    if (!this.options.fields) this.container.dispatchEvent(new CustomEvent(name, { detail }));
    this.telling = name;
    try {
      call(this.options[name === "verified" ? "callback" : /** @type {const} */ (`${name}-callback`)], ...values);
    } finally {
      this.telling = "";
    }
  }

  /** Shows a challenge; resolves with the response. @returns {Promise<string>} */
  execute() {
    if (this.response) return Promise.resolve(this.response);
    const promise = new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    promise.catch(() => {}); // no error in the console for callers that ignore the promise
    this.ready.then(() => this.open());
    return promise;
  }

  open() {
    if (this.removed || this.dialog.open || this.isOpening) return;
    if (!this.host.isConnected) { // the page removed the element without calling remove()
      this.settle("reject", new Error("closed"));
      return;
    }
    clearInterval(this.watch);
    this.watch = window.setInterval(() => this.host.isConnected || this.close(), LOOK_MS); // or removes it while somebody waits
    this.opener = document.activeElement;
    this.isOpening = true;
    const done = () => (this.isOpening = false);
    (this.isTight() ? this.more().then((more) => more.openElsewhere(this), () => this.show()) : this.show()).then(done, done);
  }

  /** Shows the dialog, wherever it stands. */
  async show() {
    const { sitekey } = this.options;
    const source = this.source();
    const first = this.review ? null : source.next(); // it is on its way while the dialog is made
    first?.catch(() => {}); // the panel tells
    first?.then(({ theme }) => !theme || this.options.theme || this.dress(theme), () => {});
    if (first && !/^(ts_|demo$)/.test(sitekey)) { // a key for tests may ask nothing
      this.control?.show("working");
      const told = await first.catch(() => null);
      if (!this.host.isConnected || this.response || this.dialog.open) return;
      if (told?.state === "pass") return this.pass(/** @type {any} */ (told));
    }
    if (lookOf(this.options.type ?? "").more) this.more().catch(() => {}); // so is what shows it
    const panel = this.panel = createPanel({
      source,
      text: this.text,
      more: () => this.more(),
      code: this.options.code?.trim(),
      ways: (panel, offer) => {
        const { turn } = panel; // by when it has come, the visitor may have gone on, or closed the dialog
        panel.more().then((more) => turn === panel.turn && more.showWays(this, panel, offer), (error) => void (turn === panel.turn && panel.fail(error)));
      },
      onPass: (result) => this.pass(/** @type {any} */ (result)),
      onClose: () => this.close(),
      onError: (code, words) => {
        this.problem = words;
        this.announce("error", { code }, code);
      },
      onTimeUp: () => call(this.options["chalexpired-callback"]),
    });
    this.dialog.replaceChildren(panel.element);
    this.control?.show("working");
    this.dialog.showModal();
    panel.focus();
    if (first) panel.start(() => first);
    else this.review?.show(panel);
    call(this.options["open-callback"]);
  }

  /** Takes the dialog away and gives the focus back. */
  shut() {
    clearInterval(this.watch);
    this.panel?.destroy();
    this.panel = null;
    if (!this.dialog.open) return;
    this.dialog.close();
    this.outside?.();
    if (!this.invisible) this.control?.focus();
    else if (this.opener instanceof HTMLElement) this.opener.focus();
  }

  /** The visitor closed the dialog. */
  close() {
    this.ended = this.panel?.state ?? "";
    const failed = this.ended === "error";
    this.control?.show(failed ? "error" : "idle", failed ? this.problem : this.text.say("unsolved"));
    this.review?.tell();
    this.shut();
    this.settle("reject", new Error("closed"));
    call(this.options["close-callback"]);
  }

  /** @param {"resolve" | "reject"} how @param {any} value */
  settle(how, value) {
    this.waiting.splice(0).forEach((one) => one[how](value));
  }

  /** @param {Pass} result */
  pass(result) {
    const { options, waiting } = this;
    const { response } = result;
    // Who asked by a script takes the response at once; who is told when it expires, and not when it is renewed, expects the first.
    const renews = !this.invisible && waiting.length === 0 && options.renew !== "off" && (!options["expired-callback"] || options["renewed-callback"]);
    this.keep({ ...result, ...(!renews && { renewable: 0 }) });
    this.shut();
    this.settle("resolve", response);
    this.announce("verified", { response }, response);
    call(options["handed-callback"], result);
  }

  /** Puts a pass into the field until it ends. @param {Pass} pass */
  keep({ response, lifetime = LIFETIME_S, renewable = 0 }) {
    this.fill(response);
    this.stopTimers();
    for (const name of MOMENTS) window.addEventListener(name, this.wake, true);
    // A little before the server: a form that is sent now still has to get there.
    const seconds = Math.max(1, lifetime - 5);
    this.expiresAtMs = Date.now() + seconds * 1000;
    this.expiry = window.setTimeout(() => this.expire(), seconds * 1000);
    this.isRenewable = renewable > 0;
    const isShort = !this.isRenewable && seconds < 1.5 * WARN_S;
    if (!isShort) this.tendIn((seconds - (this.isRenewable ? Math.min(RENEW_S, seconds / 2) : WARN_S)) * 1000);
    // How long one is good that is renewed nobody has to know.
    this.control?.show("verified", `${this.text.say("verified")} ${this.isRenewable ? "" : isShort ? this.text.say("expiring", { n: seconds })
      : this.text.say("valid", { n: Math.round(seconds / 60) })}`.trim());
  }

  /** @param {number} ms */
  tendIn(ms) {
    clearTimeout(this.tending);
    this.tendAtMs = Date.now() + ms;
    this.tending = window.setTimeout(this.wake, ms);
  }

  /** The pass ends soon. */
  tend() {
    this.tendIn(AGAIN_MS); // in case of need
    if (this.isRenewable) return this.host.isConnected && this.more().then((more) => more.renew(this), () => {}); // an element may come back
    this.stopTending();
    this.control?.show("verified", this.text.say("expiring", { n: WARN_S }), true);
  }

  stopTending() {
    clearTimeout(this.tending);
    this.tendAtMs = Infinity;
  }

  expire() {
    this.clear();
    this.isExpired = true;
    this.control?.show("expired", undefined, true);
    this.announce("expired", {});
  }

  /** Without a pass, nothing of the page holds a widget but its element. */
  stopTimers() {
    clearTimeout(this.expiry);
    this.stopTending();
    for (const name of MOMENTS) window.removeEventListener(name, this.wake, true);
  }

  clear() {
    this.stopTimers();
    this.fill("");
  }

  /** @param {string} response */
  fill(response) {
    this.response = response;
    this.isExpired = false;
    for (const field of this.fields) field.value = response;
    this.options.filled?.(response);
  }

  reset() {
    this.clear();
    this.shut();
    this.settle("reject", new Error("reset"));
    // Some pages reset while they are told of an error or an expiry: what the visitor is told of it stays.
    if (this.telling === "error") this.control?.show("error", this.problem);
    else if (this.telling !== "expired") this.control?.show("idle");
  }

  remove() {
    this.reset();
    this.review?.stop();
    this.removed = true;
    this.host.remove();
    for (const field of this.fields) field.remove();
  }
}
