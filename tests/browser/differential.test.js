// The widget, and the scripts that stand in for vendors' ones, show challenges that a server makes. Two replies that ask the same and
// differ in their answer make the same page: document with closed shadow roots, properties, styles, storage, calls and requests. That the
// replies themselves don't depend on the answer is what tests/api/differential.test.js shows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertSame } from "../lib/differential.js";
import { Site, pageOf } from "../lib/site.js";
import { Server, kinds } from "../lib/tessera.js";
import { LIMIT, launch, watchedPage } from "./browser.js";
import { observe } from "./differential.js";

const TYPES = kinds();

/** What a page calls, by the script that it loads. @type {Record<string, {script: string, name: string}>} */
const SCRIPTS = {
  "the widget": { script: "/tessera.js", name: "tessera" },
  "reCAPTCHA's script": { script: "/recaptcha/api.js", name: "grecaptcha" },
  "hCaptcha's script": { script: "/1/api.js", name: "hcaptcha" },
  "Turnstile's script": { script: "/turnstile/v0/api.js", name: "turnstile" },
};

/** @typedef {{type: string, difficulty: string, isWanted: (view: any, difficulty: string) => boolean}} Step */

/** Of a scene, one with words to choose from and one with pictures; which of them has numbers that differ each time does not matter here.
 * At easy all that have words name an angle, one of three.
 * @type {Record<string, ((view: any, difficulty: string) => boolean)[]>} */
const FORMS = { scene: [(view, difficulty) => view.options && (difficulty === "easy" || !JSON.stringify(view.prompt).match(/\d/)), (view) => !view.options] };

/** What the next reply has to be like: that kind, and where another page had one already, the same question with another answer.
 * @type {{step: Step, first?: {json: any, truth: string}} | undefined} */
let wanted;
/** The reply that was passed on last. @type {{json: any, truth: string} | undefined} */
let given;

/** @param {string} truth */
const parityOf = (truth) => [...truth.matchAll(truth.length === 16 ? /\d/g : /\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0) % 2;

/** @param {string} path @param {any} json @param {Headers} headers */
function alter(path, json, headers) {
  if (path !== "/v1/challenge" || !wanted) return json;
  const { step, first } = wanted;
  const truth = headers.get("tessera-truth") ?? "";
  if (json.type !== step.type || !step.isWanted(json.view, step.difficulty)) return null;
  if (first) {
    if (JSON.stringify(json.view.prompt) !== JSON.stringify(first.json.view.prompt) || parityOf(truth) === parityOf(first.truth)) return null;
    // What is to be seen is the same: a page that knows nothing of the answer can't tell.
    for (const name of ["options", "grids"]) if (name in json.view) json.view[name] = first.json.view[name];
  }
  given = { json, truth };
  return json;
}

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Server} */
let server;
/** @type {Site} */
let site;
before(async () => {
  [browser, server] = await Promise.all([launch(), Server.start()]);
  const pages = Object.values(SCRIPTS).map(({ script, name }) => [`/${name}`, pageOf(`<script src="${script}?render=explicit"></script>`)]);
  site = await Site.start({ pages: Object.fromEntries(pages), upstream: server.url, alter });
});
after(async () => {
  await browser?.close();
  await site?.down();
  await server?.down();
});

/** Shows a challenge. Runs in the page. @param {{name: string, options: any}} step */
async function show({ name, options }) {
  const page_ = /** @type {any} */ (window);
  page_.differential.forget();
  page_.differential.takeCalls();
  const place = document.createElement("div");
  place.id = "place";
  document.querySelector("main")?.append(place);
  const id = page_[name].render(place, options);
  page_[name].execute(id, undefined);
  const find = (/** @type {string} */ selector) => place.querySelector("[data-tessera]")?.shadowRoot?.querySelector(selector);
  while (!find(".panel[data-state=ready]")) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => new ResizeObserver(() => resolve(null)).observe(document.body)); // those before have told how much room there is
}

/** @param {[string, string][]} masks */
function look(masks) {
  const { differential } = /** @type {any} */ (window);
  differential.mask(masks);
  const calls = differential.takeCalls().filter((/** @type {string} */ call) => !/^setTimeout .* 5$/.test(call)); // that of `show`
  const seen = differential.look(true);
  const place = document.getElementById("place");
  /** @type {HTMLElement} */ (place?.querySelector("[data-tessera]")?.shadowRoot?.querySelector(".tool.close")).click(); // or it would look for its place
  place?.remove();
  return { seen, calls };
}

/** @param {string} surface @param {Step[]} steps @param {{json: any, truth: string}[]} [firsts] what another page was given */
async function play(surface, steps, firsts) {
  const { name } = SCRIPTS[surface];
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), { viewport: { width: 1000, height: 900 } });
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.resourceType()} ${request.postData() ?? ""}`));
  if (name !== "tessera") { // vendors' pages have no say in the type
    await page.route("**/v1/challenge", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), type: wanted?.step.type }) }));
  }
  await page.addInitScript(observe);
  await page.goto(`/${name}`);
  const shown = [];
  for (const [i, step] of steps.entries()) {
    wanted = { step, first: firsts?.[i] };
    given = undefined;
    requests.length = 0;
    await page.emulateMedia({ reducedMotion: step.type === "hidden" ? "no-preference" : "reduce" });
    const options = { sitekey: server.sitekey, size: "normal", ...(name === "tessera" && { type: step.type, difficulty: step.difficulty }) };
    await page.evaluate(show, { name, options });
    const { json, truth } = /** @type {{json: any, truth: string}} */ (/** @type {unknown} */ (given));
    const media = json.view.image.src.split("/").at(-1);
    /** @type {[string, string][]} */
    const masks = Object.entries({ token: json.token, media, id: json.id, issuedAt: json.issuedAt, expiresAt: json.expiresAt }).map(([key, value]) => [value, key]);
    const { seen, calls } = await page.evaluate(look, masks);
    const asked = requests.map((line) => line.replaceAll(media, "media"));
    shown.push({ json, truth, seen: seen.join("\n"), calls: calls.sort().join("\n"), // what is loaded meanwhile may come sooner or later
      requests: [...asked.filter((line) => line.includes("/v1/")), ...asked.filter((line) => !line.includes("/v1/")).sort()].join("\n") });
  }
  wanted = undefined;
  assert.deepEqual(faults, []);
  assert.deepEqual(await context.cookies(), []);
  await context.close();
  return shown;
}

for (const surface of Object.keys(SCRIPTS)) {
  test(`${surface} shows nothing of the answer`, { timeout: 2 * LIMIT.timeout }, async (context) => {
    // PRE-S-2, HUM-S-2, SPA-S-2
    const difficulties = surface === "the widget" ? ["easy", "medium", "hard"] : [""];
    const steps = TYPES.flatMap((type) => difficulties.flatMap((difficulty) => (FORMS[type] ?? [() => true]).map((isWanted) => ({ type, difficulty, isWanted }))));
    const first = await play(surface, steps);
    const second = await play(surface, steps, first);
    for (const type of TYPES) {
      await context.test(`${type}: ${surface} shows nothing of the answer`, () => {
        const own = [...steps.keys()].filter((i) => steps[i].type === type);
        assert.ok(own.length >= difficulties.length);
        for (const i of own) {
          assert.notEqual(first[i].truth, second[i].truth);
          assert.ok(first[i].seen.length > 1000 && first[i].calls.length > 1000);
          for (const part of /** @type {const} */ (["requests", "calls", "seen"])) assertSame(`${steps[i].difficulty}: ${part}`, [first[i][part], second[i][part]]);
        }
      });
    }
  });
}
