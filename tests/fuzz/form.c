/*
 * Goal: a form is read within its bounds, and what comes out is UTF-8 without NUL.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "http/message/form.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_text(struct tes_slice text)
{
    if (!tes_utf8_valid(text) || (text.length > 0 && memchr(text.at, '\0', text.length) != NULL))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tes_arena arena = tes_arena_new(262144);
    struct tes_slice body = {(const char *)data, size};
    struct tes_fields fields;
    if (http_form_read(&arena, body, NULL, &fields) == TES_OK) {
        for (size_t i = 0; i < fields.count; i++) {
            require_text(fields.items[i].name);
            require_text(fields.items[i].value);
        }
    }
    tes_arena_free(&arena);
    return 0;
}
