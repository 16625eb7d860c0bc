// @hcaptcha/vanilla-hcaptcha: the element <h-captcha>, told where its script lies.
import "@hcaptcha/vanilla-hcaptcha";
import { note, offer, place, shop, wanted } from "./begin.js";

/** @type {any} */
const element = document.createElement("h-captcha");
for (const [name, value] of Object.entries({ "site-key": shop.sitekey, jsapi: `${shop.server}/1/api.js`, ...wanted })) element.setAttribute(name, value);
for (const name of ["loaded", "verified", "expired", "challenge-expired", "opened", "closed", "error"]) {
  element.addEventListener(name, (/** @type {any} */ event) => note(name)(...["token", "eKey", "error"].filter((part) => part in event).map((part) => event[part])));
}
offer({
  mount: () => place.append(element),
  unmount: () => element.remove(),
  execute: () => void element.execute(),
  executeAsync: () => element.executeAsync(),
  reset: () => element.reset(),
});
place.append(element);
