// The reverse proxies of docs/deploy.md, as they stand there, in a real nginx and a real Caddy with TLS: a visitor passes through each, the
// server sees the visitor's address, and what is not for visitors is not found.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exampleOf, placed, startNginx } from "../lib/nginx.js";
import { freePort } from "../lib/ports.js";
import { ROOT, Server, eventually, spawnTied, temporaryFolder } from "../lib/tessera.js";

const HOST = "captcha.example.org";
const folder = temporaryFolder();
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];

/** @type {Server} */
let server;
/** @type {(() => void)[]} */
const ends = [];
/** The ports of the proxies. @type {Record<string, number>} */
const ports = {};

before(async () => {
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`,
    "-addext", `subjectAltName=DNS:${HOST}`, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  server = await Server.start({ config: "trusted_proxies: [127.0.0.1]\nchallenge: {submit_after_ms: 0}\n" });
  await startThroughNginx();
  await startCaddy();
});
after(async () => {
  for (const end of ends) end();
  await server?.down();
});

async function startThroughNginx() {
  ports.nginx = await freePort();
  const nginx = await startNginx(placed(exampleOf("deploy.md"), { "/var/cache/nginx/tessera": join(folder, "cache"), "listen 443 ssl": `listen 127.0.0.1:${ports.nginx} ssl`,
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`]: certificate, [`/etc/letsencrypt/live/${HOST}/privkey.pem`]: key,
    "http://127.0.0.1:8080": `http://127.0.0.1:${server.port}` }), ports.nginx);
  ends.push(nginx.end);
}

async function startCaddy() {
  ports.caddy = await freePort();
  const [, example] = /** @type {RegExpExecArray} */ (/```caddyfile\n([^]*?)```/.exec(readFileSync(join(ROOT, "docs/deploy.md"), "utf8")));
  const site = placed(example, { [`${HOST} {`]: `https://${HOST}:${ports.caddy} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`, "127.0.0.1:8080": `127.0.0.1:${server.port}` });
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {\n\t\tprotocols h1 h2\n\t}\n}\n${site}`);
  const caddy = spawnTied("caddy", ["run", "--config", file, "--adapter", "caddyfile"],
    { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  caddy.stderr?.on("data", (bytes) => (said += bytes));
  ends.push(() => caddy.kill("SIGKILL"));
  let isUp = false;
  await eventually(() => ask("caddy", "/tessera.js").then(() => (isUp = true), () => caddy.exitCode !== null));
  if (!isUp) throw new Error(`Caddy does not start: ${said.split("\n").at(-2)}`);
}

/** @param {string} proxy @param {string} path @param {object} [body] to be posted as JSON
 * @returns {Promise<{status: number, type: string, truth: string, body: Buffer}>} */
const ask = (proxy, path, body) => new Promise((resolve, reject) => {
  const sent = request({ port: ports[proxy], host: "127.0.0.1", servername: HOST, path, method: body ? "POST" : "GET", ca: readFileSync(certificate), agent: false,
    headers: { Host: `${HOST}:${ports[proxy]}`, ...(body ? { "Content-Type": "application/json" } : {}) } }, (reply) => {
    /** @type {Buffer[]} */
    const parts = [];
    reply.on("data", (part) => parts.push(part));
    reply.on("end", () => resolve({ status: reply.statusCode ?? 0, type: reply.headers["content-type"] ?? "", truth: String(reply.headers["tessera-truth"]), body: Buffer.concat(parts) }));
  });
  sent.on("error", reject);
  sent.end(body ? JSON.stringify(body) : undefined);
});

for (const proxy of ["nginx", "caddy"]) {
  test(`behind ${proxy}, a visitor gets a challenge and passes`, async () => {
    const { status, body, truth } = await ask(proxy, "/v1/challenge", { sitekey: "demo", type: "human" });
    assert.equal(status, 200);
    const challenge = JSON.parse(String(body));
    const picture = await ask(proxy, challenge.view.image.src);
    assert.deepEqual([picture.status, picture.type], [200, "image/png"]);
    const answered = await ask(proxy, "/v1/answer", { token: challenge.token, answer: truth });
    assert.equal(JSON.parse(String(answered.body)).state, "pass");
  });

  test(`behind ${proxy}, every file that browsers load is found`, async () => {
    for (const path of ["/tessera.js", "/standalone.js", "/tessera-core.wasm", "/static/tessera-more.js", "/static/tessera-work.js", "/sprites/item_sprites.png",
      "/recaptcha/api.js", "/1/api.js", "/turnstile/v0/api.js", "/widget?sitekey=demo", "/challenge?sitekey=demo"])
      assert.equal((await ask(proxy, path)).status, 200, path);
  });

  test(`behind ${proxy}, what is for servers and operators is not found`, async () => {
    for (const path of ["/metrics", "/readyz", "/healthz", "/v1/admin/bans", "/gate", "/", "/v1/verify"]) assert.equal((await ask(proxy, path)).status, 404, path);
    assert.equal((await ask(proxy, "/v1/verify", { secret: "x", response: "y" })).status, 404);
  });
}
