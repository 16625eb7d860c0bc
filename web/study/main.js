// main.js: the page of a study (`tessera study serve`): consent, items one after the other, and thanks.
//
// What is measured: from when an item is seen to when its answer is sent, unless the page was out of sight meanwhile, and
// what the answer was given with. Nothing is stored, and no other request is sent than those two below.

import { make } from "../ui/dom.js";
import { wantsLessMotion } from "../ui/motion.js";
import { adopt } from "../ui/style.js";
import { ENGLISH } from "../ui/text.js";
import uiStyles from "../ui/ui.css";
import panelStyles from "./panel.css";
import { StudyPanel } from "./study-panel.js";

/** @typedef {import("./study-panel.js").Item} Item */
/** @typedef {{total?: number, item: Item | null, practice?: {right: boolean, correct: any[]} | null}} Reply */

const SMALL_BELOW = 600; // CSS pixels

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What was used last. @type {"touch" | "mouse" | "keyboard"} */
let input = "mouse";
addEventListener("pointerdown", (event) => (input = event.pointerType === "mouse" ? "mouse" : "touch"), true);
addEventListener("keydown", (event) => {
  if (["Enter", " "].includes(event.key) || event.key.startsWith("Arrow")) input = "keyboard";
}, true);

/** By the code of a refusal, what is said. @type {Record<string, string>} */
const PROBLEMS = {
  "too-many-requests": "Many have taken part from this network today. Please try again tomorrow, or from another one.",
  "study-full": "This study has all the answers that it needs. Thank you for coming!",
  "study-item": "This run can’t go on: the picture was answered before, in another tab perhaps. What you did so far is counted.",
  forbidden: "This run can’t go on: your device is in another network now. What you did so far is counted.",
  network: "There is no connection. Please try again.",
};

/** @param {unknown} error */
const problemOf = (error) => PROBLEMS[/** @type {any} */ (error)?.code] ?? "That did not work. Please try again.";

/** @param {string} path @param {unknown} body @returns {Promise<Reply>} */
async function post(path, body) {
  const reply = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, credentials: "omit", body: JSON.stringify(body),
  }).catch(() => Promise.reject(Object.assign(new Error(), { code: "network" })));
  const json = await reply.json().catch(() => null);
  if (!reply.ok || !json) throw Object.assign(new Error(), { code: json?.error?.code ?? "failed" });
  return json;
}

/** @param {string} name of a section */
function show(name) {
  for (const section of ["welcome", "run", "end"]) find(section).hidden = section !== name;
  scrollTo(0, 0);
}

let shownAtMs = 0;
let wasHidden = false;
addEventListener("visibilitychange", () => (wasHidden ||= document.visibilityState === "hidden"), true);

let total = 0;
let answered = 0;

/** @param {string} words */
function end(words) {
  find("end-words").textContent = words;
  show("end");
  find("end-heading").focus();
}

/** @param {Item} item */
function seen(item) {
  shownAtMs = performance.now();
  wasHidden = document.visibilityState === "hidden";
  const bar = /** @type {HTMLProgressElement} */ (find("bar"));
  bar.max = total;
  bar.value = item.number - 1;
  find("count").textContent = item.practice ? "Practice, not counted" : `${item.number} of ${total}`;
  find("unseen").hidden = false;
  find("motion").hidden = !item.challenge.view?.animation;
}

/** Sends what came of an item. @param {Item} item @param {{answer?: string, skip?: string}} what @returns {Promise<Reply>} */
async function send(item, what) {
  const ms = Math.round(performance.now() - shownAtMs);
  const reply = await post("/study/answer", {
    token: item.token, ...what, input, screen: innerWidth < SMALL_BELOW ? "small" : "large", ms: wasHidden ? [] : [ms],
  });
  if (!item.practice && what.skip !== "stopped") answered++;
  return reply;
}

function begin() {
  const host = make("div");
  const root = host.attachShadow({ mode: "open" });
  adopt(root, uiStyles, panelStyles);
  const panel = new StudyPanel({
    text: ENGLISH, send, seen,
    told: () => (find("unseen").hidden = find("motion").hidden = true), // there is nothing left to see
    more: () => import(`${location.origin}/static/tessera-more.js`), // not part of this bundle
    problem: problemOf,
    done: () => end("You have seen them all."),
  });
  root.append(make("div", { class: "tes auto" }, panel.element));
  find("place").replaceChildren(host);

  for (const skip of ["unseen", "motion", "stop"]) {
    find(skip).onclick = async () => {
      const word = skip === "stop" ? "stopped" : skip;
      await panel.leave(word);
      if (skip === "stop") end(answered > 0 ? "What you did so far is counted." : "You can come back whenever you like.");
    };
  }
  return panel;
}

const beginButton = /** @type {HTMLButtonElement} */ (find("begin"));
beginButton.hidden = false;
find("still").hidden = !wantsLessMotion();
beginButton.addEventListener("click", async () => {
  beginButton.disabled = true;
  find("problem").textContent = "";
  try {
    const reply = await post("/study/begin", wantsLessMotion() ? { motion: "reduce" } : {});
    total = reply.total ?? 0;
    if (!reply.item) throw new Error();
    const panel = begin();
    show("run");
    await panel.present(reply.item);
    panel.focus();
  } catch (error) {
    find("problem").textContent = problemOf(error);
  }
  beginButton.disabled = false;
});
