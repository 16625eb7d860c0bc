// kinds.js: every kind by the name of its type, as sessions know it.

import { emotions } from "./emotions.js";
import { human } from "./human.js";
import { predator } from "./predator.js";
import { puzzle } from "./puzzle.js";
import { scene } from "./scene.js";
import { spatial } from "./spatial.js";

/** @type {Readonly<Record<string, import("./challenge.js").Kind>>} */
export const KINDS = Object.freeze(Object.assign(Object.create(null), { spatial, predator, human, emotions, puzzle, scene }));
