// better-auth's captcha plugin, in its modes for the three vendors, in a real instance behind HTTP.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { toNodeHandler } from "better-auth/node";
import { captcha } from "better-auth/plugins";
import { Server } from "../../lib/tessera.js";
import { VENDORS, passOn } from "../lib/vendors.js";

const SHOP = "https://shop.example";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** The plugin's modes, and its options beside secret and address. @type {[string, import("../lib/vendors.js").Vendor, (server: Server) => Record<string, unknown>][]} */
const MODES = [
  ["google-recaptcha", "recaptcha", () => ({ allowedHostnames: ["shop.example"] })],
  ["hcaptcha", "hcaptcha", ({ sitekey }) => ({ siteKey: sitekey })],
  ["cloudflare-turnstile", "turnstile", () => ({ allowedHostnames: ["shop.example"], expectedAction: "sign-up" })],
];

/** What the plugin is told in a mode; `other` in place of what the server's site has. @param {string} provider @param {Partial<Server>} [other] */
function optionsOf(provider, other = {}) {
  const [, vendor, more] = /** @type {typeof MODES[0]} */ (MODES.find(([name]) => name === provider));
  const site = /** @type {Server} */ ({ ...server, ...other });
  return { provider, secretKey: site.secret, siteVerifyURLOverride: server.url + VENDORS[vendor].verify, ...more(site) };
}

/** An instance with users of its own; signs up over HTTP. @param {import("node:test").TestContext} t @param {Record<string, unknown>} options */
async function start(t, options) {
  const http = createServer((request, reply) => handle(request, reply));
  await new Promise((resolve) => http.listen(0, "127.0.0.1", () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (http.address()).port}`;
  t.after(() => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  });
  const database = { user: [], session: [], account: [], verification: [] };
  /** @type {string[]} */
  const log = [];
  const auth = betterAuth({
    baseURL: url, secret: "a secret of the test, and of nobody else", database: memoryAdapter(database),
    emailAndPassword: { enabled: true }, telemetry: { enabled: false },
    advanced: { ipAddress: { ipAddressHeaders: ["x-forwarded-for"] } },
    logger: { log: (level, message, ...more) => log.push(`${level} ${message} ${JSON.stringify(more)}`) },
    plugins: [captcha(/** @type {any} */ (options))],
  });
  const handle = toNodeHandler(auth);
  let people = 0;
  /** @param {string} [response] @returns {Promise<[number, string | undefined]>} */
  const signUp = async (response) => {
    const reply = await fetch(`${url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url, "X-Forwarded-For": "203.0.113.7", ...(response === undefined ? {} : { "X-Captcha-Response": response }) },
      body: JSON.stringify({ name: "Ada", email: `ada-${people++}@shop.example`, password: "a long enough password" }),
    });
    return [reply.status, (await reply.json()).code];
  };
  return { signUp, users: () => database.user.length, log }; // the adapter puts another array in its place
}

for (const [provider] of MODES) {
  test(`better-auth, ${provider}: who has solved a challenge signs up, once`, async (t) => {
    const { signUp, users, log } = await start(t, optionsOf(provider));
    assert.deepEqual(await signUp(), [400, "MISSING_RESPONSE"]);
    assert.deepEqual(await signUp("made-up"), [403, "VERIFICATION_FAILED"]);
    assert.equal(users(), 0);
    const response = await passOn(server, SHOP, { action: "sign-up" });
    assert.deepEqual(await signUp(response), [200, undefined]);
    assert.equal(users(), 1);
    assert.deepEqual(await signUp(response), [403, "VERIFICATION_FAILED"]);
    assert.equal(users(), 1);
    assert.deepEqual(log.filter((line) => line.startsWith("error")), []);
  });

  test(`better-auth, ${provider}: a secret that is wrong lets nobody in, and is no failure of the service`, async (t) => {
    const { signUp, users, log } = await start(t, optionsOf(provider, { secret: "tss_wrong" }));
    assert.deepEqual(await signUp(await passOn(server, SHOP, { action: "sign-up" })), [403, "VERIFICATION_FAILED"]);
    assert.equal(users(), 0);
    assert.deepEqual(log.filter((line) => line.startsWith("error")), []);
  });
}

for (const provider of ["google-recaptcha", "cloudflare-turnstile"]) {
  test(`better-auth, ${provider}: a pass of another page is refused, by its hostname`, async (t) => {
    const { signUp } = await start(t, optionsOf(provider));
    assert.deepEqual(await signUp(await passOn(server, "https://elsewhere.example", { action: "sign-up" })), [403, "VERIFICATION_FAILED"]);
  });
}

test("better-auth, cloudflare-turnstile: a pass of another action is refused, and the log says so", async (t) => {
  const { signUp, log } = await start(t, optionsOf("cloudflare-turnstile"));
  assert.deepEqual(await signUp(await passOn(server, SHOP, { action: "log-in" })), [403, "VERIFICATION_FAILED"]);
  assert.match(log.join("\n"), /action_mismatch.*"actualAction":"log-in"/);
});

test("better-auth, hcaptcha: a site key that does not go with the secret is refused", async (t) => {
  const { signUp } = await start(t, optionsOf("hcaptcha", { sitekey: "ts_other" }));
  assert.deepEqual(await signUp(await passOn(server, SHOP)), [403, "VERIFICATION_FAILED"]);
});
