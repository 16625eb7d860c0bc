// Several rounds as visitors meet them: in the widget, and on the page without JavaScript.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, eventually } from "../lib/tessera.js";
import { choose, launch, navigate, openPuzzle, rightPair, truthOf, watchedPage, wrongPair } from "./browser.js";
import { bodyOf, startSite, visit } from "./widget.js";

const CONFIG = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, client_may_choose: true, test_mode: true, strength: friction, rounds_min: 2}\n";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: CONFIG })]);
  site = await startSite(server, { "/german": bodyOf(server, 'data-type="human" data-lang="de"') });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

const WORDS = "One more, please: 2 of 2.";

for (const isRight of [true, false]) {
  test(`keyboard: a second round comes in place after a ${isRight ? "right" : "wrong"} answer, and tells nothing of it`, async () => {
    const { context, page, faults, visitor } = await visit(browser, site, "/human");
    /** @param {number} index of the cell */
    const answer = async (index) => {
      const columns = await page.locator(".cells").evaluate((grid) => Number(getComputedStyle(grid).getPropertyValue("--columns")));
      await page.keyboard.press("Control+Home");
      for (let row = Math.floor(index / columns); row > 0; row--) await page.keyboard.press("ArrowDown");
      for (let column = index % columns; column > 0; column--) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
    };
    await page.locator("[name=name]").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    const { token, round, rounds } = await visitor.shown();
    assert.deepEqual([round, rounds], [1, 2]);
    assert.equal(await visitor.notice.isVisible(), false, "nobody counts before there is a second");
    await answer(Number((isRight ? visitor.right() : visitor.wrong())[0]));

    await visitor.shown(token);
    assert.equal(await visitor.notice.textContent(), WORDS);
    assert.equal(await visitor.notice.getAttribute("data-tone"), "", "neither good nor bad");
    assert.equal(await visitor.live.textContent(), WORDS, "told to screen readers, which get the question as the name of what has the focus");
    assert.equal(await visitor.focus(), "0", "in the new challenge");
    assert.equal(await visitor.box.getAttribute("aria-checked"), "false");
    assert.equal(await visitor.field(), "");
    assert.deepEqual(await visitor.told(), []);

    const second = visitor.challenge.token;
    await answer(Number(visitor.right()[0]));
    if (isRight) {
      await visitor.passed();
      const verified = await server.verify({ response: await visitor.field() });
      assert.deepEqual([verified.success, verified.rounds], [true, 2]);
    } else { // only now
      await visitor.shown(second);
      assert.equal(await visitor.notice.textContent(), "That was not right. Here is a new one.");
      assert.equal(visitor.challenge.round, 1);
    }
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("a picture that does not come in a later round is asked for again, and what was answered before still counts", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const { token } = visitor.challenge;
  await page.route("**/v1/image/**", (route) => route.abort(), { times: 1 });
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.locator(".panel[data-state=error]").waitFor();
  assert.ok(await eventually(() => visitor.challenge.token !== token));
  const { token: second } = visitor.challenge;
  assert.equal(await visitor.focus(), "primary again");
  await page.keyboard.press("Enter");
  await page.locator(".panel[data-state=ready]").waitFor();
  assert.equal(visitor.challenge.token, second);
  await visitor.solve();
  assert.equal((await server.verify({ response: await visitor.field() })).rounds, 2);
  await context.close();
});

test("one that can't be had at all is left: the visitor begins anew", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const { token } = visitor.challenge;
  let aborted = 0;
  await page.route("**/v1/image/**", (route) => {
    aborted++;
    return route.abort();
  }, { times: 2 });
  await visitor.choose(visitor.right());
  await visitor.submit();
  await page.locator(".panel[data-state=error]").waitFor();
  await page.locator(".primary.again").click();
  assert.ok(await eventually(() => aborted === 2));
  await page.locator(".panel[data-state=error]").waitFor();
  assert.ok(await eventually(() => visitor.challenge.token !== token));
  const second = visitor.challenge.token;
  await page.locator(".primary.again").click();
  await visitor.shown(second);
  assert.equal(visitor.challenge.round, 1);
  await context.close();
});

test("giving up in a later round shows the answer, and the next challenge is a first one", async () => {
  const { context, page, visitor } = await visit(browser, site, "/human");
  await visitor.open();
  const { token } = visitor.challenge;
  await visitor.choose(visitor.right());
  await visitor.submit();
  await visitor.shown(token);
  const second = visitor.challenge.token;
  await visitor.giveUp();
  await page.locator(".panel[data-state=revealed]").waitFor();
  await page.locator(".primary.reload").click();
  await visitor.shown(second);
  assert.equal(visitor.challenge.round, 1);
  await context.close();
});

test("the words come in the visitor's language", async () => {
  const { context, visitor } = await visit(browser, site, "/german");
  await visitor.open();
  const { token } = visitor.challenge;
  await visitor.choose(visitor.right());
  await visitor.submit();
  await visitor.shown(token);
  assert.equal(await visitor.notice.textContent(), "Noch eine, bitte: 2 von 2.");
  await context.close();
});

test("without JavaScript: the next puzzle comes in place, right or wrong", async () => {
  for (const pairOf of [rightPair, wrongPair]) {
    const { context, page, faults } = await watchedPage(browser, server, { javaScriptEnabled: false });
    const truth = await openPuzzle(page);
    await choose(page, await pairOf(page, truth));
    const reply = await navigate(page, () => page.locator("#submit").click());
    assert.equal(reply.status(), 200);
    assert.match(await page.title(), /^One more, please/, "what a screen reader says first");
    assert.equal(await page.locator(".round").textContent(), "One more, please: 2 of 2.");
    await choose(page, await rightPair(page, truthOf(reply)));
    await navigate(page, () => page.locator("#submit").click());
    assert.equal(await page.locator("#message").textContent(), pairOf === rightPair ? "You’re through." : "Incorrect.");
    assert.deepEqual(faults, []);
    await context.close();
  }
});
