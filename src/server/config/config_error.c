#include "server/config/config_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool config_error_set(struct tes_error *error, const struct config_place *place, const char *format,
                      ...)
{
    char where[256] = "";
    char what[CONFIG_EXPECTED_MAX + CONFIG_NAME_MAX + 32];
    va_list arguments;

    if (place->file != NULL && place->line > 0)
        snprintf(where, sizeof where, "%.200s:%zu: ", place->file, place->line);
    else if (place->file != NULL)
        snprintf(where, sizeof where, "%.200s: ", place->file);
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): va_start stands right above */
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return tes_error_set(error, "%s%.100s%s%s", where, place->key != NULL ? place->key : "",
                         place->key != NULL ? ": " : "", what);
}

const char *config_error_show(struct tes_slice text, char shown[CONFIG_NAME_MAX])
{
    static const char DOTS[] = "...";
    bool is_long = text.length >= CONFIG_NAME_MAX;
    size_t length = is_long ? CONFIG_NAME_MAX - sizeof DOTS : text.length;

    for (size_t i = 0; i < length; i++)
        shown[i] = text.at[i] >= ' ' && text.at[i] <= '~' ? text.at[i] : '?';
    memcpy(shown + length, is_long ? DOTS : "", is_long ? sizeof DOTS : 1);
    return shown;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added, dropped or swapped with their neighbour. */
static unsigned distance(struct tes_slice a, struct tes_slice b)
{
    unsigned rows[3][CONFIG_NAME_MAX + 1];
    unsigned *before = rows[0], *above = rows[1], *row = rows[2];

    if (a.length > CONFIG_NAME_MAX || b.length > CONFIG_NAME_MAX)
        return CONFIG_NAME_MAX;
    memset(rows, 0, sizeof rows);
    for (size_t j = 0; j <= b.length; j++)
        above[j] = (unsigned)j;
    for (size_t i = 1; i <= a.length; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.length; j++) {
            bool same = a.at[i - 1] == b.at[j - 1];
            row[j] = least(above[j - 1] + !same, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        unsigned *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.length];
}

/* The nearest name so far. */
struct search {
    struct tes_slice wanted;
    unsigned best; /* only what is nearer counts */
    char name[CONFIG_NAME_MAX];
};

static struct search search_for(struct tes_slice wanted)
{
    /* One slip in four letters, but never more than three: further off it is a guess. */
    size_t slips = wanted.length / 4;
    slips = slips < 1 ? 1 : slips > 3 ? 3 : slips;
    return (struct search){.wanted = wanted, .best = (unsigned)slips + 1};
}

static void consider(struct search *search, struct tes_slice known, struct tes_slice name,
                     unsigned handicap)
{
    unsigned slips = distance(search->wanted, known) + handicap;
    if (slips >= search->best)
        return;
    search->best = slips;
    snprintf(search->name, CONFIG_NAME_MAX, "%.*s", (int)name.length, name.at);
}

static bool unknown(const struct search *search, const char *what, struct tes_error *error,
                    const struct config_place *place)
{
    if (search->name[0] == '\0')
        return config_error_set(error, place, "unknown %s", what);
    return config_error_set(error, place, "unknown %s, did you mean %s?", what, search->name);
}

bool config_error_unknown_key(struct tes_error *error, const struct config_place *place,
                              struct tes_slice path)
{
    struct search search = search_for(path);

    for (size_t i = 0; i < CONFIG_NAMES; i++) {
        struct tes_slice whole = tes_slice_of(config_names[i].path), leaf = whole;
        consider(&search, whole, whole, 0);
        for (;;) {
            tes_slice_cut(&leaf, '.');
            if (leaf.at == NULL)
                break;
            struct tes_slice section = {whole.at, (size_t)(leaf.at - whole.at) - 1};
            consider(&search, section, section, 0);
            /* The right key, or section, outside the one that it belongs to. */
            consider(&search, leaf, whole, 1);
        }
    }
    return unknown(&search, "key", error, place);
}

bool config_error_unknown_variable(struct tes_error *error, const struct config_place *place,
                                   struct tes_slice variable)
{
    struct search search = search_for(variable);
    char known[CONFIG_NAME_MAX];

    for (size_t i = 0; i < CONFIG_NAMES; i++) {
        config_variable(config_names[i].path, known);
        consider(&search, tes_slice_of(known), tes_slice_of(known), 0);
    }
    for (const char *const *secret = config_secret_variables; *secret != NULL; secret++)
        consider(&search, tes_slice_of(*secret), tes_slice_of(*secret), 0);
    return unknown(&search, "variable", error, place);
}
