// voice.js: the browser's own voice. What it says gives an answer away, so all that meets it is taken from the browser when this
// module is loaded, as in intrinsics.js: also what an utterance is told and what its events are asked, since either leads to its words.
//
// Only voices of the device will do. Others would send the words to a server, and are silent offline.

import { getterOf, setterOf, uncurried } from "./intrinsics.js";

const { speechSynthesis: synthesis, SpeechSynthesisUtterance: Utterance, SpeechSynthesisErrorEvent: Failure } = globalThis;

/** Whether this browser can speak at all. */
export const canSpeak = Boolean(synthesis && Utterance && Failure);

const speak = canSpeak ? uncurried(synthesis.speak) : () => {};
const cancel = canSpeak ? uncurried(synthesis.cancel) : () => {};
/** @param {string} name */
const setter = (name) => (canSpeak ? setterOf(Utterance.prototype, name) : () => {});
const [setVoice, setLang, setRate, onEnd, onError] = ["voice", "lang", "rate", "onend", "onerror"].map(setter);
const errorOf = canSpeak ? getterOf(Failure.prototype, "error") : () => "";

/** Ends that somebody wanted. */
const WANTED = ["canceled", "interrupted"];

/** "de" of "de-AT", which some browsers write "de_AT". @param {string} tag */
const languageOf = (tag) => tag.toLowerCase().split(/[-_]/)[0];

/** The device's voice for a language, or undefined. Some browsers know their voices only after a while: `onVoices` tells.
 * @param {string} tag @returns {SpeechSynthesisVoice | undefined} */
export function voiceFor(tag) {
  if (!canSpeak) return undefined;
  const voices = synthesis.getVoices().filter(({ lang, localService }) => localService && languageOf(lang) === languageOf(tag));
  return voices.find(({ lang }) => lang.replace("_", "-").toLowerCase() === tag.toLowerCase()) ?? voices[0];
}

/** Calls when other voices are there, until the signal. @param {() => void} act @param {AbortSignal} signal */
export function onVoices(act, signal) {
  if (canSpeak) synthesis.addEventListener?.("voiceschanged", act, { signal });
}

/** Says something, in place of what is being said; an utterance that nothing holds may be dropped before it ends. @type {SpeechSynthesisUtterance | null} */
let current = null;

/** @param {string} words @param {string} tag of their language @param {number} rate @param {(isDone: boolean) => void} ended whether all was said, or it failed */
export function say(words, tag, rate, ended) {
  silence();
  const utterance = new Utterance(words);
  const voice = voiceFor(tag);
  if (voice) setVoice?.(utterance, voice);
  setLang?.(utterance, voice?.lang ?? tag);
  setRate?.(utterance, rate);
  onEnd?.(utterance, () => ended(true));
  onError?.(utterance, (/** @type {SpeechSynthesisErrorEvent} */ event) => {
    const error = errorOf(event);
    if (!WANTED.some((one) => one === error)) ended(false);
  });
  current = utterance;
  speak(synthesis, utterance);
}

export function silence() {
  if (!canSpeak) return;
  current = null;
  cancel(synthesis);
}

voiceFor(""); // asking for voices has browsers look for them
