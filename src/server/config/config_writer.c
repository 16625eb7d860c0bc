#include "server/config/config_writer.h"

#include <string.h>

#include "base/secret.h"
#include "policy/accept.h"
#include "server/config/config_choice.h"
#include "store/db/store_address.h"

void config_writer_bool(struct tes_json *json, const char *name, const struct config_row *row,
                        const void *member)
{
    (void)row;
    tes_json_bool(json, name, *(const bool *)member);
}

void config_writer_switch(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    unsigned number = *(const unsigned *)member;
    (void)row;
    if (number == CONFIG_AUTO)
        tes_json_string(json, name, TES_SLICE(CONFIG_AUTO_TEXT));
    else
        tes_json_bool(json, name, number == CONFIG_YES);
}

void config_writer_number(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    (void)row;
    tes_json_number(json, name, *(const unsigned *)member);
}

void config_writer_text(struct tes_json *json, const char *name, const struct config_row *row,
                        const void *member)
{
    char copy[CONFIG_TEXT_MAX + 1];

    memcpy(copy, member, sizeof copy);
    if ((row->flags & CONFIG_PRIVATE) != 0 && store_address_is_private(copy))
        memcpy(strstr(copy, "://"), "://***", sizeof "://***");
    tes_json_string(json, name, tes_slice_of(copy));
    tes_wipe(copy, sizeof copy);
}

/* What comes before the first thing that may be secret: of an address, its scheme. */
void config_writer_hidden(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    const char *text = member, *rest = strstr(text, "://");
    char memory[CONFIG_TEXT_MAX + 1];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);

    if (strcmp(text, CONFIG_OFF) == 0) {
        tes_buf_text(&buf, CONFIG_OFF);
    } else {
        if (row->type == CONFIG_URL && rest != NULL)
            tes_buf_append(&buf, text, (size_t)(rest - text) + 3);
        tes_buf_text(&buf, "***");
    }
    tes_json_string(json, name, tes_buf_done(&buf));
}

void config_writer_choice(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    const struct config_choice *choice = &config_choices[row->type];
    const char *word = choice->name(*(const unsigned *)member - choice->first);

    tes_json_string(json, name, tes_slice_of(word));
}

void config_writer_decimal(struct tes_json *json, const char *name, const struct config_row *row,
                           const void *member)
{
    char memory[16];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);

    (void)row;
    tes_buf_thousandths(&buf, *(const unsigned *)member);
    tes_json_raw(json, name, tes_buf_done(&buf));
}

void config_writer_ranges(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    const struct config_ranges *ranges = member;

    (void)row;
    tes_json_open(json, name, '[');
    for (size_t i = 0; i < ranges->count; i++) {
        char text[TES_ADDRESS_RANGE_MAX + 1];
        tes_json_string(json, NULL, tes_address_range_text(&ranges->items[i], text));
    }
    tes_json_close(json, ']');
}

void config_writer_kinds(struct tes_json *json, const char *name, const struct config_row *row,
                         const void *member)
{
    const struct config_kinds *kinds = member;

    (void)row;
    tes_json_open(json, name, '[');
    for (size_t i = 0; i < kinds->count; i++)
        tes_json_string(json, NULL, tes_slice_of(kinds->items[i]));
    tes_json_close(json, ']');
}

void config_writer_ways(struct tes_json *json, const char *name, const struct config_row *row,
                        const void *member)
{
    unsigned ways = *(const unsigned *)member;

    (void)row;
    tes_json_open(json, name, '[');
    for (unsigned i = 0; i < ALTERNATIVE_COUNT; i++)
        if ((ways >> i & 1) != 0)
            tes_json_string(json, NULL, tes_slice_of(accept_alternative_name(i)));
    tes_json_close(json, ']');
}
