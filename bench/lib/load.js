/** Puts a server under load with the program `load`, on the client's core. */
import { clientCore, onCore } from "./cores.js";
import { helper } from "./helpers.js";
import { family, run, serve } from "./processes.js";

/** @typedef {{ pid: number, port: number, stop: () => Promise<void> }} Server */
/**
 * @typedef {object} Load
 * @property {string} path
 * @property {number} count requests that are measured
 * @property {number} [warmup] requests ahead of them
 * @property {string} [bodies] file with a JSON body a line; without it GET
 * @property {string} [expect] what every reply must hold
 * @property {0 | 1} [form] whether the bodies are forms
 * @property {string} [answers] file to write answers to
 * @property {string} [passes] file to write the forms to that redeem passes
 * @property {string} [secret] with which they do
 * @property {number} [rate] requests a second; without it as many as can be
 * @property {number} [connections] 64 where it is not said
 * @property {string} [from] address that a trusted proxy would name
 */
/**
 * @typedef {object} Held how the server held
 * @property {number} perSecond
 * @property {number} cpuMicroseconds of the server, per request
 * @property {number} busy the server's share of its core, 0 to 1
 * @property {number} p50
 * @property {number} p99 latencies in microseconds
 */

export const CONNECTIONS = 64;

/**
 * @param {Server} server
 * @param {Load} load
 */
function command(server, { path, count, ...optional }) {
  const options = { port: server.port, path, count, connections: CONNECTIONS, ...optional };
  const args = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .flatMap(([option, value]) => [`--${option}`, String(value)]);
  return onCore(clientCore, [helper("load"), ...args]);
}

/**
 * A load that goes on until it is stopped; its count is for the case that nobody does.
 * @param {Server} server
 * @param {Load} load
 */
export async function floodServer(server, load) {
  return (await serve(command(server, load), () => true)).stop;
}

/**
 * @param {Server} server
 * @param {Load} load
 * @returns {Promise<Held>}
 */
export async function loadServer(server, load) {
  const watched = family(server.pid).flatMap((pid) => ["--watch", String(pid)]);
  const told = JSON.parse(await run([...command(server, load), ...watched]));
  return {
    perSecond: told.per_second,
    cpuMicroseconds: (told.server_cpu_seconds / told.requests) * 1e6,
    busy: told.server_cpu_seconds / told.seconds,
    p50: told.p50_us,
    p99: told.p99_us,
  };
}
