// @marsidev/react-turnstile, with the script that the page itself has.
import { Turnstile } from "@marsidev/react-turnstile";
import { note, shop, wanted } from "./begin.js";
import { show } from "./react.js";

const { strict: _, sitekey = shop.sitekey, inject, ...options } = wanted;
show(Turnstile, {
  siteKey: sitekey, injectScript: inject !== undefined, options,
  onWidgetLoad: note("load"), onSuccess: note("success"), onExpire: note("expire"), onError: note("error"), onTimeout: note("timeout"),
  onBeforeInteractive: note("before-interactive"), onAfterInteractive: note("after-interactive"), onUnsupported: note("unsupported"),
}, (handle) => ({
  execute: () => handle().execute(),
  reset: () => handle().reset(),
  remove: () => handle().remove(),
  render: () => handle().render(),
  response: () => handle().getResponse(),
  responsePromise: () => handle().getResponsePromise(),
  isExpired: () => handle().isExpired(),
}));
