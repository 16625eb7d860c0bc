// Forms without JavaScript in Chromium as people have it, Firefox and WebKit; tests/browser/forms.test.js has the rest.
import { after, before } from "node:test";
import { testWindows } from "../browser/forms-windows.js";
import { FAST, Server } from "../lib/tessera.js";
import { ENGINES } from "./engines.js";

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ config: `${FAST}demo: true\n` });
});
after(() => server?.down());

testWindows(ENGINES, () => server);
