// The main ways through Tessera in each engine: Chromium, Firefox and WebKit. What is tested in depth is so in Chromium
// alone; here every surface is opened, seen whole, answered and passed in all of them, on large and on small screens.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pairs } from "../lib/puzzle.js";
import { Site } from "../lib/site.js";
import { FOLDER } from "../lib/standalone.js";
import { StaticServer } from "../lib/static.js";
import { Server, wait } from "../lib/tessera.js";
import { DESKTOP, PHONE, PUZZLE_PATH, arrangedIn, pairsBetween } from "./browser.js";
import { ENGINES } from "./engines.js";
import { assertSeen, boxesOf, clickOn, inPage, ring, until } from "./sight.js";
import { FORMS, KINDS, startSite } from "./widget.js";

/** @typedef {import("./engines.js").Window} Window */

/** Screens, and whether a challenge is seen whole on them; on the smaller ones its body may scroll. */
const SCREENS = { desktop: { size: DESKTOP, whole: true }, "small phone": { size: { width: 320, height: 480 }, whole: false },
  "phone on its side": { size: { width: 740, height: 360 }, whole: false }, phone: { size: PHONE, whole: true } };

/** Every kind, and scenes with each form of options. */
const FLOWS = KINDS.flatMap((kind) => (kind === "scene" ? Object.entries(FORMS) : [["", () => true]])
  .map(([form, isWanted]) => ({ name: form ? `${kind} of ${form}` : kind, kind, isWanted: /** @type {(view: any) => boolean} */ (isWanted) })));

/** @type {Server} */
let server;
/** @type {StaticServer} */
let standalone;
before(async () => {
  const files = ["standalone.js", "tessera-core.wasm", ...readdirSync(join(FOLDER, "sprites")).map((name) => `sprites/${name}`)];
  [server, standalone] = await Promise.all([Server.start(), StaticServer.start({
    "/": `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Standalone</title>
      <link rel="icon" href="data:,"><div id="stage"></div><script type="module" src="/page.js"></script>`,
    "/page.js": 'import * as standalone from "/standalone.js"; Object.assign(window, { standalone });',
    ...Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(join(FOLDER, name))])),
  })]);
});
after(() => Promise.all([server?.down(), standalone?.down()]));

/** A visitor with one browser, and a proxy in front of the server that knows what the visitor is asked. */
class Visitor {
  /** The last challenge, with its answer. @type {any} */
  challenge = null;

  /** @param {() => Promise<Window>} start */
  static async with(start) {
    const visitor = new Visitor();
    const hears = (/** @type {string} */ path, /** @type {Response} */ reply, /** @type {Buffer} */ body) => {
      const truth = reply.headers.get("tessera-truth");
      if (truth) visitor.challenge = { ...(path === "/v1/challenge" ? JSON.parse(String(body)) : {}), truth };
    };
    const added = { "Content-Security-Policy": "script-src 'none'" };
    const [window, site, bare] = await Promise.all([start(), startSite(server, {}, { hears }),
      Site.start({ pages: {}, upstream: server.url, added, hears })]);
    return Object.assign(visitor, { window, site, bare });
  }

  /** @type {Window} */ window = /** @type {any} */ (null);
  /** @type {Site} where the widget is */ site = /** @type {any} */ (null);
  /** @type {Site} where no script runs */ bare = /** @type {any} */ (null);

  /** @param {string} url */
  async goTo(url) {
    this.challenge = null;
    await this.window.goTo(url);
  }

  end() {
    return Promise.all([this.window.close(), this.site.down(), this.bare.down()]);
  }

  /** Waits until a challenge can be answered. */
  async shown() {
    await until("a challenge", async () => this.challenge && inPage(this.window, () =>
      [...document.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot?.querySelector(".panel[data-state=ready]"))));
    await this.settle();
  }

  /** Grids choose their columns when they are told how much room there is. */
  settle() {
    return this.window.read(`(${arrangedIn})()`);
  }

  /** @param {import("./engines.js").Size} size */
  async resize(size) {
    await this.window.resize(size);
    await this.settle();
  }

  /** By mouse, what is right. */
  async choose() {
    const { type, truth, view } = this.challenge;
    if (type === "puzzle") {
      for (const [at, name] of pairs(view)[0].entries()) await clickOn(this.window, `.moves:nth-of-type(${at + 1}) [data-name="${name}"]`);
    } else {
      for (const index of truth.split(",")) await clickOn(this.window, `.body [data-index="${index}"]`);
    }
  }

  /** Opens the only widget with the mouse. */
  async open() {
    await clickOn(this.window, ".box");
    await this.shown();
  }

  /** What a page that is a message says. @returns {Promise<string>} */
  message() {
    return until("a message", () => inPage(this.window, () => document.querySelector("#message")?.textContent ?? ""));
  }

  /** Answers rightly; resolves with what the site gets. @returns {Promise<string>} */
  async pass() {
    await this.choose();
    await clickOn(this.window, ".submit");
    return this.response();
  }

  /** What the site's form gets. @returns {Promise<string>} */
  response() {
    return until("a pass", () => inPage(this.window, () =>
      [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=tessera-response]"))].map(({ value }) => value).find(Boolean) ?? ""));
  }
}

/** What sticks out of a page at its sides. @param {Window} window @returns {Promise<string[]>} */
const sticking = (window) => inPage(window, () => [...document.querySelectorAll("body *:not(.aloud, pre *, .sprite *)")]
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
  }).map((one) => one.outerHTML.slice(0, 80)));

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(engine, () => {
    /** @type {Visitor} */
    let visitor;
    before(async () => (visitor = await Visitor.with(() => start({}))));
    after(() => visitor?.end());

    for (const { name, kind, isWanted } of FLOWS) {
      test(`widget: ${name} is seen on every screen, answered and passed`, async () => {
        const { window, site } = visitor;
        await window.resize(DESKTOP);
        await visitor.goTo(`${site.url}/${kind}`);
        await visitor.open();
        for (let tries = 0; !isWanted(visitor.challenge.view); tries++) {
          assert.ok(tries < 60, "no such challenge came");
          visitor.challenge = null;
          await clickOn(window, ".tool.reload");
          await visitor.shown();
        }
        for (const [screen, { size, whole }] of Object.entries(SCREENS)) {
          await visitor.resize(size);
          await assertSeen(window, `${name}, ${screen}`, whole);
        }
        const response = await visitor.pass();
        assert.equal((await boxesOf(window, ".panel")).length, 0, "the dialog is closed");
        const told = await inPage(window, () => /** @type {any} */ (globalThis).told);
        assert.deepEqual(told, [["verified", { response }], ["callback", response]]);
        assert.equal((await server.verify({ response })).success, true);
      });
    }

    test("widget: by keys alone, with a ring around what has the focus; by mouse without", async () => {
      const { window, site } = visitor;
      await window.resize(DESKTOP);
      await visitor.goTo(`${site.url}/human`);
      await visitor.open();
      assert.equal((await ring(window)).style, "none", "the first cell, after a click");
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
      assert.deepEqual(await sticking(window), []);
      const [start, slugs] = await inPage(window, () => /** @type {[string, string[]]} */ ([
        [...document.querySelectorAll("#grid-start td")].map(({ className }) => ["empty", "black", "pink"].indexOf(className)).join(""),
        [...document.querySelectorAll("[name=first]")].map((one) => /** @type {HTMLInputElement} */ (one).value)]));
      const [pair] = pairsBetween(start, visitor.challenge.truth, slugs);
      for (const [at, place] of ["first", "second"].entries()) {
        await inPage(window, (id) => document.getElementById(id)?.scrollIntoView({ block: "center" }), `${place}-${pair[at]}`);
        await clickOn(window, `#${place}-${pair[at]}`);
      }
      await clickOn(window, "#submit");
      assert.equal(await visitor.message(), "You’re through.");
      assert.deepEqual(await sticking(window), []);
    });

    test("the demo: its form is sent and verified", async () => {
      const { window, site } = visitor;
      for (const size of [PHONE, DESKTOP]) {
        await window.resize(size);
        await visitor.goTo(`${site.url}/`);
        assert.deepEqual(await sticking(window), []);
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
  });
}
