// The helper for Ruby.
import { join } from "node:path";
import { CLIENTS, testHelper } from "./support.js";

testHelper("Ruby", ["ruby", "-W", join(CLIENTS, "ruby/example.rb")]);
