// intrinsics.js: the functions of the browser that handle a running session's secrets, taken when this module is loaded.
// A script that comes later and replaces JSON.parse, or a method of a prototype, is not called, and sees nothing. A script
// that came first could have replaced these, too: docs/standalone.md says so.
//
// What is not here must not meet a secret, neither as an argument nor as `this`: no Math.floor of a place, no Object.values of
// the sheets, no method of a list. Spreading, destructuring and for...of of a list call a method of Array.prototype; a member
// that is missing is looked for on Object.prototype, and one that is set there may have a setter. So secrets are handled by
// operators and by index, in lists that `bareList` makes and in objects that begin with `__proto__: null`.

const { bind, call } = Function.prototype;

/** A method as a function whose first argument is the object. @type {(method: Function) => (self: any, ...given: any[]) => any} */
export const uncurried = /** @type {any} */ (bind.bind(/** @type {any} */ (call)));

export const Bytes = Uint8Array;
export const { parse } = JSON;
export const { freeze, setPrototypeOf } = Object;
export const Words = Uint32Array;
export const ClampedBytes = Uint8ClampedArray;

/** A list without methods, that only indices lead into. @template T @returns {T[]} */
export const bareList = () => setPrototypeOf([], null);

/** @param {object} prototype @param {string} name */
export const getterOf = (prototype, name) => uncurried(/** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)).get);

/** @param {object} prototype @param {string} name */
export const setterOf = (prototype, name) => uncurried(/** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)).set);

const TypedArray = Object.getPrototypeOf(Uint8Array.prototype);
/** @type {(array: Uint8Array) => number} */
export const lengthOf = getterOf(TypedArray, "length");
/** @type {(array: Uint8Array | Uint32Array) => ArrayBuffer} */
export const bufferOf = getterOf(TypedArray, "buffer");

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
