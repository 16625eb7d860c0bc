// Many requests at one moment.
import { connect } from "node:net";

/** One POST, as bytes. @param {string} path @param {string} type @param {string} body */
export const post = (path, type, body) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nConnection: close\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Opens all connections first, then sends on all at once; the replies. @param {number[]} ports @param {string} bytes
 * @returns {Promise<string[]>} */
export async function volley(ports, bytes) {
  const sockets = await Promise.all(ports.map((port) =>
    new Promise((/** @type {(socket: import("node:net").Socket) => void} */ resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => resolve(socket));
      socket.on("error", reject);
    })));
  return Promise.all(sockets.map((socket) =>
    new Promise((/** @type {(text: string) => void} */ resolve) => {
      let text = "";
      socket.on("data", (chunk) => (text += chunk)).on("end", () => resolve(text));
      socket.write(bytes);
    })));
}
