// What the runner sets for a test file. The variables are removed from the environment: the program under test refuses variables that
// begin with TESSERA_ and that it does not know.
import "./environment.js"; // first: what is imported after it sees the environment of tests

/** @param {string} name */
function removed(name) {
  const value = process.env[name];
  delete process.env[name];
  return value;
}

/** The seed of the run. */
export const RUN_SEED = removed("TESSERA_TEST_SEED") ?? "1";

/** How many times as long as usual a test may wait: the runner raises it on a busy machine. */
export const SLOWNESS = Math.ceil(Math.max(Number(removed("TESSERA_TEST_SLOW")) || 1, 1));
