/*
 * Goal: a multipart body is read within its bounds; names and values are UTF-8 without NUL and lie
 * in the body. The Content-Type stands before the first LF, the body behind it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "http/message/form.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_text(struct tes_slice text, struct tes_slice body)
{
    if (!tes_utf8_valid(text) || (text.length > 0 && memchr(text.at, '\0', text.length) != NULL))
        abort();
    if (text.at < body.at || text.at + text.length > body.at + body.length)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tes_arena arena = tes_arena_new(65536);
    struct tes_fields fields;
    struct tes_slice body = {(const char *)data, size};
    struct tes_slice type = tes_slice_cut(&body, '\n');
    if (body.at != NULL && http_multipart_read(&arena, type, body, NULL, &fields) == TES_OK) {
        for (size_t i = 0; i < fields.count; i++) {
            require_text(fields.items[i].name, body);
            require_text(fields.items[i].value, body);
        }
    }
    tes_arena_free(&arena);
    return 0;
}
