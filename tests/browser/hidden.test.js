// What hides in the moving dots: the film that visitors start, stop and start again, and the drawings with words below it,
// on small and large screens, in light and dark, by mouse and by keys, and for those who want less motion.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPng } from "../lib/png.js";
import { LANGUAGES, Server, eventually } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";
import { DESKTOP, LIMIT, PHONE, PUZZLE_PATH, launch, stopClock, watchedPage } from "./browser.js";
import { SHAPES, assertFilmWordsFit, extremeLanguages, filmFlawsIn } from "./language-checks.js";
import { open, startSite as startStandalone } from "./standalone.js";
import { startSite, visit } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/** The clock stands still: a film that is started plays until a test lets its time pass, or stops it. */
const MOVING = /** @type {const} */ ({ reducedMotion: "no-preference", prepare: stopClock });
const SMALL = { width: 320, height: 568 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
/** @type {import("../lib/static.js").StaticServer} */
let alone;
before(async () => {
  [browser, server, alone] = await Promise.all([launch(), Server.start(), startStandalone()]);
  site = await startSite(server);
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down(), alone?.down()]));

/** The middle of the film, a little above its button, as it is on the screen. @param {Locator} film */
async function seen(film) {
  const { x, y, width, height } = /** @type {{x: number, y: number, width: number, height: number}} */ (await film.boundingBox());
  return film.page().screenshot({ clip: { x: x + 20, y: y + 20, width: width - 40, height: height / 2 - 60 } });
}

/** Whether that changes within a tenth of a film. @param {Locator} film */
async function moves(film) {
  const first = await seen(film);
  await film.page().waitForTimeout(350);
  return !first.equals(await seen(film));
}

/** Resolves when that changes: the next frame may be long in coming. @param {Locator} film */
async function plays(film) {
  const first = await seen(film);
  assert.ok(await eventually(async () => !first.equals(await seen(film))), "it plays");
}

/** @param {Locator} film @param {string} name */
const named = (film, name) => film.page().getByRole("button", { name, exact: true }).waitFor();

test("nothing moves before it is started; it plays, stops, plays again and ends; the picture is asked for once", LIMIT, async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/hidden", { ...MOVING, viewport: DESKTOP });
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/v1/image/"))));
  await visitor.open();
  const film = page.locator(".film");
  await named(film, "Play the film");
  assert.equal(await moves(film), false, "before");
  const still = await seen(film);
  await film.click();
  await named(film, "Pause");
  await plays(film);
  await film.click();
  await named(film, "Play the film");
  assert.equal(await moves(film), false, "stopped");
  assert.deepEqual(await seen(film), still, "at its first frame");
  await film.click();
  await plays(film);
  await page.clock.runFor(visitor.challenge.view.animation.ms);
  await named(film, "Play again");
  assert.equal(await moves(film), false, "over");
  await film.click();
  await plays(film);
  assert.equal(asked, 1);
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("it stops while an answer is sent, and when the answer is shown", LIMIT, async () => {
  const { context, page, visitor } = await visit(browser, site, "/hidden", { ...MOVING, viewport: DESKTOP });
  await visitor.open();
  const film = page.locator(".film");
  await film.click();
  await named(film, "Pause");
  await page.route("**/v1/answer", () => {}); // it never comes back
  await visitor.choose(visitor.wrong());
  await visitor.submit();
  await named(film, "Play again");
  assert.equal(await moves(film), false);
  await page.keyboard.press("Escape");
  await visitor.open();
  await film.click();
  await visitor.giveUp();
  await page.locator(".cell.right").waitFor();
  assert.equal(await moves(film), false);
  assert.equal(await page.locator(".cell.right .word").textContent(), visitor.challenge.view.options[Number(visitor.challenge.truth)]);
  await context.close();
});

test("by keys alone: the film first, then the drawings by their words, then the pass", LIMIT, async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/hidden", { ...MOVING, viewport: PHONE });
  await visitor.box.focus();
  await page.keyboard.press("Space");
  await visitor.shown();
  assert.match(await page.locator(".panel .film").first().evaluate((film) => (film.getAttribute("aria-describedby") ?? "").split(" ").map((id) =>
    /** @type {ShadowRoot} */ (film.getRootNode()).getElementById(id)?.textContent).join(" ")), /What hides in the moving dots\?/);
  const film = page.locator(".film");
  assert.equal(await visitor.focus(), "film");
  await page.keyboard.press("Space");
  await named(film, "Pause");
  await page.keyboard.press("Enter");
  await named(film, "Play the film");
  await page.keyboard.press("Enter");
  await named(film, "Pause");
  await page.keyboard.press("Tab");
  assert.equal(await visitor.focus(), "0");
  const { options } = visitor.challenge.view;
  const names = await page.getByRole("gridcell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  assert.deepEqual(names, options);
  assert.deepEqual(await page.locator(".word").allTextContents(), options);
  const index = Number(visitor.challenge.truth);
  for (let row = Math.floor(index / 4); row > 0; row--) await page.keyboard.press("ArrowDown");
  for (let column = index % 4; column > 0; column--) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await page.getByRole("gridcell", { selected: true }).getAttribute("aria-label"), options[index]);
  await named(film, "Pause"); // choosing does not disturb it
  await page.keyboard.press("Enter");
  await visitor.passed();
  assert.deepEqual(faults, []);
  await context.close();
});

// ------------------------------------------------------------------ less motion

test("a device that asks for less motion: no film is asked for, and none that is there plays", LIMIT, async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/hidden", { ...MOVING, viewport: DESKTOP });
  await visitor.open();
  const film = page.locator(".film");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { token } = visitor.challenge;
  const nextOrder = page.waitForRequest((request) => request.url().endsWith("/v1/challenge"));
  await film.click();
  const { motion, alternative } = (await nextOrder).postDataJSON();
  assert.deepEqual([motion, alternative], ["reduce", "still"]);
  const { type, view } = await visitor.shown(token);
  assert.notEqual(type, "hidden");
  assert.equal(view.animation, undefined);
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("a device that asks for less motion, at a site that takes no still picture: the film plays when it is started", LIMIT, async (test) => {
  const strict = await Server.during(test);
  await strict.set("--alternatives", "pow");
  const place = await startSite(strict);
  test.after(() => place.down());
  const { context, page, visitor, faults } = await visit(browser, place, "/hidden", { ...MOVING, viewport: DESKTOP, reducedMotion: "reduce" });
  await visitor.open();
  assert.equal(visitor.challenge.type, "hidden");
  const film = page.locator(".film");
  assert.equal(await moves(film), false, "by itself");
  await film.click();
  await plays(film);
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("standalone: under less motion it says why it does not play, and sessions do not ask it", LIMIT, async () => {
  const { context, page, faults } = await open(browser, alone, { reducedMotion: "reduce" });
  await page.evaluate(() => {
    const { HiddenChallenge } = /** @type {any} */ (window).standalone;
    HiddenChallenge.render(HiddenChallenge.generate(), document.querySelector("#stage"));
  });
  const film = page.locator(".film");
  await film.click();
  await named(film, "Your device asks for less motion, so this film does not play.");
  assert.equal(await moves(film), false);
  const words = await page.evaluate(async () => {
    const { Captcha } = /** @type {any} */ (window).standalone;
    const stage = /** @type {Element} */ (document.querySelector("#stage"));
    void new Captcha(stage, { kinds: ["hidden"], rounds: 1 }).start();
    const root = () => stage.querySelector(".tessera-captcha")?.shadowRoot;
    const until = async (/** @type {() => unknown} */ isSo) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(() => root()?.querySelector(".alone-start"));
    /** @type {any} */ (root()?.querySelector(".alone-start")).click();
    await until(() => root()?.querySelector(".again, .film"));
    return root()?.querySelector(".lead")?.textContent;
  });
  assert.equal(words, "Your device asks for less motion, so this film does not play.");
  assert.deepEqual(faults, []);
  await context.close();
});

// ------------------------------------------------------------------------ sight

test("nothing flashes: every frame has as much ink as the others, everywhere", LIMIT, async () => { /* WCAG 2.3.1 */
  const { view } = await server.challenge({ type: "hidden" });
  const { context, page } = await watchedPage(browser, server);
  await page.goto(PUZZLE_PATH);
  const { frames, ms, repetitions } = await page.evaluate(async ([src, side]) => {
    const reply = await fetch(/** @type {string} */ (src));
    // TypeScript's own types of the DOM don't have it yet.
    const decoder = new /** @type {any} */ (window).ImageDecoder({ data: reply.body, type: "image/png" });
    await decoder.completed;
    const context = new OffscreenCanvas(Number(side), Number(side)).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    const found = [];
    let ms = 0;
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      context.drawImage(image, 0, 0);
      ms += image.duration / 1000;
      image.close();
      const half = Number(side) / 2;
      found.push([[0, 0], [half, 0], [0, half], [half, half]].map(([x, y]) => {
        const { data } = context.getImageData(x ?? 0, y ?? 0, half, half);
        let dark = 0;
        for (let i = 0; i < data.length; i += 4) dark += Number((data[i] ?? 0) < 128);
        return dark / half / half;
      }));
    }
    return { frames: found, ms, repetitions: String(decoder.tracks.selectedTrack.repetitionCount) };
  }, [view.image.src, view.cells.y]);
  assert.ok(frames.length > 20);
  assert.deepEqual([ms, repetitions], [view.animation.ms, "Infinity"]); // the widget ends it
  for (const quarter of [0, 1, 2, 3]) {
    const ink = frames.map((frame) => frame[quarter]);
    // A flash is a change of a tenth of the brightest, and back.
    assert.ok(Math.max(...ink) - Math.min(...ink) < 0.1, `${Math.min(...ink)} to ${Math.max(...ink)}`);
  }
  await context.close();
});

/** The share of light pixels. @param {Buffer} picture */
function lightness(picture) {
  const { width, height, colours } = readPng(picture);
  let light = 0;
  for (let i = 0; i < width * height * 3; i += 3) light += Number(colours[i] > 128);
  return light / width / height;
}

for (const [colorScheme, isLight] of /** @type {const} */ ([["light", true], ["dark", false]])) {
  test(`${colorScheme}: paper and ink of the film and of the drawings`, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, "/hidden", { ...MOVING, viewport: DESKTOP, colorScheme });
    await visitor.open();
    const film = page.locator(".film");
    const look = async (/** @type {string} */ state) => {
      const light = lightness(await seen(film));
      assert.ok(isLight ? light > 0.6 && light < 0.99 : light < 0.4 && light > 0.01, `${state}: ${light}`);
    };
    await look("still");
    await film.click();
    await named(film, "Pause");
    await look("playing");
    for (const index of [0, 5, 11]) {
      const { x, y, width, height } = /** @type {any} */ (await visitor.cell(index).locator(".picture").boundingBox());
      const light = lightness(await page.screenshot({ clip: { x: x + 2, y: y + 2, width: width - 4, height: height - 4 } }));
      assert.ok(isLight ? light > 0.3 && light < 0.97 : light < 0.7 && light > 0.03, `drawing ${index}: ${light}`);
    }
    await context.close();
  });
}

test("words of the languages with the longest ones, in drawings that fit fingers, at 320 pixels", LIMIT, async () => {
  await assertFilmWordsFit(browser, server, await extremeLanguages(browser));
});

test("every shape has a word in every language, no two of them the same", () => {
  assert.ok(SHAPES.length >= 12);
  for (const lang of LANGUAGES) {
    const words = wordsOf(lang);
    const named = SHAPES.map((shape) => words[shape]);
    assert.deepEqual(SHAPES.filter((shape) => !words[shape]), [], lang);
    assert.equal(new Set(named).size, SHAPES.length, `${lang}: ${named.filter((word, at) => named.indexOf(word) !== at)}`);
  }
});

for (const [name, viewport] of Object.entries({ phone: PHONE, "phone on its side": { width: 740, height: 360 }, desktop: DESKTOP,
  "a desktop at 400%": { width: 320, height: 256 } })) {
  test(`${name}: the film is seen whole, and all that can be chosen can be reached`, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, "/hidden", { ...MOVING, viewport });
    await visitor.open();
    assert.deepEqual(await page.evaluate(filmFlawsIn), []);
    await page.locator(".film").evaluate((element) => element.scrollIntoView({ block: "center" }));
    const film = /** @type {any} */ (await page.locator(".film").boundingBox());
    assert.ok(film.y >= 0 && film.y + film.height <= viewport.height, `${film.y} to ${film.y + film.height}`);
    await visitor.solve();
    await context.close();
  });
}

test("the way to a picture without motion is one press away, in words", LIMIT, async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/hidden", { ...MOVING, viewport: SMALL });
  await visitor.open();
  for (const name of ["Without motion", "Use text instead", "Use audio instead"]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).isVisible(), true, name);
  }
  assert.equal(await page.getByText("Without motion", { exact: true }).isVisible(), true);
  assert.deepEqual(await page.evaluate(filmFlawsIn), []);
  const { token } = visitor.challenge;
  await page.getByText("Without motion").click();
  const { type, view } = await visitor.shown(token);
  assert.notEqual(type, "hidden");
  assert.equal(view.animation, undefined);
  assert.equal(await page.locator(".film").count(), 0);
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});
