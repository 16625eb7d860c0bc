// Ports for programs that can't choose one themselves.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Listens, unless somebody else does. @param {import("node:net").ListenOptions} where @returns {Promise<import("node:net").Server | undefined>} */
const listen = (where) => new Promise((resolve) => {
  const server = createServer().on("error", () => resolve(undefined)).listen(where, () => resolve(server));
});

/** Whether nobody has that port at this moment. @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  const server = await listen({ port, host: "127.0.0.1" });
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
}

/** A port that nobody has, and that nobody gets while this process lives. It is below those that the system chooses from, and other
 * tests leave it alone: this one holds an abstract socket of its name. So it is still free when a program that was killed comes back. */
export async function freePort() {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(20000, 32000);
    const claim = await listen({ path: `\0tessera-test-port-${port}` });
    claim?.unref();
    if (claim && await isFree(port)) return port;
    claim?.close();
  }
  throw new Error("no free port");
}
