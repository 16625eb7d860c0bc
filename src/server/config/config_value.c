#include "server/config/config_value.h"

#include <string.h>

#include "base/secret.h"
#include "policy/accept.h"
#include "server/config/config_reader.h"
#include "server/config/config_writer.h"
#include "store/db/store_address.h"

/* ", one, another": what challenge.types may hold, behind its first comma and blank. */
static const char KIND_NAMES[] =
#define KIND(name) ", " #name
#include "challenge/kinds.def"
#undef KIND
    ;

_Static_assert(sizeof KIND_NAMES + 64 <= CONFIG_EXPECTED_MAX, "what is expected can be told");

/* Likewise what challenge.accepts may hold. */
#define WAY_OF_SITES(label) ", " label
#define WAY_OF_ALL(label)
static const char WAY_NAMES[] =
#define ALTERNATIVE(name, label, kind, how, budget, who) WAY_OF_##who(label)
#include "policy/alternative.def"
#undef ALTERNATIVE
    ;
#undef WAY_OF_SITES
#undef WAY_OF_ALL

/* " or one or another": the stores that this build has, behind a first OR. */
#define OR                      " or "
#define STORE_NAME(name, where) OR where
static const char LEDGERS[] =
#define LEDGER_BACKEND STORE_NAME
#define LEDGER_ALSO    STORE_NAME
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND
    ;
static const char RECORDS[] =
#define RECORDS_BACKEND STORE_NAME
#include "store/records/records_backends.def"
#undef RECORDS_BACKEND
    ;
#undef STORE_NAME

static const struct type {
    config_reader *read;
    config_writer *write;
    bool is_list, is_plain;
    const char *expected;     /* what is expected */
    const char *after_bounds; /* where bounds follow it: what comes behind them; else NULL */
    const char *choices;      /* behind that, the words to choose from; may be NULL */
} TYPES[CONFIG_TYPE_COUNT] = {
    [CONFIG_BOOL] = {config_reader_bool, config_writer_bool, false, true, "true or false", NULL,
                     NULL},
    [CONFIG_SWITCH] = {config_reader_switch, config_writer_switch, false, false,
                       "true, false or auto", NULL, NULL},
    [CONFIG_NUMBER] = {config_reader_number, config_writer_number, false, true,
                       "a whole number from ", "", NULL},
    [CONFIG_DECIMAL] = {config_reader_decimal, config_writer_decimal, false, true, "a number from ",
                        ", with at most three decimals", NULL},
    [CONFIG_URL] = {config_reader_url, config_writer_hidden, false, false,
                    "an address that begins with http:// or https://, or off", NULL, NULL},
    [CONFIG_SECRET] = {config_reader_secret, config_writer_hidden, false, false,
                       "text of 16 to 1023 bytes without control characters, or off", NULL, NULL},
    [CONFIG_TEXT] = {config_reader_text, config_writer_text, false, false,
                     "text of 1 to 1023 bytes without control characters", NULL, NULL},
    [CONFIG_LISTEN] = {config_reader_listen, config_writer_text, false, false,
                       "HOST:PORT such as 127.0.0.1:8080 or [::1]:8080", NULL, NULL},
    [CONFIG_LEDGER] = {config_reader_ledger, config_writer_text, false, false,
                       LEDGERS + sizeof OR - 1, NULL, NULL},
    [CONFIG_RECORDS] = {config_reader_records, config_writer_text, false, false,
                        RECORDS + sizeof OR - 1, NULL, NULL},
    [CONFIG_RANGES] = {config_reader_ranges, config_writer_ranges, true, false, "a list of ",
                       " address ranges such as 10.0.0.0/8", NULL},
    [CONFIG_KINDS] = {config_reader_kinds, config_writer_kinds, true, false, "a list of ",
                      " of these, each once: ", KIND_NAMES + 2},
    [CONFIG_WAYS] = {config_reader_ways, config_writer_ways, true, false, "a list of ",
                     " of these, each once: ", WAY_NAMES + 2},
    [CONFIG_STRENGTH] = {config_reader_choice, config_writer_choice, false, false,
                         "friction or off-the-shelf", NULL, NULL},
    [CONFIG_FAIL] = {config_reader_choice, config_writer_choice, false, false, "closed or open",
                     NULL, NULL},
    [CONFIG_LOGGED] = {config_reader_choice, config_writer_choice, false, false,
                       "off, errors or all", NULL, NULL},
    [CONFIG_LANGUAGE] = {config_reader_choice, config_writer_choice, false, false,
                         "auto or the tag of a language that is there, such as de", NULL, NULL},
    [CONFIG_ADDRESS] = {config_reader_choice, config_writer_choice, false, false,
                        "as-is, formal or informal", NULL, NULL},
    [CONFIG_PROGRAM] = {config_reader_program, config_writer_text, false, false,
                        "the name or path of a program, or off", NULL, NULL},
    [CONFIG_RENDERER] = {config_reader_choice, config_writer_choice, false, false, "3d, 2d or none",
                         NULL, NULL},
    [CONFIG_PROFILE] = {config_reader_choice, config_writer_choice, false, false, "default or seed",
                        NULL, NULL},
    [CONFIG_DIFFICULTY] = {config_reader_choice, config_writer_choice, false, false,
                           "easy, medium or hard", NULL, NULL},
    [CONFIG_MODE] = {config_reader_choice, config_writer_choice, false, false,
                     "fast, balanced or paranoid", NULL, NULL},
    [CONFIG_TRIGGER] = {config_reader_choice, config_writer_choice, false, false,
                        "conditional or periodic", NULL, NULL},
    [CONFIG_FALLBACK] = {config_reader_choice, config_writer_choice, false, false,
                         "alternative_challenge or human_review", NULL, NULL},
    [CONFIG_KEPT] = {config_reader_choice, config_writer_choice, false, false, "file or records",
                     NULL, NULL},
};

bool config_value_is_masked(const struct config_row *row, const struct config *config)
{
    const char *text = (const char *)config + row->offset; /* what is private is text */

    if ((row->flags & CONFIG_PRIVATE) == 0)
        return false;
    return TYPES[row->type].write == config_writer_hidden ? strcmp(text, CONFIG_OFF) != 0
                                                          : store_address_is_private(text);
}

bool config_value_is_list(const struct config_row *row)
{
    return TYPES[row->type].is_list;
}

bool config_value_is_plain(const struct config_row *row)
{
    return TYPES[row->type].is_plain;
}

static void write_bound(struct tes_buf *buf, const struct config_row *row, unsigned bound)
{
    if (row->type == CONFIG_DECIMAL)
        tes_buf_thousandths(buf, bound);
    else
        tes_buf_number(buf, bound);
}

const char *config_value_expected(const struct config_row *row, char text[CONFIG_EXPECTED_MAX])
{
    const struct type *type = &TYPES[row->type];
    struct tes_buf buf = tes_buf_on(text, CONFIG_EXPECTED_MAX);

    tes_buf_text(&buf, type->expected);
    if (type->after_bounds != NULL) {
        write_bound(&buf, row, row->minimum);
        tes_buf_slice(&buf, TES_SLICE(" to "));
        write_bound(&buf, row, row->maximum);
        tes_buf_text(&buf, type->after_bounds);
        if (type->choices != NULL)
            tes_buf_text(&buf, type->choices);
    }
    return tes_buf_finish(&buf, NULL) == TES_OK ? text : "";
}

static bool refuse(const struct config_row *row, const struct config_input *input, size_t bad,
                   struct tes_error *error)
{
    char expected[CONFIG_EXPECTED_MAX], shown[CONFIG_NAME_MAX];
    struct config_place place = input->place;

    config_value_expected(row, expected);
    if (bad >= input->count)
        return config_error_set(error, &place, "expected %s, found %zu", expected, input->count);
    if (input->lines != NULL)
        place.line = input->lines[bad];
    if ((row->flags & CONFIG_PRIVATE) != 0)
        return config_error_set(error, &place, "expected %s", expected);
    return config_error_set(error, &place, "expected %s, found \"%s\"", expected,
                            config_error_show(input->items[bad], shown));
}

bool config_value_read(const struct config_row *row, const struct config_input *input,
                       struct config *config, struct tes_error *error)
{
    const struct type *type = &TYPES[row->type];
    union config_value value;
    size_t bad = 0;

    if (type->is_list && (input->count < row->minimum || input->count > row->maximum))
        return refuse(row, input, input->count, error);
    memset(&value, 0, sizeof value);
    if (!type->read(row, input, &value, &bad))
        return refuse(row, input, bad, error);
    memcpy((char *)config + row->offset, &value, row->size);
    tes_wipe(&value, sizeof value);
    return true;
}

bool config_value_read_text(const struct config_row *row, const struct config_place *place,
                            struct tes_slice text, struct config *config, struct tes_error *error)
{
    /* One more than any list may have, so that a list that is too long is seen to be. */
    struct tes_slice items[CONFIG_LIST_MAX + 1] = {text};
    struct config_input input = {.place = *place, .items = items, .count = 1};

    if (config_value_is_list(row)) {
        struct tes_slice rest = tes_slice_trim(text);
        input.count = 0;
        while (rest.length > 0 && input.count < sizeof items / sizeof *items)
            items[input.count++] = tes_slice_trim(tes_slice_cut(&rest, ','));
    }
    return config_value_read(row, &input, config, error);
}

void config_write_value(struct tes_json *json, const char *name, const struct config_row *row,
                        const struct config *config)
{
    TYPES[row->type].write(json, name, row, (const char *)config + row->offset);
}
