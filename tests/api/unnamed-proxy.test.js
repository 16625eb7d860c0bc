// A proxy that trusted_proxies does not name: one warning says what to set.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, Server } from "../lib/tessera.js";

/** @param {Server} server @param {Record<string, string>} headers */
const ask = (server, headers) => server.request("/healthz", { headers });
/** The lines of that kind so far. @param {Server} server */
const warnings = (server) => server.stderr.split("\n").filter((line) => line.includes("trusted_proxies")).map((line) => line.slice(25));
/** Nothing is said of these; what was logged before the last request of all is there when its own line is.
 * @param {Server} server @param {Record<string, string>[]} all */
async function silent(server, all) {
  const before = warnings(server).length;
  for (const headers of all) await ask(server, headers);
  writeFileSync(join(server.data, "test.yaml"), server.options.config ?? "");
  const reloads = /** @type {number} */ (await server.metric("tessera_config_reloads_total"));
  server.child?.kill("SIGHUP");
  assert.ok(await eventually(async () => (await server.metric("tessera_config_reloads_total")) === reloads + 1));
  assert.ok(await eventually(() => server.stderr.split("config read again").length > reloads + 1));
  assert.equal(warnings(server).length, before);
}
/** @param {Server} server @param {number} count */
const told = (server, count) => eventually(() => warnings(server).length === count);

const SAID = (/** @type {string} */ address, /** @type {string} */ header) =>
  "warn requests are forwarded by an address that trusted_proxies does not name: if it is a proxy, all visitors behind it count as one network; "
  + `add it to trusted_proxies address=${address} header=${header}`;

test("a forwarded request from a local address that is not named is logged once, and again after a reload", async (t) => {
  const server = await Server.during(t, { config: "demo: true\n" });
  await silent(server, [{}, { "User-Agent": "x" }]);
  let count = 0;
  for (const header of ["x-forwarded-for", "forwarded", "x-real-ip"]) {
    for (let i = 0; i < 3; i++) await ask(server, { [header]: "203.0.113.7" });
    assert.ok(await told(server, ++count), header);
    assert.equal(warnings(server).at(-1), SAID("127.0.0.1", header));
    await silent(server, []); // reads the config again
  }
});

test("a proxy that is named is silent, unless another that is not stands before it", async (t) => {
  const server = await Server.during(t, { config: "trusted_proxies: [127.0.0.1]\n" });
  await silent(server, [
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Forwarded-For": "10.0.0.9" }, // a visitor in the house
    { "X-Forwarded-For": "10.0.0.9, 203.0.113.7" },
    { "X-Real-IP": "203.0.113.7" },
    { "X-Forwarded-For": "nonsense" },
  ]);
  await ask(server, { "X-Forwarded-For": "203.0.113.7, 10.0.0.9" });
  assert.ok(await told(server, 1));
  assert.equal(warnings(server)[0], SAID("10.0.0.9", "x-forwarded-for"));
});
