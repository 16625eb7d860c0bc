// What stands around a challenge in the widget: buttons that say what they do, the menu that narrow screens fold some into, the
// question before giving up, and enlarging.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { DESKTOP, PHONE, launch, stopClock } from "./browser.js";
import { FORMS, KINDS, bodyOf, startSite, visit } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {import("./widget.js").Visitor} Visitor */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  site = await startSite(server, {
    "/arabic": bodyOf(server, 'data-type="human" data-lang="ar"'), "/arabic-puzzle": bodyOf(server, 'data-type="puzzle" data-lang="ar"'),
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

const SIZES = { "1280 px": DESKTOP, "360 px": PHONE };

/** Does something in the dialog's shadow root. @template T @param {Page} page @param {(root: ShadowRoot) => T} act @returns {Promise<T>} */
const inRoot = (page, act) => page.evaluate(`(${act})(document.querySelector("[data-tessera]").shadowRoot)`);

// --------------------------------------------------------------------- names

/** What a screen reader is told of each node that has a name. @param {Page} page
 * @returns {Promise<{role: string, name: string, description: string}[]>} */
async function told(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes.filter((node) => !node.ignored && node.name?.value).map(({ role, name, description }) =>
    ({ role: role?.value, name: name?.value, description: description?.value ?? "" }));
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`${size}: every button is called by words that are seen, and nothing is described by its name`, async () => {
    for (const kind of KINDS) {
      const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport });
      await visitor.open();
      if (viewport === PHONE) await page.locator(".tool.options").click();
      const buttons = await inRoot(page, (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("dialog button:not(.close)")])
        .filter((button) => button.offsetParent).map((button) => ({ seen: button.innerText.trim(), label: button.ariaLabel, title: button.title })));
      const all = await told(page);
      const names = all.filter(({ role }) => role === "button").map(({ name }) => name);
      assert.ok(buttons.length >= 7, `${kind}: ${buttons.length} buttons`);
      for (const { seen, label, title } of buttons) {
        assert.deepEqual([names.includes(seen), label, title], [true, null, ""], `${kind}: "${seen}"`);
      }
      assert.equal(new Set(buttons.map(({ seen }) => seen)).size, buttons.length, "no two are called the same");
      assert.ok(names.includes("Close"), "the cross has a name");
      assert.deepEqual(all.filter(({ name, description }) => name === description), [], kind);
      await context.close();
    }
  });
}

test("read and tabbed in order: the question, how many, what to choose from, the ways around it, Submit, and the rest", async () => {
  const { context, page, visitor } = await visit(browser, site, "/hidden");
  await visitor.open();
  const order = await inRoot(page, (root) => [...root.querySelectorAll(".instructions, .hint, .link, .film, .cells, .submit, .tool.more, .tool.reload, .tool.give-up")]
    .map((element) => (element.getAttribute("class") ?? "").split(" ").at(-1)));
  assert.deepEqual(order, ["instructions", "hint", "film", "cells", "instead", "listen", "still", "ways", "submit", "more", "reload", "give-up"]);
  await context.close();
});

// ------------------------------------------------------------ menu, giving up

test("360 px: New challenge and Give up are folded, by a button that says whether; Escape folds, and only then closes", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const options = page.getByRole("button", { name: "More options" });
  const folded = page.getByRole("button", { name: "New challenge" });
  const isOpen = async () => [await options.getAttribute("aria-expanded"), await folded.isVisible()];
  assert.deepEqual(await isOpen(), ["false", false]);
  const cell = (await visitor.cell(0).boundingBox())?.width;
  await options.focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await isOpen(), ["true", true]);
  assert.equal((await visitor.cell(0).boundingBox())?.width, cell, "the picture does not shrink");
  await page.keyboard.press("Tab");
  assert.equal(await visitor.focus(), "tool reload");
  await page.keyboard.press("Escape");
  assert.deepEqual(await isOpen(), ["false", false]);
  assert.equal(await visitor.focus(), "tool options");
  await page.keyboard.press("Enter");
  const { token } = visitor.challenge;
  await folded.click();
  await visitor.shown(token);
  assert.deepEqual(await isOpen(), ["false", false], "a new challenge finds it folded");
  await options.focus();
  await page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "hidden" });
  await context.close();
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`${size}: giving up is asked once more; Escape and "Keep trying" take it back, and nothing is lost`, async () => {
    const { context, page, visitor } = await visit(browser, site, "/human", { viewport });
    await visitor.open();
    await visitor.choose(visitor.wrong());
    let revealed = 0;
    page.on("request", (request) => (revealed += Number(request.url().endsWith("/v1/reveal"))));
    const question = page.getByRole("button", { name: "Keep trying", description: "Give up and see the answer?" });
    for (const takeBack of [() => page.keyboard.press("Escape"), () => page.getByRole("button", { name: "Keep trying" }).click()]) {
      await visitor.press("give-up");
      await question.waitFor();
      assert.equal(await visitor.submitButton.isVisible(), false, "one thing is asked at a time");
      assert.equal(await inRoot(page, (root) => root.activeElement?.textContent), "Keep trying");
      await takeBack();
      await question.waitFor({ state: "hidden" });
      assert.equal(await visitor.focus(), "tool give-up");
      assert.equal(await visitor.submitButton.isVisible(), true);
      assert.equal(await page.locator("[aria-selected=true]").count(), 1, "what was chosen stays chosen");
    }
    assert.equal(revealed, 0);
    await visitor.giveUp();
    await page.locator(".cell.right").waitFor();
    assert.equal(await question.isVisible(), false);
    assert.equal(await visitor.focus(), "primary reload");
    assert.equal(revealed, 1);
    assert.equal(await page.locator(".foot .tool:visible").count(), 0, "nothing is left to be unfolded");
    const { token } = visitor.challenge;
    await page.getByRole("button", { name: "Use text instead" }).click();
    await visitor.shown(token);
    assert.equal(visitor.challenge.type, "puzzle");
    await context.close();
  });
}

test("time that runs out while giving up is asked ends the question, and the next challenge does not begin with it", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: DESKTOP, prepare: stopClock });
  await visitor.open();
  await visitor.press("give-up");
  await page.locator(".sure").waitFor();
  await page.clock.fastForward(91_000);
  await page.clock.runFor(250);
  await page.locator(".cell.right").waitFor();
  assert.equal(await page.locator(".sure").isVisible(), false);
  assert.equal(await visitor.focus(), "primary reload");
  const { token } = visitor.challenge;
  await page.keyboard.press("Enter");
  await visitor.shown(token);
  assert.equal(await page.locator(".sure").isVisible(), false);
  assert.equal(await visitor.submitButton.isVisible(), true);
  await context.close();
});

// ------------------------------------------------------------------ enlarging

/** How large things are, and what can be scrolled. @param {Page} page */
const measured = (page) => inRoot(page, (root) => {
  const body = /** @type {HTMLElement} */ (root.querySelector(".body"));
  const panel = /** @type {HTMLElement} */ (root.querySelector(".panel"));
  const part = root.querySelector(".cell, .whole");
  return {
    side: part?.getBoundingClientRect().width ?? 0,
    sideways: body.scrollWidth - body.clientWidth, down: body.scrollHeight - body.clientHeight,
    left: body.scrollLeft, top: body.scrollTop, panel: panel.scrollWidth - panel.clientWidth,
    page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
});

/** What enlarges, and what is as before then: it is loaded when it is wanted. @param {Page} page @param {boolean} isLarge */
const zoomed = (page, isLarge) => page.locator(isLarge ? ".panel[data-zoom]" : ".panel:not([data-zoom])").waitFor();

/** Whether what has the focus lies within the body. @param {Page} page */
const isFocusSeen = (page) => inRoot(page, (root) => {
  const room = root.querySelector(".body")?.getBoundingClientRect();
  const held = root.activeElement?.getBoundingClientRect();
  return Boolean(room && held && held.left >= room.left - 1 && held.right <= room.right + 1 && held.top >= room.top - 1 && held.bottom <= room.bottom + 1);
});

/** Resolves when nothing scrolls any more: what a finger has pushed goes on by itself. @param {Page} page */
const rested = (page) => inRoot(page, async (root) => {
  const places = () => [".panel", ".body"].map((name) => root.querySelector(name)).map((one) => `${one?.scrollLeft} ${one?.scrollTop}`).join();
  for (let frames = 0, before = places(); frames < 10; frames++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = places();
    if (now !== before) [frames, before] = [0, now];
  }
});

for (const [name, path, viewport] of /** @type {[string, string, typeof PHONE][]} */ ([
  ["360 px", "/human", PHONE], ["360 px, from right to left", "/arabic", PHONE], ["320 x 256", "/human", { width: 320, height: 256 }],
])) {
  test(`${name}: ten by ten cells can be enlarged to the size of fingers, and are panned in a room of their own`, async () => {
    const { context, page, visitor } = await visit(browser, site, path, { viewport, hasTouch: true });
    await visitor.open();
    const zoom = page.locator(".tool.zoom");
    const before = await measured(page);
    assert.ok(before.side < 44 && before.sideways <= 1);
    await zoom.tap();
    await zoomed(page, true);
    const large = await measured(page);
    assert.ok(large.side >= 44, `${large.side} px`);
    assert.ok(large.sideways > 100 && large.down > 100, JSON.stringify(large));
    assert.ok(large.panel <= 1 && large.page <= 1, JSON.stringify(large));

    await visitor.cell(0).focus();
    await page.keyboard.press("Control+End");
    assert.equal(await visitor.focus(), "99");
    assert.equal(await isFocusSeen(page), true, "the room scrolls with the focus");
    const far = await measured(page);
    assert.ok(Math.abs(far.left) > 100 && far.top > 100, JSON.stringify(far));

    const { token } = visitor.challenge;
    await visitor.press("reload");
    await visitor.shown(token);
    assert.ok((await measured(page)).side >= 44, "the next one is as large");
    await zoom.tap();
    await zoomed(page, false);
    assert.equal((await measured(page)).side, before.side);
    await visitor.solve();
    await context.close();
  });
}

test("a finger pans what is enlarged, and reaches Submit where all of the dialog scrolls", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: PHONE, hasTouch: true, isMobile: true });
  const session = await context.newCDPSession(page);
  /** A finger goes from one point to another. @param {[number, number]} from @param {[number, number]} to */
  const swipe = async (from, to) => {
    const steps = 8;
    for (let step = 0; step <= steps; step++) {
      const [x, y] = from.map((start, at) => start + ((to[at] - start) * step) / steps);
      await session.send("Input.dispatchTouchEvent", { type: step ? "touchMove" : "touchStart", touchPoints: [{ x, y }] });
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await rested(page);
  };
  await visitor.open();
  await page.locator(".tool.zoom").tap();
  await zoomed(page, true);
  await swipe([300, 500], [60, 500]);
  await swipe([200, 600], [200, 300]);
  const { left, top } = await measured(page);
  assert.ok(left > 50 && top > 50, `it is panned: ${left}, ${top}`);
  assert.equal(await page.locator("[aria-selected=true]").count(), 0, "panning chooses nothing");
  await page.locator(".tool.zoom").tap();
  await zoomed(page, false);
  await page.setViewportSize({ width: 320, height: 256 });
  const isSeen = async () => {
    const box = await visitor.submitButton.boundingBox();
    return Boolean(box && box.y >= 0 && box.y + box.height <= 256);
  };
  assert.equal(await isSeen(), false);
  for (let i = 0; i < 8 && !(await isSeen()); i++) await swipe([150, 230], [150, 60]);
  assert.ok(await isSeen(), "Submit is reached");
  await context.close();
});

test("pictures are enlarged as well; keys pan them, and the words to choose from stay in sight", async () => {
  for (const viewport of Object.values(SIZES)) {
    const { context, page, visitor } = await visit(browser, site, "/scene", { viewport });
    await visitor.open();
    await visitor.until(FORMS.words);
    const before = await measured(page);
    await page.getByRole("button", { name: "Enlarge" }).click();
    await zoomed(page, true);
    const large = await measured(page);
    assert.ok(large.side >= 1.5 * before.side && large.sideways > 100 && large.panel <= 1, JSON.stringify({ before, large }));
    await page.keyboard.press("Tab");
    for (let stops = 0; stops < 8 && await visitor.focus() !== "body"; stops++) await page.keyboard.press("Tab");
    assert.equal(await visitor.focus(), "body");
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => (document.querySelector("[data-tessera]")?.shadowRoot?.querySelector(".body")?.scrollLeft ?? 0) > 20);
    const faces = await inRoot(page, (root) => [...root.querySelectorAll(".face")].map((face) => face.getBoundingClientRect().toJSON()));
    assert.ok(faces.every(({ left, right }) => left >= 0 && right <= viewport.width), "words are not panned away");
    await page.getByRole("button", { name: "Normal size" }).click();
    await zoomed(page, false);
    assert.equal((await measured(page)).side, before.side);
    assert.equal(await page.locator(".body[tabindex]").count(), 0);
    await context.close();
  }
});

test("the puzzle's boards are enlarged, too, from the middle one on; verdict, buttons and moves stay in sight", async () => {
  for (const [path, viewport] of /** @type {[string, typeof PHONE][]} */ ([["/puzzle", PHONE], ["/puzzle", DESKTOP], ["/arabic-puzzle", PHONE]])) {
    const { context, page, visitor } = await visit(browser, site, path, { viewport });
    await visitor.open();
    const sizes = () => inRoot(page, (root) => [...root.querySelectorAll(".preview td:last-child")].map((one) => one.getBoundingClientRect().width).slice(-1)[0] ?? 0);
    const before = await sizes();
    await page.locator(".tool.zoom").click();
    await zoomed(page, true);
    const large = await sizes();
    assert.ok(large >= 1.9 * before && large >= 38, `${before} and ${large} px`);
    const sides = await inRoot(page, (root) => [...root.querySelectorAll(".preview, .verdict, .replay, .puzzle .face")].map((one) => one.getBoundingClientRect())
      .flatMap(({ left, right }) => [left, right]));
    assert.ok(sides.length > 10 && Math.min(...sides) >= 0 && Math.max(...sides) <= viewport.width, `${path}: ${sides}`);
    await visitor.solve();
    await context.close();
  }
});

test("an enlarged film begins in its middle, where its button is", async () => {
  for (const viewport of [...Object.values(SIZES), { width: 320, height: 568 }]) {
    const { context, page, visitor } = await visit(browser, site, "/hidden", { viewport });
    await visitor.open();
    await page.locator(".tool.zoom").click();
    await zoomed(page, true);
    const { room, badge } = await inRoot(page, (root) => ({
      room: /** @type {Element} */ (root.querySelector(".body")).getBoundingClientRect().toJSON(),
      badge: /** @type {Element} */ (root.querySelector(".badge")).getBoundingClientRect().toJSON(),
    }));
    assert.ok(Math.abs(room.left + room.right - badge.left - badge.right) < 40, `${viewport.width}: ${badge.left} to ${badge.right} in ${room.left} to ${room.right}`);
    assert.ok(badge.top >= room.top && badge.bottom <= room.bottom + 1, `${viewport.width}: ${badge.top} to ${badge.bottom}`);
    await context.close();
  }
});

test("on small phones the button that enlarges keeps clear of the hint, whatever it is called", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: { width: 320, height: 568 } });
  await visitor.open();
  await page.locator(".tool.zoom").click();
  await zoomed(page, true);
  const [hint, zoom] = await Promise.all([".hint > :first-child", ".tool.zoom"].map((one) => page.locator(one).boundingBox()));
  assert.ok(hint && zoom);
  assert.ok(zoom.y >= hint.y + hint.height - 1 || zoom.x >= hint.x + hint.width + 4, JSON.stringify({ hint, zoom }));
  await context.close();
});

test("what is asked for is not to be chosen any more once the answer is shown", async () => {
  const { context, page, visitor } = await visit(browser, site, "/predator");
  await visitor.open();
  assert.equal(await page.locator(".hint").isVisible(), true);
  await visitor.giveUp();
  await page.locator(".right").first().waitFor();
  assert.equal(await page.locator(".hint").isVisible(), false, "neither how many, nor how many are chosen");
  await context.close();
});

test("there is nothing to enlarge in what is heard", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const { token } = visitor.challenge;
  await page.locator(".link.listen").click();
  await visitor.shown(token);
  assert.equal(await page.locator(".tool.zoom").isVisible(), false);
  await context.close();
});

test("the cross stands at the corner, whatever is beside the question", async () => {
  for (const width of [320, 360, 430, 470]) {
    for (const kind of ["puzzle", "human"]) {
      const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport: { width, height: 740 } });
      await visitor.open();
      const { x = 0, width: wide = 0 } = await page.locator(".tool.close").boundingBox() ?? {};
      assert.ok(width - x - wide <= 16, `${kind}: ${width - x - wide} px from the edge of ${width}`);
      await context.close();
    }
  }
});
