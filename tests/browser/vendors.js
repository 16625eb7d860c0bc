// What the tests of the vendors' scripts share: a server that asks one kind of challenge, pages under a strict policy, and what they are told.
import { Site, pageOf } from "../lib/site.js";
import { Server } from "../lib/tessera.js";
import { launch } from "./browser.js";
import { visit } from "./widget.js";

/** @typedef {import("./widget.js").Visitor} Visitor */

/** Vendors' pages have no say in the type: the site asks for one that is quickly answered. */
export const CONFIG = "budget: {enabled: false}\nchallenge: {submit_after_ms: 0, types: [human], strength: friction, test_mode: true}\n";

/** Notes as `told` who was called with what, and what the fields held by then: `page.NAME` is for attributes. */
const NOTES = `
window.told = [];
window.page = Object.fromEntries(["passed", "expired", "failed", "opened", "closed", "timeUp", "before", "after", "unsupported", "loaded"]
  .map((name) => [name, (...values) => void told.push([name, values, [...document.querySelectorAll("[name$=response]")].map((field) => field.value)])]));
window.added = () => Object.getOwnPropertyNames(window).filter((name) => !added.before.has(name));
added.before = new Set(Object.getOwnPropertyNames(window));
`;

/** A page with notes, a body, and a script by its address. @param {string} body @param {string} script */
export const withScript = (body, script) => `<script src="/notes.js"></script>${body}<script src="${script}" async defer></script>`;

/**
 * @param {(server: Server) => Record<string, string>} pages bodies by path
 * @param {{config?: string, scripts?: Record<string, string>, policy?: string}} [options]
 */
export async function startVendor(pages, { config = CONFIG, scripts = {}, policy } = {}) {
  const [browser, server] = await Promise.all([launch(), Server.start({ config })]);
  const site = await Site.start({ scripts: { "/notes.js": NOTES, ...scripts }, upstream: server.url, ...(policy && { policy }),
    pages: Object.fromEntries(Object.entries({ ...pages(server), "/sent": "<p id='sent'>Thank you.</p>" }).map(([path, body]) => [path, pageOf(body)])) });
  return {
    browser, server, site,
    /** @param {string} path @param {Parameters<typeof visit>[3]} [options] */
    visit: (path, options) => visit(browser, site, path, options),
    /** The browser first: its pages may ask for something at any moment. */
    async end() {
      await browser.close();
      await site.down();
      await server.down();
    },
  };
}

/** Answers what is shown, rightly. @param {Visitor} visitor @param {string} [before] the token of the challenge before */
export async function answer(visitor, before) {
  await visitor.shown(before);
  await visitor.choose(visitor.right());
  await visitor.submit();
  await visitor.dialog.waitFor({ state: "hidden" });
}

/** Runs in the page what may use its globals. @param {import("./browser.js").Page} page @param {string} code an expression */
export const inPage = (page, code) => page.evaluate(`(async () => (${code}))()`);

/** What an expression of the page throws, or "". @param {import("./browser.js").Page} page @param {string} code */
export const thrown = (page, code) => page.evaluate(`(() => { try { ${code}; return ""; } catch (error) { return error.message; } })()`);

/** What was told last, once it is that. @param {import("./browser.js").Page} page @param {string} name @param {unknown} [value] */
export async function lastTold(page, name, value) {
  await page.waitForFunction(([wanted, first]) => {
    const [last, values] = /** @type {any} */ (window).told.at(-1) ?? [];
    return last === wanted && (first === undefined || values[0] === first);
  }, [name, value]);
  return (await inPage(page, "told")).at(-1);
}
