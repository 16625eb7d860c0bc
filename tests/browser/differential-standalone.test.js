// The standalone mode makes its challenges in the page. Two that ask the same and differ in their answer are the same to a script: in the
// document with its closed shadow roots, in properties, styles and storage, in the order of calls, and in the order of requests.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { after, before, test } from "node:test";
import { assertSame } from "../lib/differential.js";
import { loadStandalone } from "../lib/standalone.js";
import { kinds } from "../lib/tessera.js";
import { LIMIT, launch, watchedPage } from "./browser.js";
import { observe } from "./differential.js";
import { startSite } from "./standalone.js";

const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

/** Of each difficulty, so many challenges are shown, one half in one page and one half in the other. */
const SHOWN = 4;
/** Among so many seeds there are enough whose challenges ask the same. */
const SEEDS = 2000;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Standalone</title><link rel="icon" href="/icon.png"></head>
<body><main><div id="stage"></div></main></body></html>`;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../lib/static.js").StaticServer} */
let site;
/** @type {any} */
let module;
before(async () => {
  [browser, site] = await Promise.all([launch(), startSite()]);
  site.files.set("/differential.html", { body: PAGE });
  const { getRandomValues } = webcrypto;
  /** @type {number | undefined} */
  let seed;
  webcrypto.getRandomValues = (/** @type {any} */ array) => {
    if (seed === undefined) return getRandomValues.call(webcrypto, array);
    array.fill(0);
    new DataView(array.buffer).setUint32(0, seed);
    return array;
  };
  module = { ...await loadStandalone("differential"), from: (/** @type {number} */ next) => void (seed = next) };
  webcrypto.getRandomValues = getRandomValues;
});
after(() => Promise.all([browser?.close(), site?.down()]));

/** @param {string} type */
const classOf = (type) => `${type[0].toUpperCase()}${type.slice(1)}Challenge`;

/** `words` to choose from; `tiles` are what glyphs and grids show. @typedef {{seed: number, answer: string, words: string[], tiles: string[]}} Chosen */

/** @param {string} answer */
const parityOf = (answer) => [...answer.matchAll(answer.length === 16 ? /\d/g : /\d+/g)].reduce((sum, [digits]) => sum + Number(digits), 0) % 2;

/**
 * Challenges that ask the same, in the same form, of the same sheets, and whose answers differ: even and odd ones in either half, and one of
 * each in the same place of both.
 * @param {string} type @param {object} options @param {(challenge: any) => boolean} [isWanted] @returns {Chosen[]}
 */
function choose(type, options, isWanted = () => true) {
  /** @type {Map<string, Chosen[]>} */
  const groups = new Map();
  for (let seed = 1; seed <= SEEDS; seed++) {
    module.from(seed);
    const challenge = module[classOf(type)].generate(options);
    if (!isWanted(challenge)) continue;
    const { instructions, answer, options: offered, sprites = challenge.grid ?? [] } = challenge;
    const sheets = [...new Set(sprites.map((/** @type {any} */ { spriteSource }) => spriteSource))].sort();
    const key = JSON.stringify([instructions, sheets, offered?.length ?? null]);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    if (group.some((other) => other.answer === answer) || parityOf(answer) !== [0, 1, 1, 0][group.length]) continue;
    const names = (offered ?? []).map((/** @type {any} */ one) => (typeof one === "string" ? one : one.shape));
    group.push({ seed, answer, words: type === "spatial" ? [] : names, tiles: type === "spatial" ? names : ["empty", "black", "pink"] });
    if (group.length === SHOWN) return group;
  }
  return assert.fail(`${type}: no ${SHOWN} challenges ask the same`);
}

/** The same for a session and for a page that shows a challenge itself. @type {Map<string, Chosen[]>} */
const known = new Map();
/** @type {typeof choose} */
function chooseOnce(type, options, isWanted) {
  const key = `${type} ${JSON.stringify(options)} ${isWanted}`;
  const chosen = known.get(key) ?? choose(type, options, isWanted);
  known.set(key, chosen);
  return chosen;
}

/** @typedef {{type: string, name: string, options: any, isSession: boolean, chosen: Chosen[], isBoxed: boolean}} Step */

/** Shows a challenge in the page; what there is to see of it. Runs in the page.
 * @param {{name: string, type: string, options: any, isSession: boolean, seed: number, words: string[], tiles: string[], isBoxed: boolean}} step */
async function show({ name, type, options, isSession, seed, words, tiles, isBoxed }) {
  const { differential } = /** @type {any} */ (window);
  const module_ = await import(/** @type {any} */ ("/standalone.js"));
  const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
  const frame = () => new Promise((resolve) => setTimeout(resolve, 5));
  differential.forget();
  differential.mask(words.map((word, i) => [word, `option ${i}`]), tiles);
  differential.takeCalls();
  differential.seeds.length = 0;
  differential.seeds.push(seed);
  /** @type {any} */
  let captcha;
  if (isSession) {
    captcha = new module_.Captcha(stage, { kinds: [type], rounds: 7, slips: 0, ...options });
    void captcha.start();
    const find = (/** @type {string} */ selector) => /** @type {any} */ (stage.firstElementChild?.shadowRoot?.querySelector(selector));
    await captcha.ready;
    while (!find("button.alone-start")) await frame();
    find("button.alone-start").click();
    while (!find(".panel[data-state=ready]")) await frame();
  } else {
    const loader = new module_.SpriteLoader({ base: "/sprites/" }); // one that has loaded nothing yet
    const challenge = module_[name].generate({ ...options, loader });
    module_[name].render(challenge, stage);
    await challenge.ready;
  }
  await new Promise((resolve) => new ResizeObserver(() => resolve(null)).observe(document.body)); // those before have told how much room there is
  const calls = differential.takeCalls().filter((/** @type {string} */ call) => !/^setTimeout .* 5$/.test(call)); // `frame`
  const seen = differential.look(isBoxed, [captcha, module_]);
  captcha?.stop();
  stage.replaceChildren();
  return { seen, calls };
}

/** Plays the steps in a page of its own, each with the challenges of one half. @param {Step[]} steps @param {number} half */
async function play(steps, half) {
  const { context, page, faults } = await watchedPage(browser, /** @type {any} */ (site), { viewport: { width: 1000, height: 900 } });
  /** @type {string[]} */
  const requests = [];
  /** @type {string[]} */
  const said = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.resourceType()} ${request.postData() ?? ""}`));
  page.on("console", (message) => said.push(message.text()));
  await page.addInitScript(observe);
  await page.goto("/differential.html");
  const shown = [];
  for (const { type, name, options, isSession, chosen, isBoxed } of steps) {
    await page.emulateMedia({ reducedMotion: type === "hidden" ? "no-preference" : "reduce" });
    for (const { seed, words, tiles } of chosen.slice((half * SHOWN) / 2, ((half + 1) * SHOWN) / 2)) {
      const { seen, calls } = await page.evaluate(show, { name, type, options, isSession, seed, words, tiles, isBoxed });
      shown.push({ seen: seen.join("\n"), calls: calls.join("\n"), requests: requests.splice(0).join("\n"), said: said.splice(0).join("\n") });
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(await context.cookies(), []);
  await context.close();
  return shown;
}

/** Words are as wide as they are. @type {string[]} */
const UNEVEN = ["scene", "hidden"];

/** A scene has words to choose from, or pictures. @type {Record<string, ((challenge: any) => boolean)[]>} */
const FORMS = { scene: [({ options }) => options !== null, ({ options }) => options === null] };

/** @param {string} type @returns {Step[]} */
function stepsOf(type) {
  const name = classOf(type);
  const steps = DIFFICULTIES.flatMap((difficulty) => [true, false].flatMap((isSession) => {
    const options = { difficulty, ...(type === "scene" && { moving: false }) };
    const isBoxed = !UNEVEN.includes(type) && !(type === "spatial" && difficulty !== "hard");
    return (FORMS[type] ?? [() => true]).map((isWanted) => ({ type, name, options: /** @type {any} */ (options), isSession, chosen: chooseOnce(type, options, isWanted), isBoxed }));
  }));
  const heard = { heard: true };
  return type !== "scene" ? steps : [...steps, { type, name, options: heard, isSession: false, chosen: choose(type, heard), isBoxed: false }];
}

test("what a page of its own makes shows nothing of the answer", { timeout: 2 * LIMIT.timeout }, async (context) => {
  // PRE-S-2, HUM-S-2, SPA-S-2
  const steps = kinds().flatMap(stepsOf);
  const [first, second] = [await play(steps, 0), await play(steps, 1)];
  const each = SHOWN / 2;
  for (const type of kinds()) {
    await context.test(`${type}: what a page of its own makes shows nothing of the answer`, () => {
      const own = [...first.keys()].filter((i) => steps[Math.floor(i / each)].type === type);
      assert.ok(own.length >= each * 2 * DIFFICULTIES.length);
      for (const i of own) {
        const { name, options, isSession } = steps[Math.floor(i / each)];
        const where = `${name}, ${JSON.stringify(options)}${isSession ? ", a session" : ""}`;
        assert.ok(first[i].seen.length > 1000 && first[i].calls.length > 1000, where);
        for (const part of /** @type {const} */ (["requests", "said", "calls", "seen"])) assertSame(`${where}: ${part}`, [first[i][part], second[i][part]]);
        assertSame(`${where}: seen`, [first[i].seen, first[i - (i % each)].seen]);
      }
    });
  }
});
