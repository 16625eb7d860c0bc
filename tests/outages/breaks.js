// What can happen to a store that servers share, whichever it is: a row each, for scenario().

/** @typedef {import("./rig.js").Break} Break */
/** @typedef {{crash: () => any, up: () => any, hang: () => any, goOn: () => any, down: (signal: NodeJS.Signals) => any}} Store */
/** @typedef {import("../lib/netns.js").Network} Network */
/** @typedef {import("../lib/tessera.js").Server} Server */

/** Servers killed under load, each alone, then all of them, and started again. @returns {Break[]} */
export const killings = () => [[0], [1], [2], [0, 1, 2]].map((nodes) => ({
  fault: nodes.length > 1 ? "all nodes killed" : `node ${nodes[0]} killed`, nodes, lastsMs: 700, holds: nodes.length === 1,
  begin: (/** @type {Server[]} */ servers) => Promise.all(nodes.map((node) => servers[node].down("SIGKILL"))),
  end: (/** @type {Server[]} */ servers) => Promise.all(nodes.map((node) => servers[node].up())),
}));

/** `more`: what holds of each, as whether anything may be forgotten. @param {Store} store @param {Network} network @param {Partial<Break>} [more]
 * @returns {Record<string, Break>} */
export const breaksOf = (store, network, more = {}) => ({
  killed: { fault: "store killed", begin: () => store.crash(), end: () => store.up(), ...more },
  restarted: { fault: "store restarted", begin: () => store.down("SIGINT"), end: () => store.up(), lastsMs: 50, ...more },
  hung: { fault: "store hung", begin: () => store.hang(), end: () => store.goOn(), lastsMs: 4000, ...more },
  cutOff: { fault: "store cut off", begin: () => network.cut(), end: () => network.mend(), lastsMs: 4000, ...more },
  oneCutOff: { fault: "node 1 cut off from the store", begin: () => network.cut([1]), end: () => network.mend(), lastsMs: 4000, ...more },
  slow: { fault: "store slow by 500 ms", begin: () => network.delay(500), end: () => network.delay(0), lastsMs: 4000, holds: true, ...more },
});
