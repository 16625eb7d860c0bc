// Checks of a vendor's script: how it is served, and what it defines when a page has loaded it (page.js).
import { header } from "./ask.js";
import { show } from "./checks.js";
import { GLOBALS, look } from "./page.js";

/** @typedef {import("./suite.js").Trial} Trial */
/** @typedef {import("./suite.js").Row} Row */

const ONLOAD = "conformanceLoaded";

/** The script and what a page saw of it, once for all rows. @param {Trial} trial @param {string} path @param {string} query */
const loaded = (trial, path, query) => trial.once(`script ${query}`, async () => {
  const reply = await trial.ask(path + query, { headers: { Origin: "https://page.example", "User-Agent": "Mozilla/5.0" } });
  if (reply.status !== 200) throw new Error(show(reply));
  return { reply, page: await look({ script: reply.text, url: trial.options.url + path + query, onload: query.includes(ONLOAD) ? ONLOAD : "" }) };
});

/** @param {string[]} wanted @param {string[] | undefined} there */
const missing = (wanted, there) => wanted.filter((method) => !there?.includes(method));

/**
 * The rows of a script.
 * @param {{path: string, global: string, methods: string[], atEnd: string[], ready: boolean, also?: {query: string, global: string}}} script
 * `atEnd`: the methods that must be there when the script ends; `also`: what a query adds. @returns {Row[]}
 */
export const scriptRows = ({ path, global, methods, atEnd, ready, also }) => {
  const automatic = `?render=explicit&onload=${ONLOAD}&hl=de&host=page.example&unknown=1`;
  /** @type {Row[]} */
  const rows = [
    ["script-served", `\`GET ${path}\`, with whatever query, is JavaScript`, async (trial) => {
      for (const query of ["", automatic]) {
        const { reply } = await loaded(trial, path, query);
        if (!/^(text|application)\/(x-)?javascript\b/i.test(header(reply, "content-type"))) return `${path}${query}: Content-Type is ${header(reply, "content-type") || "missing"}`;
      }
    }],
    ["script-cors", "The script has `Access-Control-Allow-Origin`: loaders ask for it with `crossorigin`", async (trial) => {
      const { reply } = await loaded(trial, path, "");
      return ["*", "https://page.example"].includes(header(reply, "access-control-allow-origin")) ? undefined
        : `Access-Control-Allow-Origin is ${header(reply, "access-control-allow-origin") || "missing"}`;
    }],
    ["script-no-cookie", "The script sets no cookie", async (trial) => {
      const { reply } = await loaded(trial, path, "");
      return header(reply, "set-cookie") === "" ? undefined : `Set-Cookie: ${header(reply, "set-cookie")}`;
    }],
    ["script-runs", "The script runs to its end", async (trial) => {
      const { page } = await loaded(trial, path, "");
      return page.thrown || undefined;
    }],
    ["script-at-end", `When the deferred script ends, \`${global}\` is there with ${atEnd.map((name) => `\`${name}\``).join(", ")}`, async (trial) => {
      const { page } = await loaded(trial, path, "");
      const lacking = missing(atEnd, page.atEnd[global]);
      return lacking.length > 0 ? `missing: ${lacking.join(", ")}` : undefined;
    }],
    ["script-methods", `In the end \`${global}\` has ${methods.map((name) => `\`${name}\``).join(", ")}`, async (trial) => {
      const { page } = await loaded(trial, path, "");
      const lacking = missing(methods, page.later[global]);
      return lacking.length > 0 ? `missing: ${lacking.join(", ")}` : undefined;
    }],
    ["script-own-global", "It defines no other vendor's global: some pages take the first that they find", async (trial) => {
      const { page } = await loaded(trial, path, "");
      if (!page.later[global]) return `${global} is not defined`;
      const others = GLOBALS.filter((name) => name !== global && (page.atEnd[name] || page.later[name]));
      return others.length > 0 ? `defined: ${others.join(", ")}` : undefined;
    }],
    ["script-onload", "The function that `onload` names is called, once", async (trial) => {
      const { page } = await loaded(trial, path, automatic);
      return page.loaded === 1 ? undefined : `called ${page.loaded} times`;
    }],
  ];
  if (ready) rows.push(["script-ready", `What is given to \`${global}.ready\` is called, once`, async (trial) => {
    const { page } = await loaded(trial, path, "");
    return page.ready === 1 ? undefined : `called ${page.ready} times`;
  }]);
  if (also) rows.push(["script-compat", `With \`${also.query}\` there is \`${also.global}\` as well`, async (trial) => {
    const { page } = await loaded(trial, path, `?${also.query}`);
    const lacking = missing(["render", "reset", "getResponse"], page.later[also.global]);
    return lacking.length > 0 ? `missing: ${lacking.join(", ")}` : undefined;
  }]);
  return rows;
};
