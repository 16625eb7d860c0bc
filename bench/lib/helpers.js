/** The programs in C that measure what Node can't: compiled into build/bench/ when first asked for. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bench, built, root } from "./paths.js";
import { runToEnd } from "./processes.js";

const libtessera = [join(root, "build", "libtessera.a"), "-lcrypto", "-lisal"];
const server = [join(root, "build", "plain", "libserver.a"), ...libtessera, "-lyaml", "-lsqlite3", "-lpng", "-lm", "-lpthread"];

/** @type {Record<string, { sources: string[], links: string[] }>} */
const helpers = {
  load: {
    sources: ["load.c", "load_answer.c", "load_client.c", "load_reply.c", "load_requests.c"],
    links: [],
  },
  start: { sources: ["start.c"], links: [] },
  generate: { sources: ["cmd_generate.c"], links: libtessera },
  picture: { sources: ["picture.c"], links: libtessera },
  scene: { sources: ["scene.c"], links: libtessera },
  fusion: { sources: ["fusion.c"], links: libtessera },
  style: { sources: ["style.c"], links: libtessera },
  seal: { sources: ["seal.c"], links: libtessera },
  spend: { sources: ["spend.c"], links: server },
  work: { sources: ["work.c"], links: libtessera },
};

const includes = [`-I${join(root, "include")}`, `-I${join(root, "src")}`];
const flags = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-O2", ...includes];

/** @type {Set<string>} */
const ready = new Set();

/**
 * The program's path; compiled first where this run has not done so.
 * @param {string} name
 */
export function helper(name) {
  const path = join(built, name);
  if (!ready.has(name)) {
    const { sources, links } = helpers[name];
    const files = sources.map((source) => join(bench, source));
    mkdirSync(built, { recursive: true });
    if (links.length > 0) {
      runToEnd(["make", "--silent", "-C", root, "build/libtessera.a", "build/plain/libserver.a"]);
    }
    runToEnd(["gcc", ...flags, ...files, "-o", path, ...links]);
    ready.add(name);
  }
  return path;
}
