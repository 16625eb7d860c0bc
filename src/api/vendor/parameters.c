#include "api/vendor/parameters.h"

#include "http/message/form.h"

/* All that somebody looks at, in any contract (contract.h) or in checksiteconfig. */
static const struct tes_slice READ[] = {
    TES_SLICE_INIT("secret"),  TES_SLICE_INIT("response"),
    TES_SLICE_INIT("sitekey"), TES_SLICE_INIT("idempotency_key"),
    TES_SLICE_INIT("token"),   TES_SLICE_INIT("key"),
    TES_SLICE_INIT("host"),
};
static const struct tes_names NAMES = {READ, sizeof READ / sizeof READ[0]};
_Static_assert(sizeof READ / sizeof READ[0] <= TES_FIELDS_MAX, "a field each");

static enum tes_status read_body(const struct http_request *request, struct tes_fields *fields)
{
    struct tes_slice type = http_request_header(request, TES_SLICE("content-type"));
    fields->count = 0;
    if (request->body.length == 0)
        return TES_OK;
    if (type.length == 0)
        return http_form_read(request->arena, request->body, &NAMES, fields);
    enum tes_status status = http_body_read(request->arena, type, request->body, &NAMES, fields);
    return status == TES_UNKNOWN_KIND ? TES_BAD_ARGUMENT : status;
}

enum tes_status parameters_read(const struct http_request *request, struct tes_fields *fields)
{
    struct tes_fields asked;
    enum tes_status status = read_body(request, fields);
    if (status != TES_OK || request->query.length == 0)
        return status;
    status = http_form_read(request->arena, request->query, &NAMES, &asked);
    for (size_t i = 0; status == TES_OK && i < asked.count; i++)
        if (tes_fields_find(fields, asked.items[i].name) == NULL &&
            !tes_fields_add(fields, asked.items[i]))
            status = TES_BAD_ARGUMENT;
    return status;
}
