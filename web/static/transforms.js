// transforms.js: what each transform does to a 4x4 grid, by the slug that the form submits.

export const SIDE = 4;

/**
 * For each place of the result, the row and column that its cell comes from.
 * @type {Record<string, (row: number, column: number) => [number, number]>}
 */
const SOURCES = {
  "shift-up": (row, column) => [row + 1, column],
  "shift-down": (row, column) => [row - 1, column],
  "shift-left": (row, column) => [row, column + 1],
  "shift-right": (row, column) => [row, column - 1],
  "90-clockwise": (row, column) => [SIDE - 1 - column, row],
  "90-anticlockwise": (row, column) => [column, SIDE - 1 - row],
  "mirror-horizontal": (row, column) => [SIDE - 1 - row, column],
  "mirror-vertical": (row, column) => [row, SIDE - 1 - column],
};

/** @param {number} place */
const isInside = (place) => place >= 0 && place < SIDE;

/** @param {(row: number, column: number) => [number, number]} source */
function indexMap(source) {
  return [...Array(SIDE * SIDE).keys()].map((index) => {
    const [row, column] = source(Math.floor(index / SIDE), index % SIDE);
    return isInside(row) && isInside(column) ? row * SIDE + column : -1;
  });
}

/**
 * By slug, 16 indices into the grid before; -1 where nothing comes in.
 * @type {ReadonlyMap<string, readonly number[]>}
 */
export const INDEX_MAPS = new Map(
  Object.entries(SOURCES).map(([slug, source]) => [slug, indexMap(source)]),
);

/**
 * @template T
 * @param {readonly T[]} cells
 * @param {readonly number[]} map
 * @param {T} empty
 * @returns {T[]}
 */
export function applyMap(cells, map, empty) {
  return map.map((index) => cells[index] ?? empty);
}

/** A board of 16 digits after moves, one after the other. @param {string} digits @param {readonly string[]} slugs */
export function moved(digits, slugs) {
  return slugs.reduce((board, slug) => {
    const map = INDEX_MAPS.get(slug);
    return map ? applyMap([...board], map, "0").join("") : board;
  }, digits);
}
