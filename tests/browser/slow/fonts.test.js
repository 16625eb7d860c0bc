// The layout with three sets of fonts: the usual one, a narrow one with high lines, and a wide one.
import { after, before, test } from "node:test";
import { FONT_SETS, assertFontsInstalled } from "../../lib/fonts.js";
import { Server } from "../../lib/tessera.js";
import { launch } from "../browser.js";
import { longWorded, testFonts } from "../font-layout.js";
import { chromiumWindow, patient } from "../windows.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.down());

test("the fonts are installed", assertFontsInstalled);

for (const fonts of /** @type {import("../../lib/fonts.js").FontSet[]} */ (Object.keys(FONT_SETS))) {
  // The argument means nothing to Chromium: it keeps this browser from being shared with files that have the usual fonts.
  testFonts(fonts, async () => patient(await chromiumWindow(await launch(`--tessera-fonts=${fonts}`), { moving: true })), () => server,
    { languages: ["en", ...longWorded(3)], hyphenates: false });
}
