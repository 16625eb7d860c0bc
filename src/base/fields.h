/*
 * fields.h: what a request body says, as a flat list of named values, whether it came as JSON, as a
 * form or as multipart. Values are slices into the request's arena or body.
 */
#ifndef TES_FIELDS_H
#define TES_FIELDS_H

#include "base/slice.h"

#define TES_FIELDS_MAX 32

enum tes_field_type {
    TES_FIELD_STRING,
    TES_FIELD_NUMBER,
    TES_FIELD_BOOL,
    TES_FIELD_NULL,
    TES_FIELD_NESTED
};

struct tes_field {
    struct tes_slice name;
    struct tes_slice
        value; /* the text of a string or array, "true" or "false", a number's digits */
    enum tes_field_type type;
};

struct tes_fields {
    struct tes_field items[TES_FIELDS_MAX];
    size_t count;
};

/* The names that somebody reads. Fields of other names are passed over, whatever is in them. */
struct tes_names {
    const struct tes_slice *items;
    size_t count;
};

/* Whether a field of that name is one of them; NULL wants all. */
bool tes_fields_wants(const struct tes_names *names, struct tes_slice name);

/* Adds a field; false where the list is full or the name is there already. */
bool tes_fields_add(struct tes_fields *fields, struct tes_field field);

/* The field of that name, or NULL. */
const struct tes_field *tes_fields_find(const struct tes_fields *fields, struct tes_slice name);

/* The text of a field of type string; an absent field or a null gives an empty slice with a NULL
 * `at`. Returns false where the field is of another type or longer than `most`. */
bool tes_fields_text(const struct tes_fields *fields, struct tes_slice name, size_t most,
                     struct tes_slice *text);

/* Whether a field is true; an absent one or a null is not. Returns false where it is of another
 * type. */
bool tes_fields_bool(const struct tes_fields *fields, struct tes_slice name, bool *value);

/* The whole numbers of a JSON array, 0 up to `most` each; an absent field or a null has none.
 * Returns false where there is something else in it, or more than `size` of them. */
bool tes_fields_numbers(const struct tes_fields *fields, struct tes_slice name, uint32_t most,
                        uint32_t *numbers, size_t size, size_t *count);

#endif
