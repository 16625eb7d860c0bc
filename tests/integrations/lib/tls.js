// A server behind TLS, for clients that know no other: what a proxy in front of Tessera does, with a certificate that nobody has signed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { atEnd, temporaryFolder } from "../../lib/tessera.js";

/** @param {import("../../lib/tessera.js").Server} server @param {string} names of the certificate, as "DNS:www.google.com,IP:127.0.0.1"
 * @returns {Promise<number>} the port, on 127.0.0.1, until the process ends */
export async function behindTls(server, names) {
  const folder = temporaryFolder();
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
    "-subj", "/CN=test", "-addext", `subjectAltName=${names}`, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const front = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    const upstream = connect(server.port, "127.0.0.1");
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  front.on("tlsClientError", () => {}); // who does not like the certificate
  front.unref();
  atEnd(() => front.close());
  await new Promise((resolve) => front.listen(0, "127.0.0.1", () => resolve(undefined)));
  return /** @type {import("node:net").AddressInfo} */ (front.address()).port;
}
