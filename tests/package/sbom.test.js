// The bill of materials: by CycloneDX's own schema, the same each time, and with every library that the program is linked with or loads.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { PROGRAM, ROOT } from "../lib/tessera.js";

/** @param {Record<string, string>} [env] */
const write = (env = {}) => execFileSync(process.execPath, [join(ROOT, "tools/sbom.js")], { encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1 << 26 });

let text = "";
/** @type {Record<string, any>} */
let bill = {};
before(() => {
  text = write();
  bill = JSON.parse(text);
});

/** The components that a file of that name comes from. @param {string} file */
const holders = (file) => bill.components.filter((/** @type {any} */ component) =>
  component.properties.some((/** @type {any} */ property) => property.name === "tessera:file" && property.value === file));

test("it is CycloneDX 1.5, by the schema", async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot5);
  assert.equal(await validator.validate(text), null);
  assert.notEqual(await validator.validate(text.replace('"scope": "required"', '"scope": "perhaps"')), null, "the check has teeth");
});

test("it is the same whatever the locale, the zone and the time", () => {
  assert.equal(write({ LC_ALL: "de_DE.UTF-8", TZ: "Pacific/Apia" }), text);
  assert.match(write({ SOURCE_DATE_EPOCH: "86400" }), /"timestamp": "1970-01-02T00:00:00.000Z"/);
});

test("every library that the program is linked with is in it, as required", () => {
  const needed = [...execFileSync("objdump", ["-p", PROGRAM], { encoding: "utf8" }).matchAll(/NEEDED +(\S+)/g)].map((match) => match[1]);
  assert.ok(needed.includes("libcrypto.so.3") && needed.length >= 6, needed.join(" "));
  for (const file of needed) {
    const [component, ...others] = holders(file);
    assert.deepEqual([component?.scope, others.length], ["required", 0], file);
    const { ref, dependsOn } = bill.dependencies.find((/** @type {any} */ each) => each.ref === bill.metadata.component["bom-ref"]);
    assert.ok(dependsOn.includes(component["bom-ref"]), `${ref} depends on ${file}`);
    assert.equal(component.version, execFileSync("dpkg-query", ["-W", "-f", "${Version}\n", component.name], { encoding: "utf8" }).split("\n")[0]);
  }
});

test("and every library that it loads where it is asked to, with what is below it", () => {
  for (const file of ["libpq.so.5", "libldap-2.5.so.0"]) assert.equal(holders(file)[0]?.scope, "optional", file);
});

test("what npm brings is for tests and measurements alone, and every row of the lock files is there", () => {
  for (const folder of ["tests", "bench"]) {
    const locked = Object.keys(JSON.parse(readFileSync(join(ROOT, folder, "package-lock.json"), "utf8")).packages).filter(Boolean);
    const rows = bill.components.filter((/** @type {any} */ component) =>
      component.purl.startsWith("pkg:npm/") && component.properties.some((/** @type {any} */ property) => property.value === folder));
    assert.equal(rows.length, locked.length);
    assert.ok(rows.every((/** @type {any} */ row) => row.scope === "excluded" && row.hashes?.length === 1), folder);
  }
  const parts = new Set(bill.components.map((/** @type {any} */ component) => component["bom-ref"]));
  assert.equal(parts.size, bill.components.length);
  for (const { ref, dependsOn } of bill.dependencies) for (const below of dependsOn) assert.ok(parts.has(below), `${ref}: ${below}`);
});
