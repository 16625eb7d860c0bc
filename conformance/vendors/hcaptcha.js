// hCaptcha: siteverify, checksiteconfig and the script.
import * as checks from "../checks.js";
import { REFUSALS } from "../refusals.js";
import { scriptRows } from "../scripts.js";

const { MISTAKES, refuses, succeeds } = checks;
const TEST_SECRET = `0x${"0".repeat(40)}`;
const TEST_TOKEN = "10000000-aaaa-bbbb-cccc-000000000001";

/** What the plugin for WordPress asks when its settings are saved. @param {string} sitekey @returns {(trial: import("../suite.js").Trial) => Promise<import("../ask.js").Reply>} */
const siteConfig = (sitekey) => (trial) => trial.ask(
  `/checksiteconfig?${new URLSearchParams({ host: trial.options.hostname ?? "page.example", sitekey, sc: "1", swa: "1", spst: "0" })}`, { method: "POST" });

/** @type {import("../suite.js").Vendor} */
export default {
  name: "hcaptcha",
  title: "hCaptcha",
  path: () => "/siteverify",
  encoding: "form",
  flag: "success",
  secretField: "secret",
  responseField: "response",
  fields: ({ secret, response }) => ({ secret, response }),
  rows: [
    ["post-form", "`POST` with a form", succeeds("form")],
    ["post-form-charset", "`POST` with a form and a charset", succeeds("form with a charset")],
    ["post-query", "`POST` with all in the query and an empty body (MediaWiki)", succeeds("query, empty body")],
    ["post-query-no-length", "The same without `Content-Length` and `Content-Type`", succeeds("query, no body")],
    ["no-get", "`GET` redeems nothing", checks.isNotTakenBy("get")],
    ["post-chunked", "A body may come in chunks (`Transfer-Encoding: chunked`), without its length", checks.succeedsInChunks],
    ["unknown-fields", "Fields that nobody knows are ignored", succeeds("form", { foo: "bar" })],
    ["remoteip", "`remoteip` is never enforced, so `missing-remoteip` and `invalid-remoteip` never come",
      checks.succeedsWithEach([{}, { remoteip: "127.0.0.1" }, { remoteip: "2001:db8::1" }, { remoteip: "" }, { remoteip: "no address" }])],
    ["sitekey", "The site key may be sent along", async (trial) => succeeds("form", { sitekey: trial.options.sitekey })(trial)],

    ["success-members", "A success has `success`, `challenge_ts`, `hostname`, `credit`, `sitekey`, in this order, and nothing else",
      checks.successHas("success", "challenge_ts", "hostname", "credit", "sitekey")],
    ["success-boolean", "`success` is a boolean, `true` or `false`", checks.flagIsBoolean],
    ["success-no-codes", "A success has no `error-codes` (MediaWiki takes any for a failure)", checks.successLacks("error-codes")],
    ["success-no-score", "A success has no `score`: some clients would go by it", checks.successLacks("score")],
    ["challenge-ts", "`challenge_ts` is a moment in UTC, as ISO 8601 writes it", checks.successSays("challenge_ts", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(text))],
    ["challenge-ts-now", "`challenge_ts` is when the challenge was passed", checks.momentIsNow],
    ["hostname-there", "`hostname` is a text that is never empty", checks.successSays("hostname", (text) => typeof text === "string" && text !== "")],
    ["hostname", "`hostname` is the page's", checks.successTells("hostname")],
    ["credit", "`credit` is a boolean", checks.successSays("credit", (value) => typeof value === "boolean")],
    ["sitekey-told", "`sitekey` is the site's (ConfirmEdit 1.46)", async (trial) => checks.successSays("sitekey", (text) => text === trial.options.sitekey)(trial)],
    ["json", "Every reply is `application/json`", checks.repliesAreJson],
    ["names-once", "No reply names a member twice: readers differ in which of the two they take", checks.repliesNameOnce],

    ...REFUSALS,
    ["sitekey-secret-mismatch", "`sitekey-secret-mismatch` where the site key is another's",
      refuses("sitekey-secret-mismatch", async (trial) => ({ ...(await trial.good()), sitekey: trial.need("otherSitekey", "--other-sitekey") }))],
    ["sitekey-secret-mismatch-unknown", "and where it is nobody's", refuses("sitekey-secret-mismatch", async (trial) => ({ ...(await trial.good()), sitekey: "00000000-0000-4000-8000-000000000000" }))],
    ["bad-request", "`bad-request` where the body can't be read", checks.refusesUnreadable("bad-request")],
    ["list", "`response[]` is no response", checks.listIsNoToken],
    ["tells-nothing", "No reply has the secret or the response in it", checks.tellsNothingBack],

    ["already-seen-response", "A response is good once; then `already-seen-response`", checks.isGoodOnce("already-seen-response")],
    ["expired-input-response", "`expired-input-response` where it is too old", refuses("expired-input-response", MISTAKES.expired)],
    ["at-once", "One response from many connections at once is one success", checks.isGoodOnceAtOnce],
    ["wrong-secret-spends-nothing", "A request with a wrong secret uses no response up", checks.wrongSecretSpendsNothing],
    ["token-alphabet", "Responses are of `[A-Za-z0-9_-]` (lua-cs-bouncer does not encode them)", checks.tokensAre(/^[A-Za-z0-9_-]+$/)],
    ["quick", "It answers within a second (ConfirmEdit waits no longer)", checks.isQuick],
    ["test-secret", "The published test secret is refused, unless `--test-keys` says that it is to be taken",
      checks.testKeysAreAsSaid({ secret: TEST_SECRET, response: TEST_TOKEN })],
    ["not-using-dummy-passcode", "`not-using-dummy-passcode` where the test secret comes with another response",
      checks.testKeysRefuse("not-using-dummy-passcode", { secret: TEST_SECRET, response: checks.MADE_UP })],
    ["dummy-passcode", "The published test response is worth nothing with a real secret: `not-using-dummy-passcode`, or `invalid-input-response` where test keys are off", async (trial) => {
      const reply = await trial.verify(trial.fields(TEST_TOKEN));
      return ["not-using-dummy-passcode", "invalid-input-response"].every((code) => checks.isCode(trial, code, reply)) ? checks.show(reply) : undefined;
    }],

    ["checksiteconfig", "`POST /checksiteconfig?host&sitekey&sc&swa&spst` is `\"pass\":true` (WordPress)", async (trial) => {
      const reply = await siteConfig(trial.options.sitekey)(trial);
      return reply.status === 200 && reply.json?.pass === true ? undefined : checks.show(reply);
    }],
    ["checksiteconfig-unknown", "and `\"pass\":false` where nobody has that site key", async (trial) => {
      const reply = await siteConfig("00000000-0000-4000-8000-000000000000")(trial);
      return reply.status === 200 && reply.json?.pass === false ? undefined : checks.show(reply);
    }],

    ...scriptRows({
      path: "/1/api.js", global: "hcaptcha", ready: false, atEnd: ["render"],
      methods: ["render", "execute", "reset", "close", "remove", "getResponse", "getRespKey", "setData"],
      also: { query: "recaptchacompat=on", global: "grecaptcha" },
    }),
  ],
};
