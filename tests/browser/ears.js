// What a screen reader is given to say, as text: Chromium's own accessibility tree tells the role, the name, the description and
// the state of what has the focus and of what is around it; what changes in live regions is noted in the page, in its order. Each
// key that is pressed is a line, and what it leads to stands indented below it. tests/readers/walks.js has the ways that are gone.
import assert from "node:assert/strict";
import { eventually } from "../lib/tessera.js";
import { HELD, Reader } from "../readers/reader.js";
import { PATIENCE_MS, stopClock } from "./browser.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("playwright-core").CDPSession} Session */
/** @typedef {{nodeId: string, ignored: boolean, parentId?: string, childIds?: string[], backendDOMNodeId?: number, role?: {value: string},
 *   name?: {value: string}, description?: {value: string}, value?: {value: unknown}, properties?: {name: string, value: {value: any}}[]}} AxNode */
/** @typedef {{focus?: true, live?: string, text?: string, busy?: boolean}} Event */

/** In the page, before anything else: notes in `heardEvents` where the focus goes and what live regions say. */
export const LISTEN = () => {
  /** @type {Event[]} */
  const events = [];
  const LIVE = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output";
  /** What each live region said last. @type {WeakMap<Element, string>} */
  const last = new WeakMap();

  /** Through shadow roots. @param {Element} element @param {string} selector @returns {Element | null} */
  const around = (element, selector) => {
    const found = element.closest(selector);
    if (found) return found;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? around(root.host, selector) : null;
  };
  /** @param {Document | ShadowRoot} root @returns {Element | null} */
  const modalIn = (root) => root.querySelector("dialog:modal") ??
    [...root.querySelectorAll("*")].map((one) => one.shadowRoot && modalIn(one.shadowRoot)).find(Boolean) ?? null;
  /** What is behind a modal dialog is not told. @param {Element} region */
  const isBehind = (region) => {
    const modal = modalIn(document);
    return modal !== null && !modal.contains(region);
  };

  /** @param {Element} region */
  const tell = (region) => {
    const isShown = region.isConnected && /** @type {HTMLElement} */ (region).checkVisibility({ visibilityProperty: true }) && !isBehind(region);
    const text = isShown ? (region.textContent ?? "").replace(/\s+/g, " ").trim() : "";
    if (text === (last.get(region) ?? "")) return;
    last.set(region, text);
    if (!text) return;
    const isAssertive = region.matches("[role=alert], [aria-live=assertive]");
    events.push({ live: isAssertive ? "alert" : "status", text, busy: around(region, "[aria-busy=true]") !== null });
  };

  /** @param {MutationRecord[]} records */
  const look = (records) => {
    /** @type {Set<Element>} */
    const regions = new Set();
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element && around(element, LIVE);
      if (region && (type !== "childList" || element.closest(LIVE))) regions.add(region);
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue;
        const alerts = [...(added.matches("[role=alert]") ? [added] : []), ...added.querySelectorAll("[role=alert]")];
        alerts.forEach((one) => regions.add(one)); // an alert speaks when it comes; other regions have to be there before
        // What another region holds when it comes is known, and is not said.
        for (const one of [...(added.matches(LIVE) ? [added] : []), ...added.querySelectorAll(LIVE)]) {
          if (!one.matches("[role=alert]")) last.set(one, (one.textContent ?? "").replace(/\s+/g, " ").trim());
        }
      }
    }
    regions.forEach(tell);
  };

  /** @param {Document | ShadowRoot} root */
  const watch = (root) => {
    new MutationObserver(look).observe(root, { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ["hidden", "aria-busy"] });
    root.addEventListener("focusin", () => {
      const at = events.findIndex((event) => event.focus);
      if (at >= 0) events.splice(at, 1); // only where it ends up is told
      events.push({ focus: true });
    }, true);
  };
  watch(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    watch(root);
    return root;
  };
  Object.assign(window, { heardEvents: events });
};

/** How roles are called; others by their own name. @type {Record<string, string>} */
const ROLES = { gridcell: "cell", radiogroup: "group", RootWebArea: "page", ProgressIndicator: "progress bar", progressbar: "progress bar",
  Audio: "player", ColorWell: "colour", DescriptionList: "list", DescriptionListTerm: "term", DescriptionListDetail: "definition",
  LabelText: "label", LineBreak: "", Section: "", rowheader: "row header", columnheader: "column header", textbox: "edit", alertdialog: "alert dialog" };

/** What is told when the focus comes into it. */
const ENTERED = ["dialog", "alertdialog", "grid", "table", "listbox", "radiogroup", "group", "list", "form", "region", "main", "navigation", "alert", "toolbar", "menu"];
/** Those of them that are told only where they have a name. */
const NAMED = ["group", "region", "form", "main", "list", "toolbar"];

/** What is no word of its own when all is read. */
const SILENT = ["none", "generic", "InlineTextBox", "LineBreak", "LabelText", "ListMarker", "rowgroup", "Section", "paragraph", "RootWebArea", "Figcaption",
  "Legend", "sectionheader", "sectionfooter", "strong", "emphasis"];
/** What has been told when its name has. */
const CONTENT_IS_NAME = ["button", "heading", "radio", "checkbox", "link", "gridcell", "cell", "rowheader", "columnheader", "option", "caption", "Legend", "row"];

/** @param {string} [words] */
const plain = (words = "") => words.replace(/\s+/g, " ").trim();

/** @param {AxNode} node */
const roleOf = (node) => node.role?.value ?? "";

/** @param {AxNode} node @param {string} name */
const property = (node, name) => node.properties?.find((one) => one.name === name)?.value.value;

/** The state in words. @param {AxNode} node @returns {string[]} */
function statesOf(node) {
  const role = roleOf(node);
  const checked = property(node, "checked");
  const pressed = property(node, "pressed");
  const selected = property(node, "selected");
  const expanded = property(node, "expanded");
  const value = node.value?.value;
  return [
    ...(checked !== undefined ? [checked === true || checked === "true" ? "checked" : "not checked"] : []),
    ...(pressed !== undefined ? [pressed === true || pressed === "true" ? "pressed" : "not pressed"] : []),
    ...(role === "gridcell" || role === "option" ? [selected ? "selected" : "not selected"] : []),
    ...(expanded !== undefined ? [expanded ? "expanded" : "collapsed"] : []),
    ...(property(node, "disabled") ? ["unavailable"] : []),
    ...(property(node, "invalid") && property(node, "invalid") !== "false" ? ["invalid"] : []),
    ...(["textbox", "combobox", "slider"].includes(role) && value ? [`"${value}"`] : []),
  ];
}

/** One thing as it is told. @param {AxNode} node @param {string} [place] */
function told(node, place) {
  const role = roleOf(node);
  const level = property(node, "level");
  const name = plain(node.name?.value);
  const head = [`${ROLES[role] ?? role}${role === "heading" && level ? ` ${level}` : ""}`, name].filter(Boolean).join(": ");
  const words = [head, ...statesOf(node), ...(place ? [place] : [])].join(", ");
  const description = plain(node.description?.value);
  return description ? `${words} (${description})` : words;
}

/** Someone who hears a page and uses its keys. */
export class Ears extends Reader {
  /** Rules that what was heard broke. @type {string[]} */
  faults = [];
  /** What was around the last thing that had the focus. @type {Set<number | undefined>} */
  #around = new Set();
  /** @type {AxNode | undefined} */
  #held = undefined;
  /** What has been asked for and has not come yet. @type {Set<import("playwright-core").Request>} */
  #asked = new Set();
  /** Whether a key has led to another page, or to this one anew. */
  #isElsewhere = false;

  /** @param {Page} page @param {Session} session */
  constructor(page, session) {
    super((act) => page.evaluate(act));
    /** Nothing runs in the page by itself: its clock is stopped, or it has no scripts. */
    this.isStill = false;
    /** It has no scripts. */
    this.isPlain = false;
    this.page = page;
    this.session = session;
    page.on("request", (request) => this.#asked.add(request));
    page.on("requestfinished", (request) => this.#asked.delete(request));
    page.on("requestfailed", (request) => this.#asked.delete(request));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#isElsewhere = true;
    });
  }

  /** Before the page is opened. @param {Page} page */
  static async on(page) {
    await page.addInitScript(LISTEN);
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    return new Ears(page, session);
  }

  /** Before the page is opened: its time passes when the test says so. */
  async stopClock() {
    this.isStill = true;
    await stopClock(this.page);
  }

  /** @param {number} seconds @param {string} [until] a selector of what has to come */
  async pass(seconds, until) {
    this.lines.push(`(${seconds} seconds)`);
    await this.page.clock.runFor(seconds * 1000);
    await this.hear(until);
  }

  /** @param {string} path @param {string} [until] a selector of what has to come */
  async goTo(path, until) {
    await this.page.goto(path);
    if (until) await this.page.locator(until).waitFor();
    this.lines.push(`# ${path}`);
    await this.settle();
    this.#isElsewhere = false;
  }

  /** Presses a key, waits for what has to come, and notes what is heard. @param {string} key @param {string} [until] a selector
   * @param {() => boolean} [isSo] comes before */
  async press(key, until, isSo = () => true) {
    this.lines.push(key);
    await this.page.keyboard.press(key);
    assert.ok(await eventually(isSo), `never came after ${key}:\n${this.lines.join("\n")}`);
    await this.hear(until);
  }

  /** Waits, and notes what is heard. @param {string} what is waited for, in words @param {string} until a selector */
  async wait(what, until) {
    this.lines.push(`(${what})`);
    await this.hear(until);
  }

  /** All that stands there, in the order in which it is read. @param {string} what in words */
  async read(what) {
    this.lines.push(`(${what}, read from its beginning)`);
    const { nodes } = await this.session.send("Accessibility.getFullAXTree");
    const byId = new Map(/** @type {AxNode[]} */ (nodes).map((node) => [node.nodeId, node]));
    this.#readIn(byId, /** @type {AxNode} */ (nodes[0]), 1);
  }

  /** @param {Map<string, AxNode>} byId @param {AxNode} node @param {number} depth @param {string} [named] what a label has said already */
  #readIn(byId, node, depth, named) {
    const role = roleOf(node);
    const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
    const words = node.ignored || SILENT.includes(role) ? "" : role === "StaticText" ? plain(node.name?.value) : told(node);
    if (role === "row" && !node.ignored) {
      const cells = children.filter((one) => !one.ignored).map((one) => plain(one.name?.value));
      this.lines.push(`${"  ".repeat(depth)}row: ${cells.join(", ")}`);
      return;
    }
    if (words && !(named && role === "StaticText" && named.includes(words))) this.lines.push(`${"  ".repeat(depth)}${words}`);
    if (role === "StaticText" || CONTENT_IS_NAME.includes(role) && node.name?.value) return;
    const rows = role === "grid" ? children.flatMap((one) => roleOf(one) === "row" ? [one] : []) : [];
    if (rows.length > 1) { // the first and the last place of a grid tell enough
      const cells = rows.flatMap((row) => row.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
      this.lines.push(...[told(cells[0]), `... ${cells.length} in all`, told(/** @type {AxNode} */ (cells.at(-1)))].map((line) => `${"  ".repeat(depth + 1)}${line}`));
      return;
    }
    const label = role === "LabelText" ? this.#nameWithin(byId, node) : named;
    for (const child of children) this.#readIn(byId, child, words ? depth + 1 : depth, label);
  }

  /** The name of what a label is of. @param {Map<string, AxNode>} byId @param {AxNode} node @returns {string | undefined} */
  #nameWithin(byId, node) {
    for (const child of (node.childIds ?? []).flatMap((id) => byId.get(id) ?? [])) {
      if (["radio", "checkbox", "textbox", "combobox"].includes(roleOf(child))) return plain(child.name?.value);
      const found = this.#nameWithin(byId, child);
      if (found) return found;
    }
    return undefined;
  }

  /** @param {string} [until] */
  async hear(until) {
    if (until) await this.page.locator(until).first().waitFor();
    if (this.#isElsewhere) this.lines.push(`  page: ${plain(await this.page.title())}`); // which is said before all else
    this.#isElsewhere = false;
    for (const event of await this.settle(!until)) {
      if (event.focus) await this.#tellFocus(true);
      else {
        this.lines.push(`  ${event.live}: ${event.text}${event.busy ? " [busy]" : ""}`);
        if (event.busy) this.faults.push(`told while busy: ${event.text}`);
      }
    }
    await this.#tellFocus(false);
  }

  /** Resolves when all that the page had to do has been done, as far as no time passes, with how much it has said. @returns {Promise<number>} */
  async #turn() {
    const turns = async (/** @type {boolean} */ hasFrames) => {
      for (let count = 0; count < 2; count++) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(0);
        });
        if (hasFrames) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
    };
    try {
      if (this.isPlain) await this.page.waitForLoadState();
      else await this.page.evaluate(turns, !this.isStill);
      return await this.page.evaluate(() => /** @type {any} */ (window).heardEvents?.length ?? 0);
    } catch {
      return -1; // it has gone to another page
    }
  }

  /** Resolves with what has happened, when nothing more does: no reply is on its way, and the page has nothing more to do.
   * @param {boolean} isQuick  where nothing is waited for but what the key does @returns {Promise<Event[]>} */
  async settle(isQuick = false) {
    const end = Date.now() + PATIENCE_MS;
    for (let count = -1; ;) {
      if (!isQuick) await eventually(() => this.#asked.size === 0, PATIENCE_MS);
      const now = await this.#turn();
      if (now >= 0 && (isQuick || now === count && this.#asked.size === 0)) break;
      assert.ok(Date.now() < end, "never quiet");
      count = now;
    }
    return this.page.evaluate(() => /** @type {any} */ (window).heardEvents?.splice(0) ?? []);
  }

  /** Tells what has the focus, and what is newly around it; where it is the same as before, what has changed of it. @param {boolean} isNew */
  async #tellFocus(isNew) {
    const { result } = await this.session.send("Runtime.evaluate", { expression: HELD });
    const { nodes } = await this.session.send("Accessibility.getAXNodeAndAncestors", { objectId: result.objectId });
    await this.session.send("Runtime.releaseObject", { objectId: /** @type {string} */ (result.objectId) });
    const [node, ...ancestors] = /** @type {AxNode[]} */ (nodes);
    const isSame = node.backendDOMNodeId === this.#held?.backendDOMNodeId;
    if (node.ignored || roleOf(node) === "RootWebArea") {
      if (!isSame && this.#held) this.lines.push("  (nothing has the focus)");
      if (!isSame && await this.evaluate("document.querySelector('[data-tessera]')?.shadowRoot?.querySelector('dialog[open]') != null")) this.faults.push("the focus is lost");
      this.#held = node;
      return;
    }
    if (isSame && !isNew) {
      const [before, now] = [told(/** @type {AxNode} */ (this.#held)), told(node)];
      if (before !== now) this.lines.push(`  ${now}`);
    } else if (!isSame) {
      for (const one of ancestors.reverse().filter((ancestor) => !ancestor.ignored && ENTERED.includes(roleOf(ancestor)))) {
        const isKnown = this.#around.has(one.backendDOMNodeId) || NAMED.includes(roleOf(one)) && !one.name?.value;
        if (!isKnown) this.lines.push(`  ${told(one)}`);
      }
      const line = told(node, await this.#placeOf());
      this.lines.push(`  ${line}`);
      this.#judgeNames([node, ...ancestors]);
      if (!node.name?.value && roleOf(node) !== "document") this.faults.push(`the focus is on something without a name: ${line}`);
    }
    this.#held = node;
    this.#around = new Set([node, ...ancestors].map((one) => one.backendDOMNodeId));
  }

  /** @param {AxNode[]} nodes */
  #judgeNames(nodes) {
    for (const { name, description } of nodes) {
      const [called, described] = [plain(name?.value), plain(description?.value)];
      if (called && called === described) this.faults.push(`said twice, as a name and as its description: ${called}`);
    }
  }

  /** Which of how many: radio buttons. @returns {Promise<string | undefined>} */
  #placeOf() {
    const place = (/** @type {Element} */ input) => {
      if (!(input instanceof HTMLInputElement) || input.type !== "radio") return undefined;
      const group = [.../** @type {Document | ShadowRoot} */ (input.getRootNode()).querySelectorAll(`input[name="${input.name}"]`)];
      return `${group.indexOf(input) + 1} of ${group.length}`;
    };
    return this.page.evaluate(`(${place})(${HELD})`);
  }
}
