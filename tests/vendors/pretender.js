// A small server that keeps the five contracts, and breaks them one fault at a time: what conformance/ is tried on. It makes its own
// tokens, on `GET /token?count=N`, and knows nothing of challenges.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

export const SITES = { "site-one": "secret-of-one", "site-two": "secret-of-two" };
export const HOSTNAME = "page.example", ACTION = "act", CDATA = "cd-1";
export const EXPIRED = "expired-token";
const LONG_AGO = "2020-02-02T02:02:02.222Z";

/** The published test secrets, with the response of their site keys and what they say. @type {Record<string, [vendor: string, response: string, code: string]>} */
const TEST_SECRETS = {
  "1x0000000000000000000000000000000AA": ["turnstile", "XXXX.DUMMY.TOKEN.XXXX", ""],
  "2x0000000000000000000000000000000AA": ["turnstile", "XXXX.DUMMY.TOKEN.XXXX", "invalid-input-response"],
  "3x0000000000000000000000000000000AA": ["turnstile", "XXXX.DUMMY.TOKEN.XXXX", "timeout-or-duplicate"],
  [`0x${"0".repeat(40)}`]: ["hcaptcha", "10000000-aaaa-bbbb-cccc-000000000001", ""],
  "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe": ["recaptcha", "", ""],
};

/**
 * What may be wrong, each by the name that the tests' table uses; nothing is by default. A function changes what it gets.
 * @typedef {{
 *   request?: (asked: {method: string, type: string, path: string, query: string, body: string}) => string | undefined,
 *   fields?: (fields: Record<string, any>) => void,
 *   told?: (told: Record<string, any>, isSuccess: boolean) => any,
 *   code?: (code: string) => string,
 *   status?: (status: number, code: string) => number,
 *   text?: (text: string) => string,
 *   headers?: (headers: Record<string, string>) => void,
 *   token?: (token: string) => string,
 *   script?: (text: string, query: URLSearchParams) => string,
 *   is?: string,
 *   delayMs?: number,
 * }} Fault
 */

/** @param {string} type @param {string} body @returns {Record<string, any> | null} what the body says; null where it can't be read */
function read(type, body) {
  if (body === "") return {};
  if (/^application\/json\b/.test(type)) {
    try {
      const told = JSON.parse(body);
      return told && typeof told === "object" && !Array.isArray(told) ? told : null;
    } catch {
      return null;
    }
  }
  const boundary = /^multipart\/form-data; boundary=(.*)$/.exec(type)?.[1];
  if (boundary !== undefined) {
    if (!body.endsWith(`--${boundary}--\r\n`)) return null;
    return Object.fromEntries(body.split(`--${boundary}`).slice(1, -1).map((part) => {
      const [head, value] = part.split("\r\n\r\n");
      return [/name="([^"]*)"/.exec(head)?.[1] ?? "", value.replace(/\r\n$/, "")];
    }));
  }
  return /^(application\/x-www-form-urlencoded\b|$)/.test(type) ? Object.fromEntries(new URLSearchParams(body)) : null;
}

/** The scripts, as short as they can be. @param {string} global @param {string[]} methods @param {URLSearchParams} query */
function script(global, methods, query) {
  const define = (/** @type {string} */ name) => `window.${name} = { ${methods.map((method) => `${method}() {}`).join(", ")}, ready(call) { setTimeout(call, 0); } };`;
  const compat = query.get("recaptchacompat") === "on" || query.get("compat") === "recaptcha" ? define("grecaptcha") : "";
  return `${define(global)} ${compat} { const name = new URL(document.currentScript.src).searchParams.get("onload"); if (name) setTimeout(() => window[name](), 0); }`;
}

const SCRIPTS = {
  "/recaptcha/api.js": (/** @type {URLSearchParams} */ query) => script("grecaptcha", ["render", "reset", "getResponse", "execute"], query),
  "/1/api.js": (/** @type {URLSearchParams} */ query) => script("hcaptcha", ["render", "execute", "reset", "close", "remove", "getResponse", "getRespKey", "setData"], query),
  "/turnstile/v0/api.js": (/** @type {URLSearchParams} */ query) => script("turnstile", ["render", "execute", "reset", "remove", "getResponse", "isExpired"], query),
};

export class Pretender {
  constructor() {
    /** @type {Fault} */
    this.fault = {};
    this.hasTestKeys = true;
    /** What was used, with the key that it was used with. @type {Map<string, {key: string}>} */
    this.used = new Map();
    /** @type {Map<string, {site: string, moment: string}>} */
    this.tokens = new Map();
    this.url = "";
    this.server = createServer((request, reply) => {
      let body = "";
      request.setEncoding("latin1").on("data", (text) => (body += text)).on("end", () => this.answer(request, reply, body));
    });
  }

  /** @returns {Promise<void>} */
  up() {
    return new Promise((resolve) => this.server.listen(0, "127.0.0.1", () => {
      this.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.server.address()).port}`;
      resolve();
    }));
  }

  down() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} reply @param {string} body */
  async answer(request, reply, body) {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://x");
    const { fault } = this;
    /** @param {number} status @param {string} text @param {Record<string, string>} headers */
    const send = (status, text, headers) => {
      fault.headers?.(headers);
      setTimeout(() => reply.writeHead(status, headers).end(fault.text?.(text) ?? text), fault.delayMs ?? 0);
    };
    if (pathname === "/token") {
      const made = Array.from({ length: Number(searchParams.get("count")) }, () => {
        const token = fault.token?.(randomUUID()) ?? randomUUID();
        this.tokens.set(token, { site: "site-one", moment: fault.is === "a moment of another year" ? LONG_AGO : new Date().toISOString() });
        return token;
      });
      return void reply.end(`${made.join("\n")}\n`);
    }
    const asked = { method: request.method ?? "", type: request.headers["content-type"] ?? "", path: pathname, query: search, body };
    const refused = fault.request?.(asked) ?? (request.headers["content-length"] === undefined && asked.method === "POST" && fault.is === "needs a length" ? "411" : undefined);
    if (refused) return send(Number(refused), "{}", { "Content-Type": "application/json" });
    const makeScript = SCRIPTS[/** @type {keyof typeof SCRIPTS} */ (pathname)];
    if (makeScript) {
      const text = makeScript(searchParams);
      return send(200, fault.script?.(text, searchParams) ?? text, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" });
    }
    if (/^\/widget\/?$/.test(pathname)) return send(200, "<!doctype html>", { "Content-Type": "text/html" });
    if (pathname === "/checksiteconfig") {
      const pass = fault.is === "every site is known" || (searchParams.get("sitekey") ?? "") in SITES;
      return send(200, JSON.stringify(fault.told?.({ pass }, pass) ?? { pass }), { "Content-Type": "application/json" });
    }
    const vendor = { "/recaptcha/api/siteverify": "recaptcha", "/siteverify": "hcaptcha", "/turnstile/v0/siteverify": "turnstile", "/api/v1/pow/siteverify": "mcaptcha" }[pathname] ?? "cap";
    const [status, told] = this.verify(vendor, asked, searchParams);
    send(status, JSON.stringify(told), { "Content-Type": "application/json" });
  }

  /** @param {string} vendor @param {{method: string, type: string, path: string, query: string, body: string}} asked @param {URLSearchParams} query
   * @returns {[number, any]} */
  verify(vendor, asked, query) {
    const { fault } = this;
    const sent = asked.method === "GET" && vendor !== "recaptcha" && fault.is !== "GET is taken" ? null : read(asked.type, asked.body);
    const fields = sent && { ...(fault.is === "the query is not read" ? {} : Object.fromEntries(query)), ...sent };
    if (fields) fault.fields?.(fields);
    const first = fields === null ? "bad-request" : this.judge(vendor, fields, asked.path);
    const code = first && (fault.code?.(first) ?? first);
    const told = { ...(code === "" ? this.success(vendor, fields ?? {}) : this.failure(vendor, code)), ...this.mark(vendor, fields?.secret) };
    const status = vendor === "cap" && code !== "" ? 403 : 200;
    return [fault.status?.(status, code) ?? status, fault.told?.(told, code === "") ?? told];
  }

  /** @param {string} vendor @param {Record<string, any>} fields @param {string} path @returns {string} the code; "" for a success */
  judge(vendor, fields, path) {
    const { is } = this.fault;
    const text = (/** @type {string} */ name) => (fields[name] === undefined ? "" : typeof fields[name] === "string" ? fields[name] : "\0");
    const secret = text("secret"), response = text(vendor === "mcaptcha" ? "token" : "response") || (is === "a list is a text" ? text("response[]") : "");
    const test = TEST_SECRETS[secret];
    if (secret === "") return is === "no secret is needed" ? "" : "missing-input-secret";
    if (this.hasTestKeys && is !== "test keys are off" && test?.[0] === vendor) {
      if (vendor === "turnstile" && is === "test secrets use up") this.used.set(response, { key: "" });
      if (response === test[1] || (vendor !== "hcaptcha" && is !== "test secrets take dummies alone")) return test[2];
      return vendor === "hcaptcha" ? "not-using-dummy-passcode" : "invalid-input-response";
    }
    const site = Object.entries(SITES).find(([, own]) => own === secret)?.[0];
    if (!site) {
      if (is === "wrong secrets use up") this.used.set(response, { key: "" });
      return is === "any secret will do" ? "" : "invalid-input-secret";
    }
    if (response === "") return is === "no response is needed" ? "" : "missing-input-response";
    const wanted = vendor === "mcaptcha" ? text("key") : vendor === "cap" ? path.split("/")[1] : vendor === "hcaptcha" ? text("sitekey") || site : site;
    if (wanted !== site && is !== "any site key will do" && is !== "any site's response is taken" && !(is === "any site's key will do" && wanted in SITES)) return vendor === "hcaptcha" ? "sitekey-secret-mismatch" : "invalid-input-secret";
    if (response === EXPIRED) return is === "old ones are taken" ? "" : vendor === "hcaptcha" ? "expired-input-response" : "timeout-or-duplicate";
    if (is === "dummies are taken" && Object.values(TEST_SECRETS).some(([, dummy]) => dummy === response)) return "";
    if (is === "every response is taken" || (is === "long ones are taken" && response.length > 4000)) return "";
    if (!this.tokens.has(response) || (this.tokens.get(response)?.site !== site && is !== "any site's response is taken")) return "invalid-input-response";
    return this.spend(vendor, response, text("idempotency_key"));
  }

  /** @param {string} vendor @param {string} response @param {string} key @returns {string} */
  spend(vendor, response, key) {
    const { is } = this.fault;
    const before = this.used.get(response);
    if (is === "nothing is used up") return "";
    if (is === "used up late") {
      setTimeout(() => this.used.set(response, { key }), 100);
    } else if (is === "keys open all" && key !== "" && before) return "";
    if (before) {
      if (vendor === "turnstile" && before.key !== "" && (before.key === key || is === "any key is the same" || (is === "no key is the same" && key === "")) && is !== "keys are not read") return "";
      if (vendor === "turnstile" && is === "a late key helps" && key !== "" && before.key === "") return "";
      return vendor === "hcaptcha" ? "already-seen-response" : "timeout-or-duplicate";
    }
    if (is !== "used up late") this.used.set(response, { key });
    return "";
  }

  /** @param {string} vendor @param {Record<string, any>} fields */
  success(vendor, fields) {
    const moment = this.tokens.get(fields.response)?.moment ?? new Date().toISOString();
    const whole = `${moment.slice(0, 19)}Z`;
    const sitekey = Object.entries(SITES).find(([, own]) => own === fields.secret)?.[0] ?? "test";
    switch (vendor) {
      case "recaptcha": return { success: true, challenge_ts: whole, hostname: HOSTNAME };
      case "hcaptcha": return { success: true, challenge_ts: whole, hostname: HOSTNAME, credit: false, sitekey };
      case "turnstile": return { success: true, challenge_ts: moment, hostname: HOSTNAME, "error-codes": [], action: ACTION, cdata: CDATA };
      case "mcaptcha": return { valid: true };
      default: return { success: true };
    }
  }

  /** What Turnstile says of its test secrets. @param {string} vendor @param {string} secret */
  mark(vendor, secret) {
    return vendor === "turnstile" && this.hasTestKeys && TEST_SECRETS[secret] && this.fault.is !== "test secrets are not told" ? { metadata: { result_with_testing_key: true } } : {};
  }

  /** @param {string} vendor @param {string} code */
  failure(vendor, code) {
    if (vendor === "mcaptcha") return { valid: false };
    return vendor === "cap" ? { success: false, error: "Token not found" } : { success: false, "error-codes": [code] };
  }
}
