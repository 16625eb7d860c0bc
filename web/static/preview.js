// preview.js: tries the chosen moves on the page's boards (attempt.js). The words come from attributes of #trial, by their keys.

import { attempt } from "./attempt.js";

/** @param {HTMLElement} holder @returns {import("./attempt.js").Words} */
function wordsOf(holder) {
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang === "ar" ? "ar-u-nu-latn" : lang); // as the server writes them
  return {
    lang,
    say: (key, holes = {}) => (holder.getAttribute(`data-${key}`) ?? "").replace(/\{(\w+)\}/g, (_, name) => {
      const value = holes[name] ?? "";
      return typeof value === "number" ? numbers.format(value) : value;
    }),
  };
}

/** @param {HTMLFormElement} form */
export function preview(form) {
  const [trial, verdict, describe, description, swap, status] =
    ["trial", "verdict", "describe", "description", "swap", "preview-status"].map((id) => document.getElementById(id));
  const [before, made, after, start, result] = ["before", "preview", "after", "start", "result"].map((name) =>
    /** @type {HTMLTableElement} */ (document.getElementById(`grid-${name}`)));
  if (!trial || !verdict || !description || !status || !before || !made || !after || !start || !result) return;
  if (!(describe instanceof HTMLButtonElement) || !(swap instanceof HTMLButtonElement)) return;
  const groups = ["first", "second"].map((name) =>
    /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`input[name=${name}]`)]));
  const { change } = attempt({
    boards: [before, made, after],
    made: [[before, made], [start, result]],
    groups, trial, verdict, describe, description, swap,
    words: wordsOf(trial),
    tell: (words) => (status.textContent = words),
  });
  form.addEventListener("change", change);
  form.classList.add("previewed");
}
