// @hcaptcha/react-hcaptcha, told where its script lies.
import HCaptcha from "@hcaptcha/react-hcaptcha";
import { note, shop, wanted } from "./begin.js";
import { show } from "./react.js";

const { strict: _, ...options } = wanted;
show(HCaptcha, {
  sitekey: shop.sitekey, scriptSource: `${shop.server}/1/api.js`, ...options,
  onLoad: note("load"), onVerify: note("verify"), onExpire: note("expire"), onError: note("error"), onOpen: note("open"),
  onClose: note("close"), onChalExpired: note("challenge-expired"),
}, (handle) => ({
  execute: () => void handle().execute(),
  executeAsync: () => handle().execute({ async: true }),
  reset: () => handle().resetCaptcha(),
  remove: () => handle().removeCaptcha(),
  render: () => handle().renderCaptcha(),
  close: () => handle().close(),
  response: () => handle().getResponse(),
  key: () => handle().getRespKey(),
  data: (data) => handle().setData(data),
}));
