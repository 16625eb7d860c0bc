// question.js: the question of a challenge in the visitor's language, made from its line of web/locales, as a server makes it
// of the same line (src/challenge/instruction.h).

/** Fills a hole of a sentence that nothing is known for. */
const MISSING = "\0";

/**
 * @param {import("../ui/text.js").Text} text
 * @param {{type: string, instructions: string, prompt: any}} challenge  `instructions` are what is said in English where there are no words
 */
export function questionOf(text, { type, instructions, prompt }) {
  const key = [prompt.question ?? type, prompt.side, prompt.mirror && "mirror"].filter(Boolean).join("-");
  const words = text.say(`ask-${key}`, {
    degrees: prompt.rotation ?? MISSING,
    direction: text.say(prompt.clockwise === false ? "anticlockwise" : "clockwise"),
    emotion: text.say(prompt.emotion ?? "") || MISSING,
    behind: text.say(`behind-${prompt.reference}`) || MISSING,
    tilt: Math.abs(prompt.tilt) || MISSING,
  });
  return words && !words.includes(MISSING) ? words : instructions; // a hole would be worse than another language
}
