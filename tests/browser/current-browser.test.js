// The standalone mode in the engine that every change is tested with; tests/engines/engines.test.js has the others.
import { after, before } from "node:test";
import { Server } from "../lib/tessera.js";
import { WindowVisitor, startStandalone, testStandalone } from "./window-visitor.js";
import { CHROMIUM } from "./windows.js";

/** @type {Server} */
let server;
/** @type {import("../lib/static.js").StaticServer} */
let standalone;
/** @type {WindowVisitor} */
let visitor;
before(async () => {
  [server, standalone] = await Promise.all([Server.start(), startStandalone()]);
  visitor = await WindowVisitor.with(server, () => CHROMIUM.Chromium({}));
});
after(async () => {
  await visitor?.end();
  await Promise.all([server?.down(), standalone?.down()]);
});

/* PRE-8.4-2, HUM-8.4-2 */
testStandalone(() => visitor, () => standalone);
