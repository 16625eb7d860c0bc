#include "base/fields.h"

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
