// A widget in a frame that has no room for a challenge: the dialog opens in the nearest page around it that may be reached, as authentik
// needs it, and in a window of its own where none may be.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { userProof } from "../../examples/form/user-proof.js";
import { Site, pageOf } from "../lib/site.js";
import { ROOT, Server, eventually } from "../lib/tessera.js";
import { say } from "../lib/words.js";
import { assertAccessible } from "./axe.js";
import { VIEWPORTS, caughtUp, launch, watchedPage } from "./browser.js";
import { Visitor, solveInWindow, startSite } from "./widget.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** The page with the frame, on the server's own origin; and one on another. @type {import("../lib/site.js").Site[]} */
let [site, other] = /** @type {any[]} */ ([]);

/** What is written into the frame. @param {string} base @param {string} [lang] @param {string} [type] */
const innerOf = (base, lang = "en", type = "human") => `<!doctype html><html lang="${lang}"><head><script src="${base}/tessera.js" async defer></script></head>
<body style="display:flex;flex-direction:row;justify-content:center"><div id="ak-container">
<div class="tessera" data-sitekey="${server.sitekey}" data-type="${type}"></div></div></body></html>`;

/** As authentik does it: an empty frame of 65 pixels, into which a page is written. @param {string} base @param {string} [lang] @param {string} [type] */
const frameScript = (base, lang, type) => `
const frame = document.createElement("iframe");
frame.src = "about:blank";
frame.title = "Captcha";
frame.style.cssText = "width:100%;height:65px;border:0";
document.querySelector("main").append(frame);
frame.contentDocument.open();
frame.contentDocument.write(${JSON.stringify(innerOf(base, lang, type))});
frame.contentDocument.close();`;

/** A page with a frame that is too small. @param {string} more of its address */
const frameOf = (more) => pageOf(`<iframe src="${server.url}/widget?sitekey=${server.sitekey}&lang=en${more}" width="304" height="78"></iframe>`);

const POLICY = "default-src 'self' http: 'unsafe-inline'";
const WRITTEN = '<p><a href="#" id="before">A link</a></p><script src="/frame.js"></script>';

before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  [site, other] = await Promise.all([
    startSite(server, { "/authentik": WRITTEN, "/german": '<p><a href="#">Ein Link</a></p><script src="/german.js"></script>',
      "/hidden": '<script src="/hidden.js"></script>', "/scene": '<script src="/scene.js"></script>' },
      { scripts: { "/frame.js": frameScript(""), "/german.js": frameScript("", "de"), "/hidden.js": frameScript("", "en", "hidden"), "/scene.js": frameScript("", "en", "scene") }, policy: POLICY }),
    Site.start({ pages: { "/outer": frameOf("&type=human"),
      "/proven": frameOf(`#type=human&cdata=basket-7&user=zoe&user-proof=${userProof(server.secret, server.sitekey, "zoe", 600)}`) }, policy: POLICY }),
  ]);
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down(), other?.down()]));

/** @param {string} path @param {keyof typeof VIEWPORTS} [size] @param {"reduce" | "no-preference"} [reducedMotion] */
async function open(path, size = "desktop", reducedMotion = "reduce") {
  const stage = await watchedPage(browser, /** @type {any} */ (site), { viewport: VIEWPORTS[size], reducedMotion });
  const visitor = new Visitor(stage.page, { click: "click" });
  await stage.page.goto(path);
  const frame = stage.page.frameLocator("iframe");
  visitor.box = frame.getByRole("checkbox");
  const field = frame.locator("[name=tessera-response]");
  return { ...stage, visitor, frame, field };
}

for (const size of /** @type {const} */ (["phone", "desktop"])) {
  test(`in a frame of 65 pixels, the dialog opens in the page around it: ${size}`, async () => {
    const { context, page, visitor, field, faults } = await open("/authentik", size);
    await visitor.box.waitFor();
    const control = await page.frameLocator("iframe").locator(".control").evaluate((box) => box.getBoundingClientRect().bottom);
    assert.ok(control <= 65, `all of the box is seen: ${control}`);
    await visitor.open();
    const dialog = page.locator("[data-tessera] dialog");
    assert.equal(await dialog.count(), 1, "in the page itself");
    const box = /** @type {any} */ (await dialog.boundingBox());
    const { width, height } = VIEWPORTS[size];
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5, JSON.stringify(box));
    assert.ok(box.height > 300, "all of it is seen");
    assert.equal(await dialog.evaluate((one) => one.matches(":modal")), true);
    assert.notEqual(await dialog.evaluate((one) => getComputedStyle(one).borderRadius), "0px", "with its styles");
    assert.equal(await visitor.focus(), "0", "the focus is in it");
    mkdirSync(join(ROOT, "build/screenshots"), { recursive: true });
    await page.screenshot({ path: join(ROOT, `build/screenshots/small-frame-${size}.png`) });
    await assertAccessible(page, `small frame, ${size}`);
    await visitor.choose(visitor.right());
    await visitor.submit();
    await dialog.waitFor({ state: "detached" });
    assert.match(await field.inputValue(), /^[\w-]{100,}$/);
    assert.equal((await server.verify({ response: await field.inputValue() })).success, true);
    assert.equal(await page.locator("[data-tessera]").count(), 0, "nothing is left in the page");
    assert.equal(await visitor.box.evaluate((one) => /** @type {ShadowRoot} */ (one.getRootNode()).activeElement === one), true);
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "iframe");
    assert.deepEqual(faults, []);
    await context.close();
  });
}

for (const type of ["hidden", "scene"]) {
  test(`the picture is seen there, and fetched once: ${type}`, async () => {
    const { context, page, visitor } = await open(`/${type}`, "desktop", "no-preference");
    let fetched = 0;
    page.on("request", (request) => (fetched += Number(request.resourceType() === "image")));
    await visitor.open();
    await caughtUp(page); // a second one would have been asked for by now
    assert.equal(fetched, 1);
    const blank = await page.locator("[data-tessera] .picture").evaluateAll((pictures) => pictures.filter((picture) => {
      if (picture.localName === "img") return /** @type {HTMLImageElement} */ (picture).naturalWidth === 0;
      const { width, height } = /** @type {HTMLCanvasElement} */ (picture);
      const bytes = /** @type {HTMLCanvasElement} */ (picture).getContext("2d")?.getImageData(0, 0, width, height).data;
      return new Set(bytes).size < 2;
    }).length);
    assert.equal(blank, 0);
    await context.close();
  });
}

test("Tab stays in it, Escape closes it, and it can be opened again; it speaks the frame's language", async () => {
  const { context, page, visitor, frame } = await open("/german");
  await visitor.open();
  assert.equal(await visitor.dialog.getAttribute("lang"), "de");
  assert.equal(await page.locator(".primary.submit").textContent(), say("de", "submit"));
  const seen = new Set();
  for (let stops = 0; stops < 16; stops++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => Boolean(document.activeElement?.shadowRoot?.activeElement?.closest("dialog"))));
  }
  assert.deepEqual([...seen], [true]);
  await page.keyboard.press("Escape");
  await visitor.dialog.waitFor({ state: "detached" });
  await frame.getByText(say("de", "unsolved")).first().waitFor();
  const { token } = visitor.challenge;
  await visitor.box.click();
  await visitor.shown(token);
  await page.locator(".tool.zoom").click(); // what is loaded later has its styles there, too
  await page.locator(".panel[data-zoom]").waitFor();
  assert.equal(await page.locator(".panel[data-zoom] .body").evaluate((body) => getComputedStyle(body).overflowX), "auto");
  assert.equal(await page.locator(".panel[data-zoom] .body").evaluate((body) => getComputedStyle(body).display), "block");
  await context.close();
});

test("a frame that goes away takes the dialog with it; so does another page that is written into it", async () => {
  for (const end of [() => document.querySelector("iframe")?.remove(),
    () => {
      const inner = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe")).contentDocument;
      inner?.open();
      inner?.write("<p>Another page.</p>");
      inner?.close();
    }]) {
    const { context, page, visitor } = await open("/authentik");
    await visitor.open();
    await page.evaluate(end);
    await page.locator("[data-tessera]").waitFor({ state: "detached" });
    await page.locator("#before").click(); // the page can be used again
    await context.close();
  }
});

/** A page of another origin, whose frame is small. @param {string} [script] that runs before all others @param {string} [path] */
async function openOther(script, path = "/outer") {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop, reducedMotion: "reduce" });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  await page.addInitScript(() => {
    /** @type {any} */ (window).messages = [];
    addEventListener("message", ({ data, origin }) => /** @type {any} */ (window).messages.push([origin, data]));
  });
  await page.goto(other.url + path);
  const box = page.frameLocator("iframe").getByRole("checkbox");
  const told = () => page.evaluate(() => /** @type {any} */ (window).messages);
  return { context, page, box, told };
}

test("where no page around may be reached, a window of its own asks, and hands the pass to the frame that opened it", async () => {
  const { context, page, box, told } = await openOther();
  assert.match(await solveInWindow(context, () => box.click()), /\/widget\?.*window=1/);
  await page.waitForFunction(() => /** @type {any} */ (window).messages.length > 0);
  const [[origin, { token }]] = await told();
  assert.equal(origin, server.url);
  assert.equal(await box.getAttribute("aria-checked"), "true");
  const verified = await server.verify({ response: token });
  assert.equal(verified.success, true);
  assert.equal(verified.hostname, "127.0.0.1");
  assert.equal((await told()).length, 1);
  await context.close();
});

test("what the server has no use for stands behind the # of the window's address, so that nobody on the way writes it down", async () => {
  const { context, box, told } = await openOther(undefined, "/proven");
  /** @type {string[]} */
  const asked = [];
  context.on("request", (request) => void asked.push(request.url()));
  const address = new URL(await solveInWindow(context, () => box.click()));
  assert.deepEqual([...address.searchParams.keys()].sort(), ["frame", "lang", "sitekey", "window"]);
  assert.ok(asked.every((url) => !/zoe|proof/.test(url.split("#")[0] ?? "")), asked.join("\n"));
  assert.ok(await eventually(async () => (await told()).length > 0));
  const { user, cdata, user_source } = await server.verify({ response: (await told())[0][1].token });
  assert.deepEqual([user, cdata, user_source], ["zoe", "basket-7", "site"]);
  await context.close();
});

test("a window that is closed leaves the box as it was; one that is not let open is told in words, with a link", async () => {
  const closed = await openOther();
  const coming = closed.context.waitForEvent("page");
  await closed.box.click();
  const popup = await coming;
  await popup.locator(".panel[data-state=ready]").waitFor();
  await popup.close();
  const inner = closed.page.frameLocator("iframe");
  await inner.getByText(say("en", "unsolved")).first().waitFor();
  assert.equal(await closed.box.getAttribute("aria-checked"), "false");
  await closed.context.close();

  const blocked = await openOther("window.open = () => null;");
  await blocked.box.click();
  const link = blocked.page.frameLocator("iframe").getByRole("link", { name: say("en", "window") });
  await link.waitFor();
  await solveInWindow(blocked.context, () => link.click());
  await blocked.page.waitForFunction(() => /** @type {any} */ (window).messages.length > 0);
  assert.equal((await server.verify({ response: (await blocked.told())[0][1].token })).success, true);
  await blocked.context.close();
});

test("nothing but the server's own window hands a pass to the frame", async () => {
  for (const script of ["", "window.open = () => null;"]) { // a window that is known, and one that a link would open
    const { context, page, box, told } = await openOther(script);
    await box.click();
    if (script) await page.frameLocator("iframe").getByRole("link").waitFor();
    const inner = /** @type {import("playwright-core").Frame} */ (page.frames().find((frame) => frame !== page.mainFrame()));
    const heard = await inner.evaluateHandle(() => ({ all: new Promise((resolve) =>
      addEventListener("message", ({ data }) => data === "last" && resolve(null))) }));
    await page.evaluate(() => { // the page around is not the server
      const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe")).contentWindow;
      frame?.postMessage({ tessera: "ready" }, "*");
      frame?.postMessage({ response: "forged" }, "*");
      frame?.postMessage("last", "*");
    });
    await heard.evaluate(({ all }) => all);
    await caughtUp(inner);
    await caughtUp(page);
    assert.equal(await box.getAttribute("aria-checked"), "false");
    assert.deepEqual(await told(), [], "neither a channel nor a token");
    await context.close();
  }
});
