/** Medians, and how two servers compare. */

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * What a round of anything comes to, be it of a server or of a program that needs none.
 * @typedef {Pick<import("./load.js").Held, "perSecond" | "cpuMicroseconds" | "busy">} Round
 */

/** Below it the core was not what held the server back, and requests a second say too little. */
const BUSY_ENOUGH = 0.9;

const percent = (/** @type {number} */ share) => `${Math.round(share * 100)}%`;

/**
 * Ours beside the peer's, from interleaved rounds: requests a second where both kept their core
 * busy, otherwise the CPU time of a request.
 * @param {Round[]} ours
 * @param {Round[]} peers
 */
export function compareLoads(ours, peers) {
  const middle = (/** @type {Round[]} */ held) => ({
    perSecond: median(held.map((one) => one.perSecond)),
    cpu: median(held.map((one) => one.cpuMicroseconds)),
    busy: median(held.map((one) => one.busy)),
  });
  const [our, peer] = [middle(ours), middle(peers)];
  const busyEnough = Math.min(our.busy, peer.busy) >= BUSY_ENOUGH;
  const cpu = `${our.cpu.toFixed(1)} and ${peer.cpu.toFixed(1)} us of CPU a request`;
  const busy = `${percent(our.busy)} and ${percent(peer.busy)} of a core used`;
  return {
    value: our.perSecond,
    peerValue: peer.perSecond,
    ratio: busyEnough ? our.perSecond / peer.perSecond : peer.cpu / our.cpu,
    note: busyEnough ? `${busy}; ${cpu}` : `${busy}: the ratio is that of ${cpu}`,
  };
}

/**
 * Ours alone.
 * @param {import("./load.js").Held[]} ours
 */
export function summariseLoad(ours) {
  const busy = median(ours.map((one) => one.busy));
  const cpu = median(ours.map((one) => one.cpuMicroseconds));
  const idle = busy < BUSY_ENOUGH ? ": it waited, or was not alone there" : "";
  return {
    value: median(ours.map((one) => one.perSecond)),
    note: `${percent(busy)} of a core used${idle}; ${cpu.toFixed(1)} us of CPU a request`,
  };
}
