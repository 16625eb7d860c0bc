// Pages with an old library that changes what the language itself has: Prototype 1.6 and 1.7, which older Magento loads, and MooTools.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FAST, Server } from "../lib/tessera.js";
import { launch } from "./browser.js";
import { KINDS, bodyOf, startSite, visit } from "./widget.js";

/** What these libraries do, in short: an Array.from that knows no function, arrays that JSON writes as a text, methods that all loops over
 * an array's names see, elements' and functions' methods of their own, and iterations that give their callbacks two values. */
const LIBRARY = `
Array.from = (some) => {
  const all = [];
  for (let at = 0; at < (some?.length ?? 0); at++) all[at] = some[at];
  return all;
};
const { forEach } = Array.prototype;
const collect = (take) => function (turn, place) {
  const all = [];
  forEach.call(this, (value, index) => take(all, turn.call(place, value, index), value));
  return all;
};
Object.assign(Array.prototype, {
  each: forEach, map: collect((all, made) => all.push(made)), filter: collect((all, isWanted, value) => isWanted && all.push(value)),
  entries() { return [...this]; }, toJSON() { return "[" + this.join(", ") + "]"; }, toArray() { return [...this]; },
});
Object.assign(Function.prototype, { bind(place, ...before) { return (...values) => this.apply(place, [...before, ...values]); } });
Object.assign(Element.prototype, { remove() { this.parentNode?.removeChild(this); return this; }, show() { this.style.display = ""; return this; },
  select(what) { return this.querySelectorAll(what); }, replace() { return this; } });
RegExp.prototype.match = RegExp.prototype.test;`;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {import("../lib/site.js").Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start({ config: `${FAST}accessibility: {fallback_method: human_review}\n` })]);
  site = await startSite(server, Object.fromEntries(KINDS.map((kind) => [`/${kind}`, `<script src="/library.js"></script>${bodyOf(server, `data-type="${kind}"`)}`])),
    { scripts: { "/library.js": LIBRARY, "/notes.js": "" } });
});
after(() => Promise.all([browser?.close(), server?.down(), site?.down()]));

for (const kind of KINDS) {
  test(`beside an old library, a challenge is shown and answered: ${kind}`, async () => {
    const { context, page, visitor, faults } = await visit(browser, site, `/${kind}`);
    await visitor.open();
    if (kind === "puzzle") assert.equal(await page.locator(".tiles.before td .aloud").count(), 16); // it can be answered without its boards
    await visitor.solve();
    assert.equal((await server.verify({ response: await visitor.field() })).success, true);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

test("beside an old library, who waits for a person finds the other ways after a reload", async () => {
  const { context, page, visitor, faults } = await visit(browser, site, "/human");
  await visitor.open();
  await page.locator(".ways").click();
  const offered = page.locator(".way");
  await offered.first().waitFor();
  const before = await offered.count();
  await page.locator(".way.review").click();
  const id = await page.locator(".code output").textContent() ?? "";
  await page.reload();
  await page.locator(".note", { hasText: id }).waitFor();
  await visitor.box.click();
  await page.locator(".screen .replay").click();
  await offered.first().waitFor();
  assert.equal(await offered.count(), before - 1); // a person has been asked
  assert.deepEqual(faults, []);
  await context.close();
});
