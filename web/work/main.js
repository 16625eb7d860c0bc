// main.js: the work that a challenge may ask of the visitor's device (docs/pace.md), loaded when one does. The widget begins it
// when the challenge has come, so that it runs while the visitor looks. What is to be seen of it is a bar, for those who
// have answered before it is done.

import { adopt } from "../ui/style.js";
import { barOf, keepTime } from "./bar.js";
import { Effort, serve } from "./effort.js";
import styles from "./work.css";

/** @typedef {import("../ui/panel.js").Panel} Panel */

/** Where it takes longer than this, in seconds, other ways are offered beside it. */
const LONG_S = 8;

/** @param {import("./effort.js").Task} task @param {string} base the server's address */
export function begin(task, base) {
  const effort = new Effort(task, base);
  return Object.assign(effort, {
    /** What is sent with the answer. Whoever has to wait for it sees how far it is. @param {Panel} [panel] @param {any} [challenge] */
    async result(panel, challenge) {
      if (!panel || challenge.type === "pow" || !effort.isWanted) return effort.proof;
      const words = panel.text.say("way-pow-title");
      const keep = keepTime(effort, panel, challenge, challenge.timeLimit || 60);
      adopt(/** @type {ShadowRoot} */ (panel.element.getRootNode()), styles);
      panel.tell(words);
      const bar = barOf(effort, words, () => {
        keep();
        if (effort.secondsLeft > LONG_S && panel.options.ways) panel.frame.waysButton.hidden = false;
      });
      panel.frame.notice.after(bar);
      return effort.proof.finally(() => bar.remove());
    },
  });
}

if (typeof window === "undefined") serve();
