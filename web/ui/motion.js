// motion.js: the one place in which scripts learn how the visitor's system is set: to less motion, or for somebody who
// does not see or point well. Style sheets ask by `@media (prefers-reduced-motion)` and the like; the answer is the same.
//
// It is asked anew for each challenge and never kept, so that a setting which changes while the page is open holds from
// the next challenge on, in the widget and in the standalone mode alike. A picture that is moving ends by itself, within
// five seconds.

/** False where there is no such setting, as in Node. @param {string} setting */
const isSet = (setting) => globalThis.matchMedia?.(setting).matches ?? false;

export const wantsLessMotion = () => isSet("(prefers-reduced-motion: reduce)");

/** One bit, and no more: which of these it is would say too much about somebody. */
export const isConstrained = () => isSet("(forced-colors: active), (prefers-contrast: more), (any-pointer: none)");
