// The contrast of every text and of every line that shows a control, in each theme, under each preference (WCAG 1.4.3, 1.4.11;
// where more contrast is asked for, 1.4.6). axe-core leaves out what is disabled, and borders.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPng } from "../../lib/png.js";
import { FAST, Server } from "../../lib/tessera.js";
import { LIMIT, PUZZLE_PATH, SCHEMES, launch, watchedPage } from "../browser.js";
import { coloursIn } from "../sight.js";
import { FORMS, bodyOf, startSite, visit } from "../widget.js";

/** @typedef {import("../browser.js").Page} Page */
/** @typedef {import("../widget.js").Visitor} Visitor */

const THEMES = ["auto", "light", "dark"];

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}demo: true\n` })]);
  site = await startSite(server, {
    ...Object.fromEntries(THEMES.map((theme) => [`/${theme}`, bodyOf(server, `data-type="scene" data-theme="${theme}"`)])),
    "/hidden": bodyOf(server, 'data-type="hidden"'),
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

/** What is compared, and what its ratio has to be at least. @typedef {{text: number, line: number, disabled: number}} Needs */

/** Of the widget, or else of the page: what has too little contrast with the ground that it stands on.
 * @param {Needs & {isPage?: boolean}} needs */
function faintIn(needs) {
  /** A colour as numbers from 0 to 1. @param {string} colour @returns {number[]} */
  const parse = (colour) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return [red / 255, green / 255, blue / 255, alpha];
  };
  const blend = (/** @type {number[]} */ [red, green, blue, alpha], /** @type {number[]} */ ground) =>
    [red, green, blue].map((one, at) => one * alpha + ground[at] * (1 - alpha));
  const luminance = (/** @type {number[]} */ colour) => {
    const [red, green, blue] = colour.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (/** @type {number[]} */ one, /** @type {number[]} */ other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  /** The colour behind an element's content. @param {Element | null} element @returns {number[]} */
  const groundOf = (element) => {
    const outside = element?.parentElement ? groundOf(element.parentElement) : [1, 1, 1];
    return element ? blend(parse(getComputedStyle(element).backgroundColor), outside) : outside;
  };
  const opacityOf = (/** @type {Element | null} */ element) => {
    let opacity = 1;
    for (let one = element; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
    return opacity;
  };
  /** @type {string[]} */
  const found = [];
  /** @param {string} what @param {string} colour @param {Element} element @param {number[][]} grounds one of which it has to differ from
   * @param {number} least */
  const compare = (what, colour, element, grounds, least) => {
    const [red, green, blue, alpha] = parse(colour);
    const is = Math.max(...grounds.map((ground) => ratio(blend([red, green, blue, alpha * opacityOf(element)], ground), ground)));
    if (is < least) found.push(`${what}: ${is.toFixed(2)} of ${least} (${colour} on ${grounds.map((ground) => ground.map((one) => Math.round(255 * one))).join(" and ")})`);
  };

  const root = /** @type {ShadowRoot | HTMLElement} */ (needs.isPage ? document.body : document.querySelector("[data-tessera]")?.shadowRoot);
  const isShown = (/** @type {Element} */ element) => element.getClientRects().length > 0 && !element.closest(".aloud") &&
    getComputedStyle(element).visibility === "visible";
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let looked = 0;
  while (texts.nextNode()) {
    const { parentElement: holder, data } = /** @type {Text} */ (texts.currentNode);
    if (!holder || !data.trim() || !isShown(holder)) continue;
    looked++;
    const least = holder.closest(":disabled") ? needs.disabled : needs.text;
    compare(`"${data}"`, getComputedStyle(holder).color, holder, [groundOf(holder)], least);
  }
  for (const control of root.querySelectorAll(".control, .control:not([data-state=working]) > .box, .face, .primary, .replay, .tool > .icon, .button, .copy, .chips span, .field > *")) {
    if (!isShown(control)) continue;
    looked++;
    const style = getComputedStyle(control);
    const name = control.getAttribute("class") ?? "";
    if (control.matches(":disabled .face")) continue; // nothing to press; its words are still to be read
    const least = control.closest(":disabled") ? Math.min(needs.line, needs.disabled) : needs.line;
    if (control.matches(".icon")) compare(name, style.stroke, control, [groundOf(control)], least);
    else compare(`line of ${name}`, style.borderTopColor, control, [groundOf(control), groundOf(control.parentElement)], least);
  }
  if (looked < 3) found.push(`only ${looked} were looked at`);
  return found;
}

/** Of the widget, or else of the page: where each text that is in sight stands, without its rim, where a plate's own edge may be seen. @param {boolean} isPage */
function textsIn(isPage) {
  const host = document.querySelector("[data-tessera]");
  const root = isPage ? document : /** @type {ShadowRoot} */ (host?.shadowRoot);
  const texts = document.createTreeWalker(isPage ? document.body : root, NodeFilter.SHOW_TEXT);
  /** @param {Element | null} element @returns {boolean} */
  const isForEars = (element) => element !== null && (getComputedStyle(element).clipPath !== "none" || isForEars(element.parentElement));
  const found = [];
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    const holder = text.parentElement;
    if (!holder || !text.data.trim() || isForEars(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { x, y, width, height } of range.getClientRects()) {
      const seen = root.elementFromPoint(x + width / 2, y + height / 2);
      const isInSight = seen && (holder.contains(seen) || seen.closest("label")?.contains(holder)); // fields lie above the words of their labels
      if (isInSight && y >= 0 && y + height <= innerHeight) found.push({ words: text.data, x: x + 2, y: y + 2, width: width - 4, height: height - 4 });
    }
  }
  return found;
}

/** How light a colour is, of one number. @param {number} colour */
function lightOf(colour) {
  const [red, green, blue] = [colour >> 16, colour >> 8 & 255, colour & 255].map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The texts whose pixels do not stand out from each other. Where colours are forced, browsers paint a plate behind words that no style
 * tells of, and it can have the words' own colour.
 * @param {Page} page @param {boolean} [isPage]
 */
async function lostIn(page, isPage = false) {
  const texts = await page.evaluate(textsIn, isPage);
  const picture = readPng(await page.screenshot());
  assert.ok(texts.length > 1, `only ${texts.length} texts are in sight`);
  return texts.filter((box) => {
    const lights = [...coloursIn(picture, box).keys()].map(lightOf);
    return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05) < 3;
  }).map(({ words }) => words);
}

/** Of the page: when no colour changes any more. */
async function settled() {
  await new Promise(requestAnimationFrame);
  const roots = [document, ...[...document.querySelectorAll("[data-tessera]")].map(({ shadowRoot }) => /** @type {ShadowRoot} */ (shadowRoot))];
  await Promise.all(roots.flatMap((root) => root.getAnimations()).filter((one) => one instanceof CSSTransition).map(({ finished }) => finished.catch(() => {})));
}

/** Looks under each preference. @param {Page} page @param {string} state @param {boolean} [isPage] */
async function assertSeen(page, state, isPage = false) {
  for (const [preference, media, needs] of PREFERENCES) {
    await page.emulateMedia(media);
    await page.evaluate(settled);
    assert.deepEqual(await page.evaluate(faintIn, { ...needs, isPage }), [], `${state}, ${preference}`);
    if (media?.forcedColors === "active") assert.deepEqual(await lostIn(page, isPage), [], `${state}, ${preference}: words that can't be seen`);
  }
}

/** Through the states that have colours of their own. @param {Visitor} visitor @param {(state: string) => Promise<void>} look */
async function tour(visitor, look) {
  const { page } = visitor;
  await look("box");
  /** @type {(value?: unknown) => void} */
  let goOn = () => {};
  const held = new Promise((resolve) => (goOn = resolve));
  await page.route("**/v1/challenge", async (route) => {
    await held;
    await route.continue();
  });
  await visitor.box.click();
  await page.locator(".panel[data-state=loading]").waitFor();
  await look("loading, with what is disabled");
  goOn();
  await visitor.shown();
  await page.unroute("**/v1/challenge");
  await visitor.until(FORMS.words);
  await visitor.choose(visitor.wrong());
  await page.mouse.move(0, 0);
  await look("chosen");
  await page.locator(".tool.more").click();
  await page.locator(".notice[data-tone=good]").waitFor();
  await page.mouse.move(0, 0);
  await look("more time");
  await visitor.press("give-up");
  await page.locator(".sure").waitFor();
  await look("giving up");
  await page.keyboard.press("Escape");
  await page.route("**/v1/answer", (route) => route.fulfill({ status: 503, json: { error: { code: "unavailable" } } }));
  await visitor.submit();
  await page.locator(".notice[data-tone=bad]").waitFor();
  await page.mouse.move(0, 0);
  await look("an error");
  await visitor.giveUp();
  await page.locator(".right").first().waitFor();
  await page.mouse.move(0, 0);
  await look("revealed");
  await page.keyboard.press("Escape");
}

/** What a visitor may prefer, and what is then needed. @type {[string, Parameters<Page["emulateMedia"]>[0], Needs][]} */
const PREFERENCES = [
  ["no preference", { contrast: "no-preference", forcedColors: "none" }, { text: 4.5, line: 3, disabled: 3 }],
  ["more contrast", { contrast: "more", forcedColors: "none" }, { text: 7, line: 4.5, disabled: 4.5 }],
  ["forced colours", { contrast: "no-preference", forcedColors: "active" }, { text: 4.5, line: 3, disabled: 3 }],
];

/** Whether the colours there are those of more contrast, and the visitor's own. @param {Page} page @param {string} where
 * @param {Parameters<Page["emulateMedia"]>[0]} media */
async function schemeOf(page, where, media) {
  await page.emulateMedia({ contrast: "no-preference", forcedColors: "none", ...media });
  return page.locator(where).first().evaluate((holder) => {
    const probe = holder.appendChild(document.createElement("i"));
    probe.style.setProperty("forced-color-adjust", "none");
    const [soft, ink, accent, ...own] = ["var(--soft-ink)", "var(--ink)", "var(--accent)", "Highlight", "ButtonText"].map((colour) => {
      probe.style.color = colour;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return { isMore: soft === ink, isForced: own.includes(accent) };
  });
}

for (const [theme, colorScheme] of /** @type {[string, "light" | "dark"][]} */ ([
  ["auto", "light"], ["auto", "dark"], ["light", "dark"], ["dark", "light"],
])) {
  test(`theme ${theme} on a ${colorScheme} system: every text and line has contrast, under each preference`, LIMIT, async () => {
    const { context, page, visitor } = await visit(browser, site, `/${theme}`, { colorScheme });
    await visitor.box.waitFor();
    await tour(visitor, (state) => assertSeen(page, state));
    await context.close();
  });
}

for (const colorScheme of SCHEMES) {
  test(`a film on a ${colorScheme} system: what stands on it can be read, under each preference`, async () => {
    const { context, page, visitor } = await visit(browser, site, "/hidden", { colorScheme });
    await visitor.open();
    await assertSeen(page, "a film");
    await visitor.choose(visitor.wrong());
    await page.mouse.move(0, 0);
    await assertSeen(page, "chosen");
    await page.locator(".film").click();
    await page.locator(".film").click();
    await page.mouse.move(0, 0);
    await assertSeen(page, "stopped");
    await context.close();
  });

  test(`the server's own pages on a ${colorScheme} system: every text and line has contrast, under each preference`, async () => {
    const { context, page } = await watchedPage(browser, server, { colorScheme });
    for (const path of [`/challenge?sitekey=${server.sitekey}&type=predator`, `/challenge?sitekey=${server.sitekey}&type=scene`, PUZZLE_PATH, "/", "/nothing"]) {
      await page.goto(path);
      for (const one of await page.locator("label.move:first-of-type").all()) await one.click();
      await page.mouse.move(0, 0);
      await assertSeen(page, path, true);
    }
    await context.close();
  });
}

test("the server's own pages: more contrast is more in every theme, and forced colours are the visitor's own", async () => {
  const { context, page } = await watchedPage(browser, server);
  await page.goto(PUZZLE_PATH);
  for (const theme of THEMES) {
    await page.locator(":root").evaluate((root, value) => root.setAttribute("data-theme", value), theme);
    for (const colorScheme of SCHEMES) {
      assert.deepEqual(await schemeOf(page, "body", { colorScheme }), { isMore: false, isForced: false }, `${theme} in ${colorScheme}`);
      assert.equal((await schemeOf(page, "body", { colorScheme, contrast: "more" })).isMore, true, `${theme} in ${colorScheme}: soft ink`);
      assert.equal((await schemeOf(page, "body", { colorScheme, forcedColors: "active" })).isForced, true, `${theme} in ${colorScheme}: accent`);
    }
  }
  await context.close();
});

test("more contrast is more in the dark, too, and forced colours are the visitor's own in every theme", async () => {
  const { context, page, visitor } = await visit(browser, site, "/auto");
  for (const theme of THEMES) {
    for (const colorScheme of SCHEMES) {
      await page.goto(`/${theme}`);
      await visitor.box.waitFor();
      assert.deepEqual(await schemeOf(page, ".words", { colorScheme }), { isMore: false, isForced: false }, `${theme} in ${colorScheme}`);
      assert.equal((await schemeOf(page, ".words", { colorScheme, contrast: "more" })).isMore, true, `${theme} in ${colorScheme}: soft ink`);
      assert.equal((await schemeOf(page, ".words", { colorScheme, forcedColors: "active" })).isForced, true, `${theme} in ${colorScheme}: accent`);
    }
  }
  await context.close();
});
