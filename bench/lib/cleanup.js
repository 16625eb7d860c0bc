/**
 * What must be undone when the run ends, however it ends: processes and folders.
 * The last thing done is undone first.
 */

/** @typedef {{ later: () => Promise<void>, atOnce: () => void }} Undo */

/** @type {Undo[]} */
const pending = [];

/**
 * Notes how to undo something: `later` in an orderly way, `atOnce` when the process is about to end.
 * @param {Undo} undo
 * @returns {() => Promise<void>} undoes it ahead of the end
 */
export function onCleanUp(undo) {
  pending.push(undo);
  return async () => {
    const index = pending.indexOf(undo);
    if (index >= 0) {
      pending.splice(index, 1);
      await undo.later();
    }
  };
}

/** Undoes whatever is left. */
export async function cleanUp() {
  for (let undo = pending.pop(); undo !== undefined; undo = pending.pop()) {
    await undo.later();
  }
}

process.on("exit", () => {
  for (let undo = pending.pop(); undo !== undefined; undo = pending.pop()) {
    undo.atOnce();
  }
});

const signals = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });
for (const [signal, number] of Object.entries(signals)) {
  process.on(signal, () => process.exit(128 + number));
}
