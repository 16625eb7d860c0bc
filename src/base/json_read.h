/*
 * json_read.h: reads one JSON object into fields. jansson does the parsing: strict, no duplicate
 * names, no NUL, valid UTF-8.
 */
#ifndef TES_JSON_READ_H
#define TES_JSON_READ_H

#include "base/arena.h"
#include "base/fields.h"

/* TES_BAD_ARGUMENT: not one JSON object of at most TES_FIELDS_MAX names. TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status tes_json_read(struct tes_arena *arena, struct tes_slice text,
                                             struct tes_fields *fields);

#endif
