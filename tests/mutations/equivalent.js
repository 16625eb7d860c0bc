// Mutants that make no difference, and so can't be noticed: the name of one, the form of its function (a sum over its
// marks and numbers, without names), and the reason. If the function changes, so does the form: `tools/mutate --list`
// then fails, and says the new form; the reason is to be looked at again.

/** @typedef {[id: string, form: string, reason: string]} Equivalent */

/** @type {Equivalent[]} */
export const EQUIVALENT = [];
