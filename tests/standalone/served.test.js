// The server hands out the standalone module, its engine and its languages, to pages of any origin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LANGUAGES, ROOT, Server } from "../lib/tessera.js";
import { FOLDER } from "../lib/standalone.js";

/** @type {Server} */
let server;
before(async () => (server = await Server.start()));
after(() => server?.down());

for (const [path, type] of [
  ["standalone.js", "text/javascript; charset=utf-8"],
  ["tessera-core.wasm", "application/wasm"],
]) {
  test(`/${path}`, async () => {
    for (const encoding of ["gzip", "identity"]) {
      const reply = await fetch(`${server.url}/${path}`, { headers: { "Accept-Encoding": encoding, Origin: "https://site.example" } });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get("content-type"), type);
      assert.equal(reply.headers.get("content-encoding"), encoding === "gzip" ? "gzip" : null);
      assert.equal(reply.headers.get("access-control-allow-origin"), "*");
      assert.equal(reply.headers.get("x-content-type-options"), "nosniff");
      assert.ok(Buffer.from(await reply.arrayBuffer()).equals(readFileSync(join(FOLDER, path))));
      const again = await fetch(`${server.url}/${path}`,
        { headers: { "Accept-Encoding": encoding, "If-None-Match": reply.headers.get("etag") ?? "" } });
      assert.equal(again.status, 304);
    }
  });
}

test("languages: each file opens with its own name and direction, as the demo and the docs have them", async () => {
  const demo = (await server.request("/")).text;
  const docs = readFileSync(join(ROOT, "docs/languages.md"), "utf8");
  assert.ok(LANGUAGES.length >= 17);
  for (const lang of LANGUAGES) {
    const json = readFileSync(join(ROOT, `web/locales/${lang}.json`), "utf8");
    const words = JSON.parse(json);
    assert.deepEqual(Object.keys(words).slice(0, 2), ["language", "direction"], lang);
    assert.ok(json.includes(`"language": "${words.language}"`), `${lang}: its name has no escapes`);
    assert.ok(["ltr", "rtl"].includes(words.direction), lang);
    assert.ok(demo.includes(`<option value="${lang}">${words.language}</option>`), lang);
    const runs = words.direction === "rtl" ? "right to left" : "left to right";
    assert.ok(docs.includes(`\n| \`${lang}\` | ${words.language} | from ${runs} | `), lang);
  }
  assert.equal(demo.match(/<option /g)?.length, LANGUAGES.length);
  assert.match(demo, /<select id="lang" name="lang">\s*<option value="en">/);
});
