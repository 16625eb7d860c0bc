// Forms without JavaScript in any engine: where their fields lie, and when their films move.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { eventually, wait } from "../lib/tessera.js";
import { DESKTOP, PATIENCE_MS, PHONE } from "./browser.js";
import { clickOn, inPage, until } from "./sight.js";

/** @typedef {import("../lib/tessera.js").Server} Server */
/** @typedef {import("./windows.js").Window} Window */
/** @typedef {import("./windows.js").Look} Look */

/** The page of a challenge. @param {Server} server @param {string} type @param {string} [more] of its query */
export const challengePath = (server, type, more = "") => `/challenge?sitekey=${server.sitekey}&type=${type}${more}`;

/** Of the page: how far each field is from the place of its cell on the picture, at most, in pixels, and whether the page is too wide.
 * Run in every engine, as a text. */
export const MISPLACED = `(() => {
  const picture = document.querySelector("#picture").getBoundingClientRect();
  const cells = document.querySelector(".cells");
  const columns = Number(/columns-(\\d+)/.exec(cells.className)[1]);
  const fields = [...cells.querySelectorAll("input")].map((field) => field.getBoundingClientRect());
  const rows = Math.ceil(fields.length / columns);
  const above = document.querySelector(".above")?.getAttribute("viewBox").split(" ");
  const top = picture.top + (above ? picture.width * above[3] / above[2] : 0);
  const width = picture.width / columns, height = (picture.bottom - top) / rows;
  const off = fields.flatMap((box, i) => [
    box.left - (picture.left + i % columns * width), box.top - (top + Math.floor(i / columns) * height),
    box.width - width, box.height - height]);
  return { off: Math.max(...off.map(Math.abs)), fields: fields.length, wide: document.documentElement.scrollWidth > innerWidth };
})()`;

/** The time limit of a test, which only ends one that hangs. */
const LIMIT_MS = 10 * PATIENCE_MS;

/** Whether something of the page moves. @param {Window} window */
async function isMoving(window) {
  const seen = new Set();
  for (let shots = 0; shots < 4; shots++) {
    seen.add((await window.picture()).toString("base64"));
    await wait(120);
  }
  return seen.size > 1;
}

/** Presses the film's button, and waits for what it says then. @param {Window} window @param {string} words */
async function pressFilm(window, words) {
  await clickOn(window, ".film summary");
  await until(words, async () => await filmSays(window) === words);
}

/** What the film's button says. @param {Window} window @returns {Promise<string>} */
const filmSays = (window) => inPage(window, () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".film .badge > span")])
  .filter((one) => one.offsetWidth > 0).map((one) => one.textContent).join());

/** @param {Record<string, (look: Look) => Promise<Window>>} engines @param {() => Server} server which has started when tests run */
export function testWindows(engines, server) {
  describe("fields lie on their cells", () => {
    for (const [name, start] of Object.entries(engines)) {
      test(name, { timeout: LIMIT_MS }, async () => {
        const window = await start({});
        try {
          for (const size of [DESKTOP, PHONE, { width: 320, height: 480 }]) {
            await window.resize(size);
            for (const [type, more, count] of /** @type {[string, string, number][]} */ (
              [["human", "&lang=ar", 100], ["predator", "", 10], ["spatial", "", 4]])) {
              await window.goTo(server().url + challengePath(server(), type, more));
              const { off, fields, wide } = await window.read(MISPLACED);
              assert.ok(off < 3, `${type} at ${size.width}: ${off} px`);
              assert.deepEqual([fields, wide], [count, false], `${type} at ${size.width}`);
            }
          }
        } finally {
          await window.close();
        }
      });
    }
  });

  describe("a film stands still until it is started, and stops when that is wanted", () => {
    for (const [name, start] of Object.entries(engines)) {
      for (const moving of [false, true]) {
        test(`${name}, ${moving ? "any motion" : "less motion"}`, { timeout: LIMIT_MS }, async () => {
          const window = await start({ moving });
          try {
            await window.resize(DESKTOP);
            await window.goTo(server().url + challengePath(server(), "hidden"));
            const moves = () => eventually(() => isMoving(window), PATIENCE_MS); // it is loaded when it is wanted
            const isStill = () => eventually(async () => !(await isMoving(window)), PATIENCE_MS); // scroll bars of WebKit fade
            assert.deepEqual([await filmSays(window), await isStill()], ["Play the film", true]);
            await pressFilm(window, "Pause");
            assert.ok(await moves(), "it plays");
            await pressFilm(window, "Play the film");
            assert.ok(await isStill(), "it is stopped");
            await pressFilm(window, "Pause");
            assert.ok(await moves(), "it plays again");
          } finally {
            await window.close();
          }
        });
      }
    }
  });
}
