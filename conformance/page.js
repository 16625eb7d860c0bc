// What a vendor's script does when a page loads it, without a browser: a page of almost nothing in a context of its own, in which the
// script runs to its end, then timers and promises for a while. Elements do nothing; what takes a real page is not looked at here.
//
// Called as a program, by look(): in a process of its own without an environment and, where Node has them, without permissions, since
// the script is whatever the server under test sends.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const TIMEOUT_MS = 20000;

/** The globals of all vendors. */
export const GLOBALS = ["grecaptcha", "hcaptcha", "turnstile"];

/**
 * `atEnd` and `later`: of each global that is there, the members that are functions, when the script has ended and when all is quiet.
 * `loaded`: how often the function of `onload` was called; `ready`: how often what was given to ready(); `thrown`: what the script threw.
 * @typedef {{atEnd: Record<string, string[]>, later: Record<string, string[]>, loaded: number, ready: number, thrown: string}} Look
 */

/** Runs in the page's context: nothing of this process is in it. */
const PAGE = `"use strict";
globalThis.window = globalThis.self = globalThis.top = globalThis.parent = globalThis.frames = globalThis;
(() => {
  // A thing that has every member, can be called and constructed, and does nothing.
  const thing = (own = {}) => new Proxy(function () {}, {
    get: (target, name) => name in own ? own[name] : name === Symbol.toPrimitive ? () => "" : name === Symbol.iterator ? undefined
      : name === "then" ? undefined : name === "prototype" ? target.prototype : (own[name] = name === "length" ? 0 : thing()),
    set: (target, name, value) => { own[name] = value; return true; },
    has: () => true,
    apply: () => thing(),
    construct: () => thing(),
  });
  const queue = [];
  const later = (call, ...rest) => { if (typeof call === "function") queue.push(() => call(...rest.slice(1))); return queue.length; };
  globalThis.__pump = () => { for (let i = 0; i < 200 && queue.length > 0; i++) { try { queue.shift()(); } catch {} } return queue.length; };
  const listener = (type, call) => {
    if (/^(load|DOMContentLoaded|readystatechange|pageshow)$/.test(type)) later(() => (typeof call === "function" ? call : call.handleEvent)({ type, target: document }));
  };
  class URLSearchParams {
    constructor(text = "") {
      this.pairs = String(text).replace(/^[?]/, "").split("&").filter(Boolean).map((pair) =>
        pair.split("=").concat("").slice(0, 2).map((part) => decodeURIComponent(part.replace(/[+]/g, " "))));
    }
    get(name) { const pair = this.pairs.find(([key]) => key === name); return pair ? pair[1] : null; }
    has(name) { return this.pairs.some(([key]) => key === name); }
    getAll(name) { return this.pairs.filter(([key]) => key === name).map(([, value]) => value); }
    forEach(call) { this.pairs.forEach(([key, value]) => call(value, key, this)); }
    entries() { return this.pairs[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
    set(name, value) { this.pairs = this.pairs.filter(([key]) => key !== name).concat([[name, String(value)]]); }
    append(name, value) { this.pairs.push([name, String(value)]); }
    toString() { return this.pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&"); }
  }
  class URL {
    constructor(text, base) {
      let whole = String(text);
      const from = base === undefined ? null : new URL(base);
      if (from && whole.startsWith("//")) whole = from.protocol + whole;
      else if (from && whole.startsWith("/")) whole = from.origin + whole;
      else if (from && !/^[a-z][a-z0-9+.-]*:/i.test(whole)) {
        const parts = (from.origin + from.pathname.replace(/[^/]*$/, "") + whole).split("/").filter((part) => part !== ".");
        for (let i; (i = parts.indexOf("..")) > 3; ) parts.splice(i - 1, 2);
        whole = parts.filter((part) => part !== "..").join("/");
      }
      const found = /^([a-z][a-z0-9+.-]*:)[/]{2}([^/?#]*)([^?#]*)([?][^#]*)?(#.*)?$/i.exec(whole);
      if (!found) throw new TypeError("Invalid URL");
      [, this.protocol, this.host, this.pathname = "/", this.search = "", this.hash = ""] = found;
      this.pathname ||= "/"; this.search ||= ""; this.hash ||= "";
      this.hostname = this.host.replace(/:[0-9]+$/, ""); this.port = (/:([0-9]+)$/.exec(this.host) || ["", ""])[1];
      this.searchParams = new URLSearchParams(this.search);
    }
    get origin() { return this.protocol + "//" + this.host; }
    get href() { return this.origin + this.pathname + this.search + this.hash; }
    toString() { return this.href; }
  }
  const script = (src) => thing({ src, tagName: "SCRIPT", nodeName: "SCRIPT", dataset: {}, async: true, defer: true, attributes: [], nonce: "",
    getAttribute: (name) => (name === "src" ? src : null), hasAttribute: (name) => name === "src", matches: () => true, closest: () => null });
  globalThis.__load = (src) => {
    const own = script(src);
    Object.assign(globalThis, {
      document: thing({
        currentScript: own, readyState: "loading", scripts: [own], hidden: false, visibilityState: "visible", cookie: "", referrer: "",
        location: globalThis.location, URL: "https://page.example/", baseURI: "https://page.example/", adoptedStyleSheets: [], activeElement: null,
        querySelector: (what) => (/script/i.test(what) ? own : null), querySelectorAll: (what) => (/^script/i.test(what) ? [own] : []),
        getElementsByTagName: (what) => (/^script$/i.test(what) ? [own] : /^head$/i.test(what) ? [thing()] : []),
        getElementsByClassName: () => [], getElementsByName: () => [], getElementById: () => null, addEventListener: listener,
      }),
    });
  };
  globalThis.__parsed = () => { document.readyState = "complete"; document.currentScript = null; };
  const names = "Element HTMLElement HTMLInputElement HTMLFormElement HTMLButtonElement HTMLScriptElement HTMLIFrameElement HTMLDialogElement " +
    "SVGElement ShadowRoot Document DocumentFragment Node NodeList Event CustomEvent MessageEvent KeyboardEvent ErrorEvent EventTarget FormData " +
    "MutationObserver ResizeObserver IntersectionObserver PerformanceObserver CSSStyleSheet DOMParser Image Audio Worker SharedWorker Blob File FileReader " +
    "XMLHttpRequest WebSocket AbortController AbortSignal MessageChannel BroadcastChannel Request Response Headers Notification TextEncoder TextDecoder";
  for (const name of names.split(" ")) globalThis[name] = class { constructor() { return thing(); } };
  // Scripts that fear elements of that name ask the prototype, which has it in browsers.
  Object.defineProperty(Document.prototype, "currentScript", { get: () => document.currentScript });
  for (const name of ["getComputedStyle", "getSelection", "matchMedia", "open", "alert", "scrollTo", "focus", "blur", "postMessage", "dispatchEvent", "clearTimeout", "clearInterval",
    "cancelAnimationFrame", "cancelIdleCallback", "removeEventListener", "stop", "setInterval"]) globalThis[name] = () => thing();
  Object.assign(globalThis, {
    URL, URLSearchParams, addEventListener: listener, setTimeout: later, requestAnimationFrame: later, requestIdleCallback: later,
    queueMicrotask: (call) => void Promise.resolve().then(call), fetch: () => new Promise(() => {}), reportError: () => {}, structuredClone: (value) => value,
    atob: () => "", btoa: () => "", isSecureContext: true, origin: "https://page.example", name: "", closed: false, innerWidth: 1200, innerHeight: 800, devicePixelRatio: 1,
    location: new URL("https://page.example/"), console: thing(), customElements: thing({ get: () => undefined }),
    navigator: thing({ language: "en", languages: ["en"], userAgent: "Mozilla/5.0", platform: "", onLine: true, cookieEnabled: true, webdriver: false }),
    performance: thing({ now: () => Date.now(), timeOrigin: Date.now() }), crypto: thing({ getRandomValues: (list) => list, randomUUID: () => "00000000-0000-4000-8000-000000000000", subtle: thing() }),
    screen: thing({ width: 1200, height: 800 }), history: thing(), localStorage: thing({ getItem: () => null }), sessionStorage: thing({ getItem: () => null }),
  });
})();`;

const PROBE = (/** @type {string[]} */ names) => `JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.filter((name) => globalThis[name] != null)
  .map((name) => [name, Object.getOwnPropertyNames(globalThis[name]).concat(Object.getOwnPropertyNames(Object.getPrototypeOf(globalThis[name]) ?? {}))
    .filter((member) => { try { return typeof globalThis[name][member] === "function" && member !== "constructor"; } catch { return false; } })])))`;

/** Runs a script as a page would. @param {{script: string, url: string, onload: string}} what @returns {Look} */
function load({ script, url, onload }) {
  const context = vm.createContext(Object.create(null), { microtaskMode: "afterEvaluate" });
  const run = (/** @type {string} */ code, /** @type {string} */ name = "page") => vm.runInContext(code, context, { timeout: 5000, filename: name });
  run(PAGE);
  run(`__load(${JSON.stringify(url)}); globalThis.__loaded = 0; globalThis.__ready = 0;`);
  if (onload) run(`globalThis[${JSON.stringify(onload)}] = () => { __loaded++; };`);
  let thrown = "";
  try {
    run(script, "script");
  } catch (error) {
    thrown = String(error).slice(0, 300);
  }
  const atEnd = JSON.parse(run(PROBE(GLOBALS)));
  run(`for (const name of ${JSON.stringify(GLOBALS)}) { try { globalThis[name].ready(() => { __ready++; }); } catch {} }`);
  run("__parsed()");
  for (let i = 0; i < 50; i++) run("__pump()");
  return { atEnd, later: JSON.parse(run(PROBE(GLOBALS))), loaded: Number(run("__loaded")), ready: Number(run("__ready")), thrown };
}

const HERE = fileURLToPath(import.meta.url);
const FLAGS = Number(process.versions.node.split(".")[0]) >= 20 ? [...process.allowedNodeEnvironmentFlags].includes("--permission")
  ? ["--permission", `--allow-fs-read=${HERE.replace(/[^/]*$/, "")}*`] : ["--experimental-permission", `--allow-fs-read=${HERE.replace(/[^/]*$/, "")}*`] : [];

/** @param {{script: string, url: string, onload: string}} what @returns {Promise<Look>} */
export function look(what) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--no-warnings", ...FLAGS, HERE, "--look"], { env: {}, stdio: ["pipe", "pipe", "pipe"], timeout: TIMEOUT_MS });
    let said = "", complaint = "";
    child.stdout.on("data", (bytes) => (said += bytes));
    child.stderr.on("data", (bytes) => (complaint += bytes));
    child.on("error", reject);
    child.on("close", (status) => (status === 0 ? resolve(JSON.parse(said)) : reject(new Error(`the script could not be run (${status}): ${complaint.slice(0, 300)}`))));
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(what));
  });
}

if (process.argv[1] === HERE && process.argv[2] === "--look") {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  process.stdout.write(JSON.stringify(load(JSON.parse(text))));
  process.exit(0); // whatever timers are left
}
