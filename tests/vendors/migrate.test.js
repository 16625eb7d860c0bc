// The snippets of docs/migrate.md: those of servers are run, as they are after the change, with a good response and with one that was
// used; all others are parsed.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, Server, temporaryFolder } from "../lib/tessera.js";
import { snippets } from "./snippets.js";

const VENDORS = ["reCAPTCHA", "hCaptcha", "Turnstile", "mCaptcha", "Cap"];
const folder = temporaryFolder();

/** How each language is parsed, and how the function of its snippet is called with what is in the environment.
 * @type {Record<string, {file: string, wrap: (code: string) => string, parse: string[], call?: string, run?: string[]}>} */
const LANGUAGES = {
  PHP: { file: "a.php", wrap: (code) => `<?php\n${code}`, parse: ["php", "-l"], call: "echo is_human(getenv('RESPONSE')) ? 'yes' : 'no';", run: ["php"] },
  Ruby: { file: "a.rb", wrap: (code) => code, parse: ["ruby", "-wc"], call: 'print human?(ENV.fetch("RESPONSE")) ? "yes" : "no"', run: ["ruby"] },
  Python: { file: "a.py", wrap: (code) => code, parse: ["/usr/bin/python3", "-m", "py_compile"], call: 'print("yes" if is_human(os.environ["RESPONSE"]) else "no", end="")', run: ["/usr/bin/python3"] },
  Node: { file: "a.mjs", wrap: (code) => code, parse: [process.execPath, "--check"], call: 'process.stdout.write((await isHuman(process.env.RESPONSE)) ? "yes" : "no");', run: [process.execPath] },
  React: { file: "a.jsx", wrap: (code) => code, parse: ["esbuild", "--log-level=warning", "--jsx=automatic"] },
};

/** @param {string[]} command @param {Record<string, string>} env @returns {Promise<string>} */
const output = (command, env) => new Promise((resolve) => {
  const child = spawn(command[0], command.slice(1), { env: { PATH: process.env.PATH, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (said += bytes));
  child.on("close", () => resolve(said));
});

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ hostnames: ["shop.example.org", "other.example.org"] });
});
after(() => server.down());

/** A response of a page on that host. @param {string} host */
async function pass(host) {
  const { token, truth } = await server.challenge({}, { Origin: `https://${host}` });
  return /** @type {string} */ ((await server.post("/v1/answer", { token, answer: truth })).json.response);
}

const page = readFileSync(join(ROOT, "docs/migrate.md"), "utf8");
const all = snippets(page);

test("each of the five has a snippet for each language", () => {
  for (const vendor of VENDORS)
    assert.deepEqual(all.filter((one) => one.vendor === vendor).map(({ language }) => language), ["HTML", "React", "PHP", "Ruby", "Python", "Node"], vendor);
});

test("what it says of the test keys is what the server's table has", () => {
  const rows = [...readFileSync(join(ROOT, "src/flow/answer/test_keys.def"), "utf8").matchAll(/^TEST_KEY\((\w+)[^)]*?\b(ANYTHING|DUMMY)\b/gm)];
  const whose = (/** @type {string} */ what) => VENDORS.filter((vendor) => rows.some(([, name, takes]) => name === vendor.toUpperCase() && takes === what)).map((vendor) => `${vendor}'s`);
  const item = /^- \*\*Test keys\*\*[^]*?(?=^- )/m.exec(page)?.[0].replaceAll(/\s+/g, " ") ?? "";
  assert.ok(item.includes(`${whose("DUMMY").join(" and ")} takes its published test response alone, ${whose("ANYTHING").join(" and ")} take any`), item);
});

for (const { vendor, language, before: old, after: changed } of all.filter(({ language }) => language !== "HTML")) {
  const { file, wrap, parse, call, run } = LANGUAGES[language];

  test(`${vendor}, ${language}: parsed`, () => {
    assert.notEqual(old, changed);
    assert.doesNotMatch(changed, /google\.com|hcaptcha\.com|cloudflare\.com|mcaptcha\.example|cap\.example/);
    for (const code of run ? [old] : [old, changed]) { // what is run need not be parsed
      const path = join(folder, `parsed-${file}`);
      writeFileSync(path, wrap(code));
      const { status, stderr, stdout } = spawnSync(parse[0], [...parse.slice(1), path], { encoding: "utf8" });
      assert.equal(status, 0, stderr + stdout);
    }
  });

  if (call && run) test(`${vendor}, ${language}: run`, async () => {
    assert.match(changed, /https:\/\/captcha\.example\.org/);
    const path = join(folder, `run-${vendor}-${file}`);
    writeFileSync(path, `${wrap(changed.replaceAll("https://captcha.example.org", server.url))}\n${call}\n`);
    const ask = (/** @type {string} */ response) => output([...run, path], { CAPTCHA_SECRET: server.secret, CAPTCHA_SITEKEY: server.sitekey, RESPONSE: response });
    const good = await pass("shop.example.org");
    assert.equal(await ask(good), "yes");
    assert.equal(await ask(good), "no");
    const tellsHost = /hostname/.test(changed);
    assert.equal(await ask(await pass("other.example.org")), tellsHost ? "no" : "yes");
    assert.equal(tellsHost, !["mCaptcha", "Cap"].includes(vendor));
  });
}
