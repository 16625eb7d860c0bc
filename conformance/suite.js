// Runs the rows of a vendor's table against a server. A row is [id, what the contract asks, check]; a check gets a Trial and returns
// what it saw that should not be, or nothing where the contract holds; it throws NotTried where it lacks what it would need.
import { ask, ENCODINGS } from "./ask.js";
import { tokensOf } from "./tokens.js";

/** @typedef {import("./ask.js").Reply} Reply */
/** @typedef {(trial: Trial) => Promise<string | undefined | void>} Check */
/** @typedef {[id: string, asks: string, check: Check]} Row */
/** @typedef {{id: string, asks: string, outcome: "holds" | "fails" | "not tried", seen: string}} Result */

/**
 * What is under test, and what the caller knows of it.
 * @typedef {{url: string, sitekey: string, secret: string, otherSitekey?: string, otherSecret?: string, tokens?: string | ((count: number) => Promise<string[]>), expired?: string,
 *   hostname?: string, action?: string, cdata?: string, testKeys?: boolean, connections: number, quickMs?: number}} Options
 */

/**
 * What tells one vendor's siteverify from another's. `flag` is true in a success; `fields` makes a request of the three parts of a good one.
 * @typedef {{name: string, title: string, path: (options: Options) => string, encoding: string, flag: string,
 *   fields: (parts: {secret: string, response: string, sitekey: string}) => Record<string, string>,
 *   secretField: string, responseField: string,
 *   rows: Row[]}} Vendor
 */

/** There is something that a check would need and was not given. */
export class NotTried extends Error {}

export class Trial {
  /** @param {Vendor} vendor @param {Options} options */
  constructor(vendor, options) {
    this.vendor = vendor;
    this.options = options;
    this.nextToken = options.tokens ? tokensOf(options.tokens) : undefined;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
  }

  /** Something that the caller may have told. @param {keyof Options} name @param {string} option @returns {string} */
  need(name, option) {
    const value = this.options[name];
    if (typeof value !== "string") throw new NotTried(`${option} is not given`);
    return value;
  }

  /** A token that nobody has used. @returns {Promise<string>} */
  async token() {
    if (!this.nextToken) throw new NotTried("--tokens is not given");
    return this.nextToken();
  }

  /** The fields of a good request, with a fresh token. */
  async good() {
    return this.fields(await this.token());
  }

  /** The fields of a request with that token. @param {string} response */
  fields(response) {
    return this.vendor.fields({ secret: this.options.secret, response, sitekey: this.options.sitekey });
  }

  /** @param {string} path @param {Parameters<typeof ask>[1]} [options] */
  ask(path, options) {
    return ask(this.options.url + path, options);
  }

  /** Sends fields to siteverify. @param {Record<string, string>} fields @param {string} [encoding] @returns {Promise<Reply>} */
  verify(fields, encoding = this.vendor.encoding) {
    const { query, ...how } = ENCODINGS[encoding](fields);
    return this.ask(this.vendor.path(this.options) + (query ? `?${query}` : ""), how);
  }

  /** What several rows look at, made once. @template T @param {string} name @param {() => Promise<T>} make @returns {Promise<T>} */
  once(name, make) {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return /** @type {Promise<any>} */ (this.kept.get(name));
  }

  /** The reply to one good request, for the rows that look at its form. @returns {Promise<Reply>} */
  success() {
    return this.once("success", async () => this.verify(await this.good()));
  }

  /** Fails where a good request is refused as well: a server that says no to everything keeps no contract. */
  async provesItself() {
    const { status, json, text } = await this.success();
    if (status !== 200 || json?.[this.vendor.flag] !== true) throw new Error(`a good request is refused as well: ${status} ${text.slice(0, 160)}`);
  }
}

/** @param {Vendor} vendor @param {Options} options @param {(id: string) => boolean} [isWanted] @returns {Promise<Result[]>} */
export async function run(vendor, options, isWanted = () => true) {
  const trial = new Trial(vendor, options);
  /** @type {Result[]} */
  const results = [];
  for (const [id, asks, check] of vendor.rows.filter(([id]) => isWanted(id))) {
    try {
      const seen = await check(trial);
      results.push({ id, asks, outcome: seen ? "fails" : "holds", seen: seen || "" });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      results.push(error instanceof NotTried ? { id, asks, outcome: "not tried", seen: message } : { id, asks, outcome: "fails", seen: message });
    }
  }
  return results;
}
