// The helper for Node.
import { join } from "node:path";
import { CLIENTS, testHelper } from "./support.js";

testHelper("Node", ["node", join(CLIENTS, "node/example.mjs")]);
