// The only part that reads the truth: `node redteam/score.js FOLDER...` holds FOLDER/answers against FOLDER/truth
// and prints rows as JSON, with Wilson's interval of 95%. Scenes are counted by question as well.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { wilson } from "./wilson.js";

/** @param {...string} parts */
const read = (...parts) => JSON.parse(readFileSync(join(...parts), "utf8"));

const rows = [];
for (const folder of process.argv.slice(2)) {
  for (const attacker of readdirSync(join(folder, "answers")).sort()) {
    for (const file of readdirSync(join(folder, "answers", attacker)).sort()) {
      const name = file.replace(".json", "");
      const [type, level] = name.split("-");
      const answers = read(folder, "answers", attacker, file), truths = read(folder, "truth", file);
      if (answers.length !== truths.length) throw new Error(`${attacker}: ${answers.length} answers to ${truths.length}`);
      /** @type {Map<string, {right: number, asked: number}>} */
      const counts = new Map();
      truths.forEach((/** @type {string} */ truth, /** @type {number} */ i) => {
        const question = type === "scene" ? read(folder, "public", name, `${i}.json`).challenge.view.prompt.question : type;
        if (answers[i] === null) return; /* not an attacker for this question */
        const count = counts.get(question) ?? { right: 0, asked: 0 };
        counts.set(question, { right: count.right + Number(String(answers[i]) === truth), asked: count.asked + 1 });
      });
      for (const [question, { right, asked }] of [...counts].sort()) {
        rows.push({ attacker, type, question, level, right, asked, interval: wilson(right, asked) });
      }
    }
  }
}
console.log(JSON.stringify(rows));
