// reCAPTCHA v2: siteverify as its clients ask it, and the script.
import * as checks from "../checks.js";
import { REFUSALS } from "../refusals.js";
import { scriptRows } from "../scripts.js";

const { MISTAKES, refuses, succeeds } = checks;
const TEST_SECRET = "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe";

/** @type {import("../suite.js").Vendor} */
export default {
  name: "recaptcha",
  title: "reCAPTCHA v2",
  path: () => "/recaptcha/api/siteverify",
  encoding: "form",
  flag: "success",
  secretField: "secret",
  responseField: "response",
  fields: ({ secret, response }) => ({ secret, response }),
  rows: [
    ["post-form", "`POST` with a form", succeeds("form")],
    ["post-form-charset", "`POST` with a form and a charset", succeeds("form with a charset")],
    ["get", "`GET` with all in the query (ruby-recaptcha)", succeeds("get")],
    ["post-query", "`POST` with all in the query and an empty body (MediaWiki)", succeeds("query, empty body")],
    ["post-query-no-length", "The same without `Content-Length` and `Content-Type`", succeeds("query, no body")],
    ["post-chunked", "A body may come in chunks (`Transfer-Encoding: chunked`), without its length", checks.succeedsInChunks],
    ["unknown-fields", "Fields that nobody knows are ignored", succeeds("form", { version: "3.1", foo: "bar" })],
    ["remoteip", "`remoteip` is never enforced: another address, none, or no address at all",
      checks.succeedsWithEach([{ remoteip: "127.0.0.1" }, { remoteip: "2001:db8::1" }, { remoteip: "" }, { remoteip: "no address" }])],

    ["success-members", "A success has `success`, `challenge_ts`, `hostname`, in this order, and nothing else", checks.successHas("success", "challenge_ts", "hostname")],
    ["success-boolean", "`success` is a boolean, `true` or `false`", checks.flagIsBoolean],
    ["success-no-codes", "A success has no `error-codes` (MediaWiki takes any for a failure)", checks.successLacks("error-codes")],
    ["success-no-score", "A success has no `score`: some clients would go by the rules of v3", checks.successLacks("score")],
    ["challenge-ts", "`challenge_ts` is `yyyy-MM-dd'T'HH:mm:ssZZ`", checks.successSays("challenge_ts", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$/.test(text))],
    ["challenge-ts-now", "`challenge_ts` is when the challenge was passed", checks.momentIsNow],
    ["hostname-there", "`hostname` is a text that is never empty", checks.successSays("hostname", (text) => typeof text === "string" && text !== "")],
    ["hostname", "`hostname` is the page's", checks.successTells("hostname")],
    ["json", "Every reply is `application/json`", checks.repliesAreJson],
    ["names-once", "No reply names a member twice: readers differ in which of the two they take", checks.repliesNameOnce],

    ...REFUSALS,
    ["bad-request", "`bad-request` where the body can't be read", checks.refusesUnreadable("bad-request")],
    ["list", "`response[]` is no response", checks.listIsNoToken],
    ["tells-nothing", "No reply has the secret or the response in it", checks.tellsNothingBack],

    ["timeout-or-duplicate", "A response is good once; then `timeout-or-duplicate`", checks.isGoodOnce("timeout-or-duplicate")],
    ["timeout-or-duplicate-old", "`timeout-or-duplicate` where it is too old", refuses("timeout-or-duplicate", MISTAKES.expired)],
    ["at-once", "One response from many connections at once is one success", checks.isGoodOnceAtOnce],
    ["wrong-secret-spends-nothing", "A request with a wrong secret uses no response up", checks.wrongSecretSpendsNothing],
    ["token-alphabet", "Responses are of `[A-Za-z0-9_-]` (lua-cs-bouncer does not encode them)", checks.tokensAre(/^[A-Za-z0-9_-]+$/)],
    ["quick", "It answers within a second", checks.isQuick],
    ["test-secret", "The published test secret is refused, unless `--test-keys` says that it is to be taken",
      checks.testKeysAreAsSaid({ secret: TEST_SECRET, response: checks.MADE_UP })],

    ...scriptRows({
      path: "/recaptcha/api.js", global: "grecaptcha", ready: true, atEnd: ["ready", "render"],
      methods: ["ready", "render", "reset", "getResponse", "execute"],
    }),
  ],
};
