#include "server/config/config_value.h"

#include <string.h>

#include "base/secret.h"
#include "challenge/kind.h"
#include "challenge/strength.h"
#include "policy/accept.h"
#include "server/config/config_reader.h"
#include "server/words/words.h"
#include "store/db/store_address.h"

#define CHOICE_WORDS_MAX 3

/* Writes the member that the row describes, under that name; without one, alone. */
typedef void config_writer(struct tes_json *json, const char *name, const struct config_row *row,
                           const void *member);

/* ---------------------------------------------------------------- choices */

static const char *difficulty_name(unsigned number)
{
    return number < TES_HARD ? tes_difficulty_name((enum tes_difficulty)(number + 1)) : NULL;
}

/* Languages as they are: their forms of address have a key of their own. */
static const char *language_name(unsigned number)
{
    const struct words *words = NULL;
    if (number == CONFIG_ANY_LANGUAGE)
        return CONFIG_AUTO_TEXT;
    for (unsigned i = 0; i < number && (i == 0 || words != NULL); i++)
        words = words_next(words);
    return words != NULL ? words->tag.at : NULL;
}

/* The types of which a value is one of some words. */
static const struct choice {
    const char *words[CHOICE_WORDS_MAX + 1];
    const char *(*name)(unsigned number); /* in place of `words`; NULL behind the last */
    unsigned first;                       /* the value of the first word */
} CHOICES[CONFIG_TYPE_COUNT] = {
    [CONFIG_RENDERER] = {.name = tes_renderer_name},
    [CONFIG_PROFILE] = {.name = tes_profile_name},
    [CONFIG_DIFFICULTY] = {.name = difficulty_name, .first = TES_EASY},
    [CONFIG_STRENGTH] = {.name = tes_strength_class_name},
    [CONFIG_LANGUAGE] = {.name = language_name},
    [CONFIG_MODE] = {.words = {[CONFIG_FAST] = "fast",
                               [CONFIG_BALANCED] = "balanced",
                               [CONFIG_PARANOID] = "paranoid"}},
    [CONFIG_TRIGGER] =
        {.words = {[CONFIG_CONDITIONAL] = "conditional", [CONFIG_PERIODIC] = "periodic"}},
    [CONFIG_FALLBACK] = {.words = {[CONFIG_ALTERNATIVE_CHALLENGE] = "alternative_challenge",
                                   [CONFIG_HUMAN_REVIEW] = "human_review"}},
    [CONFIG_KEPT] = {.words = {[CONFIG_IN_FILE] = "file", [CONFIG_IN_RECORDS] = "records"}},
    [CONFIG_FAIL] = {.words = {[CONFIG_FAIL_CLOSED] = "closed", [CONFIG_FAIL_OPEN] = "open"}},
    [CONFIG_LOGGED] = {.words = {[CONFIG_LOGGED_OFF] = "off",
                                 [CONFIG_LOGGED_ERRORS] = "errors",
                                 [CONFIG_LOGGED_ALL] = "all"}},
    [CONFIG_ADDRESS] =
        {.words =
             {[WORDS_AS_IS] = "as-is", [WORDS_FORMAL] = "formal", [WORDS_INFORMAL] = "informal"}},
};

/* The word for a value; NULL where it is none. */
static const char *choice_word(enum config_type type, unsigned value)
{
    const struct choice *choice = &CHOICES[type];
    unsigned number = value - choice->first;
    if (choice->name != NULL)
        return choice->name(number);
    return number < CHOICE_WORDS_MAX ? choice->words[number] : NULL;
}

const char *config_mode_name(unsigned number)
{
    return choice_word(CONFIG_MODE, number);
}

static bool read_choice(const struct config_row *row, const struct config_input *input,
                        union config_value *value, size_t *bad)
{
    const char *word;
    (void)bad;
    for (value->number = CHOICES[row->type].first;; value->number++) {
        word = choice_word(row->type, value->number);
        if (word == NULL || tes_slice_equal(input->items[0], tes_slice_of(word)))
            return word != NULL;
    }
}

/* "one, another or a third" */
static void write_choices(struct tes_buf *buf, enum config_type type)
{
    unsigned first = CHOICES[type].first;
    for (unsigned i = first; choice_word(type, i) != NULL; i++) {
        if (i > first)
            tes_buf_text(buf, choice_word(type, i + 1) != NULL ? ", " : " or ");
        tes_buf_text(buf, choice_word(type, i));
    }
}

/* ---------------------------------------------------------------- writing */

static void write_bool(struct tes_json *json, const char *name, const struct config_row *row,
                       const void *member)
{
    (void)row;
    tes_json_bool(json, name, *(const bool *)member);
}

static void write_switch(struct tes_json *json, const char *name, const struct config_row *row,
                         const void *member)
{
    unsigned number = *(const unsigned *)member;
    (void)row;
    if (number == CONFIG_AUTO)
        tes_json_string(json, name, TES_SLICE(CONFIG_AUTO_TEXT));
    else
        tes_json_bool(json, name, number == CONFIG_YES);
}

static void write_number(struct tes_json *json, const char *name, const struct config_row *row,
                         const void *member)
{
    (void)row;
    tes_json_number(json, name, *(const unsigned *)member);
}

static void write_text(struct tes_json *json, const char *name, const struct config_row *row,
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
static void write_hidden(struct tes_json *json, const char *name, const struct config_row *row,
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

static void write_choice(struct tes_json *json, const char *name, const struct config_row *row,
                         const void *member)
{
    tes_json_string(json, name, tes_slice_of(choice_word(row->type, *(const unsigned *)member)));
}

static void write_decimal(struct tes_json *json, const char *name, const struct config_row *row,
                          const void *member)
{
    char memory[16];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);

    (void)row;
    tes_buf_thousandths(&buf, *(const unsigned *)member);
    tes_json_raw(json, name, tes_buf_done(&buf));
}

static void write_ranges(struct tes_json *json, const char *name, const struct config_row *row,
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

static void write_kinds(struct tes_json *json, const char *name, const struct config_row *row,
                        const void *member)
{
    const struct config_kinds *kinds = member;

    (void)row;
    tes_json_open(json, name, '[');
    for (size_t i = 0; i < kinds->count; i++)
        tes_json_string(json, NULL, tes_slice_of(kinds->items[i]));
    tes_json_close(json, ']');
}

static void write_ways(struct tes_json *json, const char *name, const struct config_row *row,
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

/* ------------------------------------------------------------------ types */

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

#define A_CHOICE                                                                                   \
    {                                                                                              \
        .read = read_choice, .write = write_choice                                                 \
    }

static const struct type {
    config_reader *read;
    config_writer *write;
    bool is_list, is_plain;
    const char *expected;     /* what is expected; NULL: one of the choices */
    const char *after_bounds; /* where bounds follow it: what comes behind them; else NULL */
    const char *choices;      /* behind that, the words to choose from; may be NULL */
    bool (*is_good)(struct tes_slice text); /* what a text has to be as well; may be NULL */
} TYPES[CONFIG_TYPE_COUNT] = {
    [CONFIG_BOOL] = {.read = config_reader_bool,
                     .write = write_bool,
                     .is_plain = true,
                     .expected = "true or false"},
    [CONFIG_SWITCH] = {.read = config_reader_switch,
                       .write = write_switch,
                       .expected = "true, false or auto"},
    [CONFIG_NUMBER] = {.read = config_reader_number,
                       .write = write_number,
                       .is_plain = true,
                       .expected = "a whole number from ",
                       .after_bounds = ""},
    [CONFIG_DECIMAL] = {.read = config_reader_decimal,
                        .write = write_decimal,
                        .is_plain = true,
                        .expected = "a number from ",
                        .after_bounds = ", with at most three decimals"},
    [CONFIG_URL] = {.read = config_reader_text,
                    .write = write_hidden,
                    .expected = "an address that begins with http:// or https://, or off",
                    .is_good = config_reader_is_url},
    [CONFIG_SECRET] = {.read = config_reader_text,
                       .write = write_hidden,
                       .expected = "text of 16 to 1023 bytes without control characters, or off",
                       .is_good = config_reader_is_secret},
    [CONFIG_TEXT] = {.read = config_reader_text,
                     .write = write_text,
                     .expected = "text of 1 to 1023 bytes without control characters"},
    [CONFIG_LISTEN] = {.read = config_reader_text,
                       .write = write_text,
                       .expected = "HOST:PORT such as 127.0.0.1:8080 or [::1]:8080",
                       .is_good = config_reader_is_listen},
    [CONFIG_LEDGER] = {.read = config_reader_text,
                       .write = write_text,
                       .expected = LEDGERS + sizeof OR - 1,
                       .is_good = config_reader_is_ledger},
    [CONFIG_RECORDS] = {.read = config_reader_text,
                        .write = write_text,
                        .expected = RECORDS + sizeof OR - 1,
                        .is_good = config_reader_is_records},
    [CONFIG_RANGES] = {.read = config_reader_ranges,
                       .write = write_ranges,
                       .is_list = true,
                       .expected = "a list of ",
                       .after_bounds = " address ranges such as 10.0.0.0/8"},
    [CONFIG_KINDS] = {.read = config_reader_kinds,
                      .write = write_kinds,
                      .is_list = true,
                      .expected = "a list of ",
                      .after_bounds = " of these, each once: ",
                      .choices = KIND_NAMES + 2},
    [CONFIG_WAYS] = {.read = config_reader_ways,
                     .write = write_ways,
                     .is_list = true,
                     .expected = "a list of ",
                     .after_bounds = " of these, each once: ",
                     .choices = WAY_NAMES + 2},
    [CONFIG_STRENGTH] = A_CHOICE,
    [CONFIG_FAIL] = A_CHOICE,
    [CONFIG_LOGGED] = A_CHOICE,
    [CONFIG_LANGUAGE] = {.read = read_choice,
                         .write = write_choice,
                         .expected = "auto or the tag of a language that is there, such as de"},
    [CONFIG_ADDRESS] = A_CHOICE,
    [CONFIG_PROGRAM] = {.read = config_reader_text,
                        .write = write_text,
                        .expected = "the name or path of a program, or off",
                        .is_good = config_reader_is_program},
    [CONFIG_RENDERER] = A_CHOICE,
    [CONFIG_PROFILE] = A_CHOICE,
    [CONFIG_DIFFICULTY] = A_CHOICE,
    [CONFIG_MODE] = A_CHOICE,
    [CONFIG_TRIGGER] = A_CHOICE,
    [CONFIG_FALLBACK] = A_CHOICE,
    [CONFIG_KEPT] = A_CHOICE,
};

bool config_value_is_masked(const struct config_row *row, const struct config *config)
{
    const char *text = (const char *)config + row->offset; /* what is private is text */

    if ((row->flags & CONFIG_PRIVATE) == 0)
        return false;
    return TYPES[row->type].write == write_hidden ? strcmp(text, CONFIG_OFF) != 0
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

    if (type->expected != NULL)
        tes_buf_text(&buf, type->expected);
    else
        write_choices(&buf, row->type);
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
    if ((type->is_good != NULL && !type->is_good(input->items[0])) ||
        !type->read(row, input, &value, &bad))
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
