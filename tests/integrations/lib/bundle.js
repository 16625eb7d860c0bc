// Bundles an app of the tests with the packages that it imports, as a site's own build would: by esbuild.
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const APPS = join(dirname(dirname(fileURLToPath(import.meta.url))), "apps");

/** What frameworks are told. React runs effects twice in its strict mode only where it is built for development. */
const DEFINED = {
  "process.env.NODE_ENV": '"development"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false",
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
};

/** @param {string} name of a file in apps/, without its ending @returns {Promise<string>} the script */
export async function bundle(name) {
  const { stdout } = await promisify(execFile)("esbuild", [
    // An older target: left as they are, classes that name themselves in a static block, as Angular's do, are lost by esbuild 0.17.
    join(APPS, `${name}.js`), "--bundle", "--format=iife", "--target=es2021", "--log-level=warning",
    ...Object.entries(DEFINED).map(([key, value]) => `--define:${key}=${value}`),
  ], { maxBuffer: 1 << 26 });
  return stdout;
}
