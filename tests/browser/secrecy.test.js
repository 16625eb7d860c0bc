// PUZ-21: nothing that the browser has before the verdict tells the solution.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server } from "../lib/tessera.js";
import { PUZZLE_PATH, SLUGS, launch, openPuzzle, pairsBetween, readGrid, watchedPage } from "./browser.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => ([browser, server] = await Promise.all([launch(), Server.start()])));
after(() => Promise.all([browser?.close(), server?.down()]));

/** The solution as it might be written. @param {string} truth */
function spellings(truth) {
  const digits = [...truth];
  const names = digits.map((digit) => ["empty", "black", "pink"][Number(digit)]);
  const bytes = Buffer.from(digits.map(Number));
  return [truth, digits.join(","), digits.join(", "), digits.join(" "), names.join(","), names.join(" "),
    bytes.toString("latin1"), bytes.toString("hex"), bytes.toString("base64"), Buffer.from(truth).toString("base64"),
    Buffer.from(truth).toString("hex"), BigInt(`0x${truth}`).toString()];
}

// PUZ-21
test("page, files, headers, cookies and storage hold no spelling of the solution", async () => {
  for (let round = 0; round < 3; round++) {
    const { context, page } = await watchedPage(browser, server);
    /** @type {Promise<[string, Buffer]>[]} */
    const received = [];
    page.on("response", (response) => received.push((async () => {
      const headers = Object.entries(await response.allHeaders())
        .filter(([name]) => name !== "tessera-truth") // there because of --truth alone
        .map(([name, value]) => `${name}: ${value}`).join("\n");
      return [`${response.url()}\n${headers}`, await response.body()];
    })()));
    const truth = await openPuzzle(page);
    await page.waitForLoadState("networkidle");

    const texts = (await Promise.all(received)).flatMap(([head, body]) => [head, body.toString("latin1")]);
    assert.ok(texts.length >= 2 * 6, `${texts.length}`); // page, style, five scripts, icon
    texts.push(JSON.stringify(await context.cookies()));
    texts.push(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])));
    texts.push(await page.content());
    const token = await page.locator("[name=seed]").inputValue();
    for (const part of [token, ...token.split(".")]) texts.push(Buffer.from(part, "base64url").toString("latin1"));
    for (const text of texts) {
      for (const spelling of spellings(truth)) assert.ok(!text.includes(spelling), text.slice(0, 200));
    }
    for (const id of ["grid-before", "grid-preview", "grid-after", "grid-start", "grid-result"]) {
      assert.notEqual(await readGrid(page, id), truth, id);
    }
    assert.deepEqual(await context.cookies(), []);

    // No card is marked: they differ by the move that they name, and by nothing else.
    for (const name of ["first", "second"]) {
      const cards = await page.locator(`label.move:has([name=${name}])`).evaluateAll((labels) =>
        labels.map((label) => {
          const input = /** @type {HTMLInputElement} */ (label.querySelector("input"));
          const [title, told] = [".move-name", ".aloud"].map((part) => label.querySelector(part)?.textContent ?? "");
          return label.outerHTML.replaceAll(input.value, "SLUG").replaceAll(title, "TITLE").replaceAll(told, "TOLD");
        }));
      assert.equal(new Set(cards).size, 1, cards.join("\n"));
    }
    await context.close();
  }
});

// PUZ-21
test("200 pages differ by their token and their grids alone", async () => {
  const skeletons = new Set(), tokenLengths = new Set(), headerSets = new Set();
  /** @type {Map<string, number>} how often each move is the first of a pair that is right */
  const firsts = new Map();
  for (let i = 0; i < 200; i++) {
    const reply = await fetch(server.url + PUZZLE_PATH);
    const html = await reply.text();
    const token = /name="seed" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const cells = [...html.matchAll(/<td class="(empty|black|pink)">/g)].map((match) => match[1]);
    assert.equal(cells.length, 5 * 16);
    skeletons.add(html.replaceAll(token, "TOKEN")
      .replace(/<td class="(empty|black|pink)"><span class="aloud">\1<\/span>/g, "CELL"));
    tokenLengths.add(token.length);
    headerSets.add(JSON.stringify([...reply.headers].filter(([name]) =>
      !["date", "content-length", "tessera-truth"].includes(name))));

    const digits = cells.map((tone) => ["empty", "black", "pink"].indexOf(tone)).join("");
    const [before, preview, shown, start, result] = /** @type {string[]} */ (digits.match(/.{16}/g));
    assert.deepEqual([preview, result], ["0".repeat(16), "0".repeat(16)]);
    const truth = reply.headers.get("tessera-truth") ?? "";
    const slugs = SLUGS.slice(0, 6);
    const right = pairsBetween(start, truth, slugs).map(String);
    // PUZ-1, PUZ-15: what fits the worked example is what passes, so that the puzzle is fair.
    const fitting = pairsBetween(before, shown, slugs).map(String);
    assert.ok(fitting.length > 0 && fitting.every((pair) => right.includes(pair)), `${fitting} / ${right}`);
    for (const first of new Set(right.map((pair) => pair.split(",")[0]))) {
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
  }
  assert.equal(skeletons.size, 1);
  assert.equal(tokenLengths.size, 1);
  assert.equal(headerSets.size, 1);
  for (const slug of SLUGS.slice(0, 6)) {
    const share = (firsts.get(slug) ?? 0) / 200;
    assert.ok(share > 0.1 && share < 0.7, `${slug} leads in ${share}`);
  }
});
