// The standalone flow, from its start screen to its outcome: rounds, time, more time, giving up; by mouse,
// by keyboard alone, by touch alone. The page's clock stands still but for what a test lets pass.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ROOT, eventually, kinds } from "../lib/tessera.js";
import { wordsOf } from "../lib/words.js";
import { COLOUR_RULES, assertAccessible } from "./axe.js";
import { LIMIT, PHONE, launch, watchedPage } from "./browser.js";
import {
  SPY, VIEWPORT, assertSpritesShown, cell, choose, colourNamed, lastChallenge, looks, nextChallenge, open, resultOf, run, sheetPath, startFlow,
  startSite,
} from "./standalone.js";
import { voiceScript } from "./voice.js";

/** @typedef {import("./standalone.js").Page} Page */

const KINDS = kinds();
/** @type {Record<string, string>} */
const TIME_LIMITS = { spatial: "1:00", predator: "1:15", human: "1:30", emotions: "1:00", puzzle: "5:00", scene: "1:00" };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/static.js").StaticServer} */
let site;
before(async () => ([browser, site] = await Promise.all([launch(), startSite()])));
after(() => Promise.all([browser?.close(), site?.down()]));

/** The page that tests without options of their own share: each loads it anew, in place of a context and a process of its own.
 * @type {Awaited<ReturnType<typeof open>> | undefined} */
let shared;

/** The shared page as if it was new, with its clock stopped. */
async function sharedPage() {
  if (!shared) {
    shared = await open(browser, site, { stopClock: true, reducedMotion: "reduce" });
    return shared;
  }
  const { page } = shared;
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: null, forcedColors: null, contrast: null });
  await page.setViewportSize(VIEWPORT);
  await page.goto("/");
  await page.waitForFunction(() => "standalone" in window, undefined, { polling: 50 });
  return shared;
}

/** @param {string} name @param {(page: Page) => Promise<void>} check @param {Parameters<typeof open>[2]} [options] of a page of its own */
function inPage(name, check, options) {
  test(name, LIMIT, async () => {
    const { context, page, faults } = options ? await open(browser, site, { stopClock: true, reducedMotion: "reduce", ...options }) : await sharedPage();
    faults.splice(0);
    try {
      await check(page);
    } catch (error) {
      if (!options) shared = undefined; // whatever is left of it meets no other test
      throw error;
    }
    assert.deepEqual(faults, []);
    if (options) await context.close();
  });
}

/** One kind is nothing without motion. @param {Page} page @param {string} type */
const allowMotion = (page, type) => page.emulateMedia({ reducedMotion: type === "hidden" ? "no-preference" : "reduce" });

const start = (/** @type {Page} */ page) => page.locator("button.alone-start");
const submit = (/** @type {Page} */ page) => page.locator("button.submit");
const more = (/** @type {Page} */ page) => page.locator("button.more");
const giveUpButton = (/** @type {Page} */ page) => page.locator("button.give-up");
const timer = (/** @type {Page} */ page) => page.locator(".timer");
const notice = (/** @type {Page} */ page) => page.locator(".panel > .notice");

/** Gives up, and means it. @param {Page} page */
async function giveUp(page) {
  await giveUpButton(page).click();
  await page.locator(".sure button").first().click();
}

/** The seconds that the timer shows. @param {Page} page */
async function secondsLeft(page) {
  const text = (await timer(page).innerText()).trim();
  const [, minutes, seconds] = /^(\d+):(\d\d)$/.exec(text) ?? [];
  return minutes !== undefined ? 60 * Number(minutes) + Number(seconds) : Number(/^(\d+) s left$/.exec(text)?.[1]);
}

/** Starts a flow and presses its button; the first challenge. @param {Page} page @param {object} options */
async function begin(page, options) {
  await startFlow(page, options);
  await start(page).click();
  return nextChallenge(page);
}

/** Answers the shown challenge after so many milliseconds. @param {Page} page @param {any} challenge @param {boolean} isRight @param {number} ms */
async function answer(page, challenge, isRight, ms = 3000) {
  await choose(page, challenge, isRight);
  await run(page, ms);
  await submit(page).click();
}

/** The last word of a session, after its pause. @param {Page} page @param {number} ms */
async function finish(page, ms) {
  await run(page, ms);
  await page.locator(".outcome").waitFor();
  return resultOf(page);
}

/** What start() has resolved with. @param {Page} page */
const startedOf = (page) => page.evaluate(() => /** @type {any} */ (window).started);

/** Whether the right cells, and no others, stand in the colour of success. @param {Page} page @param {any} challenge */
async function assertRevealed(page, challenge) {
  const right = challenge.answer.split(",").map(Number);
  const success = await colourNamed(page, "--success");
  for (const [index, { colour }] of (await looks(page)).entries()) {
    assert.equal(colour === success, right.includes(index), `cell ${index}`);
  }
}

/** What a page is told of a session. @param {string} outcome @param {number} rounds @param {number} [slips] @param {number} [focusChanges] */
const result = (outcome, rounds, slips = 0, focusChanges = 0) => ({ passed: outcome === "passed", outcome, rounds, slips, focusChanges });

inPage("a session of every kind, passed", async (page) => {
  await startFlow(page, { kinds: KINDS, rounds: 3 });
  assert.equal(await page.locator("[data-index]").count(), 0); // nothing before it is started
  assert.equal(await page.locator(".lead").textContent(),
    "3 small challenges, one after the other. You may make 3 mistakes. Each has a time limit. You can ask for more time.");
  await start(page).click();
  let challenge = await nextChallenge(page);
  for (let round = 1; round <= 3; round++) {
    assert.equal(await page.locator("h2.instructions").textContent(), challenge.instructions);
    assert.equal(await page.locator(".progress").textContent(), `Challenge ${round} of 3`);
    const named = page.getByRole("region", { name: `Challenge ${round} of 3 ${await page.locator("h2.instructions").textContent()}` });
    assert.equal(await named.count(), 1);
    assert.match(await page.locator(".panel > .aloud").textContent() ?? "", new RegExp(`^Challenge ${round} of 3`));
    await answer(page, challenge, true);
    assert.equal(await notice(page).textContent(), "Correct.");
    await run(page, 1499);
    assert.equal(await resultOf(page), undefined);
    if (round === 3) break;
    assert.equal((await lastChallenge(page)).id, challenge.id);
    await run(page, 1);
    challenge = await nextChallenge(page, challenge.id);
  }
  const told = await finish(page, 1);
  assert.deepEqual(told, result("passed", 3));
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).events), [told]);
  assert.equal(await page.locator(".outcome").textContent(), "Verified. Thank you.");
  assert.deepEqual(await startedOf(page), told);
});

for (const type of KINDS) {
  inPage(`made, shown, judged and revealed: ${type}`, async (page) => {
    // SPA-6-3, PRE-6.3-2, HUM-6.3-2
    await allowMotion(page, type);
    let challenge = await begin(page, { kinds: [type], rounds: 2, slips: 0 });
    const limit = TIME_LIMITS[type] ?? `${Math.floor(challenge.timeLimit / 60)}:${String(challenge.timeLimit % 60).padStart(2, "0")}`;
    assert.equal((await timer(page).innerText()).trim(), limit); // PRE-6.2-2, HUM-6.2-2
    await run(page, 1000);
    assert.equal(await secondsLeft(page), challenge.timeLimit - 1); // it runs
    await answer(page, challenge, true);
    assert.equal(await notice(page).textContent(), "Correct.");
    assert.equal(await page.locator(".right").count(), 0); // there is nothing to reveal
    await run(page, 1500);
    challenge = await nextChallenge(page, challenge.id);
    assert.equal((await timer(page).innerText()).trim(), limit);
    await answer(page, challenge, false);
    assert.equal(await notice(page).textContent(), "Incorrect answer. The right answer is marked.");
    const right = await page.locator(".right [data-name], .right [data-index], .right[data-index]").evaluateAll((marked) =>
      marked.map((one) => /** @type {HTMLElement} */ (one).dataset.index ?? /** @type {HTMLElement} */ (one).dataset.name));
    assert.deepEqual(right, type === "puzzle" ? [challenge.first, challenge.second] : challenge.answer.split(","));
    assert.deepEqual(await finish(page, 2000), result("incorrect", 1, 1));
  });
}

inPage("every kind comes, picked at random", async (page) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // SPA-6-1, SPA-6-2, PRE-6.1-1, PRE-6.1-3, PRE-6.3-1, HUM-6.1-1, HUM-6.1-3, HUM-6.3-1
  // Each kind belongs to one random word, in the first round and in the next: the word alone decides, not the kind before.
  /** @type {string[]} */
  const types = [];
  for (let word = 0; word < KINDS.length; word++) {
    await page.evaluate((drawn) => (/** @type {any} */ (window).spied.words = [drawn]), word);
    const challenge = await begin(page, { rounds: 7 });
    types.push(challenge.type);
    if (word % 3 > 0) continue; // another round for some
    const other = (word + 2) % KINDS.length;
    await page.evaluate((drawn) => (/** @type {any} */ (window).spied.words = [drawn]), other);
    await answer(page, challenge, true);
    await run(page, 1500);
    types.push(`${other}: ${(await nextChallenge(page, challenge.id)).type}`);
  }
  const first = types.filter((type) => !type.includes(":"));
  assert.deepEqual([...first].sort(), [...KINDS].sort());
  for (const later of types.filter((type) => type.includes(":"))) {
    const [word, type] = later.split(": ");
    assert.equal(type, first[Number(word)], `word ${word}`);
  }
  await page.evaluate(() => /** @type {any} */ (window).captcha.stop());
});

inPage("the kinds and the level are the page's choice", async (page) => {
  for (let i = 0; i < 10; i++) {
    const challenge = await begin(page, { kinds: ["spatial"], difficulty: "hard" });
    assert.deepEqual([challenge.type, challenge.options.length], ["spatial", 8]);
  }
  const refused = await page.evaluate(() => {
    const { Captcha } = /** @type {any} */ (window).standalone;
    return [[document.body, { kinds: ["nonsense"] }], [document.body, { kinds: [] }], [document.body, { rounds: 0 }], [document.body, { extensions: -1 }],
      [document.body, { difficulty: "mean" }], [document.body, { slips: -1 }], [document.body, { slips: 0.5 }],
      [document.body, { alternatives: ["smell"] }], [null, {}]]
      .map((given) => {
        try {
          return typeof new Captcha(...given);
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      });
  });
  assert.deepEqual(refused, [...Array(8).fill("RangeError"), "TypeError"]);
});

inPage("an answer that comes early waits for one to two seconds, and goes by itself", async (page) => {
  // SPA-6-4, PRE-6.3-3, HUM-6.3-3, PRE-S-4, HUM-S-4
  const beyond = 2 ** 32 - 1; // more than a whole number of thousands: it would favour some, and is drawn again
  for (const [drawn, delayMs] of /** @type {[number[], number][]} */ ([[[0], 1000], [[0, 999], 1999], [[0, beyond, 417], 1417]])) {
    for (const send of [() => page.keyboard.press("Enter"), () => submit(page).click()]) {
      await page.evaluate((words) => (/** @type {any} */ (window).spied.words = words), [...drawn]); // the first draws the kind
      await begin(page, { kinds: ["spatial"], rounds: 7 });
      await cell(page, 0).click();
      await send();
      await send(); // twice is once
      assert.equal(await notice(page).textContent(), wordsOf("en").moment);
      await run(page, delayMs - 1);
      assert.equal(await page.locator(".panel").getAttribute("data-state"), "ready");
      await run(page, 1);
      assert.notEqual(await page.locator(".panel").getAttribute("data-state"), "ready");
    }
  }
});

inPage("an answer that is not whole is told so, and costs nothing", async (page) => {
  // SPA-5-3, PRE-5.3-2, HUM-5.2-6, PRE-5.2-5, PRE-5.2-6: none of these is ever taken for right
  const one = "Nothing is chosen yet. Please choose one.";
  /** @type {[string, number, string][]} */
  const cases = [["spatial", 0, one], ["human", 0, one], ["emotions", 0, one], ["scene", 0, one], ["predator", 0, "Please choose 3. Chosen so far: 0."],
    ["predator", 2, "Please choose 3. Chosen so far: 2."], ["predator", 4, "Please choose 3. Chosen so far: 4."],
    ["puzzle", 0, "Please choose a 1st and a 2nd move."], ["puzzle", 1, "Please choose a 1st and a 2nd move."]];
  for (const [type, count, words] of cases) {
    const challenge = await begin(page, { kinds: [type], rounds: 1, slips: 0 });
    for (let i = 0; i < count; i++) await page.locator(".cell, [data-place=first] .move").nth(i).click();
    for (const isEarly of [true, false]) {
      for (const send of [() => submit(page).click(), () => page.keyboard.press("Enter")]) {
        await page.locator(".notice, .aloud").evaluateAll((all) => all.forEach((one) => (one.textContent = "")));
        await send();
        assert.equal(await notice(page).textContent(), words, `${type}, ${count}`);
        assert.ok(await notice(page).isVisible());
        assert.equal(await page.locator(".panel > .aloud").textContent(), words); // and aloud
        assert.ok(await submit(page).isEnabled());
        assert.equal(await page.locator(".panel").getAttribute("data-state"), "ready");
      }
      if (isEarly) await run(page, 3000);
    }
    for (let i = 0; i < count && type === "predator"; i++) await cell(page, i).click();
    await choose(page, challenge, true);
    await submit(page).click();
    assert.deepEqual(await finish(page, 1500), result("passed", 1), type);
  }
});

inPage("how many to choose is told as in the widget", async (page) => {
  for (const [type, words] of [["predator", "Choose 3. 0 of 3 chosen"], ["human", "Choose one."], ["spatial", "Choose one."]]) {
    await begin(page, { kinds: [type] });
    assert.equal((await page.locator(".hint").textContent())?.trim(), words);
    const grid = page.locator("[role=grid]");
    const described = await grid.evaluate((element) => (element.getAttribute("aria-describedby") ?? "").split(" ")
      .map((id) => /** @type {ShadowRoot} */ (element.getRootNode()).getElementById(id)?.textContent).join(" "));
    assert.match(described, new RegExp(`^Choose (3|one)\\. If you can’t see the picture: .*Use text instead`));
    assert.match(await page.locator(".panel > .aloud").textContent() ?? "", /If you can’t see the picture: /);
  }
});

// ---------------------------------------------------------------------- slips

inPage("a slip shows what is right, and another challenge follows; one too many ends the session", async (page) => {
  const left = ["You may make 1 more mistake.", "You may make no more mistakes. Something else may suit you better: Use text instead."];
  let challenge = await begin(page, { kinds: ["predator"], rounds: 2, slips: 2 });
  await answer(page, challenge, true);
  await run(page, 1500);
  for (const words of left) {
    challenge = await nextChallenge(page, challenge.id);
    assert.equal(await page.locator(".progress").textContent(), "Challenge 2 of 2");
    await answer(page, challenge, false);
    assert.equal(await notice(page).textContent(), `Incorrect answer. The right answer is marked. ${words}`);
    await assertRevealed(page, challenge);
    await run(page, 600_000); // as long as they want to look
    assert.equal(await resultOf(page), undefined);
    assert.ok(await page.locator("button.primary.reload").evaluate((button) => button.matches(":focus")));
    assert.ok(await submit(page).isHidden());
    await page.keyboard.press("Enter");
  }
  challenge = await nextChallenge(page, challenge.id);
  await answer(page, challenge, false);
  await run(page, 1999);
  assert.equal(await resultOf(page), undefined);
  assert.deepEqual(await finish(page, 1), result("incorrect", 1, 3));
  assert.equal(await notice(page).textContent(), "Incorrect answer. The right answer is marked. This check was not passed.");
});

inPage("after two failures other ways are offered in words, and can be taken at once; not after one, nor after giving up", async (page) => {
  const other = page.locator(".link.instead");
  let challenge = await begin(page, { kinds: ["predator"], rounds: 7, slips: 4 });
  const fail = async (/** @type {boolean} */ isGivenUp) => {
    await (isGivenUp ? giveUp(page) : answer(page, challenge, false));
    await page.locator(".panel[data-state=revealed]").waitFor();
  };
  const goOn = async () => {
    await page.locator("button.primary.reload").click();
    challenge = await nextChallenge(page, challenge.id);
  };
  for (const isGivenUp of [false, true]) {
    await fail(isGivenUp);
    assert.doesNotMatch(await notice(page).textContent() ?? "", /suit you/);
    assert.ok(await other.isHidden());
    await goOn();
  }
  await fail(false);
  assert.match(await notice(page).textContent() ?? "", /^Incorrect answer\. .* Something else may suit you better: Use text instead\.$/);
  assert.match(await page.locator(".panel > .aloud").textContent() ?? "", /Use text instead\.$/);
  await goOn();
  await answer(page, challenge, true);
  await run(page, 1500);
  challenge = await nextChallenge(page, challenge.id);
  await fail(false);
  assert.ok(await other.isHidden(), "a right answer makes up for what was before");
  await goOn();
  await answer(page, challenge, true);
  await run(page, 1500);
});

inPage("another way that is offered after failures is taken in place of the next challenge", async (page) => {
  let challenge = await begin(page, { kinds: ["predator"], rounds: 7 });
  await answer(page, challenge, false);
  await page.locator("button.primary.reload").click();
  challenge = await nextChallenge(page, challenge.id);
  await answer(page, challenge, false);
  await page.locator(".link.instead").click();
  challenge = await nextChallenge(page, challenge.id);
  assert.equal(challenge.type, "puzzle");
  assert.equal(await page.locator(".progress").textContent(), "Challenge 1 of 3");
  await answer(page, challenge, false);
  assert.doesNotMatch(await notice(page).textContent() ?? "", /suit you/, "it is not offered back at once");
});

for (const [width, height] of [[360, 740], [1280, 800]]) {
  inPage(`a film stands in the middle, above what is chosen from, and all of that above the buttons, at ${width}x${height}`, async (page) => {
    await begin(page, { kinds: ["hidden"] });
    const [film, first, last, foot] = await Promise.all([".film", "[data-index='0']", "[data-index='11']", ".foot"].map((one) => page.locator(one).boundingBox()));
    assert.ok(film && first && last && foot);
    assert.ok(Math.abs(2 * film.x + film.width - (first.x + last.x + last.width)) < 4, JSON.stringify({ film, first, last }));
    assert.ok(last.y + last.height <= foot.y, `the last ends at ${last.y + last.height}, the buttons begin at ${foot.y}`);
  }, { viewport: { width, height }, reducedMotion: "no-preference" });
}

inPage("on the smallest screens a challenge begins with its question, and a lost one with what is said of it", async (page) => {
  for (const type of ["puzzle", "human", "hidden"]) {
    await allowMotion(page, type);
    const challenge = await begin(page, { kinds: [type], slips: 1 });
    const place = (/** @type {string} */ what) => page.locator(what).evaluate((one) => one.getBoundingClientRect().toJSON());
    const asked = await place("h2.instructions");
    assert.ok(asked.top >= 0 && asked.bottom <= 256, `${type}: the question stands at ${asked.top} to ${asked.bottom}`);
    for (const slip of [0, 1]) {
      await answer(page, await lastChallenge(page), false);
      if (slip === 1) await run(page, 2000);
      const said = await place(".panel > .notice");
      assert.ok(said.top >= 0 && said.bottom <= 256, `${type}: what is said stands at ${said.top} to ${said.bottom}`);
      if (slip === 0) await page.locator("button.primary.reload").click();
      if (slip === 0) await nextChallenge(page, challenge.id);
    }
  }
}, { viewport: { width: 320, height: 256 } });

inPage("the start says so where there are fewer challenges without pictures", async (page) => {
  for (const [options, isFewer] of /** @type {[object, boolean][]} */ ([[{ rounds: 7 }, true], [{ rounds: 3 }, false], [{ rounds: 7, alternatives: [] }, false]])) {
    await startFlow(page, options);
    assert.equal(/fewer/.test(await page.locator(".lead").textContent() ?? ""), isFewer, JSON.stringify(options));
  }
});

inPage("time that is up and giving up are slips as well, and a session with slips is passed", async (page) => {
  let challenge = await begin(page, { kinds: ["spatial"], rounds: 1 });
  await run(page, 60_300);
  assert.match(await notice(page).textContent() ?? "", /^Time is up\. The right answer is marked\. You may make 2 more mistakes\.$/);
  await page.locator("button.primary.reload").click();
  challenge = await nextChallenge(page, challenge.id);
  await giveUp(page);
  assert.equal(await notice(page).textContent(), "The right answer is marked. You may make 1 more mistake.");
  await page.locator("button.primary.reload").click();
  challenge = await nextChallenge(page, challenge.id);
  await answer(page, challenge, true);
  assert.deepEqual(await finish(page, 1500), result("passed", 1, 2));
});

for (const type of ["spatial", "predator", "human", "emotions"]) {
  inPage(`without slips, a wrong answer ends the session, ${type}`, async (page) => {
    const challenge = await begin(page, { kinds: [type], rounds: 7, slips: 0 });
    await answer(page, challenge, false); // PRE-4.2-2, HUM-4.2-2
    assert.equal(await notice(page).textContent(), "Incorrect answer. The right answer is marked.");
    await assertRevealed(page, challenge);
    await run(page, 1999);
    assert.equal(await resultOf(page), undefined);
    assert.deepEqual(await finish(page, 1), result("incorrect", 0, 1));
  });
}

inPage("start() resolves with the session that was passed, however many were not", async (page) => {
  let challenge = await begin(page, { kinds: ["human"], rounds: 1, slips: 0 });
  await answer(page, challenge, false);
  await finish(page, 2000);
  assert.equal(await startedOf(page), undefined);
  await page.locator("button.again").click();
  await start(page).click();
  challenge = await nextChallenge(page, challenge.id);
  await answer(page, challenge, true);
  assert.deepEqual(await finish(page, 1500), result("passed", 1));
  assert.deepEqual(await startedOf(page), result("passed", 1));
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).events), [result("incorrect", 0, 1), result("passed", 1)]);
});

inPage("start() resolves at stop() with the session that was lost", async (page) => {
  const challenge = await begin(page, { kinds: ["human"], rounds: 1, slips: 0 });
  await answer(page, challenge, false);
  await finish(page, 2000);
  await page.evaluate(() => /** @type {any} */ (window).captcha.stop());
  assert.deepEqual(await startedOf(page), result("incorrect", 0, 1));
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).events.length), 1);
  assert.equal(await page.locator("#stage").innerHTML(), "");
});

inPage("time runs out, in red at last", async (page) => {
  for (const type of ["spatial", "predator", "human"]) {
    const challenge = await begin(page, { kinds: [type], slips: 0 });
    await cell(page, 0).click();
    assert.equal(await secondsLeft(page), challenge.timeLimit);
    await run(page, (challenge.timeLimit - 11) * 1000);
    assert.equal(await secondsLeft(page), 11);
    const calm = await timer(page).evaluate((element) => getComputedStyle(element).color);
    await run(page, 1000);
    assert.equal(await secondsLeft(page), 10);
    const alarmed = await timer(page).evaluate((element) => getComputedStyle(element).color);
    assert.notEqual(alarmed, calm);
    assert.equal(alarmed, await colourNamed(page, "--alarm"));
    await run(page, 9999);
    assert.equal(await page.locator(".panel").getAttribute("data-state"), "ready");
    await run(page, 300);
    assert.equal(await notice(page).textContent(), "Time is up. The right answer is marked."); // PRE-6.2-3, HUM-6.2-3
    await assertRevealed(page, challenge); // SPA-7-1, PRE-7.1-1, HUM-7.1-1
    assert.ok(await submit(page).isDisabled());
    assert.deepEqual(await finish(page, 2000), result("timeout", 0, 1));
  }
});

inPage("whoever gives up is shown what is right", async (page) => {
  for (const type of ["spatial", "predator", "human", "emotions"]) {
    const challenge = await begin(page, { kinds: [type], slips: 0 });
    await cell(page, 1).click();
    await giveUp(page);
    assert.equal(await notice(page).textContent(), "The right answer is marked.");
    await assertRevealed(page, challenge); // SPA-7-1, SPA-7-3, PRE-7.1-1, HUM-7.1-1
    assert.deepEqual(await finish(page, 2000), result("gave-up", 0, 1));
    await page.locator("button.again").click(); // and may start again
    await start(page).waitFor();
    assert.ok(await start(page).evaluate((button) => button.matches(":focus"))); // where they were
  }
});

/** The parts of an element's box that can't be seen, in pixels: off the screen, or below what stands in front of it.
 * @param {import("playwright-core").Locator} found */
const unseen = (found) => found.evaluate((element) => {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  const root = /** @type {ShadowRoot | Document} */ (element.getRootNode());
  const isCovered = [0.2, 0.5, 0.8].some((part) => { // corners are round
    const front = root.elementFromPoint(left + part * width, top + part * height);
    return front !== element && !element.contains(front);
  });
  return { off: Math.max(0, -top, -left, bottom - innerHeight, right - innerWidth), isCovered };
});

const SEEN = { off: 0, isCovered: false };

/** Seeds that put the human into the corners, at an edge and in the middle.
 * @param {Page} page @returns {Promise<[number, number][]>} seeds and squares */
const findSeeds = (page) => page.evaluate(() => {
  const { spied, standalone } = /** @type {any} */ (window);
  /** @type {[number, number][]} */
  const found = [];
  const wanted = new Set([0, 9, 45, 90, 99]);
  for (spied.seed = 1; wanted.size > 0 && spied.seed < 20_000; spied.seed++) {
    standalone.HumanChallenge.generate({ difficulty: "hard" });
    const square = Number(spied.truth.answer);
    if (wanted.delete(square)) found.push([spied.seed, square]);
  }
  spied.seed = null;
  return found;
});

/** What findSeeds() found. @type {[number, number][] | undefined} */
let squares;

for (const [width, height] of [[1280, 720], [1366, 768], [360, 640]]) {
  inPage(`what is right is seen, and so are the buttons, at ${width}x${height}`, async (page) => { // HUM-7.1-2, HUM-7.1-4
    await page.setViewportSize({ width, height });
    squares ??= await findSeeds(page);
    assert.equal(squares.length, 5);
    for (const [type, seed = null, square] of /** @type {[string, number?, number?][]} */ ([...squares.map(([one, at]) => /** @type {const} */ (["human", one, at])), ["predator"], ["emotions"], ["spatial"]])) {
      await page.evaluate((given) => (/** @type {any} */ (window).spied.seed = given), seed);
      const challenge = await begin(page, { kinds: [type], difficulty: "hard", slips: 0 });
      const right = challenge.answer.split(",").map(Number);
      if (square !== undefined) assert.deepEqual(right, [square]);
      const assertSeen = async (/** @type {string} */ when) => {
        for (const index of right) assert.deepEqual(await unseen(cell(page, index)), SEEN, `${type}, cell ${index} of ${right}, ${when}`);
      };
      for (const button of [submit(page), giveUpButton(page)]) assert.deepEqual(await unseen(button), SEEN, type);
      await giveUp(page);
      await assertSeen("at once");
      assert.equal((await finish(page, 2000)).outcome, "gave-up");
      await assertSeen("at the end");
      await page.clock.fastForward(60_000); // it stays until the visitor goes on
      await assertSeen("a minute later");
      assert.deepEqual(await unseen(page.locator("button.again")), SEEN);
    }
  });
}

/** Whether what has focus can be seen, and stands behind nothing; null where nothing has. @param {Page} page */
const focusSeen = (page) => page.evaluate(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const shown = element.closest(".move") ?? element; // a radio button is seen by its face
  const box = shown.getBoundingClientRect();
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const front = /** @type {ShadowRoot} */ (element.getRootNode()).elementFromPoint(box.left + box.width / 2, (top + bottom) / 2);
  return { name: element.className || element.tagName, isSeen: bottom - top >= Math.min(box.height, innerHeight) - 2, isFront: shown.contains(front) };
});

const NARROW = [[320, 256, 16], [360, 640, 16], [360, 740, 32], [1280, 720, 32]];
for (const [width = 0, height = 0, font = 0] of NARROW) {
  test(`all of a session can be reached, and nothing covers what has focus, at ${width}x${height}, text of ${font} px`, LIMIT, async () => {
    const large = font === 16 ? browser : await launch(`--blink-settings=defaultFontSize=${font}`);
    const { context, page, faults } = await open(large, site, { stopClock: true, viewport: { width, height }, reducedMotion: "reduce",
      script: voiceScript(["de"]) });
    for (const type of ["human", "puzzle", "scene"]) {
      await begin(page, { kinds: [type], lang: "de" });
      await page.evaluate(() => scrollTo(0, 0));
      await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
      const names = [];
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Tab");
        const focus = await focusSeen(page);
        if (!focus) break;
        names.push(focus.name);
        assert.ok(focus.isSeen && focus.isFront, `${type}: ${JSON.stringify(focus)}`);
      }
      assert.ok(names.some((name) => /submit/.test(name)), names.join());
      const [needed, room] = await page.locator("#stage").evaluate((stage) => [stage.scrollWidth, stage.clientWidth]);
      assert.ok(Number(needed) <= Number(room), `${type} needs ${needed} of ${room} pixels`);
      if (type === "human") for (const key of ["Control+Home", "Control+End"]) {
        await page.locator("[data-index][tabindex='0']").focus();
        await page.keyboard.press(key);
        assert.ok((await focusSeen(page))?.isSeen, key);
      }
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await submit(page).click();
      const { top, bottom } = await notice(page).evaluate((element) => element.getBoundingClientRect().toJSON());
      assert.ok(top >= 0 && bottom <= height, `${type}: what is missing stands at ${top} to ${bottom}`);
    }
    assert.deepEqual(faults, []);
    await context.close();
    if (large !== browser) await large.close();
  });
}

inPage("there is more time, ten times, by one click or one key", async (page) => {
  const { timeLimit } = await begin(page, { kinds: ["spatial"] });
  await run(page, 55_000);
  assert.equal(await secondsLeft(page), 5);
  for (let i = 1; i <= 10; i++) {
    if (i % 2 === 1) await more(page).click();
    else await page.keyboard.press("+");
    assert.equal(await secondsLeft(page), 5 + i * timeLimit);
  }
  assert.equal(await notice(page).textContent(), "You have more time now.");
  assert.ok(await more(page).isHidden());
  await page.keyboard.press("+");
  assert.equal(await secondsLeft(page), 5 + 10 * timeLimit);
  await page.clock.fastForward(600_000);
  await run(page, 4000);
  assert.equal(await page.locator(".panel").getAttribute("data-state"), "ready");
  await run(page, 1300);
  assert.match(await notice(page).textContent() ?? "", /^Time is up\./);
});

inPage("more time is promised where it can be had", async (page) => {
  await startFlow(page, { rounds: 1, slips: 0, extensions: 0 });
  assert.equal(await page.locator(".lead").textContent(), "1 small challenge. Each has a time limit.");
  await start(page).click();
  await nextChallenge(page);
  assert.ok(await more(page).isHidden());
});

inPage("whoever is faster than anybody reads does not pass", async (page) => {
  let challenge = await begin(page, { kinds: ["spatial"], rounds: 2 });
  await answer(page, challenge, true, 1999);
  await run(page, 1500);
  challenge = await nextChallenge(page, challenge.id);
  await answer(page, challenge, true, 1999);
  assert.deepEqual(await finish(page, 1500), result("too-fast", 2));
});

inPage("looks at other windows are told, and nobody fails for them", async (page) => {
  // Assistive tools turn the focus away as well: a weak signal, never on its own a refusal, as a slow answer is (R6).
  const challenge = await begin(page, { kinds: ["spatial"], rounds: 1 });
  await page.evaluate(() => {
    const state = { isFocused: true };
    document.hasFocus = () => state.isFocused;
    for (let i = 0; i < 40; i++) {
      for (state.isFocused of [false, true]) {
        window.dispatchEvent(new Event(state.isFocused ? "focus" : "blur"));
        document.dispatchEvent(new Event("visibilitychange")); // comes along, and counts no second time
      }
    }
  });
  await answer(page, challenge, true);
  assert.deepEqual(await finish(page, 1500), result("passed", 1, 0, 40));
});

inPage("by keyboard alone", async (page) => {
  for (const type of ["human", "predator", "puzzle", "scene"]) {
    await startFlow(page, { kinds: [type], rounds: 1 });
    await start(page).waitFor();
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const challenge = await nextChallenge(page);
    await run(page, 3000);
    if (type === "puzzle") {
      for (const name of [challenge.first, challenge.second]) {
        await page.keyboard.press("Tab"); // at first from where the boards are told in words
        await page.keyboard.press("Space");
        for (let i = 0; i < challenge.options.indexOf(name); i++) await page.keyboard.press("ArrowDown");
      }
    } else {
      const columns = type === "human" ? 10 : type === "scene" ? 3 : 5;
      for (const index of challenge.answer.split(",").map(Number)) {
        await page.keyboard.press("Control+Home");
        for (let i = 0; i < Math.floor(index / columns); i++) await page.keyboard.press("ArrowDown");
        for (let i = 0; i < index % columns; i++) await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Space");
      }
    }
    await page.keyboard.press("Enter");
    assert.equal(await notice(page).textContent(), "Correct.", type);
    assert.equal((await finish(page, 1500)).outcome, "passed", type);
  }
});

inPage("by touch alone", async (page) => {
  for (const type of KINDS) {
    await allowMotion(page, type);
    await startFlow(page, { kinds: [type], rounds: 1 });
    await start(page).tap();
    const challenge = await nextChallenge(page);
    await choose(page, challenge, true, "tap");
    await run(page, 3000);
    await submit(page).tap();
    assert.equal((await finish(page, 1500)).outcome, "passed", type);
  }
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

test("the example of the docs: whoever fails and then passes gets the form", LIMIT, async () => {
  const docs = readFileSync(`${ROOT}/docs/standalone.md`, "utf8");
  const [, example] = /```html\n([\s\S]*?)```/.exec(docs) ?? [];
  assert.ok(example?.includes('from "/standalone.js"'));
  const site = await startSite();
  site.files.set("/", { body: `<!doctype html><html lang="en"><title>Example</title><link rel="icon" href="/icon.png">${example}</html>` });
  site.policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'"; // its script stands in the page
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), {});
  await page.addInitScript(`{${SPY} spied.words = [0]; }`); // seven rounds of the first kind
  await page.clock.install({ time: 0 });
  await page.goto("/");
  await page.clock.pauseAt(60_000);
  const form = page.locator("form");
  await start(page).click();
  let challenge = await nextChallenge(page);
  for (let slips = 1; slips <= 4; slips++) {
    await answer(page, challenge, false);
    if (slips === 4) break;
    await page.locator("button.primary.reload").click();
    challenge = await nextChallenge(page, challenge.id);
  }
  await run(page, 2000);
  assert.equal(await form.isVisible(), false);
  await page.locator("button.again").click();
  await start(page).click();
  for (let round = 1; round <= 7; round++) {
    challenge = await nextChallenge(page, challenge.id);
    assert.equal(await form.isVisible(), false);
    await answer(page, challenge, true);
    await run(page, 1500);
  }
  await page.locator(".outcome[data-tone=good]").waitFor();
  assert.equal(await form.isVisible(), true);
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

// ----------------------------------------------------------------- other ways

const START = { puzzle: "Start without pictures", audio: "Start with sound" };
const INSTEAD = { puzzle: "Use text instead", audio: "Use audio instead", pictures: "Use pictures instead" };

/** @param {Page} page @param {string | undefined} name */
const button = (page, name) => page.getByRole("button", { name: name ?? "", exact: true });

/** Which of those buttons can be seen. @param {Page} page @param {Record<string, string | undefined>} names */
async function offered(page, names) {
  const keys = Object.keys(names);
  const seen = await Promise.all(keys.map((key) => button(page, names[key]).isVisible()));
  return keys.filter((_, index) => seen[index]);
}

inPage("whoever can't see the pictures gets none, whatever the kinds are, and fewer rounds", async (page) => {
  for (const kinds of [undefined, ["human"]]) {
    await startFlow(page, { ...(kinds ? { kinds } : {}), rounds: 7 });
    await start(page).waitFor();
    assert.deepEqual(await offered(page, START), ["puzzle"]); // this browser has no voice
    await button(page, START.puzzle).click();
    let challenge = await nextChallenge(page);
    for (let round = 1; round <= 3; round++) {
      assert.equal(challenge.type, "puzzle");
      assert.equal(await page.locator(".progress").textContent(), `Challenge ${round} of 3`);
      assert.deepEqual(await offered(page, INSTEAD), ["pictures"]);
      await answer(page, challenge, true);
      await run(page, 1500);
      if (round < 3) challenge = await nextChallenge(page, challenge.id);
    }
    assert.deepEqual(await resultOf(page), result("passed", 3));
  }
});

inPage("by ear: what is said can be answered, in its own words", async (page) => {
  for (const lang of ["en", "de"]) {
    await startFlow(page, { kinds: ["human"], rounds: 1, lang });
    await page.locator("button.alone-listen").click();
    const challenge = await nextChallenge(page);
    assert.deepEqual([challenge.type, challenge.prompt.question], ["scene", "heard"]);
    const words = wordsOf(lang);
    assert.equal(await page.locator("h2.instructions").textContent(), words["ask-heard"]);
    assert.deepEqual(await offered(page, { puzzle: words.instead, audio: words.listen, pictures: words["alone-pictures"] }), ["puzzle", "pictures"]);
    await page.locator(".player button").first().click();
    const said = await page.evaluate(() => /** @type {any} */ (window).voice.said.at(-1));
    assert.equal(said.lang, lang === "en" ? "en-GB" : "de_DE"); // by a voice of the device, in the visitor's language
    if (lang === "en") assert.equal(said.text, challenge.spoken);
    else assert.match(said.text, /von links nach rechts/);
    assert.ok(!(await page.locator("#stage").innerHTML()).includes(said.text));
    await answer(page, challenge, true);
    assert.deepEqual(await finish(page, 1500), result("passed", 1));
  }
}, { script: voiceScript(["remote en-US", "en-GB", "de_DE"]) });

inPage("a voice that fails is told, and one that was stopped is not", async (page) => {
  await startFlow(page, { kinds: ["human"] });
  await page.locator("button.alone-listen").click();
  await nextChallenge(page);
  const failure = page.getByText("The sound could not be played.");
  const play = page.locator(".player button").first();
  for (const [error, isTold] of /** @type {const} */ ([["canceled", false], ["interrupted", false], ["synthesis-failed", true]])) {
    await play.click();
    assert.equal(await failure.isVisible(), false);
    await page.evaluate((code) => /** @type {any} */ (window).voice.fail(code), error);
    assert.equal(await failure.isVisible(), isTold, error);
  }
}, { script: voiceScript(["en"]) });

inPage("listening is offered only where the device has a voice for the language", async (page) => {
  for (const [lang, ways] of /** @type {[string, string[]][]} */ ([["en", ["puzzle"]], ["ar", ["puzzle"]], ["de", ["puzzle", "audio"]]])) {
    await startFlow(page, { kinds: ["human"], lang });
    await start(page).waitFor();
    const words = wordsOf(lang);
    assert.deepEqual(await offered(page, { puzzle: words["alone-without-pictures"], audio: words["alone-listen"] }), ways, lang);
  }
}, { script: voiceScript(["remote en-US", "de-AT"]) });

inPage("a voice that comes late is offered when it is there", async (page) => {
  await startFlow(page, { kinds: ["human"] });
  await start(page).waitFor();
  assert.deepEqual(await offered(page, START), ["puzzle"]);
  await start(page).focus();
  await page.evaluate(() => /** @type {any} */ (window).voice.arrive());
  assert.deepEqual(await offered(page, START), ["puzzle", "audio"]);
  assert.ok(await start(page).evaluate((one) => one.matches(":focus")));
}, { script: voiceScript(["en"], true) });

inPage("another way can be taken during a round, and back; nothing is lost by it", async (page) => {
  let challenge = await begin(page, { kinds: ["human"], rounds: 7 });
  await answer(page, challenge, true);
  await run(page, 1500);
  challenge = await nextChallenge(page, challenge.id);
  /** @type {[keyof typeof INSTEAD, string, string, string[]][]} */
  const steps = [["puzzle", "puzzle", "Challenge 2 of 4", ["audio", "pictures"]], ["audio", "scene", "Challenge 2 of 6", ["puzzle", "pictures"]],
    ["pictures", "human", "Challenge 2 of 7", ["puzzle", "audio"]]];
  for (const [way, type, progress, others] of steps) {
    await button(page, INSTEAD[way]).click();
    challenge = await nextChallenge(page, challenge.id);
    assert.equal(challenge.type, type);
    assert.equal(challenge.prompt?.question, way === "audio" ? "heard" : undefined);
    assert.equal(await page.locator(".progress").textContent(), progress);
    assert.deepEqual(await offered(page, INSTEAD), others);
    assert.ok(await page.locator(".body").evaluate((body) => body.contains(/** @type {ShadowRoot} */ (body.getRootNode()).activeElement)));
  }
  await page.evaluate(() => /** @type {any} */ (window).captcha.stop());
  assert.deepEqual(await resultOf(page), result("stopped", 1));
}, { script: voiceScript(["en"]) });

inPage("a page that leaves somebody without a way is told so in the console", async (page) => {
  /** @type {string[]} */
  const warned = [];
  page.on("console", (message) => message.type() === "warning" && warned.push(message.text()));
  const make = (/** @type {object} */ options) => page.evaluate((given) =>
    void new /** @type {any} */ (window).standalone.Captcha(document.getElementById("stage"), given), options);
  for (const options of [{}, { kinds: ["human"] }, { kinds: ["puzzle"], alternatives: [] }, { alternatives: ["puzzle"] }]) await make(options);
  assert.deepEqual(warned, []);
  await make({ kinds: ["human", "puzzle"], alternatives: [] });
  await make({ kinds: ["human"], alternatives: ["audio"] });
  assert.equal(warned.length, 2);
  assert.match(warned[0] ?? "", /visitors who can't see the pictures have no way through/);
  assert.match(warned[1] ?? "", /can only listen/);
  await startFlow(page, { kinds: ["human"], alternatives: [] });
  await start(page).waitFor();
  assert.deepEqual(await offered(page, START), []);
});

inPage("the flow keeps the answer to itself", async (page) => {
  // PRE-S-2, HUM-S-2, R1
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window).sort());
  for (const type of ["predator", "human", "emotions"]) {
    await begin(page, { kinds: [type] });
    const cells = await page.locator("[data-index]").evaluateAll((all) => all.map((one) => {
      const copy = /** @type {HTMLElement} */ (one.cloneNode(true));
      for (const attribute of ["data-index", "aria-label", "tabindex"]) copy.removeAttribute(attribute);
      return copy.outerHTML + Object.getOwnPropertyNames(one);
    }));
    assert.equal(new Set(cells).size, 1, type);
    assert.deepEqual(await page.evaluate(() => [document.querySelector(".tessera-captcha"), document.getElementById("stage")]
      .flatMap((element) => Object.getOwnPropertyNames(element))), []);
  }
  const own = ["captcha", "events", "result", "started"]; // of this test
  assert.deepEqual((await page.evaluate(() => Object.getOwnPropertyNames(window).sort())).filter((name) => !own.includes(name)), before);
});

inPage("the sheets are on their way before the first round", async (page) => {
  site.requests.length = 0;
  await startFlow(page, { kinds: ["predator", "spatial"] });
  await eventually(() => site.requests.filter((path) => path !== "/icon.png").length >= 2); // the page's icon comes when it likes
  await page.waitForLoadState("networkidle");
  assert.deepEqual(site.requests.filter((path) => path !== "/icon.png").sort(), ["predator", "safe"].map(sheetPath)); // PRE-10-2
}, {}); // a page of its own, which has no sheets yet

inPage("in the page's language, where there is one", async (page) => {
  await page.evaluate(() => (document.documentElement.lang = "de-AT"));
  const challenge = await begin(page, { kinds: ["spatial"] });
  const { targetShape, targetRotation, isClockwise } = challenge;
  assert.equal(await page.locator("h2.instructions").textContent(),
    `Wähle die Form ${targetShape}, um ${targetRotation}° ${isClockwise ? "im" : "gegen den"} Uhrzeigersinn gedreht.`);
  await answer(page, challenge, false);
  assert.match(await notice(page).textContent() ?? "", /^Falsche Antwort\./);
  const scene = await begin(page, { kinds: ["scene"], difficulty: "easy" });
  const { question, side, rotation, clockwise } = scene.prompt;
  const words = wordsOf("de");
  assert.equal(await page.locator("h2.instructions").textContent(), words[`ask-${[question, side].filter(Boolean).join("-")}`]
    .replace("{degrees}", rotation).replace("{direction}", words[clockwise ? "clockwise" : "anticlockwise"]));
  if (scene.options) {
    assert.deepEqual(await page.locator(".choice .face").allTextContents(), scene.options.map((/** @type {string} */ option) => words[option]));
  }
  await startFlow(page, { kinds: ["human"], lang: "ar" });
  await start(page).click();
  await nextChallenge(page, challenge.id);
  assert.equal(await page.locator(".panel").getAttribute("dir"), "rtl");
  await begin(page, { kinds: ["human"], lang: "tlh" });
  assert.equal(await page.locator("h2.instructions").textContent(), "Select the human");
  await begin(page, { kinds: ["puzzle"], lang: "en" });
  assert.equal(await page.locator("h2.instructions").textContent(), "Which two moves turn Before into After?"); // as in the widget
});

inPage("a session can be stopped wherever it stands", async (page) => {
  const stop = () => page.evaluate(() => /** @type {any} */ (window).captcha.stop());
  const stopped = result("stopped", 0);
  await startFlow(page, {});
  await start(page).waitFor();
  await stop();
  await page.waitForFunction(() => /** @type {any} */ (window).result, undefined, { polling: 20 });
  assert.deepEqual(await resultOf(page), stopped);
  for (const isAnswered of [false, true]) {
    const challenge = await begin(page, { kinds: ["human"] });
    if (isAnswered) await answer(page, challenge, true);
    await stop();
    await page.waitForFunction(() => /** @type {any} */ (window).result, undefined, { polling: 20 });
    assert.deepEqual(await resultOf(page), stopped);
    assert.equal(await page.locator("#stage").innerHTML(), "");
    await run(page, 200_000); // nothing is left running
  }
});

// ------------------------------------------------------- without the pictures

test("where pictures are missing, another kind comes", async () => {
  const site = await startSite();
  site.files.delete(sheetPath("item"));
  const { context, page, faults } = await open(browser, site, { stopClock: true });
  const told = new Set();
  for (let i = 0; i < 60 && told.size < 2; i++) { // 2^-59 is 1.7e-18
    assert.equal((await begin(page, { kinds: ["human", "spatial"] })).type, "spatial"); // PRE-9-3, HUM-9-3
    told.add(await notice(page).textContent());
  }
  assert.deepEqual(told, new Set(["", "Some pictures could not be loaded. Here is another challenge."])); // PRE-9-2, HUM-9-2
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

test("where nothing else is left, the visitor can try again", async () => {
  const site = await startSite();
  const lost = site.files.get(sheetPath("safe"));
  assert.ok(lost);
  site.files.set(sheetPath("safe"), { body: "nonsense" });
  const { context, page, faults } = await open(browser, site, { stopClock: true });
  await startFlow(page, { kinds: ["predator"], rounds: 1 });
  await start(page).click();
  await page.locator(".lead", { hasText: "The pictures could not be loaded." }).waitFor();
  assert.doesNotMatch(await page.locator("#stage").innerText(), /sprite|http|png|error/i); // PRE-9-4
  const again = page.locator("button.again");
  const first = await again.elementHandle();
  await again.click(); // still not there
  await page.waitForFunction((one) => !one?.isConnected, first, { polling: 20 });
  site.files.set(sheetPath("safe"), lost);
  await again.click();
  const challenge = await nextChallenge(page);
  await assertSpritesShown(page, challenge.sprites);
  await answer(page, challenge, true);
  assert.equal((await finish(page, 1500)).outcome, "passed");
  await startFlow(page, { kinds: ["predator"], rounds: 1, sprites: "/nowhere/" });
  await start(page).click();
  await page.locator(".lead", { hasText: "The pictures could not be loaded." }).waitFor();
  await button(page, START.puzzle).click(); // or does without pictures
  assert.equal((await nextChallenge(page, challenge.id)).type, "puzzle");
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

test("while pictures are on their way, nothing else can be pressed in vain", async () => {
  const site = await startSite();
  const { context, page, faults } = await open(browser, site, { stopClock: true });
  /** @type {() => void} */
  let letGo = () => {};
  const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
  await page.route(`**${sheetPath("safe")}`, async (route) => {
    await held;
    await route.continue();
  });
  await startFlow(page, { kinds: ["predator"], rounds: 1 });
  await start(page).focus();
  await page.keyboard.press("Enter");
  assert.equal(await button(page, START.puzzle).isDisabled(), true);
  assert.ok(await start(page).evaluate((one) => one.matches(":focus:enabled")), "who pressed it stays there");
  letGo();
  assert.equal((await nextChallenge(page)).type, "predator");
  assert.deepEqual(faults, []);
  await context.close();
  await site.down();
});

// -------------------------------------------------------------- accessibility

/** Looks at the page in light, and on a phone in the dark, where the rules about colours are enough unless all are wanted.
 * @param {Page} page @param {string} state @param {boolean} [isWhole] */
async function inspect(page, state, isWhole = false) {
  await assertAccessible(page, `${state}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE);
  await assertAccessible(page, `${state}, dark, phone`, isWhole ? undefined : COLOUR_RULES);
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ colorScheme: "light" });
}

for (const type of KINDS) {
  inPage(`axe-core finds nothing: ${type}`, async (page) => {
    await allowMotion(page, type);
    await startFlow(page, { kinds: [type], rounds: 1, slips: 1 });
    await start(page).click();
    const challenge = await nextChallenge(page);
    await submit(page).click();
    await inspect(page, "nothing chosen");
    await choose(page, challenge, false);
    await inspect(page, "chosen", true);
    await run(page, 3000);
    await submit(page).click();
    await inspect(page, "revealed");
  });
}

inPage("axe-core finds nothing: the start, the end and a class by itself", async (page) => {
  for (const kinds of [["human", "puzzle"], ["puzzle"]]) {
    await startFlow(page, { kinds, rounds: 1 });
    await start(page).waitFor();
    await inspect(page, `start, ${kinds}`, true);
  }
  for (const type of ["human", "puzzle"]) {
    const challenge = await begin(page, { kinds: [type], rounds: 1, slips: 0 });
    await answer(page, challenge, false);
    await finish(page, 2000);
    await inspect(page, `failed, ${type}`, true);
  }
  await page.evaluate(() => {
    const { PredatorChallenge } = /** @type {any} */ (window).standalone;
    PredatorChallenge.render(PredatorChallenge.generate(), document.getElementById("stage"));
  });
  await inspect(page, "a class by itself", true);
});
