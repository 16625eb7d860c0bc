// The server hands out the standalone module, its engine and its languages, to pages of any origin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
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
