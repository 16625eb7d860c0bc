// Layout in every language: tests/browser looks at those with the longest words alone.
import { after, before, test } from "node:test";
import { LANGUAGES, Server } from "../../lib/tessera.js";
import { LIMIT, launch } from "../browser.js";
import { assertDialogFits, assertFilmWordsFit, assertPuzzlePageFits } from "../language-checks.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
before(async () => ([browser, server] = await Promise.all([launch(), Server.start()])));
after(() => Promise.all([browser?.close(), server?.down()]));

test("on phones of 320 and 360 pixels no word of the puzzle's page is broken, and Japanese breaks between phrases: every language", LIMIT, async () => {
  await assertPuzzlePageFits(browser, server, LANGUAGES);
});

test("on a phone of 320 pixels the dialog fits, runs its way and is marked as what it is: every language", LIMIT, async () => {
  await assertDialogFits(browser, server, LANGUAGES);
});

test("a film at 320 pixels, with the longest words of each language, in drawings that fit fingers: every language", LIMIT, async () => {
  await assertFilmWordsFit(browser, server, LANGUAGES);
});
