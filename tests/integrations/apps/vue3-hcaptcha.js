// @hcaptcha/vue3-hcaptcha, told where its script lies.
import VueHcaptcha from "@hcaptcha/vue3-hcaptcha";
import { note, shop, wanted } from "./begin.js";
import { show } from "./vue.js";

show(VueHcaptcha, {
  sitekey: shop.sitekey, apiEndpoint: `${shop.server}/1/api.js`, ...wanted,
  onVerify: note("verify"), onExpired: note("expired"), onChallengeExpired: note("challenge-expired"), onOpened: note("opened"),
  onClosed: note("closed"), onError: note("error"), onRendered: note("rendered"), onExecuted: note("executed"), onReset: note("reset"),
}, (handle) => ({
  execute: () => handle().execute(),
  executeAsync: () => handle().executeAsync(),
  reset: () => handle().reset(),
}));
