// One Chromium for many test files: `node tests/lib/browser-server.js` prints the address to connect to as one line, and ends with its
// browser when its standard input closes or on SIGTERM. A runner starts one per worker and passes the address in TESSERA_TEST_BROWSER,
// which launch() of tests/browser/browser.js reads.
import { chromium } from "playwright-core";
import { PLAIN_LAUNCH } from "../browser/browser.js";

const server = await chromium.launchServer({ ...PLAIN_LAUNCH, host: "127.0.0.1" });

let isEnding = false;
/** @param {number} code */
const end = async (code) => {
  if (isEnding) return;
  isEnding = true;
  await server.close().catch(() => server.kill());
  process.exit(code);
};

server.on("close", () => isEnding || process.exit(1)); // the browser died: files that start later launch their own
process.on("SIGTERM", () => end(0));
process.on("SIGINT", () => end(0));
process.stdin.on("end", () => end(0));
process.stdin.on("error", () => end(0));
process.stdin.resume();
process.stdout.on("error", () => end(0)); // nobody reads the address
process.stdout.write(`${server.wsEndpoint()}\n`);
