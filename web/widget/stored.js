// stored.js: where a visitor who waits for a person is kept over a reload, in sessionStorage, by site key.
export const STORED = "tessera-review:";
