// The frame that pages written for reCAPTCHA have in their <noscript>: a link to where codes are handed out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ hostnames: ["shop.example"] });
});
after(() => server.down());

/** @param {string} query @param {Record<string, string>} [headers] */
const frame = (query, headers = {}) => server.request(`/recaptcha/api/fallback${query}`, { headers });

/** @param {string} text */
const link = (text) => /<a [^>]*id="way-on" href="([^"]*)" target="_blank" rel="noopener">/.exec(text)?.[1].replaceAll("&amp;", "&");

test("it may be framed, and its link opens the challenge's page, which may not", async () => {
  const { status, headers, text } = await frame(`?k=${server.sitekey}`, { Referer: "http://shop.example/form?a=1" });
  assert.equal(status, 200);
  assert.match(headers.get("content-security-policy") ?? "", /form-action 'none'; frame-ancestors \*$/);
  const path = link(text) ?? "";
  assert.equal(path, `/challenge?sitekey=${server.sitekey}&from=shop.example`);
  const page = await server.request(path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
});

test("it speaks the language that the page asks for, and so does what it leads to", async () => {
  const { headers, text } = await frame(`?k=${server.sitekey}&hl=de`, { "Accept-Language": "fr" });
  assert.equal(headers.get("content-language"), "de");
  assert.equal(link(text), `/challenge?sitekey=${server.sitekey}&lang=de`);
  const other = await frame(`?k=${server.sitekey}&hl=tlh`, { "Accept-Language": "fr" });
  assert.equal(other.headers.get("content-language"), "fr");
  assert.equal(link(other.text), `/challenge?sitekey=${server.sitekey}`);
});

test("it has the site's theme", async () => {
  assert.doesNotMatch((await frame(`?k=${server.sitekey}`)).text, /data-theme/);
  await server.set("--theme", "dark", "--hostname", "any");
  assert.match((await frame(`?k=${server.sitekey}`)).text, /<html [^>]*data-theme="dark">/);
});

for (const [name, query] of Object.entries({ "no key": "", "an empty key": "?k=", "nobody's key": "?k=ts_nobody", "what is no key": "?k=%22%3E%3Cscript%3E", "7,000 bytes": `?k=${"a".repeat(7000)}` })) {
  test(`${name}: there is nothing`, async () => {
    const { status, headers, text } = await frame(query);
    assert.equal(status, 404);
    assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    assert.doesNotMatch(text, /<script>|way-on/);
  });
}

for (const referer of ["http://a\"><b/", "http://*.example/", "http://[::1", `http://${"a".repeat(300)}/`, "nonsense"]) {
  test(`who says to come from ${referer.slice(0, 40)} comes from nowhere`, async () => {
    const { status, text } = await frame(`?k=${server.sitekey}`, { Referer: referer });
    assert.equal(status, 200);
    assert.equal(link(text), `/challenge?sitekey=${server.sitekey}`);
  });
}
