// The grid puzzle wherever it is shown: what stands side by side, what is read cell by cell and what is told; on the page, in the
// widget and in the standalone mode.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { slug } from "../lib/puzzle.js";
import { Server } from "../lib/tessera.js";
import {
  PHONE, SCHEMES, SLUGS, arranged, card, focused, launch, listenTo, moved, openPuzzle, PUZZLE_PATH,
  readGrid, rowsInWords, stopClock, tableOf, tablesOf, watchedPage,
} from "./browser.js";
import * as alone from "./standalone.js";
import { bodyOf, startSite, visit } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */

const NAMES = ["Before", "Before, with your moves", "After"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {Awaited<ReturnType<typeof alone.startSite>>} */
let folder;
before(async () => {
  const config = "budget: {enabled: false}\nchallenge: {test_mode: true, client_may_choose: true, submit_after_ms: 0, transform_count: 8}\n";
  [browser, server, folder] = await Promise.all([launch(), Server.start({ config }), alone.startSite()]);
  site = await startSite(server, { "/arabic": bodyOf(server, 'data-type="puzzle" data-lang="ar"') });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down(), folder?.down()]));

/** @param {import("./browser.js").ContextOptions} options */
async function onPage(options) {
  const { page } = await watchedPage(browser, server, { reducedMotion: "reduce", ...options });
  await openPuzzle(page);
  return { page, grids: { before: await readGrid(page, "grid-before"), after: await readGrid(page, "grid-after") } };
}

/** @param {import("./browser.js").ContextOptions} options */
async function inWidget(options) {
  const { page, visitor } = await visit(browser, site, "/puzzle", options);
  await visitor.open();
  return { page, visitor, grids: visitor.challenge.view.grids };
}

/** @param {import("./browser.js").ContextOptions} options */
async function inStandalone(options) {
  const { page } = await alone.open(browser, folder, { reducedMotion: "reduce", ...options });
  await alone.startFlow(page, { kinds: ["puzzle"], rounds: 1, puzzle: { transformCount: 8 } });
  await page.locator("button.alone-start").click();
  const { grids } = await alone.nextChallenge(page);
  return { page, grids };
}

const PLACES = { page: onPage, widget: inWidget, standalone: inStandalone };

/** Where the boards of the row are, whatever made them. @param {Page} page */
const boards = (page) => page.locator(".trial table");

for (const [place, open] of Object.entries(PLACES)) {
  test(`${place}: three tables, with the moves made in the second as they are chosen`, async () => {
    const { page, grids } = await open({ viewport: PHONE });
    const read = async () => (await tablesOf(page)).slice(0, 3);
    const wanted = (/** @type {string} */ made) => [grids.before, made, grids.after].map((grid, at) => tableOf(NAMES[at], grid));
    assert.deepEqual(await read(), wanted(grids.before));
    await page.locator('input[value="90-clockwise"]').nth(0).check({ force: true });
    assert.deepEqual(await read(), wanted(moved(grids.before, "90-clockwise")));
    await page.locator('input[value="shift-left"]').nth(1).check({ force: true });
    assert.deepEqual(await read(), wanted(moved(moved(grids.before, "90-clockwise"), "shift-left")));
    // The visitor's own grid is on the page alone: there it can be what is sent, here the two moves are.
    assert.deepEqual((await tablesOf(page)).slice(3).map(({ name }) => name), place === "page" ? ["Your grid", "Your result"] : []);
    await page.context().close();
  });

  test(`${place}: side by side and of one size, with a sign between, at 360 and 320 px`, async () => {
    const { page } = await open({ viewport: PHONE });
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await arranged(page);
      const rows = await boards(page).evaluateAll((tables) => tables.map((table) =>
        [.../** @type {HTMLElement} */ (table).querySelectorAll("tbody td")].map((cell) => cell.getBoundingClientRect().toJSON())));
      assert.equal(rows.length, 3);
      const [first, second, third] = rows.map((cells) => ({ left: cells[0].left, right: cells[15].right, top: cells[0].top, side: cells[0].width }));
      assert.ok(first.right < second.left && second.right < third.left && first.left >= 0 && third.right <= width, JSON.stringify([first, second, third]));
      assert.ok(Math.abs(first.top - second.top) < 1 && Math.abs(first.top - third.top) < 1, "on one line");
      assert.ok(first.side >= 16, `cells of ${first.side} px`);
      for (const cells of rows) {
        for (const { width: wide, height } of cells) assert.ok(Math.abs(wide - height) < 0.6 && Math.abs(wide - first.side) < 0.6, `${wide} x ${height}`);
      }
      const sign = await page.locator(".sign").boundingBox();
      assert.ok(sign && sign.x >= second.right && sign.x + sign.width <= third.left, "between what is made and After");
      const small = await page.locator(".trial, .trial *:not(svg, svg *), .aids *, .moves *, .move-name").evaluateAll((elements) => elements
        .filter((element) => element.textContent?.trim() && parseFloat(getComputedStyle(element).fontSize) < 12).map(({ outerHTML }) => outerHTML.slice(0, 80)));
      assert.deepEqual(small, []);
    }
    await page.context().close();
  });
}

test("without JavaScript: the two tables, and nothing that would need a script", async () => {
  const { page, grids } = await onPage({ javaScriptEnabled: false });
  assert.deepEqual(await tablesOf(page), [tableOf("Before", grids.before), tableOf("After", grids.after)]);
  assert.deepEqual(await page.locator("button:visible").allTextContents(), ["Submit", "More time"]);
  await page.context().close();
});

test("widget: arrow keys tell no cells; at rest it is told whether the boards are the same, and each board when asked", async () => {
  const { page, visitor } = await visit(browser, site, "/puzzle", { prepare: stopClock });
  await visitor.open();
  const { grids } = visitor.challenge.view;
  const [first, second] = visitor.right();
  const told = await listenTo(visitor.live);
  await visitor.choose([first]);
  await page.locator("[data-place=second] input").first().focus();
  await page.keyboard.press("Space");
  for (let i = 0; i < SLUGS.length; i++) {
    await page.keyboard.press("ArrowDown");
    await page.clock.runFor(100);
  }
  assert.deepEqual(await told(), []);
  await visitor.choose([first, second]);
  await page.clock.runFor(700);
  assert.deepEqual(await told(), ["That is the same as After."]);
  assert.equal(await page.locator(".verdict").textContent(), "That is the same as After.");
  const describe = page.getByRole("button", { name: "Describe in words" });
  await describe.press("Enter"); // presses the button, and sends nothing
  const lines = [grids.before, grids.after, grids.after].map(rowsInWords);
  assert.deepEqual(await page.locator(".description li").allInnerTexts(), lines.flat());
  assert.deepEqual((await told()).slice(1), [lines.map((rows, at) => `${NAMES[at]}. ${rows.join(", ")}`).join(" ")]);
  await page.clock.runFor(5000);
  assert.equal((await told()).length, 2);
  await page.getByRole("button", { name: "Swap moves" }).press("Enter");
  await page.clock.runFor(700);
  assert.equal(await page.locator(`[data-place=first] [value="${slug(second)}"]`).isChecked(), true);
  assert.equal(await page.locator(`[data-place=second] [value="${slug(first)}"]`).isChecked(), true);
  assert.match((await told()).at(-1) ?? "", /^That is (not After yet|the same as After)\.$/);
  await page.getByRole("button", { name: "Swap moves" }).click();
  await visitor.submit();
  await visitor.passed();
  await page.context().close();
});

test("widget: an answer that is sent at once is not talked over", async () => {
  const { page, visitor } = await visit(browser, site, "/puzzle", { prepare: stopClock });
  await visitor.open();
  await page.route("**/v1/answer", () => {}); // no reply comes
  const told = await listenTo(visitor.live);
  await visitor.choose(visitor.right());
  await page.locator("[data-place=second] :checked").press("Enter");
  await page.clock.runFor(5000);
  assert.deepEqual(await told(), ["Checking your answer…"]);
  await page.context().close();
});

test("widget: giving up shows the moves, and that they lead to After", async () => {
  const { page, visitor, grids } = await inWidget({ viewport: PHONE });
  await page.route("**/v1/reveal", (route) => route.fulfill({ json: { correct: visitor.right() } }));
  await visitor.choose(visitor.wrong());
  await visitor.giveUp();
  await page.locator(".panel[data-state=revealed] .move.right").first().waitFor();
  assert.deepEqual(await page.locator(".move.right input").evaluateAll((inputs) => inputs.map((input) => input.getAttribute("data-name"))), visitor.right());
  assert.deepEqual((await tablesOf(page))[1], tableOf(NAMES[1], grids.after));
  assert.equal(await page.locator(".trial").getAttribute("data-verdict"), "same");
  await page.context().close();
});

// 1.4.11: each tone differs from the others and its mark from its ground, whatever colours are asked for.
for (const [place, open] of Object.entries({ page: onPage, widget: inWidget })) {
  test(`${place}: the tones differ in all colours`, async () => {
    const { page } = await open({});
    for (const colorScheme of SCHEMES) {
      for (const more of /** @type {const} */ ([{}, { contrast: "more" }, { forcedColors: "active" }])) {
        const media = /** @type {const} */ ({ colorScheme, contrast: "no-preference", forcedColors: "none", ...more });
        await page.emulateMedia(media);
        const colours = await boards(page).first().evaluate((table) => {
          /** @param {string} tone @param {string} part */
          const of = (tone, part) => {
            const cell = /** @type {Element} */ (table.querySelector(`tbody .${tone}`));
            return (getComputedStyle(cell, part).backgroundColor.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
          };
          return { empty: of("empty", "::before"), black: of("black", "::before"), pink: of("pink", "::before"), mark: of("pink", "::after") };
        });
        for (const [one, other] of /** @type {const} */ ([["empty", "black"], ["empty", "pink"], ["black", "pink"], ["mark", "pink"]])) {
          const ratio = contrast(colours[one], colours[other]);
          assert.ok(ratio >= 3, `${JSON.stringify(media)}: ${one} and ${other}: ${ratio.toFixed(2)}`);
        }
      }
    }
    await page.context().close();
  });
}

/** @param {number[]} one @param {number[]} other */
function contrast(one, other) {
  const [low, high] = [one, other].map((colour) => colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  })).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("from right to left the row is turned round, and each board stays as it is", async () => {
  const { page, visitor } = await visit(browser, site, "/arabic", { viewport: PHONE });
  await visitor.open();
  const { before: given } = visitor.challenge.view.grids;
  const lefts = await boards(page).evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().left));
  assert.ok(lefts[0] > lefts[1] && lefts[1] > lefts[2], String(lefts));
  const row = await boards(page).first().evaluate((table) => [...table.querySelectorAll("tbody td")].slice(0, 4)
    .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left).map(({ className }) => ["empty", "black", "pink"].indexOf(className)).join(""));
  assert.equal(row, given.slice(0, 4));
  assert.equal(await page.locator(".trial .arrow").evaluate((arrow) => new DOMMatrix(getComputedStyle(arrow).transform).a), -1);
  // Lists are joined as the language does it.
  await page.locator(".describe").click();
  const [line] = await page.locator(".description li").allInnerTexts();
  assert.match(line, /،|\sو/);
  await page.context().close();
});

// 1.4.4, 1.4.10, 2.4.11: with text twice as large and long words, or with little height, nothing is cut off and the focus is seen.
test("page: in German in large text, and in Arabic and Persian, nothing is hidden", async (context) => {
  const large = await launch("--blink-settings=defaultFontSize=32");
  context.after(() => large.close());
  for (const [lang, one, viewport] of /** @type {const} */ ([
    ["de", large, PHONE], ["de", large, { width: 320, height: 256 }], ["de", browser, { width: 427, height: 240 }], ["ar", browser, PHONE], ["fa", large, PHONE],
  ])) {
    const name = `${lang}, ${viewport.width} x ${viewport.height}`;
    const { page } = await watchedPage(one, server, { viewport, reducedMotion: "reduce" });
    await openPuzzle(page, `${PUZZLE_PATH}?lang=${lang}`);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.equal(await page.locator("html").getAttribute("dir"), lang === "de" ? "ltr" : "rtl");
    await card(page, "second", "mirror-vertical").click();
    await page.locator("#describe").click();
    const flaws = await page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      return [...document.querySelectorAll("body *:not(.aloud, .sprite, .sprite *)")].flatMap((element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0) return [];
        if (box.right > width + 0.5 || box.left < -0.5) return [`${element.outerHTML.slice(0, 80)} sticks out`];
        const isCut = element.matches("h1, p, li, b, legend, caption, button, .move-name") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        return isCut ? [`${element.outerHTML.slice(0, 80)} is cut off`] : [];
      });
    });
    assert.deepEqual(flaws, [], name);
    await page.locator("#describe").click();
    for (const stop of ["describe", "swap", `first-${SLUGS[0]}`, "second-mirror-vertical", "submit"]) {
      if (stop === "describe") await page.locator("#describe").focus();
      else await page.keyboard.press("Tab");
      const { id, inside, uncovered } = await focused(page);
      assert.deepEqual({ id, inside, uncovered }, { id: stop, inside: true, uncovered: true }, name);
    }
    await page.context().close();
  }
});

/** Through all moves, and back: upwards a move comes from below the boards. */
const steps = (/** @type {string} */ arrow) => SLUGS.slice(1).map(() => arrow);
const DOWN_AND_UP = ["Space", ...steps("ArrowRight"), "Tab", "Space", ...steps("ArrowRight"), ...steps("ArrowLeft"), "Shift+Tab", ...steps("ArrowLeft")];

// The boards stay in view while the moves below them are tried, and hide none that has the focus.
test("page: on a phone the boards stay, above every move that has the focus", async () => {
  const { page } = await onPage({ viewport: PHONE });
  await page.locator("#first-shift-up").focus();
  for (const key of DOWN_AND_UP) {
    await page.keyboard.press(key);
    const { id, inside, uncovered } = await focused(page);
    assert.ok(inside && uncovered, `${key}: ${id}`);
  }
  await page.locator("#second-mirror-vertical").focus();
  const box = await page.locator(".trial").boundingBox();
  assert.ok(await page.evaluate(() => scrollY) > 100 && box && box.y >= 0 && box.y + box.height < 300, JSON.stringify(box));
  await page.context().close();
});

test("widget: on a phone the boards stay, above every move that has the focus", async () => {
  const { page } = await inWidget({ viewport: PHONE });
  await page.locator("[data-place=first] input").first().focus();
  for (const key of DOWN_AND_UP) {
    await page.keyboard.press(key);
    const { place, isSeen } = await page.locator(".move input:focus + .face").evaluate((face) => {
      const { x, y, width, height } = face.getBoundingClientRect();
      const root = /** @type {ShadowRoot} */ (face.getRootNode());
      const isFace = [1, height - 2].map((down) => root.elementFromPoint(x + width / 2, y + down)).map((top) => top?.closest(".move") === face.parentElement);
      return { place: face.textContent, isSeen: isFace.every(Boolean) };
    });
    assert.ok(isSeen, `${key}: ${place}`);
  }
  await page.locator("[data-place=second] input").last().focus();
  const [trial, body] = await Promise.all([page.locator(".trial").boundingBox(), page.locator(".panel .body").boundingBox()]);
  assert.ok(trial && body && trial.y >= body.y - 1 && trial.y < body.y + 16, JSON.stringify([trial, body]));
  await page.context().close();
});
