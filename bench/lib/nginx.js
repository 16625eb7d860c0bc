/** The peer of every row that is about HTTP: nginx that does nothing but answer "ok". */
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { onCore, serverCore } from "./cores.js";
import { temporaryFolder } from "./paths.js";
import { serve } from "./processes.js";

export const NGINX = "nginx return 200";

/**
 * @param {string} folder
 * @param {number} port
 */
const config = (folder, port) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/client_body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { return 200 "ok"; }
  }
}
`;

/** nginx can't tell which port it took, so a free one is looked for. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });
}

/**
 * @param {number} port
 * @returns {Promise<true | null>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve((socket.destroy(), true)));
    socket.on("error", () => resolve(null));
  });
}

/** @returns {Promise<import("./load.js").Server>} */
export async function startNginx() {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder.path, "nginx.conf");
  writeFileSync(file, config(folder.path, port));
  const command = ["nginx", "-e", "stderr", "-p", folder.path, "-c", file];
  const { pid, stop } = await serve(onCore(serverCore, command), () => answers(port));
  return { pid, port, stop: async () => (await stop(), await folder.remove()) };
}
