#include "core/strength.h"

enum tes_strength_source_number {
#define STRENGTH_SOURCE(name, date, stimuli, text) SOURCE_##name,
#include "core/strength_sources.def"
#undef STRENGTH_SOURCE
    SOURCE_COUNT
};

static const struct tes_strength_source SOURCES[SOURCE_COUNT] = {
#define STRENGTH_SOURCE(name, date, stimuli, text) {#name, date, text, TES_STIMULI_##stimuli},
#include "core/strength_sources.def"
#undef STRENGTH_SOURCE
};

#define EASY   (1U << TES_EASY)
#define MEDIUM (1U << TES_MEDIUM)
#define HARD   (1U << TES_HARD)
#define ALL    (EASY | MEDIUM | HARD)

#define SHARE(thousandths, of, source)                                                             \
    {                                                                                              \
        thousandths, of, &SOURCES[SOURCE_##source]                                                 \
    }
#define COUNTED(right, of, source) SHARE((1000 * (right) + (of) / 2) / (of), of, source)
#define KNOWN(thousandths, source) SHARE(thousandths, 0, source)
#define UNKNOWN                                                                                    \
    {                                                                                              \
        -1, 0, NULL                                                                                \
    }

static const struct tes_strength ROWS[] = {
#define STRENGTH(kind, question, levels, guess, script, eye, made, people)                         \
    {#kind, #question, levels, {guess, script, eye, made, people}},
#include "core/strength.def"
#undef STRENGTH
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

/* Of what nobody has looked at. */
static const struct tes_strength NOTHING_KNOWN = {
    "", "", ALL, {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}};

const char *tes_strength_by_name(enum tes_strength_by by)
{
    static const char *const NAMES[TES_STRENGTH_BY_COUNT] = {"guess", "script", "eye", "made",
                                                             "people"};
    return NAMES[by];
}

const char *tes_strength_class_name(unsigned class)
{
    static const char *const NAMES[] = {"friction", "off-the-shelf"};
    return class < sizeof NAMES / sizeof NAMES[0] ? NAMES[class] : NULL;
}

const struct tes_strength *tes_strength_row(size_t number)
{
    return number < ROW_COUNT ? &ROWS[number] : NULL;
}

const struct tes_strength_source *tes_strength_source(size_t number)
{
    return number < SOURCE_COUNT ? &SOURCES[number] : NULL;
}

/* ------------------------------------------------------------------- rule */

static bool stays_low(const struct tes_strength_figure *figure)
{
    return figure->of > 0 && figure->thousandths <= TES_STRENGTH_MOST;
}

/* The rule: scripts and general models were both tried on it, and neither passes more than
 * TES_STRENGTH_MOST. What was not tried is taken for solved. */
enum tes_strength_class tes_strength_class(const struct tes_strength *strength)
{
    return stays_low(&strength->by[TES_BY_SCRIPT]) && stays_low(&strength->by[TES_BY_EYE])
               ? TES_STRENGTH_OFF_THE_SHELF
               : TES_STRENGTH_FRICTION;
}

unsigned tes_strength_cheap(const struct tes_strength *strength)
{
    int most = strength->by[TES_BY_GUESS].thousandths;
    for (int i = TES_BY_SCRIPT; i <= TES_BY_EYE; i++) {
        if (strength->by[i].thousandths < 0)
            return 1000;
        if (strength->by[i].thousandths > most)
            most = strength->by[i].thousandths;
    }
    return (unsigned)most;
}

unsigned tes_strength_people(const struct tes_strength *strength)
{
    int known = strength->by[TES_BY_PEOPLE].thousandths;
    return known >= 0 ? (unsigned)known : TES_PEOPLE_ASSUMED;
}

/* ------------------------------------------------------------------- find */

static bool is_of(const struct tes_strength *row, struct tes_slice kind, enum tes_difficulty level)
{
    return (row->levels >> level & 1) != 0 && tes_slice_equal(tes_slice_of(row->kind), kind);
}

/* Whether it is the weaker of the two. */
static bool is_weaker(const struct tes_strength *row, const struct tes_strength *than)
{
    enum tes_strength_class class = tes_strength_class(row), other = tes_strength_class(than);
    return class != other ? class < other : tes_strength_cheap(row) > tes_strength_cheap(than);
}

const struct tes_strength *tes_strength_find(struct tes_slice kind, struct tes_slice question,
                                             enum tes_difficulty level)
{
    const struct tes_strength *found = &NOTHING_KNOWN;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct tes_strength *row = &ROWS[i];
        struct tes_slice name = tes_slice_of(row->question);
        if (!is_of(row, kind, level))
            continue;
        if (tes_slice_equal(name, question))
            return row;
        if (question.length == 0 && !tes_slice_equal(name, TES_SLICE("heard")) &&
            (found == &NOTHING_KNOWN || is_weaker(row, found)))
            found = row;
    }
    return found;
}

const struct tes_strength *tes_strength_of(const struct tes_challenge *challenge)
{
    return tes_strength_find(tes_slice_of(challenge->kind->name),
                             tes_slice_of(tes_record_of(challenge).question_type),
                             challenge->difficulty);
}
