// Mutants that make no difference, and so can't be noticed: the name of one, the form of its function (a sum over its
// marks and numbers, without names), and the reason. If the function changes, so does the form: `tools/mutate --list`
// then fails, and says the new form; the reason is to be looked at again.

/** @typedef {[id: string, form: string, reason: string]} Equivalent */

/** @type {Equivalent[]} */
export const EQUIVALENT = [
  ["tes_keyed_number:operand:1", "f2f1728e", "a part of the MAC fails only if memory does, and then its end fails, too"],
  ["tes_key_id:always:1", "ae36b792", "nobody looks at the identifier of a key that has none"],
  ["keys.c:read_file:constant:1", "b6e0252c", "the descriptor 0 is standard input, which is open"],
  ["keys.c:write_file:constant:7", "793c5a44", "the descriptor 0 is standard input, which is open"],
  ["emotions.c:pick_face:choose:1", "61ee17ac", "both sheets are equally likely"],
];
