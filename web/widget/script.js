// script.js: what a script finds of the page that loads it. Elements of the page can have the names of what it looks for, and whoever
// may write into the page, if only harmless elements, chooses them: `<img name="currentScript" src="...">` is document.currentScript.

/** Where the script that runs at this moment came from, and so where its server is. @param {string} path of a script that can't tell */
export function scriptAddress(path) {
  const script = Object.getOwnPropertyDescriptor(Document.prototype, "currentScript")?.get?.call(document);
  return new URL(script?.src || path, location.href);
}

/** A global that a script has made. @param {string} name */
export const globalOf = (name) => Object.getOwnPropertyDescriptor(window, name)?.value;
