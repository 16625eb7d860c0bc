// Tokens of a Tessera server that runs with --truth, so that nobody has to solve anything: for `--tokens` of run.js.
//
//     node conformance/tessera-tokens.js --url URL --sitekey KEY [--hostname H] [--action A] [--cdata C] [COUNT]
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { url: { type: "string" }, sitekey: { type: "string" }, hostname: { type: "string" }, action: { type: "string" }, cdata: { type: "string" } },
  allowPositionals: true,
});
const { url, sitekey, hostname, action, cdata } = values;
if (!url || !sitekey) throw new Error("--url and --sitekey are needed");

/** @param {string} path @param {unknown} body */
async function post(path, body) {
  const headers = { "Content-Type": "application/json", ...(hostname && { Origin: `https://${hostname}` }) };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return { json: await reply.json(), truth: reply.headers.get("tessera-truth") };
}

for (let count = Number(positionals[0] ?? "1"); count > 0; count--) {
  let { json: challenge, truth } = await post("/v1/challenge", { sitekey, action, cdata });
  for (;;) {
    if (truth === null) throw new Error("the server does not tell its answers: it runs without --truth");
    const wait = challenge.submitAfterMs ?? 0;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const { json, truth: next } = await post("/v1/answer", { token: challenge.token, answer: truth });
    if (json.state === "pass") {
      console.log(json.response);
      break;
    }
    if (json.state !== "next") throw new Error(`the answer was not taken: ${JSON.stringify(json)}`);
    [challenge, truth] = [json.challenge, next];
  }
}
