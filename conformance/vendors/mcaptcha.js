// mCaptcha: its siteverify, and the widget's page that sites show in a frame.
import { header } from "../ask.js";
import * as checks from "../checks.js";

const { isRefused, MISTAKES, show, succeeds } = checks;

/** @param {import("../suite.js").Trial} trial @param {string} path */
const widget = (trial, path) => trial.once(`widget ${path}`, () =>
  trial.ask(`${path}?sitekey=${encodeURIComponent(trial.options.sitekey)}`, { headers: { Accept: "text/html", "Sec-Fetch-Dest": "iframe", Referer: "https://page.example/" } }));

/** A refusal that is one in words. @param {(trial: import("../suite.js").Trial) => any} fields @returns {import("../suite.js").Check} */
const isInvalid = (fields) => async (trial) => {
  const reply = await trial.verify(await fields(trial));
  return reply.status === 200 && reply.text.trim() === '{"valid":false}' ? undefined : show(reply);
};

/** @type {import("../suite.js").Vendor} */
export default {
  name: "mcaptcha",
  title: "mCaptcha",
  path: () => "/api/v1/pow/siteverify",
  encoding: "json",
  flag: "valid",
  secretField: "secret",
  responseField: "token",
  fields: ({ secret, response, sitekey }) => ({ token: response, key: sitekey, secret }),
  rows: [
    ["post-json", "`POST` with JSON: `token`, `key` (the site key), `secret`", succeeds("json")],
    ["post-json-charset", "`POST` with JSON and a charset", succeeds("json with a charset")],
    ["no-get", "`GET` redeems nothing", checks.isNotTakenBy("get")],
    ["post-chunked", "A body may come in chunks (`Transfer-Encoding: chunked`), without its length", checks.succeedsInChunks],
    ["unknown-fields", "Fields that nobody knows are ignored", succeeds("json", { foo: "bar" })],
    ["success-members", "A success is exactly `{\"valid\":true}`", checks.successHas("valid")],
    ["success-boolean", "`valid` is a boolean, `true` or `false`", checks.flagIsBoolean],
    ["json", "Every reply is `application/json`", checks.repliesAreJson],
    ["names-once", "No reply names a member twice: readers differ in which of the two they take", checks.repliesNameOnce],
    ["made-up", "A token that is made up is `{\"valid\":false}`, with 200", isInvalid(MISTAKES.madeUp)],
    ["long", "and so is one of 5,000 characters", isInvalid(MISTAKES.longResponse)],
    ["expired", "and one that is too old", isInvalid(MISTAKES.expired)],
    ["once", "A token is good once; then `{\"valid\":false}`", checks.isGoodOnce()],
    ["at-once", "One token from many connections at once is one success", checks.isGoodOnceAtOnce],
    ["wrong-secret", "A wrong secret is no success", isRefused(MISTAKES.wrongSecret)],
    ["no-secret", "nor is none", isRefused(MISTAKES.noSecret)],
    ["wrong-key", "nor the site key of nobody, though secret and token are good", isRefused(async (trial) => ({ ...(await trial.good()), key: "nobodys-key" }))],
    ["other-key", "nor that of another site", isRefused(async (trial) => ({ ...(await trial.good()), key: trial.need("otherSitekey", "--other-sitekey") }))],
    ["other-site", "nor another site's secret", isRefused(MISTAKES.otherSite)],
    ["no-token", "nor no token", isRefused(MISTAKES.noResponse)],
    ["wrong-secret-spends-nothing", "A request with a wrong secret uses no token up", checks.wrongSecretSpendsNothing],
    ["hostile", "Whatever comes (cut and nested JSON, arrays for texts, other types, 60,000 bytes), the answer is JSON that is no success, and no 5xx", checks.isAlwaysRefused],
    ["tells-nothing", "No reply has the secret or the token in it", checks.tellsNothingBack],
    ["token-alphabet", "Tokens are of `[A-Za-z0-9_-]`", checks.tokensAre(/^[A-Za-z0-9_-]+$/)],
    ["quick", "It answers within a second", checks.isQuick],

    ["widget", "`GET /widget?sitekey=` is a page", async (trial) => {
      const reply = await widget(trial, "/widget");
      return reply.status === 200 && /^text\/html\b/.test(header(reply, "content-type")) ? undefined : show(reply);
    }],
    ["widget-slash", "and `/widget/?sitekey=`, too (BunkerWeb)", async (trial) => {
      const reply = await widget(trial, "/widget/");
      return reply.status === 200 && /^text\/html\b/.test(header(reply, "content-type")) ? undefined : show(reply);
    }],
    ["widget-framable", "Pages of any origin may show it in a frame", async (trial) => {
      const reply = await widget(trial, "/widget");
      if (reply.status !== 200) return show(reply);
      if (header(reply, "x-frame-options") !== "") return `X-Frame-Options: ${header(reply, "x-frame-options")}`;
      const ancestors = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(header(reply, "content-security-policy"))?.[1];
      return ancestors === undefined || /(^|\s)\*(\s|$)/.test(ancestors) ? undefined : `frame-ancestors ${ancestors}`;
    }],
    ["widget-no-cookie", "It sets no cookie: in a frame there is none", async (trial) => {
      const reply = await widget(trial, "/widget");
      return reply.status === 200 && header(reply, "set-cookie") === "" ? undefined : `${reply.status} Set-Cookie: ${header(reply, "set-cookie")}`;
    }],
  ],
};
