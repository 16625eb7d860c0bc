// cells.js: a grid of cells of which some can be chosen, by mouse, touch or keyboard.
//
// It is an ARIA grid (grid, row, gridcell), not a hundred toggle buttons: a screen reader then knows rows and
// columns, moves by them with its own table commands, and hears one stop of Tab instead of a hundred. Arrows,
// Home, End and with Ctrl the whole grid's; Space and Enter as `renderCells` says. Where a script runs from right
// to left the first column is on the right, and the arrows go where they point.
//
// Nothing in the document tells which cells are right until `reveal` is called.

import { bringIntoView, make } from "./dom.js";

/**
 * @typedef {object} CellsOptions
 * @property {number} count
 * @property {number} columns
 * @property {{min: number, max: number}} select  with a max of 1, choosing a cell unchooses the one before; else any
 *   number can be chosen
 * @property {boolean} [keeps]  what is chosen stays chosen until another cell is, as with radio buttons; else a second
 *   click takes it back
 * @property {(index: number, row: number, column: number) => string} labelOf  a cell's name; row and column are as
 *   they are shown, from 0
 * @property {(cell: HTMLElement, index: number) => void} [paint]  fills a cell, once
 * @property {(selection: number[]) => void} [onChange]
 * @property {() => void} [onSubmit]  Enter was pressed in the grid
 * @property {string} [label]  the grid's name
 * @property {string} [labelledBy]  or the id of the element that names it
 * @property {string} [rightWord]  follows the name of a cell that was revealed to be right
 * @property {number} [narrowColumns]  so many columns where cells would be narrower than `narrowBelow` pixels
 * @property {number} [narrowBelow]
 */

/**
 * @typedef {object} Cells
 * @property {HTMLElement} element
 * @property {() => number[]} selection  in ascending order
 * @property {(indices: number[]) => void} reveal  marks what is right and shows it; nothing can be chosen any more
 * @property {(enabled: boolean) => void} setEnabled
 * @property {() => void} focus
 */

/** Where a key leads, or null. @param {KeyboardEvent} event @param {number} at @param {number} count
 * @param {number} columns @param {boolean} mirrored */
export function targetOf(event, at, count, columns, mirrored) {
  const row = Math.floor(at / columns);
  const first = row * columns;
  const last = Math.min(first + columns, count) - 1;
  const forward = mirrored ? -1 : 1;
  /** @type {Record<string, number>} */
  const places = {
    ArrowRight: Math.max(first, Math.min(at + forward, last)),
    ArrowLeft: Math.max(first, Math.min(at - forward, last)),
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: event.ctrlKey ? 0 : first,
    End: event.ctrlKey ? count - 1 : last,
  };
  const place = places[event.key];
  if (place === undefined) return null;
  return place < 0 || place >= count ? at : place;
}

/** @param {HTMLElement} container @param {CellsOptions} options @returns {Cells} */
export function renderCells(container, options) {
  const { count, select, keeps = false } = options;
  const single = select.max === 1;
  /** @type {Set<number>} */
  const chosen = new Set();
  /** @type {Set<number>} */
  const right = new Set();
  let columns = 0;
  let current = 0;
  let enabled = true;

  const cells = [...Array(count).keys()].map((index) => {
    const cell = make("div", { role: "gridcell", class: "cell", "data-index": String(index), "aria-selected": "false",
      tabindex: index === 0 ? "0" : "-1" });
    options.paint?.(cell, index);
    cell.append(make("span", { class: "tick", "aria-hidden": "true" }));
    return cell;
  });
  const grid = make("div", { role: "grid", class: "cells", "aria-multiselectable": String(!single) });
  grid.toggleAttribute("data-many", options.columns > 6);
  if (options.labelledBy) grid.setAttribute("aria-labelledby", options.labelledBy);
  else if (options.label) grid.setAttribute("aria-label", options.label);

  function name() {
    cells.forEach((cell, index) => {
      const label = options.labelOf(index, Math.floor(index / columns), index % columns);
      cell.setAttribute("aria-label", right.has(index) && options.rightWord ? `${label}: ${options.rightWord}` : label);
    });
  }

  /** @param {number} wanted */
  function arrange(wanted) {
    if (wanted === columns) return;
    columns = wanted;
    const holder = /** @type {ShadowRoot | Document} */ (grid.getRootNode());
    const focused = holder.activeElement;
    const rows = [...Array(Math.ceil(count / columns)).keys()].map((row) =>
      make("div", { role: "row", class: "row" }, ...cells.slice(row * columns, (row + 1) * columns)));
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows.length));
    grid.replaceChildren(...rows);
    name();
    const moved = cells.find((cell) => cell === focused); // moving it in the document took its focus away
    moved?.focus({ preventScroll: true });
  }

  /** @param {number} index @param {boolean} focus */
  function goTo(index, focus) {
    cells[current]?.setAttribute("tabindex", "-1");
    current = index;
    cells[current]?.setAttribute("tabindex", "0");
    if (focus) cells[current]?.focus();
  }

  /** @param {number} index */
  function toggle(index) {
    const was = chosen.has(index);
    if (was && keeps) return;
    if (single) chosen.clear();
    if (was) chosen.delete(index);
    else chosen.add(index);
    cells.forEach((cell, at) => cell.setAttribute("aria-selected", String(chosen.has(at))));
    options.onChange?.(selection());
  }

  const selection = () => [...chosen].sort((a, b) => a - b);

  grid.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("[data-index]");
    const index = cells.indexOf(/** @type {any} */ (cell));
    if (index < 0 || !enabled) return;
    goTo(index, true);
    toggle(index);
  });

  grid.addEventListener("keydown", (event) => {
    const to = targetOf(event, current, count, columns, getComputedStyle(grid).direction === "rtl");
    if (to !== null) goTo(to, true);
    else if (event.key === " ") {
      if (enabled && !event.repeat) toggle(current);
    } else if (event.key === "Enter") {
      if (enabled && !event.repeat) options.onSubmit?.();
    } else return;
    event.preventDefault(); // neither scrolling nor the page's form
  });

  arrange(options.columns);
  container.append(grid);
  if (options.narrowColumns && typeof ResizeObserver === "function") {
    const { narrowColumns, narrowBelow = 92 } = options;
    const watch = new ResizeObserver((entries) => {
      const [{ contentRect: { width } }] = /** @type {[ResizeObserverEntry]} */ (entries);
      if (width > 0) arrange(width / options.columns < narrowBelow ? narrowColumns : options.columns);
    });
    watch.observe(container);
  }

  return {
    element: grid,
    selection,
    focus: () => cells[current]?.focus({ preventScroll: true }), // do not scroll past what stands above the cells
    setEnabled(value) {
      enabled = value;
      grid.toggleAttribute("data-disabled", !value);
      grid.setAttribute("aria-disabled", String(!value));
    },
    reveal(indices) {
      this.setEnabled(false);
      grid.toggleAttribute("data-revealed", true);
      for (const index of indices) {
        right.add(index);
        cells[index]?.classList.add("right");
      }
      name();
      bringIntoView(cells.filter((_, index) => right.has(index)));
    },
  };
}
