// limits.js: what the widget and its second part both go by.

/** Where a visitor who waits for a person is kept over a reload, in sessionStorage, by site key. */
export const STORED = "tessera-review:";

/** So long before its end, in seconds, a pass says so. */
export const WARN_S = 60;

/** A window that is smaller, in CSS pixels, has no room for a dialog. */
export const ROOM = { width: 280, height: 320 };
