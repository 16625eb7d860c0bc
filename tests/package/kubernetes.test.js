// The manifests in examples/kubernetes: by Kubernetes' own schemas, without a field that it does not know, as strict as its "restricted"
// standard, and with the config, the flags, the variables and the ports that the program has.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";
import { ROOT, run, temporaryFolder } from "../lib/tessera.js";

const FOLDER = join(ROOT, "examples/kubernetes");
const require = createRequire(import.meta.url);

/** Kubernetes reads YAML 1.1: 0440 is octal. @param {string} file @returns {Record<string, any>[]} */
const read = (file) => parseAllDocuments(readFileSync(join(FOLDER, file), "utf8"), { version: "1.1", merge: true })
  .map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings].map(String), [], file);
    return document.toJS();
  });

const FILES = readdirSync(FOLDER).filter((file) => file.endsWith(".yaml") && file !== "kustomization.yaml").sort();
const OBJECTS = FILES.flatMap(read);
/** @param {string} kind @returns {Record<string, any>} */
const the = (kind) => {
  const found = OBJECTS.filter((object) => object.kind === kind);
  assert.equal(found.length, 1, kind);
  return found[0];
};
const pod = () => the("Deployment").spec.template.spec;
const server = () => pod().containers[0];

/** What checks an object: kubernetes-models has a class for each kind, made from the API's own description.
 * @param {Record<string, any>} object */
const modelOf = (object) => require(`kubernetes-models/${object.apiVersion}`)[object.kind];

/** What is wrong with an object; "" where nothing is. @param {Record<string, any>} object */
function wrongWith(object) {
  try {
    new (modelOf(object))(object).validate();
    return "";
  } catch (error) {
    return String(error);
  }
}

test("each object is as the schema wants it", () => {
  assert.deepEqual(OBJECTS.map(({ kind }) => kind).sort(),
    ["ConfigMap", "Deployment", "HorizontalPodAutoscaler", "NetworkPolicy", "PodDisruptionBudget", "Service"]);
  for (const object of OBJECTS) assert.equal(wrongWith(object), "", object.kind);
  const broken = structuredClone(the("Deployment"));
  broken.spec.template.spec.containers[0].ports[0].containerPort = "http";
  assert.match(wrongWith(broken), /containerPort must be integer/, "the check has teeth");
});

/** What the compiler says of the objects as literals of their types, which may have no field that the type has not.
 * @param {Record<string, any>[]} objects */
function compile(objects) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["kubernetes-models", "@kubernetes-models"]) symlinkSync(join(ROOT, "tests/node_modules", name), join(folder, "node_modules", name));
  const lines = objects.map((object, i) => `import type { I${object.kind} as T${i} } from "kubernetes-models/${object.apiVersion}/${object.kind}";\nexport const o${i}: T${i} = ${JSON.stringify(object)};`);
  writeFileSync(join(folder, "objects.ts"), lines.join("\n"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: "nodenext",
    moduleResolution: "nodenext", target: "es2022", types: [], preserveSymlinks: true }, files: ["objects.ts"] }));
  try {
    return execFileSync(join(ROOT, "tests/node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    return /** @type {{stdout: string}} */ (error).stdout;
  }
}

test("no object has a field that Kubernetes does not know", () => {
  assert.equal(compile(OBJECTS), "");
  const broken = structuredClone(the("Deployment"));
  broken.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
  assert.match(compile([broken]), /readOnlyRootFileSystem.*does not exist in type/);
});

test("kustomize takes every file, and the version that this is", () => {
  const [kustomization] = read("kustomization.yaml");
  assert.deepEqual([...kustomization.resources].sort(), FILES);
  assert.deepEqual(kustomization.images.map((/** @type {any} */ image) => image.newTag), [run(["--version"]).stdout.trim().split(" ")[1]]);
  for (const container of [...pod().initContainers, ...pod().containers]) assert.equal(container.image, kustomization.images[0].name);
});

test("pods keep to the restricted standard", () => {
  const { securityContext, automountServiceAccountToken, volumes } = pod();
  assert.equal(automountServiceAccountToken, false);
  const user = Number(/^RUN useradd --uid (\d+) /m.exec(readFileSync(join(ROOT, "Containerfile"), "utf8"))?.[1]);
  assert.deepEqual(securityContext, { runAsNonRoot: true, runAsUser: user, runAsGroup: user, fsGroup: user, seccompProfile: { type: "RuntimeDefault" } });
  for (const container of [...pod().initContainers, ...pod().containers]) {
    assert.deepEqual(container.securityContext, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } }, container.name);
    assert.ok(container.resources.limits.memory && container.resources.requests.cpu, container.name);
  }
  assert.ok(volumes.every((/** @type {any} */ volume) => volume.configMap || volume.secret || volume.emptyDir), "no path of the machine's");
});

test("the program takes the config, with the secrets as they are mounted", () => {
  const folder = temporaryFolder();
  const credentials = join(folder, "credentials");
  mkdirSync(credentials);
  const readme = readFileSync(join(FOLDER, "README.md"), "utf8");
  const items = pod().volumes.find((/** @type {any} */ volume) => volume.name === "secrets").secret.items;
  for (const { key, path } of items) {
    const value = new RegExp(`--from-literal=${key}="(.*)"`).exec(readme)?.[1];
    assert.ok(value, `the README says how to make ${key}`);
    writeFileSync(join(credentials, path), value.replace("$(openssl rand -hex 32)", "0123456789abcdef".repeat(4)));
  }
  writeFileSync(join(folder, "tessera.yaml"), the("ConfigMap").data["tessera.yaml"]);
  const config = ["--config", join(folder, "tessera.yaml")];
  const { status, stdout, stderr } = run(["check", ...config, "--data", folder], { env: { CREDENTIALS_DIRECTORY: credentials } });
  assert.deepEqual([status, stdout], [0, "the config is good\n"], stderr);
  const shown = run(["config", ...config], { env: { CREDENTIALS_DIRECTORY: credentials } }).stdout;
  assert.match(shown, /^ {2}records: "postgres:\/\/\*\*\*"$/m, "they reach the config");
  assert.doesNotMatch(shown, /PASSWORD/);
});

test("commands, flags, paths and ports are the program's", () => {
  for (const container of [...pod().initContainers, ...pod().containers]) {
    const [command, ...rest] = container.args;
    const help = run([command, "--help"]).stdout;
    for (const flag of rest.filter((/** @type {string} */ word) => word.startsWith("--"))) assert.ok(help.includes(`  ${flag} `), `${command} ${flag}`);
    const file = rest[rest.indexOf("--config") + 1];
    const places = container.volumeMounts.map((/** @type {any} */ mount) => mount.mountPath);
    assert.ok(places.includes(file.replace(/\/tessera\.yaml$/, "")) && Object.keys(the("ConfigMap").data).includes("tessera.yaml"), file);
    assert.ok(places.includes(container.env.find((/** @type {any} */ one) => one.name === "CREDENTIALS_DIRECTORY").value));
    assert.ok(places.includes(/^data: "(.*)"$/m.exec(the("ConfigMap").data["tessera.yaml"])?.[1]));
  }
  const port = Number(/^listen: ".*:(\d+)"$/m.exec(the("ConfigMap").data["tessera.yaml"])?.[1]);
  assert.deepEqual(server().ports, [{ name: "http", containerPort: port }]);
  assert.match(readFileSync(join(ROOT, "Containerfile"), "utf8"), new RegExp(`^EXPOSE ${port}$`, "m"));
  const routes = readFileSync(join(ROOT, "docs/routes.md"), "utf8");
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    assert.equal(server()[probe].httpGet.port, "http");
    assert.ok(routes.includes(`\`${server()[probe].httpGet.path}\``), probe);
  }
  assert.equal(server().livenessProbe.httpGet.path, "/healthz", "a store that is away is no reason to restart all pods");
});

test("what selects pods selects these", () => {
  const labels = the("Deployment").spec.template.metadata.labels;
  for (const selector of [the("Deployment").spec.selector.matchLabels, the("Service").spec.selector, the("PodDisruptionBudget").spec.selector.matchLabels,
    the("NetworkPolicy").spec.podSelector.matchLabels, pod().topologySpreadConstraints[0].labelSelector.matchLabels]) assert.deepEqual(selector, labels);
  const { kind, name, apiVersion } = the("HorizontalPodAutoscaler").spec.scaleTargetRef;
  assert.deepEqual([kind, name, apiVersion], ["Deployment", the("Deployment").metadata.name, the("Deployment").apiVersion]);
  for (const policy of the("NetworkPolicy").spec.ingress) assert.deepEqual(policy.ports, [{ protocol: "TCP", port: "http" }]);
});

test("a stop has the time that it takes", () => {
  const [, seconds] = /ends within (\d+) seconds/.exec(run(["docs", "tessera.1"]).stdout) ?? [];
  const [, pause] = server().lifecycle.preStop.exec.command;
  assert.ok(pod().terminationGracePeriodSeconds >= Number(seconds) + Number(pause));
});
