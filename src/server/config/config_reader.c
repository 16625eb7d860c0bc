#include "server/config/config_reader.h"

#include <string.h>

#include "base/ascii.h"
#include "challenge/kind.h"
#include "policy/accept.h"
#include "store/db/store_address.h"

#define SECRET_MIN 16 /* bytes; the table of types says so */

static bool is_off(struct tes_slice text)
{
    return tes_slice_equal(text, TES_SLICE(CONFIG_OFF));
}

bool config_reader_bool(const struct config_row *row, const struct config_input *input,
                        union config_value *value, size_t *bad)
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

bool config_reader_switch(const struct config_row *row, const struct config_input *input,
                          union config_value *value, size_t *bad)
{
    bool is_auto = tes_slice_equal(input->items[0], TES_SLICE(CONFIG_AUTO_TEXT));
    bool is_read = is_auto || config_reader_bool(row, input, value, bad);
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

bool config_reader_number(const struct config_row *row, const struct config_input *input,
                          union config_value *value, size_t *bad)
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
bool config_reader_decimal(const struct config_row *row, const struct config_input *input,
                           union config_value *value, size_t *bad)
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

bool config_reader_text(const struct config_row *row, const struct config_input *input,
                        union config_value *value, size_t *bad)
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

bool config_reader_is_listen(struct tes_slice text)
{
    struct config_address address;
    return config_address_read(text, &address);
}

/* Many systems have programs called `true`, `false` or `yes`; whoever writes such a word means a
 * switch, not the program. */
bool config_reader_is_program(struct tes_slice text)
{
    const struct config_input input = {.items = &text, .count = 1};
    union config_value truth;
    return is_off(text) || !config_reader_bool(NULL, &input, &truth, NULL);
}

/* The program that posts is given the address in a file of its own form, so nothing may stand in it
 * that would end a value there: no quote, no backslash, no blank. Nor may it begin with a star:
 * that is how one is shown. */
bool config_reader_is_url(struct tes_slice text)
{
    static const struct tes_slice SCHEMES[] = {TES_SLICE_INIT("http://"),
                                               TES_SLICE_INIT("https://")};
    if (is_off(text))
        return true;
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] <= ' ' || text.at[i] > '~' || strchr("\"\\<>^`{|}", text.at[i]) != NULL)
            return false;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof *SCHEMES; i++)
        if (tes_slice_starts(text, SCHEMES[i]) && text.length > SCHEMES[i].length)
            return text.at[SCHEMES[i].length] != '/' && text.at[SCHEMES[i].length] != '*';
    return false;
}

bool config_reader_is_secret(struct tes_slice text)
{
    return is_off(text) || text.length >= SECRET_MIN;
}

#define STORE_IS(name, where) store_address_is(text, where) ||
bool config_reader_is_ledger(struct tes_slice text)
{
    return
#define LEDGER_BACKEND STORE_IS
#define LEDGER_ALSO    STORE_IS
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND
        false;
}

bool config_reader_is_records(struct tes_slice text)
{
    return
#define RECORDS_BACKEND STORE_IS
#include "store/records/records_backends.def"
#undef RECORDS_BACKEND
        false;
}

bool config_reader_ranges(const struct config_row *row, const struct config_input *input,
                          union config_value *value, size_t *bad)
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

bool config_reader_kinds(const struct config_row *row, const struct config_input *input,
                         union config_value *value, size_t *bad)
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
        value->kinds.bits |= 1U << tes_kind_number(kind);
    }
    value->kinds.count = input->count;
    return true;
}

/* Other ways to a pass, as bits (policy/accept.h). */
bool config_reader_ways(const struct config_row *row, const struct config_input *input,
                        union config_value *value, size_t *bad)
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
