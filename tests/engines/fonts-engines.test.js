// The layout with three sets of fonts in every engine; with the wide one in every language.
import { after, before, describe } from "node:test";
import { longWorded, testFonts } from "../browser/font-layout.js";
import { FONT_SETS } from "../lib/fonts.js";
import { LANGUAGES, Server } from "../lib/tessera.js";
import { ENGINES } from "./engines.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start();
});
after(() => server?.down());

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(engine, () => {
    for (const fonts of /** @type {import("../lib/fonts.js").FontSet[]} */ (Object.keys(FONT_SETS))) {
      testFonts(fonts, () => start({ moving: true }), () => server,
        { languages: fonts === "wide" ? LANGUAGES : ["en", ...longWorded(3)], hyphenates: engine !== "Chromium" });
    }
  });
}
