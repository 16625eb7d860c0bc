// What a script in the page can read of a running session. It comes after the module, as one that is slipped into a page
// does, and replaces all that it can: the classes' methods, the language's own, the browser's.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.js";
import { open, startSite } from "./standalone.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/static.js").StaticServer} */
let site;
before(async () => ([browser, site] = await Promise.all([launch(), startSite()])));
after(() => Promise.all([browser?.close(), site?.down()]));

const KINDS = ["spatial", "predator", "human", "emotions", "puzzle", "scene"];

/**
 * Replaces what can be replaced by what looks at everything that passes through it. Runs in the page.
 * @param {any} classes what the module exports
 */
function listen(classes) {
  const { apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const includes = Function.prototype.call.bind(String.prototype.includes);
  const push = Function.prototype.call.bind(Array.prototype.push);
  const bufferOf = Function.prototype.call.bind(/** @type {any} */ (getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), "buffer")).get);
  const sizeOf = Function.prototype.call.bind(/** @type {any} */ (getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")).get);
  const isView = ArrayBuffer.isView;
  const { ArrayBuffer: Buffer_, Uint8Array: Bytes, Node: Node_, DataView: DataView_ } = window;
  const { WeakSet: Seen } = window;
  const has = Function.prototype.call.bind(Seen.prototype.has);
  const add = Function.prototype.call.bind(Seen.prototype.add);
  const own = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  /** @type {string[]} */
  const leaks = [];
  let calls = 0;
  let isBusy = false;
  const harmless = new Seen();

  /** @param {string} where @param {string} what */
  const tell = (where, what) => push(leaks, `${where}: ${what}`);

  /** @param {any} object @param {string} where @param {number} depth */
  function inspectObject(object, where, depth) {
    if (has(harmless, object)) return;
    if (isView(object) && !(object instanceof DataView_)) {
      const size = sizeOf(bufferOf(object));
      if (size > 2 ** 20 && size % 65536 === 0) return tell(where, "the engine's memory");
      if (object instanceof Bytes && size === 32) return tell(where, "a key");
      return;
    }
    if (object instanceof Buffer_) {
      if (sizeOf(object) > 2 ** 20 && sizeOf(object) % 65536 === 0) tell(where, "the engine's memory");
      return;
    }
    if (typeof object.isRight === "function") return tell(where, "what judges an answer");
    for (const name of ["answer", "correctIndex", "isHuman", "place"]) {
      if (own(object, name) && typeof object[name] !== "function") return tell(where, name);
    }
    if (depth === 0 || object instanceof Node_) return;
    for (const name of ownKeys(object)) {
      const descriptor = getOwnPropertyDescriptor(object, name);
      if (descriptor && own(descriptor, "value")) inspect(descriptor.value, where, depth - 1);
    }
  }

  /** @param {any} value @param {string} where @param {number} [depth] */
  function inspect(value, where, depth = 3) {
    if (typeof value === "string") {
      if (includes(value, '"answer":')) tell(where, "the engine's words");
    } else if (typeof value === "object" && value !== null) {
      inspectObject(value, where, depth);
    }
  }

  /** @param {string} where @param {any} self @param {any[]} given @param {any} [result] */
  function look(where, self, given, result) {
    if (isBusy) return;
    isBusy = true;
    calls++;
    inspect(self, where);
    for (let i = 0; i < given.length; i++) inspect(given[i], where);
    inspect(result, where);
    if (where === "CanvasRenderingContext2D.prototype.drawImage" && given[0] instanceof HTMLImageElement) tell(where, given[0].src);
    isBusy = false;
  }

  /** @param {Function} method @param {string} where */
  const heard = (method, where) => function (/** @type {any[]} */ ...given) {
    // @ts-ignore: whatever it is called on
    const result = new.target ? construct(method, given, new.target) : apply(method, this, given);
    // @ts-ignore
    look(where, this, given, result);
    return result;
  };

  /** @param {any} holder @param {string} path */
  function wrapAll(holder, path) {
    for (const name of ownKeys(holder)) {
      const descriptor = getOwnPropertyDescriptor(holder, name);
      if (!descriptor?.configurable || name === "constructor" || name === "prototype") continue;
      const where = `${path}.${String(name)}`;
      const wrapped = { ...descriptor };
      for (const part of /** @type {const} */ (["get", "set", "value"])) {
        if (typeof descriptor[part] === "function" && !(part === "value" && /^[A-Z]/.test(String(name)))) {
          wrapped[part] = heard(descriptor[part], where);
        }
      }
      defineProperty(holder, name, wrapped);
    }
  }

  /** A class whose making is looked at. @param {string} name */
  function wrapClass(name) {
    const real = /** @type {any} */ (window)[name];
    /** @type {any} */ (window)[name] = new Proxy(real, {
      construct(target, given, maker) {
        const made = construct(target, given, maker);
        look(`new ${name}`, undefined, given, made);
        return made;
      },
    });
  }

  for (const part of [window, document]) add(harmless, part);
  for (const [name, exported] of Object.entries(classes)) {
    if (typeof exported !== "function") continue;
    add(harmless, exported);
    wrapAll(exported, name);
    if (Object.isExtensible(exported.prototype)) wrapAll(exported.prototype, `${name}.prototype`);
  }
  const built = ["Array", "String", "Number", "Map", "Set", "WeakMap", "WeakSet", "WeakRef", "Promise", "RegExp", "ArrayBuffer",
    "DataView", "Uint8Array", "Uint32Array", "Uint8ClampedArray", "TextDecoder", "TextEncoder", "Crypto", "CanvasRenderingContext2D",
    "HTMLCanvasElement", "HTMLImageElement", "ImageData", "EventTarget", "Node", "Element", "HTMLElement", "AbortController",
    "AbortSignal", "DOMTokenList", "CustomEvent", "Date", "Error", "Symbol"];
  const iterators = [[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), (function* () {})()];
  const holders = built.map((name) => [name, /** @type {any} */ (window)[name]]);
  for (const iterator of iterators) wrapAll(getPrototypeOf(iterator), "iterator");
  for (const [name, holder] of holders) wrapAll(holder.prototype, `${name}.prototype`);
  for (const [name, holder] of holders) wrapAll(holder, name);
  wrapAll(getPrototypeOf(Uint8Array.prototype), "TypedArray.prototype");
  wrapAll(WebAssembly.Memory.prototype, "WebAssembly.Memory.prototype");
  for (const name of ["JSON", "Math", "WebAssembly", "crypto"]) wrapAll(/** @type {any} */ (window)[name], name);
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "queueMicrotask", "structuredClone", "fetch"]) {
    /** @type {any} */ (window)[name] = heard(/** @type {any} */ (window)[name], name);
  }
  for (const name of ["Uint8Array", "Uint32Array", "Uint8ClampedArray", "Map", "Set", "WeakMap", "Promise", "TextDecoder", "TextEncoder", "ImageData"]) {
    wrapClass(name);
  }
  // Members that are missing are looked for here.
  for (const name of ["then", "answer", "sprites", "truth", "recipe", "key", "first", "correctIndex", "toJSON", "isRight"]) {
    defineProperty(Object.prototype, name, {
      configurable: true,
      get() {
        look(`Object.prototype.${name}`, this, []);
      },
      set(value) {
        look(`Object.prototype.${name}`, this, [value]);
        defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  wrapAll(Reflect, "Reflect");
  wrapAll(Object, "Object");
  for (const name of ["call", "apply", "bind", "toString"]) {
    defineProperty(Function.prototype, name, { value: heard(/** @type {any} */ (Function.prototype)[name], `Function.prototype.${name}`), configurable: true, writable: true });
  }
  return { leaks, callCount: () => calls };
}

test("a script that comes later reads no answer of a running session", { timeout: 60_000 }, async () => {
  // PRE-S-2, HUM-S-2
  const { context, page, faults } = await open(browser, site);
  await page.evaluate(`window.listen = ${listen}`);
  const { leaks, calls, ends } = await page.evaluate(async (kinds) => {
    const page_ = /** @type {any} */ (window);
    const classes = await import(/** @type {any} */ ("/standalone.js"));
    const { Captcha } = classes;
    const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
    page_.spied.words = [0]; // the answer can be given after a second
    const { leaks, callCount } = page_.listen(classes);
    const ends = await Promise.all(kinds.map(async (kind) => {
      const container = document.createElement("div");
      document.body.append(container);
      const result = new Captcha(container, { kinds: [kind], rounds: 1, difficulty: "hard" }).start();
      const find = (/** @type {string} */ selector) => /** @type {any} */ (container.firstElementChild?.shadowRoot?.querySelector(selector));
      while (!find("button.alone-start")) await sleep(20);
      find("button.alone-start").click();
      while (!find(".panel[data-state=ready]")) await sleep(20);
      find("[data-index], .move input").click();
      while (find("button.submit").disabled) await sleep(20);
      find("button.submit").click(); // what is chosen is judged
      return (await result).outcome;
    }));
    return { leaks: [...new Set(leaks)], calls: callCount(), ends };
  }, KINDS);
  assert.deepEqual(leaks, []);
  assert.ok(calls > 10_000, `${calls} calls were looked at`); // it did listen
  assert.equal(ends.length, KINDS.length);
  for (const end of ends) assert.ok(["incorrect", "passed"].includes(end), end);
  assert.deepEqual(faults, []);
  await context.close();
});

test("the same ears hear a challenge that the page itself asks for", async () => {
  const { context, page } = await open(browser, site);
  await page.evaluate(`window.listen = ${listen}`);
  const leaks = await page.evaluate(async () => {
    const classes = await import(/** @type {any} */ ("/standalone.js"));
    const { HumanChallenge } = classes;
    const { leaks } = /** @type {any} */ (window).listen(classes);
    await HumanChallenge.generate().ready;
    return [...new Set(leaks)];
  });
  assert.ok(leaks.includes("HumanChallenge.generate: answer"), leaks.join());
  await context.close();
});

test("replaced methods of the exported classes change nothing in a session", async () => {
  const { context, page, faults } = await open(browser, site);
  const asked = await page.evaluate(async () => {
    const classes = /** @type {any} */ (await import(/** @type {any} */ ("/standalone.js")));
    /** @type {string[]} */
    const asked = [];
    for (const [name, exported] of Object.entries(classes)) {
      if (typeof exported !== "function") continue;
      for (const holder of [exported, exported.prototype]) {
        for (const method of Object.getOwnPropertyNames(holder)) {
          if (["constructor", "start", "stop"].includes(method) || typeof Object.getOwnPropertyDescriptor(holder, method)?.value !== "function") continue;
          Reflect.set(holder, method, () => void asked.push(`${name}.${method}`));
        }
      }
    }
    classes.SpriteLoader.shared = null;
    const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
    void new classes.Captcha(stage, { kinds: ["human"], rounds: 1 }).start();
    const find = (/** @type {string} */ selector) => /** @type {any} */ (stage.firstElementChild?.shadowRoot?.querySelector(selector));
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 20));
    while (!find("button.alone-start")) await sleep();
    find("button.alone-start").click();
    while (!find(".panel[data-state=ready]")) await sleep();
    return asked;
  });
  assert.deepEqual(asked, []);
  assert.deepEqual(faults, []);
  await context.close();
});
