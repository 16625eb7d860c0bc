// sprite-grid.js: what the kinds made of sprites share: cutting them from their sheets, and showing
// them as cells to choose from.

import { renderCells } from "../ui/cells.js";
import { make } from "../ui/dom.js";
import { defineKind } from "./challenge.js";
import { bareList } from "./intrinsics.js";
import { cutInto } from "./sprites.js";

/** @typedef {import("./challenge.js").Inside} Inside */
/** @typedef {import("./core.js").Truth} Truth */
/** @typedef {import("./sprites.js").Sheet} Sheet */
/** @typedef {import("./sprites.js").Sheets} Sheets */
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

/** Where a sprite is, as the engine says. @typedef {{sheet: string, place: number}} Cell */

const isBrowser = typeof document !== "undefined";

/**
 * @typedef {object} Layout
 * @property {string} type
 * @property {readonly string[]} sheets
 * @property {number} columns
 * @property {number} [narrowColumns] on a phone
 * @property {boolean} [isMany] whether any number can be chosen; else one at a time
 */

/** A kind made of sprites. @param {Layout} layout */
export const spriteKind = (layout) => defineKind({
  type: layout.type,
  className: `${layout.type}-container`,
  sheets: layout.sheets,
  needs: ({ sprites }, sheet) => isOn(sprites, sheet),
  correct: ({ answer }) => answer.split(",").map(Number),
  mount: (root, tools, inside) => mountSprites(root, tools, inside, layout),
});

/** Whether one of the sprites is on that sheet. @param {Cell[]} sprites @param {string} sheet */
function isOn(sprites, sheet) {
  for (let i = 0; i < sprites.length; i++) if (sprites[i]?.sheet === sheet) return true;
  return false;
}

/**
 * The sprites of an object for a page, each with what `mark` says of it.
 * @template {object} T
 * @param {Truth} truth @param {(source: string, index: number) => T} mark
 * @returns {(Sprite & T)[]}
 */
export function spritesOf(truth, mark) {
  const cells = /** @type {Cell[]} */ (truth.sprites);
  return cells.map(({ sheet, place }, index) => ({
    id: `${truth.id}-${index}`,
    sprite: isBrowser ? make("canvas") : { sheet, place },
    spriteSource: sheet,
    spriteIndex: place,
    selected: false,
    ...mark(sheet, index),
  }));
}

/** What an object's sprites are told: their pictures, in the original size, and whether they are chosen.
 * @param {Sprite[]} sprites @returns {import("./challenge.js").Hooks} */
export const hooksOf = (sprites) => ({
  loaded(sheets) {
    for (const { sprite, spriteSource, spriteIndex } of sprites) {
      const sheet = /** @type {Sheet} */ (sheets[spriteSource]);
      cutInto(/** @type {HTMLCanvasElement} */ (sprite), sheet, spriteIndex, sheet.cell);
    }
  },
  chosen(indices) {
    sprites.forEach((sprite, index) => (sprite.selected = indices.includes(index)));
  },
});

/** Paints the cells, all in one size: what sheet one is from must not show by its pixels' number, nor by what is
 * called for it. @param {Cell[]} sprites @param {HTMLCanvasElement[]} canvases @param {Sheets} sheets */
function paintCells(sprites, canvases, sheets) {
  const sheetOf = (/** @type {number} */ i) => /** @type {Sheet} */ (sheets[/** @type {Cell} */ (sprites[i]).sheet]);
  let side = 0;
  for (let i = 0; i < sprites.length; i++) if (sheetOf(i).cell > side) side = sheetOf(i).cell;
  for (let i = 0; i < sprites.length; i++) {
    cutInto(/** @type {HTMLCanvasElement} */ (canvases[i]), sheetOf(i), /** @type {Cell} */ (sprites[i]).place, side);
  }
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

/** @param {HTMLElement} root @param {Tools} tools @param {Inside} inside @param {Layout} layout @returns {View} */
function mountSprites(root, tools, inside, { columns, narrowColumns, isMany }) {
  const sprites = /** @type {Cell[]} */ (inside.truth.sprites);
  /** @type {HTMLCanvasElement[]} */
  const canvases = bareList();
  let isWanted = true;
  let isLoaded = false;
  const notice = loadingNotice(tools, () => {
    inside.load();
    void load();
  });
  root.append(notice.element);
  const cells = renderCells(root, {
    count: sprites.length,
    columns,
    ...(narrowColumns ? { narrowColumns } : {}),
    select: { min: 1, max: isMany ? sprites.length : 1 }, // any cell may be chosen; it is judged at the end
    labelledBy: tools.labelledBy,
    rightWord: tools.text.say("right"),
    labelOf: (_, row, column) => tools.text.say("cell", { row: row + 1, column: column + 1 }),
    paint(cell, index) {
      const canvas = make("canvas", { class: "picture", "aria-hidden": "true" });
      canvases[index] = canvas;
      cell.append(canvas);
    },
    onChange(chosen) {
      inside.chosen(chosen);
      tools.onChange();
    },
    onSubmit: tools.onSubmit,
  });

  async function load() {
    notice.loading();
    cells.setEnabled(false);
    try {
      await inside.ready();
      paintCells(sprites, canvases, /** @type {Sheets} */ (inside.sheets()));
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
