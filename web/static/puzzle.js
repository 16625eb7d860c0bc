// puzzle.js: comfort for the puzzle page: a preview of the chosen moves, a countdown, more time.
// The page is a plain form and stays one: nothing here prevents or changes its submission, but for
// the token of an extended challenge. All words come from the page.

import { preview } from "./preview.js";
import { countdown } from "./countdown.js";

const form = document.getElementById("puzzle");
if (form instanceof HTMLFormElement) {
  preview(form);
  countdown(form);
}
