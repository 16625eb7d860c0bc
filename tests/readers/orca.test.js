// What Orca says on each walk, compared with what is kept in said/: `tools/test readers`, and `UPDATE_SAID=1 tools/test readers` to store it anew.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { patience, stoppedClock } from "../lib/tessera.js";
import { Orca } from "./orca.js";
import { Stage, compare } from "./stage.js";
import { WALKS } from "./walks.js";

const KEPT = new URL("said/", import.meta.url);
const LIMIT = { timeout: patience(180_000) };

/** @type {Orca} */
let orca;
before(async () => (orca = await Orca.start()), LIMIT);
after(() => orca?.end());

/** What Orca tells or leaves out by how fast events come: the page that has just loaded, places in a grid, what is around the focus, and what is over
 * in a moment. */
const AROUND = /^  (A site |Name entry|Your device is working|alert\.|invalid entry|leaving |region |List with |expanded|Verification dialog|Row \d+, column \d+|row \d+|column \d+|\d+ of \d+\.|table with |.* (heading level \d\.|panel\.)$)/;

/** The words after each key, each once and in one order: what comes at the same time, a status and the focus, Orca tells in either order, and
 * what it is interrupted in, again. @param {string} text */
const essence = (text) => text.split(/\n(?! )/).map((step) => {
  const [key, ...said] = step.split("\n");
  return [key, ...new Set(said.filter((line) => !AROUND.test(line)).sort())].join("\n");
}).join("\n");

// Firefox has JavaScript or has it not as a whole; and Orca's clock can't be turned.
for (const walk of WALKS.filter(({ plain, slow }) => !plain && !slow)) {
  test(walk.name, LIMIT, async () => {
    const stage = await Stage.open(stoppedClock().env); // what one walk does wrong would be counted in the next
    const site = await stage.site(walk, (path) => path === "/v1/answer" && orca.caughtUp()); // what is said while it is judged is over in a moment
    orca.base = site.url;
    orca.lines = [];
    try {
      await walk.go(orca, stage);
    } finally {
      await orca.page.goto("about:blank");
      await site.down();
      await stage.close();
    }
    const difference = compare(KEPT, walk.name, orca.text(walk.anyTones), essence);
    assert.ok(!difference, `what Orca says has changed:\n${difference}`);
  });
}
