/** How long a visitor on a phone waits for the widget's dialog: Chromium at a sixth of this machine's speed, the server beside it. */
import { PHONE, launchWhole } from "../../tests/browser/browser.js";
import { startSite, visit } from "../../tests/browser/widget.js";
import { Server } from "../../tests/lib/tessera.js";
import { median } from "../lib/numbers.js";

const ROUNDS = 5;
const SLOWER = 6;

/**
 * In the page: presses the box. Milliseconds from there until the question is painted, and until all of the challenge is.
 * @returns {Promise<{question: number, all: number}>}
 */
const press = () => new Promise((resolve) => {
  const root = /** @type {ShadowRoot} */ (document.querySelector("[data-tessera]")?.shadowRoot);
  const box = /** @type {HTMLElement} */ (root.querySelector(".box"));
  const taken = { question: 0, all: 0 };
  let pressedAtMs = 0;
  /** What is sent in a frame arrives when that frame was painted. @param {(ms: number) => void} tell */
  const whenPainted = (tell) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => tell(performance.now() - pressedAtMs);
    port2.postMessage(null);
  });
  let asked = false, shown = false;
  new MutationObserver(() => {
    const panel = /** @type {HTMLElement | null} */ (root.querySelector(".panel"));
    if (!asked && panel && !/^$|Loading/.test(panel.querySelector(".instructions")?.textContent ?? "")) {
      asked = true;
      whenPainted((ms) => (taken.question = ms));
    }
    if (!shown && panel?.dataset.state === "ready") {
      shown = true;
      whenPainted((ms) => resolve({ ...taken, all: ms }));
    }
  }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  pressedAtMs = performance.now();
  box.click();
});

/** @param {string} kind */
export const dialogOpened = (kind) => async () => {
  const [browser, server] = await Promise.all([launchWhole(), Server.start()]);
  const site = await startSite(server);
  try {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { context, page } = await visit(browser, site, `/${kind}`, { viewport: PHONE, hasTouch: true, isMobile: true });
      await page.getByRole("checkbox").waitFor();
      await page.waitForLoadState("networkidle");
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      rounds.push(await page.evaluate(press));
      await context.close();
    }
    const all = median(rounds.map((round) => round.all));
    return { value: median(rounds.map((round) => round.question)), note: `with all of its picture after ${Math.round(all)} ms` };
  } finally {
    await Promise.all([browser.close(), site.down(), server.down()]);
  }
};
