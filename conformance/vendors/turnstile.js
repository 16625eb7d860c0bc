// Turnstile: siteverify with its idempotency keys, and the script.
import * as checks from "../checks.js";
import { REFUSALS } from "../refusals.js";
import { scriptRows } from "../scripts.js";

const { isSuccess, isCode, MISTAKES, refuses, show, succeeds } = checks;
const TEST_SECRETS = ["1", "2", "3"].map((digit) => `${digit}x0000000000000000000000000000000AA`);
const TEST_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";
const KEYS = ["6f1c7f0e-8a46-4a5c-9d4e-3f6f3a2b1c0d", "0b9a7e64-2d1f-4c3b-8e5a-7d6c5b4a3f2e"];

/** Two uses of one token, the first of which must be a success. @param {import("../suite.js").Trial} trial
 * @param {Record<string, string>} first what it has beside a good request @param {Record<string, string>} second */
async function twice(trial, first, second) {
  const fields = await trial.good();
  const one = await trial.verify({ ...fields, ...first });
  if (!isSuccess(trial, one)) throw new Error(`the first use: ${show(one)}`);
  return [one, await trial.verify({ ...fields, ...second })];
}

/** @type {import("../suite.js").Vendor} */
export default {
  name: "turnstile",
  title: "Turnstile",
  path: () => "/turnstile/v0/siteverify",
  encoding: "form",
  flag: "success",
  secretField: "secret",
  responseField: "response",
  fields: ({ secret, response }) => ({ secret, response }),
  rows: [
    ["post-form", "`POST` with a form", succeeds("form")],
    ["post-form-charset", "`POST` with a form and a charset", succeeds("form with a charset")],
    ["post-multipart", "`POST` with multipart", succeeds("multipart")],
    ["post-json", "`POST` with JSON (better-auth)", succeeds("json")],
    ["post-json-charset", "`POST` with JSON and a charset", succeeds("json with a charset")],
    ["no-get", "`GET` redeems nothing", checks.isNotTakenBy("get")],
    ["post-chunked", "A body may come in chunks (`Transfer-Encoding: chunked`), without its length", checks.succeedsInChunks],
    ["unknown-fields", "Fields that nobody knows are ignored", succeeds("form", { foo: "bar" })],
    ["remoteip", "`remoteip` is never enforced: another address, none, or no address at all",
      checks.succeedsWithEach([{ remoteip: "127.0.0.1" }, { remoteip: "2001:db8::1" }, { remoteip: "" }, { remoteip: "no address" }])],

    ["success-members", "A success has `success`, `challenge_ts`, `hostname`, `error-codes`, `action`, `cdata`, in this order, and nothing else",
      checks.successHas("success", "challenge_ts", "hostname", "error-codes", "action", "cdata")],
    ["success-boolean", "`success` is a boolean, `true` or `false`", checks.flagIsBoolean],
    ["success-codes", "`error-codes` of a success is an empty list", checks.successSays("error-codes", (list) => Array.isArray(list) && list.length === 0)],
    ["success-no-score", "A success has no `score`", checks.successLacks("score")],
    ["challenge-ts", "`challenge_ts` is a moment in UTC with milliseconds and `Z`", checks.successSays("challenge_ts", (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))],
    ["challenge-ts-now", "`challenge_ts` is when the challenge was passed", checks.momentIsNow],
    ["hostname-there", "`hostname` is a text that is never empty", checks.successSays("hostname", (text) => typeof text === "string" && text !== "")],
    ["hostname", "`hostname` is the page's", checks.successTells("hostname")],
    ["action", "`action` is the widget's", checks.successTells("action")],
    ["cdata", "`cdata` is the widget's", checks.successTells("cdata")],
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
    ["idempotency", "With the same `idempotency_key` a second use gets the first one's reply again", async (trial) => {
      const [first, second] = await twice(trial, { idempotency_key: KEYS[0] }, { idempotency_key: KEYS[0] });
      return second.text === first.text ? undefined : `first ${show(first)}; then ${show(second)}`;
    }],
    ["idempotency-other", "With another one it is `timeout-or-duplicate`", async (trial) => {
      const [, second] = await twice(trial, { idempotency_key: KEYS[0] }, { idempotency_key: KEYS[1] });
      return isCode(trial, "timeout-or-duplicate", second);
    }],
    ["idempotency-none", "and without one, too", async (trial) => {
      const [, second] = await twice(trial, { idempotency_key: KEYS[0] }, {});
      return isCode(trial, "timeout-or-duplicate", second);
    }],
    ["idempotency-late", "A key that comes with the second use only changes nothing", async (trial) => {
      const [, second] = await twice(trial, {}, { idempotency_key: KEYS[0] });
      return isCode(trial, "timeout-or-duplicate", second);
    }],
    ["idempotency-token", "A key opens nothing for another response", async (trial) => {
      await twice(trial, { idempotency_key: KEYS[1] }, { idempotency_key: KEYS[1] });
      return isCode(trial, "invalid-input-response", await trial.verify({ ...trial.fields(checks.MADE_UP), idempotency_key: KEYS[1] }));
    }],
    ["idempotency-at-once", "Many requests with one key at once are all told the same", async (trial) => {
      const fields = { ...(await trial.good()), idempotency_key: KEYS[0] };
      const replies = await Promise.all(Array.from({ length: trial.options.connections }, () => trial.verify(fields)));
      const texts = new Set(replies.map((reply) => reply.text));
      return texts.size === 1 && isSuccess(trial, replies[0]) ? undefined : [...texts].join("; ").slice(0, 400);
    }],
    ["token-alphabet", "Responses are of `[A-Za-z0-9_-]`", checks.tokensAre(/^[A-Za-z0-9_-]+$/)],
    ["token-length", "Responses have at most 2048 characters", checks.tokensAre(/^.{1,2048}$/)],
    ["quick", "It answers within a second", checks.isQuick],
    ["test-secret", "The published test secret is refused, unless `--test-keys` says that it is to be taken",
      checks.testKeysAreAsSaid({ secret: TEST_SECRETS[0], response: TEST_TOKEN })],
    ["test-secret-fails", "The second test secret refuses: `invalid-input-response`", checks.testKeysRefuse("invalid-input-response", { secret: TEST_SECRETS[1], response: TEST_TOKEN })],
    ["test-secret-spent", "The third one has seen it: `timeout-or-duplicate`", checks.testKeysRefuse("timeout-or-duplicate", { secret: TEST_SECRETS[2], response: TEST_TOKEN })],
    ["test-secret-any", "The first takes any response, and uses none up", async (trial) => {
      checks.needsTestKeys(trial);
      const response = await trial.token();
      for (const secret of [TEST_SECRETS[0], trial.options.secret]) {
        const reply = await trial.verify({ secret, response });
        if (!isSuccess(trial, reply)) return show(reply);
      }
      return undefined;
    }],
    ["test-secret-told", "A reply to a test secret has `metadata.result_with_testing_key`", async (trial) => {
      checks.needsTestKeys(trial);
      for (const secret of TEST_SECRETS) {
        const reply = await trial.verify({ secret, response: TEST_TOKEN });
        if (reply.json?.metadata?.result_with_testing_key !== true) return show(reply);
      }
      return undefined;
    }],
    ["test-response", "The published test response is worth nothing with a real secret", refuses("invalid-input-response", (trial) => trial.fields(TEST_TOKEN))],

    ...scriptRows({
      path: "/turnstile/v0/api.js", global: "turnstile", ready: true, atEnd: ["ready", "render"],
      methods: ["ready", "render", "execute", "reset", "remove", "getResponse", "isExpired"],
      also: { query: "compat=recaptcha", global: "grecaptcha" },
    }),
  ],
};
