/*
 * Goal: what a site's server sends is read within its bounds, whichever way it comes: in the body,
 * in the query or in both; and the body goes before the query.
 *
 * The first byte says of which type the body is; the query ends with the first line.
 */
#include <stdlib.h>
#include <string.h>

#include "api/vendor/parameters.h"
#include "base/utf8.h"
#include "flow/answer/redeem_request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool is_so)
{
    if (!is_so)
        abort();
}

static void require_text(struct tes_slice text)
{
    expect(tes_utf8_valid(text) &&
           (text.length == 0 || memchr(text.at, '\0', text.length) == NULL));
}

static void check_idempotency(const struct tes_fields *fields)
{
    struct redeem_idempotency key = {.sitekey = TES_SLICE("ts_a"), .response = TES_SLICE("b")};
    uint8_t owner[LEDGER_OWNER_BYTES];
    if (redeem_request_key(fields, &key) && key.key.length > 0) {
        expect(key.key.length == 36);
        expect(redeem_request_owner(&key, owner));
    }
}

static void check_fields(struct http_request *request, const struct tes_fields *fields)
{
    struct tes_fields body;
    struct tes_slice query = request->query;
    request->query = (struct tes_slice){"", 0};
    expect(parameters_read(request, &body) == TES_OK);
    request->query = query;
    expect(body.count <= fields->count);
    for (size_t i = 0; i < fields->count; i++) {
        const struct tes_field *field = &fields->items[i];
        require_text(field->name);
        require_text(field->value);
        expect(tes_fields_find(fields, field->name) == field);
        if (i < body.count)
            expect(tes_slice_equal(field->name, body.items[i].name) &&
                   tes_slice_equal(field->value, body.items[i].value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct tes_slice TYPES[] = {
        TES_SLICE_INIT("application/x-www-form-urlencoded"),
        TES_SLICE_INIT("application/json"),
        TES_SLICE_INIT("multipart/form-data; boundary=a"),
        TES_SLICE_INIT("text/plain"),
        TES_SLICE_INIT(""),
    };
    struct tes_arena arena = tes_arena_new(1048576);
    static struct http_request request;
    struct tes_fields fields;
    if (size == 0)
        return 0;
    struct tes_slice body = {(const char *)data + 1, size - 1};
    request.query = tes_slice_cut(&body, '\n');
    request.body = body.at != NULL ? body : (struct tes_slice){"", 0};
    request.arena = &arena;
    request.field_count = 1;
    request.fields[0] = (struct http_field){TES_SLICE("content-type"),
                                            TYPES[data[0] % (sizeof TYPES / sizeof TYPES[0])]};
    if (parameters_read(&request, &fields) == TES_OK) {
        check_fields(&request, &fields);
        check_idempotency(&fields);
    }
    tes_arena_free(&arena);
    return 0;
}
