// Servers in Node that verify as Google's reCAPTCHA is verified, told of another address: @nestlab/google-recaptcha in a real
// Nest application, and recaptcha2.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import "reflect-metadata";
import { Controller, Module, Post } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { GoogleRecaptchaModule, Recaptcha, RecaptchaResult } from "@nestlab/google-recaptcha";
import Recaptcha2 from "recaptcha2";
import { Server } from "../../lib/tessera.js";
import { VENDORS, passOn } from "../lib/vendors.js";

const SHOP = "https://shop.example";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server.down());

/** An application whose one route tells the hostname of whoever has solved a challenge; the decorators are called by hand, since Node
 * has no syntax for them. @param {import("node:test").TestContext} t @param {string} secretKey */
async function startNest(t, secretKey) {
  class Comments {
    /** @param {import("@nestlab/google-recaptcha").RecaptchaVerificationResult} result */
    add(result) {
      return { hostname: result.hostname };
    }
  }
  const method = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(Comments.prototype, "add"));
  Recaptcha()(Comments.prototype, "add", method);
  Post("comments")(Comments.prototype, "add", method);
  RecaptchaResult()(Comments.prototype, "add", 0);
  Controller()(Comments);
  class App {}
  Module({
    controllers: [Comments],
    imports: [GoogleRecaptchaModule.forRoot({
      secretKey, network: server.url + VENDORS.recaptcha.verify,
      response: (request) => request.headers.recaptcha, remoteIp: () => "203.0.113.7",
    })],
  })(App);
  const app = await NestFactory.create(App, { logger: false });
  t.after(() => app.close());
  await app.listen(0, "127.0.0.1");
  const url = await app.getUrl();
  /** @param {string} [response] @returns {Promise<[number, string]>} */
  return async (response) => {
    const reply = await fetch(`${url}/comments`, { method: "POST", headers: response === undefined ? {} : { recaptcha: response } });
    const { hostname, message } = await reply.json();
    return [reply.status, hostname ?? message];
  };
}

test("@nestlab/google-recaptcha: the guard lets through who has solved a challenge, once", async (t) => {
  const comment = await startNest(t, server.secret);
  const response = await passOn(server, SHOP);
  assert.deepEqual(await comment(), [400, "The response parameter is missing."]);
  assert.deepEqual(await comment("made-up"), [400, "The response parameter is invalid or malformed."]);
  assert.deepEqual(await comment(response), [201, "shop.example"]);
  assert.deepEqual(await comment(response), [400, "The response is no longer valid: either is too old or has been used previously."]);
});

test("@nestlab/google-recaptcha: a secret that is wrong is told to be the operator's mistake", async (t) => {
  const comment = await startNest(t, "tss_wrong");
  assert.deepEqual(await comment(await passOn(server, SHOP)), [500, "Invalid module configuration. Please check public-secret keys."]);
});

test("recaptcha2: resolves with true, once; rejects with the codes", async () => {
  const client = new Recaptcha2({ siteKey: server.sitekey, secretKey: server.secret });
  client.apiEndpoint = server.url + VENDORS.recaptcha.verify;
  const response = await passOn(server, SHOP);
  /** @param {Promise<boolean>} verdict */
  const outcome = (verdict) => verdict.catch((/** @type {string[]} */ codes) => codes);
  assert.equal(await outcome(client.validateRequest({ body: { "g-recaptcha-response": response } }, "203.0.113.7")), true);
  assert.deepEqual(await outcome(client.validate(response)), ["timeout-or-duplicate"]);
  assert.deepEqual(await outcome(client.validate("made-up")), ["invalid-input-response"]);
  client.config.secretKey = "tss_wrong";
  assert.deepEqual(await outcome(client.validate("made-up")), ["invalid-input-secret"]);
});
