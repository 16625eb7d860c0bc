// A small site behind Tessera: a page with a form and the widget, and a server that takes the form only from
// those who bring a pass. Node's own modules and nothing else. See README.md beside it.
import { createServer } from "node:http";
import { userProof } from "./user-proof.js";

const { TESSERA = "http://127.0.0.1:8080", SITEKEY = "", SECRET = "", PORT = "8081", VISITOR = "" } = process.env;
const BODY_MAX = 16384;

if (!SITEKEY || !SECRET) {
  console.error("SITEKEY and SECRET are missing: `tessera site add example` prints both");
  process.exit(2);
}

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {string} content */
const page = (content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guest book</title>
<main>
<h1>Guest book</h1>
${content}
</main>
</html>`;

/** VISITOR stands for whoever is logged in: the site's server vouches for them, for an hour. */
const user = () => (VISITOR
  ? ` data-user="${escape(VISITOR)}" data-user-proof="${userProof(SECRET, SITEKEY, VISITOR, 3600)}"` : "");

const form = () => `<form method="post" action="/">
<p><label>Your name <input name="name" required maxlength="80"></label></p>
<div class="tessera" data-sitekey="${escape(SITEKEY)}"${user()}></div>
<p><button>Sign</button></p>
</form>
<script src="${escape(TESSERA)}/tessera.js" async defer></script>`;

/** What opens the book by itself: what scripts and general models seldom get. */
const STRONG = "off-the-shelf";

/** Other ways that this site takes, for people who can't see the pictures or want no motion; programs take them, too. */
const TAKEN = ["still", "audio", "pow", "review"];

/**
 * The one call: redeems what the widget put into the form. `success` for a pass of this site, once; `strength` and
 * `alternative` tell what it is worth, `user` and `user_source` whose it is; `degraded`, that nobody could prove that it is used
 * once, which only happens where the operator has the site fail open.
 * @typedef {{success: boolean, strength: string, alternative: string, user: string, user_source: string, degraded?: boolean}} Verdict
 * @param {string} response
 */
async function verify(response) {
  const reply = await fetch(`${TESSERA}/v1/verify`, {
    method: "POST",
    body: new URLSearchParams({ secret: SECRET, response }),
  });
  return /** @type {Verdict} */ (await reply.json());
}

/** A pass of somebody else's is none, where the page vouched for who its visitor is. @param {Verdict} verdict */
const isOwn = ({ user, user_source }) => !VISITOR || (user_source === "site" && user === VISITOR);

/** Whether it came by a way that this site takes: a server that is set up to take more must not open this one further.
 * @param {Verdict} verdict */
const isTaken = ({ strength, alternative }) => strength === STRONG || TAKEN.includes(alternative);

/**
 * Whether an entry should be looked at before it is shown. Alternatives are there for people who can't see the pictures,
 * and programs solve them: so they are neither refused nor trusted. Nor is a pass that may have been used elsewhere as well. A shop
 * might ask for a confirmed address instead.
 * @param {Verdict} verdict
 */
const needsALook = ({ strength, alternative, degraded }) => alternative !== "" || strength !== STRONG || degraded === true;

/** @param {import("node:http").IncomingMessage} request @returns {Promise<URLSearchParams>} */
async function formOf(request) {
  let body = "";
  for await (const chunk of request) {
    body += chunk;
    if (body.length > BODY_MAX) throw new Error("the form is too long");
  }
  return new URLSearchParams(body);
}

/** @param {import("node:http").IncomingMessage} request @returns {Promise<[number, string]>} */
async function answer(request) {
  if (request.method !== "POST") return [200, form()];
  const fields = await formOf(request);
  const verdict = await verify(fields.get("tessera-response") ?? "");
  if (!verdict.success || !isOwn(verdict) || !isTaken(verdict)) return [403, `<p id="outcome">Please tick the box first.</p>\n${form()}`];
  const thanks = `Thank you, ${escape(fields.get("name") ?? "")}.`;
  return needsALook(verdict)
    ? [202, `<p id="outcome">${thanks} Your entry waits for a look by the owner.</p>`]
    : [200, `<p id="outcome">${thanks} You are in the book.</p>`];
}

createServer(async (request, reply) => {
  const [status, content] = await answer(request).catch(
    () => /** @type {[number, string]} */ ([503, "<p>Something went wrong. Please try again.</p>"]));
  reply.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      `default-src 'self' ${TESSERA}; script-src ${TESSERA} 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'`,
  });
  reply.end(page(content));
}).listen(Number(PORT), "127.0.0.1", function () {
  const address = /** @type {import("node:net").AddressInfo} */ (this.address());
  console.log(`listening on http://127.0.0.1:${address.port}`);
});
