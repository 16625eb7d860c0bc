// The frame that pages written for reCAPTCHA have in their <noscript>, at the size that they give it: 302 by 422 pixels, and no scrolling.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { launch } from "./browser.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

test("all of it is in the frame, in every language", async () => {
  const page = await browser.newPage({ viewport: { width: 302, height: 422 } });
  for (const language of LANGUAGES) {
    await page.goto(`${server.url}/recaptcha/api/fallback?k=${server.sitekey}&hl=${language}`);
    const box = await page.locator("#way-on").boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 422 && box.x >= 0 && box.x + box.width <= 302, `${language}: ${JSON.stringify(box)}`);
  }
  await page.close();
});
