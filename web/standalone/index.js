// standalone.js: challenges that are made, shown and checked wholly in the page. They show how it feels
// and keep simple programs off; only a server's verdict proves anything (docs/standalone.md).

export { Captcha } from "./captcha.js";
export { EmotionsChallenge } from "./emotions.js";
export { HiddenChallenge } from "./hidden.js";
export { HumanChallenge } from "./human.js";
export { PredatorChallenge } from "./predator.js";
export { PuzzleChallenge } from "./puzzle.js";
export { SceneChallenge } from "./scene.js";
export { ROUNDS, Session } from "./session.js";
export { SpatialChallenge } from "./spatial.js";
export { SpriteError, SpriteLoader } from "./sprites.js";
