// Debian's nginx for tests: servers as the documents write them, on ports of this machine.
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { ROOT, eventually, spawnTied, temporaryFolder } from "./tessera.js";

/** The first block of nginx's configuration in a document. @param {string} document @param {string} [after] the heading above it */
export function exampleOf(document, after = "") {
  const text = readFileSync(join(ROOT, "docs", document), "utf8");
  const [, example] = /** @type {RegExpExecArray} */ (/```nginx\n([^]*?)```/.exec(text.slice(text.indexOf(after))));
  return example;
}

/** Puts a test's values in place of an example's. @param {string} text @param {Record<string, string>} places */
export const placed = (text, places) => Object.entries(places).reduce((before, [from, to]) => {
  if (!before.includes(from)) throw new Error(`the example has no "${from}"`);
  return before.replaceAll(from, to);
}, text);

/** Whether something listens there. @param {number} port @returns {Promise<boolean>} */
const isUp = (port) => new Promise((resolve) => {
  const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
  socket.on("connect", () => socket.destroy());
});

/** Starts nginx, which ends with this process. `said` is what it has written to its error log, and `log` its access log: a line of status,
 * port, method and path for each request.
 * @param {string} servers what stands in `http` @param {number} port one that they listen on */
export async function startNginx(servers, port) {
  const folder = temporaryFolder();
  const log = join(folder, "access.log");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  writeFileSync(join(folder, "nginx.conf"), `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n`
    + `log_format short '$status $server_port $request_method $uri';\naccess_log ${log} short;\n${paths}\n${servers}\n}\n`);
  const child = spawnTied("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")],
    { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.on("data", (bytes) => (said += bytes));
  if (!(await eventually(() => isUp(port)))) throw new Error(`nginx does not start: ${said}`);
  return {
    said: () => said,
    log: () => readFileSync(log, "utf8").trim().split("\n").map((line) => {
      const [status, at, method, path] = line.split(" ");
      return { status: Number(status), port: Number(at), method, path };
    }),
    end: () => child.kill("SIGKILL"),
  };
}
