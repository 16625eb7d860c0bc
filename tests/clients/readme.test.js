// The few lines that each helper's README shows, beside a copy of the helper as it says, in a page that only tells which way they went:
// with a good pass, with one that was used, and where nobody answers.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cleanEnvironment, ROOT, Server, temporaryFolder } from "../lib/tessera.js";
import { CLIENTS } from "./support.js";

/** `page` makes a program of what the lines bring in, and what they do. @type {Record<string, {file: string, command: string[], page: (head: string, body: string) => string}>} */
const LANGUAGES = {
  node: { file: "page.mjs", command: ["node", "page.mjs"], page: (head, body) => `${head}
const form = new Map([["tessera-response", process.env.RESPONSE]]);
const showFormAgain = (reason) => "again: " + reason, keepForReview = () => "kept";
console.log(await (async () => {\n${body}\nreturn "went on"; })());` },
  python: { file: "page.py", command: ["/usr/bin/python3", "page.py"], page: (head, body) => `${head}
form = {"tessera-response": os.environ["RESPONSE"]}
def show_form_again(reason): return "again: " + reason
def keep_for_review(): return "kept"
def page():\n${body.replaceAll(/^/gm, "    ")}\n    return "went on"
print(page())` },
  php: { file: "page.php", command: ["php", "-d", "display_errors=1", "page.php"], page: (head, body) => `<?php ${head}
$_POST['tessera-response'] = getenv('RESPONSE');
function show_form_again($reason) { return "again: $reason"; }
function keep_for_review() { return 'kept'; }
function page() {\n${body}\nreturn 'went on'; }
echo page();` },
  ruby: { file: "page.rb", command: ["ruby", "page.rb"], page: (head, body) => `${head}
def show_form_again(reason) = "again: #{reason}"
def keep_for_review = "kept"
def page(params)\n${body}\n"went on"\nend
puts page({ "tessera-response" => ENV.fetch("RESPONSE") })` },
  go: { file: "example/main.go", command: ["go", "run", "./example"], page: (head, body) => `package main
import ("errors"; "fmt"; "log"; "net/http"; "net/http/httptest"; "net/url"; "os"; "strings"; "tessera")
func keepForReview(w http.ResponseWriter) { fmt.Println("kept") }
func showFormAgain(w http.ResponseWriter, reason string) { fmt.Println("again:", reason) }
func signUp(w http.ResponseWriter, r *http.Request) { fmt.Println("went on") }
func page(w http.ResponseWriter, r *http.Request) {\n${head}\n${body}\n}
func main() {
  r := httptest.NewRequest("POST", "/", strings.NewReader(url.Values{"tessera-response": {os.Getenv("RESPONSE")}}.Encode()))
  r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
  page(httptest.NewRecorder(), r)
}` },
};

/** @type {Server} */
let server;
before(async () => {
  server = await Server.start({ hostnames: ["www.example.org"] });
});
after(() => server.down());

for (const [language, { file, command, page }] of Object.entries(LANGUAGES)) test(`${language}: what its README shows`, async () => {
  const folder = temporaryFolder();
  cpSync(join(CLIENTS, language), folder, { recursive: true });
  const lines = /** @type {string} */ (/^```\w+\n([^]*?)^```$/m.exec(readFileSync(join(folder, "README.md"), "utf8"))?.[1]);
  const [head, ...body] = lines.split("\n\n");

  /** @param {string} url @param {string} response @returns {Promise<string>} */
  const ask = (url, response) => new Promise((resolve) => {
    assert.ok(lines.includes("https://captcha.example.org"));
    writeFileSync(join(folder, file), page(head, body.join("\n\n")).replace("https://captcha.example.org", url));
    const env = { ...cleanEnvironment(), TESSERA_SECRET: server.secret, RESPONSE: response, GOPROXY: "off", GOCACHE: join(ROOT, "build/go"), GO111MODULE: "on" };
    const child = spawn(command[0], command.slice(1), { cwd: folder, env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (said += bytes));
    child.on("close", () => resolve(said.trim()));
  });
  const { token, truth } = await server.challenge({ action: "sign-up" }, { Origin: "https://www.example.org" });
  const { response } = (await server.post("/v1/answer", { token, answer: truth })).json;
  assert.equal(await ask(server.url, response), "went on");
  assert.equal(await ask(server.url, response), "again: timeout-or-duplicate");
  assert.equal(await ask("http://127.0.0.1:1", response), "kept");
});
