// The bill of materials, CycloneDX 1.5 as JSON: `node tools/sbom.js` prints it. Rows come from what the machine really has: the
// libraries that build/tessera is linked with or loads at run time and those below them, as Debian's packages (ldd, readelf, dpkg);
// programs that it runs (debian/control); what builds it (tools/setup); what only tests and measurements use (the lock files of npm).
// The same tree on the same packages gives the same bytes: nothing in it is of this moment or by chance.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAM = process.env.TESSERA_PROGRAM ?? join(ROOT, "build/tessera");

/** @param {string} program @param {string[]} args */
const run = (program, args) => execFileSync(program, args, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" }, maxBuffer: 1 << 26 });

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), "utf8");

/* ------------------------------------------------------------ libraries */

/** The libraries that a file names itself. @param {string} file */
const needed = (file) => [...run("readelf", ["--dynamic", "--wide", file]).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map((match) => match[1]);

/** Where each library lies that is loaded with a file: by its name. @param {string} file @returns {Map<string, string>} */
const loaded = (file) => new Map([...run("ldd", [file]).matchAll(/^\t(?:(\S+) => )?(\/\S+) \(0x/gm)].map(([, name, path]) => [name ?? path.split("/").at(-1), path]));

/** Names in the program's text that it gives to dlopen(); those that it is linked with stand there, too. @param {string} file */
export function loadedLater(file) {
  const names = readFileSync(file, "latin1").match(/(?<=\0)lib[a-z0-9+_-]+\.so(?:\.\d+)+(?=\0)/g) ?? [];
  const linked = new Set(needed(file));
  return [...new Set(names)].filter((name) => !linked.has(name)).sort();
}

/** @param {string} name @returns {string} */
function findLibrary(name) {
  const line = run("/sbin/ldconfig", ["--print-cache"]).split("\n").find((row) => row.trim().startsWith(`${name} `));
  if (!line) throw new Error(`${name} is not installed: tools/setup build`);
  return line.split(" => ")[1];
}

/* ------------------------------------------------------ Debian's packages */

/** The package of each file. @param {string[]} paths @returns {Map<string, string>} */
function ownersOf(paths) {
  const names = new Map(paths.map((path) => [path, [path, realpathSync(path)].flatMap((each) => [each, `/usr${each}`, each.replace(/^\/usr/, "")])]));
  // Its status is 1 where it does not know one of the names.
  const { stdout } = spawnSync("dpkg-query", ["--search", ...new Set([...names.values()].flat())], { encoding: "utf8" });
  const known = new Map([...stdout.matchAll(/^([^:\s]+)(?::\S+)?: (\S+)$/gm)].map(([, owner, path]) => [path, owner]));
  return new Map([...names].map(([path, others]) => {
    const owner = others.map((other) => known.get(other)).find(Boolean);
    if (!owner) throw new Error(`${path} belongs to no package`);
    return [path, owner];
  }));
}

/** @type {Map<string, string[]>} */
const shown = new Map();

/** @param {string} name @returns {string[]} the package's full name, version, architecture, source */
function show(name) {
  if (!shown.has(name)) {
    const line = run("dpkg-query", ["--show", "--showformat", "${Package}\\t${Version}\\t${Architecture}\\t${source:Package}\\n", name]).split("\n")[0];
    shown.set(name, line.split("\t"));
  }
  return /** @type {string[]} */ (shown.get(name));
}

/** The names that the package's copyright file gives to its licences. @param {string} name */
function licencesOf(name) {
  const file = `/usr/share/doc/${name}/copyright`;
  if (!existsSync(file)) return [];
  const names = [...readFileSync(file, "utf8").matchAll(/^License:[ \t]*(\S.*)$/gm)].map((match) => match[1].trim());
  return [...new Set(names)].sort().map((text) => ({ license: { name: text } }));
}

/** @param {string} name @param {string} scope @param {string} use @returns {Record<string, any>} */
function debianComponent(name, scope, use) {
  const [full, version, architecture, source] = show(name);
  const purl = `pkg:deb/debian/${full}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`;
  const licenses = licencesOf(full);
  return {
    type: use === "library" ? "library" : "application", "bom-ref": purl, name: full, version, scope,
    ...(licenses.length > 0 ? { licenses } : {}), purl,
    properties: [{ name: "tessera:use", value: use }, { name: "tessera:source", value: source }],
  };
}

/* -------------------------------------------------------------------- npm */

/** @param {string} folder whose lock file it is @returns {Record<string, any>[]} */
function npmComponents(folder) {
  /** @type {Record<string, any>} */
  const packages = JSON.parse(read(`${folder}/package-lock.json`)).packages;
  return Object.entries(packages).filter(([path]) => path !== "").map(([path, about]) => {
    const name = about.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${about.version}`;
    const [algorithm, digest] = (about.integrity ?? "").split("-");
    return {
      type: "library", "bom-ref": `${purl}#${folder}/${path}`, name, version: about.version, scope: "excluded",
      ...(algorithm === "sha512" ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] } : {}),
      ...(about.license ? { licenses: [{ license: { name: about.license } }] } : {}), purl,
      properties: [{ name: "tessera:use", value: folder }],
    };
  });
}

/* ----------------------------------------------------------------- the whole */

/** Packages of a field of debian/control. @param {string} field */
const controlField = (field) => (new RegExp(`^${field}:((?:\\n? .*)+)`, "m").exec(read("debian/control"))?.[1] ?? "")
  .split(",").map((name) => name.trim()).filter((name) => name && !name.startsWith("$"));

/** What tools/setup installs to build with. */
const buildPackages = () => (/^build=\(([^)]*)\)/m.exec(read("tools/setup"))?.[1] ?? "").split(/\s+/).filter(Boolean);

/** @returns {{components: Map<string, Record<string, any>>, edges: Map<string, Set<string>>, direct: Set<string>}} */
function gather() {
  /** @type {Map<string, Record<string, any>>} */
  const components = new Map();
  /** @type {Map<string, Set<string>>} */
  const edges = new Map();
  /** @type {Set<string>} */
  const direct = new Set();
  /** @param {Record<string, any>} component @returns {string} */
  const add = (component) => {
    const ref = component["bom-ref"];
    if (!components.has(ref)) components.set(ref, component);
    if (!edges.has(ref)) edges.set(ref, new Set());
    return ref;
  };
  const places = loaded(PROGRAM);
  const later = loadedLater(PROGRAM).map(findLibrary);
  for (const file of later) for (const [name, path] of [...loaded(file), [file.split("/").at(-1) ?? "", file]]) if (!places.has(name)) places.set(name, path);
  const owners = ownersOf([...places.values()]);
  /** @type {Map<string, string>} by file */
  const refs = new Map();
  /** @param {string} file @param {string} scope @returns {string} */
  const addLibrary = (file, scope) => {
    const known = refs.get(file);
    if (known) return known;
    const ref = add(debianComponent(owners.get(file) ?? "", scope, "library"));
    refs.set(file, ref);
    components.get(ref)?.properties.push({ name: "tessera:file", value: file.split("/").at(-1) });
    for (const name of needed(file)) {
      const target = addLibrary(places.get(name) ?? findLibrary(name), scope);
      if (target !== ref) edges.get(ref)?.add(target);
    }
    return ref;
  };
  for (const name of needed(PROGRAM)) direct.add(addLibrary(places.get(name) ?? findLibrary(name), "required"));
  for (const file of later) direct.add(addLibrary(places.get(file.split("/").at(-1) ?? "") ?? file, "optional"));
  for (const name of controlField("Recommends")) direct.add(add(debianComponent(name, "optional", "program")));
  for (const name of buildPackages()) {
    const component = debianComponent(name, "excluded", "build");
    if (!components.has(component["bom-ref"])) add(component);
  }
  for (const folder of ["tests", "bench"]) npmComponents(folder).forEach(add);
  return { components, edges, direct };
}

export function billOfMaterials() {
  const version = /^#define TESSERA_VERSION "(.*)"$/m.exec(read("include/tessera.h"))?.[1];
  const epoch = process.env.SOURCE_DATE_EPOCH ?? run("git", ["-C", ROOT, "log", "-1", "--format=%ct"]).trim();
  const { components, edges, direct } = gather();
  const self = `pkg:generic/tessera@${version}`;
  const byName = [...components.values()].sort((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  for (const { properties } of byName) properties.sort((/** @type {any} */ a, /** @type {any} */ b) => (a.name + a.value < b.name + b.value ? -1 : 1));
  edges.set(self, direct);
  const content = {
    metadata: {
      timestamp: new Date(Number(epoch) * 1000).toISOString(),
      component: { type: "application", "bom-ref": self, name: "tessera", version, licenses: [{ license: { id: "MIT" } }], purl: self },
    },
    components: byName,
    dependencies: [...edges.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([ref, below]) => ({ ref, dependsOn: [...below].sort() })),
  };
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const number = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join("-");
  return { bomFormat: "CycloneDX", specVersion: "1.5", serialNumber: `urn:uuid:${number}`, version: 1, ...content };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 1)}\n`);
