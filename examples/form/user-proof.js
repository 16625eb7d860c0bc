// Vouches for who a visitor is: what `data-user-proof` of the widget holds (docs/api.md, "Who the visitor is").
import { createHash, createHmac } from "node:crypto";

/**
 * @param {string} secret the site's @param {string} sitekey @param {string} user
 * @param {number} lifetimeS how long it is good for, a day at most @param {number} [nowS] since 1970
 */
export function userProof(secret, sitekey, user, lifetimeS, nowS = Math.floor(Date.now() / 1000)) {
  const expires = String(nowS + lifetimeS);
  const message = ["tessera user 1", sitekey, expires, user].map((text) => `${Buffer.byteLength(text)}:${text},`).join("");
  const key = createHash("sha256").update(secret).digest();
  return `${expires}.${createHmac("sha256", key).update(message).digest("hex")}`;
}
