#!/usr/bin/env node
// Whether a server keeps a vendor's contract: README.md has how it is used, --help every option. Node 18 or later, nothing else.
import { parseArgs } from "node:util";
import { asJson, asMarkdown, asText, count } from "./report.js";
import { run } from "./suite.js";

const VENDORS = ["recaptcha", "hcaptcha", "turnstile", "mcaptcha", "cap"];

const HELP = `node run.js --url URL --vendor ${VENDORS.join("|")}|all --sitekey KEY --secret SECRET [OPTION...]

  --tokens COMMAND       prints fresh tokens of that site, a line each; it is called with how many are wanted
  --expired TOKEN        a token of that site that is too old
  --other-sitekey KEY, --other-secret SECRET   of another site on the same server
  --hostname H, --action A, --cdata C   what the tokens were made with
  --test-keys            the vendor's published test keys are to be taken; without it they are to be refused
  --connections N        how many at once are "many"; 20
  --only ROW             this row alone; may be given several times
  --json, --markdown     for programs, for pages

A site that was made for this is best: secrets on a command line can be seen by others on the machine.
Exit status: 0 all rows hold, 1 some fail, 2 wrong use, 3 none fails and some were not tried.`;

/** @param {string} words */
function misused(words) {
  console.error(`${words}\n\n${HELP}`);
  process.exit(2);
}

/** @returns {Record<string, any>} */
function options() {
  const text = { type: /** @type {const} */ ("string") }, flag = { type: /** @type {const} */ ("boolean") };
  try {
    return parseArgs({
      options: {
        url: text, vendor: text, sitekey: text, secret: text, "other-sitekey": text, "other-secret": text, tokens: text, expired: text,
        hostname: text, action: text, cdata: text, "test-keys": flag, connections: { ...text, default: "20" },
        only: { ...text, multiple: true }, json: flag, markdown: flag, help: flag,
      },
    }).values;
  } catch (error) {
    return misused(/** @type {Error} */ (error).message) ?? {};
  }
}

const given = options();
if (given.help) {
  console.log(HELP);
  process.exit(0);
}
for (const name of ["url", "vendor", "sitekey", "secret"]) if (!given[name]) misused(`--${name} is missing`);
if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(given.url)) misused("--url is an address that begins with https:// or http://");
const names = given.vendor === "all" ? VENDORS : [given.vendor];
if (!names.every((name) => VENDORS.includes(name))) misused(`--vendor is one of ${VENDORS.join(", ")}, all`);
const connections = Number(given.connections);
if (!Number.isInteger(connections) || connections < 2 || connections > 1000) misused("--connections is a number from 2 to 1000");

const verdicts = [];
for (const name of names) {
  const { default: vendor } = await import(`./vendors/${name}.js`);
  const only = given.only ?? [];
  const results = await run(vendor, {
    url: given.url.replace(/\/+$/, ""), sitekey: given.sitekey, secret: given.secret, otherSitekey: given["other-sitekey"], otherSecret: given["other-secret"],
    tokens: given.tokens, expired: given.expired, hostname: given.hostname, action: given.action, cdata: given.cdata, testKeys: given["test-keys"], connections,
  }, (id) => only.length === 0 || only.includes(id));
  verdicts.push({ name, title: vendor.title, results });
}
const all = verdicts.flatMap(({ results }) => results);
if (all.length === 0) misused("no row has that name");
console.log((given.json ? asJson : given.markdown ? asMarkdown : asText)(verdicts));
process.exitCode = count(all, "fails") > 0 ? 1 : count(all, "not tried") > 0 ? 3 : 0;
