#include "serve/config/config_value.h"

#include <string.h>

#include "base/ascii.h"
#include "base/secret.h"
#include "core/kind.h"
#include "decide/accept.h"
#include "serve/words/words.h"
#include "store/where.h"

#define SECRET_MIN 16 /* bytes; the table of types says so */

/* Room for a value of any type; zero but for what was read, so that equal values are equal bytes.
 */
union value {
    bool truth;
    unsigned number;
    char text[CONFIG_TEXT_MAX + 1];
    struct config_ranges ranges;
    struct config_kinds kinds;
};

/* ---------------------------------------------------------------- reading
 * A reader gets a zeroed value and as many items as the bounds allow (one, unless it is a list).
 * On false, `bad` is the item that is to blame. */

typedef bool (*value_reader)(const struct config_row *row, const struct config_input *input,
                             union value *value, size_t *bad);

static bool read_bool(const struct config_row *row, const struct config_input *input,
                      union value *value, size_t *bad)
{
    static const struct {
        const char *word;
        bool truth, in_yaml;
    } WORDS[] = {
        {"true", true, true}, {"false", false, true}, {"yes", true, true}, {"no", false, true},
        {"on", true, true},   {"off", false, true},   {"1", true, false},  {"0", false, false},
    };
    (void)row, (void)bad;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (!tes_slice_equal_nocase(input->items[0], tes_slice_of(WORDS[i].word)))
            continue;
        value->truth = WORDS[i].truth;
        return WORDS[i].in_yaml || !input->from_yaml;
    }
    return false;
}

#define AUTO "auto"

static bool read_switch(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    bool is_auto = tes_slice_equal(input->items[0], TES_SLICE(AUTO));
    bool is_read = is_auto || read_bool(row, input, value, bad);
    bool is_yes = !is_auto && is_read && value->truth;
    value->number = is_auto ? CONFIG_AUTO : is_yes ? CONFIG_YES : CONFIG_NO;
    return is_read;
}

/* Decimal digits, perhaps behind a minus. A leading zero is octal to some and is refused. What is
 * larger than any bound stays at that. */
static bool read_whole(struct tes_slice text, int64_t *number)
{
    const int64_t LARGE = INT64_C(1) << 40;
    bool negative = text.length > 0 && text.at[0] == '-';
    int64_t size = 0;

    if (negative) {
        text.at++;
        text.length--;
    }
    if (text.length == 0 || (text.length > 1 && text.at[0] == '0'))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (!tes_ascii_is_digit(text.at[i]))
            return false;
        size = size * 10 + (text.at[i] - '0');
        if (size > LARGE)
            size = LARGE;
    }
    *number = negative ? -size : size;
    return true;
}

static bool read_number(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    int64_t number;

    (void)bad;
    if (!read_whole(input->items[0], &number))
        return false;
    bool below = number<(int64_t)row->minimum, above = number>(int64_t) row->maximum;
    if ((below || above) && (row->flags & CONFIG_CLAMPED) == 0)
        return false;
    value->number = below ? row->minimum : above ? row->maximum : (unsigned)number;
    return true;
}

/* Digits, perhaps a point and one to three more; in thousandths. Nothing is rounded, so that what
 * is written is what was read. */
static bool read_decimal(const struct config_row *row, const struct config_input *input,
                         union value *value, size_t *bad)
{
    struct tes_slice rest = input->items[0], whole = tes_slice_cut(&rest, '.');
    int64_t number;

    (void)bad;
    if (!read_whole(whole, &number) || number < 0 || (rest.at != NULL && rest.length == 0))
        return false;
    if (rest.at == NULL)
        rest = TES_SLICE("");
    if (number > (int64_t)row->maximum || rest.length > 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        if (i < rest.length && !tes_ascii_is_digit(rest.at[i]))
            return false;
        number = number * 10 + (i < rest.length ? rest.at[i] - '0' : 0);
    }
    value->number = (unsigned)number;
    return whole.at[0] != '-' && number >= (int64_t)row->minimum && number <= (int64_t)row->maximum;
}

static bool read_text(const struct config_row *row, const struct config_input *input,
                      union value *value, size_t *bad)
{
    struct tes_slice text = input->items[0];

    (void)row, (void)bad;
    if (text.length == 0 || text.length > CONFIG_TEXT_MAX)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7F)
            return false;
    memcpy(value->text, text.at, text.length);
    return true;
}

static bool read_listen(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    struct config_address address;
    return config_address_read(input->items[0], &address) && read_text(row, input, value, bad);
}

/* Many systems have programs called `true`, `false` or `yes`; whoever writes such a word means a
 * switch, not the program. */
static bool read_program(const struct config_row *row, const struct config_input *input,
                         union value *value, size_t *bad)
{
    union value truth;
    if (tes_slice_equal(input->items[0], TES_SLICE(CONFIG_OFF)))
        return read_text(row, input, value, bad);
    return !read_bool(row, input, &truth, bad) && read_text(row, input, value, bad);
}

/* The program that posts is given the address in a file of its own form, so nothing may stand in it
 * that would end a value there: no quote, no backslash, no blank. Nor may it begin with a star:
 * that is how one is shown. */
static bool read_url(const struct config_row *row, const struct config_input *input,
                     union value *value, size_t *bad)
{
    static const struct tes_slice SCHEMES[] = {TES_SLICE_INIT("http://"),
                                               TES_SLICE_INIT("https://")};
    struct tes_slice text = input->items[0];

    if (tes_slice_equal(text, TES_SLICE(CONFIG_OFF)))
        return read_text(row, input, value, bad);
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] <= ' ' || text.at[i] > '~' || strchr("\"\\<>^`{|}", text.at[i]) != NULL)
            return false;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        if (tes_slice_starts(text, SCHEMES[i]) && text.length > SCHEMES[i].length &&
            text.at[SCHEMES[i].length] != '/' && text.at[SCHEMES[i].length] != '*')
            return read_text(row, input, value, bad);
    return false;
}

static bool read_secret(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    bool is_off = tes_slice_equal(input->items[0], TES_SLICE(CONFIG_OFF));
    return (is_off || input->items[0].length >= SECRET_MIN) && read_text(row, input, value, bad);
}

#define STORE_IS(name, where) where_is(input->items[0], where) ||
static bool read_ledger(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    bool is_store =
#define LEDGER_BACKEND STORE_IS
#define LEDGER_ALSO    STORE_IS
#include "store/ledger_backends.def"
#undef LEDGER_BACKEND
        false;
    return is_store && read_text(row, input, value, bad);
}

static bool read_records(const struct config_row *row, const struct config_input *input,
                         union value *value, size_t *bad)
{
    bool is_store =
#define RECORDS_BACKEND STORE_IS
#include "store/records_backends.def"
#undef RECORDS_BACKEND
        false;
    return is_store && read_text(row, input, value, bad);
}

static bool read_ranges(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    (void)row;
    for (size_t i = 0; i < input->count; i++) {
        *bad = i;
        if (!tes_address_range_read(input->items[i], &value->ranges.items[i]))
            return false;
    }
    value->ranges.count = input->count;
    return true;
}

static bool read_kinds(const struct config_row *row, const struct config_input *input,
                       union value *value, size_t *bad)
{
    (void)row;
    for (size_t i = 0; i < input->count; i++) {
        const struct tes_kind *kind = tes_kind_find(input->items[i]);
        *bad = i;
        if (kind == NULL)
            return false;
        for (size_t earlier = 0; earlier < i; earlier++)
            if (value->kinds.items[earlier] == kind->name)
                return false;
        value->kinds.items[i] = kind->name;
    }
    value->kinds.count = input->count;
    return true;
}

/* Other ways to a pass, as bits (decide/accept.h). */
static bool read_ways(const struct config_row *row, const struct config_input *input,
                      union value *value, size_t *bad)
{
    unsigned all = 0, way;
    (void)row;
    for (size_t i = 0; i < input->count; i++) {
        *bad = i;
        if (!accept_alternatives_read(input->items[i], &way) || way == 0 || (all & way) != 0)
            return false;
        all |= way;
    }
    value->number = all;
    return true;
}

/* The words of a type that is a choice, by number; NULL behind the last. */
static const char *difficulty_name(unsigned number)
{
    return number < TES_HARD ? tes_difficulty_name((enum tes_difficulty)(number + 1)) : NULL;
}

const char *config_mode_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_FAST] = "fast", [CONFIG_BALANCED] = "balanced", [CONFIG_PARANOID] = "paranoid"};
    return number < CONFIG_MODE_COUNT ? NAMES[number] : NULL;
}

static const char *trigger_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_CONDITIONAL] = "conditional", [CONFIG_PERIODIC] = "periodic"};
    return number < CONFIG_TRIGGER_COUNT ? NAMES[number] : NULL;
}

static const char *fallback_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_ALTERNATIVE_CHALLENGE] = "alternative_challenge",
                                        [CONFIG_HUMAN_REVIEW] = "human_review"};
    return number < CONFIG_FALLBACK_COUNT ? NAMES[number] : NULL;
}

static const char *kept_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_IN_FILE] = "file", [CONFIG_IN_RECORDS] = "records"};
    return number < CONFIG_KEPT_COUNT ? NAMES[number] : NULL;
}

static const char *fail_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_FAIL_CLOSED] = "closed", [CONFIG_FAIL_OPEN] = "open"};
    return number < CONFIG_FAIL_COUNT ? NAMES[number] : NULL;
}

static const char *logged_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_LOGGED_OFF] = "off",
                                        [CONFIG_LOGGED_ERRORS] = "errors",
                                        [CONFIG_LOGGED_ALL] = "all"};
    return number < CONFIG_LOGGED_COUNT ? NAMES[number] : NULL;
}

/* Languages as they are: their forms of address have a key of their own. */
static const char *language_name(unsigned number)
{
    const struct words *words = NULL;
    if (number == CONFIG_ANY_LANGUAGE)
        return "auto";
    for (unsigned i = 0; i < number && (i == 0 || words != NULL); i++)
        words = words_next(words);
    return words != NULL ? words->tag.at : NULL;
}

static const char *address_name(unsigned number)
{
    static const char *const NAMES[] = {
        [WORDS_AS_IS] = "as-is", [WORDS_FORMAL] = "formal", [WORDS_INFORMAL] = "informal"};
    return number < sizeof NAMES / sizeof *NAMES ? NAMES[number] : NULL;
}

/* The types that are a choice. */
static const struct choice {
    const char *(*name)(unsigned number);
    unsigned first; /* the value of number 0 */
} CHOICES[CONFIG_TYPE_COUNT] = {
    [CONFIG_RENDERER] = {tes_renderer_name, 0},
    [CONFIG_PROFILE] = {tes_profile_name, 0},
    [CONFIG_DIFFICULTY] = {difficulty_name, TES_EASY},
    [CONFIG_MODE] = {config_mode_name, 0},
    [CONFIG_TRIGGER] = {trigger_name, 0},
    [CONFIG_FALLBACK] = {fallback_name, 0},
    [CONFIG_STRENGTH] = {tes_strength_class_name, 0},
    [CONFIG_KEPT] = {kept_name, 0},
    [CONFIG_FAIL] = {fail_name, 0},
    [CONFIG_LOGGED] = {logged_name, 0},
    [CONFIG_LANGUAGE] = {language_name, 0},
    [CONFIG_ADDRESS] = {address_name, 0},
};

static bool read_choice(const struct config_row *row, const struct config_input *input,
                        union value *value, size_t *bad)
{
    const struct choice *choice = &CHOICES[row->type];
    unsigned number = tes_slice_find(input->items[0], choice->name);

    (void)bad;
    value->number = number + choice->first;
    return choice->name(number) != NULL;
}

/* ---------------------------------------------------------------- writing */

typedef void (*value_writer)(struct tes_json *json, const char *name, const struct config_row *row,
                             const void *member);

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
        tes_json_string(json, name, TES_SLICE(AUTO));
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
    if ((row->flags & CONFIG_PRIVATE) != 0 && where_is_private(copy))
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
    const struct choice *choice = &CHOICES[row->type];
    const char *word = choice->name(*(const unsigned *)member - choice->first);

    tes_json_string(json, name, tes_slice_of(word));
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
        char memory[64];
        struct tes_buf text = tes_buf_on(memory, sizeof memory);
        tes_address_write(&text, &ranges->items[i].base);
        tes_buf_char(&text, '/');
        tes_buf_number(&text, ranges->items[i].prefix_bits);
        tes_json_string(json, NULL, tes_buf_done(&text));
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
#include "core/kinds.def"
#undef KIND
    ;

_Static_assert(sizeof KIND_NAMES + 64 <= CONFIG_EXPECTED_MAX, "what is expected can be told");

/* Likewise what challenge.accepts may hold. */
#define WAY_OF_SITES(label) ", " label
#define WAY_OF_ALL(label)
static const char WAY_NAMES[] =
#define ALTERNATIVE(name, label, kind, how, budget, who) WAY_OF_##who(label)
#include "decide/alternative.def"
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
#include "store/ledger_backends.def"
#undef LEDGER_BACKEND
    ;
static const char RECORDS[] =
#define RECORDS_BACKEND STORE_NAME
#include "store/records_backends.def"
#undef RECORDS_BACKEND
    ;
#undef STORE_NAME

static const struct type {
    value_reader read;
    value_writer write;
    bool is_list, is_plain;
    const char *expected;     /* what is expected */
    const char *after_bounds; /* where bounds follow it: what comes behind them; else NULL */
    const char *choices;      /* behind that, the words to choose from; may be NULL */
} TYPES[CONFIG_TYPE_COUNT] = {
    [CONFIG_BOOL] = {read_bool, write_bool, false, true, "true or false", NULL, NULL},
    [CONFIG_SWITCH] = {read_switch, write_switch, false, false, "true, false or auto", NULL, NULL},
    [CONFIG_NUMBER] = {read_number, write_number, false, true, "a whole number from ", "", NULL},
    [CONFIG_DECIMAL] = {read_decimal, write_decimal, false, true, "a number from ",
                        ", with at most three decimals", NULL},
    [CONFIG_URL] = {read_url, write_hidden, false, false,
                    "an address that begins with http:// or https://, or off", NULL, NULL},
    [CONFIG_SECRET] = {read_secret, write_hidden, false, false,
                       "text of 16 to 1023 bytes without control characters, or off", NULL, NULL},
    [CONFIG_TEXT] = {read_text, write_text, false, false,
                     "text of 1 to 1023 bytes without control characters", NULL, NULL},
    [CONFIG_LISTEN] = {read_listen, write_text, false, false,
                       "HOST:PORT such as 127.0.0.1:8080 or [::1]:8080", NULL, NULL},
    [CONFIG_LEDGER] = {read_ledger, write_text, false, false, LEDGERS + sizeof OR - 1, NULL, NULL},
    [CONFIG_RECORDS] = {read_records, write_text, false, false, RECORDS + sizeof OR - 1, NULL,
                        NULL},
    [CONFIG_RANGES] = {read_ranges, write_ranges, true, false, "a list of ",
                       " address ranges such as 10.0.0.0/8", NULL},
    [CONFIG_KINDS] = {read_kinds, write_kinds, true, false, "a list of ",
                      " of these, each once: ", KIND_NAMES + 2},
    [CONFIG_WAYS] = {read_ways, write_ways, true, false, "a list of ",
                     " of these, each once: ", WAY_NAMES + 2},
    [CONFIG_STRENGTH] = {read_choice, write_choice, false, false, "friction or off-the-shelf", NULL,
                         NULL},
    [CONFIG_FAIL] = {read_choice, write_choice, false, false, "closed or open", NULL, NULL},
    [CONFIG_LOGGED] = {read_choice, write_choice, false, false, "off, errors or all", NULL, NULL},
    [CONFIG_LANGUAGE] = {read_choice, write_choice, false, false,
                         "auto or the tag of a language that is there, such as de", NULL, NULL},
    [CONFIG_ADDRESS] = {read_choice, write_choice, false, false, "as-is, formal or informal", NULL,
                        NULL},
    [CONFIG_PROGRAM] = {read_program, write_text, false, false,
                        "the name or path of a program, or off", NULL, NULL},
    [CONFIG_RENDERER] = {read_choice, write_choice, false, false, "3d, 2d or none", NULL, NULL},
    [CONFIG_PROFILE] = {read_choice, write_choice, false, false, "default or seed", NULL, NULL},
    [CONFIG_DIFFICULTY] = {read_choice, write_choice, false, false, "easy, medium or hard", NULL,
                           NULL},
    [CONFIG_MODE] = {read_choice, write_choice, false, false, "fast, balanced or paranoid", NULL,
                     NULL},
    [CONFIG_TRIGGER] = {read_choice, write_choice, false, false, "conditional or periodic", NULL,
                        NULL},
    [CONFIG_FALLBACK] = {read_choice, write_choice, false, false,
                         "alternative_challenge or human_review", NULL, NULL},
    [CONFIG_KEPT] = {read_choice, write_choice, false, false, "file or records", NULL, NULL},
};

bool config_value_is_masked(const struct config_row *row, const struct config *config)
{
    const char *text = (const char *)config + row->offset; /* what is private is text */

    if ((row->flags & CONFIG_PRIVATE) == 0)
        return false;
    return TYPES[row->type].write == write_hidden ? strcmp(text, CONFIG_OFF) != 0
                                                  : where_is_private(text);
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
                   struct config_error *error)
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
                       struct config *config, struct config_error *error)
{
    const struct type *type = &TYPES[row->type];
    union value value;
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
                            struct tes_slice text, struct config *config,
                            struct config_error *error)
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
