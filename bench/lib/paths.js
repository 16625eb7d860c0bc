/** Where things are, and folders that live as long as a measure. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onCleanUp } from "./cleanup.js";

export const bench = dirname(dirname(fileURLToPath(import.meta.url)));
export const root = dirname(bench);
export const built = join(root, "build", "bench");

/**
 * A new folder below build/, not /tmp: that may be memory, where a durable write costs nothing.
 * @returns {{ path: string, remove: () => Promise<void> }}
 */
export function temporaryFolder() {
  mkdirSync(built, { recursive: true });
  const path = mkdtempSync(join(built, "run-"));
  const atOnce = () => rmSync(path, { recursive: true, force: true });
  return { path, remove: onCleanUp({ later: async () => atOnce(), atOnce }) };
}
