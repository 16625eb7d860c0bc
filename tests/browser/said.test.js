// What a screen reader is given to say on each walk of tests/readers/walks.js, compared with what is kept in said/. After a change of
// words or of order: `UPDATE_SAID=1 node --test tests/browser/said.test.js`, and read what git says has changed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
async function hear(walk) {
  const stage = await Stage.open(); // what one walk does wrong would be counted in the next
  const site = await stage.site(walk);
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), { viewport: { width: 1280, height: 900 }, javaScriptEnabled: !walk.plain });
  const ears = await Ears.on(page);
  ears.isStill = walk.plain === true;
  if (walk.clock) await ears.stopClock();
  try {
    await walk.go(ears, stage);
    assert.deepEqual(faults, []);
    return ears;
  } finally {
    await context.close();
    await site.down();
    await stage.close();
  }
}

for (const walk of WALKS) {
  test(walk.name, async () => {
    const ears = await hear(walk);
    const difference = compare(KEPT, walk.name, ears.text(walk.anyTones));
    assert.ok(!difference, `what is said has changed:\n${difference}`);
    assert.deepEqual(ears.faults, []);
  });
}
