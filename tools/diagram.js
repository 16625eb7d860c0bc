// The diagram of folders in ARCHITECTURE.md, made from the #include lines of src/: `node tools/diagram.js` writes it, with --check it
// fails where the file has another one. `node tools/diagram.js --check TREE` reads another tree.
//
// A node is a folder of src/ with all that is in it. Where such nodes would include each other in a circle, the folders in them that close
// the circle become nodes of their own. An arrow leads to what a node includes; an arrow that follows from two others is left out.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const isCheck = process.argv[2] === "--check";
const tree = (isCheck ? process.argv[3] : process.argv[2]) ?? fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(tree, "ARCHITECTURE.md");
const BEGIN = "<!-- diagram: made by `make docs` from the #include lines -->\n", END = "<!-- end of the diagram -->\n";

/** Each folder of src/, by its first two names, and those that its files include.
 * @typedef {Map<string, Set<string>>} Graph */

/** @param {string} path of a folder */
const placeOf = (path) => path.split("/").slice(0, 2).join("/");

/** @returns {Graph} */
function readGraph() {
  /** @type {Graph} */
  const graph = new Map();
  for (const file of readdirSync(join(tree, "src"), { recursive: true, encoding: "utf8" }).filter((name) => /\.[ch]$/u.test(name)).sort()) {
    const from = placeOf(dirname(file));
    const to = graph.get(from) ?? new Set();
    graph.set(from, to);
    for (const [, path] of readFileSync(join(tree, "src", file), "utf8").matchAll(/^\s*#\s*include\s*"([^"]+)\/[^/"]+"/gmu)) to.add(placeOf(String(path)));
  }
  return graph;
}

/** The graph of nodes, where `nodeOf` names each folder's. @param {Graph} graph @param {Map<string, string>} nodeOf @returns {Graph} */
function joinNodes(graph, nodeOf) {
  /** @type {Graph} */
  const nodes = new Map();
  const nameOf = (/** @type {string} */ folder) => nodeOf.get(folder) ?? folder;
  for (const [from, all] of graph) {
    const to = nodes.get(nameOf(from)) ?? new Set();
    nodes.set(nameOf(from), to);
    for (const folder of all) if (graph.has(folder) && nameOf(folder) !== nameOf(from)) to.add(nameOf(folder));
  }
  return nodes;
}

/** All nodes that one leads to. @param {Graph} nodes @param {string} from @param {Set<string>} [seen] */
function reached(nodes, from, seen = new Set()) {
  for (const to of nodes.get(from) ?? []) {
    if (seen.has(to)) continue;
    seen.add(to);
    reached(nodes, to, seen);
  }
  return seen;
}

/** @param {Graph} nodes */
const hasCircle = (nodes) => [...nodes.keys()].some((node) => reached(nodes, node).has(node));

/** Joins the folders of each top-level folder, the lowest first, where that makes no circle. @param {Graph} graph */
function joinFolders(graph) {
  const nodeOf = new Map([...graph.keys()].map((folder) => [folder, `${folder} alone`]));
  const height = (/** @type {string} */ folder) => reached(graph, folder).size;
  const lowestFirst = [...graph.keys()].sort((a, b) => height(a) - height(b) || (a < b ? -1 : 1));
  for (const folder of lowestFirst) {
    nodeOf.set(folder, String(folder.split("/")[0]));
    if (hasCircle(joinNodes(graph, nodeOf))) nodeOf.set(folder, `${folder} alone`);
  }
  // A node of one folder has that folder's name.
  const nodes = [...nodeOf.values()];
  const isAlone = (/** @type {string} */ node) => nodes.indexOf(node) === nodes.lastIndexOf(node);
  return joinNodes(graph, new Map([...nodeOf].map(([folder, node]) => [folder, isAlone(node) ? folder : node])));
}

/** @param {Graph} nodes */
function draw(nodes) {
  const below = new Map([...nodes.keys()].map((node) => [node, reached(nodes, node)]));
  const size = (/** @type {string} */ node) => below.get(node)?.size ?? 0;
  const order = [...nodes.keys()].sort((a, b) => size(b) - size(a) || (a < b ? -1 : 1));
  const width = Math.max(...order.map((node) => node.length));
  const lines = order.map((node) => {
    const direct = [...nodes.get(node) ?? []];
    const needed = order.filter((to) => direct.includes(to) && !direct.some((other) => below.get(other)?.has(to)));
    return needed.length > 0 ? `  ${node.padEnd(width)} --> ${needed.join(" & ")}\n` : "";
  });
  return `\`\`\`mermaid\nflowchart TD\n${lines.join("")}\`\`\`\n`;
}

const text = readFileSync(PAGE, "utf8");
const begin = text.indexOf(BEGIN), end = text.indexOf(END);
if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md has no place for the diagram: ${BEGIN}${END}`);
const current = text.slice(0, begin) + BEGIN + draw(joinFolders(readGraph())) + text.slice(end);
if (isCheck && current !== text) {
  console.log("the diagram of ARCHITECTURE.md is stale: run `make docs`");
  process.exitCode = 1;
}
if (!isCheck) writeFileSync(PAGE, current);
