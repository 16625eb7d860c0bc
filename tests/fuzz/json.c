/* Whatever comes as JSON: it is read into bounded fields, or refused. */
#include "base/json_read.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    struct tes_fields fields;
    if (tes_json_read(&arena, (struct tes_slice){(const char *)data, size}, &fields) == TES_OK) {
        for (size_t i = 0; i < fields.count; i++) {
            if (!tes_utf8_valid(fields.items[i].name) || !tes_utf8_valid(fields.items[i].value))
                __builtin_trap();
            if (tes_fields_find(&fields, fields.items[i].name) != &fields.items[i])
                __builtin_trap();
        }
    }
    tes_arena_free(&arena);
    return 0;
}
