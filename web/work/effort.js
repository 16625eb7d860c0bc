// effort.js: the work of one challenge, from when it is handed out to when it is done or not wanted any more: in a worker
// where the page is the server's own, and otherwise on the page's thread, in slices short enough for it to stay responsive.
// Browsers start no worker from another origin, and one made from text needs `blob:`, which strict pages forbid.

import { createEngine } from "./engine.js";

/** What a challenge asks for. @typedef {{algorithm: string, memoryKiB: number, seed: string, evaluations: number}} Task */
/** @typedef {(done: number) => void} Told  is told how many evaluations are done */

const SLICE_MS = 8;
/** Of 8192: some 40 microseconds with WebAssembly, and half a millisecond without. */
const STEP_BLOCKS = 64;

/** Goes on after whatever else the page has to do; unlike timers it is not slowed down. @returns {Promise<void>} */
const soon = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/** Bytes as the server reads them. @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/** Does it all on this thread. @param {Task} task @param {string} base @param {Told} told @param {() => boolean} isWanted
 * @param {number} sliceMs  then whatever else there is has its turn; Infinity: never @returns {Promise<string>} */
export async function toil(task, base, told, isWanted, sliceMs) {
  if (task.algorithm !== "argon2id" || task.memoryKiB !== 8192) throw new Error("no such work");
  const engine = await createEngine(base);
  const tags = new Uint8Array(task.evaluations * 4);
  let from = performance.now();
  for (let number = 0; number < task.evaluations; number++) {
    let tag = null;
    for (engine.begin(task.seed, number); !tag; tag = engine.step(sliceMs < Infinity ? STEP_BLOCKS : 8192)) {
      if (performance.now() - from < sliceMs) continue;
      await soon();
      if (!isWanted()) throw new Error("not wanted");
      from = performance.now();
    }
    tags.set(tag, number * 4);
    told(number + 1);
  }
  return base64(tags);
}

/** Has a worker do it, which is this very file. @param {Task} task @param {string} base @param {Told} told @param {Worker} worker
 * @returns {Promise<string>} */
const command = (task, base, told, worker) => new Promise((resolve, reject) => {
  worker.onerror = reject;
  worker.onmessage = ({ data }) => {
    if (data.failed) reject(new Error(data.failed));
    else if (data.result) resolve(data.result);
    else told(data.done);
  };
  worker.postMessage({ task, base });
});

/** @param {string} base */
function createWorker(base) {
  try {
    return new URL(base, location.href).origin === location.origin
      ? new Worker(`${base}/static/tessera-work.js`, { type: "module" })
      : null;
  } catch {
    return null; // there are none
  }
}

export class Effort {
  /** @param {Task} task @param {string} base */
  constructor(task, base) {
    this.task = task;
    this.done = 0;
    this.startedAtMs = performance.now();
    this.isWanted = true;
    /** @type {Told} */
    const told = (done) => (this.done = done);
    const here = () => toil(task, base, told, () => this.isWanted, SLICE_MS);
    this.worker = createWorker(base);
    /** @type {Promise<string>} */
    this.proof = this.worker
      ? command(task, base, told, this.worker).catch(() => this.isWanted ? here() : Promise.reject(new Error("not wanted")))
      : here();
    this.proof.then(() => this.cancel(), () => this.cancel());
  }

  /** Nobody waits for it any more, or it is done. */
  cancel() {
    this.isWanted = false;
    this.worker?.terminate();
  }

  /** From 0 to 1. */
  get share() {
    return this.done / this.task.evaluations;
  }

  /** Seconds that it takes in all, as far as can be told; 0 before the first evaluation is done. */
  get seconds() {
    return this.done ? (performance.now() - this.startedAtMs) / 1000 / this.share : 0;
  }

  get secondsLeft() {
    return this.seconds * (1 - this.share);
  }
}

/** Of a worker: takes one task. */
export function serve() {
  globalThis.onmessage = ({ data: { task, base } }) => {
    const post = /** @type {(message: unknown) => void} */ (globalThis.postMessage);
    toil(task, base, (done) => post({ done }), () => true, Infinity)
      .then((result) => post({ result }), (error) => post({ failed: String(error) }));
  };
}
