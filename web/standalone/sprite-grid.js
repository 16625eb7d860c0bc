// sprite-grid.js: what the kinds made of sprites share: cutting them from their sheets, and showing
// them as cells to choose from.

import { renderCells } from "../ui/cells.js";
import { make } from "../ui/dom.js";
import { generate, show } from "./challenge.js";
import { SpriteError, SpriteLoader } from "./sprites.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Tools} Tools */
/** @typedef {import("./challenge.js").View} View */

/**
 * @typedef {object} Sprite
 * @property {string} id no other sprite has it
 * @property {HTMLCanvasElement | {sheet: string, place: number}} sprite a canvas in a browser, empty
 *   until the challenge is ready; elsewhere, where it would be cut from
 * @property {string} spriteSource predator, safe, male, female or item
 * @property {number} spriteIndex its place on that sheet, 0 to 15
 * @property {boolean} selected
 */

/**
 * @typedef {object} Layout
 * @property {string} className
 * @property {number} columns
 * @property {number} [narrowColumns] on a phone
 * @property {number} max how many may be chosen at once
 * @property {number[]} correct
 */

/** @type {WeakMap<object, {sprites: Sprite[], loader: SpriteLoader}>} */
const sources = new WeakMap();

const isBrowser = typeof document !== "undefined";

/**
 * The sprites of a challenge, each with what `mark` says of it.
 * @template {object} T
 * @param {Record<string, any>} truth @param {(source: string, index: number) => T} mark
 * @returns {(Sprite & T)[]}
 */
export function spritesOf(truth, mark) {
  const cells = /** @type {{sheet: string, place: number}[]} */ (truth.sprites);
  return cells.map(({ sheet, place }, index) => ({
    id: `${truth.id}-${index}`,
    sprite: isBrowser ? make("canvas") : { sheet, place },
    spriteSource: sheet,
    spriteIndex: place,
    selected: false,
    ...mark(sheet, index),
  }));
}

/** @param {Sprite[]} sprites @param {SpriteLoader} loader that has their sheets */
function paintSprites(sprites, loader) {
  for (const { sprite, spriteSource, spriteIndex } of sprites) {
    const sheet = /** @type {import("./sprites.js").Sheet} */ (loader.loadedSheet(spriteSource));
    loader.extractInto(/** @type {HTMLCanvasElement} */ (sprite), sheet, spriteIndex);
  }
}

/** Paints the sprites: at once where their sheets are there, otherwise when they are. @param {Sprite[]} sprites @param {SpriteLoader} loader */
async function loadSprites(sprites, loader) {
  const missing = new Set(sprites.map(({ spriteSource }) => spriteSource).filter((name) => !loader.loadedSheet(name)));
  if (missing.size > 0) await loader.preload([...missing]);
  paintSprites(sprites, loader);
}

/** Loads what is not loaded yet; `ready` tells when. @param {Challenge} challenge */
function prepare(challenge) {
  const source = sources.get(challenge);
  if (!source || !isBrowser) return;
  challenge.ready = loadSprites(source.sprites, source.loader);
  challenge.ready.catch(() => {}); // nobody has to wait for it
}

/**
 * @template {object} T
 * @param {string} type @param {Options} options @param {(truth: Record<string, any>) => T} fill
 * @param {(challenge: Challenge & T) => Sprite[]} spritesIn
 */
export function generateOfSprites(type, options, fill, spritesIn) {
  const challenge = generate(type, options, fill);
  sources.set(challenge, { sprites: spritesIn(challenge), loader: options.loader ?? SpriteLoader.shared });
  prepare(challenge);
  return challenge;
}

/** Copies the sprites to the page, all in one size: what sheet one is from must not show by its pixels'
 * number. @param {Sprite[]} sprites @param {HTMLCanvasElement[]} canvases */
function copySprites(sprites, canvases) {
  const images = sprites.map(({ sprite }) => /** @type {HTMLCanvasElement} */ (sprite));
  const side = Math.max(...images.map(({ width }) => width));
  canvases.forEach((canvas, index) => {
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext("2d");
    if (!context) throw new SpriteError("no-canvas");
    context.imageSmoothingQuality = "high";
    context.drawImage(/** @type {HTMLCanvasElement} */ (images[index]), 0, 0, side, side);
  });
}

/** How the loading goes, in words, with a button to try again. @param {Tools} tools @param {() => void} retry */
function loadingNotice({ text }, retry) {
  const element = make("p", { class: "notice", role: "status" });
  const button = make("button", { type: "button", class: "primary again", click: retry }, text.say("again"));
  return {
    element,
    loading: () => element.replaceChildren(text.say("loading")),
    failed: () => element.replaceChildren(text.say("alone-no-pictures"), " ", button),
    done: () => element.remove(),
  };
}

/** @param {Challenge} challenge @param {HTMLElement} root @param {Tools} tools @param {Layout} layout @returns {View} */
function mountSprites(challenge, root, tools, { columns, narrowColumns, max }) {
  const { sprites } = sources.get(challenge) ?? { sprites: [] };
  /** @type {HTMLCanvasElement[]} */
  const canvases = [];
  let isWanted = true;
  let isLoaded = false;
  const notice = loadingNotice(tools, () => {
    prepare(challenge);
    void load();
  });
  root.append(notice.element);
  const cells = renderCells(root, {
    count: sprites.length,
    columns,
    ...(narrowColumns ? { narrowColumns } : {}),
    select: { min: 1, max },
    labelledBy: tools.labelledBy,
    rightWord: tools.text.say("right"),
    labelOf: (_, row, column) => tools.text.say("cell", { row: row + 1, column: column + 1 }),
    paint(cell, index) {
      const canvas = make("canvas", { class: "picture", "aria-hidden": "true" });
      canvases[index] = canvas;
      cell.append(canvas);
    },
    onChange(chosen) {
      sprites.forEach((sprite, index) => (sprite.selected = chosen.includes(index)));
      tools.onChange();
    },
    onSubmit: tools.onSubmit,
  });

  async function load() {
    notice.loading();
    cells.setEnabled(false);
    try {
      await challenge.ready;
      copySprites(sprites, canvases);
      isLoaded = true;
      notice.done();
      cells.setEnabled(isWanted);
    } catch {
      notice.failed();
    }
  }
  void load();

  return {
    answer: () => cells.selection().join(",") || null,
    setEnabled(isEnabled) {
      isWanted = isEnabled;
      cells.setEnabled(isEnabled && isLoaded);
    },
    reveal(correct) {
      isWanted = false;
      cells.reveal(correct);
    },
    focus: () => cells.focus(),
  };
}

/**
 * @param {Challenge} challenge @param {import("./challenge.js").Container} container
 * @param {import("./challenge.js").RenderTools | undefined} given @param {Layout} layout
 */
export function showSprites(challenge, container, given, layout) {
  return show(challenge, container, given, {
    className: layout.className,
    correct: layout.correct,
    mount: (root, tools) => mountSprites(challenge, root, tools, layout),
  });
}
