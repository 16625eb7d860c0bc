// What docs/accessibility.md claims of WCAG 2.2 and no other test shows, on each surface: the widget with its dialog, the standalone mode,
// the puzzle's page and the demo.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "../readers/stage.js";
import { HELD } from "../readers/reader.js";
import { DESKTOP, LIMIT, PUZZLE_PATH, SCHEMES, arranged, launch, stretchTime, watchedPage } from "./browser.js";
import { TARGETS, coveredFocus, cutWhenSpaced, onShown, ringOfFocus, smallIn, stopOfFocus, wideIn } from "./criteria.js";
import { KINDS } from "./widget.js";

/** @typedef {import("./browser.js").Page} Page */
/** @typedef {Awaited<ReturnType<Stage["site"]>>} Site */

const SMALL = { width: 320, height: 568 };
const READY = ".panel[data-state=ready]";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Stage} */
let stage;
/** @type {Record<string, Site>} */
let sites;
/** All pages are in one context, which shares what is loaded. @type {import("playwright-core").BrowserContext} */
let context;
before(async () => {
  [browser, stage] = await Promise.all([launch(), Stage.open()]);
  const ofKinds = KINDS.map(async (kind) => [kind, await stage.site({ name: kind, box: `data-type="${kind}"`, go: async () => {} })]);
  sites = Object.fromEntries(await Promise.all(ofKinds));
  sites.alone = await stage.site({ name: "alone", alone: { kinds: ["emotions"], rounds: 2 }, go: async () => {} });
  ({ context } = await watchedPage(browser, stage.server, { viewport: DESKTOP, reducedMotion: "reduce" }));
});
after(async () => {
  await browser?.close();
  await Promise.all(Object.values(sites ?? {}).map((site) => site.down()));
  await stage?.close();
});

/** By name: opens it in a page, up to where something is asked. @type {Record<string, (page: Page) => Promise<void>>} */
const SURFACES = {
  widget: (page) => openWidget(page, "predator"),
  standalone: async (page) => {
    await page.goto(sites.alone.url);
    await page.locator(".alone-start").click();
    await page.locator(READY).waitFor();
    await arranged(page);
  },
  "the puzzle's page": (page) => openPage(page, PUZZLE_PATH),
  demo: (page) => openPage(page, "/"),
  "a film as a form": (page) => openPage(page, "/challenge?sitekey=demo&type=hidden"),
  "what is heard, as a form": (page) => openPage(page, "/challenge?sitekey=demo&type=scene&alternative=audio"),
};

/** @param {Page} page @param {string} kind */
async function openWidget(page, kind) {
  await page.goto(sites[kind].url);
  await page.locator(".box").click();
  await page.locator(READY).waitFor();
  await arranged(page);
}

/** @param {Page} page @param {string} path */
async function openPage(page, path) {
  await page.goto(stage.server.url + path);
  if (path === "/") await page.locator("#stage .box").waitFor(); // the last thing that comes: another one is there before
}

/** A page whose time limits do not end. */
async function newPage() {
  const page = await context.newPage();
  await stretchTime(page);
  return page;
}

/** The page of each surface. @type {Map<string, Page>} */
const pages = new Map();

/** The page of a surface, opened anew unless it is to be as the check before left it.
 * @param {string} surface @param {{viewport?: {width: number, height: number}, isKept?: boolean}} [options] */
async function surfacePage(surface, { viewport = DESKTOP, isKept = false } = {}) {
  const known = pages.get(surface);
  const page = known ?? await newPage();
  pages.set(surface, page);
  await page.setViewportSize(viewport);
  if (!known || !isKept) await SURFACES[surface](page);
  await arranged(page);
  return page;
}

/** On each surface. @param {string} name @param {(page: Page, surface: string) => Promise<void>} check
 * @param {Parameters<typeof surfacePage>[1]} [options] kept are pages that the checks before have only looked at */
function onEach(name, check, options) {
  test(name, LIMIT, async () => {
    for (const surface of Object.keys(SURFACES)) await check(await surfacePage(surface, options), surface);
  });
}

// --------------------------------------------------- what is seen, and named

// These only look, so that all of them see the same pages.

onEach("2.4.2, 3.1.1: each page has a title and a language", async (page, surface) => {
  assert.notEqual((await page.title()).trim(), "", surface);
  assert.match(await page.evaluate("document.documentElement.lang"), /^[a-z]{2}/, surface);
  const parts = await onShown(page, "dialog, .panel", (shown) => shown.map((one) => one.closest("[lang]")?.getAttribute("lang") ?? ""));
  for (const lang of parts) assert.match(lang, /^[a-z]{2}/, surface);
});

onEach("2.5.3: the words on a control are in its name", async (page, surface) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  let looked = 0;
  for (const { role, name, backendDOMNodeId, ignored } of /** @type {any[]} */ (nodes)) {
    if (ignored || !["button", "link", "radio", "checkbox", "tab", "menuitem"].includes(role?.value)) continue;
    const { object } = await session.send("DOM.resolveNode", { backendNodeId: backendDOMNodeId });
    const { result } = await session.send("Runtime.callFunctionOn", { objectId: /** @type {string} */ (object.objectId), returnByValue: true,
      functionDeclaration: "function () { return (this.innerText || [...(this.labels ?? [])].map((one) => one.innerText).join(' ')).trim(); }" });
    const plain = (/** @type {string} */ words) => words.replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
    const seen = plain(String(result.value ?? ""));
    assert.ok(plain(name?.value ?? "") !== "", `${surface}: ${role.value} has no name`);
    assert.ok(plain(name.value).includes(seen), `${surface}: "${result.value}" is called "${name.value}"`);
    if (seen) looked++;
  }
  assert.ok(looked >= 2, surface);
}, { isKept: true });

onEach("2.5.8: every target has 24 pixels each way, at 320 and at 1280", async (page, surface) => {
  for (const viewport of [SMALL, DESKTOP]) {
    await page.setViewportSize(viewport);
    await arranged(page);
    assert.deepEqual(await smallIn(page), [], `${surface}, ${viewport.width}`);
  }
}, { isKept: true });

onEach("1.4.10: at 320 by 256 pixels, which is 1280 by 1024 at 400%, nothing sticks out at the side", async (page, surface) => {
  assert.deepEqual(await wideIn(page), [], surface);
}, { viewport: { width: 320, height: 256 }, isKept: true });

onEach("1.4.12: lines, letters and words further apart cut nothing off", async (page, surface) => {
  assert.deepEqual(await cutWhenSpaced(page), [], surface);
}, { viewport: { width: 360, height: 740 }, isKept: true });

onEach("1.4.13: nothing comes up where the pointer rests or the focus goes", async (page, surface) => {
  const count = () => onShown(page, "*:not(.timer *)", (shown) => shown.length); // in the last seconds it has a sign
  const before = await count();
  const places = await onShown(page, TARGETS, (shown) => shown.slice(0, 12).map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }));
  for (const [x, y] of places) {
    await page.mouse.move(x, y);
    assert.equal(await count(), before, `${surface}: at ${x}, ${y}`);
  }
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press("Tab");
    assert.equal(await count(), before, `${surface}: stop ${i}`);
  }
});

test("1.3.5: the demo's field for a name says what it is for", async () => {
  const page = await surfacePage("demo");
  assert.equal(await page.locator("#letter-name").getAttribute("autocomplete"), "name");
});

test("1.4.11: box, buttons and rings stand out from their ground by 3:1", LIMIT, async () => {
  const page = await newPage();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.goto(sites.predator.url);
    await page.locator(".box").waitFor();
    const line = await page.locator(".box").evaluate((box) => getComputedStyle(box).borderTopColor); // while it is worked on there is none
    await page.locator(".box").click();
    await page.locator(READY).waitFor();
    await page.keyboard.press("Tab");
    const found = await page.evaluate(`(() => {
      const root = document.querySelector("[data-tessera]").shadowRoot;
      const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
      const light = (colour) => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
      const ground = (selector) => getComputedStyle(root.querySelector(selector)).backgroundColor;
      const held = root.activeElement;
      return {
        box: ratio(${JSON.stringify(line)}, ground(".control")),
        submit: ratio(getComputedStyle(root.querySelector(".primary.submit")).backgroundColor, ground(".panel")),
        ring: ratio(getComputedStyle(held).outlineColor, ground(".panel")),
        ringWidth: parseFloat(getComputedStyle(held).outlineWidth),
      };
    })()`);
    const { ringWidth, ...ratios } = /** @type {any} */ (found);
    for (const [name, ratio] of Object.entries(ratios)) assert.ok(Number(ratio) >= 3, `${colorScheme}: ${name} ${ratio}`);
    assert.ok(ringWidth >= 2, `${ringWidth}`);
  }
  await page.close();
});

// -------------------------------------------------------- keys and pointers

onEach("2.1.4: no single character does anything by itself", async (page, surface) => {
  const state = () => page.evaluate(`JSON.stringify([location.href, (${() => {
    const root = (document.querySelector("[data-tessera]") ?? document.querySelector(".tessera-captcha"))?.shadowRoot ?? document;
    return [...root.querySelectorAll("button, input, [aria-selected], [aria-checked], .instructions, .notice")].map((one) =>
      [one.getAttribute("aria-selected"), one.getAttribute("aria-checked"), /** @type {any} */ (one).checked, one.textContent]);
  }})()])`);
  await page.evaluate("document.activeElement?.blur()");
  const before = await state();
  for (const key of "abcdefghijklmnopqrstuvwxyz0123456789+-*/.,?!") await page.keyboard.press(key);
  assert.equal(await state(), before, surface);
});

onEach("2.4.11: what has the focus is never covered whole, also on a small screen", async (page, surface) => {
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press("Tab");
    const hidden = await coveredFocus(page);
    assert.equal(hidden, null, `${surface}: stop ${i}`);
  }
}, { viewport: SMALL });

onEach("2.4.7: a ring is drawn around every stop of Tab", async (page, surface) => {
  let stops = 0;
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    const ring = await ringOfFocus(page);
    if (ring === null) continue;
    assert.equal(ring, true, `${surface}: stop ${i}`);
    stops++;
  }
  assert.ok(stops >= 4, surface);
});

onEach("2.5.2: what is pressed and left before it is let go does nothing", async (page, surface) => {
  const spot = await onShown(page, "[role=gridcell], label.move, .face, .copy, .submit, .options label", (shown) => {
    const { x, y, width, height } = shown[0].getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const state = () => onShown(page, "[aria-selected=true], :checked, [aria-checked=true]", (shown) => shown.length);
  const before = await state();
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.down();
  await page.mouse.move(3, 3);
  await page.mouse.up();
  assert.equal(await state(), before, surface);
});

// -------------------------------------------------------- what can be foreseen

onEach("3.2.1, 3.2.2: neither focus nor choice opens, sends or leaves anything", async (page, surface) => {
  const state = () => page.evaluate(`JSON.stringify([location.href, (${() => {
    const root = (document.querySelector("[data-tessera]") ?? document.querySelector(".tessera-captcha"))?.shadowRoot;
    return [root?.querySelector("dialog")?.open, root?.querySelector(".instructions")?.textContent, root?.querySelector("[data-state]")?.getAttribute("data-state")];
  }})()])`);
  const before = await state();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(`(${HELD}).matches("input[type=radio], [role=gridcell]")`)) await page.keyboard.press("Space");
    assert.equal(await state(), before, `${surface}: stop ${i}`);
  }
  assert.deepEqual(asked.filter((url) => /\/v1\/(challenge|answer|reveal|extend)/.test(url) && surface !== "demo"), [], surface);
});

test("2.4.3: Tab goes from what is chosen from to the ways around it, then to the other buttons, in the order of the screen", LIMIT, async () => {
  for (const surface of ["widget", "standalone"]) {
    for (const viewport of [DESKTOP, SMALL]) {
      const page = await surfacePage(surface, { viewport });
      const stops = [];
      for (;;) {
        const stop = await stopOfFocus(page);
        if (["", "Close", "Enlarge"].includes(stop.name)) break; // out at the end, or round to the beginning
        stops.push(stop);
        await page.keyboard.press("Tab");
      }
      const names = stops.map(({ name }) => name);
      const submit = names.indexOf("Submit");
      assert.equal(names[0], "a cell", surface);
      assert.ok(names.slice(1, submit).includes("Use text instead") && !names.slice(submit).some((one) => /instead|ways/.test(one)), `${surface}: ${names}`);
      for (const [at, { name, x, y }] of stops.entries()) {
        const before = stops[at - 1];
        if (before) assert.ok(y > before.y + 12 || (y > before.y - 12 && x > before.x), `${surface}, ${viewport.width}: ${name} stands before ${before.name}`);
      }
    }
  }
});

test("3.2.3, 3.2.4, 3.2.6: the ways around and the other buttons are called the same and stand in one order, whatever is asked", LIMIT, async () => {
  /** @type {string[]} */
  let all = [];
  const orders = [];
  const page = await newPage();
  for (const kind of KINDS) {
    await page.emulateMedia({ reducedMotion: kind === "hidden" ? "no-preference" : "reduce" });
    await openWidget(page, kind);
    const names = await onShown(page, ".panel button:not(.film, .replay, .play)", (shown) => shown.filter((one) => !one.closest(".body"))
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
    orders.push([kind, names]);
    if (names.length > all.length) all = /** @type {string[]} */ (names);
  }
  await page.close();
  assert.ok(all.length >= 6, all.join());
  for (const [kind, names] of orders) {
    const places = /** @type {string[]} */ (names).map((name) => all.indexOf(name));
    assert.ok(places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])), `${kind}: ${names} beside ${all}`);
  }
});
