// Takes a picture of every surface in every engine, to be looked at: `node tests/browser/survey.js DIR [dark]`.
// Files are called SURFACE-WIDTH-ENGINE.png, so that the three engines of one surface stand side by side.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Server, wait } from "../lib/tessera.js";
import { DESKTOP, PHONE, PUZZLE_PATH } from "./browser.js";
import { ENGINES } from "../engines/engines.js";
import { boxesOf, clickOn, inPage, until } from "./sight.js";
import { KINDS, startSite } from "./widget.js";

/** @typedef {import("./windows.js").Window} Window */

const SIDEWAYS = { width: 740, height: 360 };
const TINY = { width: 320, height: 480 };

/** @param {Window} window */
const ready = (window) => until("a challenge", () => inPage(window, () => [...document.querySelectorAll("*")]
  .some(({ shadowRoot }) => shadowRoot?.querySelector(".panel[data-state=ready]"))));

/** The widget's dialog. @param {Window} window */
async function inDialog(window) {
  await clickOn(window, ".box");
  await ready(window);
}

/** The demo's playground without a server. @param {string} kind */
const alone = (kind) => async (/** @type {Window} */ window) => {
  await until("the playground", async () => (await boxesOf(window, "#stage .box, #stage-box *")).length > 0);
  await inPage(window, (type) => {
    for (const chip of [`[name=type][value=${type}]`, "[name=mode][value=standalone]"]) {
      /** @type {HTMLElement} */ (document.querySelector(chip)).click();
    }
    document.querySelector("#stage")?.scrollIntoView();
  }, kind);
  await clickOn(window, ".alone-start");
  await ready(window);
};

/** Name, path, and the way from there. @type {[string, string, ((window: Window) => Promise<unknown>)?][]} */
const SURFACES = [
  ...KINDS.map((kind) => /** @type {[string, string, typeof inDialog]} */ ([`widget-${kind}`, `/${kind}`, inDialog])),
  ...KINDS.map((kind) => /** @type {[string, string, typeof inDialog]} */ ([`standalone-${kind}`, "/", alone(kind)])),
  ["demo", "/"], ["puzzle-page", PUZZLE_PATH], ["message", "/nowhere"],
];

const [, , folder, scheme] = process.argv;
if (!folder) {
  console.error("usage: node tests/browser/survey.js DIR [dark]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const server = await Server.start();
const site = await startSite(server);
for (const [engine, start] of Object.entries(ENGINES)) {
  const window = await start({ dark: scheme === "dark" });
  for (const size of [DESKTOP, PHONE, TINY, SIDEWAYS]) {
    await window.resize(size);
    for (const [name, path, go] of SURFACES) {
      await window.goTo(site.url + path);
      await go?.(window);
      await wait(200); // scripts of the page itself
      writeFileSync(join(folder, `${name}-${size.width}-${engine}.png`), await window.picture());
    }
  }
  await window.close();
}
await Promise.all([site.down(), server.down()]);
