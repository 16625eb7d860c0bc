#include "base/json_read.h"

#include <jansson.h>
#include <string.h>

/* A body of this depth is no request of ours; jansson recurses, so it is bounded before. */
#define DEPTH_MAX 8

static bool is_too_deep(struct tes_slice text)
{
    unsigned depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.at[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > DEPTH_MAX)
                return true;
        } else if ((c == '}' || c == ']') && depth > 0) {
            depth--;
        }
    }
    return false;
}

static bool read_value(struct tes_arena *arena, const json_t *value, struct tes_field *field)
{
    struct tes_slice text = {NULL, 0};
    char number[32];
    switch (json_typeof(value)) {
    case JSON_STRING:
        field->type = TES_FIELD_STRING;
        text = (struct tes_slice){json_string_value(value), json_string_length(value)};
        break;
    case JSON_INTEGER: {
        struct tes_buf buf = tes_buf_on(number, sizeof number);
        tes_buf_number(&buf, json_integer_value(value));
        field->type = TES_FIELD_NUMBER;
        text = tes_buf_done(&buf);
        break;
    }
    case JSON_TRUE:
    case JSON_FALSE:
        field->type = TES_FIELD_BOOL;
        text = json_is_true(value) ? TES_SLICE("true") : TES_SLICE("false");
        break;
    case JSON_NULL:
        field->type = TES_FIELD_NULL;
        return true;
    default:
        field->type = TES_FIELD_NESTED;
        return true;
    }
    field->value = (struct tes_slice){tes_arena_string(arena, text), text.length};
    return field->value.at != NULL;
}

enum tes_status tes_json_read(struct tes_arena *arena, struct tes_slice text,
                              struct tes_fields *fields)
{
    enum tes_status status = TES_BAD_ARGUMENT;
    json_error_t error;
    const char *name;
    json_t *value;

    fields->count = 0;
    if (text.length == 0 || is_too_deep(text))
        return TES_BAD_ARGUMENT;
    json_t *root = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        return json_error_code(&error) == json_error_out_of_memory ? TES_NO_MEMORY
                                                                   : TES_BAD_ARGUMENT;
    if (!json_is_object(root) || json_object_size(root) > TES_FIELDS_MAX)
        goto done;
    json_object_foreach(root, name, value)
    {
        struct tes_field field = {.type = TES_FIELD_NULL};
        field.name = tes_slice_of(tes_arena_string(arena, tes_slice_of(name)));
        if (field.name.at == NULL || !read_value(arena, value, &field)) {
            status = TES_NO_MEMORY;
            goto done;
        }
        if (!tes_fields_add(fields, field))
            goto done;
    }
    status = TES_OK;
done:
    json_decref(root);
    return status;
}
