// The widget from the box to the response: by mouse, by touch, by keyboard; what the site and the visitor are told.
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { inflateSync } from "node:zlib";
import { chunksOf } from "../lib/chunks.js";
import { apng } from "../lib/png.js";
import { Server, clockIn, eventually, stoppedClock, temporaryFolder } from "../lib/tessera.js";
import { say } from "../lib/words.js";
import { DESKTOP, LIMIT, PHONE, launch, stopClock } from "./browser.js";
import { FORMS, KINDS, bodyOf, startSite, visit } from "./widget.js";

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
    "/hebrew": bodyOf(server, 'data-type="human" data-lang="he"'),
    "/hebrew-scene": bodyOf(server, 'data-type="scene" data-lang="he"'),
  });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

/** By keys alone, from the dialog's opening on. @param {Visitor} visitor @param {(string | number)[]} answer */
async function chooseByKeys(visitor, answer) {
  const { page, challenge } = visitor;
  const press = (/** @type {string} */ key) => page.keyboard.press(key);
  if (challenge.type === "puzzle") {
    assert.equal(await visitor.focus(), "replay describe"); // the boards in words come before the moves
    for (const name of /** @type {string[]} */ (answer)) {
      await press("Tab");
      await press("Space");
      for (let step = challenge.view.options.indexOf(name); step > 0; step--) await press("ArrowRight");
      assert.equal(await visitor.focus(), name);
    }
    return;
  }
  if (await visitor.focus() === "film") await press("Tab"); // it comes first
  for (const index of /** @type {number[]} */ (answer)) {
    const columns = await page.locator(".cells, .choice").evaluate((grid) => Number(getComputedStyle(grid).getPropertyValue("--columns")));
    await press("Control+Home");
    for (let row = Math.floor(index / columns); row > 0; row--) await press("ArrowDown");
    for (let column = index % columns; column > 0; column--) await press("ArrowRight");
    assert.equal(await visitor.focus(), String(index));
    await press("Space");
    assert.ok(await visitor.cell(index).evaluate((cell) =>
      (cell instanceof HTMLInputElement ? cell.checked : cell.getAttribute("aria-selected") === "true")));
  }
}

/** @typedef {{name: string, options: import("./browser.js").ContextOptions, keys?: boolean}} Hand @type {Hand[]} */
const HANDS = [
  { name: "mouse, desktop, light", options: { viewport: DESKTOP } },
  { name: "touch, phone, dark", options: { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" } },
  { name: "keyboard, phone, light", options: { viewport: PHONE }, keys: true },
  { name: "keyboard, desktop, dark", options: { viewport: DESKTOP, colorScheme: "dark" }, keys: true },
];

/** Every kind, and scenes once with each form of options. @type {[string, string, ((view: any) => boolean)?][]} */
const FLOWS = [...KINDS.filter((kind) => kind !== "scene").map((kind) => /** @type {[string, string]} */ ([kind, kind])),
  ...Object.entries(FORMS).map(([form, isForm]) => /** @type {[string, string, any]} */ ([`scene of ${form}`, "scene", isForm]))];

for (const { name, options, keys } of HANDS) {
  /** One page for all kinds, which each loads anew. @type {Promise<Awaited<ReturnType<typeof visit>>> | undefined} */
  let shared;
  for (const [what, kind, isForm] of FLOWS) {
    test(`${name}: ${what}, wrong and then right`, LIMIT, async () => {
      shared ??= visit(browser, site, "/sent", options);
      const { context, page, faults, visitor } = await shared;
      await page.emulateMedia({ reducedMotion: kind === "hidden" ? "no-preference" : "reduce" }); // one kind is nothing without motion
      visitor.challenge = null;
      await page.goto(`/${kind}`);
      const answer = async (/** @type {(string | number)[]} */ what) => {
        await (keys ? chooseByKeys(visitor, what) : visitor.choose(what));
        await (keys ? page.keyboard.press("Enter") : visitor.submit());
      };
      assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
      if (keys) {
        await page.locator("[name=name]").focus();
        await page.keyboard.press("Tab");
        assert.equal(await visitor.focus(), "box");
        await page.keyboard.press("Space");
        await visitor.shown();
      } else {
        await visitor.open();
      }
      if (isForm) {
        await visitor.until(isForm); /* S3D-5: asked for, drawn and verified */
        if (keys) await visitor.cell(0).focus();
      }

      const { token } = visitor.challenge;
      await answer(visitor.wrong());
      await visitor.shown(token);
      const words = "That was not right. Here is a new one.";
      assert.equal(await visitor.notice.textContent(), words);
      assert.ok((await visitor.live.textContent())?.startsWith(words));
      assert.equal(await visitor.field(), "");

      await answer(visitor.right());
      await visitor.passed();
      assert.equal(await visitor.focus(), "box");
      const response = await visitor.field();
      assert.deepEqual(await visitor.told(), [["verified", { response }], ["callback", response]]);
      assert.equal(await page.evaluate(() => /** @type {any} */ (window).tessera.getResponse()), response);
      assert.equal((await server.verify({ response })).success, true);
      assert.deepEqual(faults.splice(0), []);
      if (what === FLOWS.at(-1)?.[0]) await context.close();
    });
  }
}

test("the response goes with the form", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  await visitor.solve();
  await page.locator("#send").click();
  await page.locator("#sent").waitFor();
  const sent = new URL(page.url()).searchParams;
  assert.equal(sent.get("name"), "Ada");
  assert.equal((await server.verify({ response: sent.get("tessera-response") })).success, true);
  await context.close();
});

test("arrows, Home and End; one stop of Tab; a cell is chosen, changed and unchosen", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const walk = async (/** @type {[string, number][]} */ ...steps) => {
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      assert.equal(await visitor.focus(), String(index), key);
    }
  };
  await walk(["ArrowLeft", 0], ["ArrowUp", 0], ["ArrowRight", 1], ["ArrowDown", 11], ["End", 19], ["ArrowRight", 19],
    ["Home", 10], ["Control+End", 99], ["ArrowDown", 99], ["Control+Home", 0], ["ArrowRight", 1]);
  assert.equal(await page.locator(".cell[tabindex='0']").count(), 1);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space"); // of one kind there is one: the other is unchosen
  assert.deepEqual(await page.locator("[aria-selected=true]").evaluateAll((cells) =>
    cells.map((cell) => /** @type {HTMLElement} */ (cell).dataset.index)), ["2"]);
  await page.keyboard.press("Space");
  assert.equal(await page.locator("[aria-selected=true]").count(), 0);
  await context.close();
});

test("from right to left the arrows go where they point", async () => {
  const { context, page, visitor } = await visit(browser, site, "/hebrew");
  await visitor.open();
  for (const [key, index] of [["ArrowLeft", 1], ["ArrowLeft", 2], ["ArrowRight", 1], ["End", 9], ["Home", 0]]) {
    await page.keyboard.press(String(key));
    assert.equal(await visitor.focus(), String(index));
  }
  const [first, second] = await Promise.all([visitor.cell(0).boundingBox(), visitor.cell(1).boundingBox()]);
  assert.ok(first && second && first.x > second.x, "the first column is on the right");
  assert.equal(await visitor.panel.getAttribute("dir"), "rtl");
  assert.equal(await visitor.cell(11).getAttribute("aria-label"), "שורה 2, עמודה 2");
  await visitor.solve();
  await context.close();
});

// --------------------------------------------------------------------- words

/** @param {Visitor} visitor */
const checked = (visitor) => visitor.page.locator(".choice input").evaluateAll((inputs) =>
  inputs.flatMap((input, index) => (/** @type {HTMLInputElement} */ (input).checked ? [index] : [])));

test("words are radio buttons: arrows go where they do among cells and choose, one stop of Tab", async () => {
  const { context, page, visitor } = await visit(browser, site, "/scene");
  await visitor.open();
  const { view } = await visitor.until(FORMS.words);
  const group = page.getByRole("radiogroup");
  assert.equal(await group.getByRole("radio").count(), view.options.length);
  assert.equal(await group.evaluate((element) => document.querySelector("[data-tessera]")?.shadowRoot
    ?.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent), visitor.challenge.instructions);
  await group.getByRole("radio", { name: view.options[0], exact: true }).focus();
  assert.deepEqual(await checked(visitor), []);
  for (const [key, index] of /** @type {[string, number][]} */ ([["Space", 0], ["ArrowLeft", 0], ["ArrowRight", 1], ["ArrowDown", 4],
    ["ArrowDown", 4], ["End", 5], ["Home", 3], ["ArrowUp", 0], ["Control+End", 5], ["Control+Home", 0]])) {
    await page.keyboard.press(key);
    assert.equal(await visitor.focus(), String(index), key);
    assert.deepEqual(await checked(visitor), [index], key);
  }
  await page.keyboard.press("Tab");
  assert.equal(await visitor.focus(), "link instead");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await visitor.focus(), "0");
  await context.close();
});

test("words from right to left: in their language, and the arrows go where they point", async () => {
  const { context, page, visitor } = await visit(browser, site, "/hebrew-scene");
  await visitor.open();
  const { view } = await visitor.until((one) => one.options?.includes("cube") && one.options.includes("ball"));
  assert.equal(await visitor.page.getByRole("radio", { name: "קובייה" }).getAttribute("data-index"), String(view.options.indexOf("cube")));
  assert.equal(await visitor.page.getByRole("radio", { name: "כדור" }).getAttribute("data-index"), String(view.options.indexOf("ball")));
  await visitor.cell(0).focus();
  for (const [key, index] of [["ArrowLeft", 1], ["ArrowLeft", 2], ["ArrowRight", 1], ["ArrowDown", 4]]) {
    await page.keyboard.press(String(key));
    assert.equal(await visitor.focus(), String(index));
  }
  await visitor.solve();
  await context.close();
});

test("words: nothing tells the right one before it is revealed, and then eye and ear are told", async () => {
  const { context, page, visitor } = await visit(browser, site, "/scene", { viewport: DESKTOP });
  await visitor.open();
  const { view } = await visitor.until(FORMS.words);
  const traits = await page.locator(".choice .move").evaluateAll((labels) => new Set(labels.map((label) =>
    label.outerHTML.replace(/data-index="\d"/, "").replace(/<span>[^<]*<\/span>/, ""))).size);
  assert.equal(traits, 1);
  const [right] = /** @type {number[]} */ (visitor.right());
  await visitor.choose(visitor.wrong());
  await visitor.giveUp();
  await page.locator(".move.right").waitFor();
  assert.deepEqual(await page.locator(".choice .move").evaluateAll((labels) =>
    labels.flatMap((label, index) => (label.classList.contains("right") ? [index] : []))), [right]);
  assert.equal(await page.getByRole("radio", { name: `${view.options[right]}: correct` }).isDisabled(), true);
  const ticks = await page.locator(".choice .tick").evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).opacity));
  assert.deepEqual(ticks, view.options.map((/** @type {string} */ _, /** @type {number} */ index) => (index === right ? "1" : "0")));
  assert.equal(await visitor.live.textContent(), "The right answer is marked.");
  await context.close();
});

test("the whole picture above the words is one that the browser shows itself, asked for once and named", async () => {
  const { context, page, visitor } = await visit(browser, site, "/scene", { viewport: DESKTOP });
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => request.url().includes("/v1/image/") && asked.push(request.url()));
  await visitor.open();
  await visitor.until(FORMS.words);
  const picture = page.getByRole("img", { name: "Picture for the question" });
  assert.deepEqual(await picture.evaluate((element) => [element.localName, /** @type {HTMLImageElement} */ (element).naturalWidth]),
    ["img", visitor.challenge.view.image.width]);
  assert.equal(await page.locator(".body .replay").count(), 0);
  assert.equal(new Set(asked).size, asked.length);
  await context.close();
});

const FRAMES = [[255, 0, 0], [0, 255, 0], [0, 0, 255]];
const FRAMES_MS = [3000, 100, 100]; // the first is seen long enough for slow machines to look

test("a picture that moves can be played again, without asking the server for it", async () => {
  const { context, page, visitor } = await visit(browser, site, "/scene", { viewport: DESKTOP, prepare: async (page) => {
    await page.route("**/v1/challenge", async (route) => {
      const reply = await route.fetch();
      const json = await reply.json();
      json.view.animation = { seconds: 3 };
      await route.fulfill({ response: reply, json });
    });
    await page.route("**/v1/image/**", (route) => route.fulfill({ contentType: "image/png", headers: { "Cache-Control": "no-store",
      "Access-Control-Allow-Origin": "*" }, body: apng(FRAMES, FRAMES_MS) }));
  } });
  await visitor.open();
  await visitor.until(FORMS.words);
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/v1/image/"))));
  const picture = page.locator(".whole");
  /** The colour that is on the screen. */
  const shown = async () => {
    const { x, y } = /** @type {{x: number, y: number}} */ (await picture.boundingBox());
    const chunks = chunksOf(await page.screenshot({ clip: { x: x + 20, y: y + 20, width: 2, height: 2 } }));
    const rows = inflateSync(Buffer.concat(chunks.flatMap(([name, data]) => (name === "IDAT" ? [data] : []))));
    return [...rows.subarray(1, 4)]; // the first pixel is itself in every filter
  };
  const isAtEnd = async () => String(await shown()) === String(FRAMES.at(-1));
  assert.ok(await eventually(isAtEnd), "it comes to its end");
  await page.waitForTimeout(1000); // the first one would be seen again by now
  assert.deepEqual(await shown(), FRAMES.at(-1), "and stops there");
  // A machine that is slow to look may miss the first picture, and plays once more.
  const isAtStart = async () => {
    await page.getByRole("button", { name: "Play again" }).click();
    return String(await shown()) === String(FRAMES[0]);
  };
  assert.ok(await eventually(isAtStart), "it starts again");
  assert.ok(await eventually(isAtEnd), "and comes to its end again");
  assert.equal(asked, 0);
  await context.close();
});

test("those who want less motion ask for challenges that do not move", async () => {
  for (const [reducedMotion, expected] of /** @type {const} */ ([["reduce", "reduce"], ["no-preference", undefined]])) {
    const { context, page, visitor } = await visit(browser, site, "/scene", { reducedMotion });
    const asking = page.waitForRequest("**/v1/challenge");
    await visitor.open();
    assert.equal((await asking).postDataJSON().motion, expected);
    await context.close();
  }
});

// --------------------------------------------------------------------- focus

test("the focus stays in the dialog, Escape and the cross give it back, and the page behind is inert", async () => {
  const { context, page, visitor } = await visit(browser, site, "/emotions", { viewport: DESKTOP });
  for (const leave of ["Escape", "cross"]) {
    await visitor.open();
    await visitor.cell(3).click();
    const order = ["3", "link instead", "link listen", "link ways", "primary submit", "tool more", "tool reload", "tool give-up", "tool zoom", "tool close", "3"];
    assert.equal(await visitor.focus(), order[0]);
    for (const stop of order.slice(1)) {
      await page.keyboard.press("Tab");
      assert.equal(await visitor.focus(), stop);
    }
    for (const stop of order.slice(0, -1).reverse()) {
      await page.keyboard.press("Shift+Tab");
      assert.equal(await visitor.focus(), stop);
    }
    await page.locator("[name=name]").evaluate((field) => /** @type {HTMLElement} */ (field).focus());
    assert.equal(await visitor.focus(), "3", "the field behind takes no focus");
    if (leave === "Escape") await page.keyboard.press("Escape");
    else await page.locator(".tool.close").click();
    await visitor.dialog.waitFor({ state: "hidden" });
    assert.equal(await visitor.focus(), "box");
    assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
  }
  assert.deepEqual(await visitor.told(), [["close-callback"], ["close-callback"]]);
  await context.close();
});

test("nothing in the page tells the answer before it is revealed", async () => {
  const { context, page, visitor } = await visit(browser, site, "/predator", { viewport: DESKTOP });
  await visitor.open();
  const traits = () => page.locator(".cell").evaluateAll((cells) => new Set(cells.map((cell) => [
    ...[...cell.attributes].filter(({ name }) => !["data-index", "aria-label", "tabindex"].includes(name))
      .map(({ name, value }) => `${name}=${value}`),
    ...[...cell.querySelectorAll("*")].map((part) => /** @type {Element} */ (part.cloneNode()).outerHTML),
  ].join())).size);
  assert.equal(await traits(), 1);
  await visitor.cell(0).click();
  await visitor.giveUp();
  await page.locator(".cell.right").first().waitFor();
  const right = await page.locator(".cell.right").evaluateAll((cells) =>
    cells.map((cell) => Number(/** @type {HTMLElement} */ (cell).dataset.index)));
  assert.deepEqual(right, visitor.right());
  assert.match(String(await visitor.cell(right[0]).getAttribute("aria-label")), /^Row \d, column \d: correct$/);
  assert.equal(await visitor.live.textContent(), "The right answer is marked.");
  assert.equal(await visitor.focus(), "primary reload");
  assert.equal(await server.answer(visitor.challenge.token, visitor.challenge.truth), "replayed");
  const { token } = visitor.challenge;
  await page.keyboard.press("Enter");
  await visitor.shown(token);
  await visitor.solve();
  await context.close();
});

test("time: told at 30 and 10 seconds, red with words, more of it, and over", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: stopClock });
  const timer = page.locator(".timer");
  await visitor.open();
  assert.equal(await timer.textContent(), "1:30");
  const pass = async (/** @type {number} */ seconds) => {
    await page.clock.fastForward(seconds * 1000);
    await page.clock.runFor(250);
  };
  await pass(60);
  assert.equal(await visitor.live.textContent(), `${say("en", "say-seconds", { n: 30 })} ${say("en", "say-more", { more: say("en", "more") })}`);
  await pass(20);
  assert.equal(await visitor.live.textContent(), `${say("en", "say-seconds", { n: 10 })} ${say("en", "say-more", { more: say("en", "more") })}`);
  assert.equal(await timer.textContent(), "10 s left");
  assert.equal(await timer.locator(".alert").isVisible(), true);
  await page.locator(".tool.more").click();
  await page.getByText("You have more time now.").first().waitFor();
  assert.equal(await visitor.focus(), "tool more");
  await page.clock.runFor(250);
  assert.match(String(await timer.textContent()), /^[12]:\d\d$/);
  assert.equal(await timer.locator(".alert").isVisible(), false);
  await visitor.cell(0).click();
  await pass(200);
  await page.locator(".cell.right").waitFor();
  assert.equal(await visitor.notice.textContent(), "Time is up. The right answer is marked.");
  assert.equal(await visitor.live.textContent(), "Time is up. The right answer is marked.");
  const { token } = visitor.challenge;
  await page.locator(".primary.reload").click();
  await visitor.shown(token);
  await visitor.solve();
  await context.close();
});

test("more time until there is none", async (context) => {
  const few = await Server.during(context, { config: "budget: {enabled: false}\nchallenge: {client_may_choose: true, extensions_max: 1, submit_after_ms: 0}\n" });
  const place = await startSite(few);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human");
  await visitor.open();
  await page.locator(".tool.more").click();
  await page.locator(".tool.more").waitFor({ state: "hidden" });
  assert.equal(await visitor.focus(), "0");
  await visitor.solve(); // with the token of the extension
});

test("more time that is long in coming does not take the focus from who has gone on", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: DESKTOP });
  /** @type {() => void} */
  let goOn = () => {};
  const gone = new Promise((resolve) => (goOn = () => resolve(undefined)));
  await page.route("**/v1/extend", async (route) => {
    await gone;
    await route.continue();
  });
  await visitor.open();
  await page.locator(".tool.more").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await visitor.focus(), "tool reload");
  const [index] = visitor.wrong();
  await visitor.choose([index]);
  goOn();
  await page.locator(".notice[data-tone=good]").waitFor();
  assert.equal(await visitor.focus(), String(index));
  assert.equal(await page.locator(".tool.more").isEnabled(), true);
  await visitor.solve();
  await context.close();
});

test("a pass expires: the field is emptied, the box too, and the site is told", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: stopClock });
  await visitor.open();
  await visitor.solve();
  assert.notEqual(await visitor.field(), "");
  await page.clock.fastForward(300_000);
  assert.equal(await visitor.field(), "");
  assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
  assert.equal(await page.locator(".note").textContent(), "Expired. Please tick the box again.");
  assert.deepEqual((await visitor.told()).slice(2), [["expired", {}], ["expired-callback"]]);
  await visitor.open();
  await visitor.solve();
  await context.close();
});

test("a pass that expired while the page slept is gone when it wakes", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: stopClock });
  await visitor.open();
  await visitor.solve();
  const now = await page.evaluate(() => Date.now());
  const wake = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.setSystemTime(now + 200_000);
  await wake();
  assert.notEqual(await visitor.field(), "");
  await page.clock.setSystemTime(now + 299_000);
  await wake();
  assert.equal(await visitor.field(), "");
  assert.deepEqual((await visitor.told()).at(-1), ["expired-callback"]);
  await context.close();
});

test("a pass lives as long as the server says; a short one says its seconds at once", async (context) => {
  const short = await Server.during(context, { config: "budget: {enabled: false}\nchallenge: {client_may_choose: true, submit_after_ms: 0}\nresponse: {lifetime_s: 60}\n" });
  const place = await startSite(short);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { prepare: stopClock });
  await visitor.open();
  await visitor.solve();
  assert.equal(await page.locator(".note").textContent(), `${say("en", "verified")} ${say("en", "expiring", { n: 55 })}`);
  await page.clock.fastForward(50_000);
  assert.notEqual(await visitor.field(), "");
  await page.clock.fastForward(10_000);
  assert.equal(await visitor.field(), "");
});

// ------------------------------------------------------------------ failures

test("no network: said in words, and tried again", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await context.setOffline(true);
  await visitor.box.click();
  await page.locator(".panel[data-state=error]").waitFor();
  assert.match(String(await visitor.notice.textContent()), /^No connection/);
  assert.equal(await visitor.focus(), "primary again");
  assert.deepEqual(await visitor.told(), [["error", { code: "network" }], ["error-callback", "network"]]);
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await visitor.shown();

  await visitor.choose(visitor.right());
  await context.setOffline(true);
  await visitor.submit();
  await visitor.notice.waitFor();
  assert.match(String(await visitor.notice.textContent()), /^No connection/);
  await context.setOffline(false);
  await visitor.submit(); // what was chosen is still chosen, and nothing was spent
  await visitor.passed();
  await context.close();
});

test("a picture that does not come is a failure that can be tried again", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await page.route("**/v1/image/**", (route) => route.abort());
  await visitor.box.click();
  await page.locator(".panel[data-state=error]").waitFor();
  await page.keyboard.press("Escape");
  assert.match(String(await page.locator(".note").textContent()), /^No connection/);
  await page.unroute("**/v1/image/**");
  await visitor.open();
  await visitor.solve();
  await context.close();
});

test("a picture that never ends to load is given up after 20 seconds", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: stopClock });
  const asked = page.waitForRequest("**/v1/image/**");
  await page.route("**/v1/image/**", () => {}); // neither a reply nor an end
  await visitor.box.click();
  await asked;
  await page.clock.runFor(19_000);
  assert.equal(await visitor.panel.getAttribute("data-state"), "loading");
  await page.clock.runFor(2000);
  await page.locator(".panel[data-state=error]").waitFor();
  assert.match(String(await visitor.notice.textContent()), /No connection/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.locator(".primary.again").click();
  await visitor.shown();
  await context.close();
});

test("too many requests: the seconds to wait are told", async (context) => {
  const clock = stoppedClock();
  const strict = await Server.during(context, { config: "budget: {challenge: 1, window_s: 3600}\nchallenge: {client_may_choose: true, submit_after_ms: 0}\n", env: clock.env });
  const place = await startSite(strict);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { prepare: stopClock }); // what has the words is waited for
  await visitor.open();
  await visitor.press("reload");
  await page.locator(".panel[data-state=error]").waitFor();
  const words = /^Too many requests from your network\. Time to wait: ([\d,]+) s\.$/;
  const shown = async () => Number(words.exec(String(await visitor.notice.textContent()))?.[1]?.replace(",", ""));
  assert.ok(await eventually(async () => await shown() > 0), "the words come with the second part");
  const seconds = await shown();
  assert.equal(seconds, 3600 - (clock.now() / 1000) % 3600, "what is left of the window");
  await page.clock.runFor(3000);
  assert.equal(await shown(), seconds - 3);
  assert.equal(await page.locator(".primary.again").isEnabled(), true);
  assert.deepEqual((await visitor.told()).at(-1), ["error-callback", "too-many-requests"]);
});

for (const [name, words, sitekeyOf] of /** @type {[string, RegExp, (other: Server) => string][]} */ ([
  ["an unknown site key", /^This site key is not known\./, () => "nobody"],
  ["a site key for another host", /^This site key is not for this address\./, (other) => other.sitekey],
])) {
  test(name, async (context) => {
    const picky = await Server.during(context, { hostnames: ["example.org"] });
    const place = await startSite(picky, { "/other": bodyOf(picky, "").replace(picky.sitekey, sitekeyOf(picky)) });
    context.after(() => place.down());
    const { page, visitor } = await visit(browser, place, "/other", { prepare: stopClock });
    await visitor.box.click();
    await page.locator(".panel[data-state=error]").waitFor();
    assert.ok(await eventually(async () => words.test(String(await visitor.notice.textContent()))), String(words));
    await page.locator(".tool.close").click();
    assert.match(String(await page.locator(".note").textContent()), words);
    assert.equal(await visitor.focus(), "box");
  });
}

test("an answer that was given elsewhere is told as such, and a new challenge comes", async () => {
  const { context, visitor } = await visit(browser, site, "/human", { prepare: stopClock }); // what has the words is waited for
  await visitor.open();
  const { token } = visitor.challenge;
  await server.answer(token, visitor.challenge.truth);
  await visitor.choose(visitor.right());
  await visitor.submit();
  await visitor.shown(token);
  assert.equal(await visitor.notice.textContent(), "This one was already answered. Here is a new one.");
  await visitor.solve();
  await context.close();
});

const SUBMIT_AFTER_MS = 4000;

// Both clocks stand still, so that no machine is too slow to be too early.
test("an answer can't be sent too early: it is sent by itself, and one that was is told", async (context) => {
  const clock = join(temporaryFolder(), "clock");
  const setServer = (/** @type {string} */ time) => {
    writeFileSync(`${clock}.next`, `2030-01-01 ${time}\n`);
    renameSync(`${clock}.next`, clock);
  };
  setServer("12:00:00");
  const slow = await Server.during(context, { env: clockIn(clock),
    config: `budget: {enabled: false}\nchallenge: {client_may_choose: true, submit_after_ms: ${SUBMIT_AFTER_MS}}\n` });
  const place = await startSite(slow);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { prepare: stopClock });
  await visitor.open();
  await visitor.choose(visitor.right());
  await page.keyboard.press("Enter");
  assert.equal(await visitor.panel.getAttribute("data-state"), "ready");
  await page.clock.runFor(SUBMIT_AFTER_MS - 1);
  assert.equal(await visitor.panel.getAttribute("data-state"), "ready");
  setServer("12:00:10");
  await page.clock.runFor(1100); // up to a second comes by chance
  await visitor.passed();

  // A server whose clock is behind ours: the same challenge, taken for one without a wait.
  await page.route("**/v1/challenge", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), submitAfterMs: 0 } });
  });
  await page.evaluate(() => /** @type {any} */ (window).tessera.reset());
  await visitor.open();
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.getByText("That was very quick. Please submit again.").first().waitFor();
  setServer("12:00:20");
  await page.clock.runFor(1000); // it waits for so long by itself
  await visitor.submit();
  await visitor.passed();
});

test("those who can't see the pictures ask for a challenge without, and keep to it", async () => {
  const { context, page, faults, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const { token } = visitor.challenge;
  await page.getByRole("button", { name: say("en", "instead") }).focus();
  await page.keyboard.press("Enter");
  await visitor.shown(token);
  assert.equal(visitor.challenge.type, "puzzle");
  assert.equal(await visitor.focus(), "replay describe");
  assert.equal(await page.locator(".link.instead").isVisible(), false);
  const puzzle = visitor.challenge.token;
  await visitor.choose(visitor.wrong());
  await visitor.submit();
  await visitor.shown(puzzle);
  assert.equal(visitor.challenge.type, "puzzle");
  await visitor.solve();
  assert.deepEqual(faults, []);
  await context.close();
});

test("where no more puzzles can be had, the visitor is told, and all else is still there", async (context) => {
  const strict = await Server.during(context, { config: "budget: {alternative: 1, window_s: 3600}\nchallenge: {client_may_choose: true, submit_after_ms: 0}\n" });
  const place = await startSite(strict);
  context.after(() => place.down());
  const words = /^Too many requests from your network\. Time to wait: [\d,]+ s\.$/;

  /* Who has one already, and wants the next: there is the other alternative. */
  const first = await visit(browser, place, "/human");
  await first.visitor.open();
  const picture = first.visitor.challenge.token;
  await first.page.locator(".link.instead").click();
  await first.visitor.shown(picture);
  assert.equal(first.visitor.challenge.type, "puzzle");
  const puzzle = first.visitor.challenge.token;
  await first.visitor.press("reload");
  await first.page.locator(".panel[data-state=error]").waitFor();
  await first.visitor.notice.filter({ hasText: words }).waitFor();
  await first.page.locator(".link.listen").click();
  await first.visitor.shown(puzzle);
  assert.equal(first.visitor.challenge.view.prompt.question, "heard");
  await first.visitor.solve();

  /* Who asks for their first: the picture stays, with what was chosen, and can be answered. */
  const second = await visit(browser, place, "/human");
  await second.visitor.open();
  const { token } = second.visitor.challenge;
  await second.visitor.choose(second.visitor.right());
  await second.page.locator(".link.instead").focus();
  await second.page.keyboard.press("Enter");
  await second.visitor.notice.filter({ hasText: words }).waitFor();
  assert.equal(await second.visitor.panel.getAttribute("data-state"), "ready");
  assert.equal(await second.visitor.focus(), "link instead");
  assert.equal(second.visitor.challenge.token, token);
  await second.visitor.submit();
  await second.visitor.passed();
});

test("another round is asked for without a word on the one before", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  const second = await server.challenge({ type: "emotions" });
  let rounds = 0;
  await page.route("**/v1/answer", async (route) => {
    if (rounds++ > 0) return route.continue();
    const { truth, ...challenge } = second;
    await route.fulfill({ json: { state: "next", challenge: { ...challenge, round: 2, rounds: 2 } } });
  });
  await visitor.open();
  const { token } = visitor.challenge;
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.getByText("One more, please: 2 of 2.").first().waitFor();
  await visitor.shown(token); // as it came by this way, without its answer
  visitor.challenge = second;
  await visitor.solve();
  await context.close();
});
