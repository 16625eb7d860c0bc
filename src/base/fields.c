#include "base/fields.h"

bool tes_fields_wants(const struct tes_names *names, struct tes_slice name)
{
    for (size_t i = 0; names != NULL && i < names->count; i++)
        if (tes_slice_equal(names->items[i], name))
            return true;
    return names == NULL;
}

bool tes_fields_add(struct tes_fields *fields, struct tes_field field)
{
    if (fields->count == TES_FIELDS_MAX || tes_fields_find(fields, field.name) != NULL)
        return false;
    fields->items[fields->count++] = field;
    return true;
}

const struct tes_field *tes_fields_find(const struct tes_fields *fields, struct tes_slice name)
{
    for (size_t i = 0; i < fields->count; i++)
        if (tes_slice_equal(fields->items[i].name, name))
            return &fields->items[i];
    return NULL;
}

bool tes_fields_text(const struct tes_fields *fields, struct tes_slice name, size_t most,
                     struct tes_slice *text)
{
    const struct tes_field *field = tes_fields_find(fields, name);
    *text = (struct tes_slice){NULL, 0};
    if (field == NULL || field->type == TES_FIELD_NULL)
        return true;
    if (field->type != TES_FIELD_STRING || field->value.length > most)
        return false;
    *text = field->value;
    return true;
}

bool tes_fields_bool(const struct tes_fields *fields, struct tes_slice name, bool *value)
{
    const struct tes_field *field = tes_fields_find(fields, name);
    *value = field != NULL && field->type == TES_FIELD_BOOL &&
             tes_slice_equal(field->value, TES_SLICE("true"));
    return field == NULL || field->type == TES_FIELD_BOOL || field->type == TES_FIELD_NULL;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Without what JSON may have between values. */
static struct tes_slice trim(struct tes_slice text)
{
    while (text.length > 0 && is_space(text.at[0])) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && is_space(text.at[text.length - 1]))
        text.length--;
    return text;
}

bool tes_fields_numbers(const struct tes_fields *fields, struct tes_slice name, uint32_t most,
                        uint32_t *numbers, size_t size, size_t *count)
{
    const struct tes_field *field = tes_fields_find(fields, name);
    *count = 0;
    if (field == NULL || field->type == TES_FIELD_NULL)
        return true;
    if (field->type != TES_FIELD_NESTED || field->value.length < 2)
        return false;
    struct tes_slice rest = {field->value.at + 1, field->value.length - 2};
    if (trim(rest).length == 0)
        return true;
    while (rest.at != NULL) {
        uint64_t number;
        struct tes_slice text = trim(tes_slice_cut(&rest, ','));
        if (*count == size || !tes_slice_number(text, most, &number))
            return false;
        numbers[(*count)++] = (uint32_t)number;
    }
    return true;
}
