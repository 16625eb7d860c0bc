// Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Node 18 and later, nothing else.
//
// A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
// opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
import { randomUUID } from "node:crypto";

const REPLY_MAX = 65536;
const RESPONSE = /^[A-Za-z0-9._ -]{1,4096}$/;
const CLASSES = ["friction", "off-the-shelf"]; // weaker ones first

/** Tessera could not be asked, or did not say anything that can be understood: worth another try later. */
export class Unavailable extends Error {}

/** The call or the site's secret is wrong, and will be so the next time. Never open your site for this one. */
export class Misconfigured extends Error {}

/** @typedef {{verified: boolean, reason: string, told: Record<string, any>}} Verdict */

/** Sends the form once; what came as JSON. @param {URL} url @param {URLSearchParams} form @param {AbortSignal} signal */
async function ask(url, form, signal) {
  const reply = await fetch(url, { method: "POST", body: form, redirect: "manual", signal }); // the secret goes to nobody else
  if (reply.status !== 200) throw new Unavailable(`Tessera answered ${reply.status}`);
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of /** @type {any} */ (reply.body)) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > REPLY_MAX) throw new Unavailable("the reply is too long");
  }
  const told = JSON.parse(text);
  if (typeof told?.success !== "boolean") throw new Unavailable("the reply is not a verdict");
  if (told["error-codes"]?.[0] === "internal-error") throw new Unavailable("Tessera's store is away");
  return told;
}

/** Asks, and once more where the first try broke: the key makes both one use of the response.
 * @param {URL} url @param {URLSearchParams} form @param {AbortSignal} signal */
async function askTwice(url, form, signal) {
  for (let isLast = false; ; isLast = true) {
    try {
      return await ask(url, form, signal);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (isLast || signal.aborted) throw error instanceof Unavailable ? error : new Unavailable(`Tessera could not be asked: ${name}: ${message}`);
    }
  }
}

/** Why a good pass is not what was expected; "" where it is.
 * @param {Record<string, any>} told @param {Expected} expected @returns {string} */
function differs(told, { hostname, action, strength = CLASSES[0], alternatives }) {
  if (hostname !== "any" && ![hostname].flat().includes(told.hostname)) return "wrong-hostname";
  if (action !== undefined && told.action !== action) return "wrong-action";
  if (told.alternative) return !alternatives || alternatives.includes(told.alternative) ? "" : "wrong-alternative";
  return CLASSES.indexOf(told.strength) >= CLASSES.indexOf(strength) ? "" : "too-weak";
}

/**
 * Whether a visitor passed on a page of yours. Throws Unavailable or Misconfigured where nobody can tell.
 * @typedef {{hostname: string | string[], action?: string, strength?: string, alternatives?: string[], timeoutMs?: number}} Expected
 * `hostname`: your pages' host, or several; "any" where it does not matter to you. `action`: the page's data-action. `strength`: the
 * weakest class of a picture or film; `alternatives`: which other ways are taken beside it, all that the site takes if not given.
 * @param {string} server its address, as "https://captcha.example.org"
 * @param {string} secret @param {unknown} response what came in the form @param {Expected} expected
 * @returns {Promise<Verdict>}
 */
export async function verify(server, secret, response, expected) {
  const { hostname, strength = CLASSES[0], timeoutMs = 5000 } = expected ?? {};
  if (!hostname || hostname.length === 0) throw new Misconfigured('hostname: say which is expected, or "any"');
  if (!CLASSES.includes(strength)) throw new Misconfigured(`strength: one of ${CLASSES.join(", ")}`);
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(server)) throw new Misconfigured("the server's address begins with https:// or http://");
  if (!secret) throw new Misconfigured("the secret is missing");
  const given = typeof response === "string" ? response.trim() : response;
  if (!given) return { verified: false, reason: "missing-input-response", told: {} };
  if (typeof given !== "string" || !RESPONSE.test(given)) return { verified: false, reason: "invalid-input-response", told: {} };
  const form = new URLSearchParams({ secret, response: given, idempotency_key: randomUUID() });
  const told = await askTwice(new URL(`${server.replace(/\/+$/, "")}/v1/verify`), form, AbortSignal.timeout(timeoutMs));
  const code = told.success ? differs(told, expected) : String(told["error-codes"]?.[0] || "unknown");
  if (/-input-secret$/.test(code)) throw new Misconfigured(`Tessera says ${code}`);
  return { verified: told.success && code === "", reason: code, told };
}
