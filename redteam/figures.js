// The ladder's section of docs/strength.md, from what was measured: `node redteam/figures.js` prints it.
//
//   results.json   L0 to L3, as `make redteam` writes it (`--take ROWS` puts new rows there)
//   learned.json   L4: rows of redteam/train.py, chosen by hand from runs on another machine
//   region.json    what the numbers of a film cost the best program (redteam/region.py)
//   earlier.json   what was measured on release 0.1.0, before there was a ladder
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wilson } from "./wilson.js";

const HERE = dirname(fileURLToPath(import.meta.url));

/** @param {string} name @returns {any} */
const read = (name) => JSON.parse(readFileSync(join(HERE, name), "utf8"));

/** "97.1% (95 to 98.4 of 1,000)" @param {number} right @param {number} asked */
export function share(right, asked) {
  const percent = (/** @type {number} */ part) => String(Math.round(1000 * part) / 10);
  const [low, high] = wilson(right, asked);
  return `${percent(right / asked)}% (${percent(low)} to ${percent(high)} of ${asked.toLocaleString("en")})`;
}

/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");

const LEVELS = ["easy", "medium", "hard"];

/** For each type, question and level the best of each rung. @param {any[]} rows */
function best(rows) {
  /** @type {Map<string, any>} */
  const kept = new Map();
  for (const row of rows) {
    const key = [row.type, row.question, row.level, row.attacker.slice(0, 2)].join();
    const before = kept.get(key);
    if (!before || row.right / row.asked > before.right / before.asked) kept.set(key, row);
  }
  return kept;
}

/** @param {{date: string, rows: any[]}} results */
function ladder({ date, rows }) {
  const kept = best(rows);
  const names = [...new Set(rows.map(({ type, question, level }) => [type, question, level].join()))];
  names.sort((a, b) => a.split(",").slice(0, 2).join().localeCompare(b.split(",").slice(0, 2).join()) ||
    LEVELS.indexOf(a.split(",")[2]) - LEVELS.indexOf(b.split(",")[2]));
  const lines = names.map((name) => {
    const [type, question, level] = name.split(",");
    const cells = ["L0", "L1", "L2", "L3"].map((rung) => {
      const row = kept.get(`${name},${rung}`);
      return row ? `${share(row.right, row.asked)}: ${row.attacker.slice(3)}${row.date ? ` (${row.date})` : ""}` : "-";
    });
    return [type === question ? `\`${type}\`` : `\`${type}\`: \`${question}\``, level, ...cells];
  });
  return `Measured on ${date} by \`make redteam\`. Of each rung the attacker that passed most, which is the luckiest of several where none
knows anything: look at the intervals. L0 does not look (random; the answer, place or word that was right most often); L1 has all that surrounds the
picture (JSON, token, headers, chunks and bytes of the PNG) and two classifiers; L2 has templates and tries everything; L3 is classical vision.
"-": no such attacker. A date in parentheses: measured on that day. \`audio\` is what is read aloud, in English.

${table(["type", "level", "L0", "L1", "L2", "L3"], lines)}`;
}

/** @param {{runs: {date: string, device: string}[], rows: any[]}} learned */
function networks({ runs, rows }) {
  const lines = rows.map((row) => [
    row.kind === "scene" ? `\`scene\`: \`${row.question}\`` : `\`${row.kind}\``,
    [row.level, row.region, row.films].filter(Boolean).join(", "), row.net ?? "pixels",
    row.examples.toLocaleString("en") + (row.fresh ? ", fresh throughout" : ""), String(Math.round(row.gpu_s)),
    share(row.right, row.asked),
  ]);
  const about = [...new Set(runs.map(({ date, device }) => `${date} on one ${device}`))].join(" and ");
  return `Measured on ${about}, with [redteam/train.py](../redteam/README.md#l4-networks): networks of 1.2 to 6 million weights from scratch, on
challenges of their own making, measured on fresh ones. The seconds are those of learning alone. Of films, "motion energy" is a network that
gets how often a dot is followed by a dot, for each displacement, in blocks of 8 x 8 dots; "with the figure's place" also learns where
the figure is, which whoever has the generator knows. A row says what these seconds bought, and not what more would;
each is one run, so that rows next to one another may change places: with more films and the same seconds, a network saw each less often. Films of 73 frames had
1,000 dots and were made by a draft of the type, those of 65 frames had 900 and are what it was when this was measured.

${table(["type", "level", "what it gets", "examples", "GPU s", "passes"], lines)}`;
}

/** @param {{date: string, rows: any[]}} region */
function region({ date, rows }) {
  const lines = rows.map((row) => [row.level, row.set.join(", ") || "as the level has it", row.attack, share(row.right, row.asked)]);
  return `Measured on ${date} with redteam/region.py: the program that finds figures by local motion (\`redteam/flow*.c\`), on films of the level with these
numbers instead of its own. It learns nothing; a film takes it about a second of one core.

${table(["level", "numbers", "attack", "passes"], lines)}`;
}

/** @param {{date: string, rows: string[][]}} earlier */
const before = ({ date, rows }) => `Measured in ${date}, on release 0.1.0 and on stand-ins for what came after it; published as it was noted.

${table(["attacker", "what", "result"], rows)}`;

export function page() {
  const parts = [
    ["The ladder", ladder(read("results.json"))],
    ["Networks", networks(read("learned.json"))],
    ...(existsSync(join(HERE, "region.json")) ? [["What the numbers of a film cost", region(read("region.json"))]] : []),
    ["Measured on release 0.1.0", before(read("earlier.json"))],
    ["Not run", `- **L5**, a general model: [redteam/model.py](../redteam/README.md#l5-a-general-model) asks one that you name. The column "general model, one look" above is from the
  table under "Measured on release 0.1.0"; films of this release were not sent to a model by this program.
- **L6**, an attacker that learns from its own passes and failures, or from another installation's secret: only that what is learned from
  one secret works under another is measured, as all of the above learned from challenges of another secret.
- **People.** No study of any type has been made.`],
  ];
  return parts.map(([title, text]) => `## ${title}\n\n${text}\n`).join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, path] = process.argv.slice(2);
  if (option === "--take") {
    const rows = JSON.parse(readFileSync(path, "utf8"));
    const text = rows.map((/** @type {any} */ row) => ` ${JSON.stringify(row)}`).join(",\n");
    writeFileSync(join(HERE, "results.json"), `{"date":"${new Date().toISOString().slice(0, 10)}","rows":[\n${text}\n]}\n`);
  } else {
    process.stdout.write(page());
  }
}
