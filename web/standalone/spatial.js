// spatial.js: which of the shapes is the one asked for, rotated? Easy and medium show characters, rotated
// by CSS; hard shows figures that no character has, from the engine's own picture.

import { renderCells } from "../ui/cells.js";
import { make } from "../ui/dom.js";
import { cellPainter, headOf } from "../ui/picture.js";
import { Made, Shown, defineKind } from "./challenge.js";
import { bareList } from "./intrinsics.js";
import { rasterOf } from "./raster.js";

/** @typedef {import("../ui/picture.js").PictureView} PictureView */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").Tools} Tools */
/** @typedef {import("./challenge.js").Inside} Inside */
/** @typedef {import("./core.js").Truth} Truth */
/** @typedef {import("./challenge.js").View} View */

/**
 * @typedef {object} SpatialOption
 * @property {string} shape a character; at the hard level "figure" or "mirrored figure"
 * @property {number} rotation in degrees, in the challenge's direction
 * @property {boolean} correct
 */

/**
 * @typedef {object} SpatialMembers
 * @property {string} targetShape
 * @property {0 | 90 | 180 | 270} targetRotation
 * @property {boolean} isClockwise
 * @property {SpatialOption[]} options
 * @property {number} correctIndex
 */

/** @typedef {import("./challenge.js").Challenge & SpatialMembers} Spatial */

const COLUMNS = 4;
const COLUMNS_NARROW = 2;

/** Whether its options are figures, which no character has. @param {Truth} truth */
const isPictured = ({ difficulty }) => difficulty === "hard";

/** @param {string} shape @param {number} rotation @param {boolean} isClockwise */
function instructionsFor(shape, rotation, isClockwise) {
  return `Select the shape ${shape} rotated ${rotation}° ${isClockwise ? "clockwise" : "anticlockwise"}.`;
}

/** What paints an option as a rotated character. It gets nothing but what is shown, since a page may have replaced
 * the methods that cells are made with.
 * @param {Truth} truth @returns {(cell: HTMLElement, index: number) => void} */
function glyphPainter({ options, isClockwise }) {
  /** @type {{shape: string, degrees: number}[]} */
  const shown = bareList();
  for (let i = 0; i < options.length; i++) {
    const { shape, rotation } = /** @type {SpatialOption} */ (options[i]);
    shown[i] = { shape, degrees: isClockwise ? rotation : -rotation };
  }
  return (cell, index) => {
    const option = shown[index];
    if (!option) return;
    const glyph = make("span", { class: "glyph", "aria-hidden": "true" }, option.shape);
    glyph.style.transform = `rotate(${option.degrees}deg)`;
    cell.append(glyph);
  };
}

/** What paints an option from the picture, whose head goes above them all. @param {Inside} inside
 * @param {HTMLElement} root @param {import("../ui/text.js").Text} text */
function figurePainter({ recipe, truth }, root, text) {
  const { canvas: picture } = rasterOf(recipe);
  const { view } = truth;
  const head = headOf(picture, view);
  if (head) root.append(make("div", { class: "head", role: "img", "aria-label": text.say("reference") }, head));
  return cellPainter(picture, view);
}

/** @param {HTMLElement} root @param {Tools} tools @param {Inside} inside @returns {View} */
function mountOptions(root, tools, inside) {
  const { truth } = inside;
  const { text } = tools;
  const cells = renderCells(root, {
    count: truth.options.length,
    columns: COLUMNS,
    narrowColumns: COLUMNS_NARROW,
    select: { min: 1, max: 1 },
    keeps: true,
    labelledBy: tools.labelledBy,
    rightWord: text.say("right"),
    labelOf: (_, row, column) => text.say("cell", { row: row + 1, column: column + 1 }),
    paint: isPictured(truth) ? figurePainter(inside, root, text) : glyphPainter(truth),
    onChange: tools.onChange,
    onSubmit: tools.onSubmit,
  });
  return {
    answer() {
      const chosen = /** @type {HTMLElement | null} */ (root.querySelector("[data-index][aria-selected=true]"));
      return chosen?.dataset.index ?? null;
    },
    reveal: (correct) => cells.reveal(correct),
    setEnabled: (isEnabled) => cells.setEnabled(isEnabled),
    focus: () => cells.focus(),
  };
}

export const spatial = defineKind({
  type: "spatial",
  className: "spatial-container",
  instructions: (truth) => (isPictured(truth) ? truth.instructions :
    instructionsFor(truth.targetShape, truth.targetRotation, truth.isClockwise)),
  glyph: (truth) => (isPictured(truth) ? null :
    { shape: truth.targetShape, degrees: truth.targetRotation, clockwise: truth.isClockwise }),
  correct: ({ correctIndex }) => [correctIndex],
  mount: mountOptions,
});

export class SpatialChallenge extends Shown {
  static type = spatial.type;
  /** The sheets that it needs. */
  static sheets = spatial.sheets;

  /** @param {Options} [options] @returns {Spatial} */
  static generate(options = {}) {
    return new Made(spatial, options).publish(({ targetShape, targetRotation, isClockwise, options: offered, correctIndex }) =>
      ({ targetShape, targetRotation, isClockwise, options: offered, correctIndex }));
  }
}
