// kinds.js: every kind of the engine by the name of its type, as sessions know it. Those that have more to them than the
// engine's own picture, or a class for pages, have a file of their own.

import { KINDS as NAMES } from "./core.js";
import { emotions } from "./emotions.js";
import { hidden } from "./hidden.js";
import { human } from "./human.js";
import { picturedKind } from "./pictured.js";
import { predator } from "./predator.js";
import { puzzle } from "./puzzle.js";
import { scene } from "./scene.js";
import { spatial } from "./spatial.js";

/** @typedef {import("./challenge.js").Kind} Kind */

/** @type {Record<string, Kind>} */
const kinds = Object.create(null);
for (const name of NAMES) kinds[name] = picturedKind(name);
for (const kind of [spatial, predator, human, emotions, puzzle, scene, hidden]) kinds[kind.type] = kind;

/** @type {Readonly<Record<string, Kind>>} */
export const KINDS = Object.freeze(kinds);
