// vue-recaptcha, told the host of its script; `?button` puts the widget onto a button of the page.
import { h } from "vue";
import { VueRecaptcha } from "vue-recaptcha";
import { note, shop, wanted } from "./begin.js";
import { show } from "./vue.js";

const { button, ...options } = wanted;
show(VueRecaptcha, {
  sitekey: shop.sitekey, recaptchaHost: new URL(shop.server).host, ...options,
  onRender: note("render"), onVerify: note("verify"), onExpired: note("expired"), onError: note("error"),
}, (handle) => ({
  execute: () => handle().execute(),
  reset: () => handle().reset(),
}), button === undefined ? {} : { default: () => h("button", { id: "send" }, "Send") });
