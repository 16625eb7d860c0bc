// What the apps share: what the page tells them, and noting what their components tell.

const page = /** @type {any} */ (window);

/** Where Tessera is, and the site's key there. @type {{server: string, sitekey: string}} */
export const shop = page.shop;

/** What the page's query asks for. @type {Record<string, string>} */
export const wanted = Object.fromEntries(new URLSearchParams(location.search));

/** What the test may call. @param {Record<string, (...values: any[]) => unknown>} methods */
export const offer = (methods) => void (page.app = methods);

/** A function that notes its name and what it was called with. @param {string} name @returns {(...values: any[]) => void} */
export const note = (name) => (...values) => void page.told.push([name, ...values]);

export const place = /** @type {HTMLElement} */ (document.getElementById("place"));
