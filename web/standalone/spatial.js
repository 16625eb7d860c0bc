// spatial.js: which of the shapes is the one asked for, rotated? Easy and medium show characters, rotated
// by CSS; hard shows figures that no character has, from the engine's own picture.

import { renderCells } from "../ui/cells.js";
import { make } from "../ui/dom.js";
import { cellPainter, headOf } from "../ui/picture.js";
import { chosenAnswer, generate, reveal, show, validate } from "./challenge.js";
import { rasterOf } from "./raster.js";

/** @typedef {import("../ui/picture.js").PictureView} PictureView */
/** @typedef {import("./challenge.js").Container} Container */
/** @typedef {import("./challenge.js").Options} Options */
/** @typedef {import("./challenge.js").RenderTools} RenderTools */
/** @typedef {import("./challenge.js").Tools} Tools */
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

/** Views of the challenges whose options have no character. @type {WeakMap<object, PictureView>} */
const pictured = new WeakMap();

/** @param {string} shape @param {number} rotation @param {boolean} isClockwise */
function instructionsFor(shape, rotation, isClockwise) {
  return `Select the shape ${shape} rotated ${rotation}° ${isClockwise ? "clockwise" : "counter-clockwise"}.`;
}

/** What paints an option as a rotated character. @param {Spatial} challenge @returns {(cell: HTMLElement, index: number) => void} */
function glyphPainter({ options, isClockwise }) {
  return (cell, index) => {
    const option = /** @type {SpatialOption} */ (options[index]);
    const glyph = make("span", { class: "glyph", "aria-hidden": "true" }, option.shape);
    glyph.style.transform = `rotate(${isClockwise ? option.rotation : -option.rotation}deg)`;
    cell.append(glyph);
  };
}

/** What paints an option from the picture, whose head goes above them all. @param {object} challenge
 * @param {PictureView} view @param {HTMLElement} root @param {import("../ui/text.js").Text} text */
function figurePainter(challenge, view, root, text) {
  const { canvas: picture } = rasterOf(challenge);
  const head = headOf(picture, view);
  if (head) root.append(make("div", { class: "head", role: "img", "aria-label": text.say("reference") }, head));
  return cellPainter(picture, view);
}

/** @param {Spatial} challenge @param {HTMLElement} root @param {Tools} tools @returns {View} */
function mountOptions(challenge, root, tools) {
  const view = pictured.get(challenge);
  const { text } = tools;
  const cells = renderCells(root, {
    count: challenge.options.length,
    columns: COLUMNS,
    narrowColumns: COLUMNS_NARROW,
    select: { min: 1, max: 1 },
    labelledBy: tools.labelledBy,
    rightWord: text.say("right"),
    labelOf: (_, row, column) => text.say("cell", { row: row + 1, column: column + 1 }),
    paint: view ? figurePainter(challenge, view, root, text) : glyphPainter(challenge),
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

export class SpatialChallenge {
  static type = "spatial";
  /** The sheets that it needs. @type {readonly string[]} */
  static sheets = [];

  /** @param {Options} [options] @returns {Spatial} */
  static generate(options = {}) {
    /** @type {PictureView | undefined} */
    let view;
    const challenge = generate("spatial", options, (truth) => {
      if (truth.difficulty === "hard") view = truth.view;
      const { targetShape, targetRotation, isClockwise, correctIndex } = truth;
      return { targetShape, targetRotation, isClockwise, options: truth.options, correctIndex };
    });
    if (view) {
      pictured.set(challenge, view);
    } else {
      const { targetShape, targetRotation, isClockwise } = challenge;
      challenge.instructions = instructionsFor(targetShape, targetRotation, isClockwise);
    }
    return challenge;
  }

  /** @param {Spatial} challenge @param {Container} container @param {RenderTools} [tools] */
  static render(challenge, container, tools) {
    return show(challenge, container, tools, {
      className: "spatial-container",
      correct: [challenge.correctIndex],
      mount: (root, given) => mountOptions(challenge, root, given),
    });
  }

  /** The index that is chosen, "2"; empty where there is none. @param {Spatial} challenge */
  static getAnswer(challenge) {
    return chosenAnswer(challenge);
  }

  /** @param {Spatial} challenge @param {string} answer */
  static validate(challenge, answer) {
    return validate(challenge, answer);
  }

  /** @param {Spatial} challenge @param {Container} challengeEl where it is shown */
  static revealAnswer(challenge, challengeEl) {
    reveal(challenge, challengeEl);
  }
}
