// What the walks of walks.js go through: a server, and for each walk a site in front of it with one page, whose challenges are always
// the same in words: another one is asked for until the question is the one that is wanted.
import { readFileSync, writeFileSync } from "node:fs";
import { pairs } from "../lib/puzzle.js";
import { Site, pageOf } from "../lib/site.js";
import { FAST, Server, run } from "../lib/tessera.js";

/** @typedef {import("./walks.js").Walk} Walk */

/** The question that a challenge has to ask, by its type: others have more than one. @type {Record<string, RegExp>} */
const ASKED = {
  spatial: /90° clockwise/,
  emotions: /surprised/,
  scene: /furthest to its left/,
};

/** A puzzle that is always the same. It is not the one that the server judges. */
const GRIDS = { before: "0120001002100021", after: "0012100021001000", start: "1002010020110200" };

/** What there is to choose from, where it is words; it is not what the picture shows. @type {Record<string, string[]>} */
const WORDS = {
  scene: ["ball", "cone", "cube", "cylinder", "pyramid", "ring"],
  hidden: ["arrow", "banana", "boat", "boot", "car", "cup", "duck", "fish", "flower", "hat", "key", "leaf"],
};

/** Makes chance the same in every run: the standalone mode picks by it. */
const CHANCE = `let state = 20260;
crypto.getRandomValues = (array) => {
  for (let i = 0; i < array.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    array[i] = state >>> 4;
  }
  return array;
};
`;

export class Stage {
  /** @param {Server} server @param {Record<string, string>} [env] */
  constructor(server, env) {
    this.server = server;
    this.env = env;
    /** The answer to the last challenge. */
    this.truth = "";
    /** How many challenges have come. */
    this.count = 0;
  }

  /** @param {Record<string, string>} [env] of the server: a clock */
  static async open(env) {
    const config = `${FAST.replace("{submit", "{pow_work: 4, submit")}accessibility: {fallback_method: human_review}\n`;
    return new Stage(await Server.start({ config, env }), env);
  }

  close() {
    return this.server.down();
  }

  /** Solves a form as somebody without JavaScript does; the address of the code's page. @returns {Promise<string>} */
  async code() {
    const { seed, truth } = await this.server.page("/challenge?sitekey=demo&type=human");
    const { headers } = await this.server.form("/challenge?sitekey=demo", { seed, cell: truth });
    return String(headers.get("location"));
  }

  /** Lets in, or turns down, who waits for a person. @param {"approve" | "reject"} verdict */
  decide(verdict) {
    const [row] = run(["review", "list", "--json", "--data", this.server.data], { env: this.env }).stdout.trim().split("\n").slice(-1);
    const { status, stderr } = run(["review", verdict, JSON.parse(row).id, "--data", this.server.data], { env: this.env });
    if (status !== 0) throw new Error(`review: ${stderr}`);
  }

  /** The site of a walk. @param {Walk} walk @param {(path: string) => unknown} [hears] is told of each reply before it is passed on */
  site(walk, hears) {
    const box = `<form method="get" action="/sent"><label>Name <input name="name"></label>
<div class="tessera" data-sitekey="${walk.sitekey ?? this.server.sitekey}" ${walk.box ?? ""}></div><p><button>Send</button></p></form>
<script src="/tessera.js" async defer></script>`;
    const alone = '<div id="check"></div><script type="module" src="/alone.js"></script>';
    return Site.start({
      pages: { "/": pageOf(walk.alone ? alone : box) },
      scripts: {
        "/chance.js": CHANCE,
        "/alone.js": `import "/chance.js";\nconst { Captcha } = await import("/standalone.js");
await new Captcha(document.getElementById("check"), ${JSON.stringify(walk.alone ?? {})}).start();\n`,
      },
      upstream: this.server.url,
      added: walk.lifetime ? { "tessera-lifetime": String(walk.lifetime) } : {},
      alter: (path, json, headers) => this.#alter(walk, path, json, headers),
      hears,
    });
  }

  /** @param {Walk} walk @param {string} path @param {any} json @param {Headers} headers */
  #alter(walk, path, json, headers) {
    const challenge = path === "/v1/challenge" ? json : json.challenge;
    for (const offer of [json.fallback, challenge?.fallback]) { // by lot: another kind that is as hard
      if (offer) offer.alternatives = offer.alternatives.filter((/** @type {string} */ name) => name !== "other");
    }
    if (!challenge?.type) return json;
    const asked = walk.asked ?? ASKED[challenge.type];
    if (asked && !challenge.view?.audio && !asked.test(challenge.instructions)) return null;
    if (challenge.view?.grids && pairs(challenge.view).some(([first, second]) => first === "shift up" && second === "shift up")) return null; // what is chosen is wrong
    if (path === "/v1/challenge" && headers.get("tessera-truth") === "0") return null; // the first cell is the one that walks choose, to be wrong
    this.count++;
    this.truth = headers.get("tessera-truth") ?? "";
    if (challenge.view?.grids) challenge.view.grids = GRIDS;
    if (challenge.view?.options && WORDS[challenge.type]) challenge.view.options = WORDS[challenge.type].slice(0, challenge.view.options.length);
    if (walk.seconds) challenge.timeLimit = walk.seconds;
    return json;
  }
}

/** Compares what was heard with what is kept; UPDATE_SAID=1 keeps it anew.
 * @param {URL} folder @param {string} name @param {string} text @param {(text: string) => string} [form] what is compared of both
 * @returns {string | null} how they differ, as lines with - for what is kept and + for what was heard */
export function compare(folder, name, text, form = (all) => all) {
  const path = new URL(`${name}.txt`, folder);
  if (process.env.UPDATE_SAID) {
    writeFileSync(path, text);
    return null;
  }
  let kept = "";
  try {
    kept = readFileSync(path, "utf8");
  } catch {
    return `there is no ${path.pathname}: UPDATE_SAID=1 writes it`;
  }
  return form(kept) === form(text) ? null : differences(kept.split("\n"), text.split("\n"));
}

/** By the longest common run of lines. @param {string[]} before @param {string[]} now */
function differences(before, now) {
  const length = Array.from({ length: before.length + 1 }, () => Array(now.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      length[i][j] = before[i] === now[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  /** @type {string[]} */
  const lines = [];
  for (let i = 0, j = 0; i < before.length || j < now.length;) {
    if (i < before.length && j < now.length && before[i] === now[j]) {
      lines.push(`  ${before[i]}`);
      i++, j++;
    } else if (j < now.length && (i === before.length || length[i][j + 1] >= length[i + 1][j])) lines.push(`+ ${now[j++]}`);
    else lines.push(`- ${before[i++]}`);
  }
  return lines.filter((line, at) => lines.slice(Math.max(0, at - 3), at + 4).some((near) => !near.startsWith("  "))).join("\n");
}
