// The checks that several vendors' tables share. Each is made for a row by its arguments and gets the Trial; what it returns is what
// was seen that the contract does not allow.
import { ENCODINGS, header } from "./ask.js";
import { NotTried } from "./suite.js";

/** @typedef {import("./suite.js").Trial} Trial */
/** @typedef {import("./suite.js").Check} Check */
/** @typedef {import("./suite.js").Row} Row */
/** @typedef {import("./ask.js").Reply} Reply */

const SHOWN = 160;
const QUICK_MS = 1000;
const DAY_MS = 86400000;
const MADE_UP = "03AFcWeA-this_is_no_token_of_anybody-0000000000000000";

/** What came, for the report. @param {Reply} reply */
export const show = (reply) => `${reply.status} ${reply.text.length > SHOWN ? `${reply.text.slice(0, SHOWN)}...` : reply.text || "(nothing)"}`;

/** @param {Trial} trial @param {Reply} reply */
const isSuccess = (trial, reply) => reply.status === 200 && reply.json?.[trial.vendor.flag] === true;

/** Whether it says no in so many words. @param {Trial} trial @param {Reply} reply */
const isRefusal = (trial, reply) => reply.json?.[trial.vendor.flag] === false;

/** @param {Record<string, string>} fields @param {string} name */
const without = (fields, name) => Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

// ---------------------------------------------------------------- asking

/** A good request is a success, sent so. @param {string} encoding @param {Record<string, string>} [more] fields @returns {Check} */
export const succeeds = (encoding, more = {}) => async (trial) => {
  const reply = await trial.verify({ ...(await trial.good()), ...more }, encoding);
  return isSuccess(trial, reply) ? undefined : show(reply);
};

/** and sent in chunks, without its length. @type {Check} */
export const succeedsInChunks = async (trial) => {
  const how = ENCODINGS[trial.vendor.encoding](await trial.good());
  const reply = await trial.ask(trial.vendor.path(trial.options), { ...how, isChunked: true });
  return isSuccess(trial, reply) ? undefined : show(reply);
};

/** All of these are, one after the other. @param {Record<string, string>[]} each @returns {Check} */
export const succeedsWithEach = (each) => async (trial) => {
  for (const more of each) {
    const seen = await succeeds(trial.vendor.encoding, more)(trial);
    if (seen) return `${JSON.stringify(more)}: ${seen}`;
  }
};

/** A good request is none, sent so. @param {string} encoding @returns {Check} */
export const isNotTakenBy = (encoding) => async (trial) => {
  await trial.provesItself();
  const reply = await trial.verify(await trial.good(), encoding);
  return isSuccess(trial, reply) ? show(reply) : undefined;
};

// ------------------------------------------------------- what a success says

/** Exactly these members, in this order. @param {string[]} members @returns {Check} */
export const successHas = (...members) => async (trial) => {
  const reply = await trial.success();
  const seen = Object.keys(reply.json ?? {});
  return seen.join() === members.join() ? undefined : `the members are ${seen.join(", ") || `none: ${show(reply)}`}`;
};

/** The flag is a boolean, in a success and in a failure. @type {Check} */
export const flagIsBoolean = async (trial) => {
  const replies = [await trial.success(), await trial.verify(trial.fields(MADE_UP))];
  const wrong = replies.find((reply, at) => reply.json?.[trial.vendor.flag] !== (at === 0));
  return wrong && show(wrong);
};

/** @param {string} member @returns {Check} */
export const successLacks = (member) => async (trial) => {
  await trial.provesItself();
  const reply = await trial.success();
  return reply.json && !(member in reply.json) ? undefined : show(reply);
};

/** @param {string} member @param {(value: any) => boolean} isRight @returns {Check} */
export const successSays = (member, isRight) => async (trial) => {
  const reply = await trial.success();
  return isRight(reply.json?.[member]) ? undefined : `${member} is ${JSON.stringify(reply.json?.[member])}`;
};

/** What the caller said that tokens are made with. @param {"hostname" | "action" | "cdata"} member @returns {Check} */
export const successTells = (member) => async (trial) => {
  const expected = trial.need(member, `--${member}`);
  const reply = await trial.success();
  return reply.json?.[member] === expected ? undefined : `${member} is ${JSON.stringify(reply.json?.[member])}, not ${JSON.stringify(expected)}`;
};

/** A moment of the last day, by this machine's clock, and none that is to come. @type {Check} */
export const momentIsNow = async (trial) => {
  const { json } = await trial.success();
  const ago = Date.now() - Date.parse(json?.challenge_ts);
  return ago > -300000 && ago < DAY_MS ? undefined : `challenge_ts is ${json?.challenge_ts}, ${Math.round(ago / 1000)} s ago`;
};

/** @type {Check} */
export const repliesAreJson = async (trial) => {
  await trial.provesItself();
  for (const reply of [await trial.success(), await trial.verify(trial.fields(MADE_UP)), await trial.verify({})])
    if (!/^application\/json\b/i.test(header(reply, "content-type"))) return `Content-Type is ${header(reply, "content-type") || "missing"}`;
};

/** How many members a JSON text names: outside of strings a colon stands behind each name, and nowhere else. @param {string} text */
const namesIn = (text) => text.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1;

/** In a success and in a failure; parsed, two of one name have become one. @type {Check} */
export const repliesNameOnce = async (trial) => {
  await trial.provesItself();
  const replies = [await trial.success(), await trial.verify(trial.fields(MADE_UP))];
  const wrong = replies.find(({ text, json }) => json === undefined || namesIn(text) !== namesIn(JSON.stringify(json)));
  return wrong && show(wrong);
};

// ------------------------------------------------------------------ refusing

/** A refusal with that code before any other. @param {Trial} trial @param {string} code @param {Reply} reply */
const isCode = (trial, code, reply) => (reply.status === 200 && isRefusal(trial, reply) && reply.json["error-codes"]?.[0] === code ? undefined : show(reply));

/** @param {string} code @param {(trial: Trial) => Promise<Record<string, string>> | Record<string, string>} fields @returns {Check} */
export const refuses = (code, fields) => async (trial) => isCode(trial, code, await trial.verify(await fields(trial)));

/** Fields that have one fault. A token of nobody's will do: what is asked for comes before. */
export const MISTAKES = {
  /** @param {Trial} trial */
  noSecret: (trial) => without(trial.fields(MADE_UP), trial.vendor.secretField),
  /** @param {Trial} trial */
  emptySecret: (trial) => ({ ...trial.fields(MADE_UP), [trial.vendor.secretField]: "" }),
  /** @param {Trial} trial */
  wrongSecret: (trial) => ({ ...trial.fields(MADE_UP), [trial.vendor.secretField]: "0x0123456789abcdef-nobodys-secret" }),
  /** @param {Trial} trial */
  noResponse: (trial) => without(trial.fields(""), trial.vendor.responseField),
  /** @param {Trial} trial */
  emptyResponse: (trial) => trial.fields(""),
  /** @param {Trial} trial */
  madeUp: (trial) => trial.fields(MADE_UP),
  /** @param {Trial} trial */
  longResponse: (trial) => trial.fields("A".repeat(5000)),
  /** @param {Trial} trial */
  expired: (trial) => trial.fields(trial.need("expired", "--expired")),
  /** @param {Trial} trial */
  otherSite: async (trial) => ({ ...(await trial.good()), [trial.vendor.secretField]: trial.need("otherSecret", "--other-secret") }),
};

/** Exactly {"success":false,"error-codes":[...]}, whatever is wrong. @type {Check} */
export const failureHasTheForm = async (trial) => {
  for (const mistake of [MISTAKES.noSecret, MISTAKES.wrongSecret, MISTAKES.noResponse, MISTAKES.madeUp]) {
    const reply = await trial.verify(mistake(trial));
    const codes = reply.json?.["error-codes"];
    const isRight = Object.keys(reply.json ?? {}).join() === "success,error-codes" && Array.isArray(codes) && codes.length > 0 &&
      codes.every((code) => typeof code === "string" && /^[a-z-]+$/.test(code));
    if (!isRight) return show(reply);
  }
};

/** Bodies that nobody should send, whatever they are called. @param {string} token @type {(token: string) => [string, Record<string, string>, string][]} */
const HOSTILE = (token) => [
  ["another type", { "Content-Type": "text/plain" }, "secret"],
  ["JSON that is cut", { "Content-Type": "application/json" }, '{"secret":"x","response":'],
  ["JSON nested 10,000 deep", { "Content-Type": "application/json" }, "[".repeat(10000)],
  ["JSON that is a list", { "Content-Type": "application/json" }, "[]"],
  ["arrays where texts belong", { "Content-Type": "application/json" }, JSON.stringify({ secret: ["x"], response: [token], token: [token], key: {} })],
  ["multipart without an end", { "Content-Type": "multipart/form-data; boundary=edge" }, '--edge\r\nContent-Disposition: form-data; name="secret"\r\n\r\nx'],
  ["60,000 bytes", { "Content-Type": "application/x-www-form-urlencoded" }, `secret=x&response=${"A".repeat(60000)}`],
  ["bytes that are no text", { "Content-Type": "application/x-www-form-urlencoded" }, "secret=%00%ff%fe&response=%c3%28"],
  ["nothing", { "Content-Type": "application/x-www-form-urlencoded" }, ""],
];

/** @param {Trial} trial @param {(reply: Reply) => boolean} isRight */
async function tryHostile(trial, isRight) {
  for (const [name, headers, body] of HOSTILE(MADE_UP)) {
    const reply = await trial.ask(trial.vendor.path(trial.options), { method: "POST", headers, body });
    if (!isRight(reply)) return `${name}: ${show(reply)}`;
  }
}

/** 200 with a refusal, whatever comes. @type {Check} */
export const isAlways200 = (trial) => tryHostile(trial, (reply) => reply.status === 200 && isRefusal(trial, reply) && reply.json["error-codes"]?.length > 0);

/** JSON that says no, whatever comes; the status is the server's own affair, but no failure of its own. @type {Check} */
export const isAlwaysRefused = async (trial) => {
  await trial.provesItself();
  return tryHostile(trial, (reply) => reply.status < 500 && typeof reply.json === "object" && reply.json?.[trial.vendor.flag] !== true);
};

/** A body that can't be read. @param {string} code @returns {Check} */
export const refusesUnreadable = (code) => async (trial) => {
  const [, headers, body] = HOSTILE("")[5];
  return isCode(trial, code, await trial.ask(trial.vendor.path(trial.options), { method: "POST", headers, body }));
};

/** Fields that PHP and Rails read as lists are none. @type {Check} */
export const listIsNoToken = async (trial) => {
  await trial.provesItself();
  const fields = await trial.good();
  const { responseField } = trial.vendor;
  const reply = await trial.verify({ ...without(fields, responseField), [`${responseField}[]`]: fields[responseField] });
  return reply.status === 200 && isRefusal(trial, reply) ? undefined : show(reply);
};

/** No reply has the secret or the token in it. @type {Check} */
export const tellsNothingBack = async (trial) => {
  await trial.provesItself();
  const fields = await trial.good();
  for (const reply of [await trial.verify(fields), await trial.verify(fields), await trial.verify(MISTAKES.madeUp(trial))])
    if ([trial.options.secret, fields[trial.vendor.responseField], MADE_UP].some((text) => reply.text.includes(text))) return show(reply);
};

// ----------------------------------------------------------------- used once

/** A second use is refused: with that code, or where there is no code just so. @param {string} [code] @returns {Check} */
export const isGoodOnce = (code) => async (trial) => {
  const fields = await trial.good();
  const first = await trial.verify(fields);
  if (!isSuccess(trial, first)) return `the first use: ${show(first)}`;
  const second = await trial.verify(fields);
  if (code) return isCode(trial, code, second);
  return isRefusal(trial, second) ? undefined : show(second);
};

/** The same token from many connections at once. @type {Check} */
export const isGoodOnceAtOnce = async (trial) => {
  const fields = await trial.good();
  const replies = await Promise.all(Array.from({ length: trial.options.connections }, () => trial.verify(fields)));
  const count = replies.filter((reply) => isSuccess(trial, reply)).length;
  return count === 1 && replies.every((reply) => isSuccess(trial, reply) || isRefusal(trial, reply)) ? undefined
    : `${count} of ${replies.length} were a success: ${[...new Set(replies.map(show))].join("; ")}`;
};

/** A wrong secret uses nothing up. @type {Check} */
export const wrongSecretSpendsNothing = async (trial) => {
  const fields = await trial.good();
  await trial.verify({ ...fields, [trial.vendor.secretField]: "0x0123456789abcdef-nobodys-secret" });
  const reply = await trial.verify(fields);
  return isSuccess(trial, reply) ? undefined : show(reply);
};

/** Not a success, and not the server's fault. @param {(trial: Trial) => any} fields @returns {Check} */
export const isRefused = (fields) => async (trial) => {
  await trial.provesItself();
  const reply = await trial.verify(await fields(trial));
  return reply.status < 500 && typeof reply.json === "object" && !isSuccess(trial, reply) && reply.json?.[trial.vendor.flag] !== true ? undefined : show(reply);
};

// -------------------------------------------------------------------- tokens

/** @param {RegExp} form @returns {Check} */
export const tokensAre = (form) => async (trial) => {
  await trial.provesItself();
  const token = await trial.token();
  return form.test(token) ? undefined : `a token of ${token.length} characters: ${token.slice(0, 60)}`;
};

/** The middle of five, of requests that need no token. @type {Check} */
export const isQuick = async (trial) => {
  await trial.provesItself();
  const times = [];
  for (let i = 0; i < 5; i++) times.push((await trial.verify(trial.fields(MADE_UP))).ms);
  const middle = times.sort((a, b) => a - b)[2];
  return middle < (trial.options.quickMs ?? QUICK_MS) ? undefined : `${Math.round(middle)} ms`;
};

/** Test keys open a server only where that is meant. @param {Record<string, string>} fields of a published pair @returns {Check} */
export const testKeysAreAsSaid = (fields) => async (trial) => {
  const reply = await trial.verify(fields);
  if (!trial.options.testKeys) await trial.provesItself();
  if (trial.options.testKeys) return isSuccess(trial, reply) ? undefined : show(reply);
  return isSuccess(trial, reply) ? `a secret that everybody knows is taken, and --test-keys does not say that it is to be: ${show(reply)}` : undefined;
};

/** @param {import("./suite.js").Trial} trial */
export function needsTestKeys(trial) {
  if (!trial.options.testKeys) throw new NotTried("--test-keys is not given");
}

/** @param {string} code @param {Record<string, string>} fields @returns {Check} */
export const testKeysRefuse = (code, fields) => async (trial) => {
  needsTestKeys(trial);
  return isCode(trial, code, await trial.verify(fields));
};

export { ENCODINGS, isCode, isSuccess, MADE_UP };
