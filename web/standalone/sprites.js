// sprites.js: sheets of sprites, loaded with the Image API and cut up with the Canvas API. A sheet is
// an image of 4x4 square cells; the place of a cell is counted row by row from 0.

import { drawImage, freeze } from "./intrinsics.js";

const SIDE = 4;
const CELL_MIN = 32;
const CELL_MAX = 512;

/** The five sheets that challenges are made of. */
export const SHEETS = Object.freeze({
  predator: "predator_sprites.png",
  safe: "safe_sprites.png",
  male: "emotion_male_sprites.png",
  female: "emotion_female_sprites.png",
  item: "item_sprites.png",
});

/** @typedef {keyof typeof SHEETS} SheetName */

/** What may go wrong, in words that anybody may read. */
const PROBLEMS = Object.freeze({
  "no-browser": "Sprite sheets can be loaded in a browser only.",
  "not-found": "The sprite sheet was not found.",
  "not-reachable": "The sprite sheet could not be loaded.",
  "not-an-image": "The sprite sheet is not an image.",
  "not-divisible": "The sprite sheet's width and height must be divisible by 4.",
  "not-square": "The sprite sheet's cells must be square.",
  "too-small": `The sprite sheet's cells must be ${CELL_MIN} pixels wide at least.`,
  "too-large": `The sprite sheet's cells must be ${CELL_MAX} pixels wide at most.`,
  "no-such-place": "A sprite sheet has the places 0 to 15.",
  "no-canvas": "The browser offers no canvas to draw on.",
});

/** @typedef {keyof typeof PROBLEMS} SpriteProblem */

export class SpriteError extends Error {
  /** @param {SpriteProblem} code */
  constructor(code) {
    super(PROBLEMS[code]);
    this.name = "SpriteError";
    this.code = code;
  }
}

/**
 * @typedef {object} Sheet
 * @property {CanvasImageSource} image
 * @property {number} cell how wide and high a sprite is, in pixels of the image
 */

/** Each row: what is wrong, and when. @type {[SpriteProblem, (width: number, height: number) => boolean][]} */
const CHECKS = [
  ["not-divisible", (width, height) => width % SIDE !== 0 || height % SIDE !== 0],
  ["not-square", (width, height) => width !== height],
  ["too-small", (width) => width < SIDE * CELL_MIN],
  ["too-large", (width) => width > SIDE * CELL_MAX],
];

/** Why an image can't be used: the Image API itself does not tell. @param {string} url @returns {Promise<SpriteProblem>} */
async function diagnose(url) {
  try {
    const reply = await fetch(url, { method: "HEAD" });
    return reply.ok ? "not-an-image" : "not-found";
  } catch {
    return "not-reachable";
  }
}

/** Loads a sheet into a store. It goes there by no promise, whose methods a page could have replaced to put an object in its
 * place that tells when it is read. @param {string} url @param {Sheets} store @returns {Promise<Sheet>} */
async function load(url, store) {
  if (typeof Image === "undefined") throw new SpriteError("no-browser");
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    throw new SpriteError(await diagnose(url));
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const problem = CHECKS.find(([, isWrong]) => isWrong(width, height));
  if (problem) throw new SpriteError(problem[0]);
  return (store[url] = freeze(/** @type {any} */ ({ __proto__: null, image, cell: width / SIDE })));
}

/**
 * Copies a sprite to a canvas, so wide and high.
 * @param {HTMLCanvasElement} canvas @param {Sheet} sheet @param {number} place @param {number} side
 */
export function cutInto(canvas, { image, cell }, place, side) {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new SpriteError("no-canvas");
  context.imageSmoothingQuality = "high";
  const column = place % SIDE;
  const row = (place - column) / SIDE;
  drawImage(context, image, column * cell, row * cell, cell, cell, 0, 0, side, side);
  return canvas;
}

/** Sheets by their names or addresses. @typedef {Record<string, Sheet>} Sheets */

/** @returns {Sheets} */
const emptyStore = () => /** @type {any} */ ({ __proto__: null });

/** Those of a loader that are needed, or null where one of them is not loaded.
 * @type {(loader: SpriteLoader, names: readonly string[], isNeeded: (name: string) => boolean) => Sheets | null} */
export let loadedSheets;

/** Loads them. What a page makes of the class's methods does not matter to it.
 * @type {(loader: SpriteLoader, names: readonly string[], isNeeded?: (name: string) => boolean) => Promise<void>} */
export let loadSheets;

/**
 * Loads each sheet once, however many ask for it and when. What failed is forgotten, so that it can
 * be tried again.
 */
export class SpriteLoader {
  /** The one that challenges use where they are given no other. @type {SpriteLoader} */
  static shared;

  static {
    loadedSheets = (loader, names, isNeeded) => {
      const sheets = emptyStore();
      for (let i = 0; i < names.length; i++) {
        const name = /** @type {string} */ (names[i]);
        if (!isNeeded(name)) continue;
        const sheet = loader.#loaded[loader.#urlOf(name)];
        if (!sheet) return null;
        sheets[name] = sheet;
      }
      return sheets;
    };
    loadSheets = async (loader, names, isNeeded = () => true) => {
      await Promise.all(names.filter((name) => isNeeded(name)).map((name) => loader.#load(name)));
    };
  }

  /** @type {Map<string, Promise<Sheet>>} */
  #sheets = new Map();
  /** Those that are there. */
  #loaded = emptyStore();
  #base;

  /** @param {{base?: string | URL}} [options] the folder of the sheets; sprites/ next to the module */
  constructor({ base = new URL("sprites/", import.meta.url) } = {}) {
    const page = globalThis.document?.baseURI ?? import.meta.url;
    this.#base = new URL(String(base).replace(/\/?$/, "/"), page);
  }

  /** Where a sheet is loaded from. @param {string} nameOrUrl */
  urlOf(nameOrUrl) {
    return this.#urlOf(nameOrUrl);
  }

  /** @param {string} nameOrUrl */
  #urlOf(nameOrUrl) {
    const isName = Object.hasOwn(SHEETS, nameOrUrl);
    return isName
      ? new URL(SHEETS[/** @type {SheetName} */ (nameOrUrl)], this.#base).href
      : new URL(nameOrUrl, globalThis.document?.baseURI ?? import.meta.url).href;
  }

  /**
   * @param {string} nameOrUrl predator, safe, male, female, item, or the address of a sheet
   * @returns {Promise<Sheet>} rejects with a SpriteError
   */
  loadSheet(nameOrUrl) {
    return this.#load(nameOrUrl);
  }

  /** @param {string} nameOrUrl */
  #load(nameOrUrl) {
    const url = this.#urlOf(nameOrUrl);
    const known = this.#sheets.get(url);
    if (known) return known;
    const sheet = load(url, this.#loaded);
    this.#sheets.set(url, sheet);
    sheet.catch(() => this.#sheets.delete(url));
    return sheet;
  }

  /** @param {readonly string[]} [names] */
  async preload(names = Object.keys(SHEETS)) {
    await loadSheets(this, names);
  }

  /**
   * A canvas of its own with one sprite in its original size.
   * @param {Sheet} sheet @param {number} place
   */
  extract(sheet, place) {
    if (!Number.isInteger(place) || place < 0 || place >= SIDE * SIDE) throw new SpriteError("no-such-place");
    return cutInto(document.createElement("canvas"), sheet, place, sheet.cell);
  }
}

/** The loader to share, even where a page has replaced SpriteLoader.shared. */
export const sharedLoader = new SpriteLoader();
SpriteLoader.shared = sharedLoader;
