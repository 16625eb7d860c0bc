/*
 * json_read.h: reads one JSON object (RFC 8259) into fields, strictly: no name twice, no NUL, valid
 * UTF-8, nothing nested deeply. Values inside of objects are checked, then left out; an array's
 * value is its text, which has been checked. What is passed over must have the form of JSON, and
 * may be no deeper.
 *
 * It asks for memory only where a text has escapes, and says so when there is none: a parser that
 * goes on with what it could not store would let a token or an answer through with a part missing.
 */
#ifndef TES_JSON_READ_H
#define TES_JSON_READ_H

#include "base/arena.h"
#include "base/fields.h"

/* Names and values point into `text` or the arena. TES_BAD_ARGUMENT: not one JSON object of at most
 * TES_FIELDS_MAX names. TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status tes_json_read(struct tes_arena *arena, struct tes_slice text,
                                             struct tes_fields *fields);

/* The same for these names alone; NULL: all. */
TES_MUST_CHECK enum tes_status tes_json_read_some(struct tes_arena *arena, struct tes_slice text,
                                                  const struct tes_names *names,
                                                  struct tes_fields *fields);

#endif
