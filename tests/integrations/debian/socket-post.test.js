// php-google-recaptcha's SocketPost writes HTTP/1.0 by hand to port 443 of a host, and takes nothing else than HTTP/1.0 for an answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "../../browser/browser.js";
import { Server } from "../../lib/tessera.js";
import { freePort, start } from "../lib/programs.js";
import { CONFIG, Person } from "../lib/person.js";
import { startVendors } from "./machine.js";
