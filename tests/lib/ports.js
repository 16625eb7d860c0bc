// Ports for programs that can't choose one themselves.
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** Whether nobody has that port at this moment. @param {number} port @returns {Promise<boolean>} */
const isFree = (port) => new Promise((resolve) => {
  const server = createServer().on("error", () => resolve(false)).listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
});

/** Claims a port among tests: holds the UDP port of that number, which no program under test uses. Without a result, another test has it.
 * @param {number} port @returns {Promise<import("node:dgram").Socket | undefined>} */
const claimPort = (port) => new Promise((resolve) => {
  const claim = createSocket("udp4").on("error", () => resolve(undefined)).bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(claim));
});

/** The first of the ports below, of which there are 12,000. */
export const PORTS_FROM = 20000;

/** A port that nobody has, and that nobody gets while this process lives. It is below those that the system chooses from, and other
 * tests leave it alone, because this one claims it. So it is still free when a program that was killed comes back. */
export async function freePort() {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(PORTS_FROM, PORTS_FROM + 12_000);
    const claim = await claimPort(port);
    claim?.unref();
    if (claim && await isFree(port)) return port;
    claim?.close();
  }
  throw new Error("no free port");
}
