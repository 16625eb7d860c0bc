// sprite-grid.js: what the kinds made of sprites share: cutting them from their sheets, and showing
// them as cells to choose from.

import { renderCells } from "../ui/cells.js";
import { chosenAnswer, generate, reveal, show } from "./challenge.js";
import { SpriteError, SpriteLoader } from "./sprites.js";

/** @typedef {import("./challenge.js").Challenge} Challenge */
/** @typedef {import("./challenge.js").Options} Options */

/**
 * @typedef {object} Sprite
 * @property {string} id no other sprite has it
 * @property {HTMLCanvasElement | {sheet: string, place: number}} sprite a canvas in a browser, empty
 *   until the challenge is ready; elsewhere, where it would be cut from
 * @property {string} spriteSource predator, safe, male, female or item
 * @property {number} spriteIndex its place on that sheet, 0 to 15
 * @property {boolean} selected
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
    sprite: isBrowser ? document.createElement("canvas") : { sheet, place },
    spriteSource: sheet,
    spriteIndex: place,
    selected: false,
    ...mark(sheet, index),
  }));
}

/** Paints the sprites of a challenge, once their sheets are there. @param {object} challenge */
async function paintSprites(challenge) {
  const source = sources.get(challenge);
  if (!source || !isBrowser) return;
  const { sprites, loader } = source;
  const names = [...new Set(sprites.map(({ spriteSource }) => spriteSource))];
  const sheets = new Map(await Promise.all(names.map(async (name) =>
    /** @type {const} */ ([name, await loader.loadSheet(name)]))));
  for (const { sprite, spriteSource, spriteIndex } of sprites) {
    const sheet = /** @type {import("./sprites.js").Sheet} */ (sheets.get(spriteSource));
    loader.extractInto(/** @type {HTMLCanvasElement} */ (sprite), sheet, spriteIndex);
  }
}

/** Loads what is missing; its `ready` is new. @param {Challenge} challenge */
export function prepare(challenge) {
  challenge.ready = paintSprites(challenge);
  challenge.ready.catch(() => {}); // nobody has to wait for it
  return challenge.ready;
}

/**
 * @template {object} T
 * @param {string} type @param {Options} options @param {(truth: Record<string, any>) => T} fill
 * @param {(challenge: Challenge & T) => Sprite[]} sprites
 */
export function generateOfSprites(type, options, fill, sprites) {
  const challenge = generate(type, options, fill);
  sources.set(challenge, { sprites: sprites(challenge), loader: options.loader ?? SpriteLoader.shared });
  prepare(challenge);
  return challenge;
}

/** Copies the sprites to the page, all in one size: how large a sheet is tells nothing. @param {Sprite[]} sprites @param {HTMLCanvasElement[]} canvases */
function copySprites(sprites, canvases) {
  const images = sprites.map(({ sprite }) => /** @type {HTMLCanvasElement} */ (sprite));
  const side = Math.max(...images.map(({ width }) => width));
  canvases.forEach((canvas, index) => {
    const image = images[index];
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d");
    if (!context) throw new SpriteError("no-canvas");
    if (image) context.drawImage(image, 0, 0, side, side);
  });
}

const LOADING = "Loading the pictures …";
const FAILED = "The pictures could not be loaded.";
const RETRY = "Try again";

/** Says how the loading goes, and offers to try again. @param {HTMLElement} notice @param {() => void} retry */
function loadingNotice(notice, retry) {
  notice.className = "notice";
  notice.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = RETRY;
  button.addEventListener("click", retry);
  return {
    loading: () => notice.replaceChildren(LOADING),
    failed: () => notice.replaceChildren(FAILED, " ", button),
    done: () => notice.remove(),
  };
}

/**
 * @param {Challenge} challenge @param {Element | null | undefined} container
 * @param {{className: string, columns: number, max: number, correct: number[]}} layout
 */
export function renderSprites(challenge, container, { className, columns, max, correct }) {
  const { sprites } = sources.get(challenge) ?? { sprites: [] };
  return show(challenge, container, (root) => {
    root.classList.add(className);
    /** @type {HTMLCanvasElement[]} */
    const canvases = [];
    const cells = renderCells(root, {
      count: sprites.length,
      columns,
      select: { min: 1, max },
      labelOf: (index) => `Picture ${index + 1}`,
      paint(cell, index) {
        const canvas = document.createElement("canvas");
        canvases[index] = canvas;
        cell.append(canvas);
      },
      onChange: (chosen) => sprites.forEach((sprite, index) => (sprite.selected = chosen.includes(index))),
    });

    const notice = document.createElement("p");
    const say = loadingNotice(notice, () => {
      prepare(challenge);
      void load();
    });
    async function load() {
      say.loading();
      cells.setEnabled(false);
      try {
        await challenge.ready;
        copySprites(sprites, canvases);
        cells.setEnabled(true);
        say.done();
      } catch {
        say.failed();
      }
    }
    root.append(notice);
    void load();

    return {
      answer: () => [...cells.selection()].sort((a, b) => a - b).join(","),
      reveal: () => cells.reveal(correct),
      setEnabled: (isEnabled) => cells.setEnabled(isEnabled),
      focus: () => cells.focus(),
    };
  });
}

export { chosenAnswer, reveal };
