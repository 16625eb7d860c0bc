/*
 * form.h: reads application/x-www-form-urlencoded and multipart/form-data into fields, strictly:
 * percent-encoding cut short, NUL, invalid UTF-8, a name given twice, more than TES_FIELDS_MAX
 * names, a boundary that is missing or never closed are all refused.
 *
 * Who gives `names` gets the fields of these alone, as strictly; of others, only what tells where
 * they end is looked at. NULL: all.
 */
#ifndef HTTP_FORM_H
#define HTTP_FORM_H

#include "base/arena.h"
#include "base/fields.h"

/* The fields lie in the body or in the arena, and are good while both are. TES_BAD_ARGUMENT:
 * malformed. TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status http_form_read(struct tes_arena *arena, struct tes_slice body,
                                              const struct tes_names *names,
                                              struct tes_fields *fields);

/* `content_type` is the header's value, with the boundary. */
TES_MUST_CHECK enum tes_status
http_multipart_read(struct tes_arena *arena, struct tes_slice content_type, struct tes_slice body,
                    const struct tes_names *names, struct tes_fields *fields);

/* Reads a body by its media type: JSON, form or multipart. TES_UNKNOWN_KIND for any other type. */
TES_MUST_CHECK enum tes_status http_body_read(struct tes_arena *arena,
                                              struct tes_slice content_type, struct tes_slice body,
                                              const struct tes_names *names,
                                              struct tes_fields *fields);

/* The media type without parameters equals `type`, whatever the case. */
bool http_media_type_is(struct tes_slice content_type, struct tes_slice type);

#endif
