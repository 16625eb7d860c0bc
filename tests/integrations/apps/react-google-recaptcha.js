// react-google-recaptcha, with the script that the page itself has, or where Google's name leads to Tessera.
import ReCAPTCHA from "react-google-recaptcha";
import { note, shop, wanted } from "./begin.js";
import { show } from "./react.js";

const { strict: _, ...options } = wanted;
show(ReCAPTCHA, {
  sitekey: shop.sitekey, ...options,
  onChange: note("change"), onErrored: note("errored"), ...("expired" in wanted ? { onExpired: note("expired") } : {}),
  asyncScriptOnLoad: () => note("load")(),
}, (handle) => ({
  execute: () => void handle().execute(),
  executeAsync: () => handle().executeAsync(),
  reset: () => handle().reset(),
  forceReset: () => handle().forceReset(),
  value: () => handle().getValue(),
  id: () => handle().getWidgetId(),
}));
