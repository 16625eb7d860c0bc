// The paths of the vendors' siteverify, and the ways in which their clients ask.
export const RECAPTCHA = "/recaptcha/api/siteverify";
export const HCAPTCHA = "/siteverify";
export const TURNSTILE = "/turnstile/v0/siteverify";
export const PATHS = [RECAPTCHA, HCAPTCHA, TURNSTILE];

export const FORM = "application/x-www-form-urlencoded";

/** @param {Record<string, string>} fields */
export const query = (fields) => new URLSearchParams(fields).toString();

/** @param {Record<string, string>} fields of the boundary "edge" */
export const multipart = (fields) => `${Object.entries(fields).map(
  ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--edge--\r\n`;

/** The body of a failure. @param {string} code */
export const failure = (code) => `{"success":false,"error-codes":["${code}"]}`;

/** @param {import("./tessera.js").Server} server @param {string} path @param {string} [type] @param {string | Uint8Array} [body] */
export const post = (server, path, type, body = "") =>
  server.request(path, { method: "POST", headers: type === undefined ? {} : { "Content-Type": type }, body });

/** The response of a pass on a page of https://shop.example. @param {import("./tessera.js").Server} server
 * @param {Record<string, unknown>} [more] @param {Record<string, string>} [from] */
export async function solve(server, more = {}, from = { Origin: "https://shop.example:8443" }) {
  const { token, truth } = await server.challenge(more, from);
  const { json } = await server.post("/v1/answer", { token, answer: truth });
  if (json.state !== "pass") throw new Error(`solve: ${JSON.stringify(json)}`);
  return /** @type {string} */ (json.response);
}
