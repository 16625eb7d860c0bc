// One response from standard input: TESSERA_URL=... TESSERA_SECRET=... node example.mjs HOSTNAME[,HOSTNAME...] [ACTION] [STRENGTH] [ALTERNATIVE,...]
import { readFileSync } from "node:fs";
import { Misconfigured, Unavailable, verify } from "./tessera.mjs";

const { TESSERA_URL = "", TESSERA_SECRET = "", TESSERA_TIMEOUT_MS = "5000" } = process.env;
const [hostname, action, strength, alternatives] = process.argv.slice(2).map((word) => word || undefined);
try {
  const verdict = await verify(TESSERA_URL, TESSERA_SECRET, readFileSync(0, "utf8"), {
    hostname: hostname?.split(",") ?? [], action, strength, alternatives: alternatives?.split(","), timeoutMs: Number(TESSERA_TIMEOUT_MS),
  });
  console.log(verdict.verified ? "verified" : `not verified: ${verdict.reason}`);
  process.exitCode = verdict.verified ? 0 : 1;
} catch (error) {
  if (error instanceof Unavailable) {
    console.log(`nobody can tell: ${error.message}`); // open or shut: this one is your decision
    process.exitCode = 75;
  } else if (error instanceof Misconfigured) {
    console.log(`wrong use: ${error.message}`);
    process.exitCode = 2;
  } else throw error;
}
process.exit(); // Node 18 would wait four seconds for the idle connection
