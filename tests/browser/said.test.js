// What a screen reader is given to say on each walk of tests/readers/walks.js, compared with what is kept in said/. After a change of
// words or of order: `UPDATE_SAID=1 node --test tests/browser/said.test.js`, and read what git says has changed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wordsOf } from "../lib/words.js";
import { Stage, compare } from "../readers/stage.js";
import { WALKS } from "../readers/walks.js";
import { launch, watchedPage } from "./browser.js";
import { Ears } from "./ears.js";

const KEPT = new URL("said/", import.meta.url);

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Goes a walk and hears it. @param {import("../readers/walks.js").Walk} walk */
const hear = async (walk) => (await listen(walk)).ears;

/** @param {import("../readers/walks.js").Walk} walk */
async function listen(walk) {
  const stage = await Stage.open(); // what one walk does wrong would be counted in the next
  const site = await stage.site(walk);
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), { viewport: { width: 1280, height: 900 }, javaScriptEnabled: !walk.plain });
  const ears = await Ears.on(page);
  ears.isStill = ears.isPlain = walk.plain === true;
  if (walk.clock) await ears.stopClock();
  try {
    await walk.go(ears, stage);
    assert.deepEqual(faults, []);
    return { ears, truth: stage.truth };
  } finally {
    await context.close();
    await site.down();
    await stage.close();
  }
}

/** What comes first after the dialog has opened: that, and three stops of Tab. @param {string[]} lines */
function firstStops(lines) {
  const opened = lines.indexOf("Space");
  const tabs = lines.flatMap((line, at) => (at > opened && line === "Tab" ? [at] : []));
  return lines.slice(opened, tabs[3] ?? lines.length).join("\n");
}

/** What is said twice within a step, one after the other. @param {string[]} lines */
const repeated = (lines) => lines.filter((line, at) => {
  const words = (/** @type {string | undefined} */ one) => one?.startsWith("  ") ? one.trim().replace(/^[a-z ]+\d?: /, "").replace(/ \(.*\)$/, "") : undefined;
  return words(line) !== undefined && words(line) === words(lines[at - 1]);
});

for (const walk of WALKS) {
  test(walk.name, async () => {
    const ears = await hear(walk);
    const difference = compare(KEPT, walk.name, ears.text(walk.anyTones));
    assert.ok(!difference, `what is said has changed:\n${difference}`);
    assert.deepEqual(ears.faults, []);
    const steps = ears.lines.slice(0, ears.lines.findIndex((line) => line.endsWith("read from its beginning)")) >>> 0);
    assert.deepEqual(repeated(steps), []);
    if (walk.name.startsWith("opened-") && walk.name !== "opened-puzzle") { // which is itself what is heard without pictures
      const { instead, listen: audio, ways } = wordsOf("en");
      assert.ok([instead, audio, ways].some((words) => firstStops(ears.lines).includes(words)), `no way without pictures is told of early:\n${firstStops(ears.lines)}`);
    }
  });
}

test("nothing that is said depends on which cell is right", async () => {
  const walk = /** @type {import("../readers/walks.js").Walk} */ (WALKS.find(({ name }) => name === "opened-emotions"));
  /** By the answer, what was said. @type {Map<string, string>} */
  const said = new Map();
  for (let tries = 0; said.size < 2; tries++) {
    assert.ok(tries < 20, "the answer is always the same");
    const { ears, truth } = await listen(walk);
    assert.ok(!ears.lines.some((line) => line.includes(": correct")), "which what is kept leaves out");
    said.set(truth, ears.text());
  }
  const [one, other] = said.values();
  assert.equal(one, other);
});
