// study-panel.js: the widget's own panel with an item of a study in it: no time limit, no other challenge to ask for, no
// verdict but for practice, which shows what was right and waits for "Go on".

import { Panel } from "../ui/panel.js";

/**
 * @typedef {{number: number, practice: boolean, token: string, challenge: import("../ui/panel.js").Challenge}} Item
 * @typedef {{item: Item | null, practice?: {right: boolean, correct: any[]} | null}} Reply
 */

/**
 * @typedef {object} StudyOptions
 * @property {import("../ui/text.js").Text} text
 * @property {(item: Item, what: {answer?: string, skip?: string}) => Promise<Reply>} send
 * @property {(item: Item) => void} seen  an item is on the screen
 * @property {() => void} told  an item for practice was answered, and shows what is right
 * @property {import("../ui/panel.js").PanelOptions["more"]} more  loads what some types need
 * @property {(error: unknown) => string} problem  what is said of an error
 * @property {() => void} done  there is no item any more
 */

export class StudyPanel extends Panel {
  /** @param {StudyOptions} study */
  constructor(study) {
    super({
      text: study.text,
      onPass: () => {},
      more: study.more,
      source: {
        next: () => Promise.resolve(/** @type {any} */ (this.item).challenge),
        answer: async (_, answer) => /** @type {any} */ (await study.send(/** @type {Item} */ (this.item), { answer })),
      },
    });
    this.study = study;
    /** @type {Item | null} */
    this.item = null;
    this.frame.newButton.textContent = "Go on";
    this.frame.submitButton.textContent = "Submit";
  }

  /** Shows an item, or that there is none any more. @param {Item | null} item */
  async present(item) {
    this.item = item;
    if (!item) {
      this.destroy();
      this.study.done();
      return;
    }
    item.challenge.timeLimit = 0;
    await this.load();
  }

  /** @param {import("../ui/panel.js").Challenge} challenge @param {string} [words] @override */
  async show(challenge, words) {
    await super.show(challenge, words);
    if (this.item && this.challenge === challenge) this.study.seen(this.item);
  }

  /** @param {any} reply of the server to an answer @override */
  async judge(reply) {
    if (!reply.practice) return this.present(reply.item);
    this.item = reply.item; // "Go on" asks for it
    this.turn++;
    this.view?.reveal(reply.practice.correct);
    this.enter("revealed");
    this.say(reply.practice.right ? "That is right. The next one counts." : "What is right is marked. The next one counts.",
      reply.practice.right ? "good" : "");
    this.study.told();
    this.frame.newButton.focus();
  }

  /** Goes on without an answer. @param {string} skip why */
  async leave(skip) {
    const { item, state } = this;
    if (state === "revealed" && skip !== "stopped") return this.present(item);
    if (state === "revealed") return this.destroy(); // what comes next was not seen
    if (!item || (state !== "ready" && state !== "error")) return;
    this.enter("sending");
    try {
      const reply = await this.study.send(item, { skip });
      if (skip !== "stopped") await this.present(reply.item);
      else this.destroy();
    } catch (error) {
      this.enter("ready");
      this.sayError(error);
    }
  }

  /** @param {unknown} error @override */
  async sayError(error) {
    this.say(this.study.problem(error), "bad");
  }
}
