/*
 * body.c: which reader a body goes to, by its media type.
 */
#include "base/json_read.h"
#include "http/message/form.h"

static enum tes_status read_json(struct tes_arena *arena, struct tes_slice content_type,
                                 struct tes_slice body, const struct tes_names *names,
                                 struct tes_fields *fields)
{
    (void)content_type;
    return tes_json_read_some(arena, body, names, fields);
}

static enum tes_status read_form(struct tes_arena *arena, struct tes_slice content_type,
                                 struct tes_slice body, const struct tes_names *names,
                                 struct tes_fields *fields)
{
    (void)content_type;
    return http_form_read(arena, body, names, fields);
}

static const struct body_reader {
    struct tes_slice type;
    enum tes_status (*read)(struct tes_arena *arena, struct tes_slice content_type,
                            struct tes_slice body, const struct tes_names *names,
                            struct tes_fields *fields);
} readers[] = {
    {{"application/json", 16}, read_json},
    {{"application/x-www-form-urlencoded", 33}, read_form},
    {{"multipart/form-data", 19}, http_multipart_read},
};

bool http_media_type_is(struct tes_slice content_type, struct tes_slice type)
{
    return tes_slice_equal_nocase(tes_slice_trim(tes_slice_cut(&content_type, ';')), type);
}

enum tes_status http_body_read(struct tes_arena *arena, struct tes_slice content_type,
                               struct tes_slice body, const struct tes_names *names,
                               struct tes_fields *fields)
{
    fields->count = 0;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (http_media_type_is(content_type, readers[i].type))
            return readers[i].read(arena, content_type, body, names, fields);
    return TES_UNKNOWN_KIND;
}
