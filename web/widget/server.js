// server.js: a source of challenges (web/ui/panel.js) that asks a Tessera server. Uses no browser API that needs https,
// sends no cookies, and says why it failed in codes that the panel has words for.

import { isConstrained, wantsLessMotion } from "../ui/motion.js";

const PATIENCE_MS = 20000;

/** @param {string} code @param {number} [retryAfter] seconds */
const failure = (code, retryAfter) => Object.assign(new Error(code), { code, ...(retryAfter ? { retryAfter } : {}) });

/** @param {Response} reply */
async function refusal(reply) {
  const seconds = Number(reply.headers.get("Retry-After")) || undefined;
  /** @type {any} */
  const body = await reply.json().catch(() => null);
  if (reply.status === 429) return failure("too-many-requests", seconds);
  return failure(body?.error?.code ?? (reply.status >= 500 ? "unavailable" : "failed"), seconds);
}

/**
 * @typedef {object} Order  what a site asks for
 * @property {string} sitekey
 * @property {string} [type]
 * @property {string} [difficulty]
 * @property {string} [action]
 * @property {string} [cdata]
 * @property {string} [user]
 * @property {string} [user_proof]  that the site's server says who that is
 * @property {string} [order]  what the site's server was given by /v1/authenticate
 * @property {string} [frame]  which page the server's own one is framed by
 * @property {string} [lang]
 */

/** @typedef {import("../ui/panel.js").Challenge & {token: string, theme?: string, state?: string}} Served */

/**
 * @param {string} base the server's address without a slash at its end
 * @param {Order} order
 */
export function serverSource(base, order) {
  /** @param {string} path @param {unknown} body */
  async function post(path, body) {
    const abort = new AbortController();
    const patience = setTimeout(() => abort.abort(), PATIENCE_MS);
    try {
      const reply = await fetch(base + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        credentials: "omit",
        body: JSON.stringify(body),
        signal: abort.signal,
      }).catch(() => Promise.reject(failure("network")));
      if (!reply.ok) throw await refusal(reply);
      const json = await reply.json().catch(() => Promise.reject(failure("network")));
      return { json, lifetime: Number(reply.headers.get("Tessera-Lifetime")) || undefined };
    } finally {
      clearTimeout(patience);
    }
  }

  /** Puts the server's address before the paths of picture and sound. @param {any} challenge @returns {Served} */
  function addressed(challenge) {
    for (const medium of [challenge.view?.image, challenge.view?.audio])
      if (medium?.src?.startsWith("/")) medium.src = base + medium.src;
    stop();
    if (challenge.work) begin(challenge);
    return challenge;
  }

  /** What the device does for the last challenge. @type {Promise<any> | undefined} */
  let effort;
  const stop = () => effort?.then((one) => one.cancel());

  /** Begins it, while the visitor looks. @param {any} challenge */
  function begin(challenge) {
    effort = challenge.effort = import(`${base}/static/tessera-work.js`).then((work) => work.begin(challenge.work, base));
    effort.catch(() => (effort = challenge.effort = undefined)); // it is tried again when there is an answer
    return effort;
  }

  /** What is asked for instead of the type that the site wants. @type {{alternative?: string}} */
  const wish = {};
  const ask = async (wanted = wish) =>
    addressed((await post("/v1/challenge", { ...order, ...(wantsLessMotion() && { motion: "reduce" }), ...(isConstrained() && { access: "constrained" }),
      ...wanted })).json);

  return {
    post,
    ask,
    stop,
    next: () => ask(),

    /** @param {string} alternative */
    async instead(alternative) {
      const challenge = await ask({ alternative });
      wish.alternative = alternative; // kept only once it worked: where there is none, the other kinds can still be had
      return challenge;
    },

    /** @param {any} challenge @param {string} answer @param {import("../ui/panel.js").Panel} [panel] shows how far the work is */
    async answer(challenge, answer, panel) {
      const work = challenge.work && await (await (challenge.effort ?? begin(challenge))).result(panel, challenge);
      const { json, lifetime } = await post("/v1/answer", { token: challenge.token, answer, lang: order.lang, ...(work && { work }) });
      if (json.challenge) addressed(json.challenge);
      return { ...json, lifetime };
    },

    /** @param {any} challenge */
    async extend(challenge) {
      const { json } = await post("/v1/extend", { token: challenge.token });
      challenge.token = json.token;
      return json;
    },

    /** @param {any} challenge */
    reveal: async (challenge) => (await post("/v1/reveal", { token: challenge.token })).json,
  };
}
