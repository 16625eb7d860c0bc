// The conformance report in docs/accessibility.md: every criterion of WCAG 2.2 at the levels A and AA stands in it once, by number, name and
// level, with a verdict for each surface; and every test that a row names is there. What is claimed without a test says "by inspection".
// Each run first finds these faults in planted rows, so that a rule that has stopped working fails too.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, kinds } from "../lib/tessera.js";
import { WALKS } from "../readers/walks.js";

const SURFACES = 7;
const VERDICTS = ["supports", "partially", "does not", "n/a"];

/** 4.1.1 is obsolete since WCAG 2.2. */
const CRITERIA = `1.1.1 A Non-text Content
1.2.1 A Audio-only and Video-only (Prerecorded)
1.2.2 A Captions (Prerecorded)
1.2.3 A Audio Description or Media Alternative (Prerecorded)
1.2.4 AA Captions (Live)
1.2.5 AA Audio Description (Prerecorded)
1.3.1 A Info and Relationships
1.3.2 A Meaningful Sequence
1.3.3 A Sensory Characteristics
1.3.4 AA Orientation
1.3.5 AA Identify Input Purpose
1.4.1 A Use of Color
1.4.2 A Audio Control
1.4.3 AA Contrast (Minimum)
1.4.4 AA Resize Text
1.4.5 AA Images of Text
1.4.10 AA Reflow
1.4.11 AA Non-text Contrast
1.4.12 AA Text Spacing
1.4.13 AA Content on Hover or Focus
2.1.1 A Keyboard
2.1.2 A No Keyboard Trap
2.1.4 A Character Key Shortcuts
2.2.1 A Timing Adjustable
2.2.2 A Pause, Stop, Hide
2.3.1 A Three Flashes or Below Threshold
2.4.1 A Bypass Blocks
2.4.2 A Page Titled
2.4.3 A Focus Order
2.4.4 A Link Purpose (In Context)
2.4.5 AA Multiple Ways
2.4.6 AA Headings and Labels
2.4.7 AA Focus Visible
2.4.11 AA Focus Not Obscured (Minimum)
2.5.1 A Pointer Gestures
2.5.2 A Pointer Cancellation
2.5.3 A Label in Name
2.5.4 A Motion Actuation
2.5.7 AA Dragging Movements
2.5.8 AA Target Size (Minimum)
3.1.1 A Language of Page
3.1.2 AA Language of Parts
3.2.1 A On Focus
3.2.2 A On Input
3.2.3 AA Consistent Navigation
3.2.4 AA Consistent Identification
3.2.6 A Consistent Help
3.3.1 A Error Identification
3.3.2 A Labels or Instructions
3.3.3 AA Error Suggestion
3.3.4 AA Error Prevention (Legal, Financial, Data)
3.3.7 A Redundant Entry
3.3.8 AA Accessible Authentication (Minimum)
4.1.2 A Name, Role, Value
4.1.3 AA Status Messages`.split("\n");

/** What fills the holes of names, where it is known. @type {Record<string, string>} */
const FILLED = { "${size}": "(?:phone|desktop)", "${colorScheme}": "(?:light|dark)", "${width}": "\\d+", "${height}": "\\d+", "${kind}": `(?:${kinds().join("|")})` };

/** Whether a file of tests has one of that name: as it stands, where `${...}` makes it, or as that of a walk. @param {string} source @param {string} name */
function hasTest(source, name) {
  if (source.includes(`"${name}"`) || source.includes(`\`${name}\``)) return true;
  if (source.includes("test(walk.name") && WALKS.some((walk) => walk.name === name)) return true;
  return [...source.matchAll(/\b(?:test|onEach|inPage)\(`([^`]*\$\{[^`]*)`/g)].some(([, form]) => {
    const parts = form.split(/(\$\{[^}]*\})/);
    const isKnown = parts.every((part, at) => at % 2 === 0 || part in FILLED);
    if (!isKnown && !parts.some((part, at) => at % 2 === 0 && part.length > 8)) return false; // it would fit anything
    return new RegExp(`^${parts.map((part, at) => (at % 2 ? FILLED[part] ?? ".+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("")}$`).test(name);
  });
}

/** What is wrong. @param {string} text @returns {string[]} */
function faultsOf(text) {
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const line of text.split("\n").filter((one) => /^\| \d+\.\d+\.\d+ /.test(one))) {
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
    const [number = "", name = "", level = "", ...rest] = cells;
    const head = `${number} ${level} ${name}`;
    seen.set(head, (seen.get(head) ?? 0) + 1);
    if (!CRITERIA.includes(head)) faults.push(`${head}: no such criterion`);
    if (rest.length !== SURFACES + 2) faults.push(`${number}: ${cells.length} columns`);
    const verdicts = rest.slice(0, SURFACES);
    for (const verdict of verdicts) if (!VERDICTS.includes(verdict)) faults.push(`${number}: "${verdict}" is no verdict`);
    const [why = "", shown = ""] = rest.slice(SURFACES);
    if (!why) faults.push(`${number}: why?`);
    const tests = [...shown.matchAll(/`([\w./-]+)` "([^"]+)"/g)];
    const isApplied = verdicts.some((verdict) => verdict !== "n/a");
    if (isApplied && tests.length === 0 && !shown.includes("by inspection")) faults.push(`${number}: nothing shows it`);
    const left = shown.replace(/`[\w./-]+` "[^"]+"/g, "").replace("by inspection", "").replace(/[\s;,]/g, "");
    if (left && left !== "-") faults.push(`${number}: "${left}" was not understood`);
    for (const [, file, test] of tests) {
      const path = join(ROOT, "tests", file);
      if (!existsSync(path)) faults.push(`${number}: there is no tests/${file}`);
      else if (!hasTest(readFileSync(path, "utf8"), test)) faults.push(`${number}: tests/${file} has no test "${test}"`);
    }
  }
  for (const criterion of CRITERIA) {
    if (seen.get(criterion) !== 1) faults.push(`${criterion}: stands there ${seen.get(criterion) ?? 0} times`);
  }
  return faults;
}

const report = readFileSync(join(ROOT, "docs/accessibility.md"), "utf8");
const faults = faultsOf(report);
const PLANTED = /** @type {const} */ ([
  ["a row is gone", (/** @type {string} */ text) => text.replace(/^\| 1\.4\.12 .*\n/m, "")],
  ["a row stands twice", (/** @type {string} */ text) => text.replace(/^(\| 2\.5\.8 .*\n)/m, "$1$1")],
  ["a verdict of another kind", (/** @type {string} */ text) => text.replace(/^(\| 3\.3\.1 [^|]*\|[^|]*\|) \w+/m, "$1 surely")],
  ["a test that is not there", (/** @type {string} */ text) => text.replace(/^(\| 2\.1\.2 .*) "[^"]+"/m, '$1 "no such test"')],
  ["a file that is not there", (/** @type {string} */ text) => text.replace(/^(\| 2\.1\.2 .*)`[^`]+` "/m, '$1`browser/none.test.js` "')],
]);
for (const [what, plant] of PLANTED) {
  const planted = plant(report);
  if (planted === report || faultsOf(planted).length <= faults.length) faults.push(`planted, and not found: ${what}`);
}
for (const fault of faults) console.error(`docs/accessibility.md: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
