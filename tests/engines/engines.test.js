// The main ways through Tessera in each engine: Chromium, Firefox and WebKit. What is tested in depth is so in Chromium
// alone; here every surface is opened, seen whole, answered and passed in all of them, on large and on small screens.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESKTOP, PATIENCE_MS, PHONE, PUZZLE_PATH, pairsBetween } from "../browser/browser.js";
import { assertSeen, boxesOf, clickOn, coloursIn, inPage, ring, until } from "../browser/sight.js";
import { FLOWS, SCREENS, WindowVisitor, seeEverywhere, startStandalone, testStandalone } from "../browser/window-visitor.js";
import { readPng } from "../lib/png.js";
import { pairs } from "../lib/puzzle.js";
import { eventually, Server, wait } from "../lib/tessera.js";
import { ENGINES } from "./engines.js";

/** @typedef {import("../browser/windows.js").Window} Window */

/** @type {Server} */
let server;
/** @type {import("../lib/static.js").StaticServer} */
let standalone;
before(async () => {
  [server, standalone] = await Promise.all([Server.start(), startStandalone()]);
});
after(() => Promise.all([server?.down(), standalone?.down()]));

/** Whether the middle of the film changes within half a second. @param {Window} window */
async function moves(window) {
  const [{ x, y, width, height }] = await boxesOf(window, ".film");
  const look = async () => {
    const { colours, width: all } = readPng(await window.picture());
    const from = 3 * (all * Math.round(y + 0.2 * height) + Math.round(x));
    return Buffer.from(colours.subarray(from, from + 3 * Math.round(width))).toString("hex") + Buffer.from(
      colours.subarray(from + 30 * all, from + 30 * all + 3 * Math.round(width))).toString("hex");
  };
  const first = await look();
  await wait(500);
  return first !== await look();
}

/** Resolves when it does not: what is on its way to the screen may be late. @param {Window} window */
const stands = (window) => until("the film stands still", async () => !(await moves(window)));

/** From now on a film ends when a test says so: it has its time to look at it. @param {Window} window */
const holdEnd = (window) => inPage(window, () => {
  const { setTimeout: later } = globalThis;
  Object.assign(globalThis, { setTimeout: (/** @type {any} */ act, /** @type {number} */ ms, /** @type {any[]} */ ...given) =>
    (given[0] === "play-again" ? void Object.assign(globalThis, { endFilm: () => act(...given) }) : later(act, ms, ...given)) });
});

/** What the film's button is called. @param {Window} window */
const filmName = (window) => inPage(window, () => [...document.querySelectorAll("*")].map(({ shadowRoot }) =>
  shadowRoot?.querySelector(".film")?.textContent).find(Boolean));

/** What sticks out of a page at its sides. @param {Window} window @returns {Promise<string[]>} */
const sticking = (window) => inPage(window, () => [...document.querySelectorAll("body *:not(.aloud, pre *, .sprite *)")]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
  }).map((one) => one.outerHTML.slice(0, 80)));

/** Nothing sticks out once the page has its style sheet, which may come after it. @param {Window} window */
async function assertWithin(window) {
  await eventually(async () => (await sticking(window)).length === 0, PATIENCE_MS);
  assert.deepEqual(await sticking(window), []);
}

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(engine, () => {
    /** @type {WindowVisitor} */
    let visitor;
    before(async () => (visitor = await WindowVisitor.with(server, () => start({}))));
    after(() => visitor?.end());

    for (const flow of FLOWS) {
      test(`widget: ${flow.name} is seen on every screen, answered and passed`, async () => {
        await seeEverywhere(visitor, flow);
        const { window } = visitor;
        const response = await visitor.pass();
        assert.equal((await boxesOf(window, ".panel")).length, 0, "the dialog is closed");
        const told = await inPage(window, () => /** @type {any} */ (globalThis).told);
        assert.deepEqual(told, [["verified", { response }], ["callback", response]]);
        assert.equal((await server.verify({ response })).success, true);
      });
    }

    test("widget: hidden is seen on every screen; its film plays on request, stops, plays again; it is answered and passed", async (t) => {
      const moving = await WindowVisitor.with(server, () => start({ moving: true }));
      t.after(() => moving.end());
      const { window, site } = moving;
      await window.resize(DESKTOP);
      await moving.goTo(`${site.url}/hidden`);
      await moving.open();
      for (const [screen, { size, whole }] of Object.entries(SCREENS)) {
        await moving.resize(size);
        await assertSeen(window, `hidden, ${screen}`, whole);
      }
      await moving.resize(DESKTOP);
      await moving.another();
      await holdEnd(window);
      await stands(window);
      assert.equal(await filmName(window), "Play the film", "before it is started");
      await clickOn(window, ".film");
      await until("it plays", () => moves(window));
      await clickOn(window, ".film");
      await until("it is stopped", async () => await filmName(window) === "Play the film");
      await stands(window);
      await clickOn(window, ".film");
      await until("it plays again", () => moves(window));
      await inPage(window, () => /** @type {any} */ (globalThis).endFilm());
      assert.equal(await filmName(window), "Play again", "over");
      await stands(window);
      await clickOn(window, ".film");
      await until("it plays once more", () => moves(window));
      await moving.another();
      const response = await moving.pass();
      assert.equal((await server.verify({ response })).success, true);
    });

    test("widget: by keys alone, with a ring around what has the focus; by mouse without", async () => {
      const { window, site } = visitor;
      await window.resize(DESKTOP);
      await visitor.goTo(`${site.url}/human`);
      await visitor.open();
      assert.equal((await ring(window)).style, "none", "the first cell, after a click");
      assert.equal(await inPage(window, () => getComputedStyle(/** @type {Element} */ (document.querySelector("[data-tessera]")
        ?.shadowRoot?.querySelector(".box"))).borderTopColor), "rgba(0, 0, 0, 0)", "the box is a spinner, though the mouse is still there");
      await clickOn(window, '[data-index="3"]');
      assert.equal((await ring(window)).style, "none", "a cell that was clicked");
      await window.press("ArrowRight");
      const { style, width, shape } = await ring(window);
      assert.deepEqual([style, shape], ["solid", "cell"]);
      assert.ok(width >= 2, "the ring of a cell");

      await visitor.goTo(`${site.url}/human`);
      await until("the box", async () => (await boxesOf(window, ".box")).length > 0);
      await inPage(window, () => /** @type {HTMLElement} */ (document.querySelector("[name=name]")).focus());
      await window.press("Tab");
      assert.deepEqual(await ring(window), { style: "solid", width: 3, shape: "box" });
      await window.press("Space");
      await visitor.shown();
      assert.deepEqual(await ring(window), { style: "solid", width: 3, shape: "cell" });
      const index = Number(visitor.challenge.truth);
      for (let row = Math.floor(index / 10); row > 0; row--) await window.press("ArrowDown");
      for (let column = index % 10; column > 0; column--) await window.press("ArrowRight");
      await window.press("Space");
      await window.press("Enter");
      assert.equal((await server.verify({ response: await visitor.response() })).success, true);
      assert.deepEqual(await ring(window), { style: "solid", width: 3, shape: "box" });
    });

    test("the puzzle's page without scripts", async () => {
      const { window, bare } = visitor;
      await window.resize(PHONE);
      await visitor.goTo(bare.url + PUZZLE_PATH);
      assert.equal(await inPage(window, () => document.querySelector(".previewed")), null, "no script ran");
      await assertWithin(window);
      const [grid] = await boxesOf(window, "#grid-before tbody");
      const rim = { x: grid.x - 3, y: grid.y + 8, width: 1, height: grid.height - 16 }; // the cells may begin between two pixels
      await until("the grid's frame", async () => [...coloursIn(readPng(await window.picture()), rim).keys()].join() === String(0xf6f1e7));
      const [start, slugs] = await inPage(window, () => /** @type {[string, string[]]} */ ([
        [...document.querySelectorAll("#grid-start tbody td")].map(({ className }) => ["empty", "black", "pink"].indexOf(className)).join(""),
        [...document.querySelectorAll("[name=first]")].map((one) => /** @type {HTMLInputElement} */ (one).value)]));
      const [pair] = pairsBetween(start, visitor.challenge.truth, slugs);
      for (const id of [`first-${pair[0]}`, `second-${pair[1]}`, "submit"]) {
        await inPage(window, (one) => document.getElementById(one)?.scrollIntoView({ block: "center" }), id);
        await clickOn(window, `#${id}`);
      }
      assert.equal(await visitor.message(), "You’re through.");
      await assertWithin(window);
    });

    test("the demo: its form is sent and verified", async () => {
      const { window, site } = visitor;
      for (const size of [PHONE, DESKTOP]) {
        await window.resize(size);
        await visitor.goTo(`${site.url}/`);
        await assertWithin(window);
      }
      await until("the box", async () => (await boxesOf(window, ".box")).length === 2);
      const box = (await boxesOf(window, ".letter [data-tessera]"))[0];
      await window.click(Math.round(box.x + 30), Math.round(box.y + box.height / 2));
      await visitor.shown();
      await assertSeen(window, "the demo's challenge", true);
      await visitor.pass();
      await clickOn(window, ".letter .button");
      assert.equal(await visitor.message(), "Sent, and verified.");
    });

    testStandalone(() => visitor, () => standalone); // PRE-8.4-2, HUM-8.4-2

    test("standalone: a session, from its start to its outcome", async () => {
      const { window } = visitor;
      await window.resize(PHONE);
      await visitor.openStandalone(standalone);
      await inPage(window, () => {
        const { standalone: { Captcha } } = /** @type {any} */ (globalThis);
        new Captcha(document.getElementById("stage"), { kinds: ["puzzle"], rounds: 1 }).start()
          .then((/** @type {any} */ result) => Object.assign(globalThis, { result }));
      });
      await clickOn(window, ".alone-start");
      const began = Date.now();
      await until("the tiles", async () => (await boxesOf(window, ".tiles")).length > 0);
      const [before, after, options] = await inPage(window, () => {
        const root = /** @type {ShadowRoot} */ (document.querySelector(".tessera-captcha")?.shadowRoot);
        const grids = [...root.querySelectorAll(".tiles")].map((grid) =>
          [...grid.querySelectorAll("tbody td")].map(({ classList }) => (classList.contains("black") ? 1 : classList.contains("pink") ? 2 : 0)).join(""));
        const names = [...root.querySelectorAll(".moves:first-of-type [data-name]")].map((one) => /** @type {HTMLElement} */ (one).dataset.name ?? "");
        return /** @type {[string, string, string[]]} */ ([grids[0], grids[2], names]);
      });
      const [pair] = pairs({ options, grids: { before, after } });
      for (const [at, name] of pair.entries()) await clickOn(window, `.moves:nth-of-type(${at + 1}) [data-name="${name}"]`);
      await wait(Math.max(0, began + 2500 - Date.now())); // an answer within two seconds is no person's
      await clickOn(window, ".submit");
      const { focusChanges, ...result } = await until("an outcome", () => inPage(window, () => /** @type {any} */ (globalThis).result));
      assert.deepEqual(result, { passed: true, outcome: "passed", rounds: 1, slips: 0 });
      assert.equal(typeof focusChanges, "number"); // windows of tests come and go
    });
  });
}
