// The helper for PHP.
import { join } from "node:path";
import { CLIENTS, testHelper } from "./support.js";

testHelper("PHP", ["php", "-d", "error_reporting=-1", "-d", "display_errors=1", join(CLIENTS, "php/example.php")]);
