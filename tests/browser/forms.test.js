// Forms without JavaScript: a challenge at /challenge, a code, and a form that takes it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readPng } from "../lib/png.js";
import { FAST, eventually, kinds, Server } from "../lib/tessera.js";
import { assertAccessibleInLooks } from "./axe.js";
import { DESKTOP, launch, LIMIT, PATIENCE_MS, PHONE, SCHEMES, VIEWPORTS, watchedPage } from "./browser.js";
import { MISPLACED, challengePath } from "./forms-windows.js";

/** @typedef {import("./browser.js").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}demo: true\n` })]);
});
after(() => Promise.all([browser?.close(), server?.down()]));

const PLAIN = { javaScriptEnabled: false };
const pathOf = (/** @type {string} */ type, more = "") => challengePath(server, type, more);

/** Opens a challenge; its answer. @param {Page} page @param {string} path */
async function open(page, path) {
  const reply = await page.goto(path);
  assert.equal(reply?.status(), 200);
  return /** @type {string} */ (reply?.headers()["tessera-truth"]);
}

/** Clicks there on the picture, as a visitor does, or on the word. @param {Page} page @param {string} truth */
async function choose(page, truth) {
  for (const cell of truth.split(",")) await page.locator(".raster label").nth(Number(cell)).click();
}

/** @param {Page} page */
const codeOn = (page) => page.locator("#code").inputValue();

test("the demo's form, without JavaScript, from the first page to the verified one", async () => {
  const { context, page, faults } = await watchedPage(browser, server, PLAIN);
  await page.goto("/");
  const [challenge] = await Promise.all([context.waitForEvent("page"), page.locator("#letter-challenge").click()]);
  await challenge.waitForLoadState();
  const truth = await open(challenge, `${new URL(challenge.url()).pathname}?sitekey=demo&type=human`);
  await choose(challenge, truth);
  await challenge.locator("#submit").click();
  const code = await codeOn(challenge);
  assert.match(code, /^\w{4}-\w{4}-\w{4}$/);
  await challenge.reload();
  assert.equal(await codeOn(challenge), code, "the same again");
  await challenge.close();
  await page.locator("#letter-name").fill("Zoë");
  await page.locator("#letter-code").fill(code.toLowerCase());
  await page.locator(".letter button").click();
  assert.equal(await page.locator("#message").textContent(), "Sent, and verified.");
  await page.locator("#way-on").click();
  await page.locator("#letter-code").fill(code);
  await page.locator(".letter button").click();
  assert.match(await page.locator("#detail").textContent() ?? "", /redeemed before/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("with JavaScript the demo's form has one field for the pass", async () => {
  const { context, page } = await watchedPage(browser, server);
  await page.goto("/");
  await page.locator("#letter-box [name=tessera-response]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".letter [name=tessera-response]").count(), 1);
  await context.close();
});

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  for (const type of kinds().filter((kind) => kind !== "puzzle")) {
    test(`${size}: ${type} is answered on its picture`, async () => {
      const { context, page, faults } = await watchedPage(browser, server, { ...PLAIN, viewport });
      await choose(page, await open(page, pathOf(type)));
      await page.locator("#submit").click();
      assert.match(await codeOn(page), /-/);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }
}

for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
  test(`the film stands still until its button is pressed, plays, and stops at the next press: motion ${reducedMotion}`, LIMIT, async () => {
    const { context, page } = await watchedPage(browser, server, { ...PLAIN, viewport: DESKTOP, reducedMotion });
    await open(page, pathOf("hidden"));
    const film = page.locator(".film");
    const { x, y, width, height } = /** @type {NonNullable<Awaited<ReturnType<typeof film.boundingBox>>>} */ (await film.boundingBox());
    const look = () => page.screenshot({ clip: { x: x + width / 4, y, width: width / 2, height: height / 4 } }); // away from the button
    const words = () => film.locator(".badge > span:visible").allTextContents();
    const moves = async () => {
      const before = await look();
      assert.ok(await eventually(async () => !before.equals(await look()), PATIENCE_MS), "it plays");
    };
    const still = await look();
    assert.deepEqual(await words(), ["Play the film"]);
    for (const state of ["started", "stopped", "started again"]) {
      await film.locator("summary").click();
      assert.deepEqual(await words(), [state === "stopped" ? "Play the film" : "Pause"], state);
      if (state !== "stopped") await moves();
      else assert.ok(await eventually(async () => still.equals(await look()), PATIENCE_MS), "it stands at its beginning");
    }
    await context.close();
  });
}

test("fields lie on their cells, on a desktop and on phones", LIMIT, async () => {
  const { context, page } = await watchedPage(browser, server);
  for (const [type, more, count] of /** @type {[string, string, number][]} */ ([["human", "&lang=ar", 100], ["predator", "", 10], ["spatial", "", 4]])) {
    await open(page, pathOf(type, more));
    for (const size of [DESKTOP, PHONE, { width: 320, height: 480 }]) {
      await page.setViewportSize(size);
      const { off, fields, wide } = /** @type {any} */ (await page.evaluate(MISPLACED));
      assert.ok(off < 3, `${type} at ${size.width}: ${off} px`);
      assert.deepEqual([fields, wide], [count, false], `${type} at ${size.width}`);
    }
  }
  await context.close();
});

test("the film is asked for once, and so is its beginning, from which all drawings are cut; each has its name below it", async () => {
  const { context, page, faults } = await watchedPage(browser, server, PLAIN);
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => request.url().includes("/v1/image/") && asked.push(request.url()));
  await open(page, pathOf("hidden", "&lang=de"));
  await page.locator(".film summary").click();
  assert.ok(await eventually(() => asked.some((url) => !url.includes("still"))), "the film is asked for");
  await page.screenshot(); // all that is in sight has been drawn, and asked for
  const [film, still, ...more] = asked.sort();
  assert.deepEqual([still, more], [`${film}?still=1`, []]);
  const names = await page.locator(".options label").evaluateAll((labels) => labels.map((label) => /** @type {HTMLElement} */ (label).innerText.trim()));
  assert.equal(new Set(names).size, 12);
  for (const name of names) assert.match(name, /^[A-ZÄÖÜ][a-zäöüß]+$/, "a word of the language");
  for (const name of names) assert.equal(await page.getByRole("radio", { name, exact: true }).count(), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

/** How light an element looks on average, 0 .. 255. @param {Page} page @param {string} selector */
async function lightnessOf(page, selector) {
  const { colours } = readPng(await page.locator(selector).first().screenshot());
  return colours.reduce((sum, part) => sum + part, 0) / colours.length;
}

for (const colorScheme of SCHEMES) {
  test(`${colorScheme}: the film and what may hide in it have the page's colours`, async () => {
    const { context, page } = await watchedPage(browser, server, { colorScheme });
    await open(page, pathOf("hidden"));
    await page.locator(".film summary").click();
    for (const selector of [".film", ".options svg"]) {
      const light = await lightnessOf(page, selector);
      assert.ok(colorScheme === "dark" ? light < 110 : light > 130, `${selector}: ${light}`);
    }
    await context.close();
  });
}

test("a scene that moves stands still until it is started; a link plays it once more", LIMIT, async () => {
  const { context, page } = await watchedPage(browser, server, PLAIN);
  for (let tries = 0; (await page.locator(".film").count()) === 0; tries++) {
    assert.ok(tries < 400, "no scene moves"); // one in ten does: 0.9^400 is 5e-19
    await open(page, pathOf("scene"));
  }
  assert.equal(await page.locator("#picture").isVisible(), false);
  await page.locator(".film summary").click();
  await page.locator("#picture").waitFor();
  assert.equal(await page.locator(".film summary").isVisible(), false, "it plays once, and ends by itself");
  await page.locator("#again").click();
  await page.locator("#picture").waitFor();
  await context.close();
});

for (const viewport of [PHONE, { width: 320, height: 480 }, DESKTOP]) {
  test(`${viewport.width}: what is enlarged has targets of 44 pixels, stays so where the form comes back, and is answered as ever`, async () => {
    const { context, page, faults } = await watchedPage(browser, server, { viewport });
    const truth = await open(page, pathOf("human"));
    const size = () => page.locator(".cells label").first().evaluate((cell) => Math.min(cell.clientWidth, cell.clientHeight));
    const before = await size();
    await page.getByRole("checkbox", { name: "Enlarge" }).check();
    assert.ok(await size() >= Math.max(44, 1.9 * before), `${before} became ${await size()}`);
    assert.ok((await page.evaluate(MISPLACED)).off < 3, "fields lie on their cells");
    assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false, "the room scrolls, the page does not");
    for (const press of ["#more-time", "#submit"]) {
      await page.locator("form").evaluate((/** @type {HTMLFormElement} */ form) => (form.noValidate = true));
      await Promise.all([page.waitForNavigation(), page.locator(press).click()]);
      assert.equal(await page.getByRole("checkbox", { name: "Enlarge" }).isChecked(), true, press);
    }
    await page.locator(".cells label").nth(Number(truth)).click(); // it is scrolled to
    await page.locator("#submit").click();
    assert.match(await codeOn(page), /-/);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("what is heard can be heard slower, and what is chosen from is not far behind the player", async () => {
  const { context, page, faults } = await watchedPage(browser, server, PLAIN);
  const truth = await open(page, pathOf("scene", "&alternative=audio"));
  assert.equal(await page.locator(".skip").textContent(), "Other ways in", "where there is no picture, none is spoken of");
  const [plain, slow] = await page.locator("audio").evaluateAll((players) => players.map((player) => String(player.getAttribute("src"))));
  assert.equal(slow, `${plain}&pace=slow`);
  assert.equal(await page.locator("audio").nth(1).isVisible(), false);
  await page.locator(".slower summary").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.name"), "cell", "one stop, while it is closed");
  await page.locator(".slower summary").click();
  assert.equal(await page.locator("audio").nth(1).isVisible(), true);
  const [fast, late] = await Promise.all([plain, slow].map(async (path) => (await (await fetch(server.url + path)).arrayBuffer()).byteLength));
  assert.ok(late > fast, `${late} bytes after ${fast}`);
  await choose(page, truth);
  await page.locator("#submit").click();
  assert.match(await codeOn(page), /-/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("after a wrong answer there are other ways, and each leads to a question", async () => {
  const { context, page, faults } = await watchedPage(browser, server, PLAIN);
  for (const [name, found] of /** @type {const} */ ([["A question without motion", ".raster"], ["A puzzle in words", ".puzzle"], ["Listen to a question", "audio"]])) {
    const truth = await open(page, pathOf("hidden"));
    await choose(page, String((Number(truth) + 1) % 12));
    await page.locator("#submit").click();
    assert.equal(await page.locator("#message").textContent(), "Incorrect.");
    await page.getByRole("navigation", { name: "Other ways in" }).getByRole("link", { name, exact: true }).click();
    await page.locator(found).first().waitFor();
  }
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [size, viewport] of Object.entries(VIEWPORTS)) {
  test(`no violation: ${size}, in light and in dark`, LIMIT, async () => {
    const { context, page } = await watchedPage(browser, server, { viewport });
    for (const path of [pathOf("hidden"), pathOf("scene", "&lang=he"), pathOf("scene", "&alternative=audio"), pathOf("predator")]) {
      await open(page, path);
      await assertAccessibleInLooks(page, path);
      const closed = await page.locator("summary").all();
      for (const one of closed) await one.click();
      if (closed.length > 0) await assertAccessibleInLooks(page, `${path}, opened`);
    }
    await choose(page, String((Number(await open(page, pathOf("hidden"))) + 1) % 12));
    await page.locator("#submit").click();
    await assertAccessibleInLooks(page, "a wrong answer");
    await choose(page, await open(page, pathOf("human")));
    await assertAccessibleInLooks(page, "chosen");
    await page.locator("#submit").click();
    await page.locator("#code").waitFor();
    await assertAccessibleInLooks(page, "code");
    assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
    const { width, inner } = await page.locator("#code").evaluate((field) => ({
      width: field.scrollWidth, inner: field.clientWidth }));
    assert.ok(width <= inner, "the whole code is seen");
    await context.close();
  });
}

test("by keys alone, to a code that is selected when it is come to", async () => {
  const { context, page } = await watchedPage(browser, server);
  const truth = await open(page, pathOf("human"));
  await page.locator(".cells input").first().focus();
  for (let i = 0; i < Number(truth); i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".cells input:checked").getAttribute("value"), truth);
  await page.keyboard.press("Enter");
  await page.locator("#code").waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("getSelection().toString()"), await codeOn(page));
  const spelled = await page.locator("#spelled").textContent();
  assert.equal(spelled?.replace(/[ ,]/g, ""), (await codeOn(page)).replaceAll("-", ""));
  await context.close();
});
