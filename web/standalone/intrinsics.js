// intrinsics.js: what of the browser touches a running session's secrets, taken when this module is loaded. A script
// that comes later and wraps JSON.parse, or a method of a prototype, is not asked any more, and sees nothing. One that
// came first could have replaced these, too: that is what docs/standalone.md says.

const { bind, call } = Function.prototype;

/** A method as a function whose first argument is the object. @type {(method: Function) => (self: any, ...given: any[]) => any} */
const uncurried = /** @type {any} */ (bind.bind(/** @type {any} */ (call)));

export const Bytes = Uint8Array;
export const { parse } = JSON;
export const { setPrototypeOf } = Object;

/** @type {(target: Uint8Array, source: Uint8Array, at: number) => void} */
export const setBytes = uncurried(Uint8Array.prototype.set);

const decoder = new TextDecoder();
/** @type {(bytes: Uint8Array) => string} */
export const decode = decoder.decode.bind(decoder);

const encoder = new TextEncoder();
/** @type {(text: string) => Uint8Array} */
export const encode = encoder.encode.bind(encoder);

/** Node has no canvas. @type {(context: CanvasRenderingContext2D, image: CanvasImageSource, ...places: number[]) => void} */
export const drawImage = uncurried(globalThis.CanvasRenderingContext2D?.prototype.drawImage ?? (() => {}));
