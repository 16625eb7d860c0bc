// Mistakes prevented, and told in words: what is missing is said before anything is sent, and what can't be seen has a way around it
// that is heard with it (WCAG 1.3.1, 3.3.1, 3.3.3, 4.1.3).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, eventually, stoppedClock } from "../lib/tessera.js";
import { say } from "../lib/words.js";
import { DESKTOP, launch, stopClock } from "./browser.js";
import { FORMS, startSite, visit } from "./widget.js";

/** @typedef {import("./widget.js").Visitor} Visitor */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  site = await startSite(server);
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

const CELLS = ".cells, .choice";

/** What the browser's accessibility tree says of an element. @param {Visitor} visitor @param {string} selector @returns {Promise<any>} */
async function accessible({ page }, selector) {
  const session = await page.context().newCDPSession(page);
  const handle = await page.locator(selector).evaluateHandle((element) => /** @type {any} */ (window).looked = element);
  await handle.dispose();
  const { result } = await session.send("Runtime.evaluate", { expression: "window.looked" });
  const { nodes } = await session.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
  await session.detach();
  const node = /** @type {any} */ (nodes[0]);
  const property = (/** @type {string} */ name) => node.properties?.find((/** @type {any} */ one) => one.name === name)?.value.value;
  return { role: node.role?.value, name: node.name?.value ?? "", description: node.description?.value ?? "", invalid: property("invalid") };
}

/** Counts the answers that are sent. @param {Visitor} visitor */
function answersOf({ page }) {
  /** @type {string[]} */
  const sent = [];
  page.on("request", (request) => request.url().endsWith("/v1/answer") && sent.push(String(request.postDataJSON().answer)));
  return sent;
}

const LABELS = ["instead", "listen", "ways"].map((key) => say("en", key));
const LIST = new Intl.ListFormat("en", { type: "disjunction" }).format(LABELS);
const WAYS = say("en", "unseen", { ways: LIST });

// ---------------------------------------------------------- what is heard

for (const [kind, hint] of [["human", "select-one"], ["predator", "select-some"], ["emotions", "select-one"]]) {
  test(`${kind}: the cells are described with how many to choose and the ways around them; told aloud once`, async () => {
    const { context, page, visitor } = await visit(browser, site, `/${kind}`, { viewport: DESKTOP });
    await visitor.open();
    const words = say("en", hint, { n: 3 });
    const grid = await accessible(visitor, CELLS);
    assert.equal(grid.name, visitor.challenge.instructions);
    assert.equal(grid.description, `${words} ${WAYS}`);
    assert.equal((await accessible(visitor, "[data-index='0']")).description, "", "not heard again at each cell");
    assert.equal(await visitor.live.textContent(), `${words} ${WAYS}`, "the question is the name of what has the focus");
    const { token } = visitor.challenge;
    await page.locator(".tool.reload").click();
    await visitor.shown(token);
    assert.equal(await visitor.live.textContent(), "", "once is enough");
    assert.ok((await accessible(visitor, CELLS)).description.endsWith(WAYS));
    await context.close();
  });
}

test("the ways that are told are those that there are", async (context) => {
  const bare = await Server.during(context, { config: "budget: {enabled: false}\nchallenge: {client_may_choose: true, submit_after_ms: 0, types: [human], pow_work: 0}\n" });
  const place = await startSite(bare);
  context.after(() => place.down());
  const { visitor } = await visit(browser, place, "/human");
  await visitor.open();
  assert.deepEqual(visitor.challenge.alternatives, []);
  assert.equal((await accessible(visitor, CELLS)).description, say("en", "select-one"));
});

test("a film is described with the question, which no name of its own tells; words with the ways; a puzzle needs none", async () => {
  const film = await visit(browser, site, "/hidden", { viewport: DESKTOP });
  await film.visitor.open();
  const { description } = await accessible(film.visitor, ".film");
  assert.ok(description.startsWith(film.visitor.challenge.instructions) && description.endsWith(WAYS), description);
  await film.context.close();
  const scene = await visit(browser, site, "/scene", { viewport: DESKTOP });
  await scene.visitor.open();
  await scene.visitor.until(FORMS.words);
  const group = await accessible(scene.visitor, CELLS);
  assert.deepEqual([group.role, group.description], ["radiogroup", `${say("en", "select-one")} ${WAYS}`]);
  await scene.context.close();
  const puzzle = await visit(browser, site, "/puzzle", { viewport: DESKTOP });
  await puzzle.visitor.open();
  assert.ok(!(await accessible(puzzle.visitor, ".moves >> nth=0")).description.includes("picture"));
  await puzzle.context.close();
});

// -------------------------------------------------------- what is missing

/** By type: what is chosen, and what is said to it. @type {[string, number[], string, Record<string, number>?][]} */
const MISSING = [
  ["human", [], "missing-one"],
  ["hidden", [], "missing-one"],
  ["predator", [], "missing-some", { n: 3, chosen: 0 }],
  ["predator", [0], "missing-some", { n: 3, chosen: 1 }],
  ["predator", [0, 1, 2, 3], "missing-some", { n: 3, chosen: 4 }],
];
for (const how of ["Enter", "Submit"]) {
  for (const [kind, chosen, key, holes] of MISSING) {
    test(`${how}: ${kind} with ${chosen.length} chosen says what is missing, sends nothing, and can still be answered`, async () => {
      const { context, page, faults, visitor } = await visit(browser, site, `/${kind}`, { viewport: DESKTOP });
      const sent = answersOf(visitor);
      await visitor.open();
      await visitor.choose(chosen);
      assert.equal(await visitor.submitButton.isEnabled(), true);
      if (how === "Enter") {
        await visitor.cell(chosen.at(-1) ?? 0).focus();
        await page.keyboard.press("Enter");
      } else {
        await visitor.submit();
      }
      const words = say("en", key, holes);
      assert.equal(await visitor.notice.textContent(), words);
      assert.equal(await visitor.notice.isVisible(), true);
      assert.equal(await visitor.live.textContent(), words);
      assert.equal(await visitor.focus(), String(chosen.at(-1) ?? 0), "the focus is where to choose");
      const grid = await accessible(visitor, CELLS);
      assert.ok(grid.description.startsWith(words), grid.description);
      assert.equal(grid.invalid, "true");
      await visitor.choose(chosen); // takes back what takes itself back
      assert.equal(await visitor.notice.isVisible(), chosen.length === 0, "what was said of another answer is gone");
      assert.deepEqual(sent, []);

      await visitor.solve();
      assert.deepEqual(sent, [visitor.challenge.truth]);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }
}

test("a puzzle without its moves, or with one, says so and sends nothing", async () => {
  const { context, visitor } = await visit(browser, site, "/puzzle", { viewport: DESKTOP });
  const sent = answersOf(visitor);
  await visitor.open();
  for (const chosen of [[], visitor.right().slice(0, 1)]) {
    await visitor.choose(chosen);
    await visitor.submit();
    assert.equal(await visitor.notice.textContent(), say("en", "missing-moves"));
  }
  assert.deepEqual(sent, []);
  await visitor.solve();
  await context.close();
});

test("where several are to be chosen, their number is seen and told as it changes; nothing moves away", async () => {
  const { context, page, visitor } = await visit(browser, site, "/predator", { viewport: DESKTOP });
  await visitor.open();
  const hint = page.locator(".hint");
  const place = () => visitor.cell(5).evaluate((cell) => cell.getBoundingClientRect().top);
  const counted = (/** @type {number} */ chosen) => say("en", "chosen", { chosen, n: 3 });
  assert.equal(await hint.textContent(), `${say("en", "select-some", { n: 3 })} ${counted(0)}`);
  const top = await place();
  for (const [index, chosen] of [[0, 1], [1, 2], [1, 1], [2, 2], [3, 3], [4, 4]]) {
    await visitor.choose([index]);
    assert.equal(await hint.textContent(), `${say("en", "select-some", { n: 3 })} ${counted(chosen)}`);
    assert.equal(await visitor.live.textContent(), counted(chosen));
    assert.equal(await place(), top);
  }
  await visitor.submit();
  const below = await place();
  await visitor.choose([4]);
  assert.equal(await visitor.notice.isVisible(), false);
  assert.equal(await place(), below, "the cells stay under the finger");
  await context.close();
});

// -------------------------------------------------------------- too early

const SUBMIT_AFTER_MS = 4000;

test("an answer that is too early is sent by itself, unless it changes", async (context) => {
  const clock = stoppedClock();
  const slow = await Server.during(context, { env: clock.env,
    config: `budget: {enabled: false}\nchallenge: {client_may_choose: true, submit_after_ms: ${SUBMIT_AFTER_MS}}\n` });
  const place = await startSite(slow);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { prepare: stopClock });
  const sent = answersOf(visitor);
  const moment = say("en", "moment");
  await visitor.open();
  await visitor.choose(visitor.wrong());
  await page.keyboard.press("Enter");
  assert.equal(await visitor.notice.textContent(), moment);
  assert.equal(await visitor.live.textContent(), moment);
  await visitor.choose(visitor.right());
  assert.equal(await visitor.notice.isVisible(), false);
  await page.clock.runFor(SUBMIT_AFTER_MS / 2);
  await visitor.submit();
  assert.equal(await visitor.notice.textContent(), moment);
  assert.deepEqual(sent, []);
  clock.pass(10);
  await page.clock.runFor(SUBMIT_AFTER_MS);
  await visitor.passed();
  assert.deepEqual(sent, [visitor.challenge.truth]);
});

test("an answer that waits is sent once, however often Submit is pressed, and not where the page has taken the widget away", async (context) => {
  const slow = await Server.during(context, { config: `budget: {enabled: false}\nchallenge: {client_may_choose: true, submit_after_ms: ${SUBMIT_AFTER_MS}}\n` });
  const place = await startSite(slow);
  context.after(() => place.down());
  for (const [act, count] of /** @type {[string, number][]} */ ([["", 1], ["document.querySelector('.tessera').remove()", 0],
    ["tessera.remove()", 0], ["tessera.reset()", 0]])) {
    const { context: visitors, page, visitor } = await visit(browser, place, "/human", { prepare: stopClock });
    const sent = answersOf(visitor);
    await visitor.open();
    await visitor.choose(visitor.right());
    await visitor.submitButton.evaluate((/** @type {HTMLElement} */ button) => {
      for (let times = 0; times < 50; times++) button.click();
    });
    assert.equal(await visitor.notice.textContent(), say("en", "moment"));
    await page.evaluate(act);
    await page.clock.runFor(2 * SUBMIT_AFTER_MS);
    if (count > 0) await eventually(() => sent.length > 0);
    await page.evaluate(() => fetch("/sent")); // what was sent before it has been noted
    assert.equal(sent.length, count, act);
    await visitors.close();
  }
});

// ------------------------------------------------------- failing, and time

test("after two failures other ways are offered in words and as buttons; not after one", async (context) => {
  const own = await Server.during(context); // the server counts failures of a network as well
  const place = await startSite(own);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { viewport: DESKTOP });
  const buttons = visitor.notice.getByRole("button");
  await page.evaluate((path) => import(path), "/static/tessera-more.js"); // what is late is not waited for: the next test
  await visitor.open();
  for (const count of [0, 3]) {
    const { token } = visitor.challenge;
    await visitor.choose(visitor.wrong());
    await visitor.submit();
    await visitor.shown(token);
    assert.equal(await buttons.count(), count);
  }
  assert.deepEqual(await buttons.allTextContents(), LABELS);
  const words = say("en", "incorrect-twice", { ways: LIST });
  assert.equal(await visitor.live.textContent(), words);
  assert.equal(await visitor.focus(), "0");
  const { token } = visitor.challenge;
  await buttons.nth(1).click();
  await visitor.shown(token);
  assert.equal(visitor.challenge.view.prompt.question, "heard");
  await visitor.solve();
});

test("where what offers other ways does not come, the next challenge does", async (context) => {
  const own = await Server.during(context);
  const place = await startSite(own);
  context.after(() => place.down());
  const { visitor } = await visit(browser, place, "/human", { prepare: (page) => page.route("**/tessera-more.js", () => {}) });
  await visitor.open();
  for (let failures = 0; failures < 2; failures++) {
    const { token } = visitor.challenge;
    await visitor.choose(visitor.wrong());
    await visitor.submit();
    await visitor.shown(token);
    assert.equal(await visitor.notice.textContent(), say("en", "incorrect"));
  }
  await visitor.solve();
});

test("who runs out of time twice is offered other ways as well", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { viewport: DESKTOP, prepare: stopClock });
  const buttons = visitor.notice.getByRole("button");
  await visitor.open();
  for (const count of [0, 3]) {
    await page.clock.fastForward(91_000);
    await page.locator(".panel[data-state=revealed]").waitFor();
    await visitor.notice.waitFor();
    if (count > 0) await buttons.first().waitFor();
    assert.equal(await buttons.count(), count);
    if (count > 0) break;
    const { token } = visitor.challenge;
    await page.locator(".primary.reload").click();
    await visitor.shown(token);
  }
  await buttons.last().click();
  await page.locator(".panel[data-state=ways]").waitFor();
  await context.close();
});

test("the warning names more time where it can be had, and only there", async (context) => {
  const few = await Server.during(context, { config: "budget: {enabled: false}\nchallenge: {client_may_choose: true, extensions_max: 1, submit_after_ms: 0}\n" });
  const place = await startSite(few);
  context.after(() => place.down());
  const { page, visitor } = await visit(browser, place, "/human", { prepare: stopClock });
  await visitor.open();
  await page.clock.fastForward(60_000);
  await page.clock.runFor(250);
  assert.equal(await visitor.live.textContent(), `${say("en", "say-seconds", { n: 30 })} ${say("en", "say-more", { more: say("en", "more") })}`);
  await page.locator(".tool.more").click();
  await page.locator(".tool.more").waitFor({ state: "hidden" });
  await page.clock.runFor(250);
  const [minutes, seconds] = String(await page.locator(".timer").textContent()).split(":").map(Number);
  await page.clock.fastForward((minutes * 60 + seconds - 30) * 1000);
  await page.clock.runFor(250);
  assert.equal(await visitor.live.textContent(), say("en", "say-seconds", { n: 30 }));
});

test("nothing that is said aloud lies in what is busy; the dialog has its language and direction", async () => {
  /** @type {(value?: unknown) => void} */
  let letGo = () => {};
  const looked = new Promise((resolve) => (letGo = resolve));
  const { context, page, visitor } = await visit(browser, site, "/human", {
    prepare: (page) => page.route("**/v1/answer", (route) => looked.then(() => route.continue())),
  });
  await visitor.open();
  assert.deepEqual(await visitor.dialog.evaluate((dialog) => [/** @type {HTMLElement} */ (dialog).lang, /** @type {HTMLElement} */ (dialog).dir]), ["en", "ltr"]);
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.locator(".panel[data-state=sending]").waitFor();
  assert.equal(await visitor.live.textContent(), say("en", "sending"));
  assert.equal(await visitor.live.evaluate((live) => live.closest("[aria-busy=true]")), null);
  assert.equal(await page.locator(".panel .body").getAttribute("aria-busy"), "true");
  letGo();
  await visitor.passed();
  await context.close();
});

// ---------------------------------------------------------------- the box

test("the box says how long a pass is good for, says so again a minute before its end, once, and when it is over", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human", { prepare: stopClock });
  const note = page.locator(".note");
  const live = page.locator(".control .aloud[role=status]");
  await visitor.open();
  assert.equal(await note.textContent(), say("en", "open"));
  await visitor.solve();
  const verified = `${say("en", "verified")} ${say("en", "valid", { n: 5 })}`;
  assert.equal(await note.textContent(), verified);
  assert.equal(await visitor.focus(), "box");
  assert.equal((await accessible(visitor, ".box")).description, verified);
  assert.equal(await live.textContent(), "", "it is heard with the box, which has the focus: not twice");
  await page.clock.fastForward(234_000);
  assert.equal(await note.textContent(), verified);
  await page.clock.fastForward(1_000);
  const expiring = say("en", "expiring", { n: 60 });
  assert.equal(await note.textContent(), expiring);
  assert.equal(await live.textContent(), expiring);
  assert.equal(await visitor.box.getAttribute("aria-checked"), "true");
  assert.notEqual(await visitor.field(), "");
  await page.clock.fastForward(60_000);
  assert.equal(await note.textContent(), say("en", "expired"));
  assert.equal(await live.textContent(), say("en", "expired"));
  assert.equal(await visitor.field(), "");
  await context.close();
});
