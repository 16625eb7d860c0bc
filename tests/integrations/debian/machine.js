// What Debian's programs run on: the namespaces that `run` has made, folders mounted over those of packages, PHP's server, and the
// vendors' hosts, whose certificate is of a CA of the test's own.
import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../lib/tessera.js";
import { command, start } from "../lib/programs.js";

/** @typedef {import("../lib/programs.js").Test} Test */

/** Hosts that programs have in their source. */
export const VENDORS = ["www.google.com", "www.recaptcha.net", "hcaptcha.com", "js.hcaptcha.com", "api.hcaptcha.com"];

assert.match(readFileSync("/etc/hosts", "utf8"), /^127\.0\.0\.1 .*\bwww\.recaptcha\.net\b/m,
  "the vendors' hosts are not here: these tests are run by tests/integrations/debian/run");

/** Mounts a folder over another one, in this namespace alone. @param {Test} t @param {string} folder @param {string} over */
export function mountOver(t, folder, over) {
  command("mount", ["--bind", folder, over]);
  t.after(() => command("umount", [over]));
}

/**
 * PHP's own server. What it needs to trust the vendors' hosts is set as an administrator would, in php.ini.
 * @param {Test} t @param {{folder: string, port: number, host?: string, settings?: Record<string, string>, env?: Record<string, string>}} options
 */
export function startPhp(t, { folder, port, host = "127.0.0.1", settings = {}, env = {} }) {
  const written = Object.entries(settings).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
  // Pages ask for other pages while they are made.
  return start(t, "/usr/bin/php", [...written, "-S", `${host}:${port}`, "-t", folder], { at: port, env: { PHP_CLI_SERVER_WORKERS: "4", ...env } });
}

/**
 * The vendors' hosts at port 443, behind which the server is: TLS ends here, and what is in it is passed on as it is.
 * @param {Test} t @param {number} port of the server
 * @returns {Promise<{authority: string, chromium: string}>} the CA's file, and what makes Chromium trust these hosts
 */
export async function startVendors(t, port) {
  const folder = temporaryFolder();
  const [authority, key, certificate, request, both] = ["ca.pem", "key.pem", "certificate.pem", "request.pem", "both.pem"].map((name) => join(folder, name));
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  command("openssl", ["req", "-x509", ...curve, "-keyout", join(folder, "ca.key"), "-out", authority, "-days", "2", "-subj", "/CN=Test CA"]);
  command("openssl", ["req", ...curve, "-keyout", key, "-out", request, "-subj", "/CN=vendors"]);
  const names = join(folder, "names");
  writeFileSync(names, `subjectAltName=${VENDORS.map((name) => `DNS:${name}`).join()}\nextendedKeyUsage=serverAuth\n`);
  command("openssl", ["x509", "-req", "-in", request, "-CA", authority, "-CAkey", join(folder, "ca.key"), "-days", "2", "-extfile", names, "-out", certificate]);
  writeFileSync(both, readFileSync(key, "utf8") + readFileSync(certificate, "utf8"));
  const config = join(folder, "haproxy.cfg");
  writeFileSync(config, `defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend vendors
  bind 127.0.0.1:443 ssl crt ${both}
  default_backend tessera
backend tessera
  server tessera 127.0.0.1:${port}
`);
  await start(t, "haproxy", ["-db", "-f", config], { at: 443 });
  const spki = new X509Certificate(readFileSync(certificate)).publicKey.export({ type: "spki", format: "der" });
  return { authority, chromium: `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}` };
}
