// What a script can find out about a page, as text: two pages that show challenges with different answers have the same.
//
// `observe` runs in the page before its own scripts. It stops the clocks, so that no text depends on when it was made, gives the keys of
// challenges that a page makes itself, and keeps what is otherwise hidden: closed shadow roots, and the order of calls.
// `window.differential` is the one name that it adds.

/** Runs in the page. */
export function observe() {
  const { ownKeys, getOwnPropertyDescriptor, apply } = Reflect;
  const MOMENT = 1_900_000_000_000;
  Date.now = () => MOMENT;
  Performance.prototype.now = () => 1000;
  Math.random = () => 0.5; // names of fields

  // ------------------------------------------------------------------ chance
  /** @type {number[]} seeds of the next challenges */
  const seeds = [];
  const source = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (/** @type {any} */ array) => {
    if (!(array instanceof Uint8Array) || array.length !== 32) return array.fill(0);
    const seed = seeds.shift();
    if (seed === undefined) return source(/** @type {any} */ (array));
    array.fill(0);
    new DataView(array.buffer).setUint32(0, seed);
    return array;
  };

  // ------------------------------------------------------------------- calls
  /** @type {string[]} */
  let calls = [];
  /** What may differ, and what stands in its place: a word to choose from is its place in the list; addresses and tokens. @type {Map<string, string>} */
  let masks = new Map();
  /** What is to be seen: glyphs and tiles. @type {Set<string>} */
  let seenAs = new Set();
  /** @param {string} text */
  const masked = (text) => {
    const whole = masks.get(text);
    if (whole !== undefined) return whole;
    let rest = text;
    for (const [long, name] of masks) if (long.length >= 20) rest = rest.split(long).join(name);
    return rest;
  };

  /** @param {any} value */
  const told = (value) => {
    if (typeof value === "string") return JSON.stringify(masked(value));
    if (value instanceof Element) return `<${value.localName} ${value.getAttribute("class") ?? ""}>`;
    if (value instanceof Node) return value.nodeName;
    return typeof value === "object" || typeof value === "function" ? typeof value : String(value);
  };

  /** @param {any} holder @param {string} name @param {boolean} [bare] whether its arguments are what is to be seen */
  function watch(holder, name, bare = false) {
    const real = holder[name];
    if (typeof real !== "function") return;
    /** @this {any} @param {any[]} given */
    holder[name] = function (...given) {
      const isGlyph = this instanceof Element && this.matches(".glyph") && seenAs.has(given[0]);
      calls.push(`${name} ${this instanceof Node ? told(this) : ""} ${bare || isGlyph ? given.length : given.map(told).join(" ")}`);
      return apply(real, this, given);
    };
  }
  for (const name of ["addEventListener", "dispatchEvent", "removeEventListener"]) watch(EventTarget.prototype, name);
  for (const name of ["append", "prepend", "before", "after", "replaceWith", "replaceChildren", "setAttribute", "removeAttribute", "toggleAttribute", "remove",
    "attachShadow", "scrollIntoView", "setAttributeNS", "insertAdjacentElement", "insertAdjacentHTML"]) watch(Element.prototype, name);
  for (const name of ["appendChild", "insertBefore", "removeChild", "replaceChild"]) watch(Node.prototype, name);
  for (const name of ["createElement", "createElementNS", "createTextNode", "createComment"]) watch(Document.prototype, name);
  for (const name of ["drawImage", "putImageData"]) watch(CanvasRenderingContext2D.prototype, name, true);
  for (const name of ["setItem", "removeItem"]) watch(Storage.prototype, name);
  for (const name of ["pushState", "replaceState"]) watch(History.prototype, name);
  for (const name of ["mark", "measure"]) watch(Performance.prototype, name);
  for (const name of ["log", "info", "warn", "error", "debug"]) watch(console, name);
  for (const name of ["setTimeout", "setInterval", "fetch", "postMessage", "queueMicrotask"]) watch(window, name);
  watch(Navigator.prototype, "sendBeacon");
  watch(XMLHttpRequest.prototype, "open");
  for (const name of ["add", "toggle", "remove"]) watch(DOMTokenList.prototype, name);
  for (const name of ["setProperty"]) watch(CSSStyleDeclaration.prototype, name);
  const imageSource = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(HTMLImageElement.prototype, "src"));
  Object.defineProperty(HTMLImageElement.prototype, "src", { ...imageSource, set(value) {
    calls.push(`src ${masked(String(value))}`);
    imageSource.set?.call(this, value);
  } });

  /** Closed ones too. @type {WeakMap<Element, ShadowRoot>} */
  const shadows = new WeakMap();
  /** @type {Set<ShadowRoot>} */
  const roots = new Set();
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    shadows.set(this, root);
    roots.add(root);
    return root;
  };

  // -------------------------------------------------------------- properties
  const PROTOTYPES = [Object, Array, Function, String, Number, Map, Set, Promise, Event, EventTarget, Node, Element, HTMLElement, HTMLDivElement,
    HTMLCanvasElement, HTMLImageElement, HTMLInputElement, Document, ShadowRoot, CSSStyleSheet, Response].map(({ prototype }) => prototype);
  const HOLDERS = [window, document, document.constructor, navigator, location, history, localStorage, sessionStorage, screen, performance, console, crypto, customElements,
    ...PROTOTYPES];
  const known = new Map(HOLDERS.map((holder) => [holder, new Set(ownKeys(holder))]));
  known.get(window)?.add("differential");

  /** All that leads on from a value, by properties of its own. @param {any} value @param {Map<any, number>} seen @param {number} depth @returns {string} */
  function walk(value, seen, depth) {
    if (typeof value === "string") return JSON.stringify(masked(value));
    if (typeof value === "symbol" || typeof value === "bigint") return String(value);
    if (typeof value !== "function" && (typeof value !== "object" || value === null)) return String(value);
    if (seen.has(value)) return `#${seen.get(value)}`;
    seen.set(value, seen.size);
    if (value === window || value === document) return value === window ? "window" : "document";
    const name = typeof value === "function" ? `function ${value.name}` : Object.prototype.toString.call(value);
    if (depth === 0) return name;
    const more = value instanceof Node ? [`node ${value.nodeName}`] :
      value instanceof Map ? [...value].map(([key, one]) => `${walk(key, seen, depth - 1)} => ${walk(one, seen, depth - 1)}`) :
      value instanceof Set ? [...value].map((one) => walk(one, seen, depth - 1)) :
      value instanceof WeakRef ? [walk(value.deref(), seen, depth - 1)] : [];
    return `${name}{${[...more, ...propertiesOf(value, seen, depth)].join(", ")}}`;
  }

  /** @param {any} object @param {Map<any, number>} seen @param {number} depth @returns {string[]} */
  function propertiesOf(object, seen, depth) {
    const before = known.get(object);
    return ownKeys(object).filter((key) => !before?.has(key) && !(typeof object === "function" && ["length", "name", "prototype"].includes(String(key))))
      .map((key) => {
        const descriptor = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(object, key));
        if (!("value" in descriptor)) return `get ${String(key)}`;
        return `${masked(String(key))}: ${walk(descriptor.value, seen, depth - 1)}`;
      });
  }

  // ---------------------------------------------------------------- document
  /** Properties that no attribute shows. */
  const STATE = ["value", "checked", "indeterminate", "disabled", "open", "hidden", "inert", "tabIndex", "title", "draggable", "width", "height", "naturalWidth",
    "naturalHeight", "complete", "currentSrc", "scrollTop", "scrollLeft", "selected", "defaultValue", "defaultChecked", "nonce", "accessKey", "translate", "slot",
    "autofocus", "paused", "currentTime"];
  const LOOKS = ["display", "visibility", "opacity", "color", "background-color", "background-image", "border-top-color", "border-top-width", "outline-color",
    "outline-width", "box-shadow", "transform", "filter", "order", "z-index", "cursor", "pointer-events", "animation-name", "transition-duration", "font-size",
    "font-weight", "clip-path", "mix-blend-mode", "position", "content", "will-change", "user-select"];
  const CONTEXT = ["fillStyle", "strokeStyle", "globalAlpha", "globalCompositeOperation", "font", "filter", "lineWidth", "shadowColor", "imageSmoothingQuality"];

  /** @param {Element} element @param {boolean} isBoxed */
  function lookOf(element, isBoxed) {
    const parts = element.matches("[data-index], .move") ? [null, "::before", "::after"] : [null];
    const lines = parts.map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return LOOKS.map((name) => style.getPropertyValue(name)).join("|");
    });
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${lines.join(" / ")}${isBoxed ? ` at ${[x, y, width, height].map((side) => side.toFixed(2))}` : ""}`;
  }

  /** @param {Document | ShadowRoot} root */
  const sheetsOf = (root) => [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) => {
    const text = [...sheet.cssRules].map((rule) => rule.cssText).join("\n");
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    return `sheet ${sheet.media.mediaText} ${text.length} ${hash}${propertiesOf(sheet, new Map(), 4).join()}`;
  });

  /** @param {Node} node @param {string[]} lines @param {boolean} isBoxed */
  function describe(node, lines, isBoxed) {
    const own = propertiesOf(node, new Map(), 6).join(", ");
    if (node instanceof Element) {
      const attributes = [...node.attributes].map(({ name, value }) => {
        if (node.matches("td") && name === "class" && seenAs.has(value)) return "class=tile";
        if (node.matches(".glyph") && name === "style") return value.replace(/^transform: rotate\(-?\d+deg\);$/, "turned");
        return `${name}=${masked(value)}`;
      });
      const state = STATE.filter((name) => name in node).map((name) => {
        const value = /** @type {any} */ (node)[name];
        return typeof value === "string" ? masked(value) : String(value);
      });
      lines.push(`<${node.nodeName} ${attributes.join(" ")}> ${state.join()} ${own}`);
      if (node.matches("[data-index], [data-index] *, .move, .move *") && !node.matches(".glyph")) lines.push(lookOf(node, isBoxed));
      if (node instanceof HTMLCanvasElement) {
        const context = /** @type {any} */ (node.getContext("2d"));
        lines.push(`${CONTEXT.map((name) => context[name]).join("|")} ${context.getTransform()} ${propertiesOf(context, new Map(), 6).join(", ")}`);
      }
      const shadow = shadows.get(node) ?? node.shadowRoot;
      if (shadow) {
        lines.push(`${shadow.mode} root ${propertiesOf(shadow, new Map(), 6).join(", ")}`, ...sheetsOf(shadow));
        for (const child of shadow.childNodes) describe(child, lines, isBoxed);
        lines.push("end of root");
      }
    } else {
      const text = node.nodeValue ?? "";
      const isTile = node instanceof Text && node.parentElement?.matches(".glyph, td > .aloud:only-child") && seenAs.has(text);
      lines.push(`${node.nodeName} ${JSON.stringify(isTile ? "tile" : masked(text))} ${own}`);
    }
    for (const child of node.childNodes) describe(child, lines, isBoxed);
    lines.push("end");
  }

  Object.defineProperty(window, "differential", { value: {
    seeds,
    /** What was called since the last time. */
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken.map(masked);
    },
    /** What is not compared from now on: texts, and what stands in their place; and what glyphs and tiles show.
     * @param {[string, string][]} texts @param {string[]} [tiles] */
    mask(texts, tiles = []) {
      masks = new Map(texts);
      seenAs = new Set(tiles);
    },
    /** The ids of elements begin anew. */
    forget: () => void (/** @type {any} */ (globalThis)[Symbol.for("tessera-ids")].last = 0),
    /** All that can be seen of the page. @param {boolean} isBoxed with where things are @param {any[]} more objects that a page has */
    look(isBoxed, more = []) {
      const lines = /** @type {string[]} */ ([]);
      const shown = calls;
      calls = []; // this one's own calls do not count
      for (const animation of [document, ...roots].flatMap((root) => root.getAnimations())) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
      }
      lines.push(document.URL, document.title, document.cookie, document.referrer, history.length + JSON.stringify(history.state), window.name,
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]), ...sheetsOf(document));
      for (const holder of HOLDERS) lines.push(`holder ${propertiesOf(holder, new Map(), 8).join(", ")}`);
      for (const one of more) lines.push(`object ${walk(one, new Map(), 8)}`);
      for (const entry of performance.getEntries()) if (["mark", "measure"].includes(entry.entryType)) lines.push(`${entry.entryType} ${entry.name}`);
      let focused = document.activeElement;
      while (focused && (shadows.get(focused) ?? focused.shadowRoot)?.activeElement) focused = (shadows.get(focused) ?? focused.shadowRoot)?.activeElement ?? null;
      lines.push(`focus ${focused ? told(focused) : ""} ${focused?.getAttribute("data-index")}`, String(getSelection()));
      describe(document.documentElement, lines, isBoxed);
      calls = shown;
      return lines.map(masked);
    },
  } });
}
