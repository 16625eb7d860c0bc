// The grid puzzle as its description has it, written without a look at the program: source cell to
// destination cell on a 4x4 grid, row by row; what leaves the grid is lost.

/** @type {Record<string, (row: number, column: number) => [number, number]>} */
const MOVES = {
  "shift up": (r, c) => [r - 1, c],
  "shift down": (r, c) => [r + 1, c],
  "shift left": (r, c) => [r, c - 1],
  "shift right": (r, c) => [r, c + 1],
  "90° clockwise": (r, c) => [c, 3 - r],
  "90° anticlockwise": (r, c) => [3 - c, r],
  "mirror horizontal": (r, c) => [3 - r, c],
  "mirror vertical": (r, c) => [r, 3 - c],
};

/** In the order of the legend. */
export const TRANSFORMS = Object.keys(MOVES);

/** How forms spell a transform. @param {string} name */
export const slug = (name) => name.replace("°", "").replaceAll(" ", "-");

/** @param {string} name @param {string} grid 16 digits */
export function transform(name, grid) {
  const to = Array(16).fill("0");
  for (let i = 0; i < 16; i++) {
    const [row, column] = MOVES[name](i >> 2, i & 3);
    if (row >= 0 && row < 4 && column >= 0 && column < 4) to[row * 4 + column] = grid[i];
  }
  return to.join("");
}

/** Every ordered pair of the legend that explains the worked example.
 * @param {{options: string[], grids: {before: string, after: string}}} view */
export function pairs(view) {
  const { before, after } = view.grids;
  return view.options.flatMap((first) =>
    view.options
      .filter((second) => transform(second, transform(first, before)) === after)
      .map((second) => [first, second]),
  );
}

/** The grid that such a pair makes of the visitor's own.
 * @param {{options: string[], grids: {before: string, after: string, start: string}}} view */
export function solve(view) {
  const [first, second] = pairs(view)[0];
  return transform(second, transform(first, view.grids.start));
}

/** A grid that is well-formed and not the right one. @param {string} truth */
export const wrong = (truth) => (truth[0] === "1" ? "2" : "1") + truth.slice(1);
