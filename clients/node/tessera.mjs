// Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Node 18.17 and later, nothing else.
//
// A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
// opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
import { randomUUID } from "node:crypto";

/** As `hostname` or `action`: it does not matter to you. */
export const ANY = "*";

const REPLY_MAX = 65536;
const SERVER = /^https?:\/\/([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?(\/[A-Za-z0-9._~/-]*)?$/;
const CODE = "[A-Za-z0-9 \t\r\n\u00a0\u2009\u2010-\u2014\u202f\u2212-]{1,100}"; // with gaps as people write them
const RESPONSE = new RegExp(`^([A-Za-z0-9._-]{1,4096}|${CODE})$`);
const CLASSES = ["friction", "off-the-shelf"]; // weaker ones first

/** Tessera could not be asked, or did not say anything that can be understood: worth another try later. */
export class Unavailable extends Error {}

/** The call or the site's secret is wrong, and will be so the next time. Never open your site for this one. */
export class Misconfigured extends Error {}

/** Sends the form once; what came as JSON. @param {URL} url @param {URLSearchParams} form @param {AbortSignal} signal */
async function ask(url, form, signal) {
  const reply = await fetch(url, { method: "POST", body: form, redirect: "manual", signal }); // the secret goes to nobody else
  if (reply.status !== 200) throw new Error(`it answered ${reply.status}`);
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of /** @type {any} */ (reply.body)) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > REPLY_MAX) throw new Error("the reply is too long");
  }
  const told = JSON.parse(text);
  if (typeof told?.success !== "boolean") throw new Error("the reply is not a verdict");
  if (told["error-codes"]?.[0] === "internal-error") throw new Error("its store is away");
  return told;
}

/** Asks, and once more where the first try broke: the key makes both one use of the response.
 * @param {URL} url @param {URLSearchParams} form @param {AbortSignal} signal @returns {Promise<Record<string, any>>} */
async function askTwice(url, form, signal, isLast = false) {
  try {
    return await ask(url, form, signal);
  } catch (error) {
    if (!isLast && !signal.aborted) return askTwice(url, form, signal, true);
    throw new Unavailable(`Tessera could not be asked: ${error}`);
  }
}

/** Why a response is not what was expected; "" where it is. @param {Record<string, any>} told @param {Expected} expected @returns {string} */
function differs(told, { hostname, action = "", strength = CLASSES[0], alternatives }) {
  if (!told.success) return String(told["error-codes"]?.[0] || "unknown");
  if (![hostname].flat().some((host) => host === ANY || host === told.hostname)) return "wrong-hostname";
  if (action !== ANY && told.action !== action) return "wrong-action";
  if (!CLASSES.includes(told.strength)) return "too-weak";
  if (told.alternative) return !alternatives || alternatives.includes(told.alternative) ? "" : "wrong-alternative";
  return CLASSES.indexOf(told.strength) >= CLASSES.indexOf(strength) ? "" : "too-weak";
}

/**
 * Whether a visitor passed on a page of yours. Throws Unavailable or Misconfigured where nobody can tell.
 * @typedef {{hostname: string | string[], action?: string, strength?: string, alternatives?: string[], timeoutMs?: number}} Expected
 * `hostname`: your pages' host, or several. `action`: the page's data-action; none if not given. `strength`: the weakest class of a
 * picture or film; `alternatives`: which other ways are taken beside it, all that the site takes if not given.
 * @param {string} server its address, as "https://captcha.example.org"
 * @param {string} secret @param {unknown} response what came in the form @param {Expected} expected
 * @returns {Promise<{verified: boolean, reason: string, told: Record<string, any>}>} `reason` is "" where verified
 */
export async function verify(server, secret, response, expected) {
  const { hostname, strength = CLASSES[0], timeoutMs = 5000 } = expected ?? {};
  const hosts = [hostname].flat();
  if (hosts.length === 0 || !hosts.every(Boolean)) throw new Misconfigured("hostname: say which is expected, or ANY");
  if (!CLASSES.includes(strength)) throw new Misconfigured(`strength: one of ${CLASSES.join(", ")}`);
  if (!SERVER.test(server) || !URL.canParse(server)) throw new Misconfigured("the server's address is not one like https://captcha.example.org");
  if (!secret) throw new Misconfigured("the secret is missing");
  const given = typeof response === "string" ? response.trim() : response;
  if (!given) return { verified: false, reason: "missing-input-response", told: {} };
  if (typeof given !== "string" || !RESPONSE.test(given)) return { verified: false, reason: "invalid-input-response", told: {} };
  const form = new URLSearchParams({ secret, response: given, idempotency_key: randomUUID() });
  const told = await askTwice(new URL(`${server.replace(/\/+$/, "")}/v1/verify`), form, AbortSignal.timeout(timeoutMs));
  const reason = differs(told, expected);
  if (reason.endsWith("-input-secret")) throw new Misconfigured(`Tessera says ${reason}`);
  return { verified: reason === "", reason, told };
}
