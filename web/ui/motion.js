// motion.js: the one place in which scripts learn whether the visitor's system is set to less motion. Style sheets ask
// by `@media (prefers-reduced-motion)`; the answer is the same.
//
// It is asked anew for each challenge and never kept, so that a setting which changes while the page is open holds from
// the next challenge on, in the widget and in the standalone mode alike. A picture that is moving ends by itself, within
// five seconds.

/** False where there is no such setting, as in Node. */
export const wantsLessMotion = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
