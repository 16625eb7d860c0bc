// A visitor in a window of any engine: what is asked, seen and answered there; and the flows that every engine and every font goes through.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readPng } from "../lib/png.js";
import { pairs } from "../lib/puzzle.js";
import { Site } from "../lib/site.js";
import { FOLDER } from "../lib/standalone.js";
import { StaticServer } from "../lib/static.js";
import { DESKTOP, PHONE, arrangedIn } from "./browser.js";
import { assertSeen, boxesOf, clickOn, coloursIn, inPage, until } from "./sight.js";
import { FORMS, KINDS, startSite } from "./widget.js";

/** @typedef {import("../lib/tessera.js").Server} Server */
/** @typedef {import("./windows.js").Window} Window */

/** Screens, and whether a challenge is seen whole on them; on the smaller ones its body may scroll. */
export const SCREENS = { desktop: { size: DESKTOP, whole: true }, "small phone": { size: { width: 320, height: 480 }, whole: false },
  "phone on its side": { size: { width: 740, height: 360 }, whole: false }, phone: { size: PHONE, whole: true } };

/** Every kind that does not need motion, and scenes with each form of options. */
export const FLOWS = KINDS.filter((kind) => kind !== "hidden").flatMap((kind) => (kind === "scene" ? Object.entries(FORMS) : [["", () => true]])
  .map(([form, isWanted]) => ({ name: form ? `${kind} of ${form}` : kind, kind, isWanted: /** @type {(view: any) => boolean} */ (isWanted) })));

/** A page with the module of the standalone mode, from files alone. */
export function startStandalone() {
  const files = ["standalone.js", "tessera-core.wasm", ...readdirSync(join(FOLDER, "sprites")).map((name) => `sprites/${name}`)];
  return StaticServer.start({
    "/": `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Standalone</title>
      <link rel="icon" href="data:,"><div id="stage"></div><script type="module" src="/page.js"></script>`,
    "/page.js": 'import * as standalone from "/standalone.js"; Object.assign(window, { standalone });',
    ...Object.fromEntries(files.map((name) => [`/${name}`, readFileSync(join(FOLDER, name))])),
  });
}

/** A visitor with one browser, and a proxy in front of the server that knows what the visitor is asked. */
export class WindowVisitor {
  /** The last challenge, with its answer. @type {any} */
  challenge = null;

  /** @param {Server} server @param {() => Promise<Window>} start @param {Record<string, string>} [pages] further ones of the site */
  static async with(server, start, pages = {}) {
    const visitor = new WindowVisitor();
    const hears = (/** @type {string} */ path, /** @type {Response} */ reply, /** @type {Buffer} */ body) => {
      const truth = reply.headers.get("tessera-truth");
      if (truth) visitor.challenge = { ...(path === "/v1/challenge" ? JSON.parse(String(body)) : {}), truth };
    };
    const added = { "Content-Security-Policy": "script-src 'none'" };
    const [window, site, bare] = await Promise.all([start(), startSite(server, pages, { hears }),
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

  /** @param {import("./windows.js").Size} size */
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

  /** Has a new challenge shown, with its whole time. */
  async another() {
    this.challenge = null;
    await clickOn(this.window, ".tool.reload");
    await this.shown();
  }

  /** A page with the module of the standalone mode. @param {StaticServer} standalone */
  async openStandalone(standalone) {
    await this.goTo(`${standalone.url}/`);
    await until("the module", () => inPage(this.window, () => "standalone" in globalThis));
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

/** A widget is opened and seen whole on every screen. @param {WindowVisitor} visitor @param {typeof FLOWS[0]} flow
 * @param {(screen: string) => Promise<void>} [look] what else is looked at there */
export async function seeEverywhere(visitor, { name, kind, isWanted }, look) {
  const { window, site } = visitor;
  await window.resize(DESKTOP);
  await visitor.goTo(`${site.url}/${kind}`);
  await visitor.open();
  for (let tries = 0; !isWanted(visitor.challenge.view); tries++) {
    assert.ok(tries < 60, "no such challenge came");
    await visitor.another();
  }
  for (const [screen, { size, whole }] of Object.entries(SCREENS)) {
    await visitor.resize(size);
    await assertSeen(window, `${name}, ${screen}`, whole);
    await look?.(screen);
  }
}

/** @param {() => WindowVisitor} visitorOf @param {() => StaticServer} standaloneOf which are there when tests run */
export function testStandalone(visitorOf, standaloneOf) {
  /* PRE-8.4-2, HUM-8.4-2 */
  for (const name of ["PredatorChallenge", "HumanChallenge", "EmotionsChallenge", "SpatialChallenge", "SceneChallenge", "HiddenChallenge"]) {
    test(`standalone: ${name} is drawn, answered and judged`, async () => {
      const visitor = visitorOf();
      const { window } = visitor;
      await window.resize(DESKTOP);
      await visitor.openStandalone(standaloneOf());
      const answer = await inPage(window, async (className) => {
        const { standalone: { [className]: kind } } = /** @type {any} */ (globalThis);
        const challenge = kind.generate();
        kind.render(challenge, document.getElementById("stage"));
        await challenge.ready;
        Object.assign(globalThis, { judge: () => kind.validate(challenge, kind.getAnswer(challenge)) });
        return /** @type {string} */ (challenge.answer);
      }, name);
      await visitor.settle();
      const shown = await boxesOf(window, "#stage [data-index] .picture, #stage .glyph, #stage .whole");
      assert.ok(shown.length > 0, "something is shown");
      const seen = shown.filter(({ y, height }) => y + height <= DESKTOP.height);
      await until("each picture is drawn", async () => {
        const picture = readPng(await window.picture());
        return seen.every((box) => coloursIn(picture, box).size > 3);
      });
      for (const index of answer.split(",")) {
        await inPage(window, (one) => document.querySelector(`[data-index="${one}"]`)?.scrollIntoView({ block: "center" }), index);
        await clickOn(window, `#stage [data-index="${index}"]`);
      }
      assert.equal(await inPage(window, () => /** @type {any} */ (globalThis).judge()), true);
    });
  }
}
