// What the integrations' tests share of the three vendors: where a Tessera answers in their place, and passes to verify there.

/** @typedef {import("../../lib/tessera.js").Server} Server */
/** @typedef {"recaptcha" | "hcaptcha" | "turnstile"} Vendor */

/** Paths below a server's address, and the field that a form brings. @type {Record<Vendor, {script: string, verify: string, field: string}>} */
export const VENDORS = {
  recaptcha: { script: "/recaptcha/api.js", verify: "/recaptcha/api/siteverify", field: "g-recaptcha-response" },
  hcaptcha: { script: "/1/api.js", verify: "/siteverify", field: "h-captcha-response" },
  turnstile: { script: "/turnstile/v0/api.js", verify: "/turnstile/v0/siteverify", field: "cf-turnstile-response" },
};

/**
 * The response of a challenge that was solved on a page of that origin.
 * @param {Server} server @param {string} origin @param {Record<string, unknown>} [more] of the challenge's request
 */
export async function passOn(server, origin, more = {}) {
  const { token, truth } = await server.challenge(more, { Origin: origin });
  const { json } = await server.post("/v1/answer", { token, answer: truth }, { Origin: origin });
  if (json.state !== "pass") throw new Error(`no pass: ${JSON.stringify(json)}`);
  return /** @type {string} */ (json.response);
}
