// Browsers that test files share, one per job that runs at the same time: a browser's start costs a second. A job that failed gives its
// browser up, since it may be what is broken.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { ROOT } from "./stages.js";

/** @typedef {{endpoint: string, end: () => void}} Browser */

/** @param {Record<string, string>} env @returns {Promise<Browser | null>} null where it does not start: files launch their own then */
function startBrowser(env) {
  const child = spawn(process.execPath, [join(ROOT, "tests/lib/browser-server.js")], { stdio: ["pipe", "pipe", "ignore"], env });
  const end = () => child.stdin.end();
  return new Promise((resolve) => {
    child.on("error", () => resolve(null));
    child.on("exit", () => resolve(null));
    createInterface(child.stdout).on("line", (endpoint) => resolve({ endpoint, end }));
  });
}

/** A pool that starts browsers when they are first needed. @param {() => Record<string, string>} environment */
export function browserPool(environment) {
  /** @type {Browser[]} */
  const free = [];
  return {
    take: async () => free.pop() ?? startBrowser(environment()),
    /** @param {Browser | null} browser @param {boolean} isGood */
    giveBack: (browser, isGood) => {
      if (!browser) return;
      if (isGood) free.push(browser);
      else browser.end();
    },
    close: () => free.splice(0).forEach((browser) => browser.end()),
  };
}
