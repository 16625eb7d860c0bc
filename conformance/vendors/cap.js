// Cap: its siteverify, with the site key in the path.
import * as checks from "../checks.js";

const { isRefused, MISTAKES, show, succeeds } = checks;

/** Sent to another site's path. @param {(trial: import("../suite.js").Trial) => string} sitekey @returns {import("../suite.js").Check} */
const isRefusedAt = (sitekey) => async (trial) => {
  await trial.provesItself();
  const reply = await trial.ask(`/${sitekey(trial)}/siteverify`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(await trial.good()),
  });
  return reply.status < 500 && reply.json?.success !== true ? undefined : show(reply);
};

/** @type {import("../suite.js").Vendor} */
export default {
  name: "cap",
  title: "Cap",
  path: ({ sitekey }) => `/${encodeURIComponent(sitekey)}/siteverify`,
  encoding: "json",
  flag: "success",
  secretField: "secret",
  responseField: "response",
  fields: ({ secret, response }) => ({ secret, response }),
  rows: [
    ["post-json", "`POST /SITEKEY/siteverify` with JSON: `secret`, `response`", succeeds("json")],
    ["post-json-charset", "`POST` with JSON and a charset", succeeds("json with a charset")],
    ["no-get", "`GET` redeems nothing", checks.isNotTakenBy("get")],
    ["post-chunked", "A body may come in chunks (`Transfer-Encoding: chunked`), without its length", checks.succeedsInChunks],
    ["unknown-fields", "Fields that nobody knows are ignored", succeeds("json", { foo: "bar" })],
    ["success-boolean", "`success` is a boolean, `true` or `false`", checks.flagIsBoolean],
    ["success-first", "A success begins with `\"success\":true`", async (trial) => {
      const reply = await trial.success();
      return Object.keys(reply.json ?? {})[0] === "success" ? undefined : show(reply);
    }],
    ["json", "Every reply is `application/json`", checks.repliesAreJson],
    ["names-once", "No reply names a member twice: readers differ in which of the two they take", checks.repliesNameOnce],
    ["made-up", "A response that is made up is `\"success\":false`", async (trial) => {
      await trial.provesItself();
      const reply = await trial.verify(MISTAKES.madeUp(trial));
      return reply.status < 500 && reply.json?.success === false ? undefined : show(reply);
    }],
    ["long", "One of 5,000 characters is no success", isRefused(MISTAKES.longResponse)],
    ["expired", "nor is one that is too old", isRefused(MISTAKES.expired)],
    ["once", "A response is good once; then `\"success\":false`", checks.isGoodOnce()],
    ["at-once", "One response from many connections at once is one success", checks.isGoodOnceAtOnce],
    ["wrong-secret", "A wrong secret is no success", isRefused(MISTAKES.wrongSecret)],
    ["no-secret", "nor is none", isRefused(MISTAKES.noSecret)],
    ["no-response", "nor no response", isRefused(MISTAKES.noResponse)],
    ["other-site", "nor another site's secret", isRefused(MISTAKES.otherSite)],
    ["wrong-key", "nor the path of nobody's site key, though secret and response are good", isRefusedAt(() => "nobodys-key")],
    ["other-key", "nor that of another site", isRefusedAt((trial) => trial.need("otherSitekey", "--other-sitekey"))],
    ["wrong-secret-spends-nothing", "A request with a wrong secret uses no response up", checks.wrongSecretSpendsNothing],
    ["hostile", "Whatever comes (cut and nested JSON, arrays for texts, other types, 60,000 bytes), the answer is JSON that is no success, and no 5xx", checks.isAlwaysRefused],
    ["tells-nothing", "No reply has the secret or the response in it", checks.tellsNothingBack],
    ["quick", "It answers within a second", checks.isQuick],
  ],
};
